//! One contestant on one cell, again and again, for a tool that counts instructions.

use gjk_cases::case::Arithmetic;
use gjk_experiments::contest::cell::{Cell, cells};
use gjk_experiments::contest::contestant::{Arena, Contestant, Posed, contestants};
use gjk_records::Ruling;
use gjk_solvers::entry::Roster;
use gjk_variants::{Oriented, Scalar, Solid};

/// Runs the contestant of `CELL/VARIANT` on the cases that it gets right, and says how many queries that were.
pub fn run(roster: &Roster, address: &str, seed: u64, repeats: usize) -> Result<(), String> {
    let (cell, variant) = address.rsplit_once('/').unwrap_or((address, ""));
    let found = cells().into_iter().find(|other| other.to_string() == cell);
    let cell = found.ok_or_else(|| format!("there is no cell {cell:?}; --list names them"))?;
    let queries = match cell.scalar {
        Arithmetic::F32 => count::<Solid<f32>>(roster, &cell, variant, seed, repeats),
        _ => count::<Solid<f64>>(roster, &cell, variant, seed, repeats),
    }?;
    println!("{queries} queries");
    Ok(())
}

fn count<S: Arena + Oriented>(roster: &Roster, cell: &Cell, variant: &str, seed: u64, repeats: usize) -> Result<usize, String>
where
    S::Scalar: Scalar,
{
    let contestants = contestants::<S>(roster, cell.points);
    let names = || contestants.iter().map(|contestant| contestant.name).collect::<Vec<_>>().join(", ");
    let found = contestants.iter().find(|contestant| contestant.name == variant);
    let contestant = found.ok_or_else(|| format!("no contestant is called {variant:?} here; there are {}", names()))?;
    let cases = (0..cell.count() as u64).map(|index| cell.case(seed, index));
    let posed: Vec<Posed<S>> = cases.filter_map(|case| Posed::new(&case, cell.scalar, roster)).collect();
    let is_right = |posed: &&Posed<S>| {
        let Some(reply) = &contestant.reply else { return true };
        reply(posed).is_some_and(|reply| posed.judge(&reply).ruling == Ruling::Right)
    };
    let set: Vec<&Posed<S>> = posed.iter().filter(is_right).collect();
    counted_turns(contestant, &set, repeats);
    Ok(set.len() * repeats)
}

/// What is counted: a function that keeps its name.
#[inline(never)]
fn counted_turns<S: Arena>(contestant: &Contestant<S>, set: &[&Posed<S>], repeats: usize) {
    for _ in 0..repeats {
        (contestant.turn)(set);
    }
}
