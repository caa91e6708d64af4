//! The questions to a variant or a library in one table: is the verdict right, the distance, the depth?
//!
//! And do answers jump?

use std::collections::BTreeSet;
use std::sync::LazyLock;

use gjk_records::{Column, ContinuityTally, Counts, Line, Measure, Question};

use super::{ANSWERS, Made, PaperTable, Standings, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{bounded_text, rate_text};
use crate::document::Document;
use crate::figure::continuity::{Breaks, breaks_over};
use crate::summary::Mean;
use crate::table::{Table, counted, grouped, rate_cells};

pub(super) const TABLE: PaperTable = PaperTable {
    name: "questions",
    description: "verdict, distance, depth and continuity of each variant",
    reads: &[ANSWERS],
    make,
};

/// A count for a question: the head of its column, its name in a file, and the count.
struct Counted {
    head: String,
    name: &'static str,
    /// The measure that has to be promised, if there is one.
    measure: Option<Measure>,
    of: Box<dyn Fn(&Counts) -> u64 + Send + Sync>,
}

/// A question, with its columns.
struct QuestionColumns {
    question: Question,
    counts: Vec<Counted>,
}

/// The questions of the table: the question about the verdict, and the questions that ask for a whole answer. Casts are about other
/// cases, and about other functions of a library.
static QUESTIONS: LazyLock<Vec<QuestionColumns>> = LazyLock::new(|| {
    let is_asked = |question: &Question| *question == Question::Verdict || question.is_whole() && *question != Question::Cast;
    let asked = Question::ALL.into_iter().filter(is_asked);
    asked.map(|question| QuestionColumns { question, counts: columns(question) }).collect()
});

fn columns(question: Question) -> Vec<Counted> {
    let of_ruling = |head: &str, name, column: Column| Counted {
        head: format!("{head} / %"),
        name,
        measure: None,
        of: Box::new(move |c: &Counts| c.rulings[column]),
    };
    let name = question.name();
    match question.claim() {
        Some(_) => {
            let wrong = Counted {
                head: format!("{name}: no right answer / %"),
                name: "no_right_answer",
                measure: None,
                of: Box::new(move |c| c.no_right_answer_about(question)),
            };
            let off = |by: &Measure| {
                let by = *by;
                let of = Box::new(move |c: &Counts| c.claims(question).off_by(by));
                Counted { head: format!("{} / %", by.off()), name: by.off(), measure: Some(by), of }
            };
            // An unsound answer is not a right answer.
            [wrong].into_iter().chain(question.measures()[1..].iter().map(off)).collect()
        }
        None if question.is_whole() => vec![
            of_ruling(&format!("{name}: inaccurate"), "inaccurate", Column::Inaccurate),
            of_ruling("off", "off", Column::Off),
        ],
        None => vec![
            of_ruling(&format!("{name}: missed"), "missed", Column::Missed),
            of_ruling("phantom", "phantom", Column::Phantom),
            of_ruling("no answer", "no_answer", Column::GaveUp),
        ],
    }
}

/// The last columns come from an experiment that compares pairs of answers.
const CONTINUITY: &str = "continuity";

/// The rates of a row for a question.
#[derive(Clone, Debug, PartialEq)]
struct QuestionRates {
    /// The variant that gave the answers.
    variant: usize,
    families: usize,
    /// The number of cases, or of pairs for continuity.
    cases: u64,
    /// The rates, by the columns of the question; `None` if the answer was not promised.
    rates: Vec<Option<Mean>>,
    /// The number of counted cases, by the columns.
    hits: Vec<u64>,
}

/// A variant or a library, with its rates for each question, by the first of its names that is compared.
struct QuestionRow {
    name: String,
    answers: Vec<Option<QuestionRates>>,
}

/// The families behind each question, with continuity last.
type Families = Vec<Vec<usize>>;

/// The families of the widest leagues; for continuity, the families of the league of verdicts in which steps were made.
fn widest(survey: &Survey, standings: &Standings, scalar: usize) -> Families {
    let of = |question: Question| standings.league(scalar, question).map(|season| season.families.clone()).unwrap_or_default();
    let mut over: Families = QUESTIONS.iter().map(|asked| of(asked.question)).collect();
    // The families of the league of verdicts, if there is one.
    let verdict = of(Question::Verdict);
    let mut steps = if verdict.is_empty() { survey.families_in_rates() } else { verdict };
    steps.retain(|&family| stepped(survey, scalar).any(|tally| tally.family == survey.families[family].name));
    over.push(steps);
    over
}

fn stepped<'s>(survey: &'s Survey, scalar: usize) -> impl Iterator<Item = &'s ContinuityTally> {
    survey
        .study
        .of::<ContinuityTally>()
        .iter()
        .filter(move |tally| tally.scalar == survey.scalars[scalar] && tally.compared() > 0)
}

/// Whether a variant promises the answer to a question, or a part of its claim.
fn promises(survey: &Survey, question: usize, variant: usize) -> bool {
    let promise = survey.variants[variant].promise;
    QUESTIONS.get(question).is_none_or(|asked| promise.answers(asked.question) || promise.claims_the_same(asked.question))
}

/// Whether a variant is compared in a question over a family.
fn takes(survey: &Survey, scalar: usize, question: usize, variant: usize, family: usize) -> bool {
    match QUESTIONS.get(question) {
        Some(_) => survey.is_compared(family, variant, scalar),
        None => stepped(survey, scalar)
            .any(|tally| tally.family == survey.families[family].name && tally.variant == survey.variants[variant].name),
    }
}

/// The variant of a row that answers a question: the first that promises the answer and is compared in one of the families.
fn asked(survey: &Survey, scalar: usize, question: usize, variants: &[usize], families: &[usize]) -> Option<usize> {
    let is_asked =
        |&v: &usize| promises(survey, question, v) && families.iter().any(|&f| takes(survey, scalar, question, v, f));
    variants.iter().copied().find(is_asked)
}

/// The rates of a row over some families; `None` for a question in which it is not compared over all of them.
fn row(survey: &Survey, scalar: usize, variants: &[usize], over: &Families) -> QuestionRow {
    let of_question = |question: usize| {
        let families = &over[question];
        let variant = asked(survey, scalar, question, variants, families)?;
        if !families.iter().all(|&family| takes(survey, scalar, question, variant, family)) {
            return None;
        }
        let Some(of) = QUESTIONS.get(question) else {
            let names: Vec<&str> = families.iter().map(|&f| &survey.families[f].name[..]).collect();
            let found = breaks_over(survey, &survey.scalars[scalar], &survey.variants[variant].name, &names)?;
            let Breaks { mean, families, pairs, breaks } = found;
            return Some(QuestionRates { variant, families, cases: pairs, rates: vec![Some(mean)], hits: vec![breaks] });
        };
        let rate = |counted: &Counted| {
            // A variant that promises some translation may go any distance.
            let promise = survey.variants[variant].promise;
            let is_promised = counted.measure.is_none_or(|measure| promise.measures().contains(&measure));
            survey.pooled_over(families, variant, scalar, &counted.of).filter(|_| is_promised)
        };
        Some(QuestionRates {
            variant,
            families: families.len(),
            cases: survey.sum(families, variant, scalar, Counts::applicable),
            rates: of.counts.iter().map(rate).collect(),
            hits: of.counts.iter().map(|counted| survey.sum(families, variant, scalar, &counted.of)).collect(),
        })
    };
    let mark = if variants.iter().any(|&v| survey.holds(v).is_some()) { "\\*" } else { "" };
    let names: Vec<String> = variants.iter().map(|&variant| label(&survey.variants[variant].name)).collect();
    QuestionRow { name: names.join(" + ") + mark, answers: (0..=QUESTIONS.len()).map(of_question).collect() }
}

/// The families of a question that all rows with this question accept.
fn common(survey: &Survey, scalar: usize, rows: &[Vec<usize>], over: &Families) -> Families {
    let of_question = |question: usize| {
        let who: Vec<usize> =
            rows.iter().filter_map(|variants| asked(survey, scalar, question, variants, &over[question])).collect();
        let is_common = |&family: &usize| who.iter().all(|&variant| takes(survey, scalar, question, variant, family));
        over[question].iter().copied().filter(is_common).collect()
    };
    (0..over.len()).map(of_question).collect()
}

/// Whether a row accepts all families of every question that it is asked.
fn is_whole(survey: &Survey, scalar: usize, variants: &[usize], over: &Families) -> bool {
    (0..=QUESTIONS.len()).all(|question| {
        asked(survey, scalar, question, variants, &over[question])
            .is_none_or(|variant| over[question].iter().all(|&family| takes(survey, scalar, question, variant, family)))
    })
}

/// A rate, with its upper bound if the rate is zero.
fn text(mean: Option<&Mean>) -> String {
    match mean {
        None => "–".to_owned(),
        Some(mean) if mean.rate == 0.0 => bounded_text(mean),
        Some(mean) => rate_text(&mean.rate()),
    }
}

/// Fewer breaks than these are printed as a count.
const FEW: u64 = 10;

fn shown(rows: &[QuestionRow]) -> Table {
    let heads = QUESTIONS.iter().flat_map(|asked| asked.counts.iter().map(|counted| &counted.head[..]));
    let mut table = Table::new(["variant"]).with(heads).with(["continuity: breaks / %"]);
    for row in rows {
        let cells = row.answers.iter().enumerate().flat_map(|(question, answer)| {
            let columns = QUESTIONS.get(question).map_or(1, |asked| asked.counts.len());
            (0..columns).map(move |place| {
                let rate = answer.as_ref().and_then(|answer| answer.rates[place].as_ref());
                match answer {
                    // A rate from few breaks would be read as a bound.
                    Some(answer) if question == QUESTIONS.len() && (1..FEW).contains(&answer.hits[place]) => {
                        format!("{} of {}", answer.hits[place], grouped(answer.cases))
                    }
                    _ => text(rate),
                }
            })
        });
        table.push_with(&[&row.name], cells);
    }
    table
}

/// The families and cases of each question, which are the same for all rows.
///
/// Questions over the same families and cases are named together.
fn bases(rows: &[QuestionRow]) -> String {
    let names = QUESTIONS.iter().map(|asked| asked.question.name()).chain([CONTINUITY]);
    let mut all: Vec<(Vec<&str>, String)> = Vec::new();
    for (question, name) in names.enumerate() {
        let answers = || rows.iter().filter_map(|row| row.answers[question].as_ref());
        let Some(families) = answers().map(|answer| answer.families).max() else { continue };
        let cases: BTreeSet<u64> = answers().map(|answer| answer.cases).collect();
        let cases = match (cases.first(), cases.last()) {
            (Some(least), Some(most)) if least != most => format!("{} to {}", grouped(least), grouped(most)),
            (_, most) => grouped(most.copied().unwrap_or(0)),
        };
        let of = if question < QUESTIONS.len() { "cases per row" } else { "pairs of answers per row" };
        let over = format!("{}, {cases} {of}", counted(families, "family", "families"));
        match all.iter_mut().find(|(_, known)| *known == over) {
            Some((names, _)) => names.push(name),
            None => all.push((vec![name], over)),
        }
    }
    let base = |(names, over): &(Vec<&str>, String)| format!("{}: {over}", names.join(" and "));
    all.iter().map(base).collect::<Vec<_>>().join("; ")
}

/// The questions in a sentence: `Verdict, distance and depth`.
fn asked_names() -> String {
    let names: Vec<&str> = QUESTIONS.iter().map(|asked| asked.question.name()).collect();
    let mut text = names.join(", ");
    if let Some(place) = text.rfind(", ") {
        text.replace_range(place..place + 2, " and ");
    }
    text[..1].to_uppercase() + &text[1..]
}

/// The commits that made the numbers of each question.
fn provenance(survey: &Survey) -> String {
    let commit = &survey.study.facts.commit;
    match survey.study.part_facts.get(ContinuityTally::FILE) {
        Some(steps) => format!("{}: commit {commit}; continuity: commit {}", asked_names(), steps.commit),
        None => format!("All questions: commit {commit}"),
    }
}

/// A sentence with the variants that were asked about less than half as many pairs of one step as of another.
fn few_steps(survey: &Survey, rows: &[QuestionRow]) -> String {
    let mut few = Vec::new();
    for answer in rows.iter().filter_map(|row| row.answers[QUESTIONS.len()].as_ref()) {
        let name = &survey.variants[answer.variant].name;
        let of = |step: &str| -> u64 {
            let all = survey.study.of::<ContinuityTally>().iter();
            all.filter(|tally| tally.variant == *name && tally.step == step).map(|t| t.compared()).sum()
        };
        let pairs = ContinuityTally::STEPS.map(of);
        let most = pairs.iter().copied().max().unwrap_or(0);
        if pairs.iter().any(|&pairs| 2 * pairs < most) {
            let told: Vec<String> = pairs.iter().map(|pairs| grouped(*pairs)).collect();
            few.push(format!("{name} {}", told.join(", ")));
        }
    }
    match few.is_empty() {
        true => String::new(),
        false => {
            format!("Numbers of pairs of the three steps, if they differ by more than a factor of two: {}.", few.join("; "))
        }
    }
}

/// The caption of the table, in at most 60 words.
fn caption(survey: &Survey) -> String {
    format!(
        "Shares in %, families with equal weights, tolerance {} u·D. A zero has its upper bound at 95 % (Clopper-Pearson) in parentheses. \
         A dash: not promised, or not asked.",
        crate::draw::number(survey.study.facts.tolerance)
    )
}

/// The meaning of the columns, one term per item.
fn terms() -> Vec<String> {
    let mut terms = vec![
        "*missed*, *phantom*: bodies that meet are called apart, or the reverse, by more than the tolerance".to_owned(),
        "*no answer*: the variant gave up".to_owned(),
        "*inaccurate*, *off*: a length is beyond the tolerance; off: half of its digits are lost".to_owned(),
    ];
    for asked in QUESTIONS.iter() {
        let Some(claim) = asked.question.claim() else { continue };
        let [sound, others @ ..] = asked.question.measures() else { continue };
        terms.push(format!("*no right answer* ({}): missed, no answer, or {}: {}", claim.name, sound.off(), sound.means()));
        terms.extend(others.iter().map(|by| format!("*{}*: {}", by.off(), by.means())));
    }
    terms.push(format!(
        "*breaks*: answers before and after a small step of a body (√u·D, 8 u·D or one unit in the last place) whose \
         distances differ by more than the step and the tolerance, or whose verdicts differ and one is wrong (a count if \
         there are fewer than {FEW})"
    ));
    terms
}

/// Conditions of the numbers of these rows that do not hold for every table.
fn conditions(survey: &Survey, rows: &[QuestionRow]) -> Vec<String> {
    let answers = || rows.iter().flat_map(|row| row.answers.iter().flatten());
    // The two directions and three steps of a case are never independent.
    let is_approximate =
        answers().any(|answer| answer.rates.len() > 1 && answer.rates.iter().flatten().any(|mean| mean.is_approximate));
    let variants: BTreeSet<usize> = answers().map(|answer| answer.variant).collect();
    let held = survey.held_bodies(variants);
    let when = |holds: bool, text: String| if holds { text } else { String::new() };
    vec![
        when(
            is_approximate,
            "Bounds are approximate: families have different numbers of cases, and the fewest count for all".to_owned(),
        ),
        when(
            rows.iter().any(|row| row.name.contains(" + ")),
            "A row with several names has, for each question, the first name that is compared".to_owned(),
        ),
        when(
            !held.is_empty(),
            format!(
                "\\*: asked about bodies other than those of the table, with less exact contact \
            ({held})."
            ),
        ),
        few_steps(survey, rows),
    ]
}

/// The caption, the meaning of the columns and the conditions as one paragraph, for a paper.
fn notes(survey: &Survey, rows: &[QuestionRow]) -> String {
    let conditions: Vec<String> = conditions(survey, rows).into_iter().filter(|text| !text.is_empty()).collect();
    let terms = terms().join(". ").replace('*', "");
    let all =
        [&[caption(survey), format!("Over {}.", bases(rows)), terms + "."], &conditions[..], &[provenance(survey)]].concat();
    all.join(" ")
}

fn make(survey: &Survey) -> Made {
    let standings = Standings::new(survey);
    let mut tables = Vec::new();
    for scalar in survey.judged_scalars() {
        let over = widest(survey, &standings, scalar);
        let all = (0..survey.variants.len()).filter(|&variant| is_whole(survey, scalar, &[variant], &over));
        let rows: Vec<QuestionRow> =
            all.map(|v| row(survey, scalar, &[v], &over)).filter(|row| row.answers.iter().any(Option::is_some)).collect();
        if rows.is_empty() {
            continue;
        }
        let mut numbers = Table::new("scalar variant question families cases counted rate rate_low rate_high".split(' '));
        for row in &rows {
            for (question, answer) in row.answers.iter().enumerate() {
                let Some(answer) = answer else { continue };
                let (name, counts): (_, Vec<&str>) = match QUESTIONS.get(question) {
                    Some(asked) => (asked.question.name(), asked.counts.iter().map(|counted| counted.name).collect()),
                    None => (CONTINUITY, vec!["breaks"]),
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
            caption: format!(
                "{} of {} in {}, and jumps of answers",
                asked_names(),
                counted(rows.len(), "variant", "variants"),
                survey.scalars[scalar]
            ),
            table: shown(&rows),
            names: 1,
            notes: notes(survey, &rows),
            numbers,
        });
    }
    if tables.is_empty() { Err("no variant can be compared".to_owned()) } else { Ok(tables) }
}

/// The tables of these names for a document.
///
/// A name is the name of a variant, or the names of several joined by `+`, for a library that is asked for distances by one
/// name and for the depth by another. If some rows accept too few cases of some of the families, a second table has all rows,
/// over the families that all of them accept.
///
/// # Errors
/// A name belongs to no variant, or is compared in none of the questions; the message names it.
pub(crate) fn document(survey: &Survey, scalar: usize, names: &[&str]) -> Result<Document, String> {
    let standings = Standings::new(survey);
    let variants_of = |names: &&str| {
        let variant = |name: &str| {
            let known = survey.variants.iter().position(|variant| variant.name == name);
            known.ok_or_else(|| format!("there is no variant {name}"))
        };
        names.split('+').map(variant).collect::<Result<Vec<usize>, String>>()
    };
    let all: Vec<Vec<usize>> = names.iter().map(variants_of).collect::<Result<_, _>>()?;
    let widest = widest(survey, &standings, scalar);
    let is_asked = |variants: &[usize]| {
        (0..=QUESTIONS.len()).any(|question| asked(survey, scalar, question, variants, &widest[question]).is_some())
    };
    if let Some(place) = all.iter().position(|variants| !is_asked(variants)) {
        return Err(format!("{} is compared in none of the questions in {}", names[place], survey.scalars[scalar]));
    }
    let rows = |which: &[Vec<usize>], over: &Families| -> Vec<QuestionRow> {
        which.iter().map(|variants| row(survey, scalar, variants, over)).collect()
    };
    let (whole, some): (Vec<Vec<usize>>, Vec<Vec<usize>>) =
        all.iter().cloned().partition(|variants| is_whole(survey, scalar, variants, &widest));
    let name = &survey.scalars[scalar];
    let mut text = Document::default();
    if !whole.is_empty() {
        let first = rows(&whole, &widest);
        let over = bases(&first);
        let items = [vec![over], terms(), conditions(survey, &first), vec![provenance(survey)]].concat();
        text = text.table(shown(&first), 1).text(format!("`{name}`. {}", caption(survey))).list(items);
    }
    if !some.is_empty() {
        let both = rows(&all, &common(survey, scalar, &all, &widest));
        let over = bases(&both);
        let items = [vec![over], conditions(survey, &both)].concat();
        let caption = format!("`{name}`. As above, over the families that all of these variants accept.");
        text = text.table(shown(&both), 1).text(caption).list(items);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
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
        study.with(vec![step("root", 6, 0), step("units", 0, 0), step("place", 0, 0)])
    }

    fn rows(study: &Study, names: &[&str]) -> Result<Vec<Vec<String>>, String> {
        let survey = Survey::new(study);
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
        let text = document(&survey, scalar, names)?.markdown();
        let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        Ok(text.lines().skip(2).take_while(|line| !line.is_empty()).map(cells).collect())
    }

    #[test]
    fn four_questions_are_answered_where_they_are_promised() {
        let study = asked();
        let found = rows(&study, &["near", "verdict", "deep", "portal"]).unwrap();
        // One of sixty is off, two of sixty are missed, one of twenty is excess and one shallow, and six of 120 pairs break.
        // The bound of 0 of 60 is 4.87 %, and of 0 of 20 it is 13.9 %.
        assert_eq!(found[0], ["near", "0 (< 4.9)", "0 (< 4.9)", "0 (< 4.9)", "0 (< 4.9)", "1.7", "–", "–", "6 of 120"]);
        assert_eq!(found[1], ["verdict", "3.3", "0 (< 4.9)", "0 (< 4.9)", "–", "–", "–", "–", "–"]);
        assert_eq!(found[2][6..], ["5", "5", "–"]);
        // A variant that promises some translation may go any distance, but may not be shallow.
        assert_eq!(found[3][4..], ["–", "–", "5", "–", "–"]);
    }

    #[test]
    fn a_row_of_several_names_has_the_first_that_participates() {
        let study = asked();
        let found = rows(&study, &["near+deep", "deep+near"]).unwrap();
        assert_eq!(found[0], ["near + deep", "0 (< 4.9)", "0 (< 4.9)", "0 (< 4.9)", "0 (< 4.9)", "1.7", "5", "5", "6 of 120"]);
        assert_eq!((&found[1][0], &found[1][3..]), (&"deep + near".to_owned(), &found[0][3..]));
        for (names, message) in [(["nobody"], "there is no variant nobody"), (["near+nobody"], "there is no variant nobody")] {
            assert_eq!(rows(&study, &names).unwrap_err(), message);
        }
    }

    #[test]
    fn the_cases_per_question_are_stated_below_the_table() {
        let study = asked();
        let survey = Survey::new(&study);
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
        let text = document(&survey, scalar, &["near", "verdict", "deep"]).unwrap().markdown();
        for part in [
            "`f64`. Shares in %",
            "distance: 3 families, 60 cases per row",
            "depth: 2 families, 20 cases per row",
            "continuity: 1 family, 120 pairs of answers per row",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let made = make(&survey).unwrap();
        let numbers = &made.iter().find(|table| table.name == "questions-f64").unwrap().numbers;
        let breaks = numbers.rows.iter().find(|row| row[5] == "breaks").unwrap();
        assert_eq!(breaks[..7], ["f64", "near", "continuity", "1", "120", "breaks", "0.05"]);
        // A count that was not promised has no number.
        let excess = numbers.rows.iter().find(|row| row[1] == "portal" && row[5] == "excess").unwrap();
        assert_eq!(excess[6..], ["", "", ""]);
    }
}
