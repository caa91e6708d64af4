//! The rulings on answers, and counts of them.

use std::fmt;
use std::ops::{AddAssign, Index, IndexMut};

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The ruling on an answer; exactly one applies to each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// The verdict is right, and every length error is within the tolerance.
    Right,
    /// The verdict is wrong, its margin and every length error are within the tolerance.
    Contact,
    /// The verdict is right, or wrong with a margin within the tolerance; a length error is beyond the tolerance, but at most
    /// √u·D (exact arithmetic: 2⁻²⁶ D).
    Inaccurate,
    /// The truth is a bracket that does not decide whether the margin of the verdict, or a length error, is within the
    /// tolerance.
    Undecided,
    /// As inaccurate, but a length error is beyond √u·D or is not a number: half of the digits are lost.
    Off,
    /// The verdict is wrong with a margin beyond the tolerance.
    Wrong,
    /// There is no answer; the end states the reason.
    GaveUp,
    /// The case cannot be posed to this variant in this scalar (decided by body, dimension and scalar alone).
    #[default]
    NotApplicable,
    /// The program refuses one of the bodies, whatever the other is; this is neither right nor a failure.
    Refused,
}

impl Ruling {
    /// Every ruling, best first.
    pub const ALL: [Ruling; 9] = {
        use Ruling::*;
        [Right, Contact, Inaccurate, Undecided, Off, Wrong, GaveUp, NotApplicable, Refused]
    };

    /// True if the case was accepted; answers that are not applicable or refused are in no rate.
    pub fn is_taken(self) -> bool {
        !matches!(self, Ruling::NotApplicable | Ruling::Refused)
    }

    /// The ruling as records and the command line spell it.
    pub fn name(self) -> &'static str {
        match self {
            Ruling::Wrong => "wrong",
            other => Column::of(other, false).name(),
        }
    }

    /// The ruling with this name.
    pub fn named(name: &str) -> Option<Ruling> {
        Ruling::ALL.into_iter().find(|ruling| ruling.name() == name)
    }

    /// True for `off`, `wrong` and `gave-up`; `inaccurate`, `contact` and `undecided` always have columns of their own.
    pub fn is_failure(self) -> bool {
        matches!(self, Ruling::Off | Ruling::Wrong | Ruling::GaveUp)
    }
}

/// A column of a table: a ruling, or one of the two wrong verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// [`Ruling::Right`].
    Right,
    /// [`Ruling::Contact`].
    Contact,
    /// [`Ruling::Inaccurate`].
    Inaccurate,
    /// [`Ruling::Undecided`].
    Undecided,
    /// [`Ruling::Off`].
    Off,
    /// [`Ruling::Wrong`]: bodies that meet, called apart.
    Missed,
    /// [`Ruling::Wrong`]: bodies that are apart, called intersecting.
    Phantom,
    /// [`Ruling::GaveUp`].
    GaveUp,
    /// [`Ruling::NotApplicable`].
    NotApplicable,
    /// [`Ruling::Refused`].
    Refused,
}

/// All properties of a column.
struct ColumnFacts {
    column: Column,
    ruling: Ruling,
    /// Its name in texts.
    name: &'static str,
    /// Its name in files.
    field: &'static str,
    /// The heading of a narrow column.
    short: &'static str,
    /// Red, green and blue of its part of a bar: the darker, the worse.
    colour: (u8, u8, u8),
}

const fn row(
    column: Column,
    ruling: Ruling,
    name: &'static str,
    field: &'static str,
    short: &'static str,
    colour: (u8, u8, u8),
) -> ColumnFacts {
    ColumnFacts { column, ruling, name, field, short, colour }
}

/// Every column, best first, and last those that are in no rate.
///
/// Lists in files have this order, so a new column is added at the end.
const TABLE: [ColumnFacts; 10] = [
    row(Column::Right, Ruling::Right, "right", "right", "right", (214, 232, 244)),
    row(Column::Contact, Ruling::Contact, "contact", "contact", "contact", (175, 213, 190)),
    row(Column::Inaccurate, Ruling::Inaccurate, "inaccurate", "inaccurate", "inaccurate", (134, 190, 222)),
    row(Column::Undecided, Ruling::Undecided, "undecided", "undecided", "undecided", (190, 190, 190)),
    row(Column::Off, Ruling::Off, "off", "off", "off", (240, 190, 90)),
    row(Column::Missed, Ruling::Wrong, "missed", "missed", "missed", (205, 82, 20)),
    row(Column::Phantom, Ruling::Wrong, "phantom", "phantom", "phantom", (150, 30, 60)),
    row(Column::GaveUp, Ruling::GaveUp, "gave-up", "gave_up", "no answer", (45, 20, 45)),
    row(Column::NotApplicable, Ruling::NotApplicable, "not-applicable", "not_applicable", "not applicable", (240, 240, 240)),
    row(Column::Refused, Ruling::Refused, "refused", "refused", "refused", (225, 225, 225)),
];

/// Number of columns, and number of columns of accepted cases.
const COUNT: usize = TABLE.len();
const APPLICABLE: usize = COUNT - 2;

/// The first columns of the table.
const fn first<const N: usize>() -> [Column; N] {
    let mut columns = [Column::Right; N];
    let mut place = 0;
    while place < N {
        columns[place] = TABLE[place].column;
        place += 1;
    }
    columns
}

impl Column {
    /// Every column, best first.
    pub const ALL: [Column; COUNT] = first();

    /// The columns of answers to accepted cases, best first; every rate is over these answers.
    pub const APPLICABLE: [Column; APPLICABLE] = first();

    /// The column of an answer with this ruling that states that the bodies meet, or that they are apart.
    pub fn of(ruling: Ruling, says_intersecting: bool) -> Column {
        match ruling {
            Ruling::Wrong if says_intersecting => Column::Phantom,
            _ => TABLE.iter().find(|row| row.ruling == ruling).map_or(Column::NotApplicable, |row| row.column),
        }
    }

    fn row(self) -> &'static ColumnFacts {
        &TABLE[self as usize]
    }

    /// The ruling that is counted in this column.
    pub fn ruling(self) -> Ruling {
        self.row().ruling
    }

    /// The name of the column in texts.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The column of a file.
    pub fn field(self) -> &'static str {
        self.row().field
    }

    /// The heading of a narrow column.
    pub fn short(self) -> &'static str {
        self.row().short
    }

    /// Red, green and blue of its part of a bar.
    pub fn colour(self) -> (u8, u8, u8) {
        self.row().colour
    }
}

/// Number of answers in each column; in a file it is a field for each of [`Column::APPLICABLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; COUNT]);

impl Tally {
    /// Counts an answer.
    pub fn count(&mut self, column: Column) {
        self[column] += 1;
    }

    fn sum(&self, counted: impl Fn(Column) -> bool) -> u64 {
        Column::ALL.into_iter().filter(|&column| counted(column)).fold(0, |sum, column| sum.saturating_add(self[column]))
    }

    /// Answers of one ruling.
    pub fn of(&self, ruling: Ruling) -> u64 {
        self.sum(|column| column.ruling() == ruling)
    }

    /// Answers to cases that could be posed and were not refused.
    pub fn applicable(&self) -> u64 {
        self.sum(|column| column.ruling().is_taken())
    }

    /// Answers that are failures.
    pub fn failures(&self) -> u64 {
        self.sum(|column| column.ruling().is_failure())
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == Tally::default()
    }
}

impl Index<Column> for Tally {
    type Output = u64;

    fn index(&self, column: Column) -> &u64 {
        &self.0[column as usize]
    }
}

impl IndexMut<Column> for Tally {
    fn index_mut(&mut self, column: Column) -> &mut u64 {
        &mut self.0[column as usize]
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        for column in Column::ALL {
            self[column] = self[column].saturating_add(other[column]);
        }
    }
}

impl FromIterator<(Column, u64)> for Tally {
    fn from_iter<I: IntoIterator<Item = (Column, u64)>>(counts: I) -> Tally {
        let mut tally = Tally::default();
        counts.into_iter().for_each(|(column, count)| tally[column] += count);
        tally
    }
}

/// The fields of a tally.
const FIELDS: [&str; APPLICABLE] = {
    let mut fields = [""; APPLICABLE];
    let mut place = 0;
    while place < fields.len() {
        fields[place] = TABLE[place].field;
        place += 1;
    }
    fields
};

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Tally", FIELDS.len())?;
        for column in Column::APPLICABLE {
            fields.serialize_field(column.field(), &self[column])?;
        }
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Tally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tally, D::Error> {
        struct Counts;
        impl<'de> Visitor<'de> for Counts {
            type Value = Tally;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("the count of each ruling in order")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut counts: A) -> Result<Tally, A::Error> {
                let mut tally = Tally::default();
                for column in Column::APPLICABLE {
                    tally[column] = counts.next_element()?.ok_or_else(|| A::Error::missing_field(column.field()))?;
                }
                Ok(tally)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut counts: A) -> Result<Tally, A::Error> {
                let mut tally = Tally::default();
                while let Some((name, count)) = counts.next_entry::<String, u64>()? {
                    let column = Column::APPLICABLE.into_iter().find(|column| column.field() == name);
                    tally[column.ok_or_else(|| A::Error::unknown_field(&name, &FIELDS))?] = count;
                }
                Ok(tally)
            }
        }
        deserializer.deserialize_struct("Tally", &FIELDS, Counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_columns_and_rulings_spell_as_it_does() {
        for (place, column) in Column::ALL.into_iter().enumerate() {
            assert_eq!(column as usize, place);
            assert_eq!(Column::of(column.ruling(), column == Column::Phantom), column);
            assert_eq!(column.field(), column.name().replace('-', "_"));
        }
        for (place, ruling) in Ruling::ALL.into_iter().enumerate() {
            assert_eq!(ruling as usize, place);
            assert_eq!(serde_json::to_value(ruling).unwrap(), ruling.name());
            assert_eq!(Ruling::named(ruling.name()), Some(ruling));
        }
        for column in Column::ALL {
            assert_eq!(Column::APPLICABLE.contains(&column), column.ruling().is_taken(), "{column:?}");
            // All parts of a bar look different.
            let alike = Column::ALL.into_iter().filter(|other| other.colour() == column.colour());
            assert_eq!(alike.count(), 1, "{column:?}");
        }
    }

    #[test]
    fn a_tally_counts_by_column_and_sums_by_ruling() {
        let mut tally = Tally::default();
        assert!(tally.is_empty());
        Column::ALL.into_iter().for_each(|column| tally.count(column));
        tally.count(Column::of(Ruling::Wrong, true));
        assert_eq!((tally.applicable(), tally.failures(), tally.of(Ruling::Wrong)), (9, 5, 3));
        assert_eq!((tally[Column::Missed], tally[Column::Phantom]), (1, 2));
    }

    #[test]
    fn tallies_are_added_column_by_column() {
        let mut count = crate::sums::primes();
        let [one, other]: [Tally; 2] =
            std::array::from_fn(|_| Column::ALL.map(|column| (column, count())).into_iter().collect());
        let mut sum = one;
        sum += &other;
        assert_eq!(Column::ALL.map(|column| sum[column]), Column::ALL.map(|column| one[column] + other[column]));
        // The counts of a column that occurs twice are added.
        let twice: Tally = Column::ALL.into_iter().chain(Column::ALL).map(|column| (column, one[column])).collect();
        assert_eq!(Column::ALL.map(|column| twice[column]), Column::ALL.map(|column| 2 * one[column]));
        let wrong = one[Column::Missed] + one[Column::Phantom];
        let failures = wrong + one[Column::Off] + one[Column::GaveUp];
        let others = [Column::Right, Column::Contact, Column::Inaccurate, Column::Undecided].map(|column| one[column]);
        let taken = failures + others.iter().sum::<u64>();
        assert_eq!((one.of(Ruling::Wrong), one.failures(), one.applicable(), one.is_empty()), (wrong, failures, taken, false));
        // A sum saturates at the greatest number.
        let full = Tally([u64::MAX; COUNT]);
        let mut beyond = full;
        beyond += &one;
        assert_eq!((beyond, beyond.applicable()), (full, u64::MAX));
    }

    #[test]
    fn a_tally_is_read_from_its_named_counts_and_from_the_counts_in_order() {
        let mut count = crate::sums::primes();
        let tally: Tally = Column::APPLICABLE.map(|column| (column, count())).into_iter().collect();
        let named = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&named).unwrap(), tally);
        let listed = serde_json::to_string(&Column::APPLICABLE.map(|column| tally[column])).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&listed).unwrap(), tally);
        let error = |text: &str| serde_json::from_str::<Tally>(text).unwrap_err().to_string();
        assert!(error(&named.replace("missed", "lost")).contains("unknown field `lost`"));
        assert!(error("[1,2]").contains("missing field `inaccurate`"));
    }
}
