//! The face of M that contains a point of its boundary.

use gjk_numbers::{Oriented, Ring, Scalar, Space};

use super::features::Points;
use crate::answer::Nearest;
use crate::difference::{Names, Obstacle, SupportPoint};
use crate::gjk::Gjk;
use crate::simplex::{CAPACITY, Pairs, Simplex, Vertex};
use crate::start::Start;
use crate::subalgorithm::{Ericson, project_whole};

/// M − v for a v on the boundary of M: A is moved by −v, and touches B.
pub(super) struct Touching<'a, S: Space> {
    pub a: &'a Points<S>,
    pub b: &'a Points<S>,
    /// From the first point of B to the first point of A, minus v.
    pub offset: S::Vector,
}

impl<S: Oriented<Scalar: Scalar>> Touching<'_, S> {
    /// The face that contains v, and the weights of v there: the point of M − v nearest to the origin. `None` if GJK finds no
    /// such face.
    pub fn face(&self, normal: &S::Vector) -> Option<(Pairs, [S::Scalar; CAPACITY])> {
        let (gjk, start) = (Gjk::new(Ericson), Start::Direction(normal.clone()));
        // Queries about exact numbers are not timed: their loop is compiled once.
        let found = if const { S::Scalar::EXACT } {
            gjk.solve_erased_obstacle(self, &start, &mut ())
        } else {
            gjk.solve_obstacle(self, &start, &mut ())
        };
        match found.answer? {
            Nearest::Apart(apart) => Some((apart.simplex, apart.weights)),
            Nearest::Intersecting { simplex: names } => {
                let mut simplex = Simplex::<S>::new();
                for (i, j) in names.iter() {
                    let [on_a, on_b] = self.points((i, j))?;
                    simplex.push(Vertex::new(&(on_a, i), &(on_b, j)));
                }
                // v is on the boundary. A simplex that spans the space is flat there, up to rounding: its faces are tested.
                let all = simplex.all();
                let spans = simplex.len() > S::DIMENSION;
                let faces = all.positions().filter(|_| spans).map(|place| all.without(place)).chain((!spans).then_some(all));
                let found = faces.filter_map(|kept| {
                    let mut face = simplex.clone();
                    face.keep(kept);
                    let projection = project_whole(&Ericson, &face, &mut ())?;
                    let squared = S::dot(&projection.point, &projection.point);
                    let weights = projection.kept.moved_up(&projection.weights);
                    face.keep(projection.kept);
                    squared.is_finite().then(|| (squared, Pairs::from(&face), weights))
                });
                let nearest = found.reduce(|nearest, next| if next.0 < nearest.0 { next } else { nearest });
                nearest.map(|(_, names, weights)| (names, weights))
            }
        }
    }
}

impl<S: Space<Scalar: Scalar>> Obstacle<S> for Touching<'_, S> {
    fn support(&self, direction: &S::Vector, _: Option<Names>) -> SupportPoint<S> {
        let (i, _) = self.a.greatest(direction);
        let (j, _) = self.b.greatest(&S::negated(direction));
        SupportPoint::new((S::plus(&self.a.points[i], &self.offset), i), (self.b.points[j].clone(), j))
    }

    fn centers(&self) -> [S::Vector; 2] {
        [self.offset.clone(), S::zero()]
    }

    fn points(&self, (i, j): Names) -> Option<[S::Vector; 2]> {
        Some([S::plus(self.a.points.get(i)?, &self.offset), self.b.points.get(j)?.clone()])
    }

    fn knows_points(&self) -> bool {
        true
    }
}
