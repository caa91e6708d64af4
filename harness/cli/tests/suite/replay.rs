//! The picture of a run.

use crate::common::Folder;

#[test]
fn replay_draws_the_run() {
    let folder = Folder::new("replay", &[]);
    for (case, variant, scalar) in
        [("gap:1:7", "johnson", "f32"), ("touch-2d:1:5", "dyn4j-2d", "f64"), ("generic:1:1", "muratori", "exact")]
    {
        let png = format!("{variant}.png");
        let text = folder.printed(&["replay", case, "--variant", variant, "--scalar", scalar, "--png", &png]);
        assert!(text.contains("ruling"), "the text is still printed");
        let bytes = std::fs::read(folder.join(png)).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.len() > 20_000, "{case}: {} bytes", bytes.len());
    }
    let said = folder.refused(&["replay", "gap:1:7", "--variant", "johnson", "--scalar", "f64", "--png", "none/run.png"]);
    assert!(said.contains("run.png: "), "{said}");
}

#[test]
fn lengths_are_printed_next_to_units() {
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

#[test]
fn replay_draws_rounded_and_curved_bodies_and_unions() {
    let bodies = concat!(
        r#"{"id":"balls","dim":3,"a":{"points":[[0,0,0],[1,0,0]],"radius":1},"b":{"points":[[4,0,0]],"radius":0.5}}"#,
        "\n",
        r#"{"id":"curved","dim":3,"a":{"cylinder":{"radius":1,"half_height":2}},"b":{"ellipsoid":{"semi_axes":[1,2,3],"center":[4,0,1]}}}"#,
        "\n",
        r#"{"id":"union","dim":2,"a":{"union":[{"points":[[0,0],[1,0]]},{"points":[[0,3]],"radius":1}]},"b":{"points":[[3,3],[4,4],[4,1]]}}"#,
        "\n",
        r#"{"id":"links","dim":3,"a":{"union":[{"points":[[0,0,0]],"radius":1},{"points":[[3,0,0]],"radius":1}]},"b":{"points":[[4.5,0,0]],"radius":1}}"#,
        "\n",
        r#"{"id":"floor","dim":3,"a":{"points":[[0,0,0]]},"b":{"halfspace":{"normal":[0,0,1],"offset":0}}}"#,
    );
    let folder = Folder::new("replay-bodies", &[("bodies.jsonl", bodies)]);
    for id in ["balls", "curved", "union", "links"] {
        for variant in ["johnson", "muratori"] {
            let (case, png) = (format!("bodies.jsonl#{id}"), format!("{id}-{variant}.png"));
            folder.printed(&["replay", &case, "--variant", variant, "--scalar", "f64", "--png", &png]);
            let bytes = std::fs::read(folder.join(&png)).expect("a picture");
            assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.len() > 20_000, "{case}: {} bytes", bytes.len());
        }
    }
    let said =
        folder.refused(&["replay", "bodies.jsonl#floor", "--variant", "johnson", "--scalar", "f64", "--png", "floor.png"]);
    assert!(said.contains("johnson does not apply to these bodies in f64") && !folder.join("floor.png").exists(), "{said}");
    let text = folder.printed(&["export", "bodies.jsonl#floor", "-"]);
    assert!(text.starts_with("# floor in f64: touching, at a distance of 0\n") && text.contains("o B\nv "), "{text}");
    assert!(folder.refused(&["export", "bodies.jsonl#floor", "floor.ply"]).contains("name it floor.obj"));
    assert!(folder.refused(&["export", "bodies.jsonl", "x.obj"]).contains("export needs one case, and this holds 5"));
}

#[test]
fn the_depth_and_its_normal_are_printed_for_bodies_of_every_kind_that_overlap() {
    let bodies = concat!(
        r#"{"id":"boxes","dim":2,"a":{"points":[[0,0],[2,0],[0,2],[2,2]]},"b":{"points":[[1.5,0],[4,0],[1.5,2],[4,2]]}}"#,
        "\n",
        r#"{"id":"balls","dim":3,"a":{"points":[[0,0,0]],"radius":2},"b":{"points":[[0,0,3]],"radius":1.5}}"#,
        "\n",
        r#"{"id":"deep","dim":2,"a":{"points":[[0,0],[2,0],[0,2],[2,2]],"radius":1},"b":{"points":[[1.5,1]]}}"#,
        "\n",
        r#"{"id":"floor","dim":3,"a":{"points":[[0,0,-3]]},"b":{"halfspace":{"normal":[0,0,2],"offset":0}}}"#,
        "\n",
        r#"{"id":"apart","dim":3,"a":{"points":[[0,0,0]],"radius":1},"b":{"points":[[0,0,3]],"radius":1}}"#,
    );
    let folder = Folder::new("replay-depths", &[("bodies.jsonl", bodies)]);
    for (id, expected) in [
        ("boxes", "depth      5e-1 (squared 1/4)\n           along (1, 0); the nearest of the "),
        ("balls", "depth      5e-1\n           along (0, 0, 1)\n"),
        ("deep", "depth      1.5e0 (of the cores 5e-1)\n           along (1, 0); the nearest of the "),
        ("floor", "depth      3e0 (squared 9)\n           along (0, 0, -1)\n"),
        ("apart", ""),
    ] {
        // The truth is printed for a half-space too, though the variant does not apply to it.
        let run = folder.gjk(&["replay", &format!("bodies.jsonl#{id}"), "--variant", "johnson", "--scalar", "f64"]);
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(text.contains(expected) && text.contains("\ndepth  ") != expected.is_empty(), "{id}: {text}");
    }
}
