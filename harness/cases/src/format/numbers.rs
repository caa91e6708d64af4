//! Numbers, and points made of them.

use super::field::Place;
use super::json::{Elements, Leaf};
use crate::body::{IDENTITY, Point};
use crate::hexfloat::{self, HexFloatError};
use crate::quote::cut;

/// The coordinates of a point; their number must equal the dimension.
pub fn point(coordinates: Elements, place: &Place) -> Option<Point> {
    let (mut first, mut count) = (Vec::with_capacity(3), 0);
    coordinates.each(|coordinate: Leaf| {
        if count < 3 {
            first.push(coordinate);
        }
        count += 1;
    });
    let mut good = place.dimension.is_none_or(|dimension| count == usize::from(dimension));
    if let Some(dimension) = place.dimension.filter(|_| !good) {
        place.fault::<()>(format!("{dimension} numbers are wanted here (dim), these are {count}"));
    }
    let mut point = [0.0; 3];
    // Every coordinate is checked, so that every fault is noted.
    for (axis, coordinate) in first.into_iter().enumerate() {
        match number(coordinate, &place.at(&format!("[{axis}]"))) {
            Some(number) => point[axis] = number,
            None => good = false,
        }
    }
    good.then_some(point)
}

/// A number that is not negative.
pub fn length(value: Leaf, place: &Place, what: &str) -> Option<f64> {
    let number = number(value, place)?;
    if number < 0.0 {
        return place.fault(format!("{what} is at least 0, this is {number}"));
    }
    Some(number)
}

/// The correct spelling of hexadecimal digits without an exponent: as a number, and also as the bits of a single or a
/// double if there are exactly as many digits as it has.
fn spelt_out(text: &str) -> String {
    let digits = text.trim_start_matches("0x").trim_start_matches("0X");
    let bits = u64::from_str_radix(digits, 16).ok().and_then(|bits| match digits.len() {
        8 => Some(("single", f64::from(f32::from_bits(bits as u32)))),
        16 => Some(("double", f64::from_bits(bits))),
        _ => None,
    });
    let number = format!("write \"{}p0\" for that number", cut(text));
    match bits.filter(|(_, value)| value.is_finite()) {
        Some((kind, value)) => format!("{number}, or \"{}\" if these are the bits of a {kind}", hexfloat::write(value)),
        None => number,
    }
}

/// A decimal or a hexadecimal float.
pub fn number(value: Leaf, place: &Place) -> Option<f64> {
    let what = match value {
        Leaf::Text(text) => {
            return place.or_fault(hexfloat::parse(&text), |error| match error {
                HexFloatError::NoExponent => format!("{error}, this is {:?}; {}", cut(&text), spelt_out(&text)),
                _ => format!("{error}, this is {:?}", cut(&text)),
            });
        }
        // Every JSON number is a double.
        Leaf::Number(number) => return number.as_f64(),
        Leaf::Bool(value) => &format!("boolean `{value}`"),
        Leaf::Null => "null",
        Leaf::Array => "an array",
        Leaf::Object => "an object",
    };
    place.fault(format!("must be a number or a hexadecimal float, this is {what}"))
}

/// An array of exactly `N` numbers.
pub fn numbers<const N: usize>(elements: &Elements, place: &Place) -> Option<[f64; N]> {
    let count = elements.count();
    if count != N {
        return place.fault(format!("{N} numbers are wanted here, these are {count}"));
    }
    let numbers = place.list(elements, number)?;
    numbers.try_into().ok()
}

/// A square matrix by rows, filled up with the identity beyond the dimension.
pub fn matrix(rows: Elements, place: &Place) -> Option<[Point; 3]> {
    let count = rows.count();
    if let Some(dimension) = place.dimension.filter(|dimension| count != usize::from(*dimension)) {
        return place.fault(format!("a rotation has {dimension} rows here (dim), this has {count}"));
    }
    let mut matrix = IDENTITY;
    for (known, row) in matrix.iter_mut().zip(place.list(&rows, point)?) {
        let dimension = usize::from(place.dimension?);
        known[..dimension].copy_from_slice(&row[..dimension]);
    }
    Some(matrix)
}
