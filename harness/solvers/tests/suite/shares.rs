//! What each family's cases are: how many are separated, touching and overlapping, and how far its knob reaches, so that no
//! family is tame.

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::family::{Family, families};
use gjk_solvers::trial::Trial;

const SEED: u64 = 1;
const CASES: u64 = 400;

/// How many of the cases are separated, touching and overlapping; the exponents of two below the least and the greatest knob
/// achieved but for zeros; and how many knobs are zero.
type Share = ([usize; 3], [i32; 2], usize);

/// Every family's shares in double and in single precision.
const SHARES: [(&str, Share, Share); 31] = [
    ("generic", ([221, 0, 179], [-4, 4], 0), ([221, 0, 179], [-4, 4], 0)),
    ("deep-overlap", ([0, 0, 400], [-48, -3], 48), ([0, 0, 400], [-20, -3], 48)),
    ("boxes-aligned", ([198, 100, 102], [-56, -1], 100), ([198, 100, 102], [-27, -1], 100)),
    ("boxes-rotated", ([221, 46, 133], [-58, -1], 42), ([218, 47, 135], [-29, -1], 42)),
    ("parallel-edges", ([133, 145, 122], [-38, -1], 49), ([133, 145, 122], [-15, -1], 49)),
    ("touch-vertex-vertex", ([0, 400, 0], [-39, -1], 0), ([0, 400, 0], [-15, -1], 0)),
    ("touch-edge-edge", ([0, 400, 0], [-39, -1], 0), ([0, 400, 0], [-15, -1], 0)),
    ("touch-vertex-face", ([0, 400, 0], [-39, -1], 0), ([0, 400, 0], [-15, -1], 0)),
    ("gap", ([400, 0, 0], [-59, -1], 0), ([400, 0, 0], [-28, -1], 0)),
    ("needle", ([264, 0, 136], [-40, 0], 0), ([258, 0, 142], [-17, 0], 0)),
    ("flat", ([238, 0, 162], [-41, -1], 0), ([239, 0, 161], [-18, 0], 0)),
    ("sliver", ([192, 84, 124], [-40, -1], 0), ([178, 94, 128], [-17, -1], 0)),
    ("coplanar", ([256, 144, 0], [-40, -1], 144), ([256, 144, 0], [-16, -1], 144)),
    ("lower-dimensional", ([179, 63, 158], [-50, 0], 221), ([190, 63, 147], [-23, 0], 210)),
    ("duplicates", ([183, 0, 217], [0, 6], 0), ([183, 0, 217], [0, 6], 0)),
    ("near-duplicates", ([175, 0, 225], [-50, -11], 0), ([176, 0, 224], [-21, -11], 0)),
    ("offset", ([168, 22, 210], [-2, 39], 0), ([183, 6, 211], [-3, 13], 0)),
    ("scale-ratio", ([218, 0, 182], [0, 24], 0), ([218, 0, 182], [-1, 10], 0)),
    ("scale", ([183, 0, 217], [-300, 300], 0), ([185, 0, 215], [-40, 40], 0)),
    ("smooth", ([168, 0, 232], [3, 10], 0), ([169, 0, 231], [3, 10], 0)),
    ("tumbling", ([235, 0, 165], [-20, -1], 0), ([235, 0, 165], [-20, -1], 0)),
    ("resting", ([148, 80, 172], [-20, -1], 0), ([158, 80, 162], [-20, -1], 0)),
    ("generic-2d", ([188, 0, 212], [-6, 4], 0), ([188, 0, 212], [-6, 4], 0)),
    ("overlap-2d", ([0, 0, 400], [-48, -3], 43), ([0, 0, 400], [-20, -3], 43)),
    ("boxes-2d", ([220, 78, 102], [-56, -1], 70), ([212, 79, 109], [-30, -1], 69)),
    ("touch-2d", ([0, 400, 0], [-38, -1], 0), ([0, 400, 0], [-15, -1], 0)),
    ("gap-2d", ([400, 0, 0], [-59, -1], 0), ([400, 0, 0], [-27, -1], 0)),
    ("needle-2d", ([228, 0, 172], [-41, 0], 0), ([224, 0, 176], [-18, 0], 0)),
    ("rounded", ([239, 54, 107], [-45, 0], 161), ([241, 54, 105], [-19, 0], 159)),
    ("curved", ([244, 0, 156], [-41, -1], 156), ([245, 0, 155], [-18, -1], 155)),
    ("unions", ([292, 0, 108], [-49, -2], 108), ([293, 0, 107], [-22, -1], 107)),
];

fn share(family: &dyn Family, arithmetic: Arithmetic) -> Share {
    let (mut classes, mut reach, mut zeros) = ([0; 3], [i32::MAX, i32::MIN], 0);
    for index in 0..CASES {
        let case = family.case(SEED, arithmetic, index);
        let trial = Trial::pose(&case, arithmetic).expect("cases are exact in their arithmetic");
        classes[Class::ALL.iter().position(|class| *class == trial.truth.class()).expect("a class")] += 1;
        let achieved = case.knob.expect("a knob").achieved;
        let knob = if family.knob_is_gap() { trial.truth.relative_distance() } else { achieved.expect("the knob achieved") };
        if knob == 0.0 {
            zeros += 1;
        } else {
            let exponent = knob.log2().floor() as i32;
            reach = [reach[0].min(exponent), reach[1].max(exponent)];
        }
    }
    (classes, reach, zeros)
}

#[test]
fn shares_and_reaches_are_as_pinned() {
    let found: Vec<(String, Share, Share)> = families()
        .iter()
        .map(|family| {
            let of = |arithmetic| share(family.as_ref(), arithmetic);
            (family.name().to_owned(), of(Arithmetic::F64), of(Arithmetic::F32))
        })
        .collect();
    let pinned: Vec<(String, Share, Share)> = SHARES.iter().map(|(name, f64, f32)| ((*name).to_owned(), *f64, *f32)).collect();
    let lines: String = found.iter().filter(|line| !pinned.contains(line)).map(|line| format!("    {line:?},\n")).collect();
    assert!(found == pinned, "these families are different:\n{lines}");
}

#[test]
fn families_are_what_their_names_say() {
    for (name, f64, f32) in SHARES {
        for (classes, [low, high], _) in [f64, f32] {
            let all = |class: usize| classes[class] == CASES as usize;
            match name {
                "gap" | "gap-2d" => assert!(all(0), "{name}"),
                _ if name.starts_with("touch") => assert!(all(1), "{name}"),
                "deep-overlap" | "overlap-2d" => assert!(all(2), "{name}"),
                // Bodies in one plane have no interior.
                "coplanar" => assert!(classes[2] == 0 && classes[0].min(classes[1]) >= 100, "{name}"),
                _ => assert!(classes[0].min(classes[2]) >= 100, "{name}: {classes:?}"),
            }
            assert!(high - low >= 6, "{name}: the knob moves from 2^{low} to 2^{high}");
        }
    }
}
