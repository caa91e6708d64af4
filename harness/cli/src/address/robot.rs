//! Robots as cases: every pair of links that the file does not exclude, with the joints at values that stand behind an `@`.

use std::sync::Arc;

use gjk_cases::case::Case;
use gjk_cases::given::Given;
use gjk_cases::spelling::nearest;
use gjk_cases::urdf::{self, Robot};
use gjk_cases::{mesh, quote::cut};

use super::scene::POINTS;
use super::{Addressed, Source, did_you_mean_or};
use crate::failure::Failure;
use crate::output::tell;

/// The most pairs that are taken at once: those of 1000 links.
const PAIRS: usize = 500_000;
/// The most pairs of the parts of two links.
const PAIRS_OF_PARTS: usize = gjk_cases::format::PAIRS;

/// The links whose pairs are asked for.
pub struct Scene {
    /// The file and the values, as the user wrote them.
    address: String,
    robot: Robot,
    /// The names of the links in the letters of an id.
    names: Vec<String>,
}

/// `FILE.urdf` and what stands behind an `@`; none where this is no address of a robot.
fn divided(address: &str) -> Option<(&str, &str)> {
    if urdf::is_urdf(address) {
        return Some((address, ""));
    }
    address.match_indices('@').map(|(at, _)| (&address[..at], &address[at + 1..])).find(|(file, _)| urdf::is_urdf(file))
}

impl Scene {
    /// The scene of `FILE.urdf` or `FILE.urdf@JOINT=VALUE,…`; none for another address.
    pub fn read(address: &str) -> Result<Option<Scene>, Failure> {
        let Some((file, values)) = divided(address) else { return Ok(None) };
        let value = |text: &str| {
            let wrong = || {
                let text = cut(text);
                Failure::new(format_args!(
                    "{address}: behind the @ stand joints with their values, such as @elbow=0.5,wrist=-1, this is {text:?}"
                ))
            };
            let (name, value) = text.rsplit_once('=').ok_or_else(wrong)?;
            Ok((name.to_owned(), value.parse::<f64>().map_err(|_| wrong())?))
        };
        let values = values.split(',').filter(|text| !text.is_empty()).map(value).collect::<Result<Vec<_>, Failure>>()?;
        let robot = urdf::read_robot(file, &values).map_err(Failure::new)?;
        robot.notes.iter().for_each(|note| tell(format_args!("{note}")));
        for (path, objects) in &robot.meshes {
            mesh::notes(path, objects).iter().for_each(|note| tell(format_args!("{note}")));
        }
        let mut names: Vec<String> = robot.links.iter().map(|link| link.name.clone()).collect();
        mesh::names_apart(&mut names, "link");
        Ok(Some(Scene { address: address.to_owned(), robot, names }))
    }

    fn id(&self, (a, b): (usize, usize)) -> String {
        format!("{}--{}", self.names[a], self.names[b])
    }

    fn bodies(&self, (a, b): (usize, usize)) -> [Arc<Given>; 2] {
        [a, b].map(|link| Arc::clone(&self.robot.links[link].body))
    }

    /// The pair with an id, or all that are not excluded.
    pub fn addressed(&self, id: Option<&str>) -> Result<Vec<Addressed>, Failure> {
        let pairs = match id {
            None => self.pairs()?,
            Some(id) => {
                // No name has two dashes in a row.
                let number = |name: &str| self.names.iter().position(|known| known == name);
                let found = id.split_once("--").and_then(|(a, b)| Some((number(a)?, number(b)?)));
                let pair = found.filter(|(a, b)| a != b).ok_or_else(|| self.no_pair(id))?;
                self.check_parts(pair)?;
                vec![pair]
            }
        };
        let addressed =
            |pair| Addressed { file: self.address.clone(), id: self.id(pair), source: Source::Posed(self.bodies(pair)) };
        Ok(pairs.into_iter().map(addressed).collect())
    }

    /// The failure for an id that no pair has, with the ids that are near to it: each of its names is compared with those of links.
    fn no_pair(&self, id: &str) -> Failure {
        let names = || self.names.iter().map(|name| &name[..]);
        let near = id.split_once("--").and_then(|(a, b)| Some((nearest(a, names())?, nearest(b, names())?)));
        let near = near.filter(|(a, b)| a != b).map(|(a, b)| format!("{a}--{b}"));
        let near = did_you_mean_or("", near.as_deref());
        Failure::new(format_args!("{}: there is no pair `{id}` of links with a collision geometry{near}", self.address))
    }

    /// Whether the parts of two links are few enough to be judged, as in a case.
    fn check_parts(&self, (a, b): (usize, usize)) -> Result<(), Failure> {
        let [of_a, of_b] = [a, b].map(|link| self.robot.links[link].body.parts.len());
        match of_a.saturating_mul(of_b) > PAIRS_OF_PARTS {
            true => Err(Failure::new(format_args!(
                "{}: the collision elements of the links {} and {} make more than {PAIRS_OF_PARTS} pairs, and each is judged",
                self.address, self.names[a], self.names[b]
            ))),
            false => Ok(()),
        }
    }

    /// All pairs that are not excluded, as cases.
    pub fn cases(&self) -> Result<Vec<Case>, Failure> {
        let pairs = self.pairs()?;
        let points = |link: &Arc<Given>| link.parts.iter().map(|part| part.body.points().len()).sum::<usize>();
        let of_link: Vec<usize> = self.robot.links.iter().map(|link| points(&link.body)).collect();
        let count: usize = pairs.iter().map(|(a, b)| of_link[*a] + of_link[*b]).sum();
        if count as u64 > POINTS {
            return Err(Failure::new(format_args!(
                "{}: its {} pairs have {count} points in all, more than the {POINTS} that are held at once; pick one with {0}#A--B",
                self.address,
                pairs.len()
            )));
        }
        let case = |pair| {
            let [a, b] = self.bodies(pair);
            Case::of_given(self.id(pair), 3, [&a, &b])
        };
        Ok(pairs.into_iter().filter_map(case).collect())
    }

    fn pairs(&self) -> Result<Vec<(usize, usize)>, Failure> {
        let count = self.robot.links.len();
        if count.saturating_mul(count.saturating_sub(1)) / 2 > PAIRS {
            let names: Vec<&str> = self.names.iter().take(2).map(|name| &name[..]).collect();
            return Err(Failure::new(format_args!(
                "{}: its {count} links make more than {PAIRS} pairs; pick one with {0}#A--B, where A and B are names of links such as {}",
                self.address,
                names.join(" and ")
            )));
        }
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = all.filter(|pair| !self.robot.excluded.contains(pair)).collect();
        pairs.iter().try_for_each(|pair| self.check_parts(*pair))?;
        if pairs.is_empty() {
            return Err(Failure::new(format_args!(
                "{}: there is no pair to judge: {count} links have a collision geometry, and {} pairs of them are joined or disabled",
                self.address,
                self.robot.excluded.len()
            )));
        }
        if !self.robot.excluded.is_empty() {
            let (address, left_out) = (&self.address, self.robot.excluded.len());
            tell(format_args!(
                "{address}: {left_out} pairs of links are left out, which a joint connects or the file disables"
            ));
        }
        Ok(pairs)
    }
}
