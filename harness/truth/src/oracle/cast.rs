//! The exact first contact of a body that moves.
//!
//! # Derivation
//! With d = −r for the motion r, contact at t means that t d is in M. φ(t), the distance of t d from M, is convex. Let v be the
//! vector from t d to the nearest point of M, and h the least product of v with a point of M. Until h / (v·d) every point s d of the
//! ray has v·(s d) < h, so no contact happens before. This is the step of Newton's method for φ. It gives lower bounds that rise.
//!
//! It ends. If there is a contact at t*, the bounds cannot have a limit below t*: there φ would be positive, and no step is shorter
//! than φ / |d|. Once t d is near x = t* d, the nearest point lies on a face whose closure holds x; the plane of that face passes
//! through x, and the next bound is t*. If there is no contact, φ is at least some c > 0, every step is at least c / |d|, and behind
//! the body the rate v·d is not positive.
//!
//! By the duality of linear programs t* is the greatest of these bounds over all vectors, so the last one proves it
//! ([`crate::certificate::cast`]).

use dashu_int::IBig;
use dashu_int::ops::Gcd;
use dashu_ratio::RBig;
use gjk_numbers::vector::{Vector, dot, negated};
use gjk_numbers::{Big, Ring};

use super::nearest::{Nearest, lowest, nearest};
use crate::lattice::{Lattice, Pair};

/// The first contact of bodies that are apart at the start, with its proof.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstContact {
    /// The time, from 0 to 1.
    pub time: RBig,
    /// A normal n: until the time, n·(s d) is less than every product of n with a point of M.
    pub normal: Vector<Big>,
    /// Points of M whose hull holds t d.
    pub face: Vec<Pair>,
}

/// A with its points moved by the share p/q of the motion, and everything multiplied by q.
pub fn at_time(lattice: &Lattice<Big>, motion: &Vector<Big>, time: &RBig) -> Lattice<Big> {
    let (p, q) = (Big(time.numerator().clone()), Big(IBig::from(time.denominator().clone())));
    let a = lattice.a.iter().map(|a| std::array::from_fn(|i| a[i].times(&q).plus(&motion[i].times(&p))));
    let b = lattice.b.iter().map(|b| b.each_ref().map(|x| x.times(&q)));
    Lattice::of_bodies(lattice.grid.dimension, a.collect(), b.collect(), lattice.grid.exponent, lattice.grid.origin)
}

/// The first contact for a motion in units of the lattice, of bodies that are apart at the start; `None` if they do not meet until
/// time 1.
pub fn first_contact(lattice: &Lattice<Big>, motion: &Vector<Big>) -> Option<FirstContact> {
    let d = negated(motion);
    let mut time = RBig::ZERO;
    let mut last = None;
    loop {
        let Nearest { face, axis } = nearest(&at_time(lattice, motion, &time));
        let Some(axis) = axis else {
            return last.map(|normal| FirstContact { time, normal, face: face.pairs().to_vec() });
        };
        let normal = primitive(axis);
        let level = dot(&normal, &lattice.difference(lowest(lattice, &normal)));
        let rate = dot(&normal, &d);
        if rate <= Big::zero() || level > rate {
            return None;
        }
        time = RBig::from(level.0) / RBig::from(rate.0);
        last = Some(normal);
    }
}

/// A vector without a common divisor of its coordinates.
pub fn primitive(v: Vector<Big>) -> Vector<Big> {
    let divisor = v.iter().fold(IBig::ZERO, |divisor, x| {
        if divisor == IBig::ZERO {
            x.0.clone()
        } else {
            if x.0 == IBig::ZERO { divisor } else { IBig::from(divisor.gcd(&x.0)) }
        }
    });
    let divisor = if divisor < IBig::ZERO { -divisor } else { divisor };
    if divisor == IBig::ZERO { v } else { v.map(|x| Big(x.0 / &divisor)) }
}
