//! Rows of records, plain (`.csv`) or compressed (`.csv.gz`).

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use csv::WriterBuilder;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::columns::columns;
use crate::{Error, Record};

/// Level 3 of 9: what a higher one saves in bytes costs more in time than the variants leave over.
const LEVEL: Compression = Compression::new(3);

/// Rows that are compressed as they come. The same rows make the same bytes: no name and no time stamp stands in them.
pub struct Rows {
    writer: csv::Writer<GzEncoder<Vec<u8>>>,
}

impl Rows {
    /// The header alone.
    pub fn new() -> std::io::Result<Rows> {
        // The library writes no header for a struct within a struct, so headers are written by hand everywhere.
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(GzEncoder::new(Vec::new(), LEVEL));
        writer.write_record(columns::<Record>())?;
        Ok(Rows { writer })
    }

    /// Adds a row.
    pub fn push(&mut self, record: &Record) -> std::io::Result<()> {
        self.writer.serialize(record).map_err(std::io::Error::other)
    }

    /// The bytes of a file.
    pub fn finish(self) -> std::io::Result<Vec<u8>> {
        self.writer.into_inner().map_err(|error| error.into_error())?.finish()
    }
}

/// Opens a file that is compressed if its name says so.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    let file = BufReader::new(File::open(path).map_err(Error::io(path))?);
    Ok(if path.extension().is_some_and(|e| e == "gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
}
