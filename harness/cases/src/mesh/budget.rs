//! Bound on the size of a scene relative to its file: a mesh of a few bytes may be placed many times, and many
//! primitives may share one accessor.

use crate::format::Problem;
use std::cell::Cell;
use std::path::Path;

/// The largest number of points, corners of faces and letters of names that a scene may make, in addition to one for
/// each byte of its file. The exact composition of its poses counts according to [`crate::given::work`]. The scene then
/// uses at most about 300 MB and some seconds.
pub(crate) const COPIES: usize = 3_000_000;

/// The remaining budget.
pub(crate) struct Budget<'a> {
    path: &'a Path,
    what: &'static str,
    most: Cell<usize>,
    left: Cell<usize>,
}

impl<'a> Budget<'a> {
    /// The budget of a file of this many bytes; messages call the file `what`.
    pub fn new(bytes: usize, path: &'a Path, what: &'static str) -> Budget<'a> {
        let most = COPIES.saturating_add(bytes);
        Budget { path, what, most: Cell::new(most), left: Cell::new(most) }
    }

    /// Adds the count that another file contributes.
    pub fn add(&self, count: usize) {
        for sum in [&self.most, &self.left] {
            sum.set(sum.get().saturating_add(count));
        }
    }

    /// Spends part of the budget on the content of this field.
    pub fn take(&self, count: usize, field: &str) -> Result<(), Problem> {
        let left = self.left.get().checked_sub(count);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or_else(|| Problem {
            field: field.to_owned(),
            ..Problem::of_file(
                self.path,
                format!(
                    "the {} makes more than {} points and corners of its files: it places large meshes too often, or shares them too \
                     often; write fewer copies",
                    self.what,
                    self.most.get()
                ),
            )
        })
    }
}
