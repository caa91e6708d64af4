//! Samples of the lattice in the form that a check requires, and their neighbours.

use gjk_hunt::search::sample::{REACH, Sample};
use gjk_variants::SplitMix64;

/// The kind of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Samples as drawn: in space, and in the plane once in eight.
    Any,
    /// In space only.
    Solid,
    /// In the plane only: the third coordinate is dropped.
    Plane,
}

impl Kind {
    /// Whether a pair of this dimension may be of the kind.
    pub fn takes(self, dimension: u8) -> bool {
        match self {
            Kind::Any => true,
            Kind::Solid => dimension == 3,
            Kind::Plane => dimension == 2,
        }
    }

    /// The sample in the form of this kind; `None` if it is not of the kind.
    #[inline]
    pub fn pose(self, mut sample: Sample) -> Option<Sample> {
        if self == Kind::Solid && sample.dimension == 2 {
            return None;
        }
        if self == Kind::Plane {
            sample.dimension = 2;
            sample.points.iter_mut().flatten().for_each(|site| site[2] = 0);
            sample.start = sample.start.map(|site| [site[0], site[1], 0]).filter(|site| *site != [0; 3]);
        }
        Some(sample)
    }
}

/// A random neighbour of a sample.
pub fn moved(sample: &Sample, random: &mut SplitMix64) -> Sample {
    let mut below = |count| random.below(count);
    let mut moved = *sample;
    for _ in 0..1 + below(3) {
        let body = below(2) as usize;
        let point = below(moved.counts[body] as u64) as usize;
        let axis = below(u64::from(moved.dimension)) as usize;
        moved.points[body][point][axis] += [-2, -1, 1, 2][below(4) as usize];
    }
    moved
}

/// Whether no coordinate has moved far from the samples.
pub fn is_small(sample: &Sample) -> bool {
    sample.points.iter().flatten().flatten().all(|x| x.abs() <= REACH + 2)
}
