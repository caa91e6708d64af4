//! How often the origin lies in each Voronoi region of a simplex when DoSimplex is entered: the census behind lemmas 5 to 7.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use gjk_records::{CensusTally, SCHEMA};
use rayon::prelude::*;

use super::boolean::{each_variant, with_variant};
use super::part::{Effort, Pair};
use super::regions::{ALLOWED, stands, watched};
use super::simplex::{Region, region};
use gjk_hunt::search::sample::Samples;

/// Runs that are drawn at once.
const CHUNK: u64 = 4_096;
/// The most entries of one size that a run is counted with: one that goes in circles would outweigh all others.
const LONGEST: usize = 64;
/// Sizes of simplices, and a place for the regions of each: fifteen faces by their mask, and where the origin is on the simplex.
const SIZES: usize = 3;
const PLACES: usize = 17;
/// Where the origin is in a tetrahedron, and where it is on a simplex: the mask of all four vertices, and no mask.
const INSIDE: usize = 15;
const ON: usize = 16;

/// Entries, and those against the lemma, by variant, by whether the bodies meet, by size and region.
type Counts = Vec<[[[(u64, u64); PLACES]; SIZES]; 2]>;

/// The census over the first `count` samples of a seed (those in space): for each of the boolean variants whose DoSimplex the
/// claims are about, for bodies that meet and bodies that do not, every region of every size, those without an entry included.
/// It does not depend on threads.
pub fn census(seed: u64, count: u64) -> Vec<CensusTally> {
    tallies(seed, count, 2..=4)
}

fn tallies(seed: u64, count: u64, sizes: RangeInclusive<usize>) -> Vec<CensusTally> {
    let mut variants = Vec::new();
    each_variant(|name, _| variants.push(name));
    let none = || -> Counts { vec![Default::default(); variants.len()] };
    let chunks = 0..count.div_ceil(CHUNK);
    let counts = chunks
        .into_par_iter()
        .fold(none, |mut counts, chunk| {
            let mut samples = Samples::new(seed, chunk * CHUNK);
            for _ in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                let sample = samples.draw();
                if sample.dimension == 3 {
                    note(&Pair { dimension: 3, a: sample.a(), b: sample.b(), start: sample.start }, &sizes, &mut counts);
                }
            }
            counts
        })
        .reduce(none, |mut one, other| {
            let cells = |counts| -> Vec<(u64, u64)> { Vec::from_iter(flat(counts)) };
            let sums = cells(&other);
            for (cell, sum) in one.iter_mut().flatten().flatten().flatten().zip(sums) {
                *cell = (cell.0 + sum.0, cell.1 + sum.1);
            }
            one
        });
    let mut lines = Vec::new();
    for (variant, of_variant) in variants.iter().zip(&counts) {
        for (of_bodies, bodies) in of_variant.iter().zip(["apart", "meet"]) {
            for size in sizes.clone() {
                for (place, name) in regions(size) {
                    let (entries, against) = of_bodies[size - 2][place];
                    lines.push(CensusTally {
                        schema: SCHEMA,
                        variant: (*variant).to_owned(),
                        bodies: bodies.to_owned(),
                        vertices: size,
                        lemma: (place < INSIDE && !ALLOWED[size - 2].contains(&name.as_str())).then_some(size as u8 + 3),
                        region: name,
                        entries,
                        against,
                    });
                }
            }
        }
    }
    lines
}

fn flat(counts: &Counts) -> impl Iterator<Item = (u64, u64)> + '_ {
    counts.iter().flatten().flatten().flatten().copied()
}

/// Counts the entries of each variant's run on a pair.
fn note(pair: &Pair<'_>, sizes: &RangeInclusive<usize>, counts: &mut Counts) {
    each_variant(|_, index| {
        let mut met: [Vec<(usize, bool)>; SIZES] = Default::default();
        let meets = with_variant!(index, variant => watched(variant, pair, |_, points| {
            if sizes.contains(&points.len()) && met[points.len() - 2].len() < LONGEST {
                met[points.len() - 2].push((place(&region(points)), !stands(points)));
            }
        }));
        for (of_size, met) in counts[index][usize::from(meets)].iter_mut().zip(met) {
            for (place, against) in met {
                let cell = &mut of_size[place];
                *cell = (cell.0 + 1, cell.1 + u64::from(against));
            }
        }
    });
}

/// Where a region is counted.
fn place(found: &Region) -> usize {
    match found.axis {
        [0, 0, 0] if usize::from(found.face) == INSIDE => INSIDE,
        [0, 0, 0] => ON,
        _ => usize::from(found.face),
    }
}

/// The regions of a simplex: vertices, edges, faces, each in the order of the alphabet, `inside` a tetrahedron, and `on` the
/// simplex, whose hull (of a tetrahedron: whose surface) holds the origin.
fn regions(size: usize) -> Vec<(usize, String)> {
    let all = (1_u8 << size) - 1;
    let mut regions: Vec<(usize, String)> = (1..=all.min(14)).map(|mask| (usize::from(mask), letters(mask, size))).collect();
    regions.sort_by_key(|(_, name)| (name.len(), name.clone()));
    if size == 4 {
        regions.push((INSIDE, "inside".to_owned()));
    }
    regions.push((ON, "on".to_owned()));
    regions
}

/// The letters of the vertices at these positions, the newest, which is the last, being A.
fn letters(mask: u8, len: usize) -> String {
    (0..len).filter(|i| mask >> (len - 1 - i) & 1 == 1).map(|i| char::from(b'A' + i as u8)).collect()
}

/// The census of the entries with n + 1 vertices as comma-separated values, without the regions that have none.
pub fn text(effort: &Effort, n: usize, count: u64) -> String {
    let mut text = String::from("variant,bodies,n,region,entries,against\n");
    for line in tallies(effort.seed, (count / effort.divisor).max(1), n + 1..=n + 1) {
        if line.entries > 0 {
            let CensusTally { variant, bodies, region, entries, against, .. } = line;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{variant},{bodies},{n},{region},{entries},{against}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_region_has_a_line_and_the_lemmas_name_theirs() {
        let lines = census(1, 2_000);
        let of = |vertices: usize| {
            let of = lines.iter().filter(|line| line.variant == "muratori" && line.bodies == "meet");
            of.filter(move |line| line.vertices == vertices)
        };
        let names = |vertices: usize| of(vertices).map(|line| line.region.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!([names(2), names(3)], ["A B AB on", "A B C AB AC BC ABC on"]);
        assert_eq!(names(4), "A B C D AB AC AD BC BD CD ABC ABD ACD BCD inside on");
        let excluded = |vertices: usize| {
            let excluded = of(vertices).filter(|line| line.lemma == Some(vertices as u8 + 3));
            excluded.map(|line| line.region.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!([excluded(2), excluded(3), excluded(4)], ["A B", "A B C BC", "A B C D BC BD CD BCD"]);
        assert!(lines.iter().all(|line| line.against <= line.entries && (line.against == 0 || line.lemma.is_some())));
        assert!((2..=4).all(|vertices| of(vertices).any(|line| line.entries > 0)));
    }

    #[test]
    fn the_census_of_one_size_is_that_part_of_the_whole() {
        let one = tallies(3, 5_000, 3..=3);
        let whole: Vec<CensusTally> = census(3, 5_000).into_iter().filter(|line| line.vertices == 3).collect();
        assert_eq!(one, whole);
    }
}
