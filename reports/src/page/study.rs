//! The page of a study: its answers, its worst cases, its figures and tables, the ledger of claims, the words, and its facts.

use std::fmt::Write as _;

use super::answers;
use super::case::{RenderedCase, class_of};
use super::html::{escaped, id_of, spans, svg_url, table};
use super::shell::{Frame, Part};
use super::words::{glossary, term};
use super::worst::{FailureKind, WorstCase};
use crate::Survey;
use crate::digits::significant;
use crate::draw::number;
use crate::paper::Typeset;
use crate::table::{counted, grouped};

/// A sheet of a figure.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The name of its files.
    pub name: String,
    pub title: String,
    /// Its caption after the title.
    pub text: String,
    pub svg: Vec<u8>,
    /// Whether it is drawn for one of two columns.
    pub is_narrow: bool,
}

/// A claim of the sources with its verdict in the ledger.
#[derive(Clone, Debug)]
pub struct LedgerClaim {
    /// Its id.
    pub id: &'static str,
    /// The claim in words.
    pub says: &'static str,
    /// The verdict.
    pub verdict: &'static str,
    /// The verdicts in exact arithmetic and in floating point.
    pub in_both: [&'static str; 2],
}

/// The parts of a page that cannot be made from records.
#[derive(Clone, Debug, Default)]
pub struct PageParts {
    /// The worst cases, each with its run if it could be repeated.
    pub cases: Vec<(WorstCase, Option<RenderedCase>)>,
    /// The ledger of claims.
    pub claims: Vec<LedgerClaim>,
}

/// The page of a study.
pub fn study_page(
    survey: &Survey,
    sheets: &[Sheet],
    tables: &[Typeset],
    parts: &PageParts,
    files: &[(String, String)],
) -> Vec<u8> {
    let facts = &survey.study.facts;
    let mut all = vec![Part { id: "answers", title: "Which to trust".to_owned(), html: answers::html(survey) }];
    if !parts.cases.is_empty() {
        all.push(Part { id: "cases", title: "Worst cases".to_owned(), html: cases(&parts.cases) });
    }
    if !sheets.is_empty() {
        all.push(Part { id: "figures", title: "Figures".to_owned(), html: sheets.iter().map(figure).collect() });
    }
    if !tables.is_empty() {
        all.push(Part { id: "tables", title: "Tables".to_owned(), html: tables.iter().map(typeset).collect() });
    }
    if !parts.claims.is_empty() {
        all.push(Part { id: "claims", title: "Claims of the sources".to_owned(), html: ledger(&parts.claims) });
    }
    all.push(Part { id: "words", title: "Words".to_owned(), html: glossary() });
    all.push(Part { id: "facts", title: "Facts of the run".to_owned(), html: run_facts(survey) + &files_next(files) });
    let cases: u64 = survey.study.answers.iter().map(|answers| answers.applicable()).sum();
    let lead = format!(
        "<p class=\"lead\">{} of {}, {} and {}, judged in exact arithmetic.</p><p class=\"soft\">Commit {}, seed {}, tolerance {} u·D.</p>",
        counted_of(cases, "answer", "answers"),
        counted(survey.variants.len(), "variant", "variants"),
        counted(survey.families.len(), "family of cases", "families of cases"),
        counted(survey.scalars.len(), "scalar", "scalars"),
        escaped(&facts.commit),
        facts.seed,
        number(facts.tolerance)
    );
    let foot = format!(
        "<p>Made by the GJK verification harness, version {}, with <code>{}</code>.</p>",
        escaped(&facts.version),
        escaped(&facts.command)
    );
    Frame { title: "GJK variants and libraries: which to trust".to_owned(), lead, parts: all, foot }.html()
}

fn counted_of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// The list of the worst cases, and each with its view.
fn cases(cases: &[(WorstCase, Option<RenderedCase>)]) -> String {
    let mut html = "<p>For each variant and kind of failure (a wrong verdict, a length that is off, no answer): the case with the largest error that the range of numbers does not cause, or the first case without an answer, as far as there \
                    is room. The kinds and questions take turns, and the largest error comes first. Every case is asked again for this page, in the scalar that it \
                    names; its view turns by dragging or with the arrow keys.</p>"
        .to_owned();
    html += "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"List of the worst cases\"><table data-sorts><caption>Errors and margins in u·D, in exact arithmetic in D.</caption>\
             <thead><tr><th scope=\"col\" class=\"name\">variant</th><th scope=\"col\" class=\"name\">case</th><th scope=\"col\" class=\"name\">scalar</th><th scope=\"col\" class=\"name\">failure</th>\
             <th scope=\"col\">size</th><th scope=\"col\" class=\"name\">ruling</th></tr></thead><tbody>";
    for (worst, shown) in cases {
        let size = if worst.kind == FailureKind::Unanswered { "–".to_owned() } else { significant(worst.value, 4) };
        let name = escaped(&worst.case);
        let link = shown.as_ref().map_or_else(|| name.clone(), |_| format!("<a href=\"#{}\">{name}</a>", worst.id()));
        let ruling = shown.as_ref().map_or("not repeated", |shown| &shown.ruling[..]);
        let value = match worst.kind {
            FailureKind::Unanswered => String::new(),
            _ if worst.value.is_finite() => worst.value.to_string(),
            _ => f64::MAX.to_string(),
        };
        let _ = write!(
            html,
            "<tr><td class=\"name\">{}</td><td class=\"name\">{link}</td><td class=\"name\">{}</td><td class=\"name\">{}</td><td data-value=\"{value}\">{}</td><td class=\"name {}\">{}</td></tr>",
            escaped(&worst.variant),
            escaped(&worst.scalar),
            worst.kind.words(),
            escaped(&size),
            class_of(ruling),
            escaped(ruling)
        );
    }
    html += "</tbody></table></div>";
    cases.iter().filter_map(|(_, shown)| shown.as_ref()).for_each(|shown| html += shown.html());
    html
}

fn figure(sheet: &Sheet) -> String {
    let class = if sheet.is_narrow { " column" } else { "" };
    format!(
        "<figure class=\"sheet{class}\" id=\"figure-{}\"><h3>{}</h3><img src=\"{}\" alt=\"{}\" decoding=\"async\"{}><figcaption>{}</figcaption></figure>",
        id_of(&sheet.name),
        escaped(&sheet.title),
        svg_url(&sheet.svg),
        escaped(&format!("Figure {}: {}", sheet.name, sheet.title)),
        size(&sheet.svg),
        spans(&sheet.text)
    )
}

/// The width and the height of a picture as attributes, so that its room is known before it is read.
fn size(svg: &[u8]) -> String {
    let head = String::from_utf8_lossy(&svg[..svg.len().min(400)]);
    let view = head.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next());
    let mut sides = view.unwrap_or_default().split(' ').filter_map(|side| side.parse::<f64>().ok());
    match (sides.next(), sides.next()) {
        (Some(width), Some(height)) if width > 0.0 => format!(" width=\"960\" height=\"{:.0}\"", 960.0 * height / width),
        _ => String::new(),
    }
}

fn typeset(made: &Typeset) -> String {
    let notes = if made.notes.is_empty() { String::new() } else { format!("<p class=\"soft\">{}</p>", spans(&made.notes)) };
    format!(
        "<h3 id=\"table-{}\">{}</h3>{}{notes}",
        id_of(&made.name),
        spans(&made.caption),
        table(&made.table, made.names, &made.caption, term)
    )
}

fn ledger(claims: &[LedgerClaim]) -> String {
    let count = |verdict: &str| claims.iter().filter(|claim| claim.verdict == verdict).count();
    let mut html = format!(
        "<p>Claims of the papers and articles that the variants are from, each decided by search in exact arithmetic and in floating point: {} hold, {} hold only under a condition, and {} \
         fail. <code>gjk claims ID</code> decides one again, with its evidence and its counterexample.</p>",
        count("holds"),
        count("holds-only-if"),
        count("fails")
    );
    html += "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Ledger\"><table data-sorts><thead><tr><th scope=\"col\" class=\"name\">claim</th>\
             <th scope=\"col\" class=\"name\">statement</th><th scope=\"col\" class=\"name\">verdict</th><th scope=\"col\" class=\"name\">exact</th><th scope=\"col\" class=\"name\">floats</th></tr></thead><tbody>";
    for LedgerClaim { id, says, verdict, in_both: [exact, float] } in claims {
        let class = match *verdict {
            "holds" => " good",
            "fails" => " bad",
            _ => "",
        };
        let _ = write!(
            html,
            "<tr><th scope=\"row\" class=\"name\">{}</th><td class=\"name\">{}</td><td class=\"name{class}\">{}</td><td class=\"name\">{}</td><td class=\"name\">{}</td></tr>",
            escaped(id),
            escaped(says),
            escaped(verdict),
            escaped(exact),
            escaped(float)
        );
    }
    html + "</tbody></table></div>"
}

fn run_facts(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let rows = [
        ("Command", format!("<code>{}</code>", escaped(&facts.command))),
        ("Version", escaped(&facts.version)),
        ("Commit", escaped(&facts.commit)),
        ("Seed", facts.seed.to_string()),
        ("Tolerance", format!("{} u·D", number(facts.tolerance))),
        ("Cases per family", grouped(facts.cases_per_family)),
        ("Families", escaped(&survey.families.iter().map(|family| &family.name[..]).collect::<Vec<_>>().join(", "))),
        ("Added variants", escaped(&facts.taken_in.join(", "))),
        ("Compiler", escaped(&facts.compiler)),
        ("Processor", escaped(&facts.processor)),
        ("Features", escaped(&facts.features.join(", "))),
    ];
    let rows = rows.iter().filter(|(_, value)| !value.is_empty());
    format!(
        "<dl class=\"facts\">{}</dl>",
        rows.map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>")).collect::<String>()
    )
}

/// Links to the files next to the page.
fn files_next(files: &[(String, String)]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let item = |(name, caption): &(String, String)| {
        // A name with other characters may be a link to anything.
        let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
        let shown = escaped(name);
        let link = if is_plain { format!("<a href=\"{shown}\">{shown}</a>") } else { shown };
        let caption = if caption.is_empty() { String::new() } else { format!(": {}", spans(caption)) };
        format!("<li>{link}{caption}</li>")
    };
    format!("<h3>Files next to this page</h3><ul>{}</ul>", files.iter().map(item).collect::<String>())
}
