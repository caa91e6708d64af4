//! The rules of a distance loop, one choice each: when to stop, which safeguards hold, how v is formed, where to look next.
//!
//! # Known rules and told ones
//! Rules are values ([`LoopRules`]), and a loop asks a type for them ([`Rules`]). A type that gives a constant, such as
//! [`Common`](super::Common), makes a loop as fast as one that is written for its rules, since the compiler folds them. Rules
//! that are told when the program runs give themselves: one compiled loop does for all of them.

mod direction;
mod nearest;
mod stop;

use std::fmt::Debug;

pub use direction::DirectionRule;
pub(super) use direction::Heading;
pub use nearest::NearestRule;
pub(super) use nearest::{is_as_good, nearest_across};
pub use stop::{EPSILON_SQUARED, ROUNDING, Reference, StopRule, Tolerance, rounding};

/// The rules of a loop, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopRules {
    /// When to stop.
    pub stop: StopRule,
    /// What ends a run that gets nowhere.
    pub safeguards: Safeguards,
    /// How v is formed.
    pub nearest: NearestRule,
    /// In which direction the next support point is taken.
    pub direction: DirectionRule,
}

/// What gives a loop its rules.
pub trait Rules: Copy + Debug + Send + Sync + 'static {
    /// The rules, the same at every call.
    fn rules(&self) -> LoopRules;
}

impl Rules for LoopRules {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        *self
    }
}

/// What ends a run that gets nowhere, beside the iteration limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safeguards {
    /// The rule as records spell it.
    pub name: &'static str,
    /// Whether the loop looks at what a subalgorithm gave: a full simplex means that the bodies meet, and a squared length of v
    /// that does not fall ends the run as *stalled*, with the answer before.
    pub looks: bool,
    /// Whether a support point that is in the simplex already ends the run as *repeated*. Else the run ends where there is no room for
    /// a simplex of more vertices.
    pub ends_repeated: bool,
    /// Whether the difference of the centres is tested as a first v, before there is a simplex. It is a point of M.
    pub tests_centers: bool,
    /// Whether a start from vertices takes up their nearest point. Else it takes the direction of the first one only.
    pub recalls: bool,
    /// Whether a step that was taken for a gap within its own noise is doubted: then the simplex holds the origin only beyond doubt,
    /// and a subalgorithm that finds no feasible face ends the run as *stalled*, with the answer before.
    pub doubts: bool,
    /// Whether bodies are called apart only if v, at the end, is a separating axis by the last support point: v·w > 0. Else they are
    /// said to meet.
    pub separates: bool,
    /// Whether a verdict is verified before it is given: a full simplex is not believed where its newest vertex shows that M lies
    /// behind the origin, and where the last v separates nothing the faces of the simplex are asked. A subalgorithm that finds no feasible
    /// face in a step within the noise of the gap ends the run as *stalled*, with the answer before.
    pub verifies: bool,
    /// Whether a query whose products leave the number range, and that ends without an answer or with a full simplex, is asked again
    /// about bodies that are scaled by a power of two.
    pub scales: bool,
}

impl Safeguards {
    /// A support point that is in the simplex already ends the run as *repeated*, no progress as *stalled*.
    pub const GUARDED: Safeguards = Safeguards {
        name: "guarded",
        looks: true,
        ends_repeated: true,
        tests_centers: false,
        recalls: true,
        doubts: false,
        separates: false,
        verifies: false,
        scales: false,
    };
    /// [`Safeguards::GUARDED`], and a verdict is verified before it is given: *apart* is said with a plane that separates,
    /// *intersecting* only where no face of the last simplex separates, or where the simplex holds the origin.
    ///
    /// # Apart
    /// A loop that ends at a nearest point v has just looked for the support point w of M along −v. If v·w > 0, the plane through
    /// w across v separates the bodies. If not, and v is longer than rounding may leave of contact, the last step asks the faces
    /// (`last_step.rs`).
    ///
    /// # Intersecting
    /// A full simplex whose newest vertex w has v·w beyond its rounding error is flat: M lies behind a plane, and what the
    /// subalgorithm says of it is noise. The run ends as *stalled*, with v, which separates. That check costs one product in a
    /// run that ends with a full simplex, and nothing in another one. A full simplex whose products leave the number range is
    /// asked about again, scaled (`range.rs`).
    ///
    /// # Where it fails
    /// Where the last step fails. Support points of bodies far from the origin have errors of their own, which no bound here
    /// knows of.
    ///
    /// # Reference
    /// Rule 2 of MuJoCo (`docs/mujoco.md`) for the last v. The rest is of this project.
    pub const VERIFYING: Safeguards =
        Safeguards { name: "verifying", separates: true, verifies: true, scales: true, ..Safeguards::GUARDED };
    /// [`Safeguards::GUARDED`], and a step that was taken for a gap within the gap's own noise is doubted.
    ///
    /// The gap v·(v − w) is computed from a v with an error of about u E in each coordinate, so it is only good to about K u E |v
    /// − w|∞. Below that a support point may be taken that lies in the plane of the nearest face, and what a subalgorithm says of
    /// such a flat simplex is noise. That doubt begins there is a heuristic; that what is beyond doubt is true is proved where it
    /// is decided.
    pub const DOUBTING: Safeguards = Safeguards { name: "doubting", doubts: true, ..Safeguards::GUARDED };
    /// None but the iteration limit, as the loops are published; they test the first v before there is a simplex.
    pub const BARE: Safeguards = Safeguards {
        name: "bare",
        looks: false,
        ends_repeated: false,
        tests_centers: true,
        recalls: false,
        doubts: false,
        separates: false,
        verifies: false,
        scales: false,
    };

    /// These safeguards, and bodies are called apart only if the last v separates them; else they are said to meet.
    ///
    /// A loop that ends at a nearest point, because it has converged or because it makes no progress, has just looked for the
    /// support point w of M along −v. If v·w > 0, the plane through w across v separates the bodies: that is a proof of the
    /// verdict, up to the rounding of v·w. If not, v is no separating axis, and *apart* would be a guess. So the rule costs one
    /// scalar product at the end of a run. It changes no other end: what is called intersecting by the subalgorithm stays so, and
    /// a run without an answer has none.
    ///
    /// # Where it fails
    /// A v whose direction is noise separates nothing. Bodies that are apart are then said to meet, with a simplex that does not
    /// hold the origin: the rule needs a v with a good direction ([`NearestRule::FromNormal`]).
    ///
    /// # Reference
    /// MuJoCo, `src/engine/engine_collision_gjk.c` of 22 August 2026 (Apache-2.0), which asks for the support point once more
    /// (`docs/mujoco.md`).
    pub const fn separating(self) -> Safeguards {
        let name = match (self.looks, self.doubts) {
            _ if self.separates => self.name,
            (_, true) => "doubting+separating",
            (true, false) => "guarded+separating",
            (false, false) => "bare+separating",
        };
        Safeguards { name, separates: true, ..self }
    }
}
