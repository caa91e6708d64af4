//! Cells of the number line, which a tally keeps instead of numbers.

use serde::{Deserialize, Serialize};

/// Bits of the significand that a cell keeps, without the leading one.
const BITS: u32 = 3;
const REST: u32 = f64::MANTISSA_DIGITS - 1 - BITS;

/// All numbers with the same sign, exponent and first three bits after the leading one: eight cells per octave, none wider than
/// an eighth of its numbers.
///
/// Zero has a cell of its own. Cells are ordered as their numbers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(i16);

impl Cell {
    /// The cell of a number, or `None` if it is not finite.
    pub fn of(number: f64) -> Option<Cell> {
        // 15 bits without the sign, so one more fits.
        let place = (number.abs().to_bits() >> REST) as i16;
        number.is_finite().then_some(Cell(match number {
            0.0 => 0,
            number if number > 0.0 => place + 1,
            _ => -place - 1,
        }))
    }

    /// The least upper bound of its numbers.
    pub fn end(self) -> f64 {
        let edge = |place: i16| f64::from_bits((place as u64) << REST).min(f64::MAX);
        match self.0 {
            0 => 0.0,
            place if place > 0 => edge(place),
            place => -edge(-place - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_in_the_order_of_their_numbers_and_no_wider_than_an_eighth() {
        let numbers = [-1e300, -2.0, -1.0, -1e-320, 0.0, 5e-324, 1e-300, 0.999, 1.0, 1.1, 1.2, 63.9, 64.0, 1e300, f64::MAX];
        for pair in numbers.windows(2) {
            assert!(Cell::of(pair[0]) <= Cell::of(pair[1]), "{pair:?}");
        }
        for number in numbers {
            let end = Cell::of(number).unwrap().end();
            assert!(end >= number, "{number} {end}");
            assert!(end - number <= number.abs() / 8.0 || number.abs() < 1e-300, "{number} {end}");
        }
        assert_eq!((Cell::of(0.0), Cell::of(-0.0), Cell::of(0.0).unwrap().end()), (Some(Cell(0)), Some(Cell(0)), 0.0));
        assert_ne!(Cell::of(5e-324), Cell::of(0.0));
        assert_eq!(Cell::of(f64::MAX).unwrap().end(), f64::MAX);
        assert!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().all(|number| Cell::of(number).is_none()));
    }
}
