//! The variants that prove their answers, behind the trait: [`gjk_certified`] around the hulls of this package.
//!
//! # Bodies
//! The variants accept hulls of points in the plane and in space, in single and double precision; the boolean variant also
//! accepts hulls with a radius. They are *not applicable* to other bodies: for a computed support mapping, such as that of a
//! curved body, there is no proved error bound.
//!
//! # Comparison with the source
//! The source is the package `certified` itself.

use std::cell::Cell;

use gjk_certified::{Apart, Body, Depth, Distance, Number, Observer as Watch, Workspace};

use crate::answer::{Nearest, Outcome, Penetration, Separation, Signed, Stop, Verdict};
use crate::difference::Difference;
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Pairs};
use crate::start::Start;
use crate::variant::{About, Promise, Variant};
use gjk_numbers::{Euclidean, Scalar, Space};
use gjk_support::{Hull, SupportMap};
use nalgebra::SVector;

/// The distance variant that proves its answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Certified;

/// The boolean variant that proves its answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct CertifiedBoolean;

/// The variant of the penetration depth that proves its answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct CertifiedDepth;

/// A hull as a body of the package `certified`.
pub(crate) struct Points<'a, T: Scalar, const D: usize>(pub &'a Hull<Euclidean<T, D>>);

impl<T: Scalar + Number, const D: usize> Body<T, D> for Points<'_, T, D> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.0.points().len()
    }
    #[inline(always)]
    fn point(&self, index: usize) -> [T; D] {
        self.0.points()[index].into()
    }
    #[inline(always)]
    fn extent(&self) -> [T; D] {
        (*self.0.extent()).into()
    }
    #[inline(always)]
    fn center(&self) -> [T; D] {
        self.0.center().into()
    }
    #[inline(always)]
    fn support(&self, direction: &[T; D]) -> usize {
        self.0.support_index(&SVector::from(*direction))
    }
    #[inline(always)]
    fn each_beyond(&self, direction: &[T; D], least: T, visit: impl FnMut(usize)) {
        self.0.each_beyond(&SVector::from(*direction), &least, visit);
    }
}

/// Reports the support points of the search to an observer of this package.
struct Watching<'a, O: ?Sized, T: Scalar, const D: usize> {
    observer: &'a mut O,
    bodies: [&'a Hull<Euclidean<T, D>>; 2],
}

impl<T: Scalar + Number, const D: usize, O: Observer<Euclidean<T, D>> + ?Sized> Watch<T, D> for Watching<'_, O, T, D> {
    #[inline(always)]
    fn support(&mut self, direction: &[T; D], (i, j): (usize, usize)) {
        let [a, b] = self.bodies;
        let point = Euclidean::<T, D>::minus(&a.points()[i], &b.points()[j]);
        self.observer.support(&SVector::from(*direction), &point);
    }
}

/// Two hulls, and their radii if at least one hull has a radius.
pub(crate) type Rounded<'a, T, const D: usize> = ([&'a Hull<Euclidean<T, D>>; 2], Option<[T; 2]>);

/// Both bodies as hulls of finite points, with finite radii.
#[inline(always)]
pub(crate) fn hulls<'a, T: Scalar + Number, const D: usize>(
    a: &'a (impl SupportMap<Euclidean<T, D>> + ?Sized),
    b: &'a (impl SupportMap<Euclidean<T, D>> + ?Sized),
) -> Result<Rounded<'a, T, D>, Stop> {
    let (Some((a, of_a)), Some((b, of_b))) = (a.as_rounded_hull(), b.as_rounded_hull()) else { return Err(Stop::Unsupported) };
    let radius = |of: Option<&T>| of.copied().unwrap_or_default();
    let radii = (of_a.is_some() || of_b.is_some()).then(|| [radius(of_a), radius(of_b)]);
    let is_finite = |hull: &Hull<Euclidean<T, D>>| (0..D).fold(true, |all, k| all & hull.extent()[k].is_finite());
    let are_lengths = radii.is_none_or(|radii| radii.iter().all(|radius| (0.0..=T::GREATEST).contains(&radius.widened())));
    if is_finite(a) && is_finite(b) && are_lengths { Ok(([a, b], radii)) } else { Err(Stop::Range) }
}

#[inline(always)]
fn start_of<T: Scalar + Number, const D: usize>(
    start: &Start<Euclidean<T, D>>,
    a: &Hull<Euclidean<T, D>>,
    b: &Hull<Euclidean<T, D>>,
) -> gjk_certified::Start<T, D> {
    start
        .direction(&Difference::new(a, b))
        .map_or(gjk_certified::Start::Centers, |direction| gjk_certified::Start::Direction(direction.into()))
}

#[inline(always)]
pub(crate) fn pairs(simplex: &gjk_certified::Pairs) -> Pairs {
    Pairs::of_names(simplex.as_slice())
}

#[inline(always)]
pub(crate) fn weights<T: Number>(weights: &[f64; 3]) -> [T; CAPACITY] {
    std::array::from_fn(|i| T::nearest(weights.get(i).copied().unwrap_or(0.0)))
}

#[inline(always)]
fn separation<T: Scalar + Number, const D: usize>(apart: &Apart<T, D>) -> Separation<Euclidean<T, D>> {
    Separation {
        distance_squared: apart.distance * apart.distance,
        nearest: apart.axis.into(),
        on_a: apart.on_a.into(),
        on_b: apart.on_b.into(),
        simplex: pairs(&apart.simplex),
        weights: weights(&apart.weights),
        proved: Some(apart.distance),
    }
}

impl<T: Scalar + Number, const D: usize> Variant<Euclidean<T, D>> for Certified {
    type Answer = Nearest<Euclidean<T, D>>;

    fn about(&self) -> About {
        About {
            name: "certified",
            title: "Certified GJK",
            citation: "this project, variants/certified: rounded GJK whose answer is proved by filtered predicates, else by integers",
            promise: Promise::Distance,
        }
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(gjk_certified::MOST_ITERATIONS)
    }

    #[inline(always)]
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
    ) -> Outcome<Nearest<Euclidean<T, D>>> {
        let bodies = match hulls(a, b) {
            Ok((bodies, None)) => bodies,
            // A distance variant is asked about the cores.
            Ok(_) => return Outcome::abandoned(Stop::Unsupported, 0),
            Err(stop) => return Outcome::abandoned(stop, 0),
        };
        let start = start_of(start, bodies[0], bodies[1]);
        match gjk_certified::distance_of(&Points(bodies[0]), &Points(bodies[1]), &start, &mut Watching { observer, bodies }) {
            Distance::Meets(meets) => {
                let answer = Nearest::Intersecting { simplex: pairs(&meets.simplex) };
                Outcome::answered(Stop::Converged, meets.iterations, answer)
            }
            Distance::Apart(apart) => Outcome::answered(Stop::Converged, apart.iterations, Nearest::Apart(separation(&apart))),
        }
    }
}

impl<T: Scalar + Number, const D: usize> Variant<Euclidean<T, D>> for CertifiedBoolean {
    type Answer = Verdict<Euclidean<T, D>>;

    fn about(&self) -> About {
        About {
            name: "certified-boolean",
            title: "Certified boolean GJK",
            citation: "this project, variants/certified: rounded GJK whose verdict is proved by filtered predicates, else by integers",
            promise: Promise::Verdict,
        }
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(gjk_certified::MOST_ITERATIONS)
    }

    #[inline(always)]
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
    ) -> Outcome<Verdict<Euclidean<T, D>>> {
        let (bodies, radii) = match hulls(a, b) {
            Ok(found) => found,
            Err(stop) => return Outcome::abandoned(stop, 0),
        };
        let start = start_of(start, bodies[0], bodies[1]);
        let (of_a, of_b, mut watching) = (Points(bodies[0]), Points(bodies[1]), Watching { observer, bodies });
        let found = match radii {
            None => gjk_certified::verdict_of(&of_a, &of_b, &start, &mut watching),
            Some(radii) => gjk_certified::rounded_verdict_of(&of_a, &of_b, radii, &start, &mut watching),
        };
        match found {
            gjk_certified::Verdict::Meets(meets) => {
                let answer = Verdict::Intersecting { simplex: pairs(&meets.simplex) };
                Outcome::answered(Stop::Converged, meets.iterations, answer)
            }
            gjk_certified::Verdict::Apart { axis, simplex, iterations, .. } => {
                let face = (!simplex.as_slice().is_empty()).then(|| pairs(&simplex));
                let answer = Verdict::Disjoint { axis: axis.into(), face };
                Outcome::answered(Stop::Converged, iterations, answer)
            }
        }
    }
}

thread_local! {
    /// The memory of this thread's last query.
    static WORKSPACE: Cell<Workspace> = Cell::default();
}

impl<T: Scalar + Number, const D: usize> Variant<Euclidean<T, D>> for CertifiedDepth {
    type Answer = Signed<Euclidean<T, D>>;

    fn about(&self) -> About {
        About {
            name: "certified-depth",
            title: "Certified penetration depth",
            citation: "this project, variants/certified: an expanding polytope whose choices are proved by filtered predicates, else by integers",
            promise: Promise::Depth,
        }
    }

    /// A polytope larger than all earlier ones of this thread allocates.
    #[inline(always)]
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
    ) -> Outcome<Signed<Euclidean<T, D>>> {
        let bodies = match hulls(a, b) {
            Ok((bodies, None)) => bodies,
            // A variant of the depth is asked about the cores.
            Ok(_) => return Outcome::abandoned(Stop::Unsupported, 0),
            Err(stop) => return Outcome::abandoned(stop, 0),
        };
        let start = start_of(start, bodies[0], bodies[1]);
        let mut workspace = WORKSPACE.take();
        let mut watching = Watching { observer, bodies };
        let found = gjk_certified::depth_of(&Points(bodies[0]), &Points(bodies[1]), &start, &mut workspace, &mut watching);
        let outcome = match found {
            Depth::Apart(apart) => Outcome::answered(Stop::Converged, apart.iterations, Signed::Apart(separation(&apart))),
            Depth::Overlaps(overlap) => {
                if observer.sees_facets() {
                    workspace.shell().for_each(|facet| observer.facet(&pairs(&facet)));
                }
                let penetration = Penetration {
                    translation: overlap.translation.into(),
                    normal: overlap.normal.into(),
                    on_a: overlap.on_a.into(),
                    on_b: overlap.on_b.into(),
                    simplex: pairs(&overlap.simplex),
                    weights: weights(&overlap.weights),
                    proved: Some(overlap.depth),
                };
                Outcome::answered(Stop::Converged, overlap.iterations, Signed::Overlapping(penetration))
            }
        };
        WORKSPACE.set(workspace);
        outcome
    }
}
