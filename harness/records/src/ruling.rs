//! What an answer is found to be, and how often.

use std::fmt;
use std::ops::{AddAssign, Index, IndexMut};

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What an answer is found to be. Exactly one holds for each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// The verdict is right, and every distance and witness point that came with it is within the tolerance.
    Right,
    /// The verdict is right, but a distance or a witness point is off by more than the tolerance.
    Inaccurate,
    /// The verdict is wrong, but a translation within the tolerance would make it right.
    Contact,
    /// The verdict is wrong by more than the tolerance.
    Wrong,
    /// There is no answer; the end says why.
    GaveUp,
    /// The case cannot be posed to this variant in this scalar (decided by body, dimension and scalar alone).
    #[default]
    NotApplicable,
}

/// All that is said and shown of a ruling.
struct Row {
    ruling: Ruling,
    /// As records and the command line spell it.
    name: &'static str,
    /// The column of a table that counts it.
    column: &'static str,
    /// The heading of a narrow column.
    short: &'static str,
    /// Whether it is a failure.
    fails: bool,
    /// Red, green and blue of its part of a bar: the darker, the worse.
    colour: (u8, u8, u8),
}

impl Row {
    const fn new(
        ruling: Ruling,
        name: &'static str,
        column: &'static str,
        short: &'static str,
        fails: bool,
        colour: (u8, u8, u8),
    ) -> Row {
        Row { ruling, name, column, short, fails, colour }
    }
}

/// Every ruling, best first, and what is not applicable last: a new ruling is a line here beside its name in the enum.
const TABLE: [Row; 6] = [
    Row::new(Ruling::Right, "right", "right", "right", false, (214, 232, 244)),
    Row::new(Ruling::Inaccurate, "inaccurate", "inaccurate", "inacc.", false, (134, 190, 222)),
    Row::new(Ruling::Contact, "contact", "contact", "contact", false, (240, 190, 90)),
    Row::new(Ruling::Wrong, "wrong", "wrong", "wrong", true, (205, 82, 20)),
    Row::new(Ruling::GaveUp, "gave-up", "gave_up", "gave-up", true, (45, 20, 45)),
    Row::new(Ruling::NotApplicable, "not-applicable", "not_applicable", "n/a", false, (240, 240, 240)),
];

/// How many rulings there are.
const COUNT: usize = TABLE.len();

/// The first rulings of the table.
const fn first<const N: usize>() -> [Ruling; N] {
    let mut rulings = [Ruling::Right; N];
    let mut place = 0;
    while place < N {
        rulings[place] = TABLE[place].ruling;
        place += 1;
    }
    rulings
}

impl Ruling {
    /// Every ruling, best first.
    pub const ALL: [Ruling; COUNT] = first();

    /// The rulings of answers to cases that can be posed, best first: what every rate is of.
    pub const APPLICABLE: [Ruling; COUNT - 1] = first();

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The ruling as records and the command line spell it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The column of a table that counts it.
    pub fn column(self) -> &'static str {
        self.row().column
    }

    /// The heading of a narrow column.
    pub fn short(self) -> &'static str {
        self.row().short
    }

    /// Red, green and blue of its part of a bar.
    pub fn colour(self) -> (u8, u8, u8) {
        self.row().colour
    }

    /// The ruling with this name.
    pub fn named(name: &str) -> Option<Ruling> {
        Ruling::ALL.into_iter().find(|ruling| ruling.name() == name)
    }

    /// `wrong` and `gave-up` are failures; `inaccurate` and `contact` are always shown apart from them.
    pub fn is_failure(self) -> bool {
        self.row().fails
    }
}

/// How often each ruling was given. In a file it is a column for each of [`Ruling::APPLICABLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; COUNT]);

impl Tally {
    /// Counts a ruling.
    pub fn count(&mut self, ruling: Ruling) {
        self[ruling] += 1;
    }

    fn sum(&self, rulings: impl IntoIterator<Item = Ruling>) -> u64 {
        rulings.into_iter().fold(0, |sum, ruling| sum.saturating_add(self[ruling]))
    }

    /// Answers to cases that could be posed.
    pub fn applicable(&self) -> u64 {
        self.sum(Ruling::APPLICABLE)
    }

    /// Answers that are failures.
    pub fn failures(&self) -> u64 {
        self.sum(Ruling::ALL.into_iter().filter(|ruling| ruling.is_failure()))
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == Tally::default()
    }
}

impl Index<Ruling> for Tally {
    type Output = u64;

    fn index(&self, ruling: Ruling) -> &u64 {
        &self.0[ruling as usize]
    }
}

impl IndexMut<Ruling> for Tally {
    fn index_mut(&mut self, ruling: Ruling) -> &mut u64 {
        &mut self.0[ruling as usize]
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        for ruling in Ruling::ALL {
            self[ruling] += other[ruling];
        }
    }
}

impl FromIterator<(Ruling, u64)> for Tally {
    fn from_iter<I: IntoIterator<Item = (Ruling, u64)>>(counts: I) -> Tally {
        let mut tally = Tally::default();
        counts.into_iter().for_each(|(ruling, count)| tally[ruling] += count);
        tally
    }
}

/// The columns of a tally.
const COLUMNS: [&str; COUNT - 1] = {
    let mut columns = [""; COUNT - 1];
    let mut place = 0;
    while place < columns.len() {
        columns[place] = TABLE[place].column;
        place += 1;
    }
    columns
};

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Tally", COLUMNS.len())?;
        for ruling in Ruling::APPLICABLE {
            fields.serialize_field(ruling.column(), &self[ruling])?;
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
                for ruling in Ruling::APPLICABLE {
                    tally[ruling] = counts.next_element()?.ok_or_else(|| A::Error::missing_field(ruling.column()))?;
                }
                Ok(tally)
            }
        }
        deserializer.deserialize_struct("Tally", &COLUMNS, Counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum_and_spells_its_names() {
        for (place, ruling) in Ruling::ALL.into_iter().enumerate() {
            assert_eq!(ruling as usize, place);
            assert_eq!(serde_json::to_value(ruling).unwrap(), ruling.name());
            assert_eq!(Ruling::named(ruling.name()), Some(ruling));
            assert_eq!(ruling.column(), ruling.name().replace('-', "_"));
        }
        assert!(!Ruling::APPLICABLE.contains(&Ruling::NotApplicable));
    }

    #[test]
    fn a_tally_counts_by_ruling() {
        let mut tally = Tally::default();
        assert!(tally.is_empty());
        Ruling::ALL.into_iter().for_each(|ruling| tally.count(ruling));
        tally.count(Ruling::Wrong);
        assert_eq!((tally.applicable(), tally.failures(), tally[Ruling::Wrong]), (6, 3, 2));
    }
}
