//! Cases that are not written one by one: pairs of the bodies of a scene, and cases of a family.
//!
//! Addresses such as `FILE.obj`, `FILE.urdf@JOINT=VALUE` or `FAMILY:SEED:INDEX` on a command line name them. A pair
//! becomes a case only on request: the pairs of a scene hold its points many times over.

mod composition;
mod member;
mod of_file;
mod scene;

use std::sync::Arc;

use crate::case::{Arithmetic, Case};
use crate::family;
use crate::given::PosedBody;

pub use composition::{Composition, Kept};
pub use member::Member;
pub use scene::{Request, Scene};

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
    /// Two bodies of a scene: objects of meshes, and links of robots.
    Bodies([Arc<PosedBody>; 2]),
}

impl Sourced {
    /// The case in an arithmetic: a generated case is posed for it, a written one is as written. `None` if there is no
    /// such family, or if a number overflows.
    pub fn case(&self, arithmetic: Arithmetic) -> Option<Case> {
        match &self.source {
            Source::Written(case) => Some((**case).clone()),
            Source::Generated { family, seed, index } => Some(family::named(family)?.case(*seed, arithmetic, *index)),
            Source::Bodies([a, b]) => Case::of_given(self.id.clone(), 3, [a, b]),
        }
    }

    /// The case as its file states it, with which an `expect` is compared.
    pub fn written(&self) -> Option<&Case> {
        if let Source::Written(case) = &self.source { Some(case) } else { None }
    }
}
