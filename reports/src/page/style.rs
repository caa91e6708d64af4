//! The style of a variant on a page: the same colour, mark and dashes as in every figure.

use std::fmt::Write as _;

use crate::draw::{Mark, Style};

/// A piece of the variant's line with its mark.
pub fn swatch(style: &Style) -> String {
    let (r, g, b) = style.colour;
    let colour = format!("#{r:02x}{g:02x}{b:02x}");
    let dashes = match style.dash {
        [] => String::new(),
        dash => format!(" stroke-dasharray=\"{}\"", dash.iter().map(|part| format!("{part}")).collect::<Vec<_>>().join(" ")),
    };
    let mut html = format!(
        "<svg class=\"swatch\" width=\"30\" height=\"12\" viewBox=\"0 0 30 12\" aria-hidden=\"true\"><rect width=\"30\" height=\"12\" rx=\"2\" fill=\"#fff\"/>\
         <path d=\"M1 6H29\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dashes}/>"
    );
    let corners = |count: usize, begin: f64| {
        let corner = |i: usize| {
            let (sin, cos) = (begin + std::f64::consts::TAU * i as f64 / count as f64).sin_cos();
            format!("{:.1} {:.1}", 15.0 + 4.2 * cos, 6.0 + 4.2 * sin)
        };
        format!("M{}Z", (0..count).map(corner).collect::<Vec<_>>().join("L"))
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let star = || {
        let corner = |i: u32| {
            let radius = if i.is_multiple_of(2) { 4.8 } else { 2.0 };
            let (sin, cos) = (-quarter + std::f64::consts::TAU * f64::from(i) / 10.0).sin_cos();
            format!("{:.1} {:.1}", 15.0 + radius * cos, 6.0 + radius * sin)
        };
        format!("M{}Z", (0..10).map(corner).collect::<Vec<_>>().join("L"))
    };
    let path = match style.mark {
        Mark::Circle => {
            let _ = write!(html, "<circle cx=\"15\" cy=\"6\" r=\"3.4\" fill=\"{colour}\"/></svg>");
            return html;
        }
        Mark::Square => "M11.8 2.8H18.2V9.2H11.8Z".to_owned(),
        Mark::Up => corners(3, -quarter),
        Mark::Down => corners(3, quarter),
        Mark::Left => corners(3, 2.0 * quarter),
        Mark::Right => corners(3, 0.0),
        Mark::Diamond => corners(4, 0.0),
        Mark::Pentagon => corners(5, -quarter),
        Mark::Star => star(),
        Mark::Plus => "M15 2V10M11 6H19".to_owned(),
        Mark::Cross => "M12 3L18 9M18 3L12 9".to_owned(),
    };
    let is_line = matches!(style.mark, Mark::Plus | Mark::Cross);
    let paint =
        if is_line { format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"") } else { format!("fill=\"{colour}\"") };
    let _ = write!(html, "<path d=\"{path}\" {paint}/></svg>");
    html
}
