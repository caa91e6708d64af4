//! Pictures of unusual runs.

use gjk_records::{Contact, Run, RunCast, RunStep, Site};

use super::zoom::Zoom;
use super::{PlaneRun, draw_run};

/// A run of four steps on two triangles.
fn run() -> Run {
    let step = |i: usize| RunStep {
        direction: [1.0, i as f64, 0.5],
        support: [i as f64, 1.0, 2.0],
        simplex: (0..=i.min(3)).map(|k| [k as f64, (k * k) as f64, 1.0]).collect(),
        indices: (0..=i.min(3)).map(|k| (k, 0)).collect(),
        nearest: Some([0.5f64.powi(i as i32), 0.1, 0.0]),
        place: [0.0; 3],
        ..RunStep::default()
    };
    Run {
        variant: "v".to_owned(),
        case: "c".to_owned(),
        scalar: "f64".to_owned(),
        dimension: 3,
        a: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 2.0]],
        b: vec![[3.0, 3.0, 3.0], [4.0, 3.0, 3.0]],
        steps: (0..4).map(step).collect(),
        stop: "converged".to_owned(),
        verdict: Some("apart".to_owned()),
        ruling: "right".to_owned(),
        truth_class: "separated".to_owned(),
        truth_distance: 0.25,
        seen_distance: 0.25,
        ..Run::default()
    }
}

/// Width and height of the picture of a run.
fn drawn(change: impl FnOnce(&mut Run)) -> (u32, u32) {
    let mut run = run();
    change(&mut run);
    let png = draw_run(&run);
    let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn a_picture_grows_with_the_steps_it_shows() {
    let (width, one_row) = drawn(|_| ());
    assert_eq!(width, 2103);
    let (_, two_rows) = drawn(|run| run.steps.extend_from_within(..));
    let (_, three_rows) = drawn(|run| (0..5).for_each(|_| run.steps.extend_from_within(..)));
    assert!(two_rows > one_row + 300 && three_rows > two_rows + 300 && three_rows < two_rows + 600);
}

#[test]
fn a_run_on_the_least_numbers_is_drawn() {
    let least = |run: &mut Run| {
        let shrink = |v: &mut Site| *v = v.map(|x| if x == 0.0 { 0.0 } else { 5e-324 });
        run.a.iter_mut().chain(&mut run.b).for_each(shrink);
        for step in &mut run.steps {
            step.simplex.iter_mut().chain(&mut step.nearest).chain([&mut step.direction, &mut step.support]).for_each(shrink);
        }
        run.seen_distance = 5e-324;
    };
    let (width, _) = drawn(least);
    assert_eq!(width, 2103);
    // Without nearest points, as in runs of boolean variants.
    let (width, _) = drawn(|run| {
        least(run);
        run.steps.iter_mut().for_each(|step| step.nearest = None);
    });
    assert_eq!(width, 2103);
}

#[test]
fn every_change_in_a_run_changes_its_picture() {
    let plain = draw_run(&run());
    let changes: [fn(&mut Run); 4] = [
        |run| run.circle = Some((1, 2)),
        |run| run.b[1][1] = 9.0,
        |run| run.steps[2].nearest = None,
        |run| run.steps.iter_mut().for_each(|step| step.nearest = None),
    ];
    for change in changes {
        let mut run = run();
        change(&mut run);
        assert_ne!(draw_run(&run), plain);
    }
}

#[test]
fn odd_runs_are_drawn() {
    drawn(|run| *run = Run::default());
    drawn(|run| run.dimension = 2);
    drawn(|run| run.circle = Some((2, usize::MAX)));
    drawn(|run| run.circle = Some((usize::MAX, 0)));
    drawn(|run| run.case = "<&\"\u{1}".repeat(90));
    drawn(|run| (run.a, run.b) = (vec![[1.0; 3]], vec![[1.0; 3]]));
    for value in [0.0, f64::NAN, f64::INFINITY, f64::MAX, -f64::MAX, f64::MIN_POSITIVE] {
        let site: Site = [value, 1.0, -value];
        drawn(|run| run.a[0] = site);
        drawn(|run| (run.truth_distance, run.seen_distance) = (value, value));
        drawn(|run| {
            for step in &mut run.steps {
                (step.direction, step.support, step.nearest) = (site, site, Some(site));
                step.simplex.iter_mut().for_each(|point| *point = site);
            }
        });
        drawn(|run| run.steps.iter_mut().for_each(|step| (step.direction, step.nearest) = (site, None)));
    }
}

#[test]
fn the_place_where_bodies_are_nearest_is_magnified_if_it_is_small() {
    let square = |left: f64| vec![[left, 0.0, 0.0], [left + 1.0, 0.0, 0.0], [left + 1.0, 1.0, 0.0], [left, 1.0, 0.0]];
    let at = |gap: f64| Run {
        dimension: 2,
        a: square(0.0),
        b: square(1.0 + gap),
        truth: Contact { points: Some([[1.0, 0.5, 0.0], [1.0 + gap, 0.5, 0.0]]), ..Contact::default() },
        ..run()
    };
    // The squares with the gap are 2 + gap wide; a gap below a tenth of that is too small for a picture of both.
    for (gap, is_magnified) in [(1e-9, true), (0.1, true), (0.3, false), (1e-13, false)] {
        assert_eq!(Zoom::of(&PlaneRun::of(&at(gap))).is_some(), is_magnified, "{gap}");
    }
    // For bodies that touch, the thinner one counts; these are as thick as wide.
    assert!(Zoom::of(&PlaneRun::of(&at(0.0))).is_none());
    let needle = Run { b: vec![[1.0, 0.5, 0.0], [2.0, 0.5, 0.0], [2.0, 0.51, 0.0]], ..at(0.0) };
    assert!(Zoom::of(&PlaneRun::of(&needle)).is_some());
    // Without points there is no place to magnify.
    assert!(Zoom::of(&PlaneRun::of(&Run { truth: Contact::default(), ..at(1e-9) })).is_none());
}

/// The truth and an answer of the run, which has no steps.
fn answered(run: &mut Run) {
    let contact = |aside: f64| Contact {
        points: Some([[0.0, 1.0, 2.0], [3.0, 3.0 + aside, 3.0]]),
        v: Some([-3.0, -2.0 - aside, -1.0]),
        direction: Some([0.0, 0.6, 0.8]),
        length: Some(3.7 + aside),
    };
    (run.steps, run.truth, run.answer) = (Vec::new(), contact(0.0), contact(0.5));
}

#[test]
fn an_answer_without_steps_has_only_the_panels_of_the_bodies_and_of_their_difference() {
    let (width, one_row) = drawn(|_| ());
    let (same, alone) = drawn(answered);
    assert!(width == same && alone + 600 < one_row, "{alone} {one_row}");
}

#[test]
fn every_change_in_the_truth_and_in_the_answer_changes_the_picture() {
    let of = |change: fn(&mut Run)| {
        let mut run = run();
        answered(&mut run);
        change(&mut run);
        draw_run(&run)
    };
    let plain = of(|_| ());
    let changes: [fn(&mut Run); 9] = [
        |run| run.truth = Contact::default(),
        |run| run.answer = Contact::default(),
        |run| run.truth.points = run.answer.points,
        |run| run.answer.points = run.truth.points,
        |run| run.answer.v = run.truth.v,
        |run| run.answer = Contact { length: Some(1.0), ..Contact::default() },
        |run| run.answer = Contact { direction: Some([1.0, 0.0, 0.0]), ..Contact::default() },
        |run| run.truth_pair = Some([1, 0]),
        |run| run.has_halfspace = true,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert_ne!(of(change), plain, "{number}");
    }
}

#[test]
fn a_legend_names_the_truth_and_the_answer_if_something_of_them_is_drawn() {
    let texts = |run: &Run| -> Vec<String> { super::contact::legend(run).into_iter().map(|entry| entry.text).collect() };
    let mut run = run();
    answered(&mut run);
    assert_eq!(texts(&run), ["truth: separated, distance 3.7000", "answer: apart, distance 4.2000"]);
    (run.truth_class, run.truth_pair) = ("overlapping".to_owned(), Some([0, 0]));
    (run.verdict, run.answer) = (Some("intersecting".to_owned()), Contact::default());
    assert_eq!(texts(&run), ["truth: overlapping, depth of the deepest parts 3.7000"]);
}

#[test]
fn odd_truths_and_answers_are_drawn() {
    for value in [0.0, f64::NAN, f64::INFINITY, f64::MAX, -f64::MAX, 5e-324, 1e9] {
        let site: Site = [value, 1.0, -value];
        let contact = || Contact { points: Some([site, [0.0; 3]]), v: Some(site), direction: Some(site), length: Some(value) };
        drawn(|run| (run.truth, run.answer, run.steps) = (contact(), contact(), Vec::new()));
        drawn(|run| (run.answer, run.radii) = (contact(), value.abs()));
        let length = || Contact { length: Some(value), ..Contact::default() };
        drawn(|run| (run.truth, run.answer, run.radii) = (length(), length(), 0.5));
        drawn(|run| *run = Run { answer: contact(), ..Run::default() });
    }
}

#[test]
fn names_are_clear_of_lines_and_of_each_other() {
    let line = [[(0, 0), (0, 100_000)]];
    let far = |from: (i32, i32), to: (i32, i32)| f64::from(from.0 - to.0).hypot(f64::from(from.1 - to.1));
    let [a, b] = super::contact::apart([(0, 50_000); 2], &line, &[]);
    let least = f64::from(crate::draw::dots(8.0));
    assert!(f64::from(a.0.abs()) >= least && f64::from(b.0.abs()) >= least && far(a, b) >= least, "{a:?} {b:?}");
    // Without lines they stay in the middle of their bodies.
    assert_eq!(super::contact::apart([(0, 0), (90_000, 0)], &[], &[]), [(0, 0), (90_000, 0)]);
    // An outline is crossed only if there is no other place.
    let outline = [[(-90_000, 10), (90_000, 10)]];
    let [a, _] = super::contact::apart([(0, 0), (90_000, 0)], &[], &outline);
    assert!(a.1 != 0, "{a:?}");
}

/// The run as one of a cast: A moves by four along x, and touches B at a quarter.
fn cast(run: &mut Run) {
    run.cast = Some(RunCast { motion: [4.0, 0.0, 0.0], hits: true, time: 0.25, answer: Some(0.5) });
    (run.truth_class, run.verdict) = ("hit".to_owned(), Some("hit".to_owned()));
    run.steps.iter_mut().for_each(|step| step.place = [-1.0, 0.0, 0.0]);
}

#[test]
fn every_change_in_a_cast_changes_its_picture() {
    let changes: [fn(&mut Run); 5] = [
        |_| (),
        |run| run.cast.as_mut().unwrap().time = 0.75,
        |run| run.cast.as_mut().unwrap().answer = Some(0.25),
        |run| run.cast.as_mut().unwrap().motion = [4.0, 0.0, 3.0],
        |run| run.steps[1].place = [-2.0, 0.0, 0.0],
    ];
    let mut pictures = vec![draw_run(&run())];
    for change in changes {
        let mut run = run();
        cast(&mut run);
        change(&mut run);
        let picture = draw_run(&run);
        assert!(!pictures.contains(&picture));
        pictures.push(picture);
    }
}

#[test]
fn odd_casts_are_drawn() {
    let odd = |change: fn(&mut RunCast)| {
        drawn(|run| {
            cast(run);
            change(run.cast.as_mut().unwrap());
        });
        drawn(|run| {
            cast(run);
            run.steps.clear();
            change(run.cast.as_mut().unwrap());
        });
    };
    odd(|cast| cast.hits = false);
    odd(|cast| cast.motion = [0.0; 3]);
    odd(|cast| cast.motion = [f64::MAX; 3]);
    odd(|cast| cast.motion = [5e-324, 0.0, 0.0]);
    odd(|cast| cast.answer = None);
    for time in [f64::NAN, f64::INFINITY, -1e300, 1e300] {
        let mut run = run();
        cast(&mut run);
        run.cast.as_mut().unwrap().answer = Some(time);
        draw_run(&run);
    }
}

#[test]
fn a_late_answer_is_magnified_by_how_late_it_is() {
    let square = |left: f64| vec![[left, 0.0, 0.0], [left + 1.0, 0.0, 0.0], [left + 1.0, 1.0, 0.0], [left, 1.0, 0.0]];
    let late = |by: f64| Run {
        dimension: 2,
        a: square(0.0),
        b: square(3.0),
        cast: Some(RunCast { motion: [4.0, 0.0, 0.0], hits: true, time: 0.5, answer: Some(0.5 + by) }),
        truth: Contact { points: Some([[3.0, 0.5, 0.0]; 2]), ..Contact::default() },
        ..run()
    };
    let [near, far] = [1e-6, 1e-3].map(|by| Zoom::of(&PlaneRun::of(&late(by))));
    assert!(near.is_some() && far.is_some() && near != far);
    assert_eq!(Zoom::of(&PlaneRun::of(&late(0.4))), None);
}
