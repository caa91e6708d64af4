use gjk_cases::family::named;
use gjk_cases::format::read;
use gjk_solvers::Roster;
use gjk_variants::{About, Ericson, Gjk, Nearest, Observer, Outcome, Promise, Solid, Start, SupportMap, Variant};

use super::*;

mod breaks;

/// A variant that is right except for one in two bodies B, by a hash of the first coordinate: it finds these one unit of length
/// farther away.
struct Jumpy(About);

impl Variant<Solid<f64>> for Jumpy {
    type Answer = Nearest<Solid<f64>>;

    fn about(&self) -> About {
        self.0
    }

    fn solve<A: SupportMap<Solid<f64>> + ?Sized, B: SupportMap<Solid<f64>> + ?Sized, O: Observer<Solid<f64>> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<Solid<f64>>,
        observer: &mut O,
    ) -> Outcome<Nearest<Solid<f64>>> {
        let mut outcome = Gjk::new(Ericson).solve(a, b, start, observer);
        let hash = |x: f64| x.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63;
        let is_odd = b.vertex(0).is_some_and(|vertex| hash(vertex[0]) == 1);
        if let (true, Some(Nearest::Apart(separation))) = (is_odd, &mut outcome.answer) {
            separation.distance_squared = (separation.distance_squared.sqrt() + 1.0).powi(2);
        }
        outcome
    }
}

fn context(roster: Roster, family: &str) -> Context {
    let families = vec![named(family).expect("a family")];
    Context { families, scalars: vec![Arithmetic::F64], ..Context::new(roster) }
}

fn found(context: &Context, cases: u64) -> Vec<ContinuityTally> {
    tallies(context, Some(context.families[0].as_ref()), Arithmetic::F64, 0..cases)
}

#[test]
fn an_answer_that_jumps_is_caught_and_the_wrong_side_named() {
    let about = About { name: "jumpy", title: "", citation: "", promise: Promise::Distance };
    let mut roster = Roster::default();
    roster.add_in::<Solid<f64>>(Jumpy(about));
    roster.add_in::<Solid<f64>>(Gjk::new(Ericson));
    let context = context(roster, "generic");
    let all = found(&context, 40);
    let (jumpy, plain): (Vec<_>, Vec<_>) = all.iter().partition(|tally| tally.variant == "jumpy");
    assert_eq!(plain.len(), 3);
    assert!(plain.iter().all(|tally| tally.breaks() == 0 && tally.pairs > 40 && tally.no_answer == 0), "{plain:?}");
    for (tally, step) in jumpy.iter().zip(ContinuityTally::STEPS) {
        assert_eq!(tally.step, step);
        // About half of the pairs of bodies that are apart.
        assert!(tally.jumps > 5 && tally.flips == 0 && tally.jumps == tally.breaks(), "{tally:?}");
        assert!(tally.before > 0 && tally.after > 0 && tally.both == 0 && tally.neither == 0, "{tally:?}");
        // One unit of length.
        let case = context.families[0].case(
            1,
            Arithmetic::F64,
            place_of(&context, Some(context.families[0].as_ref()), &tally.jump_case).unwrap(),
        );
        let size = PosedCase::pose(&case, Arithmetic::F64).unwrap().truth.size().to_f64();
        let length = tally.jump.unwrap() * Arithmetic::F64.unit() * size;
        assert!((length - 1.0).abs() < 1e-6, "{length}");
    }
    // The greatest jump is written with both of its cases: the second is the first with B moved.
    let text = greatest(&context, &all);
    let cases = read(&text, FILE).cases;
    let ids: Vec<&str> = cases.iter().map(|case| &case.id[..]).collect();
    assert_eq!(ids, ["jumpy.f64.jump.before", "jumpy.f64.jump.after"]);
    assert!(cases[0].a == cases[1].a && cases[0].b != cases[1].b && cases[0].note == cases[1].note);
    assert!(movement(&cases[0], &cases[1]) > 0.0);
    assert!(cases[0].note.as_ref().is_some_and(|note| note.starts_with("jump of ")));
}

fn posed(a: Point, b: Point) -> PosedCase {
    PosedCase::pose(&Case::of_points("pair", 3, vec![a], vec![b]), Arithmetic::F64).expect("a case")
}

#[test]
fn a_jump_is_beyond_the_movement_and_the_tolerance_of_rulings() {
    // D is 8, so u·D is 2⁻⁵⁰.
    let pair = posed([0.0; 3], [8.0, 0.0, 0.0]);
    let unit = 2.0_f64.powi(-50);
    assert_eq!(jump((8.0, 8.0 + 64.0 * unit), 0.0, &pair, 64.0), None);
    assert_eq!(jump((8.0, 8.0 + 72.0 * unit), 8.0 * unit, &pair, 64.0), None);
    assert_eq!(jump((8.0, 8.0 + 80.0 * unit), 8.0 * unit, &pair, 64.0), Some(72.0));
    assert_eq!(jump((8.0 + 80.0 * unit, 8.0), 8.0 * unit, &pair, 64.0), Some(72.0));
    // With a tolerance of zero, only the movement is allowed.
    assert_eq!(jump((8.0, 8.0 + 8.0 * unit), 8.0 * unit, &pair, 0.0), None);
    assert_eq!(jump((8.0, 8.0 + 16.0 * unit), 8.0 * unit, &pair, 0.0), Some(8.0));
    // At the end of the range the tolerance is one step of the scalar, although 64 u·D, and u·D as a double, is less.
    let least = f64::from_bits(1);
    let pair = posed([0.0; 3], [8.0 * least, 0.0, 0.0]);
    assert_eq!(jump((8.0 * least, 9.0 * least), 0.0, &pair, 64.0), None);
    assert_eq!(jump((8.0 * least, 10.0 * least), 0.0, &pair, 64.0), Some(2.0_f64.powi(51)));
    // A NaN jumps to everything, also to itself; infinity jumps to every number, but not to itself.
    assert!(jump((f64::NAN, f64::NAN), 0.0, &pair, 64.0).is_some_and(f64::is_nan));
    assert!(jump((1.0, f64::NAN), 0.0, &pair, 64.0).is_some_and(f64::is_nan));
    assert_eq!(jump((f64::INFINITY, 1.0), 0.0, &pair, 64.0), Some(f64::INFINITY));
    assert_eq!(jump((f64::INFINITY, f64::INFINITY), 0.0, &pair, 64.0), None);
    assert_eq!(jump((f64::INFINITY, f64::NEG_INFINITY), 0.0, &pair, 64.0), Some(f64::INFINITY));
}

#[test]
fn a_distance_that_rounds_to_infinity_is_not_a_break() {
    let roster = Roster::builtin();
    let entry = roster.entries().iter().find(|entry| entry.about.name == "certified").expect("it is built in");
    let place = Place { seed: 1, family: "own", index: 0 };
    // Pairs and breaks of bodies at this share of the greatest number, B moved towards A, with this distance reported before.
    let breaks = |share: f64, reported: f64| {
        let pair = posed([0.0, 0.0, -0.6 * share * f64::MAX], [0.0, 0.8 * share * f64::MAX, 0.0]);
        let mut before = replies(&pair.case, Arithmetic::F64, &[entry]).pop().flatten().expect("a reply");
        match &mut before.answer.as_mut().expect("an answer").numbers {
            Numbers::Rounded(values) => values.distance = Some(reported),
            Numbers::Exact(_) => panic!("it is in doubles"),
        }
        let mut tally = ContinuityTally::default();
        compare(&pair, entry, &before, (&place, Step::Root, Direction::Axis), 64.0, &mut tally);
        (tally.pairs, tally.breaks())
    };
    // The distance is just beyond the numbers, and after the step it is a number.
    assert_eq!(breaks(1.0 + 1e-12, f64::INFINITY), (1, 0));
    assert_eq!(breaks(1.0 + 1e-12, 0.5 * f64::MAX), (1, 1));
    // The distance is a number before and after.
    assert_eq!(breaks(0.9, f64::INFINITY), (1, 1));
}

#[test]
fn a_step_is_as_long_as_its_name_says_and_its_movement_is_not_too_small() {
    let family = named("generic").expect("a family");
    for (arithmetic, step) in [Arithmetic::F32, Arithmetic::F64].into_iter().flat_map(|a| Step::ALL.map(|step| (a, step))) {
        for index in 0..20 {
            let case = family.case(1, arithmetic, index);
            let size = PosedCase::pose(&case, arithmetic).unwrap().truth.size().to_f64();
            let length = step.length(size, &case.b, arithmetic);
            let by = random(1, "generic", index, step, 3).map(|x| x * length);
            let after = moved(&case, by, arithmetic).expect("it is finite");
            let movement = movement(&case, &after);
            // Each coordinate is rounded by half a unit in the last place at most.
            let most = positions(&after.b).iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
            let rounding = 2.0 * arithmetic.unit() * most;
            assert!((movement - length).abs() <= rounding, "{arithmetic} {step:?}: {movement} of {length}");
            for (p, q) in positions(&case.b).into_iter().zip(positions(&after.b)) {
                let each = (0..3).map(|axis| (q[axis] - p[axis]).abs()).fold(0.0, f64::max);
                assert!(movement >= each);
            }
        }
    }
    // A body far from the origin does not move by less than half a unit in the last place.
    let far = Case::of_points("far", 3, vec![[1e15, 0.0, 0.0]], vec![[1e15, 0.0, 0.0], [1e15, 1e15, 0.0]]);
    assert_eq!(movement(&far, &moved(&far, [1e-3, 0.0, 0.0], Arithmetic::F64).unwrap()), 0.0);
    // Squares of the smallest numbers vanish, but their movement does not.
    let small = Case::of_points("small", 3, vec![[0.0; 3]], vec![[5e-324, 0.0, 0.0]]);
    assert_eq!(movement(&small, &moved(&small, [5e-324, 0.0, 0.0], Arithmetic::F64).unwrap()), 5e-324);
    // Along a diagonal, the length of the movement lies between two numbers: the greater one is used.
    let diagonal = movement(&small, &moved(&small, [5e-324, 5e-324, 0.0], Arithmetic::F64).unwrap());
    assert_eq!(diagonal, 1e-323);
    // Squares of great numbers are beyond the range.
    let great = Case::of_points("great", 3, vec![[0.0; 3]], vec![[1e308, 0.0, 0.0]]);
    let by = movement(&great, &moved(&great, [3e300, 4e300, 0.0], Arithmetic::F64).unwrap());
    assert!((by / 5e300 - 1.0).abs() < 1e-7, "{by}");
}

#[test]
fn nothing_is_counted_where_rounding_moves_nothing() {
    // Far away, steps of u·D are lost in rounding; one unit in the last place is not, along an axis of coordinates.
    let tallies = found(&context(Roster::builtin(), "offset"), 20);
    let pairs = |step: &str| tallies.iter().filter(|tally| tally.step == step).map(|tally| tally.pairs).sum::<u64>();
    assert!(pairs("units") < pairs("root"), "{} {}", pairs("units"), pairs("root"));
}

#[test]
fn directions_depend_on_the_case_and_the_step_alone() {
    let one = random(1, "gap", 7, Step::Root, 3);
    assert_eq!(one, random(1, "gap", 7, Step::Root, 3));
    for other in [random(2, "gap", 7, Step::Root, 3), random(1, "gap", 8, Step::Root, 3), random(1, "gap", 7, Step::Units, 3)] {
        assert_ne!(one, other);
    }
    assert!((one.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
    assert_eq!(random(1, "gap-2d", 7, Step::Root, 2)[2], 0.0);
}
