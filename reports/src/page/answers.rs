//! The answer first: which variant to trust with which question, one table per scalar.

use std::collections::HashSet;
use std::fmt::Write as _;

use gjk_records::{ContinuityTally, Counts, Question};

use super::html::escaped;
use super::style::swatch;
use super::words::term;
use crate::Survey;
use crate::digits::{bound_text, interval_text, rate_text};
use crate::figure::continuity::breaks_over;
use crate::paper::Standings;
use crate::summary::Mean;
use crate::table::{counted, grouped, shortened};

/// The origin of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A variant of this project.
    Ours,
    /// A library that is compiled in, or that the user named.
    Library,
    /// An external program.
    Program,
    /// A function that the user added in Rust.
    Yours,
}

impl Origin {
    const ALL: [Origin; 4] = [Origin::Ours, Origin::Library, Origin::Program, Origin::Yours];

    fn name(self) -> &'static str {
        match self {
            Origin::Ours => "ours",
            Origin::Library => "library",
            Origin::Program => "program",
            Origin::Yours => "yours",
        }
    }

    fn of(survey: &Survey, variant: usize) -> Origin {
        let facts = &survey.study.facts;
        let name = &survey.variants[variant].name;
        let option = facts.kinds.variants.get(name).and_then(|kind| kind.option.as_deref()).unwrap_or_default();
        if option.contains("--program") {
            Origin::Program
        } else if option.contains("--library") {
            Origin::Library
        } else if facts.taken_in.contains(name) {
            Origin::Yours
        } else if survey.library(variant).is_some() {
            Origin::Library
        } else {
            Origin::Ours
        }
    }
}

/// The rate of a row for a question.
struct Cell {
    mean: Mean,
    families: usize,
    /// The families of the other rows.
    of_families: usize,
    /// Cases, or pairs of answers for continuity.
    cases: u64,
    is_of_pairs: bool,
    /// Whether the variant accepts none of the families of the other rows, so that its rate is over other families.
    is_elsewhere: bool,
}

/// The answers to a question that are failures: wrong verdicts, missing answers, and the measures and lengths that the question
/// asks for.
fn failed(counts: &Counts, question: Question) -> u64 {
    counts.wrong_about(question) + counts.other_failures_about(question)
}

impl Cell {
    /// The rate over those of the families that the variant accepts; `None` for a question whose answer it does not promise.
    fn of(survey: &Survey, scalar: usize, variant: usize, question: Question, over: &[usize]) -> Option<Cell> {
        if !survey.variants[variant].promise.answers(question) {
            return None;
        }
        let mut families: Vec<usize> =
            over.iter().copied().filter(|&family| survey.is_compared(family, variant, scalar)).collect();
        let is_elsewhere = families.is_empty();
        if is_elsewhere {
            let own: Vec<usize> =
                if question.over().is_some() { survey.families_over(question) } else { survey.families_in_rates() };
            families = own.into_iter().filter(|&family| survey.is_compared(family, variant, scalar)).collect();
        }
        let mean = survey.pooled_over(&families, variant, scalar, |counts| failed(counts, question))?;
        let cases = survey.sum(&families, variant, scalar, Counts::applicable);
        Some(Cell { mean, families: families.len(), of_families: over.len(), cases, is_of_pairs: false, is_elsewhere })
    }

    /// The breaks over families in which steps were made.
    fn of_steps(survey: &Survey, scalar: usize, variant: usize, names: &[&str]) -> Option<Cell> {
        let found = breaks_over(survey, &survey.scalars[scalar], &survey.variants[variant].name, names)?;
        let of_families = names.len();
        Some(Cell {
            mean: found.mean,
            families: found.families,
            of_families,
            cases: found.pairs,
            is_of_pairs: true,
            is_elsewhere: false,
        })
    }

    fn is_partial(&self) -> bool {
        self.is_elsewhere || self.families < self.of_families
    }

    fn html(&self) -> String {
        let Cell { mean, families, of_families, cases, is_of_pairs, is_elsewhere } = self;
        let mark = match (is_elsewhere, self.is_partial()) {
            (true, _) => "‡",
            (false, true) => "†",
            (false, false) => "",
        };
        let bound = match mean.rate == 0.0 {
            true => format!("< {}", bound_text(mean).trim_start_matches('<')),
            false => interval_text(&mean.rate()),
        };
        let of = match self.is_partial() {
            true if *is_elsewhere => format!("other {}", counted(*families, "family", "families")),
            true => format!("{families} of {}", counted(*of_families, "family", "families")),
            false => counted(*families, "family", "families"),
        };
        let unit = if *is_of_pairs { "pairs" } else { "cases" };
        let class = if mean.rate == 0.0 { " class=\"zero\"" } else { "" };
        format!(
            "<td data-value=\"{}\"><span{class}>{}</span>{mark}<span class=\"bound\">{}</span><span class=\"over\">{of}, {} {unit}</span></td>",
            mean.rate,
            escaped(&rate_text(&mean.rate())),
            escaped(&bound),
            grouped(cases)
        )
    }
}

/// The names of those of the families in which steps were made in a scalar.
fn stepped<'s>(survey: &'s Survey, scalar: usize, over: &[usize]) -> Vec<&'s str> {
    let all = survey.study.of::<ContinuityTally>().iter();
    let made = all.filter(|tally| tally.scalar == survey.scalars[scalar] && tally.compared() > 0);
    let made: HashSet<&str> = made.map(|tally| &tally.family[..]).collect();
    over.iter().map(|&family| &survey.families[family].name[..]).filter(|name| made.contains(name)).collect()
}

/// The tables of all scalars, `f64` first, with the form that filters their rows.
pub fn html(survey: &Survey) -> String {
    let standings = Standings::new(survey);
    let mut scalars = survey.judged_scalars();
    let order = ["f64", "f32", "exact"];
    scalars.sort_by_key(|&scalar| order.iter().position(|name| *name == survey.scalars[scalar]));
    let (mut tables, mut ids) = (String::new(), Vec::new());
    let mut conditions = String::new();
    for scalar in scalars {
        let name = &survey.scalars[scalar];
        let id = format!("trust-{name}");
        let over =
            |question: Question| standings.league(scalar, question).map(|season| season.families.clone()).unwrap_or_default();
        let families = Question::ALL.map(over);
        // As in the table of questions: steps are made in the families of the league of verdicts.
        let verdict = &families[Question::Verdict as usize];
        let pooled = survey.families_in_rates();
        let of_steps = stepped(survey, scalar, if verdict.is_empty() { &pooled } else { verdict });
        let mut rows = Vec::new();
        for variant in 0..survey.variants.len() {
            let of = |question: Question| Cell::of(survey, scalar, variant, question, &families[question as usize]);
            let mut cells: Vec<Option<Cell>> = Question::ALL.map(of).into();
            cells.push(Cell::of_steps(survey, scalar, variant, &of_steps));
            if cells.iter().any(Option::is_some) {
                rows.push((variant, cells));
            }
        }
        if rows.is_empty() {
            continue;
        }
        conditions = held(survey, rows.iter().map(|(variant, _)| *variant));
        tables += &table(survey, &id, name, &rows);
        ids.push(id);
    }
    if ids.is_empty() {
        return "<p class=\"empty\">These records have no judged answers.</p>".to_owned();
    }
    format!("{LEAD}{}{tables}{conditions}{}", form(survey, &ids), terms(survey))
}

fn table(survey: &Survey, id: &str, scalar: &str, rows: &[(usize, Vec<Option<Cell>>)]) -> String {
    let mut html = format!(
        "<h3>{scalar}</h3><p class=\"soft\">Answers in {scalar} that are failures, in %. <span id=\"{id}-count\"></span></p><div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Failures by question, {scalar}\"><table id=\"{id}\" data-sorts>\
         <thead><tr>\
         <th scope=\"col\" class=\"name\">variant</th><th scope=\"col\" class=\"name\">kind</th>"
    );
    let questions = Question::ALL.iter().map(|question| question.name()).chain(["continuity"]);
    for (place, name) in questions.enumerate() {
        if rows.iter().any(|(_, cells)| cells[place].is_some()) {
            let _ = write!(html, "<th scope=\"col\">{}</th>", term(name));
        }
    }
    html += "</tr></thead><tbody>";
    for (variant, cells) in rows {
        let about = &survey.variants[*variant];
        let kind = Origin::of(survey, *variant).name();
        let can: Vec<&str> =
            Question::ALL.iter().filter(|question| about.promise.answers(**question)).map(|question| question.name()).collect();
        let is_other = survey.holds(*variant).is_some() || cells.iter().flatten().any(Cell::is_partial);
        let mark = if survey.holds(*variant).is_some() { "*" } else { "" };
        let title = survey.library(*variant).map_or(String::new(), |library| format!(" title=\"{}\"", escaped(library)));
        let name = escaped(&about.name);
        let _ = write!(
            html,
            "<tr data-kind=\"{kind}\" data-can=\"{}\" data-name=\"{name}\"{}><th scope=\"row\" class=\"name\"{title}>{}{}{mark}</th><td class=\"name\">{kind}</td>",
            can.join(" "),
            if is_other { " class=\"other\"" } else { "" },
            swatch(&about.style),
            escaped(&shortened(&about.name, 40))
        );
        for (place, cell) in cells.iter().enumerate() {
            if rows.iter().any(|(_, cells)| cells[place].is_some()) {
                html += &cell.as_ref().map_or_else(|| "<td>–</td>".to_owned(), Cell::html);
            }
        }
        html += "</tr>";
    }
    html + "</tbody></table></div>"
}

/// The form that filters the rows of these tables.
fn form(survey: &Survey, ids: &[String]) -> String {
    let mut html = format!("<form data-filters=\"{}\">", ids.join(" "));
    let occurs = |origin: &Origin| (0..survey.variants.len()).any(|variant| Origin::of(survey, variant) == *origin);
    let origins: Vec<Origin> = Origin::ALL.into_iter().filter(occurs).collect();
    // A choice of one is no choice.
    if origins.len() > 1 {
        html += "<fieldset><legend>Kind</legend>";
        for name in origins.into_iter().map(Origin::name) {
            let _ = write!(html, "<label><input type=\"checkbox\" name=\"kind\" value=\"{name}\" checked>{name}</label>");
        }
        html += "</fieldset> ";
    }
    html += "<fieldset><legend>Answers all of</legend>";
    for question in Question::ALL {
        if survey.variants.iter().any(|variant| variant.promise.answers(question)) {
            let name = question.name();
            let _ = write!(html, "<label><input type=\"checkbox\" name=\"can\" value=\"{name}\">{name}</label>");
        }
    }
    html + "</fieldset> <fieldset><legend>Show</legend><label><input type=\"checkbox\" name=\"bounds\">bounds and cases</label>\
            <label>name <input type=\"search\" name=\"text\" size=\"12\" aria-label=\"Part of a name\"></label>\
            <button type=\"reset\">Reset</button></fieldset></form>"
}

/// The sentence above the tables.
const LEAD: &str = "<p>The share of a variant's answers to each question that are failures, in %: the less, the better. <a href=\"#read\">How to read it</a></p>";

/// The meaning of the numbers.
fn terms(survey: &Survey) -> String {
    format!(
        "<h3 id=\"read\">How to read it</h3><p>Each number is the share of a variant's answers that are failures, in %, with equal weights of the families of cases. A failure is a wrong verdict beyond \
         the tolerance of {} u·D, or no answer; for distance, depth and cast also a number that is off; for translation also one that \
         leaves overlap. Continuity: pairs of answers before and after a small step that break. A dash: not promised, or not asked.</p>\
         <p class=\"soft\">Bounds are at 95 %: an interval, or for a zero the upper bound. †: over only those of the families that the variant accepts. ‡: over other families, such as those of the plane.</p>",
        crate::draw::number(survey.study.facts.tolerance)
    )
}

fn held(survey: &Survey, variants: impl Iterator<Item = usize>) -> String {
    match survey.held_bodies(variants) {
        held if held.is_empty() => String::new(),
        held => format!(
            "<p class=\"soft\">*: asked about bodies other than those of the table, with less exact contact ({}).</p>",
            escaped(&held)
        ),
    }
}
