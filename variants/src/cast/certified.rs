//! The cast that proves its answers, behind the trait: [`gjk_certified`] around the hulls of this package.
//!
//! # Iteration
//! [`Clipping::common`] finds a time. [`gjk_certified::first_contact_of`] begins with it, and proves or mends it in integers.
//!
//! # Bodies
//! Hulls of points in the plane and in space, in single and double precision. The variant is *not applicable* to other bodies.
//!
//! # Comparison with the source
//! The source is the package `gjk_certified` itself.

use gjk_certified::{Cast, Guess, Number};
use gjk_numbers::{Euclidean, Oriented, Scalar, Space};
use gjk_support::SupportMap;
use nalgebra::SVector;

use super::Clipping;
use crate::answer::{Contact, FirstContact, Outcome, Stop};
use crate::certified::{Points, hulls, pairs, weights};
use crate::difference::Difference;
use crate::observe::Observer;
use crate::simplex::no_weights;
use crate::start::Start;
use crate::subalgorithm::Ericson;
use crate::variant::{About, Promise, Variant};

/// The cast that proves its answers.
#[derive(Clone, Copy, Debug)]
pub struct CertifiedCast {
    guessing: Clipping<Ericson>,
}

impl Default for CertifiedCast {
    fn default() -> Self {
        CertifiedCast { guessing: Clipping::common() }
    }
}

impl<T: Scalar + Number, const D: usize> Variant<Euclidean<T, D>> for CertifiedCast
where
    Euclidean<T, D>: Oriented<Scalar = T, Vector = SVector<T, D>>,
{
    type Answer = FirstContact<Euclidean<T, D>>;

    fn about(&self) -> About {
        About {
            name: "certified-cast",
            title: "Certified cast",
            citation: "this project, variants/certified: a rounded cast whose time is proved, or mended, by integers",
            promise: Promise::Cast,
        }
    }

    fn solve<
        A: SupportMap<Euclidean<T, D>> + ?Sized,
        B: SupportMap<Euclidean<T, D>> + ?Sized,
        O: Observer<Euclidean<T, D>> + ?Sized,
    >(
        &self,
        a: &A,
        b: &B,
        start: &Start<Euclidean<T, D>>,
        observer: &mut O,
    ) -> Outcome<FirstContact<Euclidean<T, D>>> {
        let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
        let bodies = match hulls(a, b) {
            Ok((bodies, None)) => bodies,
            Ok(_) => return Outcome::abandoned(Stop::Unsupported, 0),
            Err(stop) => return Outcome::abandoned(stop, 0),
        };
        if !(0..D).all(|k| motion[k].is_finite()) {
            return Outcome::abandoned(Stop::Range, 0);
        }
        let rounded = self.guessing.cast(&Difference::new(bodies[0], bodies[1]), motion, start, observer);
        let guess = match rounded.answer {
            None => Guess::nothing(),
            Some(FirstContact::Never { axis }) => Guess::never(axis.into()),
            Some(FirstContact::At(contact)) => {
                let named = contact.simplex.iter().map(|(i, j)| (i as u32, j as u32));
                Guess::contact(contact.time, gjk_certified::Pairs::new(named))
            }
        };
        let (of_a, of_b, motion) = (Points(bodies[0]), Points(bodies[1]), (*motion).into());
        let (answer, steps) = match gjk_certified::first_contact_of(&of_a, &of_b, &motion, &guess) {
            Cast::Never { axis, .. } => (FirstContact::Never { axis: axis.into() }, 0),
            // The bodies share a point: any point of it is a witness.
            Cast::Meets(meets) => {
                let (i, j) = meets.simplex.as_slice()[0];
                let contact = Contact {
                    time: T::default(),
                    normal: Euclidean::<T, D>::zero(),
                    on_a: bodies[0].points()[i as usize],
                    on_b: bodies[1].points()[j as usize],
                    simplex: pairs(&meets.simplex),
                    weights: no_weights(),
                };
                (FirstContact::At(contact), 1)
            }
            Cast::At(contact) => {
                let answer = Contact {
                    time: contact.time,
                    normal: contact.normal.into(),
                    on_a: contact.on_a.into(),
                    on_b: contact.on_b.into(),
                    simplex: pairs(&contact.simplex),
                    weights: weights(&contact.weights),
                };
                (FirstContact::At(answer), contact.steps)
            }
        };
        Outcome::answered(Stop::Converged, rounded.iterations + steps, answer)
    }
}
