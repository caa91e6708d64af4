//! A fair comparison on a noisy machine: variants and peers in turns, on the same cases, in one process and on one core.
//!
//! # Cases
//! Each [`cell::Cell`] is a set of pairs of one kind of body, number of points and gap, in one scalar in which the coordinates
//! are exact; the gap is brought about by moving one body away from the other in a random direction, so that the nearest
//! features are what they happen to be. Everybody gets the points in the coordinates of the world and starts from the centres.
//!
//! # Judged first
//! Every answer of every contestant is judged before anything is timed. A case that a timed contestant gets wrong is timed for
//! nobody; who gets too many wrong is left out of the cell ([`field::choose`]). Both are in the output.
//!
//! # Timed in turns
//! A round is a turn of each contestant over the whole set; what counts is the median over the rounds, and for ratios the
//! median of the quotients within rounds, with its interval ([`rounds`]).
//!
//! The row `scan-alone` answers nothing: it makes the support calls of `signed-volumes` again, without the algorithm.

pub mod cell;
pub mod contestant;
pub mod field;
pub mod judged;
pub mod rounds;
pub mod statistics;

use gjk_records::{Duel, Ruling};
use gjk_variants::{Oriented, Promise, Scalar, Solid};

use crate::case::Arithmetic;
use crate::entry::Roster;
use cell::Cell;
use contestant::{Arena, CLIMBED_FROM, Contestant, Posed, contestants};
use field::{Standing, choose};
use judged::Judged;
use rounds::{Effort, ratio, times};
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

    /// A record of each contestant in a cell, in the order of the roster.
    pub fn compare(&self, cell: &Cell) -> Vec<Duel> {
        match cell.scalar {
            Arithmetic::F32 => self.compare_in::<Solid<f32>>(cell),
            _ => self.compare_in::<Solid<f64>>(cell),
        }
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

    fn compare_in<S: Arena + Oriented>(&self, cell: &Cell) -> Vec<Duel>
    where
        S::Scalar: Scalar,
    {
        let contestants = contestants::<S>(self.roster, cell.points);
        let names: Vec<&str> = contestants.iter().map(|contestant| contestant.name).collect();
        let baseline = self.baseline(&names);
        let cases = (0..cell.count().min(self.cases) as u64).map(|index| cell.case(self.seed, index));
        let posed: Vec<Posed<S>> = cases.filter_map(|case| Posed::new(&case, cell.scalar, self.roster)).collect();
        let judged: Vec<Judged> = contestants.iter().map(|contestant| Judged::new(contestant, &posed)).collect();
        let standings: Vec<Standing> =
            names.iter().zip(&judged).map(|(name, judged)| Standing { name, right: judged.right() }).collect();
        let field = choose(&standings, posed.len(), baseline);
        let set: Vec<&Posed<S>> = field.cases.iter().map(|&case| &posed[case]).collect();
        let timed: Vec<usize> = (0..names.len()).filter(|&place| field.is_timed[place] && !set.is_empty()).collect();
        let times = times(&timed.iter().map(|&place| &contestants[place]).collect::<Vec<_>>(), &set, self.effort);
        let times_of = |name: &str| timed.iter().position(|&place| names[place] == name).map(|place| times[place].as_slice());

        let record = |place: usize| {
            let own = times_of(names[place]);
            let ratio = own.and_then(|own| ratio(own, times_of(baseline)?));
            let judged = &judged[place];
            Duel {
                family: cell.family().to_owned(),
                points: cell.points,
                gap: cell.gap.name(),
                scalar: cell.scalar.name().to_owned(),
                variant: names[place].to_owned(),
                median_ns: own.and_then(median),
                ratio: ratio.map(|ratio| ratio.median),
                low: ratio.map(|ratio| ratio.low),
                high: ratio.map(|ratio| ratio.high),
                timed: own.map_or(0, |_| set.len()),
                left_out: standings[place].wrong(),
                promise: promise(&contestants[place]).map(str::to_owned),
                cases: posed.len(),
                gave_up: judged.count(Ruling::GaveUp),
                inaccurate: judged.count(Ruling::Inaccurate),
                rounds: own.map_or(0, <[f64]>::len),
                supports: judged.mean(&field.cases, |_, reply| reply.supports),
                iterations: judged.mean(&field.cases, |_, reply| reply.iterations),
                products: judged.mean(&field.cases, |case, reply| reply.supports * posed[case].points()),
                seed: self.seed,
                baseline: baseline.to_owned(),
                commit: self.commit.clone(),
                peer: crate::peers::is_peer(names[place]),
            }
        };
        (0..names.len()).map(record).collect()
    }
}

/// What a contestant promises, as records spell it.
fn promise<S: Arena>(contestant: &Contestant<S>) -> Option<&'static str> {
    contestant.promise.map(|promise| match promise {
        Promise::Distance => "distance",
        Promise::Verdict => "verdict",
    })
}
