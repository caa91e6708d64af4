//! parry in single precision.

use ::parry3d as parry;
use gjk_variants::{About, Promise};

type Real = f32;

const ABOUT: About = About {
    name: "parry3d",
    title: "parry in single precision",
    citation: "Crozet et al.: parry, version 0.31, https://github.com/dimforge/parry (crate parry3d)",
    promise: Promise::Distance,
};

const OF_CONTACT: About = About {
    name: "parry3d-epa",
    title: "parry's contact, with its EPA, in single precision",
    promise: Promise::Depth,
    ..ABOUT
};

const OF_CAST: About =
    About { name: "parry3d-cast", title: "parry's cast of support maps in single precision", promise: Promise::Cast, ..ABOUT };

const ON_VECTOR_SCAN: &str = "parry3d-vector-scan";
const POSED: &str = "parry3d-posed";

// One text for both crates, whose types differ.
#[allow(clippy::duplicate_mod)]
#[path = "query.rs"]
mod query;

#[allow(clippy::duplicate_mod)]
#[path = "epa.rs"]
mod epa;

#[allow(clippy::duplicate_mod)]
#[path = "cast.rs"]
mod cast;

use crate::Roster;

pub fn register(roster: &mut Roster) {
    query::register(roster);
    epa::register(roster);
    cast::register(roster);
}
