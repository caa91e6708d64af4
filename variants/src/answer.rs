//! Answers, the evidence that they carry, and the ends of a run.

use crate::simplex::{CAPACITY, Pairs};
use crate::start::Start;
use gjk_numbers::{Ring, Space};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// By its own rule.
    Converged,
    /// A support point came again. The current answer is kept.
    Repeated,
    /// Nothing improved. The current answer is kept.
    Stalled,
    /// The subalgorithm found no feasible face: no answer.
    NoRegion,
    /// Simplex and direction came again: no answer.
    Cycled,
    /// The iteration limit: no answer.
    Exhausted,
    /// No polytope to begin with: no answer about the depth.
    NoPolytope,
    /// Something was not a number: no answer.
    NotANumber,
    /// Something overflowed: no answer.
    Range,
    /// A program or library from outside panicked or died: no answer.
    Crashed,
    /// A program from outside took too long: no answer.
    TimedOut,
    /// A program or library from outside refused the case: no answer.
    Refused,
    /// A program from outside answered about other bodies than those that it was asked about: no answer to the case.
    OtherBodies,
    /// The variant takes no bodies of this kind, and looked at nothing: it is not applicable.
    Unsupported,
}

impl Stop {
    /// Every end.
    pub const ALL: [Stop; 14] = [
        Stop::Converged,
        Stop::Repeated,
        Stop::Stalled,
        Stop::NoRegion,
        Stop::Cycled,
        Stop::Exhausted,
        Stop::NoPolytope,
        Stop::NotANumber,
        Stop::Range,
        Stop::Crashed,
        Stop::TimedOut,
        Stop::Refused,
        Stop::OtherBodies,
        Stop::Unsupported,
    ];

    /// The end as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Converged => "converged",
            Stop::Repeated => "repeated",
            Stop::Stalled => "stalled",
            Stop::NoRegion => "no-region",
            Stop::Cycled => "cycled",
            Stop::Exhausted => "exhausted",
            Stop::NoPolytope => "no-polytope",
            Stop::NotANumber => "not-a-number",
            Stop::Range => "range",
            Stop::Crashed => "crashed",
            Stop::TimedOut => "timed-out",
            Stop::Refused => "refused",
            Stop::OtherBodies => "other-bodies",
            Stop::Unsupported => "unsupported",
        }
    }

    /// The end of a run at a number that is not finite.
    pub fn of_not_finite<T: Ring>(value: &T) -> Stop {
        if value.is_nan() { Stop::NotANumber } else { Stop::Range }
    }

    /// Whether a run that ends so has an answer.
    pub fn has_answer(self) -> bool {
        matches!(self, Stop::Converged | Stop::Repeated | Stop::Stalled)
    }
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome<A> {
    /// How it ended.
    pub stop: Stop,
    /// Iterations; one is a pair of support points, one of each body.
    pub iterations: usize,
    /// The answer, for the ends that have one.
    pub answer: Option<A>,
}

impl<A> Outcome<A> {
    /// The outcome of a run that has an answer.
    pub fn answered(stop: Stop, iterations: usize, answer: A) -> Self {
        debug_assert!(stop.has_answer());
        Outcome { stop, iterations, answer: Some(answer) }
    }

    /// The outcome of a run without one.
    pub fn abandoned(stop: Stop, iterations: usize) -> Self {
        debug_assert!(!stop.has_answer());
        Outcome { stop, iterations, answer: None }
    }
}

/// The pair of nearest points of two bodies that are apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Separation<S: Space> {
    /// |v|².
    pub distance_squared: S::Scalar,
    /// v, the point of M nearest to the origin. It points from B to A, and is the separating axis of the answer.
    pub nearest: S::Vector,
    /// The witness point on A.
    pub on_a: S::Vector,
    /// The witness point on B.
    pub on_b: S::Vector,
    /// The simplex that v lies in, by the names of its vertices; and so the simplices of A and of B that the witness points lie in.
    pub simplex: Pairs,
    /// The weights of the simplex' vertices by position: v = Σ λᵢ wᵢ, and likewise for the witness points.
    pub weights: [S::Scalar; CAPACITY],
    /// The distance within one unit in the last place, from a variant that proves it by the exact normal of the simplex: its square
    /// may be beyond the range. None where the distance is the root of |v|².
    pub proved: Option<S::Scalar>,
}

/// How far bodies that meet have to be moved to be taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Penetration<S: Space> {
    /// v, a point of the boundary of M: A moved by −v touches B. It points from A into B, as v of a [`Separation`] would
    /// if the bodies were apart along it; and it is zero where they touch.
    pub translation: S::Vector,
    /// The outward normal of M there, of any length: that of v, where v is not zero.
    pub normal: S::Vector,
    /// The witness point on A: on_a − on_b = v.
    pub on_a: S::Vector,
    /// The witness point on B.
    pub on_b: S::Vector,
    /// The face of M that v lies in, by the names of its vertices.
    pub simplex: Pairs,
    /// Their weights by position: v = Σ λᵢ wᵢ, and likewise for the witness points.
    pub weights: [S::Scalar; CAPACITY],
    /// The depth within one unit in the last place, from a variant that proves it. None where the depth is |v|.
    pub proved: Option<S::Scalar>,
}

/// What a boolean variant answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<S: Space> {
    /// The bodies share no point: the axis has a positive product with every point of M.
    Disjoint {
        /// The separating axis, of any length.
        axis: S::Vector,
        /// A face of M of at most three points whose exact normal separates the bodies, from a variant that proves it by that: the
        /// axis is the rounded normal, which need not separate them. None where the axis itself is the evidence.
        face: Option<Pairs>,
    },
    /// The bodies meet: the simplex holds the origin.
    Intersecting {
        /// The simplex, by the names of its vertices.
        simplex: Pairs,
    },
}

/// What a distance variant answers.
#[derive(Clone, Debug, PartialEq)]
// The larger variant is the common one, and an answer is made once a query and not stored in bulk.
#[allow(clippy::large_enum_variant)]
pub enum Nearest<S: Space> {
    /// The bodies are apart.
    Apart(Separation<S>),
    /// The bodies meet, at distance zero: the simplex holds the origin, up to rounding.
    Intersecting {
        /// The simplex, by the names of its vertices.
        simplex: Pairs,
    },
}

/// What a variant of the penetration depth answers.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Signed<S: Space> {
    /// The bodies are apart.
    Apart(Separation<S>),
    /// The bodies meet.
    Overlapping(Penetration<S>),
}

/// What a variant answers that finds some translation which takes bodies that meet apart.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Resolved<S: Space> {
    /// The bodies are apart.
    Apart {
        /// The separating axis, of any length.
        axis: S::Vector,
    },
    /// The bodies meet. The translation is on the boundary of M's reach along the normal, and need not be a point of M; the witness points are
    /// those of the point of the simplex that is nearest to it.
    Overlapping(Penetration<S>),
}

impl<S: Space> Nearest<S> {
    /// Where the next query about the same pair may start, after the bodies have moved a little: at the vertices of this simplex.
    /// (The other way to go on is [`Start::Direction`] with −v of a separation.)
    pub fn start(&self) -> Start<S> {
        match self {
            Nearest::Apart(Separation { simplex, .. }) | Nearest::Intersecting { simplex } => Start::Vertices(*simplex),
        }
    }
}

impl<S: Space> Verdict<S> {
    /// Where the next query about the same pair may start, after the bodies have moved a little: along the separating axis, at
    /// whose far end the support point shows at once whether it still separates; or at the vertices of this simplex.
    pub fn start(&self) -> Start<S> {
        match self {
            Verdict::Disjoint { axis, .. } => Start::Direction(S::negated(axis)),
            Verdict::Intersecting { simplex } => Start::Vertices(*simplex),
        }
    }
}

/// The evidence of any answer.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Evidence<S: Space> {
    /// That of [`Verdict::Disjoint`].
    Disjoint {
        /// The separating axis, of any length.
        axis: S::Vector,
        /// The face of M whose exact normal separates the bodies.
        face: Option<Pairs>,
    },
    /// A simplex of M that holds the origin.
    Intersecting {
        /// The simplex, by the names of its vertices.
        simplex: Pairs,
    },
    /// The nearest points of bodies, or of cores ([`crate::rounded`]), that are apart.
    Apart(Separation<S>),
    /// How far bodies, or cores, that meet have to be moved to be taken apart.
    Overlapping(Penetration<S>),
}

impl<S: Space> Evidence<S> {
    /// The nearest points, of bodies that are apart and whose distance is known.
    pub fn separation(&self) -> Option<&Separation<S>> {
        if let Evidence::Apart(separation) = self { Some(separation) } else { None }
    }

    /// The translation, of bodies that meet and are taken apart.
    pub fn penetration(&self) -> Option<&Penetration<S>> {
        if let Evidence::Overlapping(penetration) = self { Some(penetration) } else { None }
    }

    /// The separating axis, of any length, of bodies that are apart: it has a positive product with every point of M.
    pub fn axis(&self) -> Option<&S::Vector> {
        match self {
            Evidence::Disjoint { axis, .. } => Some(axis),
            _ => self.separation().map(|separation| &separation.nearest),
        }
    }

    /// The simplex of M that the answer rests on, if it has one.
    pub fn simplex(&self) -> Option<&Pairs> {
        match self {
            Evidence::Disjoint { .. } => None,
            Evidence::Intersecting { simplex } => Some(simplex),
            _ => {
                let of_separation = self.separation().map(|separation| &separation.simplex);
                of_separation.or(self.penetration().map(|penetration| &penetration.simplex))
            }
        }
    }
}

/// An answer with its evidence.
pub trait Answer<S: Space> {
    /// The evidence.
    fn evidence(self) -> Evidence<S>;
}

impl<S: Space> Answer<S> for Verdict<S> {
    fn evidence(self) -> Evidence<S> {
        match self {
            Verdict::Disjoint { axis, face } => Evidence::Disjoint { axis, face },
            Verdict::Intersecting { simplex } => Evidence::Intersecting { simplex },
        }
    }
}

impl<S: Space> Answer<S> for Nearest<S> {
    fn evidence(self) -> Evidence<S> {
        match self {
            Nearest::Apart(separation) => Evidence::Apart(separation),
            Nearest::Intersecting { simplex } => Evidence::Intersecting { simplex },
        }
    }
}

impl<S: Space> Answer<S> for Signed<S> {
    fn evidence(self) -> Evidence<S> {
        match self {
            Signed::Apart(separation) => Evidence::Apart(separation),
            Signed::Overlapping(penetration) => Evidence::Overlapping(penetration),
        }
    }
}

impl<S: Space> Answer<S> for Resolved<S> {
    fn evidence(self) -> Evidence<S> {
        match self {
            Resolved::Apart { axis } => Evidence::Disjoint { axis, face: None },
            Resolved::Overlapping(penetration) => Evidence::Overlapping(penetration),
        }
    }
}
