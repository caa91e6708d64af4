//! The picture of a run.

use crate::common::Folder;

#[test]
fn replay_draws_the_run() {
    let ball = r#"{"id":"ball","dim":3,"a":{"points":[[0,0,0]],"radius":1},"b":{"points":[[3,0,0]]}}"#;
    let folder = Folder::new("replay", &[("ball.jsonl", ball)]);
    for (case, variant, scalar) in
        [("gap:1:7", "johnson", "f32"), ("touch-2d:1:5", "dyn4j-2d", "f64"), ("generic:1:1", "muratori", "exact")]
    {
        let png = format!("{variant}.png");
        let text = folder.printed(&["replay", case, "--variant", variant, "--scalar", scalar, "--png", &png]);
        assert!(text.contains("ruling"), "the text is still printed");
        let bytes = std::fs::read(folder.join(png)).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.len() > 20_000, "{case}: {} bytes", bytes.len());
    }
    for (case, png, message) in
        [("ball.jsonl", "ball.png", "ball.jsonl: --png draws bodies that are hulls"), ("gap:1:7", "none/run.png", "run.png: ")]
    {
        let said = folder.refused(&["replay", case, "--variant", "johnson", "--scalar", "f64", "--png", png]);
        assert!(said.contains(message) && !folder.join(png).exists(), "{said}");
    }
}

#[test]
fn lengths_stand_beside_units() {
    let text = Folder::new("replay-lengths", &[]).printed(&[
        "replay",
        "gap:1:3",
        "--variant",
        "ericson-gilbert-foo",
        "--scalar",
        "f32",
    ]);
    assert!(text.contains("ruling     wrong; ") && text.contains("; margin 0.002321 (23580 u·D)"), "{text}");
}
