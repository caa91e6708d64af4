//! `gjk hunt`: searches for inputs that a variant gets wrong, shrinks, prints and saves them.

mod follow;
mod part;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use gjk_cases::case::{Arithmetic, Body, Class, Point};
use gjk_cases::family::{self, Family, Role, hull_families, named};
use gjk_cases::{format, hexfloat};
use gjk_hunt::hunt::{Budget, Counterexample, Findings, Hunt, Share};
use gjk_hunt::search::{Mutations, Proposer, Wanted, sample};
use gjk_records::{CLAIMS, Measure, Pasted};
use gjk_solvers::{ErasedVariant, PosedCase, Roster, question_of};
use gjk_truth::truth::Truth;
use gjk_variants::Promise;

use crate::address::{self, unknown_family};
use crate::arguments;
use crate::check::known_variants;
use crate::failure::Failure;
use crate::interrupt;
use crate::list::runs_in;
use crate::output::{self, Destination, count};
use crate::rulings::{brief, depth_of, given_text};
use crate::shard::Shard;
use follow::Follower;
use part::Part;

/// The longest search of a hunt without a time and a number of cases, which also limits its shrinking.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn run(roster: &Roster, arguments: &arguments::Hunt) -> Result<ExitCode, Failure> {
    known_variants(roster, &arguments.variants)?;
    let (sources, lattices) = sources(roster, arguments)?;
    can_be_found(roster, arguments)?;
    // The file is checked before anything is computed for it.
    let part = arguments.save.as_deref().map(Part::beside).transpose()?.flatten();
    let file = arguments.save.as_deref().map(case_file).transpose()?;
    // A program that has failed gives no answers that are worth a search.
    let asks_programs = roster.entries().iter().any(|entry| entry.program().is_some());
    let stop = || interrupt::is_asked() || asks_programs && roster.fault().is_some();
    let hunt = Hunt {
        roster,
        variants: arguments.variants.clone(),
        sources,
        lattices,
        scalars: if arguments.scalars.is_empty() { Arithmetic::ALL.to_vec() } else { arguments.scalars.clone() },
        seed: arguments.seed,
        tolerance: arguments.tolerance,
        wanted: arguments.wanted.clone(),
        classes: if arguments.classes.is_empty() { Class::ALL.to_vec() } else { arguments.classes.clone() },
        stop: &stop,
    };
    let shard = arguments.shard;
    let budget = match (arguments.cases, arguments.budget) {
        (Some(cases), _) => Budget::Cases(cases, Share { number: shard.number, of: shard.of }),
        (None, Some(time)) => Budget::Time(time),
        (None, None) => Budget::First(PATIENCE),
    };
    interrupt::watch();
    let follower = Follower::new(arguments.cases, part);
    let findings = hunt.run(budget, &follower);
    let part = follower.end();

    // The findings are saved before they are printed, since the reader may have gone.
    let replayable = findings.counterexamples.iter().filter(|found| found.start.is_none());
    let saved = arguments.save.as_deref().zip(file).map(|(path, (mut ids, mut text))| {
        // A case that is already in the file is not added: an id identifies variant, scalar, failure mode and coordinates.
        for found in replayable.filter(|found| ids.insert(found.case.id.clone())) {
            text += &(format::write(&found.case) + "\n");
        }
        interrupt::whole(|| match (output::append(path, text.as_bytes()), part) {
            (Err(failure), Some(part)) => Err(part.with_place(failure)),
            (added, part) => {
                part.into_iter().for_each(Part::remove);
                added
            }
        })
    });
    let printed = print(roster, &findings, arguments, matches!(saved, Some(Ok(()))));
    saved.transpose()?;
    printed?;
    Ok(match findings {
        Findings { stopped: true, .. } => interrupt::EXIT.into(),
        Findings { counterexamples, .. } if counterexamples.is_empty() => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

fn print(roster: &Roster, findings: &Findings, arguments: &arguments::Hunt, is_saved: bool) -> Result<(), Failure> {
    let mut out = output::beside(&[arguments.save.as_deref()]);
    let rulings: Vec<&str> = arguments.wanted.iter().map(|wanted| wanted.name()).collect();
    let shard = arguments.shard;
    let (of, again) = match shard {
        Shard::WHOLE => (String::new(), String::new()),
        _ => (format!(" (shard {shard} of {})", findings.cases), format!(" --shard {shard}")),
    };
    let same = match findings.cases {
        0 => String::new(),
        cases => format!(". To repeat it: --seed {} --cases {cases}{again}", arguments.seed),
    };
    writeln!(
        out,
        "{}{of} in {:.1} s, {} (counting {}){same}",
        count(findings.own, "case", "cases"),
        findings.searched.as_secs_f64(),
        count(findings.counterexamples.len() as u64, "failure mode", "failure modes"),
        rulings.join(" and "),
    )?;
    let cut = findings.counterexamples.iter().filter(|found| found.is_cut).count();
    if cut > 0 {
        writeln!(
            out,
            "{} not fully shrunk, since the time for that was over; --cases has no time limit",
            count(cut as u64, "of them is", "of them are")
        )?;
    }
    // Cases written to a device or a pipe cannot be replayed.
    let file = arguments.save.as_deref().filter(|path| is_saved && matches!(Destination::of(path), Destination::File(_)));
    for found in &findings.counterexamples {
        out.write_all(text(roster, found, file, arguments.tolerance).as_bytes())?;
    }
    for (defect, count) in &findings.covered {
        writeln!(
            out,
            "\n{defect}, {count} times; without the points that make them meet it is one of the above (shown by --class {})",
            defect.mode.class
        )?;
    }
    Ok(out.flush()?)
}

/// Checks that a search can find something.
///
/// # Errors
/// No named variant promises what is searched for, or none runs in the dimension of the named families; or the families have no
/// case of the requested class.
fn can_be_found(roster: &Roster, arguments: &arguments::Hunt) -> Result<(), Failure> {
    let named: Vec<&ErasedVariant> = arguments.variants.iter().filter_map(|name| roster.named(name)).collect();
    let names = || arguments.variants.join(", ");
    let claim_of = |entry: &&ErasedVariant| question_of(entry.about.promise).claim();
    for claim in CLAIMS {
        let of_claim: Vec<&str> = claim.measures().map(Measure::off).collect();
        let is_of_claim = |wanted: &Wanted| of_claim.contains(&wanted.name());
        let is_promised = named.iter().any(|entry| claim_of(entry) == Some(&claim));
        if !named.is_empty() && !is_promised && arguments.wanted.iter().all(is_of_claim) {
            return Err(Failure::new(format_args!(
                "--ruling: {} are of the {}, which {} does not promise; `gjk list variants` says which variants do",
                of_claim.join(" and "),
                claim.name,
                names()
            )));
        }
    }
    let families: Vec<Box<dyn Family>> = arguments.families.iter().filter_map(|name| family::named(name)).collect();
    let is_of_families = families.len() == arguments.families.len() && !families.is_empty() && arguments.from.is_none();
    let scalars = if arguments.scalars.is_empty() { &Arithmetic::ALL[..] } else { &arguments.scalars };
    let runs = |entry: &&ErasedVariant| {
        families.iter().any(|family| scalars.iter().any(|scalar| entry.applies(family.dimension(), *scalar)))
    };
    if let Some(entry) = named.first().filter(|_| is_of_families && !named.iter().any(runs)) {
        return Err(Failure::new(format_args!(
            "--variant {}: it runs in {}, and the cases of {} are {}D; write --family {}, or leave --family out for all of them",
            entry.about.name,
            runs_in(entry).join(" and "),
            arguments.families.join(", "),
            families[0].dimension(),
            if families[0].dimension() == 3 { "gap-2d" } else { "gap" }
        )));
    }
    let is_of_class = |family: &dyn Family| family.only_class().is_none_or(|class| arguments.classes.contains(&class));
    if is_of_families && !arguments.classes.is_empty() && !families.iter().map(Box::as_ref).any(is_of_class) {
        let class = families[0].only_class().map_or("", Class::name);
        return Err(Failure::new(format_args!(
            "--class: every case of {} is {class}; hunt another family, or write --class {class}",
            arguments.families.join(", ")
        )));
    }
    Ok(())
}

/// The sources of cases: the named ones, otherwise the small lattices and every family; or the neighbourhood of given cases.
fn sources(roster: &Roster, arguments: &arguments::Hunt) -> Result<(Vec<Box<dyn Proposer>>, bool), Failure> {
    let of_family = |family: Box<dyn Family>| Box::new(family) as Box<dyn Proposer>;
    let mut sources: Vec<Box<dyn Proposer>> = Vec::new();
    let mut lattices = false;
    for name in &arguments.families {
        if name == sample::NAME {
            lattices = true;
        } else {
            sources.push(of_family(named(name).ok_or_else(|| unknown_family(name))?));
        }
    }
    if let Some(file) = &arguments.from {
        let reading = address::read(&file.display().to_string())?;
        if !reading.problems.is_empty() {
            return Err(Failure::Messages(reading.problems.iter().map(ToString::to_string).collect()));
        }
        if reading.cases.is_empty() {
            return Err(Failure::new(format_args!("{}: there is no case to start from", file.display())));
        }
        sources.push(Box::new(Mutations(reading.cases)));
    } else if arguments.families.is_empty() {
        // A body that moves is asked about only by variants that cast it.
        let promises = |entry: &ErasedVariant| entry.about.promise == Promise::Cast;
        let hunted = || roster.entries().iter().filter(|entry| is_hunted(arguments, entry));
        if hunted().any(|entry| !promises(entry)) {
            sources = hull_families().into_iter().map(of_family).collect();
            lattices = true;
        }
        if hunted().any(promises) {
            let casts = family::families().into_iter().filter(|family| family.role() == Role::Cast);
            sources.extend(casts.map(of_family));
        }
    }
    Ok((sources, lattices))
}

/// A counterexample for a reader: the failure, the points in decimal and in hexadecimal, and the command that shows it.
fn text(roster: &Roster, found: &Counterexample, saved: Option<&Path>, tolerance: f64) -> String {
    let case = &found.case;
    // For a wrong depth, the depth and the answer are printed. That needs another query, which may take long, so it is omitted
    // after an interrupt.
    let is_of_depth = found.defect.mode.off_by.is_some() && !interrupt::is_asked();
    let posed = is_of_depth.then(|| PosedCase::pose(case, found.defect.arithmetic)).flatten();
    let mut text = head(found, posed.as_ref());
    // A case with a first direction is asked from that direction, and no command does that.
    if let Some(posed) = posed.as_ref().filter(|_| found.start.is_none()) {
        text += &answers(roster, found, posed, tolerance);
    }
    if case.is_of_hulls() {
        text += &points("A", &case.a, case.dimension);
        text += &points("B", &case.b, case.dimension);
        if let Some(motion) = &case.cast {
            text += &vector("motion", motion, case.dimension);
        }
    } else {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}", format::write(case));
    }
    let _ = writeln!(text, "  {}", again(roster, found, saved, tolerance));
    text
}

/// The failure in two lines, with the depth if the posed case is given.
fn head(found: &Counterexample, posed: Option<&PosedCase>) -> String {
    let case = &found.case;
    let points = case.a.count() + case.b.count();
    // The exact square is in the line of the case.
    let distance = match Truth::of(case).bounds() {
        // The bounds of an exactly known distance are adjacent.
        (low, high) if high - low > 1e-12 * high => format!("from {} to {}", format::number(low), format::number(high)),
        (low, high) => format::number(low + (high - low) / 2.0),
    };
    let depth = posed.and_then(|posed| depth_of(&posed.truth));
    let depth = depth.map_or_else(String::new, |depth| format!(", depth {}", format::number(depth.middle)));
    format!(
        "\n{}\n  {}D, {points} points, distance {distance}{depth}; {} from {}, one of {} that fail so\n",
        found.defect,
        case.dimension,
        found.how(),
        found.origin,
        found.count
    )
}

/// The answers of the failing variant, from another query, one per line.
fn answers(roster: &Roster, found: &Counterexample, posed: &PosedCase, tolerance: f64) -> String {
    let mut text = String::new();
    for finding in posed.ask(roster, tolerance, |entry| entry.about.name == found.defect.variant) {
        let Some((reply, judgement)) = &finding.outcome else { continue };
        let Some(answer) = &reply.answer else { continue };
        let claimed = judgement.measures[Measure::Depth].map_or_else(String::new, |claimed| {
            let known =
                depth_of(&posed.truth).map_or_else(String::new, |depth| format!(" where {} is true", brief(depth.middle)));
            format!("depth {}{known}; ", brief(claimed))
        });
        let _ = writeln!(text, "  answer: {claimed}{}", given_text(answer, found.case.dimension));
    }
    text
}

/// Whether a hunt is for this variant.
fn is_hunted(arguments: &arguments::Hunt, entry: &ErasedVariant) -> bool {
    arguments.variants.is_empty() || arguments.variants.iter().any(|name| name == entry.about.name)
}

/// A vector on a line.
fn vector(name: &str, vector: &Point, dimension: u8) -> String {
    let coordinates = &vector[..usize::from(dimension)];
    let decimal: Vec<String> = coordinates.iter().map(|x| format::number(*x)).collect();
    let exact: Vec<String> = coordinates.iter().map(|x| hexfloat::write(*x)).collect();
    format!("  {name}  ({})  = ({})\n", decimal.join(", "), exact.join(", "))
}

/// The points of a body, one per line.
fn points(name: &str, body: &Body, dimension: u8) -> String {
    let mut text = String::new();
    for (index, point) in body.points().iter().enumerate() {
        text += &vector(&format!("{name}[{index}]"), point, dimension);
    }
    text
}

/// The command that shows a counterexample, or the reason why there is none.
fn again(roster: &Roster, found: &Counterexample, saved: Option<&Path>, tolerance: f64) -> String {
    let case = &found.case;
    if let Some(direction) = &found.start {
        let direction = &direction[..usize::from(case.dimension)];
        return format!(
            "only from the first direction {direction:?}, so no command replays it: the others start from their own"
        );
    }
    let command = match saved {
        Some(file) => Pasted::new("replay").word(format_args!("{}#{}", file.display(), case.id)),
        None => Pasted::new("replay").fed_with(format::write(case).trim_end()),
    };
    asking(command, roster, found.defect.variant, found.defect.arithmetic).within(tolerance).to_string()
}

/// A command with the options that choose the variant; for an external program, also its own option.
pub fn asking(command: Pasted, roster: &Roster, variant: &str, scalar: Arithmetic) -> Pasted {
    let taking_in = roster.named(variant).and_then(ErasedVariant::taking_in);
    command.option("--variant", variant).option("--scalar", scalar).with(taking_in.as_deref())
}

/// The ids in a file to which cases are added, and the text before the first one, after a check that the file can be written.
///
/// A missing file is created; a device or a pipe has no ids.
pub fn case_file(path: &Path) -> Result<(HashSet<String>, String), Failure> {
    if !matches!(Destination::of(path), Destination::File(_)) {
        return Ok((HashSet::new(), String::new()));
    }
    OpenOptions::new().create(true).append(true).open(path).map_err(Failure::io(path))?;
    let bytes = std::fs::read(path).map_err(Failure::io(path))?;
    let reading = format::read_bytes(&bytes, &path.display().to_string());
    if !reading.problems.is_empty() {
        return Err(Failure::Messages(reading.problems.iter().map(ToString::to_string).collect()));
    }
    let is_open = bytes.last().is_some_and(|byte| *byte != b'\n');
    Ok((reading.cases.into_iter().map(|case| case.id).collect(), if is_open { "\n".to_owned() } else { String::new() }))
}
