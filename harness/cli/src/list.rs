//! `gjk list`: the variants, families, claims and figures, and the joints of a robot.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{Family, duel_families, families};
use gjk_cases::quote::cut;
use gjk_cases::urdf;
use gjk_claims::CLAIMS;
use gjk_solvers::{ErasedVariant, Roster};
use serde_json::json;

use crate::arguments::{List, What};
use crate::failure::Failure;
use crate::output;

pub fn run(roster: &Roster, arguments: &List) -> Result<ExitCode, Failure> {
    if let Some(robot) = &arguments.robot {
        return match arguments.what {
            Some(What::Joints) => joints(robot, arguments.json),
            _ => {
                Err(Failure::new(format_args!("{0}: only joints are listed of a file: `gjk list joints {0}`", robot.display())))
            }
        };
    }
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

/// Lists the joints of a robot.
fn joints(robot: &Path, is_json: bool) -> Result<ExitCode, Failure> {
    if !urdf::is_urdf(robot) {
        return Err(Failure::new(format_args!(
            "{}: the joints of a robot are listed, whose file ends in .urdf",
            robot.display()
        )));
    }
    let joints = urdf::joints_of(robot).map_err(Failure::new)?;
    let mut out = output::stdout();
    if is_json {
        for joint in &joints {
            let [lower, upper] = [joint.limits.map(|limits| limits.lower), joint.limits.map(|limits| limits.upper)];
            let fields = json!({
                "kind": "joint", "name": joint.name, "type": joint.kind.name(), "lower": lower, "upper": upper,
                "mimics": joint.mimics, "parent": joint.links[0], "child": joint.links[1],
            });
            writeln!(out, "{fields}")?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let row = |joint: &urdf::JointFacts| {
        let value = match (joint.kind, joint.limits, &joint.mimics) {
            (kind, _, Some(mimics)) if kind.is_movable() => format!("mimics {}", cut(mimics)),
            (urdf::Kind::Revolute, Some(limits), _) => {
                // Rounded inwards: both ends are values that are allowed.
                let [lower, upper] = [limits.lower, limits.upper].map(|angle| 100.0 * angle.to_degrees());
                format!("{limits} ({}deg to {}deg)", lower.ceil() / 100.0, upper.floor() / 100.0)
            }
            (_, Some(limits), _) => limits.to_string(),
            (kind, None, _) if kind.is_movable() => "any".to_owned(),
            _ => "none".to_owned(),
        };
        vec![cut(&joint.name), joint.kind.name().to_owned(), value, joint.links.each_ref().map(|link| cut(link)).join(" to ")]
    };
    let heads = ["joint", "type", "value, in radians or metres", "links"].map(str::to_owned).into();
    out.write_all(output::columns(&heads, joints.iter().map(row).collect()).as_bytes())?;
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
