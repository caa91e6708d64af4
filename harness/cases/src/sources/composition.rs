//! The composition of a scene: its files with their poses, and the pairs that are asked for.

use std::path::Path;

use super::Member;
use super::member::several;
use crate::format::{self, Problem};
use crate::mesh;

/// The pairs that a request is about, unless it names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The pairs within each file and across files.
    All,
    /// The pairs across files alone.
    Across,
}

/// The files of a scene, and the pairs of their bodies.
#[derive(Clone, Debug)]
pub struct Composition {
    /// The text with which the user names the scene.
    pub address: String,
    /// The files, each with its pose; at least one.
    pub members: Vec<Member>,
    /// The pairs that are asked for.
    pub kept: Kept,
    /// Pairs that are left out, by the names of bodies or of files.
    pub left_out: Vec<[String; 2]>,
}

impl Composition {
    /// The scene of an address: a file of bodies or a scene file, or the pairs across several files with a `+`; `None` for an address
    /// that names no scene.
    ///
    /// # Errors
    /// A pose, a name or a value is not valid, or one of several files has a format that is not read.
    pub fn of(address: &str) -> Result<Option<Composition>, String> {
        let (parts, kept) = match several(address) {
            Some(parts) => (parts, Kept::Across),
            None => (vec![address], Kept::All),
        };
        if kept == Kept::All && !Path::new(address).exists() {
            let halves = address.match_indices('+').flat_map(|(at, _)| [&address[..at], &address[at + 1..]]);
            if let Some((half, kind)) = halves.filter_map(|half| Some((half, mesh::foreign(half)?))).next() {
                return Err(format!("{half}: {kind}"));
            }
        }
        let (mut members, mut left_out) = (Vec::new(), Vec::new());
        for part in parts {
            if format::is_scene(part) {
                let text = |problems: Vec<Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
                let scene = format::read_scene(part).map_err(text)?;
                members.extend(scene.members);
                left_out.extend(scene.left_out);
            } else if let Some(member) = Member::of(part)? {
                members.push(member);
            } else {
                return Ok(None);
            }
        }
        Ok(Some(Composition { address: address.to_owned(), members, kept, left_out }))
    }

    /// One scene of several; `None` without any.
    pub fn joined(all: Vec<Composition>) -> Option<Composition> {
        all.into_iter().reduce(|mut scene, other| {
            scene.address = format!("{}+{}", scene.address, other.address);
            scene.members.extend(other.members);
            scene.left_out.extend(other.left_out);
            Composition { kept: Kept::All, ..scene }
        })
    }
}
