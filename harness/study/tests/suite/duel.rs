//! The duel on a few cases: the fields of its records other than times.

use std::time::Duration;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_clock::Schedule;
use gjk_records::{Duel, Question, Ruling};
use gjk_solvers::peers::is_peer;
use gjk_solvers::{PosedCase, Reply, Roster};
use gjk_study::duel::{CHARTED, CaseSet, JudgedReply, Tournament, case_sets, competitors};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Promise;

fn tournament(roster: &Roster, seed: u64) -> Tournament<'_> {
    let schedule = Schedule::rounds(Duration::from_micros(1), 3);
    Tournament { roster, baseline: Tournament::default_baseline(roster).to_owned(), seed, schedule, cases: 6, commit: None }
}

fn set(name: &str) -> CaseSet {
    case_sets().into_iter().find(|set| set.to_string() == name).unwrap()
}

#[test]
fn a_set_has_a_record_of_each_competitor() {
    let roster = Roster::with_peers();
    for (name, scalar, climbs) in [("hull/32/far/f64", "f64", true), ("box/8/overlap/f32", "f32", false)] {
        let duels = tournament(&roster, 1).compare(&[set(name)]);
        let of = |variant: &str| duels.iter().find(|duel| duel.variant == variant);
        assert_eq!(of("ericson-climbing").is_some(), climbs, "{name}");
        if let Some(climbing) = of("ericson-climbing") {
            assert_eq!((climbing.promise.as_deref(), climbing.not_right), (Some("distance"), 0));
        }
        assert_eq!(of("muratori").unwrap().promise.as_deref(), Some("verdict"));
        let bound = of("scan-alone").unwrap();
        assert_eq!((bound.promise.as_deref(), bound.not_right, bound.supports), (None, 0, None));
        // A peer's algorithm stays a peer's on other terms.
        let is_peers = |name: &str| is_peer(name) || name.starts_with("parry3d");
        assert!(duels.iter().all(|duel| duel.peer == is_peers(&duel.variant) && duel.scalar == scalar && duel.cases == 6));
        assert_eq!(of("parry3d").is_some() || of("parry3d-f64").is_some(), cfg!(feature = "peers"));
        for duel in &duels {
            assert_eq!(duel.median_ns.is_some(), duel.timed > 0, "{name}: {}", duel.variant);
            assert!(duel.not_right + duel.timed <= 6 && duel.rounds == if duel.timed > 0 { 3 } else { 0 });
            assert_eq!(duel.wrong_cases.len(), duel.not_right);
        }
        // A chart takes as long as thousands of queries.
        assert_eq!(of("chart-and-graph").map(|duel| duel.timed), climbs.then_some(CHARTED));
        let own = of("signed-volumes").unwrap();
        assert!(own.median_ns.is_some_and(|time| time > 0.0) && own.supports.is_some_and(|supports| supports >= 1.0));
    }
}

#[test]
fn singles_are_compared_with_doubles_in_the_same_rounds() {
    let roster = Roster::builtin();
    let duels = tournament(&roster, 1).compare(&[set("hull/8/1e-9/f64"), set("hull/8/1e-4/f32")]);
    let (doubles, singles) = duels.split_at(duels.len() / 2);
    for (double, single) in doubles.iter().zip(singles) {
        assert_eq!((double.variant.as_str(), double.scalar.as_str()), (single.variant.as_str(), "f64"));
        assert_eq!((single.gap.as_str(), double.double_ratio), ("1e-4", None));
        assert_eq!(single.double_ratio.is_some(), single.timed > 0 && double.timed > 0, "{}", single.variant);
        assert!(single.timed == double.timed || single.timed * double.timed == 0, "the same cases");
    }
    assert!(singles.iter().any(|duel| duel.double_ratio.is_some()));
    let alone = tournament(&roster, 1).compare(&[set("hull/8/1e-4/f32")]);
    assert!(alone.iter().all(|duel| duel.double_ratio.is_none()) && alone.len() == singles.len());
}

#[test]
fn all_but_times_follows_from_the_seed() {
    let roster = Roster::builtin();
    let untimed = |seed: u64| -> Vec<Duel> {
        let duels = tournament(&roster, seed).compare(&[set("hull/8/1e-2/f64")]);
        duels.into_iter().map(|duel| Duel { median_ns: None, ratio: None, low: None, high: None, ..duel }).collect()
    };
    assert_eq!(untimed(3), untimed(3));
    assert!(untimed(3).iter().zip(&untimed(4)).any(|(one, other)| one.supports != other.supports));
}

/// The variants that promise a translation, in the order of the roster.
fn of_depth(roster: &Roster) -> Vec<&str> {
    let entries = roster.entries().iter().filter(|entry| matches!(entry.about.promise, Promise::Depth | Promise::Translation));
    entries.map(|entry| entry.about.name).collect()
}

#[test]
fn the_depth_is_a_contest_of_those_that_promise_a_translation() {
    let roster = Roster::with_peers();
    let names = of_depth(&roster);
    assert!(!names.is_empty());
    for name in ["depth/box/8/overlap/f64", "depth/hull/32/overlap/f32"] {
        let duels = tournament(&roster, 1).compare(&[set(name)]);
        assert!(duels.iter().all(|duel| duel.contest() == Question::Depth && names.contains(&duel.variant.as_str())), "{name}");
        // The ratios are to the first of our variants that promises the least translation, whatever the baseline of distances
        // is.
        let own = duels.iter().find(|duel| duel.promise.as_deref() == Some("depth") && !duel.peer).unwrap();
        assert!(duels.iter().all(|duel| duel.baseline == own.variant), "{name}");
        assert!(own.timed > 0 && own.ratio == Some(1.0), "{name}: {own:?}");
        for duel in &duels {
            let promise = roster.named(&duel.variant).unwrap().about.promise;
            assert_eq!(duel.promise.as_deref(), Some(promise.name()));
            // A failure is not timed.
            assert!(duel.timed + duel.not_right <= 6 && duel.gave_up <= duel.not_right);
        }
        let other = &of_depth(&roster)[1..].iter().find(|other| duels.iter().any(|duel| duel.variant == **other)).copied();
        if let Some(other) = other {
            let based = Tournament { baseline: (*other).to_owned(), ..tournament(&roster, 1) }.compare(&[set(name)]);
            assert!(based.iter().all(|duel| duel.baseline == *other), "{name}: the baseline asked for");
        }
    }
    let distances = tournament(&roster, 1).compare(&[set("box/8/overlap/f64")]);
    assert!(distances.iter().all(|duel| duel.contest() == Question::Distance && !names.contains(&duel.variant.as_str())));
}

/// The reply of a variant about the case of a name, and its ruling, as any command has it.
///
/// A climbing variant answers like the scanning one.
fn by_name(roster: &Roster, name: &str, scalar: Arithmetic, variant: &str) -> (Option<Reply>, Ruling) {
    let parts: Vec<&str> = name.split(':').collect();
    let number = |text: &str| text.parse().expect("a number");
    let family = named(parts[0]).expect("the family is known by its name");
    let case = family.case(number(parts[1]), scalar, number(parts[2]));
    assert_eq!(case.id, name);
    let posed = PosedCase::pose(&case, scalar).expect("the coordinates are exact in the scalar");
    let on_other_terms = ["-climbing", "-vector-scan", "-plain-scan", "-posed"];
    let variant = on_other_terms.iter().find_map(|terms| variant.strip_suffix(terms)).unwrap_or(variant);
    let findings = posed.ask(roster, TOLERANCE, |entry| entry.about.name == variant);
    let (reply, judgement) = findings[0].outcome.clone().expect("it is applicable");
    (Some(reply), judgement.ruling)
}

#[test]
fn a_wrong_answer_is_given_again_by_the_name_of_its_case() {
    let roster = Roster::with_peers();
    let mut wrong = 0;
    for name in ["hull/8/1e-4/f32", "hull/32/1e-4/f32", "box/8/1e-9/f64"] {
        let set = set(name);
        let tournament = Tournament { cases: 16, ..tournament(&roster, 1) };
        let cases = set.cases(tournament.seed, tournament.cases);
        let judged = competitors(&roster, &cases, set.question, set.family.points, set.scalar);
        for (competitor, record) in judged.iter().zip(tournament.compare(&[set])) {
            let answers = competitor.answers.iter().flatten().zip(&cases);
            let is_wrong = |(answer, _): &(&JudgedReply, _)| answer.ruling != Ruling::Right;
            let answers: Vec<_> = answers.filter(is_wrong).collect();
            assert_eq!((record.variant.as_str(), record.wrong_cases.len()), (competitor.name, answers.len()));
            for ((answer, case), name) in answers.into_iter().zip(&record.wrong_cases) {
                assert_eq!(case.id, *name);
                let again = by_name(&roster, name, set.scalar, competitor.name);
                assert_eq!(again, (answer.reply.clone(), answer.ruling), "{} on {name}", competitor.name);
                wrong += 1;
            }
        }
    }
    assert!(wrong > 20, "{wrong} wrong answers");
}
