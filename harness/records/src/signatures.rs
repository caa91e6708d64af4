//! Outcomes of cases for all variants together: which variants were wrong or gave up, and which did not accept the case.
//!
//! All variants are asked about the same cases, so two variants can be compared case by case. The comparison needs, for every
//! pair, the number of cases in which the verdict of one was wrong and that of the other was right; rates do not give it. Cases
//! with the same outcome for every variant are counted together: there are few different outcomes, and the numbers for every
//! pair follow from their counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The outcome of a case for one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The variant did not accept the case: it is not applicable, its body was refused, or the variant was not there.
    Untaken,
    /// It did not give a wrong verdict.
    Sound,
    /// It gave a wrong verdict beyond the tolerance, or none.
    Wrong,
}

impl Part {
    fn letter(self) -> char {
        match self {
            Part::Untaken => '-',
            Part::Sound => '.',
            Part::Wrong => 'x',
        }
    }
}

/// Number of cases with each outcome, as one part per variant, in the order of the variants of a tally.
///
/// The list of parts ends with the last variant that accepted the case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures(BTreeMap<Vec<Part>, u64>);

impl Signatures {
    /// Counts cases of one outcome.
    pub(crate) fn count(&mut self, mut parts: Vec<Part>, cases: u64) {
        let taken = parts.iter().rposition(|part| *part != Part::Untaken).map_or(0, |last| last + 1);
        parts.truncate(taken);
        if taken > 0 {
            parts.shrink_to_fit();
            let count = self.0.entry(parts).or_default();
            *count = count.saturating_add(cases);
        }
    }

    /// Adds the outcomes of other cases, whose variants have these places here.
    pub(crate) fn add(&mut self, other: &Signatures, places: &[usize]) {
        for (parts, cases) in &other.0 {
            let mut moved = vec![Part::Untaken; places.iter().take(parts.len()).max().map_or(0, |last| last + 1)];
            for (part, &place) in parts.iter().zip(places) {
                moved[place] = *part;
            }
            self.count(moved, *cases);
        }
    }

    /// The outcomes for only the variants at these places, in this order.
    pub(crate) fn only(&self, kept: &[usize]) -> Signatures {
        let mut all = Signatures::default();
        for (parts, cases) in &self.0 {
            all.count(kept.iter().map(|&place| part(parts, place)).collect(), *cases);
        }
        all
    }

    /// The length of the longest list of parts.
    pub(crate) fn variants(&self) -> usize {
        self.0.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// True if no cases were counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of cases that the variant at a place accepted.
    pub fn taken(&self, place: usize) -> u64 {
        let took = |parts: &[Part]| part(parts, place) != Part::Untaken;
        self.iter().filter(|(parts, _)| took(parts)).fold(0, |sum: u64, (_, cases)| sum.saturating_add(cases))
    }

    /// The outcomes, each with its number of cases.
    pub fn iter(&self) -> impl Iterator<Item = (&[Part], u64)> {
        self.0.iter().map(|(parts, cases)| (&parts[..], *cases))
    }
}

fn part(parts: &[Part], place: usize) -> Part {
    parts.get(place).copied().unwrap_or(Part::Untaken)
}

impl Serialize for Signatures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |parts: &[Part]| parts.iter().map(|part| part.letter()).collect::<String>();
        serializer.collect_map(self.0.iter().map(|(parts, cases)| (text(parts), cases)))
    }
}

impl<'de> Deserialize<'de> for Signatures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Signatures, D::Error> {
        let mut all = Signatures::default();
        for (text, cases) in BTreeMap::<String, u64>::deserialize(deserializer)? {
            let part = |letter| [Part::Untaken, Part::Sound, Part::Wrong].into_iter().find(|part| part.letter() == letter);
            let parts: Option<Vec<Part>> = text.chars().map(part).collect();
            let parts = parts.ok_or_else(|| {
                let text: String = text.chars().take(80).collect();
                serde::de::Error::custom(format_args!("signatures are made of `-`, `.` and `x`, not as {text:?}"))
            })?;
            all.count(parts, cases);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Signatures {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn added_signatures_are_moved_to_their_places() {
        let mut all = of(r#"{".x":2}"#);
        // The variants of the other list have the places 2 and 0 here.
        all.add(&of(r#"{"x.":3,".":1}"#), &[2, 0]);
        assert_eq!(all, of(r#"{".x":2,".-x":3,"--.":1}"#));
        assert_eq!(all.only(&[2, 1]), of(r#"{"-x":2,"x":3,".":1}"#));
        assert_eq!(all.only(&[]), Signatures::default());
        assert_eq!([0, 1, 2, 3].map(|place| all.taken(place)), [5, 2, 4, 0]);
    }

    #[test]
    fn they_are_read_as_they_were_written_and_nothing_else_is_read() {
        let text = r#"{".-x":3,"x":1}"#;
        assert_eq!(serde_json::to_string(&of(text)).unwrap(), text);
        assert_eq!(of(r#"{"x--":1,"--":5,"":7}"#), of(r#"{"x":1}"#));
        let error = serde_json::from_str::<Signatures>(r#"{".?":1}"#).unwrap_err().to_string();
        assert!(error.contains("not as \".?\""), "{error}");
    }

    #[test]
    fn outcomes_of_the_same_kind_are_added_and_others_stay_apart() {
        let mut all = of(r#"{"x":2,".x":3,"..":5}"#);
        all.add(&of(r#"{"x":7,"x.":11,".x":13,"xx":17}"#), &[0, 1]);
        assert_eq!(all, of(r#"{"x":9,"x.":11,".x":16,"..":5,"xx":17}"#));
        assert_eq!((all.is_empty(), all.variants(), Signatures::default().variants()), (false, 2, 0));
        assert!(Signatures::default().is_empty());
        // A case that no variant accepted has no outcome, and is not counted.
        all.count(vec![Part::Untaken; 3], 19);
        assert_eq!(all.iter().map(|(_, cases)| cases).sum::<u64>(), 9 + 11 + 16 + 5 + 17);
    }

    #[test]
    fn places_that_leave_a_gap_are_of_variants_that_took_nothing() {
        let mut all = Signatures::default();
        // The variants of the other list have the places 3 and 1 here; no variant at another place accepted the case.
        all.add(&of(r#"{"x.":2,"-x":3,"x":5}"#), &[3, 1]);
        assert_eq!(all, of(r#"{"-.-x":2,"-x":3,"---x":5}"#));
        assert_eq!([0, 1, 2, 3, 4].map(|place| all.taken(place)), [0, 5, 0, 7, 0]);
        assert_eq!(all.variants(), 4);
    }

    #[test]
    fn sums_of_outcomes_end_at_the_greatest_number() {
        let mut all = of(&format!(r#"{{"x":{},".":2}}"#, u64::MAX));
        all.add(&of(r#"{"x":7}"#), &[0]);
        assert_eq!((all.iter().map(|(_, cases)| cases).max(), all.taken(0)), (Some(u64::MAX), u64::MAX));
    }
}
