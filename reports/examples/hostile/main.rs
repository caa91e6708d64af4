//! Writes pages whose names would do harm if they were not escaped, for the test in a browser:
//! `cargo run --release -p gjk-reports --example hostile -- FOLDER`.
//!
//! The study is the invented one of the example `synthetic`.

mod names;
#[allow(dead_code)]
#[path = "../synthetic.rs"]
mod synthetic;

use std::io::Error;
use std::path::Path;

use gjk_reports::{FailureKind, LedgerClaim, PageParts, Selection, WorstCase};
use names::{CASE, NAME, pairs, shown};

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "reports/out/hostile".to_owned());
    let folder = Path::new(&folder);
    let mut study = synthetic::study(6, 40);
    let first = study.facts.variants[0].clone();
    study.facts.variants[0] = NAME.to_owned();
    study.facts.command = format!("gjk study --program '{NAME}' {CASE}");
    study.facts.processor = NAME.to_owned();
    if let Some(kind) = study.facts.kinds.variants.remove(&first) {
        study.facts.kinds.variants.insert(NAME.to_owned(), kind);
    }
    for variant in study.answers.iter_mut().flat_map(|answers| &mut answers.variants).filter(|of| of.variant == first) {
        NAME.clone_into(&mut variant.variant);
    }
    let worst = WorstCase {
        variant: NAME.to_owned(),
        family: CASE.to_owned(),
        scalar: "f64".to_owned(),
        case: CASE.to_owned(),
        kind: FailureKind::Verdict,
        value: 1e9,
    };
    let claims = vec![LedgerClaim { id: NAME, says: CASE, verdict: "fails", in_both: [NAME, CASE] }];
    let parts = PageParts { cases: vec![(worst.clone(), Some(shown().rendered(&worst))), (worst, None)], claims };
    let out = folder.join("study");
    gjk_reports::write_with(&study, &Selection::default(), &out, &["profile", "rulings"], &parts, &mut |_| ())
        .map_err(Error::other)?;
    std::fs::rename(out.join("index.html"), folder.join("study-hostile.html"))?;
    std::fs::remove_dir_all(out)?;
    std::fs::write(folder.join("case-hostile.html"), gjk_reports::case_page(&shown()))?;
    std::fs::write(folder.join("pairs-hostile.html"), gjk_reports::pairs_page(&pairs()))
}
