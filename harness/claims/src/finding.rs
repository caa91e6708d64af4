//! How the counts of checks become a verdict.

use gjk_cases::case::Case;
use gjk_cases::format;

/// What a check is to its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The claim as it stands, or one of its statements: it fails if this is broken once.
    Literal,
    /// The claim under its condition: it holds only if this is never broken.
    Inside,
    /// The claim says that this goes wrong: it fails if this is never broken.
    Needed,
    /// The repaired variant or statement under the same search: if this is broken, the search proves nothing.
    Repaired,
    /// Another reading or arithmetic, for the evidence.
    Measured,
}

/// A statement and what the runs say of it.
#[derive(Clone, Debug)]
pub struct Check {
    /// What was checked.
    pub what: String,
    /// What it is to the claim.
    pub role: Role,
    /// Runs within the statement's domain.
    pub runs: u64,
    /// Runs that break it.
    pub broken: u64,
    /// The simplest that breaks it, shrunk.
    pub case: Option<Case>,
}

impl Check {
    /// Whether this says against the claim.
    fn breaks(&self) -> bool {
        match self.role {
            Role::Literal => self.broken > 0,
            Role::Needed => self.broken == 0,
            _ => false,
        }
    }

    fn evidence(&self) -> String {
        let kind = match self.role {
            Role::Literal | Role::Needed => "",
            Role::Inside => "under the condition, ",
            Role::Repaired => "repaired, ",
            Role::Measured => "besides, ",
        };
        format!("{kind}{}: broken in {} of {} runs", self.what, self.broken, self.runs)
    }
}

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

/// Checks on their way to a verdict.
#[derive(Default)]
pub struct Decision {
    checks: Vec<Check>,
    condition: Option<String>,
    proof: Option<&'static str>,
    note: Option<String>,
    table: Option<String>,
    counterexample: Option<String>,
}

impl Decision {
    /// A decision by these checks.
    pub fn new(checks: impl Into<Vec<Check>>) -> Decision {
        Decision { checks: checks.into(), ..Decision::default() }
    }

    /// The condition of the checks that are inside it.
    pub fn condition(self, condition: impl Into<String>) -> Decision {
        Decision { condition: Some(condition.into()), ..self }
    }

    /// The proof of a claim that no run breaks.
    pub fn proof(self, proof: &'static str) -> Decision {
        Decision { proof: Some(proof), ..self }
    }

    /// Says something besides.
    pub fn note(self, note: impl Into<String>) -> Decision {
        Decision { note: Some(note.into()), ..self }
    }

    /// Adds a table.
    pub fn table(self, table: String) -> Decision {
        Decision { table: Some(table), ..self }
    }

    /// A counterexample that is no pair of hulls of points.
    pub fn counterexample(self, counterexample: Option<String>) -> Decision {
        Decision { counterexample, ..self }
    }

    /// The finding on the claim with this id: the verdict follows from the counts alone.
    pub fn find(self, id: &'static str) -> Finding {
        let Decision { checks, condition, proof, note, table, counterexample } = self;
        let of_role = |role: Role| checks.iter().filter(move |check| check.role == role);
        // A check under the condition is one of the claim as well.
        let fails = checks.iter().any(Check::breaks) || of_role(Role::Inside).any(|check| check.broken > 0);
        let holds_inside = of_role(Role::Inside).all(|check| check.broken == 0 && check.runs > 0);
        let verdict = match fails {
            false => Verdict::Holds,
            true if holds_inside && of_role(Role::Inside).next().is_some() => Verdict::HoldsOnlyIf,
            true => Verdict::Fails,
        };
        let sound = of_role(Role::Repaired).all(|check| check.broken == 0)
            && checks.iter().all(|check| check.runs > 0 || check.role == Role::Measured);

        let mut evidence = checks.iter().map(Check::evidence).collect::<Vec<_>>().join("; ");
        if let Some(proof) = proof.filter(|_| verdict == Verdict::Holds) {
            evidence = format!("proof: {proof}. Runs: {evidence}");
        }
        let mut notes = Vec::new();
        if !sound {
            let what = "THE SEARCH PROVES NOTHING: a check had no runs, or what is repaired was found broken";
            notes.push(what.to_owned());
        }
        if verdict == Verdict::HoldsOnlyIf {
            notes.extend(condition.map(|condition| format!("only if {condition}")));
        }
        let breaking: Vec<&str> = checks.iter().filter(|check| check.breaks()).map(|check| check.what.as_str()).collect();
        if of_role(Role::Literal).chain(of_role(Role::Needed)).count() > 1 && !breaking.is_empty() {
            notes.push(format!("what breaks: {}", breaking.join("; ")));
        }
        notes.extend(note);
        let case = of_role(Role::Literal).chain(of_role(Role::Needed)).find_map(|check| check.case.as_ref());
        let counterexample = counterexample
            .or_else(|| case.map(format::write))
            .map(|line| line.replacen("\"id\":\"counterexample\"", &format!("\"id\":\"{id}\""), 1));
        let note = (!notes.is_empty()).then(|| notes.join(". "));
        Finding { id, verdict, evidence, counterexample, note, table, checks, sound }
    }
}

/// A claim as it was decided.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim's id.
    pub id: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// The checks with their counts, and the proof where there is one.
    pub evidence: String,
    /// A case in the case format that breaks the claim.
    pub counterexample: Option<String>,
    /// Which check fails, which reading was decided, the condition.
    pub note: Option<String>,
    /// A table that goes with it, as comma-separated values.
    pub table: Option<String>,
    /// The checks.
    pub checks: Vec<Check>,
    /// Whether the search was one: it had runs in every check, and found nothing where everything is repaired.
    pub sound: bool,
}

impl Finding {
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
