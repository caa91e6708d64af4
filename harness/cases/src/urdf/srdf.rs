//! Semantic descriptions of robots (SRDF): the pairs of links that need not be compared.

use std::path::{Path, PathBuf};

use super::Link;
use crate::files;
use crate::format::Problem;
use crate::mesh;
use crate::mesh::xml::{self, children};
use crate::quote::cut;

/// The pairs of links that a semantic description disables.
#[derive(Clone, Debug)]
pub struct Disabled {
    /// The file.
    pub file: String,
    /// The name of the robot that it is about; empty if it has none.
    pub robot: String,
    /// The names of the links.
    pub pairs: Vec<(String, String)>,
    /// Whether a robot with this name was read.
    pub is_used: bool,
}

/// Reads a semantic description: the elements `disable_collisions`.
///
/// # Errors
/// The file cannot be read, is not a semantic description, or disables by default.
pub fn read_srdf(path: impl AsRef<Path>) -> Result<Disabled, Problem> {
    let path = path.as_ref();
    let unreadable = |error| Problem::of_file(path, format!("cannot read the semantic description: {error}"));
    parse_srdf(&files::read_given(path).map_err(unreadable)?, path)
}

/// Reads a semantic description from the bytes of a file.
///
/// # Errors
/// As of [`read_srdf`].
pub fn parse_srdf(bytes: &[u8], path: &Path) -> Result<Disabled, Problem> {
    let parsed = xml::parse(mesh::lines::text(bytes, path)?, path)?;
    let (root, xml) = (parsed.document.root_element(), parsed.xml(path));
    if root.tag_name().name() != "robot" {
        return Err(xml.wrong(root, "no semantic description: that begins with <robot>"));
    }
    if children(root, "link").next().is_some() {
        return Err(xml.wrong(root, "this is a robot, and no semantic description: that has no <link>"));
    }
    for name in ["disable_default_collisions", "enable_collisions"] {
        if let Some(node) = children(root, name).next() {
            return Err(xml.wrong(node, "is not read: name the pairs with <disable_collisions>"));
        }
    }
    let link = |node, name| xml.attribute(node, name).map(str::to_owned);
    let pairs = children(root, "disable_collisions").map(|pair| Ok((link(pair, "link1")?, link(pair, "link2")?)));
    let robot = root.attribute("name").unwrap_or_default().to_owned();
    Ok(Disabled { file: path.display().to_string(), robot, pairs: pairs.collect::<Result<_, _>>()?, is_used: false })
}

impl Disabled {
    /// The pairs among some links, by their numbers, the smaller number first.
    pub fn among(&self, links: &[Link]) -> impl Iterator<Item = (usize, usize)> {
        let numbers: std::collections::HashMap<&str, usize> =
            links.iter().zip(0..).map(|(link, number)| (&link.name[..], number)).collect();
        let pair = move |(a, b): &(String, String)| Some((*numbers.get(&a[..])?, *numbers.get(&b[..])?));
        self.pairs.iter().filter_map(pair).filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b)))
    }

    /// The message that no robot with its name is asked for.
    pub fn no_robot(&self) -> String {
        format!(
            "{}: it is about a robot named {:?}, and no robot of that name (<robot name=…>) is among the files",
            self.file,
            cut(&self.robot)
        )
    }
}

/// A file with a semantic description of a robot, in the robot's folder or in its neighbour `srdf`.
pub fn beside(file: &Path, robot: &str) -> Option<String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let is_srdf = |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("srdf"));
    let is_of_robot = |path: &&PathBuf| {
        let bytes = files::read_named(path).ok();
        bytes.and_then(|bytes| parse_srdf(&bytes, path).ok()).is_some_and(|found| found.robot == robot)
    };
    let within = |folder: PathBuf| {
        let readable = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let names = std::fs::read_dir(readable).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.file_name()));
        let mut files: Vec<PathBuf> = names.map(|name| folder.join(name)).filter(|path| is_srdf(path)).collect();
        files.sort();
        files
    };
    let found = [folder.to_owned(), folder.join("../srdf")].into_iter().flat_map(within).collect::<Vec<_>>();
    found.iter().find(is_of_robot).map(|path| path.display().to_string())
}
