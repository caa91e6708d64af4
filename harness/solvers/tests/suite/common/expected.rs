//! Expectations of every variant in a text: a paragraph for each, which begins with its name, and a line for each thing that is
//! found of it. Lines that begin with # are comments.

/// Fails where a paragraph is not what was found, is missing, or is of nothing that was found; says what the file is to hold.
pub fn assert_expected(file: &str, expected: &str, found: &[(String, Vec<String>)]) {
    let paragraphs: Vec<Vec<&str>> = expected
        .split("\n\n")
        .map(|paragraph| paragraph.lines().map(str::trim).filter(|line| !line.starts_with('#') && !line.is_empty()).collect())
        .filter(|lines: &Vec<&str>| !lines.is_empty())
        .collect();
    let mut differences = String::new();
    for (name, lines) in found {
        let Some(expected) = paragraphs.iter().find(|paragraph| paragraph[0] == name).map(|paragraph| &paragraph[1..]) else {
            differences += &format!("{name} has no paragraph; it is\n\n{name}\n");
            lines.iter().for_each(|line| differences += &format!("  {line}\n"));
            differences += "\n";
            continue;
        };
        let gone = expected.iter().filter(|line| !lines.iter().any(|other| other == *line));
        gone.for_each(|line| differences += &format!("{name}: expected, not found: {line}\n"));
        let new = lines.iter().filter(|line| !expected.contains(&line.as_str()));
        new.for_each(|line| differences += &format!("{name}: found, not expected: {line}\n"));
    }
    for paragraph in &paragraphs {
        if !found.iter().any(|(name, _)| name == paragraph[0]) {
            differences += &format!("{}: nothing of this name was looked at\n", paragraph[0]);
        }
    }
    assert!(differences.is_empty(), "{file} is not what was found:\n\n{differences}");
}
