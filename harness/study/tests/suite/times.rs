//! The rules by which single queries and queries of traces are timed, tested by spies whose queries take as long as each test
//! says.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{FRAMES, motions, named};
use gjk_records::{Form, Ruling, SCHEMA, TraceTally};
use gjk_solvers::{Roster, has_typed_form};
use gjk_study::traces::Setting;
use gjk_study::{Context, times, traces};
use gjk_variants::{Plane, Solid};

use crate::spy::{self, Begin, Spy, schedule};

/// Case i takes 2^i microseconds, and half of that in single precision.
fn by_case(seen: spy::Seen) -> f64 {
    f64::from(1 << seen.case) * if seen.in_single { 0.5 } else { 1.0 }
}

#[test]
fn the_first_independent_cases_are_timed_per_scalar_with_their_rulings() {
    let mut roster = Roster::default();
    let mut spy = Spy { microseconds: by_case, gives_up: |seen| seen.case == 1, ..spy::distance("spy") };
    roster.add_in::<Solid<f64>>(spy);
    roster.add_in::<Solid<f32>>(spy);
    (spy.name, spy.microseconds, spy.gives_up) = ("slow", |seen| 10.0 * by_case(seen), |_| false);
    // In one scalar only.
    roster.add_in::<Solid<f64>>(spy);
    let tumbling = named("tumbling").expect("a family");
    let context = Context { seed: 3, machine: "a machine".to_owned(), ..Context::new(roster) };
    // The spies know the cases only on this thread.
    let here = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    for (arithmetic, unit) in [(Arithmetic::F64, 1e3), (Arithmetic::F32, 0.5e3)] {
        let cases: Vec<Case> = (0..3).map(|number| tumbling.independent_case(3, arithmetic, number)).collect();
        spy::name_cases(&cases);
        let mut expected = Vec::new();
        for (place, case) in cases.iter().enumerate() {
            let time = unit * f64::from(1 << place);
            let ruling = if place == 1 { Ruling::GaveUp } else { Ruling::Right };
            expected.push((case.id.clone(), "spy", ruling, time));
            if arithmetic == Arithmetic::F64 {
                expected.push((case.id.clone(), "slow", Ruling::Right, 10.0 * time));
            }
        }
        let timings = here.install(|| times::of_family(&context, tumbling.as_ref(), arithmetic, 3, schedule(3)));
        let found = timings.iter().map(|t| (t.case.clone(), &t.variant[..], t.ruling, t.nanoseconds.round()));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{arithmetic}");
        assert!(timings.iter().all(|t| (&t.family[..], &t.scalar[..]) == ("tumbling", arithmetic.name())));
        assert!(timings.iter().all(|t| t.schema == SCHEMA && t.machine == "a machine" && t.points > 0 && t.iterations > 0));
    }
    // A query about hulls cannot be timed on curved bodies.
    let curved = named("curved").expect("a family");
    let builtin = Context { seed: 3, ..Context::new(Roster::builtin()) };
    assert!(times::of_family(&builtin, curved.as_ref(), Arithmetic::F64, 3, schedule(3)).is_empty());
}

#[test]
fn each_time_has_the_form_of_its_query() {
    let mut roster = Roster::default();
    let spy = Spy { microseconds: |_| 1.0, ..spy::distance("spy") };
    roster.add_in::<Solid<f64>>(spy);
    roster.add_in::<Plane<f64>>(spy);
    let context = Context { seed: 3, ..Context::new(roster) };
    let here = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    for (family, form) in [("generic", if has_typed_form() { Form::Typed } else { Form::Erased }), ("generic-2d", Form::Erased)]
    {
        let family = named(family).expect("a family");
        let cases: Vec<Case> = (0..2).map(|number| family.independent_case(3, Arithmetic::F64, number)).collect();
        spy::name_cases(&cases);
        let timings = here.install(|| times::of_family(&context, family.as_ref(), Arithmetic::F64, 2, schedule(3)));
        assert_eq!(timings.iter().map(|timing| timing.form).collect::<Vec<_>>(), [Some(form); 2], "{}", family.name());
    }
}

#[test]
fn warm_starts_are_compared_over_the_frames_that_are_right_from_every_start() {
    let mut roster = Roster::default();
    let microseconds = |seen: spy::Seen| match seen.begin {
        Begin::Own => 4.0,
        Begin::Direction => 2.0,
        Begin::Vertices => 1.0,
    };
    // From vertices, frame 3 has no answer, and so frame 4 starts cold.
    let gives_up = |seen: spy::Seen| seen.case == 3 && seen.begin == Begin::Vertices;
    let more = |seen: spy::Seen| if seen.case == 3 { 1_000_000 } else { 100 * seen.case };
    roster.add_in::<Solid<f64>>(Spy { microseconds, gives_up, more, ..spy::distance("spy") });
    let motions = motions();
    let frames = |number| motions[0].frames(1, Arithmetic::F64, number, 0.25);
    // The first trace of two is timed.
    [0, 1].into_iter().for_each(|number| spy::name_cases(&frames(number)));
    let setting = Setting { motion: &motions[0], arithmetic: Arithmetic::F64, step: 0.25 };
    let context = Context { machine: "a machine".to_owned(), ..Context::new(roster) };
    let mut tallies = traces::judged(&context.roster, &setting, 1, context.tolerance, 2);
    let untimed = tallies.clone();
    traces::time(&context, &setting, &mut tallies, 1, schedule(3));
    let [cold, direction, vertices] = &tallies[..] else { panic!("three starts") };
    let frames_each = FRAMES - 1;
    let shared = frames_each - 1;
    assert!(tallies.iter().all(|t| (t.frames, t.shared, t.timed) == (2 * frames_each, 2 * shared, shared)));
    assert_eq!([cold.warm, vertices.warm], [0, 2 * (frames_each - 1)]);
    // Means over the shared frames 1, 2, 4 … 15: 100 times their number, and less than 20 iterations of the run.
    let least = 100.0 * (1..FRAMES).filter(|frame| *frame != 3).sum::<u64>() as f64 / shared as f64;
    for tally in &tallies {
        let (iterations, supports) = (tally.iterations.expect("a mean"), tally.supports.expect("a mean"));
        assert!(iterations >= least && iterations < least + 20.0 && supports < 20.0, "{tally:?}");
        assert_eq!((&tally.machine[..], tally.schema, tally.step), ("a machine", SCHEMA, 0.25));
        assert_eq!((&tally.family[..], &tally.scalar[..], &tally.variant[..]), (motions[0].name(), "f64", "spy"));
    }
    // One frame of fourteen from vertices was cold.
    let near = |found: Option<f64>, expected: f64| found.is_some_and(|found| (found / expected - 1.0).abs() < 1e-6);
    assert!(near(cold.time_ratio, 1.0) && near(cold.nanoseconds, 4e3), "{cold:?}");
    assert!(near(vertices.time_ratio, 0.25_f64.powf(13.0 / 14.0)) && near(vertices.nanoseconds, 1e3), "{vertices:?}");
    assert!(direction.time_ratio > vertices.time_ratio && direction.nanoseconds >= Some(1.999e3), "{direction:?}");
    let without_times =
        |t: &TraceTally| TraceTally { timed: 0, machine: String::new(), nanoseconds: None, time_ratio: None, ..t.clone() };
    assert_eq!(tallies.iter().map(without_times).collect::<Vec<_>>(), untimed, "timing changes no count");
}
