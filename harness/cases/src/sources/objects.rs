//! Meshes as cases: every pair of a file's objects, or each object of one file with each object of another.

use std::path::Path;
use std::sync::Arc;

use super::{Source, Sourced, not_read};
use crate::case::Case;
use crate::mesh::{self, Object};

/// The largest number of pairs in one request.
const PAIRS: u64 = 100_000;
/// The largest number of points of all pairs that are held at the same time.
pub(super) const POINTS: u64 = 20_000_000;

/// The objects whose pairs are asked for.
pub struct ObjectPairs {
    /// The file or files, as the user wrote them.
    file: String,
    a: Vec<Arc<Object>>,
    /// The objects of the second file; without a second file, the objects of the first are paired with each other.
    b: Option<Vec<Arc<Object>>>,
    /// Notes for the user on the files.
    pub notes: Vec<String>,
}

/// The objects of a file, and notes for the user on it.
type Read = (Vec<Arc<Object>>, Vec<String>);

type Pair<'a> = (&'a Arc<Object>, &'a Arc<Object>);

impl ObjectPairs {
    /// The pairs of `FILE` or `FILE+FILE`; `None` if these are not meshes.
    ///
    /// # Errors
    /// A file cannot be read, or is not a mesh.
    pub fn read(file: &str) -> Result<Option<ObjectPairs>, String> {
        let of_one = |(a, notes): Read| Some(ObjectPairs { file: file.to_owned(), a, b: None, notes });
        let of_two = |(a, of_a): Read, (b, of_b): Read| {
            Some(ObjectPairs { file: file.to_owned(), a, b: Some(b), notes: [of_a, of_b].concat() })
        };
        // A file name may contain a `+` as well: the cut is at the `+` with a file on both sides, or else at one with
        // the ending of a mesh on both sides.
        let are_meshes = |(a, b): &(&str, &str)| mesh::is_mesh(a) && mesh::is_mesh(b);
        let cuts: Vec<(&str, &str)> = match Path::new(file).exists() {
            true => Vec::new(),
            false => file.match_indices('+').map(|(at, _)| (&file[..at], &file[at + 1..])).filter(are_meshes).collect(),
        };
        let there = cuts.iter().find(|(a, b)| Path::new(a).exists() && Path::new(b).exists());
        // One of two files may be in a format that is not read.
        if cuts.is_empty() && !Path::new(file).exists() {
            let halves = file.match_indices('+').flat_map(|(at, _)| [&file[..at], &file[at + 1..]]);
            if let Some((half, kind)) = halves.filter_map(|half| Some((half, mesh::foreign(half)?))).next() {
                return Err(not_read(half, kind));
            }
        }
        match there.or(cuts.first()) {
            Some((a, b)) => Ok(of_two(objects(a)?, objects(b)?)),
            None if mesh::is_mesh(file) => Ok(of_one(objects(file)?)),
            None => Ok(None),
        }
    }

    /// The pair with an id, or all of them.
    ///
    /// # Errors
    /// There is no such pair, or there are too many.
    pub fn asked(&self, id: Option<&str>) -> Result<Vec<Sourced>, String> {
        let pairs = id.map_or_else(|| self.pairs(), |id| Ok(vec![self.named(id)?]))?;
        let sourced = |(a, b): Pair| Sourced {
            file: self.file.clone(),
            id: mesh::pair_id(a, b),
            source: Source::Objects(Arc::clone(a), Arc::clone(b)),
        };
        Ok(pairs.into_iter().map(sourced).collect())
    }

    /// All pairs as cases.
    ///
    /// # Errors
    /// There are no pairs, or too many.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let pairs = self.pairs()?;
        let count: u64 = pairs.iter().map(|(a, b)| (a.points.len() + b.points.len()) as u64).sum();
        if count > POINTS {
            return Err(format!(
                "{}: its {} pairs have {count} points in all, more than the {POINTS} that fit into memory at once; pair \
                 fewer objects",
                self.file,
                pairs.len()
            ));
        }
        Ok(pairs.into_iter().map(|(a, b)| mesh::case(a, b)).collect())
    }

    fn pairs(&self) -> Result<Vec<Pair<'_>>, String> {
        self.check()?;
        let others = |index: usize| self.b.as_deref().unwrap_or(&self.a[index + 1..]);
        Ok(self.a.iter().enumerate().flat_map(|(index, a)| others(index).iter().map(move |b| (a, b))).collect())
    }

    /// Checks that all pairs can be taken.
    fn check(&self) -> Result<(), String> {
        let (file, count) = (&self.file, self.a.len() as u64);
        let pairs = self.b.as_ref().map_or(count * count.saturating_sub(1) / 2, |b| count * b.len() as u64);
        match &self.a[..] {
            [only] if self.b.is_none() => Err(format!(
                "{file}: it has one object, `{}`, and a case needs two; name another file with {file}+OTHER",
                only.name
            )),
            _ if pairs > PAIRS => Err(format!(
                "{file}: its objects make {pairs} pairs, more than {PAIRS}; pick one with {file}#A--B, where A and B are names of \
                 objects such as {}, or pair fewer objects with ONE.obj+TWO.obj",
                self.some_names()
            )),
            _ => Ok(()),
        }
    }

    /// The objects named by `A--B`, in this order.
    fn named(&self, id: &str) -> Result<Pair<'_>, String> {
        let find = |objects: &[Arc<Object>], name: &str| objects.iter().position(|object| object.name == name);
        let second = self.b.as_ref().unwrap_or(&self.a);
        let found = id.split_once("--").and_then(|(a, b)| Some((find(&self.a, a)?, find(second, b)?)));
        match found {
            Some((a, b)) if self.b.is_some() || a != b => Ok((&self.a[a], &second[b])),
            _ => Err(format!(
                "{}: there is no pair `{id}`; a pair is A--B, where A and B are names of {}objects such as {}",
                self.file,
                if self.b.is_some() { "" } else { "two " },
                self.some_names()
            )),
        }
    }

    /// The first names, for messages.
    fn some_names(&self) -> String {
        let of = |objects: &[Arc<Object>]| {
            let names: Vec<String> = objects.iter().take(3).map(|object| format!("`{}`", object.name)).collect();
            names.join(", ")
        };
        match &self.b {
            Some(b) => format!("{} (A) and {} (B)", of(&self.a), of(b)),
            None => of(&self.a),
        }
    }
}

fn objects(file: &str) -> Result<Read, String> {
    let objects = mesh::read_objects(file).map_err(|problem| problem.to_string())?;
    let notes = mesh::notes(Path::new(file), &objects).iter().map(ToString::to_string).collect();
    Ok((objects.into_iter().map(Arc::new).collect(), notes))
}

/// The pairs within each of several files and between the objects of every two of them, and notes for the user on the
/// files.
///
/// # Errors
/// A file cannot be read or is not a mesh, or they make too many pairs.
pub fn of_files(files: &[&str]) -> Result<(Vec<Sourced>, Vec<String>), String> {
    let mut read: Vec<(&str, Vec<Arc<Object>>)> = Vec::with_capacity(files.len());
    let mut all_notes = Vec::new();
    for file in files {
        let (objects, notes) = objects(file)?;
        read.push((file, objects));
        all_notes.extend(notes);
    }
    let pairs = |file: String, a: &[Arc<Object>], b: Option<&[Arc<Object>]>| {
        ObjectPairs { file, a: a.to_vec(), b: b.map(<[_]>::to_vec), notes: Vec::new() }.asked(None)
    };
    let mut cases = Vec::new();
    for (number, (file, of_file)) in read.iter().enumerate() {
        if of_file.len() > 1 {
            cases.extend(pairs((*file).to_owned(), of_file, None)?);
        }
        for (other, of_other) in &read[number + 1..] {
            cases.extend(pairs(format!("{file}+{other}"), of_file, Some(of_other))?);
        }
        if cases.len() as u64 > PAIRS {
            return Err(format!("these files make more than {PAIRS} pairs of objects; name fewer of them"));
        }
    }
    Ok((cases, all_notes))
}
