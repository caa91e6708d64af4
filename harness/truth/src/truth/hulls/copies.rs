//! Two hulls of points with A moved, or with A together with its moved copy: the hull of the space that A sweeps.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::Point;
use gjk_numbers::vector::{Vector, cross, dot, is_zero, minus, negated};
use gjk_numbers::{Big, Ring};

use super::{HullTruth, Proven};
use crate::certificate::cast::is_first_contact;
use crate::certificate::{holds_origin, normal_of, separates};
use crate::exact::{Integral, Scaled};
use crate::lattice::{Lattice, Pair};
use crate::oracle::cast::{FirstContact, at_time, first_contact};

/// Bits of the coordinates of bodies that were moved, on a finer grid: three times D, and a sign, in 256-bit predicates.
pub(super) const BITS: i64 = 60;

/// Bits by which that grid is finer than D if integers of any size are used.
pub(super) const FINE: i64 = 100;

/// The copies of A that a body consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::truth) enum Copies {
    /// The moved copy alone.
    Moved,
    /// A where it is given, and the moved copy.
    Swept,
}

impl HullTruth {
    /// The pair with A moved by v, or swept along it. v is rounded to a grid, which changes lengths by less than 2⁻⁵⁶ D, unless
    /// the grid of 60 bits has it exactly.
    pub(in crate::truth) fn with_a(&self, copies: Copies, v: &[Scaled; 3]) -> HullTruth {
        self.copied(copies, v, false)
    }

    /// The pair with A swept along a vector of doubles, exactly.
    pub(in crate::truth) fn with_a_exactly(&self, copies: Copies, v: &Point) -> HullTruth {
        self.copied(copies, &v.map(Scaled::from_f64), true)
    }

    /// The first contact of the cores, which are apart, if A moves by a vector of doubles; `None` if they do not meet until time 1.
    ///
    /// # Panics
    /// If the certificate kernel refuses the proof, as for the proof of how the cores lie.
    pub(in crate::truth) fn first_contact(&self, motion: &Point) -> Option<FirstContact> {
        let v = motion.map(Scaled::from_f64);
        let lattice = placed(self.enlarged(), Copies::Moved, &[Scaled::ZERO; 3], self.finer(&v));
        let motion: Vector<Big> = v.map(|x| integer(x.shifted(-lattice.grid.exponent)));
        let found = first_contact(&lattice, &motion);
        if let Some(FirstContact { time, normal, face }) = &found {
            assert!(
                is_first_contact(&lattice, &motion, time, normal, face),
                "the certificate kernel refuses the oracle's first contact {found:?} of {lattice:?} along {motion:?}"
            );
        }
        found
    }

    /// The time of the first contact of the cores, if a face of M proves it: a plane that holds it supports M, and the ray t d meets
    /// the plane in the face. The plane is that of the face if it has as many points as the space has dimensions; otherwise its
    /// normal has to be given, with either sign.
    pub(in crate::truth) fn proven_contact(&self, motion: &Point, face: &[Pair], normal: Option<&Vector<Big>>) -> Option<RBig> {
        let v = motion.map(Scaled::from_f64);
        let lattice = placed(self.enlarged(), Copies::Moved, &[Scaled::ZERO; 3], self.finer(&v));
        let motion: Vector<Big> = v.map(|x| integer(x.shifted(-lattice.grid.exponent)));
        let vertices = lattice.vertices(face);
        let of_plane = match &vertices[..] {
            [p, q, r] if lattice.grid.dimension == 3 => Some(cross(&minus(q, p), &minus(r, p))),
            [p, q] if lattice.grid.dimension == 2 => {
                let [x, y, z] = minus(q, p);
                Some([y.negated(), x, z])
            }
            _ => None,
        };
        let normal = of_plane.as_ref().filter(|normal| !is_zero(normal)).or(normal)?;
        // With d = −r, the normal that points into M has a positive product with d.
        let away = dot(normal, &motion);
        let normal = if away > Big::zero() { negated(normal) } else { normal.clone() };
        let rate = dot(&normal, &negated(&motion));
        if rate == Big::zero() {
            return None;
        }
        let time = RBig::from(dot(&normal, vertices.first()?).0) / RBig::from(rate.0);
        is_first_contact(&lattice, &motion, &time, &normal, face).then_some(time)
    }

    /// Whether a face of M proves that the cores are apart at a time, by its exact normal, or that they share a point then.
    pub(in crate::truth) fn is_decided_by(&self, motion: &Point, time: &RBig, face: &[Pair]) -> bool {
        let v = motion.map(Scaled::from_f64);
        let lattice = placed(self.enlarged(), Copies::Moved, &[Scaled::ZERO; 3], self.finer(&v));
        let motion: Vector<Big> = v.map(|x| integer(x.shifted(-lattice.grid.exponent)));
        let moved = at_time(&lattice, &motion, time);
        let vertices = moved.vertices(face);
        let separates = || normal_of(&vertices).is_some_and(|normal| separates(&moved, &normal));
        !face.is_empty() && (holds_origin(&vertices) || separates())
    }

    /// The bits by which a grid has to be finer to have a vector exactly.
    fn finer(&self, v: &[Scaled; 3]) -> i64 {
        let exponent = self.grid().exponent;
        v.iter().map(|x| exponent - lowest_bit(*x).unwrap_or(exponent)).max().unwrap_or(0).max(0)
    }

    fn copied(&self, copies: Copies, v: &[Scaled; 3], is_exact: bool) -> HullTruth {
        let exponent = self.grid().exponent;
        let longest = v.iter().fold(Scaled::ZERO, |longest, x| longest.max(*x).max(x.negated()));
        let bits = self.core_size().plus(longest).exponent() + 1 - exponent;
        let needed = self.finer(v);
        let room = BITS - 1 - bits;
        let copied = match &*self.proven {
            Proven::Wide(lattice, _) if room >= needed || (room >= 0 && !is_exact) => {
                HullTruth::of(placed(lattice, copies, v, needed.min(room)), Proven::Wide)
            }
            Proven::Wide(..) | Proven::Big(..) => {
                let finer = if is_exact { needed } else { needed.min((FINE - bits).max(0)) };
                HullTruth::of(placed(self.enlarged(), copies, v, finer), Proven::Big)
            }
        };
        copied.with_radii_of_sum(self.exact_radii.clone())
    }

    /// The pair with A moved by a vector with rational coordinates, or swept along it; and the unit of its lengths, by which they
    /// have to be divided.
    pub(in crate::truth) fn with_a_of_rationals(&self, copies: Copies, v: &[RBig; 3]) -> (HullTruth, Scaled) {
        let denominator = v.iter().fold(IBig::ONE, |product, x| product * IBig::from(x.denominator().clone()));
        // In units of the coordinates; the grid's unit is a power of two, which may be a fraction.
        let exponent = self.grid().exponent;
        let [of_grid, of_v] = if exponent >= 0 { [exponent, 0] } else { [0, -exponent] };
        let lattice = self.enlarged();
        let scaled = |p: &Vector<Big>| p.each_ref().map(|x| Big((&x.0 << of_grid as usize) * &denominator));
        let step =
            v.each_ref().map(|x| (x.numerator() * (&denominator / IBig::from(x.denominator().clone()))) << of_v as usize);
        let first = lattice.a.iter().map(scaled).filter(|_| copies == Copies::Swept);
        let moved = lattice.a.iter().map(|p| {
            let p = scaled(p);
            [0, 1, 2].map(|i| Big(&p[i].0 + &step[i]))
        });
        let (a, b) = (first.chain(moved).collect(), lattice.b.iter().map(scaled).collect());
        let copied = Lattice::of_bodies(lattice.grid.dimension, a, b, exponent.min(0), lattice.grid.origin);
        let radii = self.exact_radii() * RBig::from(denominator.clone());
        (HullTruth::of(copied, Proven::Big).with_radii_of_sum(radii), Big(denominator).scaled())
    }
}

/// The exponent of the lowest bit of a number; `None` for zero.
fn lowest_bit(x: Scaled) -> Option<i64> {
    x.parts().into_iter().filter(|(odd, _)| *odd != 0).map(|(_, exponent)| exponent).min()
}

/// The nearest integer, with an error of at most one.
pub(super) fn integer<I: Integral>(x: Scaled) -> I {
    let part = |(odd, exponent): (i64, i64)| {
        if exponent >= 0 {
            let power = (0..exponent)
                .step_by(60)
                .fold(I::one(), |power, done| power.times(&I::from_i128(1 << (exponent - done).min(60))));
            I::from_i128(odd.into()).times(&power)
        } else if exponent > -63 {
            // Rounds to the nearest.
            I::from_i128(((i128::from(odd) >> (-exponent - 1)) + 1) >> 1)
        } else {
            I::zero()
        }
    };
    let [high, low] = x.parts().map(part);
    high.plus(&low)
}

/// The bodies on a grid that is `finer` bits finer, with A moved by v, which is in units of the coordinates, or with A and its
/// moved copy.
pub(super) fn placed<I: Integral>(lattice: &Lattice<I>, copies: Copies, v: &[Scaled; 3], finer: i64) -> Lattice<I> {
    let grid = &lattice.grid;
    let exponent = grid.exponent - finer;
    let unit: I = integer(Scaled::from_f64(1.0).shifted(finer));
    let step: Vector<I> = v.map(|x| integer(x.shifted(-exponent)));
    let enlarged = |p: &Vector<I>| [0, 1, 2].map(|i| p[i].times(&unit));
    let first = lattice.a.iter().map(enlarged).filter(|_| copies == Copies::Swept);
    let moved = lattice.a.iter().map(|p| {
        let p = enlarged(p);
        [0, 1, 2].map(|i| p[i].plus(&step[i]))
    });
    let b = lattice.b.iter().map(enlarged);
    Lattice::of_bodies(grid.dimension, first.chain(moved).collect(), b.collect(), exponent, grid.origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::enlarged;

    #[test]
    fn integers_are_the_nearest() {
        for (x, expected) in [(0.0, 0), (0.4, 0), (0.6, 1), (-0.6, -1), (1e9, 1_000_000_000), (-3.0, -3), (1e-300, 0)] {
            assert_eq!(integer::<Big>(Scaled::from_f64(x)), Big(expected.into()), "{x}");
        }
        assert_eq!(integer::<Big>(Scaled::from_f64(3.0).shifted(130)), Big(IBig::from(3) << 130));
        let sum = Scaled::from_f64(2.0_f64.powi(70)).plus(Scaled::from_f64(1.0));
        assert_eq!(integer::<Big>(sum), Big((IBig::ONE << 70) + IBig::ONE));
        assert_eq!(enlarged(&[0, 1, 2].map(|_| integer::<gjk_numbers::Wide>(sum)))[0], Big((IBig::ONE << 70) + IBig::ONE));
    }
}
