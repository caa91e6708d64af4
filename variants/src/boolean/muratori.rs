//! Muratori's DoSimplex: an ordered simplex and the checks of the original, with the newest vertex' own region as the last
//! resort.
//!
//! # The reading
//! Like the first-face reading of Linahan's text, except that a *segment* and every choice of an *edge* also test whether the
//! origin is ahead along the edge (AB·AO > 0). If AC fails this test, AB is tried; if AB fails it, only A is left, with D = AO.
//!
//! # Where it fails
//! On some inputs, including separated bodies, it cycles in exact arithmetic: the tetrahedron chooses the first face in front,
//! not the nearest.
//!
//! # Comparison with the source
//! The source is a video. It is compared with the description in Linahan's paper (section 4). The variant deviates from that
//! in: the newest vertex is a last resort of edges only, and the tetrahedron is a reading.
//!
//! # Reference
//! C. Muratori: Implementing GJK (2006, video); the tetrahedron is not in Linahan's paper.

use super::regions::{EdgeRule, edge, first_face, keep_edge, keep_vertex, size, triangle};
use super::{DoSimplex, Step};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::variant::{About, Promise};
use gjk_numbers::Oriented;
use gjk_numbers::Ring;

/// Muratori's DoSimplex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Muratori;

/// Whether the origin is ahead of the newest vertex along the edge to another one.
#[inline(always)]
fn ahead<S: Oriented>(simplex: &Simplex<S>, other: usize) -> bool {
    let newest = simplex.len() - 1;
    S::dot(&edge(simplex, newest, other), &fast::point(simplex, newest)) < S::Scalar::zero()
}

#[inline(always)]
fn segment<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, other: usize, observer: &mut O) -> Step<S> {
    observer.tested("ahead");
    if ahead(simplex, other) { keep_edge(simplex, other) } else { keep_vertex(simplex) }
}

struct Checked;

impl EdgeRule for Checked {
    #[inline(always)]
    fn beyond_ac<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, observer: &mut O) -> Step<S> {
        observer.tested("ahead");
        if ahead(simplex, 0) { keep_edge(simplex, 0) } else { segment(simplex, 1, observer) }
    }
    #[inline(always)]
    fn beyond_ab<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, observer: &mut O) -> Step<S> {
        segment(simplex, 1, observer)
    }
}

impl<S: Oriented> DoSimplex<S> for Muratori {
    fn about(&self) -> About {
        About {
            name: "muratori",
            title: "Muratori's boolean GJK",
            citation: "Muratori: Implementing GJK (2006, video)",
            promise: Promise::Verdict,
        }
    }

    #[inline(always)]
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, observer: &mut O) -> Step<S> {
        match size(simplex, observer) {
            2 => segment(simplex, 0, observer),
            3 => triangle::<S, Checked, O>(simplex, observer),
            _ => first_face::<S, Checked, O>(simplex, observer),
        }
    }
}
