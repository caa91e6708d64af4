//! The truth of a case in a scalar, for printing.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_solvers::PosedCase;
use gjk_truth::truth::{First, FirstTime, ImageTruth, PairTruth, Truth};

use super::given::{Depth, depth_of};
use super::length;

/// The truth of a case in a scalar.
pub struct TruthLine {
    /// The file of the case, or its address.
    pub file: String,
    pub id: String,
    pub dimension: u8,
    pub points: [usize; 2],
    pub scalar: Arithmetic,
    /// `None` if a number of the case overflows the scalar.
    pub found: Option<KnownTruth>,
    /// The truth of the exact image of posed bodies, if its class differs from that of the points after rounding.
    pub image: Option<ImageTruth>,
    /// The posed case, for what is not computed yet.
    posed: Option<Box<PosedCase>>,
}

/// The truth of a case whose numbers are numbers of the scalar.
pub struct KnownTruth {
    /// `None` if a bracket leaves the class open.
    pub class: Option<Class>,
    pub distance: f64,
    pub bounds: (f64, f64),
    /// Whether the distance is known exactly, possibly as a root.
    pub is_exact: bool,
    /// The depth of overlapping bodies, if it is known and shown.
    pub depth: Option<Depth>,
    /// A lower bound of the depth of unions that overlap: the depth of their deepest pair of parts.
    pub of_deepest: Option<f64>,
    /// A vector of length one from A to B: the normal of the least depth if the bodies meet, else the direction between nearest
    /// points; for unions that overlap, the normal of the deepest pair of parts.
    pub direction: Option<Point>,
    /// A point of A and a point of B, as near to each other as any two.
    pub nearest: Option<[Point; 2]>,
    /// The first contact, if A moves; all fields above are of the bodies as they start.
    pub cast: Option<KnownCast>,
    /// The lengths of D and of u·D.
    pub size: f64,
    pub unit: f64,
}

/// The first contact of a body that moves.
pub struct KnownCast {
    /// The time, or the ends of its bracket; `None` if there is no contact.
    pub time: Option<[f64; 2]>,
    /// The time as a fraction, if it is one.
    pub exact: Option<String>,
    /// Whether a bracket leaves open whether there is a contact.
    pub is_undecided: bool,
    /// The distance of B from the space that A sweeps.
    pub path_distance: f64,
    /// The normal of the contact, from A to B and of length one; `None` where it is not known, and for a contact at the start.
    pub normal: Option<Point>,
}

impl KnownCast {
    fn of(PosedCase { case, truth, .. }: &PosedCase) -> Option<KnownCast> {
        let cast = truth.cast()?;
        let first = cast.first(case);
        let at = if let First::At(at) = first { Some(at) } else { None };
        Some(KnownCast {
            time: at.map(|FirstTime { low, high, .. }| [low, high].map(RBig::to_f64_fast)),
            exact: at.filter(|at| at.is_exact()).map(|at| at.low.to_string()),
            is_undecided: *first == First::Undecided,
            path_distance: cast.swept.distance_f64(),
            normal: at.and_then(FirstTime::normal),
        })
    }
}

/// The part of a truth that is printed or written of every case; the rest is computed for the rows that are printed, since it may
/// take longer than all rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The class and the distance.
    Class,
    /// The depth in addition, which the order of the rows depends on.
    Depth,
    /// The direction and the nearest points in addition.
    All,
}

impl TruthLine {
    /// The truth of a case as it is posed in the scalar; `posed` is `None` if a number overflows it.
    pub fn of(
        (file, id): (&str, &str),
        case: &Case,
        scalar: Arithmetic,
        posed: Option<PosedCase>,
        image: Option<ImageTruth>,
        shown: Shown,
    ) -> TruthLine {
        let found = posed.as_ref().map(|posed| KnownTruth::of(posed, scalar, shown));
        let differs = |image: &ImageTruth| found.as_ref().is_some_and(|found| found.class != Some(image.class));
        TruthLine {
            file: file.to_owned(),
            id: id.to_owned(),
            dimension: case.dimension,
            points: case.in_written_order([case.a.count(), case.b.count()]),
            scalar,
            image: image.filter(differs),
            found,
            posed: posed.filter(|_| shown == Shown::Depth).map(Box::new),
        }
    }

    /// Computes the direction, and the nearest points if they are to be printed, unless they are known. Otherwise the nearest points
    /// are dropped.
    pub fn complete(&mut self, with_points: bool) {
        let Some(found) = &mut self.found else { return };
        if let Some(posed) = self.posed.take() {
            found.direction = direction(&posed);
            found.nearest = if with_points { nearest(&posed) } else { None };
        }
        found.nearest = found.nearest.filter(|_| with_points);
    }
}

impl KnownTruth {
    /// A lower bound of the depth of bodies that overlap, if one is known.
    pub fn least_depth(&self) -> Option<f64> {
        self.depth.map(Depth::low).or(self.of_deepest)
    }

    fn of(posed: &PosedCase, scalar: Arithmetic, shown: Shown) -> KnownTruth {
        let truth: &Truth = posed.truth.at_start();
        let all = (shown == Shown::All).then_some(truth);
        KnownTruth {
            class: truth.decided(),
            distance: truth.distance_f64(),
            bounds: truth.bounds(),
            is_exact: truth.decided().is_some() && truth.relative_width() == 0.0,
            depth: (shown >= Shown::Depth).then_some(truth).and_then(depth_of),
            of_deepest: (shown >= Shown::Depth)
                .then(|| deepest(truth))
                .flatten()
                .and_then(|pair| depth_of(&pair.truth))
                .map(|depth| depth.low()),
            direction: all.and_then(|_| direction(posed)),
            nearest: all.and_then(|_| nearest(posed)),
            cast: KnownCast::of(posed),
            size: posed.truth.size().to_f64(),
            unit: length(&posed.truth, scalar, 1.0),
        }
    }
}

/// The deepest pair of parts of unions that overlap.
fn deepest(truth: &Truth) -> Option<&PairTruth> {
    truth.decided().filter(|class| *class == Class::Overlapping)?;
    truth.decisive_pair()
}

/// The direction from A to B, as they were written.
fn direction(PosedCase { case, truth, .. }: &PosedCase) -> Option<Point> {
    let truth = truth.at_start();
    let direction = deepest(truth).map_or_else(|| truth.direction(case), |pair| pair.truth.direction(&pair.case));
    direction.map(|direction| case.as_written(direction))
}

/// Nearest points of A and B, as they were written.
fn nearest(PosedCase { case, truth, .. }: &PosedCase) -> Option<[Point; 2]> {
    truth.nearest_points(case).map(|points| case.in_written_order(points))
}
