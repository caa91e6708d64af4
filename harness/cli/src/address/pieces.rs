//! The cases of all addresses, in pieces: a file of cases may be larger than the memory.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use gjk_cases::case::Case;
use gjk_cases::format::{Pieces, Reading};
use gjk_cases::sources::{Composition, Kept, Request, Scene, Source, Sourced};
use gjk_cases::spelling::{did_you_mean, nearest};
use gjk_cases::{files, mesh, queries};
use gjk_records::CORPUS;

use super::{Addressed, generated, no_file, read, scene, tell_notes};
use crate::failure::Failure;
use crate::output::tell;

/// The most cases of a piece, and the approximate length of the text that they are read from: the amount that is held at a
/// time.
const PIECE: usize = 64;
const BYTES: usize = 1 << 22;

/// The cases that the user requested, in their order; each file, and standard input, is read once.
pub struct Cases {
    parts: VecDeque<Part>,
    /// The faults of the lines without a case that were read so far.
    pub problems: Vec<String>,
}

enum Part {
    /// Cases in memory.
    Held(VecDeque<Addressed>),
    /// The pairs of a scene, each made a case on demand.
    Scene(Box<Scene>, VecDeque<(usize, usize)>),
    /// The cases of a file that is read on demand.
    File(String, Box<Pieces<Box<dyn BufRead + Send>>>),
}

impl Cases {
    /// The cases of these addresses.
    pub fn of(addresses: &[String], request: &Request) -> Result<Cases, Failure> {
        let mut cases = Cases { parts: VecDeque::new(), problems: Vec::new() };
        let (scene_of_files, others) = divided_scene(addresses, request.skip)?;
        if let Some(composition) = scene_of_files {
            cases.hold_scene(Scene::of(&composition, request).map_err(Failure::new)?, None)?;
        }
        let mut uses: HashMap<&str, usize> = HashMap::new();
        others.iter().for_each(|address| *uses.entry(divided(address).0).or_default() += 1);
        let mut held: HashMap<&str, Arc<[Case]>> = HashMap::new();
        for address in others {
            match cases.add(address, request, &uses, &mut held) {
                Err(Failure::Messages(problems)) if request.skip => cases.problems.extend(problems),
                added => added?,
            }
        }
        Ok(cases)
    }

    /// Adds the cases of an address. `uses` has how often each file is named, and `held` the cases of files that are named several
    /// times.
    fn add<'a>(
        &mut self,
        address: &'a str,
        request: &Request,
        uses: &HashMap<&str, usize>,
        held: &mut HashMap<&'a str, Arc<[Case]>>,
    ) -> Result<(), Failure> {
        if let Some(generated) = generated(address)? {
            self.hold(vec![generated]);
            return Ok(());
        }
        let (file, id) = divided(address);
        if let Some(scene) = scene(file, request)? {
            self.hold_scene(scene, id)?;
            return Ok(());
        }
        if uses[file] == 1 && is_streamed(file) {
            let pieces = Box::new(open(file)?);
            match id {
                None => self.parts.push_back(Part::File(file.to_owned(), pieces)),
                Some(id) => self.one_of(file, id, *pieces)?,
            }
            return Ok(());
        }
        let all = match held.get(file) {
            Some(all) => Arc::clone(all),
            None => {
                let reading = read(file)?;
                self.report(&reading);
                Arc::clone(held.entry(file).or_insert(reading.cases.into()))
            }
        };
        let wanted = all.iter().filter(|case| id.is_none_or(|id| case.id == id));
        let found: Vec<Addressed> = wanted.map(|case| written(file, case.clone())).collect();
        if let Some(id) = id.filter(|_| found.is_empty()) {
            return Err(self.no_case(file, id, all.iter().map(|case| &case.id[..])));
        }
        self.hold(found);
        Ok(())
    }

    /// The next cases; empty if there are no more.
    pub fn next(&mut self) -> Result<Vec<Addressed>, Failure> {
        while let Some(part) = self.parts.pop_front() {
            match part {
                Part::Held(mut cases) => {
                    let piece: Vec<Addressed> = cases.drain(..cases.len().min(PIECE)).collect();
                    if !piece.is_empty() {
                        self.parts.push_front(Part::Held(cases));
                        return Ok(piece);
                    }
                }
                Part::Scene(scene, mut pairs) => {
                    let piece: Vec<Addressed> =
                        pairs.drain(..pairs.len().min(PIECE)).map(|pair| scene.sourced(pair).into()).collect();
                    if !piece.is_empty() {
                        self.parts.push_front(Part::Scene(scene, pairs));
                        return Ok(piece);
                    }
                }
                Part::File(file, mut pieces) => {
                    let piece = pieces.next(PIECE, BYTES).map_err(|error| unreadable(&file, &error))?;
                    if !piece.is_empty() {
                        let piece = piece.into_iter().map(|case| written(&file, case)).collect();
                        self.parts.push_front(Part::File(file, pieces));
                        return Ok(piece);
                    }
                    self.report(&pieces.finish());
                }
            }
        }
        Ok(Vec::new())
    }

    /// Adds the pair of a scene with an id, or all that are not left out.
    fn hold_scene(&mut self, scene: Scene, id: Option<&str>) -> Result<(), Failure> {
        self.problems.extend(scene.skipped.iter().cloned());
        let pairs = match id {
            Some(id) => scene.named(id).map(|pair| vec![pair]),
            None => scene.pairs(),
        };
        // The files that are left out are the cause if nothing is left.
        let pairs = pairs.map_err(|message| match scene.skipped.is_empty() {
            true => Failure::new(message),
            false => Failure::Messages(std::mem::take(&mut self.problems)),
        })?;
        match &pairs[..] {
            [pair] if id.is_some() => {
                tell_notes(&scene, Some(*pair));
                self.hold(vec![scene.sourced(*pair).into()]);
            }
            _ => {
                tell_notes(&scene, None);
                scene.left_out().iter().for_each(|note| tell(format_args!("{note}")));
                self.parts.push_back(Part::Scene(Box::new(scene), pairs.into()));
            }
        }
        Ok(())
    }

    fn hold(&mut self, cases: Vec<Addressed>) {
        self.parts.push_back(Part::Held(cases.into()));
    }

    /// Adds the case of a file with this id; the other lines are also read, and their faults are recorded.
    fn one_of(&mut self, file: &str, id: &str, mut pieces: Pieces<Box<dyn BufRead + Send>>) -> Result<(), Failure> {
        let mut found = None;
        loop {
            let piece = pieces.next(PIECE, BYTES).map_err(|error| unreadable(file, &error))?;
            if piece.is_empty() {
                break;
            }
            found = piece.into_iter().find(|case| case.id == id).or(found);
        }
        match found {
            Some(case) => self.hold(vec![written(file, case)]),
            None => {
                let ids: Vec<String> = pieces.ids().map(str::to_owned).collect();
                self.report(&pieces.finish());
                return Err(self.no_case(file, id, ids.iter().map(|id| &id[..])));
            }
        }
        self.report(&pieces.finish());
        Ok(())
    }

    fn report(&mut self, reading: &Reading) {
        reading.notes.iter().for_each(|note| tell(format_args!("{note}")));
        self.problems.extend(reading.problems.iter().map(ToString::to_string));
    }

    /// The failure for an id that no case of a file has, after the faults of its lines.
    fn no_case<'a>(&mut self, file: &str, id: &str, ids: impl Iterator<Item = &'a str>) -> Failure {
        let mut problems = std::mem::take(&mut self.problems);
        problems.push(format!("{file}: there is no case with id `{id}`{}", did_you_mean("", nearest(id, ids))));
        Failure::Messages(problems)
    }
}

/// The scene of the addresses that are files of bodies, if there are several, and the other addresses. An address with a mistake is
/// among the others, if it is to be skipped.
pub fn divided_scene(addresses: &[String], skip: bool) -> Result<(Option<Composition>, Vec<&String>), Failure> {
    let (mut files, mut others) = (Vec::new(), Vec::new());
    for address in addresses {
        let has_id = divided(address).1.is_some();
        let composition = if has_id { Ok(None) } else { Composition::of(address) };
        match composition.or_else(|message| if skip { Ok(None) } else { Err(Failure::new(message)) })? {
            Some(composition) if composition.kept == Kept::All => files.push(composition),
            _ => others.push(address),
        }
    }
    if files.len() == 1 {
        return Ok((None, addresses.iter().collect()));
    }
    Ok((Composition::joined(files), others))
}

/// The file of an address, and the id after a `#`.
pub fn divided(address: &str) -> (&str, Option<&str>) {
    match address.split_once('#') {
        Some((file, id)) if !Path::new(address).exists() => (file, Some(id)),
        _ => (address, None),
    }
}

/// Whether an address names a file of cases, one per line, or standard input.
fn is_streamed(file: &str) -> bool {
    let is_corpus = file == CORPUS && !Path::new(file).exists();
    !is_corpus && mesh::foreign(file).is_none() && !queries::is_query_file(file)
}

/// Begins to read a file of cases, or standard input.
fn open(file: &str) -> Result<Pieces<Box<dyn BufRead + Send>>, Failure> {
    let reader: Box<dyn BufRead + Send> = match file {
        "-" => {
            files::check_standard_input().map_err(|error| unreadable(file, &error))?;
            Box::new(BufReader::new(std::io::stdin()))
        }
        _ => Box::new(BufReader::with_capacity(1 << 16, files::open_given(file).map_err(|error| unreadable(file, &error))?)),
    };
    Pieces::new(reader, file).map_err(|error| unreadable(file, &error))
}

/// The failure for a file that cannot be read or does not exist.
pub(super) fn unreadable(file: &str, error: &std::io::Error) -> Failure {
    match Path::new(file).exists() {
        _ if file == "-" => Failure::new(format_args!("standard input: {error}")),
        true => Failure::new(format_args!("{file}: {error}")),
        false => no_file(file, error),
    }
}

fn written(file: &str, case: Case) -> Addressed {
    Sourced { file: file.to_owned(), id: case.id.clone(), source: Source::Written(Box::new(case)) }.into()
}
