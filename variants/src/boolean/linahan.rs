//! Two readings of the boolean algorithm as described by Linahan, with Driscoll's reduction: after a segment's AB, a triangle
//! is tested only for AC, AB, ABC and ACB, and a tetrahedron only for the regions that contain A.
//!
//! # The readings
//! The paper gives no code for three and four vertices. A *segment* is always kept (its lemma 5). A *triangle* keeps the edge
//! AC or AB that the origin is beyond, and otherwise itself. For a *tetrahedron* the paper says that a plane test on each side
//! but CBD, at most three tests, finds the region:
//!
//! - [`ThreePlane`] follows this to the letter: with the origin in front of one face it keeps that face, in front of two it
//!   keeps their common edge; in front of all three there is no region left to keep.
//! - [`FaceFirst`] is the other common reading: it chooses the first face with the origin in front of it, and then runs that
//!   face's edge tests.
//!
//! # Where they fail
//! Both cycle on some inputs in exact arithmetic: the planes of two faces do not bound the Voronoi region of their common edge,
//! so a step may go to a feature that is farther from the origin, and nothing in the loop notices.
//!
//! # Comparison with the source
//! The paper has no code for DoSimplex. Segment, triangle and the order of the letters follow its sections "1-Simplex" to
//! "3-Simplex"; where the paper leaves a choice open, the readings above are judged. [`ThreePlane`] does not deviate from any
//! statement of the source. [`FaceFirst`] deviates from the source in: up to six tests at n = 3 where the paper says at most
//! three, since it continues with the triangle's tests of the face.
//!
//! # Reference
//! J. Linahan: A Geometric Interpretation of the Boolean Gilbert-Johnson-Keerthi Algorithm (2015), section 2.

use super::regions::{EdgeRule, FACES, face, first_face, keep_edge, size, triangle};
use super::{DoSimplex, Step};
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::variant::{About, Promise};
use gjk_numbers::Oriented;

/// Keeps the face if the origin is in front of one, and their common edge if it is in front of two; in front of three, no
/// region is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreePlane;

/// Chooses the first face with the origin in front, then runs that face's edge tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct FaceFirst;

/// The edge rule that always keeps the edge that the origin is beyond.
pub(super) struct Always;

impl EdgeRule for Always {
    #[inline(always)]
    fn beyond_ac<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, _: &mut O) -> Step<S> {
        keep_edge(simplex, 0)
    }
    #[inline(always)]
    fn beyond_ab<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, _: &mut O) -> Step<S> {
        keep_edge(simplex, 1)
    }
}

impl<S: Oriented> DoSimplex<S> for ThreePlane {
    fn about(&self) -> About {
        About {
            name: "linahan-three-plane",
            title: "boolean GJK, three plane tests",
            citation: "Linahan: A Geometric Interpretation of the Boolean GJK Algorithm (2015), with Driscoll's reduction; n = 3 \
                       read as a pattern of three plane tests",
            promise: Promise::Verdict,
        }
    }

    #[inline(always)]
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, observer: &mut O) -> Step<S> {
        match size(simplex, observer) {
            2 => return keep_edge(simplex, 0),
            3 => return triangle::<S, Always, O>(simplex, observer),
            _ => {}
        }
        (0..FACES.len()).for_each(|_| observer.tested("in front of a face"));
        let [abc, acd, adb] = FACES;
        let (Some((abc, front_abc)), Some((acd, front_acd)), Some((adb, front_adb))) =
            (face(simplex, abc), face(simplex, acd), face(simplex, adb))
        else {
            return Step::NoRegion;
        };
        let mut keep_face = |which: usize, normal| {
            simplex.arrange(FACES[which]);
            Step::Toward(normal)
        };
        match (front_abc, front_acd, front_adb) {
            (false, false, false) => Step::Inside,
            (true, false, false) => keep_face(0, abc),
            (false, true, false) => keep_face(1, acd),
            (false, false, true) => keep_face(2, adb),
            // The vertices are stored as D, C, B, A.
            (true, true, false) => keep_edge(simplex, 1),
            (false, true, true) => keep_edge(simplex, 0),
            (true, false, true) => keep_edge(simplex, 2),
            (true, true, true) => {
                observer.region("in front of three faces");
                Step::NoRegion
            }
        }
    }
}

impl<S: Oriented> DoSimplex<S> for FaceFirst {
    fn about(&self) -> About {
        About {
            name: "linahan-face-first",
            title: "boolean GJK, first face in front",
            citation: "Linahan: A Geometric Interpretation of the Boolean GJK Algorithm (2015), with Driscoll's reduction; n = 3 \
                       read as the first face in front and its edge tests",
            promise: Promise::Verdict,
        }
    }

    #[inline(always)]
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, observer: &mut O) -> Step<S> {
        match size(simplex, observer) {
            2 => keep_edge(simplex, 0),
            3 => triangle::<S, Always, O>(simplex, observer),
            _ => first_face::<S, Always, O>(simplex, observer),
        }
    }
}
