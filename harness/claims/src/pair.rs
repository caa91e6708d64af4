//! Pairs of small bodies on the integer lattice: exact runs on them, and the truth of them.

use gjk_hunt::search::Candidate;
use gjk_hunt::search::MachineInteger;
use gjk_hunt::search::Site;
use gjk_truth::certificate;
use gjk_truth::exact::Integral;
use gjk_truth::lattice::AnyLattice;
use gjk_truth::oracle::{self, Proof};
use gjk_truth::truth::HullTruth;
use gjk_variants::{
    Answer, Euclidean, Evidence, Observer, Outcome, Ring, Scalar, Separation, Solid, Space, Start, SupportMap, Variant, Wide,
};

use crate::fraction::Fraction;
use gjk_cases::case::Class;

/// A pair of bodies on the integer lattice.
#[derive(Clone, Copy, Debug)]
pub struct LatticePair<'a> {
    /// 2 or 3.
    pub dimension: usize,
    /// The points of A.
    pub a: &'a [Site],
    /// The points of B.
    pub b: &'a [Site],
    /// The first direction, where it is not the variant's own.
    pub start: Option<Site>,
}

/// A point with rational coordinates.
pub type Point = <Solid<Fraction> as Space>::Vector;

/// What a boolean run says, and what is true.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// Whether the run says that the bodies meet; none where it says nothing.
    pub says: Option<bool>,
    /// Whether they do.
    pub meets: bool,
}

impl Judged {
    /// Whether the run ended with the right verdict.
    pub fn is_right(self) -> bool {
        self.says == Some(self.meets)
    }
}

impl LatticePair<'_> {
    /// The pair as a shrinker takes it.
    pub fn candidate(&self) -> Candidate {
        let start = self.start.map(|site| site.map(|x| x as f64));
        Candidate { dimension: self.dimension as u8, a: doubles(self.a), b: doubles(self.b), start }
    }

    /// Every point a − b.
    pub fn differences(&self) -> Vec<Site> {
        self.a.iter().flat_map(|a| self.b.iter().map(move |b| minus(a, b))).collect()
    }

    /// The truth of the pair.
    pub fn truth(&self) -> HullTruth {
        HullTruth::of_points(self.dimension, &doubles(self.a), &doubles(self.b))
    }

    /// How the bodies lie.
    pub fn class(&self) -> Class {
        self.truth().class()
    }

    /// The point of M nearest to the origin: the origin itself where the bodies meet.
    pub fn nearest(&self) -> Point {
        let (a, b) = (doubles(self.a), doubles(self.b));
        let AnyLattice::Wide(lattice) = AnyLattice::of_points(self.dimension, &a, &b) else {
            unreachable!("small integers fit 256 bits")
        };
        let Proof::Separated { face, axis } = &oracle::prove(&lattice) else { return Solid::<Fraction>::zero() };
        let whole = |x: &Wide| Fraction::whole(i64::try_from(x.to_big()).expect("small integers"));
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
    ) -> Outcome<V::Answer>
    where
        Euclidean<T, D>: Space<Scalar = T>,
    {
        let start = self.start.map_or(Start::Default, |site| Start::Direction(vector::<T, D>(&site)));
        variant.solve_erased(&Sites(self.a), &Sites(self.b), &start, observer)
    }

    /// Whether no point of M is nearer to the origin along v than v is: true of the nearest point.
    pub fn is_beyond<const D: usize>(&self, v: &<Euclidean<Fraction, D> as Space>::Vector) -> bool {
        let on_a = Sites(self.a).support(&<Euclidean<Fraction, D>>::negated(v), None).0;
        let on_b = Sites(self.b).support(v, None).0;
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

    /// Holds an answer against the truth, which is asked of the oracle where the answer's own evidence proves nothing.
    pub fn judge<const D: usize>(&self, answer: Option<impl Answer<Euclidean<MachineInteger, D>>>) -> Judged {
        let evidence = answer.map(Answer::evidence);
        let (says, proven) = match &evidence {
            Some(Evidence::Disjoint { axis }) => {
                let of_a = self.a.iter().map(|site| product(axis, site));
                let of_b = self.b.iter().map(|site| product(axis, site));
                (Some(false), of_a.min() > of_b.max())
            }
            Some(Evidence::Intersecting { simplex }) => {
                let points: Vec<_> = simplex.iter().map(|(i, j)| minus(&self.a[i], &self.b[j]).map(MachineInteger)).collect();
                (Some(true), certificate::holds_origin(&points))
            }
            Some(Evidence::Apart(_) | Evidence::Beyond { .. } | Evidence::Measured { .. }) => (Some(false), false),
            Some(Evidence::Within(_)) => (Some(true), false),
            None => (None, false),
        };
        match says {
            Some(meets) if proven => Judged { says, meets },
            _ => Judged { says, meets: self.class() != Class::Separated },
        }
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

/// Exact numbers of machine integers.
pub trait Number: Ring {
    /// An integer.
    fn whole(value: i64) -> Self;
    /// The quotient of two integers, or an integer near it where there are no fractions.
    fn quotient(over: i64, under: i64) -> Self;
}

impl Number for MachineInteger {
    #[inline]
    fn whole(value: i64) -> Self {
        MachineInteger(value)
    }
    fn quotient(over: i64, under: i64) -> Self {
        MachineInteger(over / under)
    }
}

impl Number for Fraction {
    #[inline]
    fn whole(value: i64) -> Self {
        Fraction::whole(value)
    }
    fn quotient(over: i64, under: i64) -> Self {
        Fraction::whole(over).over(&Fraction::whole(under))
    }
}

/// A site as a vector.
pub fn vector<T: Number, const D: usize>(site: &Site) -> <Euclidean<T, D> as Space>::Vector {
    <Euclidean<T, D>>::vector(|i| T::whole(site[i]))
}

#[inline]
fn product<T: Number, const D: usize>(direction: &<Euclidean<T, D> as Space>::Vector, site: &Site) -> T {
    <Euclidean<T, D>>::dot(direction, &vector::<T, D>(site))
}

/// The hull of sites. The first one in index order wins a tie.
pub struct Sites<'a>(pub &'a [Site]);

impl<T: Number, const D: usize> SupportMap<Euclidean<T, D>> for Sites<'_> {
    #[inline]
    fn support(
        &self,
        direction: &<Euclidean<T, D> as Space>::Vector,
        _: Option<usize>,
    ) -> (<Euclidean<T, D> as Space>::Vector, usize) {
        let (mut best, mut greatest) = (0, product::<T, D>(direction, &self.0[0]));
        for (index, site) in self.0.iter().enumerate().skip(1) {
            let product = product::<T, D>(direction, site);
            if product > greatest {
                (best, greatest) = (index, product);
            }
        }
        (vector::<T, D>(&self.0[best]), best)
    }

    fn center(&self) -> <Euclidean<T, D> as Space>::Vector {
        let sum = |i: usize| self.0.iter().map(|site| site[i]).sum();
        <Euclidean<T, D>>::vector(|i| T::quotient(sum(i), self.0.len() as i64))
    }

    fn vertex(&self, index: usize) -> Option<<Euclidean<T, D> as Space>::Vector> {
        self.0.get(index).map(vector::<T, D>)
    }
}

/// The scalar product.
pub fn dot(v: &Site, w: &Site) -> i64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

/// v − w.
pub fn minus(v: &Site, w: &Site) -> Site {
    [v[0] - w[0], v[1] - w[1], v[2] - w[2]]
}

/// v × w.
pub fn cross(v: &Site, w: &Site) -> Site {
    let minor = |i: usize, j: usize| v[i] * w[j] - v[j] * w[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// −v.
pub fn negated(v: &Site) -> Site {
    v.map(|x| -x)
}

/// The first of the sites with the greatest product.
pub fn support(sites: &[Site], direction: &Site) -> Site {
    sites.iter().fold(sites[0], |best, site| if dot(direction, site) > dot(direction, &best) { *site } else { best })
}
