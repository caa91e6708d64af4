//! JSON that is read without being held: an element that an input repeats a million times costs no more memory than its
//! text.

use serde::de::{DeserializeOwned, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

/// A value that is neither an array nor an object; of an array or an object, only its kind is kept. Their content is
/// nevertheless read, so that numbers out of range are refused, unlike by [`IgnoredAny`].
pub enum Leaf {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    Array,
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

/// An array, kept as its text, whose elements are read one after the other.
pub struct Elements(Box<RawValue>);

impl Elements {
    /// Visits the elements, whose type accepts any JSON.
    pub fn each<T: DeserializeOwned>(&self, visit: impl FnMut(T)) {
        // The text is valid JSON, so reading cannot fail.
        let _ = serde_json::Deserializer::from_str(self.0.get()).deserialize_seq(Each { visit, of: PhantomData });
    }

    /// The elements, if all are of one type.
    pub fn read<T: DeserializeOwned>(&self) -> Option<Vec<T>> {
        serde_json::from_str(self.0.get()).ok()
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.each(|_: IgnoredAny| count += 1);
        count
    }
}

impl<'de> Deserialize<'de> for Elements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        if text.get().starts_with('[') {
            return Ok(Elements(text));
        }
        // The error states which kind of value was found instead.
        serde_json::from_str::<Vec<IgnoredAny>>(text.get()).map(|_| Elements(text)).map_err(D::Error::custom)
    }
}

struct Each<F, T> {
    visit: F,
    of: PhantomData<T>,
}

impl<'de, T: DeserializeOwned, F: FnMut(T)> Visitor<'de> for Each<F, T> {
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
                while elements.next_element::<Leaf>()?.is_some() {}
                Ok(Leaf::Array)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Leaf, A::Error> {
                while fields.next_entry::<Leaf, Leaf>()?.is_some() {}
                Ok(Leaf::Object)
            }
        }

        deserializer.deserialize_any(Reads)
    }
}
