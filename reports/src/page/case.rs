//! A case and the answer of a variant: its numbers, its command, its picture, and the view that turns.

use std::fmt::Write as _;

use gjk_records::{Ruling, Run};

use super::html::{escaped, spans, svg_url};
use super::scene::{Scene, parting};
use super::worst::WorstCase;
use crate::run::{answered, run_drawing};
use crate::table::{counted, shortened};

/// A case with the answer of a variant.
#[derive(Clone, Debug, Default)]
pub struct ShownCase {
    /// The run, or the answer without a run.
    pub run: Run,
    /// The run of the same variant in exact arithmetic; `None` if it is not defined there.
    pub exact: Option<Run>,
    /// Lengths by which the answer is off, with their names: in the units of the coordinates, and in units of u·D.
    pub lengths: Vec<(String, String)>,
    /// The case in the case format, on one line.
    pub line: String,
    /// The steps as text; empty if they are not printed.
    pub text: String,
    /// The names of the bodies, if they have any.
    pub names: Option<[String; 2]>,
}

/// A case as a part of a page.
#[derive(Clone, Debug)]
pub struct RenderedCase {
    /// The ruling on the answer.
    pub ruling: String,
    html: String,
}

impl RenderedCase {
    /// The case as HTML.
    pub(super) fn html(&self) -> &str {
        &self.html
    }
}

impl ShownCase {
    /// The title of the case in a list of cases.
    pub fn title(&self) -> String {
        let Run { variant, case, scalar, .. } = &self.run;
        format!("{} on {}, {scalar}", shortened(variant, 60), shortened(case, 60))
    }

    /// The answer and the truth in a few words.
    pub fn result(&self) -> String {
        let run = &self.run;
        let verdict = run.verdict.as_deref().unwrap_or("no answer");
        if let Some(cast) = &run.cast {
            let [truth, answer] = crate::run::words_of_cast(run, cast);
            let truth = if run.truth_class == "hit" || run.truth_class == "never" { truth } else { run.truth_class.clone() };
            if let Some(time) = cast.answer.filter(|_| cast.hits && answer == truth) {
                // With the digits in which they differ.
                let digits =
                    (5..17).find(|&digits| format!("{time:.digits$}") != format!("{:.digits$}", cast.time)).unwrap_or(17);
                return format!("hit at t = {time:.digits$}, in truth at t = {:.digits$}", cast.time);
            }
            return format!("{answer}, in truth {truth}");
        }
        // Bodies that touch are apart, and overlap, by nothing.
        let number = |length: f64| if length == 0.0 { "0".to_owned() } else { crate::run::brief(length) };
        let by = |length: Option<f64>| length.map_or_else(String::new, |length| format!(" by {}", number(length)));
        let truth = by(run.truth.length.filter(|_| run.truth_class != "touching"));
        format!("{verdict}{}, in truth {}{truth}", by(run.answer.length), run.truth_class)
    }

    /// The numbers, the command, the picture and the view, as HTML. `id` is that of the data on the page.
    pub fn html(&self, id: &str) -> String {
        self.html_with(id, &Scene::of(&self.run, self.exact.as_ref(), None), true)
    }

    fn html_with(&self, id: &str, scene: &Scene, has_picture: bool) -> String {
        let run = &self.run;
        let mut html = format!("<p>{}</p>", spans(&answered(run)));
        if let Some(text) = self.parted().or_else(|| self.without_exact()) {
            let _ = write!(html, "<p>{}</p>", spans(&text));
        }
        if !self.lengths.is_empty() {
            html += "<dl class=\"facts\">";
            for (name, value) in &self.lengths {
                let _ = write!(html, "<dt>{}</dt><dd>{}{}</dd>", escaped(name), escaped(value), meaning(name));
            }
            html += "</dl><p class=\"soft\">u·D is the unit of rounding times the size of A − B.</p>";
        }
        html += &room(id, scene.names_of_runs());
        html += &key(run);
        let _ = write!(
            html,
            "<p class=\"soft\">The command that repeats it:</p><pre data-copy=\"command\">{}</pre>",
            escaped(&run.command)
        );
        if has_picture {
            let picture = svg_url(&run_drawing(run).svg());
            let alt = format!("Picture of {}: the bodies, their difference, and the steps of the run", self.title());
            let _ = write!(
                html,
                "<details><summary>Its picture, for print</summary><figure class=\"sheet\"><img src=\"{picture}\" alt=\"{}\"></figure></details>",
                escaped(&alt)
            );
        }
        if !self.text.is_empty() {
            let _ = write!(
                html,
                "<details><summary>Every step as text</summary><pre class=\"lines\" tabindex=\"0\">{}</pre></details>",
                escaped(&self.text)
            );
        }
        if has_picture && !self.line.is_empty() {
            let _ = write!(
                html,
                "<details><summary>The case, for a file</summary><pre data-copy=\"case\">{}</pre></details>",
                escaped(&self.line)
            );
        }
        let _ = write!(html, "<script type=\"application/json\" id=\"{id}\">{}</script>", scene.json());
        html
    }

    /// A sentence about the run in exact arithmetic that there is not, and about points that are not known.
    fn without_exact(&self) -> Option<String> {
        let run = &self.run;
        if run.steps.is_empty() || run.scalar == "exact" {
            return None;
        }
        let points =
            if run.truth.points.is_none() && run.cast.is_none() { " The true nearest points are not known." } else { "" };
        Some(format!("There is no run in exact arithmetic: the variant is not defined there for these bodies.{points}"))
    }

    /// A sentence about the run in exact arithmetic.
    fn parted(&self) -> Option<String> {
        let exact = self.exact.as_ref().filter(|exact| !exact.steps.is_empty())?;
        let scalar = &self.run.scalar;
        let end = exact
            .verdict
            .as_deref()
            .map_or_else(|| format!("gives no answer ({})", exact.stop), |verdict| format!("ends with *{verdict}*"));
        let runs = match parting(&self.run, exact) {
            Some(step) => format!("The runs in {scalar} and in exact arithmetic first differ at iteration {}", step + 1),
            None => format!("The run in {scalar} takes the same steps as the run in exact arithmetic"),
        };
        Some(format!("{runs}; the exact run {end} after {}.", counted(exact.steps.len(), "iteration", "iterations")))
    }

    /// The case, folded, for the page of a study.
    pub fn rendered(&self, worst: &WorstCase) -> RenderedCase {
        let scene = Scene::of(&self.run, self.exact.as_ref(), None);
        RenderedCase { ruling: self.run.ruling.clone(), html: self.folded_with(&worst.id(), false, &scene, true) }
    }

    /// The case, folded, with these numbers of its view, and perhaps with its picture for print and the case itself.
    pub fn folded_with(&self, id: &str, is_open: bool, scene: &Scene, has_picture: bool) -> String {
        let ruling = &self.run.ruling;
        format!(
            "<details id=\"{id}\"{}><summary><h3>{}</h3><span class=\"soft\"><strong class=\"{}\">{}</strong>: {}</span></summary>{}</details>",
            if is_open { " open" } else { "" },
            escaped(&self.title()),
            class_of(ruling),
            escaped(ruling),
            escaped(&self.result()),
            self.html_with(&format!("{id}-data"), scene, has_picture)
        )
    }
}

/// The room of a view, which the script fills: it keeps the layout as it is.
fn room(id: &str, runs: Vec<&str>) -> String {
    let panel = |name: &str, says: &str| {
        format!("<figure class=\"panel\"><figcaption>{}</figcaption><canvas></canvas>{says}</figure>", escaped(name))
    };
    let mut panels = panel("The bodies", "");
    let says = "<p class=\"says\"></p>";
    match &runs[..] {
        [] => panels += &panel("M = A − B", ""),
        runs => runs.iter().for_each(|run| panels += &panel(&format!("M = A − B, {run}"), says)),
    }
    format!(
        "<div class=\"view\" data-scene=\"{id}\"><div class=\"panels\">{panels}</div><div class=\"bar\"></div><div class=\"bar\"></div>\
         <noscript>The view needs JavaScript, which is part of this file.</noscript></div>"
    )
}

/// The lengths by which an answer is off, and their meanings.
const LENGTHS: [(&str, &str); 12] = [
    ("error", "the greater error of the stated distance or depth and of the distance between its points"),
    ("off body", "the greater distance of a point of the answer from its body"),
    ("margin", "the least translation that would make the verdict true"),
    ("flat depth", "the overlap within the common plane or line of the bodies"),
    ("axis overlap", "the overlap of the bodies along the axis that is said to separate them"),
    ("witness error", "the greater distance of a point of the answer from the true nearest points of its body"),
    ("residual", "the depth that is left after the answer's translation"),
    ("excess length", "the length of the answer's translation beyond the depth"),
    ("normal reach", "the least translation along the answer's normal that separates the bodies, beyond the depth"),
    ("late by", "the length by which A is past the first contact at the answer's time"),
    ("early by", "the gap of the bodies at the answer's time"),
    ("allowed to witness points", "the cost of rounding the points of the answer, which is not counted as an error"),
];

/// The meaning of a length; empty for other names.
fn meaning(name: &str) -> String {
    let found = LENGTHS.iter().find(|(known, _)| *known == name);
    found.map_or_else(String::new, |(_, meaning)| format!(" <span class=\"soft\">{meaning}</span>"))
}

/// The class of style of a ruling.
pub fn class_of(ruling: &str) -> &'static str {
    match Ruling::named(ruling) {
        Some(ruling) if ruling.is_failure() => "bad",
        Some(Ruling::Right | Ruling::Contact) => "good",
        _ => "",
    }
}

/// The key of a view.
fn key(run: &Run) -> String {
    let line = |class: &str| format!("<path class=\"{class}\" d=\"M1 7H25\"/>");
    let mut entries = vec![
        ("<rect class=\"ka\" x=\"2\" y=\"2\" width=\"22\" height=\"10\"/>".to_owned(), "A"),
        ("<rect class=\"kb\" x=\"2\" y=\"2\" width=\"22\" height=\"10\"/>".to_owned(), "B"),
    ];
    let has_truth = run.truth.points.is_some() || run.truth.v.is_some();
    let has_answer =
        run.answer.points.is_some() || run.answer.v.is_some() || run.cast.as_ref().is_some_and(|cast| cast.answer.is_some());
    if has_truth {
        let words = match (&run.cast, run.truth_class.as_str()) {
            (Some(_), _) => "truth: the first contact",
            (None, "overlapping") => "truth: the least translation",
            _ => "truth: the nearest points",
        };
        entries.push((
            line("kt")
                + "<circle class=\"kt\" cx=\"4\" cy=\"7\" r=\"2.5\"/><circle class=\"kt\" cx=\"22\" cy=\"7\" r=\"2.5\"/>",
            words,
        ));
    }
    if has_answer {
        entries.push((line("kv") + "<rect class=\"ks\" x=\"1\" y=\"3\" width=\"8\" height=\"8\"/>", "the answer"));
    }
    entries.push(("<rect class=\"km\" x=\"2\" y=\"2\" width=\"22\" height=\"10\"/>".to_owned(), "M = A − B"));
    entries.push(("<path class=\"kt\" d=\"M13 2V12M8 7H18\"/>".to_owned(), "O, the origin"));
    if run.steps.iter().any(|step| !step.simplex.is_empty()) {
        entries.push((
            "<path class=\"kp\" d=\"M4 12L22 11L12 2Z\"/>".to_owned(),
            "the simplex; the open circle is its newest vertex",
        ));
        entries.push((
            "<path class=\"kt\" d=\"M2 7H22M17 3L22 7L17 11\"/>".to_owned(),
            "the direction d that was asked; w·d/|d| is how far M reaches along it",
        ));
    }
    if run.steps.iter().any(|step| step.nearest.is_some()) {
        entries.push((
            "<path class=\"kw\" d=\"M2 7H22\"/><circle class=\"kd\" cx=\"22\" cy=\"7\" r=\"2.5\"/>".to_owned(),
            "v, the nearest point of the simplex",
        ));
    }
    if run.cast.is_some() {
        entries.push(("<path class=\"kt\" d=\"M1 12L25 2\"/>".to_owned(), "in M: the way of the origin"));
        entries.push(("<circle class=\"kr\" cx=\"13\" cy=\"7\" r=\"4\"/>".to_owned(), "in M: the origin at the shown time"));
    }
    if run.circle.is_some() {
        entries.push(("<path class=\"kc\" d=\"M4 12L22 11L12 2Z\"/>".to_owned(), "a simplex that recurs"));
    }
    let item = |(mark, words): (String, &str)| {
        format!("<li><svg width=\"26\" height=\"14\" viewBox=\"0 0 26 14\" aria-hidden=\"true\">{mark}</svg>{words}</li>")
    };
    format!("<ul class=\"key\" aria-label=\"Key\">{}</ul>", entries.into_iter().map(item).collect::<String>())
}
