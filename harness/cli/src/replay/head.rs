//! The head of a replayed run: the case, its bodies and its truth.

use std::fmt::Write as _;

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Class, HIT, NEVER, Point, Shape};
use gjk_cases::format;
use gjk_solvers::PosedCase;
use gjk_truth::truth::{CastEvidence, CastTruth, First, HullTruth};

use crate::rulings::brief;

/// The case, the points of its bodies, and its truth.
pub fn of(posed: &PosedCase) -> String {
    let case = &posed.case;
    let mut text = format!(
        "case       {} in {}, {}D, {} + {} points\n",
        case.id,
        posed.arithmetic,
        case.dimension,
        case.a.count(),
        case.b.count()
    );
    for (name, body) in [("A", &case.a), ("B", &case.b)] {
        for (part, body) in body.parts().iter().enumerate() {
            let name = if case.is_of_hulls() { name.to_owned() } else { format!("{name}{part}") };
            text.push_str(&listed(&name, body, case.dimension));
        }
    }
    let (title, truth) = (if case.cast.is_some() { "start" } else { "truth" }, posed.truth.at_start());
    let class = truth.decided().map_or("undecided", |class| class.name());
    let _ = write!(text, "{title:10} {class}, distance {:e}", truth.distance_f64());
    let (low, high) = truth.bounds();
    let _ = match (truth.distance_squared(), truth.core_distance_squared()) {
        (Some(squared), _) => writeln!(text, " (squared {squared})"),
        (None, Some(squared)) => writeln!(text, " (of the cores squared {squared})"),
        (None, None) => writeln!(text, " (from {low:e} to {high:e})"),
    };
    text.push_str(&contact(posed));
    if let Some((motion, cast)) = case.cast.zip(posed.truth.cast()) {
        text.push_str(&moving(posed, &motion, cast));
    }
    text
}

/// The motion of a cast, its first contact, and the proof of that.
fn moving(PosedCase { case, .. }: &PosedCase, motion: &Point, cast: &CastTruth) -> String {
    let vector = |v: &Point, number: fn(f64) -> String| {
        v[..case.dimension.into()].iter().map(|x| number(*x)).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("motion     A moves by ({})\n", vector(motion, format::number));
    let at = match cast.first(case) {
        First::Undecided => return text + "truth      undecided: a bracket leaves the first contact open\n",
        First::Never => {
            let _ = writeln!(text, "truth      {NEVER}, the way of A stays {:e} away from B", cast.swept.distance_f64());
            return text;
        }
        First::At(at) => at,
    };
    let [low, high] = [&at.low, &at.high].map(RBig::to_f64_fast);
    let _ = if at.is_exact() {
        let fraction = at.low.to_string();
        let exactly = if fraction.len() <= 24 { format!(" = {fraction}") } else { String::new() };
        writeln!(text, "truth      {HIT} at {low:e}{exactly}")
    } else {
        writeln!(text, "truth      {HIT} from {low:e} to {high:e}")
    };
    if let Some(normal) = at.normal() {
        let _ = write!(text, "normal     ({})", vector(&normal, brief));
        if let Some(CastEvidence::At { pairs, .. }) = cast.evidence(case) {
            let pairs: Vec<String> = pairs.iter().map(|pair| format!("A[{}] − B[{}]", pair.a, pair.b)).collect();
            let _ = write!(
                text,
                "; until then a plane across it separates the bodies, and then the hull of {} holds −t r",
                pairs.join(", ")
            );
        }
        text.push('\n');
    }
    text
}

/// The depth of bodies that overlap, a normal along which they do, and the proof of the depth; empty for other bodies.
fn contact(posed: &PosedCase) -> String {
    let (case, truth) = (&posed.case, posed.truth.at_start());
    let Some(depth) = truth.depth().filter(|_| truth.decided() == Some(Class::Overlapping)) else { return String::new() };
    let mut text = format!("depth      {:e}", depth.middle().to_f64());
    if let Some(squared) = truth.depth_squared() {
        let _ = write!(text, " (squared {squared})");
    } else if let Some(core_depth) = truth.core_depth() {
        let _ = write!(text, " (of the cores {:e})", core_depth.to_f64());
    } else if !depth.width().is_zero() {
        let _ = write!(text, " (from {:e} to {:e})", depth.low.to_f64(), depth.high.to_f64());
    }
    if let Some(normal) = truth.normal(case) {
        let coordinates: Vec<String> = normal[..case.dimension.into()].iter().map(|x| brief(*x)).collect();
        let _ = write!(text, "\n           along ({})", coordinates.join(", "));
    }
    if let Some((facets, nearest)) = truth.hulls().and_then(HullTruth::depth_evidence) {
        let corners: Vec<String> = facets[nearest].iter().map(|pair| format!("A[{}] − B[{}]", pair.a, pair.b)).collect();
        let _ = write!(text, "; the nearest of the {} facets that prove it is that of {}", facets.len(), corners.join(", "));
    }
    text.push('\n');
    text
}

/// A convex body, one line per point.
fn listed(name: &str, body: &Body, dimension: u8) -> String {
    let mut text = String::new();
    let vector = |point: &[f64; 3]| -> String {
        let coordinates: Vec<String> = point.iter().take(dimension.into()).map(|x| format::number(*x)).collect();
        format!("({})", coordinates.join(", "))
    };
    for (index, point) in body.points().iter().enumerate().take(64) {
        let _ = writeln!(text, "  {name}[{index}]  {}", vector(point));
    }
    if body.points().len() > 64 {
        let _ = writeln!(text, "  … and {} more points of {name}", body.points().len() - 64);
    }
    if let Body::Rounded { radius, .. } = body {
        let _ = writeln!(text, "  {name} has radius {}", format::number(*radius));
    }
    if let Body::Halfspace { normal, offset } = body {
        let _ = writeln!(text, "  {name} is all p with {}·p ≤ {}", vector(normal), format::number(*offset));
    }
    if let Body::Curved(curved) = body {
        let what = match curved.shape {
            Shape::Ellipsoid { semi_axes } => format!("an ellipsoid of semi-axes {}", vector(&semi_axes)),
            Shape::Cylinder { radius, half_height } => format!("a cylinder of radius {radius} and half height {half_height}"),
            Shape::Cone { radius, half_height } => format!("a cone of radius {radius} and half height {half_height}"),
        };
        let _ = writeln!(text, "  {name} is {what} around {}", vector(&curved.center));
    }
    text
}
