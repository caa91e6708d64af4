//! Duels: their figures and their table, from invented and from unusual records.

use gjk_records::Duel;

use super::{folder, odd, small, synthetic, write};

#[test]
fn the_table_of_duels_is_written_and_removed() {
    let folder = folder("duels");
    let mut study = small().with(synthetic::study(6, 1).of::<Duel>().to_vec());
    write(&study, &folder, &mut |_| ()).unwrap();
    assert!(std::fs::read_to_string(folder.join("duel.md")).unwrap().contains("| *parry3d-f64* |"));
    study.of_mut::<Duel>().clear();
    write(&study, &folder, &mut |_| ()).unwrap();
    assert!(!folder.join("duel.md").exists() && !folder.join("figures/duel-f64.png").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn odd_duels_are_reported_on() {
    let sheets = odd("odd-duels", |study| study.answers.clear());
    for name in ["duel-f32.png", "duel-f64.png"] {
        assert!(sheets.contains(&name.to_owned()), "{name}");
    }
    for value in [f64::NAN, f64::INFINITY, -1.0, f64::MAX, f64::MIN_POSITIVE] {
        odd("duel-values", |study| {
            for (i, duel) in study.of_mut::<Duel>().iter_mut().enumerate() {
                (duel.median_ns, duel.supports) = (Some(value), Some(value));
                (duel.not_right, duel.cases, duel.points) = (usize::MAX - i, usize::MAX, [0, 1, usize::MAX][i % 3]);
            }
        });
    }
    odd("duel-names", |study| {
        for (i, duel) in study.of_mut::<Duel>().iter_mut().enumerate() {
            duel.variant = format!("<&\"|\n{}{}", duel.variant, "x".repeat(300));
            (duel.gap, duel.scalar) = (format!("{}", i * 7), format!("{}{}", duel.scalar, i % 30));
            (duel.family, duel.points) = ("y".repeat(i % 100), i);
        }
    });
    let crowd = odd("duel-crowd", |study| {
        study.of_mut::<Duel>().iter_mut().enumerate().for_each(|(i, duel)| duel.variant = format!("v{i}"));
    });
    assert!(crowd.contains(&"duel-f64.png".to_owned()));
}
