//! `gjk endure`: every variant on very many queries, to check only the ends of its runs.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use gjk_cases::case::Arithmetic;
use gjk_records::EndureTally;
use gjk_solvers::Roster;
use gjk_study::{Context, endure};
use gjk_variants::Stop;

use crate::arguments::Endure;
use crate::failure::Failure;
use crate::shard::Shard;
use crate::{experiment, interrupt, on_threads, output};

pub fn run(roster: Roster, arguments: &Endure) -> Result<ExitCode, Failure> {
    if let Some(name) = arguments.variants.first() {
        return Err(Failure::new(format_args!(
            "--variant: endure runs all variants, and has no such option; `gjk hunt --variant {name} --ruling gave-up` looks for runs without an end"
        )));
    }
    on_threads(arguments.threads)?;
    let Endure { cases, seed, shard, .. } = *arguments;
    let command = format!("endure --cases {cases} --seed {seed}");
    let context = Context { seed, cases: Some(cases), parts: vec!["endure"], command, ..Context::new(roster) };
    let mut out = output::stdout();
    if shard != Shard::WHOLE {
        writeln!(out, "shard {shard} of {cases} cases in each scalar")?;
    }
    let begin = Instant::now();
    // A panic of a variant is counted and described below.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let units = endure::units(&context, cases);
    let study = experiment::run(&context, units, shard, arguments.journal.as_deref(), arguments.fresh);
    std::panic::set_hook(usual);
    let Some(study) = study? else { return Ok(ExitCode::from(interrupt::EXIT)) };
    let seconds = begin.elapsed().as_secs_f64();

    let tallies: &[EndureTally] = study.of();
    let of = |arithmetic: Arithmetic| tallies.iter().filter(move |tally| tally.scalar == arithmetic.name());
    // Number of cases in each scalar; all variants were asked about each case.
    let mut posed = 0;
    for arithmetic in context.rounded() {
        let cases = of(arithmetic).map(|tally| tally.cases).max().unwrap_or_default();
        let queries = of(arithmetic).map(EndureTally::queries).sum::<u64>();
        posed += cases;
        writeln!(out, "{arithmetic}: {cases} cases, {queries} queries")?;
        out.write_all(ends(&of(arithmetic).collect::<Vec<_>>()).as_bytes())?;
    }
    let mut all = EndureTally::default();
    tallies.iter().for_each(|tally| all.add(tally.clone()));
    writeln!(out, "all: {posed} cases, {} queries", all.queries())?;
    writeln!(out, "{} panics", all.panics)?;
    writeln!(
        out,
        "{} runs beyond the variant's own limit of iterations for each pair of convex parts (–: it has none, or it depends on the bodies)",
        all.beyond_limit
    )?;
    writeln!(out, "{} ends that contradict the answer", all.contradictions)?;
    for fault in &all.faults {
        writeln!(out, "{fault}")?;
    }
    out.flush()?;
    eprintln!("{:.1} s, {:.0} queries per second", seconds, all.queries() as f64 / seconds);
    Ok(if all.count_of_faults() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One row per variant: the number of runs with each end, the most iterations, and the variant's own limit.
fn ends(tallies: &[&EndureTally]) -> String {
    let mut text = format!("  {:24}", "variant");
    // Only peers and programs have the other ends, which are shown if one of them has them. (Unsupported cases are not asked.)
    let is_of_runs =
        |stop: Stop| !matches!(stop, Stop::Crashed | Stop::TimedOut | Stop::Refused | Stop::OtherBodies | Stop::Unsupported);
    let is_shown = |stop: &Stop| is_of_runs(*stop) || tallies.iter().any(|tally| tally.ended(stop.name()) > 0);
    let shown: Vec<Stop> = Stop::ALL.into_iter().filter(is_shown).collect();
    shown.iter().for_each(|stop| text.push_str(&format!(" {:>12}", stop.name())));
    text.push_str(&format!(" {:>15} {:>9}\n", "most iterations", "limit"));
    for tally in tallies {
        text.push_str(&format!("  {:24}", tally.variant));
        shown.iter().for_each(|stop| text.push_str(&format!(" {:12}", tally.ended(stop.name()))));
        let limit = tally.limit.map_or_else(|| "–".to_owned(), |limit| limit.to_string());
        text.push_str(&format!(" {:15} {limit:>9}\n", tally.most_iterations));
    }
    text
}
