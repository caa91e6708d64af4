//! `gjk study`: the main job.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{Family, families, motions};
use gjk_cases::hulls::{HullFamily, read_hulls};
use gjk_cases::{corpus, mesh};
use gjk_clock::Schedule;
use gjk_experiments::campaign::Plan;
use gjk_experiments::timing::timings;
use gjk_records::{Facts, FamilyFact, Record, SCHEMA, Timing, TraceTally};
use gjk_solvers::Roster;

use crate::arguments::{Mode, Study};
use crate::failure::Failure;
use crate::{duel, output, progress, report};

/// What records call the pinned cases from the field.
const CORPUS: &str = "corpus";

pub fn run(roster: &Roster, arguments: &Study) -> Result<ExitCode, Failure> {
    let mut families = families();
    if let Some(path) = &arguments.hulls {
        families.push(Box::new(hull_family(path)?));
    }
    output::prepare(&arguments.out)?;
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.map_err(|error| Failure::new(format_args!("--threads {threads}: {error}")))?;
    }
    let mode = arguments.mode();
    let wild = corpus::wild();
    let plan = Plan {
        roster,
        families: &families,
        corpus: Some((CORPUS, &wild)),
        seed: arguments.seed,
        tolerance: arguments.tolerance,
        cases: [(Arithmetic::F32, mode.cases), (Arithmetic::F64, mode.cases), (Arithmetic::Exact, mode.exact)],
    };
    let begin = Instant::now();
    let bar = progress::bar("judging", plan.len());
    let records = plan.run(|count| bar.inc(count));
    bar.finish_and_clear();
    eprintln!("judged {} answers to {} posed cases in {:.1} s", records.len(), plan.len(), begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let bar = progress::bar("loops", families.len() as u64 * 2);
    let loops = gjk_experiments::loops::run(&families, arguments.seed, arguments.tolerance, mode.loops, || bar.inc(1));
    bar.finish_and_clear();
    eprintln!("ran the loops around the subalgorithms in {:.1} s", begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let census = gjk_claims::census(arguments.seed, mode.census);
    eprintln!("counted where the origin lies when DoSimplex is entered in {:.1} s", begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let timings = time(roster, &families, &records, arguments.seed, mode);
    eprintln!("timed {} queries in {:.1} s", timings.len(), begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let traces = traces(roster, arguments, mode);
    eprintln!("followed moving pairs from cold and warm starts in {:.1} s", begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let duels = duel::run(roster, arguments.seed, mode.duel);
    eprintln!("timed variants and peers in turns, {} times, in {:.1} s", duels.len(), begin.elapsed().as_secs_f64());

    let facts = facts(roster, &families, arguments, mode);
    let study = gjk_records::Study { facts, records, timings, loops, census, traces, duels };
    study.write(&arguments.out).map_err(Failure::new)?;
    let source = &study.facts.command;
    let worst = gjk_experiments::worst::of_records(roster, &study.records, &families, &wild, arguments.seed, source);
    output::write(&arguments.out.join("worst.jsonl"), &worst)?;
    report::draw(&study, &arguments.out)?;
    Ok(ExitCode::SUCCESS)
}

fn hull_family(path: &Path) -> Result<HullFamily, Failure> {
    let hulls = if mesh::is_mesh(path) {
        mesh::read_objects(path).map_err(Failure::new)?.into_iter().map(|object| object.points).collect()
    } else {
        read_hulls(path).map_err(Failure::new)?
    };
    let name = path.file_stem().map_or_else(|| "hulls".into(), |stem| stem.to_string_lossy().into_owned());
    HullFamily::new(name, hulls)
        .ok_or_else(|| Failure::new(format_args!("{}: no hull, or a coordinate beyond 2^100", path.display())))
}

/// Follows pairs of bodies whose steps are from 1 down to 2^-20.
fn traces(roster: &Roster, arguments: &Study, mode: Mode) -> Vec<TraceTally> {
    let steps: Vec<f64> = (0..=20).step_by(mode.stride).map(|exponent| 0.5_f64.powi(exponent)).collect();
    let plan = gjk_experiments::trace::Plan {
        roster,
        motions: &motions(),
        steps: &steps,
        seed: arguments.seed,
        tolerance: arguments.tolerance,
        traces: mode.traces,
        // A query of a trace is timed briefly, as there are many.
        schedule: Schedule::rounds(mode.turn / 10, 3),
    };
    let bar = progress::bar("traces", plan.len());
    let tallies = plan.run(|| bar.inc(1));
    bar.finish_and_clear();
    tallies
}

/// Times the first cases of each family, one after the other: parallel timings would measure each other.
fn time(roster: &Roster, families: &[Box<dyn Family>], records: &[Record], seed: u64, mode: Mode) -> Vec<Timing> {
    let mut by_case: HashMap<(&str, &str), Vec<&Record>> = HashMap::new();
    for record in records {
        by_case.entry((&record.case, &record.scalar)).or_default().push(record);
    }
    let schedule = Schedule::rounds(mode.turn, mode.rounds);
    let bar = progress::bar("timing", families.len() as u64 * mode.timed * 2);
    let mut all = Vec::new();
    for family in families {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            for index in 0..mode.timed.min(mode.cases) {
                let case = family.case(seed, arithmetic, index);
                if let Some(records) = by_case.get(&(case.id.as_str(), arithmetic.name())) {
                    all.extend(timings(roster, &case, arithmetic, records, schedule));
                }
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    all
}

fn facts(roster: &Roster, families: &[Box<dyn Family>], arguments: &Study, mode: Mode) -> Facts {
    let features = features();
    let with = if features.is_empty() { String::new() } else { format!(" --features {}", features.join(",")) };
    let mut command = format!("cargo run --release{with} -- study");
    if arguments.quick {
        command.push_str(" --quick");
    }
    if arguments.full {
        command.push_str(" --full");
    }
    if arguments.seed != 1 {
        command.push_str(&format!(" --seed {}", arguments.seed));
    }
    if arguments.tolerance != gjk_truth::judge::TOLERANCE {
        command.push_str(&format!(" --tolerance {}", arguments.tolerance));
    }
    if let Some(hulls) = &arguments.hulls {
        command.push_str(&format!(" --hulls {}", hulls.file_name().unwrap_or_default().to_string_lossy()));
    }
    Facts {
        schema: SCHEMA,
        command,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: env!("GJK_COMMIT").to_owned(),
        seed: arguments.seed,
        tolerance: arguments.tolerance,
        cases_per_family: mode.cases,
        compiler: env!("GJK_COMPILER").to_owned(),
        processor: processor(),
        threads: rayon::current_num_threads(),
        features,
        variants: roster.entries().iter().map(|entry| entry.about.name.to_owned()).collect(),
        families: families
            .iter()
            .map(|family| FamilyFact {
                name: family.name().to_owned(),
                knob: family.knob().to_owned(),
                logarithmic: family.logarithmic(),
                frames: family.frames(),
            })
            .collect(),
    }
}

/// The features that bring peers in; `native-peers` brings `peers` with it.
fn features() -> Vec<String> {
    let all: Vec<&str> = env!("GJK_FEATURES").split_whitespace().filter(|feature| *feature != "none").collect();
    let named = if all.contains(&"native-peers") { &["native-peers"] } else { all.as_slice() };
    named.iter().map(|feature| (*feature).to_owned()).collect()
}

/// The model of the processor, where the system says it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| format!("unknown ({})", std::env::consts::ARCH), |(_, name)| name.trim().to_owned())
}
