//! Four questions to a variant or a library: is the verdict right, the distance, the depth, and do answers jump?

use std::collections::BTreeSet;

use gjk_records::{Column, Counts};

use super::{ANSWERS, Made, PaperTable, Standings, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{bounded_text, rate_text};
use crate::figure::continuity::{Breaks, breaks};
use crate::league::{League, Place};
use crate::summary::Mean;
use crate::table::{Table, counted, grouped, rate_cells};

pub(super) const TABLE: PaperTable = PaperTable {
    name: "questions",
    description: "four questions to each variant: verdict, distance, depth, continuity",
    reads: &[ANSWERS],
    make,
};

/// What is counted of a question: the head of its column, its name in a file, and the count.
type Counted = (&'static str, &'static str, fn(&Counts) -> u64);

/// The questions that leagues answer, each with its leagues in the order in which a variant's place is looked for.
const QUESTIONS: [(&str, &[League], [Counted; 2]); 3] = [
    (
        "verdict",
        &[League::Verdicts],
        [
            ("verdict: missed / %", "missed", |c| c.rulings[Column::Missed]),
            ("phantom / %", "phantom", |c| c.rulings[Column::Phantom]),
        ],
    ),
    (
        "distance",
        &[League::Distances],
        [
            ("distance: inaccurate / %", "inaccurate", |c| c.rulings[Column::Inaccurate]),
            ("off / %", "off", |c| c.rulings[Column::Off]),
        ],
    ),
    (
        "depth",
        &[League::Depths, League::Translations],
        [("depth: shallow / %", "shallow", |c| c.depth.shallow), ("excess / %", "excess", |c| c.depth.excess)],
    ),
];

/// What a question finds of a row.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    /// The variant whose answers they are.
    variant: usize,
    families: usize,
    /// Cases; pairs where answers may jump.
    cases: u64,
    /// What is counted, by the places of [`QUESTIONS`]; none where it was not promised.
    rates: Vec<Option<Mean>>,
}

/// A variant or a library: what it finds of each of the questions, by the first of its names that takes part.
struct Row {
    name: String,
    answers: [Option<Answer>; 4],
}

/// The place of a variant where it is asked for what it promises: who promises some translation has its place in the league of these.
fn place<'s>(
    standings: &'s Standings,
    survey: &Survey,
    scalar: usize,
    leagues: &[League],
    variant: usize,
) -> Option<&'s Place> {
    leagues.iter().find_map(|&league| {
        let is_meant = league != League::Depths || survey.variants[variant].depth;
        let season = standings.league(scalar, league).filter(|_| is_meant)?;
        season.places.iter().find(|place| place.variant == variant)
    })
}

fn row(survey: &Survey, standings: &Standings, scalar: usize, variants: &[usize]) -> Row {
    let of_question = |(name, leagues, counts): &(&str, &[League], [Counted; 2])| {
        variants.iter().find_map(|&variant| {
            let place = place(standings, survey, scalar, leagues, variant)?;
            let rate = |counted: &Counted| {
                // Who promises some translation may go as far as it likes.
                let is_promised = *name != "depth" || counted.1 != "excess" || survey.variants[variant].depth;
                survey.pooled_over(&place.families, variant, scalar, counted.2).filter(|_| is_promised)
            };
            Some(Answer {
                variant,
                families: place.families.len(),
                cases: survey.sum(&place.families, variant, scalar, Counts::applicable),
                rates: counts.iter().map(rate).collect(),
            })
        })
    };
    let of_steps = |variant: usize| {
        let Breaks { mean, families, pairs } = breaks(survey, &survey.scalars[scalar], &survey.variants[variant].name)?;
        Some(Answer { variant, families, cases: pairs, rates: vec![Some(mean)] })
    };
    let [verdict, distance, depth] = [0, 1, 2].map(|question| of_question(&QUESTIONS[question]));
    let names: Vec<String> = variants.iter().map(|&variant| label(&survey.variants[variant].name)).collect();
    Row { name: names.join(" + "), answers: [verdict, distance, depth, variants.iter().find_map(|&v| of_steps(v))] }
}

/// A rate, with its upper bound where it is nothing.
fn text(mean: Option<&Mean>) -> String {
    match mean {
        None => "–".to_owned(),
        Some(mean) if mean.rate == 0.0 => bounded_text(mean),
        Some(mean) => rate_text(&mean.rate()),
    }
}

fn shown(rows: &[Row]) -> Table {
    let heads = QUESTIONS.iter().flat_map(|(_, _, counts)| counts.iter().map(|(head, ..)| *head));
    let mut table = Table::new(["variant"]).with(heads).with(["continuity: breaks / %"]);
    for row in rows {
        let cells = row.answers.iter().enumerate().flat_map(|(question, answer)| {
            let count = if question < QUESTIONS.len() { 2 } else { 1 };
            (0..count).map(move |place| text(answer.as_ref().and_then(|answer| answer.rates[place].as_ref())))
        });
        table.push_with(&[&row.name], cells);
    }
    table
}

/// What each question is over.
fn bases(rows: &[Row]) -> String {
    let names = ["verdict", "distance", "depth", "continuity"];
    let of_question = |(question, name): (usize, &str)| {
        let all = || rows.iter().filter_map(|row| row.answers[question].as_ref());
        let range = |values: BTreeSet<u64>| match (values.first(), values.last()) {
            (Some(least), Some(most)) if least != most => format!("{} to {}", grouped(least), grouped(most)),
            (_, most) => grouped(most.copied().unwrap_or(0)),
        };
        let families: BTreeSet<u64> = all().map(|answer| answer.families as u64).collect();
        let what = if families.last() == Some(&1) { "family" } else { "families" };
        let cases = if question < QUESTIONS.len() { "cases a row" } else { "pairs of answers a row" };
        let (families, cases_of) = (range(families), range(all().map(|answer| answer.cases).collect()));
        all().next().map(|_| format!("{name}: {families} {what}, {cases_of} {cases}"))
    };
    names.into_iter().enumerate().filter_map(|(question, name)| of_question((question, name))).collect::<Vec<_>>().join("; ")
}

fn notes(survey: &Survey, rows: &[Row]) -> String {
    let is_approximate = rows.iter().flat_map(|row| row.answers.iter().flatten()).any(|answer| {
        // The two directions and three steps of a case are never independent.
        answer.rates.len() == 2 && answer.rates.iter().flatten().any(|mean| mean.is_approximate)
    });
    let approximate = if is_approximate {
        " The bounds are approximate where families have different numbers of cases: the fewest count for all."
    } else {
        ""
    };
    format!(
        "Shares in %, families with equal weights; of a zero the upper bound at 95 % in parentheses (Clopper-Pearson); –: it does not \
         promise that, or was not asked. Tolerance {} u·D. Over {}: of each question the families of the widest league. Missed, phantom: wrong \
         verdicts. Inaccurate: a length beyond the tolerance; off: half of its digits are lost. Shallow: a translation that leaves overlap \
         beyond half of the digits; excess: one that goes farther than the depth by as much. Breaks: pairs of answers before and after a small \
         step of a body (of √u·D, 8 u·D and one unit in the last place, taken together) whose distances differ by more than the step and \
         the tolerance, or whose verdicts differ where one is wrong.{approximate} A row of several names has of each question the first name \
         that takes part.",
        crate::draw::number(survey.study.facts.tolerance),
        bases(rows)
    )
}

fn make(survey: &Survey) -> Made {
    let standings = Standings::new(survey);
    let mut tables = Vec::new();
    for scalar in survey.judged_scalars() {
        let all = (0..survey.variants.len()).map(|variant| row(survey, &standings, scalar, &[variant]));
        let rows: Vec<Row> = all.filter(|row| row.answers.iter().any(Option::is_some)).collect();
        if rows.is_empty() {
            continue;
        }
        let mut numbers = Table::new("scalar variant question families cases counted rate rate_low rate_high".split(' '));
        for row in &rows {
            for (question, answer) in row.answers.iter().enumerate() {
                let Some(answer) = answer else { continue };
                let (name, counts): (_, Vec<&str>) = match QUESTIONS.get(question) {
                    Some((name, _, counts)) => (*name, counts.iter().map(|counted| counted.1).collect()),
                    None => ("continuity", vec!["breaks"]),
                };
                for (counted, mean) in counts.iter().zip(&answer.rates) {
                    let (scalar, variant) = (&survey.scalars[scalar], &survey.variants[answer.variant].name);
                    let cells = rate_cells(mean.as_ref().map(Mean::rate));
                    numbers.push_with(&[scalar, variant, &name, &answer.families, &answer.cases, counted], cells);
                }
            }
        }
        tables.push(Typeset {
            name: file_name(&["questions", &survey.scalars[scalar]]),
            caption: format!("Four questions to {} in {}", counted(rows.len(), "variant", "variants"), survey.scalars[scalar]),
            table: shown(&rows),
            names: 1,
            notes: notes(survey, &rows),
            numbers,
        });
    }
    if tables.is_empty() { Err("nobody can be compared".to_owned()) } else { Ok(tables) }
}

/// The table of these, as a document has it. Each is the name of a variant, or of several joined by `+`, as a library has that is asked
/// for distances by one name and for the depth by another.
///
/// # Errors
/// Which name is of no variant, or takes part in none of the questions.
pub(crate) fn markdown(survey: &Survey, scalar: usize, names: &[&str]) -> Result<String, String> {
    let standings = Standings::new(survey);
    let of = |names: &&str| {
        let variant = |name: &str| {
            let known = survey.variants.iter().position(|variant| variant.name == name);
            known.ok_or_else(|| format!("there is no variant {name}"))
        };
        let variants: Vec<usize> = names.split('+').map(variant).collect::<Result<_, _>>()?;
        let row = row(survey, &standings, scalar, &variants);
        match row.answers.iter().any(Option::is_some) {
            true => Ok(row),
            false => Err(format!("{names} takes part in none of the questions in {}", survey.scalars[scalar])),
        }
    };
    let rows: Vec<Row> = names.iter().map(of).collect::<Result<_, String>>()?;
    Ok(format!("{}\n{}. {}\n", shown(&rows).markdown(1), survey.scalars[scalar], notes(survey, &rows)))
}

#[cfg(test)]
mod tests {
    use gjk_records::ContinuityTally;

    use super::*;
    use crate::Study;
    use crate::tests::{lettered, translations};

    /// Verdicts and distances over three families, depths over two, and steps of one variant.
    fn asked() -> Study {
        let right = "....................";
        let answers = lettered(&[
            ("near", ["o...................", right, right]),
            ("verdict", ["m...................", "m...................", right]),
        ]);
        let mut study =
            translations::study(&[("deep", ["1.........", "s........."]), ("portal", ["9999999999", "s........."])]);
        study.answers.retain(|tally| ["plates", "inside"].contains(&&tally.family[..]));
        study.answers.extend(answers.answers);
        study.facts.variants = ["near", "verdict", "deep", "portal"].map(str::to_owned).to_vec();
        study.facts.families.extend(answers.facts.families);
        let step = |step: &str, jumps: u64, flips: u64| ContinuityTally {
            family: "one".to_owned(),
            scalar: "f64".to_owned(),
            variant: "near".to_owned(),
            step: step.to_owned(),
            pairs: 44,
            no_answer: 4,
            jumps,
            flips,
            after: jumps,
            before: flips,
            ..ContinuityTally::default()
        };
        study.with(vec![step("root", 6, 0), step("eight", 0, 0), step("ulp", 0, 0)])
    }

    fn rows(study: &Study, names: &[&str]) -> Result<Vec<Vec<String>>, String> {
        let survey = Survey::new(study);
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
        let text = markdown(&survey, scalar, names)?;
        let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        Ok(text.lines().skip(2).take_while(|line| !line.is_empty()).map(cells).collect())
    }

    #[test]
    fn four_questions_are_answered_where_they_are_promised() {
        let study = asked();
        let found = rows(&study, &["near", "verdict", "deep", "portal"]).unwrap();
        // One of sixty is off, two of sixty are missed, one of twenty is excess and one shallow, six of 120 pairs break. Of none of 60
        // the bound is 4.87 %, of none of 20 it is 13.9 %.
        assert_eq!(found[0], ["near", "0 (< 4.9)", "0 (< 4.9)", "0 (< 4.9)", "1.7", "–", "–", "5"]);
        assert_eq!(found[1], ["verdict", "3.3", "0 (< 4.9)", "–", "–", "–", "–", "–"]);
        assert_eq!(found[2][5..], ["5", "5", "–"]);
        // A variant that promises some translation may go as far as it likes, but may not be shallow.
        assert_eq!(found[3][3..], ["–", "–", "5", "–", "–"]);
    }

    #[test]
    fn a_row_of_several_names_has_the_first_that_takes_part() {
        let study = asked();
        let found = rows(&study, &["near+deep", "deep+near"]).unwrap();
        assert_eq!(found[0], ["near + deep", "0 (< 4.9)", "0 (< 4.9)", "0 (< 4.9)", "1.7", "5", "5", "5"]);
        assert_eq!((&found[1][0], &found[1][3..]), (&"deep + near".to_owned(), &found[0][3..]));
        for (names, message) in [(["nobody"], "there is no variant nobody"), (["near+nobody"], "there is no variant nobody")] {
            assert_eq!(rows(&study, &names).unwrap_err(), message);
        }
    }

    #[test]
    fn what_each_question_is_over_stands_below() {
        let study = asked();
        let survey = Survey::new(&study);
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
        let text = markdown(&survey, scalar, &["near", "verdict", "deep"]).unwrap();
        for part in [
            "f64. Shares in %",
            "distance: 3 families, 60 cases a row",
            "depth: 2 families, 20 cases a row",
            "continuity: 1 family, 120 pairs of answers a row",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let made = make(&survey).unwrap();
        let numbers = &made.iter().find(|table| table.name == "questions-f64").unwrap().numbers;
        let breaks = numbers.rows.iter().find(|row| row[5] == "breaks").unwrap();
        assert_eq!(breaks[..7], ["f64", "near", "continuity", "1", "120", "breaks", "0.05"]);
        // What was not promised has no number.
        let excess = numbers.rows.iter().find(|row| row[1] == "portal" && row[5] == "excess").unwrap();
        assert_eq!(excess[6..], ["", "", ""]);
    }
}
