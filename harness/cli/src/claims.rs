//! `gjk claims`: the ledger, decided by running it.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use gjk_claims::{self, CLAIMS, Claim, Search};

use crate::arguments::Claims;
use crate::failure::Failure;
use crate::output;

pub fn run(arguments: &Claims) -> Result<ExitCode, Failure> {
    let chosen: Vec<&Claim> = match &arguments.ids[..] {
        [] => CLAIMS.iter().collect(),
        ids => ids.iter().map(|id| known(id)).collect::<Result<_, _>>()?,
    };
    let own = chosen.into_iter().zip(0..).filter(|(_, index)| arguments.shard.takes(*index)).map(|(claim, _)| claim);
    let search = Search::full(arguments.seed);
    let mut out = output::beside(&[arguments.json.as_deref()]);
    let terminal = std::io::stderr().is_terminal();
    let mut lines = String::new();
    let mut unsound = Vec::new();
    for claim in own {
        if terminal {
            eprintln!("deciding {}", claim.id);
        }
        let finding = claim.decide(&search);
        lines.push_str(&finding.json());
        lines.push('\n');
        if !finding.sound {
            unsound.push(claim.id);
        }
        let [exact, float] = finding.columns();
        writeln!(out, "{:26} {:13} {}", claim.id, finding.verdict.name(), claim.says)?;
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
