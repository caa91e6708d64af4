use gjk_harness::{campaign::Plan, case::*, corpus, entry::Roster, family::families};
use std::collections::BTreeMap;
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(200, |x| x.parse().unwrap());
    let roster = Roster::builtin();
    let fams = families();
    let wild = corpus::wild();
    let t = std::time::Instant::now();
    let plan = Plan {
        roster: &roster,
        families: &fams,
        corpus: Some(("corpus", &wild)),
        seed: 1,
        tolerance: 64.0,
        cases: [(Arithmetic::F32, n), (Arithmetic::F64, n), (Arithmetic::Exact, n / 4)],
    };
    let records = plan.run(|_| ());
    println!("{} records {:?}", records.len(), t.elapsed());
    let mut table: BTreeMap<(String, String), BTreeMap<String, [u32; 7]>> = BTreeMap::new();
    let mut classes: BTreeMap<(String, String), [u32; 3]> = BTreeMap::new();
    for r in &records {
        let row = table.entry((r.family.clone(), r.scalar.clone())).or_default().entry(r.variant.clone()).or_default();
        row[r.ruling as usize] += 1;
        if r.certified == Some(true) {
            row[6] += 1;
        }
        let c = classes.entry((r.family.clone(), r.scalar.clone())).or_default();
        c[match r.truth_class.as_str() {
            "separated" => 0,
            "touching" => 1,
            _ => 2,
        }] += 1;
    }
    for ((f, s), row) in table {
        print!("{:20} {:5} {:?}", f, s, classes[&(f.clone(), s.clone())].map(|x| x / 6));
        for (v, r) in row {
            print!(" | {} {}", &v[..3.min(v.len())], format!("{}/{}/{}/{}/{} c{}", r[0], r[1], r[2], r[3], r[4], r[6]));
        }
        println!();
    }
}
