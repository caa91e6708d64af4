//! Standard output, and the files that options name.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind, StdoutLock, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Standard output, buffered.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(std::io::stdout().lock())
}

/// The output for text: standard error if an option writes to standard output, otherwise standard output.
pub fn beside(options: &[Option<&Path>]) -> Box<dyn Write> {
    let is_taken = options.iter().flatten().any(|path| Destination::of(path) == Destination::Stdout);
    if is_taken { Box::new(Stderr) } else { Box::new(stdout()) }
}

/// Writes a line, which may have parts of inputs and external programs, to standard error; a failure to write is ignored.
pub fn tell(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{}", gjk_records::shown(&line.to_string()));
}

/// Standard error, whose own errors are ignored.
struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = std::io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A number with its noun, in the singular or the plural.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A table in columns that are as wide as their longest cell.
pub fn columns(heads: &Vec<String>, rows: Vec<Vec<String>>) -> String {
    let lines = || std::iter::once(heads).chain(&rows);
    let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for line in lines() {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.chars().count())));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// True if two paths lead to the same folder, also through links.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// An error if the name of a picture has another format than its option.
pub fn is_picture(path: &Path, format: &str) -> Result<(), Failure> {
    const FORMATS: [&str; 13] = ["png", "svg", "pdf", "eps", "ps", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "avif"];
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ending == format || FORMATS.iter().all(|other| ending != *other) {
        return Ok(());
    }
    let (path, renamed, name) = (path.display(), path.with_extension(format), format.to_uppercase());
    let renamed = renamed.display();
    Err(Failure::new(format_args!("--{format} {path}: the picture is a {name} only; name it {renamed}")))
}

/// Makes sure that the name of a page has the ending by which browsers know it, or none.
pub fn is_page(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ending.is_empty() || ending == "html" || ending == "htm" {
        return Ok(());
    }
    let renamed = path.with_extension("html");
    Err(Failure::new(format_args!("--html {}: the page is an HTML file; name it {}", path.display(), renamed.display())))
}

/// The destination of an option that is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// `-`, or another name of standard output.
    Stdout,
    /// A destination that cannot be replaced: a device, a pipe, an open file of this process.
    Stream(PathBuf),
    /// A regular file, existing or not, but never a link, since links are followed.
    File(PathBuf),
}

impl Destination {
    /// The destination of this path.
    pub fn of(path: &Path) -> Destination {
        if path == Path::new("-") {
            return Destination::Stdout;
        }
        let mut path = path.to_owned();
        // The limit of Linux on the number of links.
        for _ in 0..40 {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let (Ok(folder), Some(name)) = (parent.canonicalize(), path.file_name()) else { break };
            // The open files of a process look like links, but the text of such a link does not lead to a pipe.
            let is_own = |name: &str| Path::new(name).canonicalize().is_ok_and(|own| own == folder);
            if is_own("/dev/fd") || is_own("/proc/self/fd") {
                return if name == "1" { Destination::Stdout } else { Destination::Stream(path) };
            }
            if folder.starts_with("/proc") {
                return Destination::Stream(path);
            }
            path = folder.join(name);
            match path.read_link() {
                Ok(target) => path = folder.join(target),
                Err(_) => break,
            }
        }
        match path.metadata() {
            Ok(there) if !there.is_file() => Destination::Stream(path),
            _ => Destination::File(path),
        }
    }
}

/// An error if the file of an option was read by this command: it would be replaced.
pub fn not_an_input(option: &str, path: Option<&Path>) -> Result<(), Failure> {
    match path.filter(|path| path.is_file() && gjk_cases::files::was_read(path)) {
        Some(path) => Err(Failure::new(format_args!(
            "{option} {}: this command reads the file, which would be replaced; give another name",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// Writes to the destination of an option.
///
/// A file is then either complete or unchanged, and a link to it stays a link; standard output, devices and pipes are written
/// directly.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut growing = Growing::begin(path)?;
    growing.write(bytes)?;
    growing.finish()
}

/// A destination of an option that is written piece by piece.
///
/// A finished file replaces an existing one; if it is not finished, the existing one stays.
pub struct Growing<'a> {
    path: &'a Path,
    into: Into,
}

enum Into {
    Stdout,
    Stream(File),
    /// The reader of a pipe has gone, which is not an error.
    Nobody,
    File(Part),
}

impl<'a> Growing<'a> {
    pub fn begin(path: &'a Path) -> Result<Growing<'a>, Failure> {
        let into = match Destination::of(path) {
            Destination::Stdout => Into::Stdout,
            Destination::Stream(stream) => {
                Into::Stream(OpenOptions::new().append(true).open(stream).map_err(Failure::io(path))?)
            }
            Destination::File(file) => Into::File(Part::beside(file).map_err(Failure::io(path))?),
        };
        Ok(Growing { path, into })
    }

    pub fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        let bytes = bytes.as_ref();
        let written = match &mut self.into {
            Into::Stdout => {
                let mut out = stdout();
                out.write_all(bytes)?;
                return Ok(out.flush()?);
            }
            Into::Nobody => Ok(()),
            Into::Stream(stream) => stream.write_all(bytes),
            Into::File(part) => part.file.write_all(bytes),
        };
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.into = Into::Nobody;
                Ok(())
            }
            written => written.map_err(Failure::io(self.path)),
        }
    }

    pub fn finish(self) -> Result<(), Failure> {
        match self.into {
            Into::Stdout | Into::Stream(_) | Into::Nobody => Ok(()),
            Into::File(part) => part.replace().map_err(Failure::io(self.path)),
        }
    }
}

/// Appends bytes to the destination of an option; a file to which not all of them can be added is cut back to its length.
pub fn append(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if !matches!(Destination::of(path), Destination::File(_)) {
        return write(path, bytes);
    }
    let failure = Failure::io(path);
    let mut file = OpenOptions::new().append(true).open(path).map_err(&failure)?;
    let before = file.metadata().map_err(failure)?.len();
    let Err(error) = file.write_all(bytes).and_then(|()| file.sync_data()) else { return Ok(()) };
    let rest = match file.set_len(before) {
        Ok(()) => "nothing was added, the file is as it was before".to_owned(),
        Err(cut) => format!("it cannot be cut back to its {before} bytes either ({cut}): remove what comes after them"),
    };
    Err(Failure::new(format_args!("{}: {error}; {rest}", path.display())))
}

/// A file written next to the one that it replaces; it is removed if it is dropped before.
struct Part {
    file: BufWriter<File>,
    path: PathBuf,
    /// The path of the file that it replaces, whose permissions it takes over.
    of: PathBuf,
}

impl Part {
    fn beside(of: PathBuf) -> std::io::Result<Part> {
        let (path, file) = neighbour(of.parent().unwrap_or(Path::new(".")))?;
        Ok(Part { file: BufWriter::with_capacity(1 << 16, file), path, of })
    }

    fn replace(mut self) -> std::io::Result<()> {
        self.file.flush()?;
        if let Ok(there) = self.of.metadata() {
            // Some file systems have no permissions.
            let _ = self.file.get_ref().set_permissions(there.permissions());
        }
        std::fs::rename(&self.path, &self.of)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // If it replaced the other file, there is no file with this name.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A new file in a folder, with a name that no other file has.
fn neighbour(folder: &Path) -> std::io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let part = folder.join(format!(".gjk-{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            file => return file.map(|file| (part, file)),
        }
    }
}

/// Makes sure that a folder exists and is writable, before the results for it are computed.
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    let result =
        std::fs::create_dir_all(folder).and_then(|()| neighbour(folder)).and_then(|(part, _)| std::fs::remove_file(part));
    result.map_err(|error| Failure::new(format_args!("{}: cannot be written: {error}", folder.display())))
}
