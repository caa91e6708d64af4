//! `gjk judge`: answers that were made elsewhere, by a GJK in any language.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::process::ExitCode;

use gjk_cases::format::{Answer, Answers, Greeting, read_answers};
use gjk_solvers::{PosedCase, Reply};
use gjk_truth::truth::ImageTruth;

use crate::address;
use crate::arguments::Judge;
use crate::failure::Failure;
use crate::output::{self, Growing, tell};
use crate::rulings::Answer as Judged;
use crate::rulings::{self, Asked, Checked, FEW, Row, Summary, Told};

/// The most rulings at once: each variant is judged on each case, whether it answers or not.
const RULINGS: usize = 10_000_000;

pub fn run(arguments: &Judge) -> Result<ExitCode, Failure> {
    let reading = address::read(&arguments.cases)?;
    let file = arguments.answers.display().to_string();
    let bytes = gjk_cases::files::read_given(&arguments.answers).map_err(Failure::io(&arguments.answers))?;
    let dimensions: HashMap<&str, u8> = reading.cases.iter().map(|case| (case.id.as_str(), case.dimension)).collect();
    let Answers { answers, problems, warnings, greetings } = read_answers(&bytes, &file, |id| dimensions.get(id).copied());
    warnings.iter().for_each(|warning| tell(format_args!("warning: {warning}")));
    let mut problems: Vec<String> = reading.problems.iter().chain(&problems).map(ToString::to_string).collect();
    // The two files in the other order.
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
        return Err(Failure::Said(problems));
    }

    // Of several answers of a variant to a case the last one counts.
    let mut replies: HashMap<(&str, &str), &Answer> =
        answers.iter().map(|answer| ((&answer.case[..], &answer.variant[..]), answer)).collect();
    let mut known = HashSet::new();
    let variants: Vec<&str> = answers.iter().map(|answer| &answer.variant[..]).filter(|name| known.insert(*name)).collect();
    let (cases, count) = (reading.cases.len(), variants.len());
    if cases.saturating_mul(count) > RULINGS {
        return Err(Failure::new(format_args!(
            "{file}: {count} variants on the {cases} cases of {} are more than {RULINGS} rulings; judge fewer at once",
            arguments.cases
        )));
    }
    let mut json = arguments.json.as_deref().map(Growing::begin).transpose()?;
    let mut summary = Summary::new(arguments.tolerance);
    let mut missing = 0;
    for case in &reading.cases {
        let posed = PosedCase::pose(case, arguments.scalar);
        let image = ImageTruth::of(case);
        let truths = vec![Told::of(case, arguments.scalar, posed.as_ref(), image, &case.id, reading.cases.len() <= FEW)];
        let mut rows = Vec::new();
        for variant in &variants {
            let answer = replies.remove(&(&case.id[..], *variant));
            // What it has said of itself last.
            let greeting = greetings.iter().rfind(|greeting| greeting.program == *variant);
            let slack = greeting.and_then(|greeting| greeting.slack);
            let asked = Asked {
                file: &arguments.cases,
                case: &case.id,
                family: case.family.as_deref().unwrap_or_default(),
                gap_column: None,
                variant,
                scalar: arguments.scalar,
                slack,
                image,
                why_not: None,
            };
            let row = |answer| Row::new(asked, arguments.tolerance, answer, json.is_some());
            // A program that says which cases it takes need not answer the others.
            let is_asked = |posed: &&PosedCase| {
                let takes = |greeting: &Greeting| greeting.program != *variant || greeting.takes(&posed.case, arguments.scalar);
                answer.is_some() || greetings.iter().all(takes)
            };
            let Some(posed) = posed.as_ref().filter(is_asked) else {
                let answer = |posed| Judged { posed, held: None, outcome: None, is_axis_opposite: false, fault: None };
                rows.push(row(posed.as_ref().map(answer)));
                continue;
            };
            missing += usize::from(answer.is_none());
            let reply = match answer {
                Some(answer) => gjk_solvers::reply(answer, &posed.case, greeting, arguments.scalar),
                None => Reply::elsewhere(None),
            };
            let held = posed.held(&reply);
            let judged_on = held.as_ref().unwrap_or(posed);
            let judgement = posed.judge(&reply, arguments.tolerance);
            let is_axis_opposite = judged_on.is_axis_opposite(&reply, &judgement);
            let outcome = (reply, judgement);
            let (held, outcome) = (held.as_ref(), Some(&outcome));
            rows.push(row(Some(Judged { posed, held, outcome, is_axis_opposite, fault: None })));
        }
        if let Some(json) = &mut json {
            rows.iter_mut().filter_map(|row| row.json.take()).try_for_each(|line| json.write(line))?;
        }
        summary.take(Checked { truths, rows });
    }
    json.map(Growing::finish).transpose()?;
    let mut out = output::beside(&[arguments.json.as_deref()]);
    out.write_all(summary.text().as_bytes())?;
    if missing > 0 {
        writeln!(out, "{missing} cases without an answer are counted as gave-up")?;
    }
    out.flush()?;
    let is_denied = summary.is_denied(&arguments.deny);
    if !problems.is_empty() {
        problems.push(rulings::of_the_others(summary.cases(), 0, is_denied));
        return Err(Failure::Said(problems));
    }
    Ok(if is_denied { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// A line of a file of answers, for messages.
const EXAMPLE: &str = r#"{"case":"ID","verdict":"apart","distance":1}"#;
