//! JSON that is read without being held: what an input repeats a million times costs no more memory than its text.

use serde::de::{DeserializeOwned, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

use super::field::Field;

/// Any value, which is checked and forgotten. Unlike [`IgnoredAny`] it refuses numbers that are out of range.
pub struct Checked;

/// A value that is no array and no object; of these two, only that it is one.
pub enum Leaf {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(serde_json::Number),
    /// A string.
    Text(String),
    /// `[…]`.
    Array,
    /// `{…}`.
    Object,
}

impl Leaf {
    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        if let Leaf::Text(text) = self { Some(text) } else { None }
    }

    /// The value of a whole number that is not negative.
    pub fn whole(&self) -> Option<u64> {
        if let Leaf::Number(number) = self { number.as_u64() } else { None }
    }
}

/// The first elements of an array, and the number of all of them.
pub struct Coordinates {
    /// The first three.
    pub first: Vec<Leaf>,
    /// How many there are.
    pub count: usize,
}

/// An array as its text, whose elements are read one after the other.
pub struct Elements(Box<RawValue>);

impl Elements {
    /// Visits the elements. The text is JSON.
    pub fn each<T: DeserializeOwned>(&self, visit: impl FnMut(Field<T>)) {
        // A field takes any JSON, so that nothing can fail.
        let _ = serde_json::Deserializer::from_str(self.0.get()).deserialize_seq(Each { visit, of: PhantomData });
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        serde_json::from_str(self.0.get()).map_or(0, |Count(count)| count)
    }
}

impl<'de> Deserialize<'de> for Elements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        if text.get().starts_with('[') {
            return Ok(Elements(text));
        }
        // What it is instead stands in the error.
        serde_json::from_str::<Count>(text.get()).map(|_| Elements(text)).map_err(D::Error::custom)
    }
}

struct Each<F, T> {
    visit: F,
    of: PhantomData<T>,
}

impl<'de, T: DeserializeOwned, F: FnMut(Field<T>)> Visitor<'de> for Each<F, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        while let Some(element) = elements.next_element()? {
            (self.visit)(element);
        }
        Ok(())
    }
}

/// The number of elements of an array.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counts;

        impl<'de> Visitor<'de> for Counts {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Count, A::Error> {
                let mut count = 0;
                while elements.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Count(count))
            }
        }

        deserializer.deserialize_seq(Counts)
    }
}

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;

        impl<'de> Visitor<'de> for Reads {
            type Value = Coordinates;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Coordinates, A::Error> {
                let mut first = Vec::with_capacity(3);
                while first.len() < 3
                    && let Some(leaf) = elements.next_element()?
                {
                    first.push(leaf);
                }
                let mut count = first.len();
                while count >= 3 && elements.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Coordinates { first, count })
            }
        }

        deserializer.deserialize_seq(Reads)
    }
}

impl<'de> Deserialize<'de> for Leaf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;

        impl<'de> Visitor<'de> for Reads {
            type Value = Leaf;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_unit<E>(self) -> Result<Leaf, E> {
                Ok(Leaf::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Leaf, E> {
                Ok(Leaf::Bool(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Leaf, E> {
                Ok(Leaf::Number(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Leaf, E> {
                Ok(Leaf::Number(value.into()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Leaf, E> {
                serde_json::Number::from_f64(value).map(Leaf::Number).ok_or_else(|| E::custom("number out of range"))
            }

            fn visit_str<E>(self, value: &str) -> Result<Leaf, E> {
                Ok(Leaf::Text(value.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Leaf, A::Error> {
                while elements.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Leaf::Array)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Leaf, A::Error> {
                while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Leaf::Object)
            }
        }

        deserializer.deserialize_any(Reads)
    }
}

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Checks;

        impl<'de> Visitor<'de> for Checks {
            type Value = Checked;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_unit<E>(self) -> Result<Checked, E> {
                Ok(Checked)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Checked, E> {
                Ok(Checked)
            }

            fn visit_i64<E>(self, _: i64) -> Result<Checked, E> {
                Ok(Checked)
            }

            fn visit_u64<E>(self, _: u64) -> Result<Checked, E> {
                Ok(Checked)
            }

            fn visit_f64<E>(self, _: f64) -> Result<Checked, E> {
                Ok(Checked)
            }

            fn visit_str<E>(self, _: &str) -> Result<Checked, E> {
                Ok(Checked)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Checked, A::Error> {
                while elements.next_element::<Checked>()?.is_some() {}
                Ok(Checked)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Checked, A::Error> {
                while fields.next_entry::<Checked, Checked>()?.is_some() {}
                Ok(Checked)
            }
        }

        deserializer.deserialize_any(Checks)
    }
}
