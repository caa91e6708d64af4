//! The class and the distance of two bodies of small integer points, by trying everything: every separating direction that
//! could be needed, and the distance of every pair of features.
//!
//! *Overlap.* A direction in which the bodies do not overlap can be turned until it is normal to two independent edges of M
//! (in the plane: to one), which are edges of A or of B. So if M has an interior, and its reach against every such direction is
//! positive, the origin is inside.
//!
//! *Distance.* Otherwise the nearest points lie on a vertex and a vertex, edge or face, or on two crossing edges; every segment
//! and triangle of two or three points of a body is tried as one.

use gjk_cases::case::{Class, Point};

type Vector = [i128; 3];

fn dot(v: &Vector, w: &Vector) -> i128 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

fn minus(v: &Vector, w: &Vector) -> Vector {
    [v[0] - w[0], v[1] - w[1], v[2] - w[2]]
}

fn cross(v: &Vector, w: &Vector) -> Vector {
    [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]]
}

/// A quotient that is not negative, with a positive divisor.
#[derive(Clone, Copy, Debug)]
pub struct Quotient(pub i128, pub i128);

impl Quotient {
    fn least(self, other: Quotient) -> Quotient {
        if other.0 * self.1 < self.0 * other.1 { other } else { self }
    }
}

/// The class of two bodies and their squared distance.
pub fn classify(dimension: usize, a: &[Point], b: &[Point]) -> (Class, Quotient) {
    let integers = |points: &[Point]| -> Vec<Vector> { points.iter().map(|point| point.map(|x| x as i128)).collect() };
    let (a, b) = (integers(a), integers(b));
    if overlap(dimension, &a, &b) {
        return (Class::Overlapping, Quotient(0, 1));
    }
    let squared = distance_squared(&a, &b).least(distance_squared(&b, &a));
    (if squared.0 == 0 { Class::Touching } else { Class::Separated }, squared)
}

fn edges(points: &[Vector]) -> impl Iterator<Item = Vector> {
    points.iter().enumerate().flat_map(|(i, p)| points[..i].iter().map(move |q| minus(p, q)))
}

fn overlap(dimension: usize, a: &[Vector], b: &[Vector]) -> bool {
    let edges: Vec<Vector> = edges(a).chain(edges(b)).collect();
    let partners = if dimension == 2 { &[[0, 0, 1]][..] } else { &edges[..] };
    let normals: Vec<Vector> = edges.iter().flat_map(|e| partners.iter().map(move |f| cross(e, f))).collect();
    let normals: Vec<&Vector> = normals.iter().filter(|n| **n != [0; 3]).collect();
    let spans = normals.iter().any(|n| edges.iter().any(|e| dot(n, e) != 0));
    let lowest = |n: &Vector, points: &[Vector]| points.iter().map(|p| dot(n, p)).min();
    let highest = |n: &Vector, points: &[Vector]| points.iter().map(|p| dot(n, p)).max();
    // Both directions of a normal come up, since edges come in both orders of the cross product; in the plane they do not.
    spans && normals.iter().all(|n| lowest(n, a) < highest(n, b) && lowest(n, b) < highest(n, a))
}

/// The least squared distance of a vertex of A from a vertex, edge or face of B, or of two edges.
fn distance_squared(a: &[Vector], b: &[Vector]) -> Quotient {
    let mut least = Quotient(i128::from(u32::MAX), 1);
    for p in a {
        for (i, q) in b.iter().enumerate() {
            let v = minus(p, q);
            least = least.least(Quotient(dot(&v, &v), 1));
            for (j, r) in b[..i].iter().enumerate() {
                let e = minus(r, q);
                let (along, square) = (dot(&v, &e), dot(&e, &e));
                if 0 < along && along < square {
                    least = least.least(Quotient(dot(&v, &v) * square - along * along, square));
                }
                for s in &b[..j] {
                    // The weights of the foot of the perpendicular from p.
                    let n = cross(&e, &minus(s, q));
                    let inside = [(q, r), (r, s), (s, q)].iter().all(|(x, y)| dot(&n, &cross(&minus(y, x), &minus(p, x))) > 0);
                    if n != [0; 3] && inside {
                        least = least.least(Quotient(dot(&n, &v).pow(2), dot(&n, &n)));
                    }
                }
                for o in a {
                    // The lines from p to o and from q to r: where is their common perpendicular?
                    let d = minus(o, p);
                    let n = cross(&d, &e);
                    let square = dot(&n, &n);
                    let (s, t) = (dot(&cross(&minus(q, p), &e), &n), dot(&cross(&minus(q, p), &d), &n));
                    if square > 0 && 0 <= s && s <= square && 0 <= t && t <= square {
                        least = least.least(Quotient(dot(&n, &v).pow(2), square));
                    }
                }
            }
        }
    }
    least
}
