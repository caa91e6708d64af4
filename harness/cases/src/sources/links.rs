//! Robots as cases: every pair of links that the file does not exclude, with the joints at the values that follow an
//! `@`.

use std::sync::Arc;

use super::objects::POINTS;
use super::{Source, Sourced};
use crate::case::Case;
use crate::given::PosedBody;
use crate::mesh;
use crate::quote::cut;
use crate::spelling::{did_you_mean, nearest};
use crate::urdf::{self, Robot};

/// The largest number of pairs in one request: the pairs of 1000 links.
const PAIRS: usize = 500_000;
/// The largest number of pairs of parts of two links.
const PAIRS_OF_PARTS: usize = crate::format::PAIRS;

/// The links whose pairs are asked for.
pub struct LinkPairs {
    /// The file and the values, as the user wrote them.
    address: String,
    robot: Robot,
    /// The names of the links in the letters of an id.
    names: Vec<String>,
    /// Notes for the user on the files.
    pub notes: Vec<String>,
}

/// `FILE.urdf` and the text after an `@`; `None` if this is not an address of a robot.
fn divided(address: &str) -> Option<(&str, &str)> {
    if urdf::is_urdf(address) {
        return Some((address, ""));
    }
    address.match_indices('@').map(|(at, _)| (&address[..at], &address[at + 1..])).find(|(file, _)| urdf::is_urdf(file))
}

impl LinkPairs {
    /// The pairs of `FILE.urdf` or `FILE.urdf@JOINT=VALUE,…`; `None` for another address.
    ///
    /// # Errors
    /// The file cannot be read or is not a robot, or the values are not valid.
    pub fn read(address: &str) -> Result<Option<LinkPairs>, String> {
        let Some((file, values)) = divided(address) else { return Ok(None) };
        let value = |text: &str| {
            let wrong = || {
                let text = cut(text);
                format!(
                    "{address}: after the @ come joints with their values, such as @elbow=0.5,wrist=-1, and this is \
                    {text:?}"
                )
            };
            let (name, value) = text.rsplit_once('=').ok_or_else(wrong)?;
            Ok((name.to_owned(), value.parse::<f64>().map_err(|_| wrong())?))
        };
        let values = values.split(',').filter(|text| !text.is_empty()).map(value).collect::<Result<Vec<_>, String>>()?;
        let robot = urdf::read_robot(file, &values).map_err(|problem| problem.to_string())?;
        let of_meshes = robot.meshes.iter().flat_map(|(path, objects)| mesh::notes(path, objects));
        let notes = robot.notes.iter().map(ToString::to_string).chain(of_meshes.map(|note| note.to_string())).collect();
        let mut names: Vec<String> = robot.links.iter().map(|link| link.name.clone()).collect();
        mesh::names_apart(&mut names, "link");
        Ok(Some(LinkPairs { address: address.to_owned(), robot, names, notes }))
    }

    fn id(&self, (a, b): (usize, usize)) -> String {
        format!("{}--{}", self.names[a], self.names[b])
    }

    fn bodies(&self, (a, b): (usize, usize)) -> [Arc<PosedBody>; 2] {
        [a, b].map(|link| Arc::clone(&self.robot.links[link].body))
    }

    /// The pair with an id, or all pairs that are not excluded.
    ///
    /// # Errors
    /// There is no such pair, or there are too many.
    pub fn asked(&self, id: Option<&str>) -> Result<Vec<Sourced>, String> {
        let pairs = match id {
            None => self.pairs()?,
            Some(id) => {
                // No name contains two consecutive dashes.
                let number = |name: &str| self.names.iter().position(|known| known == name);
                let found = id.split_once("--").and_then(|(a, b)| Some((number(a)?, number(b)?)));
                let pair = found.filter(|(a, b)| a != b).ok_or_else(|| self.no_pair(id))?;
                self.check_parts(pair)?;
                vec![pair]
            }
        };
        let sourced =
            |pair| Sourced { file: self.address.clone(), id: self.id(pair), source: Source::Posed(self.bodies(pair)) };
        Ok(pairs.into_iter().map(sourced).collect())
    }

    /// The message for an id that no pair has, with the ids nearest to it: each of its names is compared with those of
    /// links.
    fn no_pair(&self, id: &str) -> String {
        let names = || self.names.iter().map(|name| &name[..]);
        let near = id.split_once("--").and_then(|(a, b)| Some((nearest(a, names())?, nearest(b, names())?)));
        let near = near.filter(|(a, b)| a != b).map(|(a, b)| format!("{a}--{b}"));
        let near = did_you_mean("", near.as_deref());
        format!("{}: there is no pair `{id}` of links with a collision geometry{near}", self.address)
    }

    /// Whether the parts of two links are few enough to be judged, as in a case.
    fn check_parts(&self, (a, b): (usize, usize)) -> Result<(), String> {
        let [of_a, of_b] = [a, b].map(|link| self.robot.links[link].body.parts.len());
        match of_a.saturating_mul(of_b) > PAIRS_OF_PARTS {
            true => Err(format!(
                "{}: the collision elements of the links {} and {} make more than {PAIRS_OF_PARTS} pairs, and each is judged",
                self.address, self.names[a], self.names[b]
            )),
            false => Ok(()),
        }
    }

    /// All pairs that are not excluded, as cases.
    ///
    /// # Errors
    /// There are no pairs, or too many.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let pairs = self.pairs()?;
        let points = |link: &Arc<PosedBody>| link.parts.iter().map(|part| part.body.points().len()).sum::<usize>();
        let of_link: Vec<usize> = self.robot.links.iter().map(|link| points(&link.body)).collect();
        let count: usize = pairs.iter().map(|(a, b)| of_link[*a] + of_link[*b]).sum();
        if count as u64 > POINTS {
            return Err(format!(
                "{}: its {} pairs have {count} points in all, more than the {POINTS} that fit into memory at once; choose \
                 one with {0}#A--B",
                self.address,
                pairs.len()
            ));
        }
        let case = |pair| {
            let [a, b] = self.bodies(pair);
            Case::of_given(self.id(pair), 3, [&a, &b])
        };
        Ok(pairs.into_iter().filter_map(case).collect())
    }

    fn pairs(&self) -> Result<Vec<(usize, usize)>, String> {
        let count = self.robot.links.len();
        if count.saturating_mul(count.saturating_sub(1)) / 2 > PAIRS {
            let names: Vec<&str> = self.names.iter().take(2).map(|name| &name[..]).collect();
            return Err(format!(
                "{}: its {count} links make more than {PAIRS} pairs; pick one with {0}#A--B, where A and B are names of links such as {}",
                self.address,
                names.join(" and ")
            ));
        }
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = all.filter(|pair| !self.robot.excluded.contains(pair)).collect();
        pairs.iter().try_for_each(|pair| self.check_parts(*pair))?;
        if pairs.is_empty() {
            return Err(format!(
                "{}: there is no pair to judge: {count} links have a collision geometry, and {} pairs of them are joined or disabled",
                self.address,
                self.robot.excluded.len()
            ));
        }
        Ok(pairs)
    }

    /// A note on the pairs that are left out when all pairs are asked for; `None` if no pair is left out.
    pub fn left_out(&self) -> Option<String> {
        let (address, left_out) = (&self.address, self.robot.excluded.len());
        (left_out > 0)
            .then(|| format!("{address}: {left_out} pairs of links are left out, which a joint connects or the file disables"))
    }
}
