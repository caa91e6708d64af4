//! The list of claims, and how counts become a verdict.

use std::fmt::Write as _;

use super::part::{Effort, Part, Role};
use super::{boolean, centroid, distance, divide, dyn4j, facts, nascimento, regions};
use gjk_cases::case::Case;
use gjk_cases::format::{self, Reading};

/// What a claim comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing breaks it.
    Holds,
    /// Something does.
    Fails,
    /// Something does, but nothing under the condition that the finding names.
    HoldsOnlyIf,
}

impl Verdict {
    /// The verdict as the ledger spells it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::HoldsOnlyIf => "holds-only-if",
        }
    }
}

/// A claim as it was decided.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim's id.
    pub id: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// The parts with their counts, and the proof where there is one.
    pub evidence: String,
    /// A case in the case format that breaks the claim.
    pub counterexample: Option<String>,
    /// Which part fails, which reading was decided, the condition.
    pub note: Option<String>,
    /// A table that goes with it, as comma-separated values.
    pub table: Option<String>,
    /// The parts.
    pub parts: Vec<Part>,
    /// Whether the search was one: it had runs in every part, and found nothing where everything is repaired.
    pub sound: bool,
}

/// Parts on their way to a verdict.
pub struct Decision {
    parts: Vec<Part>,
    condition: Option<String>,
    notes: Vec<String>,
    table: Option<String>,
    counterexample: Option<String>,
}

impl Decision {
    /// A decision by these parts.
    pub fn new(parts: Vec<Part>) -> Decision {
        Decision { parts, condition: None, notes: Vec::new(), table: None, counterexample: None }
    }

    /// The condition of the parts that are inside it.
    pub fn condition(mut self, condition: impl Into<String>) -> Decision {
        self.condition = Some(condition.into());
        self
    }

    /// Says something besides.
    pub fn note(mut self, note: impl Into<String>) -> Decision {
        self.notes.push(note.into());
        self
    }

    /// Adds a table.
    pub fn table(mut self, table: String) -> Decision {
        self.table = Some(table);
        self
    }

    /// A counterexample that is no pair of hulls of points.
    pub fn counterexample(mut self, line: String) -> Decision {
        self.counterexample = Some(line);
        self
    }

    /// The verdict, by the counts alone.
    pub fn find(self) -> Finding {
        let Decision { parts, condition, mut notes, table, counterexample } = self;
        let breaks = |part: &Part| match part.role {
            Role::Literal => part.broken > 0,
            Role::Needed => part.broken == 0,
            _ => false,
        };
        let inside: Vec<&Part> = parts.iter().filter(|part| part.role == Role::Inside).collect();
        let stands_inside = !inside.is_empty() && inside.iter().all(|part| part.broken == 0 && part.runs > 0);
        let literal_fails = parts.iter().any(breaks);
        // A part inside the condition is a part of the claim as well.
        let fails = literal_fails || inside.iter().any(|part| part.broken > 0);
        let verdict = match (fails, stands_inside) {
            (false, _) => Verdict::Holds,
            (true, true) => Verdict::HoldsOnlyIf,
            (true, false) => Verdict::Fails,
        };
        let repaired = parts.iter().filter(|part| part.role == Role::Repaired);
        let sound = repaired.clone().all(|part| part.broken == 0)
            && parts.iter().all(|part| part.runs > 0 || part.role == Role::Measured);
        let mut evidence = String::new();
        for part in &parts {
            let kind = match part.role {
                Role::Literal | Role::Needed => "",
                Role::Inside => "under the condition, ",
                Role::Repaired => "repaired, ",
                Role::Measured => "besides, ",
            };
            let end = if evidence.is_empty() { "" } else { "; " };
            // Writing to a string cannot fail.
            let _ = write!(evidence, "{end}{kind}{}: broken in {} of {} runs", part.what, part.broken, part.runs);
        }
        if fails {
            let failing: Vec<&str> = parts.iter().filter(|part| breaks(part)).map(|part| part.what.as_str()).collect();
            let several = parts.iter().filter(|part| matches!(part.role, Role::Literal | Role::Needed)).count() > 1;
            if several && !failing.is_empty() {
                notes.insert(0, format!("what breaks: {}", failing.join("; ")));
            }
        }
        if verdict == Verdict::HoldsOnlyIf
            && let Some(condition) = condition
        {
            notes.insert(0, format!("only if {condition}"));
        }
        if !sound {
            notes.insert(0, "THE SEARCH PROVES NOTHING: a part had no runs, or what is repaired was found broken".to_owned());
        }
        let of_role = |role: Role| parts.iter().filter(move |part| part.role == role).find_map(|part| part.case.clone());
        let case = of_role(Role::Literal).or_else(|| of_role(Role::Needed));
        let counterexample = counterexample.or_else(|| case.map(|case| format::write(&case)));
        Finding {
            id: "",
            verdict,
            evidence,
            counterexample,
            note: (!notes.is_empty()).then(|| notes.join(". ")),
            table,
            parts,
            sound,
        }
    }
}

impl Finding {
    /// Adds the proof of a claim that no run breaks.
    pub fn prove(&mut self, proof: &str) {
        if self.verdict == Verdict::Holds {
            self.evidence = format!("proof: {proof}. Runs: {}", self.evidence);
        }
    }

    /// The line of the ledger.
    pub fn json(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        format!(
            "{{\"id\":{},\"verdict\":{},\"evidence\":{},\"counterexample\":{},\"note\":{}}}",
            text(self.id),
            text(self.verdict.name()),
            text(&self.evidence),
            self.counterexample.as_deref().unwrap_or("null"),
            self.note.as_deref().map_or_else(|| "null".to_owned(), text),
        )
    }
}

/// A claim of the sources.
#[derive(Clone, Copy)]
pub struct Claim {
    /// Its id.
    pub id: &'static str,
    /// What it says.
    pub says: &'static str,
    decide: fn(&Effort) -> Finding,
}

impl Claim {
    /// Decides it.
    pub fn decide(&self, effort: &Effort) -> Finding {
        let mut finding = (self.decide)(effort);
        finding.id = self.id;
        if let Some(line) = &mut finding.counterexample {
            *line = line.replacen("\"id\":\"counterexample\"", &format!("\"id\":\"{}\"", self.id), 1);
        }
        finding
    }
}

/// The claim with this id.
pub fn claim(id: &str) -> Option<&'static Claim> {
    CLAIMS.iter().find(|claim| claim.id == id)
}

/// The shrunken counterexamples, pinned: the id of a case is that of its claim.
pub fn counterexamples() -> Reading {
    format::read(include_str!("counterexamples.jsonl"), "claims/counterexamples.jsonl")
}

/// The pinned counterexample of a claim.
pub fn pinned(id: &str) -> Option<Case> {
    counterexamples().cases.into_iter().find(|case| case.id == id)
}

const fn entry(id: &'static str, says: &'static str, decide: fn(&Effort) -> Finding) -> Claim {
    Claim { id, says, decide }
}

/// Every claim, in the order of the sources.
pub const CLAIMS: &[Claim] = &[
    entry("dnc-stop", "if d·s(w, −d) ≥ d·s(M, −d), d is the answer", divide::stop),
    entry("dnc-keep", "the next simplex is the smallest one in w′ that still contains s(M, −d)", divide::keep),
    entry(
        "dnc-least-squares",
        "the nearest point is w0 + Ht with t the least-squares solution of Ht = w0",
        divide::least_squares_claim,
    ),
    entry("dnc-inside", "if all t ≥ 0 and their sum ≤ 1, w0 + Ht is the nearest point", divide::inside),
    entry("dnc-strict", "the strict test gives the same point as the text's", divide::strict),
    entry(
        "dnc-recursion",
        "otherwise the nearest point is the best of the sub-simplices with one vertex less",
        divide::recursion,
    ),
    entry("dnc-edge-visits", "the recursion on a tetrahedron visits each edge at most two times", divide::edge_visits),
    entry("dnc-vertex-visits", "… and each point at most three times", divide::vertex_visits),
    entry("dnc-terminates", "the iteration of the Scheme code terminates", distance::terminates),
    entry("dnc-tolerance", "stopping at an absolute 1e-12 on a squared length gives the closest pair", distance::tolerance),
    entry("dnc-overlap", "for overlapping bodies the code returns distance zero", distance::overlap),
    entry("lin-lemma-1", "M is convex", facts::lemma_1),
    entry("lin-lemma-2", "M holds O if and only if the bodies meet", facts::lemma_2),
    entry(
        "lin-cso-infinite",
        "M has infinitely many points unless the bodies meet in one point or do not meet",
        facts::infinite,
    ),
    entry("lin-lemma-3", "the support function of A + B is S_A(v) + S_B(v)", facts::lemma_3),
    entry("lin-lemma-4", "the support function of A − B is S_A(v) − S_B(−v)", facts::lemma_4),
    entry(
        "lin-face-centroid",
        "a support mapping must return the centroid of a face where the support point is not unique",
        centroid::face_centroid,
    ),
    entry(
        "lin-gilbert-foo",
        "the squared distance from P to the true point is bounded by P·V; ‖P‖² − P·V ≤ ε² bounds the error of ‖P‖ by ε",
        facts::gilbert_foo,
    ),
    entry("lin-finite", "on polytopes the distance algorithm ends after finitely many iterations", distance::finite),
    entry(
        "lin-johnson-fragile",
        "Johnson's subalgorithm has numerical problems that the geometric one does not have",
        distance::johnson_fragile,
    ),
    entry("lin-ericson-zero", "ending when P coincides with O is right: the bodies meet", distance::ericson_zero),
    entry(
        "lin-half-space-exit",
        "S·D < 0 proves that the bodies do not meet; touching bodies are never reported apart",
        boolean::half_space_exit,
    ),
    entry("lin-lemma-5", "n = 1: only the slab of AB can hold O", regions::lemma_5),
    entry("lin-lemma-6", "n = 2: only the regions AC, AB, ABC, ACB can hold O", regions::lemma_6),
    entry("lin-lemma-7", "n = 3: only ABCD, ABC, ACD, ADB, AB, AC, AD can hold O", regions::lemma_7),
    entry("lin-three-tests", "a plane test on each side but CBD, at most three, finds the region", regions::three_tests),
    entry(
        "lin-three-planes-correct",
        "with the three-plane DoSimplex the algorithm always ends with the right verdict",
        boolean::three_planes_correct,
    ),
    entry(
        "lin-face-first-correct",
        "with the first-face DoSimplex the algorithm always ends with the right verdict",
        boolean::face_first_correct,
    ),
    entry(
        "lin-muratori-correct",
        "Muratori's original DoSimplex always ends with the right verdict",
        boolean::muratori_correct,
    ),
    entry("lin-true-means-meet", "when DoSimplex answers true the bodies meet", boolean::true_means_meet_claim),
    entry("lin-no-return", "once n = 2 is reached, n = 1 is never seen again", regions::no_return),
    entry("lin-segment-kept", "DoSimplex leaves the segment unchanged, since AB is always nearest", regions::segment_kept),
    entry("nas-support-difference", "max over M of d·p equals S_A(d) − S_B(−d)", facts::support_difference),
    entry("nas-two-regions", "k = 2: O can only lie in regions 2 and 3", nascimento::two_regions),
    entry("nas-excluded-regions", "k = 3: O cannot lie in regions 1, 2, 3 and 7", nascimento::excluded_regions),
    entry("nas-correct", "the code ends with the right verdict for all 2D inputs, touching included", nascimento::correct),
    entry("nas-vertex-order", "the vertices must be kept in order for the equations to work", nascimento::vertex_order),
    entry("nas-3d-same", "the 3D case follows the same idea: no new case is needed", nascimento::same_in_space),
    entry("dyn-worked-example", "every number of the worked example", dyn4j::worked_example),
    entry(
        "dyn-keep-two",
        "keeping the nearer of the two new edges gives the distance for separated 2D bodies",
        dyn4j::keep_two,
    ),
    entry(
        "dyn-a-or-b",
        "in the stop test it does not matter which simplex point is used, since both are equally distant",
        dyn4j::a_or_b,
    ),
    entry("dyn-c-closer", "the new point c is closer to O than a and b", dyn4j::c_closer),
    entry("dyn-never-terminates", "if the bodies intersect, the algorithm never terminates", dyn4j::never_terminates),
    entry("dyn-tolerance", "the tolerance of dc − da is the accuracy of the distance", dyn4j::tolerance),
    entry("dyn-curved-stop", "dc − da reaches zero only for polygons", dyn4j::curved_stop),
    entry(
        "dyn-same-vertex",
        "if the points a and b of M are the same, the support points that made them are the same",
        dyn4j::same_vertex,
    ),
    entry("dyn-replace-farther", "replacing the farther point is wrong", dyn4j::replace_farther),
    entry("dyn-unclamped", "the unclamped nearest point may do as a search direction", dyn4j::unclamped),
    entry(
        "dyn-3d-rule",
        "the 3D version that keeps a triangle: its normal as direction, then the two nearest points and the new one",
        dyn4j::rule_in_space,
    ),
];
