//! The contest: its file, its figures and its table, of invented and of odd records.

use gjk_records::{read_duels, write_duels};

use super::{folder, odd, small, synthetic, write};
use crate::Study;

#[test]
fn duels_are_read_back_with_the_study() {
    let folder = folder("duels");
    let study = Study { duels: synthetic::study(6, 1).duels, ..small() };
    gjk_records::write_facts(&folder.join("study.json"), &study.facts).unwrap();
    gjk_records::write_records(&folder.join("records.csv"), &study.records).unwrap();
    gjk_records::write_timings(&folder.join("times.csv"), &study.timings).unwrap();
    write_duels(&folder.join("duel.jsonl"), &study.duels).unwrap();
    assert_eq!(Study::read(&folder).unwrap(), study);
    // Of two runs the times of the first are kept.
    let mut twice = Study::read_all(&[folder.clone(), folder.clone()]).unwrap();
    assert_eq!(twice.duels, study.duels);

    write(&twice, &folder, &mut |_| ()).unwrap();
    assert!(std::fs::read_to_string(folder.join("duel.md")).unwrap().contains("| *parry3d-f64* |"));
    twice.duels.clear();
    write(&twice, &folder, &mut |_| ()).unwrap();
    assert!(!folder.join("duel.md").exists() && !folder.join("figures/duel.png").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_line_that_is_no_duel_is_named() {
    let folder = folder("no-duel");
    let path = folder.join("duel.jsonl");
    let duels = &synthetic::study(1, 1).duels[..1];
    write_duels(&path, duels).unwrap();
    let line = std::fs::read_to_string(&path).unwrap();
    let said = |text: String| {
        std::fs::write(&path, text).unwrap();
        read_duels(&path).unwrap_err().to_string()
    };
    let message = said(format!("{line}\n{}", line.replace("\"points\"", "\"dots\"")));
    assert!(message.contains("duel.jsonl: line 3: missing field `points`"), "{message}");
    // A time may be null, but not be missing.
    let message = said(line.replace("\"median_ns\"", "\"median\""));
    assert!(message.contains("duel.jsonl: line 1: missing field `median_ns`"), "{message}");
    assert!(said(format!("{line}{{\"family\":")).contains("duel.jsonl: line 2: EOF"));
    std::fs::write(&path, line.replace(",\"peer\":false", "")).unwrap();
    assert_eq!(read_duels(&path).unwrap(), duels, "lines without `peer` are read");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn odd_contests_are_reported_on() {
    let sheets = odd("duels", |study| study.records.clear());
    for name in ["duel.png", "duel-2.png", "cost.png", "cost-2.png"] {
        assert!(sheets.contains(&name.to_owned()), "{name}");
    }
    assert!(!odd("no-duels", |study| study.duels.clear()).contains(&"duel.png".to_owned()));
    for value in [f64::NAN, f64::INFINITY, -1.0, f64::MAX, f64::MIN_POSITIVE] {
        odd("duel-values", |study| {
            for (i, duel) in study.duels.iter_mut().enumerate() {
                (duel.median_ns, duel.supports) = (Some(value), Some(value));
                (duel.left_out, duel.cases, duel.points) = (usize::MAX - i, usize::MAX, [0, 1, usize::MAX][i % 3]);
            }
        });
    }
    odd("duel-names", |study| {
        for (i, duel) in study.duels.iter_mut().enumerate() {
            duel.variant = format!("<&\"|\n{}{}", duel.variant, "x".repeat(300));
            (duel.gap, duel.scalar) = (format!("{}", i * 7), format!("{}{}", duel.scalar, i % 30));
            (duel.family, duel.points) = ("y".repeat(i % 100), i);
        }
    });
    let crowd = odd("duel-crowd", |study| {
        study.duels.iter_mut().enumerate().for_each(|(i, duel)| duel.variant = format!("v{i}"));
    });
    assert!(crowd.contains(&"duel.png".to_owned()));
}
