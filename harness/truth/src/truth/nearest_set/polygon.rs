//! Clipping of a convex polygon by the edges of another, in time proportional to one walk around both.
//!
//! The edges of a convex polygon turn one way. So the vertex that lies farthest behind them goes around the clipped polygon in
//! the same sense, and is found a few steps from its previous place. The part to cut off lies around that vertex. If nothing is
//! behind an edge, only that vertex and its neighbourhood are examined.

use super::plane::{Flat, ON_LINE, turn};
use crate::pythagoras::hypotenuse;

/// The vertices, counter-clockwise, each linked with its predecessor and its successor.
pub(super) struct Polygon {
    points: Vec<Flat>,
    links: Vec<[usize; 2]>,
    /// One of the vertices: the farthest one behind the last edge.
    place: usize,
    /// The number of vertices.
    count: usize,
}

/// The sides of a vertex in its links.
const SIDES: [usize; 2] = [0, 1];

impl Polygon {
    /// A polygon of vertices in counter-clockwise order, at least one.
    pub fn new(points: &[Flat]) -> Polygon {
        let count = points.len();
        let links = (0..count).map(|i| [(i + count - 1) % count, (i + 1) % count]).collect();
        Polygon { points: points.to_vec(), links, place: 0, count }
    }

    /// The vertices.
    pub fn points(&self) -> Vec<Flat> {
        let places = std::iter::successors(Some(self.place), |place| Some(self.links[*place][1]));
        places.take(self.count).map(|place| self.points[place]).collect()
    }

    /// Cuts off the part to the right of a line, which may be all of it. Points on the line, up to rounding, stay.
    pub fn clip(&mut self, from: &Flat, to: &Flat) {
        let on_line = ON_LINE * hypotenuse(to[0] - from[0], to[1] - from[1]);
        let side = |p: &Flat| Some(turn(from, to, p)).filter(|turn| turn.abs() > on_line).unwrap_or(0.0);
        self.place = self.lowest(&|p| turn(from, to, p), on_line);
        if self.count == 0 || side(&self.points[self.place]) >= 0.0 {
            return;
        }
        // The first vertices on either side that stay, and the number of those that do not.
        let (mut kept, mut off) = ([self.place; 2], 1);
        for at in SIDES {
            kept[at] = self.links[self.place][at];
            while side(&self.points[kept[at]]) < 0.0 {
                off += 1;
                if off >= self.count {
                    self.count = 0;
                    return;
                }
                kept[at] = self.links[kept[at]][at];
            }
        }
        self.count -= off;
        let crossing = |p: &Flat, q: &Flat| {
            let (of_p, of_q) = (side(p), side(q));
            let t = of_p / (of_p - of_q);
            [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]
        };
        let cut = SIDES.map(|at| {
            let (kept, off) = (self.points[kept[at]], self.points[self.links[kept[at]][1 - at]]);
            // In the direction of the polygon's edge.
            (side(&kept) > 0.0).then(|| if at == 0 { crossing(&kept, &off) } else { crossing(&off, &kept) })
        });
        let mut before = kept[0];
        for point in cut.into_iter().flatten() {
            self.points.push(point);
            self.links.push([before, kept[1]]);
            self.links[before][1] = self.points.len() - 1;
            before = self.points.len() - 1;
            self.count += 1;
        }
        self.links[before][1] = kept[1];
        self.links[kept[1]][0] = before;
        self.place = kept[1];
    }

    /// The vertex with the least value of a product, found downhill from the previous one. The walk continues over steps that
    /// rise by no more than rounding.
    fn lowest(&self, product: &dyn Fn(&Flat) -> f64, rounding: f64) -> usize {
        let (mut lowest, mut least) = (self.place, product(&self.points[self.place]));
        for at in SIDES {
            let mut place = lowest;
            for _ in 0..self.count {
                place = self.links[place][at];
                let value = product(&self.points[place]);
                if value < least {
                    (lowest, least) = (place, value);
                } else if value > least + rounding {
                    break;
                }
            }
        }
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clipped polygon, computed by examining every vertex for every edge.
    fn clipped(subject: &[Flat], window: &[Flat]) -> Vec<Flat> {
        let mut rest = subject.to_vec();
        for (i, from) in window.iter().enumerate() {
            let to = &window[(i + 1) % window.len()];
            let on_line = ON_LINE * hypotenuse(to[0] - from[0], to[1] - from[1]);
            let side = |p: &Flat| Some(turn(from, to, p)).filter(|turn| turn.abs() > on_line).unwrap_or(0.0);
            let mut next = Vec::new();
            for (j, p) in rest.iter().enumerate() {
                let q = &rest[(j + 1) % rest.len()];
                let (of_p, of_q) = (side(p), side(q));
                if of_p >= 0.0 {
                    next.push(*p);
                }
                if (of_p > 0.0 && of_q < 0.0) || (of_p < 0.0 && of_q > 0.0) {
                    let t = of_p / (of_p - of_q);
                    next.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
                }
            }
            rest = next;
        }
        rest
    }

    fn sorted(mut points: Vec<Flat>) -> Vec<Flat> {
        points.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        points
    }

    fn ellipse(count: usize, [x, y]: Flat, [a, b]: Flat) -> Vec<Flat> {
        let angle = |i: usize| std::f64::consts::TAU * i as f64 / count as f64;
        (0..count).map(|i| [x + a * angle(i).cos(), y + b * angle(i).sin()]).collect()
    }

    fn turned(polygon: &[Flat]) -> Vec<Flat> {
        polygon.iter().map(|[x, y]| [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y]).collect()
    }

    #[test]
    fn clipping_agrees_to_the_bit_with_a_test_of_every_vertex_and_edge() {
        let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let mut polygons =
            vec![square.clone(), vec![[0.25, 0.25], [2.0, 0.5]], vec![[-1.0, 0.5], [0.0, 0.5]], vec![[0.0, 0.0], [1.0, 1.0]]];
        for count in [3, 4, 5, 8, 17, 64] {
            for (centre, axes) in [
                ([0.0, 0.0], [1.0, 1.0]),
                ([0.5, 0.5], [0.5, 2.0]),
                ([0.5, 0.0], [3.0, 0.25]),
                ([2.0, 0.0], [1.0, 1.0]),
                ([9.0, 9.0], [1.0, 1.0]),
                ([0.5, 0.5], [0.25, 0.25]),
            ] {
                polygons.push(ellipse(count, centre, axes));
                polygons.push(turned(&ellipse(count, centre, axes)));
            }
        }
        let (mut some, mut none) = (0, 0);
        for window in polygons.iter().filter(|polygon| polygon.len() >= 3) {
            for subject in &polygons {
                for first in [0, subject.len() / 2] {
                    let subject = [&subject[first..], &subject[..first]].concat();
                    let mut polygon = Polygon::new(&subject);
                    window.iter().zip(window.iter().cycle().skip(1)).for_each(|(from, to)| polygon.clip(from, to));
                    let expected = clipped(&subject, window);
                    *if expected.is_empty() { &mut none } else { &mut some } += 1;
                    assert_eq!(sorted(polygon.points()), sorted(expected), "{subject:?} {window:?}");
                }
            }
        }
        assert!(some > 500 && none > 500, "{some} {none}");
    }

    #[test]
    fn two_polygons_of_many_vertices_are_walked_around_once() {
        // Examining every vertex for every edge would take 10¹² products.
        let count = 1_000_000;
        let circle = ellipse(count, [0.0, 0.0], [1.0, 1.0]);
        // Two arcs of 120 degrees, and two polygons that cross all around.
        for (other, expected) in [(ellipse(count, [1.0, 0.0], [1.0, 1.0]), 2 * count / 3), (turned(&circle), 2 * count)] {
            let mut polygon = Polygon::new(&circle);
            other.iter().zip(other.iter().cycle().skip(1)).for_each(|(from, to)| polygon.clip(from, to));
            assert!(polygon.points().len().abs_diff(expected) < 100, "{} {expected}", polygon.points().len());
        }
    }
}
