//! The proof of a first contact.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_numbers::vector::{Vector, dot, minus, negated, scaled};
use gjk_numbers::{Big, Ring};

use super::{greatest, holds_origin, least};
use crate::lattice::{Lattice, Pair};

/// True if A, moving by r from time 0 to time 1, touches B for the first time at p/q, which is from 0 to 1; and `n` and the face
/// prove it. The motion is in units of the lattice.
///
/// With d = −r, contact at t means that t d is in M. Let h be the least product of n with a point of M. n·d > 0 and q h = p n·d, so
/// every earlier point s d of the ray has n·(s d) < h, and is not in M. The points q w − p d of the face hold the origin, so that
/// p/q d is in M.
pub fn is_first_contact(lattice: &Lattice<Big>, motion: &Vector<Big>, time: &RBig, n: &Vector<Big>, face: &[Pair]) -> bool {
    let (p, q) = (Big(time.numerator().clone()), Big(IBig::from(time.denominator().clone())));
    let d = negated(motion);
    let (level, rate) = (least(n, &lattice.a).minus(&greatest(n, &lattice.b)), dot(n, &d));
    let ahead = scaled(&d, &p);
    let relative: Vec<Vector<Big>> = lattice.vertices(face).iter().map(|w| minus(&scaled(w, &q), &ahead)).collect();
    rate > Big::zero()
        && level.times(&q) == rate.times(&p)
        && *time >= RBig::ZERO
        && *time <= RBig::ONE
        && holds_origin(&relative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::AnyLattice;
    use crate::oracle::cast::{FirstContact, first_contact};
    use crate::small::{Numbers, in_doubles, lattice, of_a};

    fn big(v: [i64; 3]) -> Vector<Big> {
        v.map(|x| Big(x.into()))
    }

    fn ratio(p: i64, q: i64) -> RBig {
        RBig::from(p) / RBig::from(q)
    }

    #[test]
    fn a_first_contact_is_accepted_and_every_lie_about_it_is_not() {
        // A square over the origin at height 3, which moves down by 4: contact at 3/4, in its middle.
        let square = lattice(3, &[[2, 2, 3], [-2, 2, 3], [-2, -2, 3], [2, -2, 3], [0, 0, 9]]).enlarged();
        let accepts = |motion, time: (i64, i64), n, face: &[usize]| {
            is_first_contact(&square, &big(motion), &ratio(time.0, time.1), &big(n), &of_a(face))
        };
        let down = [0, 0, -4];
        assert!(accepts(down, (3, 4), [0, 0, 1], &[0, 2]) && accepts(down, (3, 4), [0, 0, 7], &[0, 1, 2, 3]));
        assert!(!accepts(down, (3, 4), [0, 0, 1], &[0, 1]), "the contact is not on this edge");
        assert!(!accepts(down, (3, 4), [0, 0, 1], &[]), "no points");
        assert!(!accepts(down, (1, 2), [0, 0, 1], &[0, 2]), "too early");
        assert!(!accepts(down, (7, 8), [0, 0, 1], &[0, 2]), "too late");
        assert!(!accepts(down, (3, 4), [0, 0, -1], &[0, 2]), "the wrong way");
        assert!(!accepts(down, (3, 4), [0, 0, 0], &[0, 2]), "no normal");
        assert!(!accepts(down, (3, 4), [0, 1, 1], &[0, 2]), "a normal whose plane is passed earlier");
        assert!(!accepts([0, 0, 4], (3, 4), [0, 0, 1], &[0, 2]), "the motion leads away");
        assert!(!accepts([0, 0, -2], (3, 2), [0, 0, 1], &[0, 2]), "after the motion");
        // A passes the origin, and t d is in M at 9/4 too, which is not the first time.
        assert!(!accepts([0, 0, -9], (1, 1), [0, 0, 1], &[4]), "the far side");
        assert!(accepts([0, 0, -9], (1, 3), [0, 0, 1], &[0, 2]));
    }

    #[test]
    fn every_first_contact_of_the_oracle_is_accepted_and_no_other_time_is() {
        let mut numbers = Numbers::of(5);
        let mut counts = [0; 2];
        for round in 0..2000_i64 {
            let (of_a, of_b, size) = (1 + round as usize % 6, 1 + round as usize / 6 % 5, 1 + round % 4);
            let (a, b) = (numbers.points(of_a, size, 2 * size + 1), numbers.points(of_b, size, 0));
            let motion = [numbers.next(size), numbers.next(size), -size - numbers.next(3 * size).abs()];
            for dimension in [2, 3] {
                let flat = |[x, y, z]: &[i64; 3]| if dimension == 2 { [*y, *z, 0] } else { [*x, *y, *z] };
                let [a, b] = [&a, &b].map(|points| in_doubles(&points.iter().map(flat).collect::<Vec<_>>()));
                let lattice = AnyLattice::of_points(dimension, &a, &b).big();
                let unit = 2.0_f64.powi(-lattice.grid.exponent as i32);
                let r = flat(&motion).map(|x| Big(((x as f64 * unit) as i64).into()));
                let Some(FirstContact { time, normal, face }) = first_contact(&lattice, &r) else {
                    counts[0] += 1;
                    continue;
                };
                counts[1] += 1;
                assert!(is_first_contact(&lattice, &r, &time, &normal, &face), "{a:?} {b:?} {motion:?}");
                for lie in [&time * ratio(7, 8), &time + ratio(1, 1000), RBig::ONE - &time].iter().filter(|lie| **lie != time) {
                    assert!(!is_first_contact(&lattice, &r, lie, &normal, &face));
                }
            }
        }
        assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
    }
}
