//! The picture of a run.

use std::path::PathBuf;
use std::process::Command;

#[test]
fn replay_draws_the_run() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("replay");
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    let replay = |case: &str, variant: &str, scalar: &str, png: &str| {
        let arguments = ["replay", case, "--variant", variant, "--scalar", scalar, "--png", png];
        Command::new(env!("CARGO_BIN_EXE_gjk")).current_dir(&folder).args(arguments).output().expect("gjk runs")
    };
    for (case, variant, scalar) in
        [("gap:1:7", "johnson", "f32"), ("touch-2d:1:5", "dyn4j-2d", "f64"), ("generic:1:1", "muratori", "exact")]
    {
        let png = format!("{variant}.png");
        let run = replay(case, variant, scalar, &png);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        assert!(String::from_utf8_lossy(&run.stdout).contains("ruling"), "the text is still printed");
        let bytes = std::fs::read(folder.join(png)).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.len() > 20_000, "{case}: {} bytes", bytes.len());
    }
    let ball = r#"{"id":"ball","dim":3,"a":{"points":[[0,0,0]],"radius":1},"b":{"points":[[3,0,0]]}}"#;
    std::fs::write(folder.join("ball.jsonl"), ball).expect("a file for tests");
    let run = replay("ball.jsonl", "johnson", "f64", "ball.png");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("ball.jsonl: --png draws bodies that are hulls"));
    assert!(!folder.join("ball.png").exists());
    let run = replay("gap:1:7", "johnson", "f64", "none/run.png");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("run.png: "));
}
