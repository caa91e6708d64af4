//! The programs of the page on casts that show wrong answers of a library: each prints what the page says.
#![cfg(feature = "peers")]

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::ConvexPolyhedron;

#[test]
fn a_cube_passes_another_one_and_parry_reports_a_hit() {
    let corner = |i: i32, j: i32, k: i32| Vector::new(i.into(), j.into(), k.into());
    let corners: Vec<Vector> = (0..8).map(|i| corner(2 * (i & 1) - 1, (i & 2) - 1, (i & 4) / 2 - 1)).collect();
    let cube = ConvexPolyhedron::from_convex_hull(&corners).expect("a hull");
    let (start, velocity) = (Pose::translation(-4.0, 2.00001, 0.25), Vector::new(8.0, 0.0, 0.0));
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let hit = cast_shapes(&start, velocity, &cube, &Pose::IDENTITY, Vector::ZERO, &cube, options);
    let time = hit.expect("supported").map(|hit| hit.time_of_impact);
    assert!(time.is_some_and(|time| (time - 0.25).abs() < 1e-6), "{time:?}");
}

/// Compiles the C++ programs of the page, with the headers of Bullet, and compares each line with the comment beside it.
#[test]
#[cfg(feature = "native-peers")]
fn the_casts_of_bullet_print_what_the_page_says() {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    let page = include_str!("../../../../docs/casts.md");
    let (_, rest) = page.split_once("```cpp\n").expect("a program");
    let (program, _) = rest.split_once("```").expect("its end");
    let expected: Vec<&str> = program.lines().filter_map(|line| Some(line.split_once("// prints ")?.1)).collect();
    assert_eq!(expected.len(), 3);

    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bullet-casts");
    std::fs::create_dir_all(&folder).expect("a folder");
    let headers =
        ["btContinuousConvexCollision", "btGjkConvexCast", "btGjkEpaPenetrationDepthSolver", "btSubSimplexConvexCast"];
    let of_casts = headers.map(|name| format!("#include <BulletCollision/NarrowPhaseCollision/{name}.h>\n")).concat();
    let text = format!("#include <btBulletCollisionCommon.h>\n{of_casts}#include <cstdio>\nint main() {{\n{program}}}\n");
    std::fs::write(folder.join("casts.cpp"), text).expect("written");
    let compiled = Command::new("c++")
        .current_dir(&folder)
        .args(["-std=c++14", "-w", "-DBT_USE_DOUBLE_PRECISION", "-o", "casts", "casts.cpp"])
        .args(["/usr/include", "/usr/local/include", "/opt/homebrew/include"].map(|root| format!("-I{root}/bullet")))
        .args(["-lBulletCollision-float64", "-lLinearMath-float64"])
        .output()
        .expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(folder.join("casts")).output().expect("it runs");
    let printed = String::from_utf8(run.stdout).expect("text");
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
}
