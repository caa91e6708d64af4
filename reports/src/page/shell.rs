//! The frame of a page: one file that loads nothing from outside.
//!
//! A content security policy in the file allows only its own style and its own script, by their SHA-256 sums, and pictures that
//! are part of it. Text that came from a name or a case could not run even if it was not escaped.

use std::fmt::Write as _;

use super::html::escaped;

/// The style of every page.
const STYLE: &str = include_str!("page.css");

/// The script of every page.
const SCRIPT: &str = concat!(
    "'use strict';\n(() => {\n",
    include_str!("geometry.js"),
    include_str!("panel.js"),
    include_str!("view.js"),
    include_str!("map.js"),
    include_str!("robot.js"),
    include_str!("page.js"),
    "})();\n"
);

/// The SHA-256 sums of the style and of the script, in base 64, one per line. A test computes them again.
const SUMS: &str = include_str!("sums.txt");

/// The mark of a page of this program.
const GENERATOR: &str = "<meta name=\"generator\" content=\"gjk\">";

/// Whether a file is a page that this program made; a file of the same name that belongs to something else is not replaced.
pub fn is_own(file: &[u8]) -> bool {
    String::from_utf8_lossy(&file[..file.len().min(300)]).contains(GENERATOR)
}

/// A part of a page, to which the list at its top leads.
pub struct Part {
    /// Its `id`.
    pub id: &'static str,
    /// Its heading, which is also its name in the list.
    pub title: String,
    /// Its content as HTML.
    pub html: String,
}

/// A page.
pub struct Frame {
    /// Its title.
    pub title: String,
    /// The text below the title, as HTML.
    pub lead: String,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The text at its end, as HTML.
    pub foot: String,
}

impl Frame {
    /// The file.
    pub fn html(&self) -> Vec<u8> {
        let mut sums = SUMS.lines();
        let [style, script] = [(); 2].map(|()| sums.next().unwrap_or_default());
        let title = escaped(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{GENERATOR}\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src \
             'none'; img-src data:; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n\
             <body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n<header class=\"top\"><h1>{title}</h1>{}</header>\n",
            self.lead
        );
        if self.parts.len() > 1 {
            html += "<nav class=\"top\" aria-label=\"Parts of the page\"><ul>";
            for Part { id, title, .. } in &self.parts {
                let _ = write!(html, "<li><a href=\"#{id}\">{}</a></li>", escaped(title));
            }
            html += "</ul></nav>\n";
        }
        html += "<main id=\"main\">\n<p id=\"status\" class=\"skip\" role=\"status\"></p>\n";
        for Part { id, title, html: content } in &self.parts {
            let _ = write!(html, "<section id=\"{id}\" aria-labelledby=\"{id}-title\">");
            let _ = write!(html, "<h2 id=\"{id}-title\">{}</h2>\n{content}</section>\n", escaped(title));
        }
        let _ = write!(html, "</main>\n<footer>{}</footer>\n<script>{SCRIPT}</script>\n</body>\n</html>\n", self.foot);
        html.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::page::html::data_url;

    #[test]
    fn the_policy_names_the_style_and_the_script() {
        let sum = |text: &str| data_url("", &Sha256::digest(text)).rsplit(',').next().unwrap_or_default().to_owned();
        let sums = format!("{}\n{}\n", sum(STYLE), sum(SCRIPT));
        if std::env::var_os("GJK_ACCEPT").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/sums.txt");
            std::fs::write(path, &sums).expect("the folder is there");
        }
        assert!(std::env::var_os("GJK_ACCEPT").is_some() || sums == SUMS, "accept the new sums with GJK_ACCEPT=1:\n{sums}");
        // These would end the elements.
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
    }

    #[test]
    fn a_page_loads_nothing_and_escapes_its_title() {
        let part = |id| Part { id, title: "<one>".to_owned(), html: String::new() };
        let frame = Frame {
            title: "<img src=x>".to_owned(),
            lead: String::new(),
            parts: vec![part("one"), part("two")],
            foot: String::new(),
        };
        let html = String::from_utf8(frame.html()).expect("text");
        assert!(html.contains("<h1>&lt;img src=x&gt;</h1>") && html.contains("<a href=\"#one\">&lt;one&gt;</a>"));
        for outside in ["http:", "https:", "://", "=\"x", "@import", "url("] {
            let lines = html.lines().filter(|line| !line.trim_start().starts_with("//"));
            let without_comments = lines.collect::<Vec<_>>().join(
                "
",
            );
            assert!(!without_comments.contains(outside), "{outside}");
        }
    }
}
