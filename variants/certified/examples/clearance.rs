//! The clearance of a robot: which of its links are too near to each other or to a table?
//!
//! Each link is the hull of a few points. `is_within` decides exactly whether a pair keeps its limit, so no tolerance is needed
//! at the limit. `distance` is asked only about the pairs that do not keep it.

use gjk_certified::{Distance, NoBody, distance, is_within};

type Point = [f64; 3];

/// The least distance that is allowed, in metres.
const LIMIT: f64 = 0.05;

/// The eight corners of a box.
fn cuboid([x, y, z]: [[f64; 2]; 3]) -> Vec<Point> {
    (0..8).map(|corner: usize| [x[corner & 1], y[corner >> 1 & 1], z[corner >> 2 & 1]]).collect()
}

/// A link that is turned about the y axis, and then moved so that its joint is at a place.
fn posed(link: &[Point], angle: f64, [x, y, z]: Point) -> Vec<Point> {
    let (sin, cos) = angle.sin_cos();
    link.iter().map(|p| [cos * p[0] + sin * p[2] + x, p[1] + y, cos * p[2] - sin * p[0] + z]).collect()
}

/// The bodies of an arm with two joints, and of the table that it stands on.
fn bodies(shoulder: f64, elbow: f64) -> [(&'static str, Vec<Point>); 4] {
    let link = |length: f64| cuboid([[-0.04, 0.04], [-0.04, 0.04], [0.0, length]]);
    let joint = [0.4 * shoulder.sin(), 0.0, 0.3 + 0.4 * shoulder.cos()];
    [
        ("table", cuboid([[-1.0, 1.0], [-0.4, 0.4], [-0.05, 0.0]])),
        ("column", cuboid([[-0.06, 0.06], [-0.06, 0.06], [0.0, 0.24]])),
        ("upper arm", posed(&link(0.4), shoulder, [0.0, 0.0, 0.3])),
        ("forearm", posed(&link(0.5), shoulder + elbow, joint)),
    ]
}

/// Pairs that are joined, and so are always near: by their places in the list of bodies.
const JOINED: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 3]];

/// The pairs that are nearer than the limit, and the distance of each; zero if they meet.
fn too_near(shoulder: f64, elbow: f64) -> Result<Vec<(String, f64)>, NoBody> {
    let bodies = bodies(shoulder, elbow);
    let mut found = Vec::new();
    for j in 0..bodies.len() {
        for i in 0..j {
            let ((of_a, a), (of_b, b)) = (&bodies[i], &bodies[j]);
            if JOINED.contains(&[i, j]) || !is_within(a, b, LIMIT)? {
                continue;
            }
            let pair = format!("{of_a} and {of_b}");
            match distance(a, b)? {
                Distance::Apart(apart) => {
                    println!("  {pair}: {:.4} m, nearest at {:.3?} and {:.3?}", apart.distance, apart.on_a, apart.on_b);
                    found.push((pair, apart.distance));
                }
                Distance::Meets(_) => {
                    println!("  {pair}: they collide");
                    found.push((pair, 0.0));
                }
            }
        }
    }
    Ok(found)
}

fn main() -> Result<(), NoBody> {
    let mut counts = Vec::new();
    for (shoulder, elbow) in [(30.0, 60.0), (95.0, 17.0), (95.0, 45.0), (40.0, 155.0)] {
        println!("shoulder {shoulder}°, elbow {elbow}°:");
        let found = too_near(f64::to_radians(shoulder), f64::to_radians(elbow))?;
        if found.is_empty() {
            println!("  all pairs are more than {LIMIT} m apart");
        }
        counts.push(found.len());
    }
    assert_eq!(counts[0], 0);
    assert!(counts[1..].iter().all(|count| *count > 0));
    Ok(())
}
