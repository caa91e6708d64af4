//! Writes an archived folder of results in the form of today: `cargo run --release -p gjk-records --example rewrite -- OLD NEW`.
//!
//! Numbers stay as they are. Added are: seals, checksums of files, the columns that came later (empty where a row did not have them), the
//! question of a contest that asked for distances, and the promise of a program from outside as its answers show it.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use gjk_records::{
    CertifyTally, Done, Duel, FACTS_SCHEMA, Facts, JOURNAL, Journal, Lines, Question, Rows, UnitResult, parse_facts,
    parse_lines, write_lines,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [old, new] = &paths[..] else { return Err("two paths are needed: OLD NEW".into()) };
    if old.is_file() {
        // The counts of `gjk certify`.
        let tallies: Vec<CertifyTally> = parse_lines(&std::fs::read(old)?, old)?;
        return Ok(write_lines(new, &tallies)?);
    }
    if old.join("records").exists() {
        return Err("a folder with rows is no archive".into());
    }
    std::fs::create_dir(new)?;
    for entry in std::fs::read_dir(old)? {
        let name = entry?.file_name();
        std::fs::copy(old.join(&name), new.join(&name))?;
    }
    folder(new)
}

fn folder(path: &Path) -> Outcome<()> {
    let journal = path.join(format!("{JOURNAL}.gz"));
    let mut reader = Journal::open(&journal)?;
    let mut campaign = reader.campaign()?;
    let mut units: Vec<Done> = Vec::new();
    reader.each_done(|done| {
        units.push(done);
        Ok(())
    })?;

    let promises = promises(&units);
    for name in ["study.json", "study.continuity.json"] {
        let file = path.join(name);
        if file.exists() {
            let facts = completed(parse_facts(&std::fs::read(&file)?, &file)?, &promises);
            let text = serde_json::to_string_pretty(&facts)? + "\n";
            std::fs::write(&file, text)?;
        }
    }
    let file = path.join("study.json");
    campaign.facts = parse_facts(&std::fs::read(&file)?, &file)?;

    campaign.files = BTreeMap::from([("study.json".to_owned(), checksum(&std::fs::read(file)?))]);
    for lines in Lines::kinds() {
        let file = path.join(format!("{}.gz", lines.file()));
        let file = if file.exists() { file } else { path.join(lines.file()) };
        if file.exists() {
            let mut lines = lines.parse(&unpacked(&file)?, &file)?;
            for duel in lines.of_mut::<Duel>().into_iter().flatten().filter(|duel| duel.question.is_empty()) {
                Question::Distance.name().clone_into(&mut duel.question);
            }
            std::fs::remove_file(&file)?;
            if !lines.is_empty() {
                let mut text = Vec::new();
                lines.fill(&mut text)?;
                pack(&file, &text)?;
                campaign.files.insert(lines.file().to_owned(), checksum(&text));
            }
        }
    }
    campaign.head = Rows::head()?.len() as u64;
    campaign.units = units.len() as u64;
    let mut text = String::new();
    let mut seal = 0;
    text += &sealed(&serde_json::to_string(&campaign)?, &mut seal);
    for done in &units {
        text += &sealed(&serde_json::to_string(done)?, &mut seal);
    }
    pack(&journal, text.as_bytes())?;

    let failures = path.join("first-failures.csv.gz");
    if failures.exists() { rows(&failures) } else { Ok(()) }
}

/// What each variant with answers promises, by what it answered.
fn promises(units: &[Done]) -> BTreeMap<String, Question> {
    let mut gives: BTreeMap<String, [bool; 3]> = BTreeMap::new();
    for done in units {
        let UnitResult::Answers { tally, .. } = &done.found else { continue };
        for variant in &tally.variants {
            let depth = &variant.counts.depth;
            let here = [variant.distance, depth.answers > 0, depth.some > 0];
            gives.entry(variant.variant.clone()).or_default().iter_mut().zip(here).for_each(|(gives, here)| *gives |= here);
        }
    }
    let promise = |gives: [bool; 3]| match gives {
        [_, true, true] => Question::Translation,
        [_, true, false] => Question::Depth,
        [true, false, _] => Question::Distance,
        [false, false, _] => Question::Verdict,
    };
    gives.into_iter().map(|(name, gives)| (name, promise(gives))).collect()
}

/// Facts whose programs have a promise. Where no answers are, they were asked for distances.
fn completed(mut facts: Facts, promises: &BTreeMap<String, Question>) -> Facts {
    facts.schema = FACTS_SCHEMA;
    for name in &facts.variants {
        if let Some(kind) = facts.kinds.variants.get_mut(name).filter(|kind| kind.promise.is_none()) {
            kind.promise = Some(promises.get(name).copied().unwrap_or(Question::Distance));
        }
    }
    facts
}

/// Rows that are no unit's: with the columns of today, in their order.
fn rows(path: &Path) -> Outcome<()> {
    let head = Rows::head()?;
    let columns = csv::Reader::from_reader(MultiGzDecoder::new(&head[..])).headers()?.clone();
    let text = unpacked(path)?;
    let mut reader = csv::Reader::from_reader(&text[..]);
    let before = reader.headers()?.clone();
    let place = |column: &str| before.iter().position(|name| name == column || (column == "case_id" && name == "case"));
    let places: Vec<Option<usize>> = columns.iter().map(place).collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&columns)?;
    for row in reader.records() {
        let row = row?;
        writer.write_record(places.iter().map(|place| place.map_or("", |place| &row[place])))?;
    }
    pack(path, &writer.into_inner()?)
}

/// A line with its seal: the last field, a checksum of the line and of the seal before.
fn sealed(line: &str, seal: &mut u32) -> String {
    let mut crc = Crc::new();
    crc.update(&seal.to_le_bytes());
    crc.update(line.as_bytes());
    *seal = crc.sum();
    format!("{},\"crc32\":\"{seal:08x}\"}}\n", line.strip_suffix('}').unwrap_or(line))
}

fn checksum(text: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(text);
    format!("{} {:08x}", text.len(), crc.sum())
}

fn unpacked(path: &Path) -> Outcome<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    let mut text = Vec::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        MultiGzDecoder::new(&bytes[..]).read_to_end(&mut text)?;
        return Ok(text);
    }
    Ok(bytes)
}

fn pack(path: &Path, text: &[u8]) -> Outcome<()> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return Ok(std::fs::write(path, text)?);
    }
    let mut archive = GzEncoder::new(std::fs::File::create(path)?, Compression::best());
    archive.write_all(text)?;
    archive.finish()?;
    Ok(())
}
