//! Fast exact runs of the boolean variants on small integers.
//!
//! A boolean variant needs only a ring, so on a small lattice it runs on machine integers. The certificate kernel checks its
//! answer by its own evidence: an axis that strictly separates, or a simplex that holds the origin. An answer that its evidence
//! proves is right. The truth is computed only for the rest.

use std::collections::HashSet;

use gjk_records::Ruling;
use gjk_variants::{
    About, CAPACITY, Difference, Euclidean, Evidence, Observer, Obstacle, Outcome, Plane, Register, Ring, Solid, Space, Start,
    Stop, SupportMap, Variant, roster,
};

use gjk_cases::case::Class;
use gjk_solvers::{Solver, Untimed};
use gjk_truth::answer::Says;
use gjk_truth::certificate;

use super::failure_mode::FailureMode;
use super::machine_integer::{MachineInteger, Site};
use super::watched::{SimplexSeen, Simplices};

/// The hull of at least one point of the lattice. Ties go to the first point in index order.
#[derive(Clone, Copy, Debug)]
pub struct IntegerHull<'a>(pub &'a [Site]);

/// Exact numbers for runs on the lattice.
pub trait Number: Ring + From<i64> {
    /// The quotient of two integers, or an integer near it if there are no fractions.
    fn quotient(over: i64, under: i64) -> Self;
}

impl Number for MachineInteger {
    fn quotient(over: i64, under: i64) -> Self {
        MachineInteger(over / under)
    }
}

/// A site as a vector.
#[inline(always)]
pub fn vector<T: Number, const D: usize>(site: &Site) -> <Euclidean<T, D> as Space>::Vector {
    <Euclidean<T, D>>::vector(|i| T::from(site[i]))
}

impl<T: Number, const D: usize> SupportMap<Euclidean<T, D>> for IntegerHull<'_> {
    #[inline(always)]
    fn support(
        &self,
        direction: &<Euclidean<T, D> as Space>::Vector,
        _near: Option<usize>,
    ) -> (<Euclidean<T, D> as Space>::Vector, usize) {
        let mut best = 0;
        let mut greatest = <Euclidean<T, D>>::dot(&vector(&self.0[0]), direction);
        for (index, site) in self.0.iter().enumerate().skip(1) {
            let product = <Euclidean<T, D>>::dot(&vector(site), direction);
            if product > greatest {
                greatest = product;
                best = index;
            }
        }
        (vector(&self.0[best]), best)
    }

    /// The mean. (The boolean variants do not use it.)
    fn center(&self) -> <Euclidean<T, D> as Space>::Vector {
        let sum = |i: usize| self.0.iter().map(|site| site[i]).sum();
        <Euclidean<T, D>>::vector(|i| T::quotient(sum(i), self.0.len() as i64))
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Option<<Euclidean<T, D> as Space>::Vector> {
        self.0.get(index).map(vector)
    }
}

/// The outcome of a run on machine integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerOutcome {
    /// An answer that its own evidence proves.
    Certified(Says),
    /// An answer that may be right or wrong.
    Uncertified(Says, Stop),
    /// No answer.
    GaveUp(Stop),
}

impl IntegerOutcome {
    /// The outcome of a run on these bodies.
    pub fn of<const D: usize>(
        Outcome { stop, answer, .. }: Outcome<Evidence<Euclidean<MachineInteger, D>>>,
        [a, b]: [IntegerHull<'_>; 2],
    ) -> IntegerOutcome {
        let Some(evidence) = answer else { return IntegerOutcome::GaveUp(stop) };
        // n·m > 0 for every m in M.
        let separates = |n: &_| {
            let product = |site: &Site| <Euclidean<MachineInteger, D>>::dot(n, &vector(site));
            a.0.iter().map(product).min() > b.0.iter().map(product).max()
        };
        let (says, is_certified) = match (evidence.axis(), &evidence) {
            (Some(axis), _) => (Says::Apart, separates(axis)),
            (None, Evidence::Intersecting { simplex }) => {
                let mut points = [[MachineInteger(0); 3]; CAPACITY];
                let mut len = 0;
                let m = Difference::new(&a, &b);
                let vertices = simplex.iter().filter_map(|names| Obstacle::<Euclidean<MachineInteger, D>>::vertex(&m, names));
                for (point, found) in points.iter_mut().zip(vertices) {
                    point[..D].copy_from_slice(found.vertex.point.as_slice());
                    len += 1;
                }
                (Says::Intersecting, certificate::holds_origin(&points[..len]))
            }
            // A translation requires division: no variant that runs here has one.
            (None, _) => (Says::Intersecting, false),
        };
        if is_certified { IntegerOutcome::Certified(says) } else { IntegerOutcome::Uncertified(says, stop) }
    }

    /// The failure of the run; `None` for a right answer. `class` is called only if needed.
    pub fn failure_mode(self, class: impl FnOnce() -> Class) -> Option<FailureMode> {
        let (ruling, says, stop, class) = match self {
            IntegerOutcome::Certified(_) => return None,
            IntegerOutcome::GaveUp(stop) => (Ruling::GaveUp, None, stop, class()),
            IntegerOutcome::Uncertified(says, stop) => (Ruling::Wrong, Some(says), stop, class()),
        };
        let is_right = says.is_some_and(|says| (says == Says::Apart) == (class == Class::Separated));
        (!is_right).then_some(FailureMode { ruling, off_by: None, stop: Some(stop), says, class, is_cast: false })
    }
}

/// The variants of one space with their descriptions.
struct Solvers<S: Space>(Vec<(About, Box<dyn Solver<S>>)>);

impl<S: Space> Register<S> for Solvers<S> {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        self.0.push((variant.about(), Box::new(Untimed(variant))));
    }
}

/// The variants that run on machine integers, in the plane and in space.
pub struct IntegerRoster {
    plane: Solvers<Plane<MachineInteger>>,
    solid: Solvers<Solid<MachineInteger>>,
}

impl IntegerRoster {
    /// The built-in boolean variants.
    pub fn builtin() -> IntegerRoster {
        let mut integers = IntegerRoster { plane: Solvers(Vec::new()), solid: Solvers(Vec::new()) };
        roster::boolean(&mut integers.solid);
        roster::boolean(&mut integers.plane);
        roster::boolean_plane(&mut integers.plane);
        integers
    }

    /// The variants for which `chosen` holds.
    pub fn only(mut self, chosen: impl Fn(&About) -> bool) -> IntegerRoster {
        self.plane.0.retain(|(about, _)| chosen(about));
        self.solid.0.retain(|(about, _)| chosen(about));
        self
    }

    /// The names of the variants.
    pub fn names(&self) -> HashSet<&'static str> {
        let solid = self.solid.0.iter().map(|(about, _)| about.name);
        solid.chain(self.plane.0.iter().map(|(about, _)| about.name)).collect()
    }

    /// Runs every variant of this dimension (2 or 3) on two lists of points of size at most [`super::RANGE`], from a first
    /// direction or from the variant's own, and passes on its name and the outcome.
    pub fn run(
        &self,
        dimension: u8,
        bodies: [&[Site]; 2],
        start: Option<&Site>,
        see: impl FnMut(&'static str, IntegerOutcome),
    ) {
        let bodies = bodies.map(IntegerHull);
        if dimension == 2 { run_all(&self.plane, bodies, start, see) } else { run_all(&self.solid, bodies, start, see) }
    }

    /// Like [`IntegerRoster::run`], with only the variant of this name; `None` if no variant has this name and dimension.
    pub fn ask(&self, name: &str, dimension: u8, bodies: [&[Site]; 2], start: Option<&Site>) -> Option<IntegerOutcome> {
        let bodies = bodies.map(IntegerHull);
        if dimension == 2 {
            Some(explained(self.plane.named(name)?, bodies, start, &mut ()))
        } else {
            Some(explained(self.solid.named(name)?, bodies, start, &mut ()))
        }
    }

    /// Like [`IntegerRoster::ask`] in space, with an observer of each simplex that DoSimplex is called on.
    pub fn watch(
        &self,
        name: &str,
        bodies: [&[Site]; 2],
        start: Option<&Site>,
        seen: SimplexSeen<'_>,
    ) -> Option<IntegerOutcome> {
        Some(explained(self.solid.named(name)?, bodies.map(IntegerHull), start, &mut Simplices(seen)))
    }
}

impl<S: Space> Solvers<S> {
    fn named(&self, name: &str) -> Option<&dyn Solver<S>> {
        self.0.iter().find(|(about, _)| about.name == name).map(|(_, solver)| &**solver)
    }
}

fn explained<const D: usize>(
    solver: &dyn Solver<Euclidean<MachineInteger, D>>,
    [a, b]: [IntegerHull<'_>; 2],
    start: Option<&Site>,
    observer: &mut dyn Observer<Euclidean<MachineInteger, D>>,
) -> IntegerOutcome {
    let start = start.map_or(Start::Default, |site| Start::Direction(vector(site)));
    IntegerOutcome::of(solver.explain(&a, &b, &start, observer), [a, b])
}

fn run_all<const D: usize>(
    solvers: &Solvers<Euclidean<MachineInteger, D>>,
    [a, b]: [IntegerHull<'_>; 2],
    start: Option<&Site>,
    mut see: impl FnMut(&'static str, IntegerOutcome),
) {
    let start = start.map_or(Start::Default, |site| Start::Direction(vector(site)));
    for (about, solver) in &solvers.0 {
        see(about.name, IntegerOutcome::of(solver.explain(&a, &b, &start, &mut ()), [a, b]));
    }
}

#[cfg(test)]
mod tests {
    use gjk_variants::Pairs;

    use super::*;
    use crate::search::Samples;

    /// The outcome of an answer with this evidence.
    fn outcome(a: &[Site], b: &[Site], evidence: Evidence<Solid<MachineInteger>>) -> IntegerOutcome {
        IntegerOutcome::of(Outcome::answered(Stop::Converged, 1, evidence), [a, b].map(IntegerHull))
    }

    fn holding(pairs: &[(usize, usize)]) -> Evidence<Solid<MachineInteger>> {
        Evidence::Intersecting { simplex: Pairs::new(pairs.iter().copied()) }
    }

    fn apart(axis: Site) -> Evidence<Solid<MachineInteger>> {
        Evidence::Disjoint { axis: vector(&axis), face: None }
    }

    #[test]
    fn a_variant_asked_or_watched_alone_has_the_outcome_it_has_among_all() {
        let (integers, mut samples) = (IntegerRoster::builtin(), Samples::new(1, 0));
        let mut entries = 0;
        for _ in 0..200 {
            let sample = samples.draw();
            let start = sample.start.as_ref();
            integers.run(sample.dimension, sample.bodies(), start, |name, outcome| {
                assert_eq!(integers.ask(name, sample.dimension, sample.bodies(), start), Some(outcome), "{name}");
                if sample.dimension == 3 {
                    let watched = integers.watch(name, sample.bodies(), start, &mut |simplex, points| {
                        entries += 1;
                        assert_eq!(simplex.len(), points.len());
                    });
                    assert_eq!(watched, Some(outcome), "{name}");
                }
            });
        }
        assert!(entries > 1_000, "{entries}");
        assert_eq!(integers.ask("none", 3, samples.draw().bodies(), None), None);
    }

    #[test]
    fn only_evidence_that_proves_an_answer_certifies_it() {
        let (segment, origin) = ([[-1, 0, 0], [2, 0, 0]], [[0, 0, 0]]);
        assert_eq!(outcome(&segment, &origin, holding(&[(0, 0), (1, 0)])), IntegerOutcome::Certified(Says::Intersecting));
        let open = IntegerOutcome::Uncertified(Says::Intersecting, Stop::Converged);
        assert_eq!(outcome(&segment, &origin, holding(&[(1, 0)])), open);
        assert_eq!(outcome(&segment, &origin, holding(&[])), open);
        // A name without a point does not stand for a point, and least of all for the origin.
        assert_eq!(outcome(&segment, &origin, holding(&[(99, 0)])), open);

        let far = [[3, 1, 0], [4, -1, 0]];
        assert_eq!(outcome(&far, &origin, apart([1, 0, 0])), IntegerOutcome::Certified(Says::Apart));
        let open = IntegerOutcome::Uncertified(Says::Apart, Stop::Converged);
        assert_eq!(outcome(&far, &origin, apart([0, 1, 0])), open);
        assert_eq!(outcome(&far, &origin, apart([0, 0, 1])), open, "touching planes separate nothing");
    }
}
