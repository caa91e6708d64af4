//! The texts around the panels of a run.

use gjk_records::{Contact, Run, RunCast};

use super::steps::SHOWN;
use crate::table::counted;

/// Four decimals, and at least four digits.
pub(crate) fn brief(value: f64) -> String {
    match value.abs() {
        0.0 => format!("{value:.4}"),
        size if (0.1..100_000.0).contains(&size) => format!("{value:.4}"),
        size if (0.001..0.1).contains(&size) => format!("{value:.*}", if size < 0.01 { 6 } else { 5 }),
        _ => format!("{value:.3e}"),
    }
}

/// The answer, its ruling, the true position of the bodies, and the plane of the picture.
pub(super) fn says(run: &Run) -> String {
    answered(run) + &view(run)
}

/// The answer, its ruling, and the true position of the bodies; for a run its length and the meaning of the circle.
pub(crate) fn answered(run: &Run) -> String {
    let verdict = match (&run.verdict, run.stop.as_str()) {
        (Some(verdict), _) if run.steps.is_empty() => format!("Verdict: {verdict}"),
        (None, "") if run.steps.is_empty() => "No answer".to_owned(),
        (None, stop) if run.steps.is_empty() => format!("No answer ({stop})"),
        (verdict, stop) => {
            let verdict = verdict.as_deref().unwrap_or("no answer");
            format!("Verdict: {verdict}, after {} ({stop})", counted(run.steps.len(), "iteration", "iterations"))
        }
    };
    if let Some(cast) = &run.cast {
        return says_of_cast(run, cast);
    }
    let truth = match (run.truth_class.as_str(), run.truth.length) {
        ("separated", _) => format!("separated, at a distance of {}", brief(run.truth_distance)),
        ("overlapping", Some(depth)) if run.truth_pair.is_some() => {
            format!("overlapping, and the depth of their deepest parts is {}", brief(depth))
        }
        ("overlapping", Some(depth)) => format!("overlapping, with a depth of {}", brief(depth)),
        (other, _) => other.to_owned(),
    };
    let circle = run.circle.map_or(String::new(), |(from, to)| {
        let still = if run.stop == "cycled" { "" } else { ", to the iteration limit" };
        let (from, to) = (from.saturating_add(1), to.saturating_add(1));
        let which = if from == to { format!("Step {from} comes") } else { format!("Steps {from} to {to} recur") };
        format!(" {which} repeatedly{still} (red).")
    });
    format!("{verdict}; ruled {}. In truth the bodies are {truth}.{circle}", run.ruling)
}

/// The answer to a cast, its ruling, and the truth.
fn says_of_cast(run: &Run, cast: &RunCast) -> String {
    let [truth, answer] = super::cast::words(run, cast);
    let steps = match run.steps.len() {
        0 => String::new(),
        steps => format!(", after {} ({})", counted(steps, "iteration", "iterations"), run.stop),
    };
    let truth = match (run.truth_class.as_str(), run.truth.length) {
        (start @ ("touching" | "overlapping"), _) => format!("the bodies are {start} at the start"),
        (_, Some(distance)) if !cast.hits => {
            format!("they never touch: the way of A stays {} away from B, nearest at t = {}", brief(distance), brief(cast.time))
        }
        _ => format!("the first contact is at {}", truth.trim_start_matches("hit at ")),
    };
    format!("Verdict: {answer}{steps}; ruled {}. In truth {truth}.", run.ruling)
}

/// The plane of the picture.
fn view(run: &Run) -> String {
    let down = match (run.truth.direction, &run.steps[..]) {
        _ if run.dimension == 2 => return String::new(),
        _ if run.cast.is_some() => {
            return " View: A moves to the right; upwards is, at right angles to it, the direction from B to A at the contact."
                .to_owned();
        }
        (Some(_), _) if run.truth_class == "separated" => "downwards is the direction from A to B between nearest points",
        (Some(_), _) if run.truth_pair.is_some() => {
            "downwards is the direction from A to B along which the deepest parts overlap least"
        }
        (Some(_), _) => "downwards is the direction from A to B along which the bodies overlap least",
        (None, []) if run.answer.direction.is_some() => "downwards is the direction from A to B of the answer",
        (None, []) => "upwards is the direction in which M is widest",
        (None, _) => "downwards is that direction of the run in which M reaches least far past the origin",
    };
    format!(" View: {down}; to the right is, at right angles to it, the direction in which M is widest.")
}

/// Notes on the content of the panels, and on the steps that are left out.
pub(super) fn notes(run: &Run, shown: &[usize]) -> Vec<String> {
    let with_simplex = run.steps.iter().filter(|step| !step.simplex.is_empty()).count();
    let mut notes = Vec::new();
    if !run.steps.is_empty() {
        notes.push(steps_text(run, shown));
    }
    if let Some(text) = contact_text(run) {
        notes.push(text);
    }
    let without: Vec<String> =
        (1..).zip(&run.steps).filter(|(_, step)| step.simplex.is_empty()).map(|(i, _)| i.to_string()).collect();
    if !shown.is_empty() && !without.is_empty() && without.len() <= 6 {
        notes.push(format!(
            "Steps without a panel, since the run ended or continued there without a new simplex: {}.",
            without.join(", ")
        ));
    }
    if run.radii > 0.0 {
        let radii = brief(run.radii);
        notes.push(format!(
            "The variant sees the cores of the bodies (thick lines), and M is their difference. The bodies meet if M reaches \
             the circle around the origin, whose radius is the sum of the bodies' radii, {radii}."
        ));
    }
    if run.parts.iter().any(|parts| parts.len() > 1) {
        let [a, b] = run.pair;
        notes.push(match (run.steps.is_empty(), run.verdict.is_some()) {
            (false, _) => format!("The run is on part {a} of A and part {b} of B, counted from 0 (thick lines)."),
            (true, true) => format!("The answer is about part {a} of A and part {b} of B, counted from 0 (thick lines)."),
            (true, false) => format!("M is that of part {a} of A and part {b} of B, counted from 0 (thick lines)."),
        });
        if let Some([a, b]) = run.truth_pair.filter(|pair| *pair != run.pair) {
            let which = if run.truth_class == "overlapping" { "deepest" } else { "nearest" };
            notes.push(format!("In truth the {which} parts are part {a} of A and part {b} of B; their v is not drawn at M."));
        }
    }
    if run.has_halfspace {
        notes.push("B is a half-space, of which a box is drawn. M is that of the box.".to_owned());
    }
    if with_simplex > shown.len() {
        notes.push(format!("{} of {with_simplex} steps are shown ({SHOWN} at most).", shown.len()));
    }
    notes
}

/// Explains the panels of the steps.
fn steps_text(run: &Run, shown: &[usize]) -> String {
    if shown.is_empty() {
        return "The variant reports no simplex.".to_owned();
    }
    // Support points of curved bodies have no numbers.
    let vertices = match run.steps.iter().any(|step| !step.indices.is_empty()) {
        true => "above it its vertices, as indices of points of A and B; the newest is last, and the open circle",
        false => "its newest vertex is the open circle",
    };
    let from = if run.cast.is_some() { "the point t d of the ray" } else { "the origin" };
    format!(
        "Steps: the simplex ({vertices}), the direction that was asked (arrow), and v from {from} to the simplex's nearest \
         point (purple), if the variant computes it."
    )
}

/// Explains the marks of the truth and of the answer.
fn contact_text(run: &Run) -> Option<String> {
    if let Some(cast) = &run.cast {
        let filled = if cast.hits { "at the first contact" } else { "where it is nearest to B" };
        let contact = format!(
            "A is drawn at the start (0), at the end (1), and filled {filled}; a dashed outline is A at the time of an answer that differs. In M the ray \
             is that of the points t d, where d is the opposite of the motion; the circle is the true first contact, and the square the answer's time."
        );
        let places = " Small dots on the ray are the points that the run came to.";
        let has_places = run.steps.iter().any(|step| !step.simplex.is_empty());
        return Some(if has_places { contact + places } else { contact });
    }
    let truth = run.truth.points.is_some().then_some(match run.truth_class.as_str() {
        "overlapping" => "The solid line joins a point of A and a point of B that the least translation brings together.",
        _ => "The solid line joins nearest points of A and B.",
    });
    let has_circle = |contact: &Contact| contact.v.is_none() && contact.length.is_some();
    let undirected =
        has_circle(&run.truth).then_some("The radius of the solid circle is the true length, whose direction is not known.");
    let answer = run
        .answer
        .points
        .is_some()
        .then_some("The dashed line is the answer; if it gives no points, the line begins at the true point of A.");
    let circle = has_circle(&run.answer).then_some(
        "The answer gives a length without a direction, the radius of the dashed circle: if it is right, M or its boundary \
         touches the circle.",
    );
    let parts: Vec<&str> = [truth, undirected, answer, circle].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_four_digits() {
        let of = [0.0, 0.5, 2.88675, 0.00852717, 0.0414134, 12345.6, 4e-5, 1e6].map(brief);
        assert_eq!(of, ["0.0000", "0.5000", "2.8868", "0.008527", "0.04141", "12345.6000", "4.000e-5", "1.000e6"]);
    }

    #[test]
    fn an_answer_without_steps_is_not_said_to_have_iterations() {
        let of = |verdict: Option<&str>, stop: &str| {
            says(&Run {
                verdict: verdict.map(str::to_owned),
                stop: stop.to_owned(),
                ruling: "off".to_owned(),
                truth_class: "overlapping".to_owned(),
                truth: Contact { length: Some(0.25), ..Contact::default() },
                dimension: 2,
                ..Run::default()
            })
        };
        let truth = "In truth the bodies are overlapping, with a depth of 0.2500.";
        assert_eq!(of(Some("apart"), ""), format!("Verdict: apart; ruled off. {truth}"));
        assert_eq!(of(None, "crashed"), format!("No answer (crashed); ruled off. {truth}"));
        assert_eq!(of(None, ""), format!("No answer; ruled off. {truth}"));
    }
}
