//! The facts of a run, as `study.json`.

use serde::{Deserialize, Serialize};

/// What has to be known of a run to repeat it and to read its records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Version of the schema.
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
    /// Features the program was built with.
    pub features: Vec<String>,
    /// Names of the variants in the order of the roster; figures draw them in this order.
    pub variants: Vec<String>,
    /// Names of the families in their order, with the meaning of each knob.
    pub families: Vec<FamilyFact>,
}

/// A family and its knob.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FamilyFact {
    /// Name of the family.
    pub name: String,
    /// What the knob is, with its unit, as an axis label.
    pub knob: String,
    /// Whether the knob goes over orders of magnitude (a logarithmic axis).
    pub logarithmic: bool,
    /// So many successive cases are frames of one trace, and no independent samples; 1 where each case stands for itself.
    #[serde(default = "one")]
    pub frames: u64,
}

fn one() -> u64 {
    1
}
