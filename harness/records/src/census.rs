//! How often the origin lies in each Voronoi region when DoSimplex is entered: the lines of `census.csv`.

use serde::{Deserialize, Serialize};

use crate::{Line, Subject};

/// Entries into the DoSimplex of one boolean variant, on simplices of one size with the origin in one region.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CensusTally {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the variant.
    pub variant: String,
    /// `meet` (the origin is in the difference) or `apart`.
    pub bodies: String,
    /// Vertices of the simplex, 2 to 4: one more than the n of the lemmas.
    pub vertices: usize,
    /// The region of the origin.
    ///
    /// Letters name the vertices of the face whose relative interior holds the point nearest to the origin, A the newest.
    /// `inside` is the inside of a tetrahedron; `on` means that the origin is on the simplex.
    pub region: String,
    /// The lemma that excludes the region for bodies that meet: 5, 6 or 7; `None` if there is no such lemma.
    pub lemma: Option<u8>,
    /// Entries with the origin in the region.
    pub entries: u64,
    /// Entries with the origin in no region that the lemma allows. These regions are closed: an origin on a border lies in
    /// both.
    pub against: u64,
}

impl Line for CensusTally {
    const FILE: &'static str = "census.csv";
    const HOLDS: &'static str = "a census of regions";

    fn subject(&self) -> Subject<'_> {
        // The tally belongs to no family, and to exact arithmetic.
        Subject { variant: Some(&self.variant), ..Subject::default() }
    }
}
