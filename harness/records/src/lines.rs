//! The lines of a journal as they are read, of a finished or an interrupted campaign.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use crate::seal::{Seal, seal_of};
use crate::{Campaign, Done, Error, OLDER, SCHEMA, UnitRows, plain, rows};

/// A journal that is read from its beginning.
pub struct Journal<'a, R> {
    reader: R,
    path: &'a Path,
    /// Number of lines that were read.
    number: u64,
    /// Number of bytes that were read.
    end: u64,
    /// The checksum in the seal of the last line.
    seal: u32,
    /// Number of units in the campaign.
    units: u64,
}

/// The message about a line whose seal does not match.
const BROKEN: &str = "it was edited, or lines before it were lost, doubled or moved: its checksum does not fit";

/// The contents of the journal of an interrupted campaign.
pub(crate) struct Stock {
    /// The length of the good lines.
    pub length: u64,
    /// The checksum in the seal of the last good line.
    pub seal: u32,
    /// Places of units, by their names.
    pub units: BTreeMap<String, UnitPlace>,
    /// Total length of the rows of all good lines; the rows are in the order of the lines.
    pub rows: u64,
}

/// The places of the line and the rows of a unit.
#[derive(Clone, Debug)]
pub(crate) struct UnitPlace {
    /// Beginning of its line in the journal, and length of the line.
    pub line: (u64, usize),
    /// Beginning of its rows in the file of all rows, and their length and checksum.
    pub rows: Option<(u64, UnitRows)>,
}

/// The fields of a line that decide whether its unit has to be done again.
#[derive(Deserialize)]
struct Unit {
    unit: String,
    rows: Option<UnitRows>,
}

impl Unit {
    fn read(line: &str) -> Result<Unit, String> {
        let unit: Unit = plain::parse(line)?;
        UnitRows::check(unit.rows.as_ref())?;
        if line.ends_with('\n') { Ok(unit) } else { Err("no end of line".to_owned()) }
    }
}

impl<'a> Journal<'a, BufReader<Box<dyn Read>>> {
    /// Opens the file of a journal, which is compressed if its name says so.
    pub fn open(path: &'a Path) -> Result<Self, Error> {
        Ok(Journal::of(BufReader::with_capacity(1 << 16, rows::open(path)?), path))
    }
}

impl<'a, R: BufRead> Journal<'a, R> {
    /// A journal from its bytes; the path is for messages.
    pub fn of(reader: R, path: &'a Path) -> Journal<'a, R> {
        Journal { reader, path, number: 0, end: 0, seal: 0, units: 0 }
    }

    /// The next line, with its end; the last one may lack it.
    fn next(&mut self) -> Result<Option<String>, Error> {
        self.number += 1;
        let bytes = rows::line(&mut self.reader).map_err(|error| Error::line(self.path, self.number, error.to_string()))?;
        let length = bytes.len();
        self.end += length as u64;
        // A line that is not UTF-8 is not JSON either; this text has its length.
        let text = String::from_utf8(bytes).unwrap_or_else(|error| "?".repeat(error.as_bytes().len()));
        Ok((length > 0).then_some(text))
    }

    /// True if the last line that was read has the right seal.
    fn is_sealed(&mut self, line: &str) -> bool {
        let (is_good, said) = match seal_of(line, self.seal) {
            Seal::Good(said) => (true, said),
            // The next line is compared with the seal of this one, which shows whether only this line is bad.
            Seal::Broken(said) => (false, said),
            Seal::Absent => (false, self.seal),
        };
        self.seal = said;
        is_good
    }

    /// The first line, if its seal is right.
    fn first(&mut self) -> Result<Option<String>, Error> {
        let first = self.next()?;
        let fault = match first.as_deref().map(|line| seal_of(line, 0)) {
            Some(Seal::Good(said)) => {
                self.seal = said;
                return Ok(first);
            }
            None => return Ok(None),
            Some(Seal::Broken(_)) => "the journal is damaged: this line was edited, its checksum does not fit".to_owned(),
            Some(Seal::Absent) if first.as_deref().is_some_and(|line| !line.ends_with('\n')) => {
                "the journal is damaged: no end of line; --fresh begins anew".to_owned()
            }
            Some(Seal::Absent) => format!("this is not the first line of a journal: it has no checksum. {OLDER}"),
        };
        Err(Error::line(self.path, 1, fault))
    }

    /// The campaign, from the first line.
    pub fn campaign(&mut self) -> Result<Campaign, Error> {
        let campaign = match self.first()? {
            Some(text) => plain::parse::<Campaign>(&text),
            None => Err("it is empty".to_owned()),
        };
        let campaign = campaign.map_err(|message| {
            Error::line(self.path, 1, format!("this is not the journal of a campaign: {message}. {OLDER}"))
        })?;
        if campaign.schema != SCHEMA {
            let message = format!("field `schema` is {}, this version reads schema {SCHEMA} only", campaign.schema);
            return Err(Error::line(self.path, 1, message));
        }
        self.units = campaign.units;
        Ok(campaign)
    }

    /// Passes the units of a finished campaign to `take` in their order, after the first line has been read.
    ///
    /// # Errors
    /// A line is damaged, a unit occurs twice, or units are missing.
    pub fn each_done(mut self, mut take: impl FnMut(Done) -> Result<(), Error>) -> Result<(), Error> {
        let mut seen = HashSet::new();
        while let Some(text) = self.next()? {
            let done = if self.is_sealed(&text) { Done::read(&text) } else { Err(BROKEN.to_owned()) };
            let done = done.map_err(|message| Error::line(self.path, self.number, message))?;
            if !seen.insert(done.unit.clone()) {
                return Err(Error::line(self.path, self.number, format!("the unit `{}` is there twice", done.unit)));
            }
            take(done)?;
        }
        if seen.len() as u64 != self.units {
            let message = format!("{} units are there, and {} were done: lines at the end are lost", seen.len(), self.units);
            return Err(Error::line(self.path, self.number, message));
        }
        Ok(())
    }

    /// The finished units, without a torn end of the file.
    pub(crate) fn stock(mut self) -> Result<Stock, Error> {
        if self.first()?.is_none() {
            return Err(Error::line(self.path, 1, "the journal is empty; --fresh begins anew".to_owned()));
        }
        let mut stock = Stock { length: self.end, seal: self.seal, units: BTreeMap::new(), rows: 0 };
        let mut torn: Option<(u64, String)> = None;
        let mut begin = self.end;
        while let Some(text) = self.next()? {
            let unit = if self.is_sealed(&text) { Unit::read(&text) } else { Unit::read(&text).and(Err(BROKEN.to_owned())) };
            match (unit, &torn) {
                (Ok(unit), None) => {
                    stock.length = self.end;
                    stock.seal = self.seal;
                    let rows = unit.rows.map(|rows| (stock.rows, rows));
                    stock.rows = rows.as_ref().map_or(stock.rows, |(at, rows)| at.saturating_add(rows.bytes));
                    stock.units.insert(unit.unit, UnitPlace { line: (begin, text.len()), rows });
                }
                // The end of a file may be torn, but not its middle.
                (Ok(_), Some((line, message))) => {
                    return Err(Error::line(
                        self.path,
                        *line,
                        format!("the journal is damaged: {message}; --fresh begins anew"),
                    ));
                }
                (Err(message), None) => torn = Some((self.number, message)),
                (Err(_), Some(_)) => {}
            }
            begin = self.end;
        }
        Ok(stock)
    }
}
