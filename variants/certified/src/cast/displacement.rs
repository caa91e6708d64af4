//! The displacement t r of a body that moves by r, exactly.

use crate::exact::Range;
use crate::integer::{Coordinate, Lattice, decomposed};
use crate::vector::Vector;

/// A product of two doubles: (−1)^negative times an integer of at most 106 bits times 2^exponent.
#[derive(Clone, Copy, Debug, Default)]
struct Product {
    integer: u128,
    exponent: i32,
    negative: bool,
}

impl Product {
    fn of(x: f64, y: f64) -> Product {
        let ((of_x, x_exponent), (of_y, y_exponent)) = (decomposed(x), decomposed(y));
        Product {
            integer: u128::from(of_x) * u128::from(of_y),
            exponent: x_exponent + y_exponent,
            negative: x.is_sign_negative() != y.is_sign_negative(),
        }
    }

    /// The product on the grid of 2^exponent, which divides it.
    fn on_grid<I: Coordinate>(&self, exponent: i32) -> I {
        // Two halves of 53 bits are doubles.
        let (high, low) = (self.integer >> 53, self.integer & ((1 << 53) - 1));
        let part =
            |half: u128, shift: i32| if half == 0 { I::ZERO } else { I::of(half as f64, exponent - self.exponent - shift) };
        let sum = part(high, 53).plus(&part(low, 0));
        if self.negative { sum.negated() } else { sum }
    }
}

/// The exact displacement at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Displacement([Product; 3]);

impl Displacement {
    /// t r, for a finite t and r.
    pub fn at(time: f64, motion: &Vector) -> Displacement {
        Displacement(motion.map(|x| Product::of(time, x)))
    }

    /// Extends a range to the coordinates.
    pub fn seen_by(&self, range: &mut Range) {
        self.0.iter().for_each(|product| range.see_integer(product.integer, product.exponent));
    }

    /// The displacement on a grid that holds its coordinates.
    pub fn on_grid<I: Coordinate>(&self, exponent: i32) -> Lattice<I> {
        [self.0[0].on_grid(exponent), self.0[1].on_grid(exponent), self.0[2].on_grid(exponent)]
    }
}
