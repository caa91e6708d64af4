//! Variants as entries of a roster: erased, so that everything that runs variants runs any of them on any case.

use std::hint::black_box;

use dashu_ratio::RBig;
use gjk_variants::{
    About, Answer, Counter, Evidence, Hull, Observer, Outcome, Pairs, Plane, Promise, Rational, Real, Register, Ring, Scalar,
    Separation, Solid, Space, Start, Stop, SupportMap, Swept, Variant, fast, roster, roster::RegisterLoop,
};

use crate::reply::Reply;
use gjk_cases::body::Curved;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_truth::answer::{Answered, Measure, Numbers, Says, Values};
use gjk_truth::lattice::Pair;

/// A variant of one space, its answer erased to its evidence.
pub trait Solver<S: Space>: Send + Sync {
    /// One query, watched, about bodies of any kind.
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>>;
    /// One query, unwatched, for timing: its answer goes nowhere but through `black_box`. What has no starts takes its own.
    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>);
}

/// A variant whose queries about hulls are compiled for their own sake, to be timed.
pub struct Timed<V>(pub V);

/// A variant of which nobody asks how fast it is: a query that is timed all the same goes through the erased mappings. It is much
/// sooner compiled.
pub struct Untimed<V>(pub V);

impl<S: Space, V: Variant<S>> Solver<S> for Untimed<V> {
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>> {
        explain(&self.0, a, b, start, observer)
    }

    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>) {
        black_box(explain(&self.0, a, b, start, &mut ()));
    }
}

impl<S: Space, V: Variant<S>> Solver<S> for Timed<V> {
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>> {
        explain(&self.0, a, b, start, observer)
    }

    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>) {
        // By reference: to hand the answer over would copy it, which takes as long as half an iteration. One version is compiled:
        // the plain one where there is no other.
        #[cfg(target_arch = "x86_64")]
        if fast::is_chosen::<S>() {
            black_box(&fast::solve_in_avx(&self.0, black_box(a), black_box(b), black_box(start), &mut ()));
        } else {
            black_box(explain(&self.0, a, b, start, &mut ()));
        }
        #[cfg(not(target_arch = "x86_64"))]
        black_box(&self.0.solve(black_box(a), black_box(b), black_box(start), &mut ()));
    }
}

fn explain<S: Space, V: Variant<S>>(
    variant: &V,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
    start: &Start<S>,
    observer: &mut dyn Observer<S>,
) -> Outcome<Evidence<S>> {
    let outcome = variant.solve(a, b, start, observer);
    Outcome { stop: outcome.stop, iterations: outcome.iterations, answer: outcome.answer.map(Answer::evidence) }
}

/// The spaces that the harness runs variants in.
pub trait Home: Space {
    /// The entry's solver of this space.
    fn solver(entry: &Entry) -> Option<&dyn Solver<Self>>;
    /// Where the entry keeps it.
    fn slot(entry: &mut Entry) -> &mut Option<Box<dyn Solver<Self>>>;
    /// A variant erased: timed in rounded arithmetic, not in exact arithmetic.
    fn erased(variant: impl Variant<Self> + 'static) -> Box<dyn Solver<Self>>;
    /// A point with coordinates that are exact in this space's numbers.
    fn point(point: &Point) -> Self::Vector;
    /// A curved body; none in exact arithmetic, which has no roots.
    fn curved(curved: &Curved) -> Option<Box<dyn SupportMap<Self>>>;
    /// A core swept by a ball; none in exact arithmetic.
    fn swept(core: Hull<Self>, radius: f64) -> Option<Box<dyn SupportMap<Self>>>;
    /// The numbers of an answer.
    fn figures(distance: Option<&Self::Scalar>, separation: Option<Parts<'_, Self>>) -> Numbers;
}

/// What an answer's evidence holds of vectors and weights.
pub struct Parts<'a, S: Space> {
    witnesses: Option<[&'a S::Vector; 2]>,
    axis: &'a S::Vector,
    weights: &'a [S::Scalar],
}

/// A variant in every space that it runs in.
pub struct Entry {
    /// What the variant is.
    pub about: About,
    /// The rules of its loop, in the experiment of the loop: stop, safeguards, how v is formed.
    pub rules: Option<[&'static str; 3]>,
    plane_f32: Option<Box<dyn Solver<Plane<f32>>>>,
    plane_f64: Option<Box<dyn Solver<Plane<f64>>>>,
    plane_exact: Option<Box<dyn Solver<Plane<Rational>>>>,
    solid_f32: Option<Box<dyn Solver<Solid<f32>>>>,
    solid_f64: Option<Box<dyn Solver<Solid<f64>>>>,
    solid_exact: Option<Box<dyn Solver<Solid<Rational>>>>,
}

impl Entry {
    fn new(about: About, rules: Option<[&'static str; 3]>) -> Entry {
        Entry {
            about,
            rules,
            plane_f32: None,
            plane_f64: None,
            plane_exact: None,
            solid_f32: None,
            solid_f64: None,
            solid_exact: None,
        }
    }

    /// Whether the variant answers cases of this dimension in this arithmetic.
    pub fn applies(&self, dimension: u8, arithmetic: Arithmetic) -> bool {
        match (dimension, arithmetic) {
            (2, Arithmetic::F32) => self.plane_f32.is_some(),
            (2, Arithmetic::F64) => self.plane_f64.is_some(),
            (2, Arithmetic::Exact) => self.plane_exact.is_some(),
            (_, Arithmetic::F32) => self.solid_f32.is_some(),
            (_, Arithmetic::F64) => self.solid_f64.is_some(),
            (_, Arithmetic::Exact) => self.solid_exact.is_some(),
        }
    }
}

macro_rules! home {
    ($space:ty, $field:ident, $dimension:expr, rounded) => {
        impl Home for $space {
            home!(common $space, $field, $dimension);
            fn erased(variant: impl Variant<Self> + 'static) -> Box<dyn Solver<Self>> {
                Box::new(Timed(variant))
            }
            fn curved(body: &Curved) -> Option<Box<dyn SupportMap<Self>>> {
                body.mapping().map(|mapping| Box::new(mapping) as Box<dyn SupportMap<Self>>)
            }
            fn swept(core: Hull<Self>, radius: f64) -> Option<Box<dyn SupportMap<Self>>> {
                Some(swept(core, radius))
            }
            fn figures(distance: Option<&Self::Scalar>, parts: Option<Parts<'_, Self>>) -> Numbers {
                let point = |v: &Self::Vector| -> Point {
                    std::array::from_fn(|i| if i < $dimension { f64::from(v[i]) } else { 0.0 })
                };
                Numbers::Rounded(Values {
                    distance: distance.map(|squared| f64::from(*squared).sqrt()),
                    witnesses: parts.as_ref().and_then(|parts| parts.witnesses).map(|pair| pair.map(point)),
                    axis: parts.as_ref().map(|parts| point(parts.axis)),
                    weights: parts.map_or_else(Vec::new, |parts| parts.weights.iter().map(|w| f64::from(*w)).collect()),
                })
            }
        }
    };
    ($space:ty, $field:ident, $dimension:expr) => {
        impl Home for $space {
            home!(common $space, $field, $dimension);
            fn erased(variant: impl Variant<Self> + 'static) -> Box<dyn Solver<Self>> {
                Box::new(Untimed(variant))
            }
            fn curved(_: &Curved) -> Option<Box<dyn SupportMap<Self>>> {
                None
            }
            fn swept(_: Hull<Self>, _: f64) -> Option<Box<dyn SupportMap<Self>>> {
                None
            }
            fn figures(distance: Option<&Self::Scalar>, parts: Option<Parts<'_, Self>>) -> Numbers {
                // An answer holds no undefined number: the iteration would have ended without one.
                let number = |x: &Rational| x.value().unwrap_or(RBig::ZERO);
                let point = |v: &Self::Vector| -> [RBig; 3] {
                    std::array::from_fn(|i| if i < $dimension { number(&v[i]) } else { RBig::ZERO })
                };
                Numbers::Exact(Box::new(Values {
                    distance: distance.map(number),
                    witnesses: parts.as_ref().and_then(|parts| parts.witnesses).map(|pair| pair.map(point)),
                    axis: parts.as_ref().map(|parts| point(parts.axis)),
                    weights: parts.map_or_else(Vec::new, |parts| parts.weights.iter().map(number).collect()),
                }))
            }
        }
    };
    (common $space:ty, $field:ident, $dimension:expr) => {
        fn solver(entry: &Entry) -> Option<&dyn Solver<Self>> {
            entry.$field.as_deref()
        }
        fn slot(entry: &mut Entry) -> &mut Option<Box<dyn Solver<Self>>> {
            &mut entry.$field
        }
        fn point(point: &Point) -> Self::Vector {
            <$space>::vector(|i| Scalar::from_f64(point[i]))
        }
    };
}

home!(Plane<f32>, plane_f32, 2, rounded);
home!(Plane<f64>, plane_f64, 2, rounded);
home!(Plane<Rational>, plane_exact, 2);
home!(Solid<f32>, solid_f32, 3, rounded);
home!(Solid<f64>, solid_f64, 3, rounded);
home!(Solid<Rational>, solid_exact, 3);

/// The variants of a run.
#[derive(Default)]
pub struct Roster {
    entries: Vec<Entry>,
}

impl<S: Home> Register<S> for Roster {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        self.add_in::<S>(variant);
    }
}

/// Takes variants in without compiling them to be timed.
struct Loops(Roster);

impl<S: Home> RegisterLoop<S> for Loops {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V, rules: [&'static str; 3]) {
        let place = self.0.place(variant.about(), Some(rules));
        *S::slot(&mut self.0.entries[place]) = Some(Box::new(Untimed(variant)));
    }
}

impl Roster {
    /// The built-in variants.
    pub fn builtin() -> Roster {
        let mut roster = Roster::default();
        fn both<T: Scalar>(roster: &mut Roster)
        where
            Plane<T>: Home + Space<Scalar = T>,
            Solid<T>: Home + Space<Scalar = T>,
        {
            roster::distance::<T, 3>(roster);
            roster::distance::<T, 2>(roster);
            roster::geometric::<Solid<T>>(roster);
            roster::geometric::<Plane<T>>(roster);
            roster::boolean::<Solid<T>>(roster);
            roster::boolean::<Plane<T>>(roster);
            roster::plane::<T>(roster);
            roster::boolean_plane::<T>(roster);
        }
        both::<f32>(&mut roster);
        both::<f64>(&mut roster);
        both::<Rational>(&mut roster);
        roster
    }

    /// The eight loops around each distance subalgorithm, in rounded arithmetic.
    pub fn loops() -> Roster {
        let mut loops = Loops(Roster::default());
        roster::loops::<Solid<f32>>(&mut loops);
        roster::loops::<Solid<f64>>(&mut loops);
        roster::loops::<Plane<f32>>(&mut loops);
        roster::loops::<Plane<f64>>(&mut loops);
        loops.0
    }

    /// Takes in a variant that is written over every scalar, in the plane and in space. A later variant with the name of an
    /// earlier one takes its place.
    pub fn add<V>(&mut self, variant: V)
    where
        V: Clone + 'static,
        V: Variant<Plane<f32>> + Variant<Plane<f64>> + Variant<Plane<Rational>>,
        V: Variant<Solid<f32>> + Variant<Solid<f64>> + Variant<Solid<Rational>>,
    {
        self.add_in::<Plane<f32>>(variant.clone());
        self.add_in::<Plane<f64>>(variant.clone());
        self.add_in::<Plane<Rational>>(variant.clone());
        self.add_in::<Solid<f32>>(variant.clone());
        self.add_in::<Solid<f64>>(variant.clone());
        self.add_in::<Solid<Rational>>(variant);
    }

    /// Takes in a variant in one space, such as `Solid<f64>`; it is not applicable elsewhere.
    pub fn add_in<S: Home>(&mut self, variant: impl Variant<S> + 'static) {
        let about = Variant::<S>::about(&variant);
        self.add_solver::<S>(about, S::erased(variant));
    }

    /// Takes in what solves queries in one space without being a variant.
    pub(crate) fn add_solver<S: Home>(&mut self, about: About, solver: Box<dyn Solver<S>>) {
        let place = self.place(about, None);
        *S::slot(&mut self.entries[place]) = Some(solver);
    }

    /// Where the entry of this name and these rules stands; a new one where there is none.
    fn place(&mut self, about: About, rules: Option<[&'static str; 3]>) -> usize {
        let known = |entry: &Entry| entry.about.name == about.name && entry.rules == rules;
        self.entries.iter().position(known).unwrap_or_else(|| {
            self.entries.push(Entry::new(about, rules));
            self.entries.len() - 1
        })
    }

    /// The entries in the order of the roster.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this name.
    pub fn named(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.about.name == name)
    }
}

/// Two hulls of points in the numbers of a space.
pub struct Bodies<S: Space> {
    /// Body A.
    pub a: Hull<S>,
    /// Body B.
    pub b: Hull<S>,
}

impl<S: Home> Bodies<S>
where
    S::Scalar: Scalar,
{
    /// The bodies, or their cores, of a case that is posed in this space's arithmetic; none where one is curved or a union.
    pub fn of(case: &Case) -> Option<Bodies<S>> {
        Some(Bodies { a: hull(case.a.points())?, b: hull(case.b.points())? })
    }

    /// An entry's reply; none where it is not applicable.
    pub fn ask(&self, entry: &Entry) -> Option<Reply> {
        ask(entry, &self.a, &self.b, None)
    }

    /// An entry's reply from a start, and the evidence of its answer, from which the next query may start.
    pub fn ask_from(&self, entry: &Entry, start: &Start<S>) -> Option<(Reply, Option<Evidence<S>>)> {
        let mut counter = Counter::default();
        let outcome = S::solver(entry)?.explain(&self.a, &self.b, start, &mut counter);
        let evidence = outcome.answer.clone();
        Some((reply(outcome, counter.supports, entry.about.promise, None), evidence))
    }
}

/// A core swept by a ball.
fn swept<S: Home>(core: Hull<S>, radius: f64) -> Box<dyn SupportMap<S>>
where
    S::Scalar: Real,
{
    Box::new(Swept { core, radius: S::Scalar::from_f64(radius) })
}

/// The hull of these points; none without points.
pub(crate) fn hull<S: Home>(points: &[Point]) -> Option<Hull<S>>
where
    S::Scalar: Scalar,
{
    Hull::new(points.iter().map(S::point).collect())
}

/// A variant's reply about two convex bodies of any kind, without an entry.
pub fn ask_variant<S: Home>(variant: impl Variant<S> + 'static, a: &dyn SupportMap<S>, b: &dyn SupportMap<S>) -> Option<Reply>
where
    S::Scalar: Scalar,
{
    let promise = variant.about().promise;
    ask_solver(&Untimed(variant), promise, a, b, None)
}

/// An entry's reply about two convex bodies, or about two cores to which radii of this sum are applied afterwards; none where
/// it is not applicable.
pub(crate) fn ask<S: Home>(
    entry: &Entry,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
    radii: Option<&S::Scalar>,
) -> Option<Reply>
where
    S::Scalar: Scalar,
{
    ask_solver(S::solver(entry)?, entry.about.promise, a, b, radii)
}

fn ask_solver<S: Home>(
    solver: &dyn Solver<S>,
    promise: Promise,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
    radii: Option<&S::Scalar>,
) -> Option<Reply>
where
    S::Scalar: Scalar,
{
    let mut counter = Counter::default();
    let outcome = solver.explain(a, b, &Start::Default, &mut counter);
    Some(reply(outcome, counter.supports, promise, radii))
}

/// What an outcome comes to, with radii of this sum applied to it.
fn reply<S: Home>(outcome: Outcome<Evidence<S>>, supports: usize, promise: Promise, radii: Option<&S::Scalar>) -> Reply
where
    S::Scalar: Scalar,
{
    let (mut stop, iterations) = (outcome.stop, outcome.iterations);
    let evidence = match (outcome.answer, radii) {
        (Some(evidence), Some(radii)) => {
            let applied = evidence.with_radii(radii);
            if applied.is_none() {
                stop = Stop::Range;
            }
            applied
        }
        (evidence, _) => evidence,
    };
    let measure = radii.map_or(Measure::Bodies, |radii| Measure::Cores { radii: radii.to_f64() });
    let answer = evidence.map(|evidence| Answered { measure, ..answered(evidence, promise) });
    Reply { stop: Some(stop), iterations, supports, answer }
}

fn pairs(simplex: &Pairs) -> Vec<Pair> {
    simplex.iter().map(|(a, b)| Pair { a, b }).collect()
}

fn answered<S: Home>(evidence: Evidence<S>, promise: Promise) -> Answered {
    match evidence {
        Evidence::Disjoint { axis } => separated_along::<S>(&axis),
        Evidence::Intersecting { simplex } => {
            let zero = S::Scalar::zero();
            let distance = (promise == Promise::Distance).then_some(&zero);
            Answered::of_bodies(Says::Intersecting, pairs(&simplex), S::figures(distance, None))
        }
        Evidence::Apart(separation) => nearest(Says::Apart, &separation),
        Evidence::Within(separation) => nearest(Says::Intersecting, &separation),
    }
}

/// The answer that two bodies are apart, with nothing but an axis.
pub(crate) fn separated_along<S: Home>(axis: &S::Vector) -> Answered {
    Answered::of_bodies(Says::Apart, Vec::new(), S::figures(None, Some(Parts { witnesses: None, axis, weights: &[] })))
}

fn nearest<S: Home>(says: Says, separation: &Separation<S>) -> Answered {
    let parts = Parts {
        witnesses: Some([&separation.on_a, &separation.on_b]),
        axis: &separation.nearest,
        weights: &separation.weights[..separation.simplex.len()],
    };
    Answered::of_bodies(says, pairs(&separation.simplex), S::figures(Some(&separation.distance_squared), Some(parts)))
}

/// Calls a generic function with the space of a dimension and an arithmetic.
#[macro_export]
macro_rules! in_space {
    ($dimension:expr, $arithmetic:expr, $space:ident => $body:expr) => {{
        use $crate::cases::case::Arithmetic;
        use $crate::variants::{Plane, Rational, Solid};
        match ($dimension, $arithmetic) {
            (2, Arithmetic::F32) => {
                type $space = Plane<f32>;
                $body
            }
            (2, Arithmetic::F64) => {
                type $space = Plane<f64>;
                $body
            }
            (2, Arithmetic::Exact) => {
                type $space = Plane<Rational>;
                $body
            }
            (_, Arithmetic::F32) => {
                type $space = Solid<f32>;
                $body
            }
            (_, Arithmetic::F64) => {
                type $space = Solid<f64>;
                $body
            }
            (_, Arithmetic::Exact) => {
                type $space = Solid<Rational>;
                $body
            }
        }
    }};
}
