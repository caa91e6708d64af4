//! Draws every figure from an invented study, so that the figures can be inspected without running a study:
//! `cargo run --release -p gjk-reports --example synthetic [-- FOLDER [VARIANTS [CASES]]]`.
//!
//! The numbers are made up; only their shapes resemble those of a study.

use gjk_numbers::SplitMix64;
use gjk_records::{
    Answers, CensusTally, Column, ContinuityTally, Duel, Facts, FamilyFact, FamilyKind, Kinds, LoopTally, Measure, Record,
    Role, Ruling, Tally, Terms, Timing, TraceTally,
};
use gjk_reports::Study;

/// Deterministic numbers.
struct Chance(SplitMix64);

impl Chance {
    fn unit(&mut self) -> f64 {
        0.5 * (self.0.symmetric() + 1.0)
    }

    fn log(&mut self, low: f64, high: f64) -> f64 {
        (low.ln() + (high.ln() - low.ln()) * self.unit()).exp()
    }
}

/// Name, knob, least and greatest knob (logarithmic if the least is positive), and proneness to failure.
type Shape = (&'static str, &'static str, f64, f64, f64);

const FAMILIES: [Shape; 26] = [
    ("generic", "distance of the centres over their radii", 0.0, 3.0, 0.0),
    ("deep-overlap", "penetration depth / D", 1e-3, 1.0, 0.05),
    ("boxes-aligned", "gap / D", 1e-9, 1.0, 0.6),
    ("boxes-rotated", "gap / D", 1e-9, 1.0, 0.5),
    ("parallel-edges", "angle between the edges", 1e-12, 1.0, 0.9),
    ("touch-vertex-vertex", "angle of the cone", 1e-6, 1.5, 0.3),
    ("touch-edge-edge", "angle between the edges", 1e-6, 1.5, 0.5),
    ("touch-vertex-face", "tilt of the face", 1e-6, 1.5, 0.4),
    ("gap", "gap / D", 1e-18, 1.0, 0.5),
    ("needle", "width / length", 1e-9, 1.0, 0.9),
    ("flat", "height / width", 1e-9, 1.0, 0.7),
    ("sliver", "height / width", 1e-12, 1.0, 1.0),
    ("coplanar", "distance of the planes / D", 1e-12, 1.0, 0.7),
    ("lower-dimensional", "dimensions of both bodies", 0.0, 5.0, 0.2),
    ("duplicates", "points repeated", 0.0, 16.0, 0.1),
    ("near-duplicates", "distance of near points / D", 1e-17, 1e-3, 0.8),
    ("offset", "offset / D", 1.0, 1e8, 1.0),
    ("scale-ratio", "size of A / size of B", 1.0, 1e12, 0.8),
    ("scale", "size of the bodies", 1e-30, 1e30, 0.6),
    ("smooth", "points of each body", 8.0, 1024.0, 0.02),
    ("generic-2d", "distance of the centres over their radii", 0.0, 3.0, 0.0),
    ("boxes-2d", "gap / D", 1e-9, 1.0, 0.2),
    ("touch-2d", "angle of the cone", 1e-6, 1.5, 0.1),
    ("gap-2d", "gap / D", 1e-18, 1.0, 0.2),
    ("needle-2d", "width / length", 1e-9, 1.0, 0.3),
    ("overlap-2d", "penetration depth / D", 1e-3, 1.0, 0.0),
];

/// The study's facts about these families.
fn kinds() -> Kinds {
    let role = |name: &str| match name {
        "boxes-aligned" | "boxes-rotated" | "parallel-edges" | "boxes-2d" => Role::Touching,
        "gap" | "gap-2d" => Role::NearContact,
        "needle" | "flat" | "sliver" | "coplanar" | "lower-dimensional" | "duplicates" | "near-duplicates" | "needle-2d" => {
            Role::Thin
        }
        "offset" | "scale-ratio" | "scale" => Role::Size,
        name if name.starts_with("touch") => Role::Touching,
        _ => Role::Ordinary,
    };
    let kind = |name: &str| FamilyKind {
        dimension: if name.ends_with("-2d") { 2 } else { 3 },
        role: role(name),
        overlaps: matches!(name, "deep-overlap" | "overlap-2d"),
    };
    let of_depths = ["plates", "symmetric", "deep-2d"]
        .map(|name| (name.to_owned(), FamilyKind { role: Role::Depth, overlaps: true, ..kind(name) }));
    let of_casts = ["cast-grazing", "cast-floor"].map(|name| (name.to_owned(), FamilyKind { role: Role::Cast, ..kind(name) }));
    let families = FAMILIES.iter().map(|family| (family.0.to_owned(), kind(family.0))).chain(of_depths).chain(of_casts);
    Kinds { families: families.collect(), ..Kinds::default() }
}

const VARIANTS: [(&str, bool, f64, f64); 6] = [
    ("least-squares", true, 0.010, 1.0),
    ("johnson", true, 0.12, 0.8),
    ("ericson", true, 0.05, 0.55),
    ("muratori", false, 0.08, 0.32),
    ("linahan-three-plane", false, 0.25, 0.30),
    ("linahan-face-first", false, 0.18, 0.28),
];

/// The variant that is a library.
const LIBRARY: &str = "linahan-face-first";

/// The machine of all times.
const MACHINE: &str = "an invented processor";

/// An invented study of some variants, with some cases for each family and scalar.
pub fn study(variants: usize, cases: usize) -> Study {
    let (study, rows) = with_rows(variants, cases);
    Study { answers: tallied(&rows, study.facts.tolerance), ..study }
}

/// The tallies of rows, which are grouped by case.
pub fn tallied(rows: &[Record], tolerance: f64) -> Vec<Answers> {
    let mut all: Vec<Answers> = Vec::new();
    let is_same_case = |x: &Record, y: &Record| (&x.family, &x.scalar, &x.case) == (&y.family, &y.scalar, &y.case);
    for case in rows.chunk_by(is_same_case) {
        let (family, scalar) = (&case[0].family, &case[0].scalar);
        let place = all.iter().position(|known| (&known.family, &known.scalar) == (family, scalar)).unwrap_or_else(|| {
            all.push(Answers::new(family, scalar));
            all.len() - 1
        });
        all[place].count(case, tolerance);
    }
    all
}

/// An invented study without its answers, and the rows of the answers.
pub fn with_rows(variants: usize, cases: usize) -> (Study, Vec<Record>) {
    let mut chance = Chance(SplitMix64(7));
    let mut roster: Vec<(String, bool, f64, f64)> = VARIANTS.iter().map(|v| (v.0.to_owned(), v.1, v.2, v.3)).collect();
    for i in roster.len()..variants {
        roster.push((format!("invented-reading-{i}"), i % 3 != 0, chance.log(0.002, 0.4), chance.log(0.2, 2.0)));
    }
    roster.truncate(variants);
    let families =
        FAMILIES.iter().map(|f| FamilyFact { name: f.0.to_owned(), knob: f.1.to_owned(), logarithmic: f.2 > 0.0, frames: 1 });
    let facts = Facts {
        command: "gjk study --quick --seed 1".to_owned(),
        version: "0.1.0".to_owned(),
        commit: "0123abc".to_owned(),
        seed: 1,
        tolerance: 64.0,
        cases_per_family: cases as u64,
        compiler: "rustc 1.89.0".to_owned(),
        processor: MACHINE.to_owned(),
        variants: roster.iter().map(|v| v.0.clone()).collect(),
        families: families.collect(),
        kinds: kinds(),
        terms: [(LIBRARY.to_owned(), Terms { version: "an invented library".to_owned(), slack: None })].into(),
        ..Facts::default()
    };
    let (mut records, mut timings) = (Vec::new(), Vec::new());
    for (f, family) in FAMILIES.iter().chain([&("corpus", "", 0.0, 0.0, 1.5)]).enumerate() {
        for (scalar, hardness) in [("f32", 1.0), ("f64", 0.35), ("exact", 0.0)] {
            let number = if family.0 == "corpus" { 49 } else { cases };
            for i in 0..number {
                let knob = match family.2 {
                    _ if family.0 == "corpus" => None,
                    _ if family.0 == "smooth" => Some(f64::from(8u32 << (i % 8))),
                    _ if family.0 == "lower-dimensional" => Some((i % 6) as f64),
                    low if low > 0.0 && i % 40 == 7 && family.1.starts_with("gap") => Some(0.0),
                    low if low > 0.0 => Some(chance.log(low, family.3)),
                    low => Some(low + (family.3 - low) * chance.unit()),
                };
                // How far the knob has gone to the hard end, from 0 to 1.
                let far = knob.filter(|_| family.2 > 0.0).map_or(0.5, |knob| {
                    let part = (knob.max(family.2).ln() - family.2.ln()) / (family.3.ln() - family.2.ln());
                    if family.3 > 10.0 { part } else { 1.0 - part }
                });
                let points = if family.0 == "smooth" { 8usize << (i % 8) } else { 8 };
                let case = if family.0 == "corpus" { format!("wild-{i}") } else { format!("{}:1:{i}", family.0) };
                for (v, (variant, distance, fault, speed)) in roster.iter().enumerate() {
                    let is_flat = family.0.ends_with("-2d");
                    let bad = family.4 * fault * far.powi(3) * 2.0;
                    let algorithm = if *distance { 0.0 } else { bad * 0.12 };
                    let chance_of_failure = (bad * hardness + algorithm).min(1.0);
                    let dice = chance.unit();
                    let ruling = match dice {
                        _ if is_flat && v == 5 => Ruling::NotApplicable,
                        dice if dice < chance_of_failure * 0.7 => Ruling::Wrong,
                        dice if dice < chance_of_failure => Ruling::GaveUp,
                        dice if dice < chance_of_failure * 1.3 && scalar != "exact" => Ruling::Contact,
                        dice if dice < chance_of_failure * 1.9 && *distance && scalar != "exact" => Ruling::Inaccurate,
                        _ => Ruling::Right,
                    };
                    let small = chance.log(0.01, 12.0);
                    let error = match ruling {
                        _ if !distance || scalar == "exact" => distance.then_some(0.0),
                        Ruling::Right => Some(if chance.unit() < 0.15 { 0.0 } else { small * (1.0 + 3.0 * far) }),
                        Ruling::Inaccurate => Some(chance.log(64.0, if scalar == "f32" { 1e7 } else { 1e12 })),
                        Ruling::Contact | Ruling::Wrong => Some(chance.log(1.0, 1e6)),
                        _ => None,
                    };
                    let iterations = (2.0 + (points as f64).log2() * (0.4 + chance.unit()) + 6.0 * far * chance.unit())
                        as usize
                        + if ruling == Ruling::GaveUp { 60 } else { 0 };
                    let answered = !matches!(ruling, Ruling::GaveUp | Ruling::NotApplicable);
                    let fault = match dice {
                        dice if dice < algorithm => "algorithm",
                        _ if family.0 == "scale" => "range",
                        _ => "rounding",
                    };
                    records.push(Record {
                        family: family.0.to_owned(),
                        case: case.clone(),
                        points_a: points,
                        points_b: points,
                        scalar: scalar.to_owned(),
                        variant: variant.clone(),
                        knob,
                        ruling,
                        certified: answered.then_some(ruling == Ruling::Right && !(scalar == "f32" && chance.unit() < 0.1)),
                        verdict: answered.then(|| "apart".to_owned()),
                        distance: (answered && *distance).then_some(0.5),
                        error_units: error.filter(|_| answered),
                        iterations,
                        fault: ruling.is_failure().then(|| fault.to_owned()),
                        ..Record::default()
                    });
                    if scalar != "exact" && i < 64 && ruling != Ruling::NotApplicable {
                        let noise = 0.9 + 0.2 * chance.unit();
                        let size = (60.0 + 9.0 * points as f64) * iterations as f64 / 4.0;
                        let width = if scalar == "f32" { 0.85 } else { 1.0 };
                        timings.push(Timing {
                            family: family.0.to_owned(),
                            case: case.clone(),
                            points,
                            scalar: scalar.to_owned(),
                            variant: variant.clone(),
                            ruling,
                            machine: MACHINE.to_owned(),
                            nanoseconds: (size + 150.0 * (f as f64 * 0.02 + 1.0)) * speed * noise * width,
                            ..Timing::default()
                        });
                    }
                }
            }
        }
    }
    records.extend(depths(cases));
    records.extend(casts(cases));
    let loops = loops(&facts, cases as u64);
    let traces = traces(&facts.variants);
    let duels = duels(&facts, &mut chance);
    let continuity = continuity(&facts, cases as u64);
    let study = Study { facts, ..Study::default() };
    (study.with(timings).with(loops).with(census()).with(traces).with(continuity).with(duels), records)
}

/// Rows about overlaps, of three variants.
///
/// Two promise the depth: one is always right, and the other leaves some overlap in every third case and goes too far in every
/// seventh. The third promises some translation, and gives the least one in every second case.
fn depths(cases: usize) -> Vec<Record> {
    let mut records = Vec::new();
    for (family, scalar) in ["plates", "symmetric", "deep-2d"].into_iter().flat_map(|f| ["f32", "f64", "exact"].map(|s| (f, s)))
    {
        for i in 0..cases {
            for variant in ["deep", "shallow", "portal"] {
                let off_by = match i {
                    _ if variant == "deep" => None,
                    i if variant == "portal" => (i % 37 == 3).then_some(Measure::Residual),
                    i if i % 3 == 0 => Some(Measure::Residual),
                    i if i % 7 == 0 => Some(Measure::Excess),
                    _ => None,
                };
                let units = if scalar == "exact" { 0.01 } else { 1e12 / (1 + i) as f64 };
                let of = |kind: Measure| if off_by == Some(kind) { units } else { 0.0 };
                // |v|/δ: the portal goes farther by all orders of magnitude from 10⁻⁹ to 10³.
                let ratio = match off_by {
                    None if variant == "portal" && i % 2 == 1 => 1.0 + 10f64.powf(12.0 * (i % 61) as f64 / 60.0 - 9.0),
                    None => 1.0,
                    Some(Measure::Residual) => 0.5,
                    Some(_) => 1.0 + 3.0 / (1 + i) as f64,
                };
                let digits = if scalar == "exact" { 1.0 } else { 1e12 };
                let gave_up = variant == "shallow" && i % 11 == 5;
                records.push(Record {
                    family: family.to_owned(),
                    case: format!("{family}:1:{i}"),
                    scalar: scalar.to_owned(),
                    variant: variant.to_owned(),
                    ruling: match off_by {
                        _ if gave_up => Ruling::GaveUp,
                        Some(_) => Ruling::Off,
                        None => Ruling::Right,
                    },
                    verdict: (!gave_up).then(|| "intersecting".to_owned()),
                    distance: (!gave_up).then_some(0.0),
                    error_units: (!gave_up).then(|| of(Measure::Residual).max(of(Measure::Excess))),
                    residual_units: (!gave_up).then(|| of(Measure::Residual)),
                    excess_units: (!gave_up).then(|| of(Measure::Excess).max((ratio - 1.0) * digits).max(0.0)),
                    excess_ratio: (!gave_up).then_some(ratio),
                    promises_least: (!gave_up).then_some(variant != "portal"),
                    depth_certified: (!gave_up).then_some(off_by.is_none()),
                    off_by: off_by.filter(|_| !gave_up),
                    fault: (off_by.is_some() || gave_up).then(|| "algorithm".to_owned()),
                    ..Record::default()
                });
            }
        }
    }
    records
}

/// Rows about casts, of two variants: one is always right, and the other is late in every fifth case, early in every second one, and misses
/// every eleventh hit.
fn casts(cases: usize) -> Vec<Record> {
    let mut records = Vec::new();
    for (family, scalar) in ["cast-grazing", "cast-floor"].into_iter().flat_map(|f| ["f32", "f64", "exact"].map(|s| (f, s))) {
        for i in 0..cases {
            for variant in ["prompt", "sampling"] {
                let (ruling, off_by) = match i {
                    _ if variant == "prompt" => (Ruling::Right, None),
                    i if i % 11 == 5 => (Ruling::Wrong, None),
                    i if i % 5 == 0 => (Ruling::Off, Some(Measure::Late)),
                    i if i % 2 == 0 => (Ruling::Off, Some(Measure::Early)),
                    _ => (Ruling::Right, None),
                };
                let hits = ruling != Ruling::Wrong;
                let units = if scalar == "exact" { 0.01 } else { 1e12 / (1 + i) as f64 };
                let of = |kind: Measure| hits.then_some(if off_by == Some(kind) { units } else { 0.0 });
                let (late_units, early_units) = (of(Measure::Late), of(Measure::Early));
                records.push(Record {
                    family: family.to_owned(),
                    case: format!("{family}:1:{i}"),
                    scalar: scalar.to_owned(),
                    variant: variant.to_owned(),
                    ruling,
                    verdict: Some(if hits { "hit" } else { "never" }.to_owned()),
                    error_units: late_units.zip(early_units).map(|(late, early)| late.max(early)),
                    late_units,
                    early_units,
                    margin_units: (!hits).then_some(1e9),
                    off_by,
                    fault: ruling.is_failure().then(|| "algorithm".to_owned()),
                    ..Record::default()
                });
            }
        }
    }
    records
}

/// Tallies of steps: every third variant never breaks; the later a variant is in the list, the more often and the farther the
/// others break.
fn continuity(facts: &Facts, cases: u64) -> Vec<ContinuityTally> {
    let mut tallies = Vec::new();
    for (family, scalar) in facts.families.iter().flat_map(|family| ["f32", "f64"].map(|scalar| (family, scalar))) {
        for (v, variant) in facts.variants.iter().enumerate() {
            for (s, step) in ContinuityTally::STEPS.into_iter().enumerate() {
                let jumps = if v % 3 == 0 { 0 } else { ((v + s) as u64 % 7).min(cases / 3) };
                let flips = if v % 5 == 4 { jumps / 2 } else { 0 };
                let length = |count: u64| (count > 0).then(|| 100.0 * 10.0_f64.powi((2 * v + s) as i32));
                let case = |count: u64| if count > 0 { format!("{}:1:{v}", family.name) } else { String::new() };
                tallies.push(ContinuityTally {
                    family: family.name.clone(),
                    scalar: scalar.to_owned(),
                    variant: variant.clone(),
                    step: step.to_owned(),
                    pairs: 2 * cases,
                    jumps,
                    flips,
                    after: jumps,
                    jump: length(jumps),
                    jump_case: case(jumps),
                    margin: length(flips),
                    margin_case: case(flips),
                    ..ContinuityTally::default()
                });
            }
        }
    }
    tallies
}

/// Tallies of traces whose warm starts are better for smaller steps.
fn traces(variants: &[String]) -> Vec<TraceTally> {
    let mut tallies = Vec::new();
    for family in ["tumbling", "resting"] {
        for (s, scalar) in ["f32", "f64"].into_iter().enumerate() {
            for exponent in (0..=20).step_by(2) {
                for (v, variant) in variants.iter().enumerate() {
                    for (w, start) in ["cold", "direction", "vertices"].into_iter().enumerate() {
                        let cold = 5.0 + v as f64 / 2.0 + s as f64 / 10.0;
                        let iterations = cold - w as f64 * (cold - 1.0) / 2.0 * f64::from(exponent) / 20.0;
                        let wrong = (v as u64 + exponent as u64) % 7;
                        tallies.push(TraceTally {
                            family: family.to_owned(),
                            step: 0.5_f64.powi(exponent),
                            scalar: scalar.to_owned(),
                            variant: variant.clone(),
                            start: start.to_owned(),
                            frames: 600,
                            warm: 300 * w as u64,
                            rulings: Tally::from_iter([
                                (Column::Right, 590 - wrong),
                                (Column::Inaccurate, 8),
                                (Column::Contact, 2),
                                (Column::Missed, wrong),
                            ]),
                            shared: 560,
                            iterations: Some(iterations),
                            supports: Some(iterations),
                            timed: 60,
                            machine: MACHINE.to_owned(),
                            nanoseconds: Some(40.0 + 60.0 * iterations),
                            time_ratio: Some((40.0 + 60.0 * iterations) / (40.0 + 60.0 * cold)),
                            ..TraceTally::default()
                        });
                    }
                }
            }
        }
    }
    tallies
}

/// A contest of the roster with two peers, a climbing contestant and a bound.
fn duels(facts: &Facts, chance: &mut Chance) -> Vec<Duel> {
    let ours = facts.variants.iter().map(|name| {
        let verdict = VARIANTS.iter().any(|variant| variant.0 == name && !variant.1);
        (name.as_str(), Some(if verdict { "verdict" } else { "distance" }))
    });
    let distance = Some("distance");
    let others = [("ericson-climbing", distance), ("parry3d-f64", distance), ("libccd", Some("verdict")), ("scan-alone", None)];
    let contestants: Vec<(&str, Option<&str>)> = ours.chain(others).collect();
    let mut duels = Vec::new();
    for (scalar, near) in [("f64", "1e-9"), ("f32", "1e-4")] {
        for (family, points) in [("box", 8), ("hull", 8), ("hull", 32), ("hull", 128), ("hull", 256), ("hull", 1024)] {
            for (gap, iterations) in [("overlap", 4.0), (near, 9.0), ("1e-2", 8.0), ("far", 2.0)] {
                for &(variant, promise) in &contestants {
                    let wrong = if promise.is_some() && gap == near { (30.0 * chance.unit().powi(3)) as usize } else { 0 };
                    let time = iterations * (20.0 + 0.3 * f64::from(points)) * (0.5 + chance.unit());
                    let supports = promise.map(|_| iterations * (0.9 + 0.2 * chance.unit()));
                    duels.push(Duel {
                        family: family.to_owned(),
                        points: points as usize,
                        gap: gap.to_owned(),
                        scalar: scalar.to_owned(),
                        variant: variant.to_owned(),
                        median_ns: (wrong < 16).then_some(time),
                        timed: if wrong < 16 { 60 } else { 0 },
                        not_right: wrong,
                        promise: promise.map(str::to_owned),
                        cases: 64,
                        inaccurate: wrong / 2,
                        supports,
                        iterations: supports,
                        products: supports.map(|supports| supports * 2.0 * f64::from(points)),
                        seed: facts.seed,
                        peer: ["parry3d-f64", "libccd"].contains(&variant),
                        ..Duel::default()
                    });
                }
            }
        }
    }
    duels
}

/// A census of three regions of a segment and three of a triangle; a lemma excludes one of each three.
fn census() -> Vec<CensusTally> {
    let mut tallies = Vec::new();
    for (v, variant) in ["muratori", "linahan-three-plane"].into_iter().enumerate() {
        for bodies in ["apart", "meet"] {
            for vertices in [2, 3] {
                for (r, region) in ["A", "AB", "on"].into_iter().enumerate() {
                    let entries = [v as u64 * 7, 100_000, 1_000][r] * vertices as u64;
                    let lemma = (r == 0).then_some(vertices as u8 + 3);
                    let (variant, bodies, region) = (variant.to_owned(), bodies.to_owned(), region.to_owned());
                    let against = if r == 0 { entries / 2 } else { 0 };
                    tallies.push(CensusTally { schema: 0, variant, bodies, vertices, region, lemma, entries, against });
                }
            }
        }
    }
    tallies
}

/// Tallies of eight loops around two subalgorithms, and of loops with tolerances.
///
/// One subalgorithm is also asked in other frames.
fn loops(facts: &Facts, cases: u64) -> Vec<LoopTally> {
    let mut tallies = tolerances(facts, cases);
    for (f, family) in facts.families.iter().enumerate() {
        for scalar in ["f32", "f64"] {
            for subalgorithm in ["johnson", "ericson"] {
                for choice in 0..8_u64 {
                    let name = |bit: u64, off, on| if choice >> bit & 1 == 1 { on } else { off };
                    let (stop, safeguards) = (name(2, "relative", "absolute"), name(1, "guarded", "bare"));
                    let names = [&family.name, scalar, subalgorithm, stop, safeguards, name(0, "simplex", "witnesses")];
                    let gave_up = (choice * (f as u64 % 5)).min(cases / 2);
                    let wrong = (choice % 3).min(cases / 4);
                    tallies.push(loop_tally(names, cases, wrong, gave_up));
                }
                let names = [&family.name, scalar, subalgorithm, "relative", "guarded", "simplex"];
                for (missed, frame) in [(1, "centred"), (3, "of-a")] {
                    let frame = Some(frame.to_owned());
                    tallies.push(LoopTally { frame, ..loop_tally(names, cases, missed.min(cases), 0) });
                }
            }
        }
    }
    tallies
}

fn loop_tally(names: [&str; 6], cases: u64, missed: u64, gave_up: u64) -> LoopTally {
    let [family, scalar, subalgorithm, stop, safeguards, nearest] = names.map(str::to_owned);
    let right = cases - gave_up - missed;
    let rulings = Tally::from_iter([(Column::Right, right), (Column::Missed, missed), (Column::GaveUp, gave_up)]);
    let exhausted = gave_up;
    LoopTally { family, scalar, subalgorithm, stop, safeguards, nearest, cases, rulings, exhausted, ..LoopTally::default() }
}

fn tolerances(facts: &Facts, cases: u64) -> Vec<LoopTally> {
    let mut tallies = Vec::new();
    for family in &facts.families {
        for (scalar, least) in [("f32", 7), ("f64", 15)] {
            for (subalgorithm, stop) in [("johnson", "distance"), ("ericson", "distance"), ("johnson", "size")] {
                for exponent in 2..=least {
                    for (safeguards, missed) in [("doubting", 0), ("guarded", (exponent / 3) as u64 % (cases / 4).max(1))] {
                        let names = [&family.name, scalar, subalgorithm, stop, safeguards, "simplex"];
                        tallies.push(LoopTally {
                            tolerance: Some(10f64.powi(-exponent)),
                            iterations: Some(f64::from(exponent).sqrt()),
                            digits: Some(f64::from(exponent)),
                            digits_low: Some(f64::from(exponent - 1)),
                            ..loop_tally(names, cases, missed, 0)
                        });
                    }
                }
            }
        }
    }
    tallies
}

fn main() -> Result<(), gjk_reports::Error> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "reports/out/synthetic".to_owned());
    let mut number = |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let study = study(number(6), number(200));
    let start = std::time::Instant::now();
    let written = gjk_reports::write(&study, folder.as_ref(), &mut |step| eprintln!("{step}"))?;
    eprintln!("{} files in {:.2} s", written.len(), start.elapsed().as_secs_f64());
    print!("{}", gjk_reports::summary_text(&study));
    Ok(())
}
