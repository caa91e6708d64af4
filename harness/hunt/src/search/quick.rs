//! Exact runs of the boolean variants on small integers, as fast as they come.
//!
//! A boolean variant needs a ring only, so on a small lattice it runs on machine integers. Its answer is checked by its own
//! evidence, in the certificate kernel: an axis that strictly separates, a simplex that holds the origin. What the evidence
//! proves is right. The truth is asked for the rest alone.

use gjk_variants::{About, Answer, Evidence, Plane, Register, Solid, Space, Start, Stop, SupportMap, Variant, roster};

use gjk_truth::answer::Says;
use gjk_truth::certificate;
use gjk_variants::vector::Vector;

use super::machine::Machine;
use super::sample::{Sample, Site};

/// The greatest size of a coordinate that [`Machine`] is proven for, with margin for variants that are still to come.
pub const RANGE: i64 = 64;

/// The hull of points on the lattice. Its list of points can be filled anew without allocation.
#[derive(Clone, Debug)]
pub struct Cluster<S: Space> {
    points: Vec<S::Vector>,
}

impl<S: Space<Scalar = Machine>> Cluster<S> {
    /// The hull of these points, of which there is at least one.
    pub fn new(sites: &[Site]) -> Self {
        let mut cluster = Cluster { points: Vec::with_capacity(sites.len().max(super::sample::POINTS)) };
        cluster.fill(sites);
        cluster
    }

    /// Takes these points instead.
    #[inline(always)]
    pub fn fill(&mut self, sites: &[Site]) {
        self.points.clear();
        self.points.extend(sites.iter().map(|site| S::vector(|i| Machine(site[i]))));
    }

    /// The points.
    pub fn points(&self) -> &[S::Vector] {
        &self.points
    }
}

impl<S: Space<Scalar = Machine>> SupportMap<S> for Cluster<S> {
    /// The first point in index order wins a tie.
    #[inline(always)]
    fn support(&self, direction: &S::Vector, _near: Option<usize>) -> (S::Vector, usize) {
        let mut best = 0;
        let mut greatest = S::dot(&self.points[0], direction);
        for (index, point) in self.points.iter().enumerate().skip(1) {
            let product = S::dot(point, direction);
            if product > greatest {
                greatest = product;
                best = index;
            }
        }
        (self.points[best].clone(), best)
    }

    /// The first point: machine integers have no mean, and the boolean variants do not ask.
    fn center(&self) -> S::Vector {
        self.points[0].clone()
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Option<S::Vector> {
        self.points.get(index).cloned()
    }
}

/// What came of a quick run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// An answer that its own evidence proves.
    Proven(Says),
    /// An answer that may be right or wrong.
    Unproven(Says, Stop),
    /// No answer.
    GaveUp(Stop),
}

/// A variant of one space over machine integers, its answer erased.
pub trait Quick<S: Space<Scalar = Machine>>: Send + Sync {
    /// What it is.
    fn about(&self) -> About;
    /// One run.
    fn run(&self, a: &Cluster<S>, b: &Cluster<S>, start: &Start<S>) -> Fate;
}

impl<S: Space<Scalar = Machine>, V: Variant<S>> Quick<S> for V {
    fn about(&self) -> About {
        Variant::about(self)
    }

    fn run(&self, a: &Cluster<S>, b: &Cluster<S>, start: &Start<S>) -> Fate {
        let outcome = self.solve(a, b, start, &mut ());
        let Some(answer) = outcome.answer else { return Fate::GaveUp(outcome.stop) };
        let (says, proven) = match answer.evidence() {
            Evidence::Disjoint { axis } => (Says::Apart, separates(&axis, a, b)),
            Evidence::Apart(separation) => (Says::Apart, separates(&separation.nearest, a, b)),
            // Hulls of points have no radii.
            Evidence::Within(_) => (Says::Intersecting, false),
            Evidence::Intersecting { simplex } => {
                let mut points = [[Machine(0); 3]; gjk_variants::CAPACITY];
                let mut len = 0;
                for (point, vertex) in points.iter_mut().zip(simplex.vertices::<S, _, _>(a, b)) {
                    *point = vector::<S>(&vertex.point);
                    len += 1;
                }
                (Says::Intersecting, certificate::holds_origin(&points[..len]))
            }
        };
        if proven { Fate::Proven(says) } else { Fate::Unproven(says, outcome.stop) }
    }
}

/// A vector of a space in the certificate kernel's form.
#[inline(always)]
pub fn vector<S: Space<Scalar = Machine>>(v: &S::Vector) -> Vector<Machine> {
    std::array::from_fn(|i| if i < S::DIMENSION { *S::coordinate(v, i) } else { Machine(0) })
}

/// n·m > 0 for every m in M.
#[inline]
fn separates<S: Space<Scalar = Machine>>(n: &S::Vector, a: &Cluster<S>, b: &Cluster<S>) -> bool {
    let least = a.points.iter().map(|point| S::dot(n, point)).min();
    let greatest = b.points.iter().map(|point| S::dot(n, point)).max();
    least > greatest
}

/// The variants that run on machine integers, in the plane and in space.
#[derive(Default)]
pub struct Shelf {
    plane: Vec<Box<dyn Quick<Plane<Machine>>>>,
    solid: Vec<Box<dyn Quick<Solid<Machine>>>>,
}

impl Register<Plane<Machine>> for Shelf {
    fn add<V: Variant<Plane<Machine>> + 'static>(&mut self, variant: V) {
        self.plane.push(Box::new(variant));
    }
}

impl Register<Solid<Machine>> for Shelf {
    fn add<V: Variant<Solid<Machine>> + 'static>(&mut self, variant: V) {
        self.solid.push(Box::new(variant));
    }
}

impl Shelf {
    /// The built-in boolean variants.
    pub fn builtin() -> Shelf {
        let mut shelf = Shelf::default();
        roster::boolean::<Solid<Machine>>(&mut shelf);
        roster::boolean::<Plane<Machine>>(&mut shelf);
        roster::boolean_plane::<Machine>(&mut shelf);
        shelf
    }

    /// Those among the variants for which this holds.
    pub fn only(mut self, chosen: impl Fn(&About) -> bool) -> Shelf {
        self.plane.retain(|variant| chosen(&variant.about()));
        self.solid.retain(|variant| chosen(&variant.about()));
        self
    }

    /// The names, each once.
    pub fn names(&self) -> Vec<&'static str> {
        let solid = self.solid.iter().map(|variant| variant.about().name);
        let mut names: Vec<_> = solid.chain(self.plane.iter().map(|variant| variant.about().name)).collect();
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plane.is_empty() && self.solid.is_empty()
    }
}

/// The clusters of successive pairs, so that a run allocates nothing.
pub struct Scratch {
    plane: [Cluster<Plane<Machine>>; 2],
    solid: [Cluster<Solid<Machine>>; 2],
}

impl Default for Scratch {
    fn default() -> Self {
        let origin = [[0; 3]];
        Scratch { plane: [Cluster::new(&origin), Cluster::new(&origin)], solid: [Cluster::new(&origin), Cluster::new(&origin)] }
    }
}

impl Scratch {
    /// Runs every variant of the shelf on a sample, from the sample's first direction, and hands each fate on.
    #[inline]
    pub fn run(&mut self, shelf: &Shelf, sample: &Sample, see: impl FnMut(&'static str, Fate)) {
        self.run_pair(shelf, sample.dimension, [sample.a(), sample.b()], sample.start.as_ref(), see);
    }

    /// The same for any points of size at most [`RANGE`].
    #[inline]
    pub fn run_pair(
        &mut self,
        shelf: &Shelf,
        dimension: u8,
        bodies: [&[Site]; 2],
        start: Option<&Site>,
        see: impl FnMut(&'static str, Fate),
    ) {
        if dimension == 2 {
            run_all(&shelf.plane, &mut self.plane, bodies, start, see);
        } else {
            run_all(&shelf.solid, &mut self.solid, bodies, start, see);
        }
    }
}

#[inline]
fn run_all<S: Space<Scalar = Machine>>(
    variants: &[Box<dyn Quick<S>>],
    [a, b]: &mut [Cluster<S>; 2],
    bodies: [&[Site]; 2],
    start: Option<&Site>,
    mut see: impl FnMut(&'static str, Fate),
) {
    if variants.is_empty() {
        return;
    }
    a.fill(bodies[0]);
    b.fill(bodies[1]);
    let start = start.map_or(Start::Default, |site| Start::Direction(S::vector(|i| Machine(site[i]))));
    for variant in variants {
        see(variant.about().name, variant.run(a, b, &start));
    }
}

#[cfg(test)]
mod tests {
    use gjk_variants::{Observer, Outcome, Pairs, Promise, Verdict};

    use super::*;

    /// Says what it was told to say, whatever the bodies are.
    struct Parrot(Verdict<Solid<Machine>>);

    impl Variant<Solid<Machine>> for Parrot {
        type Answer = Verdict<Solid<Machine>>;

        fn about(&self) -> About {
            About { name: "parrot", title: "", citation: "", promise: Promise::Verdict }
        }

        fn solve<A, B, O>(&self, _: &A, _: &B, _: &Start<Solid<Machine>>, _: &mut O) -> Outcome<Self::Answer>
        where
            A: SupportMap<Solid<Machine>> + ?Sized,
            B: SupportMap<Solid<Machine>> + ?Sized,
            O: Observer<Solid<Machine>> + ?Sized,
        {
            Outcome::answered(Stop::Converged, 1, self.0.clone())
        }
    }

    fn fate(a: &[Site], b: &[Site], says: Verdict<Solid<Machine>>) -> Fate {
        Quick::run(&Parrot(says), &Cluster::new(a), &Cluster::new(b), &Start::Default)
    }

    fn holding(pairs: &[(usize, usize)]) -> Verdict<Solid<Machine>> {
        Verdict::Intersecting { simplex: Pairs::new(pairs.iter().copied()) }
    }

    fn apart(axis: [i64; 3]) -> Verdict<Solid<Machine>> {
        Verdict::Disjoint { axis: Solid::vector(|i| Machine(axis[i])) }
    }

    #[test]
    fn only_evidence_that_proves_an_answer_makes_it_proven() {
        let (segment, origin) = ([[-1, 0, 0], [2, 0, 0]], [[0, 0, 0]]);
        assert_eq!(fate(&segment, &origin, holding(&[(0, 0), (1, 0)])), Fate::Proven(Says::Intersecting));
        let open = Fate::Unproven(Says::Intersecting, Stop::Converged);
        assert_eq!(fate(&segment, &origin, holding(&[(1, 0)])), open);
        assert_eq!(fate(&segment, &origin, holding(&[])), open);
        // A name that no point has is no point, and above all not the origin.
        assert_eq!(fate(&segment, &origin, holding(&[(99, 0)])), open);

        let far = [[3, 1, 0], [4, -1, 0]];
        assert_eq!(fate(&far, &origin, apart([1, 0, 0])), Fate::Proven(Says::Apart));
        let open = Fate::Unproven(Says::Apart, Stop::Converged);
        assert_eq!(fate(&far, &origin, apart([0, 1, 0])), open);
        assert_eq!(fate(&far, &origin, apart([0, 0, 1])), open, "touching planes separate nothing");
    }
}
