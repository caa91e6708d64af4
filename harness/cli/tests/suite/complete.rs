//! Completeness: each question, each variant and each family has all of its parts. A failure names the missing ones.

use std::path::Path;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{Family, families};
use gjk_cases::format::Greeting;
use gjk_records::{CORPUS, FamilyKind, MEANINGS, Measure, Question, Record, Ruling};
use gjk_solvers::{Roster, question_of};
use gjk_study::drawn::{TIMED, kinds};
use gjk_study::{Context, Judging};

/// A file of this source tree.
fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages about the program, joined; without results of a day, which are in the folder of results.
fn pages() -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folders = [docs.join("questions"), docs];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder of pages"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let texts = paths.filter(|path| path.is_file()).map(|path| std::fs::read_to_string(path).expect("text"));
    texts.fold(file("README.md") + &file("docs/results/certified.md"), |all, text| all + &text)
}

/// True if a text has this word, not as a part of a longer name.
fn has_word(text: &str, word: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_of_name) && !text[at + word.len()..].starts_with(is_of_name))
}

/// Missing things, each by its name.
#[derive(Default)]
struct Missing(Vec<String>);

impl Missing {
    fn unless(&mut self, is_there: bool, what: std::fmt::Arguments<'_>) {
        if !is_there {
            self.0.push(what.to_string());
        }
    }

    fn assert_none(self) {
        assert!(self.0.is_empty(), "missing:\n  {}", self.0.join("\n  "));
    }
}

/// The kind of a family, as in a study.
fn kind(family: &dyn Family) -> FamilyKind {
    kinds(&Roster::default(), &[gjk_cases::family::named(family.name()).expect("it is there")], &[]).families[family.name()]
}

/// Some judged answers to a question by the variants that promise it, on the families that it is asked over.
fn answers(question: Question) -> Vec<Record> {
    let mut roster = Roster::builtin();
    roster.retain(|entry| question_of(entry.about.promise) == question);
    let context = Context::new(roster);
    let is_asked = |family: &dyn Family| match question.over() {
        Some(is_of_it) => is_of_it(&kind(family)),
        None => !family.role().is_for_one_question(),
    };
    let mut records = Vec::new();
    for family in families().iter().filter(|family| is_asked(family.as_ref())) {
        let case = family.case(1, Arithmetic::F64, 0);
        let judging = Judging::of(&context, &case, Arithmetic::F64, Some(family.as_ref()));
        records.extend(judging.iter().flat_map(|judging| judging.findings.iter().map(|found| judging.record(found, None))));
    }
    records
}

#[test]
fn a_question_has_a_truth_a_judge_a_protocol_columns_words_and_a_page() {
    let mut missing = Missing::default();
    let (protocol, header, words, readme) =
        (file("adapters/README.md"), file("adapters/library/gjk.h"), file("docs/words.md"), file("README.md"));
    for question in Question::ALL {
        let name = question.name();
        let records = answers(question);
        missing.unless(
            records.iter().any(|r| r.ruling == Ruling::Right),
            format_args!("{name}: a variant that is right about it"),
        );
        let greeting = Greeting::read(&format!(r#"{{"program":"x","promise":"{name}"}}"#));
        missing.unless(
            greeting.is_some_and(|read| read.is_ok_and(|greeting| greeting.promise == question)),
            format_args!("{name}: the promise of a program"),
        );
        missing.unless(protocol.contains(&format!("`{name}`")), format_args!("{name}: the promise in adapters/README.md"));
        missing.unless(has_word(&words, question.league()), format_args!("{name}: `{}` in docs/words.md", question.league()));
        if question == Question::Cast {
            missing.unless(readme.contains("docs/casts.md"), format_args!("{name}: its page in the README"));
        } else if question == Question::Verdict || question.is_whole() {
            missing.unless(readme.contains(&format!("{name}: ")), format_args!("{name}: a column of the table of the README"));
        }
        let Some(claim) = question.claim() else { continue };
        for measure in question.measures().iter().copied().chain([claim.claimed, claim.truth, claim.certified]) {
            let is_judged = records.iter().any(|record| record.measure(measure).is_some());
            missing.unless(is_judged, format_args!("{name}: `{}` of the truth and the judge", measure.field()));
        }
        missing
            .unless(protocol.contains(&format!("`{}`", claim.name)), format_args!("{name}: its field in adapters/README.md"));
        missing.unless(has_word(&header, claim.name), format_args!("{name}: its field in adapters/library/gjk.h"));
        missing.unless(has_word(&words, claim.name), format_args!("{name}: `{}` in docs/words.md", claim.name));
        for by in question.measures() {
            missing.unless(has_word(&words, by.off()), format_args!("{name}: `{}` in docs/words.md", by.off()));
        }
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(claim.page);
        missing.unless(page.exists(), format_args!("{name}: the page docs/{}", claim.page));
    }
    for measure in Measure::ALL {
        let field = measure.field();
        missing.unless(MEANINGS.contains(&format!("| `{field}` |")), format_args!("{field}: its column in columns/rows.md"));
    }
    let off = MEANINGS.lines().find(|line| line.starts_with("| `off_by` |")).expect("the column");
    for by in Measure::OFF {
        missing
            .unless(has_word(off, by.off()), format_args!("{}: its word in the column `off_by` of columns/rows.md", by.off()));
        missing.unless(has_word(&pages(), by.off()), format_args!("{}: its word in a page", by.off()));
    }
    missing.assert_none();
}

#[test]
fn a_variant_has_a_style_a_rank_a_statement_and_its_place_in_the_pages() {
    let mut missing = Missing::default();
    let (roster, pages) = (Roster::builtin(), pages());
    let kinds = kinds(&roster, &[], &TIMED);
    let last = kinds.variants.len() as u32;
    let styles: Vec<_> = kinds.variants.values().map(|kind| (kind.style.mark, kind.style.dash)).collect();
    for entry in roster.entries() {
        let about = entry.about;
        let kind = &kinds.variants[about.name];
        let alike = styles.iter().filter(|style| **style == (kind.style.mark, kind.style.dash)).count();
        missing.unless(alike == 1, format_args!("{}: a style of its own in drawn.rs", about.name));
        let is_known = gjk_study::drawn::known().variants.contains_key(about.name);
        missing.unless(is_known && kind.rank > 0, format_args!("{}: a rank, its place in drawn.rs", about.name));
        missing.unless(
            !about.title.is_empty() && !about.citation.is_empty(),
            format_args!("{}: its title and its source", about.name),
        );
        missing.unless(has_word(&pages, about.name), format_args!("{}: a page of docs/ that names it", about.name));
    }
    assert!(last > 20);
    missing.assert_none();
}

#[test]
fn a_family_has_a_role_a_description_and_its_place_in_the_pages_and_queries() {
    let mut missing = Missing::default();
    let (queries, pages) = (file("docs/queries.md"), pages());
    // The query for rates leaves out the same families as rates do.
    let list = queries.split("family NOT IN (").nth(1).and_then(|rest| rest.split(')').next()).expect("the query of rates");
    let listed: Vec<&str> = list.split('\'').skip(1).step_by(2).collect();
    missing.unless(listed.contains(&CORPUS), format_args!("{CORPUS}: in the query of rates in docs/queries.md"));
    for family in families() {
        let name = family.name();
        let is_left_out = family.role().is_for_one_question();
        missing.unless(
            is_left_out == listed.contains(&name),
            format_args!("{name}: as its role says, in or out of the query of rates in docs/queries.md"),
        );
        missing.unless(
            !family.description().is_empty() && !family.knob().is_empty(),
            format_args!("{name}: what it is, and its knob"),
        );
        missing.unless(has_word(&pages, name), format_args!("{name}: a page of docs/ that names it"));
        let is_asked =
            Question::ALL.iter().any(|question| question.over().is_some_and(|is_of_it| is_of_it(&kind(family.as_ref()))));
        missing.unless(!is_left_out || is_asked, format_args!("{name}: the question of its role"));
    }
    for name in listed.into_iter().filter(|name| *name != CORPUS) {
        missing.unless(
            families().iter().any(|family| family.name() == name),
            format_args!("{name}: the family that docs/queries.md names"),
        );
    }
    missing.assert_none();
}

#[test]
fn a_name_is_a_word_and_no_part_of_another_one() {
    assert!(has_word("the `mpr`, and", "mpr") && has_word("mpr", "mpr") && has_word("mpr-nearest or mpr.", "mpr"));
    assert!(!has_word("mpr-nearest, libccd-mpr", "mpr") && !has_word("", "mpr"));
}
