//! The two bodies of a case, of any kind, as support mappings that variants are asked about.
//!
//! Distance variants are asked about the cores of bodies with radii, and the radii are applied afterwards; boolean variants are
//! asked about the swept bodies. For a union, a variant is asked about each pair of convex parts.

use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_variants::SupportMap;

use crate::convex::{ConvexBody, ask_pair};
use crate::hulls::Hulls;
use crate::in_space;
use crate::reply::Reply;
use crate::roster::ErasedVariant;
use crate::space::SolverSpace;
use crate::union::ask_parts;

/// The bodies of a case in the numbers of a space.
pub enum Bodies<S: SolverSpace> {
    /// Two hulls of points.
    Hulls(Box<Hulls<S>>),
    /// The convex parts of two bodies that are not both hulls of points (at least one is curved, has a radius or is a union),
    /// `None` if the arithmetic has no such bodies; and whether one of them is a union.
    Parts(Option<[Vec<ConvexBody<S>>; 2]>, bool),
}

/// The indices of two parts, and their support mappings as a variant sees them.
pub type ConvexPair<'a, S> = ([usize; 2], &'a dyn SupportMap<S>, &'a dyn SupportMap<S>);

impl<S: SolverSpace> Bodies<S> {
    /// The bodies of a case that is posed in this space's arithmetic.
    pub fn of(case: &Case) -> Bodies<S> {
        if case.is_of_hulls()
            && let Some(bodies) = Hulls::of(case)
        {
            return Bodies::Hulls(Box::new(bodies));
        }
        let parts = |body: &Body, motion: Option<&Point>| {
            body.parts().iter().map(|part| ConvexBody::of(part, motion)).collect::<Option<Vec<ConvexBody<S>>>>()
        };
        let is_union = matches!((&case.a, &case.b), (Body::Union(_), _) | (_, Body::Union(_)));
        Bodies::Parts(parts(&case.a, case.cast.as_ref()).zip(parts(&case.b, None)).map(|(a, b)| [a, b]), is_union)
    }

    /// The pairs of convex bodies that a variant is asked about, with the indices of the parts: cores for distance variants,
    /// whole bodies for boolean ones; all pairs of a union.
    ///
    /// Empty if the arithmetic has no such bodies.
    pub fn seen_by(&self, variant: &ErasedVariant) -> Vec<ConvexPair<'_, S>> {
        let [of_a, of_b] = match self {
            Bodies::Hulls(bodies) => return vec![([0, 0], &bodies.a, &bodies.b)],
            Bodies::Parts(None, _) => return Vec::new(),
            Bodies::Parts(Some(parts), _) => parts,
        };
        let mut seen: Vec<ConvexPair<'_, S>> = Vec::new();
        for (i, a) in of_a.iter().enumerate() {
            for (j, b) in of_b.iter().enumerate() {
                seen.extend(a.seen_by(variant).zip(b.seen_by(variant)).map(|(a, b)| ([i, j], a, b)));
            }
        }
        seen
    }

    /// A variant's reply; `None` if it is not applicable.
    pub fn ask(&self, variant: &ErasedVariant) -> Option<Reply> {
        match self {
            Bodies::Hulls(bodies) => bodies.ask(variant),
            Bodies::Parts(parts, is_union) => {
                let [a, b] = parts.as_ref()?;
                if *is_union { ask_parts(variant, a, b) } else { ask_pair(variant, &a[0], &b[0]) }
            }
        }
    }
}

/// The replies of variants to a case that is posed in an arithmetic; `None` for a variant that is not applicable.
pub fn replies(case: &Case, arithmetic: Arithmetic, variants: &[&ErasedVariant]) -> Vec<Option<Reply>> {
    let mut replies = Vec::with_capacity(variants.len());
    each_reply(case, arithmetic, variants, &mut |_, reply| replies.push(reply));
    replies
}

/// Hands over each variant's reply before the next variant is asked.
///
/// `take` is not a type parameter, since every caller would then compile the bodies of all spaces again.
pub(crate) fn each_reply<'a>(
    case: &Case,
    arithmetic: Arithmetic,
    variants: &[&'a ErasedVariant],
    take: &mut dyn FnMut(&'a ErasedVariant, Option<Reply>),
) {
    in_space!(case.dimension, arithmetic, S => {
        let bodies = Bodies::<S>::of(case);
        for variant in variants {
            if !variant.answers_about(case) {
                take(variant, None);
                continue;
            }
            take(variant, variant.ask_outside(case, arithmetic).unwrap_or_else(|| bodies.ask(variant)));
        }
    });
}
