//! Names that would do harm if they were not escaped, and a case and pairs that have them.

use gjk_records::{Contact, Run, RunStep};
use gjk_reports::{PairRow, PairsPage, SceneBody, ShownCase};

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
