//! A length that is known between two bounds.

use super::Scaled;

/// Bounds of a length; they are equal if it is known exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// A lower bound.
    pub low: Scaled,
    /// An upper bound.
    pub high: Scaled,
}

impl Bracket {
    /// The length zero.
    pub const ZERO: Bracket = Bracket::exactly(Scaled::ZERO);

    /// A length that is known exactly.
    pub const fn exactly(length: Scaled) -> Bracket {
        Bracket { low: length, high: length }
    }

    /// The bracket of an increasing function of the length.
    pub fn map(self, rising: impl Fn(Scaled) -> Scaled) -> Bracket {
        Bracket { low: rising(self.low), high: rising(self.high) }
    }

    /// Times 2ᵏ.
    pub fn shifted(self, k: i64) -> Bracket {
        self.map(|bound| bound.shifted(k))
    }

    /// The sum of the length and another one.
    pub fn plus(self, length: Scaled) -> Bracket {
        self.map(|bound| bound.plus(length))
    }

    /// The difference of the bounds.
    pub fn width(self) -> Scaled {
        self.high.minus(self.low)
    }

    /// The midpoint.
    pub fn middle(self) -> Scaled {
        self.low.plus(self.high).shifted(-1)
    }

    /// The distance from a number to the bracket: the part that the bounds leave open is not an error.
    pub fn off(self, number: Scaled) -> Scaled {
        match number {
            _ if number < self.low => self.low.minus(number),
            _ if number > self.high => number.minus(self.high),
            _ => Scaled::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_off_a_bracket_by_its_distance_from_the_nearer_bound() {
        let of = Scaled::from_f64;
        let bracket = Bracket { low: of(2.0), high: of(3.0) };
        for (number, expected) in [(0.5, 1.5), (2.0, 0.0), (2.5, 0.0), (3.0, 0.0), (7.0, 4.0), (-1.0, 3.0)] {
            assert_eq!(bracket.off(of(number)).to_f64(), expected, "{number}");
        }
        assert_eq!(Bracket::exactly(of(2.0)).off(of(-2.0)).to_f64(), 4.0);
        assert_eq!(bracket.off(Scaled::BEYOND).to_f64(), f64::INFINITY, "a length that is no number");
        assert_eq!((bracket.width().to_f64(), bracket.middle().to_f64()), (1.0, 2.5));
        assert_eq!(bracket.plus(of(1.0)).shifted(1), Bracket { low: of(6.0), high: of(8.0) });
    }
}
