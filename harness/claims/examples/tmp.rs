//! Temporary.
use gjk_claims::{CLAIMS, Search};
fn main() {
    let ids: Vec<String> = std::env::args().skip(1).collect();
    for claim in CLAIMS.iter().filter(|claim| ids.is_empty() || ids.iter().any(|id| id == claim.id)) {
        let start = std::time::Instant::now();
        let finding = claim.decide(&Search::full(1));
        println!("{}", finding.json());
        if let Some(table) = &finding.table {
            eprintln!("{} table\n{table}", claim.id);
        }
        eprintln!("{} {} sound={} {:?}", claim.id, finding.verdict.name(), finding.sound, start.elapsed());
    }
}
