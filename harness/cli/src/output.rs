//! Standard output and whole files.

use std::io::{BufWriter, StdoutLock, Write};
use std::path::Path;

use crate::failure::Failure;

/// Standard output, buffered.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(std::io::stdout().lock())
}

/// Writes a file so that it is either whole or as it was before; `-` is standard output.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = stdout();
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|error| {
        // The error of the write is the one to tell.
        let _ = std::fs::remove_file(&part);
        Failure::io(path, &error)
    })
}

/// Makes sure that a folder is there and can be written, before anything is computed for it.
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    let probe = folder.join(".part");
    let result =
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&probe, "")).and_then(|()| std::fs::remove_file(&probe));
    result.map_err(|error| Failure::new(format_args!("{}: cannot be written: {error}", folder.display())))
}
