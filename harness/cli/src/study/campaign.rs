//! The description of a campaign for its journal, and the facts of its run.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use gjk_cases::case::Arithmetic;
use gjk_cases::family::Family;
use gjk_cases::hulls::{HullFamily, read_hulls};
use gjk_cases::{corpus, mesh};
use gjk_records::{Campaign, FACTS_SCHEMA, Facts, FamilyFact, SCHEMA, Terms, as_name};
use gjk_solvers::{ErasedVariant, Roster, digest, has_typed_form};
use gjk_study::experiment::named;
use gjk_study::{Context, KeptRows, drawn};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Instructions;
use serde_json::{Map, Value, json};

use crate::arguments::{Rows, Study};
use crate::failure::Failure;
use crate::output::tell;
use crate::shard::Shard;

/// The name of the field of a plan with the names of its parts.
const PARTS: &str = "parts";

/// The description of a campaign with this number of units in its shard.
pub fn campaign(context: &Context, hulls: Option<String>, shard: Shard, units: usize) -> Result<Campaign, Failure> {
    let names = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join(" ");
    let roster = &context.roster;
    let mut plan = Map::new();
    plan.insert("seed".into(), json!(context.seed));
    plan.insert("tolerance".into(), json!(context.tolerance));
    plan.insert("scalars".into(), names(&mut context.scalars.iter().map(Arithmetic::to_string)).into());
    for (name, value) in context.experiments().flat_map(|experiment| experiment.plan(context)) {
        plan.insert(name.into(), value);
    }
    plan.insert(PARTS.into(), context.parts.join(" ").into());
    let rows = match context.kept {
        KeptRows::All => Rows::All,
        KeptRows::Failures => Rows::Failures,
        KeptRows::Nothing => Rows::None,
    };
    plan.insert("rows".into(), lower_case(&rows).into());
    plan.insert("hulls".into(), json!(hulls));
    plan.insert("variants".into(), names(&mut roster.entries().iter().map(|entry| entry.about.name.to_owned())).into());
    plan.insert("families".into(), names(&mut context.families.iter().map(|family| family.name().to_owned())).into());
    plan.insert("corpus".into(), json!(context.corpus.len()));
    let programs = roster.entries().iter().filter_map(|entry| {
        let (program, stated) = entry.program().zip(entry.stated.as_ref())?;
        let slack = stated.slack.map_or_else(String::new, |slack| format!(", slack {slack}"));
        Some(format!("{}='{}' ({}{slack})", entry.about.name, program.source(), stated.version))
    });
    plan.insert("programs".into(), json!(programs.collect::<Vec<_>>()));
    let files = |entry: &ErasedVariant| {
        let files = entry.program()?.files();
        (!files.is_empty()).then(|| (entry.about.name.to_owned(), files))
    };
    Ok(Campaign {
        schema: SCHEMA,
        program: program()?,
        plan,
        outside: roster.entries().iter().filter_map(files).collect(),
        facts: facts(context),
        shard: shard.to_string(),
        units: units as u64,
        ..Campaign::default()
    })
}

fn facts(context: &Context) -> Facts {
    let family = |family: &dyn Family| FamilyFact {
        name: family.name().to_owned(),
        knob: family.knob().to_owned(),
        logarithmic: family.logarithmic(),
        frames: 1,
    };
    let timed: &[&str] = if context.has("duel") { &drawn::TIMED } else { &[] };
    Facts {
        schema: FACTS_SCHEMA,
        command: context.command.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: env!("GJK_COMMIT").to_owned(),
        seed: context.seed,
        tolerance: context.tolerance,
        cases_per_family: context.cases(),
        compiler: env!("GJK_COMPILER").to_owned(),
        processor: processor(),
        features: features(),
        variants: context.roster.entries().iter().map(|entry| entry.about.name.to_owned()).collect(),
        taken_in: taken_in(&context.roster),
        terms: terms(&context.roster),
        families: context.families.iter().map(|one| family(one.as_ref())).collect(),
        kinds: drawn::kinds(&context.roster, &context.families, timed),
    }
}

/// The variants that are neither built in nor peers.
fn taken_in(roster: &Roster) -> Vec<String> {
    let names = |roster: &Roster| roster.entries().iter().map(|entry| entry.about.name.to_owned()).collect::<Vec<_>>();
    let mut known = Roster::with_peers();
    names(roster).iter().for_each(|name| known.take_in_derived(name));
    let known = names(&known);
    names(roster).into_iter().filter(|name| !known.contains(name)).collect()
}

/// The context of a finished campaign, restricted to the inputs of the files that are made of its lines; with these variants
/// and families.
pub fn of_facts(roster: Roster, families: Vec<Box<dyn Family>>, campaign: &Campaign) -> Context {
    let facts = &campaign.facts;
    Context {
        families,
        corpus: corpus::all(),
        seed: facts.seed,
        tolerance: facts.tolerance,
        command: facts.command.clone(),
        parts: parts_of(campaign),
        ..Context::new(roster)
    }
}

/// The parts of a campaign.
fn parts_of(campaign: &Campaign) -> Vec<&'static str> {
    let parts = campaign.plan.get(PARTS).and_then(Value::as_str).unwrap_or_default();
    parts.split(' ').filter_map(named).map(|experiment| experiment.name()).collect()
}

/// The terms on which external implementations are judged.
fn terms(roster: &Roster) -> BTreeMap<String, Terms> {
    let terms = |entry: &ErasedVariant| {
        let stated = entry.stated.clone()?;
        let slack = stated.slack.map(|slack| slack.to_string());
        Some((entry.about.name.to_owned(), Terms { version: stated.version, slack }))
    };
    roster.entries().iter().filter_map(terms).collect()
}

/// The command that gives the same results, without the arguments that do not affect them.
pub fn command(roster: &Roster, arguments: &Study) -> String {
    let features = features();
    let with = if features.is_empty() { String::new() } else { format!(" --features {}", features.join(",")) };
    let mut words = vec![format!("cargo run --release{with} -- study")];
    words.extend(arguments.quick.then(|| "--quick".to_owned()));
    words.extend(arguments.full.then(|| "--full".to_owned()));
    words.extend((arguments.seed != 1).then(|| format!("--seed {}", arguments.seed)));
    words.extend((arguments.tolerance != TOLERANCE).then(|| format!("--tolerance {}", arguments.tolerance)));
    let file_name = |path: &PathBuf| format!("--hulls {}", path.file_name().unwrap_or_default().to_string_lossy());
    words.extend(arguments.hulls.iter().map(file_name));
    words.extend(arguments.cases.map(|cases| format!("--cases {cases}")));
    words.extend(arguments.families.iter().map(|name| format!("--family {name}")));
    words.extend(arguments.variants.iter().map(|name| format!("--variant {name}")));
    words.extend(arguments.scalars.iter().map(|scalar| format!("--scalar {scalar}")));
    words.extend((!arguments.parts.is_empty()).then(|| format!("--part {}", arguments.parts.join(","))));
    words.extend((arguments.processes != 1).then(|| format!("--processes {}", arguments.processes)));
    words.extend((arguments.rows != Rows::All).then(|| format!("--rows {}", lower_case(&arguments.rows))));
    words.extend(roster.entries().iter().filter_map(ErasedVariant::taking_in));
    words.join(" ")
}

/// A value as on the command line.
fn lower_case(value: &impl Debug) -> String {
    format!("{value:?}").to_lowercase()
}

/// The family of the hulls in a file.
pub fn hull_family(path: &Path) -> Result<HullFamily, Failure> {
    if let Some(kind) = mesh::foreign(path) {
        return Err(Failure::new(format_args!("{}: {kind}", path.display())));
    }
    let hulls = if mesh::is_mesh(path) {
        let objects = mesh::read_objects(path).map_err(Failure::new)?;
        mesh::notes(path, &objects).iter().for_each(|note| tell(format_args!("{note}")));
        objects.into_iter().map(|object| object.points).collect()
    } else {
        read_hulls(path).map_err(Failure::new)?
    };
    let name = path.file_stem().map_or_else(|| "hulls".into(), |stem| as_name(&stem.to_string_lossy()));
    HullFamily::new(name, hulls)
        .ok_or_else(|| Failure::new(format_args!("{}: no hull, or a coordinate beyond 2^100", path.display())))
}

/// A digest of the running program: two builds of one commit may differ in the working tree or the compiler.
fn program() -> Result<String, Failure> {
    let path = std::env::current_exe().map_err(|error| Failure::new(format_args!("the path of this program: {error}")))?;
    let bytes = std::fs::read(&path).map_err(Failure::io(&path))?;
    Ok(digest(&bytes))
}

/// The features that add peers; `native-peers` includes `peers`.
fn features() -> Vec<String> {
    let all: Vec<&str> = env!("GJK_FEATURES").split_whitespace().filter(|feature| *feature != "none").collect();
    let named = if all.contains(&"native-peers") { &["native-peers"] } else { all.as_slice() };
    named.iter().map(|feature| (*feature).to_owned()).collect()
}

/// Name of the machine for times: the processor, whether it is limited to its baseline, and whether variants have a form for
/// its instructions.
pub fn machine() -> String {
    let held = if Instructions::held_to_baseline() { " without SIMD" } else { "" };
    let form = if has_typed_form() { "" } else { ", erased variants" };
    format!("{}{held}{form}", processor())
}

/// The model of the processor, if the system reports it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| format!("unknown ({})", std::env::consts::ARCH), |(_, name)| as_name(name.trim()))
}
