//! A case file read piece by piece, so that it may be longer than the memory.

use std::collections::HashMap;
use std::io::{BufRead, Chain, Cursor, Read};

use super::meshes::MeshFiles;
use super::{First, Problem, Reading, content, line, may_be_other_json, not_lines, without_mark};
use crate::body::Point;
use crate::case::Case;
use crate::given::Step;

/// A case file that is read piece by piece. The ids of the pieces that were handed out are kept, as no two cases may
/// have the same id, and so are the first problems.
pub struct Pieces<R> {
    /// The file as messages name it.
    file: String,
    /// The bytes that were read to check that the file has one object per line, followed by the rest.
    reader: Chain<Cursor<Vec<u8>>, R>,
    /// The number of lines before the next one.
    before: usize,
    buffer: Vec<u8>,
    lines_by_id: HashMap<String, usize>,
    meshes: MeshFiles,
    problems: First<Problem>,
    notes: First<Problem>,
    /// The number of copied mesh points in the cases that were handed out, and the limit for it.
    copied: usize,
    most: usize,
}

/// The largest number of copied mesh points that are held at once.
const COPIED: usize = 15_000_000;

impl<R: BufRead> Pieces<R> {
    /// Begins to read a file, which messages call by this name. A file that is JSON, but not one object per line, has
    /// that one problem and no cases.
    ///
    /// # Errors
    /// Errors of the reader.
    pub fn new(mut reader: R, file: &str) -> std::io::Result<Pieces<R>> {
        let mut begin = Vec::new();
        let mut problems = First::default();
        loop {
            let start = begin.len();
            if reader.read_until(b'\n', &mut begin)? == 0 {
                break;
            }
            let line = if start == 0 { without_mark(&begin) } else { &begin[start..] };
            let Some(text) = content(line) else { continue };
            if text.is_ok_and(may_be_other_json) {
                reader.read_to_end(&mut begin)?;
                if let Some(problem) = not_lines(&begin, file, "a case file") {
                    problems.push(problem);
                    begin.clear();
                }
            }
            break;
        }
        let mark = begin.len() - without_mark(&begin).len();
        begin.drain(..mark);
        Ok(Pieces {
            file: file.to_owned(),
            reader: Cursor::new(begin).chain(reader),
            before: 0,
            buffer: Vec::new(),
            lines_by_id: HashMap::new(),
            meshes: MeshFiles::beside(file),
            problems,
            notes: First::default(),
            copied: 0,
            most: usize::MAX,
        })
    }

    /// The next cases of good lines: at most `most` of them, and fewer if their text and the meshes that they name are
    /// longer than `bytes`. The result is empty only at the end of the file.
    ///
    /// # Errors
    /// Errors of the reader.
    pub fn next(&mut self, most: usize, bytes: usize) -> std::io::Result<Vec<Case>> {
        let (mut cases, mut read) = (Vec::new(), 0);
        while cases.len() < most && (cases.is_empty() || read < bytes) {
            self.buffer.clear();
            read += self.reader.read_until(b'\n', &mut self.buffer)?;
            if self.buffer.is_empty() {
                break;
            }
            self.before += 1;
            let found = match content(&self.buffer) {
                None => continue,
                Some(Ok(text)) => line::read(text, self.before, &mut self.lines_by_id, &self.meshes),
                Some(Err(message)) => Err(message.to_owned().into()),
            };
            match found {
                Ok((case, notes)) => {
                    notes.into_iter().for_each(|note| self.notes.note(note, &self.file, self.before));
                    let copied = copied(&case, self.buffer.len());
                    read += copied * size_of::<Point>();
                    self.copied += copied;
                    if self.copied > self.most {
                        let reason = format!(
                            "this case and the cases before it need copies of more than {} points of the meshes that they \
                             name, or poses as large, which is too much memory: write fewer cases into a file",
                            self.most
                        );
                        self.problems.note(reason, &self.file, self.before);
                        break;
                    }
                    cases.push(case);
                }
                Err(faults) => self.problems.note(faults, &self.file, self.before),
            }
        }
        Ok(cases)
    }

    /// The ids of the cases that were handed out, in no order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.lines_by_id.keys().map(String::as_str)
    }

    /// The problems of the lines that were read, and the notes on them and on the meshes that they name, without any
    /// cases.
    pub fn finish(self) -> Reading {
        let mut notes = self.meshes.notes();
        notes.extend(self.notes.into_list(&self.file).iter().map(Problem::to_string));
        Reading { cases: Vec::new(), problems: self.problems.into_list(&self.file), notes }
    }

    /// All cases that have not been read yet. If there are too many copied mesh points to be held, the line at which
    /// that happens has a problem, and the lines after it are not read.
    pub(super) fn whole(mut self) -> std::io::Result<Reading> {
        self.most = COPIED;
        let cases = self.next(usize::MAX, usize::MAX)?;
        Ok(Reading { cases, ..self.finish() })
    }
}

/// The number of points of a case that cannot come from its line of this many bytes: copies of points of meshes, and the
/// copies of the steps of a pose that its parts have.
fn copied(case: &Case, line: usize) -> usize {
    let steps: usize = case.given.iter().flatten().flat_map(|given| &given.parts).map(|part| part.steps.len()).sum();
    let points = case.a.count() + case.b.count() + steps * (size_of::<Step>() / size_of::<Point>());
    points.saturating_sub(line / 4)
}

#[cfg(test)]
mod tests {
    use super::super::{PROBLEMS, read_bytes};
    use super::*;

    fn line(id: &str) -> String {
        format!("{{\"id\":\"{id}\",\"dim\":2,\"a\":{{\"points\":[[0,0]]}},\"b\":{{\"points\":[[1,0]]}}}}\n")
    }

    /// The cases of all pieces, with the lengths of the pieces.
    fn in_pieces(text: &[u8], most: usize, bytes: usize) -> (Reading, Vec<usize>) {
        let mut pieces = Pieces::new(text, "f").expect("memory");
        let (mut cases, mut lengths) = (Vec::new(), Vec::new());
        loop {
            let piece = pieces.next(most, bytes).expect("memory");
            if piece.is_empty() {
                break;
            }
            lengths.push(piece.len());
            cases.extend(piece);
        }
        (Reading { cases, ..pieces.finish() }, lengths)
    }

    #[test]
    fn pieces_together_are_the_file() {
        let mut text = b"\xef\xbb\xbf# comment\n\n".to_vec();
        for number in 0..50 {
            text.extend(line(&format!("c{number}")).into_bytes());
            text.extend(if number % 7 == 0 { &b"\xff\n"[..] } else { b"  \n" });
            // An id that was used in an earlier piece already.
            text.extend(line(&format!("c{}", number / 2)).into_bytes());
        }
        let whole = read_bytes(&text, "f");
        assert_eq!((whole.cases.len(), whole.problems.len()), (50, PROBLEMS + 1));
        assert_eq!(whole.problems[0].line, 4, "the mark and the lines before count");
        for (most, bytes) in [(1, usize::MAX), (3, usize::MAX), (usize::MAX, 1), (usize::MAX, 300), (7, 300)] {
            let (reading, lengths) = in_pieces(&text, most, bytes);
            assert_eq!(reading, whole, "{most} {bytes}");
            assert!(lengths.iter().all(|length| *length <= most), "{lengths:?}");
        }
        assert_eq!(in_pieces(&text, 3, usize::MAX).1, [vec![3; 16], vec![2]].concat());
        assert_eq!(in_pieces(&text, usize::MAX, 1).1, vec![1; 50]);
    }

    #[test]
    fn other_json_is_one_problem_and_an_open_first_line_is_one_of_its_line() {
        for text in ["[{\"id\":1}]\n", "\n[\n{\"id\":\"a\"}\n]", "{\n\"id\": 1\n}\n"] {
            let (reading, lengths) = in_pieces(text.as_bytes(), 1, 1);
            assert_eq!((reading.problems.len(), reading.problems[0].line, lengths.len()), (1, 0, 0), "{text}");
        }
        let text = format!("{{\"id\":\n{}", line("a"));
        let (reading, lengths) = in_pieces(text.as_bytes(), 1, 1);
        assert_eq!((reading.problems.len(), reading.problems[0].line, lengths), (1, 1, vec![1]));
    }
}
