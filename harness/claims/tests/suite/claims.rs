//! The ledger of claims: a change of a verdict fails a test, and the pinned counterexamples still break their claims.

use gjk_cases::case::{Arithmetic, Case};
use gjk_claims::{CLAIMS, Finding, Role, Search, VERDICTS, Verdict, claim, counterexamples, pinned};
use rayon::prelude::*;

/// The full search has this many times as many runs as the reduced one.
const DIVISOR: u64 = 10;

/// Claims whose breaks need more runs than a test can afford; their pinned counterexamples are tested instead.
const RARE: [&str; 8] = [
    "dnc-strict",
    "lin-lemma-6",
    "lin-lemma-7",
    "lin-face-first-correct",
    "lin-no-return",
    "lin-johnson-fragile",
    "mpr-ray",
    "cast-never-late",
];

/// Claims that hold under a condition on the scale of a case; the scale of a given case is not varied.
const OF_SCALE: [&str; 2] = ["dnc-tolerance", "dnc-overlap"];

fn decided(id: &str, search: &Search) -> Finding {
    claim(id).unwrap_or_else(|| panic!("{id} is no claim")).decide(search)
}

#[test]
fn the_claims_are_those_of_the_table() {
    let ids: Vec<&str> = CLAIMS.iter().map(|claim| claim.id).collect();
    assert_eq!(ids, VERDICTS.iter().map(|(id, ..)| *id).collect::<Vec<_>>());
}

#[test]
fn a_reduced_search_comes_to_the_same_verdicts() {
    let wrong: Vec<String> = VERDICTS
        .par_iter()
        .filter_map(|(id, verdict, columns)| {
            let finding = decided(id, &Search::reduced(3, DIVISOR));
            let rare = RARE.contains(id);
            // The rare start of a walk may be missing from a reduced search, and so the walk.
            if !finding.sound && !rare {
                return Some(format!("{id}: the search proves nothing: {}", finding.evidence));
            }
            let differs = finding.verdict.name() != *verdict && !(rare && finding.verdict == Verdict::Holds);
            let of_columns = finding.columns();
            let differs = differs || !rare && of_columns != *columns;
            // Neither column may hide the other, or differ from the verdict.
            let holds = |column: &str| column == "holds" || column.ends_with("only");
            let hides = (finding.verdict == Verdict::Holds) != of_columns.into_iter().all(holds);
            let bare = !rare && *verdict != "holds" && finding.counterexample.is_none();
            (differs || hides || bare)
                .then(|| format!("{id}: {}, {of_columns:?}, {}", finding.verdict.name(), finding.evidence))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pinned_counterexamples_break_their_claims_and_nothing_that_is_repaired() {
    let reading = counterexamples();
    assert!(reading.problems.is_empty(), "{:?}", reading.problems);
    for &(id, verdict, _) in VERDICTS {
        let case = pinned(id);
        assert_eq!(case.is_some(), verdict != "holds" || ["nas-vertex-order", "dyn-replace-farther"].contains(&id), "{id}");
        let Some(case) = case else { continue };
        let finding = decided(id, &Search::on_cases(vec![case]));
        let literal = |role: Role| matches!(role, Role::Literal | Role::Needed);
        assert!(finding.checks.iter().any(|check| literal(check.role) && check.broken > 0), "{id}: {}", finding.evidence);
        let inside = !OF_SCALE.contains(&id);
        let repaired = |role: Role| role == Role::Repaired || inside && role == Role::Inside;
        assert!(finding.checks.iter().all(|check| !repaired(check.role) || check.broken == 0), "{id}: {}", finding.evidence);
    }
}

/// Rare breaks, and the sample of the full search from seed 1 that is the first to break the claim in exact arithmetic, or that
/// is the start of the first walk to do so.
const FOUND: [(&str, u64); 4] =
    [("lin-lemma-6", 154_534), ("lin-lemma-7", 61_642), ("lin-face-first-correct", 899_624), ("lin-no-return", 3_590_200)];

#[test]
fn rare_breaks_are_found_where_the_full_search_finds_them() {
    for (id, sample) in FOUND {
        let finding = decided(id, &Search::windowed(1, sample..sample + 1));
        let literal =
            finding.checks.iter().filter(|check| check.role == Role::Literal && check.arithmetic == Arithmetic::Exact);
        let found = literal.filter(|check| check.first == Some(sample)).count();
        assert!(
            found > 0,
            "{id}: the search has lost its power, or draws other samples: sample {sample} breaks it no longer. `gjk claims {id}` \
             names the first one that does"
        );
    }
}

#[test]
fn underflow_breaks_the_two_regions_in_floats_alone() {
    let a = vec![[1e-200, 0.0, 0.0], [2e-200, 0.0, 0.0]];
    let case = Case::of_points("underflow", 2, a, vec![[0.0; 3]]);
    let finding = decided("nas-two-regions", &Search::on_cases(vec![case]));
    let broken = |arithmetic: Arithmetic| {
        finding.checks.iter().filter(|check| check.arithmetic == arithmetic).map(|check| check.broken).sum::<u64>()
    };
    // In singles the points are zero, and the case is not posed.
    assert_eq!(Arithmetic::ALL.map(|arithmetic| broken(arithmetic) > 0), [false, true, false]);
    assert_eq!(finding.columns(), ["holds", "fails"]);
}

#[test]
fn a_seed_gives_the_same_ledger() {
    for id in ["dnc-keep", "lin-lemma-6", "nas-correct", "dyn-keep-two", "lin-half-space-exit"] {
        let search = Search::reduced(7, 1_000);
        assert_eq!(decided(id, &search).json(), decided(id, &search).json());
    }
}

#[test]
fn a_line_of_the_ledger_is_json_with_the_fields_as_fixed() {
    for id in ["dnc-stop", "lin-lemma-1", "dyn-curved-stop"] {
        let line = decided(id, &Search::reduced(1, 1_000)).json();
        let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let fields: Vec<&String> = value.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["id", "verdict", "verdict_exact", "verdict_float", "evidence", "counterexample", "note"]);
        assert!(value["counterexample"].is_null() || value["counterexample"]["id"] == id);
    }
}

#[test]
fn a_ray_misses_the_nearest_side_of_few_points() {
    for id in ["mpr-least", "gao-least"] {
        let case = pinned(id).expect("a counterexample");
        assert!(case.a.points().len() + case.b.points().len() <= 9, "{id}");
    }
}

/// The corners of an axis-aligned box.
fn corners(low: [f64; 3], high: [f64; 3]) -> Vec<[f64; 3]> {
    (0..8).map(|corner| [0, 1, 2].map(|i| if corner >> i & 1 == 0 { low[i] } else { high[i] })).collect()
}

/// The checks of a claim that a cast of boxes breaks, by arithmetic.
fn broken_by(id: &str, a: Vec<[f64; 3]>, b: Vec<[f64; 3]>, motion: [f64; 3]) -> [bool; 3] {
    let case = Case { cast: Some(motion), ..Case::of_points("boxes", 3, a, b) };
    let finding = decided(id, &Search::on_cases(vec![case]));
    let literal = |arithmetic| move |check: &&gjk_claims::Check| check.role == Role::Literal && check.arithmetic == arithmetic;
    Arithmetic::ALL.map(|arithmetic| finding.checks.iter().filter(literal(arithmetic)).any(|check| check.broken > 0))
}

#[test]
fn advancement_lands_on_a_cube_in_one_step() {
    let cube = |x: f64| corners([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]);
    assert_eq!(broken_by("advancement-lands", cube(3.0), cube(0.0), [-4.0, 0.0, 0.0]), [true; 3]);
    // It passes above, and asks for no distance in contact.
    let above = corners([3.0, 2.0, 0.0], [4.0, 3.0, 1.0]);
    assert_eq!(broken_by("advancement-lands", above, cube(0.0), [-4.0, 0.0, 0.0]), [false; 3]);
}

#[test]
fn a_plate_between_two_samples_is_missed() {
    // A cube passes a plate, moving by 16: its samples are 2 apart, and the contact is as long as cube and plate.
    let plate = |thickness: f64| corners([-2.5, 0.0, 0.0], [thickness - 2.5, 1.0, 1.0]);
    let cube = || corners([0.0; 3], [1.0; 3]);
    let motion = [-16.0, 0.0, 0.0];
    assert_eq!(broken_by("bisection-misses", cube(), plate(0.25), motion), [true; 3]);
    assert_eq!(broken_by("bisection-misses", cube(), plate(1.0), motion), [false; 3]);
}

#[test]
fn the_counterexamples_of_casts_are_points_and_segments() {
    let ids = [
        "vdb-terminates-at-the-hit",
        "cast-never-late",
        "advancement-lands",
        "bisection-misses",
        "cast-scale",
        "box-cast-conservative",
    ];
    for case in ids.map(|id| pinned(id).expect("a counterexample")) {
        assert!(case.cast.is_some() && case.dimension == 2, "{}", case.id);
        assert!(case.a.points().len() + case.b.points().len() <= 3, "{}", case.id);
    }
}

#[test]
fn the_page_on_casts_states_the_claims_about_them_with_their_verdicts() {
    let page = include_str!("../../../../docs/casts.md");
    let from = VERDICTS.iter().position(|(id, ..)| *id == "vdb-terminates-at-the-hit").expect("a claim");
    let rows: Vec<String> = VERDICTS[from..]
        .iter()
        .map(|(id, verdict, _)| format!("| `{id}` | {} | {verdict} |", claim(id).expect("a claim").says))
        .collect();
    assert!(page.contains(&rows.join("\n")), "{}", rows.join("\n"));
}
