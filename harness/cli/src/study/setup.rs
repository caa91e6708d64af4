//! What the arguments of a study choose: families, variants, scalars, parts; and what a campaign of them is.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, Motion, families, motions};
use gjk_cases::hulls::{HullFamily, read_hulls};
use gjk_cases::{corpus, mesh};
use gjk_clock::Schedule;
use gjk_experiments::campaign::{Kept, Plan};
use gjk_experiments::trace;
use gjk_records::{CORPUS, Campaign, CensusTally, Facts, FamilyFact, SCHEMA, Terms, as_name, name};
use gjk_solvers::{ErasedVariant, Roster};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Instructions;
use serde_json::{Map, json};

use super::mode::Mode;
use crate::address::{not_read, unknown_family};
use crate::arguments::{Part, Rows, Study};
use crate::check::{is_among, known_variants};
use crate::failure::Failure;
use crate::shard::Shard;

/// Everything that a study works with: the chosen families, scalars, parts and loops.
pub struct Setup {
    pub families: Vec<Box<dyn Family>>,
    pub motions: Vec<Motion>,
    /// The cases from the field, if they are chosen.
    pub corpus: Vec<Case>,
    pub scalars: Vec<Arithmetic>,
    pub parts: Vec<Part>,
    pub mode: Mode,
    pub loop_roster: Roster,
    /// The chosen scalars that round.
    pub rounded: Vec<Arithmetic>,
    /// The steps of traces.
    pub steps: Vec<f64>,
    /// A digest of the file of hulls.
    hulls: Option<String>,
}

impl Setup {
    /// What the arguments choose; the roster keeps the chosen variants.
    pub fn of(roster: &mut Roster, arguments: &Study) -> Result<Setup, Failure> {
        let (mut all, mut hulls) = (families(), None);
        if let Some(path) = &arguments.hulls {
            let family = hull_family(path)?;
            if family.name() == CORPUS || all.iter().any(|known| known.name() == family.name()) {
                let name = family.name();
                return Err(Failure::new(format_args!(
                    "{}: there is a family `{name}`, which the hulls of this file would be taken for; give the file another name",
                    path.display()
                )));
            }
            let bytes = std::fs::read(path).map_err(Failure::io(path))?;
            hulls = Some(format!("{} {}", family.name(), digest(&bytes)));
            all.push(Box::new(family));
        }
        for name in &arguments.families {
            if name != CORPUS && all.iter().all(|family| family.name() != name) {
                return Err(unknown_family(name));
            }
        }
        known_variants(roster, &arguments.variants)?;
        for entry in roster.entries() {
            name(entry.about.name).map_err(|message| Failure::new(format_args!("the name of a variant: {message}")))?;
        }
        let is_chosen = |name: &str| is_among(&arguments.families, name);
        all.retain(|family| is_chosen(family.name()));
        let mut loop_roster = Roster::loops();
        for roster in [roster, &mut loop_roster] {
            roster.retain(|entry| is_among(&arguments.variants, entry.about.name));
        }

        let mode = Mode::of(arguments);
        let scalar = |scalar: &Arithmetic| arguments.scalars.is_empty() || arguments.scalars.contains(scalar);
        let scalars: Vec<Arithmetic> = Arithmetic::ALL.into_iter().filter(scalar).collect();
        let parts = parts(arguments)?;
        Ok(Setup {
            families: all,
            motions: motions().into_iter().filter(|motion| is_chosen(motion.name())).collect(),
            corpus: if is_chosen(CORPUS) { corpus::wild() } else { Vec::new() },
            rounded: scalars.iter().copied().filter(|scalar| *scalar != Arithmetic::Exact).collect(),
            scalars,
            parts,
            mode,
            loop_roster,
            steps: (0..=20).step_by(mode.stride).map(|exponent| 0.5_f64.powi(exponent)).collect(),
            hulls,
        })
    }

    /// Whether a part is chosen.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// How traces are run, and timed.
    pub fn traces<'a>(&'a self, roster: &'a Roster, arguments: &Study) -> trace::Plan<'a> {
        trace::Plan {
            roster,
            motions: &self.motions,
            scalars: &self.rounded,
            steps: &self.steps,
            seed: arguments.seed,
            tolerance: arguments.tolerance,
            traces: self.mode.traces,
            // A query of a trace is timed briefly, as there are many.
            schedule: Schedule::rounds(self.mode.turn / 10, 3),
        }
    }

    /// The plan whose units are the work.
    pub fn plan<'a>(
        &'a self,
        roster: &'a Roster,
        arguments: &Study,
        census: &'a (dyn Fn() -> Vec<CensusTally> + Sync),
    ) -> Plan<'a> {
        let answers = self.has(Part::Answers);
        let cases = |scalar: &Arithmetic| if *scalar == Arithmetic::Exact { self.mode.exact } else { self.mode.cases };
        let loops = if self.has(Part::Loops) && !self.loop_roster.entries().is_empty() { self.mode.loops } else { 0 };
        let cases = if answers { self.scalars.iter().map(|scalar| (*scalar, cases(scalar))).collect() } else { Vec::new() };
        Plan {
            loop_roster: &self.loop_roster,
            corpus: if answers { &self.corpus } else { &[] },
            corpus_scalars: &self.scalars,
            loops: self.rounded.iter().map(|scalar| (*scalar, loops)).collect(),
            census: self.has(Part::Census).then_some(census),
            traces: self.has(Part::Traces).then(|| self.traces(roster, arguments)),
            kept: match arguments.rows {
                Rows::All => Kept::All,
                Rows::Failures => Kept::Failures,
                Rows::None => Kept::Nothing,
            },
            ..Plan::new(roster, &self.families, cases, arguments.seed, arguments.tolerance)
        }
    }

    /// What the campaign is, for its journal.
    pub fn campaign(&self, roster: &Roster, arguments: &Study, units: u64) -> Result<Campaign, Failure> {
        let names = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join(" ");
        let mode = self.mode;
        let mut plan = Map::new();
        plan.insert("seed".into(), json!(arguments.seed));
        plan.insert("tolerance".into(), json!(arguments.tolerance));
        plan.insert("scalars".into(), names(&mut self.scalars.iter().map(Arithmetic::to_string)).into());
        plan.insert("cases".into(), json!(mode.cases));
        plan.insert("cases in exact arithmetic".into(), json!(mode.exact));
        plan.insert("cases of loops".into(), json!(mode.loops));
        plan.insert("samples of the census".into(), json!(mode.census));
        plan.insert("traces".into(), json!(mode.traces));
        plan.insert("steps of traces".into(), json!(self.steps));
        plan.insert("timed cases".into(), json!(mode.timed));
        plan.insert("parts".into(), names(&mut self.parts.iter().map(lower_case)).into());
        plan.insert("rows".into(), lower_case(&arguments.rows).into());
        plan.insert("hulls".into(), json!(self.hulls));
        plan.insert("variants".into(), names(&mut roster.entries().iter().map(|entry| entry.about.name.to_owned())).into());
        plan.insert("families".into(), names(&mut self.families.iter().map(|family| family.name().to_owned())).into());
        plan.insert("corpus".into(), json!(self.corpus.len()));
        let programs = roster.entries().iter().filter_map(|entry| {
            let (program, stated) = entry.program().zip(entry.stated.as_ref())?;
            let slack = stated.slack.map_or_else(String::new, |slack| format!(", slack {slack}"));
            Some(format!("{}='{}' ({}{slack})", entry.about.name, program.command(), stated.version))
        });
        plan.insert("programs".into(), json!(programs.collect::<Vec<_>>()));
        Ok(Campaign {
            schema: SCHEMA,
            program: program()?,
            plan,
            facts: self.facts(roster, arguments),
            shard: arguments.shard.to_string(),
            units,
            ..Campaign::default()
        })
    }

    fn facts(&self, roster: &Roster, arguments: &Study) -> Facts {
        Facts {
            schema: SCHEMA,
            command: command(roster, arguments),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("GJK_COMMIT").to_owned(),
            seed: arguments.seed,
            tolerance: arguments.tolerance,
            cases_per_family: self.mode.cases,
            compiler: env!("GJK_COMPILER").to_owned(),
            processor: processor(),
            features: features(),
            variants: roster.entries().iter().map(|entry| entry.about.name.to_owned()).collect(),
            terms: terms(roster),
            families: self
                .families
                .iter()
                .map(|family| FamilyFact {
                    name: family.name().to_owned(),
                    knob: family.knob().to_owned(),
                    logarithmic: family.logarithmic(),
                    frames: 1,
                })
                .collect(),
        }
    }
}

/// On which terms implementations of others are judged.
fn terms(roster: &Roster) -> BTreeMap<String, Terms> {
    let terms = |entry: &ErasedVariant| {
        let stated = entry.stated.clone()?;
        let slack = stated.slack.map(|slack| slack.to_string());
        Some((entry.about.name.to_owned(), Terms { version: stated.version, slack }))
    };
    roster.entries().iter().filter_map(terms).collect()
}

/// The chosen parts in their order. Times are those of one process alone, so a shard takes none.
fn parts(arguments: &Study) -> Result<Vec<Part>, Failure> {
    let is_shard = arguments.shard != Shard::WHOLE;
    let needs_a_process = [Part::Times, Part::Duel];
    if let Some(part) = arguments.parts.iter().find(|part| is_shard && needs_a_process.contains(part)) {
        let part = lower_case(part);
        return Err(Failure::new(format_args!(
            "--part {part} with --shard: times are taken by one process alone; run `gjk study --part {part}` apart, and give its \
             folder to `gjk report` beside the merged one"
        )));
    }
    let chosen = |part: &Part| {
        if arguments.parts.is_empty() {
            // A duel is of everybody on its own families.
            let is_whole = arguments.families.is_empty() && arguments.variants.is_empty();
            !(is_shard && needs_a_process.contains(part)) && (is_whole || !matches!(part, Part::Census | Part::Duel))
        } else {
            arguments.parts.contains(part)
        }
    };
    let parts: Vec<Part> = Part::value_variants().iter().copied().filter(chosen).collect();
    if arguments.processes != 1 && !parts.contains(&Part::Duel) {
        return Err(Failure::new(
            "--processes: these take the times of the part `duel`, which is not chosen; add it by --part",
        ));
    }
    Ok(parts)
}

/// The command that gives the same results: without what has no say in them.
fn command(roster: &Roster, arguments: &Study) -> String {
    let features = features();
    let with = if features.is_empty() { String::new() } else { format!(" --features {}", features.join(",")) };
    let mut words = vec![format!("cargo run --release{with} -- study")];
    words.extend(arguments.quick.then(|| "--quick".to_owned()));
    words.extend(arguments.full.then(|| "--full".to_owned()));
    words.extend((arguments.seed != 1).then(|| format!("--seed {}", arguments.seed)));
    words.extend((arguments.tolerance != TOLERANCE).then(|| format!("--tolerance {}", arguments.tolerance)));
    let file_name = |path: &PathBuf| format!("--hulls {}", path.file_name().unwrap_or_default().to_string_lossy());
    words.extend(arguments.hulls.as_ref().map(file_name));
    words.extend(arguments.cases.map(|cases| format!("--cases {cases}")));
    words.extend(arguments.families.iter().map(|name| format!("--family {name}")));
    words.extend(arguments.variants.iter().map(|name| format!("--variant {name}")));
    words.extend(arguments.scalars.iter().map(|scalar| format!("--scalar {scalar}")));
    let parts: Vec<String> = arguments.parts.iter().map(lower_case).collect();
    words.extend((!parts.is_empty()).then(|| format!("--part {}", parts.join(","))));
    words.extend((arguments.processes != 1).then(|| format!("--processes {}", arguments.processes)));
    words.extend((arguments.rows != Rows::All).then(|| format!("--rows {}", lower_case(&arguments.rows))));
    let program = |entry: &ErasedVariant| Some(format!("--program {}='{}'", entry.about.name, entry.program()?.command()));
    words.extend(roster.entries().iter().filter_map(program));
    words.join(" ")
}

/// A value as the command line has it.
fn lower_case(value: &impl Debug) -> String {
    format!("{value:?}").to_lowercase()
}

/// The family of the hulls in a file.
pub fn hull_family(path: &Path) -> Result<HullFamily, Failure> {
    if let Some(kind) = mesh::foreign(path) {
        return Err(not_read(&path.display().to_string(), kind));
    }
    let hulls = if mesh::is_mesh(path) {
        mesh::read_objects(path).map_err(Failure::new)?.into_iter().map(|object| object.points).collect()
    } else {
        read_hulls(path).map_err(Failure::new)?
    };
    let name = path.file_stem().map_or_else(|| "hulls".into(), |stem| as_name(&stem.to_string_lossy()));
    HullFamily::new(name, hulls)
        .ok_or_else(|| Failure::new(format_args!("{}: no hull, or a coordinate beyond 2^100", path.display())))
}

/// A digest of the running program. Two builds of one commit may differ: the tree was changed, or the compiler is another one.
fn program() -> Result<String, Failure> {
    let path = std::env::current_exe().map_err(|error| Failure::new(format_args!("the path of this program: {error}")))?;
    let bytes = std::fs::read(&path).map_err(Failure::io(&path))?;
    Ok(digest(&bytes))
}

/// For telling files apart that differ by accident.
fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// The features that bring peers in; `native-peers` brings `peers` with it.
fn features() -> Vec<String> {
    let all: Vec<&str> = env!("GJK_FEATURES").split_whitespace().filter(|feature| *feature != "none").collect();
    let named = if all.contains(&"native-peers") { &["native-peers"] } else { all.as_slice() };
    named.iter().map(|feature| (*feature).to_owned()).collect()
}

/// What takes times: the processor, and whether it is held to its baseline.
pub fn machine() -> String {
    let held = if Instructions::held_to_baseline() { " without SIMD" } else { "" };
    format!("{}{held}", processor())
}

/// The model of the processor, where the system says it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| format!("unknown ({})", std::env::consts::ARCH), |(_, name)| as_name(name.trim()))
}
