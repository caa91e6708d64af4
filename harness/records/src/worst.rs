//! The largest error among some answers, with its case.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{NOT_ASKED, Record, Ruling};

/// The quantity that is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The error of the length of a right verdict, if it is more than the ruling allows.
    Length,
    /// The margin of a wrong verdict: the least translation that would make it true.
    Margin,
}

impl Quantity {
    /// Both quantities, in the order of files.
    pub const ALL: [Quantity; 2] = [Quantity::Length, Quantity::Margin];

    /// As ids spell it.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Length => "length",
            Quantity::Margin => "margin",
        }
    }

    /// The quantity with this name.
    pub fn named(name: &str) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|quantity| quantity.name() == name)
    }

    /// Its value in an answer with this ruling, error and margin, in units of u·D (exact arithmetic: D), if it is greater than
    /// zero.
    pub fn of(self, ruling: Ruling, error: Option<f64>, margin: Option<f64>) -> Option<f64> {
        let value = match (self, ruling) {
            (_, Ruling::GaveUp | Ruling::NotApplicable | Ruling::Refused) => None,
            // Far from the origin, the witness points of a right answer have the error of their rounding.
            (Quantity::Length, Ruling::Right) => None,
            (Quantity::Length, _) => error.filter(|_| margin.is_none()),
            (Quantity::Margin, _) => margin,
        };
        value.filter(|value| *value != 0.0)
    }
}

/// The largest error of one variant in one scalar among some answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The quantity that is off.
    pub quantity: Quantity,
    /// Whether only failures count whose cause is not the number range.
    pub in_range: bool,
    /// The error in units of u·D (exact arithmetic: D); it may be infinite or not a number.
    #[serde(with = "any_number")]
    pub value: f64,
    /// The case.
    pub case: String,
    /// The true position of the bodies; empty if a bracket does not decide it.
    pub truth_class: String,
    /// The verdict.
    pub verdict: String,
}

impl Worst {
    /// The errors of one answer. The cause of a failure may be the number range if it was not looked for.
    pub(crate) fn of(record: &Record) -> impl Iterator<Item = Worst> + '_ {
        let may_be_of_range = matches!(record.fault.as_deref(), Some("range" | NOT_ASKED));
        Worst::of_kinds(record, if may_be_of_range { &[false] } else { &[false, true] })
    }

    /// The errors of a failure whose cause is known not to be the number range.
    pub(crate) fn in_range(record: &Record) -> impl Iterator<Item = Worst> + '_ {
        Worst::of_kinds(record, &[true])
    }

    fn of_kinds<'r>(record: &'r Record, kinds: &'r [bool]) -> impl Iterator<Item = Worst> + 'r {
        let counted =
            Quantity::ALL.into_iter().flat_map(move |quantity| kinds.iter().map(move |in_range| (quantity, *in_range)));
        counted.filter_map(|(quantity, in_range)| {
            Some(Worst {
                quantity,
                in_range,
                value: quantity.of(record.ruling, record.error_units, record.margin_units)?,
                case: record.case.clone(),
                truth_class: record.truth_class.clone(),
                verdict: record.verdict.clone().unwrap_or_default(),
            })
        })
    }

    /// The key of a group of errors whose largest one is kept.
    pub(crate) fn key(&self) -> (Quantity, bool) {
        (self.quantity, self.in_range)
    }
}

/// A number as text, since JSON has no infinities and no NaN.
mod any_number {
    use serde::de::Error;

    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        number.to_string().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(format_args!("`{text}` is no number")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ruling::{Contact, GaveUp, Inaccurate, NotApplicable, Off, Refused, Right, Undecided, Wrong};

    #[test]
    fn a_length_is_off_where_the_verdict_is_right_and_the_ruling_is_not_and_a_margin_where_there_is_one() {
        let of = |ruling, error, margin| Quantity::ALL.map(|quantity| quantity.of(ruling, error, margin));
        for ruling in [Inaccurate, Undecided, Off, Contact, Wrong] {
            assert_eq!(of(ruling, Some(3.0), None), [Some(3.0), None], "{ruling:?}");
            // The length of an answer with a wrong verdict does not count.
            assert_eq!(of(ruling, Some(3.0), Some(5.0)), [None, Some(5.0)], "{ruling:?}");
            assert_eq!(of(ruling, None, None), [None; 2], "{ruling:?}");
        }
        assert_eq!(of(Right, Some(3.0), None), [None; 2]);
        for ruling in [GaveUp, NotApplicable, Refused] {
            assert_eq!(of(ruling, Some(3.0), None), [None; 2], "{ruling:?}");
            assert_eq!(of(ruling, Some(3.0), Some(5.0)), [None; 2], "{ruling:?}");
        }
        // An error of zero is not kept.
        assert_eq!([of(Off, Some(0.0), None), of(Wrong, None, Some(-0.0))], [[None; 2]; 2]);
    }

    #[test]
    fn a_failure_counts_in_range_unless_the_range_is_its_fault_or_may_be() {
        let record = |fault: Option<&str>| Record {
            ruling: Wrong,
            margin_units: Some(70.0),
            case: "gap:1:3".to_owned(),
            truth_class: "separated".to_owned(),
            verdict: Some("intersecting".to_owned()),
            fault: fault.map(str::to_owned),
            ..Record::default()
        };
        let kinds = |fault| Worst::of(&record(fault)).map(|worst| worst.in_range).collect::<Vec<_>>();
        assert_eq!([Some("range"), Some(NOT_ASKED)].map(kinds), [[false], [false]]);
        assert_eq!([Some("rounding"), Some("algorithm"), None].map(kinds), [[false, true], [false, true], [false, true]]);
        let known: Vec<Worst> = Worst::in_range(&record(Some(NOT_ASKED))).collect();
        let [worst] = &known[..] else { panic!("{known:?}") };
        assert_eq!((worst.key(), worst.value, &worst.case[..]), ((Quantity::Margin, true), 70.0, "gap:1:3"));
        assert_eq!((&worst.truth_class[..], &worst.verdict[..]), ("separated", "intersecting"));
    }

    #[test]
    fn quantities_are_found_by_the_names_that_ids_and_files_spell() {
        for (quantity, name) in Quantity::ALL.into_iter().zip(["length", "margin"]) {
            assert_eq!((quantity.name(), Quantity::named(name)), (name, Some(quantity)));
            assert_eq!(serde_json::to_value(quantity).unwrap(), name);
        }
        assert_eq!(Quantity::named("depth"), None);
    }
}
