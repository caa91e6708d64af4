//! `gjk claims`: the ledger of claims, decided by running them.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gjk_claims::{self, CLAIMS, Check, Claim, Role, Search};

use crate::arguments::Claims;
use crate::failure::Failure;
use crate::output;

/// With `--quick`, one in this number of samples is drawn.
const QUICK: u64 = 40;

/// Processor seconds of all claims, and of all with `--quick`, as measured on a shared core.
const SECONDS: [f64; 2] = [500.0, 20.0];

/// Time of the first line on the progress without a terminal; each further line comes after twice the time of the last.
const FIRST_LINE: Duration = Duration::from_secs(2);

/// Progress of the work, printed on standard error.
struct Progress {
    begin: Instant,
    /// The time of the next line, if there is no terminal.
    next: Duration,
    of: usize,
}

impl Progress {
    /// Reports the claim that is decided next, and the number of decided claims.
    fn deciding(&mut self, claim: &Claim, done: usize) {
        let elapsed = self.begin.elapsed();
        if std::io::stderr().is_terminal() || elapsed >= self.next {
            self.next = 2 * elapsed.max(FIRST_LINE);
            output::tell(format_args!("deciding {}: {done} of {} done after {} s", claim.id, self.of, elapsed.as_secs()));
        }
    }
}

/// The expected time of all claims on this number of threads.
fn expected(quick: bool, threads: usize) -> String {
    let seconds = SECONDS[usize::from(quick)];
    let wall = seconds / threads as f64;
    let wall = if wall < 100.0 { format!("{wall:.0} s") } else { format!("{:.0} min", wall / 60.0) };
    format!("{} claims: about {wall} ({seconds:.0} s of processor time on {threads} threads)", CLAIMS.len())
}

pub fn run(arguments: &Claims) -> Result<ExitCode, Failure> {
    let chosen: Vec<&Claim> = match &arguments.ids[..] {
        [] => CLAIMS.iter().collect(),
        ids => ids.iter().map(|id| known(id)).collect::<Result<_, _>>()?,
    };
    let own = chosen.into_iter().zip(0..).filter(|(_, index)| arguments.shard.takes(*index)).map(|(claim, _)| claim);
    let own: Vec<&Claim> = own.collect();
    let search = if arguments.quick { Search::reduced(arguments.seed, QUICK) } else { Search::full(arguments.seed) };
    let mut out = output::beside(&[arguments.json.as_deref()]);
    if own.len() == CLAIMS.len() {
        output::tell(expected(arguments.quick, rayon::current_num_threads()));
    }
    if arguments.quick {
        writeln!(
            out,
            "quick: one run in {QUICK} of the search. A rarer break is missed, and these verdicts are not the ledger's\n"
        )?;
    }
    let mut progress = Progress { begin: Instant::now(), next: FIRST_LINE, of: own.len() };
    let mut lines = String::new();
    let mut unsound = Vec::new();
    for (done, claim) in own.into_iter().enumerate() {
        progress.deciding(claim, done);
        let finding = claim.decide(&search);
        lines.push_str(&finding.json());
        lines.push('\n');
        // With `--quick`, a check without runs is expected.
        let is_broken = |check: &Check| check.role == Role::Repaired && check.broken > 0;
        if !finding.sound && (!arguments.quick || finding.checks.iter().any(is_broken)) {
            unsound.push(claim.id);
        }
        let [exact, float] = finding.columns();
        writeln!(out, "{:26} {:13} {}", claim.id, finding.verdict_over_runs(), claim.says)?;
        writeln!(out, "  exact: {exact}; floats: {float}\n  evidence: {}", finding.evidence)?;
        if let Some(note) = &finding.note {
            writeln!(out, "  note: {note}")?;
        }
        if let Some(counterexample) = &finding.counterexample {
            writeln!(out, "  counterexample: {counterexample}")?;
        }
        for row in finding.table.iter().flat_map(|table| table.lines()) {
            writeln!(out, "    {row}")?;
        }
        out.flush()?;
    }
    if let Some(path) = &arguments.json {
        output::write(path, &lines)?;
    }
    if unsound.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "the search proves nothing for {}: a check had no runs, or the repaired variant was found broken",
        unsound.join(", ")
    );
    Ok(ExitCode::FAILURE)
}

fn known(id: &str) -> Result<&'static Claim, Failure> {
    gjk_claims::claim(id).ok_or_else(|| Failure::new(format_args!("there is no claim `{id}`; see `gjk list claims`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_all_claims_is_that_of_the_processor_over_the_threads() {
        let [all, look] = SECONDS;
        assert!(look <= all / 10.0);
        assert_eq!(
            expected(true, 2),
            format!("64 claims: about {:.0} s ({look:.0} s of processor time on 2 threads)", look / 2.0)
        );
        assert!(expected(false, 1).contains(" min ("));
    }
}
