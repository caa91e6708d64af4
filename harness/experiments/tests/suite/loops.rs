//! The loop as an experiment: its tolerances mean what they say, and MuJoCo's two rules do what they are there for.

use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_experiments::loops;
use gjk_records::{Column, LoopTally};
use gjk_solvers::{PosedCase, Roster};
use gjk_truth::judge::TOLERANCE;

fn tallies() -> Vec<LoopTally> {
    let family = named("generic").expect("it is built in");
    let roster = Roster::loops();
    [Arithmetic::F32, Arithmetic::F64]
        .into_iter()
        .flat_map(|scalar| loops::tally(&roster, family.as_ref(), scalar, 40, 1, TOLERANCE))
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
fn a_tolerance_keeps_its_digits_and_a_smaller_one_takes_more_iterations() {
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

/// What signed volumes come to on a case in double precision, in the relative loop with these safeguards and this way to form v.
fn column(case: (&str, u64), safeguards: &str, nearest: &str) -> Column {
    let mut roster = Roster::loops();
    roster.retain(|entry| {
        let is_mine = entry.rules.is_some_and(|rules| {
            (rules.stop, rules.tolerance, rules.safeguards, rules.nearest) == ("relative", None, safeguards, nearest)
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
