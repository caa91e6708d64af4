//! Robots as cases: every pair of links that the file does not exclude, with the joints at values that stand behind an `@`.

use std::sync::Arc;

use gjk_cases::case::Case;
use gjk_cases::given::Given;
use gjk_cases::spelling::nearest;
use gjk_cases::urdf::{self, Robot};
use gjk_cases::{mesh, quote::cut};

use super::{Addressed, Source, did_you_mean_or};
use crate::failure::Failure;
use crate::output::tell;

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
                let count = self.names.len();
                let all = (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b);
                let found = all.clone().find(|pair| self.id(*pair) == id);
                let missing = || {
                    let ids: Vec<String> = all.map(|pair| self.id(pair)).collect();
                    let near = did_you_mean_or("", nearest(id, ids.iter().map(|id| &id[..])));
                    Failure::new(format_args!(
                        "{}: there is no pair `{id}` of links with a collision geometry{near}",
                        self.address
                    ))
                };
                vec![found.ok_or_else(missing)?]
            }
        };
        let addressed = |pair| Addressed {
            file: self.address.clone(),
            id: self.id(pair),
            source: Source::Posed(self.id(pair), self.bodies(pair)),
        };
        Ok(pairs.into_iter().map(addressed).collect())
    }

    /// All pairs that are not excluded, as cases.
    pub fn cases(&self) -> Result<Vec<Case>, Failure> {
        let case = |pair| {
            let [a, b] = self.bodies(pair);
            Case::of_given(self.id(pair), 3, [&a, &b])
        };
        Ok(self.pairs()?.into_iter().filter_map(case).collect())
    }

    fn pairs(&self) -> Result<Vec<(usize, usize)>, Failure> {
        let count = self.robot.links.len();
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = all.filter(|pair| !self.robot.excluded.contains(pair)).collect();
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
