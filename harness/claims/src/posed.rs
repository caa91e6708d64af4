//! Samples of the lattice as a check wants them, and their neighbours.

use gjk_hunt::search::Site;
use gjk_hunt::search::sample::{POINTS, REACH, Sample};

use crate::pair::LatticePair;

/// What kind of sample is posed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As sampled: space, and the plane once in eight.
    Any,
    /// Space alone.
    Solid,
    /// The plane alone: the third coordinate is dropped.
    Plane,
}

/// A sample as a kind has it.
pub struct Posed {
    dimension: usize,
    bodies: [[Site; POINTS]; 2],
    counts: [usize; 2],
    start: Option<Site>,
}

impl Posed {
    #[inline]
    /// The sample; none if it is not of the kind.
    pub fn of(sample: &Sample, kind: Kind) -> Option<Posed> {
        if kind == Kind::Solid && sample.dimension == 2 {
            return None;
        }
        let counts = [sample.a().len(), sample.b().len()];
        let mut bodies = [[[0; 3]; POINTS]; 2];
        bodies[0][..counts[0]].copy_from_slice(sample.a());
        bodies[1][..counts[1]].copy_from_slice(sample.b());
        let mut posed = Posed { dimension: usize::from(sample.dimension), bodies, counts, start: sample.start };
        if kind == Kind::Plane {
            posed.dimension = 2;
            posed.bodies.iter_mut().flatten().for_each(|site| site[2] = 0);
            posed.start = sample.start.map(|site| [site[0], site[1], 0]).filter(|site| *site != [0; 3]);
        }
        Some(posed)
    }

    /// A neighbour, by the next numbers of a generator (Steele, Lea and Flood's splitmix).
    pub fn moved(&self, state: &mut u64) -> Posed {
        let mut below = |count: u64| {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) % count
        };
        let mut moved = Posed { bodies: self.bodies, ..*self };
        for _ in 0..1 + below(3) {
            let body = below(2) as usize;
            let point = below(self.counts[body] as u64) as usize;
            let axis = below(self.dimension as u64) as usize;
            moved.bodies[body][point][axis] += [-2, -1, 1, 2][below(4) as usize];
        }
        moved
    }

    /// Whether no coordinate has gone far from the samples.
    pub fn is_small(&self) -> bool {
        self.bodies.iter().flatten().flatten().all(|x| x.abs() <= REACH + 2)
    }

    /// The pair.
    pub fn pair(&self) -> LatticePair<'_> {
        let [a, b] = [0, 1].map(|i| &self.bodies[i][..self.counts[i]]);
        LatticePair { dimension: self.dimension, a, b, start: self.start }
    }
}
