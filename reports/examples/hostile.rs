//! Writes pages whose names would do harm if they were not escaped, for the test in a browser:
//! `cargo run --release -p gjk-reports --example hostile -- FOLDER`.
//!
//! The study is the invented one of the example `synthetic`.

#[allow(dead_code)]
#[path = "synthetic.rs"]
mod synthetic;

use std::io::Error;
use std::path::Path;

use gjk_records::{Contact, Run, RunStep};
use gjk_reports::{FailureKind, LedgerClaim, PageParts, PairRow, PairsPage, SceneBody, Selection, ShownCase, WorstCase};

/// A name that sets a mark in the page if it becomes an element.
pub const NAME: &str = "<img src=x onerror=\"window.harmed=1;alert(1)\">";
/// A name that ends a script or an attribute, and has an escape sequence of a terminal.
pub const CASE: &str = "</script><script>window.harmed=1</script>'\"\u{1b}[31m\u{202e}case";

/// A case with a run of two steps.
pub fn shown() -> ShownCase {
    let triangle = |x: f64| vec![[x, 0.0, 0.0], [x + 1.0, 0.0, 0.5], [x, 1.0, 0.0], [x, 0.0, 1.0]];
    let step = |k: usize| RunStep {
        direction: [1.0, 0.1 * k as f64, 0.0],
        support: [-1.0, 0.0, 0.0],
        simplex: triangle(-2.0)[..=k].to_vec(),
        indices: (0..=k).map(|i| (i, 0)).collect(),
        nearest: Some([-1.0, 0.0, 0.0]),
        ..RunStep::default()
    };
    let run = Run {
        variant: NAME.to_owned(),
        case: CASE.to_owned(),
        scalar: "f64".to_owned(),
        dimension: 3,
        a: triangle(0.0),
        b: triangle(2.0),
        steps: (0..3).map(step).collect(),
        stop: "converged".to_owned(),
        verdict: Some("intersecting".to_owned()),
        ruling: "wrong".to_owned(),
        truth_class: "separated".to_owned(),
        truth_distance: 1.0,
        truth: Contact {
            points: Some([[1.0, 0.0, 0.5], [2.0, 0.0, 0.5]]),
            v: Some([-1.0, 0.0, 0.0]),
            direction: Some([1.0, 0.0, 0.0]),
            length: Some(1.0),
        },
        command: format!("gjk replay '{CASE}' --variant '{NAME}'"),
        ..Run::default()
    };
    let exact = Run { steps: (0..2).map(step).collect(), scalar: "exact".to_owned(), ..run.clone() };
    ShownCase {
        run,
        exact: Some(exact),
        lengths: vec![(NAME.to_owned(), CASE.to_owned())],
        line: CASE.to_owned(),
        text: format!("{NAME}\n{CASE}"),
        names: Some([NAME.to_owned(), CASE.to_owned()]),
    }
}

/// The page of pairs of these bodies.
pub fn pairs() -> PairsPage {
    let (shown, run) = (shown(), shown().run);
    let body = |name: &str, points: &[[f64; 3]]| SceneBody { name: name.to_owned(), parts: vec![points.to_vec()] };
    PairsPage {
        title: NAME.to_owned(),
        rows: vec![PairRow {
            id: CASE.to_owned(),
            meets: true,
            class: NAME.to_owned(),
            cells: [NAME, CASE, NAME].map(str::to_owned),
            not_right: vec![(NAME.to_owned(), CASE.to_owned())],
        }],
        count: 1,
        meeting: 1,
        bodies: vec![body(NAME, &run.a), body(CASE, &run.b)],
        views: vec![shown],
        command: CASE.to_owned(),
    }
}

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
