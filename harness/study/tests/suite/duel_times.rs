//! The rules by which the duel makes numbers of times, tested by spies whose queries take as long as each test says.

use std::time::Duration;

use gjk_cases::case::{Arithmetic, Case};
use gjk_clock::Schedule;
use gjk_records::Duel;
use gjk_solvers::Roster;
use gjk_study::duel::{CaseSet, Tournament, case_sets, competitors};
use gjk_variants::{Solid, Variant};

use crate::spy::{self, Begin, Spy, schedule};

/// A family in double precision and in single precision; the spies know the cases of both.
fn sets(tournament: &Tournament) -> [CaseSet; 2] {
    let of = |name: &str| case_sets().into_iter().find(|set| set.to_string() == name).expect("a set");
    let sets = [of("hull/8/1e-9/f64"), of("hull/8/1e-4/f32")];
    sets.iter().for_each(|set| spy::name_cases(&set.cases(tournament.seed, tournament.cases)));
    sets
}

fn tournament(roster: &Roster) -> Tournament<'_> {
    Tournament { roster, baseline: "ericson".to_owned(), seed: 1, schedule: schedule(5), cases: 4, commit: None }
}

fn add<V>(roster: &mut Roster, spy: Spy<V>)
where
    Spy<V>: Variant<Solid<f64>> + Variant<Solid<f32>> + Copy + 'static,
{
    roster.add_in::<Solid<f64>>(spy);
    roster.add_in::<Solid<f32>>(spy);
}

fn of<'d>(duels: &'d [Duel], scalar: Arithmetic, name: &str) -> &'d Duel {
    duels.iter().find(|duel| duel.variant == name && duel.scalar == scalar.name()).expect("it takes part")
}

/// Nanoseconds, to a picosecond.
fn nanoseconds(duel: &Duel) -> Option<f64> {
    duel.median_ns.map(|time| (1e3 * time).round() / 1e3)
}

fn to_digits(ratio: Option<f64>) -> Option<f64> {
    ratio.map(|ratio| (1e6 * ratio).round() / 1e6)
}

#[test]
fn every_row_is_timed_from_the_start_and_on_the_scan_that_its_name_says() {
    let mut roster = Roster::default();
    let on_scan = |seen: spy::Seen| if seen.in_vectors { 8.0 } else { 20.0 };
    add(&mut roster, Spy { microseconds: on_scan, ..spy::distance("ericson") });
    let from = |seen: spy::Seen| match (seen.begin, seen.in_vectors) {
        (Begin::Own, true) => 2.0,
        (Begin::Direction, true) => 3.0,
        _ => 99.0,
    };
    add(&mut roster, Spy { microseconds: from, ..spy::verdict("boolean") });
    let tournament = tournament(&roster);
    let duels = tournament.compare(&sets(&tournament));
    for scalar in [Arithmetic::F64, Arithmetic::F32] {
        let rows = [
            ("ericson", "common", 8e3, Some(1.0)),
            ("boolean", "own-start", 2e3, Some(0.25)),
            ("boolean-from-centres", "common", 3e3, Some(0.375)),
            ("ericson-plain-scan", "plain-scan", 2e4, Some(2.5)),
            ("scan-alone", "bound", 0.0, Some(0.0)),
            ("layout-of-scan", "preparation", 0.0, None),
        ];
        for (name, terms, time, ratio) in rows {
            let row = of(&duels, scalar, name);
            assert_eq!((row.terms.as_str(), nanoseconds(row)), (terms, Some(time)), "{name} in {scalar}");
            assert_eq!([row.ratio, row.low, row.high].map(to_digits), [ratio; 3], "{name} in {scalar}");
            assert_eq!((row.timed, row.rounds, row.cases), (4, 5, 4), "{name} in {scalar}");
        }
        assert_eq!(duels.iter().filter(|row| row.scalar == scalar.name()).count(), rows.len());
    }
}

/// Case i takes 2^i microseconds, and half of that in single precision.
fn by_case(seen: spy::Seen) -> f64 {
    f64::from(1 << seen.case) * if seen.in_single { 0.5 } else { 1.0 }
}

/// Ten times the time of [`by_case`].
fn ten_by_case(seen: spy::Seen) -> f64 {
    10.0 * by_case(seen)
}

/// Four variants that are compared.
///
/// Two of them give up on one case of sixteen: on case 1, and in single precision on case 2.
fn with_failures(order: [usize; 4]) -> Roster {
    let mut roster = Roster::default();
    for place in order {
        match place {
            0 => add(&mut roster, Spy { microseconds: ten_by_case, ..spy::distance("ericson") }),
            1 => add(&mut roster, Spy { microseconds: by_case, gives_up: |seen| seen.case == 1, ..spy::verdict("one") }),
            2 => add(
                &mut roster,
                Spy { microseconds: by_case, gives_up: |seen| seen.case == 2 && seen.in_single, ..spy::distance("two") },
            ),
            // Wrong too often to be timed: on half of the cases.
            _ => add(&mut roster, Spy { microseconds: by_case, gives_up: |seen| seen.case % 2 == 0, ..spy::distance("poor") }),
        }
    }
    roster
}

#[test]
fn a_case_that_one_timed_variant_gets_wrong_is_timed_for_none_in_either_scalar() {
    let roster = with_failures([0, 1, 2, 3]);
    let tournament = Tournament { cases: 16, ..tournament(&roster) };
    let sets = sets(&tournament);
    let duels = tournament.compare(&sets);
    let names = |scalar: usize, cases: &[usize]| -> Vec<String> {
        let all: Vec<Case> = sets[scalar].cases(1, 16);
        cases.iter().map(|&case| all[case].id.clone()).collect()
    };
    // All cases but 1 and 2: 2^16 − 1 − 2 − 4 microseconds for fourteen queries.
    let mean = f64::from((1 << 16) - 7) / 14.0;
    for (place, scalar, own) in [(0, Arithmetic::F64, 1.0), (1, Arithmetic::F32, 0.5)] {
        let rows = [
            ("ericson", 10.0 * own * mean, 1.0, vec![], vec![1, 2]),
            ("one", own * mean, 0.1, vec![1], vec![2]),
            ("one-from-centres", own * mean, 0.1, vec![1], vec![2]),
            ("two", own * mean, 0.1, if place == 1 { vec![2] } else { vec![] }, if place == 1 { vec![1] } else { vec![1, 2] }),
            ("ericson-plain-scan", 10.0 * own * mean, 1.0, vec![], vec![1, 2]),
        ];
        for (name, microseconds, ratio, wrong, lost) in rows {
            let row = of(&duels, scalar, name);
            assert_eq!(nanoseconds(row), Some((1e6 * microseconds).round() / 1e3), "{name} in {scalar}");
            assert_eq!((row.timed, to_digits(row.ratio)), (14, Some(ratio)), "{name} in {scalar}");
            assert_eq!((row.not_right, row.gave_up, row.inaccurate), (wrong.len(), wrong.len(), 0), "{name} in {scalar}");
            assert_eq!(
                (&row.wrong_cases, &row.lost_cases),
                (&names(place, &wrong), &names(place, &lost)),
                "{name} in {scalar}"
            );
            let over_double = (scalar == Arithmetic::F32).then_some(0.5);
            assert_eq!([row.double_ratio, row.double_low, row.double_high].map(to_digits), [over_double; 3], "{name}");
        }
        let poor = of(&duels, scalar, "poor");
        assert_eq!((poor.median_ns, poor.ratio, poor.double_ratio, poor.timed, poor.rounds), (None, None, None, 0, 0));
        assert_eq!((poor.not_right, poor.gave_up), (8, 8));
        assert_eq!((&poor.wrong_cases, &poor.lost_cases), (&names(place, &[0, 2, 4, 6, 8, 10, 12, 14]), &names(place, &[1]),));
    }
}

#[test]
fn costs_are_means_over_the_timed_cases() {
    let roster = with_failures([0, 1, 2, 3]);
    let tournament = Tournament { cases: 16, ..tournament(&roster) };
    let [double, single] = sets(&tournament);
    let judged = competitors(&roster, &double.cases(1, 16), double.question, 8, Arithmetic::F64);
    let timed: Vec<usize> = (0..16).filter(|case| ![1, 2].contains(case)).collect();
    for (competitor, row) in judged.iter().zip(tournament.compare(&[double, single])) {
        assert_eq!(row.variant, competitor.name);
        let replies = || timed.iter().filter_map(|case| competitor.answers.as_ref()?[*case].reply.as_ref());
        let mean = |cost: usize| (replies().count() == 14).then(|| cost as f64 / 14.0);
        let supports = replies().map(|reply| reply.supports).sum();
        assert_eq!([row.supports, row.iterations], [mean(supports), mean(replies().map(|reply| reply.iterations).sum())]);
        // A support point of M needs one support point of each of two bodies of eight points.
        assert_eq!(row.products, mean(16 * supports), "{}", competitor.name);
    }
}

#[test]
fn the_order_of_competitors_changes_no_number() {
    let numbers = |order| {
        let roster = with_failures(order);
        let tournament = Tournament { cases: 16, ..tournament(&roster) };
        let mut duels = tournament.compare(&sets(&tournament));
        duels.retain(|duel| duel.promise.is_some());
        duels.sort_by(|x, y| (&x.scalar, &x.variant).cmp(&(&y.scalar, &y.variant)));
        for duel in &mut duels {
            // The clock is the sum of all that was done before, rounded.
            duel.median_ns = nanoseconds(duel);
            for ratio in [&mut duel.ratio, &mut duel.low, &mut duel.high] {
                *ratio = to_digits(*ratio);
            }
            for ratio in [&mut duel.double_ratio, &mut duel.double_low, &mut duel.double_high] {
                *ratio = to_digits(*ratio);
            }
        }
        duels
    };
    let first = numbers([0, 1, 2, 3]);
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        for (duel, same) in numbers(order).iter().zip(&first) {
            assert_eq!(duel, same, "{order:?}");
        }
    }
}

#[test]
fn ratios_are_of_rounds_and_their_median_of_an_even_number_is_between_the_middle_two() {
    let mut roster = Roster::default();
    add(&mut roster, spy::distance("ericson"));
    add(&mut roster, Spy { microseconds: |_| 3.0, ..spy::distance("other") });
    let tournament = Tournament { schedule: schedule(4), ..tournament(&roster) };
    let duels = tournament.compare(&sets(&tournament)[..1]);
    let row = of(&duels, Arithmetic::F64, "other");
    assert_eq!((row.rounds, to_digits(row.ratio), row.double_ratio), (4, Some(3.0), None));
    assert_eq!(of(&duels, Arithmetic::F64, "layout-of-scan").rounds, 4, "of five at most");
}

#[test]
fn every_set_has_the_budget_and_a_round_is_of_all_sets() {
    let mut roster = Roster::default();
    add(&mut roster, spy::distance("ericson"));
    // Four cases of 1 µs, on either scan, and an untimed pass before each: a round of one set takes 16 µs, one of two 32.
    let budget = Duration::from_micros(165);
    let tournament = Tournament { schedule: Schedule { budget, least: 7, most: 100, ..schedule(0) }, ..tournament(&roster) };
    let sets = sets(&tournament);
    for duels in [tournament.compare(&sets[..1]), tournament.compare(&sets)] {
        for duel in duels {
            let rounds = if duel.terms == "preparation" { 5 } else { 10 };
            assert_eq!(duel.rounds, rounds, "{} in {}", duel.variant, duel.scalar);
        }
    }
}

#[test]
fn in_a_scalar_that_the_baseline_does_not_run_in_its_twin_is_the_baseline() {
    let mut roster = Roster::default();
    roster.add_in::<Solid<f64>>(Spy { microseconds: |_| 4.0, ..spy::distance("parry3d-f64") });
    roster.add_in::<Solid<f32>>(Spy { microseconds: |_| 2.0, ..spy::distance("parry3d") });
    add(&mut roster, spy::distance("ericson"));
    for name in ["parry3d-f64", "parry3d"] {
        let tournament = Tournament { baseline: name.to_owned(), ..tournament(&roster) };
        let duels = tournament.compare(&sets(&tournament));
        let rows = [Arithmetic::F64, Arithmetic::F32].map(|scalar| of(&duels, scalar, "ericson"));
        assert_eq!(
            rows.map(|row| (row.baseline.as_str(), to_digits(row.ratio))),
            [("parry3d-f64", Some(0.25)), ("parry3d", Some(0.5)),]
        );
    }
    assert_eq!(Tournament::default_baseline(&roster), "parry3d-f64");
    roster.retain(|entry| entry.about.name == "parry3d");
    assert_eq!(Tournament::default_baseline(&roster), "signed-volumes");
}
