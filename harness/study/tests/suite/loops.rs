//! The loop as an experiment: its tolerances mean what they say, and MuJoCo's two rules do what they are meant to do.

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_cases::family::named;
use gjk_records::{Column, LoopTally, SCHEMA};
use gjk_solvers::{PosedCase, Roster};
use gjk_study::loops;
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Solid;
use gjk_variants::gjk::rules::StopRule;

use crate::spy::{self, Seen, Spy};

fn tallies() -> Vec<LoopTally> {
    let family = named("generic").expect("it is built in");
    let roster = Roster::loops();
    [Arithmetic::F32, Arithmetic::F64]
        .into_iter()
        .flat_map(|scalar| loops::tally(&roster, family.as_ref(), scalar, 0..40, 1, TOLERANCE))
        .collect()
}

/// The tallies of one stop relative to the distance with doubt, by falling tolerance.
fn of<'t>(tallies: &'t [LoopTally], scalar: &str, subalgorithm: &str, stop: &str) -> Vec<&'t LoopTally> {
    let mine = |t: &&LoopTally| {
        (&t.scalar[..], &t.subalgorithm[..], &t.stop[..], &t.safeguards[..]) == (scalar, subalgorithm, stop, "doubting")
    };
    let mut mine: Vec<&LoopTally> = tallies.iter().filter(mine).collect();
    mine.sort_by(|s, t| t.tolerance.unwrap().total_cmp(&s.tolerance.unwrap()));
    mine
}

#[test]
fn a_tolerance_gives_its_digits_and_a_smaller_one_takes_more_iterations() {
    let tallies = tallies();
    for (scalar, unit) in [("f32", 2.0_f64.powi(-24)), ("f64", 2.0_f64.powi(-53))] {
        for subalgorithm in ["least-squares", "johnson", "ericson", "signed-volumes"] {
            for stop in ["distance", "size"] {
                let mine = of(&tallies, scalar, subalgorithm, stop);
                assert_eq!(mine.first().and_then(|t| t.tolerance), Some(0.01));
                assert_eq!(mine.last().and_then(|t| t.tolerance), Some(unit));
                for tally in &mine {
                    assert_eq!((tally.cases, tally.rulings.applicable()), (40, 40));
                    let (digits, tolerance) = (tally.digits_low.unwrap(), tally.tolerance.unwrap());
                    assert!(tally.distances > 0 && digits <= tally.digits.unwrap());
                    // Three units in the last place are left to rounding.
                    assert!(digits >= -(tolerance + 3.0 * unit).log10(), "{subalgorithm} {stop} {tally:?}");
                }
                let iterations: Vec<f64> = mine.iter().map(|t| t.iterations.unwrap()).collect();
                assert!(iterations[0] < iterations[mine.len() - 1], "{subalgorithm} {iterations:?}");
                let right = |t: &LoopTally| t.rulings[Column::Right];
                assert!(right(mine[0]) < right(mine[mine.len() - 1]), "a coarse tolerance is not right within 64 u·D");
            }
        }
    }
}

/// The column in which signed volumes are counted on a case in double precision, in the relative loop with these safeguards and
/// this way to form v.
fn column(case: (&str, u64), safeguards: &str, nearest: &str) -> Column {
    let mut roster = Roster::loops();
    roster.retain(|entry| {
        let is_mine = entry.rules.is_some_and(|rules| {
            (rules.stop, rules.safeguards.name, rules.nearest.name()) == (StopRule::Relative, safeguards, nearest)
        });
        is_mine && entry.about.name == "signed-volumes"
    });
    let case = named(case.0).expect("it is built in").case(1, Arithmetic::F64, case.1);
    let posed = PosedCase::pose(&case, Arithmetic::F64).expect("it is posed in doubles");
    let findings = posed.ask(&roster, TOLERANCE, |_| true);
    let [finding] = &findings[..] else { panic!("one loop is asked, not {}", findings.len()) };
    let (reply, judgement) = finding.outcome.as_ref().expect("it is applicable");
    reply.column(judgement.ruling)
}

#[test]
fn a_normal_finds_the_direction_that_a_sum_of_vertices_has_lost() {
    for safeguards in ["guarded", "doubting"] {
        let columns = ["simplex", "witnesses", "normal"].map(|nearest| column(("needle", 14), safeguards, nearest));
        assert_eq!(columns, [Column::Missed, Column::Missed, Column::Right], "{safeguards}");
    }
}

#[test]
fn a_last_v_that_does_not_separate_is_a_missed_contact_or_the_noise_of_a_sum() {
    let of = |case| {
        [("doubting", "simplex"), ("doubting", "normal"), ("doubting+separating", "simplex"), ("doubting+separating", "normal")]
            .map(|(safeguards, nearest)| column(case, safeguards, nearest))
    };
    assert_eq!(of(("needle", 17)), [Column::Missed, Column::Missed, Column::Right, Column::Right]);
    assert_eq!(of(("boxes-aligned", 14)), [Column::Right, Column::Right, Column::Phantom, Column::Right]);
}

#[test]
fn two_loops_are_asked_in_every_frame_and_the_others_in_the_world() {
    let family = named("offset").expect("it is built in");
    let tallies = loops::tally(&Roster::loops(), family.as_ref(), Arithmetic::F32, 0..60, 1, TOLERANCE);
    let world = tallies.iter().filter(|t| t.frame() == "world").count();
    assert_eq!(world, Roster::loops().entries().iter().filter(|entry| entry.applies(3, Arithmetic::F32)).count());
    for frame in ["centred", "of-a"] {
        let framed: Vec<&LoopTally> = tallies.iter().filter(|t| t.frame() == frame).collect();
        let loops: Vec<String> = framed.iter().map(|t| format!("{} {}", t.subalgorithm, t.choices())).collect();
        let expected: Vec<String> = ["least-squares", "johnson", "ericson", "signed-volumes"]
            .iter()
            .flat_map(|name| ["verifying-refined", "doubting-simplex"].map(|rules| format!("{name} relative-{rules}")))
            .collect();
        assert_eq!(loops, expected, "{frame}");
        assert!(framed.iter().all(|t| t.cases == 60 && t.tolerance.is_none()));
    }
    assert_eq!(tallies.len(), world + 2 * 8);
}

#[test]
fn answers_in_a_frame_are_judged_in_the_world() {
    // Witness points that stayed in the frame would be off in nearly all of these cases.
    for family in ["offset", "unions", "rounded", "generic-2d"] {
        let family = named(family).expect("it is built in");
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let tallies = loops::tally(&Roster::loops(), family.as_ref(), arithmetic, 0..60, 1, TOLERANCE);
            let framed = tallies.iter().filter(|t| t.frame() != "world");
            for t in framed {
                let place = format!("{} {arithmetic} {} {} {}", family.name(), t.frame(), t.subalgorithm, t.choices());
                assert!(t.rulings[Column::Right] >= 57, "{place}: {:?}", t.rulings);
            }
        }
    }
}

#[test]
fn ends_without_an_answer_are_counted_by_name_and_cost_nothing() {
    let mut roster = Roster::default();
    let gives_up = |seen: Seen| seen.case == 2;
    let more = |seen: Seen| if seen.case == 2 { 1_000_000 } else { 100 * seen.case };
    roster.add_in::<Solid<f64>>(Spy { gives_up, more, ..spy::distance("one") });
    roster.add_in::<Solid<f64>>(spy::distance("other"));
    let family = named("tumbling").expect("it is built in");
    // One frame of each trace.
    let cases: Vec<Case> = (0..5).map(|number| family.independent_case(1, Arithmetic::F64, number)).collect();
    spy::name_cases(&cases);
    let tallies = loops::tally(&roster, family.as_ref(), Arithmetic::F64, 0..5, 1, TOLERANCE);
    let [one, other] = &tallies[..] else { panic!("two loops") };
    let posed: Vec<PosedCase> = cases.iter().filter_map(|case| PosedCase::pose(case, Arithmetic::F64)).collect();
    let runs: Vec<usize> = posed
        .iter()
        .map(|posed| {
            posed.ask(&roster, TOLERANCE, |entry| entry.about.name == "other")[0].outcome.as_ref().unwrap().0.iterations
        })
        .collect();
    let apart = |but: Option<usize>| {
        let is_apart =
            |(place, posed): &(usize, &PosedCase)| Some(*place) != but && posed.truth.decided() == Some(Class::Separated);
        posed.iter().enumerate().filter(is_apart).count() as u64
    };
    assert_eq!((one.cases, one.ends(), one.distances), (5, [1, 0, 0, 0, 0], apart(Some(2))));
    assert_eq!((one.rulings[Column::Right], one.rulings[Column::GaveUp]), (4, 1));
    let (all, without) = (runs.iter().sum::<usize>(), runs.iter().sum::<usize>() - runs[2]);
    assert_eq!(one.iterations, Some((without + 100 * (1 + 3 + 4)) as f64 / 4.0));
    assert_eq!((other.ends(), other.distances, other.iterations), ([0; 5], apart(None), Some(all as f64 / 5.0)));
    assert_eq!((&one.family[..], &one.scalar[..], &one.subalgorithm[..], one.schema), ("tumbling", "f64", "one", SCHEMA));
    assert!(loops::tally(&roster, family.as_ref(), Arithmetic::F32, 0..5, 1, TOLERANCE).is_empty(), "of the other scalar");
}
