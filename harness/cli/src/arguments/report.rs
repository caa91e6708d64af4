//! The arguments of `gjk report`, and lengths on paper.

use std::path::PathBuf;

use clap::Args;
use gjk_cases::case::Arithmetic;
use gjk_reports::{FIGURES, Format};

use super::arithmetic;

/// Makes tables and figures from stored records, without running anything again. Without other options: all tables and figures,
/// and the summary. With --variant, --family or --scalar: only these, and variants are ranked among themselves. With --figure,
/// or an option about figures: only figures, in figures/, each with NAME.png and the other requested formats, the caption
/// (NAME.md, NAME.tex) and the plotted numbers (NAME.csv).
#[derive(Debug, Args)]
pub struct Report {
    /// Folders that a study wrote, or files of rows (.csv, .csv.gz)
    #[arg(required = true, value_name = "RECORDS")]
    pub records: Vec<PathBuf>,
    /// Insert the tables at the markers in these Markdown or LaTeX files (.md, .tex), or in those of a folder, and draw
    /// nothing; with --variant, only the named variants are in the tables
    #[arg(long, value_name = "PATH", conflicts_with_all = ["figures", "width", "formats", "bare", "titled"])]
    pub docs: Vec<PathBuf>,
    /// Only this figure (may be repeated; `gjk list figures` names them)
    #[arg(long = "figure", value_name = "NAME", value_parser = figure)]
    pub figures: Vec<String>,
    /// Only this variant (may be repeated)
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,
    /// Only this family (may be repeated)
    #[arg(long = "family", value_name = "NAME")]
    pub families: Vec<String>,
    /// Only this scalar: f32, f64 or exact (may be repeated)
    #[arg(long = "scalar", value_name = "SCALAR", value_parser = arithmetic)]
    pub scalars: Vec<Arithmetic>,
    /// Width of the figures, such as 85mm, 3.3in or 240pt (default: a column of 85 mm or a page of 178 mm, by figure)
    #[arg(long, value_name = "LENGTH", value_parser = width)]
    pub width: Option<f64>,
    /// Kinds of files: png, svg, pdf (default: png,pdf)
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',', value_parser = format)]
    pub formats: Vec<Format>,
    /// Draw only the panels and their legend; the caption states the cases that they count
    #[arg(long, conflicts_with = "titled")]
    pub bare: bool,
    /// Draw title, caption, command and machine into the picture, for a slide or a message
    #[arg(long)]
    pub titled: bool,
    /// Folder for tables and figures
    #[arg(long, value_name = "DIR", default_value = "reports/report")]
    pub out: PathBuf,
}

impl Report {
    /// True if only figures are requested.
    pub fn is_of_figures(&self) -> bool {
        !self.figures.is_empty() || self.width.is_some() || !self.formats.is_empty() || self.bare || self.titled
    }
}

fn figure(name: &str) -> Result<String, String> {
    let names: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
    if names.contains(&name) { Ok(name.to_owned()) } else { Err(format!("there are {}", names.join(", "))) }
}

fn format(name: &str) -> Result<Format, String> {
    Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| "the formats are png, svg and pdf".to_owned())
}

/// The least and the greatest width of a figure, in millimetres: a narrower one is illegible, and no paper is wide enough for a
/// wider one.
const WIDTHS: [f64; 2] = [60.0, 400.0];

/// A length in millimetres: a number with the unit mm, cm, in or pt; millimetres without one.
pub(super) fn width(text: &str) -> Result<f64, String> {
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let unit = match &text[at..] {
        "mm" | "" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        "pt" => 25.4 / 72.27,
        _ => f64::NAN,
    };
    let width = text[..at].trim().parse::<f64>().ok().map(|number| number * unit);
    let width = width.filter(|width| (WIDTHS[0]..=WIDTHS[1]).contains(width));
    width.ok_or_else(|| format!("a length such as 85mm, 8.5cm, 3.3in or 240pt, from {} to {} mm", WIDTHS[0], WIDTHS[1]))
}
