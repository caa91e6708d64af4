//! One run, step by step, in plain numbers, for a picture of it.

/// A point of the plane (its third coordinate zero) or of space.
pub type Site = [f64; 3];

/// One iteration of a run; numbers of other arithmetics are rounded to doubles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunStep {
    /// The direction in which the support mapping of M = A − B was evaluated.
    pub direction: Site,
    /// The resulting support point of M.
    pub support: Site,
    /// The simplex of points of M that was passed to the subalgorithm or DoSimplex, the newest last; empty if none was.
    pub simplex: Vec<Site>,
    /// The vertices of that simplex, as indices of points of A and B.
    pub indices: Vec<(usize, usize)>,
    /// The subalgorithm's point of the simplex nearest to the origin; `None` for DoSimplex, which computes none.
    pub nearest: Option<Site>,
    /// The facets of the polytope that the support point was added to, by their corners, wound outwards, the facet nearest to the
    /// origin first; empty for a step without a polytope. In the plane they are edges.
    pub facets: Vec<Vec<Site>>,
    /// In a cast the point t d of the ray about which the step was made: simplex and nearest point are relative to it. The origin for
    /// bodies at rest.
    pub place: Site,
}

/// The motion of a cast, and the times of contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunCast {
    /// The vector along which A moves.
    pub motion: Site,
    /// Whether the bodies touch at a time from 0 to 1.
    pub hits: bool,
    /// The time of the first contact; of bodies that never touch the time at which they are nearest.
    pub time: f64,
    /// The time of the answer; `None` without one, or if it is no number.
    pub answer: Option<f64>,
}

/// The distance or the depth of two bodies as vectors: the true one, or the one of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contact {
    /// A point of A and a point of B: nearest points of bodies that are apart; for bodies that meet, points of the boundaries
    /// that the translation brings together.
    pub points: Option<[Site; 2]>,
    /// A point of M = A − B: v of bodies that are apart, or the v for which moving A by −v takes bodies that meet apart.
    pub v: Option<Site>,
    /// The direction from A to B, of length one.
    pub direction: Option<Site>,
    /// The distance of bodies that are apart, or the depth of bodies that meet.
    pub length: Option<f64>,
}

/// One run or one answer of a variant about two convex bodies: those of a case, or a part of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Name of the variant.
    pub variant: String,
    /// Name of the case.
    pub case: String,
    /// `f32`, `f64` or `exact`.
    pub scalar: String,
    /// 2 or 3.
    pub dimension: u8,
    /// Points whose hull is the form of A that the run used, or nearly: its core, or the whole body.
    pub a: Vec<Site>,
    /// Points whose hull is the form of B that the run used, or nearly.
    pub b: Vec<Site>,
    /// Points of every convex part of A and of B; empty if the run used the whole bodies.
    pub parts: [Vec<Vec<Site>>; 2],
    /// The numbers of the parts that the run used.
    pub pair: [usize; 2],
    /// The sum of the radii that are added to the cores that the run used; zero if it used the bodies themselves.
    pub radii: f64,
    /// The iterations; empty for an answer without a trace, such as that of a library.
    pub steps: Vec<RunStep>,
    /// The first and the last step of a repeated sequence, counted from 0, if the run went in circles.
    pub circle: Option<(usize, usize)>,
    /// The end of the run, as records spell it.
    pub stop: String,
    /// `apart` or `intersecting`, of a cast `hit` or `never`; `None` without an answer.
    pub verdict: Option<String>,
    /// The ruling on the answer, as records spell it.
    pub ruling: String,
    /// The true position of the bodies: `separated`, `touching` or `overlapping`; of a cast also `hit` or `never` in place of the first.
    pub truth_class: String,
    /// Their true distance.
    pub truth_distance: f64,
    /// The true distance of the cores or parts that the run used.
    pub seen_distance: f64,
    /// The true distance or depth of the bodies, radii included.
    pub truth: Contact,
    /// The numbers of the part of A and the part of B that it is about; `None` if neither body is a union.
    pub truth_pair: Option<[usize; 2]>,
    /// The distance or depth of the answer, radii included.
    pub answer: Contact,
    /// The motion of A, if the question is a cast. Truth and answer are then about the bodies at the times of the cast.
    pub cast: Option<RunCast>,
    /// Whether B is a half-space, whose points are the corners of a box.
    pub has_halfspace: bool,
    /// The command that reproduces the run.
    pub command: String,
}
