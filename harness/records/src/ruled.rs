//! The rulings of single answers in the folder of a finished campaign, by which two campaigns are compared case by case.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::archived::{JOURNAL, plain_or_archived};
use crate::study::refuse_unfinished;
use crate::{Campaign, Column, Error, Journal, Ruling, StoredRows, UnitResult};

/// The fields of a row that identify the answer and state its ruling.
///
/// Reading them takes a fraction of the time of a [`Record`](crate::Record).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are those of `Record`")]
pub struct Ruled {
    pub schema: u32,
    #[serde(rename = "case_id")]
    pub case: String,
    pub dimension: u8,
    pub points_a: usize,
    pub points_b: usize,
    pub variant: String,
    pub knob_asked: Option<f64>,
    pub knob: Option<f64>,
    pub ruling: Ruling,
    pub verdict: Option<String>,
}

impl Ruled {
    /// The column in which the answer is counted.
    pub fn column(&self) -> Column {
        Column::of(self.ruling, self.verdict.as_deref() == Some("intersecting"))
    }
}

/// Consecutive cases of a family in one scalar, with the stored fields of their rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuledCases {
    /// Name of the family.
    pub family: String,
    /// Name of the scalar.
    pub scalar: String,
    /// The first case.
    pub first: u64,
    /// The case after the last.
    pub end: u64,
    /// The rows; `None` if the campaign kept no rows, or was archived without them.
    pub rows: Option<Vec<Ruled>>,
}

/// Reads the rulings of all answers that have a row, some consecutive cases at a time, and returns the campaign.
///
/// # Errors
/// The folder holds no finished campaign, or a file of it cannot be read or is damaged.
pub fn each_ruled(folder: &Path, mut take: impl FnMut(RuledCases)) -> Result<Campaign, Error> {
    let path = plain_or_archived(folder.join(JOURNAL));
    if !path.exists() {
        let message = format!("is not the folder of a study: it has no `{JOURNAL}`");
        return Err(Error::refused(folder, message));
    }
    let mut journal = Journal::open(&path)?;
    let campaign = journal.campaign()?;
    refuse_unfinished(&campaign, folder)?;
    let mut stored = StoredRows::of(folder, &campaign);
    journal.each_done(|done| {
        let UnitResult::Answers { first, end, tally } = done.found else { return Ok(()) };
        let rows = done.rows.map(|rows| {
            let mut all = Vec::new();
            stored.each(&done.unit, &rows, |row| all.push(row)).map(|()| all)
        });
        take(RuledCases { family: tally.family, scalar: tally.scalar, first, end, rows: rows.transpose()? });
        Ok(())
    })?;
    Ok(campaign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use crate::{Answers, Folder, Record, Rows, SCHEMA};

    fn record(case: u64, ruling: Ruling, verdict: &str) -> Record {
        Record {
            schema: SCHEMA,
            family: "gap".to_owned(),
            case: format!("gap:1:{case}"),
            dimension: 3,
            points_a: 4,
            scalar: "f64".to_owned(),
            variant: "johnson".to_owned(),
            knob: Some(0.5),
            ruling,
            verdict: Some(verdict.to_owned()),
            ..Record::default()
        }
    }

    #[test]
    fn the_rulings_of_a_folder_are_read_unit_by_unit() {
        let Scratch(folder) = &Scratch::new("ruled");
        let campaign = Campaign { schema: SCHEMA, shard: "1/1".to_owned(), units: 3, ..Campaign::default() };
        let mut running = Folder::begin(folder, &campaign, false).unwrap();
        let answers = |first, end| UnitResult::Answers { first, end, tally: Answers::new("gap", "f64") };
        let mut rows = [Rows::new(), Rows::new()];
        rows[0].push(&record(0, Ruling::Wrong, "intersecting")).unwrap();
        rows[0].push(&record(1, Ruling::Right, "apart")).unwrap();
        rows[1].push(&record(2, Ruling::Wrong, "apart")).unwrap();
        let [one, two] = rows.map(|rows| rows.finish().unwrap());
        running.put("gap/f64/0", Some(&one), answers(0, 2)).unwrap();
        running.put("gap/f64/2", Some(&two), answers(2, 3)).unwrap();
        running.put("gap/f64/3", None, answers(3, 9)).unwrap();
        running.finish(["gap/f64/0", "gap/f64/2", "gap/f64/3"]).unwrap();
        drop(running);

        let mut found = Vec::new();
        assert!(each_ruled(folder, |cases| found.push(cases)).unwrap().finished);
        let rows = |cases: &RuledCases| {
            let row = |row: &Ruled| format!("{} {}", row.case, row.column().name());
            cases.rows.as_ref().map(|rows| rows.iter().map(row).collect::<Vec<_>>().join(", "))
        };
        assert_eq!(found.iter().map(|cases| [cases.first, cases.end]).collect::<Vec<_>>(), [[0, 2], [2, 3], [3, 9]]);
        let rows: Vec<Option<String>> = found.iter().map(rows).collect();
        assert_eq!(rows, [Some("gap:1:0 phantom, gap:1:1 right".to_owned()), Some("gap:1:2 missed".to_owned()), None]);
    }

    #[test]
    fn a_folder_without_a_journal_is_not_a_study() {
        let Scratch(folder) = &Scratch::new("ruled-nothing");
        let error = each_ruled(folder, |_| ()).unwrap_err().to_string();
        assert!(error.contains("is not the folder of a study: it has no `journal.jsonl`"), "{error}");
    }
}
