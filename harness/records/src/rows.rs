//! Rows of records, plain (`.csv`) or compressed (`.csv.gz`).

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::columns::csv_writer;
use crate::{Error, Record};

/// Level 3 of 9: a higher one saves few bytes, for more processor time than the variants leave.
const LEVEL: Compression = Compression::new(3);

/// The most bytes that a compressed file may unpack to; a unit of 2048 cases and 40 variants has rows of about 20 MB.
const UNPACKED: u64 = 1 << 28;

/// Rows without a header, compressed as they are added.
///
/// The same rows give the same bytes, which include no name and no time stamp.
pub struct Rows {
    writer: csv::Writer<GzEncoder<Vec<u8>>>,
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::new()
    }
}

impl Rows {
    /// No rows.
    pub fn new() -> Rows {
        Rows { writer: csv::WriterBuilder::new().has_headers(false).from_writer(GzEncoder::new(Vec::new(), LEVEL)) }
    }

    /// The header at the beginning of a file of rows; rows follow it without changes.
    pub fn head() -> std::io::Result<Vec<u8>> {
        Rows { writer: csv_writer::<Record, _>(GzEncoder::new(Vec::new(), LEVEL))? }.finish()
    }

    /// Adds a row.
    pub fn push(&mut self, record: &Record) -> std::io::Result<()> {
        Ok(self.writer.serialize(record)?)
    }

    /// The bytes of the rows.
    pub fn finish(self) -> std::io::Result<Vec<u8>> {
        self.writer.into_inner().map_err(|error| error.into_error())?.finish()
    }
}

/// The longest line of JSON; that of a unit has some 100 kB.
const LINE: u64 = 1 << 25;

/// Opens a file that is compressed if its name says so.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    Ok(text(BufReader::new(regular(path)?), path))
}

/// Opens a regular file, as a device may have no end, and a pipe may never have data.
pub(crate) fn regular(path: &Path) -> Result<File, Error> {
    let about = std::fs::metadata(path).map_err(Error::io(path))?;
    if !about.is_file() {
        return Err(Error::refused(path, "is a folder, a device, a pipe or a socket: records are read from files"));
    }
    File::open(path).map_err(Error::io(path))
}

/// The next line with its end, which the last one may lack; empty if there is no line.
pub(crate) fn line(text: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    if text.take(LINE).read_until(b'\n', &mut line)? as u64 == LINE {
        return Err(std::io::Error::other(format!("a line of more than {} MiB", LINE >> 20)));
    }
    Ok(line)
}

/// The text of a file that is compressed if its name says so.
pub(crate) fn text<'a>(file: impl BufRead + 'a, path: &Path) -> Box<dyn Read + 'a> {
    if path.extension().is_some_and(|e| e == "gz") {
        Box::new(Limited { text: MultiGzDecoder::new(file), left: UNPACKED })
    } else {
        Box::new(file)
    }
}

/// A text with an error where it exceeds a number of bytes, since a compressed file can hold a thousand times its length.
struct Limited<R> {
    text: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let length = self.text.read(into)?;
        self.left = self.left.checked_sub(length as u64).ok_or_else(|| {
            std::io::Error::other(format!(
                "more than {} MiB when unpacked: unpack it, and read the file without `.gz`",
                UNPACKED >> 20
            ))
        })?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_small_file_does_not_unpack_without_end() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let block = vec![b'4'; 1 << 20];
        (0..=UNPACKED >> 20).for_each(|_| packed.write_all(&block).unwrap());
        let packed = packed.finish().unwrap();
        assert!(packed.len() < 1 << 20, "{}", packed.len());
        let (mut read, mut block) = (0, vec![0; 1 << 16]);
        let mut text = text(&packed[..], Path::new("rows.csv.gz"));
        let error = loop {
            match text.read(&mut block) {
                Ok(length) => read += length as u64,
                Err(error) => break error.to_string(),
            }
        };
        assert!(read <= UNPACKED && read + (1 << 16) > UNPACKED, "{read}");
        assert!(error.starts_with("more than 256 MiB when unpacked"), "{error}");
    }
}
