//! Single numbers as LaTeX macros, so that the text of a paper is made from a study, like its tables.
//!
//! `\gjk{VARIANT}{COLUMN}{SCALAR}` is a number of a variant, and `\gjkfact{NAME}` a fact of the study. Both can be used
//! wherever TeX expands macros. An unknown number is an error, whose message names the number.

use gjk_records::{Column, Counts, Question};

use super::{Standings, origin};
use crate::Survey;
use crate::digits::{bound_text, rate_text, time_text};
use crate::latex::{comment, escape};
use crate::table::grouped;

/// The definitions of the macros.
const MACROS: &str = r"\edef\gjkrestore{\catcode64=\the\catcode64\relax}\catcode64=11
\providecommand*{\gjkprefix}{}
\long\def\gjk@put#1#2#3#4{\expandafter\gdef\csname gjk@\gjkprefix#1@#2@#3\endcsname{#4}}
\long\def\gjk@putfact#1#2{\expandafter\gdef\csname gjkfact@\gjkprefix#1\endcsname{#2}}
\protected\def\gjk@unknown#1{\PackageError{gjk}{There is no number #1}{The file numbers.tex has all that there are.}}
\def\gjk#1#2#3{\ifcsname gjk@#1@#2@#3\endcsname\csname gjk@#1@#2@#3\expandafter\endcsname\else\gjk@unknown{`#2' of `#1' in `#3'}\fi}
\def\gjkfact#1{\ifcsname gjkfact@#1\endcsname\csname gjkfact@#1\expandafter\endcsname\else\gjk@unknown{`#1' among the facts}\fi}
\long\def\gjk@puttable#1#2#3{\expandafter\gdef\csname gjkcaption@\gjkprefix#1\endcsname{\gjkcaption{#2}{}{tab:gjk-#1}}%
\expandafter\gdef\csname gjknote@\gjkprefix#1\endcsname{\gjknote{#3}}}
\def\gjk@oftable#1#2{\ifcsname gjk#1@#2\endcsname\csname gjk#1@#2\expandafter\endcsname\else\gjk@unknown{`#2' among the tables}\fi}
\def\gjktablecaption#1{\gjk@oftable{caption}{#1}}
\def\gjktablenote#1{\gjk@oftable{note}{#1}}
";

/// The introduction of the file.
const READING: &str = "Numbers of a study: \\gjk{VARIANT}{COLUMN}{SCALAR} and \\gjkfact{NAME}, each without a unit. Rates \
    are in percent, families with equal weights; times in nanoseconds. Columns that begin with league- are over the \
    families of the widest league of the scalar: the league of distances if the variant is in it, else the league of \
    verdicts. They agree with the tables league-*. The other columns are over all families of which the variant accepts at \
    least half of the cases; they agree with the tables rulings-*. In a name, every character except ASCII letters, digits \
    and -_.+/ is written as -. Numbers of a second study get a prefix: \\def\\gjkprefix{OLD/} before the file of that study \
    is read and \\def\\gjkprefix{} after it, then \\gjk{OLD/VARIANT}{COLUMN}{SCALAR} and \\gjkfact{OLD/NAME}. \
    \\gjktablecaption{NAME} and \\gjktablenote{NAME} are the caption, with the label tab:gjk-NAME, and the note of the \
    table NAME; both call \\gjkcaption and \\gjknote, which a document may redefine before it reads this file.";

/// A name as an argument of the macros, without characters that have a meaning in TeX.
fn key(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.+/".contains(letter) { letter } else { '-' };
    name.chars().map(plain).collect()
}

/// A number of a variant in a scalar.
pub(crate) struct Number {
    pub variant: String,
    pub column: String,
    pub scalar: String,
    pub text: String,
}

/// The texts of a table.
pub(crate) struct Captioned {
    /// The name of its files, without the ending.
    pub name: String,
    pub caption: String,
    pub notes: String,
}

/// The file with the macros, all numbers of a study, and the texts of its tables.
pub(crate) fn macros(survey: &Survey, tables: &[Captioned]) -> String {
    let standings = Standings::new(survey);
    let mut numbers = Vec::new();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        for (v, variant) in survey.variants.iter().enumerate() {
            let all = of_summary(survey, v, s).into_iter().chain(of_league(survey, &standings, v, s));
            let (variant, scalar) = (&variant.name, scalar);
            numbers.extend(all.map(|(column, text)| Number { variant: variant.clone(), column, scalar: scalar.clone(), text }));
        }
    }
    definitions(READING, &origin(survey), (&facts(survey), &numbers, tables))
}

/// A file of macros, with a description and its origin: facts, numbers, and the texts of tables.
pub(crate) fn definitions(
    reading: &str,
    origin: &str,
    (facts, numbers, tables): (&[(String, String)], &[Number], &[Captioned]),
) -> String {
    let mut text = comment(reading) + &comment(origin) + MACROS + crate::caption::MACROS;
    for (name, fact) in facts {
        text += &format!("\\gjk@putfact{{{name}}}{{{}}}%\n", escape(fact));
    }
    for Number { variant, column, scalar, text: number } in numbers {
        text += &format!("\\gjk@put{{{}}}{{{column}}}{{{}}}{{{}}}%\n", key(variant), key(scalar), escape(number));
    }
    for Captioned { name, caption, notes } in tables {
        text += &format!("\\gjk@puttable{{{}}}{{{}}}{{{}}}%\n", key(name), escape(caption), escape(notes));
    }
    text + "\\gjkrestore\n"
}

/// Numbers by the names of their columns.
pub(crate) type Numbers = Vec<(String, String)>;

/// The facts of the study, as far as they are recorded.
fn facts(survey: &Survey) -> Numbers {
    let facts = &survey.study.facts;
    let answers: u64 = survey.study.answers.iter().map(|answers| answers.applicable()).sum();
    let all: [(&str, String); 12] = [
        ("answers", grouped(answers)),
        ("cases", facts.cases_per_family.to_string()),
        ("command", facts.command.clone()),
        ("commit", facts.commit.clone()),
        ("compiler", facts.compiler.clone()),
        ("families", survey.families_in_rates().len().to_string()),
        ("machine", facts.processor.clone()),
        ("scalars", survey.scalars.len().to_string()),
        ("seed", facts.seed.to_string()),
        ("tolerance", crate::draw::number(facts.tolerance)),
        ("variants", survey.variants.len().to_string()),
        ("version", facts.version.clone()),
    ];
    all.into_iter().filter(|(_, fact)| !fact.is_empty()).map(|(name, fact)| (name.to_owned(), fact)).collect()
}

/// The columns of the summary, over all families in which the variant accepts at least half of the cases.
fn of_summary(survey: &Survey, v: usize, s: usize) -> Numbers {
    let families = survey.pooled_families(v, s);
    let mut numbers = Numbers::new();
    let mut put = |name: &str, number: String| numbers.push((name.to_owned(), number));
    let mean = |hits: &dyn Fn(&Counts) -> u64| survey.pooled(v, s, hits);
    for column in Column::APPLICABLE {
        if let Some(mean) = mean(&|c| c.rulings[column]) {
            put(column.name(), rate_text(&mean.rate()));
        }
    }
    if let (Some(wrong), Some(failure)) = (mean(&Counts::wrong), mean(&Counts::failures)) {
        put("wrong", rate_text(&wrong.rate()));
        put("wrong-upper", bound_text(&wrong));
        let failure = failure.rate();
        put("failure", rate_text(&failure));
        // The bounds with the decimals of the rate.
        for (name, bound) in [("failure-low", failure.low), ("failure-high", failure.high)] {
            put(name, rate_text(&crate::summary::Rate { rate: bound, ..failure }));
        }
    }
    if let Some(certified) = mean(&|c| c.certified) {
        put("certified", rate_text(&certified.rate()));
        put("families", families.len().to_string());
        put("cases", survey.sum(&families, v, s, Counts::applicable).to_string());
    }
    if let Some((time, ..)) = survey.times.pooled(&survey.families_in_rates(), v, s) {
        put("ns", time_text(Some(time)));
    }
    numbers
}

/// A count of the answers to a family.
type Hits<'a> = &'a dyn Fn(&Counts) -> u64;

/// The columns of the widest league.
pub(crate) fn of_league(survey: &Survey, standings: &Standings, v: usize, s: usize) -> Numbers {
    let Some((season, place)) = standings.place(s, v) else { return Numbers::new() };
    let mut numbers = Numbers::new();
    let mut put = |name: &str, number: String| numbers.push((format!("league-{name}"), number));
    if let Some(rank) = place.rank {
        put("rank", rank.rank.to_string());
    }
    put("wrong", rate_text(&place.wrong.rate()));
    put("wrong-upper", bound_text(&place.wrong));
    let question = season.question;
    let rates: [(&str, Hits); 6] = [
        ("no-answer", &|c| c.rulings[Column::GaveUp]),
        ("inaccurate", &|c| c.rulings[Column::Inaccurate]),
        ("off", &|c| c.rulings[Column::Off]),
        ("contact", &|c| c.rulings[Column::Contact]),
        ("right", &|c| c.right_about(question)),
        ("certified", &|c| c.certified),
    ];
    for (name, hits) in rates {
        // A league of verdicts ignores lengths.
        let is_told = !["inaccurate", "off"].contains(&name) || question == Question::Distance;
        if let Some(mean) = place.rate(survey, s, hits).filter(|_| is_told) {
            put(name, rate_text(&mean.rate()));
        }
    }
    put("families", place.families.len().to_string());
    put("cases", survey.sum(&place.families, v, s, Counts::applicable).to_string());
    if let Some(time) = place.nanoseconds(survey, s) {
        put("ns", time_text(Some(time)));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_study() {
        let study = crate::tests::small();
        let tables = [Captioned { name: "league".to_owned(), caption: "A_b".to_owned(), notes: "In percent.".to_owned() }];
        let text = macros(&Survey::new(&study), &tables);
        // `sign` is wrong on one of two cases of one family, and on none of nine cases of the other: 25 %.
        for line in [
            "\\gjk@put{sign}{missed}{f64}{25}%",
            "\\gjk@put{sign}{cases}{f64}{11}%",
            "\\gjk@put{sign}{families}{f64}{2}%",
            "\\gjk@put{near}{wrong}{f64}{0}%",
            "\\gjk@putfact{commit}{abc}%",
            "\\gjk@putfact{tolerance}{64}%",
            // 13 answers of `near` in each scalar, and one fewer of `sign`.
            "\\gjk@putfact{answers}{50}%",
            "\\gjk@puttable{league}{A\\_b}{In percent.}%",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert!(!text.contains("compiler") && text.ends_with("\\gjkrestore\n"));
        assert!(text.lines().all(|line| line.is_ascii() || line.starts_with("% ")));
    }

    #[test]
    fn names_are_plain_in_their_keys() {
        assert_eq!(["parry3d-f64", "a_b%c", "x{\\y}"].map(key), ["parry3d-f64", "a_b-c", "x--y-"]);
    }
}
