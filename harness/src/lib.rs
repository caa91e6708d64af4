//! Cases, families, exact judge and campaigns for GJK variants.
#![allow(missing_docs)]

pub mod answer;
pub mod case;
pub mod certificate;
pub mod depth;
pub mod double;
pub mod entry;
pub mod judge;
pub mod lattice;
pub mod loops;
pub mod oracle;
pub mod truth;
pub mod whole;
pub use gjk_variants as variants;
pub mod campaign;
pub mod corpus;
pub mod family;
pub mod format;
pub mod hexfloat;
pub mod hulls;
pub mod hunt;
pub mod search;
pub mod shrink;
pub mod timing;
pub mod trial;
