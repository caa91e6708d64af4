//! Figures in print: sizes of texts and sheets, and no shape beyond an edge.

use crate::draw::{Drawing, TEXT};
use crate::figure::{Dressing, Room};
use crate::{FIGURES, Study, Survey};

use super::synthetic;

/// Every sheet of a study in a width, with its name.
fn sheets(study: &Study, width: Option<f64>, dressing: Dressing) -> Vec<(String, Drawing)> {
    let survey = Survey::new(study);
    let mut all = Vec::new();
    for figure in FIGURES {
        let width = width.unwrap_or(figure.width.millimetres());
        match (figure.draw)(&survey, Room::of(width)) {
            Ok(sheets) => {
                all.extend(sheets.iter().map(|sheet| {
                    (format!("{}-{} at {width} mm", figure.name, sheet.name), sheet.drawn(width, dressing, "facts"))
                }))
            }
            Err(reason) => {
                assert!(reason.contains("too narrow") && width < figure.width.millimetres(), "{}: {reason}", figure.name)
            }
        }
    }
    all
}

#[test]
fn texts_are_of_the_size_that_papers_ask_for() {
    for width in [None, Some(85.0), Some(178.0)] {
        for (name, drawing) in sheets(&synthetic::study(9, 60), width, Dressing::Foot) {
            for (text, points) in drawing.texts() {
                assert!((TEXT..=8.0).contains(&points), "{name}: {text} is set in {points} points");
            }
        }
    }
}

#[test]
fn nothing_is_clipped_and_no_sheet_is_taller_than_a_page() {
    for (variants, width) in [(6, None), (20, None), (6, Some(85.0)), (6, Some(178.0))] {
        for (name, drawing) in sheets(&synthetic::study(variants, 60), width, Dressing::Foot) {
            let beyond: Vec<String> = drawing.beyond();
            assert!(beyond.is_empty(), "{name}, {variants} variants: {beyond:?}");
            let height = drawing.millimetres()[1];
            assert!(height <= 220.0, "{name}, {variants} variants: {height} mm");
        }
    }
}

#[test]
fn a_titled_figure_has_its_words_and_a_bare_one_none_of_them() {
    let study = synthetic::study(6, 60);
    let words = |dressing: Dressing| {
        let sheets = sheets(&study, None, dressing);
        sheets
            .into_iter()
            .map(|(_, drawing)| drawing.texts().iter().map(|(text, _)| *text).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    let (bare, foot, titled) = (words(Dressing::Bare), words(Dressing::Foot), words(Dressing::Titled));
    for ((bare, foot), titled) in bare.iter().zip(&foot).zip(&titled) {
        assert!(bare.len() < foot.len() && foot.len() < titled.len());
        assert!(titled.ends_with("facts") && !foot.ends_with("facts"));
    }
}
