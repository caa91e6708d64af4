//! Whether answers jump where bodies hardly move.
//!
//! A body moves by a small step. No distance of two bodies changes by more than the step, so an error can be found without an
//! oracle: if the distances before and after differ by more than the step and the tolerance, one of them is wrong. Only then is
//! the oracle asked which one.
//!
//! # Steps
//! The steps are √u·D, 8 u·D, and one unit in the last place of the greatest coordinate of the body B. Each is made along a
//! random direction, and along the axis of the answer before it, towards A and away from it in turns; an answer without an axis
//! has only the random direction. The movement that counts is the greatest movement of a point of B after its coordinates are
//! rounded to the scalar, computed so that it is not too small. A pair in which rounding moves nothing does not count.
//!
//! # Breaks
//! A *jump*: the distances differ by more than that movement and the tolerance; bodies that meet are at distance 0. A *flip*:
//! the verdicts differ although the exact ones do not, and one of them is wrong by more than the tolerance. The tolerance is
//! that of all rulings, with the D before the step: unless it is zero, it is at least the least positive number of the scalar.
//! A change from a number to infinity is not a jump if infinity is the right answer. A run without an answer is not compared
//! with anything.

use std::collections::BTreeMap;
use std::ops::Range;

use gjk_cases::body::Number;
use gjk_cases::case::{Arithmetic, Body, Case, Class, Point};
use gjk_cases::family::Family;
use gjk_cases::format::write;
use gjk_records::{CORPUS, ContinuityTally, Line, Question, Ruling, SCHEMA, Study};
use gjk_solvers::{ErasedVariant, PosedCase, Reply, replies};
use gjk_truth::answer::{Answered, Numbers, Says};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::{Judgement, Limits};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::context::Context;
use crate::experiment::{Experiment, Sample, Unit, no_rounded, ranges, samples};
use crate::map::neighbour;

/// Cases of each family and scalar, by size of the study.
const CASES: [u64; 3] = [5, 75, 750];
/// The approximate cost of a case, in cases that are asked once.
const QUERIES: u64 = 7;
/// The file of the greatest jumps.
const FILE: &str = "jumps.jsonl";

/// The header of that file.
const HEAD: &str = "\
# The greatest jumps of each variant and scalar: two cases each; the second is the first with B moved by a step.
# A case's id is VARIANT.SCALAR.BREAK.before or .after; BREAK is jump (of distances) or flip (of verdicts). The note says by how much, in u·D.
";

/// Answers before and after a small step.
pub struct Continuity;

impl Experiment for Continuity {
    fn name(&self) -> &'static str {
        "continuity"
    }

    fn about(&self) -> &'static str {
        "Whether answers jump where bodies hardly move"
    }

    fn asks_programs(&self) -> bool {
        true
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("cases of continuity", json!(context.count(CASES)))]
    }

    fn idle(&self, context: &Context) -> Option<String> {
        no_rounded(context)
    }

    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        let mut units = Vec::new();
        let families = context.families.iter().map(|family| (family.name(), Some(family.as_ref()), context.count(CASES)));
        for (name, family, cases) in families.chain([(CORPUS, None, context.corpus.len() as u64)]) {
            for arithmetic in context.rounded() {
                units.extend(ranges(cases).map(|cases| {
                    let size = QUERIES * (cases.end - cases.start);
                    let unit = format!("continuity/{name}/{arithmetic}/{:09}", cases.start);
                    Unit::of_lines(unit, size, move || tallies(context, family, arithmetic, cases.clone()))
                }));
            }
        }
        units
    }

    fn samples<'a>(&self, context: &'a Context) -> Vec<Sample<'a>> {
        let of = |arithmetic| {
            samples(context, 12, context.count(CASES), move |family, cases| {
                Unit::of_lines(String::new(), 1, move || tallies(context, Some(family), arithmetic, cases.clone()))
            })
        };
        context.rounded().flat_map(of).collect()
    }

    fn beside(&self) -> &'static [&'static str] {
        &[FILE]
    }

    fn texts(&self, context: &Context, study: &Study) -> Vec<String> {
        vec![greatest(context, study.of())]
    }
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// √u·D.
    Root,
    /// 8 u·D.
    Units,
    /// One unit in the last place of the greatest coordinate of B.
    Place,
}

impl Step {
    const ALL: [Step; 3] = [Step::Root, Step::Units, Step::Place];

    /// The step as records spell it.
    fn name(self) -> &'static str {
        ContinuityTally::STEPS[self as usize]
    }

    /// The length of the step for bodies of this size, in the scalar.
    fn length(self, size: f64, b: &Body, arithmetic: Arithmetic) -> f64 {
        match self {
            Step::Root => arithmetic.unit().sqrt() * size,
            Step::Units => 8.0 * arithmetic.unit() * size,
            Step::Place => {
                let greatest = positions(b).iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
                neighbour(greatest, arithmetic, 1).map_or(0.0, |next| next - greatest)
            }
        }
    }
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Random,
    Axis,
}

impl Direction {
    const ALL: [Direction; 2] = [Direction::Random, Direction::Axis];

    /// The direction as records spell it.
    fn name(self) -> &'static str {
        match self {
            Direction::Random => "random",
            Direction::Axis => "axis",
        }
    }
}

/// The points and centres of a body, which move with it.
fn positions(body: &Body) -> Vec<Point> {
    let mut positions = Vec::new();
    body.clone().each_number(&mut |number| {
        if let Number::Position(point) = number {
            positions.push(*point);
        }
    });
    positions
}

/// A case with B moved and its coordinates rounded to the scalar; `None` if one overflows.
fn moved(case: &Case, by: Point, arithmetic: Arithmetic) -> Option<Case> {
    let mut moved = case.clone();
    moved.b.each_number(&mut |number| {
        if let Number::Position(point) = number {
            (0..3).for_each(|axis| point[axis] += by[axis]);
        }
    });
    let is_finite = positions(&moved.b).iter().flatten().all(|x| x.is_finite());
    moved.posed(arithmetic).filter(|_| is_finite)
}

/// The greatest movement of a point from one case to the other, for the same bodies: never less than the true movement, and
/// greater by at most some units in the last place.
///
/// Zero if nothing moved.
fn movement(before: &Case, after: &Case) -> f64 {
    let of_body = |before: &Body, after: &Body| {
        let length = |(p, q): (Point, Point)| {
            let by: Point = std::array::from_fn(|axis| (q[axis] - p[axis]).abs());
            let greatest = by.into_iter().fold(0.0, f64::max);
            // Squares would leave the range; near its lower end so would the root of their sum.
            if greatest < f64::MIN_POSITIVE / f64::EPSILON {
                return by.iter().sum();
            }
            greatest * by.iter().map(|x| (x / greatest).powi(2)).sum::<f64>().sqrt() * (1.0 + 8.0 * f64::EPSILON)
        };
        positions(before).into_iter().zip(positions(after)).map(length).fold(0.0, f64::max)
    };
    // Where both move, the sum is an upper bound.
    of_body(&before.a, &after.a) + of_body(&before.b, &after.b)
}

/// A unit vector that depends only on these arguments.
fn random(seed: u64, family: &str, index: u64, step: Step, dimension: u8) -> Point {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8] = 1 + step as u8;
    for (place, byte) in family.bytes().enumerate() {
        let byte_of_key = &mut key[9 + place % 23];
        *byte_of_key = byte_of_key.rotate_left(3) ^ byte;
    }
    let mut bits = ChaCha8Rng::from_seed(key);
    bits.set_stream(index);
    loop {
        let coordinate = |axis: usize, bits: u64| {
            if axis < usize::from(dimension) { (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0 } else { 0.0 }
        };
        let point: Point = std::array::from_fn(|axis| coordinate(axis, bits.next_u64()));
        let squared = point.iter().map(|x| x * x).sum::<f64>();
        if (0.01..=1.0).contains(&squared) {
            return point.map(|x| x / squared.sqrt());
        }
    }
}

/// The unit vector from B to A along which an answer measures, if it has one.
fn axis(answer: &Answered) -> Option<Point> {
    let Numbers::Rounded(values) = &answer.numbers else { return None };
    let witnesses = values.witnesses.map(|[p, q]| std::array::from_fn(|axis| p[axis] - q[axis]));
    let v: Point = values.axis.or(witnesses)?;
    let greatest = v.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let v = v.map(|x| x / greatest);
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length.is_finite() && length > 0.0).then(|| v.map(|x| x / length))
}

/// The case after a step, given the variant's answer before it; `None` if there is no such direction, or a coordinate
/// overflows.
fn after(posed: &PosedCase, answer: &Answered, place: &Place, step: Step, direction: Direction) -> Option<Case> {
    let PosedCase { case, arithmetic, truth } = posed;
    let length = step.length(truth.size().to_f64(), &case.b, *arithmetic);
    let unit = match direction {
        Direction::Random => random(place.seed, place.family, place.index, step, case.dimension),
        // Towards A, which makes the distance less, and away from it.
        Direction::Axis => axis(answer)?.map(|x| if place.index.is_multiple_of(2) { x } else { -x }),
    };
    moved(case, unit.map(|x| x * length), *arithmetic)
}

/// The place of a case in a family or in the corpus.
struct Place<'a> {
    seed: u64,
    family: &'a str,
    index: u64,
}

/// A case of a family by its number among the independent ones, or of the corpus, with its place.
fn case_at<'a>(context: &'a Context, family: Option<&'a dyn Family>, arithmetic: Arithmetic, number: u64) -> (Case, Place<'a>) {
    let case = match family {
        Some(family) => family.independent_case(context.seed, arithmetic, number),
        None => context.corpus[number as usize].clone(),
    };
    let place = place_of(context, family, &case.id).unwrap_or(0);
    (case, Place { seed: context.seed, family: family.map_or(CORPUS, |family| family.name()), index: place })
}

/// The number of a case in its family or in the corpus, by its name.
fn place_of(context: &Context, family: Option<&dyn Family>, name: &str) -> Option<u64> {
    match family {
        Some(_) => name.rsplit(':').next()?.parse().ok(),
        None => context.corpus.iter().position(|case| case.id == name).map(|place| place as u64),
    }
}

/// The tallies of the variants on these cases.
fn tallies(context: &Context, family: Option<&dyn Family>, arithmetic: Arithmetic, cases: Range<u64>) -> Vec<ContinuityTally> {
    let entries: Vec<&ErasedVariant> = context.roster.entries().iter().collect();
    let mut all = Vec::new();
    for number in cases {
        let (case, place) = case_at(context, family, arithmetic, number);
        // A case that overflows an arithmetic is not applicable there.
        let Some(posed) = PosedCase::pose(&case, arithmetic) else { continue };
        let before = replies(&posed.case, arithmetic, &entries);
        for (entry, before) in entries.iter().zip(before) {
            let Some(before) = before.filter(|reply| reply.refused.is_none()) else { continue };
            for step in Step::ALL {
                let mut tally = ContinuityTally {
                    schema: SCHEMA,
                    family: place.family.to_owned(),
                    scalar: arithmetic.name().to_owned(),
                    variant: entry.about.name.to_owned(),
                    step: step.name().to_owned(),
                    ..ContinuityTally::default()
                };
                for direction in Direction::ALL {
                    compare(&posed, entry, &before, (&place, step, direction), context.tolerance, &mut tally);
                }
                ContinuityTally::gather(&mut all, vec![tally]);
            }
        }
    }
    all
}

/// Asks a variant after a step, compares its answer with the one before the step, and counts the pair.
fn compare(
    posed: &PosedCase,
    entry: &ErasedVariant,
    before: &Reply,
    (place, step, direction): (&Place, Step, Direction),
    tolerance: f64,
    tally: &mut ContinuityTally,
) {
    let nothing = Answered::of_bodies(Says::Intersecting, Vec::new(), Numbers::Rounded(gjk_truth::answer::Values::none()));
    let answer = before.answer.as_ref();
    // Even without an answer there is a random direction.
    let Some(case) = after(posed, answer.unwrap_or(&nothing), place, step, direction) else { return };
    let Some(reply) = replies(&case, posed.arithmetic, &[entry]).pop().flatten() else { return };
    // A program may have held other bodies.
    let movement = movement(before.held.as_deref().unwrap_or(&posed.case), reply.held.as_deref().unwrap_or(&case));
    if movement == 0.0 || reply.refused.is_some() {
        return;
    }
    tally.pairs += 1;
    let Some((one, other)) = answer.zip(reply.answer.as_ref()) else { return tally.no_answer += 1 };
    let jump = distance(one).zip(distance(other)).and_then(|distances| jump(distances, movement, posed, tolerance));
    if jump.is_none() && one.says == other.says {
        return;
    }
    let Some(moved) = PosedCase::pose(&case, posed.arithmetic) else { return };
    let judged = [posed.judge(before, tolerance), moved.judge(&reply, tolerance)];
    let broken = Broken::found([posed, &moved], [one.says, other.says], jump, &judged);
    broken.count(tally, &posed.case.id, direction);
}

/// A jump or a flip between the answers before and after a step, or neither.
struct Broken {
    /// The difference of the distances beyond the movement, in u·D.
    jump: Option<f64>,
    /// For verdicts that differ although the exact ones do not: the margin by which one of them is wrong.
    flip: Option<f64>,
    /// Whether the answers before and after the step are wrong.
    wrong: [bool; 2],
}

impl Broken {
    fn found(posed: [&PosedCase; 2], [one, other]: [Says; 2], jump: Option<f64>, judged: &[Judgement; 2]) -> Broken {
        let is_apart = |posed: &PosedCase| posed.truth.decided().map(|class| class == Class::Separated);
        let stays = is_apart(posed[0]).zip(is_apart(posed[1])).is_some_and(|(one, other)| one == other);
        let margins = judged.iter().filter(|found| found.ruling == Ruling::Wrong).map(|found| found.margin);
        let is_flip = stays && one != other && judged.iter().any(|found| found.ruling == Ruling::Wrong);
        let is_wrong = |ruling: Ruling| matches!(ruling, Ruling::Inaccurate | Ruling::Off | Ruling::Wrong);
        let wrong = [0, 1].map(|side| is_wrong(judged[side].ruling));
        Broken {
            // A distance may round to infinity on one side only.
            jump: jump.filter(|jump| jump.is_finite() || wrong.contains(&true)),
            flip: is_flip.then(|| margins.flatten().fold(0.0, f64::max)),
            wrong,
        }
    }

    /// Counts a pair that breaks, along this direction from this case.
    fn count(self, tally: &mut ContinuityTally, case: &str, direction: Direction) {
        if self.jump.is_none() && self.flip.is_none() {
            return;
        }
        if let Some(jump) = self.jump {
            tally.jumps += 1;
            if tally.jump.is_none_or(|most| jump.total_cmp(&most).is_gt()) {
                (tally.jump, tally.jump_case) = (Some(jump), case.to_owned());
                direction.name().clone_into(&mut tally.jump_direction);
            }
        }
        if let Some(margin) = self.flip {
            tally.flips += 1;
            if tally.margin.is_none_or(|most| margin > most) {
                (tally.margin, tally.margin_case) = (Some(margin), case.to_owned());
                direction.name().clone_into(&mut tally.margin_direction);
            }
        }
        match self.wrong {
            [true, false] => tally.before += 1,
            [false, true] => tally.after += 1,
            [true, true] => tally.both += 1,
            [false, false] => tally.neither += 1,
        }
    }
}

/// The difference of two distances beyond the movement, in u·D of the bodies before it; `None` if it is within the tolerance.
///
/// A difference with a value that is not a number is beyond all bounds, and so is one with a single infinity.
fn jump((one, other): (f64, f64), movement: f64, posed: &PosedCase, tolerance: f64) -> Option<f64> {
    if !one.is_finite() || !other.is_finite() {
        return (one != other).then_some(if one.is_nan() || other.is_nan() { f64::NAN } else { f64::INFINITY });
    }
    let [one, other, movement] = [one, other, movement].map(Scaled::from_f64);
    let difference = if one < other { other.minus(one) } else { one.minus(other) };
    let excess = difference.minus(movement);
    let limits = Limits::new(posed.truth.size(), posed.arithmetic, tolerance);
    (excess > limits.tolerance).then(|| limits.units(excess))
}

/// The distance that an answer gives; bodies that meet are at distance 0.
fn distance(answer: &Answered) -> Option<f64> {
    match answer.says {
        Says::Intersecting if matches!(answer.promise, Question::Distance | Question::Depth) => Some(0.0),
        _ => answer.distance(),
    }
}

/// The file of the greatest jumps and flips of each variant and scalar, in the order of the roster.
fn greatest(context: &Context, tallies: &[ContinuityTally]) -> String {
    /// A break: its size and its place.
    type Break<'t> = (f64, &'t ContinuityTally, &'t str, &'t str);
    let mut worst: BTreeMap<(usize, &str, &str), Break> = BTreeMap::new();
    for tally in tallies {
        let is_of_it = |entry: &ErasedVariant| entry.about.name == tally.variant;
        let Some(variant) = context.roster.entries().iter().position(is_of_it) else { continue };
        let jump = tally.jump.map(|jump| ("jump", (jump, tally, &tally.jump_case[..], &tally.jump_direction[..])));
        let flip = tally.margin.map(|margin| ("flip", (margin, tally, &tally.margin_case[..], &tally.margin_direction[..])));
        for (name, found) in [jump, flip].into_iter().flatten() {
            let known = worst.entry((variant, &tally.scalar, name)).or_insert(found);
            if found.0.total_cmp(&known.0).is_gt() {
                *known = found;
            }
        }
    }
    let mut text = HEAD.to_owned();
    for ((variant, scalar, name), (value, tally, case, direction)) in worst {
        let entry = &context.roster.entries()[variant];
        let Some(pair) = pair(context, entry, tally, case, direction) else { continue };
        for (case, side) in pair.into_iter().zip(["before", "after"]) {
            let note = format!("{name} of {value} u·D, step {} along {direction}", tally.step);
            text += &write(&Case {
                home: Arithmetic::named(scalar),
                expect: None,
                source: Some(format!("{}: {}", context.command, case.id)),
                note: Some(note),
                id: format!("{}.{scalar}.{name}.{side}", entry.about.name),
                ..case
            });
            text.push('\n');
        }
    }
    text
}

/// The case of a break, before and after the step.
fn pair(context: &Context, entry: &ErasedVariant, tally: &ContinuityTally, name: &str, direction: &str) -> Option<[Case; 2]> {
    let arithmetic = Arithmetic::named(&tally.scalar)?;
    let family = context.families.iter().map(Box::as_ref).find(|family| family.name() == tally.family);
    let index = place_of(context, family, name)?;
    let case = match family {
        Some(family) => family.case(context.seed, arithmetic, index),
        None => context.corpus.get(index as usize)?.clone(),
    };
    let posed = PosedCase::pose(&case, arithmetic).filter(|posed| posed.case.id == name)?;
    let reply = replies(&posed.case, arithmetic, &[entry]).pop().flatten()?;
    let place = Place { seed: context.seed, family: &tally.family, index };
    let step = Step::ALL.into_iter().find(|step| step.name() == tally.step)?;
    let direction = Direction::ALL.into_iter().find(|known| known.name() == direction)?;
    let after = after(&posed, &reply.answer?, &place, step, direction)?;
    Some([posed.case, after])
}

#[cfg(test)]
mod tests;
