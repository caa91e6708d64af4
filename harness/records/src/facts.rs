//! The facts of a run, as `study.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Kinds;

/// The facts that are needed to repeat a run and to read its records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Version of the schema of the facts.
    pub schema: u32,
    /// The command that reproduces the run.
    pub command: String,
    /// Version of the project.
    pub version: String,
    /// Commit of the project, with `-dirty` for uncommitted changes, or `unknown`.
    pub commit: String,
    /// Seed of the generated families.
    pub seed: u64,
    /// The tolerance of the rulings in units of u·D.
    pub tolerance: f64,
    /// Generated cases of a family for one scalar.
    pub cases_per_family: u64,
    /// Version of the compiler.
    pub compiler: String,
    /// Model of the processor.
    pub processor: String,
    /// Features of the build of the program.
    pub features: Vec<String>,
    /// Names of the variants in the order of the roster; figures draw them in this order.
    pub variants: Vec<String>,
    /// Variants that the user added: programs, libraries, functions, variants in Rust.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_in: Vec<String>,
    /// Names of the families in their order, with the meaning of each knob.
    pub families: Vec<FamilyFact>,
    /// Terms that external implementations state for themselves, by the names of their variants.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<String, Terms>,
    /// The kinds of variants and families.
    pub kinds: Kinds,
}

/// Terms that an external implementation states for itself, on which it is judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Its name and version.
    pub version: String,
    /// The error of its verdicts that it allows for itself, such as `1e-6` or `0.001 D`; `None` if it states nothing.
    pub slack: Option<String>,
}

/// A family and its knob.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FamilyFact {
    /// Name of the family.
    pub name: String,
    /// The meaning of the knob, with its unit, as an axis label.
    pub knob: String,
    /// Whether the knob covers orders of magnitude (a logarithmic axis).
    pub logarithmic: bool,
    /// Number of its cases that are worth one independent case.
    ///
    /// It is 1 except in the campaign of 2026-11-22, which counted all 16 frames of a trace.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub frames: u64,
}

fn one() -> u64 {
    1
}

fn is_one(frames: &u64) -> bool {
    *frames == 1
}
