//! The truth of a case in a scalar, for printing.

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_solvers::PosedCase;
use gjk_truth::truth::{ImageTruth, Truth};

use super::given::{Depth, depth_of};
use super::length;

/// The truth of a case in a scalar.
#[derive(Clone)]
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
}

/// The truth of a case whose numbers are numbers of the scalar.
#[derive(Clone)]
pub struct KnownTruth {
    /// `None` if a bracket leaves the class open.
    pub class: Option<Class>,
    pub distance: f64,
    pub bounds: (f64, f64),
    /// Whether the distance is known exactly, possibly as a root.
    pub is_exact: bool,
    /// The depth of overlapping bodies, if it is known and shown.
    pub depth: Option<Depth>,
    /// A vector of length one from A to B: the normal of the least depth if the bodies meet, else the direction between nearest
    /// points.
    pub direction: Option<Point>,
    /// A point of A and a point of B, as near to each other as any two.
    pub nearest: Option<[Point; 2]>,
    /// The lengths of D and of u·D.
    pub size: f64,
    pub unit: f64,
}

/// The part of a truth that is printed or written; the rest is not computed, since it may take longer than all rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The class and the distance.
    Class,
    /// The depth and the direction in addition.
    Direction,
    /// The nearest points in addition.
    Points,
}

impl TruthLine {
    /// The truth of a case as it is posed in the scalar; `posed` is `None` if a number overflows it.
    pub fn of(
        (file, id): (&str, &str),
        case: &Case,
        scalar: Arithmetic,
        posed: Option<&PosedCase>,
        image: Option<ImageTruth>,
        shown: Shown,
    ) -> TruthLine {
        let found = posed.map(|posed| KnownTruth::of(posed, scalar, shown));
        let differs = |image: &ImageTruth| found.as_ref().is_some_and(|found| found.class != Some(image.class));
        TruthLine {
            file: file.to_owned(),
            id: id.to_owned(),
            dimension: case.dimension,
            points: [case.a.count(), case.b.count()],
            scalar,
            image: image.filter(differs),
            found,
        }
    }
}

impl KnownTruth {
    fn of(posed: &PosedCase, scalar: Arithmetic, shown: Shown) -> KnownTruth {
        let truth: &Truth = &posed.truth;
        let from = |least: Shown| (shown >= least).then_some(truth);
        KnownTruth {
            class: truth.decided(),
            distance: truth.distance_f64(),
            bounds: truth.bounds(),
            is_exact: truth.decided().is_some() && truth.relative_width() == 0.0,
            depth: from(Shown::Direction).and_then(depth_of),
            direction: from(Shown::Direction).and_then(|truth| truth.direction(&posed.case)),
            nearest: from(Shown::Points).and_then(|truth| truth.nearest_points(&posed.case)),
            size: truth.size().to_f64(),
            unit: length(truth, scalar, 1.0),
        }
    }
}
