//! A family: a sequence of cases whose one parameter, the *knob*, leads from easy to degenerate.
//!
//! Case number i of a family is a pure function of the seed, the family, the arithmetic and i, so a case has a name,
//! `FAMILY:SEED:INDEX`, and a campaign can be split in any way. Coordinates are exact in the arithmetic: they have at
//! most 24 bits in single precision and 53 bits in double precision. In all families but `raw-doubles` they lie on a
//! common grid, chosen per family: every coordinate difference of a case is an integer of at most 58 bits times the
//! spacing of the grid, so that an exact judge can work in integers of fixed width. The coordinates of `raw-doubles`
//! are like those in engines, and mostly need wider integers. Exact runs use the cases of double precision.
//!
//! The knobs of successive cases are spread evenly over the range of the knob (on a logarithmic scale if it has one).
//! All other quantities are drawn at random. The roles of A and B are exchanged at random, and the points of a body are
//! in random order.
//!
//! To add a family, add a file below with its [`Recipe`], and a line in [`FAMILIES`].

mod bodies;
mod boxes;
mod casts;
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
    casts::HEAD_ON,
    casts::GRAZING,
    casts::JUST_MISS,
    casts::SLIDING,
    casts::GAP_START,
    casts::RECEDING,
    casts::CONTACT,
    casts::END,
    casts::FLOOR,
    casts::EXTENT,
    casts::PLATES,
    casts::NEEDLES,
    casts::BOXES,
    casts::OVERLAP,
];

/// A sequence of cases with one degeneracy knob.
pub trait Family: Send + Sync {
    /// The name on the command line and in records.
    fn name(&self) -> &str;

    /// The kind of bodies, in one line.
    fn description(&self) -> &str;

    /// The quantity that the knob measures, with its unit; the text is also the label of an axis.
    fn knob(&self) -> &str {
        GAP
    }

    /// Whether the knob spreads over orders of magnitude.
    ///
    /// A knob of zero then denotes the limit.
    fn logarithmic(&self) -> bool {
        true
    }

    /// The dimension, 2 or 3.
    fn dimension(&self) -> u8 {
        3
    }

    /// The kind of difficulty that the family is made for.
    fn role(&self) -> Role {
        Role::Other
    }

    /// The class of every case, if all cases have the same class.
    fn only_class(&self) -> Option<Class> {
        None
    }

    /// The column in which the rows of the family state how near the bodies are, in addition to the true distance.
    ///
    /// The gap in the knob or in a column is measured from the truth.
    fn gap_column(&self) -> Option<GapColumn> {
        match self.knob() {
            GAP => Some(GapColumn::Knob),
            floor::FACE_BY_HULL => Some(GapColumn::Gap),
            _ => None,
        }
    }

    /// The index of independent case number `number`.
    ///
    /// Successive frames of one trace hardly differ, so only one frame of each trace is used. In all other families
    /// every case is independent.
    fn independent_index(&self, number: u64) -> u64 {
        number
    }

    /// Case number `index`, exact in the arithmetic; its name is `FAMILY:SEED:INDEX`.
    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case;

    /// Independent case number `number`, exact in the arithmetic: rates and times are taken over these cases.
    fn independent_case(&self, seed: u64, arithmetic: Arithmetic, number: u64) -> Case {
        self.case(seed, arithmetic, self.independent_index(number))
    }
}

/// A column that states how near the bodies of a case are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapColumn {
    /// The column of the achieved knob, which is the true distance over D.
    Knob,
    /// A separate column, with the true distance or, if the bodies overlap, minus their depth.
    ///
    /// It serves families whose knob is another quantity and whose bodies overlap only slightly.
    Gap,
}

/// The name of the knob that is the true distance over D.
const GAP: &str = "gap / D";

/// Every embedded family, in the order of tables and figures: families of hulls in space, of hulls in the plane, of other
/// bodies, and of casts.
pub fn families() -> Vec<Box<dyn Family>> {
    boxed(|_| true)
}

/// The embedded families of hulls of points at rest.
pub fn hull_families() -> Vec<Box<dyn Family>> {
    boxed(Recipe::is_of_hulls)
}

/// The embedded families of casts.
pub fn cast_families() -> Vec<Box<dyn Family>> {
    boxed(Recipe::is_of_casts)
}

fn boxed(is_wanted: fn(&Recipe) -> bool) -> Vec<Box<dyn Family>> {
    let wanted = FAMILIES.iter().filter(|recipe| is_wanted(recipe));
    wanted.map(|recipe| Box::new(*recipe) as Box<dyn Family>).collect()
}

/// The embedded families of traces.
pub fn motions() -> Vec<Motion> {
    FAMILIES.iter().filter_map(Recipe::motion).collect()
}

/// The embedded family of this name, which may also be one of the [`duel_families`].
pub fn named(name: &str) -> Option<Box<dyn Family>> {
    let duel = duel_families().iter().map(|family| Box::new(family.clone()) as Box<dyn Family>);
    families().into_iter().chain(duel).find(|family| family.name() == name)
}
