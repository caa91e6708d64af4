//! The same bodies and poses in several notations: each gives the same bits.

use gjk_cases::case::{Arithmetic, Body, Case, Shape};
use gjk_cases::format::{Reading, read, write};

fn reading(dimension: u8, a: &str, b: &str) -> Reading {
    read(&format!(r#"{{"id":"x","dim":{dimension},"a":{a},"b":{b}}}"#), "f")
}

fn point(dimension: u8) -> &'static str {
    if dimension == 2 { r#"{"points":[[0,0]]}"# } else { r#"{"points":[[0,0,0]]}"# }
}

fn case(dimension: u8, a: &str, b: &str) -> Case {
    let reading = reading(dimension, a, b);
    assert_eq!(reading.problems, [], "{a} {b}");
    reading.cases[0].clone()
}

fn body(dimension: u8, a: &str) -> Body {
    case(dimension, a, point(dimension)).a
}

/// A body in a pose.
fn posed(dimension: u8, pose: &str) -> Body {
    let points = if dimension == 2 { "[[1,2],[3,-0.7]]" } else { "[[1,2,3],[3,-0.7,0.1]]" };
    body(dimension, &format!(r#"{{"points":{points},"pose":{pose}}}"#))
}

/// Both notations give the same body, in either scalar.
fn same(dimension: u8, one: &str, other: &str) {
    let in_singles = |a: &str| case(dimension, a, point(dimension)).posed(Arithmetic::F32).expect("nothing overflows").a;
    assert_eq!(body(dimension, one), body(dimension, other), "{one} {other}");
    assert_eq!(in_singles(one), in_singles(other), "{one} {other}");
}

fn same_pose(dimension: u8, one: &str, other: &str) {
    let points = if dimension == 2 { "[[1,2],[3,-0.7]]" } else { "[[1,2,3],[3,-0.7,0.1]]" };
    let with = |pose: &str| format!(r#"{{"points":{points},"pose":{pose}}}"#);
    same(dimension, &with(one), &with(other));
}

/// The only problem of a line with this body.
fn problem(dimension: u8, a: &str) -> String {
    let reading = reading(dimension, a, point(dimension));
    assert_eq!((reading.cases.len(), reading.problems.len()), (0, 1), "{a}: {:?}", reading.problems);
    reading.problems[0].to_string()
}

#[test]
fn a_turn_has_several_notations() {
    // A quarter turn about z takes (1, 2, 3) to (−2, 1, 3), computed by hand.
    let Body::Points(points) = posed(3, r#"{"rpy":[0,0,"90deg"],"translation":[10,0,0]}"#) else { panic!("points") };
    assert_eq!(points, [[8.0, 1.0, 3.0], [10.7, 3.0, 0.1]]);
    let quarter = r#"{"quaternion":[1,0,0,1],"translation":[10,0,0]}"#;
    for other in [
        r#"{"rpy":[0,0,"90deg"],"translation":[10,0,0]}"#,
        r#"{"quaternion_xyzw":[0,0,1,1],"translation":[10,0,0]}"#,
        r#"{"axis":[0,0,0.3],"angle":"90deg","translation":[10,0,0]}"#,
        r#"{"axis":[0,0,-1],"angle":"-450.0deg","translation":[10,0,0]}"#,
        r#"{"matrix":[[0,-1,0,10],[1,0,0,0],[0,0,1,0],[0,0,0,1]]}"#,
        r#"{"rotation":[[0,-1,0],[1,0,0],[0,0,1]],"translation":[10,0,0]}"#,
        r#"[{"axis":[0,0,1],"angle":"90deg"},{"translation":[10,0,0]}]"#,
        r#"[{"translation":[0,-10,0]},{"rpy":[0,0,"90deg"]}]"#,
    ] {
        same_pose(3, quarter, other);
    }
    // Roll is first: x turned about x stays, and is then turned to y about z. In the other order it would be z.
    let Body::Points(points) = body(3, r#"{"points":[[1,0,0],[0,1,0]],"pose":{"rpy":["90deg",0,"90deg"]}}"#) else {
        panic!("points")
    };
    assert_eq!(points, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    same_pose(
        3,
        r#"{"rpy":[0.1,-2,3.5],"translation":[1,2,3]}"#,
        r#"[{"axis":[1,0,0],"angle":0.1},{"axis":[0,1,0],"angle":-2},{"axis":[0,0,1],"angle":3.5},{"translation":[1,2,3]}]"#,
    );
    same_pose(3, r#"{"axis":[1,1,0],"angle":"60deg"}"#, r#"{"axis":[2,2,0],"angle":"420deg"}"#);
    same_pose(3, r#"{"quaternion":[4,1,2,3]}"#, r#"{"quaternion_xyzw":[1,2,3,4]}"#);
    same_pose(3, r#"{"rpy":[0,0,0]}"#, "[]");
    // The cosine of 120° is −1/2, so the third corner of a triangle has an exact coordinate.
    let Body::Points(points) = body(2, r#"{"points":[[2,0]],"pose":{"angle":"120deg"}}"#) else { panic!("points") };
    assert_eq!(points, [[-1.0, 3.0_f64.sqrt(), 0.0]]);
    for other in [r#"{"matrix":[[0,-1,5],[1,0,6],[0,0,1]]}"#, r#"{"rotation":[[0,-1],[1,0]],"translation":[5,6]}"#] {
        same_pose(2, r#"{"angle":"90deg","translation":[5,6]}"#, other);
    }
    same_pose(2, r#"{"angle":1.5}"#, r#"{"angle":"0x1.8p+0"}"#);
}

#[test]
fn a_list_of_poses_is_composed_exactly_and_rounded_once() {
    // 1 + 2⁻⁵³ + 2⁻¹⁰⁶ is above the middle between two doubles. Rounding after each pose would give 1.
    let list = r#"[{"translation":["0x1p-53",0,0]},{"translation":["0x1p-106",0,0]}]"#;
    let Body::Points(points) = body(3, &format!(r#"{{"points":[[1,0,0]],"pose":{list}}}"#)) else { panic!("points") };
    assert_eq!(points, [[1.0 + f64::EPSILON, 0.0, 0.0]]);
    let steps = vec!["{}"; 101].join(",");
    let message = problem(3, &format!(r#"{{"points":[[0,0,0]],"pose":[{steps}]}}"#));
    assert_eq!(message, "f:1: a.pose: a list of poses has at most 100, this has 101");
    let message = problem(3, r#"{"points":[[0,0,0]],"pose":[{},{"quaternion":[0,0,0,0]}]}"#);
    assert_eq!(message, "f:1: a.pose[1].quaternion: a quaternion of zeros is no rotation");
    // Numbers of many digits, a hundred times.
    let long = r#"{"quaternion":[1,1e-300,1,1e300]}"#;
    let many = format!("[{}]", vec![long; 100].join(","));
    let message = problem(3, &format!(r#"{{"points":[[0,0,0]],"pose":{many}}}"#));
    assert_eq!(message, "f:1: a: its poses take as long to compute as 4000000 points: write fewer poses, or shorter numbers");
    let parts = vec![r#"{"points":[[0,0,0]]}"#; 5_001].join(",");
    let steps = vec!["{}"; 100].join(",");
    let message = problem(3, &format!(r#"{{"union":[{parts}],"pose":[{steps}]}}"#));
    assert_eq!(message, "f:1: a.pose: the poses of the parts have 500100 steps, more than 500000: pose fewer parts at once");
}

#[test]
fn errors_in_a_turn_are_reported() {
    let with = |pose: &str| format!(r#"{{"points":[[0,0,0]],"pose":{pose}}}"#);
    for (pose, expected) in [
        (r#"{"rpy":[0,0,1],"matrix":[]}"#, "a.pose: both \"matrix\" and \"rpy\" turn the body; one of them is enough"),
        (
            r#"{"quaternion_xyzw":[0,0,0,1],"axis":[0,0,1],"angle":1}"#,
            "a.pose: both \"quaternion_xyzw\" and \"axis\" turn the body; one of them is enough",
        ),
        (r#"{"rpy":[0,0,1],"angle":1}"#, "a.pose: both \"rpy\" and \"angle\" turn the body; one of them is enough"),
        (
            r#"{"matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],"translation":[0,0,0]}"#,
            "a.pose: \"matrix\" is a rotation and a translation in one; leave \"translation\" out",
        ),
        (r#"{"matrix":[[1,0,0],[0,1,0],[0,0,1]]}"#, "a.pose.matrix: a matrix has 4 rows here (dim + 1), this has 3"),
        (r#"{"matrix":[[1,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"#, "a.pose.matrix[0]: 4 numbers are wanted here, these are 3"),
        (
            r#"{"matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[5,0,0,1]]}"#,
            "a.pose.matrix[3]: the last row has zeros and then a one; transpose a matrix that is stored by columns, since this \
             one is read by rows",
        ),
        (r#"{"rpy":[0,0]}"#, "a.pose.rpy: 3 angles are wanted here (roll, pitch, yaw), these are 2"),
        (
            r#"{"rpy":[0,0,"45grad"]}"#,
            "a.pose.rpy[2]: must be a number of radians, or of degrees such as \"45deg\", this is \"45grad\"",
        ),
        (
            r#"{"rpy":["1e999deg",0,0]}"#,
            "a.pose.rpy[0]: must be a number of radians, or of degrees such as \"45deg\", this is \"1e999deg\"",
        ),
        (r#"{"axis":[0,0,1]}"#, "a.pose.axis: needs an \"angle\" in addition, by which the body is turned about the axis"),
        (r#"{"axis":[0,0,0],"angle":1}"#, "a.pose.axis: an axis has a length that is not zero"),
        (r#"7"#, "a.pose: must be an object such as {\"translation\":[…],\"quaternion\":[w,x,y,z]}, this is integer `7`"),
        (r#"{"rpy":[0,0,0],"rpy":[0,0,0]}"#, "a.pose.rpy: repeated field"),
    ] {
        assert_eq!(problem(3, &with(pose)), format!("f:1: {expected}"), "{pose}");
    }
    let message = problem(3, r#"{"sphere":{"radius":1},"pose":{"matrix":[[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]]}}"#);
    assert_eq!(
        message,
        "f:1: a.pose.matrix: must be orthonormal to 64 u, 7.105e-15 in this scalar; an entry of RᵀR − I is 3.000e0"
    );
    for (field, pose) in [
        ("rpy", r#"{"rpy":[0,0,1]}"#),
        ("quaternion_xyzw", r#"{"quaternion_xyzw":[0,0,0,1]}"#),
        ("axis", r#"{"axis":[0,0,1],"angle":1}"#),
    ] {
        let message = problem(2, &format!(r#"{{"points":[[0,0]],"pose":{pose}}}"#));
        let expected = "is of space; in the plane a body is turned by an angle, a rotation or a matrix";
        assert_eq!(message, format!("f:1: a.pose.{field}: {expected}"));
    }
}

#[test]
fn full_lengths_are_halved() {
    same(3, r#"{"box":{"half_extents":[1,2,0.3]}}"#, r#"{"box":{"size":[2,4,0.6]}}"#);
    same(2, r#"{"box":{"half_extents":[1,2]}}"#, r#"{"box":{"size":[2,4]}}"#);
    for full in ["height", "length"] {
        for kind in ["capsule", "cylinder", "cone"] {
            let with = |height: &str| format!(r#"{{"{kind}":{{"radius":1,{height}}}}}"#);
            same(3, &with(r#""half_height":0.7"#), &with(&format!(r#""{full}":1.4"#)));
        }
    }
    for (a, expected) in [
        (
            r#"{"box":{"half_extents":[1,1,1],"size":[2,2,2]}}"#,
            "a.box: both \"half_extents\" and \"size\" say how large it is; one of them is enough",
        ),
        (r#"{"box":{}}"#, "a.box: has neither \"half_extents\" nor \"size\"; one of the two says how large it is"),
        (r#"{"box":{"size":[1,-1,1]}}"#, "a.box.size[1]: a size is at least 0"),
        (
            r#"{"cone":{"radius":1,"height":1,"length":1}}"#,
            "a.cone: both \"height\" and \"length\" say how long it is; one of them is enough",
        ),
        (r#"{"capsule":{"radius":1,"length":-1}}"#, "a.capsule.length: a height is at least 0, this is -1"),
    ] {
        assert_eq!(problem(3, a), format!("f:1: {expected}"));
    }
}

#[test]
fn a_body_is_long_along_its_axis() {
    let capsule = |dimension: u8, more: &str| {
        let Body::Rounded { points, .. } = body(dimension, &format!(r#"{{"capsule":{{"radius":1,"half_height":2{more}}}}}"#))
        else {
            panic!("a capsule")
        };
        points[1]
    };
    assert_eq!(capsule(3, r#","axis":"x""#), [2.0, 0.0, 0.0]);
    assert_eq!(capsule(3, r#","axis":"y""#), [0.0, 2.0, 0.0]);
    assert_eq!([capsule(3, r#","axis":"z""#), capsule(3, "")], [[0.0, 0.0, 2.0]; 2]);
    assert_eq!([capsule(2, r#","axis":"x""#), capsule(2, "")], [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
    let rotation = |more: &str| {
        let Body::Curved(curved) = body(3, &format!(r#"{{"cone":{{"radius":1,"half_height":2{more}}}}}"#)) else {
            panic!("a cone")
        };
        assert_eq!(curved.shape, Shape::Cone { radius: 1.0, half_height: 2.0 });
        curved.rotation
    };
    // The image of z, where the apex is, is the last column.
    let apex = |more: &str| rotation(more).map(|row| row[2]);
    assert_eq!(apex(r#","axis":"x""#), [1.0, 0.0, 0.0]);
    assert_eq!(apex(r#","axis":"y""#), [0.0, 1.0, 0.0]);
    assert_eq!([apex(r#","axis":"z""#), apex("")], [[0.0, 0.0, 1.0]; 2]);
    // The own rotation comes after the axis: a quarter turn about z takes x to y.
    assert_eq!(apex(r#","axis":"x","rotation":[[0,-1,0],[1,0,0],[0,0,1]]"#), [0.0, 1.0, 0.0]);
    // Both permutations are rotations: their determinant is 1.
    for axis in ["x", "y"] {
        let [a, b, c] = rotation(&format!(r#","axis":"{axis}""#));
        let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        assert_eq!(a.iter().zip(cross).map(|(x, y)| x * y).sum::<f64>(), 1.0, "{axis}");
    }
    for (a, expected) in [
        (
            r#"{"capsule":{"radius":1,"length":1,"axis":"w"}}"#,
            "a.capsule.axis: must be \"x\", \"y\" or \"z\": the axis of the body along which it is long",
        ),
        (
            r#"{"capsule":{"radius":1,"from":[0,0,0],"to":[0,0,1],"axis":"x"}}"#,
            "a.capsule.axis: goes with a height; \"from\" and \"to\" already say where the capsule lies",
        ),
        (
            r#"{"ellipsoid":{"semi_axes":[1,1,1],"axis":"x"}}"#,
            "a.ellipsoid.axis: unknown field; known are semi_axes, center, rotation",
        ),
    ] {
        assert_eq!(problem(3, a), format!("f:1: {expected}"));
    }
    assert_eq!(
        problem(2, r#"{"capsule":{"radius":1,"length":1,"axis":"z"}}"#),
        "f:1: a.capsule.axis: must be \"x\" or \"y\": the axis of the body along which it is long"
    );
}

#[test]
fn a_half_space_through_a_point() {
    let halfspace = |fields: &str| case(3, point(3), &format!(r#"{{"halfspace":{{"normal":[1,2,3],{fields}}}}}"#));
    assert_eq!(halfspace(r#""point":[1,1,-2]"#).b, halfspace(r#""offset":-3"#).b);
    // 1 + 2⁻⁵³ + 2⁻¹⁰⁶ is rounded once; in singles it is 1.
    let b = r#"{"halfspace":{"normal":[1,"0x1p-53","0x1p-106"],"point":[1,1,1]}}"#;
    let case = case(3, point(3), b);
    let offset = |scalar| match case.posed(scalar).expect("nothing overflows").b {
        Body::Halfspace { offset, .. } => offset,
        _ => panic!("a half-space"),
    };
    assert_eq!([offset(Arithmetic::F64), offset(Arithmetic::F32)], [1.0 + f64::EPSILON, 1.0]);
    let refused = |fields: &str| {
        reading(3, point(3), &format!(r#"{{"halfspace":{{"normal":[1,2,3]{fields}}}}}"#)).problems[0].to_string()
    };
    assert_eq!(
        [refused(r#","offset":1,"point":[0,0,0]"#), refused("")],
        [
            "f:1: b.halfspace: both \"offset\" and \"point\" say where its boundary lies; one of them is enough",
            "f:1: b.halfspace: has neither \"offset\" nor \"point\"; one of the two says where its boundary lies",
        ]
    );
}

#[test]
fn faces_choose_vertices() {
    let vertices = r#""vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1],[9,9,9]]"#;
    same(3, &format!("{{{vertices}}}"), r#"{"points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1],[9,9,9]]}"#);
    let faces = r#""faces":[[0,1,2],[3],[0,2,1,3]]"#;
    same(3, &format!("{{{vertices},{faces}}}"), r#"{"points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}"#);
    same(
        3,
        &format!(r#"{{{vertices},{faces},"radius":2,"pose":{{"translation":[1,0,0]}}}}"#),
        r#"{"points":[[1,0,0],[2,0,0],[1,1,0],[1,0,1]],"radius":2}"#,
    );
    let noted = reading(3, &format!("{{{vertices},{faces}}}"), point(3));
    assert_eq!(noted.notes, ["f:1: a: of 5 vertices, no face names 1, which are left out"]);
    assert_eq!(reading(3, &format!("{{{vertices}}}"), point(3)).notes, [] as [&str; 0]);
    for (faces, expected) in [
        ("[]", "a.faces: has no face; without \"faces\" the body is the hull of all vertices"),
        ("[[0,1],[]]", "a.faces[1]: a face has at least one index"),
        ("[[0],[1],[2],[0,5]]", "a.faces[3][1]: there is no vertex 5: they are counted from 0 to 4"),
        ("[[0,1,-1]]", "a.faces[0][2]: must be the number of a vertex, counted from 0"),
        ("[[0,1.0]]", "a.faces[0][1]: must be the number of a vertex, counted from 0"),
        ("[0,1,2]", "a.faces[0]: must be an array, this is integer `0`"),
        ("{}", "a.faces: must be an array, this is an object"),
    ] {
        let reading = reading(3, &format!(r#"{{{vertices},"faces":{faces}}}"#), point(3));
        assert_eq!(reading.problems[0].to_string(), format!("f:1: {expected}"));
    }
    assert_eq!(
        problem(3, r#"{"points":[[0,0,0]],"faces":[[0]]}"#),
        "f:1: a.faces: unknown field; known are points, radius, pose"
    );
    assert_eq!(problem(3, r#"{"vertices":[]}"#), "f:1: a.vertices: a body has at least one point");
}

#[test]
fn an_expectation_is_read_and_written() {
    let line = |expect: &str| {
        format!(r#"{{"id":"x","dim":2,"a":{{"points":[[0,0]]}},"b":{{"points":[[3,4]]}},"expect":{{{expect}}}}}"#)
    };
    let text = line(r#""distance":"5","depth":"0.0","normal":[3,4.5],"on_a":[0,0],"on_b":[3,"0x1p+2"]"#);
    let reading = read(&text, "f");
    assert_eq!(reading.problems, []);
    let expect = reading.cases[0].expect.clone().expect("it is stated");
    assert_eq!((expect.depth.as_deref(), expect.normal), (Some("0.0"), Some([3.0, 4.5, 0.0])));
    assert_eq!((expect.on_a, expect.on_b), (Some([0.0; 3]), Some([3.0, 4.0, 0.0])));
    assert_eq!(
        expect.depth_bounds().map(|bounds| bounds.map(|bound| bound.to_string())),
        Some(["0", "1/20"].map(str::to_owned))
    );
    assert_eq!(read(&write(&reading.cases[0]), "f").cases, reading.cases);
    for (expect, expected) in [
        (r#""normal":[1,0]"#, "normal: needs \"depth\" in addition: the last digit of the depth is the tolerance"),
        (r#""depth":"1","normal":[0,0]"#, "normal: a normal has a length that is not zero"),
        (r#""depth":"1","normal":[0,0,1]"#, "normal: 2 numbers are wanted here (dim), these are 3"),
        (r#""depth":1"#, "depth: must be a string with a decimal such as \"1.50\": its last digit is the tolerance"),
        (r#""distance":"5","on_a":[0,0]"#, "on_a: needs \"on_b\" in addition: the two points are compared with each other"),
        (r#""distance":"5","on_b":[0,0]"#, "on_b: needs \"on_a\" in addition: the two points are compared with each other"),
        (
            r#""on_a":[0,0],"on_b":[3,4]"#,
            "on_a: needs \"distance\" in addition, whose last digit is the tolerance, or \"distance_squared\", which allows none",
        ),
    ] {
        let problems = read(&line(expect), "f").problems;
        assert_eq!((problems.len(), problems[0].to_string()), (1, format!("f:1: expect.{expected}")), "{expect}");
    }
}
