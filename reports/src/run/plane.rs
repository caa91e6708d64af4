//! A plane onto which space is projected, and convex outlines in it.

use gjk_records::{Run, Site};

use crate::sorted::sort_by;

/// A point of the plane.
pub(super) type Spot = (f64, f64);

pub(super) fn dot(v: &Site, w: &Site) -> f64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

pub(super) fn plus(v: &Site, w: &Site) -> Site {
    minus(v, w, -1.0)
}

fn minus(v: &Site, w: &Site, times: f64) -> Site {
    std::array::from_fn(|i| v[i] - w[i] * times)
}

/// The vector with length one; `None` if it has no direction.
pub(super) fn unit(v: &Site) -> Option<Site> {
    let most = v.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if most == 0.0 || v.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let v = v.map(|x| x / most);
    let length = dot(&v, &v).sqrt();
    Some(v.map(|x| x / length))
}

/// A plane through the origin, by two orthogonal unit vectors.
pub(super) struct Plane {
    across: Site,
    up: Site,
}

impl Plane {
    /// The plane of the coordinates themselves.
    pub fn flat() -> Plane {
        Plane { across: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0] }
    }

    /// The plane spanned by a direction, drawn upwards, and by the largest extent of some clouds at right angles to it.
    ///
    /// Without a direction, it is spanned by the two largest extents.
    pub fn of(direction: Option<Site>, clouds: &[&[Site]]) -> Plane {
        let spread = spread(clouds);
        let up = direction.unwrap_or_else(|| largest(&spread, None));
        Plane { across: largest(&spread, Some(&up)), up }
    }

    /// The plane spanned by a motion, drawn to the right, and at right angles to it by a direction, or by the largest extent of some clouds if
    /// the direction is that of the motion.
    pub fn along(motion: &Site, direction: Option<Site>, clouds: &[&[Site]]) -> Plane {
        let Some(across) = unit(motion) else { return Plane::of(direction, clouds) };
        let up = direction.map(|d| minus(&d, &across, dot(&d, &across))).filter(|d| dot(d, d) > 1e-6).and_then(|d| unit(&d));
        Plane { up: up.unwrap_or_else(|| largest(&spread(clouds), Some(&across))), across }
    }

    /// The directions to the right and upwards.
    pub fn axes(&self) -> [Site; 2] {
        [self.across, self.up]
    }

    pub fn of_point(&self, point: &Site) -> Spot {
        (dot(point, &self.across), dot(point, &self.up))
    }
}

/// The direction of a run in which M = A − B reaches least past the origin.
///
/// A reach below zero separates the bodies. The directions of a run are those that were asked, v, and the normals of the last
/// simplices' faces.
pub(super) fn least_reach(run: &Run, a: &[Site], b: &[Site]) -> Option<Site> {
    let mut candidates: Vec<Site> = Vec::new();
    for step in run.steps.iter().rev().take(24) {
        candidates.extend(unit(&step.direction));
        candidates.extend(step.nearest.and_then(|v| unit(&v.map(|x| -x))));
        // A normal that overflows is not a candidate.
        let corners = &step.simplex;
        for (i, p) in corners.iter().enumerate() {
            for (j, q) in corners.iter().enumerate().skip(i + 1) {
                for r in &corners[j + 1..] {
                    let normal = unit(&cross(&minus(q, p, 1.0), &minus(r, p, 1.0)));
                    candidates.extend(normal.into_iter().flat_map(|n| [n, n.map(|x| -x)]));
                }
            }
        }
    }
    let reach = |d: &Site| {
        let most = a.iter().map(|p| dot(d, p)).fold(f64::NEG_INFINITY, f64::max);
        most - b.iter().map(|p| dot(d, p)).fold(f64::INFINITY, f64::min)
    };
    candidates.into_iter().map(|d| (reach(&d), d)).min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, d)| d)
}

fn cross(v: &Site, w: &Site) -> Site {
    let minor = |i: usize, j: usize| v[i] * w[j] - v[j] * w[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// The sum of the clouds' second moments, each about its mean: the second moment of their Minkowski sum.
fn spread(clouds: &[&[Site]]) -> [Site; 3] {
    let mut sum = [[0.0; 3]; 3];
    for cloud in clouds {
        let count = cloud.len().max(1) as f64;
        let mean: Site = std::array::from_fn(|i| cloud.iter().map(|p| p[i] / count).sum());
        for point in *cloud {
            let p = minus(point, &mean, 1.0);
            for i in 0..3 {
                for j in 0..3 {
                    sum[i][j] += p[i] * p[j] / count;
                }
            }
        }
    }
    sum
}

/// The direction of the largest extent, at right angles to another direction if there is one: power iteration from each axis.
fn largest(spread: &[Site; 3], beside: Option<&Site>) -> Site {
    let clean = |v: Site| match beside {
        Some(other) => minus(&v, other, dot(&v, other)),
        None => v,
    };
    let mut best = (-1.0, [1.0, 0.0, 0.0]);
    for axis in 0..3 {
        let begin = std::array::from_fn(|i| if i == axis { 1.0 } else { 0.1 });
        let Some(mut v) = unit(&clean(begin)) else { continue };
        for _ in 0..60 {
            match unit(&clean(std::array::from_fn(|i| dot(&spread[i], &v)))) {
                Some(next) => v = next,
                None => break,
            }
        }
        let extent = dot(&v, &std::array::from_fn(|i| dot(&spread[i], &v)));
        if extent > best.0 {
            best = (extent, v);
        }
    }
    best.1
}

/// Twice the area of a triangle, positive if it turns left.
fn turn(o: Spot, a: Spot, b: Spot) -> f64 {
    (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
}

/// The corners of the hull of some spots, turning left, from the lowest of the leftmost spots.
pub(super) fn outline(spots: &[Spot]) -> Vec<Spot> {
    let mut spots: Vec<Spot> = spots.iter().copied().filter(|s| s.0.is_finite() && s.1.is_finite()).collect();
    sort_by(&mut spots, &mut |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    spots.dedup();
    if spots.len() < 3 {
        return spots;
    }
    let half = |spots: &mut dyn Iterator<Item = Spot>| {
        let mut half: Vec<Spot> = Vec::new();
        for spot in spots {
            while half.len() > 1 && turn(half[half.len() - 2], half[half.len() - 1], spot) <= 0.0 {
                half.pop();
            }
            half.push(spot);
        }
        half.pop();
        half
    };
    let mut hull = half(&mut spots.iter().copied());
    hull.extend(half(&mut spots.iter().rev().copied()));
    hull
}

/// The outline of the difference of two hulls, from their outlines: its support in every direction in which the support can
/// change.
pub(super) fn difference(a: &[Spot], b: &[Spot]) -> Vec<Spot> {
    let edges = |hull: &[Spot]| -> Vec<Spot> {
        (0..hull.len())
            .map(|i| (hull[(i + 1) % hull.len()], hull[i]))
            .map(|(to, from)| (to.0 - from.0, to.1 - from.1))
            .collect()
    };
    let b: Vec<Spot> = outline(&b.iter().map(|spot| (-spot.0, -spot.1)).collect::<Vec<_>>());
    let (Some(&first_a), Some(&first_b)) = (a.first(), b.first()) else { return Vec::new() };
    let mut steps = edges(a);
    steps.extend(edges(&b));
    // Both outlines begin at the lowest of their leftmost corners and turn left, so the angles rise from above -90 degrees to
    // 270.
    let angle = |step: &Spot| {
        let angle = step.1.atan2(step.0);
        if angle <= -std::f64::consts::FRAC_PI_2 { angle + std::f64::consts::TAU } else { angle }
    };
    sort_by(&mut steps, &mut |one, other| angle(one).total_cmp(&angle(other)));
    let mut at = (first_a.0 + first_b.0, first_a.1 + first_b.1);
    let mut corners = vec![at];
    for step in steps {
        at = (at.0 + step.0, at.1 + step.1);
        corners.push(at);
    }
    outline(&corners)
}

/// The part of a convex outline, or of a segment, between two corners of a rectangle.
pub(super) fn clipped(corners: &[Spot], low: Spot, high: Spot) -> Vec<Spot> {
    type Side = fn(Spot, f64) -> f64;
    let sides: [(Side, f64); 4] = [
        (|spot, at| spot.0 - at, low.0),
        (|spot, at| at - spot.0, high.0),
        (|spot, at| spot.1 - at, low.1),
        (|spot, at| at - spot.1, high.1),
    ];
    let mut kept = corners.to_vec();
    for (inside, at) in sides {
        // A segment has one side, an outline as many as corners.
        let count = if kept.len() == 2 { 1 } else { kept.len() };
        let mut next: Vec<Spot> = Vec::new();
        for place in 0..count {
            let (from, to) = (kept[place], kept[(place + 1) % kept.len()]);
            let (begin, end) = (inside(from, at), inside(to, at));
            if begin >= 0.0 {
                next.push(from);
            }
            if (begin >= 0.0) != (end >= 0.0) {
                let part = begin / (begin - end);
                next.push((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
            }
            if count == 1 && end >= 0.0 {
                next.push(to);
            }
        }
        kept = next;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_and_a_segment_are_cut_at_the_window() {
        let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mut corner = clipped(&square, (0.0, 0.0), (5.0, 5.0));
        corner.sort_by(|one, other| one.partial_cmp(other).unwrap());
        assert_eq!(corner, [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]);
        assert_eq!(clipped(&[(-4.0, 1.0), (4.0, 1.0)], (-2.0, 0.0), (2.0, 2.0)), [(-2.0, 1.0), (2.0, 1.0)]);
        assert_eq!(clipped(&[(0.5, 0.5), (4.0, 0.5)], (0.0, 0.0), (1.0, 1.0)), [(0.5, 0.5), (1.0, 0.5)]);
        assert!(clipped(&[(3.0, 3.0), (4.0, 4.0)], (0.0, 0.0), (1.0, 1.0)).is_empty());
        assert!(clipped(&square, (2.0, 2.0), (3.0, 3.0)).is_empty());
    }

    #[test]
    fn the_difference_of_outlines_is_the_outline_of_differences() {
        let a = outline(&[(0.0, 0.0), (3.0, 0.0), (1.0, 2.0), (1.0, 1.0), (3.0, 0.0)]);
        assert_eq!(a.len(), 3);
        for b in [vec![(5.0, 5.0), (6.0, 5.0), (6.0, 7.0)], vec![(5.0, 5.0), (5.0, 7.0)], vec![(1.0, 1.0)]] {
            let b = outline(&b);
            let all: Vec<Spot> = a.iter().flat_map(|p| b.iter().map(|q| (p.0 - q.0, p.1 - q.1))).collect();
            assert_eq!(difference(&a, &b), outline(&all));
        }
        assert!(difference(&a, &[]).is_empty());
    }

    #[test]
    fn the_plane_shows_the_direction_upwards_and_the_largest_extent_across() {
        let cloud = [[0.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 2.0], [1.0, 0.0, 0.0]];
        let plane = Plane::of(unit(&[0.0, 0.0, 5.0]), &[&cloud]);
        let spot = plane.of_point(&[0.0, 1.0, 3.0]);
        assert!((spot.0.abs() - 1.0).abs() < 1e-2 && (spot.1 - 3.0).abs() < 1e-12, "{spot:?}");
        let plane = Plane::of(None, &[&[[1.0; 3]]]);
        assert!((dot(&plane.across, &plane.up)).abs() < 1e-12);
        assert!(unit(&[0.0; 3]).is_none() && unit(&[f64::NAN, 1.0, 0.0]).is_none());
    }
}
