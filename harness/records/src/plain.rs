//! Texts of files that somebody else may have made.
//!
//! What records say is printed on terminals and stands in tables of Markdown and in cells of spreadsheets. There a text can do more than
//! stand there: a control character moves the cursor, a mark of direction turns what follows it around, `<` and `|` are markup, and a
//! cell that begins with `=` is computed. So every text is looked at once, where it is read: a name is made of what only stands there,
//! and a command, which may hold anything, of what is seen. What is not is refused.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

/// What no name has in it: what is markup in HTML or Markdown.
const MARKUP: &str = "<>&|`*[]\\";
/// What no name begins with: what makes a spreadsheet compute, as wide letters too, and what is lost there.
const BEGINS: &str = "=+-@＝＋－＠' ";

/// The fields whose texts may be anything that is seen: commands of a shell and options of one, which may have several lines; a file of rows, whose name has
/// to be that of its unit; and faults, which are told with their cases.
const ANYTHING: [&str; 5] = ["command", "option", "programs", "file", "faults"];

/// Whether a letter is seen where it is printed, and does nothing else: it is no control character, no mark of direction, and has a width.
pub fn is_seen(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text in which what is not seen is written as in the source of a program, `\u{1b}`; ends of lines stay.
pub fn shown(text: &str) -> Cow<'_, str> {
    let stays = |letter: char| is_seen(letter) || letter == '\n';
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let letter = |letter: char| if stays(letter) { letter.to_string() } else { letter.escape_default().to_string() };
    Cow::Owned(text.chars().map(letter).collect())
}

/// Why a text is no name, if it is none: what a name is, and what the text is. A number is a name, and so is no text at all.
///
/// # Errors
/// There is something in it that is not seen or may be markup, or it begins with what may be computed.
pub fn name(text: &str) -> Result<(), String> {
    // Letters and digits first: a quarter of the time of reading records was the look at each of them.
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || is_seen(letter) && !MARKUP.contains(letter);
    let is_name = text.chars().all(allowed) && !text.starts_with(|first| BEGINS.contains(first));
    if is_name || text.parse::<f64>().is_ok() {
        return Ok(());
    }
    let short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(60).is_some() { "…" } else { "" };
    let found = shown(&short);
    Err(format!(
        "no name has one of {MARKUP} or what is not seen in it, or begins with a space or one of {}, this is \"{found}{more}\"",
        BEGINS.trim()
    ))
}

/// The name that is nearest to a text of the system's or the user's, such as the model of a processor or the name of a file.
pub fn as_name(text: &str) -> String {
    let is_good = |letter: char| name(&format!("a{letter}")).is_ok();
    let mut name: String = text.chars().map(|letter| if is_good(letter) { letter } else { '_' }).collect();
    if self::name(&name).is_err() {
        name.insert(0, 'x');
    }
    name
}

/// A value from its JSON, all of whose texts are names or commands.
///
/// # Errors
/// What is wrong with it, and in which field.
pub(crate) fn parse<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    look(json).map_err(|(_, message)| message)?;
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// Looks at the texts of a value in JSON. What is no JSON is left to its parser.
///
/// # Errors
/// The line of a text that is no name, from 1, its field, and what is wrong with it.
pub(crate) fn look(json: &str) -> Result<(), (u64, String)> {
    let line = |rest: &str| 1 + json[..json.len() - rest.len()].matches('\n').count() as u64;
    let (mut field, mut rest) = (String::new(), json);
    while let Some(begin) = rest.find('"') {
        let Some(length) = end(&rest[begin..]) else { return Ok(()) };
        let quoted = &rest[begin..begin + length];
        rest = &rest[begin + length..];
        let text = if quoted.contains('\\') {
            let Ok(text) = serde_json::from_str::<String>(quoted) else { return Ok(()) };
            Cow::Owned(text)
        } else {
            Cow::Borrowed(&quoted[1..length - 1])
        };
        if rest.trim_start().starts_with(':') {
            if !text.chars().all(is_seen) {
                let message = format!("the name of a field has what is not seen in it: \"{}\"", shown(&text).escape_debug());
                return Err((line(rest), message));
            }
            field = text.into_owned();
        } else if ANYTHING.contains(&&field[..]) {
            if !text.chars().all(|letter| is_seen(letter) || matches!(letter, '\n' | '\t')) {
                let message = format!("field `{field}`: there is what is not seen in it: {}", shown(&text));
                return Err((line(rest), message));
            }
        } else {
            name(&text).map_err(|message| (line(rest), format!("field `{field}`: {message}")))?;
        }
    }
    Ok(())
}

/// The length of the text in quotation marks that these bytes begin with; none where it has no end.
fn end(quoted: &str) -> Option<usize> {
    let mut is_escaped = false;
    let end = quoted.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map(|end| end + 2)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn names_only_stand_there() {
        for good in [
            "",
            "gap",
            "signed-volumes",
            "gap:1:7",
            "Intel(R) Xeon(R) CPU @ 2.20GHz",
            "rustc 1.95.0 (59807616e 2026-04-14)",
            "Würfel 2",
            "-1.5e-7",
            "-inf",
            "NaN",
            "0.001 D",
            "gjk.f64.000000064",
            "a%20b",
            "distance / D",
            "doubting+separating",
            "Wu\u{308}rfel™",
            "_a",
            "(b)",
            "a\"b$",
            "1/1",
        ] {
            assert_eq!(name(good), Ok(()), "{good}");
        }
        for bad in [
            "\u{1b}[2J",
            "a\tb",
            "a\nb",
            "a\u{7f}",
            "a\u{9b}31m",
            "a\u{202e}b",
            "a\u{200b}b",
            "<script>",
            "a|b",
            "a`b",
            "[x](javascript:1)",
            "a&lt;",
            "=1+1",
            "+1+1",
            "-1+1",
            "@SUM(1)",
            "\t=1",
            " =1",
            "*a*",
            "a\\b",
            "'=1",
            "＝1",
        ] {
            let message = name(bad).unwrap_err();
            assert!(message.chars().all(is_seen) && message.contains("this is \""), "{bad:?}: {message:?}");
        }
        let long = name(&format!("={}", "ü".repeat(1000))).unwrap_err();
        assert!(long.ends_with("ü…\"") && long.chars().count() < 200, "{long}");
    }

    #[test]
    fn what_the_system_says_is_made_a_name() {
        for (text, made) in [
            ("AMD Ryzen™ 9 <x>", "AMD Ryzen™ 9 _x_"),
            ("-rf", "x-rf"),
            ("=1", "x=1"),
            ("[robot]", "_robot_"),
            ("Würfel (2)", "Würfel (2)"),
            ("\u{1b}", "_"),
            ("", ""),
        ] {
            assert_eq!(as_name(text), made);
            assert_eq!(name(made), Ok(()));
        }
    }

    #[test]
    fn what_is_not_seen_is_written_out() {
        assert_eq!(shown("a \u{1b}[2J\nb\u{9b}\u{202e}c\t"), "a \\u{1b}[2J\nb\\u{9b}\\u{202e}c\\t");
        assert!(matches!(shown("Würfel 世界"), Cow::Borrowed(_)));
    }

    #[test]
    fn every_text_of_a_value_is_looked_at_and_its_field_is_named() {
        let read = |text: &str| parse::<Value>(text);
        let good = r#"{"family": "gap", "plan": {"programs": ["a='sh -c \"x | y\" <z' (1)"], "b": -1}, "command": "x\n\t`y`", "signatures": {".-x": 3}}"#;
        assert!(read(good).is_ok());
        for (text, part) in [
            (r#"{"a": 1, "family": "\u001b[2J"}"#, "field `family`: no name has"),
            (r#"{"a": {"variants": ["x", "<b>"]}}"#, "field `variants`: no name has"),
            (r#"{"command": "x\u001b"}"#, "field `command`: there is what is not seen in it: x\\u{1b}"),
            (r#"{"programs": ["x\u202e"]}"#, "field `programs`: there is what is not seen"),
            (r#"{"a\u001bb": 1}"#, "the name of a field has what is not seen in it"),
            (r#"{"a": "\"|"}"#, "field `a`: no name has"),
            (r#"{"a\"": "\\"}"#, "field `a\"`: no name has"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.starts_with(part) && message.chars().all(is_seen), "{text}: {message}");
        }
        // What is no JSON is told by the parser.
        for text in [r#"{"a": "<"#, r#"{"a": "\ud800"}"#, r#""\"#, "\"", ""] {
            assert!(!read(text).unwrap_err().contains("no name has"), "{text}");
        }
    }
}
