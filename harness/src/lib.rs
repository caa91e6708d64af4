//! Cases, families, exact judge and campaigns for GJK variants.
#![allow(missing_docs)]

pub mod case;
pub mod certificate;
pub mod double;
pub mod lattice;
pub mod oracle;
pub mod whole;
pub mod answer;
pub mod depth;
pub mod judge;
pub mod truth;
pub mod entry;
pub use gjk_variants as variants;
pub mod trial;
pub mod corpus;
pub mod format;
pub mod hexfloat;
