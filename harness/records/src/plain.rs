//! Texts of files that others may have made.
//!
//! Texts of records are printed on terminals, in tables of Markdown and in cells of spreadsheets. There a text can have an
//! effect: a control character moves the cursor, a mark of direction reverses the text after it, `<` and `|` are markup, and a
//! cell that begins with `=` is computed. Therefore every text is checked once, when it is read. A name may have only
//! characters without such an effect; a command may have any visible characters. Other texts are refused.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

/// Characters that no name has, since they are markup in HTML or Markdown.
const MARKUP: &str = "<>&|`*[]\\";
/// Characters that no name begins with: a spreadsheet computes such a cell, also with the wide forms, or drops the character.
const BEGINS: &str = "=+-@＝＋－＠' ";

/// The fields whose texts may have any visible characters.
///
/// These are commands of a shell and options of one, which may have several lines; a file of rows, whose name must be that of
/// its unit; and faults, which are stated with their cases.
const ANYTHING: [&str; 5] = ["command", "option", "programs", "file", "faults"];

/// True if a printed letter is visible and has no other effect: it is not a control character or a mark of direction, and has a
/// width.
pub fn is_seen(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text with every invisible character written as in the source of a program, such as `\u{1b}`; ends of lines are kept.
pub fn shown(text: &str) -> Cow<'_, str> {
    let stays = |letter: char| is_seen(letter) || letter == '\n';
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let letter = |letter: char| if stays(letter) { letter.to_string() } else { letter.escape_default().to_string() };
    Cow::Owned(text.chars().map(letter).collect())
}

/// Checks that a text is a name; a number and an empty text are names, too.
///
/// # Errors
/// A message with the rule and the text, if a character in it is invisible or may be markup, or if a spreadsheet may compute
/// it.
pub fn name(text: &str) -> Result<(), String> {
    // Letters and digits are tested first: testing every letter by its properties took a quarter of the time to read records.
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

/// The name nearest to a text from the system or the user, such as the model of a processor or the name of a file.
pub fn as_name(text: &str) -> String {
    let is_good = |letter: char| name(&format!("a{letter}")).is_ok();
    let mut name: String = text.chars().map(|letter| if is_good(letter) { letter } else { '_' }).collect();
    if self::name(&name).is_err() {
        name.insert(0, 'x');
    }
    name
}

/// Reads a value from JSON in which all texts are names or commands.
///
/// # Errors
/// The fault and its field.
pub(crate) fn parse<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    look(json).map_err(|(_, message)| message)?;
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// Checks the texts of a value in JSON; invalid JSON is left to its parser.
///
/// # Errors
/// The first text that is not a name: its line, from 1, and a message with its field and its fault.
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

/// The length of the quoted text at the beginning of these bytes; `None` if it has no end.
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
    fn a_name_is_only_plain_text() {
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
    fn texts_of_the_system_are_made_valid_names() {
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
    fn invisible_characters_are_escaped() {
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
        // The parser reports invalid JSON.
        for text in [r#"{"a": "<"#, r#"{"a": "\ud800"}"#, r#""\"#, "\"", ""] {
            assert!(!read(text).unwrap_err().contains("no name has"), "{text}");
        }
    }
}
