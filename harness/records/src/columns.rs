//! The columns of a record, which are the names of the fields of its type as serde knows them, and the meaning of the columns
//! of every file.

use std::io::Write;

use serde::de::DeserializeOwned;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// The name of the file with the meaning of the columns of all files, including those of reports.
pub const COLUMNS: &str = "columns.md";
/// The contents of that file.
pub const MEANINGS: &str = concat!(
    include_str!("columns/head.md"),
    include_str!("columns/rows.md"),
    include_str!("columns/lines.md"),
    include_str!("columns/report.md")
);

/// The names of the fields of a type in their order; a field that is a struct is replaced by its own fields.
pub(crate) fn columns<T: for<'de> Deserialize<'de>>() -> Vec<&'static str> {
    let mut asked = FieldNames { names: Vec::new() };
    let blank = T::deserialize(&mut asked);
    debug_assert!(blank.is_ok(), "a record is a struct of numbers, truth values, texts, names and such structs");
    asked.names
}

/// A writer of comma-separated values that has written their header, since the library writes no header for a struct within a
/// struct.
pub(crate) fn csv_writer<T: DeserializeOwned, W: Write>(file: W) -> std::io::Result<csv::Writer<W>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(file);
    writer.write_record(columns::<T>())?;
    Ok(writer)
}

/// Returns a blank value for every field, and records the names of the fields.
struct FieldNames {
    names: Vec<&'static str>,
}

impl<'de> Deserializer<'de> for &mut FieldNames {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // A field that is a struct has no column of its own.
        self.names.pop();
        visitor.visit_seq(Fields { asked: self, left: fields.iter() })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let first: StrDeserializer<Error> = variants.first().copied().unwrap_or_default().into_deserializer();
        visitor.visit_enum(first)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str("")
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(false)
    }

    /// Numbers.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(0)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// The fields of one struct.
struct Fields<'a> {
    asked: &'a mut FieldNames,
    left: std::slice::Iter<'static, &'static str>,
}

impl<'de> SeqAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.left.next().map(|name| (self.asked.names.push(name), seed.deserialize(&mut *self.asked)).1).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lines, Record};

    /// The columns described in the section of a file, or in the section whose title begins with this text.
    fn described(file: &str) -> Vec<&'static str> {
        let section = MEANINGS.split("\n## ").find(|section| section.starts_with(file)).unwrap_or_else(|| panic!("{file}"));
        let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
        cells.flat_map(|cell| cell.split('`').step_by(2)).filter(|name| !name.is_empty()).collect()
    }

    /// Checks that the columns described for a file of lines are those that it has.
    fn is_told(lines: &Lines, columns: &[&str]) {
        let file = lines.file();
        let (told, common) = (described(&format!("`{file}`")), described("Columns of several files"));
        for column in columns {
            assert!(told.contains(column) || common.contains(column), "{file}: {column}");
        }
        for column in told {
            assert!(columns.contains(&column), "{file}: {column} is no column");
        }
    }

    #[test]
    fn the_meaning_of_every_column_of_a_campaign_is_documented() {
        assert_eq!(described("`records/"), columns::<Record>());
        for lines in Lines::kinds() {
            is_told(&lines, &lines.fields().iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}
