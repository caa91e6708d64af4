//! A fair comparison on a noisy machine: variants and peers in turns, on the same cases, in one process and on one core.
//!
//! # Cases
//! Each [`cell::Cell`] is a set of pairs of one kind of body, number of points and gap, in one scalar in which the coordinates
//! are exact; the gap is brought about by moving one body away from the other in a random direction, so that the nearest
//! features are what they happen to be. Everybody gets the points in the coordinates of the world and starts from the centres.
//!
//! # Judged first
//! Every answer of every contestant is judged before anything is timed. A case that a timed contestant gets wrong is timed for
//! nobody, in neither scalar; who gets too many wrong is left out of the cell ([`field::choose`]). Both are in the output.
//!
//! # Timed in turns
//! A round is a turn of each contestant over the whole set; what counts is the median over the rounds, and for ratios the
//! median of the quotients within rounds, with its interval ([`rounds`]). A cell and its like in the other scalar share their
//! rounds and the numbers of their cases, so that what single precision is worth is such a ratio too.
//!
//! The row `scan-alone` answers nothing: it makes the support calls of `signed-volumes` again, without the algorithm.

pub mod cell;
pub mod contestant;
pub mod field;
pub mod judged;
pub mod rounds;
pub mod statistics;

use std::rc::Rc;

use gjk_records::{Duel, Ruling};
use gjk_variants::{Oriented, Promise, Scalar, Solid};

use cell::Cell;
use contestant::{Arena, CLIMBED_FROM, Contestant, Posed, contestants};
use field::{Field, Standing, choose};
use gjk_cases::case::Arithmetic;
use gjk_solvers::entry::Roster;
use judged::Answers;
use rounds::{Effort, Timed, ratio, times};
use statistics::median;

/// A comparison of everybody in a roster, cell by cell.
pub struct Contest<'a> {
    /// Variants and peers.
    pub roster: &'a Roster,
    /// Whose time the ratios are of; in a scalar that this peer does not run in, those of its twin.
    pub baseline: String,
    /// The seed of the cases.
    pub seed: u64,
    /// How much is measured in a cell.
    pub effort: Effort,
    /// At most this many cases of a cell.
    pub cases: usize,
    /// The commit, for the records.
    pub commit: Option<String>,
}

impl Contest<'_> {
    /// The peer in double precision where it takes part, else the first of our own.
    pub fn default_baseline(roster: &Roster) -> &'static str {
        if roster.named("parry3d-f64").is_some() { "parry3d-f64" } else { "signed-volumes" }
    }

    /// Everybody who takes part in any cell, in their order.
    pub fn names(roster: &Roster) -> Vec<&str> {
        let mut names: Vec<&str> = contestants::<Solid<f64>>(roster, CLIMBED_FROM).iter().map(|one| one.name).collect();
        for contestant in contestants::<Solid<f32>>(roster, CLIMBED_FROM) {
            if !names.contains(&contestant.name) {
                names.push(contestant.name);
            }
        }
        names
    }

    /// A record of each contestant in each of these cells, cell by cell, in the order of the roster. The contestants of all of
    /// them take turns with one another, on the cases that are timed in each: where a cell and its like in the other scalar are
    /// compared, what disturbs the machine disturbs both. If no case is timed in each, they have nothing in common, and no ratio
    /// of one to the other.
    pub fn compare(&self, cells: &[Cell]) -> Vec<Duel> {
        let judge = |cell: &Cell| match cell.scalar {
            Arithmetic::F32 => self.judged::<Solid<f32>>(*cell),
            _ => self.judged::<Solid<f64>>(*cell),
        };
        let mut judged: Vec<Box<dyn Judged>> = cells.iter().map(judge).collect();
        let is_common = |case: &usize| judged.iter().all(|cell| cell.cases().contains(case));
        let common: Vec<usize> =
            judged.first().map_or(&[][..], |cell| cell.cases()).iter().copied().filter(is_common).collect();
        if !common.is_empty() {
            judged.iter_mut().for_each(|cell| cell.keep(&common));
        }
        let (places, timed): (Vec<_>, Vec<_>) = judged.iter().flat_map(|cell| cell.timed()).unzip();
        let times = times(&timed, Effort { seconds: self.effort.seconds * cells.len() as f64, ..self.effort });
        let clock = |of: &Cell, cell: &Cell, name: &str| -> Option<&[f64]> {
            let place = places.iter().position(|place| *place == (*cell, name))?;
            (of == cell || !common.is_empty()).then_some(&times[place])
        };
        judged.iter().flat_map(|cell| cell.records(self, &clock)).collect()
    }

    /// The baseline in a scalar: where the one asked for is of the other scalar only, its twin (parry has one for each).
    fn baseline<'a>(&'a self, names: &[&'a str]) -> &'a str {
        let twin = match self.baseline.as_str() {
            "parry3d-f64" => "parry3d",
            "parry3d" => "parry3d-f64",
            other => other,
        };
        if names.contains(&self.baseline.as_str()) { &self.baseline } else { twin }
    }

    fn judged<'a, S: Arena + Oriented>(&'a self, cell: Cell) -> Box<dyn Judged + 'a>
    where
        S::Scalar: Scalar,
    {
        let contestants = contestants::<S>(self.roster, cell.points);
        let names: Vec<&str> = contestants.iter().map(|contestant| contestant.name).collect();
        let baseline = self.baseline(&names);
        let cases = (0..cell.count().min(self.cases) as u64).map(|index| cell.case(self.seed, index));
        // Every one of them, as the number of a case is its place.
        let pose = |case| Posed::new(&case, cell.scalar, self.roster).expect("coordinates of cells are exact in their scalar");
        let posed: Vec<Posed<S>> = cases.map(pose).collect();
        let judged: Vec<Answers> = contestants.iter().map(|contestant| Answers::new(contestant, &posed)).collect();
        let standings: Vec<Standing> =
            names.iter().zip(&judged).map(|(name, judged)| Standing { name, right: judged.right() }).collect();
        let field = choose(&standings, posed.len(), baseline);
        let wrong = standings.iter().map(Standing::wrong).collect();
        Box::new(JudgedCell { cell, contestants, baseline, posed, judged, wrong, field })
    }
}

/// The rounds of a contestant in a cell, to be compared with those of the first cell; none where they are not comparable, or it
/// was not timed.
type Clock<'a> = dyn Fn(&Cell, &Cell, &str) -> Option<&'a [f64]> + 'a;

/// A cell in which everybody is judged, in either scalar.
trait Judged {
    /// The numbers of the cases to be timed.
    fn cases(&self) -> &[usize];
    /// Times these only.
    fn keep(&mut self, cases: &[usize]);
    /// Who is timed, by the cell and the name.
    fn timed(&self) -> Vec<((Cell, &str), Timed<'_>)>;
    fn records(&self, contest: &Contest, clock: &Clock) -> Vec<Duel>;
}

struct JudgedCell<'a, S: Arena> {
    cell: Cell,
    contestants: Vec<Contestant<'a, S>>,
    baseline: &'a str,
    posed: Vec<Posed<S>>,
    judged: Vec<Answers>,
    /// How many answers of each are not right.
    wrong: Vec<usize>,
    field: Field,
}

impl<S: Arena> Judged for JudgedCell<'_, S>
where
    S::Scalar: Scalar,
{
    fn cases(&self) -> &[usize] {
        &self.field.cases
    }

    fn keep(&mut self, cases: &[usize]) {
        self.field.cases = cases.to_vec();
    }

    fn timed(&self) -> Vec<((Cell, &str), Timed<'_>)> {
        let set: Rc<[&Posed<S>]> = self.field.cases.iter().map(|&case| &self.posed[case]).collect();
        let timed = self.contestants.iter().zip(&self.field.is_timed).filter(|(_, is_timed)| **is_timed && !set.is_empty());
        timed
            .map(|(contestant, _)| {
                let (set, queries) = (Rc::clone(&set), set.len());
                ((self.cell, contestant.name), Timed { turn: Box::new(move || (contestant.turn)(&set)), queries })
            })
            .collect()
    }

    fn records(&self, contest: &Contest, clock: &Clock) -> Vec<Duel> {
        let cell = &self.cell;
        let record = |place: usize| {
            let (contestant, judged) = (&self.contestants[place], &self.judged[place]);
            let own = clock(cell, cell, contestant.name);
            let beside = |other: &Cell, name: &str| own.and_then(|own| ratio(own, clock(cell, other, name)?));
            let ratio = beside(cell, self.baseline);
            let of_double = cell.in_double().and_then(|double| beside(&double, contestant.name));
            Duel {
                family: cell.family().to_owned(),
                points: cell.points,
                gap: cell.gap.name(),
                scalar: cell.scalar.name().to_owned(),
                variant: contestant.name.to_owned(),
                median_ns: own.and_then(median),
                ratio: ratio.map(|ratio| ratio.median),
                low: ratio.map(|ratio| ratio.low),
                high: ratio.map(|ratio| ratio.high),
                timed: own.map_or(0, |_| self.field.cases.len()),
                not_right: self.wrong[place],
                promise: promise(contestant).map(str::to_owned),
                cases: self.posed.len(),
                gave_up: judged.count(Ruling::GaveUp),
                inaccurate: judged.count(Ruling::Inaccurate),
                rounds: own.map_or(0, <[f64]>::len),
                supports: judged.mean(&self.field.cases, |_, reply| reply.supports),
                iterations: judged.mean(&self.field.cases, |_, reply| reply.iterations),
                products: judged.mean(&self.field.cases, |case, reply| reply.supports * self.posed[case].points()),
                seed: contest.seed,
                baseline: self.baseline.to_owned(),
                commit: contest.commit.clone(),
                peer: gjk_solvers::peers::is_peer(contestant.name),
                double_ratio: of_double.map(|ratio| ratio.median),
                double_low: of_double.map(|ratio| ratio.low),
                double_high: of_double.map(|ratio| ratio.high),
            }
        };
        (0..self.contestants.len()).map(record).collect()
    }
}

/// What a contestant promises, as records spell it.
fn promise<S: Arena>(contestant: &Contestant<S>) -> Option<&'static str> {
    contestant.promise.map(|promise| match promise {
        Promise::Distance => "distance",
        Promise::Verdict => "verdict",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cell::{cells, pairs};

    #[test]
    fn a_record_has_the_times_of_its_own_contestant_cell_and_baseline() {
        let roster = Roster::builtin();
        let effort = Effort { seconds: 0.0, least: 3, most: 3, turn: 1e-6 };
        let baseline = "signed-volumes".to_owned();
        let contest = Contest { roster: &roster, baseline, seed: 1, effort, cases: 4, commit: None };
        let cells = cells();
        let [double, single] = pairs(&cells).next().expect("there are cells") else { panic!("cells come in pairs") };
        // Half as long in single precision, and longer for longer names.
        let all: Vec<(Cell, &str, Vec<f64>)> = [(double, 2.0), (single, 1.0)]
            .into_iter()
            .flat_map(|(cell, scale)| {
                Contest::names(&roster).into_iter().map(move |name| (*cell, name, vec![scale * name.len() as f64; 3]))
            })
            .collect();
        let find = |cell: &Cell, name: &str| all.iter().find(|one| (one.0, one.1) == (*cell, name)).map(|one| one.2.as_slice());
        let records = |clock: &Clock| contest.judged::<Solid<f32>>(*single).records(&contest, clock);

        for record in records(&|_, cell, name| find(cell, name)) {
            let long = record.variant.len() as f64;
            assert_eq!((record.median_ns, record.double_ratio), (Some(long), Some(0.5)), "{}", record.variant);
            assert_eq!(record.ratio, Some(long / "signed-volumes".len() as f64));
        }
        let without_double = records(&|of, cell, name| if of == cell { find(cell, name) } else { None });
        assert!(without_double.iter().all(|record| record.double_ratio.is_none() && record.ratio.is_some()));
    }
}
