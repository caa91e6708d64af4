//! The duel: a fair comparison of variants and peers on a noisy machine.
//!
//! The competitors take turns on the same cases, in one process and on one core.
//!
//! # Cases
//! Each [`CaseSet`] is a family of [`duel_families`](gjk_cases::family::duel_families) in one scalar. Every competitor on
//! common terms gets the points in the coordinates of the world and starts from the centres.
//!
//! # Judged first
//! Every answer of every competitor is judged before anything is timed. A case that a timed competitor gets wrong is not timed,
//! in either scalar. A competitor that gets too many cases wrong is not timed on the set ([`Selection`]). The records contain
//! both exclusions, with the names of the cases.
//!
//! # Timed in turns
//! The time of a competitor is the median over the rounds of the [clock](gjk_clock). A ratio is the median of the quotients
//! within rounds, with its interval. The two scalars of a family share their rounds and the numbers of their cases, so the gain
//! of single precision is such a ratio too. A competitor that takes very long is timed on fewer pairs ([`Duel::timed`]), and
//! compared with the baseline on these pairs.
//!
//! # The depth
//! A separate contest asks for a translation that separates overlapping bodies, on the sets `depth/…`. It compares variants
//! that promise the least translation with variants that promise some translation. Its rounds and statistics are the same as
//! for distances. Its condition on answers is weaker: a timed answer must not be a failure, but need not be right
//! ([`Question::times`]). If the requested baseline is not in the contest, ratios are to the first of our variants that
//! promises the least translation.
//!
//! # The casts
//! Another contest asks when a moving body first touches another, on the sets `cast/…`: bodies that hit, and bodies that pass. A timed answer has to be
//! right. If the requested baseline is not in the contest, ratios are to parry's cast, or to the first of our variants that casts.
//!
//! # By several processes
//! All rounds of a process share one random choice: the addresses of bodies and code in memory. [`processes`] repeats the
//! comparison in several processes and takes medians; their range shows how far one process can be trusted.
//!
//! # On equal terms
//! Each row states its [`Terms`]. Rows on common terms are ranked with each other, and rows with prepared structures among
//! themselves. Any other difference makes a separate row: a variant's own start, a peer on our scan, a variant on a peer's
//! scan, a pose. An external shared library is timed in a separate process, by the clock of that process. An external program
//! is not timed. The preparation of bodies has no ratio to a baseline, since it is not a query.
//!
//! The row `scan-alone` answers nothing: it repeats the support calls of `signed-volumes`, without the algorithm. The rows
//! `layout-of-scan` and `chart-and-graph` time the preparation of two bodies from their points; one of their queries is one
//! pair of bodies. A chart takes as long as thousands of queries, so `chart-and-graph` is timed on [few pairs](CHARTED).

mod case_set;
pub mod command;
mod competitor;
mod experiment;
pub mod processes;
mod selection;
mod table;

use std::collections::HashMap;
use std::time::Duration;

use gjk_cases::case::Arithmetic;
use gjk_clock::{Ratio, Schedule, measure, median};
use gjk_records::{Duel, Question, Ruling};
use gjk_solvers::Roster;
use gjk_solvers::peers::is_peer;
use gjk_variants::Promise;

pub use case_set::{CaseSet, by_family, case_sets};
pub use competitor::{CHARTED, Competitor, JudgedReply, Terms, competitors};
pub use experiment::{Duels, compare};
pub use selection::{Correctness, Selection, answering};

/// Duels of all competitors of a roster.
pub struct Tournament<'a> {
    /// Variants and peers.
    pub roster: &'a Roster,
    /// The competitor to whose time the ratios refer; in a scalar in which this peer does not run, its twin.
    pub baseline: String,
    /// The seed of the cases.
    pub seed: u64,
    /// The schedule of the measurements on one set of cases.
    pub schedule: Schedule,
    /// The largest number of cases of a set.
    pub cases: usize,
    /// The commit, for the records.
    pub commit: Option<String>,
}

impl Tournament<'_> {
    /// The peer in double precision if it is compiled in, else the first of our own variants.
    pub fn default_baseline(roster: &Roster) -> &'static str {
        if roster.named("parry3d-f64").is_some() { "parry3d-f64" } else { "signed-volumes" }
    }

    /// The names of all competitors of any set, in their order.
    pub fn names(roster: &Roster) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let scalars = [Arithmetic::F64, Arithmetic::F32];
        for (question, scalar) in
            [Question::Distance, Question::Depth, Question::Cast].into_iter().flat_map(|q| scalars.map(|s| (q, s)))
        {
            for competitor in competitors(roster, &[], question, usize::MAX, scalar) {
                if !names.contains(&competitor.name) {
                    names.push(competitor.name);
                }
            }
        }
        names
    }

    /// A record of each competitor on each of these sets, set by set, in the order of the roster.
    ///
    /// The competitors of all these sets take turns with one another, on the cases that are timed in every set. So if a family
    /// is compared in two scalars, a disturbance of the machine affects both. If no case is timed in every set, the sets have
    /// nothing in common, and there is no ratio of one to the other.
    pub fn compare(&self, sets: &[CaseSet]) -> Vec<Duel> {
        let mut judged: Vec<JudgedSet> = sets.iter().map(|set| self.judge(*set)).collect();
        let is_common = |case: &usize| judged.iter().all(|one| one.selection.cases.contains(case));
        let first = judged.first().map_or(&[][..], |one| &one.selection.cases);
        let common: Vec<usize> = first.iter().copied().filter(is_common).collect();
        if !common.is_empty() {
            judged.iter_mut().for_each(|one| one.selection.cases.clone_from(&common));
        }
        self.shorten(&mut judged);
        let in_turns = |take: fn(Terms) -> bool, schedule: Schedule| {
            let timed = judged.iter().flat_map(|one| one.timed(take, &self.baseline(&one.competitors)));
            let (of, tasks): (Vec<_>, Vec<_>) = timed.unzip();
            let times = measure(&tasks, schedule);
            // Every competitor that does not end has all rounds, and so has the baseline.
            let all = times.iter().map(Vec::len).max().unwrap_or(0);
            of.into_iter().zip(times).map(move |(of, times)| (of, times, all))
        };
        let budget = self.schedule.budget * sets.len() as u32;
        let queries = in_turns(|terms| terms != Terms::Preparation, Schedule { budget, ..self.schedule });
        // A preparation takes as long as thousands of queries: turns shared with queries would leave few rounds.
        let few = Schedule { budget: Duration::ZERO, least: self.schedule.least.min(5), ..self.schedule };
        let preparations = in_turns(|terms| terms == Terms::Preparation, few);
        let times = Times { rounds: queries.chain(preparations).collect(), are_common: !common.is_empty() };
        judged.iter().flat_map(|one| self.records(one, &times)).collect()
    }

    /// Times slow competitors on fewer pairs, the same number in both scalars.
    ///
    /// Their ratios are to the baseline on the same pairs. It is timed on these in addition, so it keeps all its pairs for the
    /// other competitors.
    fn shorten(&self, judged: &mut [JudgedSet]) {
        let mut most: HashMap<&str, usize> = HashMap::new();
        for one in &*judged {
            let (baseline, cases) = (self.baseline(&one.competitors), &one.selection.cases);
            for (competitor, _) in one.competitors.iter().zip(&one.selection.is_timed).filter(|(_, is_timed)| **is_timed) {
                if competitor.name != baseline && competitor.terms != Terms::Preparation && !cases.is_empty() {
                    let pairs = pairs_within(LONGEST_PASS, competitor.pace(cases, self.schedule.clock), cases.len());
                    most.entry(competitor.name).and_modify(|most| *most = pairs.min(*most)).or_insert(pairs);
                }
            }
        }
        for competitor in judged.iter_mut().flat_map(|one| &mut one.competitors) {
            competitor.most = competitor.most.min(most.get(competitor.name).copied().unwrap_or(usize::MAX));
        }
    }

    fn judge(&self, set: CaseSet) -> JudgedSet<'_> {
        let cases = set.cases(self.seed, self.cases);
        let competitors = competitors(self.roster, &cases, set.question, set.family.points, set.scalar);
        let correctness: Vec<Correctness> =
            competitors.iter().map(|one| Correctness { name: one.name, right: one.right() }).collect();
        let mut selection = Selection::of(&correctness, cases.len(), &self.baseline(&competitors));
        for (is_timed, competitor) in selection.is_timed.iter_mut().zip(&competitors) {
            *is_timed &= competitor.is_asked;
        }
        let wrong = correctness.iter().map(Correctness::wrong).collect();
        JudgedSet { set, names: cases.into_iter().map(|case| case.id).collect(), competitors, wrong, selection }
    }

    /// The baseline of a set: the requested one or, if that runs only in the other scalar, its twin (parry has one for each
    /// scalar).
    ///
    /// If neither is compared, it is their cast in the contest of casts; else the first of our own variants that promises the
    /// depth or the first contact.
    fn baseline(&self, competitors: &[Competitor]) -> String {
        let twin = match self.baseline.as_str() {
            "parry3d-f64" => "parry3d",
            "parry3d" => "parry3d-f64",
            other => other,
        };
        let takes_part = |name: &&str| competitors.iter().any(|one| one.name == *name);
        let is_own = |one: &&Competitor| matches!(one.promise, Some(Promise::Depth | Promise::Cast)) && !is_peer(one.name);
        let own = || competitors.iter().find(is_own).map(|one| one.name);
        let casts = [&self.baseline[..], twin].map(|name| format!("{name}-cast"));
        let names = [&self.baseline[..], twin, &casts[0], &casts[1]];
        names.into_iter().find(takes_part).or_else(own).unwrap_or(twin).to_owned()
    }

    fn records(&self, judged: &JudgedSet, times: &Times) -> Vec<Duel> {
        let (set, baseline) = (judged.set, self.baseline(&judged.competitors));
        let lost = |competitor: &Competitor, wrong: &[usize]| -> Vec<String> {
            let is_right = |case: &usize| competitor.is_asked && !wrong.contains(case);
            let is_lost = |case: &usize| is_right(case) && !judged.selection.cases.contains(case);
            (0..judged.names.len()).filter(is_lost).map(|case| judged.names[case].clone()).collect()
        };
        let record = |(competitor, wrong): (&Competitor, &Vec<usize>)| {
            let cases = &judged.selection.cases;
            let pairs = competitor.timed(cases).len();
            let own = times.of(set, competitor.name, pairs);
            let is_query = competitor.terms != Terms::Preparation;
            let ratio = own.filter(|_| is_query).and_then(|own| Ratio::of(own, times.of(set, &baseline, pairs)?));
            let of_double = own.and_then(|own| Ratio::of(own, times.in_double(set, competitor.name, pairs)?));
            Duel {
                family: set.family.shape.name().to_owned(),
                points: set.family.points,
                gap: set.gap(),
                scalar: set.scalar.name().to_owned(),
                variant: competitor.name.to_owned(),
                median_ns: own.and_then(median),
                ratio: ratio.map(|ratio| ratio.median),
                low: ratio.map(|ratio| ratio.low),
                high: ratio.map(|ratio| ratio.high),
                timed: own.map_or(0, |_| pairs),
                not_right: wrong.len(),
                promise: competitor.promise.map(|promise| promise.name().to_owned()),
                cases: judged.names.len(),
                gave_up: competitor.count(Ruling::GaveUp),
                inaccurate: competitor.count(Ruling::Inaccurate),
                rounds: own.map_or(0, <[f64]>::len),
                supports: competitor.mean(cases, |reply| reply.supports),
                iterations: competitor.mean(cases, |reply| reply.iterations),
                products: competitor.mean(cases, |reply| reply.supports * 2 * set.family.points),
                seed: self.seed,
                baseline: baseline.clone(),
                commit: self.commit.clone(),
                peer: is_peer(competitor.name) || matches!(competitor.terms, Terms::VectorScan | Terms::Posed),
                double_ratio: of_double.map(|ratio| ratio.median),
                double_low: of_double.map(|ratio| ratio.low),
                double_high: of_double.map(|ratio| ratio.high),
                wrong_cases: wrong.iter().map(|case| judged.names[*case].clone()).collect(),
                terms: competitor.terms.name().to_owned(),
                lost_cases: lost(competitor, wrong),
                process_ns: Vec::new(),
                process_ratios: Vec::new(),
                question: set.question.name().to_owned(),
                ended: match times.ended(set, competitor.name, pairs) {
                    _ if !competitor.is_asked => Duel::NOT_ASKED.to_owned(),
                    Some((rounds, all)) => Duel::ended_after(rounds, all),
                    None => String::new(),
                },
            }
        };
        judged.competitors.iter().zip(&judged.wrong).map(record).collect()
    }
}

/// A set of cases on which every competitor is judged.
struct JudgedSet<'a> {
    set: CaseSet,
    /// The names of the cases.
    names: Vec<String>,
    competitors: Vec<Competitor<'a>>,
    /// The cases that each competitor does not get right.
    wrong: Vec<Vec<usize>>,
    selection: Selection,
}

/// The longest pass of a competitor other than the baseline, in seconds.
const LONGEST_PASS: f64 = 0.002;

/// The fewest pairs on which a competitor is timed, even if its pass is longer.
const FEWEST_PAIRS: usize = 32;

/// The number of pairs on which a competitor is timed, by the seconds of its query.
///
/// It is all pairs if their pass takes at most twice as long, and otherwise a power of two, so that several processes mostly agree on
/// it.
fn pairs_within(pass: f64, query: f64, all: usize) -> usize {
    // A cast saturates, so a query that takes no time allows any number of pairs.
    let most = ((pass / query) as usize).max(FEWEST_PAIRS);
    if most >= all.div_ceil(2) { all } else { 1 << most.ilog2() }
}

/// A set, a competitor that is timed on it, and the number of pairs.
type Timed<'a> = (CaseSet, &'a str, usize);

impl<'a> JudgedSet<'a> {
    /// The tasks of the timed competitors whose terms `take` accepts, and more tasks of the baseline.
    ///
    /// If competitors are timed on fewer pairs, the baseline is timed once more on each such number of pairs.
    fn timed(&self, take: fn(Terms) -> bool, baseline: &str) -> Vec<(Timed<'a>, gjk_clock::Task<'a>)> {
        let cases = &self.selection.cases;
        let is_timed =
            |(competitor, is_timed): &(&Competitor, &bool)| **is_timed && !cases.is_empty() && take(competitor.terms);
        let timed = || self.competitors.iter().zip(&self.selection.is_timed).filter(is_timed).map(|(competitor, _)| competitor);
        let task = |competitor: &Competitor<'a>, cases: &[usize]| {
            ((self.set, competitor.name, competitor.timed(cases).len()), competitor.task(cases))
        };
        let mut fewer: Vec<usize> = timed()
            .filter(|competitor| competitor.terms != Terms::Preparation)
            .map(|competitor| competitor.timed(cases).len())
            .filter(|pairs| *pairs < cases.len())
            .collect();
        fewer.sort_unstable();
        fewer.dedup();
        let again = timed().filter(|competitor| competitor.name == baseline);
        let again = again.flat_map(|baseline| fewer.iter().map(move |&pairs| task(baseline, &cases[..pairs])));
        timed().map(|competitor| task(competitor, cases)).chain(again).collect()
    }
}

/// The times of the timed competitors, round by round.
struct Times<'a> {
    /// The times of each timed competitor, with the number of rounds of the measurement.
    rounds: Vec<(Timed<'a>, Vec<f64>, usize)>,
    /// Whether the times are for the same cases in each set.
    are_common: bool,
}

impl Times<'_> {
    /// The times of all rounds; `None` if the competitor was not timed, or ended before the last round.
    fn of(&self, set: CaseSet, name: &str, pairs: usize) -> Option<&[f64]> {
        let found = self.rounds.iter().find(|(of, times, all)| *of == (set, name, pairs) && times.len() == *all);
        found.map(|(_, times, _)| times.as_slice())
    }

    /// The number of rounds after which the competitor ended, and the number of all rounds; `None` if it did not end.
    fn ended(&self, set: CaseSet, name: &str, pairs: usize) -> Option<(usize, usize)> {
        let found = self.rounds.iter().find(|(of, times, all)| *of == (set, name, pairs) && times.len() < *all);
        found.map(|(_, times, all)| (times.len(), *all))
    }

    /// The times of the same family and cases in double precision, for a set of single precision.
    fn in_double(&self, set: CaseSet, name: &str, pairs: usize) -> Option<&[f64]> {
        let is_single = set.scalar == Arithmetic::F32;
        let double = CaseSet { scalar: Arithmetic::F64, ..set };
        if is_single && self.are_common { self.of(double, name, pairs) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_competitors_and_their_baseline_are_timed_on_fewer_pairs() {
        // Within 10 ms: all 170 pairs of 58 µs each, and of 117 µs, which take at most twice as long; 64 of 120 µs, not fewer than 32 of
        // 2.5 ms, and all if a query takes no time.
        let pairs = [58e-6, 117e-6, 120e-6, 2.5e-3, 0.0].map(|query| pairs_within(0.01, query, 170));
        assert_eq!(pairs, [170, 170, 64, 32, 170]);
        let roster = Roster::builtin();
        let schedule = Schedule::rounds(Duration::from_micros(1), 3);
        let baseline = "signed-volumes".to_owned();
        let tournament = Tournament { roster: &roster, baseline, seed: 1, schedule, cases: 8, commit: None };
        let sets = case_sets();
        let mut judged = tournament.judge(sets[0]);
        let timed = |judged: &JudgedSet| {
            let timed = judged.timed(|terms| terms != Terms::Preparation, "signed-volumes");
            timed.iter().map(|((_, name, pairs), task)| ((*name).to_owned(), *pairs, task.queries)).collect::<Vec<_>>()
        };
        let all = timed(&judged);
        assert!(all.iter().all(|(_, pairs, queries)| pairs == queries && *pairs == judged.selection.cases.len()));
        judged.competitors.iter_mut().filter(|one| ["johnson", "ericson"].contains(&one.name)).for_each(|one| one.most = 3);
        let some = timed(&judged);
        let of = |name: &str| some.iter().filter(|one| one.0 == name).map(|one| one.1).collect::<Vec<_>>();
        assert_eq!((of("johnson"), of("ericson")), (vec![3], vec![3]));
        assert_eq!(of("signed-volumes"), [all[0].1, 3], "once on all, and once on the pairs of the slow ones");
        assert!(some.iter().all(|(_, pairs, queries)| pairs == queries));
        assert_eq!(some.len(), all.len() + 1);
    }

    #[test]
    fn a_record_has_the_times_of_its_own_competitor_set_and_baseline() {
        let roster = Roster::builtin();
        let schedule = Schedule::rounds(Duration::from_micros(1), 3);
        let baseline = "signed-volumes".to_owned();
        let tournament = Tournament { roster: &roster, baseline, seed: 1, schedule, cases: 4, commit: None };
        let sets = case_sets();
        let [double, single] = by_family(&sets).next().expect("there are sets") else { panic!("a family in two scalars") };
        // Invented times: a query takes half as long in single precision, and a time in proportion to the length of the name.
        let rounds = [(double, 2.0), (single, 1.0)].into_iter().flat_map(|(set, scale)| {
            Tournament::names(&roster).into_iter().flat_map(move |name| {
                // On fewer pairs every competitor takes ten times as long.
                let on = move |pairs: usize, scale: f64| ((*set, name, pairs), vec![scale * name.len() as f64; 3], 3);
                [on(4, scale), on(2, 10.0 * scale)]
            })
        });
        let mut times = Times { rounds: rounds.collect(), are_common: true };
        let mut judged = tournament.judge(*single);
        let slow = judged.competitors.iter_mut().find(|one| one.name == "johnson").expect("it is there");
        slow.most = 2;
        for record in tournament.records(&judged, &times) {
            let long = record.variant.len() as f64;
            let is_slow = record.variant == "johnson" || record.terms == Terms::Preparation.name() && record.timed == 2;
            let time = if is_slow { 10.0 * long } else { long };
            assert_eq!(record.timed, if is_slow { 2 } else { 4 }, "{}", record.variant);
            assert_eq!((record.median_ns, record.double_ratio), (Some(time), Some(0.5)), "{}", record.variant);
            // A preparation is not compared with a query.
            let is_query = record.terms != Terms::Preparation.name();
            assert_eq!(record.ratio, is_query.then(|| long / "signed-volumes".len() as f64));
        }
        // A competitor that has ended has no time and no ratio, and states after which round it ended; the others are as they
        // were.
        let place = times.rounds.iter().position(|((set, name, pairs), ..)| (set, *name, *pairs) == (single, "ericson", 4));
        times.rounds[place.expect("it is there")].1.truncate(1);
        let with = tournament.records(&judged, &times);
        let ended: Vec<&Duel> = with.iter().filter(|record| !record.ended.is_empty()).collect();
        assert_eq!(ended.len(), 1);
        assert_eq!((&*ended[0].variant, &*ended[0].ended), ("ericson", "ended after 1 of 3"));
        assert_eq!((ended[0].median_ns, ended[0].ratio, ended[0].double_ratio, ended[0].timed), (None, None, None, 0));
        // A competitor that had ended before is not asked: nothing of it is counted.
        let gone = judged.competitors.iter().position(|one| one.name == "ericson").expect("it is there");
        judged.competitors[gone].is_asked = false;
        let record = tournament.records(&judged, &times).swap_remove(gone);
        assert_eq!((&*record.ended, record.supports, record.timed, record.lost_cases.len()), ("not asked", None, 0, 0));
        judged.competitors[gone].is_asked = true;
        times.are_common = false;
        let without = tournament.records(&judged, &times);
        let has_ratio =
            |record: &Duel| record.ratio.is_some() == (record.terms != Terms::Preparation.name() && record.ended.is_empty());
        assert!(without.iter().all(|record| record.double_ratio.is_none() && has_ratio(record)));
    }
}
