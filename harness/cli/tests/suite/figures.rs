//! Figures from stored records, as for authors of papers.

use std::process::Output;

use crate::common::{Folder, refused, succeeded};

/// A committed archive.
const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/2026-11-25");
/// A small one, without times and a census.
const LOOPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/2026-11-25-loops");

fn report(folder: &Folder, records: &str, arguments: &str) -> Output {
    folder.gjk(&[&["report", records], &arguments.split(' ').collect::<Vec<_>>()[..]].concat())
}

#[test]
fn one_figure_of_some_variants_is_drawn_for_a_column_and_always_the_same() {
    let folder = Folder::new("figures/column", &[]);
    let asked =
        "--figure profile --variant certified --variant ericson --variant johnson --scalar f64 --width 85mm --format svg,pdf";
    for out in ["one", "other"] {
        let output = succeeded(&report(&folder, RECORDS, &format!("{asked} --out {out}")));
        let expected = format!(
            "{out}/figures/profile-distances-f64.svg: share of queries solved within a factor of the fastest: distances, f64"
        );
        assert_eq!(output.lines().next(), Some(&expected[..]), "{output}");
    }
    let [one, other] = ["one", "other"].map(|out| folder.files(out));
    assert!(one == other && one.len() == 2 * 5, "{:?}", one.keys());
    let svg = folder.read("one/figures/profile-distances-f64.svg");
    assert!(svg.contains("width=\"85.01mm\"") && svg.contains(">ericson</text>") && !svg.contains(">least-squares</text>"));
    // Title and command are in the caption, and in the picture only on request.
    let caption = folder.read("one/figures/profile-distances-f64.tex");
    assert!(caption.contains("\\gjkcaption{Share of queries") && caption.contains("% Command: cargo run"), "{caption}");
    assert!(!svg.contains("Command: "));
    succeeded(&report(&folder, RECORDS, &format!("{asked} --titled --out titled")));
    assert!(folder.read("titled/figures/profile-distances-f64.svg").contains("Command: "));
}

#[test]
fn a_report_of_some_variants_ranks_these_among_themselves() {
    let folder = Folder::new("figures/some", &[]);
    let asked = "--variant ericson --variant johnson-gilbert-foo --scalar f64 --out some";
    let printed = succeeded(&report(&folder, RECORDS, asked));
    assert!(printed.contains("johnson-gilbert-foo") && !printed.contains("certified"), "{printed}");
    let league = folder.read("some/tables/league-f64-distances.csv");
    let ranks: Vec<Vec<&str>> = league.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(ranks.iter().map(|row| (row[4], row[5])).collect::<Vec<_>>(), [("1", "ericson"), ("2", "johnson-gilbert-foo")]);
    assert!(
        folder.read("some/summary.md").contains("| this report is of these variants alone | ericson, johnson-gilbert-foo |")
    );
}

#[test]
fn invalid_figure_requests_are_reported() {
    let folder = Folder::new("figures/refused", &[]);
    for (asked, said) in [
        ("--figure pie", "there are profile, rulings, frontier"),
        ("--figure profile --variant nobody", "there is no variant nobody in these records; there are "),
        ("--family nowhere", "there is no family nowhere in these records; there are generic, "),
        ("--width 85km", "a length such as 85mm, 8.5cm, 3.3in or 240pt, from 60 to 400 mm"),
        ("--width 10mm", "from 60 to 400 mm"),
        ("--format gif", "the formats are png, svg and pdf"),
        ("--figure census --width 85mm", "--figure census: a column is too narrow for its regions"),
        ("--figure profile --scalar exact", "--figure profile: "),
        ("--bare --titled", "cannot be used with"),
        ("--docs a.md --figure profile", "cannot be used with"),
    ] {
        let records = if asked.contains("census") { RECORDS } else { LOOPS };
        let message = refused(&report(&folder, records, &format!("{asked} --out out")));
        assert!(message.contains(said), "{asked}: {message}");
    }
}
