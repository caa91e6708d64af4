//! Cases, families, exact judge and campaigns for GJK variants.
#![allow(missing_docs)]

pub mod case;
