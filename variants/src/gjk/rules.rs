//! The rules of a distance loop, one choice each: when to stop, which safeguards hold, how v is formed, and where to look next.
//!
//! # Rules fixed at compile time and rules chosen at run time
//! Rules are values ([`LoopRules`]), and a loop asks a type for them ([`Rules`]). A type that returns a constant, such as
//! [`Common`](super::Common), makes a loop as fast as one that is written for its rules, since the compiler folds them. A
//! [`LoopRules`] value returns itself: one compiled loop serves all rules that are chosen at run time.

mod direction;
mod nearest;
mod stop;

use std::fmt::Debug;

pub use direction::DirectionRule;
pub(super) use direction::Heading;
pub use nearest::NearestRule;
pub(crate) use nearest::{SHORT, is_as_good, nearest_across};
pub use stop::{EPSILON_SQUARED, ROUNDING, Reference, StopRule, Tolerance, rounding};

/// The rules of a loop, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopRules {
    /// The stop rule.
    pub stop: StopRule,
    /// The safeguards against a run without progress.
    pub safeguards: Safeguards,
    /// The way v is formed.
    pub nearest: NearestRule,
    /// The direction of the next support point.
    pub direction: DirectionRule,
}

/// A source of a loop's rules.
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

/// The safeguards against a run without progress, in addition to the iteration limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safeguards {
    /// The rule as records spell it.
    pub name: &'static str,
    /// Whether the loop checks the result of a subalgorithm: a full simplex means that the bodies meet, and a squared length of
    /// v that does not fall ends the run as *stalled*, with the previous answer.
    pub looks: bool,
    /// Whether a support point that is already in the simplex ends the run as *repeated*. If not, the run ends when there is no
    /// room for a simplex with more vertices.
    pub ends_repeated: bool,
    /// Whether the difference of the centres is tested as a first v, before there is a simplex. It is a point of M.
    pub tests_centers: bool,
    /// Whether a start from vertices begins with their nearest point. If not, it uses only the direction of the first one.
    pub recalls: bool,
    /// Whether the loop doubts a step that was taken for a gap within the gap's own noise. After such a step the simplex is
    /// reported to hold the origin only if that is beyond doubt, and a subalgorithm that finds no feasible face ends the run as
    /// *stalled*, with the previous answer.
    pub doubts: bool,
    /// Whether bodies are called apart only if v, at the end, is a separating axis by the last support point: v·w > 0.
    /// Otherwise they are reported to meet.
    pub separates: bool,
    /// Whether a verdict is verified before it is returned. A full simplex is not accepted if its newest vertex shows that M
    /// lies behind the origin. If the last v does not separate, the faces of the simplex are tested. A subalgorithm that finds
    /// no feasible face in a step within the noise of the gap ends the run as *stalled*, with the previous answer.
    pub verifies: bool,
    /// Whether a query whose products leave the number range, and that ends without an answer or with a full simplex, is
    /// repeated for bodies scaled by a power of two.
    pub scales: bool,
}

impl Safeguards {
    /// A support point that is already in the simplex ends the run as *repeated*; lack of progress ends it as *stalled*.
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
    /// [`Safeguards::GUARDED`], and a verdict is verified before it is returned: *apart* requires a plane that separates;
    /// *intersecting* requires that no face of the last simplex separates, or that the simplex holds the origin.
    ///
    /// # Apart
    /// A loop that ends at a nearest point v has just computed the support point w of M along −v. If v·w > 0, the plane through
    /// w across v separates the bodies. If not, and v is longer than rounding may leave at contact, the last step tests the
    /// faces (`last_step.rs`).
    ///
    /// # Intersecting
    /// A full simplex whose newest vertex w has v·w beyond its rounding error is flat: M lies behind a plane, and the
    /// subalgorithm's result for the simplex is noise. The run ends as *stalled*, with v, which separates. This check costs one
    /// product in a run that ends with a full simplex, and nothing in other runs. A query that ends with a full simplex whose
    /// products leave the number range is repeated, scaled (`range.rs`).
    ///
    /// # Where it fails
    /// These safeguards fail where the last step fails. Support points of bodies far from the origin have errors of their own,
    /// which no bound here covers.
    ///
    /// # Reference
    /// Rule 2 of MuJoCo (`docs/mujoco.md`) for the last v. The other safeguards are this project's.
    pub const VERIFYING: Safeguards =
        Safeguards { name: "verifying", separates: true, verifies: true, scales: true, ..Safeguards::GUARDED };
    /// [`Safeguards::GUARDED`], and a step that was taken for a gap within the gap's own noise is doubted.
    ///
    /// The gap v·(v − w) is computed from a v with an error of about u E in each coordinate, so it is good only to about K u E
    /// |v − w|∞. Below that, the step may add a support point that lies in the plane of the nearest face, and a subalgorithm's
    /// result for such a flat simplex is noise. That doubt begins at this gap is a heuristic. That a simplex beyond doubt does
    /// hold the origin is proved where it is decided.
    pub const DOUBTING: Safeguards = Safeguards { name: "doubting", doubts: true, ..Safeguards::GUARDED };
    /// No safeguards but the iteration limit, as the loops are published; they test the first v before there is a simplex.
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

    /// These safeguards, and bodies are called apart only if the last v separates them; otherwise they are reported to meet.
    ///
    /// A loop that ends at a nearest point, because it has converged or because it makes no progress, has just computed the
    /// support point w of M along −v. If v·w > 0, the plane through w across v separates the bodies: this proves the verdict,
    /// up to the rounding of v·w. If not, v is not a separating axis, and *apart* would be a guess. The rule costs one scalar
    /// product at the end of a run. It changes no other end: a pair that the subalgorithm calls intersecting stays so, and a
    /// run without an answer stays without one.
    ///
    /// # Where it fails
    /// A v whose direction is noise separates nothing. Bodies that are apart are then reported to meet, with a simplex that
    /// does not hold the origin: the rule needs a v with a good direction ([`NearestRule::FromNormal`]).
    ///
    /// # Reference
    /// MuJoCo, `src/engine/engine_collision_gjk.c` of 22 August 2026 (Apache-2.0), which computes the support point once more
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
