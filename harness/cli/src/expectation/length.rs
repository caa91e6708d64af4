//! Lengths of the truth, compared with expected ones: exactly where their squares are known, and by brackets otherwise.

use std::fmt;

use dashu_ratio::RBig;
use gjk_cases::case::{Class, Point};
use gjk_cases::format::number;
use gjk_truth::exact::Bracket;
use gjk_truth::truth::Truth;

/// A length: s √q + r for rationals q and r and a sign s, or a number between two doubles.
pub struct Length {
    exact: Option<Root>,
    bounds: [f64; 2],
}

/// s √q + r.
struct Root {
    is_negative: bool,
    q: RBig,
    r: RBig,
}

impl Length {
    /// The distance of the bodies of a truth.
    pub fn of_distance(truth: &Truth) -> Length {
        let rounded_hulls = truth.hulls().filter(|hulls| hulls.has_radii() && truth.decided() == Some(Class::Separated));
        let exact = match (rounded_hulls, truth.decided()) {
            (Some(hulls), _) => Some(Root::plus(hulls.core_distance_squared(), -hulls.exact_radii().clone())),
            (None, Some(Class::Touching | Class::Overlapping)) => Some(Root::plus(RBig::ZERO, RBig::ZERO)),
            _ => truth.distance_squared().map(|squared| Root::plus(squared, RBig::ZERO)),
        };
        Length { exact, bounds: truth.bounds().into() }
    }

    /// The depth of the bodies of a truth, which are not known to be separated; `None` for unions, whose depth is not computed.
    pub fn of_depth(truth: &Truth) -> Option<Length> {
        let (exact, bracket) = match truth {
            Truth::Hulls(hulls) => {
                let radii = hulls.exact_radii().clone();
                let exact = match hulls.core_depth_squared() {
                    Some(squared) => Root::plus(squared, radii),
                    None => Root { is_negative: true, q: hulls.core_distance_squared(), r: radii },
                };
                (Some(exact), Bracket::exactly(hulls.depth()))
            }
            Truth::Halfspace(halfspace) => {
                let exact = truth.depth_squared().map(|squared| Root::plus(squared, RBig::ZERO));
                (exact, Bracket::exactly(halfspace.depth()))
            }
            Truth::Curved(curved) => (None, curved.depth()),
            Truth::Cast(cast) => return Length::of_depth(&cast.start),
            Truth::Union(_) => return None,
        };
        Some(Length { exact, bounds: around(bracket) })
    }

    /// The distance of two points.
    pub fn between(one: &Point, other: &Point) -> Length {
        let difference = |(x, y): (&f64, &f64)| {
            let [x, y] = [x, y].map(|x| RBig::try_from(*x).unwrap_or(RBig::ZERO));
            x - y
        };
        let q = one.iter().zip(other).map(difference).fold(RBig::ZERO, |sum, x| sum + &x * &x);
        let value = gjk_truth::exact::Scaled::of_rational(&q).root();
        Length { exact: Some(Root::plus(q, RBig::ZERO)), bounds: around(Bracket::exactly(value)) }
    }

    /// Whether the length is certainly not between these bounds, nor equal to one of them.
    pub fn is_outside(&self, [least, greatest]: &[RBig; 2]) -> bool {
        match &self.exact {
            Some(root) => root.is_less(least) || root.is_greater(greatest),
            None => {
                let [low, high] = self.bounds.map(RBig::try_from);
                high.is_ok_and(|high| high < *least) || low.is_ok_and(|low| low > *greatest)
            }
        }
    }

    /// Whether this is certainly not the square of the length.
    pub fn is_not_root_of(&self, squared: &RBig) -> bool {
        if let Some(root) = self.exact.as_ref().filter(|root| root.r == RBig::ZERO) {
            return root.q != *squared;
        }
        let [low, high] = self.bounds.map(|x| RBig::try_from(x).map(|x| &x * &x));
        low.is_ok_and(|low| *squared < low) || high.is_ok_and(|high| *squared > high)
    }
}

impl Root {
    fn plus(q: RBig, r: RBig) -> Root {
        Root { is_negative: false, q, r }
    }

    /// Whether s √q < x − r.
    fn is_less(&self, x: &RBig) -> bool {
        let rest = x - &self.r;
        let squared = &rest * &rest;
        match self.is_negative {
            false => rest > RBig::ZERO && self.q < squared,
            true => rest > RBig::ZERO || self.q > squared,
        }
    }

    /// Whether s √q > x − r.
    fn is_greater(&self, x: &RBig) -> bool {
        let rest = x - &self.r;
        let squared = &rest * &rest;
        match self.is_negative {
            false => rest < RBig::ZERO || self.q > squared,
            true => rest < RBig::ZERO && self.q < squared,
        }
    }
}

/// Doubles that bracket a length. Its numbers are good to 90 bits and more, a rounded double to 53: the length lies between
/// the neighbours of the double.
fn around(Bracket { low, high }: Bracket) -> [f64; 2] {
    let low = if low.is_zero() { 0.0 } else { low.to_f64().next_down().max(0.0) };
    let high = if high.is_zero() { 0.0 } else { high.to_f64().next_up() };
    [low, high]
}

impl fmt::Display for Length {
    /// The double in the middle of the bounds, or both bounds where they differ by more than rounding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.bounds;
        let middle = low + 0.5 * (high - low);
        if high <= middle.next_up().next_up() {
            f.write_str(&number(middle))
        } else {
            write!(f, "between {} and {}", number(low), number(high))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_compare_without_being_taken() {
        // q, r and the number s √q + r in doubles, which is not near any of the numbers x.
        for (q, r) in [(2, 0), (2, -1), (2, 3), (2, -3), (0, 0), (9, 1), (9, -5)] {
            for is_negative in [false, true] {
                let root = Root { is_negative, q: RBig::from(q), r: RBig::from(r) };
                let value = if is_negative { -1.0 } else { 1.0 } * f64::from(q).sqrt() + f64::from(r);
                for x in -9..=9 {
                    let found = (root.is_less(&RBig::from(x)), root.is_greater(&RBig::from(x)));
                    assert_eq!(found, (value < f64::from(x), value > f64::from(x)), "{value} {x}");
                }
            }
        }
    }

    #[test]
    fn a_length_is_shown_as_a_number_or_as_its_bounds() {
        let text = |bounds: [f64; 2]| Length { exact: None, bounds }.to_string();
        assert_eq!(text([5_f64.next_down(), 5_f64.next_up()]), "5");
        assert_eq!(text([0.0, 0.0]), "0");
        assert_eq!(text([0.0, 0.25]), "between 0 and 0.25");
    }
}
