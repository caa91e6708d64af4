//! Documents whose tables and numbers are made from a study, so that none is typed by hand.
//!
//! A place in a Markdown file is what stands between `<!-- gjk WORDS -->` and `<!-- /gjk -->`. What it holds is made anew from the
//! words. Both markers in one line are for a number in a sentence.
//!
//! | words | what is put there |
//! | --- | --- |
//! | `league SCALAR distances`, `league SCALAR verdicts` | the league tables of a scalar, families that fewer variants take apart |
//! | `league SCALAR LEAGUE widest` | of these the one in which most take part, among those over half of the families at least |
//! | `duel` | the tables of the contest |
//! | `slower VARIANT OTHER…` | in how many cells of the contest, of how many in which both were timed, a variant took longer than one of the others |
//! | `failures` | rulings by family, variant and scalar, where there is a failure |
//! | `clean SCALAR` | in how many families each variant has no wrong verdict, and no failure |
//! | `facts` | the command, the commit, the seed and the machine |
//! | `rate SCALAR VARIANT COLUMN` | a share of all cases, families with equal weights; COLUMN as in `summary.csv` |
//! | `interval SCALAR VARIANT` | the interval of the failures, families with equal weights |
//! | `failures-in FAMILY SCALAR VARIANT` | how many cases of a family fail, of how many |
//! | `answers` | how many answers were judged |
//! | `loops SCALAR WORD…` | the experiment of the loop: of the rows those with a subalgorithm, stop, safeguards, way to form v or family that a word names |
//! | `tolerances SCALAR WORD…` | the loops with a tolerance, chosen in the same way |
//! | `warm FAMILY SCALAR VARIANT…` | warm starts, step by step |
//! | `warm-failures FAMILY SCALAR` | the failures from each start, all steps together |
//! | `times SCALAR VARIANT OTHER…` | the times of a variant by family, beside the fastest of others that is right on the same case |

use gjk_records::Counts;

use crate::duels::Duels;
use crate::experiments::{loop_table, tolerance_table, warm_failures, warm_table};
use crate::league::{League, league_markdown, seasons, widest};
use crate::summary::median;
use crate::table::{Table, code, grouped, percent};
use crate::tables::{failure_markdown, summary_table};
use crate::{Study, Survey, duel_markdown};

const OPEN: &str = "<!-- gjk ";
const CLOSE: &str = "<!-- /gjk -->";
const END: &str = "-->";

/// Fills the places of a text. The text and how many places it has; none where it has none.
///
/// # Errors
/// Line and message of a place that cannot be filled.
pub fn fill(study: &Study, text: &str) -> Result<Option<(String, usize)>, String> {
    if !text.contains(OPEN) {
        return Ok(None);
    }
    let survey = Survey::new(study);
    let (mut filled, mut rest, mut places) = (String::new(), text, 0);
    while let Some(begin) = rest.find(OPEN) {
        let line = || text[..text.len() - rest.len() + begin].matches('\n').count() + 1;
        let fault = |message: &str| Err(format!("{}: {message}", line()));
        let (before, place) = rest.split_at(begin);
        let Some((words, content)) = place[OPEN.len()..].split_once(END) else { return fault("the marker has no end `-->`") };
        let Some((old, after)) = content.split_once(CLOSE) else { return fault("there is no `<!-- /gjk -->` behind it") };
        if old.contains(OPEN) {
            return fault("there is no `<!-- /gjk -->` before the next marker");
        }
        let is_inline = !old.contains('\n');
        let words: Vec<&str> = words.split_whitespace().collect();
        let made = match made(&survey, &words) {
            // A command may hold anything.
            Ok(made) if made.contains("<!--") => {
                return fault(&format!("`{}`: there would be a marker in it", words.join(" ")));
            }
            Ok(made) => made,
            Err(message) => return fault(&format!("`{}`: {message}", words.join(" "))),
        };
        filled += before;
        filled += &place[..place.len() - content.len()];
        filled += &if is_inline { made.trim().to_owned() } else { format!("\n{}\n", made.trim_end()) };
        filled += CLOSE;
        (rest, places) = (after, places + 1);
    }
    Ok(Some((filled + rest, places)))
}

fn made(survey: &Survey, words: &[&str]) -> Result<String, String> {
    match words {
        ["league", scalar, league, which @ ..] if matches!(which, [] | ["widest"]) => {
            let league = League::ALL.into_iter().find(|known| known.name() == *league);
            let league = league.ok_or("a league is `distances` or `verdicts`")?;
            let scalar = scalar_of(survey, scalar)?;
            let mut of_these = seasons(survey);
            of_these.retain(|season| season.scalar == scalar && season.league == league);
            let of_these = if which.is_empty() { of_these } else { widest(of_these).into_iter().collect() };
            Ok(of_these.iter().map(|season| league_markdown(survey, season)).collect::<Vec<_>>().join("\n"))
        }
        ["duel"] => duel_markdown(survey.study).ok_or_else(|| "there was no contest".to_owned()),
        ["slower", variant, others @ ..] => slower(survey.study, variant, others),
        ["failures"] => Ok(failure_markdown(survey)),
        ["clean", scalar] => Ok(clean_table(survey, scalar_of(survey, scalar)?).markdown(1)),
        ["facts"] => {
            let facts = &survey.study.facts;
            let machine = if facts.processor.is_empty() { "unknown" } else { &facts.processor };
            Ok(format!(
                "{}; commit {}, {}, seed {}, tolerance {} u·D; {machine}",
                code(&facts.command), facts.commit, facts.compiler, facts.seed, facts.tolerance
            ))
        }
        ["rate", scalar, variant, column] => Ok(format!("{} %", rate(survey, scalar, variant, column)?)),
        ["interval", scalar, variant] => {
            let [low, high] = ["failure_low", "failure_high"].map(|column| rate(survey, scalar, variant, column));
            Ok(format!("{}–{} %", low?, high?))
        }
        ["failures-in", family, scalar, variant] => {
            let scalar = scalar_of(survey, scalar)?;
            let family = survey.families.iter().position(|known| known.name == *family).ok_or("there is no such family")?;
            let variant = survey.variants.iter().position(|known| known.name == *variant).ok_or("there is no such variant")?;
            let counts = survey.counts(family, variant, scalar);
            Ok(format!("{} of {}", counts.failures(), counts.applicable()))
        }
        ["answers"] => Ok(grouped(survey.study.answers.iter().map(|answers| answers.applicable()).sum::<u64>())),
        ["loops", scalar, words @ ..] => loop_table(survey, scalar, words),
        ["tolerances", scalar, words @ ..] => tolerance_table(survey, scalar, words),
        ["warm", family, scalar, variants @ ..] => warm_table(survey, family, scalar, variants),
        ["warm-failures", family, scalar] => warm_failures(survey, family, scalar),
        ["times", scalar, variant, others @ ..] => times_table(survey, scalar, variant, others),
        _ => {
            Err("no such place; there are league, duel, slower, failures, clean, facts, rate, interval, failures-in, answers, loops, \
                  tolerances, warm, warm-failures and times"
                .into())
        }
    }
}

/// In how many cells of the contest a variant took longer than one of others, and of how many in which both were timed.
fn slower(study: &Study, variant: &str, others: &[&str]) -> Result<String, String> {
    let duels = Duels::new(&study.duels);
    let (mut slower, mut cells) = (0, 0);
    for other in others {
        let before = cells;
        for (own, theirs) in duels.pairs(variant, other) {
            cells += 1;
            slower += usize::from(own > theirs);
        }
        if cells == before {
            return Err(format!("{variant} and {other} were timed together nowhere"));
        }
    }
    Ok(format!("{slower} of {cells}"))
}

/// By family: cases that a variant and one of others at least get right, and how its time compares with that of the fastest of these.
fn times_table(survey: &Survey, scalar: &str, variant: &str, others: &[&str]) -> Result<String, String> {
    let place = |name: &str| {
        let known = survey.variants.iter().position(|known| known.name == name);
        known.ok_or_else(|| format!("there is no variant {name}"))
    };
    let (scalar, own) = (scalar_of(survey, scalar)?, place(variant)?);
    let others = others.iter().map(|name| place(name)).collect::<Result<Vec<usize>, String>>()?;
    let mut table = Table::new(["family", "cases", variant, "fastest of others", "ratio", "at most, in 9 of 10"]);
    for (number, family) in survey.families.iter().enumerate() {
        let (mut times, mut fastest, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for case in survey.times.cases.iter().filter(|case| case.scalar == scalar && case.family == number) {
            let right = |variant: usize| case.right(variant);
            let least = others.iter().filter_map(|other| right(*other)).min_by(f64::total_cmp);
            if let (Some(time), Some(least)) = (right(own), least) {
                times.push(time);
                fastest.push(least);
                ratios.push(time / least);
            }
        }
        if ratios.is_empty() {
            continue;
        }
        ratios.sort_by(f64::total_cmp);
        let most = ratios[(ratios.len() * 9).div_ceil(10) - 1];
        let middle = |values: &mut Vec<f64>| median(values).unwrap_or(f64::NAN);
        let cells = [middle(&mut times), middle(&mut fastest)].map(|time| format!("{time:.0}"));
        let shares = [middle(&mut ratios), most].map(|ratio| format!("{ratio:.2}"));
        table.rows.push([vec![family.name.clone(), times.len().to_string()], cells.to_vec(), shares.to_vec()].concat());
    }
    if table.rows.is_empty() {
        return Err("no such times".into());
    }
    let name = &survey.scalars[scalar];
    Ok(format!("{name}, medians in nanoseconds a query, of the cases that both answer right\n\n{}", table.markdown(1)))
}

fn scalar_of(survey: &Survey, name: &str) -> Result<usize, String> {
    let known = survey.scalars.iter().position(|scalar| scalar == name);
    known.ok_or_else(|| format!("no answers in {name}; there are {}", survey.scalars.join(", ")))
}

/// The rate of a variant in a column of the summary, in percent.
fn rate(survey: &Survey, scalar: &str, variant: &str, column: &str) -> Result<String, String> {
    let Table { columns, rows } = summary_table(survey);
    let place = columns.iter().position(|name| name == column);
    let place = place.ok_or_else(|| format!("no column {column}; there are {}", columns.join(", ")))?;
    let row = rows.iter().find(|row| row[0] == scalar && row[1] == variant);
    let row = row.ok_or_else(|| format!("no answers of {variant} in {scalar}"))?;
    row[place].parse().map(percent).map_err(|_| "it is no rate".to_owned())
}

/// In how many families a variant shows nothing wrong.
fn clean_table(survey: &Survey, scalar: usize) -> Table {
    let columns = "variant | families | cases | without a wrong verdict | without a failure | wrong verdicts | failures";
    let mut table = Table::new(columns.split(" | "));
    for (v, variant) in survey.variants.iter().enumerate() {
        let of_families = survey.families_in_rates().into_iter().map(|family| survey.counts(family, v, scalar));
        let counts: Vec<&Counts> = of_families.filter(|counts| counts.applicable() > 0).collect();
        let without = |hits: &dyn Fn(&Counts) -> u64| counts.iter().filter(|counts| hits(counts) == 0).count();
        let sum = |hits: &dyn Fn(&Counts) -> u64| grouped(counts.iter().map(|counts| hits(counts)).sum::<u64>());
        if !counts.is_empty() {
            let [cases, wrongs, failures] = [sum(&Counts::applicable), sum(&Counts::wrong), sum(&Counts::failures)];
            let [no_wrong, no_failure] = [without(&Counts::wrong), without(&Counts::failures)];
            table.push(&[&variant.name, &counts.len(), &cases, &no_wrong, &no_failure, &wrongs, &failures]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use gjk_records::Duel;

    use super::*;

    #[test]
    fn places_are_filled_and_the_rest_is_left() {
        let study = crate::tests::small();
        let text = "a <!-- gjk answers -->7<!-- /gjk --> b\n<!-- gjk league f64 verdicts -->\nold\n<!-- /gjk -->\nend\n";
        let (filled, places) = fill(&study, text).unwrap().unwrap();
        assert_eq!(places, 2);
        assert!(
            filled.starts_with("a <!-- gjk answers -->") && !filled.contains("-->7<") && !filled.contains("old"),
            "{filled}"
        );
        assert!(filled.contains("| variant |") && filled.ends_with("<!-- /gjk -->\nend\n"), "{filled}");
        assert_eq!(fill(&study, &filled), Ok(Some((filled.clone(), 2))), "it is filled already");
        assert_eq!(fill(&study, "nothing to fill"), Ok(None));
    }

    #[test]
    fn every_word_of_the_table_above_is_filled() {
        let study = crate::tests::invented();
        let survey = Survey::new(&study);
        for (words, begins) in [
            ("league f64 distances", "f64, distances, "),
            ("league f64 verdicts widest", "f64, verdicts, "),
            ("duel", "| f64 | box 8 |"),
            ("failures", "# Failures by family"),
            ("clean f64", "| variant | families |"),
            ("facts", "`gjk study --quick --seed 1`; commit 0123abc"),
            ("rate f64 johnson right", ""),
            ("interval f64 johnson", ""),
            ("failures-in gap f64 johnson", ""),
            ("answers", ""),
        ] {
            let text = made(&survey, &words.split(' ').collect::<Vec<_>>()).unwrap();
            assert!(!text.trim().is_empty() && text.starts_with(begins), "{words}: {}", &text[..text.len().min(80)]);
        }
        // Of the leagues over three and over two families most take part in the second.
        let some = crate::tests::lettered(&[("a", ["....", "....", "...."]), ("b", ["....", "....", "nnnn"])]);
        let survey = Survey::new(&some);
        let all = made(&survey, &["league", "f64", "verdicts"]).unwrap();
        let widest = made(&survey, &["league", "f64", "verdicts", "widest"]).unwrap();
        assert!(
            all.starts_with("f64, verdicts, 3 families")
                && widest.starts_with("f64, verdicts, 2 families")
                && all.ends_with(&widest)
        );
        // Not where they are less than half of the families.
        let few = crate::tests::lettered(&[
            ("a", ["....", "....", "...."]),
            ("b", ["....", "....", "...."]),
            ("c", ["....", "nnnn", "nnnn"]),
        ]);
        let widest = made(&Survey::new(&few), &["league", "f64", "verdicts", "widest"]).unwrap();
        assert!(widest.starts_with("f64, verdicts, 3 families"), "{widest}");
    }

    #[test]
    fn a_place_that_cannot_be_filled_is_named() {
        let study = crate::tests::small();
        let mut other = study.clone();
        other.facts.command = "x <!-- /gjk -->".to_owned();
        let fault = fill(&other, "<!-- gjk facts --><!-- /gjk -->").unwrap_err();
        assert!(fault.starts_with("1: `facts`: there would be a marker in it"), "{fault}");
        for (text, message) in [
            ("\n\n<!-- gjk answers -->", "3: there is no `<!-- /gjk -->` behind it"),
            ("<!-- gjk answers <!-- /gjk", "1: the marker has no end `-->`"),
            (
                "x\n<!-- gjk answers --> <!-- gjk facts --> <!-- /gjk -->",
                "2: there is no `<!-- /gjk -->` before the next marker",
            ),
            ("<!-- gjk league f64 verdicts least --><!-- /gjk -->", "1: `league f64 verdicts least`: no such place"),
            ("<!-- gjk loops f64 gilbert --><!-- /gjk -->", "1: `loops f64 gilbert`: nothing was run with `gilbert`"),
            ("<!-- gjk warm resting f64 --><!-- /gjk -->", "1: `warm resting f64`: no traces of `resting`"),
            ("<!-- gjk winner --><!-- /gjk -->", "1: `winner`: no such place"),
            ("<!-- gjk league f16 verdicts --><!-- /gjk -->", "1: `league f16 verdicts`: no answers in f16"),
            ("<!-- gjk rate f64 nobody missed --><!-- /gjk -->", "1: `rate f64 nobody missed`: no answers of nobody in f64"),
        ] {
            let fault = fill(&study, text).unwrap_err();
            assert!(fault.starts_with(message), "{fault}");
        }
    }

    /// The table that a place of an invented study is filled with, and the line above it.
    fn filled(words: &str) -> (String, Vec<Vec<String>>) {
        let study = crate::tests::invented();
        let text = made(&Survey::new(&study), &words.split(' ').collect::<Vec<_>>()).unwrap();
        let (above, table) = text.split_once("\n\n").unwrap();
        let cells = |line: &str| line.trim_matches(['|', '\n']).split('|').map(|cell| cell.trim().to_owned()).collect();
        (above.to_owned(), table.lines().map(cells).collect())
    }

    #[test]
    fn loops_are_chosen_by_words_and_what_all_agree_in_stands_above() {
        let (above, rows) = filled("loops f64 relative ericson");
        assert!(above.starts_with("f64, ericson, stop relative, "), "{above}");
        assert_eq!(rows[0][..3], ["safeguards", "v from", "phantom"]);
        let names: Vec<String> = rows[2..].iter().map(|row| row[..2].join(" ")).collect();
        assert_eq!(names, ["guarded simplex", "guarded witnesses", "bare simplex", "bare witnesses"]);
        // The third loop of the invented ones misses two of 60, where none is without an answer: and so in the first family alone.
        let (above, rows) = filled("loops f64 relative bare ericson simplex generic");
        assert_eq!(
            above,
            "f64, ericson, stop relative, safeguards bare, v from simplex, family generic; 60 cases a loop, shares in %"
        );
        let place = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
        assert_eq!((&rows[2][place("missed")][..], &rows[2][place("right")][..], rows.len()), ("3.33", "96.67", 3));
    }

    #[test]
    fn loops_are_of_the_world_unless_a_word_names_a_frame() {
        let (above, rows) = filled("loops f64 relative guarded simplex ericson generic world centred of-a");
        let expected =
            "f64, ericson, stop relative, safeguards guarded, v from simplex, family generic; 60 cases a loop, shares in %";
        assert_eq!((&above[..], &rows[0][0][..]), (expected, "frame"));
        let place = rows[0].iter().position(|column| column == "missed").unwrap();
        let missed: Vec<[&str; 2]> = rows[2..].iter().map(|row| [&row[0][..], &row[place][..]]).collect();
        assert_eq!(missed, [["world", "0"], ["centred", "1.67"], ["of-a", "5.00"]]);
        let (above, rows) = filled("loops f64 relative guarded simplex ericson of-a generic");
        assert!(above.starts_with("f64, ericson, stop relative, safeguards guarded, v from simplex, frame of-a, "), "{above}");
        assert_eq!(rows.len(), 3);
        let (above, rows) = filled("loops f64 relative guarded simplex ericson generic");
        assert!(!above.contains("frame") && rows.len() == 3, "{above}");
    }

    #[test]
    fn tolerances_fall_and_keep_to_the_words() {
        let (_, rows) = filled("tolerances f32 ericson doubting");
        let names: Vec<String> = rows[2..].iter().map(|row| row[..4].join(" ")).collect();
        let of = |exponent: &str| format!("ericson distance doubting 10⁻{exponent}");
        assert_eq!(names, ["²", "³", "⁴", "⁵", "⁶", "⁷"].map(of));
    }

    #[test]
    fn warm_starts_stand_beside_cold_ones() {
        let (above, rows) = filled("warm resting f64 johnson");
        assert_eq!((&above[..], rows.len()), ("resting, f64, 600 frames a step", 2 + 11));
        assert_eq!(rows[2][..2], ["johnson", "1"]);
        assert_eq!(rows[12][..2], ["johnson", "2⁻²⁰"]);
        let iterations: Vec<f64> = rows[12][2..5].iter().map(|cell| cell.parse().unwrap()).collect();
        assert!(iterations[0] > iterations[1] && iterations[1] > iterations[2], "{iterations:?}");
        let (_, rows) = filled("warm-failures resting f64");
        let johnson = rows.iter().find(|row| row[0] == "johnson").unwrap();
        assert_eq!((&johnson[1], &johnson[2], &johnson[5]), (&(11 * 600).to_string(), &johnson[4], &johnson[2]));
    }

    #[test]
    fn cells_of_the_contest_in_which_one_is_slower_are_counted() {
        let duel = |scalar: &str, gap: &str, variant: &str, time: Option<f64>| Duel {
            scalar: scalar.to_owned(),
            gap: gap.to_owned(),
            variant: variant.to_owned(),
            median_ns: time,
            ..Duel::default()
        };
        let duels = vec![
            duel("f64", "far", "own", Some(2.0)),
            duel("f64", "1e-2", "own", Some(2.0)),
            duel("f64", "overlap", "own", Some(9.0)),
            duel("f32", "far", "own", Some(2.0)),
            duel("f64", "far", "double", Some(1.0)),
            duel("f64", "1e-2", "double", Some(2.0)),
            // Not timed in this cell, so that nobody is compared there.
            duel("f64", "overlap", "double", None),
            duel("f32", "far", "single", Some(1.5)),
        ];
        let study = Study { duels, ..Study::default() };
        let of = |words: &str| made(&Survey::new(&study), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(of("slower own double").as_deref(), Ok("1 of 2"));
        assert_eq!(of("slower own double single").as_deref(), Ok("2 of 3"));
        assert_eq!(of("slower double own").as_deref(), Ok("0 of 2"));
        assert_eq!(of("slower own double nobody").unwrap_err(), "own and nobody were timed together nowhere");
    }

    #[test]
    fn times_stand_beside_the_fastest_that_is_right() {
        let study = crate::tests::small();
        let survey = Survey::new(&study);
        let of = |words: &str| made(&survey, &words.split(' ').collect::<Vec<_>>());
        // Two of the three cases: in the third `sign` is wrong.
        let table = of("times f64 near sign").unwrap();
        assert!(table.ends_with("\n| gap | 2 | 400 | 175 | 2.50 | 3.00 |\n"), "{table}");
        assert_eq!(of("times f64 near nobody").unwrap_err(), "there is no variant nobody");
        assert_eq!(of("times exact near sign").unwrap_err(), "no such times");
    }
}
