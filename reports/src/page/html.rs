//! Text as HTML: escaped, with code and emphasis, and tables.

use std::fmt::Write as _;

use gjk_records::{is_seen, shown};

use crate::table::Table;

/// A text for the content of an element or for an attribute in double quotes; characters that are not visible are written as
/// `\u{1b}`.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in shown(text).chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter => html.push(letter),
        }
    }
    html
}

/// A name as a part of an `id`: letters, digits and hyphens.
pub fn id_of(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }).collect()
}

/// A drawing as a URL for an attribute in double quotes.
///
/// Its text is kept readable, which takes a quarter less room than base 64.
pub fn svg_url(svg: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(svg) else { return data_url("image/svg+xml", svg) };
    let mut url = String::with_capacity(text.len() + text.len() / 16);
    url.push_str("data:image/svg+xml;charset=utf-8,");
    for letter in text.chars() {
        match letter {
            // Either mark encloses the value of an attribute.
            '"' => url.push('\''),
            // An apostrophe of a text would end such a value.
            '\'' => url.push_str("&amp;%2339;"),
            '%' => url.push_str("%25"),
            '#' => url.push_str("%23"),
            '&' => url.push_str("&amp;"),
            // Also the marks that turn the direction of a text, and ends of lines.
            letter if !is_seen(letter) => {}
            letter => url.push(letter),
        }
    }
    url
}

/// Bytes as a URL of this content: base 64 (RFC 4648, section 4).
pub fn data_url(kind: &str, bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut url = format!("data:{kind};base64,");
    url.reserve(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0_u32, |word, (place, byte)| word | u32::from(*byte) << (16 - 8 * place));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place) & 63) as usize];
            url.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    url
}

/// A text with code between backticks, emphasis between asterisks, and the words of links without their targets.
pub fn spans(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = rest.chars().take_while(|other| *other == letter).count();
        let found = match letter {
            '`' => between(rest, length).map(|(inner, after)| (format!("<code>{}</code>", escaped(inner.trim())), after)),
            '*' if length <= 2 => between(rest, length).filter(|(inner, _)| inner.trim() == *inner).map(|(inner, after)| {
                let tag = if length == 1 { "em" } else { "strong" };
                (format!("<{tag}>{}</{tag}>", spans(inner)), after)
            }),
            '[' => link(rest).map(|(words, after)| (spans(words), after)),
            '\\' if rest[1..].starts_with(['*', '|', '`']) => Some((escaped(&rest[1..2]), &rest[2..])),
            _ => None,
        };
        match found {
            Some((span, after)) => {
                html += &span;
                rest = after;
            }
            None => {
                let run = if matches!(letter, '`' | '*') { length * letter.len_utf8() } else { letter.len_utf8() };
                html += &escaped(&rest[..run]);
                rest = &rest[run..];
            }
        }
    }
    html
}

/// The text between two equal marks of this length, and the text that follows.
fn between(text: &str, length: usize) -> Option<(&str, &str)> {
    let (mark, inner) = text.split_at(length);
    let sign = mark.chars().next()?;
    let mut from = 0;
    while let Some(at) = inner[from..].find(mark).map(|at| from + at) {
        let run = inner[at..].chars().take_while(|letter| *letter == sign).count();
        if run == length {
            return (at > 0).then(|| (&inner[..at], &inner[at + run..]));
        }
        from = at + run;
    }
    None
}

/// The words of `[words](target)`, and the text that follows.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, after) = text[1..].split_once("](")?;
    let (target, after) = after.split_once(')')?;
    (!words.contains(['[', ']', '\n']) && !target.contains(char::is_whitespace)).then_some((words, after))
}

/// A table in a box that scrolls if the table is wider than the page.
///
/// The first columns are names. Heads and cells may have code and emphasis; `head` makes the content of a head, and `caption` is
/// read out.
pub fn table(table: &Table, names: usize, caption: &str, head: impl Fn(&str) -> String) -> String {
    let mut html = String::from("<div class=\"table\" tabindex=\"0\"");
    let _ = write!(html, " role=\"region\" aria-label=\"{}\"><table data-sorts>", escaped(&plain(caption)));
    html += "<thead><tr>";
    let class = |place: usize| if place < names { " class=\"name\"" } else { "" };
    for (place, column) in table.columns.iter().enumerate() {
        // A head without words is no head.
        match column.is_empty() {
            true => html += "<td></td>",
            false => {
                let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(place), head(column));
            }
        }
    }
    html += "</tr></thead><tbody>";
    for row in &table.rows {
        html += "<tr>";
        for place in 0..table.columns.len() {
            let cell = row.get(place).map_or("", String::as_str);
            let value = number_of(cell).map_or_else(String::new, |value| format!(" data-value=\"{value}\""));
            let _ = write!(html, "<td{}{value}>{}</td>", class(place), spans(cell));
        }
        html += "</tr>";
    }
    html + "</tbody></table></div>"
}

/// A text without its marks.
pub fn plain(text: &str) -> String {
    text.replace(['`', '*'], "")
}

/// The number by which a cell is sorted: the first in it; `None` for a cell that begins with something else.
fn number_of(cell: &str) -> Option<f64> {
    let text = cell.trim_start_matches(['<', '>', '≥', '≤', '≈', ' ', '*']).replace(',', "");
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | 'e' | '-'))).unwrap_or(text.len());
    // `1e-6` is a number, and the name `e` is not.
    text[..end].trim_end_matches(['e', '-', '.']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_its_element_or_attribute() {
        assert_eq!(escaped("<img src=x onerror='a(1)'>&\""), "&lt;img src=x onerror=&#39;a(1)&#39;&gt;&amp;&quot;");
        assert_eq!(escaped("a\u{1b}[31m\u{202e}"), "a\\u{1b}[31m\\u{202e}");
        assert_eq!(id_of("u·D <b>\""), "u-d--b--");
    }

    #[test]
    fn bytes_are_in_base_64() {
        let of = |text: &str| data_url("x", text.as_bytes());
        // The examples of RFC 4648, section 10.
        let coded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, coded) in coded.into_iter().enumerate() {
            assert_eq!(of(&"foobar"[..length]), format!("data:x;base64,{coded}"));
        }
    }

    #[test]
    fn a_drawing_as_a_url_stays_within_its_attribute() {
        let url = svg_url(b"<svg a=\"1\">\n<text fill=\"#fff\">50% &lt; 2</text></svg>");
        assert_eq!(url, "data:image/svg+xml;charset=utf-8,<svg a='1'><text fill='%23fff'>50%25 &amp;lt; 2</text></svg>");
        assert!(svg_url(b"<svg>it's</svg>").ends_with("<svg>it&amp;%2339;s</svg>"));
    }

    #[test]
    fn code_emphasis_and_words_of_links_are_kept() {
        assert_eq!(spans("`a<b` is *far* from [here](x.md#y); 2 * 3"), "<code>a&lt;b</code> is <em>far</em> from here; 2 * 3");
        assert_eq!(spans("`` a`b `` and an open ` and \\*"), "<code>a`b</code> and an open ` and *");
        assert_eq!(spans("[0.2, 0.5] (x)"), "[0.2, 0.5] (x)");
        assert_eq!(spans("*a `<`*"), "<em>a <code>&lt;</code></em>");
    }

    #[test]
    fn cells_are_sorted_by_their_first_number() {
        let of = ["12,345", "0 (< 0.04)", "≥ 4e-5", "–", "", "ericson", "6 of 120", "<0.01", "1e3", "3 (1–4)"].map(number_of);
        assert_eq!(of, [Some(12_345.0), Some(0.0), Some(4e-5), None, None, None, Some(6.0), Some(0.01), Some(1e3), Some(3.0)]);
    }

    #[test]
    fn a_table_has_heads_of_columns_and_cells_of_numbers() {
        let mut numbers = Table::new(["", "variant", "n / %"]);
        numbers.push(&[&"1=", &"<b>", &"1.5"]);
        let html = table(&numbers, 2, "A *caption*", spans);
        let expected = "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"A caption\"><table data-sorts>\
                        <thead><tr><td></td><th scope=\"col\" class=\"name\">variant</th>\
                        <th scope=\"col\">n / %</th></tr></thead><tbody><tr><td class=\"name\" data-value=\"1\">1=</td>\
                        <td class=\"name\">&lt;b&gt;</td><td data-value=\"1.5\">1.5</td></tr></tbody></table></div>";
        assert_eq!(html, expected);
    }
}
