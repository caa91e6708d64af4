//! The buffers of a glTF file: the binary part of the file itself, data in its JSON, or files in its folder.
//!
//! Khronos Group: glTF 2.0 Specification, sections 2.8 (URIs), 3.6.1 (buffers) and 4.4.3 (the binary buffer, which is that of the
//! first buffer without a URI).

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::path::Path;

use serde_json::Value;

use crate::files;
use crate::format::Problem;
use crate::quote::cut;

/// The most bytes of all files that a scene names.
const LONGEST: usize = 1 << 31;

/// The buffers, each read when its bytes are needed for the first time.
pub(super) struct Buffers<'a> {
    list: Vec<Buffer<'a>>,
    path: &'a Path,
    /// Number of bytes of the files that were read.
    read: Cell<usize>,
}

struct Buffer<'a> {
    /// The place of the bytes: a URI, or the binary part of the file; `None` if there is neither.
    source: Option<Source<'a>>,
    /// The length that the file states.
    length: Option<u64>,
    bytes: OnceCell<Cow<'a, [u8]>>,
}

enum Source<'a> {
    Binary(&'a [u8]),
    Uri(String),
}

impl<'a> Buffers<'a> {
    /// The buffers of a description; `binary` is the binary part of the file.
    pub fn of(json: &Value, binary: Option<&'a [u8]>, path: &'a Path) -> Result<Buffers<'a>, Problem> {
        let described = json.get("buffers").and_then(Value::as_array);
        let buffer = |(index, buffer): (usize, &Value)| {
            let length = buffer.get("byteLength").and_then(Value::as_u64);
            let source = match buffer.get("uri") {
                Some(Value::String(uri)) => Some(Source::Uri(uri.clone())),
                Some(_) => return Err(wrong(path, &format!("buffers[{index}].uri"), "must be a string")),
                None => binary.filter(|_| index == 0).map(Source::Binary),
            };
            Ok(Buffer { source, length, bytes: OnceCell::new() })
        };
        let mut list = described.into_iter().flatten().enumerate().map(buffer).collect::<Result<Vec<_>, _>>()?;
        if described.is_none() {
            // Some programs leave out the list.
            let source = binary.map(Source::Binary);
            list.extend(source.map(|source| Buffer { source: Some(source), length: None, bytes: OnceCell::new() }));
        }
        Ok(Buffers { list, path, read: Cell::new(0) })
    }

    /// The bytes of a buffer.
    pub fn bytes(&self, index: u64, named_by: &str) -> Result<&[u8], Problem> {
        let place = format!("buffers[{index}]");
        let buffer = usize::try_from(index).ok().and_then(|index| self.list.get(index));
        let buffer = buffer.ok_or_else(|| wrong(self.path, named_by, format!("there is no {place}")))?;
        let bytes = match buffer.bytes.get() {
            Some(bytes) => bytes,
            None => {
                let bytes = self.load(buffer, &place)?;
                buffer.bytes.get_or_init(|| bytes)
            }
        };
        match buffer.length {
            None => Ok(bytes),
            Some(length) => usize::try_from(length).ok().and_then(|length| bytes.get(..length)).ok_or_else(|| {
                let reason = format!("its byteLength is {length}, and there are {} bytes", bytes.len());
                wrong(self.path, &place, reason)
            }),
        }
    }

    fn load(&self, buffer: &Buffer<'a>, place: &str) -> Result<Cow<'a, [u8]>, Problem> {
        let uri = match &buffer.source {
            Some(Source::Binary(bytes)) => return Ok(Cow::Borrowed(bytes)),
            Some(Source::Uri(uri)) => uri,
            None => return Err(wrong(self.path, place, "it has no uri, and the file has no binary part for it")),
        };
        let place = format!("{place}.uri");
        if let Some(data) = uri.strip_prefix("data:") {
            let text = data.split_once(";base64,").map(|(_, text)| text);
            let bytes =
                text.and_then(decoded).ok_or_else(|| wrong(self.path, &place, "data has to be in base64: data:…;base64,…"))?;
            return Ok(Cow::Owned(bytes));
        }
        let name = unescaped(uri).ok_or_else(|| wrong(self.path, &place, "a `%` is followed by two hexadecimal digits"))?;
        if name.contains("://") || name.starts_with('/') || Path::new(&name).is_absolute() {
            let reason = format!("{:?} is read only as a path relative to the file's folder", cut(uri));
            return Err(wrong(self.path, &place, reason));
        }
        let file = self.path.parent().unwrap_or(Path::new("")).join(name);
        let bytes = files::read_named(&file)
            .map_err(|error| wrong(self.path, &place, format!("cannot read {}: {error}", file.display())))?;
        self.read.set(self.read.get().saturating_add(bytes.len()));
        if self.read.get() > LONGEST {
            return Err(wrong(self.path, &place, format!("the files of the buffers have more than {} GiB", LONGEST >> 30)));
        }
        Ok(Cow::Owned(bytes))
    }
}

fn wrong(path: &Path, place: &str, reason: impl Into<String>) -> Problem {
    Problem { field: place.to_owned(), ..Problem::of_file(path, reason) }
}

/// The bytes of a text in base64 (RFC 4648, section 4), whose padding may be left out; `None` for other texts.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    if text.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits = 0_u32;
        for byte in group {
            let digit = match byte {
                b'A'..=b'Z' => byte - b'A',
                b'a'..=b'z' => byte - b'a' + 26,
                b'0'..=b'9' => byte - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(digit);
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

/// A text with its escapes such as `%20` resolved; `None` if one is not valid.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first == b'%' {
            let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        // Test vectors of RFC 4648, section 10.
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg", "foob"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(decoded(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(decoded("+/+/"), Some(vec![0xfb, 0xff, 0xbf]));
        assert_eq!((decoded("Z"), decoded("Zg=a"), decoded("Zm 9")), (None, None, None));
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescaped("a%20b%2fc").as_deref(), Some("a b/c"));
        assert_eq!((unescaped("%2"), unescaped("%zz"), unescaped("%ff")), (None, None, None));
    }
}
