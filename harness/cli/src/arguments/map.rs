//! The arguments of `gjk map`.

use std::path::PathBuf;

use clap::Args;
use gjk_cases::case::Arithmetic;
use gjk_cases::format::Side;
use gjk_study::map::{AXES, LARGEST};
use gjk_truth::judge::TOLERANCE;

use super::report::width;
use super::{number_from_one, rounded, tolerance};

/// Judges variants on a case and its neighbours: two coordinates of one vertex are changed by units in the last place of the
/// scalar, and every pixel of the map is a case that is judged in exact arithmetic. Prints the number of each ruling, and for
/// each variant the failure nearest to the middle. A picture OUT.png gets its caption in files next to it (OUT.md, OUT.tex).
#[derive(Debug, Args)]
pub struct Map {
    /// FILE#ID, FAMILY:SEED:INDEX, corpus#ID, or - for a single case on standard input
    #[arg(value_name = "CASE")]
    pub case: String,
    /// The variants, one panel each (may be repeated)
    #[arg(long = "variant", required = true, value_name = "NAME")]
    pub variants: Vec<String>,
    /// The scalar: f32 or f64
    #[arg(long, value_name = "SCALAR", default_value = "f64", value_parser = rounded)]
    pub scalar: Arithmetic,
    /// The vertex that is moved: a body and the number of one of its points, from 0, such as a:3 (default: the vertex of A with
    /// the greatest weight in the nearest points; for overlapping bodies the vertex nearest to B)
    #[arg(long, value_name = "BODY:NUMBER", value_parser = vertex)]
    pub vertex: Option<(Side, usize)>,
    /// The two coordinates that are changed, the first to the right and the second upwards, such as x,z (default: the two whose
    /// step changes the distance most)
    #[arg(long, value_name = "AXIS,AXIS", value_parser = axes)]
    pub axes: Option<[usize; 2]>,
    /// Pixels along a side
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = size, allow_negative_numbers = true)]
    pub size: usize,
    /// Units in the last place from one pixel to the next
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_from_one, allow_negative_numbers = true)]
    pub step: u64,
    /// Tolerance of the rulings in units of u·D
    #[arg(long, value_name = "K", default_value_t = TOLERANCE, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Draw the map as a PNG file
    #[arg(long, value_name = "OUT.png")]
    pub png: Option<PathBuf>,
    /// Draw the map as an SVG file
    #[arg(long, value_name = "OUT.svg")]
    pub svg: Option<PathBuf>,
    /// Draw the map as a PDF file
    #[arg(long, value_name = "OUT.pdf")]
    pub pdf: Option<PathBuf>,
    /// Write the map as a page for a browser: a pixel that is pointed at says its case and its rulings, and gives the command
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Write the map as numbers: for each row of pixels, the runs of equal truth and ruling (- for standard output)
    #[arg(long, value_name = "OUT.csv")]
    pub csv: Option<PathBuf>,
    /// Add, for each variant, the failing case nearest to the middle to this file
    #[arg(long, value_name = "FILE.jsonl")]
    pub save: Option<PathBuf>,
    /// Width of the picture, such as 85mm, 3.3in or 240pt
    #[arg(long, value_name = "LENGTH", default_value = "178mm", value_parser = width)]
    pub width: f64,
    /// Draw only the panels and their legend; the caption states what they show
    #[arg(long, conflicts_with = "titled")]
    pub bare: bool,
    /// Draw title, caption and command into the picture, for a slide or a message; no caption files are written then
    #[arg(long)]
    pub titled: bool,
}

fn vertex(text: &str) -> Result<(Side, usize), String> {
    let side = |name: &str| [Side::A, Side::B].into_iter().find(|side| side.name() == name.to_lowercase());
    let vertex = text.split_once(':').and_then(|(body, number)| Some((side(body)?, number.parse().ok()?)));
    vertex.ok_or_else(|| "a body and the number of a point of it, from 0, such as a:3".to_owned())
}

fn axes(text: &str) -> Result<[usize; 2], String> {
    let axis = |name: &str| AXES.iter().position(|axis| *axis == name.trim());
    let axes = text.split_once(',').and_then(|(one, other)| Some([axis(one)?, axis(other)?]));
    axes.filter(|[one, other]| one != other).ok_or_else(|| "two of the coordinates x, y and z, such as x,y".to_owned())
}

fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=LARGEST).contains(size));
    size.ok_or_else(|| format!("a whole number from 1 to {LARGEST}, the most pixels along a side"))
}
