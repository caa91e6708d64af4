//! `gjk list`: the variants, families, claims and figures.

use std::io::Write;
use std::process::ExitCode;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{Family, duel_families, families};
use gjk_claims::CLAIMS;
use gjk_solvers::{ErasedVariant, Roster};
use serde_json::json;

use crate::arguments::{List, What};
use crate::failure::Failure;
use crate::output;

pub fn run(roster: &Roster, arguments: &List) -> Result<ExitCode, Failure> {
    let mut out = output::stdout();
    let asked = |what| arguments.what.is_none_or(|asked| asked == what);
    let mut line = |kind: &str, name: &str, text: String, mut fields: serde_json::Value| -> std::io::Result<()> {
        if arguments.json {
            fields["kind"] = json!(kind);
            fields["name"] = json!(name);
            writeln!(out, "{fields}")
        } else if arguments.what.is_none() {
            writeln!(out, "{kind:8} {name:22} {text}")
        } else {
            writeln!(out, "{name:22} {text}")
        }
    };
    if asked(What::Variants) {
        for entry in roster.entries() {
            let promise = entry.about.promise.name();
            let runs = runs_in(entry);
            let text = format!("{promise:11} {}  {}", runs.join(" "), entry.about.title);
            let fields = json!({
                "title": entry.about.title, "promise": promise, "citation": entry.about.citation, "runs": runs,
            });
            line("variant", entry.about.name, text, fields)?;
        }
    }
    if asked(What::Families) {
        let mut of_kind = |kind: &str, family: &dyn Family| {
            let text = format!("{}D  {}  [knob: {}]", family.dimension(), family.description(), family.knob());
            let fields = json!({
                "dimension": family.dimension(), "description": family.description(), "knob": family.knob(),
                "logarithmic": family.logarithmic(),
            });
            line(kind, family.name(), text, fields)
        };
        families().iter().try_for_each(|family| of_kind("family", family.as_ref()))?;
        duel_families().iter().try_for_each(|family| of_kind("duel", family))?;
    }
    if asked(What::Claims) {
        for claim in CLAIMS {
            line("claim", claim.id, claim.says.to_owned(), json!({ "says": claim.says }))?;
        }
    }
    if asked(What::Figures) {
        for figure in gjk_reports::FIGURES {
            let description = figure.description;
            line("figure", figure.name, description.to_owned(), json!({ "description": description }))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The spaces that a variant runs in, in words, with an example of a case if it does not run in this dimension.
pub fn where_it_runs(entry: &ErasedVariant, dimension: u8) -> String {
    let text = runs_in(entry).join(" and ");
    let is_other = Arithmetic::ALL.into_iter().all(|scalar| !entry.applies(dimension, scalar));
    let example = if dimension == 3 { "gap-2d:1:0" } else { "gap:1:0" };
    if is_other && !text.is_empty() { format!("{text}, such as on {example}") } else { text }
}

/// `2D` and `3D`, each with the list of its scalars unless it has all of them.
pub fn runs_in(entry: &ErasedVariant) -> Vec<String> {
    let run = |dimension: u8| {
        let scalars = Arithmetic::ALL.into_iter().filter(|&scalar| entry.applies(dimension, scalar));
        match &scalars.map(Arithmetic::name).collect::<Vec<_>>()[..] {
            [] => None,
            [_, _, _] => Some(format!("{dimension}D")),
            some => Some(format!("{dimension}D({})", some.join(","))),
        }
    };
    [2, 3].into_iter().filter_map(run).collect()
}
