//! What doubt is worth: each distance subalgorithm in the common loop with and without it, on as many cases as asked.
//!
//! ```sh
//! cargo run --release -p gjk-experiments --example doubt -- 10000 gap resting
//! ```

use gjk_cases::family::named;
use gjk_experiments::loops;
use gjk_records::{Column, LoopTally};
use gjk_truth::judge::TOLERANCE;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let cases = arguments.next().and_then(|text| text.parse().ok()).ok_or("how many cases?")?;
    let families =
        arguments.map(|name| named(&name).ok_or(format!("there is no family `{name}`"))).collect::<Result<Vec<_>, _>>()?;
    println!("family           scalar subalgorithm    safeguards   cases phantom  missed     off gave-up   right");
    let is_common = |tally: &&LoopTally| tally.stop == "relative" && tally.nearest == "simplex" && tally.safeguards != "bare";
    for tally in loops::run(&families, 1, TOLERANCE, cases, || ()).iter().filter(is_common) {
        let LoopTally { family, scalar, subalgorithm, safeguards, cases, rulings, .. } = tally;
        print!("{family:16} {scalar:6} {subalgorithm:15} {safeguards:10} {cases:7}");
        for column in [Column::Phantom, Column::Missed, Column::Off, Column::GaveUp, Column::Right] {
            print!(" {:7}", rulings[column]);
        }
        println!();
    }
    Ok(())
}
