//! Bodies by their sizes, poses, and meshes in separate files, as a case file states them.

use gjk_cases::case::{Arithmetic, Body, Case, Shape};
use gjk_cases::format::{read, read_file, write};

fn case(a: &str, b: &str) -> Case {
    let reading = read(&format!(r#"{{"id":"x","dim":3,"a":{a},"b":{b}}}"#), "f");
    assert_eq!(reading.problems, []);
    reading.cases[0].clone()
}

fn body(a: &str) -> Body {
    case(a, r#"{"points":[[0,0,0]]}"#).a
}

fn in_plane(a: &str) -> Body {
    let reading = read(&format!(r#"{{"id":"x","dim":2,"a":{a},"b":{{"points":[[0,0]]}}}}"#), "f");
    assert_eq!(reading.problems, []);
    reading.cases[0].a.clone()
}

fn problem(dimension: u8, a: &str, b: &str) -> String {
    let reading = read(&format!(r#"{{"id":"x","dim":{dimension},"a":{a},"b":{b}}}"#), "f");
    assert_eq!(reading.cases, []);
    reading.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn bodies_by_their_sizes() {
    let Body::Points(vertices) = body(r#"{"box":{"half_extents":[1,2,3]}}"#) else { panic!("points") };
    assert_eq!(vertices.len(), 8);
    for sign in 0..8 {
        let of = |axis: usize| if sign >> axis & 1 == 1 { 1.0 } else { -1.0 };
        assert!(vertices.contains(&[of(0), 2.0 * of(1), 3.0 * of(2)]));
    }
    let Body::Points(vertices) = in_plane(r#"{"box":{"half_extents":[1,2]}}"#) else { panic!("points") };
    assert_eq!(vertices, [[-1.0, -2.0, 0.0], [1.0, -2.0, 0.0], [-1.0, 2.0, 0.0], [1.0, 2.0, 0.0]]);
    assert_eq!(body(r#"{"sphere":{"radius":3}}"#), Body::Rounded { points: vec![[0.0; 3]], radius: 3.0 });
    let capsule = Body::Rounded { points: vec![[0.0, 0.0, -2.0], [0.0, 0.0, 2.0]], radius: 1.0 };
    assert_eq!(body(r#"{"capsule":{"radius":1,"half_height":2}}"#), capsule);
    assert_eq!(body(r#"{"capsule":{"radius":1,"from":[0,0,-2],"to":[0,0,2]}}"#), capsule);
    let upright = Body::Rounded { points: vec![[0.0, -2.0, 0.0], [0.0, 2.0, 0.0]], radius: 1.0 };
    assert_eq!(in_plane(r#"{"capsule":{"radius":1,"half_height":2}}"#), upright);
    let below = case(r#"{"points":[[0,0,0]]}"#, r#"{"halfspace":{"normal":[0,0,2],"offset":-1}}"#);
    assert_eq!(below.b, Body::Halfspace { normal: [0.0, 0.0, 2.0], offset: -1.0 });
}

#[test]
fn a_posed_case_is_written_with_its_points() {
    let posed = case(
        r#"{"union":[{"box":{"half_extents":[1,1,1]}},{"sphere":{"radius":2},"pose":{"translation":[0,0,9]}}],
            "pose":{"quaternion":[1,0,0,1],"translation":[5,0,0]}}"#
            .replace('\n', " ")
            .as_str(),
        r#"{"halfspace":{"normal":[1,0,0],"offset":1},"pose":{"rotation":[[0,-1,0],[1,0,0],[0,0,1]]}}"#,
    );
    let [of_box, ball] = posed.a.parts() else { panic!("{posed:?}") };
    assert!(of_box.points().contains(&[6.0, -1.0, 1.0]));
    assert_eq!(*ball, Body::Rounded { points: vec![[5.0, 0.0, 9.0]], radius: 2.0 });
    let again = &read(&write(&posed), "f").cases[0];
    assert_eq!((&again.a, &again.b), (&posed.a, &posed.b));
    assert!(posed.given.iter().all(Option::is_some) && again.given.iter().all(Option::is_none));
    assert_eq!(again.b, Body::Halfspace { normal: [0.0, 1.0, 0.0], offset: 1.0 });
}

#[test]
fn a_pose_is_applied_in_the_scalar_that_runs() {
    let text = r#"{"id":"x","dim":2,"scalar":"f32","a":{"box":{"half_extents":[0.1,0.1]},"pose":{"translation":[0.2,0]}},"b":{"points":[[0.1,0]]}}"#;
    let case = &read(text, "f").cases[0];
    let of = |case: &Case| (case.a.points()[1][0], case.b.points()[0][0]);
    let in_singles = (f64::from(0.1_f32 + 0.2_f32), f64::from(0.1_f32));
    // With singles as the home arithmetic, the points are placed in singles; coordinates that are written are not
    // changed.
    assert_eq!(of(case), (in_singles.0, 0.1));
    let posed = |arithmetic| of(&case.posed(arithmetic).expect("nothing overflows"));
    assert_eq!(posed(Arithmetic::F32), in_singles);
    assert_eq!(posed(Arithmetic::F64), (0.1 + 0.2, 0.1));
    assert_eq!(posed(Arithmetic::Exact), of(case));
    let placed = case.posed(Arithmetic::F64).expect("nothing overflows");
    assert_eq!(placed.posed(Arithmetic::F64).as_ref(), Some(&placed));
}

#[test]
fn an_angle_turns_in_the_plane() {
    let Body::Points(points) = in_plane(r#"{"points":[[1,0],[0,2]],"pose":{"angle":1.5707963267948966,"translation":[0,1]}}"#)
    else {
        panic!("points")
    };
    // The cosine of the double nearest to π/2; twice this cosine is more than half a step at one, so the sum is rounded up.
    assert_eq!(points, [[6.123233995736766e-17, 2.0, 0.0], [-2.0, 1.0 + f64::EPSILON, 0.0]]);
    let Body::Curved(ellipse) = in_plane(r#"{"ellipsoid":{"semi_axes":[2,1]},"pose":{"angle":1.5707963267948966}}"#) else {
        panic!("curved")
    };
    assert!(matches!(ellipse.shape, Shape::Ellipsoid { .. }) && ellipse.rotation[1][0] == 1.0);
}

#[test]
fn errors_in_a_pose_are_reported() {
    let point = r#"{"points":[[0,0,0]]}"#;
    let with_pose = |body: &str, pose: &str| format!(r#"{{{body},"pose":{pose}}}"#);
    let sphere = r#""sphere":{"radius":1}"#;
    let unit = r#""box":{"half_extents":[1,1,1]}"#;
    for (a, expected) in [
        (with_pose(unit, r#"{"quaternion":[0,0,0,0]}"#), "a.pose.quaternion: a quaternion of zeros is no rotation"),
        (with_pose(unit, r#"{"quaternion":[1,0,0]}"#), "a.pose.quaternion: 4 numbers are wanted here, these are 3"),
        (
            with_pose(unit, r#"{"quaternion":[1,0,0,0],"rotation":[[1,0,0],[0,1,0],[0,0,1]]}"#),
            "a.pose: both \"quaternion\" and \"rotation\" turn the body; one of them is enough",
        ),
        (
            with_pose(unit, r#"{"angle":1}"#),
            "a.pose.angle: needs an \"axis\" in addition in space; a body is turned there by an axis with an angle, rpy, a \
             quaternion, a rotation or a matrix",
        ),
        (
            with_pose(unit, r#"{"position":[0,0,0]}"#),
            "a.pose.position: unknown field; known are translation, quaternion, quaternion_xyzw, rotation, matrix, rpy, axis, angle",
        ),
        (
            with_pose(sphere, r#"{"rotation":[[1,0,0],[0,1,0],[0,0,1.5]]}"#),
            "a.pose.rotation: must be orthonormal to 64 u, 7.105e-15 in this scalar; an entry of RᵀR − I is 1.250e0",
        ),
        (with_pose(unit, r#"{"translation":[1e308,"q",0]}"#), "a.pose.translation[1]: "),
        (
            r#"{"box":{"half_extents":[1e308,1,1]},"pose":{"translation":[1.5e308,0,0]}}"#.to_owned(),
            "a: where it is placed a number overflows f64, or a quaternion or a normal vanishes there",
        ),
        (r#"{"box":{"half_extents":[1,-1,1]}}"#.to_owned(), "a.box.half_extents[1]: a half extent is at least 0"),
        (r#"{"box":{"sizes":[1,1,1]}}"#.to_owned(), "a.box.sizes: unknown field; known are half_extents, size"),
        (
            r#"{"capsule":{"radius":1}}"#.to_owned(),
            "a.capsule: has neither of \"half_height\" (or \"height\" or \"length\", twice as long) and \"from\" with \"to\"",
        ),
        (r#"{"capsule":{"radius":1,"from":[0,0,0]}}"#.to_owned(), "a.capsule.to: missing"),
        (r#"{"mesh":{"file":"none.stl"}}"#.to_owned(), "a.mesh.file: none.stl: cannot read the mesh: "),
    ] {
        let found = problem(3, &a, point);
        assert!(found.starts_with(&format!("f:1: {expected}")), "{found}\n{expected}");
    }
    let flat = problem(3, point, r#"{"halfspace":{"normal":[0,0,0],"offset":0}}"#);
    assert_eq!(flat, "f:1: b.halfspace.normal: a normal has a length that is not zero");
    let flat = problem(2, r#"{"points":[[0,0]],"pose":{"quaternion":[1,0,0,0]}}"#, r#"{"points":[[0,0]]}"#);
    assert_eq!(flat, "f:1: a.pose.quaternion: is of space; in the plane a body is turned by an angle, a rotation or a matrix");
    // A matrix that is not a rotation gives an affine image of points.
    let sheared = body(&with_pose(r#""points":[[1,1,0]]"#, r#"{"rotation":[[1,1,0],[0,1,0],[0,0,1]]}"#));
    assert_eq!(sheared.points(), [[2.0, 1.0, 0.0]]);
}

#[test]
fn a_mesh_file_is_found_next_to_its_case_file() {
    let folder = std::env::temp_dir().join(format!("gjk-mesh-beside-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("two.obj"), "o one\nv 1 2 3\nv 2 2 3\no other\nv 0 0 0\n").expect("a mesh");
    let line = |a: &str| format!(r#"{{"id":"x","dim":3,"a":{{"mesh":{a}}},"b":{{"points":[[0,0,0]]}}}}"#);
    let read = |a: &str| {
        let path = folder.join("cases.jsonl");
        std::fs::write(&path, line(a)).expect("a file");
        read_file(&path).expect("it is there")
    };
    let scaled = read(r#"{"file":"two.obj","object":"one","scale":[0.5,1,-1]}"#);
    assert_eq!(scaled.problems, []);
    assert_eq!(scaled.cases[0].a.points(), [[0.5, 2.0, -3.0], [1.0, 2.0, -3.0]]);
    let message = |a: &str| read(a).problems[0].message.clone();
    assert_eq!(
        message(r#"{"file":"two.obj"}"#),
        "2 objects are in the file; name one with \"object\", such as \"one\", \"other\""
    );
    assert_eq!(
        message(r#"{"file":"two.obj","object":"ohter"}"#),
        "no object \"ohter\" is in the file, which has \"one\", \"other\"; did you mean \"other\"?"
    );
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn a_half_space_whose_normal_vanishes_in_singles_is_not_posed_in_them() {
    for b in [
        r#"{"halfspace":{"normal":[1e-60,0,0],"offset":0}}"#,
        r#"{"union":[{"halfspace":{"normal":[1e-60,0,0],"offset":0}}]}"#,
        r#"{"halfspace":{"normal":[1e-60,0,0],"offset":0},"pose":{"translation":[0,0,1]}}"#,
    ] {
        let case = case(r#"{"sphere":{"radius":1}}"#, b);
        assert!(case.posed(Arithmetic::F64).is_some() && case.posed(Arithmetic::F32).is_none(), "{b}");
    }
    let text = r#"{"id":"x","dim":3,"scalar":"f32","a":{"sphere":{"radius":1}},"b":{"halfspace":{"normal":[1e-60,0,0],"offset":0},"pose":{"translation":[0,0,1]}}}"#;
    assert!(read(text, "f").problems[0].message.contains("or a quaternion or a normal vanishes there"));
}
