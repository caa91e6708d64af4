//! `gjk check`: prints the truth of cases, and judges variants on them.

mod page;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::sources::Request;
use gjk_cases::spelling::{did_you_mean, nearest};
use gjk_cases::urdf;
use gjk_solvers::{ErasedVariant, PosedCase, Roster};
use gjk_truth::truth::{CastTruth, ImageTruth};
use gjk_variants::Promise;
use rayon::prelude::*;

use self::page::Pairs;
use crate::address::{Addressed, Cases};
use crate::arguments::Check;
use crate::expectation::Expectation;
use crate::failure::Failure;
use crate::output::{self, Destination, Growing, tell};
use crate::rulings::{self, AskedCase, CheckedCase, JudgedAnswer, PosedAnswer, Shown, Summary, TruthLine, WhyNot};
use crate::truth_table::{Table, csv_cells, csv_heads, csv_line};
use crate::{interrupt, proofs};

/// The findings on one case in all scalars.
struct OfCase {
    checked: CheckedCase,
    proofs: String,
    /// The lines of JSON of a truth that nothing is compared with.
    truth_lines: String,
    expectation: Expectation,
    /// The case itself, for a page.
    addressed: Option<Addressed>,
}

/// The variants that are asked about the cases of files, unless others are named: the certified ones, and one of each kind that
/// engines use.
const OF_FILES: [&str; 5] = ["certified", "certified-depth", "ericson", "epa-common", "mpr"];
/// The name that stands for all variants.
const ALL: &str = "all";

pub fn run(roster: &Roster, arguments: &Check) -> Result<ExitCode, Failure> {
    if !arguments.variants.iter().any(|name| name == ALL) {
        known_variants(roster, &arguments.variants)?;
    }
    files_differ(arguments)?;
    let mut cases = Cases::of(&arguments.addresses(), &request(arguments)?)?;
    let mut piece = cases.next()?;
    if piece.is_empty() {
        let mut problems = cases.problems;
        if problems.is_empty() {
            let to_do = if arguments.truth { "" } else { " to judge" };
            problems.push(format!("{}: there is no case{to_do}", arguments.addresses().join(", ")));
        }
        return Err(Failure::Messages(problems));
    }
    let mut written = Written::begin(arguments)?;
    interrupt::watch();
    while !piece.is_empty() {
        // The next piece is read while this one is judged.
        let shown = written.shown(piece.len());
        let judge = || -> Vec<OfCase> {
            let cases = piece.par_iter().with_max_len(1).filter(|_| !interrupt::is_asked());
            cases.map(|addressed| OfCase::judged(roster, arguments, addressed, shown)).collect()
        };
        let (judged, next) = rayon::join(judge, || cases.next());
        if let Some(fault) = roster.fault() {
            return Err(Failure::new(fault));
        }
        if interrupt::is_asked() {
            tell(format_args!("interrupted after {} cases; nothing is written for them", written.summary.cases()));
            return Ok(ExitCode::from(interrupt::EXIT));
        }
        judged.into_iter().try_for_each(|of_case| written.take(of_case))?;
        piece = next?;
    }
    not_inputs(arguments)?;
    let (summary, contradictions) = written.finish(roster, arguments)?;
    let mut out = output::beside(&outputs(arguments).map(|(_, path)| path.as_deref()));
    out.write_all(summary.text().as_bytes())?;
    out.flush()?;
    let is_denied = summary.is_denied(&arguments.deny);
    let mut problems = cases.problems;
    if !problems.is_empty() {
        problems.push(rulings::of_the_others(summary.cases(), contradictions, is_denied));
        return Err(Failure::Messages(problems));
    }
    Ok(if contradictions == 0 && !is_denied { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The options that name output files, each with its file.
fn outputs(arguments: &Check) -> [(&'static str, &Option<PathBuf>); 5] {
    let Check { json, proofs, csv, png, html, .. } = arguments;
    [("--json", json), ("--proofs", proofs), ("--csv", csv), ("--png", png), ("--html", html)]
}

/// Makes sure that the output files are none of the files that were read, such as the meshes of a robot.
pub fn not_inputs(arguments: &Check) -> Result<(), Failure> {
    outputs(arguments).into_iter().try_for_each(|(option, path)| output::not_an_input(option, path.as_deref()))
}

/// The conditions of the scenes that are asked for.
pub fn request(arguments: &Check) -> Result<Request, Failure> {
    let read = |file: &PathBuf| urdf::read_srdf(file).map_err(Failure::new);
    Ok(Request {
        disabled: arguments.srdf.iter().map(read).collect::<Result<_, _>>()?,
        beyond_limits: arguments.beyond_limits,
        skip: arguments.skip,
    })
}

/// Makes sure that the output files differ from each other and from the input files.
pub fn files_differ(arguments: &Check) -> Result<(), Failure> {
    arguments.html.as_deref().map_or(Ok(()), output::is_page)?;
    let outputs = outputs(arguments);
    for (place, (option, out)) in outputs.iter().enumerate() {
        let same = |(_, other): &&(&str, &Option<PathBuf>)| {
            out.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| Destination::of(one) == Destination::of(other))
        };
        if let Some((other, _)) = outputs[place + 1..].iter().find(same) {
            return Err(Failure::new(format_args!("{option} and {other} name the same file; give each its own")));
        }
    }
    let addresses = arguments.addresses();
    for (option, out) in outputs {
        let Some(out) = out.as_ref().filter(|out| out.is_file()) else { continue };
        let files = addresses.iter().flat_map(|case| case.split('+')).map(|case| case.split(['#', '@']).next().unwrap_or(case));
        if files.map(Path::new).any(|file| output::is_same(file, out)) {
            return Err(Failure::new(format_args!(
                "{option} {}: it is one of the files of cases, and would be replaced; give another name",
                out.display()
            )));
        }
    }
    Ok(())
}

/// The output files, and the counts of the cases so far.
struct Written<'a> {
    json: Option<Growing<'a>>,
    proofs: Option<Growing<'a>>,
    csv: Option<Growing<'a>>,
    page: Option<Pairs<'a>>,
    summary: Summary,
    contradictions: usize,
}

impl<'a> Written<'a> {
    fn begin(arguments: &'a Check) -> Result<Written<'a>, Failure> {
        let mut csv = arguments.csv.as_deref().map(Growing::begin).transpose()?;
        if let Some(csv) = &mut csv {
            csv.write(csv_line(csv_heads().map(str::to_owned))?)?;
        }
        let table = Table::new(arguments.all, arguments.points);
        Ok(Written {
            json: arguments.json.as_deref().map(Growing::begin).transpose()?,
            proofs: arguments.proofs.as_deref().map(Growing::begin).transpose()?,
            csv,
            page: arguments.html.as_deref().map(Pairs::begin),
            summary: Summary::new((!arguments.truth).then_some(arguments.tolerance), Some(table)),
            contradictions: 0,
        })
    }

    /// The part of the truth that is printed or written of each of the next cases.
    fn shown(&self, next: usize) -> Shown {
        if self.csv.is_some() || self.page.is_some() { Shown::All } else { self.summary.shown(next) }
    }

    /// Writes and counts a case, and reports the contradictions to its expectation.
    fn take(&mut self, mut of_case: OfCase) -> Result<(), Failure> {
        if let Some(json) = &mut self.json {
            json.write(&of_case.truth_lines)?;
            of_case.checked.rows.iter_mut().filter_map(|row| row.json.take()).try_for_each(|line| json.write(line))?;
        }
        if let Some(proofs) = &mut self.proofs {
            proofs.write(of_case.proofs)?;
        }
        if let Some(csv) = &mut self.csv {
            of_case.checked.truths.iter().try_for_each(|truth| csv.write(csv_line(csv_cells(truth))?))?;
        }
        if let Some((page, addressed)) = self.page.as_mut().zip(of_case.addressed.take()) {
            page.take(addressed, &of_case.checked.truths, &of_case.checked.rows);
        }
        self.contradictions += of_case.expectation.report();
        self.summary.take(of_case.checked);
        Ok(())
    }

    /// Finishes the files, and returns the summary and the number of expectations that the oracle contradicts.
    fn finish(self, roster: &Roster, arguments: &Check) -> Result<(Summary, usize), Failure> {
        self.page.map_or(Ok(()), |page| page.finish(roster, arguments))?;
        [self.json, self.proofs, self.csv].into_iter().flatten().try_for_each(Growing::finish)?;
        Ok((self.summary, self.contradictions))
    }
}

impl OfCase {
    fn judged(roster: &Roster, arguments: &Check, addressed: &Addressed, shown: Shown) -> OfCase {
        let is_of_file = addressed.is_of_file();
        let own = [addressed.written().and_then(|case| case.home).unwrap_or(Arithmetic::F64)];
        let scalars = match &arguments.scalars[..] {
            // A file of proofs is about all scalars.
            [] if (is_of_file || arguments.truth) && arguments.proofs.is_none() => &own[..],
            [] => &Arithmetic::ALL[..],
            some => some,
        };
        let chosen = chosen_by(roster, arguments, addressed);
        let mut checked = CheckedCase { truths: Vec::new(), rows: Vec::new() };
        let (mut proofs, mut truth_lines) = (String::new(), String::new());
        let pose = |&scalar| addressed.case(scalar).map(|case| (scalar, PosedCase::pose(&case, scalar), case));
        let posed: Vec<(Arithmetic, Option<PosedCase>, Case)> = scalars.iter().filter_map(pose).collect();
        let truths = posed.iter().filter_map(|(scalar, posed, _)| Some((*scalar, &posed.as_ref()?.truth)));
        let image = addressed.image(&truths.collect::<Vec<_>>());
        let named = (&addressed.file[..], &addressed.id[..]);
        for (scalar, posed, case) in posed {
            if !arguments.truth {
                checked.rows.extend(judge(roster, arguments, addressed, (scalar, image), posed.as_ref(), &chosen));
            } else if arguments.json.is_some() {
                truth_lines += &rulings::truth_json(named, posed.as_ref(), image, scalar);
            }
            if arguments.proofs.is_some() {
                proofs.push_str(&proofs::lines(addressed, scalar, posed.as_ref()));
            }
            checked.truths.push(TruthLine::of(named, &case, scalar, posed, image, shown));
        }
        let kept = arguments.html.is_some().then(|| addressed.clone());
        OfCase { checked, proofs, truth_lines, expectation: Expectation::of(addressed), addressed: kept }
    }
}

/// The choice of the variants that are asked about a case.
fn chosen_by<'a>(roster: &'a Roster, arguments: &'a Check, addressed: &Addressed) -> impl Fn(&ErasedVariant) -> bool + 'a {
    let is_of_file = addressed.is_of_file();
    let is_cast = addressed.case(Arithmetic::F64).is_some_and(|case| case.cast.is_some());
    move |entry: &ErasedVariant| match &arguments.variants[..] {
        [] if (entry.about.promise == Promise::Cast) != is_cast => false,
        [] if is_cast => true,
        [] => !is_of_file || roster.is_users(entry.about.name) || OF_FILES.contains(&entry.about.name),
        names => names.iter().any(|name| name == ALL || name == entry.about.name),
    }
}

/// The variant with this name, or an error for an unknown name.
pub fn known_variant<'a>(roster: &'a Roster, name: &str) -> Result<&'a ErasedVariant, Failure> {
    roster.named(name).ok_or_else(|| {
        let names: Vec<&str> = roster.entries().iter().map(|entry| entry.about.name).collect();
        let near = nearest(name, names.iter().copied());
        Failure::new(format_args!("there is no variant `{name}`{} there are {}", did_you_mean(";", near), names.join(", ")))
    })
}

/// Checks that all of these names are known.
pub fn known_variants(roster: &Roster, names: &[String]) -> Result<(), Failure> {
    names.iter().try_for_each(|name| known_variant(roster, name).map(|_| ()))
}

fn judge<'a>(
    roster: &'a Roster,
    arguments: &Check,
    addressed: &'a Addressed,
    (scalar, image): (Arithmetic, Option<ImageTruth>),
    posed: Option<&'a PosedCase>,
    chosen: &impl Fn(&ErasedVariant) -> bool,
) -> Vec<JudgedAnswer> {
    let (family, gap_column) = addressed.family();
    let why_not = |entry: &'a ErasedVariant| match posed {
        None => Some(WhyNot::Overflow),
        Some(posed) if !entry.applies(posed.case.dimension, scalar) => {
            Some(WhyNot::Elsewhere { dimension: posed.case.dimension, entry })
        }
        Some(posed) if !entry.answers_about(&posed.case) => Some(WhyNot::Question(&posed.case)),
        Some(posed) if posed.truth.cast().is_some_and(CastTruth::starts_in_overlap) => Some(WhyNot::StartsInOverlap),
        Some(posed) => Some(WhyNot::Bodies(&posed.case)),
    };
    let asked = |entry: &'a ErasedVariant| AskedCase {
        file: &addressed.file,
        case: &addressed.id,
        family,
        gap_column,
        variant: entry.about.name,
        scalar,
        slack: entry.stated.as_ref().and_then(|stated| stated.slack),
        image,
        why_not: why_not(entry).filter(|_| arguments.variants.iter().any(|name| name == entry.about.name)),
    };
    let tolerance = arguments.tolerance;
    let is_named = |entry: &&ErasedVariant| arguments.variants.iter().any(|name| name == entry.about.name);
    match posed {
        Some(posed) => {
            let others = roster.entries().iter().filter(|entry| !entry.answers_about(&posed.case)).filter(is_named);
            let not_asked = others.map(|entry| {
                let answer = PosedAnswer { posed, held: None, outcome: None, is_axis_opposite: false, fault: None };
                JudgedAnswer::new(asked(entry), tolerance, Some(answer), arguments.json.is_some())
            });
            let asked = posed.ask_each(roster, tolerance, chosen, |finding| {
                let outcome = finding.outcome.as_ref();
                let is_axis_opposite = outcome.is_some_and(|(reply, judgement)| posed.is_axis_opposite(reply, judgement));
                // Finding the fault takes more runs, and only the JSON contains it.
                let fault = arguments.json.as_ref().and_then(|_| posed.fault_of(&finding, tolerance));
                let held = finding.held.as_deref();
                let answer = PosedAnswer { posed, held, outcome, is_axis_opposite, fault };
                JudgedAnswer::new(asked(finding.variant), tolerance, Some(answer), arguments.json.is_some())
            });
            not_asked.chain(asked).collect()
        }
        None => {
            let entries = roster.entries().iter().filter(|entry| chosen(entry));
            entries.map(|entry| JudgedAnswer::new(asked(entry), tolerance, None, arguments.json.is_some())).collect()
        }
    }
}
