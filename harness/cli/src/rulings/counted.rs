//! Rulings counted by variant and scalar, and their table.

use std::collections::HashMap;
use std::fmt::Write as _;

use gjk_cases::case::Arithmetic;
use gjk_cases::format::Slack;
use gjk_cases::quote::cut;
use gjk_records::{Column, Measure};

use super::JudgedAnswer;

/// The name of a count that is not a ruling: such an answer is also counted by its ruling, at best `contact`.
pub const FLAT_MISSED: &str = "flat-missed";

/// The name of another count that is not a ruling: wrong verdicts beyond the slack that the variant states for itself.
pub const BEYOND_SLACK: &str = "beyond-slack";

/// The counted answers of a variant in a scalar.
pub struct Group {
    variant: String,
    pub scalar: Arithmetic,
    /// Number of answers by ruling, in the order of [`Column::ALL`].
    columns: [usize; Column::ALL.len()],
    pub flat_missed: usize,
    /// Answers that are off by a measure of their claim, in the order of [`Measure::OFF`].
    off_by: [usize; Measure::OFF.len()],
    pub certified: usize,
    /// Answers about the depth, and those whose own evidence proves it.
    pub depths: usize,
    pub depth_certified: usize,
    pub turned_normals: usize,
    pub opposite_axes: usize,
    /// The slack that the variant states.
    slack: Option<Slack>,
    pub beyond_slack: usize,
    /// Its place in the order of first applicable answers; `None` without an applicable answer.
    rank: Option<usize>,
}

impl Group {
    /// Number of answers in a column.
    pub fn of(&self, column: Column) -> usize {
        self.columns[column as usize]
    }

    /// Number of answers about the depth that are off in this way.
    pub fn off_by(&self, off_by: Measure) -> usize {
        Measure::OFF.iter().position(|known| *known == off_by).map_or(0, |place| self.off_by[place])
    }

    /// Answers that are in a rate.
    pub fn taken(&self) -> usize {
        self.columns.iter().sum::<usize>() - self.of(Column::NotApplicable) - self.of(Column::Refused)
    }

    /// The counts, each with its heading.
    fn counts(&self) -> Vec<(&'static str, usize)> {
        let mut counts: Vec<_> = Column::ALL.map(|column| (column.name(), self.of(column))).into();
        counts.insert(1 + Column::Contact as usize, (FLAT_MISSED, self.flat_missed));
        for (place, off_by) in Measure::OFF.into_iter().enumerate() {
            let at = 1 + place + counts.iter().position(|(name, _)| *name == Column::Off.name()).unwrap_or(0);
            counts.insert(at, (off_by.off(), self.off_by[place]));
        }
        counts.push(("certified", self.certified));
        counts.push(("depth-certified", self.depth_certified));
        counts
    }
}

/// The counted answers of all variants in all scalars.
#[derive(Default)]
pub struct Counted {
    groups: Vec<Group>,
    places: HashMap<(String, Arithmetic), usize>,
    ranks: usize,
}

impl Counted {
    /// Counts an answer; `near` is its place among the answers to the case, which is most often also the place of its group.
    pub fn count(&mut self, near: usize, row: &JudgedAnswer) {
        let is_of = |group: &Group| group.scalar == row.scalar && group.variant == row.variant;
        let place = if self.groups.get(near).is_some_and(is_of) { near } else { self.place(row) };
        let Counted { groups, ranks, .. } = self;
        let group = &mut groups[place];
        if row.column != Column::NotApplicable && group.rank.is_none() {
            group.rank = Some(*ranks);
            *ranks += 1;
        }
        group.columns[row.column as usize] += 1;
        group.flat_missed += usize::from(row.is_flat_missed);
        for (count, off_by) in group.off_by.iter_mut().zip(Measure::OFF) {
            *count += usize::from(row.off_by == Some(off_by));
        }
        group.certified += usize::from(row.is_certified);
        group.depths += usize::from(row.is_depth_certified.is_some());
        group.depth_certified += usize::from(row.is_depth_certified == Some(true));
        group.turned_normals += usize::from(row.turned_normal.is_some());
        group.opposite_axes += usize::from(row.opposite_axis.is_some());
        group.slack = group.slack.or(row.slack);
        group.beyond_slack += usize::from(row.is_beyond_slack);
    }

    fn place(&mut self, row: &JudgedAnswer) -> usize {
        *self.places.entry((row.variant.clone(), row.scalar)).or_insert_with(|| {
            self.groups.push(Group {
                variant: row.variant.clone(),
                scalar: row.scalar,
                columns: Default::default(),
                flat_missed: 0,
                off_by: Default::default(),
                certified: 0,
                depths: 0,
                depth_certified: 0,
                turned_normals: 0,
                opposite_axes: 0,
                slack: None,
                beyond_slack: 0,
                rank: None,
            });
            self.groups.len() - 1
        })
    }

    /// Every variant in every scalar.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }

    /// The sum over all groups.
    pub fn sum(&self, of: impl Fn(&Group) -> usize) -> usize {
        self.groups.iter().map(of).sum()
    }

    /// Whether any variant states a slack.
    pub fn states_slack(&self) -> bool {
        self.groups.iter().any(|group| group.slack.is_some())
    }

    /// The rulings by variant and scalar, in the order of the variants' first answers.
    ///
    /// Columns with only zeros and variants that accept no case are left out.
    pub fn table(&self) -> String {
        let mut groups: Vec<&Group> = self.groups.iter().filter(|group| group.rank.is_some()).collect();
        groups.sort_by_key(|group| (group.scalar, group.rank));
        let cells: Vec<Vec<(&str, usize)>> = groups.iter().map(|group| group.counts()).collect();
        let is_shown = |column: usize| {
            let is_of_any = cells.iter().any(|counts| counts[column].1 > 0);
            is_of_any || cells.first().is_some_and(|counts| counts[column].0 == Column::Right.name())
        };
        let shown: Vec<usize> = (0..cells.first().map_or(0, Vec::len)).filter(|&column| is_shown(column)).collect();
        let width = groups.iter().map(|group| cut(&group.variant).chars().count()).max().unwrap_or(0).max("variant".len());
        let mut text = format!("{:width$}  scalar", "variant");
        match cells.first() {
            Some(counts) => shown.iter().for_each(|&column| text.extend(["  ", counts[column].0])),
            None => text.extend(["  ", Column::Right.name()]),
        }
        text.push_str(if self.states_slack() { "  beyond-slack  slack\n" } else { "\n" });
        for (group, counts) in groups.iter().zip(&cells) {
            let _ = write!(text, "{:width$}  {:6}", cut(&group.variant), group.scalar.name());
            for (name, count) in shown.iter().map(|&column| counts[column]) {
                let _ = write!(text, "  {count:>0$}", name.len());
            }
            if let Some(slack) = group.slack {
                let _ = write!(text, "  {:>1$}  {slack}", group.beyond_slack, BEYOND_SLACK.len());
            }
            text.push('\n');
        }
        text
    }
}
