//! `gjk replay`: one run, iteration by iteration.

mod cast;
mod contact;
mod head;
mod picture;

use std::any::Any;
use std::fmt::Write as _;
use std::process::ExitCode;

use gjk_cases::case::{Arithmetic, Case};
use gjk_records::{CLAIMS, Measure, Pasted, Run};
use gjk_solvers::{Bodies, ErasedVariant, PosedCase, Reply, Roster, SolverSpace, in_space};
use gjk_truth::judge::Judgement;
use gjk_truth::truth::Truth;
use gjk_variants::{Observer, Projection, Rational, Scalar, Simplex, Space, Vertex};

use crate::address::single;
use crate::arguments::Replay;
use crate::check::known_variant;
use crate::failure::Failure;
use crate::hunt::asking;
use crate::list::where_it_runs;
use crate::output;
use crate::rulings::{brief, given_text, has_evidence, length};

pub fn run(roster: &Roster, arguments: &Replay) -> Result<ExitCode, Failure> {
    let entry = known_variant(roster, &arguments.variant)?;
    arguments.png.as_deref().map_or(Ok(()), |path| output::is_picture(path, "png"))?;
    let addressed = single(&arguments.case, "replay")?;
    let scalar = arguments.scalar;
    let posed = addressed.case(scalar).and_then(|case| PosedCase::pose(&case, scalar));
    let posed = posed.ok_or_else(|| Failure::new(format_args!("{}: a coordinate overflows {scalar}", arguments.case)))?;
    if !entry.applies(posed.case.dimension, scalar) {
        let name = entry.about.name;
        return Err(Failure::new(format_args!(
            "{name} does not run in {}D in {scalar}; it runs in {}",
            posed.case.dimension,
            where_it_runs(entry, posed.case.dimension)
        )));
    }
    let mut out = output::beside(&[arguments.png.as_deref()]);
    out.write_all(head::of(&posed).as_bytes())?;
    let body = in_space!(posed.case.dimension, scalar, S => trace::<S>(entry, &posed.case));
    out.write_all(body.as_bytes())?;
    let replayed = Replayed { roster, arguments, entry };
    for finding in posed.ask(roster, arguments.tolerance, |other| other.about.name == entry.about.name) {
        let Some((reply, found)) = &finding.outcome else {
            let (case, name) = (&arguments.case, entry.about.name);
            return Err(Failure::new(format_args!(
                "{case}: {name} does not apply to these bodies in {scalar}: there is no run"
            )));
        };
        // The run of a variant already shows its answer.
        if body.is_empty() {
            out.write_all(answered(reply, posed.case.dimension).as_bytes())?;
        }
        let judged_on = finding.held.as_deref().unwrap_or(&posed);
        let truth = &judged_on.truth;
        out.write_all(claims(found).as_bytes())?;
        writeln!(out, "{}", replayed.ruling(reply, found, truth))?;
        if let Some(path) = &arguments.png {
            let run = Run { case: addressed.id.clone(), ..replayed.drawn(judged_on, reply, found) };
            output::not_an_input("--png", Some(path))?;
            output::write(path, gjk_reports::draw_run(&run))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The answer of a variant without a run to show, or the end without an answer.
fn answered(reply: &Reply, dimension: u8) -> String {
    let mut text = String::new();
    if let Some(answer) = &reply.answer {
        let _ = writeln!(text, "answer     {}", given_text(answer, dimension));
    }
    if let Some(stop) = reply.stop.filter(|stop| !stop.has_answer()) {
        let _ = writeln!(text, "end        {}", stop.name());
    }
    text
}

/// The claims of an answer in addition to its verdict, one per line.
fn claims(found: &Judgement) -> String {
    let mut text = String::new();
    for claim in CLAIMS {
        let Some(claimed) = found.measures[claim.claimed] else { continue };
        let certified = if found.measures.is(claim.certified) == Some(true) { "proves" } else { "does not prove" };
        let _ = writeln!(text, "{:10} {claimed:e}; the evidence {certified} {}", claim.name, claim.proves);
    }
    text
}

/// A phrase about the evidence of an answer, for the line of its ruling; empty if the evidence was not judged.
fn evidence(reply: &Reply, found: &Judgement) -> &'static str {
    match (found.certified, reply.answer.as_ref()) {
        (Some(false), Some(answer)) if !has_evidence(answer) => "; no evidence is given that could prove the verdict",
        (Some(true), _) => "; the evidence proves the verdict",
        (Some(false), _) => "; the evidence does not prove the verdict",
        (None, _) => "",
    }
}

/// A variant, and the command that asks it.
struct Replayed<'a> {
    roster: &'a Roster,
    arguments: &'a Replay,
    entry: &'a ErasedVariant,
}

impl Replayed<'_> {
    /// The ruling on an answer in one line: its evidence, and every length that it is off by.
    fn ruling(&self, reply: &Reply, found: &Judgement, truth: &Truth) -> String {
        let Replay { scalar, tolerance, .. } = *self.arguments;
        let is_exact = scalar == Arithmetic::Exact;
        let unit = if is_exact { "D" } else { "u·D" };
        let mut line = format!("ruling     {}", found.ruling.name());
        if let Some(off_by) = found.off_by {
            let _ = write!(line, " ({})", off_by.off());
        }
        line.push_str(evidence(reply, found));
        let lengths = [
            ("error", found.error),
            ("off body", found.infeasibility),
            ("margin", found.margin),
            ("flat depth", found.flat_depth),
            ("axis overlap", found.axis_overlap),
            ("witness error", found.witness_error),
        ];
        let of_claims = Measure::printed().map(|(measure, name, _)| (name, found.measures[measure]));
        let allowed = found.witness_allowance.filter(|allowance| *allowance > tolerance);
        for (name, value) in lengths.into_iter().chain(of_claims).chain([("allowed to witness points", allowed)]) {
            if let Some(value) = value {
                let _ = write!(line, "; {name} {} ({} {unit})", brief(length(truth, scalar, value)), brief(value));
            }
        }
        let _ = write!(line, " (tolerance {} u·D)", if is_exact { 0.0 } else { tolerance });
        line
    }

    /// The run for a picture, or the answer if there are no steps; without the name of the case.
    fn drawn(&self, posed: &PosedCase, reply: &Reply, found: &Judgement) -> Run {
        let entry = self.entry;
        let (case, name, scalar) = (&self.arguments.case, entry.about.name, self.arguments.scalar);
        let run = in_space!(posed.case.dimension, scalar, S => picture::record::<S>(entry, posed, reply.answer.as_ref()));
        let command = asking(Pasted::new("replay").word(case), self.roster, name, scalar);
        let stop = reply.stop.filter(|_| run.stop.is_empty()).map_or(run.stop.clone(), |stop| stop.name().to_owned());
        Run {
            variant: name.to_owned(),
            scalar: scalar.name().to_owned(),
            verdict: reply.answer.as_ref().map(|answer| answer.says.name_for(answer.promise).to_owned()),
            ruling: found.ruling.name().to_owned(),
            truth_class: posed.truth.class_name().to_owned(),
            truth_distance: posed.truth.at_start().distance_f64(),
            command: command.within(self.arguments.tolerance).to_string(),
            stop,
            ..run
        }
    }
}

/// A number as text: doubles that read back exactly, rationals as fractions if these are short.
fn shown<T: Scalar>(number: &T) -> String {
    let Some(rational) = (number as &dyn Any).downcast_ref::<Rational>() else { return format!("{number:?}") };
    match rational.value().map(|value| value.to_string()) {
        None => "undefined".to_owned(),
        Some(text) if text.len() <= 24 => text,
        Some(_) => format!("≈{:e}", number.to_f64()),
    }
}

fn point<S: Space<Scalar: Scalar>>(v: &S::Vector) -> String {
    let coordinates: Vec<String> = (0..S::DIMENSION).map(|i| shown(S::coordinate(v, i))).collect();
    format!("({})", coordinates.join(", "))
}

/// Writes the steps that it observes to a text.
#[derive(Default)]
struct Trace {
    text: String,
    iteration: usize,
}

impl<S: Space<Scalar: Scalar>> Observer<S> for Trace {
    fn support(&mut self, direction: &S::Vector, w: &S::Vector) {
        self.iteration += 1;
        let product = S::dot(direction, w);
        let _ = writeln!(self.text, "{:>3}  direction  {}", self.iteration, point::<S>(direction));
        let _ = writeln!(self.text, "     support    {}  (product {})", point::<S>(w), shown(&product));
    }

    fn entered(&mut self, older: &Simplex<S>, newest: &Vertex<S>) {
        let simplex = older.with(newest);
        let vertices: Vec<String> =
            simplex.vertices().iter().map(|vertex| format!("A[{}]−B[{}]", vertex.index_a(), vertex.index_b())).collect();
        let _ = writeln!(self.text, "     simplex    {}", vertices.join("  "));
    }

    fn projected(&mut self, projection: &Projection<S>) {
        let weight = |position: usize| format!("λ{position} = {}", shown(&projection.weights[position]));
        let weights: Vec<String> = projection.kept.positions().map(weight).collect();
        let length = S::dot(&projection.point, &projection.point);
        let _ = writeln!(self.text, "     nearest    {}  |v|² = {}", point::<S>(&projection.point), shown(&length));
        let _ = writeln!(self.text, "     weights    {}", weights.join("  "));
    }

    fn region(&mut self, region: &'static str) {
        let _ = writeln!(self.text, "     region     {region}");
    }
}

fn trace<S: SolverSpace>(entry: &ErasedVariant, case: &Case) -> String {
    let scene = Bodies::<S>::of(case);
    let Some(solver) = entry.solver::<S>() else { return String::new() };
    let mut text = String::new();
    let seen = scene.seen_by(entry);
    for (names, a, b) in &seen {
        if seen.len() > 1 {
            let _ = writeln!(text, "parts      {} of A and {} of B", names[0], names[1]);
        }
        let mut trace = Trace::default();
        let outcome = solver.explain(*a, *b, &entry.start(*a, *b), &mut trace);
        text.push_str(&trace.text);
        let _ = writeln!(text, "end        {} after {} iterations", outcome.stop.name(), outcome.iterations);
    }
    if let Some(reply) = scene.ask(entry)
        && let Some(answer) = reply.answer
    {
        let _ = write!(text, "answer     {}", answer.says.name_for(answer.promise));
        if let Some(distance) = answer.distance() {
            let _ = write!(text, ", distance {distance:e}");
        }
        text.push('\n');
    }
    text
}
