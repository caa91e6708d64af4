//! The journal of a campaign: the description of the campaign, and the finished units of its work with their results.
//!
//! It is a file of JSON lines. The first line describes the campaign ([`Campaign`]); every other line is a finished unit
//! ([`Done`]). A line is appended when the rows of its unit are on the disk. While a campaign runs, the lines are in the order
//! in which units end; when it is finished, they are put in the order of the units.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read;

use flate2::Crc;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::{Answers, Facts, Line, Lines, plain};

/// The description of a campaign: the first line of its journal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// Version of the schema.
    pub schema: u32,
    /// A digest of the program: two builds may give different answers, even from the same commit.
    pub program: String,
    /// The inputs that determine the results, by name: cases of a family, seed, tolerance, families, variants and so on.
    #[serde(deserialize_with = "plan")]
    pub plan: Map<String, Value>,
    /// External programs and libraries, by the name of the variant: each file under its given name, with a digest.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outside: BTreeMap<String, String>,
    /// The facts that reports print.
    pub facts: Facts,
    /// The part of the units that is done here, as `K/N`.
    pub shard: String,
    /// Number of units in that part.
    pub units: u64,
    /// Whether all of these units and all files made from them are finished.
    pub finished: bool,
    /// Length of the compressed header of each file of rows.
    pub head: u64,
    /// Length and checksum of the facts and of each file of lines, at the end of the campaign.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// A finished unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// Its name, which identifies it within the campaign.
    pub unit: String,
    /// Its rows, or `None` if it makes no rows.
    pub rows: Option<UnitRows>,
    /// Its result.
    pub found: UnitResult,
}

/// The rows of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitRows {
    /// Their length.
    pub bytes: u64,
    /// The CRC-32 of their bytes, in hexadecimal.
    pub crc32: String,
}

/// The result of a unit.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitResult {
    /// Answers to the cases of a family with numbers from `first` up to, but not including, `end`.
    Answers {
        /// The first case.
        first: u64,
        /// The case after the last.
        end: u64,
        /// The tally of the answers.
        tally: Answers,
    },
    /// The lines of any other experiment.
    Lines(Lines),
}

/// The name of the field for answers in a journal; lines have their own name ([`Lines::name`]).
const ANSWERS: &str = "answers";

impl UnitResult {
    /// The result that consists of these lines.
    pub fn lines<T: Line>(lines: Vec<T>) -> UnitResult {
        UnitResult::Lines(Lines::new(lines))
    }
}

/// The form of answers in a journal, with a tally that is borrowed or owned.
#[derive(Serialize, Deserialize)]
struct Range<T> {
    first: u64,
    end: u64,
    tally: T,
}

impl Serialize for UnitResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self {
            UnitResult::Answers { first, end, tally } => {
                map.serialize_entry(ANSWERS, &Range { first: *first, end: *end, tally })?;
            }
            UnitResult::Lines(lines) => map.serialize_entry(lines.name(), lines)?,
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for UnitResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnitResult, D::Error> {
        deserializer.deserialize_map(Named)
    }
}

/// A reader of the result of a unit: an object with one field, whose name states its kind.
struct Named;

impl<'de> Visitor<'de> for Named {
    type Value = UnitResult;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of one field, `answers` or the name of a file of lines")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UnitResult, A::Error> {
        let name: String = map.next_key()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let found = if name == ANSWERS {
            let Range { first, end, tally } = map.next_value()?;
            UnitResult::Answers { first, end, tally }
        } else {
            let kind = Lines::named(&name).ok_or_else(|| A::Error::custom(format_args!("unknown field `{name}`")))?;
            let json: Box<RawValue> = map.next_value()?;
            UnitResult::Lines(kind.read_json(json.get()).map_err(A::Error::custom)?)
        };
        match map.next_key::<IgnoredAny>()? {
            None => Ok(found),
            Some(_) => Err(A::Error::invalid_length(2, &self)),
        }
    }
}

/// The name of a file of rows for one or more units, from the name of the units.
///
/// A slash becomes a dot. Some systems refuse other characters in names, so every byte that is not an ASCII letter, a digit,
/// `-` or `_` becomes `%` and two hexadecimal digits.
pub(crate) fn file_name(unit: &str) -> String {
    let mut name = String::new();
    for byte in unit.bytes() {
        match byte {
            b'/' => name.push('.'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => name.push(byte as char),
            byte => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name + ".csv.gz"
}

impl UnitRows {
    /// The entry in the journal for rows of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> UnitRows {
        UnitRows { bytes: bytes.len() as u64, crc32: checksum(bytes) }
    }

    /// True if the rows are these bytes.
    pub(crate) fn are(&self, bytes: &[u8]) -> bool {
        bytes.len() as u64 == self.bytes && checksum(bytes) == self.crc32
    }

    /// True if the rows are exactly the bytes that `text` yields.
    pub(crate) fn are_read(&self, mut text: impl Read) -> std::io::Result<bool> {
        let (mut crc, mut block, mut length) = (Crc::new(), [0; 1 << 14], 0);
        loop {
            match text.read(&mut block)? {
                0 => return Ok(length == self.bytes && format!("{:08x}", crc.sum()) == self.crc32),
                count => {
                    crc.update(&block[..count]);
                    length += count as u64;
                }
            }
        }
    }

    /// Returns an error for rows longer than those of any unit: lost rows are padded to this length, so it must be limited.
    pub(crate) fn check(this: Option<&UnitRows>) -> Result<(), String> {
        match this {
            Some(UnitRows { bytes, .. }) if *bytes > LONGEST => {
                Err(format!("`rows` has {bytes} bytes, and no unit has more than {LONGEST}"))
            }
            _ => Ok(()),
        }
    }
}

/// The greatest number of bytes of the rows of a unit, which is also the most to which a file of rows may unpack.
const LONGEST: u64 = 1 << 28;

fn checksum(bytes: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(bytes);
    format!("{:08x}", crc.sum())
}

impl Done {
    /// Reads a line of a journal.
    pub(crate) fn read(line: &str) -> Result<Done, String> {
        let done: Done = plain::parse(line)?;
        UnitRows::check(done.rows.as_ref())?;
        match &done.found {
            UnitResult::Answers { first, end, .. } if first >= end => Err(format!("there are no cases from {first} to {end}")),
            UnitResult::Answers { tally, .. } if !tally.is_sound() => {
                Err("the cells of `knobs`, or `signatures`, do not belong to `variants`".to_owned())
            }
            _ => Ok(done),
        }
    }
}

impl Campaign {
    /// The differences between two campaigns, in words; empty if their results belong together.
    ///
    /// [External files](Campaign::outside_differences) and the shard are not compared.
    pub fn differences(&self, other: &Campaign) -> Vec<String> {
        let format = difference("format", Some(&self.schema.into()), Some(&other.schema.into()));
        let program = difference("program", Some(&self.program[..].into()), Some(&other.program[..].into()));
        format.into_iter().chain(program).chain(self.plan_differences(other)).collect()
    }

    /// The differences between the files of external programs and libraries; as for the program itself, two builds may give
    /// different answers.
    pub fn outside_differences(&self, other: &Campaign) -> Vec<String> {
        let names: BTreeSet<&String> = self.outside.keys().chain(other.outside.keys()).collect();
        let value = |campaign: &Campaign, name: &String| campaign.outside.get(name).map(|text| Value::from(&**text));
        let differing = |name| {
            let [ours, theirs] = [self, other].map(|campaign| value(campaign, name));
            difference(&format!("files of {name}"), ours.as_ref(), theirs.as_ref())
        };
        names.into_iter().filter_map(differing).collect()
    }

    /// The same campaign, with the external files of another one added.
    ///
    /// If the files of a variant differ, all are named.
    #[must_use]
    pub fn mixed(mut self, other: &Campaign) -> Campaign {
        for (name, files) in &other.outside {
            let ours = self.outside.entry(name.clone()).or_default();
            if !ours.split("; ").any(|one| one == files) {
                *ours = if ours.is_empty() { files.clone() } else { format!("{ours}; {files}") };
            }
        }
        self
    }

    /// The differences between their plans; two programs may have the same plan.
    pub fn plan_differences(&self, other: &Campaign) -> Vec<String> {
        let more = other.plan.keys().filter(|name| !self.plan.contains_key(*name));
        let names = self.plan.keys().chain(more);
        names.filter_map(|name| difference(name, self.plan.get(name), other.plan.get(name))).collect()
    }
}

/// The message that two values of a field differ; `None` if they are equal.
fn difference(name: &str, ours: Option<&Value>, theirs: Option<&Value>) -> Option<String> {
    let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), |value| brief(&value.to_string()));
    (ours != theirs).then(|| format!("{name}: {} here, {} there", text(ours), text(theirs)))
}

/// The greatest length of the text of a plan, since a value takes many times the memory of its text.
const PLAN: usize = 1 << 14;

fn plan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    let text = Box::<RawValue>::deserialize(deserializer)?;
    if text.get().len() > PLAN {
        return Err(D::Error::custom(format_args!("field `plan` has {} bytes, more than {PLAN}", text.get().len())));
    }
    serde_json::from_str(text.get()).map_err(|error| D::Error::custom(format_args!("field `plan`: {error}")))
}

/// The beginning of a text, which may be long.
fn brief(text: &str) -> String {
    if text.chars().count() <= 80 { text.to_owned() } else { format!("{}…", text.chars().take(79).collect::<String>()) }
}
