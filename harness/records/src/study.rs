//! A study: all results of a run, as tables and figures read them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use crate::archived::{JOURNAL, plain_or_archived};
use crate::store::{FACTS, each_line, read_facts, write_facts};
use crate::{Answers, Campaign, Done, Error, Facts, Journal, Line, Lines, Record, SCHEMA, StoredRows, UnitResult, files, rows};

/// The name in records of the corpus of pinned failures reported in the field, whose cases do not depend on a seed.
pub const CORPUS: &str = "corpus";

/// The facts, tallies and timings of one run, or of several merged runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The facts of the run.
    pub facts: Facts,
    /// The answers of the variants: one tally for each family and scalar.
    pub answers: Vec<Answers>,
    /// The lines of the other experiments, by kind; empty for an experiment that was not run. See [`Study::of`].
    pub lines: Vec<Lines>,
    /// The facts of each part that is from another run than the answers, by the name of the file of its lines.
    ///
    /// Such a run is in a folder that keeps the results of several runs, with `study.continuity.json` next to `study.json`, or
    /// is one of several studies that were read together.
    pub part_facts: BTreeMap<String, Facts>,
}

impl Default for Study {
    fn default() -> Study {
        Study { facts: Facts::default(), answers: Vec::new(), lines: Lines::kinds().collect(), part_facts: BTreeMap::new() }
    }
}

impl Study {
    /// The lines of one kind: [`Timing`]s, [`LoopTally`]s and so on; empty if their experiment was not run.
    ///
    /// [`Timing`]: crate::Timing
    /// [`LoopTally`]: crate::LoopTally
    pub fn of<T: Line>(&self) -> &[T] {
        self.lines.iter().find_map(Lines::of).map_or(&[], Vec::as_slice)
    }

    /// Adds these lines after others of their kind.
    pub fn with<T: Line>(mut self, mut lines: Vec<T>) -> Study {
        self.of_mut().append(&mut lines);
        self
    }

    /// The mutable lines of one kind.
    pub fn of_mut<T: Line>(&mut self) -> &mut Vec<T> {
        let place = self.lines.iter().position(|lines| lines.of::<T>().is_some()).unwrap_or_else(|| {
            self.lines.push(Lines::none::<T>());
            self.lines.len() - 1
        });
        self.lines[place].of_mut().expect("they are of this kind")
    }

    /// Reads a study from the folder of a finished campaign, or from a file of rows (`.csv`, `.csv.gz`).
    ///
    /// The rest of a study of rows is read from the folder of the file or the one above, if it is there. Without `study.json`,
    /// the facts are marked as unknown.
    pub fn read(input: &Path) -> Result<Study, Error> {
        Study::read_all(&[input.to_owned()])
    }

    /// Reads several studies and merges them.
    ///
    /// Answers to the same cases that occur in several studies count once; it is an error if they differ between studies, or if
    /// the tolerances do. For timings of the same query on the same machine, the first is kept.
    pub fn read_all(inputs: &[PathBuf]) -> Result<Study, Error> {
        let mut gathered = Gathered::default();
        // Files of rows of one folder share its times, which are read once.
        let mut folders: Vec<&Path> = Vec::new();
        for (place, path) in inputs.iter().enumerate() {
            let folder = if path.is_dir() { path.as_path() } else { folder_of(path) };
            if !folders.contains(&folder) {
                files::check(folder)?;
            }
            let facts = folder.join(FACTS);
            let facts = if facts.exists() { read_facts(&facts)? } else { unknown_facts() };
            if place > 0 && gathered.study.facts.tolerance != facts.tolerance {
                let (found, expected) = (facts.tolerance, gathered.study.facts.tolerance);
                let message = format!(
                    "judged with a tolerance of {found} units, other inputs with {expected}: their rulings cannot be pooled"
                );
                return Err(Error::refused(path, message));
            }
            if path.is_dir() {
                gathered.take_journal(Journal::open(&plain_or_archived(path.join(JOURNAL)))?, facts.seed, path)?;
            } else {
                gathered.take_rows(&mut rows::open(path)?, path, facts.tolerance)?;
            }
            if !folders.contains(&folder) {
                gathered.study.absorb_lines(folder, (place > 0).then_some(&facts))?;
                folders.push(folder);
            }
            if place == 0 {
                gathered.study.facts = facts;
            } else {
                gathered.study.absorb_facts(facts);
            }
        }
        Ok(gathered.finish())
    }

    /// The answers of a journal without other files, from its bytes; the path is for messages.
    pub fn parse_journal(bytes: &[u8], path: &Path) -> Result<Study, Error> {
        let mut gathered = Gathered::default();
        gathered.take_journal(Journal::of(bytes, path), 0, path)?;
        Ok(gathered.finish())
    }

    /// The answers of rows without other files, from the bytes of a file; the path determines whether they are compressed, and
    /// is for messages.
    pub fn parse_rows(bytes: &[u8], path: &Path, tolerance: f64) -> Result<Study, Error> {
        let mut gathered = Gathered::default();
        gathered.take_rows(&mut rows::text(bytes, path), path, tolerance)?;
        Ok(gathered.finish())
    }

    /// Adds the result of a unit; units must be added in their order.
    pub fn take(&mut self, found: UnitResult) {
        match found {
            UnitResult::Answers { tally, .. } => self.add(tally),
            UnitResult::Lines(next) => match self.lines.iter_mut().find(|lines| lines.file() == next.file()) {
                Some(lines) => lines.gather(next),
                None => self.lines.push(next),
            },
        }
    }

    fn add(&mut self, tally: Answers) {
        let is_of_the_same = |known: &&mut Answers| known.family == tally.family && known.scalar == tally.scalar;
        match self.answers.iter_mut().find(is_of_the_same) {
            Some(known) => known.add(&tally),
            None => self.answers.push(tally),
        }
    }

    /// Writes the files of a study to a folder, except the journal, which holds the answers.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        write_facts(&folder.join(FACTS), &self.facts)?;
        self.lines.iter().try_for_each(|lines| lines.write(folder))
    }

    /// Replaces lines by those of the same kind in a folder: the lines of units have no times.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn keep_lines(&mut self, folder: &Path) -> Result<(), Error> {
        for lines in &mut self.lines {
            let theirs = lines.read(folder)?;
            if !theirs.is_empty() {
                *lines = theirs;
            }
        }
        Ok(())
    }

    fn absorb_facts(&mut self, next: Facts) {
        let facts = &mut self.facts;
        for (ours, theirs) in [
            (&mut facts.command, next.command),
            (&mut facts.commit, next.commit),
            (&mut facts.version, next.version),
            (&mut facts.compiler, next.compiler),
            (&mut facts.processor, next.processor),
        ] {
            if !theirs.is_empty() && !ours.split("; ").any(|one| one == theirs) {
                *ours = if ours.is_empty() { theirs } else { format!("{ours}; {theirs}") };
            }
        }
        facts.cases_per_family = facts.cases_per_family.max(next.cases_per_family);
        let mut known: HashSet<String> = facts.variants.iter().cloned().collect();
        facts.variants.extend(next.variants.into_iter().filter(|name| known.insert(name.clone())));
        let mut known: HashSet<String> = facts.families.iter().map(|family| family.name.clone()).collect();
        facts.families.extend(next.families.into_iter().filter(|family| known.insert(family.name.clone())));
        let mut known: HashSet<String> = facts.taken_in.iter().cloned().collect();
        facts.taken_in.extend(next.taken_in.into_iter().filter(|name| known.insert(name.clone())));
        for (name, terms) in next.terms {
            facts.terms.entry(name).or_insert(terms);
        }
        facts.kinds.complete(next.kinds);
    }

    /// Adds the files of lines of a folder; `other` are the facts of the folder if it is not that of the answers.
    fn absorb_lines(&mut self, folder: &Path, other: Option<&Facts>) -> Result<(), Error> {
        for lines in &mut self.lines {
            let (theirs, is_first) = (lines.read(folder)?, lines.is_empty());
            if theirs.is_empty() {
                continue;
            }
            let file = lines.file();
            let stem = file.split('.').next().unwrap_or(file);
            let own = folder.join(format!("study.{stem}.json"));
            let other = other.filter(|facts| **facts != self.facts);
            let facts = if own.exists() { Some(read_facts(&own)?) } else { other.cloned() };
            match facts {
                Some(facts) if is_first => drop(self.part_facts.insert(file.to_owned(), facts)),
                // Lines of several runs do not belong to a single one.
                _ if !is_first => drop(self.part_facts.remove(file)),
                _ => {}
            }
            lines.join(theirs);
        }
        Ok(())
    }
}

/// The shard of a campaign that a folder holds, such as `1/3`; `None` if it holds a whole campaign, or none.
///
/// # Errors
/// Its journal cannot be read.
pub fn shard_of(folder: &Path) -> Result<Option<String>, Error> {
    let journal = plain_or_archived(folder.join(JOURNAL));
    if !journal.exists() {
        return Ok(None);
    }
    let shard = Journal::open(&journal)?.campaign()?.shard;
    Ok(Some(shard).filter(|shard| !shard.ends_with("/1")))
}

/// The folder of a run to which a file of rows belongs.
fn folder_of(rows: &Path) -> &Path {
    let folder = rows.parent().unwrap_or(Path::new(""));
    let above = folder.parent().filter(|above| !folder.join(FACTS).exists() && above.join(FACTS).exists());
    above.unwrap_or(folder)
}

/// Seed, family and scalar.
type Whose = (u64, String, String);

/// Disjoint ranges of cases: the first case, with the case after the last and a hash of the tally.
type Ranges = BTreeMap<u64, (u64, u64)>;

/// Messages: inputs that cannot be merged, and the form in which another input has the answers of this one.
const MIXED: &str = "rows and folders of studies cannot be taken together";
const OTHERWISE: &str = "it otherwise";
const A_PART: &str = "a part of it";

/// A study, and the answers that it consists of.
#[derive(Default)]
struct Gathered {
    study: Study,
    /// The ranges of cases of each variant.
    ranges: HashMap<Whose, HashMap<String, Ranges>>,
    /// A hash of each row, by family, case, scalar and variant.
    rows: HashMap<u64, u64>,
    /// Places in the study of the answers of a family and scalar, by a hash of these.
    places: HashMap<u64, usize>,
    /// Number of variants, summed over families and scalars.
    lists: usize,
}

/// The most variants of a family in a scalar, the most families in a scalar, and the most variants of all of them together.
const VARIANTS: usize = 1000;
const FAMILIES: usize = 1000;
const LISTS: usize = 10_000;

impl Gathered {
    fn take_journal(&mut self, mut journal: Journal<impl BufRead>, seed: u64, path: &Path) -> Result<(), Error> {
        let campaign = journal.campaign()?;
        refuse_unfinished(&campaign, path)?;
        // Rows are not read here, but a folder with missing or different files of rows is refused.
        let mut rows = path.is_dir().then(|| StoredRows::of(path, &campaign));
        journal.each_done(|done| {
            if let (Some(rows), Some(these)) = (&mut rows, &done.rows) {
                rows.pass(&done.unit, these);
            }
            self.take(done, seed, path)
        })?;
        rows.map_or(Ok(()), |rows| rows.check())
    }

    fn finish(self) -> Study {
        let mut study = self.study;
        let mut ranks: HashMap<&str, usize> = HashMap::new();
        for (rank, name) in study.facts.variants.iter().enumerate() {
            ranks.entry(name).or_insert(rank);
        }
        study.answers.iter_mut().for_each(|answers| answers.sort(|name| ranks.get(name).copied()));
        study
    }

    fn take(&mut self, done: Done, seed: u64, path: &Path) -> Result<(), Error> {
        let UnitResult::Answers { first, end, tally } = done.found else { return Ok(()) };
        if !self.rows.is_empty() {
            return Err(Error::clash(path, MIXED, A_PART));
        }
        let seed = if tally.family == CORPUS { 0 } else { seed };
        let of_family = self.ranges.entry((seed, tally.family.clone(), tally.scalar.clone())).or_default();
        let mut new = HashSet::new();
        for variant in &tally.variants {
            let hash = hash_of_text(format_args!("{variant:?}"));
            let known = of_family.entry(variant.variant.clone()).or_default();
            let what = || format!("{}, {}, {}, cases {first} to {end}", tally.family, tally.scalar, variant.variant);
            // The ranges are disjoint, so the last one that begins before `end` is also the one that ends last.
            match known.range(..end).next_back().filter(|(_, (known_end, _))| first < *known_end) {
                None => {
                    known.insert(first, (end, hash));
                    new.insert(variant.variant.clone());
                }
                Some((&f, &other)) if (f, other) == (first, (end, hash)) => {}
                Some((&f, &(e, _))) => {
                    return Err(Error::clash(path, what(), if (f, e) == (first, end) { OTHERWISE } else { A_PART }));
                }
            }
        }
        let tally = if new.len() == tally.variants.len() { tally } else { tally.only(|name| new.contains(name)) };
        let place = self.place(&tally.family, &tally.scalar);
        let known = self.study.answers[place].variants.len();
        self.study.answers[place].add(&tally);
        self.limit(place, self.study.answers[place].variants.len() - known, path)
    }

    /// The place of the answers of a family in a scalar.
    fn place(&mut self, family: &str, scalar: &str) -> usize {
        let answers = &mut self.study.answers;
        *self.places.entry(hash_of(&(family, scalar))).or_insert_with(|| {
            answers.push(Answers::new(family, scalar));
            answers.len() - 1
        })
    }

    /// Refuses more variants than any roster has, since their lists would take more time and memory than the file is worth.
    fn limit(&mut self, place: usize, new: usize, path: &Path) -> Result<(), Error> {
        self.lists += new;
        let Answers { family, scalar, variants, .. } = &self.study.answers[place];
        if variants.len() <= VARIANTS && self.study.answers.len() <= FAMILIES && self.lists <= LISTS {
            return Ok(());
        }
        let message = format!(
            "with {family}, {scalar} there are more than {VARIANTS} variants of a family, {FAMILIES} families, or {LISTS} \
             variants of families together"
        );
        Err(Error::line(path, 0, message))
    }

    fn take_rows(&mut self, text: &mut dyn Read, path: &Path, tolerance: f64) -> Result<(), Error> {
        if !self.ranges.is_empty() {
            return Err(Error::clash(path, MIXED, A_PART));
        }
        // The answers to a case are consecutive.
        let mut case: Vec<Record> = Vec::new();
        each_line(text, path, Record::HOLDS, |record: Record| {
            let key = hash_of(&(&record.family, &record.case, &record.scalar, &record.variant));
            let hash = hash_of_text(format_args!("{record:?}"));
            match self.rows.insert(key, hash) {
                None => {}
                Some(other) if other == hash => return Ok(()),
                Some(_) => {
                    let what = format!("case `{}`, scalar {}, variant {}", record.case, record.scalar, record.variant);
                    return Err(Error::clash(path, what, OTHERWISE));
                }
            }
            let is_of_another =
                |known: &Record| (&known.family, &known.case, &known.scalar) != (&record.family, &record.case, &record.scalar);
            if case.first().is_some_and(is_of_another) || case.len() > VARIANTS {
                self.take_case(&std::mem::take(&mut case), path, tolerance)?;
            }
            case.push(record);
            Ok(())
        })?;
        self.take_case(&case, path, tolerance)
    }

    fn take_case(&mut self, case: &[Record], path: &Path, tolerance: f64) -> Result<(), Error> {
        let Some(first) = case.first() else { return Ok(()) };
        let place = self.place(&first.family, &first.scalar);
        let known = self.study.answers[place].variants.len();
        self.study.answers[place].count(case, tolerance);
        self.limit(place, self.study.answers[place].variants.len() - known, path)
    }
}

/// An error for a campaign that is not finished.
pub(crate) fn refuse_unfinished(campaign: &Campaign, path: &Path) -> Result<(), Error> {
    if campaign.finished {
        return Ok(());
    }
    let message = format!(
        "the campaign is not finished: continue it with the same command, `{}`, and `--out` of this folder",
        campaign.facts.command
    );
    Err(Error::refused(path, message))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hash of a text that is not kept.
fn hash_of_text(text: fmt::Arguments) -> u64 {
    struct Text(DefaultHasher);
    impl Write for Text {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hasher = Text(DefaultHasher::new());
    // Hashing cannot fail.
    let _ = hasher.write_fmt(text);
    hasher.0.finish()
}

fn unknown_facts() -> Facts {
    let unknown = || "unknown".to_owned();
    Facts {
        schema: SCHEMA,
        command: "unknown (no study.json next to the records)".to_owned(),
        version: unknown(),
        commit: unknown(),
        compiler: unknown(),
        processor: unknown(),
        ..Facts::default()
    }
}

#[cfg(test)]
mod tests {
    mod pooled;

    use super::*;
    use crate::scratch::Scratch;
    use crate::{
        CensusTally, Column, Duel, FACTS_SCHEMA, Folder, LoopTally, Rows, Ruling, Subject, Timing, TraceTally, parse_lines,
        sealed_journal,
    };

    fn record(index: u64, ruling: Ruling) -> Record {
        let name = |text: &str| text.to_owned();
        Record {
            schema: SCHEMA,
            family: name("gap"),
            case: format!("gap:1:{index}"),
            scalar: name("f64"),
            variant: name("johnson"),
            ruling,
            knob: Some(0.5),
            ..Record::default()
        }
    }

    /// The rows of the cases of a range; the answers to the first case are failures.
    fn records(first: u64, end: u64) -> Vec<Record> {
        let ruling = |index| if index == first { Ruling::GaveUp } else { Ruling::Right };
        (first..end).map(|index| record(index, ruling(index))).collect()
    }

    /// The tally of these rows.
    fn answers(first: u64, end: u64) -> UnitResult {
        let mut tally = Answers::new("gap", "f64");
        records(first, end).into_iter().for_each(|record| tally.count(&[record], 64.0));
        UnitResult::Answers { first, end, tally }
    }

    /// A study with lines in each file.
    fn study() -> Study {
        let name = |text: &str| text.to_owned();
        let mut study = Study {
            facts: Facts { schema: FACTS_SCHEMA, command: name("gjk study"), tolerance: 64.0, seed: 1, ..Facts::default() },
            ..Study::default()
        };
        let rulings = [(Column::Contact, 2)].into_iter().collect();
        study.of_mut().push(Timing { schema: SCHEMA, machine: name("one"), nanoseconds: 0.1, ..Timing::default() });
        study.of_mut().push(LoopTally { schema: SCHEMA, cases: 3, ..LoopTally::default() });
        study.of_mut().push(CensusTally { schema: SCHEMA, lemma: Some(5), ..CensusTally::default() });
        study.of_mut().push(TraceTally { schema: SCHEMA, rulings, ..TraceTally::default() });
        study.of_mut().push(Duel { variant: name("x"), median_ns: Some(0.25), not_right: 7, ..Duel::default() });
        study.take(answers(0, 8));
        study
    }

    /// Writes a study of these units to a folder.
    fn write(study: &Study, folder: &Path, units: &[UnitResult]) {
        let campaign =
            Campaign { schema: SCHEMA, facts: study.facts.clone(), units: units.len() as u64, ..Campaign::default() };
        let mut running = Folder::begin(folder, &campaign, true).unwrap();
        let names: Vec<String> = (0..units.len()).map(|unit| unit.to_string()).collect();
        for (name, unit) in names.iter().zip(units) {
            running.put(name, None, unit.clone()).unwrap();
        }
        study.write(folder).unwrap();
        running.finish(&names).unwrap();
    }

    #[test]
    fn a_study_is_read_back_and_taken_together_with_others() {
        let (scratch, study) = (Scratch::new("studies"), study());
        let both = ["one", "two"].map(|name| scratch.0.join(name));
        both.iter().for_each(|folder| write(&study, folder, &[answers(0, 8)]));
        let [one, two] = both.each_ref().map(PathBuf::as_path);
        assert_eq!(Study::read(one).unwrap(), study);
        // Answers and times in both inputs count once; tallies and duels of the first are kept.
        assert_eq!(Study::read_all(&both).unwrap(), study);
        let mut without = study.clone();
        without.of_mut::<TraceTally>().clear();
        write(&without, one, &[answers(0, 8)]);
        assert!(Study::read(one).unwrap().of::<TraceTally>().is_empty());
        assert_eq!(Study::read_all(&both).unwrap(), study);

        // Times of another machine are added to those of the first.
        let mut other = study.clone();
        other.of_mut::<Timing>()[0].machine = "two".to_owned();
        write(&other, two, &[answers(0, 8), answers(8, 16)]);
        let all = Study::read_all(&both).unwrap();
        assert_eq!(all.of::<Timing>().iter().map(|t| &t.machine[..]).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!((all.answers.len(), all.answers[0].applicable(), all.answers[0].variants[0].counts.failures()), (1, 16, 2));

        let UnitResult::Answers { mut tally, .. } = answers(0, 8) else { unreachable!() };
        tally.variants[0].counts.certified += 1;
        write(&study, two, &[UnitResult::Answers { first: 0, end: 8, tally }]);
        let error = Study::read_all(&both).unwrap_err().to_string();
        assert!(error.contains("gap, f64, johnson, cases 0 to 8: another input has it otherwise"), "{error}");
        write(&study, two, &[answers(4, 12)]);
        let error = Study::read_all(&both).unwrap_err().to_string();
        assert!(error.contains("gap, f64, johnson, cases 4 to 12: another input has a part of it"), "{error}");
        other.facts.tolerance = 8.0;
        write(&other, two, &[]);
        let error = Study::read_all(&both).unwrap_err().to_string();
        assert!(error.contains("judged with a tolerance of 8 units, other inputs with 64: their rulings"), "{error}");
        // Another seed makes other cases.
        other.facts = Facts { seed: 2, ..study.facts.clone() };
        write(&other, two, &[answers(4, 12)]);
        assert_eq!(Study::read_all(&both).unwrap().answers[0].applicable(), 16);

        // Lists that do not belong together are not a tally.
        let text = self::journal(&[answers(0, 8)]);
        let error = parse(&sealed_journal(&text.replace("\"failures\":[1]", "\"failures\":[]"))).unwrap_err();
        assert!(error.contains("journal.jsonl: line 2: the cells of `knobs` do not belong to `variants`"), "{error}");

        // Rows without a folder are of an unknown run.
        let alone = scratch.0.join("rows.csv");
        std::fs::write(&alone, crate::columns::columns::<Record>().join(",") + "\n").unwrap();
        assert!(Study::read(&alone).unwrap().facts.command.starts_with("unknown"));
        assert!(Study::read(&two.join("nothing.csv")).unwrap_err().to_string().contains("nothing.csv"));
    }

    #[test]
    fn a_finished_journal_that_was_changed_is_noticed_wherever_it_was() {
        let (Scratch(folder), study) = (&Scratch::new("sealed"), study());
        write(&study, folder, &[answers(0, 8), answers(8, 16), answers(16, 24)]);
        let path = folder.join(JOURNAL);
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let said = |lines: &[&str]| {
            std::fs::write(&path, lines.concat()).unwrap();
            Study::read(folder).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(said(&lines), Ok(()));
        let [head, one, two, three] = lines[..] else { panic!("{text}") };
        let edited = two.replace("\"first\":8", "\"first\":9");
        let relabelled = head.replace("\"finished\":true", "\"finished\":true ");
        let relabelled = relabelled.replace("\"seed\":1", "\"seed\":2");
        for (changed, part) in [
            (&[head, one, &edited, three][..], "line 3: it was edited"),
            (&[head, two, one, three], "line 2: it was edited, or lines before it were lost"),
            (&[head, one, three], "line 3: it was edited, or lines before it were lost"),
            (&[head, one, one, two, three], "line 3: it was edited, or lines before it were lost, doubled"),
            (&[head, one, two], "2 units are there, and 3 were done: lines at the end are lost"),
            (&[head], "0 units are there, and 3 were done"),
            (&[&relabelled, one, two, three], "line 1: the journal is damaged: this line was edited"),
        ] {
            let error = said(changed).unwrap_err();
            assert!(error.contains(part), "{part}: {error}");
        }
        // A line must have its seal.
        let bare = two.replacen(&two[two.rfind(",\"crc32\"").unwrap()..], "}\n", 1);
        assert!(said(&[head, one, &bare, three]).unwrap_err().contains("line 3: it was edited"));
        // A unit must not occur twice, even with the right seals.
        let (mut seal, mut twice) = (0, String::new());
        [head, one, one, three].iter().for_each(|line| twice += &crate::seal::sealed_again(line, &mut seal));
        assert!(said(&[&twice]).unwrap_err().contains("line 3: the unit `0` is there twice"));
        // A journal without any seals, or without the first one, is not read.
        let unsealed = |line: &str| line[..line.rfind(",\"crc32\"").unwrap()].to_owned() + "}\n";
        let bare: Vec<String> = lines.iter().map(|line| unsealed(line)).collect();
        for lines in [vec![&bare[0][..], &bare[1], &bare[2]], vec![&bare[0], one, two, three]] {
            let error = said(&lines).unwrap_err();
            assert!(error.contains("line 1: this is not the first line of a journal: it has no checksum"), "{error}");
        }
    }

    /// The journal of a finished campaign of these units.
    fn journal(units: &[UnitResult]) -> String {
        let campaign = Campaign { schema: SCHEMA, finished: true, ..Campaign::default() };
        let campaign = Campaign { units: units.len() as u64, ..campaign };
        let mut seal = 0;
        let mut text = crate::seal::sealed(&campaign, &mut seal).unwrap();
        for (unit, found) in units.iter().enumerate() {
            let done = Done { unit: unit.to_string(), rows: None, found: found.clone() };
            text += &crate::seal::sealed(&done, &mut seal).unwrap();
        }
        text
    }

    fn parse(journal: &str) -> Result<Study, String> {
        Study::parse_journal(journal.as_bytes(), Path::new("journal.jsonl")).map_err(|error| error.to_string())
    }

    #[test]
    fn sums_of_the_counts_in_a_file_saturate() {
        let text = journal(&[answers(0, 8), answers(8, 16)]);
        assert_eq!(parse(&text).unwrap().answers[0].applicable(), 16);
        let greatest = u64::MAX.to_string();
        let many = text
            .replace("[7,0,0", &format!("[{greatest},{greatest},0"))
            .replace("\"cases\":[8", &format!("\"cases\":[{greatest}"));
        let many = many.replace("\"endless_errors\":0", &format!("\"endless_errors\":{greatest}"));
        let study = parse(&sealed_journal(&many)).unwrap();
        assert_eq!((study.answers[0].applicable(), study.answers[0].knobs[0].of(0)), (u64::MAX, [u64::MAX, 2]));
    }

    #[test]
    fn memory_for_rows_of_many_variants_is_limited() {
        let mut tally = Answers::new("gap", "f64");
        let rows =
            |variant: usize| Record { variant: variant.to_string(), knob: Some(variant as f64), ..record(0, Ruling::Right) };
        (0..=VARIANTS).for_each(|variant| tally.count(&[rows(variant)], 64.0));
        // A knob keeps only the variants that have answers: one each here.
        assert!(
            tally.knobs.iter().all(|knob| (0..=VARIANTS).filter(|place| knob.of(*place) != [0, 0]).count() <= VARIANTS / 8)
        );
        let error = parse(&journal(&[UnitResult::Answers { first: 0, end: 1, tally }])).unwrap_err();
        assert!(error.contains("with gap, f64 there are more than 1000 variants of a family"), "{error}");
    }

    #[test]
    fn ranges_are_found_in_any_order() {
        let units: Vec<UnitResult> = [40, 0, 8, 24, 16, 32].map(|first| answers(first, first + 8)).into();
        assert_eq!(parse(&journal(&units)).unwrap().answers[0].applicable(), 48);
        for (first, end) in [(0, 48), (4, 6), (47, 50), (15, 17), (8, 17)] {
            let error = parse(&journal(&[&units[..], &[answers(first, end)]].concat())).unwrap_err();
            assert!(error.contains("another input has a part of it"), "{first} to {end}: {error}");
        }
        // A repeated unit counts once; a unit without cases is invalid.
        assert_eq!(parse(&journal(&[&units[..], &units[2..4]].concat())).unwrap().answers[0].applicable(), 48);
        let error = parse(&journal(&[answers(3, 3)])).unwrap_err();
        assert!(error.contains("line 2: there are no cases from 3 to 3"), "{error}");
    }

    #[test]
    fn a_plan_is_not_longer_than_a_plan() {
        let text = journal(&[]).replace("\"plan\":{}", &format!("\"plan\":{{\"x\":[{}0]}}", "[],".repeat(1 << 13)));
        let error = parse(&sealed_journal(&text)).unwrap_err();
        assert!(error.contains("line 1") && error.contains("field `plan` has 24585 bytes, more than 16384"), "{error}");
    }

    #[test]
    fn rows_are_tallied_as_they_were() {
        let Scratch(folder) = &Scratch::new("rows");
        std::fs::create_dir_all(folder).unwrap();
        let written = |name: &str, records: &[Record]| {
            let mut rows = Rows::new();
            records.iter().for_each(|record| rows.push(record).unwrap());
            std::fs::write(folder.join(name), [Rows::head().unwrap(), rows.finish().unwrap()].concat()).unwrap();
            folder.join(name)
        };
        let path = written("rows.csv.gz", &records(0, 8));
        assert_eq!(Study::read(&path).unwrap().answers, study().answers);
        // The same rows again change nothing; other rows of the same cases are an error.
        assert_eq!(Study::read_all(&[path.clone(), path.clone()]).unwrap().answers, study().answers);
        let other = written("other.csv.gz", &[record(3, Ruling::Wrong)]);
        let error = Study::read_all(&[path.clone(), other]).unwrap_err().to_string();
        assert!(error.contains("other.csv.gz: case `gap:1:3`, scalar f64, variant johnson"), "{error}");
        std::fs::write(&path, &std::fs::read(&path).unwrap()[..60]).unwrap();
        assert!(Study::read(&path).unwrap_err().to_string().contains("rows.csv.gz: line"));
    }

    #[cfg(unix)]
    #[test]
    fn a_study_is_not_read_from_a_device_or_from_an_endless_line() {
        use std::os::unix::fs::symlink;
        use std::os::unix::net::UnixListener;

        let (Scratch(folder), study) = (&Scratch::new("kinds"), study());
        write(&study, folder, &[answers(0, 8)]);
        let fifo = folder.join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let _socket = UnixListener::bind(folder.join("socket")).unwrap();
        for name in [JOURNAL, FACTS, "times.csv", "duel.jsonl"] {
            let (path, aside) = (folder.join(name), folder.join("aside"));
            std::fs::rename(&path, &aside).unwrap();
            for other in ["/dev/zero", "fifo", "socket", ".."] {
                symlink(other, &path).unwrap();
                let error = Study::read(folder).unwrap_err().to_string();
                assert!(error.contains(&format!("{name}: is a folder, a device, a pipe or a socket")), "{other}: {error}");
                // A file of rows with this name is refused, too.
                assert!(Study::read(&path).is_err(), "{name} {other}");
                std::fs::remove_file(&path).unwrap();
            }
            // A file of zeros that uses no space on the disk.
            std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
            let error = Study::read(folder).unwrap_err().to_string();
            assert!(
                ["a line of more than 32 MiB", "is not what the campaign wrote"].iter().any(|part| error.contains(part)),
                "{error}"
            );
            std::fs::remove_file(&path).unwrap();
            // A link to a file is a file.
            symlink("aside", &path).unwrap();
            assert_eq!(Study::read(folder).unwrap(), study);
            std::fs::rename(&aside, &path).unwrap();
        }
        assert!(Study::read(Path::new("/dev/zero")).unwrap_err().to_string().contains("is a folder, a device"));
        // After a valid header.
        let rows = folder.join("rows.csv");
        let head = crate::columns::columns::<Record>().join(",") + "\n4,\"";
        std::fs::write(&rows, &head).unwrap();
        std::fs::OpenOptions::new().append(true).open(&rows).unwrap().set_len(1 << 40).unwrap();
        let error = Study::read(&rows).unwrap_err().to_string();
        assert!(error.contains("rows.csv: line 2: ") && error.contains("a row of more than 1 MiB"), "{error}");
    }

    #[test]
    fn unsafe_texts_are_refused_when_they_are_read() {
        let text = journal(&[answers(0, 8)]);
        for (bad, field) in [
            (text.replace("\"family\":\"gap\"", "\"family\":\"<script>\""), "line 2: field `family`"),
            (text.replace("johnson", "=1+1"), "line 2: field `variant`"),
            (text.replace("johnson", "\\u001b[2J"), "line 2: field `variant`"),
            (
                text.replace("\"commit\":\"\"", "\"commit\":\"`\u{202e}`\""),
                "line 1: this is not the journal of a campaign: field `commit`",
            ),
            (
                text.replace("\"plan\":{}", "\"plan\":{\"hulls\":\"[x](y)\"}"),
                "line 1: this is not the journal of a campaign: field `hulls`",
            ),
        ] {
            assert_ne!(bad, text, "{field}");
            let error = parse(&sealed_journal(&bad)).unwrap_err();
            assert!(error.contains(field) && error.chars().all(crate::is_seen), "{field}: {error:?}");
        }
        let rows = |cell: &str| {
            let (columns, mut record) = (crate::columns::columns::<Record>(), record(0, Ruling::Right));
            record.variant = cell.to_owned();
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.write_record(columns).unwrap();
            writer.serialize(record).unwrap();
            let text = writer.into_inner().unwrap();
            Study::parse_rows(&text, Path::new("rows.csv"), 64.0).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(rows("signed-volumes"), Ok(()));
        for cell in ["=cmd", "@x", "-x", "+x", "\tx", "<b>", "a\u{1b}b", "a\u{202e}b", "a\nb", "|"] {
            let error = rows(cell).unwrap_err();
            assert!(error.contains("rows.csv: line 2: column `variant`: no name has"), "{error}");
            assert!(error.chars().all(crate::is_seen), "{error:?}");
        }
        let facts = |text: &str| crate::parse_facts(text.as_bytes(), Path::new(FACTS)).unwrap_err().to_string();
        let error = facts("{\n  \"schema\": 4,\n  \"processor\": \"<img>\"\n}\n");
        assert!(error.contains("study.json: line 3: field `processor`: no name has"), "{error}");
        let duel = serde_json::to_string(&study().of::<Duel>()[0]).unwrap().replace("\"x\"", "\"=x\"");
        let error = parse_lines::<Duel>(format!("\n{duel}\n").as_bytes(), Path::new(Duel::FILE)).unwrap_err().to_string();
        assert!(error.contains("duel.jsonl: line 2: field `variant`: no name has"), "{error}");
    }

    #[test]
    fn a_line_that_is_not_a_duel_is_reported() {
        let read = |text: &[u8]| parse_lines::<Duel>(text, Path::new(Duel::FILE));
        let said = |text: &[u8]| read(text).unwrap_err().to_string();
        let line = serde_json::to_string(&study().of::<Duel>()[0]).unwrap() + "\n";
        let message = said(format!("{line}\n{}", line.replace("\"points\"", "\"dots\"")).as_bytes());
        assert!(message.contains("duel.jsonl: line 3: missing field `points`"), "{message}");
        // A time may be null, but not be missing.
        let message = said(line.replace("\"median_ns\"", "\"median\"").as_bytes());
        assert!(message.contains("duel.jsonl: line 1: missing field `median_ns`"), "{message}");
        assert!(said(format!("{line}{{\"family\":").as_bytes()).contains("duel.jsonl: line 2: EOF"));
        let message = said(&[line.as_bytes(), b"\xff"].concat());
        assert!(message.contains("duel.jsonl: line 2: this is no UTF-8 text"), "{message}");
    }
}
