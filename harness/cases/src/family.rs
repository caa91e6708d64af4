//! A family: a sequence of cases that one degeneracy knob leads from easy to degenerate.
//!
//! Case number i of a family is a pure function of the seed, the family, the arithmetic and i, so a case has a name,
//! `FAMILY:SEED:INDEX`, and a campaign can be split in any way. Coordinates are exact in the arithmetic: of 24 bits for
//! single precision, of 53 bits for double. In all families but `raw-doubles` they lie on a common grid, chosen per family, of
//! which every coordinate difference of a case is a multiple by an integer of at most 58 bits, so that an exact judge can work in
//! integers of fixed width. The cases of `raw-doubles` are as engines have them, and mostly need wider integers.
//! Exact runs take the cases of double precision.
//!
//! The knob of successive cases is spread evenly over its reach (on the logarithmic scale where it has one); everything
//! else is drawn. The roles of A and B are exchanged at random, and the points of a body stand in random order.
//!
//! A new family is a file below with its [`Recipe`], and a line in [`FAMILIES`].

mod bodies;
mod boxes;
mod centred;
mod contact_frame;
mod depths;
mod duel;
mod edges;
mod flats;
mod floor;
mod gap;
mod generic;
mod grid;
mod motion;
mod posed;
mod posed_pair;
mod random_source;
mod range;
mod raw;
mod ray;
mod recipe;
mod repeats;
mod resting;
mod sized;
mod smooth;
mod thin;
mod touch;
mod translation;
mod tumbling;
mod vector;

pub use contact_frame::ContactFrame;
pub use duel::{DuelFamily, DuelShape, Gap, duel_families};
pub use gjk_numbers::float::exponent_of;
pub use gjk_records::Role;
pub use grid::{Grid, difference_size, power_of_two};
pub use motion::{FRAMES, FramePosition, Motion};
pub use posed_pair::PosedPair;
pub use random_source::RandomSource;
pub use raw::placed;
pub use recipe::{Pose, Profile, Recipe};
pub use sized::{cases_of_size, points_of, sizes};
pub use translation::{beside, meeting, snapped, support};
pub use vector::{add, combined, corners, dot, mean, radius, scaled, subtract};

use crate::case::{Arithmetic, Case, Class};

/// The embedded families, in the order of tables and figures.
pub static FAMILIES: &[Recipe] = &[
    generic::GENERIC,
    generic::DEEP_OVERLAP,
    boxes::BOXES_ALIGNED,
    boxes::BOXES_ROTATED,
    edges::PARALLEL_EDGES,
    touch::TOUCH_VERTEX_VERTEX,
    touch::TOUCH_EDGE_EDGE,
    touch::TOUCH_VERTEX_FACE,
    gap::GAP,
    gap::SHALLOW,
    posed::POSED,
    raw::RAW_DOUBLES,
    thin::NEEDLE,
    thin::FLAT,
    thin::SLIVER,
    flats::COPLANAR,
    flats::LOWER_DIMENSIONAL,
    repeats::DUPLICATES,
    repeats::NEAR_DUPLICATES,
    range::OFFSET,
    range::SCALE_RATIO,
    range::SCALE,
    smooth::SMOOTH,
    tumbling::TUMBLING,
    resting::RESTING,
    floor::FLOOR,
    centred::SYMMETRIC,
    centred::PRISMS,
    centred::CONCENTRIC,
    depths::DEPTH_TIE,
    depths::OFF_CENTRE,
    depths::UNIT_OF_LENGTH,
    depths::PLATES,
    depths::INSIDE,
    generic::GENERIC_2D,
    generic::OVERLAP_2D,
    boxes::BOXES_2D,
    touch::TOUCH_2D,
    gap::GAP_2D,
    thin::NEEDLE_2D,
    floor::FLOOR_2D,
    centred::SYMMETRIC_2D,
    centred::DEEP_2D,
    bodies::ROUNDED,
    bodies::CURVED,
    bodies::UNIONS,
];

/// A sequence of cases with one degeneracy knob.
pub trait Family: Send + Sync {
    /// The name on the command line and in records.
    fn name(&self) -> &str;

    /// What the bodies are, in a line.
    fn description(&self) -> &str;

    /// What the knob measures, with its unit: the label of an axis.
    fn knob(&self) -> &str {
        GAP
    }

    /// Whether the knob spreads over orders of magnitude. A knob of zero then stands for the limit.
    fn logarithmic(&self) -> bool {
        true
    }

    /// 2 or 3.
    fn dimension(&self) -> u8 {
        3
    }

    /// The kind of difficulty that it is for.
    fn role(&self) -> Role {
        Role::Other
    }

    /// The class of every case, where it is one.
    fn only_class(&self) -> Option<Class> {
        None
    }

    /// Where the rows of the family have how near the bodies are, beside the true distance. A gap in the knob or in a column is
    /// measured by whoever knows the truth.
    fn gap_column(&self) -> Option<GapColumn> {
        match self.knob() {
            GAP => Some(GapColumn::Knob),
            floor::FACE_BY_HULL => Some(GapColumn::Gap),
            _ => None,
        }
    }

    /// The index of independent case number `number`. Where successive cases are frames of one trace, they are hardly different
    /// cases, and of each trace one frame is taken; elsewhere every case stands for itself.
    fn independent_index(&self, number: u64) -> u64 {
        number
    }

    /// Case number `index`, exact in the arithmetic: the one that `FAMILY:SEED:INDEX` names.
    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case;

    /// Independent case number `number`, exact in the arithmetic: what rates and times are taken over.
    fn independent_case(&self, seed: u64, arithmetic: Arithmetic, number: u64) -> Case {
        self.case(seed, arithmetic, self.independent_index(number))
    }
}

/// A column that has how near the bodies of a case are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapColumn {
    /// The knob achieved is the true distance over D.
    Knob,
    /// A column of its own has the true distance or, of bodies that overlap, minus their depth: the knob is something else, and
    /// bodies that overlap do so by a little.
    Gap,
}

/// The knob that is the true distance over D.
const GAP: &str = "gap / D";

/// Every embedded family, in the order of tables and figures: those of hulls in space, in the plane, and those of other bodies.
pub fn families() -> Vec<Box<dyn Family>> {
    boxed(|_| true)
}

/// The embedded families of hulls of points.
pub fn hull_families() -> Vec<Box<dyn Family>> {
    boxed(Recipe::is_of_hulls)
}

fn boxed(is_wanted: fn(&Recipe) -> bool) -> Vec<Box<dyn Family>> {
    let wanted = FAMILIES.iter().filter(|recipe| is_wanted(recipe));
    wanted.map(|recipe| Box::new(*recipe) as Box<dyn Family>).collect()
}

/// The embedded families of traces.
pub fn motions() -> Vec<Motion> {
    FAMILIES.iter().filter_map(Recipe::motion).collect()
}

/// The embedded family of this name, one of the [`duel_families`] included.
pub fn named(name: &str) -> Option<Box<dyn Family>> {
    let duel = duel_families().iter().map(|family| Box::new(family.clone()) as Box<dyn Family>);
    families().into_iter().chain(duel).find(|family| family.name() == name)
}
