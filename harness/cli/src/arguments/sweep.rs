//! The argument of `check --sweep`.

use gjk_cases::urdf::JointValue;

/// The most values of a sweep.
const VALUES: usize = 100_000;

/// The way of a joint: equidistant values from the first to the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The text of the argument.
    pub text: String,
    /// The joint, perhaps with the name of its robot before it.
    pub joint: String,
    pub first: f64,
    pub last: f64,
    /// Number of values, at least two.
    pub count: usize,
    /// Whether the values are angles in degrees.
    pub in_degrees: bool,
}

impl Way {
    /// The value with a number from 0.
    pub fn value(&self, number: usize) -> f64 {
        match self.count - 1 - number {
            0 => self.last,
            _ => self.first + (self.last - self.first) * (number as f64 / (self.count - 1) as f64),
        }
    }
}

/// The way that a text `JOINT=A:B:N` describes. A zero has the unit of the other end.
pub fn way(text: &str) -> Result<Way, String> {
    const FORM: &str = "a joint with its first and last value and the number of values, such as elbow=-90deg:90deg:60";
    let (joint, rest) = text.rsplit_once('=').filter(|(joint, _)| !joint.is_empty()).ok_or(FORM)?;
    let parts: Vec<&str> = rest.split(':').collect();
    let &[first, last, count] = &parts[..] else { return Err(FORM.to_owned()) };
    let value = |text: &str| {
        let value = JointValue::of(joint, text);
        value.ok_or_else(|| {
            format!("{text:?} is no value of a joint: a number of radians or metres, or of degrees such as 45deg")
        })
    };
    let (first, last) = (value(first)?, value(last)?);
    let in_degrees = first.in_degrees || last.in_degrees;
    if let Some(other) = [&first, &last].into_iter().find(|end| end.in_degrees != in_degrees && end.value != 0.0) {
        return Err(format!("one end is in degrees, and {} is not; write {0}deg, if that is meant", other.value));
    }
    let number = count.parse().ok().filter(|count| (2..=VALUES).contains(count));
    let count =
        number.ok_or_else(|| format!("the number of values is a whole number from 2 to {VALUES}, this is {count:?}"))?;
    let joint = joint.to_owned();
    Ok(Way { text: text.to_owned(), joint, first: first.value, last: last.value, count, in_degrees })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_has_both_ends_and_equal_steps() {
        let found = way("a.elbow=-90deg:90deg:5").expect("a way");
        assert_eq!((&found.joint[..], found.in_degrees), ("a.elbow", true));
        assert_eq!((0..5).map(|i| found.value(i)).collect::<Vec<_>>(), [-90.0, -45.0, 0.0, 45.0, 90.0]);
        let down = way("x=0.3:0.1:4").expect("a way");
        assert_eq!((down.value(0), down.value(3)), (0.3, 0.1));
        assert_eq!(way("x=0:90deg:3").map(|found| found.value(1)), Ok(45.0));
        for text in ["x=1:2", "x=1:2:1", "x=1deg:2:5", "=1:2:3", "x=1:inf:3", "x=1:2:1e9", "x"] {
            assert!(way(text).is_err(), "{text}");
        }
    }
}
