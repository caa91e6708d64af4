//! Vectors of numbers of 106 bits.

use crate::double::Double;

/// A vector.
pub type Vector = [Double; 3];

/// The zero vector.
pub const ZERO: Vector = [Double::ZERO; 3];

/// p · q.
pub fn dot(p: &Vector, q: &Vector) -> Double {
    p[0].times(q[0]).plus(p[1].times(q[1])).plus(p[2].times(q[2]))
}

/// p + q.
pub fn plus(p: &Vector, q: &Vector) -> Vector {
    std::array::from_fn(|i| p[i].plus(q[i]))
}

/// p − q.
pub fn minus(p: &Vector, q: &Vector) -> Vector {
    std::array::from_fn(|i| p[i].minus(q[i]))
}

/// p times a number.
pub fn scaled(p: &Vector, factor: Double) -> Vector {
    p.map(|x| x.times(factor))
}

/// −p.
pub fn negated(p: &Vector) -> Vector {
    p.map(Double::negated)
}

/// p × q.
pub fn cross(p: &Vector, q: &Vector) -> Vector {
    let minor = |i: usize, j: usize| p[i].times(q[j]).minus(p[j].times(q[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// |p|.
pub fn length(p: &Vector) -> Double {
    dot(p, p).root()
}

/// A vector of doubles.
pub fn of(p: &[f64; 3]) -> Vector {
    p.map(Double::new)
}
