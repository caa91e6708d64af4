//! CASE on the command line: `FILE`, `FILE#ID`, `FAMILY:SEED:INDEX` or the id `FAMILY.SEED.INDEX` of a generated case,
//! `corpus`, `corpus#ID`, or `-`.
//!
//! A FILE may be a mesh, or two with a `+`, or a robot, or hold queries of the continuous-collision benchmark.

mod pieces;

use std::io::Read;
use std::ops::Deref;
use std::path::Path;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::GapColumn;
use gjk_cases::mesh;
use gjk_cases::sources::{Composition, Request, Scene, Source, Sourced};
use gjk_cases::spelling::{did_you_mean, nearest};
use gjk_cases::{corpus, family, files, format, queries};
use gjk_records::CORPUS;
use gjk_truth::truth::{ImageTruth, Truth};

use crate::failure::Failure;
use crate::output::tell;
pub use pieces::{Cases, divided};

/// A requested case.
#[derive(Clone, Debug)]
pub struct Addressed(Sourced);

impl From<Sourced> for Addressed {
    fn from(sourced: Sourced) -> Addressed {
        Addressed(sourced)
    }
}

impl Deref for Addressed {
    type Target = Sourced;

    fn deref(&self) -> &Sourced {
        &self.0
    }
}

impl Addressed {
    /// The family of the case in a campaign, empty if it has none, and the column of its rows with the closeness of the bodies.
    pub fn family(&self) -> (&str, Option<GapColumn>) {
        match &self.0.source {
            Source::Generated { family, .. } => (family, family::named(family).and_then(|family| family.gap_column())),
            Source::Written(_) if !self.is_of_file() => (CORPUS, None),
            Source::Written(case) => (case.family.as_deref().unwrap_or_default(), None),
            Source::Bodies(_) => ("", None),
        }
    }

    /// Whether the case comes from a file or from standard input, and not from the corpus or a family.
    pub fn is_of_file(&self) -> bool {
        match &self.0.source {
            Source::Generated { .. } => false,
            Source::Written(_) => self.file != CORPUS || Path::new(CORPUS).exists(),
            Source::Bodies(_) => true,
        }
    }

    /// The truth of the exact image of posed bodies, in addition to the truths in these scalars; `None` for other cases.
    ///
    /// For the bodies of a scene it is computed only if rounding may change the class of the pair: exact numbers of large meshes take long.
    pub fn image(&self, truths: &[(Arithmetic, &Truth)]) -> Option<ImageTruth> {
        match &self.0.source {
            Source::Written(case) => ImageTruth::of(case),
            Source::Bodies([a, b]) if a.is_plain() && b.is_plain() => None,
            Source::Bodies([a, b]) => {
                let is_near = |(scalar, truth): &(Arithmetic, &Truth)| {
                    let scalar = if *scalar == Arithmetic::F32 { Arithmetic::F32 } else { Arithmetic::F64 };
                    let moved = a.displacement(scalar).zip(b.displacement(scalar)).map(|(a, b)| a + b);
                    moved.is_none_or(|moved| !truth.holds_for(moved))
                };
                if truths.iter().any(is_near) { ImageTruth::of(&Case::of_given(self.id.clone(), 3, [a, b])?) } else { None }
            }
            Source::Generated { .. } => None,
        }
    }
}

/// The cases that the user requested, and the faults of lines without a case.
fn resolve(addresses: &[String]) -> Result<(Vec<Addressed>, Vec<String>), Failure> {
    let (mut cases, mut all) = (Cases::of(addresses, &Request::default())?, Vec::new());
    loop {
        let piece = cases.next()?;
        if piece.is_empty() {
            return Ok((all, cases.problems));
        }
        all.extend(piece);
    }
}

/// The only case of an address, for a command that accepts one.
pub fn single(address: &String, command: &str) -> Result<Addressed, Failure> {
    let (mut cases, mut problems) = resolve(std::slice::from_ref(address))?;
    match (cases.pop(), cases.len()) {
        (Some(addressed), 0) => Ok(addressed),
        (_, others) => {
            if problems.is_empty() {
                let count = if others == 0 { "none".to_owned() } else { (others + 1).to_string() };
                let example =
                    cases.first().map_or_else(String::new, |case: &Addressed| format!(", such as {address}#{}", case.id));
                problems.push(format!(
                    "{address}: {command} needs one case, and this holds {count}; name one with {address}#ID{example}"
                ));
            }
            Err(Failure::Messages(problems))
        }
    }
}

/// The cases of a file, of standard input, or of the corpus.
pub fn read(file: &str) -> Result<format::Reading, Failure> {
    if file == "-" {
        let mut bytes = Vec::new();
        let read = files::check_standard_input().and_then(|()| std::io::stdin().read_to_end(&mut bytes));
        read.map_err(|error| pieces::unreadable("-", &error))?;
        return Ok(format::read_bytes(&bytes, "-"));
    }
    if file == CORPUS && !Path::new(file).exists() {
        return Ok(corpus::all_reading());
    }
    if let Some(scene) = scene(file, &Request::default())? {
        tell_notes(&scene, None);
        let cases = scene.cases().map_err(Failure::new)?;
        scene.left_out().iter().for_each(|note| tell(format_args!("{note}")));
        return Ok(format::Reading { cases, ..format::Reading::default() });
    }
    if let Some(kind) = mesh::foreign(file) {
        return Err(Failure::new(format_args!("{file}: {kind}")));
    }
    let read = if queries::is_query_file(file) { queries::read_file(file) } else { format::read_file(file) };
    read.map_err(|error| pieces::unreadable(file, &error))
}

/// The scene that an address names; `None` for other addresses.
fn scene(address: &str, request: &Request) -> Result<Option<Scene>, Failure> {
    let composition = Composition::of(address).map_err(Failure::new)?;
    composition.map(|composition| Scene::of(&composition, request)).transpose().map_err(Failure::new)
}

/// Prints the notes on the files of a scene, or on those of one of its pairs.
pub fn tell_notes(scene: &Scene, pair: Option<(usize, usize)>) {
    scene.notes(pair).iter().for_each(|note| tell(format_args!("{note}")));
}

/// The one scene that these addresses name, and the id of the pair that one address with a `#` names.
///
/// # Errors
/// They name something else, or several scenes.
pub fn one_scene(addresses: &[String]) -> Result<(Composition, Option<&str>), Failure> {
    let several = || Failure::new("a sweep is about one scene: robots and meshes, or one pair of them with #A--B");
    if let [address] = addresses {
        let (file, id) = divided(address);
        return Ok((Composition::of(file).map_err(Failure::new)?.ok_or_else(several)?, id));
    }
    match pieces::divided_scene(addresses, false)? {
        (Some(composition), others) if others.is_empty() => Ok((composition, None)),
        _ => Err(several()),
    }
}

/// The message for an address that is neither a file nor a case, most often an incomplete address.
fn no_file(address: &str, error: &std::io::Error) -> Failure {
    // The name of a family is followed by numbers; `gap.jsonl` is a file that does not exist.
    let (name, rest) = address.split_at(address.find([':', '.', '#']).unwrap_or(address.len()));
    let name = if rest.contains(|letter: char| letter.is_ascii_alphabetic()) { address } else { name };
    let hint = if name == CORPUS {
        "corpus is not a family but a collection: write corpus for all of its cases, or corpus#ID for one, such as \
         corpus#fcl-293"
            .to_owned()
    } else if family::named(name).is_some() {
        format!(
            "{name} is a family, not a file: write {name}:SEED:INDEX for a case of it, such as {name}:1:0, or \
             `gjk generate {name} --cases 10 > FILE` for many"
        )
    } else {
        let families = family::families();
        let near = nearest(name, families.iter().map(|family| family.name()));
        format!(
            "{error}{} a case is FILE, FILE#ID, FAMILY:SEED:INDEX (see `gjk list families`), corpus#ID, or -, and a FILE may be a \
             mesh (.{}), two of them with a +, a robot (.urdf, with joints as @NAME=VALUE,…), or a file of queries (.csv)",
            did_you_mean(";", near),
            mesh::ENDINGS.join(", .")
        )
    };
    Failure::new(format_args!("{address}: {hint}"))
}

/// A case of a family, named `FAMILY:SEED:INDEX` or by its id in a file; `None` for other names.
fn generated(address: &str) -> Result<Option<Addressed>, Failure> {
    if Path::new(address).exists() || address.contains(['/', '#']) {
        return Ok(None);
    }
    let is_id = |parts: &[&str]| {
        family::named(parts[0]).is_some() && parts[1..].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (colons, dots): (Vec<&str>, Vec<&str>) = (address.split(':').collect(), address.split('.').collect());
    let [family, seed, index] = match (&colons[..], &dots[..]) {
        (&[family, seed, index], _) if family != CORPUS => [family, seed, index],
        (_, &[family, seed, index]) if is_id(&dots) => [family, seed, index],
        _ => return Ok(None),
    };
    if family::named(family).is_none() {
        return Err(unknown_family(family));
    }
    let number = |what: &str, text: &str| {
        text.parse::<u64>()
            .map_err(|_| Failure::new(format_args!("{address}: the {what} `{text}` is not a whole number below 2^64")))
    };
    let (seed, index) = (number("seed", seed)?, number("index", index)?);
    let source = Source::Generated { family: family.to_owned(), seed, index };
    Ok(Some(Sourced { file: family.to_owned(), id: format!("{family}:{seed}:{index}"), source }.into()))
}

/// The message for an unknown family.
pub fn unknown_family(name: &str) -> Failure {
    let families = family::families();
    let names: Vec<&str> = families.iter().map(|family| family.name()).collect();
    let near = nearest(name, names.iter().copied());
    Failure::new(format_args!(
        "there is no family `{name}`{} there are {}, and those of the duel, which `gjk list families` names",
        did_you_mean(";", near),
        names.join(", ")
    ))
}
