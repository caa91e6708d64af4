//! The contest on a few cases: what its records say beside times.

use gjk_experiments::contest::Contest;
use gjk_experiments::contest::cell::{Cell, cells};
use gjk_experiments::contest::rounds::Effort;
use gjk_records::Duel;
use gjk_solvers::entry::Roster;
use gjk_solvers::peers::is_peer;

fn contest(roster: &Roster, seed: u64) -> Contest<'_> {
    let effort = Effort { seconds: 0.0, least: 3, most: 3, turn: 1e-6 };
    Contest { roster, baseline: Contest::default_baseline(roster).to_owned(), seed, effort, cases: 6, commit: None }
}

fn cell(name: &str) -> Cell {
    cells().into_iter().find(|cell| cell.to_string() == name).unwrap()
}

#[test]
fn a_cell_has_a_record_of_everybody() {
    let roster = Roster::with_peers();
    for (name, scalar, climbs) in [("hull/32/far/f64", "f64", true), ("box/8/overlap/f32", "f32", false)] {
        let duels = contest(&roster, 1).compare(&[cell(name)]);
        let of = |variant: &str| duels.iter().find(|duel| duel.variant == variant);
        assert_eq!(of("ericson-climbing").is_some(), climbs, "{name}");
        if let Some(climbing) = of("ericson-climbing") {
            assert_eq!((climbing.promise.as_deref(), climbing.not_right), (Some("distance"), 0));
        }
        assert_eq!(of("muratori").unwrap().promise.as_deref(), Some("verdict"));
        let bound = of("scan-alone").unwrap();
        assert_eq!((bound.promise.as_deref(), bound.not_right, bound.supports), (None, 0, None));
        assert!(duels.iter().all(|duel| duel.peer == is_peer(&duel.variant) && duel.scalar == scalar && duel.cases == 6));
        assert_eq!(of("parry3d").is_some() || of("parry3d-f64").is_some(), cfg!(feature = "peers"));
        for duel in &duels {
            assert_eq!(duel.median_ns.is_some(), duel.timed > 0, "{name}: {}", duel.variant);
            assert!(duel.not_right + duel.timed <= 6 && duel.rounds == if duel.timed > 0 { 3 } else { 0 });
        }
        let own = of("signed-volumes").unwrap();
        assert!(own.median_ns.is_some_and(|time| time > 0.0) && own.supports.is_some_and(|supports| supports >= 1.0));
    }
}

#[test]
fn singles_are_compared_with_doubles_in_the_same_rounds() {
    let roster = Roster::builtin();
    let duels = contest(&roster, 1).compare(&[cell("hull/8/1e-9/f64"), cell("hull/8/1e-4/f32")]);
    let (doubles, singles) = duels.split_at(duels.len() / 2);
    for (double, single) in doubles.iter().zip(singles) {
        assert_eq!((double.variant.as_str(), double.scalar.as_str()), (single.variant.as_str(), "f64"));
        assert_eq!((single.gap.as_str(), double.double_ratio), ("1e-4", None));
        assert_eq!(single.double_ratio.is_some(), single.timed > 0 && double.timed > 0, "{}", single.variant);
        assert!(single.timed == double.timed || single.timed * double.timed == 0, "the same cases");
    }
    assert!(singles.iter().any(|duel| duel.double_ratio.is_some()));
    let alone = contest(&roster, 1).compare(&[cell("hull/8/1e-4/f32")]);
    assert!(alone.iter().all(|duel| duel.double_ratio.is_none()) && alone.len() == singles.len());
}

#[test]
fn all_but_times_follows_from_the_seed() {
    let roster = Roster::builtin();
    let untimed = |seed: u64| -> Vec<Duel> {
        let duels = contest(&roster, seed).compare(&[cell("hull/8/1e-2/f64")]);
        duels.into_iter().map(|duel| Duel { median_ns: None, ratio: None, low: None, high: None, ..duel }).collect()
    };
    assert_eq!(untimed(3), untimed(3));
    assert!(untimed(3).iter().zip(&untimed(4)).any(|(one, other)| one.supports != other.supports));
}
