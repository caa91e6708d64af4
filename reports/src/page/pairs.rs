//! A page of pairs of bodies, such as the links of a robot: which meet, where, and how near the others are.

use std::fmt::Write as _;

use gjk_records::{Site, shown};
use serde::Serialize;

use super::case::{ShownCase, class_of};
use super::html::{escaped, id_of, spans};
use super::scene::{Scene, Shells, json, shell};
use super::shell::{Frame, Part};
use super::words::term;
use crate::table::{counted, shortened};

/// A pair of bodies in the list of all pairs.
#[derive(Clone, Debug, Default)]
pub struct PairRow {
    /// The name of the pair.
    pub id: String,
    /// Whether the bodies have a point in common.
    pub meets: bool,
    /// `separated`, `touching`, `overlapping` or `undecided`.
    pub class: String,
    /// The depth, the distance and the direction from A to B in words, or dashes.
    pub cells: [String; 3],
    /// The answers that are not right: a variant and its ruling.
    pub not_right: Vec<(String, String)>,
}

/// A body of a scene.
#[derive(Clone, Debug, Default)]
pub struct SceneBody {
    /// Its name.
    pub name: String,
    /// The points of its convex parts.
    pub parts: Vec<Vec<Site>>,
}

/// The pairs of a page.
#[derive(Clone, Debug, Default)]
pub struct PairsPage {
    /// The name of the file or scene.
    pub title: String,
    /// The rows, those that meet first, the deepest first, then the nearest.
    pub rows: Vec<PairRow>,
    /// The number of all pairs.
    pub count: usize,
    /// The number of pairs that meet.
    pub meeting: usize,
    /// The first pairs with their views, in the order of the rows.
    pub views: Vec<ShownCase>,
    /// The bodies of the scene; empty if the pairs are not of one scene.
    pub bodies: Vec<SceneBody>,
    /// The command that makes the page.
    pub command: String,
}

/// The overview of a scene.
#[derive(Serialize)]
struct Overview {
    bodies: Vec<OverviewBody>,
    pairs: Vec<OverviewPair>,
}

#[derive(Serialize)]
struct OverviewBody {
    name: String,
    /// The numbers of its shells.
    s: Vec<usize>,
}

#[derive(Serialize)]
struct OverviewPair {
    /// The id of the view of the pair.
    id: String,
    /// The places of its bodies.
    of: [usize; 2],
    meets: bool,
    /// The points of the truth.
    p: Option<[Site; 2]>,
}

/// The power of two by which all lengths of a scene are divided.
fn unit_of(page: &PairsPage) -> Option<f64> {
    let of_views = page.views.iter().flat_map(|view| view.run.a.iter().chain(&view.run.b));
    let all = page.bodies.iter().flat_map(|body| body.parts.iter().flatten()).chain(of_views);
    let largest = all.flatten().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
    (largest > 0.0 && !page.bodies.is_empty()).then(|| largest.log2().floor().clamp(-1_020.0, 1_020.0).exp2())
}

fn pair_id(id: &str) -> String {
    format!("pair-{}", id_of(id))
}

/// The page.
pub fn pairs_page(page: &PairsPage) -> Vec<u8> {
    let unit = unit_of(page);
    let mut shells = Shells::default();
    let mut views = String::new();
    for (place, view) in page.views.iter().enumerate() {
        let mut scene = Scene::of(&view.run, view.exact.as_ref(), unit);
        scene.name(view.names.clone());
        scene.share(&mut shells);
        views += &view.folded_with(&pair_id(&view.run.case), place == 0 && page.bodies.is_empty(), &scene, false);
    }
    let overview = if page.bodies.is_empty() { String::new() } else { overview(page, unit.unwrap_or(1.0), &mut shells) };
    let mut first = format!("<div class=\"split\"><div>{}</div>{overview}</div>", found(page));
    let _ = write!(first, "<script type=\"application/json\" id=\"shells\">[{}]</script>", shells.all.join(","));
    let mut parts = vec![Part { id: "meets", title: headline(page), html: first }];
    parts.push(Part { id: "pairs", title: "All pairs".to_owned(), html: table(page) });
    if !views.is_empty() {
        let more = if page.views.len() < page.count {
            format!("<p class=\"soft\">Views of the first {} of {} pairs.</p>", page.views.len(), page.count)
        } else {
            String::new()
        };
        parts.push(Part { id: "views", title: "Each pair".to_owned(), html: more + &views });
    }
    let foot = format!(
        "<p>Made by <code>{}</code>. Every number is from exact arithmetic on the coordinates of the bodies.</p>",
        escaped(&page.command)
    );
    let lead = if page.bodies.is_empty() {
        String::new()
    } else {
        let bodies = counted(page.bodies.len(), "body", "bodies");
        format!(
            "<p class=\"soft\">{bodies}; of a mesh its convex hull is judged. Lengths are those of the file, joints those of the command. Pairs that a joint connects are left out.</p>"
        )
    };
    Frame { title: page.title.clone(), lead, parts, foot }.html()
}

fn headline(page: &PairsPage) -> String {
    let all = counted(page.count, "pair", "pairs");
    match page.meeting {
        0 => format!("None of {all} meet"),
        1 => format!("1 of {all} meets"),
        meeting => format!("{meeting} of {all} meet"),
    }
}

/// The pairs that meet, and the nearest of the others.
fn found(page: &PairsPage) -> String {
    const MEETING: usize = 12;
    const NEAREST: usize = 5;
    let names = |id: &str| escaped(&shortened(id, 70)).replacen("--", " – ", 1);
    let has_view = |id: &str| page.views.iter().any(|view| view.run.case == id);
    let link = |row: &PairRow| match has_view(&row.id) {
        true => format!("<a href=\"#{0}\" data-pair=\"{0}\">{1}</a>", pair_id(&row.id), names(&row.id)),
        false => names(&row.id),
    };
    let place = |row: &PairRow| {
        let view = page.views.iter().find(|view| view.run.case == row.id);
        let points = view.and_then(|view| view.run.truth.points);
        points.map_or_else(String::new, |[a, _]| format!(", at ({})", a.map(crate::run::brief).join(", ")))
    };
    let mut html = String::new();
    let meeting: Vec<&PairRow> = page.rows.iter().filter(|row| row.meets).collect();
    if !meeting.is_empty() {
        html += "<ol class=\"found\">";
        for row in meeting.iter().take(MEETING) {
            let [depth, _, along] = &row.cells;
            let depth = if depth == "–" {
                escaped(&row.class)
            } else {
                format!("<strong class=\"bad\">{} deep</strong>", escaped(depth))
            };
            let along = if along == "–" { String::new() } else { format!(" along {}", escaped(along)) };
            let _ = write!(html, "<li>{}<br>{depth}<span class=\"soft\">{along}{}</span></li>", link(row), place(row));
        }
        html += "</ol>";
        if meeting.len() > MEETING {
            let _ = write!(html, "<p><a href=\"#pairs\">… and {} more</a></p>", meeting.len() - MEETING);
        }
    }
    let nearest: Vec<&PairRow> = page.rows.iter().filter(|row| !row.meets).take(NEAREST).collect();
    if !nearest.is_empty() {
        let _ = write!(html, "<h3>Nearest of the others</h3><ul class=\"found\">");
        for row in nearest {
            let _ = write!(html, "<li>{}<br>{} apart</li>", link(row), escaped(&row.cells[1]));
        }
        html += "</ul>";
    }
    html
}

fn overview(page: &PairsPage, unit: f64, shells: &mut Shells) -> String {
    let small = |p: &Site| p.map(|x| x / unit + 0.0);
    let bodies: Vec<OverviewBody> = page
        .bodies
        .iter()
        .map(|body| OverviewBody {
            name: shown(&body.name).into_owned(),
            s: body
                .parts
                .iter()
                .map(|part| shells.number(&shell(&part.iter().map(small).collect::<Vec<_>>(), 3, None)))
                .collect(),
        })
        .collect();
    let place = |name: &str| page.bodies.iter().position(|body| body.name == name);
    let pair = |view: &ShownCase| {
        let [a, b] = view.names.as_ref()?;
        Some(OverviewPair {
            id: pair_id(&view.run.case),
            of: [place(a)?, place(b)?],
            meets: matches!(view.run.truth_class.as_str(), "overlapping" | "touching"),
            p: view.run.truth.points.map(|points| points.map(|p| small(&p))),
        })
    };
    let data = Overview { bodies, pairs: page.views.iter().filter_map(pair).collect() };
    format!(
        "<div class=\"overview\" data-scene=\"overview-data\"></div><script type=\"application/json\" id=\"overview-data\">{}</script>",
        json(&data)
    )
}

fn table(page: &PairsPage) -> String {
    let has_rulings = page.rows.iter().any(|row| !row.not_right.is_empty());
    let mut html = "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table of all pairs\"><table data-sorts><thead><tr><th scope=\"col\" class=\"name\">pair</th>".to_owned();
    let heads = ["class", "depth", "distance"];
    for (place, head) in heads.iter().enumerate() {
        let class = if place == 0 { " class=\"name\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", term(head));
    }
    html += "<th scope=\"col\" class=\"name\">direction from A to B</th>";
    if has_rulings {
        html += "<th scope=\"col\" class=\"name\">answers that are not right</th>";
    }
    html += "</tr></thead><tbody>";
    for row in &page.rows {
        let [depth, distance, along] = &row.cells;
        let has_view = page.views.iter().any(|view| view.run.case == row.id);
        let name = escaped(&shortened(&row.id, 80));
        let name = if has_view { format!("<a href=\"#{0}\" data-pair=\"{0}\">{name}</a>", pair_id(&row.id)) } else { name };
        let class = if row.meets { " bad" } else { "" };
        let _ = write!(
            html,
            "<tr><th scope=\"row\" class=\"name\">{name}</th><td class=\"name{class}\">{}</td><td>{}</td><td>{}</td><td class=\"name\">{}</td>",
            escaped(&row.class),
            escaped(depth),
            escaped(distance),
            escaped(along)
        );
        if has_rulings {
            let said = row.not_right.iter().map(|(variant, ruling)| {
                format!("{} <span class=\"{}\">{}</span>", escaped(variant), class_of(ruling), spans(ruling))
            });
            let _ = write!(html, "<td class=\"name\">{}</td>", said.collect::<Vec<_>>().join(", "));
        }
        html += "</tr>";
    }
    html += "</tbody></table></div>";
    if page.rows.len() < page.count {
        let _ = write!(
            html,
            "<p class=\"soft\">The first {} of {} pairs; <code>--csv</code> writes all.</p>",
            page.rows.len(),
            page.count
        );
    }
    html
}
