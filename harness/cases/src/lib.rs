//! Cases of two bodies with exact coordinates: their definition, their file formats, and their sources.
//!
//! A [`case`] is two bodies; a [`mod@format`] file holds cases, a [`mesh`] file or a file of [`hulls`] holds bodies, a
//! file of [`queries`] holds both, and the [`corpus`] holds the failures reported in the field. A [`family`] makes
//! cases that one knob leads into a degeneracy. Messages [`quote`] only as much of an input as is easily read, and
//! suggest the name that a wrong [`spelling`] may mean.

#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod body;
pub mod case;
pub mod corpus;
pub mod family;
pub mod files;
pub mod format;
pub mod given;
pub mod hexfloat;
pub mod hulls;
pub mod mesh;
pub mod queries;
pub mod quote;
pub mod sources;
pub mod spelling;
pub mod surface;
pub mod urdf;
