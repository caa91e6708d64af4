//! Samples of the lattice in the form that a check requires, and their neighbours.

use gjk_hunt::search::Candidate;
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

/// A cast from a sample: A moves by a random vector of the lattice, and is where the sample has it at time 1, or halfway.
pub fn moving(sample: &Sample, random: &mut SplitMix64) -> Candidate {
    let mut candidate = Candidate { start: None, ..sample.candidate() };
    let mut way = [0.0; 3];
    while way == [0.0; 3] {
        let coordinates = way.iter_mut().take(usize::from(sample.dimension));
        coordinates.for_each(|x| *x = random.below(2 * REACH as u64 + 1) as f64 - REACH as f64);
    }
    let motion = (1 + random.below(2)) as f64;
    candidate.bodies[0].iter_mut().for_each(|point| *point = [0, 1, 2].map(|i| point[i] - way[i]));
    Candidate { motion: Some(way.map(|x| motion * x + 0.0)), ..candidate }
}

/// Whether no coordinate has moved far from the samples.
pub fn is_small(sample: &Sample) -> bool {
    sample.points.iter().flatten().flatten().all(|x| x.abs() <= REACH + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cast_of_a_sample_comes_to_it_at_its_end_or_halfway() {
        let mut halfway = 0;
        for index in 0..1_000 {
            let sample = Sample::at(1, index);
            let cast = moving(&sample, &mut SplitMix64(index));
            let (motion, still) = (cast.motion.expect("a motion"), sample.candidate());
            assert!(motion != [0.0; 3] && motion[usize::from(sample.dimension)..].iter().all(|x| *x == 0.0));
            assert_eq!(cast.bodies[1], still.bodies[1]);
            let at = |time: f64| cast.bodies[0].iter().map(|p| [0, 1, 2].map(|i| p[i] + time * motion[i])).collect::<Vec<_>>();
            let comes_at = |time| at(time) == still.bodies[0];
            assert!(comes_at(1.0) != comes_at(0.5), "{index}");
            halfway += u32::from(comes_at(0.5));
        }
        assert!((400..600).contains(&halfway), "{halfway}");
    }
}
