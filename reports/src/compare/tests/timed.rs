use super::*;

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

/// Four variants on three cases of one family and one case of another.
///
/// The times are these multiples of 100 ns.
fn timed(drift: f64, x: [f64; 4]) -> Invented {
    let mut study = Invented::new();
    for (place, (family, case)) in [("gap", 0), ("gap", 1), ("gap", 2), ("flat", 0)].into_iter().enumerate() {
        study = study.time(family, case, "x", 100.0 * drift * x[place]);
        for (variant, own) in [("a", 1.0), ("b", 2.0), ("c", 3.0)] {
            study = study.time(family, case, variant, 100.0 * drift * own);
        }
    }
    study
}

#[test]
fn ratios_are_medians_in_a_family_and_geometric_means_over_families() {
    let found = compared(timed(1.0, [1.0; 4]), timed(1.0, [2.0, 4.0, 32.0, 9.0])).times;
    let row = &found.rows.iter().find(|row| row.variant == "x").unwrap();
    // The median of 2, 4 and 32 is 4; the median of 9 alone is 9; √(4 · 9) = 6.
    assert!(near(row.ratio.ratio, 6.0) && (row.families, row.cases) == (2, 4), "{row:?}");
    // For two values the half width is t(1) |ln 9 − ln 4| / 2, with t(1) = 12.7062.
    let [low, high] = row.ratio.interval.unwrap();
    let half = 12.706_204_736 * (2.25_f64.ln() / 2.0);
    assert!(near(low.ln(), 6.0_f64.ln() - half) && near(high.ln(), 6.0_f64.ln() + half), "{row:?}");
    // The other variants did not change.
    assert!(found.rows.iter().filter(|row| row.variant != "x").all(|row| near(row.ratio.ratio, 1.0)));
    assert_eq!(found.drifts.len(), 1);
    assert!(near(found.drifts[0].1, 1.0));
}

#[test]
fn a_drift_of_all_variants_is_taken_out() {
    let found = compared(timed(1.0, [1.0; 4]), timed(1.5, [2.0; 4])).times;
    let row = |name: &str| found.rows.iter().find(|row| row.variant == name).unwrap().clone();
    assert!(near(row("x").ratio.ratio, 3.0) && near(row("x").relative.unwrap().ratio, 2.0));
    // The median of 1.5, 1.5 and 3 is 1.5.
    assert!(near(row("a").ratio.ratio, 1.5) && near(row("a").relative.unwrap().ratio, 1.0));
    assert!(near(found.drifts[0].1, 1.5));
}

#[test]
fn the_drift_is_that_of_all_variants_whichever_are_shown() {
    let selection = Selection { variants: vec!["x".to_owned()], ..Selection::default() };
    let found = Comparison::new(&timed(1.0, [1.0; 4]).side(), &timed(1.5, [2.0; 4]).side(), &selection).times;
    assert_eq!(found.rows.len(), 1);
    assert!(near(found.rows[0].relative.unwrap().ratio, 2.0) && near(found.drifts[0].1, 1.5));
}

#[test]
fn drift_needs_more_than_two_other_variants() {
    let study = |x| ["x", "a", "b"].into_iter().fold(Invented::new(), |study, name| study.time("gap", 0, name, x));
    let found = compared(study(1.0), study(2.0)).times;
    assert!(found.rows.iter().all(|row| row.relative.is_none() && row.ratio.interval.is_none() && near(row.ratio.ratio, 2.0)));
}

#[test]
fn only_cases_right_in_both_studies_are_timed() {
    let study = |ruling, nanoseconds: f64| {
        let mut study = timed(1.0, [1.0; 4]);
        let first = study.timings.iter_mut().find(|timing| timing.variant == "x").unwrap();
        (first.ruling, first.nanoseconds) = (ruling, nanoseconds);
        study
    };
    let right = gjk_records::Ruling::Right;
    for (old, new) in [
        (study(right, 100.0), study(gjk_records::Ruling::Off, 100.0)),
        (study(gjk_records::Ruling::Inaccurate, 100.0), study(right, 100.0)),
        (study(right, 0.0), study(right, 100.0)),
        (study(right, 100.0), study(right, f64::NAN)),
    ] {
        let row = compared(old, new).times.rows.into_iter().find(|row| row.variant == "x").unwrap();
        assert_eq!((row.cases, row.families), (3, 2));
    }
}

#[test]
fn a_typed_time_is_not_compared_with_an_erased_one() {
    let study = |form: Option<Form>| {
        let mut study = timed(1.0, [1.0; 4]);
        study.timings.iter_mut().filter(|timing| timing.family == "flat").for_each(|timing| timing.form = form);
        study
    };
    let [none, typed, erased] = [None, Some(Form::Typed), Some(Form::Erased)];
    for (old, new, other_form) in
        [(none, typed, 0), (erased, erased, 0), (none, erased, 4), (typed, erased, 4), (erased, typed, 4)]
    {
        let found = compared(study(old), study(new));
        assert_eq!(found.times.other_form, other_form);
        let families = if other_form == 0 { 2 } else { 1 };
        assert!(found.times.rows.iter().all(|row| row.families == families), "{old:?} {new:?}");
        let text = found.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            text.contains("4 times are left out: they have the typed form in one study and the erased form in the other."),
            other_form > 0,
            "{text}"
        );
    }
}

#[test]
fn the_machine_with_most_times_is_compared_if_there_are_several() {
    let mut old = timed(1.0, [1.0; 4]);
    let mut other = old.timings[0].clone();
    (other.machine, other.nanoseconds) = ("another".to_owned(), 1e6);
    old.timings.insert(0, other);
    let found = compared(old, timed(1.0, [1.0; 4])).times;
    assert_eq!(found.machines, ["a processor", "a processor"]);
    assert!(found.rows.iter().all(|row| near(row.ratio.ratio, 1.0)));
}

#[test]
fn a_slower_variant_exceeds_all_runs_of_the_old_program() {
    let (old, all) = (timed(1.0, [1.0; 4]).side(), Selection::default());
    let found = |x: f64, runs: &[Side]| {
        let mut found = Comparison::new(&old, &timed(1.0, [x; 4]).side(), &all);
        found.repeat(&old, runs, &all);
        found.times
    };
    let findings = |times: &Times| times.rows.iter().map(|row| times.finding(row)).collect::<Vec<_>>();
    // Without more runs no variant is called slower.
    let alone = found(9.0, &[]);
    assert!(alone.repeats.is_none() && findings(&alone) == [""; 4]);
    // In one of two runs a variant takes 1.1 times as long, in the other 0.9 times.
    let runs = || [timed(1.3, [1.1; 4]).side(), timed(1.0, [0.9; 4]).side()];
    for (x, finding) in [(1.09, ""), (1.11, "slower"), (0.91, ""), (0.89, "faster")] {
        let times = found(x, &runs());
        let repeats = times.repeats.unwrap();
        assert!(
            repeats.runs == 2 && near(repeats.range[0], 0.9) && near(repeats.range[1], 1.1) && near(repeats.level(), 1.0 / 3.0)
        );
        assert_eq!(findings(&times), [finding, "", "", ""], "{x}");
    }
    // Runs on another machine are not used.
    let mut elsewhere = timed(1.0, [1.1; 4]);
    elsewhere.timings.iter_mut().for_each(|timing| timing.machine = "another".to_owned());
    assert!(found(9.0, &[elsewhere.side()]).repeats.is_none());
}

#[test]
fn the_columns_of_the_files_are_documented() {
    let old = timed(1.0, [1.0; 4]).family("gap", &[("x", times_of(8, Column::Right))]);
    let new = timed(1.0, [1.2; 4]).family("gap", &[("x", times_of(8, Column::Missed))]);
    let found = compared(old, new);
    let told = |file: &str| -> Vec<String> {
        let section = gjk_records::MEANINGS.split("\n## ").find(|section| section.starts_with(&format!("`{file}`")));
        let section = section.unwrap_or_else(|| panic!("{file} is not told"));
        let cells = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
    };
    let drawn = found.sheet("f64", crate::figure::Room::of(178.0)).unwrap().points;
    for (file, table) in [
        ("rates.csv", found.rate_table()),
        ("changed.csv", found.changed_table()),
        ("time-ratios.csv", found.time_table()),
        ("compare-figure-SCALAR.csv", drawn),
    ] {
        assert!(!table.rows.is_empty() && table.rows.iter().all(|row| row.len() == table.columns.len()), "{file}");
        let common = ["variant", "scalar", "family", "families", "cases", "case_id"];
        let is_end = |column: &String| column.ends_with("_low") || column.ends_with("_high") || common.contains(&&column[..]);
        let told = told(file);
        for column in table.columns.iter().filter(|column| !is_end(column)) {
            assert!(told.contains(column), "{file}: {column} is not told");
        }
        assert!(told.iter().all(|column| table.columns.contains(column)), "{file}: {told:?}");
    }
    // Computed by hand: eight of eight became worse, p = 2 / 256.
    let table = found.rate_table();
    let cell = |name: &str| &table.rows[0][table.columns.iter().position(|column| column == name).unwrap()][..];
    let cells = ["finding", "cases", "verdict_worse", "verdict_better", "failure_new", "no_longer_right", "corpus_cases"];
    assert_eq!(cells.map(cell), ["worse", "8", "8", "0", "1", "8", ""]);
    assert!(near(cell("verdict_p").parse().unwrap(), 2.0 / 256.0));
    let markdown = found.markdown();
    let row = "| x | f64 | worse | 1 | 8 | 0 (0–31.23) | 100 (68.77–100) | 0 (0–31.23) | 100 (68.77–100) | 100 (68.77–100) | 0 (0–31.23) \
               | +8 −0 | 0.0078 | +8 −0 | 0.0078 | – | – |\n";
    assert!(markdown.contains(row), "{markdown}");
    assert!(markdown.contains("| worse | x | f64 | gap | gap:1:0 | right | missed |\n"), "{markdown}");
    assert!(markdown.contains("`gjk check gap:1:0 --variant x --scalar f64`"), "{markdown}");
}

#[test]
fn printed_results_match_the_comparison() {
    let old = timed(1.0, [1.0; 4]).family("gap", &[("x", times_of(8, Column::Right)), ("a", times_of(8, Column::Right))]);
    let new = timed(1.0, [1.2; 4]).family("gap", &[("x", times_of(8, Column::Missed)), ("a", times_of(8, Column::Right))]);
    let found = compared(old, new);
    let files = found.print();
    let of = |name: &str| String::from_utf8(files.iter().find(|file| file.0 == name).unwrap().1.clone()).unwrap();
    let table = of("compare-f64.tex");
    // All eight cases fail only in the new study; every time of x is 1.2 times the old one, in both families.
    assert!(table.contains("\nx & 0 & 100 & 8 & 0 & worse & 1.20 (1.20--1.20) \\\\\n"), "{table}");
    assert!(table.contains("\na & 0 & 0 & 0 & 0 & unchanged & 1.00 (1.00--1.00) \\\\\n"), "{table}");
    let numbers = of("compare-numbers.tex");
    for line in [
        "\\gjk@put{x}{failure-new}{f64}{100}%",
        "\\gjk@put{x}{failing-in-new-alone}{f64}{8}%",
        "\\gjk@put{x}{finding}{f64}{worse}%",
        "\\gjk@put{a}{time-ratio}{f64}{1.00}%",
    ] {
        assert!(numbers.lines().any(|found| found == line), "{line}: {numbers}");
    }
    let sheet = found.sheet("f64", crate::figure::Room::of(85.0)).unwrap();
    let row: Vec<&str> = sheet.points.rows[0].iter().map(String::as_str).collect();
    assert_eq!(row[..6], ["x", "f64", "false", "worse", "0", "1"]);
    assert!(near(row[6].parse().unwrap(), 1.2) && row[9] == "true" && sheet.is_timed);
    assert!(found.sheet("f32", crate::figure::Room::of(85.0)).is_none());
}
