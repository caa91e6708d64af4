//! One run, step by step, in plain numbers: what a picture of it needs.

/// A point of the plane (its third coordinate zero) or of space.
pub type Site = [f64; 3];

/// One iteration of a run. Numbers of other arithmetics are given as the nearest doubles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunStep {
    /// The direction in which the support mapping of M = A − B was asked.
    pub direction: Site,
    /// The point of M that it gave.
    pub support: Site,
    /// The simplex of points of M that the subalgorithm or DoSimplex then saw, the newest last; empty where it saw none.
    pub simplex: Vec<Site>,
    /// The vertices of that simplex, as indices of points of A and B.
    pub indices: Vec<(usize, usize)>,
    /// The simplex's point nearest to the origin as the subalgorithm has it; none for DoSimplex, which computes none.
    pub nearest: Option<Site>,
}

/// One run of a variant on two convex bodies: those of a case, or a part of each.
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
    /// Points whose hull is what the run saw of A, or nearly: its core, or the whole body.
    pub a: Vec<Site>,
    /// The same of B.
    pub b: Vec<Site>,
    /// Points of every convex part of A and of B, as the parts are; empty where A and B are what the run saw.
    pub parts: [Vec<Vec<Site>>; 2],
    /// The numbers of the parts that the run is of.
    pub pair: [usize; 2],
    /// The sum of the radii that are applied to what the run saw; zero where it saw the bodies.
    pub radii: f64,
    /// The iterations.
    pub steps: Vec<RunStep>,
    /// The first and the last of the steps, counted from 0, that come again and again, where the run went in circles.
    pub circle: Option<(usize, usize)>,
    /// How the run ended, as records spell it.
    pub stop: String,
    /// `apart` or `intersecting`; none without an answer.
    pub verdict: Option<String>,
    /// How the answer is ruled, as records spell it.
    pub ruling: String,
    /// How the bodies truly lie: `separated`, `touching` or `overlapping`.
    pub truth_class: String,
    /// Their true distance.
    pub truth_distance: f64,
    /// The true distance of what the run saw: of cores, or of two parts of the bodies.
    pub seen_distance: f64,
    /// A point of A and one of B, of what the run saw, that are nearest; none where these overlap, or are known in a bracket only.
    pub nearest: Option<[Site; 2]>,
    /// The command that makes the run again.
    pub command: String,
}
