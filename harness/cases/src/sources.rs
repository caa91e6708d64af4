//! Cases that are not written one by one: pairs of a scene's objects or of a robot's links, and cases of a family.
//!
//! Addresses such as `FILE.obj`, `FILE.urdf@JOINT=VALUE` or `FAMILY:SEED:INDEX` on a command line name them. A pair
//! becomes a case only on request: the pairs of a scene hold its points many times over.

mod links;
mod objects;

use std::sync::Arc;

use crate::case::{Arithmetic, Case};
use crate::family;
use crate::given::PosedBody;
use crate::mesh::{self, Object};

pub use links::LinkPairs;
pub use objects::{ObjectPairs, of_files};

/// A case that was asked for.
#[derive(Clone, Debug)]
pub struct Sourced {
    /// The file or the family, as the user wrote it.
    pub file: String,
    /// The id of the case.
    pub id: String,
    /// Its source.
    pub source: Source,
}

/// The source of a case.
#[derive(Clone, Debug)]
pub enum Source {
    /// It is written in a file.
    Written(Box<Case>),
    /// It is one of a family.
    Generated {
        /// Name of the family.
        family: String,
        /// The seed.
        seed: u64,
        /// The number of the case.
        index: u64,
    },
    /// Two objects of meshes.
    Objects(Arc<Object>, Arc<Object>),
    /// Two bodies that are posed, such as links of a robot.
    Posed([Arc<PosedBody>; 2]),
}

impl Sourced {
    /// The case in an arithmetic: a generated case is posed for it, a written one is as written. `None` if there is no
    /// such family, or if a number overflows.
    pub fn case(&self, arithmetic: Arithmetic) -> Option<Case> {
        match &self.source {
            Source::Written(case) => Some((**case).clone()),
            Source::Generated { family, seed, index } => Some(family::named(family)?.case(*seed, arithmetic, *index)),
            Source::Objects(a, b) => Some(mesh::case(a, b)),
            Source::Posed([a, b]) => Case::of_given(self.id.clone(), 3, [a, b]),
        }
    }

    /// The case as its file states it, with which an `expect` is compared.
    pub fn written(&self) -> Option<&Case> {
        if let Source::Written(case) = &self.source { Some(case) } else { None }
    }
}

/// The message for a mesh in a format that is not read.
pub fn not_read(file: &str, kind: &str) -> String {
    format!("{file}: {kind} is not read; .{} are", mesh::ENDINGS.join(", ."))
}
