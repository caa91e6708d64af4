//! `gjk judge`: answers that were computed elsewhere, by a GJK in any language.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::process::ExitCode;

use gjk_cases::case::Case;
use gjk_cases::format::{Answer, Answers, Greeting, read_answers};
use gjk_solvers::{PosedCase, Reply};
use gjk_truth::truth::ImageTruth;

use crate::address;
use crate::arguments::Judge;
use crate::failure::Failure;
use crate::output::{self, Growing, tell};
use crate::rulings::PosedAnswer;
use crate::rulings::{self, AskedCase, CheckedCase, JudgedAnswer, Shown, Summary, TruthLine};

/// The most rulings at once: each variant is judged on each case, with or without an answer.
const RULINGS: usize = 10_000_000;

pub fn run(arguments: &Judge) -> Result<ExitCode, Failure> {
    let JudgeInput { cases, answers, greetings, mut problems } = JudgeInput::read(arguments)?;
    // If a variant has several answers to a case, the last one counts.
    let mut replies: HashMap<(&str, &str), &Answer> =
        answers.iter().map(|answer| ((&answer.case[..], &answer.variant[..]), answer)).collect();
    let variants = variants(arguments, cases.len(), &answers)?;
    let mut json = arguments.json.as_deref().map(Growing::begin).transpose()?;
    let mut summary = Summary::new(Some(arguments.tolerance), None);
    let (mut missing, shown) = (0, summary.shown(cases.len()));
    for case in &cases {
        let of_case = OfCase::posed(arguments, case, &greetings);
        let mut rows = Vec::new();
        for variant in &variants {
            let answer = replies.remove(&(&case.id[..], *variant));
            missing += usize::from(answer.is_none() && of_case.asked(variant, answer).is_some());
            rows.push(of_case.row(variant, answer));
        }
        if let Some(json) = &mut json {
            rows.iter_mut().filter_map(|row| row.json.take()).try_for_each(|line| json.write(line))?;
        }
        summary.take(CheckedCase { truths: vec![of_case.into_truth_line(shown)], rows });
    }
    json.map(Growing::finish).transpose()?;
    let mut out = output::beside(&[arguments.json.as_deref()]);
    out.write_all(summary.text().as_bytes())?;
    if missing > 0 {
        writeln!(out, "without an answer, and so gave-up: {}", output::count(missing as u64, "case", "cases"))?;
    }
    out.flush()?;
    let is_denied = summary.is_denied(&arguments.deny);
    if !problems.is_empty() {
        problems.push(rulings::of_the_others(summary.cases(), 0, is_denied));
        return Err(Failure::Messages(problems));
    }
    Ok(if is_denied { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The cases, the answers to them, and the problems of both files.
struct JudgeInput {
    cases: Vec<Case>,
    answers: Vec<Answer>,
    greetings: Vec<Greeting>,
    problems: Vec<String>,
}

impl JudgeInput {
    /// Reads both files.
    ///
    /// # Errors
    /// There is no case or no answer.
    fn read(arguments: &Judge) -> Result<JudgeInput, Failure> {
        let reading = address::read(&arguments.cases)?;
        let file = arguments.answers.display().to_string();
        let bytes = gjk_cases::files::read_given(&arguments.answers).map_err(Failure::io(&arguments.answers))?;
        let dimensions: HashMap<&str, u8> = reading.cases.iter().map(|case| (case.id.as_str(), case.dimension)).collect();
        let Answers { answers, problems, warnings, greetings } = read_answers(&bytes, &file, |id| dimensions.get(id).copied());
        warnings.iter().for_each(|warning| tell(format_args!("warning: {warning}")));
        let mut problems: Vec<String> = reading.problems.iter().chain(&problems).map(ToString::to_string).collect();
        // The two files are interchanged.
        if reading.cases.is_empty() && answers.is_empty() && gjk_cases::format::read_bytes(&bytes, &file).problems.is_empty() {
            return Err(Failure::new(format_args!(
                "{file}: these are cases, and answers are wanted here; the cases come first: `gjk judge {file} {}`",
                arguments.cases
            )));
        }
        if reading.cases.is_empty() || answers.is_empty() {
            if problems.is_empty() && reading.cases.is_empty() {
                problems.push(format!("{}: there is no case to judge", arguments.cases));
            } else if problems.is_empty() {
                problems.push(format!("{file}: there is no answer to judge; an answer is a line such as {EXAMPLE}"));
            }
            return Err(Failure::Messages(problems));
        }
        Ok(JudgeInput { cases: reading.cases, answers, greetings, problems })
    }
}

/// The variants that answer, in the order of their first answers.
///
/// # Errors
/// There are too many of them for the number of cases.
fn variants<'a>(arguments: &Judge, cases: usize, answers: &'a [Answer]) -> Result<Vec<&'a str>, Failure> {
    let mut known = HashSet::new();
    let variants: Vec<&str> = answers.iter().map(|answer| &answer.variant[..]).filter(|name| known.insert(*name)).collect();
    let count = variants.len();
    if cases.saturating_mul(count) > RULINGS {
        return Err(Failure::new(format_args!(
            "{}: {count} variants on the {cases} cases of {} are more than {RULINGS} rulings; judge fewer at once",
            arguments.answers.display(),
            arguments.cases
        )));
    }
    Ok(variants)
}

/// A case, and the programs that state which cases they accept.
struct OfCase<'a> {
    arguments: &'a Judge,
    case: &'a Case,
    greetings: &'a [Greeting],
    posed: Option<PosedCase>,
    image: Option<ImageTruth>,
}

impl<'a> OfCase<'a> {
    fn posed(arguments: &'a Judge, case: &'a Case, greetings: &'a [Greeting]) -> OfCase<'a> {
        OfCase { arguments, case, greetings, posed: PosedCase::pose(case, arguments.scalar), image: ImageTruth::of(case) }
    }

    /// The truth of the case, for printing.
    fn into_truth_line(self, shown: Shown) -> TruthLine {
        let named = (&self.arguments.cases[..], &self.case.id[..]);
        TruthLine::of(named, self.case, self.arguments.scalar, self.posed, self.image, shown)
    }

    /// The case as it is posed to a variant; `None` if it overflows the scalar, or if the variant neither has to answer it nor
    /// does.
    fn asked(&self, variant: &str, answer: Option<&Answer>) -> Option<&PosedCase> {
        // A program that states which cases it accepts need not answer the others.
        let is_asked = |posed: &&PosedCase| {
            let takes = |greeting: &Greeting| greeting.program != variant || greeting.takes(&posed.case, self.arguments.scalar);
            answer.is_some() || self.greetings.iter().all(takes)
        };
        self.posed.as_ref().filter(is_asked)
    }

    /// The ruling on a variant's answer, or on its missing answer.
    fn row(&self, variant: &str, answer: Option<&Answer>) -> JudgedAnswer {
        let Judge { scalar, tolerance, .. } = *self.arguments;
        // The last statement of the program about itself.
        let greeting = self.greetings.iter().rfind(|greeting| greeting.program == variant);
        let asked = AskedCase {
            file: &self.arguments.cases,
            case: &self.case.id,
            family: self.case.family.as_deref().unwrap_or_default(),
            gap_column: None,
            variant,
            scalar,
            slack: greeting.and_then(|greeting| greeting.slack),
            image: self.image,
            why_not: None,
        };
        let row = |answer| JudgedAnswer::new(asked, tolerance, answer, self.arguments.json.is_some());
        let Some(posed) = self.asked(variant, answer) else {
            let answer = |posed| PosedAnswer { posed, held: None, outcome: None, is_axis_opposite: false, fault: None };
            return row(self.posed.as_ref().map(answer));
        };
        let exchanged = answer.filter(|_| posed.case.is_exchanged).map(|answer| answer.clone().exchanged());
        let reply = match exchanged.as_ref().or(answer) {
            Some(answer) => gjk_solvers::reply(answer, &posed.case, greeting, scalar),
            None => Reply::elsewhere(None),
        };
        let held = posed.with_held_bodies(&reply);
        let judged_on = held.as_ref().unwrap_or(posed);
        let judgement = posed.judge(&reply, tolerance);
        let is_axis_opposite = judged_on.is_axis_opposite(&reply, &judgement);
        let outcome = (reply, judgement);
        let (held, outcome) = (held.as_ref(), Some(&outcome));
        row(Some(PosedAnswer { posed, held, outcome, is_axis_opposite, fault: None }))
    }
}

/// An example of a line in a file of answers, for messages.
const EXAMPLE: &str = r#"{"case":"ID","verdict":"apart","distance":1}"#;
