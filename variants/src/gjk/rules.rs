//! The rules of a distance loop, one choice each: when to stop, which safeguards hold, how v is formed, where to look next.

mod nearest;
mod stop;

use std::fmt::Debug;

use gjk_numbers::{Ring, Scalar, Space};

pub use nearest::{ErasedNearest, FromNormal, FromSimplex, FromWitnesses, NearestPoint, Refined};
pub(super) use nearest::{is_as_good, nearest_across};
pub use stop::{Absolute, EPSILON_SQUARED, ErasedStop, ROUNDING, Reference, Relative, StopRule, Tolerance, rounding};

/// The rules of a loop, one of each kind.
///
/// Rules whose types say all, such as [`Relative`], are known when the loop is compiled, which makes it as fast as one written for
/// them. Those that are chosen when the program runs, such as [`ErasedStop`], do with one compiled loop for all choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule<T, G, N, D> {
    /// When to stop.
    pub stop: T,
    /// What ends a run that gets nowhere.
    pub safeguards: G,
    /// How v is formed.
    pub nearest: N,
    /// In which direction the next support point is taken.
    pub direction: D,
}

/// Rules that are chosen when the program runs.
pub type ErasedRules = Rule<ErasedStop, Safeguards, ErasedNearest, ErasedDirection>;

impl<T: StopRule, G: SafeguardRule, N: NearestPoint, D: DirectionRule> Rule<T, G, N, D> {
    /// The same rules, known when the program runs.
    pub fn erased(self) -> ErasedRules {
        Rule {
            stop: self.stop.erased(),
            safeguards: self.safeguards.safeguards(),
            nearest: self.nearest.erased(),
            direction: self.direction.erased(),
        }
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
    const GUARDED: Safeguards = Safeguards {
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
    const VERIFYING: Safeguards =
        Safeguards { name: "verifying", separates: true, verifies: true, scales: true, ..Safeguards::GUARDED };
    const DOUBTING: Safeguards = Safeguards { name: "doubting", doubts: true, ..Safeguards::GUARDED };
    const BARE: Safeguards = Safeguards {
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
}

/// A choice of safeguards.
pub trait SafeguardRule: Copy + Debug + Send + Sync + 'static {
    /// The safeguards.
    fn safeguards(&self) -> Safeguards;
}

impl SafeguardRule for Safeguards {
    #[inline(always)]
    fn safeguards(&self) -> Safeguards {
        *self
    }
}

/// [`Guarded`], and a verdict is verified before it is given: *apart* is said with a plane that separates, *intersecting* only where no
/// face of the last simplex separates, or where the simplex holds the origin.
///
/// # Apart
/// A loop that ends at a nearest point v has just looked for the support point w of M along −v. If v·w > 0, the plane through w across v
/// separates the bodies. If not, and v is longer than rounding may leave of contact, the last step asks the faces (`last_step.rs`).
///
/// # Intersecting
/// A full simplex whose newest vertex w has v·w beyond its rounding error is flat: M lies behind a plane, and what the subalgorithm says of it
/// is noise. The run ends as *stalled*, with v, which separates. That check costs one product in a run that ends with a full simplex,
/// and nothing in another one. A full simplex whose products leave the number range is asked about again, scaled (`range.rs`).
///
/// # Where it fails
/// Where the last step fails. Support points of bodies far from the origin have errors of their own, which no bound here knows of.
///
/// # Reference
/// Rule 2 of MuJoCo (`docs/mujoco.md`) for the last v. The rest is of this project.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verifying;

impl SafeguardRule for Verifying {
    #[inline(always)]
    fn safeguards(&self) -> Safeguards {
        Safeguards::VERIFYING
    }
}

/// [`Guarded`], and a step that was taken for a gap within the gap's own noise is doubted.
///
/// The gap v·(v − w) is computed from a v with an error of about u E in each coordinate, so it is only good to about K u E |v − w|∞.
/// Below that a support point may be taken that lies in the plane of the nearest face, and what a subalgorithm says of such a flat
/// simplex is noise. That doubt begins there is a heuristic; that what is beyond doubt is true is proved where it is decided.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubting;

impl SafeguardRule for Doubting {
    #[inline(always)]
    fn safeguards(&self) -> Safeguards {
        Safeguards::DOUBTING
    }
}

/// A support point that is in the simplex already ends the run as *repeated*, no progress as *stalled*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guarded;

impl SafeguardRule for Guarded {
    #[inline(always)]
    fn safeguards(&self) -> Safeguards {
        Safeguards::GUARDED
    }
}

/// These safeguards, and bodies are called apart only if the last v separates them; else they are said to meet.
///
/// A loop that ends at a nearest point, because it has converged or because it makes no progress, has just looked for the support
/// point w of M along −v. If v·w > 0, the plane through w across v separates the bodies: that is a proof of the verdict, up to the
/// rounding of v·w. If not, v is no separating axis, and *apart* would be a guess. So the rule costs one scalar product at the end of
/// a run. It changes no other end: what is called intersecting by the subalgorithm stays so, and a run without an answer has none.
///
/// # Where it fails
/// A v whose direction is noise separates nothing. Bodies that are apart are then said to meet, with a simplex that does not hold
/// the origin: the rule needs a v with a good direction ([`FromNormal`]).
///
/// # Reference
/// MuJoCo, `src/engine/engine_collision_gjk.c` of 22 August 2026 (Apache-2.0), which asks for the support point once more
/// (`docs/mujoco.md`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Separating<G>(pub G);

impl<G: SafeguardRule> SafeguardRule for Separating<G> {
    #[inline(always)]
    fn safeguards(&self) -> Safeguards {
        let of = self.0.safeguards();
        let name = match (of.looks, of.doubts) {
            _ if of.separates => of.name,
            (_, true) => "doubting+separating",
            (true, false) => "guarded+separating",
            (false, false) => "bare+separating",
        };
        Safeguards { name, separates: true, ..of }
    }
}

/// None but the iteration limit, as the loops are published; they test the first v before there is a simplex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl SafeguardRule for Bare {
    #[inline(always)]
    fn safeguards(&self) -> Safeguards {
        Safeguards::BARE
    }
}

/// In which direction the next support point is taken, as a choice; its memory during a run is [`DirectionRule::State`].
pub trait DirectionRule: Copy + Debug + Send + Sync + 'static {
    /// What the rule remembers.
    type State<S: Space<Scalar: Scalar>>: Direction<S>;
    /// Before the first iteration of a run that starts from this v.
    fn starting_from<S: Space<Scalar: Scalar>>(&self, v: S::Vector) -> Self::State<S>;
    /// The same rule, known when the program runs.
    fn erased(self) -> ErasedDirection;
}

/// The direction of the next support point, as it goes on during a run.
pub trait Direction<S: Space> {
    /// The next direction; `begun` is whether there is a simplex.
    fn toward(&mut self, v: &S::Vector, begun: bool) -> S::Vector;
    /// A support point joins the simplex.
    fn accept(&mut self, w: &S::Vector);
    /// Whether the last direction was a guess, so that a lack of progress along it ends nothing: from now on there are none.
    fn falls_back(&mut self) -> bool;
}

/// Along −v.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl DirectionRule for Plain {
    type State<S: Space<Scalar: Scalar>> = Plain;

    #[inline(always)]
    fn starting_from<S: Space<Scalar: Scalar>>(&self, _: S::Vector) -> Plain {
        Plain
    }
    fn erased(self) -> ErasedDirection {
        ErasedDirection::Plain
    }
}

impl<S: Space> Direction<S> for Plain {
    #[inline(always)]
    fn toward(&mut self, v: &S::Vector, _: bool) -> S::Vector {
        S::negated(v)
    }
    #[inline(always)]
    fn accept(&mut self, _: &S::Vector) {}
    #[inline(always)]
    fn falls_back(&mut self) -> bool {
        false
    }
}

/// Nesterov's acceleration: the search direction remembers earlier ones, which cuts across the zigzag of plain GJK.
///
/// # Iteration
/// GJK is the Frank–Wolfe method with full corrections. With δₖ = (k+1)/(k+3), xₖ the nearest point of the simplex and sₖ₋₁ the
/// last support point, the accelerated direction is dₖ = δₖ dₖ₋₁ + (1 − δₖ) yₖ with yₖ = δₖ xₖ + (1 − δₖ) sₖ₋₁, from
/// d₋₁ = s₋₁ = x₀. The support point along −dₖ joins the simplex, as along −xₖ in plain GJK. k counts the iterations from zero, and
/// d₀ = x₀ is the plain direction: the first direction that remembers anything is d₁, with δ₁ = 1/2.
///
/// # Stop
/// A support point along dₖ says nothing about the duality gap of xₖ. So where it repeats or does not improve (its product with
/// x is not below x·x by more than the stop allows, or the nearest point does not come nearer) it is no convergence: it is
/// discarded, and the plain direction takes over for good. Stop tests and evidence come from plain directions only.
///
/// # Read against the source
/// Deviates from the source in: the plain direction also takes over where a support point repeats or |x| does not fall, and not
/// only where the duality gap says so; the gap is held against the stop of the common loop; the subalgorithm is signed volumes; the
/// run starts from the centres.
///
/// # Reference
/// L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier: Collision Detection Accelerated: An Optimization Perspective.
/// Robotics: Science and Systems 2022, algorithm 3.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accelerated;

/// Nesterov's acceleration as its authors' implementation has it for meshes: both parts of the direction are of length one.
///
/// # Iteration
/// As [`Accelerated`], but dₖ = δₖ dₖ₋₁/|dₖ₋₁| + (1 − δₖ) yₖ/|yₖ| with δₖ = (k+2)/(k+3). In the implementation this is the rule for
/// pairs of bodies that are convex and not strictly convex, which is what hulls of points are.
///
/// # Lengths
/// A length is the root of a double near the squared length, rounded to the scalar: in `f32` and `f64` the correctly rounded root
/// of the squared length. In exact arithmetic there are no roots; a length that is only nearly one leaves the direction as good a
/// guess. A vector whose squared length is zero or beyond the range counts as zero.
///
/// # Read against the source
/// Deviates from the source in: what [`Accelerated`] does; a division by a length is a product with its reciprocal; a vector without
/// a length counts as zero, where the source asserts that there is none (it ends earlier, at |x| below its tolerance). Directions,
/// δₖ and the count of k are the source's.
///
/// # Reference
/// The library coal (BSD licence), commit cf759661577134b527455e5a09c050fd8684d1df, `src/narrowphase/gjk.cpp`: `GJK::evaluate`,
/// the case `NesterovAcceleration` with `normalize_support_direction`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Normalised;

/// dₖ₋₁, sₖ₋₁ and k.
#[derive(Clone, Debug)]
pub struct Momentum<S: Space, const NORMALISED: bool> {
    d: S::Vector,
    s: S::Vector,
    k: usize,
    is_lost: bool,
    was_used: bool,
}

impl DirectionRule for Accelerated {
    type State<S: Space<Scalar: Scalar>> = Momentum<S, false>;

    #[inline(always)]
    fn starting_from<S: Space<Scalar: Scalar>>(&self, v: S::Vector) -> Momentum<S, false> {
        Momentum::starting_from(v)
    }
    fn erased(self) -> ErasedDirection {
        ErasedDirection::Accelerated
    }
}

impl DirectionRule for Normalised {
    type State<S: Space<Scalar: Scalar>> = Momentum<S, true>;

    #[inline(always)]
    fn starting_from<S: Space<Scalar: Scalar>>(&self, v: S::Vector) -> Momentum<S, true> {
        Momentum::starting_from(v)
    }
    fn erased(self) -> ErasedDirection {
        ErasedDirection::Normalised
    }
}

impl<S: Space, const NORMALISED: bool> Momentum<S, NORMALISED> {
    /// d₋₁ = s₋₁ = x₀.
    #[inline(always)]
    pub(super) fn starting_from(v: S::Vector) -> Self {
        Momentum { d: v.clone(), s: v, k: 0, is_lost: false, was_used: false }
    }
}

/// The vector of length one; zero where the squared length is zero or not finite.
#[inline(always)]
fn of_length_one<S: Space<Scalar: Scalar>>(v: &S::Vector) -> S::Vector {
    let length = S::dot(v, v).to_f64().sqrt();
    // Written so that a NaN fails.
    if length > 0.0 && length.is_finite() {
        S::scaled(v, &S::Scalar::one().over(&S::Scalar::from_f64(length)))
    } else {
        S::zero()
    }
}

impl<S: Space<Scalar: Scalar>, const NORMALISED: bool> Direction<S> for Momentum<S, NORMALISED> {
    #[inline(always)]
    fn toward(&mut self, x: &S::Vector, begun: bool) -> S::Vector {
        let k = self.k;
        self.k += 1;
        self.was_used = begun && k > 0 && !self.is_lost;
        if !self.was_used {
            return S::negated(x);
        }
        let number = |n: usize| S::Scalar::from_f64(n as f64);
        let delta = number(if NORMALISED { k + 2 } else { k + 1 }).over(&number(k + 3));
        let rest = S::Scalar::one().minus(&delta);
        let mut y = S::plus(&S::scaled(x, &delta), &S::scaled(&self.s, &rest));
        if NORMALISED {
            (self.d, y) = (of_length_one::<S>(&self.d), of_length_one::<S>(&y));
        }
        self.d = S::plus(&S::scaled(&self.d, &delta), &S::scaled(&y, &rest));
        S::negated(&self.d)
    }

    #[inline(always)]
    fn accept(&mut self, w: &S::Vector) {
        self.s = w.clone();
    }

    #[inline(always)]
    fn falls_back(&mut self) -> bool {
        self.is_lost |= self.was_used;
        self.was_used
    }
}

/// A direction that is chosen when the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErasedDirection {
    /// [`Plain`].
    Plain,
    /// [`Accelerated`].
    Accelerated,
    /// [`Normalised`].
    Normalised,
}

/// What it remembers.
#[derive(Clone, Debug)]
pub enum ErasedMomentum<S: Space> {
    /// Of [`Plain`]: nothing.
    Plain,
    /// Of [`Accelerated`].
    Accelerated(Momentum<S, false>),
    /// Of [`Normalised`].
    Normalised(Momentum<S, true>),
}

impl DirectionRule for ErasedDirection {
    type State<S: Space<Scalar: Scalar>> = ErasedMomentum<S>;

    fn starting_from<S: Space<Scalar: Scalar>>(&self, v: S::Vector) -> ErasedMomentum<S> {
        match self {
            ErasedDirection::Plain => ErasedMomentum::Plain,
            ErasedDirection::Accelerated => ErasedMomentum::Accelerated(Momentum::starting_from(v)),
            ErasedDirection::Normalised => ErasedMomentum::Normalised(Momentum::starting_from(v)),
        }
    }
    fn erased(self) -> ErasedDirection {
        self
    }
}

impl<S: Space<Scalar: Scalar>> Direction<S> for ErasedMomentum<S> {
    fn toward(&mut self, v: &S::Vector, begun: bool) -> S::Vector {
        match self {
            ErasedMomentum::Plain => S::negated(v),
            ErasedMomentum::Accelerated(momentum) => momentum.toward(v, begun),
            ErasedMomentum::Normalised(momentum) => momentum.toward(v, begun),
        }
    }
    fn accept(&mut self, w: &S::Vector) {
        match self {
            ErasedMomentum::Plain => {}
            ErasedMomentum::Accelerated(momentum) => momentum.accept(w),
            ErasedMomentum::Normalised(momentum) => momentum.accept(w),
        }
    }
    fn falls_back(&mut self) -> bool {
        match self {
            ErasedMomentum::Plain => false,
            ErasedMomentum::Accelerated(momentum) => momentum.falls_back(),
            ErasedMomentum::Normalised(momentum) => momentum.falls_back(),
        }
    }
}
