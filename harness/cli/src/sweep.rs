//! `gjk check --sweep`: the truth about the pairs of a scene over the way of a joint.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::mesh;
use gjk_cases::quote::cut;
use gjk_cases::sources::{Composition, Member, Scene, Source, Sourced};
use gjk_cases::spelling::nearest_few;
use gjk_cases::urdf::{self, JointValue};
use gjk_records::pasted::Pasted;
use gjk_reports::{SWEPT_PAIRS, Sweep, SweptPair, draw_sweep};
use gjk_solvers::PosedCase;
use rayon::prelude::*;

use crate::address::{one_scene, tell_notes};
use crate::arguments::{Check, Way};
use crate::check::{files_differ, not_inputs, request};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Growing, columns, count, tell};
use crate::rulings::{Shown, TruthLine};
use crate::truth_table::{csv_cells, csv_heads, csv_line, six};

/// The number of pairs that are printed without `--all`.
const ROWS: usize = 20;

/// A pair over the way of the joint.
struct Swept {
    id: String,
    /// For each value the distance or, for bodies that overlap, minus the depth or a lower bound of it; NaN if neither is known.
    gaps: Vec<f64>,
    /// Whether a depth is known by a lower bound alone.
    is_bounded: bool,
}

impl Swept {
    /// The least gap.
    fn least(&self) -> f64 {
        self.gaps.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Whether the gap changes: that of links which the joint moves together differs by roundings alone.
    fn is_changing(&self) -> bool {
        let greatest = self.gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        greatest - self.least() > 1e-9 * greatest.abs().max(self.least().abs())
    }
}

pub fn run(arguments: &Check, way: &Way) -> Result<ExitCode, Failure> {
    files_differ(arguments)?;
    if let Some(png) = &arguments.png {
        output::is_picture(png, "png")?;
    }
    let addresses = arguments.addresses();
    let (composition, id) = one_scene(&addresses)?;
    let place = robot_of(&composition, &way.joint)?;
    let at = At { composition: &composition, place, way };
    let request = request(arguments)?;
    let scalar = match arguments.scalars[..] {
        [] => Arithmetic::F64,
        [scalar] => scalar,
        _ => return Err(Failure::new("a sweep is in one scalar; give --scalar once")),
    };
    let shown = if arguments.csv.is_some() { Shown::All } else { Shown::Depth };
    let mut csv = arguments.csv.as_deref().map(Growing::begin).transpose()?;
    if let Some(csv) = &mut csv {
        csv.write(csv_line(["joint", "value", "unit"].into_iter().chain(csv_heads()).map(str::to_owned))?)?;
    }
    // The limits are checked at both ends first.
    Scene::of(&at.composed(way.count - 1), &request).map_err(Failure::new)?;
    interrupt::watch();
    let (mut swept, mut before): (Vec<Swept>, Vec<(Sourced, TruthLine)>) = (Vec::new(), Vec::new());
    for number in 0..way.count {
        let composed = at.composed(number);
        let scene = Scene::of(&composed, &request).map_err(Failure::new)?;
        let one = id.map(|id| scene.named(id)).transpose().map_err(Failure::new)?;
        let pairs = one.map_or_else(|| scene.pairs(), |pair| Ok(vec![pair])).map_err(Failure::new)?;
        let pairs: Vec<Sourced> = pairs.into_iter().map(|pair| scene.sourced(pair)).collect();
        if number == 0 {
            tell_notes(&scene, one);
            scene.left_out().iter().filter(|_| one.is_none()).for_each(|note| tell(format_args!("{note}")));
            swept = pairs.iter().map(|pair| Swept { id: pair.id.clone(), gaps: Vec::new(), is_bounded: false }).collect();
        }
        // A pair that the joint does not move relative to the world is as before.
        let mut known: Vec<Option<TruthLine>> = Vec::with_capacity(pairs.len());
        let mut old = std::mem::take(&mut before).into_iter();
        for pair in &pairs {
            known.push(old.next().filter(|(other, _)| is_same(pair, other)).map(|(_, truth)| truth));
        }
        let found: Vec<Option<TruthLine>> = pairs
            .par_iter()
            .zip(known)
            .with_max_len(1)
            .map(|(pair, known)| known.or_else(|| (!interrupt::is_asked()).then(|| truth_of(pair, scalar, shown)).flatten()))
            .collect();
        if interrupt::is_asked() {
            tell(format_args!("interrupted after {}; nothing is written for them", count(number as u64, "value", "values")));
            return Ok(ExitCode::from(interrupt::EXIT));
        }
        for ((pair, truth), swept) in pairs.into_iter().zip(found).zip(&mut swept) {
            swept.gaps.push(truth.as_ref().map_or(f64::NAN, gap));
            swept.is_bounded |=
                truth.as_ref().and_then(|truth| truth.found.as_ref()).is_some_and(|found| found.of_deepest.is_some());
            let Some(truth) = truth else { continue };
            if let Some(csv) = &mut csv {
                let place = [way.joint.clone(), way.value(number).to_string(), at.unit().to_owned()];
                csv.write(csv_line(place.into_iter().chain(csv_cells(&truth)))?)?;
            }
            before.push((pair, truth));
        }
    }
    not_inputs(arguments)?;
    csv.map(Growing::finish).transpose()?;
    swept.sort_by(|one, other| (!one.is_changing()).cmp(&!other.is_changing()).then(one.least().total_cmp(&other.least())));
    let values: Vec<f64> = (0..way.count).map(|number| way.value(number)).collect();
    if let Some(png) = &arguments.png {
        output::write(png, draw_sweep(&picture(&at, arguments, &values, &swept)))?;
    }
    let mut out = output::beside(&[arguments.csv.as_deref(), arguments.png.as_deref()]);
    out.write_all(text(&composition, arguments, way, &values, &swept).as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A scene whose member at a place has the joint.
struct At<'a> {
    composition: &'a Composition,
    place: usize,
    way: &'a Way,
}

impl At<'_> {
    /// The name of the joint in its file.
    fn joint(&self) -> &str {
        let whole = &self.way.joint[..];
        let is_own = has_joint(&self.composition.members[self.place].file, whole);
        whole.rsplit_once('.').filter(|_| !is_own).map_or(whole, |(_, joint)| joint)
    }

    /// The unit of its values.
    fn unit(&self) -> &'static str {
        let joints = urdf::joints_of(&self.composition.members[self.place].file).unwrap_or_default();
        let kind = joints.iter().find(|joint| joint.name == self.joint()).map(|joint| joint.kind);
        match kind {
            Some(urdf::Kind::Prismatic) => "metres",
            _ if self.way.in_degrees => "degrees",
            _ => "radians",
        }
    }

    /// The composition with the joint at the value with this number.
    fn composed(&self, number: usize) -> Composition {
        let mut composition = self.composition.clone();
        let value =
            JointValue { name: self.joint().to_owned(), value: self.way.value(number), in_degrees: self.way.in_degrees };
        // The sweep replaces a value that the address or the scene file gives.
        let joints = &mut composition.members[self.place].joints;
        joints.retain(|known| known.name != value.name);
        joints.push(value);
        composition
    }
}

/// Whether a file is a robot with a joint of this name.
fn has_joint(file: &str, joint: &str) -> bool {
    urdf::is_urdf(file) && urdf::joints_of(file).is_ok_and(|joints| joints.iter().any(|known| known.name == joint))
}

/// The place of the robot that has a joint, which may be named `ROBOT.JOINT`.
fn robot_of(composition: &Composition, joint: &str) -> Result<usize, Failure> {
    let mut names: Vec<String> = composition.members.iter().map(Member::id).collect();
    mesh::names_apart(&mut names, "file");
    let members = || composition.members.iter().enumerate().filter(|(_, member)| urdf::is_urdf(&member.file));
    let with = |name: Option<&str>, joint: &str| -> Vec<usize> {
        let named = members().filter(|(place, _)| name.is_none_or(|name| names[*place] == name));
        named.filter(|(_, member)| has_joint(&member.file, joint)).map(|(place, _)| place).collect()
    };
    let mut found = with(None, joint);
    if found.is_empty()
        && let Some((name, joint)) = joint.rsplit_once('.')
    {
        found = with(Some(name), joint);
    }
    let quoted = cut(joint);
    match found[..] {
        [place] => Ok(place),
        [] => {
            let mut joints: BTreeSet<String> = BTreeSet::new();
            for (_, member) in members() {
                joints.extend(urdf::joints_of(&member.file).map_err(Failure::new)?.into_iter().map(|joint| joint.name));
            }
            let name = joint.rsplit_once('.').map_or(joint, |(_, joint)| joint);
            let near = nearest_few(name, joints.iter().map(|name| &name[..]), 4).join(", ");
            let near = if near.is_empty() { String::new() } else { format!("; joints with names near to it: {near}") };
            Err(Failure::new(format_args!("--sweep: no robot of {} has a joint {quoted:?}{near}", composition.address)))
        }
        [first, ..] => {
            let robot = &names[first];
            Err(Failure::new(format_args!(
                "--sweep: {} robots have a joint {quoted:?}; name one of them, such as {robot}.{quoted}",
                found.len()
            )))
        }
    }
}

/// Whether the bodies of two pairs are placed alike.
fn is_same(one: &Sourced, other: &Sourced) -> bool {
    match (&one.source, &other.source) {
        (Source::Bodies(one_pair), Source::Bodies(other_pair)) => one.id == other.id && one_pair == other_pair,
        _ => false,
    }
}

fn truth_of(pair: &Sourced, scalar: Arithmetic, shown: Shown) -> Option<TruthLine> {
    let case = pair.case(scalar)?;
    let posed = PosedCase::pose(&case, scalar);
    Some(TruthLine::of((&pair.file, &pair.id), &case, scalar, posed, None, shown))
}

/// The distance, or minus the depth or a lower bound of it.
fn gap(truth: &TruthLine) -> f64 {
    let Some(found) = &truth.found else { return f64::NAN };
    match found.class {
        Some(Class::Overlapping) => found.least_depth().map_or(f64::NAN, |depth| -depth),
        _ => found.distance,
    }
}

/// The pairs in rows: at how many values they overlap and between which, and the deepest or the nearest.
fn text(composition: &Composition, arguments: &Check, way: &Way, values: &[f64], swept: &[Swept]) -> String {
    let unit = if way.in_degrees { "deg" } else { "" };
    let value = |number: usize| format!("{}{unit}", six(values[number]));
    // Doubles are the usual scalar; another one is named.
    let in_scalar = arguments
        .scalars
        .first()
        .filter(|scalar| **scalar != Arithmetic::F64)
        .map_or_else(String::new, |scalar| format!(" in {scalar}"));
    let overlapping = swept.iter().filter(|pair| pair.least() < 0.0).count();
    let mut text = format!(
        "{}: {} from {} to {}, {} values; {}{in_scalar}; {overlapping} overlap at some value\n\n",
        composition.address,
        way.joint,
        value(0),
        value(way.count - 1),
        way.count,
        count(swept.len() as u64, "pair", "pairs")
    );
    let row = |pair: &Swept| {
        let number = pair.gaps.iter().position(|gap| *gap == pair.least());
        let at = if pair.is_changing() { number.map_or_else(|| "–".to_owned(), value) } else { "any".to_owned() };
        let below: Vec<usize> = (0..values.len()).filter(|number| pair.gaps[*number] < 0.0).collect();
        let (overlaps, between) = match (below.first(), below.last()) {
            (Some(first), Some(last)) => (below.len().to_string(), format!("{} and {}", value(*first), value(*last))),
            _ => ("0".to_owned(), "–".to_owned()),
        };
        let at_least = if pair.is_bounded { "≥ " } else { "" };
        let [depth, distance] = match pair.least() {
            gap if gap < 0.0 => [format!("{at_least}{}", six(-gap)), "–".to_owned()],
            gap => ["–".to_owned(), six(gap)],
        };
        vec![cut(&pair.id), overlaps, between, depth, distance, at]
    };
    let shown = if arguments.all { swept } else { &swept[..swept.len().min(ROWS)] };
    let heads = ["pair", "overlaps", "between", "greatest depth", "least distance", "at"].map(str::to_owned).into();
    text += &columns(&heads, shown.iter().map(row).collect());
    if shown.len() < swept.len() {
        text += &format!("… and {} more; --all prints them\n", swept.len() - shown.len());
    }
    text
}

fn picture(at: &At, arguments: &Check, values: &[f64], swept: &[Swept]) -> Sweep {
    let changing: Vec<&Swept> = swept.iter().filter(|pair| pair.is_changing()).collect();
    let drawn = changing.iter().take(SWEPT_PAIRS).map(|pair| SweptPair { id: pair.id.clone(), gaps: pair.gaps.clone() });
    let command = arguments.addresses().iter().fold(Pasted::new("check"), |command, case| command.word(case));
    Sweep {
        scene: at.composition.address.clone(),
        joint: at.way.joint.clone(),
        unit: at.unit().to_owned(),
        values: values.to_vec(),
        pairs: drawn.collect(),
        changing: changing.len(),
        count: swept.len(),
        command: command.option("--sweep", &at.way.text).to_string(),
    }
}
