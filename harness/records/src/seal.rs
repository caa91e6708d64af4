//! The seal of a line of a journal: a checksum of it and of the seal of the line before.
//!
//! The seal is the last field of the line, `"crc32"`. The lines after a line that is edited, lost, doubled or moved therefore
//! reveal the change. They also reveal a changed first line.

use flate2::Crc;
use serde::Serialize;

/// The texts before and after the checksum.
const FIELD: &str = ",\"crc32\":\"";
const END: &str = "\"}\n";
/// The length of a seal in bytes, including the end of the line.
const LENGTH: usize = FIELD.len() + 8 + END.len();

/// The state of the seal of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seal {
    /// There is no seal.
    Absent,
    /// The seal, with this checksum, does not match this line and the seal of the line before.
    Broken(u32),
    /// The seal, with this checksum, matches.
    Good(u32),
}

/// The checksum of a line, without its seal and end, after a line with the seal `before`.
fn sum(before: u32, text: &str) -> u32 {
    let mut crc = Crc::new();
    crc.update(&before.to_le_bytes());
    crc.update(text.as_bytes());
    crc.sum()
}

/// The line of a value with its seal; `seal` is the seal of the line before, which this one replaces.
///
/// The first line follows the seal zero.
pub(crate) fn sealed(value: &impl Serialize, seal: &mut u32) -> serde_json::Result<String> {
    Ok(with_seal(serde_json::to_string(value)?, seal))
}

/// Seals a line that has a seal, or none, as [`sealed`] does.
pub(crate) fn sealed_again(line: &str, seal: &mut u32) -> String {
    with_seal(without_seal(line).0, seal)
}

/// The lines of a journal, each sealed again after the line before, for tests of readers: the seals hide its edits.
pub fn sealed_journal(lines: &str) -> String {
    let mut seal = 0;
    lines.split_inclusive('\n').map(|line| sealed_again(line, &mut seal)).collect()
}

fn with_seal(mut text: String, seal: &mut u32) -> String {
    *seal = sum(*seal, &text);
    // Values are objects with fields.
    text.pop();
    text + &format!("{FIELD}{seal:08x}{END}")
}

/// A line without its seal and its end, and the checksum in the seal.
fn without_seal(line: &str) -> (String, Option<u32>) {
    let parts = line.len().checked_sub(LENGTH).and_then(|at| line.split_at_checked(at));
    let said = parts.and_then(|(_, seal)| seal.strip_prefix(FIELD)?.strip_suffix(END));
    match (parts, said.and_then(|said| u32::from_str_radix(said, 16).ok())) {
        (Some((text, _)), Some(said)) => (format!("{text}}}"), Some(said)),
        _ => (line.strip_suffix('\n').unwrap_or(line).to_owned(), None),
    }
}

/// The state of the seal of a line after a line with the seal `before`.
pub(crate) fn seal_of(line: &str, before: u32) -> Seal {
    match without_seal(line) {
        (_, None) => Seal::Absent,
        (text, Some(said)) if sum(before, &text) == said => Seal::Good(said),
        (_, Some(said)) => Seal::Broken(said),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_seal_fits_its_line_behind_the_one_before_and_nothing_else() {
        let mut seal = 0;
        let first = sealed(&json!({"a": 1}), &mut seal).unwrap();
        let between = seal;
        let second = sealed(&json!({"b": "ä\n"}), &mut seal).unwrap();
        assert_eq!((seal_of(&first, 0), seal_of(&second, between)), (Seal::Good(between), Seal::Good(seal)));
        assert!(first.starts_with("{\"a\":1,\"crc32\":\"") && first.ends_with("\"}\n") && first.matches('\n').count() == 1);
        // It is still JSON, with an additional field.
        assert_eq!(serde_json::from_str::<serde_json::Value>(&second).unwrap()["b"], "ä\n");
        // Lines that are edited, without the line before, without their end, or without a seal.
        assert_eq!(seal_of(&first.replace('1', "2"), 0), Seal::Broken(between));
        assert_eq!(seal_of(&second, 0), Seal::Broken(seal));
        assert_eq!(
            [seal_of(first.trim_end(), 0), seal_of("{\"a\":1}\n", 0), seal_of("", 0), seal_of("ääääääääääääää", 0)],
            [Seal::Absent; 4]
        );
        // A moved line is sealed again.
        let mut moved = 0;
        let again = sealed_again(&second, &mut moved);
        assert_eq!((seal_of(&again, 0), &again[..12]), (Seal::Good(moved), &second[..12]));
        assert_eq!(sealed_again("{\"a\":1}\n", &mut 0), first);
    }
}
