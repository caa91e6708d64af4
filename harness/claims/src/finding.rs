//! The rule by which the counts of checks become a verdict.

use gjk_cases::case::Arithmetic;
use gjk_cases::format;

use crate::check::{Check, Role};
use crate::search::Search;

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing breaks it.
    Holds,
    /// Something breaks it.
    Fails,
    /// Something breaks it, but nothing does under the condition that the finding names.
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

/// The verdict of these checks; `None` if none of them decides.
fn verdict_of<'c>(checks: impl Iterator<Item = &'c Check> + Clone) -> Option<Verdict> {
    let of_role = |role: Role| checks.clone().filter(move |check| check.role == role);
    let inside = || of_role(Role::Inside);
    inside().chain(of_role(Role::Literal)).chain(of_role(Role::Needed)).next()?;
    // A check under the condition is a check of the claim as well.
    let fails = checks.clone().any(Check::breaks) || inside().any(|check| check.broken > 0);
    let holds_inside = inside().next().is_some() && inside().all(|check| check.broken == 0 && check.runs > 0);
    Some(match (fails, holds_inside) {
        (false, _) => Verdict::Holds,
        (true, true) => Verdict::HoldsOnlyIf,
        (true, false) => Verdict::Fails,
    })
}

/// The arithmetics in which a claim is decided, and the reason if only one.
#[derive(Default)]
enum Decided {
    #[default]
    InBoth,
    Exactly(&'static str),
    InFloats(&'static str),
}

/// Checks that lead to a verdict.
#[derive(Default)]
pub struct Decision {
    checks: Vec<Check>,
    decided: Decided,
    condition: Option<String>,
    proof: Option<&'static str>,
    note: Option<String>,
    table: Option<String>,
    counterexample: Option<String>,
}

impl Decision {
    /// A decision by these checks.
    pub fn new(checks: impl IntoIterator<Item = Check>) -> Decision {
        Decision { checks: checks.into_iter().collect(), ..Decision::default() }
    }

    /// Declares that the claim is decided in exact arithmetic only, and why.
    pub fn exact_only(self, why: &'static str) -> Decision {
        Decision { decided: Decided::Exactly(why), ..self }
    }

    /// Declares that the claim is decided in floats only, and why.
    pub fn floats_only(self, why: &'static str) -> Decision {
        Decision { decided: Decided::InFloats(why), ..self }
    }

    /// The condition under which the checks of role `Inside` run.
    pub fn condition(self, condition: impl Into<String>) -> Decision {
        Decision { condition: Some(condition.into()), ..self }
    }

    /// The proof of a claim that no run breaks.
    pub fn proof(self, proof: &'static str) -> Decision {
        Decision { proof: Some(proof), ..self }
    }

    pub fn note(self, note: impl Into<String>) -> Decision {
        Decision { note: Some(note.into()), ..self }
    }

    /// Adds a table of the counts of a search; there is none if cases are given.
    pub fn table(self, search: &Search, table: impl FnOnce() -> String) -> Decision {
        Decision { table: search.given.is_none().then(table), ..self }
    }

    /// A counterexample that is not a pair of hulls of points.
    pub fn counterexample(self, counterexample: Option<String>) -> Decision {
        Decision { counterexample, ..self }
    }

    /// The finding on the claim with this id: the verdict depends on the counts alone.
    pub fn find(self, id: &'static str) -> Finding {
        let Decision { checks, decided, condition, proof, note, table, counterexample } = self;
        let of_role = |role: Role| checks.iter().filter(move |check| check.role == role);
        let claimed = || of_role(Role::Literal).chain(of_role(Role::Needed));
        let is_exact = |check: &&Check| check.arithmetic == Arithmetic::Exact;
        let verdict_exact = verdict_of(checks.iter().filter(is_exact));
        let verdict_float = verdict_of(checks.iter().filter(|check| !is_exact(check)));
        let verdict = verdict_of(checks.iter()).unwrap_or(Verdict::Fails);
        // A claim that is decided in one arithmetic declares so, and no other claim does.
        let is_as_said = match decided {
            Decided::InBoth => verdict_exact.is_some() && verdict_float.is_some(),
            Decided::Exactly(_) => verdict_exact.is_some() && verdict_float.is_none(),
            Decided::InFloats(_) => verdict_exact.is_none() && verdict_float.is_some(),
        };
        let sound = is_as_said
            && of_role(Role::Repaired).all(|check| check.broken == 0)
            && checks.iter().all(|check| check.runs > 0 || check.role == Role::Measured);

        let mut evidence = checks.iter().map(Check::evidence).collect::<Vec<_>>().join("; ");
        // A proof is a proof in exact arithmetic.
        if let Some(proof) = proof.filter(|_| verdict_exact == Some(Verdict::Holds)) {
            evidence = format!("proof: {proof}. Runs: {evidence}");
        }
        let mut notes = Vec::new();
        if !sound {
            let what = "THE SEARCH PROVES NOTHING: a check had no runs, or what is repaired was found broken, or the claim is not \
                        decided in the arithmetics that it names";
            notes.push(what.to_owned());
        }
        match decided {
            Decided::InBoth => {}
            Decided::Exactly(why) => notes.push(format!("exact only: {why}")),
            Decided::InFloats(why) => notes.push(format!("floats only: {why}")),
        }
        if verdict == Verdict::HoldsOnlyIf {
            notes.extend(condition.map(|condition| format!("only if {condition}")));
        }
        let breaking: Vec<&str> = checks.iter().filter(|check| check.breaks()).map(|check| check.what.as_str()).collect();
        if claimed().count() > 1 && !breaking.is_empty() {
            notes.push(format!("what breaks: {}", breaking.join("; ")));
        }
        notes.extend(note);
        let case = claimed().find_map(|check| check.case.as_ref());
        let counterexample = counterexample
            .or_else(|| case.map(format::write))
            .map(|line| line.replacen("\"id\":\"counterexample\"", &format!("\"id\":\"{id}\""), 1));
        let note = (!notes.is_empty()).then(|| notes.join(". "));
        Finding { id, verdict, verdict_exact, verdict_float, evidence, counterexample, note, table, checks, sound }
    }
}

/// The decision on a claim.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim's id.
    pub id: &'static str,
    /// The strictest verdict, over all checks.
    pub verdict: Verdict,
    /// The verdict of the checks in exact arithmetic; `None` if the claim is decided in floats only.
    pub verdict_exact: Option<Verdict>,
    /// The verdict of the checks in floats; `None` if the claim is decided in exact arithmetic only.
    pub verdict_float: Option<Verdict>,
    /// The checks with their counts, and the proof if there is one.
    pub evidence: String,
    /// A case in the case format that breaks the claim.
    pub counterexample: Option<String>,
    /// The check that fails, the reading that was decided, or the condition.
    pub note: Option<String>,
    /// A table for the finding, as comma-separated values.
    pub table: Option<String>,
    /// The checks.
    pub checks: Vec<Check>,
    /// Whether the search was meaningful: every check had runs, and none of role `Repaired` was broken.
    pub sound: bool,
}

impl Finding {
    /// The verdicts in exact arithmetic and in floats as the ledger spells them.
    pub fn columns(&self) -> [&'static str; 2] {
        [self.verdict_exact.map_or("floats only", Verdict::name), self.verdict_float.map_or("exact only", Verdict::name)]
    }

    /// The number of runs of the check with the fewest among those that decide the claim, if nothing breaks it, or nothing
    /// under its condition; `None` if the claim fails.
    pub fn runs(&self) -> Option<u64> {
        let holding = match self.verdict {
            Verdict::Holds => [Role::Literal, Role::Inside, Role::Needed],
            Verdict::HoldsOnlyIf => [Role::Inside; 3],
            Verdict::Fails => return None,
        };
        self.checks.iter().filter(|check| holding.contains(&check.role)).map(|check| check.runs).min()
    }

    /// The verdict and, if the claim holds, the number of runs.
    pub fn verdict_over_runs(&self) -> String {
        let runs = self.runs().map(|runs| format!(" ({runs} runs)")).unwrap_or_default();
        format!("{}{runs}", self.verdict.name())
    }

    /// The line of the ledger.
    pub fn json(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let [exact, float] = self.columns();
        format!(
            "{{\"id\":{},\"verdict\":{},\"verdict_exact\":{},\"verdict_float\":{},\"evidence\":{},\"counterexample\":{},\"note\":{}}}",
            text(self.id),
            text(self.verdict.name()),
            text(exact),
            text(float),
            text(&self.evidence),
            self.counterexample.as_deref().unwrap_or("null"),
            self.note.as_deref().map_or_else(|| "null".to_owned(), text),
        )
    }
}
