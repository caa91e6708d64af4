//! The lines of a journal as they are read: of a finished campaign, and of one that was interrupted.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use crate::seal::{Seal, seal_of};
use crate::{Campaign, Done, Error, OLDER, SCHEMA, UnitRows, plain, rows};

/// A journal that is read from its begin.
pub struct Journal<'a, R> {
    reader: R,
    path: &'a Path,
    /// Lines that were read.
    number: u64,
    /// Bytes that were read.
    end: u64,
    /// What the seal of the last line says.
    seal: u32,
    /// How many units the campaign has.
    units: u64,
}

/// What is said of a line whose seal does not fit.
const BROKEN: &str = "it was edited, or lines before it were lost, doubled or moved: its checksum does not fit";

/// What an interrupted campaign left behind in its journal.
pub(crate) struct Stock {
    /// The length of the good lines.
    pub length: u64,
    /// What the seal of the last of them says.
    pub seal: u32,
    /// What is known of units, by their names.
    pub units: BTreeMap<String, UnitPlace>,
    /// How long the rows of all good lines are together: they stand one after the other as the lines do.
    pub rows: u64,
}

/// Where what was written of a unit stands.
#[derive(Clone, Debug)]
pub(crate) struct UnitPlace {
    /// Where its line begins in the journal, and how long it is.
    pub line: (u64, usize),
    /// Where its rows begin among all that were written, and what they are.
    pub rows: Option<(u64, UnitRows)>,
}

/// What of a line decides whether its unit has to be done again.
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
        // What is no UTF-8 is no JSON either, and as long as it was.
        let text = String::from_utf8(bytes).unwrap_or_else(|error| "?".repeat(error.as_bytes().len()));
        Ok((length > 0).then_some(text))
    }

    /// Whether the line that was read last has the seal that it has to have.
    fn is_sealed(&mut self, line: &str) -> bool {
        let (is_good, said) = match seal_of(line, self.seal) {
            Seal::Good(said) => (true, said),
            // The next line is compared with the seal of this one, so that it shows whether this line alone is bad.
            Seal::Broken(said) => (false, said),
            Seal::Absent => (false, self.seal),
        };
        self.seal = said;
        is_good
    }

    /// The first line, which has its seal.
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
            Some(Seal::Absent) => format!("this is no first line of a journal: it has no checksum. {OLDER}"),
        };
        Err(Error::line(self.path, 1, fault))
    }

    /// The first line: what the journal says of its campaign.
    pub fn campaign(&mut self) -> Result<Campaign, Error> {
        let campaign = match self.first()? {
            Some(text) => plain::parse::<Campaign>(&text),
            None => Err("it is empty".to_owned()),
        };
        let campaign = campaign
            .map_err(|message| Error::line(self.path, 1, format!("this is no journal of a campaign: {message}. {OLDER}")))?;
        if campaign.schema != SCHEMA {
            let message = format!("field `schema` is {}, this version reads schema {SCHEMA} only", campaign.schema);
            return Err(Error::line(self.path, 1, message));
        }
        self.units = campaign.units;
        Ok(campaign)
    }

    /// Hands over the units of a finished campaign in their order. The first line has been read.
    ///
    /// # Errors
    /// A line is damaged, a unit is there twice, or units are missing.
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

    /// The units that are done. What was torn at the end of the file is left out.
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
                // The end of a file may be torn, its middle not.
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
