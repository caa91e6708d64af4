//! The numbers of a view that turns: the surfaces of the bodies and of their difference, and the steps of the runs.
//!
//! Coordinates are divided by a power of two, so that the largest is between one and two; the division is exact. Only drawing
//! is left to the page: it projects, clips and paints.

use std::collections::HashMap;

use gjk_records::{Contact, Run, RunStep, Site, shown};
use serde::Serialize;

use super::solid::Solid;
use crate::run::PlaneRun;

/// The number of directions whose support points stand for a body with too many points or corners.
const POINTS: usize = 320;
/// The most points whose hull is computed, and the most corners that a hull keeps.
const CLOUD: usize = 4_000;
const CORNERS: usize = 1_500;
/// The most pairs of corners whose hull is computed as M; for more, M is seen by its support points.
const PAIRS: usize = 20_000;
/// The most steps of a run that a view keeps: the first ones and the last ones.
const STEPS: usize = 160;
/// The number of last ones among them.
const LAST: usize = 40;

/// A convex surface.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Shell {
    /// Corners.
    p: Vec<Site>,
    /// Faces, by corner.
    f: Vec<Vec<usize>>,
    /// Edges, by corner.
    e: Vec<[usize; 2]>,
}

/// The surface of M = A − B, by corners of the two bodies that the run used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Difference {
    /// Corners of M: a corner of A and one of B.
    c: Vec<[usize; 2]>,
    f: Vec<Vec<usize>>,
    e: Vec<[usize; 2]>,
}

/// A distance or a depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Length {
    /// The points of A and of B.
    p: Option<[Site; 2]>,
    /// v, a point of M.
    v: Option<Site>,
    /// The direction from A to B.
    n: Option<Site>,
    /// The length.
    l: Option<f64>,
}

/// An iteration.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Step {
    /// Its number, from 1.
    k: usize,
    /// The direction.
    d: Option<Site>,
    /// The support point.
    w: Option<Site>,
    /// The simplex.
    s: Vec<Site>,
    /// Its vertices as indices of points of A and of B.
    i: Vec<(usize, usize)>,
    /// The nearest point.
    v: Option<Site>,
    /// The place on the ray of a cast.
    o: Option<Site>,
    /// The facets of a polytope, by corner.
    t: Vec<Vec<usize>>,
}

/// A run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Trace {
    /// Its arithmetic.
    name: String,
    /// The corners of all polytopes.
    q: Vec<Site>,
    steps: Vec<Step>,
    /// The number of all steps.
    count: usize,
    /// The end in words.
    end: String,
    /// The first and the last step of a repeated sequence, from 1.
    circle: Option<(usize, usize)>,
}

/// The motion of a cast.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Motion {
    by: Site,
    hits: bool,
    /// The true time.
    t: f64,
    /// The time of the answer.
    answer: Option<f64>,
}

/// A surface of a body: on its own, or the number of one that several views share.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Part {
    Own(Shell),
    Shared(usize),
}

/// All numbers of a view.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The names of the bodies, if they have others than A and B.
    names: Option<[String; 2]>,
    dim: u8,
    /// The factor by which lengths were divided.
    unit: f64,
    /// The parts of A.
    a: Vec<Part>,
    /// The parts of B.
    b: Vec<Part>,
    /// The parts that the run used, if these are less than the bodies: parts of unions, or cores.
    seen: Option<[Part; 2]>,
    m: Difference,
    /// The sum of the radii around the cores.
    radii: f64,
    truth: Length,
    answer: Length,
    /// Whether the truth and the answer say that the bodies are apart.
    apart: [bool; 2],
    /// Whether the v of the truth is that of the M of the run.
    same: bool,
    cast: Option<Motion>,
    runs: Vec<Trace>,
    /// The number of the first iteration at which the two runs differ, from 1.
    parted: Option<usize>,
    /// The first view: to the right and upwards.
    look: [Site; 2],
}

/// The power of two by which lengths are divided.
fn unit_of(run: &Run) -> f64 {
    let of_parts = run.parts.iter().flatten().flatten();
    let motion = run.cast.iter().map(|cast| &cast.motion);
    let all = run.a.iter().chain(&run.b).chain(of_parts).chain(motion);
    let largest = all.flatten().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 {
        return 1.0;
    }
    // Half of the range at most: the reciprocal is a double as well.
    let exponent = largest.log2().floor().clamp(-1_020.0, 1_020.0);
    exponent.exp2()
}

/// Directions spread over the sphere: a Fibonacci lattice.
fn directions(count: usize, dimension: u8) -> impl Iterator<Item = Site> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    (0..count).map(move |i| {
        if dimension == 2 {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / count as f64).sin_cos();
            return [cos, sin, 0.0];
        }
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let width = (1.0 - z * z).sqrt();
        [width * cos, width * sin, z]
    })
}

fn dot(v: &Site, w: &Site) -> f64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

fn farthest(points: &[Site], direction: &Site) -> Option<usize> {
    (0..points.len()).max_by(|&i, &j| dot(&points[i], direction).total_cmp(&dot(&points[j], direction)))
}

/// The surface of points, with one more point of the body, where the contact is, if not all points are kept.
pub fn shell(points: &[Site], dimension: u8, contact: Option<Site>) -> Shell {
    let of = |points: &[Site], Solid { corners, faces, edges }: Solid| Shell {
        // Negative zeros would be printed.
        p: corners.into_iter().map(|corner| points[corner].map(|x| x + 0.0)).collect(),
        f: faces,
        e: edges,
    };
    if points.len() <= CLOUD {
        let solid = Solid::of(points, dimension);
        if solid.corners.len() <= CORNERS {
            return of(points, solid);
        }
    }
    let mut kept: Vec<usize> = directions(POINTS, dimension).filter_map(|d| farthest(points, &d)).collect();
    kept.sort_unstable();
    kept.dedup();
    let points: Vec<Site> = kept.into_iter().map(|i| points[i]).chain(contact).collect();
    of(&points, Solid::of(&points, dimension))
}

/// The surface of A − B.
fn difference(a: &Shell, b: &Shell, dimension: u8, more: &[Site]) -> Difference {
    let (n, m) = (a.p.len(), b.p.len());
    let pairs: Vec<[usize; 2]> = if n * m <= PAIRS {
        (0..n).flat_map(|i| (0..m).map(move |j| [i, j])).collect()
    } else {
        let of = |d: Site| Some([farthest(&a.p, &d)?, farthest(&b.p, &d.map(|x| -x))?]);
        let mut pairs: Vec<[usize; 2]> = directions(POINTS, dimension).chain(more.iter().copied()).filter_map(of).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let points: Vec<Site> = pairs.iter().map(|&[i, j]| std::array::from_fn(|k| a.p[i][k] - b.p[j][k])).collect();
    let Solid { corners, faces, edges } = Solid::of(&points, dimension);
    Difference { c: corners.into_iter().map(|corner| pairs[corner]).collect(), f: faces, e: edges }
}

/// The step at which two runs of the same variant first differ, from 0.
///
/// Steps are the same if they have the same simplex and the same polytope. Points within 16 u of each other,
/// times the largest coordinate of the bodies, are the same point. Steps without either are the same if the support points reach equally far: between vertices of equal reach the choice
/// is free. `None` if the runs are the same, or one has no steps.
pub fn parting(one: &Run, other: &Run) -> Option<usize> {
    if one.steps.is_empty() || other.steps.is_empty() {
        return None;
    }
    let all = || one.a.iter().chain(&one.b);
    let size = all().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let rounding = 8.0 * size * if one.scalar == "f32" { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let is_near = |p: &Site, q: &Site| p.iter().zip(q).all(|(x, y)| x == y || (x - y).abs() <= rounding);
    let covers = |points: &[Site], others: &[Site]| others.iter().all(|other| points.iter().any(|point| is_near(point, other)));
    let are_same = |points: &[Site], others: &[Site]| covers(points, others) && covers(others, points);
    let sorted = |step: &RunStep| {
        let mut indices = step.indices.clone();
        indices.sort_unstable();
        indices
    };
    let reach = |step: &RunStep| dot(&step.direction, &step.support) / dot(&step.direction, &step.direction).sqrt();
    let is_same = |p: &RunStep, q: &RunStep| {
        if p.simplex.len() != q.simplex.len() || p.facets.len() != q.facets.len() {
            return false;
        }
        if p.simplex.is_empty() && p.facets.is_empty() {
            let (reach, other) = (reach(p), reach(q));
            return (reach - other).abs() <= rounding || reach.is_nan() && other.is_nan();
        }
        let simplices = if p.indices.is_empty() { are_same(&p.simplex, &q.simplex) } else { sorted(p) == sorted(q) };
        simplices && are_same(&p.facets.concat(), &q.facets.concat())
    };
    let differing = one.steps.iter().zip(&other.steps).position(|(p, q)| !is_same(p, q));
    let (n, m) = (one.steps.len(), other.steps.len());
    // A run that stops because it has found its circle has no step that the other run lacks.
    let is_cut = [one, other].iter().any(|run| run.stop == "cycled");
    differing.or((n != m && !is_cut).then_some(n.min(m)))
}

impl Scene {
    /// The view of a run; `exact` is the run of the same variant in exact arithmetic. Lengths are divided by `unit` if it is given.
    pub fn of(run: &Run, exact: Option<&Run>, unit: Option<f64>) -> Scene {
        let unit = unit.unwrap_or_else(|| unit_of(run));
        let inverse = unit.recip();
        let small = |p: &Site| p.map(|x| x * inverse + 0.0);
        let finite = |p: Site| p.iter().all(|x| x.is_finite()).then(|| small(&p));
        let points = |points: &[Site]| points.iter().map(small).collect::<Vec<Site>>();
        let direction = |d: &Site| {
            let most = d.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            let d = d.map(|x| x / most);
            let length = dot(&d, &d).sqrt();
            Some(d.map(|x| x / length + 0.0)).filter(|d| d.iter().all(|x| x.is_finite()))
        };
        let length = |contact: &Contact| Length {
            p: contact.points.and_then(|[a, b]| Some([finite(a)?, finite(b)?])),
            v: contact.v.and_then(finite),
            n: contact.direction.filter(|n| n.iter().all(|x| x.is_finite())),
            l: contact.length.map(|l| l * inverse).filter(|l| l.is_finite()),
        };
        let truth = length(&run.truth);
        // The contact of a cast is at another place of A.
        let on = |side: usize| truth.p.map(|p| p[side]).filter(|_| run.cast.is_none() || side == 1);
        let of_body = |body: &[Site], side: usize| shell(&points(body), run.dimension, on(side));
        let is_own = |pair: usize, side: usize| run.truth_pair.is_none_or(|truth| truth[side] == pair);
        let seen = [&run.a, &run.b].map(|body| points(body));
        let seen: [Shell; 2] = [0, 1].map(|side| {
            let contact = on(side).filter(|_| run.radii == 0.0 && is_own(run.pair[side], side));
            shell(&seen[side], run.dimension, contact)
        });
        let bodies: [Vec<Shell>; 2] = [0, 1].map(|side| {
            let parts = run.parts[side].iter().enumerate();
            parts
                .map(
                    |(place, part)| {
                        if is_own(place, side) { of_body(part, side) } else { shell(&points(part), run.dimension, None) }
                    },
                )
                .collect()
        });
        let is_whole = bodies.iter().all(Vec::is_empty);
        let mut more: Vec<Site> = run.steps.iter().filter_map(|step| direction(&step.direction)).collect();
        more.extend(truth.n.into_iter().flat_map(|n| [n, n.map(|x| -x)]));
        let m = difference(&seen[0], &seen[1], run.dimension, &more);
        let trace = |run: &Run| {
            let mut corners = Corners::default();
            let mut of = |k: usize| step(k, &run.steps[k], &mut corners, &finite, &direction);
            Trace {
                name: if run.scalar == "exact" { "exact arithmetic".to_owned() } else { run.scalar.clone() },
                count: run.steps.len(),
                steps: kept(run).into_iter().map(&mut of).collect(),
                q: corners.all,
                end: ending(run),
                circle: run.circle.map(|(from, to)| (from + 1, to.saturating_add(1))),
            }
        };
        let runs: Vec<Trace> =
            [Some(run), exact].into_iter().flatten().filter(|run| !run.steps.is_empty()).map(trace).collect();
        let apart = |says: &str| matches!(says, "separated" | "never" | "apart");
        let look = PlaneRun::of(run).axes();
        let [a, b] = bodies.map(|parts| parts.into_iter().map(Part::Own).collect());
        let seen = seen.map(Part::Own);
        let (a, b, seen) = if is_whole {
            let [a, b] = seen;
            (vec![a], vec![b], None)
        } else {
            (a, b, Some(seen))
        };
        Scene {
            names: None,
            dim: run.dimension,
            unit,
            a,
            b,
            seen,
            m,
            radii: run.radii * inverse,
            truth,
            answer: length(&run.answer),
            apart: [apart(&run.truth_class), run.verdict.as_deref().is_some_and(apart)],
            same: run.truth_pair.is_none_or(|pair| pair == run.pair),
            cast: run.cast.as_ref().map(|cast| Motion {
                by: small(&cast.motion),
                hits: cast.hits,
                t: cast.time,
                answer: cast.answer,
            }),
            runs,
            parted: exact.and_then(|exact| parting(run, exact)).map(|step| step + 1),
            look,
        }
    }

    /// Gives the bodies their names.
    pub fn name(&mut self, names: Option<[String; 2]>) {
        self.names = names.map(|names| names.map(|name| shown(&name).into_owned()));
    }

    /// The arithmetic of each run.
    pub fn names_of_runs(&self) -> Vec<&str> {
        self.runs.iter().map(|run| &run.name[..]).collect()
    }

    /// Replaces the surfaces by their numbers among those of the page.
    pub fn share(&mut self, shells: &mut Shells) {
        for part in self.a.iter_mut().chain(&mut self.b).chain(self.seen.iter_mut().flatten()) {
            if let Part::Own(shell) = part {
                *part = Part::Shared(shells.number(shell));
            }
        }
    }

    /// The view as JSON that may stand within an element `script`.
    pub fn json(&self) -> String {
        json(self)
    }
}

/// A value as JSON that may stand within an element `script`: no `<` can end the element.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers and texts").replace('<', "\\u003c")
}

/// The steps that a view has.
fn kept(run: &Run) -> Vec<usize> {
    let count = run.steps.len();
    // A circle is seen in its first two rounds.
    let end = run.circle.map_or(count, |(from, to)| to.saturating_add(2).saturating_add(to.saturating_sub(from)).min(count));
    if end <= STEPS { (0..end).collect() } else { (0..STEPS - LAST).chain(end - LAST..end).collect() }
}

/// The distinct corners of the polytopes of a run.
#[derive(Default)]
struct Corners {
    all: Vec<Site>,
    places: HashMap<[u64; 3], usize>,
}

impl Corners {
    fn number(&mut self, point: Site) -> usize {
        *self.places.entry(point.map(f64::to_bits)).or_insert_with(|| {
            self.all.push(point);
            self.all.len() - 1
        })
    }
}

fn step(
    k: usize,
    step: &RunStep,
    corners: &mut Corners,
    finite: &impl Fn(Site) -> Option<Site>,
    direction: &impl Fn(&Site) -> Option<Site>,
) -> Step {
    Step {
        k: k + 1,
        d: direction(&step.direction),
        w: finite(step.support),
        s: step.simplex.iter().filter_map(|p| finite(*p)).collect(),
        i: step.indices.clone(),
        v: step.nearest.and_then(finite),
        o: Some(step.place).filter(|place| *place != [0.0; 3]).and_then(finite),
        t: step
            .facets
            .iter()
            .map(|facet| facet.iter().filter_map(|p| finite(*p)).map(|p| corners.number(p)).collect())
            .collect(),
    }
}

/// The end of a run in words.
fn ending(run: &Run) -> String {
    let verdict = run.verdict.as_deref().unwrap_or("no answer");
    if run.stop.is_empty() { verdict.to_owned() } else { format!("{verdict} ({})", run.stop) }
}

/// Numbers the equal shells of several scenes, so that a page has each body once.
#[derive(Default)]
pub struct Shells {
    /// The shells as JSON, in the order of their numbers.
    pub all: Vec<String>,
    places: HashMap<String, usize>,
}

impl Shells {
    /// The number of a shell.
    pub fn number(&mut self, shell: &Shell) -> usize {
        let text = json(shell);
        *self.places.entry(text.clone()).or_insert_with(|| {
            self.all.push(text);
            self.all.len() - 1
        })
    }
}
