//! A table that can be read both in a terminal and as Markdown.

/// A Markdown table with aligned columns: the first one to the left, numbers to the right.
///
/// A cell that a row lacks is empty.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let width = |column: usize| {
        let own = rows.iter().map(|row| cell(row, column).chars().count());
        own.chain([header[column].chars().count(), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &dyn Fn(usize) -> String| {
        let padded = |(column, width): (usize, &usize)| {
            let (text, width) = (cells(column), *width);
            if column == 0 { format!(" {text:width$} |") } else { format!(" {text:>width$} |") }
        };
        format!("|{}\n", widths.iter().enumerate().map(padded).collect::<String>())
    };
    let rule = |column: usize| {
        let dashes = "-".repeat(widths[column] - 1);
        if column == 0 { format!("{dashes}-") } else { format!("{dashes}:") }
    };
    let mut text = line(&|column| header[column].to_owned()) + &line(&rule);
    rows.iter().for_each(|row| text += &line(&|column| cell(row, column)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_a_missing_cell_is_empty() {
        let rows = [vec!["a µ".to_owned(), "1.25".to_owned()], vec!["longer".to_owned()]];
        let lines = ["| name   | time |", "| ------ | ---: |", "| a µ    | 1.25 |", "| longer |      |"];
        assert_eq!(table(&["name", "time"], &rows), lines.join("\n") + "\n");
    }
}
