//! Answers, their evidence, and the ends of a run.

use crate::simplex::{CAPACITY, Pairs};
use crate::start::Start;
use gjk_numbers::{Ring, Space};

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The variant's own stop rule was met.
    Converged,
    /// A support point repeated. The current answer is kept.
    Repeated,
    /// A step made no progress. The current answer is kept.
    Stalled,
    /// The subalgorithm found no feasible face: no answer.
    NoRegion,
    /// Simplex and direction repeated: no answer.
    Cycled,
    /// The iteration limit was reached: no answer.
    Exhausted,
    /// There was no polytope to start from: no answer about the depth.
    NoPolytope,
    /// A value was not a number: no answer.
    NotANumber,
    /// A value overflowed: no answer.
    Range,
    /// An external program or library panicked or died: no answer.
    Crashed,
    /// An external program exceeded its time: no answer.
    TimedOut,
    /// An external program or library refused the case: no answer.
    Refused,
    /// An external program answered about bodies other than those of the question: no answer to the case.
    OtherBodies,
    /// The variant does not accept bodies of this kind, and computed nothing: it is not applicable.
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

    /// The end of a run at a value that is not finite.
    pub fn of_not_finite<T: Ring>(value: &T) -> Stop {
        if value.is_nan() { Stop::NotANumber } else { Stop::Range }
    }

    /// Whether a run with this end has an answer.
    pub fn has_answer(self) -> bool {
        matches!(self, Stop::Converged | Stop::Repeated | Stop::Stalled)
    }
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome<A> {
    /// The end of the run.
    pub stop: Stop,
    /// Iterations: the number of pairs of support points, one point of each body.
    pub iterations: usize,
    /// The answer, if the end has one.
    pub answer: Option<A>,
}

impl<A> Outcome<A> {
    /// The outcome of a run that has an answer.
    pub fn answered(stop: Stop, iterations: usize, answer: A) -> Self {
        debug_assert!(stop.has_answer());
        Outcome { stop, iterations, answer: Some(answer) }
    }

    /// The outcome of a run without an answer.
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
    /// The simplex that v lies in, by the names of its vertices. They also name the simplices of A and of B that contain the
    /// witness points.
    pub simplex: Pairs,
    /// The weights of the vertices by position: v = Σ λᵢ wᵢ, and likewise for the witness points.
    pub weights: [S::Scalar; CAPACITY],
    /// The distance within one unit in the last place, from a variant that proves it by the exact normal of the simplex; its
    /// square may be beyond the range. `None` if the distance is the root of |v|².
    pub proved: Option<S::Scalar>,
}

/// The translation that separates bodies that meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Penetration<S: Space> {
    /// v, a point of the boundary of M: A moved by −v touches B. It points from A into B, opposite to the v of the
    /// [`Separation`] that a longer move along −v would leave. It is zero if the bodies touch.
    pub translation: S::Vector,
    /// The outward normal of M at v, of any length. It has the direction of v if v is not zero.
    pub normal: S::Vector,
    /// The witness point on A: on_a − on_b = v.
    pub on_a: S::Vector,
    /// The witness point on B.
    pub on_b: S::Vector,
    /// The face of M that v lies in, by the names of its vertices.
    pub simplex: Pairs,
    /// The weights of these vertices by position: v = Σ λᵢ wᵢ, and likewise for the witness points.
    pub weights: [S::Scalar; CAPACITY],
    /// The depth within one unit in the last place, from a variant that proves it. `None` if the depth is |v|.
    pub proved: Option<S::Scalar>,
}

/// The first contact of a moving body A with B.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact<S: Space> {
    /// t, from 0 to 1: A, moved by t r, touches B.
    pub time: S::Scalar,
    /// The normal of a plane that A has to pass to come into B, from A into B and of any length: its product with r is positive.
    /// Zero if the bodies meet at the start, where no plane had to be passed.
    pub normal: S::Vector,
    /// The witness point on A at time t.
    pub on_a: S::Vector,
    /// The witness point on B.
    pub on_b: S::Vector,
    /// The simplex of M that holds t d, for d = −r, by the names of its vertices.
    pub simplex: Pairs,
    /// The weights of these vertices by position: t d = Σ λᵢ wᵢ, and likewise for the witness points at time 0.
    pub weights: [S::Scalar; CAPACITY],
}

/// The answer of a variant that casts a moving body A against B.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum FirstContact<S: Space> {
    /// The bodies share no point from time 0 to time 1.
    Never {
        /// An axis, of any length, that separates B from the space that A sweeps: it has a positive product with every point of
        /// M − s d, for s from 0 to 1.
        axis: S::Vector,
    },
    /// The bodies touch.
    At(Contact<S>),
}

/// The answer of a boolean variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<S: Space> {
    /// The bodies share no point: the axis has a positive product with every point of M.
    Disjoint {
        /// The separating axis, of any length.
        axis: S::Vector,
        /// A face of M of at most three points whose exact normal separates the bodies, from a variant that proves its verdict
        /// by that normal. The axis is then the rounded normal, which need not separate them. `None` if the axis itself is the
        /// evidence.
        face: Option<Pairs>,
    },
    /// The bodies meet: the simplex holds the origin.
    Intersecting {
        /// The simplex, by the names of its vertices.
        simplex: Pairs,
    },
}

/// The answer of a distance variant.
#[derive(Clone, Debug, PartialEq)]
// The larger variant of the enum is the common one, and each query makes one answer, which is not stored in bulk.
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

/// The answer of a variant that computes the penetration depth.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Signed<S: Space> {
    /// The bodies are apart.
    Apart(Separation<S>),
    /// The bodies meet.
    Overlapping(Penetration<S>),
}

/// The answer of a variant that finds some translation, not necessarily the least, that separates bodies that meet.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Resolved<S: Space> {
    /// The bodies are apart.
    Apart {
        /// The separating axis, of any length.
        axis: S::Vector,
    },
    /// The bodies meet. The translation is on the boundary of M's reach along the normal, and need not be a point of M. The
    /// witness points are those of the simplex's point nearest to the translation.
    Overlapping(Penetration<S>),
}

impl<S: Space> Nearest<S> {
    /// The start of the next query about the same pair, after the bodies have moved a little: the vertices of this simplex. The
    /// alternative is [`Start::Direction`] with −v of a separation.
    pub fn start(&self) -> Start<S> {
        match self {
            Nearest::Apart(Separation { simplex, .. }) | Nearest::Intersecting { simplex } => Start::Vertices(*simplex),
        }
    }
}

impl<S: Space> Verdict<S> {
    /// The start of the next query about the same pair, after the bodies have moved a little. For bodies that are apart it is
    /// the direction against the separating axis: the support point there shows at once whether the axis still separates. For
    /// bodies that meet it is the vertices of this simplex.
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
    /// Evidence of [`Verdict::Disjoint`].
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
    /// The translation that separates bodies, or cores, that meet.
    Overlapping(Penetration<S>),
    /// The first contact of a body that moves.
    Contact(Contact<S>),
}

impl<S: Space> Evidence<S> {
    /// The nearest points, if the bodies are apart and their distance is known.
    pub fn separation(&self) -> Option<&Separation<S>> {
        if let Evidence::Apart(separation) = self { Some(separation) } else { None }
    }

    /// The translation, if the bodies meet and the variant separates them.
    pub fn penetration(&self) -> Option<&Penetration<S>> {
        if let Evidence::Overlapping(penetration) = self { Some(penetration) } else { None }
    }

    /// A separating axis, of any length, if the bodies are apart: it has a positive product with every point of M.
    pub fn axis(&self) -> Option<&S::Vector> {
        match self {
            Evidence::Disjoint { axis, .. } => Some(axis),
            _ => self.separation().map(|separation| &separation.nearest),
        }
    }

    /// The simplex of M that proves the answer, if there is one.
    pub fn simplex(&self) -> Option<&Pairs> {
        match self {
            Evidence::Disjoint { .. } => None,
            Evidence::Intersecting { simplex } => Some(simplex),
            Evidence::Contact(contact) => Some(&contact.simplex),
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

impl<S: Space> Answer<S> for FirstContact<S> {
    fn evidence(self) -> Evidence<S> {
        match self {
            FirstContact::Never { axis } => Evidence::Disjoint { axis, face: None },
            FirstContact::At(contact) => Evidence::Contact(contact),
        }
    }
}
