//! XML: elements, their numbers, and the positions of errors.

use super::lines::problem;
use crate::format::Problem;
use crate::quote::cut;
use roxmltree::{Document, Node, ParsingOptions};
use std::path::Path;

/// The largest number of elements and texts of a document.
const NODES: u32 = 10_000_000;

/// The largest number of attributes of an element; the parser compares each with all the others.
const ATTRIBUTES: usize = 1_000;
/// The largest number of namespaces that a document declares: each element that declares one has a list of all the
/// namespaces around it.
const NAMESPACES: usize = 1_000;

/// A document that was read.
pub struct Parsed<'a> {
    pub document: Document<'a>,
    /// Number of lines before the document.
    before: usize,
}

impl Parsed<'_> {
    /// The document with the path of its file.
    pub fn xml<'p>(&'p self, path: &'p Path) -> Xml<'p> {
        Xml { document: &self.document, path, before: self.before }
    }
}

/// A document and its path.
pub struct Xml<'a> {
    pub document: &'a Document<'a>,
    pub path: &'a Path,
    /// Number of lines before the document.
    before: usize,
}

/// Refuses tags for which the time of the parser grows with the square of their length.
fn check_tags(text: &str, path: &Path) -> Result<(), Problem> {
    let (mut rest, mut namespaces) = (text, 0);
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin..];
        // A comment, a CDATA section or a processing instruction has its own end. A tag ends with the first `>` outside
        // the values of its attributes.
        let other =
            [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].into_iter().find(|(first, _)| rest.starts_with(first));
        if let Some((first, last)) = other {
            let Some(end) = rest[first.len()..].find(last) else { return Ok(()) };
            rest = &rest[first.len() + end + last.len()..];
            continue;
        }
        let (mut attributes, mut quote) = (0, None);
        let end = rest.bytes().position(|byte| match (byte, quote) {
            (b'"' | b'\'', None) => {
                attributes += 1;
                quote = Some(byte);
                false
            }
            (byte, Some(open)) => {
                if byte == open {
                    quote = None;
                }
                false
            }
            (byte, None) => byte == b'>',
        });
        let tag = &rest[..end.unwrap_or(rest.len())];
        namespaces += tag.matches("xmlns").count();
        if attributes > ATTRIBUTES || namespaces > NAMESPACES {
            let line = 1 + text[..text.len() - rest.len()].matches('\n').count();
            let reason = match attributes > ATTRIBUTES {
                true => format!("an element has more than {ATTRIBUTES} attributes"),
                false => format!("the document declares more than {NAMESPACES} namespaces"),
            };
            return Err(problem(path, line, tag, reason));
        }
        rest = &rest[tag.len()..];
    }
    Ok(())
}

/// Reads the text of a document. Blank lines before its declaration, which XML does not allow, are skipped.
pub fn parse<'a>(text: &'a str, path: &Path) -> Result<Parsed<'a>, Problem> {
    check_tags(text, path)?;
    let blank = text.len() - text.trim_start().len();
    let before = text[..blank].matches('\n').count();
    let options = ParsingOptions { nodes_limit: NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text[blank..], options).map_err(|error| {
        let place = error.pos();
        if matches!(error, roxmltree::Error::DtdDetected) {
            return Problem::of_file(
                path,
                "this is XML with a document type definition (<!DOCTYPE …>), which is not read: take it out",
            );
        }
        let message = error.to_string();
        let message = message.rsplit_once(" at ").map_or(&message[..], |(message, _)| message);
        let line = before + place.row as usize;
        Problem { line, ..Problem::of_file(path, format!("not XML: {message} (column {})", place.col)) }
    })?;
    Ok(Parsed { document, before })
}

impl Xml<'_> {
    /// The problem of an element.
    pub fn wrong(&self, node: Node, reason: impl Into<String>) -> Problem {
        let line = self.before + self.document.text_pos_at(node.range().start).row as usize;
        problem(self.path, line, &format!("<{}>", node.tag_name().name()), reason)
    }

    /// An attribute, which must be present.
    pub fn attribute<'n>(&self, node: Node<'n, '_>, name: &str) -> Result<&'n str, Problem> {
        node.attribute(name).ok_or_else(|| self.wrong(node, format!("has no attribute `{name}`")))
    }

    /// Numbers with blanks between them, all finite.
    pub fn numbers(&self, node: Node, what: &str, text: &str) -> Result<Vec<f64>, Problem> {
        let number = |word: &str| {
            let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| self.wrong(node, format!("{what}: {:?} is not a finite number", cut(word))))
        };
        text.split_ascii_whitespace().map(number).collect()
    }

    /// Exactly `N` numbers.
    pub fn vector<const N: usize>(&self, node: Node, what: &str, text: &str) -> Result<[f64; N], Problem> {
        let numbers = self.numbers(node, what, text)?;
        let count = numbers.len();
        numbers.try_into().map_err(|_| self.wrong(node, format!("{what}: {N} numbers are wanted here, these are {count}")))
    }

    /// The numbers of an attribute; `None` if it is absent.
    pub fn attribute_vector<const N: usize>(&self, node: Node, name: &str) -> Result<Option<[f64; N]>, Problem> {
        node.attribute(name).map(|text| self.vector(node, name, text)).transpose()
    }
}

/// The child elements with this name.
pub fn children<'a, 'input>(node: Node<'a, 'input>, name: &'static str) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// The first child element with this name.
pub fn child<'a, 'input>(node: Node<'a, 'input>, name: &'static str) -> Option<Node<'a, 'input>> {
    children(node, name).next()
}
