//! A family: a sequence of cases that one degeneracy knob leads from easy to degenerate.
//!
//! Case number i of a family is a pure function of the seed, the family, the arithmetic and i, so a case has a name,
//! `FAMILY:SEED:INDEX`, and a campaign can be split in any way. Coordinates are exact in the arithmetic: of 24 bits for
//! single precision, of 53 bits for double. They lie on a common grid, chosen per family, of which every coordinate
//! difference of a case is a multiple by an integer of at most 58 bits, so that an exact judge can work in integers of
//! fixed width. Exact runs take the cases of double precision.
//!
//! The knob of successive cases is spread evenly over its reach (on the logarithmic scale where it has one); everything
//! else is drawn. The roles of A and B are exchanged at random, and the points of a body stand in random order.

mod bodies;
mod boxes;
mod draw;
mod duel;
mod edges;
mod flats;
mod frame;
mod gap;
mod generic;
mod grid;
mod motion;
mod place;
mod range;
mod ray;
mod repeats;
mod resting;
mod sized;
mod smooth;
mod thin;
mod touch;
mod tumbling;

pub use bodies::BodyPair;
pub use draw::Draw;
pub use duel::{DuelFamily, DuelShape, Gap, duel_families};
pub use frame::Frame;
pub use generic::mean;
pub use grid::{Grid, difference_size, exponent_of, power_of_two};
pub use motion::{FRAMES, MOTIONS, Moment, Motion};
pub use place::{add, beside, dot, meet, place, scaled, snapped, subtract, support};
pub use sized::{cases_of_size, points_of, sizes};

use crate::case::{Arithmetic, Body, Case, Knob, Point};

/// A sequence of cases with one degeneracy knob.
pub trait Family: Send + Sync {
    /// The name on the command line and in records.
    fn name(&self) -> &str;
    /// What the bodies are, in a line.
    fn description(&self) -> &str;
    /// What the knob measures, with its unit: the label of an axis.
    fn knob(&self) -> &str;
    /// Whether the knob spreads over orders of magnitude. A knob of zero then stands for the limit.
    fn logarithmic(&self) -> bool;
    /// 2 or 3.
    fn dimension(&self) -> u8;
    /// Whether the knob is the true distance over D. The cases then leave the achieved value to whoever knows the truth.
    fn knob_is_gap(&self) -> bool;
    /// Whether every body is the hull of points, without a radius.
    fn is_of_hulls(&self) -> bool {
        true
    }
    /// Case number `index`, exact in the arithmetic.
    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case;
}

/// Two bodies as a family poses them, before they are a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The points of one body.
    pub a: Vec<Point>,
    /// The points of the other.
    pub b: Vec<Point>,
    /// The knob asked for.
    pub asked: f64,
    /// The knob that the snapped coordinates achieve, if the family knows it.
    pub achieved: Option<f64>,
}

impl Pair {
    /// The case with the roles and the points in random order.
    pub fn into_case(mut self, draw: &mut Draw, name: &str, seed: u64, index: u64) -> Case {
        if draw.chance(0.5) {
            std::mem::swap(&mut self.a, &mut self.b);
        }
        draw.shuffle(&mut self.a);
        draw.shuffle(&mut self.b);
        Case {
            id: format!("{name}:{seed}:{index}"),
            dimension: draw.dimension(),
            home: None,
            a: Body::Points(self.a),
            b: Body::Points(self.b),
            expect: None,
            source: None,
            note: None,
            family: Some(name.to_owned()),
            knob: Some(Knob { asked: self.asked, achieved: self.achieved }),
        }
    }
}

/// An embedded family: its description, and the function that poses a pair from random numbers.
pub struct Recipe {
    name: &'static str,
    description: &'static str,
    knob: &'static str,
    logarithmic: bool,
    dimension: u8,
    knob_is_gap: bool,
    pose: fn(&mut Draw) -> Pair,
}

/// An embedded family of bodies that are no hulls of points; its knob is the gap.
struct BodyRecipe {
    name: &'static str,
    description: &'static str,
    pose: fn(&mut Draw) -> BodyPair,
}

impl Family for BodyRecipe {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        self.description
    }

    fn knob(&self) -> &str {
        "gap / D"
    }

    fn logarithmic(&self) -> bool {
        true
    }

    fn dimension(&self) -> u8 {
        3
    }

    fn knob_is_gap(&self) -> bool {
        true
    }

    fn is_of_hulls(&self) -> bool {
        false
    }

    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
        let mut draw = Draw::new(self.name, 3, seed, arithmetic, index);
        let pair = (self.pose)(&mut draw);
        pair.into_case(&mut draw, self.name, seed, index)
    }
}

impl Family for Recipe {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        self.description
    }

    fn knob(&self) -> &str {
        self.knob
    }

    fn logarithmic(&self) -> bool {
        self.logarithmic
    }

    fn dimension(&self) -> u8 {
        self.dimension
    }

    fn knob_is_gap(&self) -> bool {
        self.knob_is_gap
    }

    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
        let mut draw = Draw::new(self.name, self.dimension, seed, arithmetic, index);
        let pair = (self.pose)(&mut draw);
        pair.into_case(&mut draw, self.name, seed, index)
    }
}

/// The embedded families of single cases in space, in the order of tables and figures.
const RECIPES: [Recipe; 20] = [
    generic::GENERIC,
    generic::DEEP_OVERLAP,
    boxes::BOXES_ALIGNED,
    boxes::BOXES_ROTATED,
    edges::PARALLEL_EDGES,
    touch::TOUCH_VERTEX_VERTEX,
    touch::TOUCH_EDGE_EDGE,
    touch::TOUCH_VERTEX_FACE,
    gap::GAP,
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
];

/// Those in the plane, which come after the [`MOTIONS`].
const PLANE_RECIPES: [Recipe; 6] =
    [generic::GENERIC_2D, generic::OVERLAP_2D, boxes::BOXES_2D, touch::TOUCH_2D, gap::GAP_2D, thin::NEEDLE_2D];

/// The embedded families of other bodies, which come after those of hulls.
const BODY_RECIPES: [BodyRecipe; 3] = [
    BodyRecipe {
        name: "rounded",
        description: "balls, capsules and rounded hulls, from far over touching to pressed in and deep",
        pose: bodies::rounded_pair,
    },
    BodyRecipe {
        name: "curved",
        description: "ellipsoids, cylinders and cones beside each other, rounded hulls and hulls",
        pose: bodies::curved_pair,
    },
    BodyRecipe {
        name: "unions",
        description: "unions of convex parts, scattered, or with the other body between the prongs of a fork",
        pose: bodies::union_pair,
    },
];

/// Every embedded family, in the order of tables and figures: those of hulls in space, in the plane, and those of other bodies.
pub fn families() -> Vec<Box<dyn Family>> {
    let bodies = BODY_RECIPES.into_iter().map(|recipe| Box::new(recipe) as Box<dyn Family>);
    hull_families().into_iter().chain(bodies).collect()
}

/// The embedded families of hulls of points.
pub fn hull_families() -> Vec<Box<dyn Family>> {
    fn boxed(recipe: Recipe) -> Box<dyn Family> {
        Box::new(recipe)
    }
    let motions = MOTIONS.into_iter().map(|motion| Box::new(motion) as Box<dyn Family>);
    RECIPES.into_iter().map(boxed).chain(motions).chain(PLANE_RECIPES.into_iter().map(boxed)).collect()
}

/// The embedded family of this name, one of the [`duel_families`] included.
pub fn named(name: &str) -> Option<Box<dyn Family>> {
    let duel = duel_families().iter().map(|family| Box::new(family.clone()) as Box<dyn Family>);
    families().into_iter().chain(duel).find(|family| family.name() == name)
}
