//! Pictures of maps, including unusual ones.

use gjk_records::{Column, Map, MapPanel, TrueClass};

use super::*;
use crate::draw::Rect;
use crate::draw::Shape;

/// A map with `size` pixels along a side and a diagonal border; each variant has a single ruling for all pixels.
fn map(size: usize, rulings: &[Column]) -> Map {
    let truth = (0..size * size).map(|place| match (place % size).cmp(&(place / size)) {
        std::cmp::Ordering::Less => TrueClass::Separated,
        std::cmp::Ordering::Equal => TrueClass::Touching,
        std::cmp::Ordering::Greater => TrueClass::Overlapping,
    });
    let panel = |(place, &ruling): (usize, &Column)| MapPanel {
        variant: format!("variant-{place}"),
        rulings: vec![ruling; size * size],
    };
    Map {
        case: "gap:1:7".to_owned(),
        scalar: "f32".to_owned(),
        vertex: "vertex 3 of A".to_owned(),
        axes: ["x".to_owned(), "z".to_owned()],
        centre: [0.25, -0.5],
        size,
        step: 1,
        tolerance: 64.0,
        truth: truth.collect(),
        panels: rulings.iter().enumerate().map(panel).collect(),
        command: "gjk map gap:1:7 --variant johnson".to_owned(),
        commit: "abc".to_owned(),
    }
}

/// Draws a map in both widths and all dressings: every text has a size that papers ask for, and lies on the sheet.
fn look_at(map: &Map) {
    for width in [85.0, 178.0] {
        for dressing in [Dressing::Bare, Dressing::Foot, Dressing::Titled] {
            let Drawing { width: wide, height, shapes } = draw_map(map, "map", width, dressing).drawing;
            assert_eq!(wide, millimetres(width));
            for shape in &shapes {
                let Shape::Text(text) = shape else { continue };
                let points = text.size / crate::draw::unrounded(1.0);
                assert!((6.99..=8.01).contains(&points), "{} has {points} points", text.text);
                let long = f64::from(ink(points).width(&text.text));
                let (along, side) = if text.is_upward { (text.at.1, height) } else { (text.at.0, wide) };
                let before = if text.is_upward { 1.0 - text.before } else { text.before };
                let (from, to) = (f64::from(along) - before * long, f64::from(along) + (1.0 - before) * long);
                assert!(from >= -8.0 && to <= f64::from(side) + 8.0, "{}: from {from} to {to} of {side}", text.text);
            }
        }
    }
}

/// The frames of the images, and the number of colours of each.
fn images(map: &Map, width: f64) -> Vec<(Rect, usize)> {
    let shapes = draw_map(map, "map", width, Dressing::Foot).drawing.shapes;
    let image = |shape| match shape {
        Shape::Image { frame, colours, .. } => Some((frame, colours.len())),
        _ => None,
    };
    shapes.into_iter().filter_map(image).collect()
}

#[test]
fn there_is_a_panel_for_the_truth_and_one_for_each_variant_and_none_overlaps_another() {
    for (count, width) in [(1, 85.0), (3, 85.0), (5, 178.0), (6, 178.0), (12, 178.0), (20, 85.0), (20, 178.0)] {
        let map = map(16, &Column::ALL.repeat(2)[..count]);
        let images = images(&map, width);
        assert_eq!(images.len(), count + 1);
        for (place, (frame, pixels)) in images.iter().enumerate() {
            assert_eq!((frame.width(), *pixels), (frame.height(), 256));
            assert!(images[..place].iter().all(|(other, _)| !frame.overlaps(other)));
        }
        let height = draw_map(&map, "map", width, Dressing::Foot).drawing.height;
        assert!(count > 12 || height <= millimetres(220.0), "{count} panels are {height} dots high");
        look_at(&map);
    }
}

#[test]
fn cells_are_whole_pixels_of_a_png_file_where_there_is_room() {
    for (size, width) in [(256, 178.0), (16, 85.0), (100, 178.0)] {
        let map = map(size, &[Column::Right, Column::Missed]);
        for (frame, _) in images(&map, width) {
            assert_eq!(frame.width() % (4 * size as i32), 0, "{size} cells in {} dots", frame.width());
        }
    }
}

#[test]
fn odd_maps_are_drawn() {
    let mut long = map(4, &[Column::Missed, Column::Phantom]);
    long.case = "<&\"\u{1}".repeat(90);
    long.vertex = "vertex 1000000 of A".to_owned();
    long.panels[0].variant = "a-name-that-is-very-long-indeed-".repeat(4);
    long.panels[1].variant = "NaN".to_owned();
    (long.step, long.centre, long.tolerance) = (u64::MAX, [f64::NAN, 5e-324], 0.0);
    let mut short = map(4, &[Column::Right]);
    short.panels[0].rulings.truncate(3);
    let mut flat = map(4, &[Column::Contact]);
    flat.truth.truncate(7);
    for map in [
        Map::default(),
        map(1, &[]),
        map(1, &[Column::Off]),
        map(2, &Column::ALL),
        map(5, &[Column::GaveUp]),
        long,
        short,
        flat,
    ] {
        look_at(&map);
        map_csv(&map);
    }
}

#[test]
fn a_ruling_has_its_colour_and_the_lowest_row_is_the_first_one() {
    let mut map = map(2, &[Column::Right]);
    (map.panels[0].rulings[0], map.panels[0].rulings[3]) = (Column::Missed, Column::Phantom);
    let shapes = draw_map(&map, "map", 85.0, Dressing::Foot).drawing.shapes;
    let colours: Vec<&Vec<Colour>> =
        shapes.iter().filter_map(|shape| if let Shape::Image { colours, .. } = shape { Some(colours) } else { None }).collect();
    // Rows from above: the true class is apart at the left of the upper row and overlapping at the right of the lower row.
    assert_eq!(*colours[0], [RIGHT_APART, TOUCHING, TOUCHING, RIGHT_MEETING]);
    assert_eq!(*colours[1], [RIGHT_APART, of_column(Column::Phantom), of_column(Column::Missed), RIGHT_MEETING]);
}

#[test]
fn the_words_of_a_panel_list_the_worst_rulings_first() {
    let mut map = map(4, &[Column::Right, Column::Right]);
    map.panels[1].rulings[..3].copy_from_slice(&[Column::Contact, Column::Missed, Column::Contact]);
    let counts = |content: Content| content.counts(&map).join(", ");
    assert_eq!(counts(Content::Truth), "apart 37.5 %, touching 25.0 %, overlap 37.5 %");
    assert_eq!(counts(Content::Variant(&map.panels[0])), "no failure");
    assert_eq!(counts(Content::Variant(&map.panels[1])), "missed 6.25 %, contact 12.5 %");
    assert_eq!([0.0, 1e-6, 0.09951, 0.9999, 1.0].map(short_percent), ["0 %", "<0.01 %", "10.0 %", "99.99 %", "100 %"]);
}

#[test]
fn the_numbers_are_runs_of_equal_pixels() {
    let mut map = map(2, &[Column::Right]);
    map.panels[0].rulings[1] = Column::GaveUp;
    let text = String::from_utf8(map_csv(&map)).unwrap();
    let expected = "variant,j,first_i,last_i,truth,ruling\n\
                    exact,-1,-1,-1,touching,\nexact,-1,0,0,overlapping,\nexact,0,-1,-1,separated,\nexact,0,0,0,touching,\n\
                    variant-0,-1,-1,-1,touching,right\nvariant-0,-1,0,0,overlapping,gave-up\n\
                    variant-0,0,-1,-1,separated,right\nvariant-0,0,0,0,touching,right\n";
    assert_eq!(text, expected);
}

#[test]
fn the_caption_starts_as_usual_and_says_how_to_reproduce_the_map() {
    let drawn = draw_map(&map(4, &[Column::Right]), "fig_map", 85.0, Dressing::Foot);
    let DrawnMap { markdown, latex, .. } = drawn;
    assert!(markdown.starts_with(MAP_CAPTIONS[0]) && latex.starts_with(MAP_CAPTIONS[1]), "{markdown}\n{latex}");
    for part in [
        "gap:1:7, f32; vertex 3 of A: x = 0.25, z = −0.5; 4 × 4 neighbours; tolerance 64 u·D.",
        "`gjk map gap:1:7",
        "Commit abc.",
    ] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    assert!(latex.contains("{fig:gjk-fig-map}\n"), "{latex}");
}
