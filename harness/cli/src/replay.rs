//! `gjk replay`: one run, iteration by iteration.

mod asked;
mod cast;
mod contact;
mod head;
mod picture;

use std::any::Any;
use std::fmt::Write as _;
use std::process::ExitCode;

use gjk_cases::case::Case;
use gjk_records::{CLAIMS, Run};
use gjk_reports::ShownCase;
use gjk_solvers::{Bodies, ErasedVariant, PosedCase, Reply, Roster, SolverSpace, in_space};
use gjk_truth::judge::Judgement;
use gjk_variants::{Observer, Projection, Rational, Scalar, Simplex, Space, Vertex};

use crate::address::single;
use crate::arguments::Replay;
use crate::check::known_variant;
use crate::failure::Failure;
use crate::list::where_it_runs;
use crate::output;
use crate::rulings::{given_text, has_evidence};
pub use asked::Asked;

pub fn run(roster: &Roster, arguments: &Replay) -> Result<ExitCode, Failure> {
    let entry = known_variant(roster, &arguments.variant)?;
    arguments.png.as_deref().map_or(Ok(()), |path| output::is_picture(path, "png"))?;
    arguments.html.as_deref().map_or(Ok(()), output::is_page)?;
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
    let mut out = output::beside(&[arguments.png.as_deref(), arguments.html.as_deref()]);
    out.write_all(head::of(&posed).as_bytes())?;
    let body = in_space!(posed.case.dimension, scalar, S => trace::<S>(entry, &posed.case));
    out.write_all(body.as_bytes())?;
    let asked = Asked { roster, entry, address: &arguments.case, scalar, tolerance: arguments.tolerance };
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
        writeln!(out, "{}", asked.ruling(reply, found, truth))?;
        if let Some(path) = &arguments.png {
            let run = Run { case: addressed.id.clone(), ..asked.run(judged_on, reply, found) };
            output::not_an_input("--png", Some(path))?;
            output::write(path, gjk_reports::draw_run(&run))?;
        }
        if let Some(path) = &arguments.html {
            let shown = ShownCase {
                text: format!("{}{body}", head::of(&posed)),
                ..asked.shown(&addressed.id, judged_on, reply, found)
            };
            output::not_an_input("--html", Some(path))?;
            output::write(path, gjk_reports::case_page(&shown))?;
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
