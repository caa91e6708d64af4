//! Scenes as cases: the pairs of the objects of meshes and of the links of robots, within each file and across files.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::of_file::OfFile;
use super::{Composition, Kept, Member, Source, Sourced};
use crate::case::{Arithmetic, Case};
use crate::given::PosedBody;
use crate::mesh;
use crate::quote::cut;
use crate::spelling::{did_you_mean, nearest};
use crate::urdf::Disabled;

/// The largest number of pairs in one request: the pairs of 1000 bodies.
const PAIRS: usize = 500_000;
/// The largest number of points of all pairs that are held at the same time.
const POINTS: usize = 20_000_000;
/// The largest number of pairs of parts of two bodies.
const PAIRS_OF_PARTS: usize = crate::format::PAIRS;

/// The conditions of a request for a scene.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Pairs of links that semantic descriptions disable, for the robots with their names.
    pub disabled: Vec<Disabled>,
    /// Whether values of joints may be beyond their limits.
    pub beyond_limits: bool,
    /// Whether a file that cannot be read is left out, with a problem, instead of being the end.
    pub skip: bool,
}

/// A body of a scene.
struct Named {
    /// The name in the letters of an id: for a scene of several files it begins with the name of the file.
    name: String,
    /// The name within its file.
    own: String,
    /// The number of the file.
    member: usize,
    body: Arc<PosedBody>,
    /// The notes on its meshes, by their numbers.
    meshes: Vec<usize>,
}

/// The bodies of some files, and the pairs of them that are left out.
pub struct Scene {
    /// The files, as the user wrote them.
    address: String,
    bodies: Vec<Named>,
    kept: Kept,
    /// The pairs that are left out, by the numbers of bodies, the smaller number first.
    excluded: HashSet<(usize, usize)>,
    /// Notes for the user on the robots.
    robots: Vec<String>,
    /// Notes for the user on the meshes: for each of them its file, and the notes on it.
    meshes: Vec<(PathBuf, Vec<String>)>,
    /// The problems of the files that are left out.
    pub skipped: Vec<String>,
}

impl Scene {
    /// The scene of a composition.
    ///
    /// # Errors
    /// A file cannot be read, the values of its joints are not valid, or a pair that is left out does not exist.
    pub fn of(composition: &Composition, request: &Request) -> Result<Scene, String> {
        let Composition { address, members, kept, left_out } = composition;
        let mut disabled = request.disabled.clone();
        let mut scene = Scene {
            address: address.clone(),
            bodies: Vec::new(),
            kept: *kept,
            excluded: HashSet::new(),
            robots: Vec::new(),
            meshes: Vec::new(),
            skipped: Vec::new(),
        };
        let mut names: Vec<String> = members.iter().map(Member::id).collect();
        mesh::names_apart(&mut names, "file");
        for (number, (member, name)) in members.iter().zip(&names).enumerate() {
            match OfFile::read(member, request.beyond_limits, &mut disabled) {
                Ok(file) => {
                    scene.check_placed(member, &file)?;
                    scene.add(number, file, (members.len() > 1).then_some(name));
                }
                Err(problem) if request.skip => scene.skipped.push(problem),
                Err(problem) => return Err(problem),
            }
        }
        if let Some(unused) = disabled.iter().find(|disabled| !disabled.is_used) {
            return Err(unused.no_robot());
        }
        mesh::names_apart(scene.bodies.iter_mut().map(|body| &mut body.name), "body");
        left_out.iter().try_for_each(|pair| scene.leave_out(pair, &names))?;
        Ok(scene)
    }

    /// Leaves out the pairs of the bodies that two names denote: each is the name of a body, or that of a file for all its bodies.
    fn leave_out(&mut self, pair: &[String; 2], members: &[String]) -> Result<(), String> {
        let of = |name: &String| -> Result<Vec<usize>, String> {
            let member = members.iter().position(|known| known == name).filter(|_| members.len() > 1);
            let bodies = self.bodies.iter().zip(0..);
            match member {
                Some(member) => Ok(bodies.filter(|(body, _)| body.member == member).map(|(_, number)| number).collect()),
                None => self.number(name).map(|number| vec![number]).ok_or_else(|| {
                    let names = self.bodies.iter().map(|body| &body.name[..]).chain(members.iter().map(|name| &name[..]));
                    let near = did_you_mean("", nearest(name, names));
                    format!("{}: leave_out: there is no body and no file `{}`{near}", self.address, cut(name))
                }),
            }
        };
        let [of_a, of_b] = [of(&pair[0])?, of(&pair[1])?];
        self.excluded
            .extend(of_a.iter().flat_map(|a| of_b.iter().filter(move |b| a != *b).map(move |b| (*a.min(b), *a.max(b)))));
        Ok(())
    }

    /// Checks that no number of a file overflows where the member's pose places it.
    fn check_placed(&self, member: &Member, file: &OfFile) -> Result<(), String> {
        let is_placed = |(_, body, _): &(String, Arc<PosedBody>, Vec<usize>)| {
            member.pose.is_empty() || body.body(Arithmetic::F64).is_some()
        };
        match file.bodies.iter().find(|body| !is_placed(body)) {
            Some((name, ..)) => Err(format!("{}: where `{name}` is placed a number overflows", member.file)),
            None => Ok(()),
        }
    }

    fn add(&mut self, member: usize, file: OfFile, name: Option<&str>) {
        let first = self.bodies.len();
        let is_only = file.bodies.len() == 1 && !file.is_robot;
        let named = |body: String| match name {
            None => body,
            Some(name) if is_only => name.to_owned(),
            Some(name) => format!("{name}.{body}"),
        };
        let of_meshes = self.meshes.len();
        self.bodies.extend(file.bodies.into_iter().map(|(own, body, meshes)| Named {
            name: named(own.clone()),
            own,
            member,
            body,
            meshes: meshes.into_iter().map(|number| of_meshes + number).collect(),
        }));
        self.excluded.extend(file.excluded.into_iter().map(|(a, b)| (first + a, first + b)));
        self.robots.extend(file.notes.into_iter().filter(|note| !self.robots.contains(note)).collect::<Vec<_>>());
        self.meshes.extend(file.meshes);
    }

    fn id(&self, (a, b): (usize, usize)) -> String {
        format!("{}--{}", self.bodies[a].name, self.bodies[b].name)
    }

    /// The pair as a case that is asked for.
    pub fn sourced(&self, pair: (usize, usize)) -> Sourced {
        let bodies = [pair.0, pair.1].map(|number| Arc::clone(&self.bodies[number].body));
        Sourced { file: self.address.clone(), id: self.id(pair), source: Source::Bodies(bodies) }
    }

    /// The numbers of the bodies of the pair with an id, in this order.
    ///
    /// # Errors
    /// There is no such pair.
    pub fn named(&self, id: &str) -> Result<(usize, usize), String> {
        // No name contains two consecutive dashes.
        let number = |name: &str| self.number(name);
        let found = id.split_once("--").and_then(|(a, b)| Some((number(a)?, number(b)?)));
        let pair = found.filter(|(a, b)| a != b).ok_or_else(|| self.no_pair(id))?;
        self.check_parts(pair)?;
        Ok(pair)
    }

    /// The number of a body, by its name in the scene, or by that in its file if no other file has a body of the name.
    fn number(&self, name: &str) -> Option<usize> {
        let known = self.bodies.iter().position(|body| body.name == name);
        known.or_else(|| {
            let mut own = self.bodies.iter().enumerate().filter(|(_, body)| body.own == name);
            own.next().filter(|_| own.next().is_none()).map(|(number, _)| number)
        })
    }

    /// The message for an id that no pair has, with the ids nearest to it: each of its names is compared with those of
    /// bodies.
    fn no_pair(&self, id: &str) -> String {
        let names = || self.bodies.iter().map(|body| &body.name[..]);
        let near = id.split_once("--").and_then(|(a, b)| Some((nearest(a, names())?, nearest(b, names())?)));
        let near = near.filter(|(a, b)| a != b).map(|(a, b)| format!("{a}--{b}"));
        let end = format!(
            "; a pair is A--B, where A and B are names of bodies such as {}, and several files are joined by a +",
            self.some_names()
        );
        format!("{}: there is no pair `{id}`{}", self.address, did_you_mean(&end, near.as_deref()))
    }

    /// The first names, for messages.
    fn some_names(&self) -> String {
        self.bodies.iter().take(3).map(|body| format!("`{}`", body.name)).collect::<Vec<_>>().join(", ")
    }

    /// Checks that the parts of two bodies are few enough to be judged, as in a case.
    fn check_parts(&self, (a, b): (usize, usize)) -> Result<(), String> {
        let [of_a, of_b] = [a, b].map(|number| self.bodies[number].body.parts.len());
        match of_a.saturating_mul(of_b) > PAIRS_OF_PARTS {
            true => Err(format!(
                "{}: the collision elements of {} and {} make more than {PAIRS_OF_PARTS} pairs, and each is judged",
                self.address, self.bodies[a].name, self.bodies[b].name
            )),
            false => Ok(()),
        }
    }

    /// The pairs that are not left out.
    ///
    /// # Errors
    /// There are no pairs, or too many.
    pub fn pairs(&self) -> Result<Vec<(usize, usize)>, String> {
        let (address, count) = (&self.address, self.bodies.len());
        if self.bodies.is_empty() {
            return Err(format!(
                "{address}: there is no body: no link has a <collision>, and only these elements are compared"
            ));
        }
        if let [only] = &self.bodies[..] {
            return Err(format!(
                "{address}: there is one body, `{}`, and a case needs two; name another file as well, such as \
                 `gjk check {address} OTHER.obj`",
                only.name
            ));
        }
        if count.saturating_mul(count.saturating_sub(1)) / 2 > PAIRS {
            return Err(format!(
                "{address}: its {count} bodies make more than {PAIRS} pairs; choose one with {address}#A--B, where A and B are names \
                 of bodies such as {}",
                self.some_names()
            ));
        }
        let is_plane: Vec<bool> = self.bodies.iter().map(|body| body.body.has_halfspace()).collect();
        let is_kept = |(a, b): &(usize, usize)| {
            // Two half-spaces have no depth.
            if is_plane[*a] && is_plane[*b] {
                return false;
            }
            let is_across = self.bodies[*a].member != self.bodies[*b].member;
            (is_across || self.kept == Kept::All) && !self.excluded.contains(&(*a, *b))
        };
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = all.filter(is_kept).collect();
        pairs.iter().try_for_each(|pair| self.check_parts(*pair))?;
        if pairs.is_empty() {
            return Err(format!(
                "{address}: there is no pair to judge: there are {count} bodies, and {} pairs of them are left out",
                self.excluded.len()
            ));
        }
        Ok(pairs)
    }

    /// All pairs as cases.
    ///
    /// # Errors
    /// There are no pairs, or too many.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let pairs = self.pairs()?;
        let points = |body: &Named| body.body.parts.iter().map(|part| part.body.points().len()).sum::<usize>();
        let of_body: Vec<usize> = self.bodies.iter().map(points).collect();
        let count = pairs.iter().fold(0_usize, |sum, (a, b)| sum.saturating_add(of_body[*a] + of_body[*b]));
        if count > POINTS {
            return Err(format!(
                "{}: its {} pairs have {count} points in all, more than the {POINTS} that fit into memory at once; choose \
                 one with {0}#A--B",
                self.address,
                pairs.len()
            ));
        }
        let case = |(a, b): (usize, usize)| Case::of_given(self.id((a, b)), 3, [&self.bodies[a].body, &self.bodies[b].body]);
        Ok(pairs.into_iter().filter_map(case).collect())
    }

    /// Notes for the user: on the robots, and on the meshes of the two bodies of a pair, or of all bodies.
    pub fn notes(&self, pair: Option<(usize, usize)>) -> Vec<String> {
        let is_asked =
            |number: usize| pair.is_none_or(|(a, b)| [a, b].iter().any(|body| self.bodies[*body].meshes.contains(&number)));
        let mut notes = self.robots.clone();
        let asked: Vec<&(PathBuf, Vec<String>)> =
            self.meshes.iter().enumerate().filter(|(number, _)| is_asked(*number)).map(|(_, mesh)| mesh).collect();
        for of_file in asked.chunk_by(|one, other| one.0 == other.0) {
            notes.extend(mesh::first_notes(&of_file[0].0, of_file.iter().flat_map(|(_, notes)| notes.clone()).collect()));
        }
        notes
    }

    /// A note on the pairs that are left out when all pairs are asked for; `None` if no pair is left out.
    pub fn left_out(&self) -> Option<String> {
        let (address, left_out) = (&self.address, self.excluded.len());
        let pairs = if left_out == 1 { "pair is" } else { "pairs are" };
        (left_out > 0 && self.kept == Kept::All)
            .then(|| format!("{address}: {left_out} {pairs} left out, which a joint connects or a file leaves out"))
    }
}
