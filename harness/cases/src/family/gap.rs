//! A gap that closes: from D down to 2⁻⁶⁰ D in double precision and 2⁻²⁹ D in single precision, below u·D.
//!
//! The bodies first touch exactly at the contact plane of a [`ContactFrame`], a vertex over a face, edge across edge or face
//! over face; then B as a whole is lifted by a short grid vector of the wanted height. Since heights over a slanted plane
//! are much finer than the grid, every coordinate stays exact.

use super::contact_frame::{Integers, around, scattered};
use super::{ContactFrame, Pose, PosedPair, Profile, RandomSource, Recipe, Role, difference_size};
use crate::case::{Class, Point};

/// Solids at a small distance.
pub const GAP: Recipe = Recipe {
    name: "gap",
    description: "a vertex over a face, edge across edge or face over face, at an ever smaller gap",
    knob: "gap / D",
    dimension: 3,
    role: Role::NearContact,
    pose: Pose::Hulls(gap),
    classes: &[Class::Separated],
    in_double: Profile { shares: [400, 0, 0], asked: [-600, -1], achieved: [-59, -1], zeros: 0 },
    in_single: Profile { shares: [400, 0, 0], asked: [-290, -1], achieved: [-28, -1], zeros: 0 },
    checksums: [5125757636656903937, 13773056182282121730],
};

/// Polygons at a small distance.
pub const GAP_2D: Recipe = Recipe {
    name: "gap-2d",
    description: "a vertex over an edge or edge over edge, at an ever smaller gap",
    dimension: 2,
    in_double: Profile { shares: [400, 0, 0], asked: [-600, -1], achieved: [-59, -1], zeros: 0 },
    in_single: Profile { shares: [400, 0, 0], asked: [-290, -1], achieved: [-27, -1], zeros: 0 },
    checksums: [13927049895449535945, 3338856272212990743],
    ..GAP
};

/// Solids that overlap slightly: the mirror image of [`GAP`].
pub const SHALLOW: Recipe = Recipe {
    name: "shallow",
    description: "a vertex in a face, edge across edge or face in face, at an ever smaller depth",
    knob: "depth along the normal / D",
    pose: Pose::Hulls(shallow),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-600, -41], achieved: [-59, -4], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-280, -41], achieved: [-28, -4], zeros: 0 },
    checksums: [13072373339038762110, 8615261362225489815],
    ..GAP
};

/// The touching features of A and B.
fn features(random: &mut RandomSource, frame: &ContactFrame) -> (Vec<Integers>, Vec<Integers>) {
    let steps = frame.steps;
    match random.below(if random.dimension() == 2 { 2 } else { 3 }) {
        0 => (around(random, steps, 0, 0), vec![[0; 3]]),
        1 => (around(random, steps, 0, 0), around(random, steps, 0, 0)),
        _ => {
            let (p, q) = (random.integer(-steps, steps), random.integer(steps / 8, steps));
            let (along, back) = (random.integer(steps / 4, steps), random.integer(steps / 4, steps));
            (vec![[along, 0, 0], [-back, 0, 0]], vec![[p, q, 0], [-p, -q, 0]])
        }
    }
}

/// Two solids that touch at the contact plane, with B then moved along its normal by a share of D, in the direction of
/// the sign; and the achieved share.
fn moved(random: &mut RandomSource, asked: f64, sign: i64) -> (Vec<Point>, Vec<Point>, f64) {
    let frame = ContactFrame::new(random);
    let (low, high) = (frame.steps / 4, frame.steps);
    let (mut a, mut b) = features(random, &frame);
    let (more_a, more_b) = (3 + random.below(3) as usize, 3 + random.below(3) as usize);
    a.extend(scattered(random, more_a, high, -high, -low));
    b.extend(scattered(random, more_b, high, low, high));
    let a = frame.points(&a, [0; 3]);
    // A wide gap enlarges D, so the achieved quotient is somewhat smaller there.
    let size = difference_size(&a, &frame.points(&b, [0; 3]));
    let (lift, height) = frame.lift(asked * size);
    let b = frame.points(&b, lift.map(|x| sign * x));
    let achieved = height / difference_size(&a, &b);
    (a, b, achieved)
}

/// B is lowered by a depth of at most an eighth of D, which is less than the extent of the solids.
fn shallow(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-28.0, -60.0), -4.0);
    let (a, b, achieved) = moved(random, asked, -1);
    PosedPair::of_hulls(a, b, asked, Some(achieved))
}

fn gap(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-29.0, -60.0), 0.0);
    let (a, b, _) = moved(random, asked, 1);
    PosedPair::of_hulls(a, b, asked, None)
}
