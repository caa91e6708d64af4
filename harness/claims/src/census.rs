//! How often the origin lies in each Voronoi region of a simplex on entry to DoSimplex: the census behind lemmas 5 to 7.

use std::fmt::Write as _;

use gjk_hunt::search::{MachineInteger, Samples};
use gjk_records::{CensusTally, SCHEMA};
use gjk_variants::vector::Vector;
use rayon::prelude::*;

use crate::observed::BOOLEAN;
use crate::pair::LatticePair;
use crate::posed::Kind;
use crate::search::Search;
use crate::voronoi::{Located, Region, is_in_slab};

/// Runs that are drawn at a time.
const CHUNK: u64 = 4_096;
/// The most entries of one size counted per run: otherwise a run that cycles would outweigh all others.
const LONGEST: usize = 64;
/// The number of simplex sizes.
///
/// Each size has a place per region: fifteen faces by their masks, and the origin on the simplex.
const SIZES: usize = 3;
const PLACES: usize = 17;
/// The place of an origin inside a tetrahedron is the mask of all four vertices; `ON`, for an origin on a simplex, is not a
/// mask.
const INSIDE: usize = 15;
const ON: usize = 16;

/// The regions that a lemma allows, by n.
const ALLOWED: [&[&str]; 3] = [&["AB"], &["AB", "AC", "ABC"], &["AB", "AC", "AD", "ABC", "ACD", "ABD", "ABCD"]];

/// Whether the origin is in one of the closed regions that the lemma on simplices of this size allows.
pub fn is_allowed<I: Located>(points: &[Vector<I>]) -> bool {
    if points.len() == 2 {
        return is_in_slab(points);
    }
    let region = Region::of(points);
    let faces = || allowed(points.len());
    faces().any(|face| region.face == face) || faces().any(|face| region.is_closed_region_of(points, face))
}

/// The faces whose regions the lemma on simplices of this size allows, by the masks of their vertices.
fn allowed(size: usize) -> impl Iterator<Item = u8> {
    // The newest vertex is A, and comes last.
    let position = move |letter: u8| size - 1 - usize::from(letter - b'A');
    ALLOWED[size - 2].iter().map(move |name| name.bytes().fold(0, |mask, letter| mask | 1 << position(letter)))
}

/// Entries, and entries against the lemma, by variant, by whether the bodies meet, and by size and region.
type Counts = [[[[(u64, u64); PLACES]; SIZES]; 2]; BOOLEAN.len()];

/// The census over the first `count` samples of a seed, those in space only: for each boolean variant whose DoSimplex the
/// claims are about, for bodies that meet and for bodies that do not, every region of every size, including those without an
/// entry. It does not depend on the number of threads.
pub fn census(seed: u64, count: u64) -> Vec<CensusTally> {
    let mut lines = Vec::new();
    for (variant, of_variant) in BOOLEAN.iter().zip(&counts(seed, count)) {
        for (of_bodies, bodies) in of_variant.iter().zip(["apart", "meet"]) {
            for (size, (place, region)) in (2..=4).flat_map(|size| regions(size).into_iter().map(move |r| (size, r))) {
                let (entries, against) = of_bodies[size - 2][place];
                let lemma = (place < INSIDE && !ALLOWED[size - 2].contains(&region.as_str())).then_some(size as u8 + 3);
                let (variant, bodies) = (variant.name.to_owned(), bodies.to_owned());
                lines.push(CensusTally { schema: SCHEMA, variant, bodies, vertices: size, region, lemma, entries, against });
            }
        }
    }
    lines
}

fn counts(seed: u64, count: u64) -> Counts {
    let chunks = (0..count.div_ceil(CHUNK)).into_par_iter();
    let counts = chunks.fold(Counts::default, |mut counts, chunk| {
        let mut samples = Samples::new(seed, chunk * CHUNK);
        for _ in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
            if let Some(sample) = Kind::Solid.pose(samples.draw()) {
                note(&LatticePair::of(&sample), &mut counts);
            }
        }
        counts
    });
    counts.reduce(Counts::default, |mut one, other| {
        let cells = one.iter_mut().flatten().flatten().flatten().zip(other.iter().flatten().flatten().flatten());
        cells.for_each(|(cell, sum)| *cell = (cell.0 + sum.0, cell.1 + sum.1));
        one
    })
}

/// Counts the entries of each variant's run on a pair.
fn note(pair: &LatticePair<'_>, counts: &mut Counts) {
    for (variant, counts) in BOOLEAN.iter().zip(counts) {
        let mut met: [Vec<(usize, bool)>; SIZES] = Default::default();
        let run = variant.observe(pair, &mut |_, points| {
            if let size @ 2..=4 = points.len()
                && met[size - 2].len() < LONGEST
            {
                met[size - 2].push((place(&Region::of(points)), !is_allowed(points)));
            }
        });
        for (of_size, met) in counts[usize::from(run.meets)].iter_mut().zip(met) {
            for (place, against) in met {
                let cell = &mut of_size[place];
                *cell = (cell.0 + 1, cell.1 + u64::from(against));
            }
        }
    }
}

/// The place in which a region is counted.
fn place(region: &Region<MachineInteger>) -> usize {
    match usize::from(region.face) {
        INSIDE => INSIDE,
        _ if region.holds_origin() => ON,
        face => face,
    }
}

/// The regions of a simplex: vertices, edges, faces, each in alphabetical order, `inside` a tetrahedron, and `on` the simplex:
/// its hull (for a tetrahedron, its surface) holds the origin.
fn regions(size: usize) -> Vec<(usize, String)> {
    let all = (1_usize << size) - 1;
    let mut regions: Vec<(usize, String)> = (1..=all.min(14)).map(|mask| (mask, letters(mask, size))).collect();
    regions.sort_by_key(|(_, name)| (name.len(), name.clone()));
    if size == 4 {
        regions.push((INSIDE, "inside".to_owned()));
    }
    regions.push((ON, "on".to_owned()));
    regions
}

/// The letters of the vertices at these positions; the newest vertex, which is last, is A.
fn letters(mask: usize, len: usize) -> String {
    (0..len).filter(|i| mask >> (len - 1 - i) & 1 == 1).map(|i| char::from(b'A' + i as u8)).collect()
}

/// The census of the entries with n + 1 vertices as comma-separated values, without regions that have no entries.
pub fn table(search: &Search, n: usize, count: u64) -> String {
    let mut table = String::from("variant,bodies,n,region,entries,against\n");
    for line in census(search.seed, search.share(count)) {
        let CensusTally { variant, bodies, vertices, region, entries, against, .. } = line;
        if vertices == n + 1 && entries > 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{variant},{bodies},{n},{region},{entries},{against}");
        }
    }
    table
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
}
