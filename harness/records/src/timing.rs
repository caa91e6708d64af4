//! The time of one variant for one case, as a line of `times.csv`.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{Line, Ruling, Subject};

/// The time of one query.
///
/// Every variant is timed on every timed case, right or wrong. The ruling is stored with the time, so a reader of records
/// decides which cases a comparison is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family.
    pub family: String,
    /// The case, `FAMILY:SEED:INDEX`.
    #[serde(rename = "case_id")]
    pub case: String,
    /// Points of each body (the greater of the two).
    pub points: usize,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the variant.
    pub variant: String,
    /// The ruling on the answer to this case.
    pub ruling: Ruling,
    /// Iterations of the query.
    pub iterations: usize,
    /// The machine that took the time, by the model of its processor; times of different machines must not be compared.
    pub machine: String,
    /// Nanoseconds per query: the median over interleaved rounds.
    pub nanoseconds: f64,
    /// The form of the query; `None` for times from before forms were recorded, whose queries have the typed form.
    pub form: Option<Form>,
}

/// The form in which a query is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// For the types of its bodies, and for the instructions of the processor.
    Typed,
    /// Once per space, with calls through pointers to the bodies, the observer and the subalgorithm. Answers are judged in this
    /// form.
    Erased,
}

impl Line for Timing {
    const FILE: &'static str = "times.csv";
    const HOLDS: &'static str = "timings";

    fn subject(&self) -> Subject<'_> {
        Subject::new(&self.variant, &self.family, &self.scalar)
    }

    /// Keeps times of two machines side by side; for the same query on the same machine, ours stays.
    fn join(ours: &mut Vec<Timing>, mut theirs: Vec<Timing>) {
        let known: HashSet<[&str; 5]> = ours.iter().map(Timing::query).collect();
        theirs.retain(|timing| !known.contains(&timing.query()));
        ours.append(&mut theirs);
    }
}

impl Timing {
    /// The timed query, and its machine.
    fn query(&self) -> [&str; 5] {
        [&self.machine, &self.family, &self.case, &self.scalar, &self.variant]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_another_query_or_machine_join_and_of_the_same_query_ours_stays() {
        let text = |text: &str| text.to_owned();
        let ours = Timing {
            machine: text("one"),
            family: text("gap"),
            case: text("gap:1:0"),
            scalar: text("f64"),
            variant: text("johnson"),
            nanoseconds: 100.0,
            ..Timing::default()
        };
        let slower = Timing { nanoseconds: 200.0, ..ours.clone() };
        let others = [
            Timing { machine: text("two"), ..slower.clone() },
            Timing { family: text("corpus"), ..slower.clone() },
            Timing { case: text("gap:1:1"), ..slower.clone() },
            Timing { scalar: text("f32"), ..slower.clone() },
            Timing { variant: text("ericson"), ..slower.clone() },
        ];
        for place in 0..=others.len() {
            let mut theirs = others.to_vec();
            theirs.insert(place, slower.clone());
            let mut joined = vec![ours.clone()];
            Timing::join(&mut joined, theirs);
            assert_eq!(joined, [std::slice::from_ref(&ours), &others[..]].concat());
        }
    }
}
