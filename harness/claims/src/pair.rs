//! Pairs of small bodies on the integer lattice: exact runs on them, and their truth.

use gjk_cases::case::Class;
pub use gjk_hunt::search::vector;
use gjk_hunt::search::{Candidate, IntegerHull, IntegerOutcome, MachineInteger, Number, Sample, Site};
use gjk_truth::answer::Says;
use gjk_truth::exact::Integral;
use gjk_truth::lattice::AnyLattice;
use gjk_truth::oracle::{self, Proof};
use gjk_truth::truth::HullTruth;
use gjk_variants::{
    Answer, Euclidean, Observer, Outcome, Ring, Scalar, Separation, Solid, Space, Start, SupportMap, Variant, Wide,
};

use crate::fraction::Fraction;

/// A pair of bodies on the integer lattice.
#[derive(Clone, Copy, Debug)]
pub struct LatticePair<'a> {
    /// 2 or 3.
    pub dimension: usize,
    pub a: &'a [Site],
    pub b: &'a [Site],
    /// The first direction, if it is not the variant's own.
    pub start: Option<Site>,
}

/// A point with rational coordinates.
pub type Point = <Solid<Fraction> as Space>::Vector;

/// The verdict of a run, and the truth.
#[derive(Clone, Copy, Debug)]
pub struct CheckedVerdict {
    /// Whether the run reports that the bodies meet; `None` if it has no verdict.
    pub says: Option<bool>,
    pub meets: bool,
}

impl CheckedVerdict {
    pub fn of(answer: Option<Says>, class: Class) -> CheckedVerdict {
        CheckedVerdict { says: answer.map(|says| says == Says::Intersecting), meets: class != Class::Separated }
    }

    /// Whether the run ended with the right verdict.
    pub fn is_right(self) -> bool {
        self.says == Some(self.meets)
    }

    /// Whether the run is right in its report that the bodies meet, or that they do not; `None` if it does not report so.
    pub fn is_right_to_say(self, meet: bool) -> Option<bool> {
        (self.says == Some(meet)).then_some(self.meets == meet)
    }
}

impl<'a> LatticePair<'a> {
    /// The pair of a sample.
    #[inline]
    pub fn of(sample: &'a Sample) -> LatticePair<'a> {
        let [a, b] = sample.bodies();
        LatticePair { dimension: usize::from(sample.dimension), a, b, start: sample.start }
    }

    /// Whether a statement holds for a candidate with small integer coordinates; `None` for others.
    pub fn holds_of(candidate: &Candidate, holds: impl Fn(&LatticePair<'_>) -> Option<bool>) -> Option<bool> {
        let [a, b] = candidate.sites()?;
        let start = candidate.start.map(|direction| direction.map(|x| x as i64));
        holds(&LatticePair { dimension: usize::from(candidate.dimension), a: &a, b: &b, start })
    }

    /// Every point a − b.
    pub fn differences(&self) -> Vec<Site> {
        self.a.iter().flat_map(|a| self.b.iter().map(move |b| minus(a, b))).collect()
    }

    pub fn truth(&self) -> HullTruth {
        HullTruth::of_points(self.dimension, &doubles(self.a), &doubles(self.b))
    }

    /// How the bodies lie.
    pub fn class(&self) -> Class {
        self.truth().class()
    }

    /// The point of M nearest to the origin: the origin itself if the bodies meet.
    pub fn nearest(&self) -> Point {
        let (a, b) = (doubles(self.a), doubles(self.b));
        let AnyLattice::Wide(lattice) = AnyLattice::of_points(self.dimension, &a, &b) else {
            unreachable!("small integers fit 256 bits")
        };
        let Proof::Separated { face, axis } = &oracle::prove(&lattice) else { return Solid::<Fraction>::zero() };
        let whole = |x: &Wide| Fraction::from(i64::try_from(x.to_big()).expect("small integers"));
        let vertex = lattice.difference(face.pairs()[0]);
        let unit = Fraction::from_f64(2.0_f64.powi(lattice.grid.exponent as i32));
        let [axis, vertex] = [axis, &vertex].map(|v| Solid::vector(|i| whole(&v[i])));
        Solid::scaled(&foot(&axis, &vertex), &unit)
    }

    /// An exact run of a variant.
    pub fn solve<T: Number, const D: usize, V: Variant<Euclidean<T, D>>>(
        &self,
        variant: &V,
        observer: &mut impl Observer<Euclidean<T, D>>,
    ) -> Outcome<V::Answer> {
        let start = self.start.map_or(Start::Default, |site| Start::Direction(vector::<T, D>(&site)));
        variant.solve_erased(&IntegerHull(self.a), &IntegerHull(self.b), &start, observer)
    }

    /// Whether no point of M is nearer to the origin along v than v is, as is true for the nearest point.
    pub fn is_beyond<const D: usize>(&self, v: &<Euclidean<Fraction, D> as Space>::Vector) -> bool {
        let on_a = IntegerHull(self.a).support(&<Euclidean<Fraction, D>>::negated(v), None).0;
        let on_b = IntegerHull(self.b).support(v, None).0;
        let w = <Euclidean<Fraction, D>>::minus(&on_a, &on_b);
        <Euclidean<Fraction, D>>::dot(v, &w) >= <Euclidean<Fraction, D>>::dot(v, v)
    }

    /// Whether the evidence of an answer proves it: its simplex holds v, and M is beyond v.
    pub fn is_proven<const D: usize>(&self, separation: &Separation<Euclidean<Fraction, D>>) -> bool {
        let zero = <Euclidean<Fraction, D>>::zero();
        let terms = || separation.simplex.iter().zip(&separation.weights);
        let combination = terms().fold(zero, |sum, ((i, j), weight)| {
            let w = vector::<Fraction, D>(&minus(&self.a[i], &self.b[j]));
            <Euclidean<Fraction, D>>::plus(&sum, &<Euclidean<Fraction, D>>::scaled(&w, weight))
        });
        let sum = terms().fold(Fraction::zero(), |sum, (_, weight)| sum.plus(weight));
        let is_convex = sum == Fraction::one() && terms().all(|(_, weight)| *weight >= Fraction::zero());
        is_convex && combination == separation.nearest && self.is_beyond(&separation.nearest)
    }

    /// Runs a boolean variant and compares its answer with the truth.
    ///
    /// The oracle is queried for the truth if the answer's own evidence proves nothing.
    pub fn judge<const D: usize, V: Variant<Euclidean<MachineInteger, D>>>(
        &self,
        variant: &V,
        observer: &mut impl Observer<Euclidean<MachineInteger, D>>,
    ) -> CheckedVerdict {
        let Outcome { stop, iterations, answer } = self.solve(variant, observer);
        let outcome = Outcome { stop, iterations, answer: answer.map(Answer::evidence) };
        self.judged(IntegerOutcome::of(outcome, [self.a, self.b].map(IntegerHull)))
    }

    /// The result of a run of a boolean variant on the pair, compared with the truth.
    pub fn judged(&self, outcome: IntegerOutcome) -> CheckedVerdict {
        let (says, is_proven) = match outcome {
            IntegerOutcome::Certified(says) => (Some(says), true),
            IntegerOutcome::Uncertified(says, _) => (Some(says), false),
            IntegerOutcome::GaveUp(_) => (None, false),
        };
        let says = says.map(|says| says == Says::Intersecting);
        CheckedVerdict { says, meets: says.filter(|_| is_proven).unwrap_or_else(|| self.class() != Class::Separated) }
    }
}

fn doubles(sites: &[Site]) -> Vec<[f64; 3]> {
    sites.iter().map(|site| site.map(|x| x as f64)).collect()
}

/// The point of the plane through `vertex` with the normal `axis` that is nearest to the origin.
pub fn foot(axis: &Point, vertex: &Point) -> Point {
    type S = Solid<Fraction>;
    S::scaled(axis, &S::dot(axis, vertex).over(&S::dot(axis, axis)))
}

pub fn dot(v: &Site, w: &Site) -> i64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

pub fn minus(v: &Site, w: &Site) -> Site {
    [v[0] - w[0], v[1] - w[1], v[2] - w[2]]
}

pub fn cross(v: &Site, w: &Site) -> Site {
    let minor = |i: usize, j: usize| v[i] * w[j] - v[j] * w[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

pub fn negated(v: &Site) -> Site {
    v.map(|x| -x)
}

/// The first of the sites with the greatest product.
pub fn support(sites: &[Site], direction: &Site) -> Site {
    sites.iter().fold(sites[0], |best, site| if dot(direction, site) > dot(direction, &best) { *site } else { best })
}
