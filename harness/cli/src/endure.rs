//! `gjk endure`: every variant on very many queries, for its end alone.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use gjk_cases::case::Arithmetic;
use gjk_experiments::endurance::{Plan, Tally};
use gjk_solvers::Roster;
use gjk_variants::Stop;
use gjk_variants::gjk::LIMIT;

use crate::arguments::Endure;
use crate::failure::Failure;
use crate::shard::Shard;
use crate::{on_threads, output, progress};

pub fn run(roster: &Roster, arguments: &Endure) -> Result<ExitCode, Failure> {
    on_threads(arguments.threads)?;
    let Endure { cases, seed, shard, .. } = *arguments;
    let plan = Plan { roster, cases, seed, takes: &|index| shard.takes(index) };
    let mut out = output::stdout();
    if shard != Shard::WHOLE {
        writeln!(out, "shard {shard} of {cases} cases in each scalar")?;
    }
    let begin = Instant::now();
    // A panic of a variant is counted and described below.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let tallies = [Arithmetic::F32, Arithmetic::F64].map(|arithmetic| {
        let bar = progress::bar(arithmetic.name(), shard.share(cases));
        let tally = plan.run(arithmetic, || bar.inc(1));
        bar.finish_and_clear();
        (arithmetic, tally)
    });
    std::panic::set_hook(usual);
    let seconds = begin.elapsed().as_secs_f64();

    let mut all = Tally::new(roster.entries().len());
    for (arithmetic, tally) in tallies {
        writeln!(out, "{arithmetic}: {} cases, {} queries", tally.cases, tally.queries())?;
        out.write_all(ends(roster, &tally).as_bytes())?;
        all = all.plus(tally);
    }
    writeln!(out, "all: {} cases, {} queries", all.cases, all.queries())?;
    writeln!(out, "{} panics", all.panics)?;
    writeln!(out, "{} runs beyond the limit ({LIMIT} iterations for each pair of convex parts)", all.beyond_limit)?;
    writeln!(out, "{} ends that contradict the answer", all.contradictions)?;
    for fault in &all.faults {
        writeln!(out, "{fault}")?;
    }
    out.flush()?;
    eprintln!("{:.1} s, {:.0} queries a second", seconds, all.queries() as f64 / seconds);
    Ok(if all.count_of_faults() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A row a variant: how many runs ended how, and the most iterations.
fn ends(roster: &Roster, tally: &Tally) -> String {
    let mut text = format!("  {:24}", "variant");
    // Ends that only peers and programs have, where one has them. (What is not supported is not asked.)
    let is_of_runs = |stop: Stop| !matches!(stop, Stop::Crashed | Stop::TimedOut | Stop::Refused | Stop::Unsupported);
    let shown: Vec<usize> =
        (0..Stop::ALL.len()).filter(|&i| is_of_runs(Stop::ALL[i]) || tally.ends.iter().any(|ends| ends[i] > 0)).collect();
    shown.iter().for_each(|&i| text.push_str(&format!(" {:>12}", Stop::ALL[i].name())));
    text.push_str(&format!(" {:>15}\n", "most iterations"));
    for ((entry, ends), most) in roster.entries().iter().zip(&tally.ends).zip(&tally.most_iterations) {
        text.push_str(&format!("  {:24}", entry.about.name));
        shown.iter().for_each(|&i| text.push_str(&format!(" {:12}", ends[i])));
        text.push_str(&format!(" {most:15}\n"));
    }
    text
}
