//! The generated families: reproducible, exact in their arithmetic, on a grid, and never trivial.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{
    ContactFrame, FAMILIES, FRAMES, Family, GapColumn, Profile, RandomSource, corners, difference_size, families,
    hull_families, motions, named,
};
use gjk_cases::hulls::{HullFamily, parse_hulls, read_hulls};
use gjk_numbers::float::{dyadic, exponent_of};
use gjk_truth::lattice::AnyLattice;
use std::collections::HashSet;
use std::path::Path;

const SEED: u64 = 20_240_229;

/// A cube, a segment and a tetrahedron with coordinates of single precision.
fn some_hulls() -> Vec<Vec<[f64; 3]>> {
    let segment = vec![[0.0; 3], [f64::from(0.1_f32), 100.0, -3.0]];
    let tetrahedron = vec![[1e-3_f32, 0.0, 0.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-3], [0.0; 3]];
    vec![corners([0.0; 3], [1.0; 3]), segment, tetrahedron.into_iter().map(|p| p.map(f64::from)).collect()]
}

fn all() -> Vec<Box<dyn Family>> {
    let mut all = hull_families();
    all.push(Box::new(HullFamily::new("hulls", some_hulls()).expect("three hulls")));
    all
}

/// Calls `examine` with some cases of every family in every arithmetic.
fn for_every_case(count: u64, mut examine: impl FnMut(&dyn Family, Arithmetic, u64, &Case)) {
    for family in all() {
        for arithmetic in Arithmetic::ALL {
            for index in 0..count {
                examine(family.as_ref(), arithmetic, index, &family.case(SEED, arithmetic, index));
            }
        }
    }
}

fn coordinates(case: &Case) -> impl Iterator<Item = f64> {
    case.a.points().iter().chain(case.b.points()).flatten().copied()
}

#[test]
fn names_are_unique_and_lead_back() {
    let names: Vec<String> = families().iter().map(|family| family.name().to_owned()).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    for name in &names {
        assert_eq!(named(name).map(|family| family.name().to_owned()).as_ref(), Some(name));
        assert_eq!(name.ends_with("-2d"), named(name).unwrap().dimension() == 2, "{name}");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{name}");
    }
    assert!(named("no-such-family").is_none());
    for family in all() {
        assert!(!family.knob().is_empty() && !family.description().contains('\n'));
    }
}

#[test]
fn a_case_depends_on_its_number_alone() {
    for family in all() {
        for arithmetic in Arithmetic::ALL {
            let forwards: Vec<Case> = (0..60).map(|index| family.case(SEED, arithmetic, index)).collect();
            for index in (0..60).rev() {
                let case = family.case(SEED, arithmetic, index);
                assert_eq!(case, forwards[index as usize]);
                assert_eq!(case.id, format!("{}:{SEED}:{index}", family.name()));
                assert_eq!(case.family.as_deref(), Some(family.name()));
            }
        }
        for index in 0..60 {
            let of = |arithmetic| family.case(SEED, arithmetic, index);
            assert_eq!(of(Arithmetic::Exact), of(Arithmetic::F64), "an exact run takes the cases of doubles");
        }
    }
}

#[test]
fn the_frames_of_a_trace_are_cases_that_follow_each_other() {
    for motion in motions() {
        let family = named(motion.name()).expect("it is embedded");
        for arithmetic in Arithmetic::ALL {
            for number in [0, 1, 77] {
                let step = motion.own_step(SEED, arithmetic, number);
                let frames = motion.frames(SEED, arithmetic, number, step);
                let cases: Vec<Case> =
                    (0..FRAMES).map(|frame| family.case(SEED, arithmetic, number * FRAMES + frame)).collect();
                assert_eq!(frames, cases);
                // Another step gives the same bodies under other names.
                let others = motion.frames(SEED, arithmetic, number, 0.5 * step);
                assert!(frames.iter().zip(&others).all(|(frame, other)| frame.id != other.id));
                assert!(others.iter().all(|other| other.knob.unwrap().asked == 0.5 * step));
            }
            // A point keeps its place in its list: with a small step it moves little, even though it is far from its neighbours
            // in the list.
            for number in 0..20 {
                let frames = motion.frames(SEED, arithmetic, number, 1e-4);
                let moved = |case: &Case, next: &Case| {
                    coordinates(case).zip(coordinates(next)).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
                };
                let most = frames.windows(2).map(|pair| moved(&pair[0], &pair[1])).fold(0.0, f64::max);
                // Resting bodies rattle by up to 2^-8, in height and by tilting.
                let limit = if motion.name() == "resting" { 0.1 } else { 3e-4 };
                assert!(most > 0.0 && most < limit, "{} {arithmetic} {number}: {most}", motion.name());
            }
        }
    }
}

#[test]
fn cases_are_distinct() {
    for family in all() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let mut seen = HashSet::new();
            for seed in [SEED, SEED + 1] {
                for index in 0..1000 {
                    let case = family.case(seed, arithmetic, index);
                    seen.insert(coordinates(&case).map(f64::to_bits).collect::<Vec<_>>());
                }
            }
            // Two coincident points may occur twice at the same place of the hulls' coarse coordinates.
            assert!(seen.len() >= 1990, "{} {arithmetic}: {} of 2000 are distinct", family.name(), seen.len());
        }
    }
}

#[test]
fn coordinates_are_finite_and_exact_in_their_arithmetic() {
    for_every_case(400, |family, arithmetic, index, case| {
        assert_eq!(case.dimension, family.dimension());
        for x in coordinates(case) {
            let place = format!("{} {arithmetic} {index}: {x:e}", family.name());
            assert!(x.is_finite(), "{place}");
            assert!(x == 0.0 || x.is_normal(), "{place} is subnormal");
            assert!(x != 0.0 || x.is_sign_positive(), "{place} is a negative zero");
            if arithmetic == Arithmetic::F32 {
                assert!(f64::from(x as f32) == x && (x == 0.0 || (x as f32).is_normal()), "{place} is not a single");
            }
        }
        assert_eq!(case.posed(arithmetic).as_ref(), Some(case));
        if case.dimension == 2 {
            assert!(case.a.points().iter().chain(case.b.points()).all(|point| point[2].to_bits() == 0));
        }
    });
}

/// The bits that an integer needs for D, in units of the coarsest grid that holds every coordinate. `None` if all are zero.
fn bits_of_differences(case: &Case) -> Option<i32> {
    let lowest = coordinates(case).filter(|x| *x != 0.0).map(|x| dyadic(x).1).min()?;
    let size = difference_size(case.a.points(), case.b.points());
    Some(if size == 0.0 { 0 } else { exponent_of(size) + 1 - lowest })
}

#[test]
fn differences_fit_the_grid() {
    for_every_case(400, |family, arithmetic, index, case| {
        let Some(bits) = bits_of_differences(case) else { return };
        // At most 2^58 units, and each coordinate difference is an integer number of units.
        let most = if arithmetic == Arithmetic::F32 { 30 } else { 58 };
        assert!(bits <= most || family.name() == RAW, "{} {arithmetic} {index}: {bits} bits", family.name());
        let lattice = AnyLattice::of_points(usize::from(case.dimension), case.a.points(), case.b.points());
        assert!(matches!(lattice, AnyLattice::Wide(_)) || family.name() == RAW, "{} {arithmetic} {index}", family.name());
    });
}

/// The family without a grid.
const RAW: &str = "raw-doubles";

#[test]
fn raw_doubles_are_on_no_grid_and_leave_256_bits_as_often_as_is_said() {
    let family = named(RAW).expect("it is embedded");
    for (arithmetic, reach, at_least, beyond) in
        [(Arithmetic::F64, [56, 68], (59, 314), 95), (Arithmetic::F32, [27, 38], (31, 225), 0)]
    {
        let cases = (0..Profile::CASES).map(|index| family.case(Profile::SEED, arithmetic, index));
        let (mut bits, mut big) = (Vec::new(), 0);
        for case in cases {
            bits.push(bits_of_differences(&case).expect("a body has a size"));
            big += usize::from(matches!(AnyLattice::of_points(3, case.a.points(), case.b.points()), AnyLattice::Big(_)));
        }
        let (least, count) = at_least;
        let found = [bits.iter().min(), bits.iter().max()].map(|bits| *bits.expect("there are cases"));
        assert_eq!((found, bits.iter().filter(|bits| **bits >= least).count(), big), (reach, count, beyond), "{arithmetic}");
    }
}

#[test]
fn knobs_reach_both_ends() {
    let hulls = HullFamily::new("hulls", some_hulls()).expect("three hulls");
    reaches(&hulls, Arithmetic::F64, [-460, -1]);
    reaches(&hulls, Arithmetic::F32, [-200, -1]);
    for family in FAMILIES.iter().filter(|family| family.is_of_hulls()) {
        reaches(family, Arithmetic::F64, family.in_double.asked);
        reaches(family, Arithmetic::F32, family.in_single.asked);
    }
}

/// Asserts that the requested knob spans the range between these logarithms to base two, in tenths; the achieved knob, if the
/// family knows it, has to span it to within 0.8.
fn reaches(family: &dyn Family, arithmetic: Arithmetic, asked: [i32; 2]) {
    let knobs: Vec<_> = (0..2000).map(|index| family.case(SEED, arithmetic, index).knob.unwrap()).collect();
    let spans = |values: &mut dyn Iterator<Item = f64>, slack: f64| {
        let (least, most) =
            values.filter(|x| *x > 0.0).fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
        let place = format!("{} {arithmetic}: 2^{} to 2^{}", family.name(), least.log2(), most.log2());
        let [low, high] = asked.map(|tenths| 0.1 * f64::from(tenths));
        assert!(least.log2() <= low + slack && most.log2() >= high - slack, "{place}");
    };
    spans(&mut knobs.iter().map(|knob| knob.asked), 0.1);
    if family.gap_column() == Some(GapColumn::Knob) {
        assert!(knobs.iter().all(|knob| knob.achieved.is_none()), "{}", family.name());
    } else {
        assert!(knobs.iter().all(|knob| knob.achieved.is_some_and(f64::is_finite)), "{}", family.name());
        spans(&mut knobs.iter().filter_map(|knob| knob.achieved), 0.8);
    }
}

#[test]
fn frames_are_orthogonal_and_lift_exactly() {
    for (dimension, arithmetic) in [(2, Arithmetic::F32), (2, Arithmetic::F64), (3, Arithmetic::F32), (3, Arithmetic::F64)] {
        for index in 0..2000 {
            let mut random = RandomSource::new("frames", dimension, SEED, arithmetic, index);
            let frame = ContactFrame::new(&mut random);
            let dot = |a: [i64; 3], b: [i64; 3]| -> i128 { (0..3).map(|k| i128::from(a[k]) * i128::from(b[k])).sum() };
            let square = i128::from(frame.length) * i128::from(frame.length);
            let across = if dimension == 2 { 0 } else { square };
            let vectors = [frame.along, frame.across, frame.up];
            let expected = [[square, 0, 0], [0, across, 0], [0, 0, square]];
            assert_eq!(vectors.map(|a| vectors.map(|b| dot(a, b))), expected);
            for exponent in [0, -10, -20, -40, -70] {
                let asked = random.power(f64::from(exponent) - 1.0, f64::from(exponent));
                let (shift, height) = frame.lift(asked);
                let exact = dot(frame.up, shift) as f64 * frame.unit / frame.length as f64;
                assert!(exact == height && height > 0.0, "{index}: lifted by {exact:e} instead of {height:e}");
                assert!((height - asked).abs() <= frame.unit || height <= frame.unit, "{index}: {height:e} for {asked:e}");
                for direction in [frame.along, frame.across] {
                    assert!(dot(direction, shift).abs() <= square, "{index}: the lift leaves the normal");
                }
            }
        }
    }
}

#[test]
fn files_of_hulls_are_read_or_refused() {
    let record = |hull: &[[f32; 3]]| -> Vec<u8> {
        let count = (hull.len() as u32).to_le_bytes();
        count.into_iter().chain(hull.iter().flatten().flat_map(|x| x.to_le_bytes())).collect()
    };
    let path = Path::new("some.bin");
    let good = [record(&[[1.0, 2.0, 3.0]]), record(&[[0.1, 0.0, -0.5], [4.0, 5.0, 6.0]])].concat();
    let hulls = parse_hulls(&good, path).expect("two records");
    let tenth = f64::from(0.1_f32);
    assert_eq!(hulls, [vec![[1.0, 2.0, 3.0]], vec![[tenth, 0.0, -0.5], [4.0, 5.0, 6.0]]]);
    let message = |bytes: &[u8]| parse_hulls(bytes, path).expect_err("refused").to_string();
    let cut = "some.bin: truncated: record 1 at byte 16 needs 28 bytes, 27 are left";
    assert_eq!(message(&good[..good.len() - 1]), cut);
    assert_eq!(message(&good[..18]), "some.bin: truncated: record 1 at byte 16 needs 4 bytes, 2 are left");
    assert_eq!(message(&[good.clone(), record(&[])].concat()), "some.bin: record 2 at byte 44: a hull has at least one point");
    assert_eq!(
        message(&record(&[[0.0; 3], [0.0, f32::NAN, 0.0]])),
        "some.bin: record 0, points[1][1] at byte 20: NaN is not finite"
    );
    assert_eq!(
        message(&[record(&[[0.0; 3]]), record(&[[0.0, 0.0, -1.5e30]])].concat()),
        format!("some.bin: record 1, points[0][2] at byte 28: {} is beyond 2^100", -1.5e30_f32)
    );
    assert_eq!(message(&[]), "some.bin: no hull in the file");
    assert!(message(&[0xff; 64]).starts_with("some.bin: truncated: record 0 at byte 0 needs 51539607544 bytes"));
    let unreadable = read_hulls(".").expect_err("a folder").to_string();
    assert!(unreadable.starts_with(".: cannot read the file of hulls: "), "{unreadable}");
    assert!(HullFamily::new("hulls", Vec::new()).is_none());
    assert!(HullFamily::new("hulls", vec![vec![[f64::NAN, 0.0, 0.0]]]).is_none());
}
