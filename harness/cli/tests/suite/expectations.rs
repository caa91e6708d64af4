//! The expectations of cases, compared with the oracle.

use crate::common::Folder;

fn said(name: &str, case: &str) -> (Option<i32>, String) {
    let folder = Folder::new(&format!("expectations/{name}"), &[("cases.jsonl", case)]);
    let run = folder.gjk(&["check", "cases.jsonl", "--variant", "johnson", "--scalar", "f64"]);
    (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
}

#[test]
fn a_decimal_distance_is_compared_to_its_last_digit() {
    let case = |radius: &str, distance: &str| {
        format!(
            r#"{{"id":"x","dim":2,"a":{{"points":[[0,0]]{radius}}},"b":{{"points":[[1,1]]}},"expect":{{"distance":"{distance}"}}}}"#
        )
    };
    // √2 = 1.41421…; a radius of 0.25 reduces the distance by that much.
    let radius = r#","radius":0.25"#;
    for (radius, right, wrong) in [("", "1.41", "1.42"), ("", "1.414", "1.415"), ("", "1", "2"), (radius, "1.164", "1.165")] {
        assert_eq!(said("right", &case(radius, right)), (Some(0), String::new()), "{right}");
        let (code, text) = said("wrong", &case(radius, wrong));
        assert_eq!(code, Some(1), "{wrong}");
        assert!(text.starts_with(&format!("expectation: cases.jsonl#x: distance: expected {wrong}, is 1.")), "{text}");
    }
}

#[test]
fn a_class_that_the_bracket_leaves_open_is_said() {
    // Two balls that touch in a point, as ellipsoids: no bracket distinguishes this from a small gap.
    let ball = |x: i32| format!(r#"{{"ellipsoid":{{"semi_axes":[1,1,1],"center":[{x},0,0]}}}}"#);
    let case = format!(r#"{{"id":"x","dim":3,"a":{},"b":{},"expect":{{"class":"touching"}}}}"#, ball(0), ball(2));
    let (code, text) = said("open", &case);
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with(
            "expectation: cases.jsonl#x: the case expects touching, and the oracle cannot decide: the distance is "
        ),
        "{text}"
    );
}

/// A case with these bodies and this expectation. Its command ends well, and prints nothing, if `expected` is empty; else the
/// message about the expectation is `expected`, and it ends with 1.
fn compared(dimension: u8, bodies: [&str; 2], expect: &str, expected: &str) {
    let [a, b] = bodies;
    // Each test has a thread of its own, and a folder.
    let name = std::thread::current().name().unwrap_or("compared").replace("::", "-");
    let (code, text) = said(&name, &format!(r#"{{"id":"x","dim":{dimension},"a":{a},"b":{b},"expect":{{{expect}}}}}"#));
    match expected {
        "" => assert_eq!((code, text), (Some(0), String::new()), "{expect}"),
        _ => {
            assert_eq!((code, text), (Some(1), format!("expectation: cases.jsonl#x: {expected}\n")), "{expect}");
        }
    }
}

/// Two squares of side 2 that overlap by 1/2 along x, and by 2 along y.
const SQUARES: [&str; 2] = [r#"{"box":{"size":[2,2]}}"#, r#"{"box":{"size":[2,2]},"pose":{"translation":[1.5,0]}}"#];

/// Two balls of radii 1 and 2 whose centres are 5 apart.
const BALLS: [&str; 2] = [r#"{"sphere":{"radius":1}}"#, r#"{"points":[[3,4,0]],"radius":2}"#];

#[test]
fn every_wrong_field_is_named_with_the_true_value() {
    let bodies = [r#"{"points":[[0,0]]}"#, r#"{"points":[[1.5,2]]}"#];
    compared(
        2,
        bodies,
        r#""class":"touching","distance":"2.0","distance_squared":"2","depth":"1","depth_squared":"1/3""#,
        "class: expected touching, is separated; distance: expected 2.0, is 2.5; distance_squared: expected 2, is 25/4; \
         depth: expected 1, is none, as the bodies are separated; depth_squared: expected 1/3, is none, as the bodies are \
         separated",
    );
    compared(2, bodies, r#""class":"separated","distance":"2.5","distance_squared":"25/4""#, "");
    compared(3, BALLS, r#""core_distance_squared":"24""#, "core_distance_squared: expected 24, is 25");
    compared(3, BALLS, r#""distance_squared":"5""#, "distance_squared: expected 5, is the square of 2");
    compared(2, SQUARES, r#""depth_squared":"1/3""#, "depth_squared: expected 1/3, is 1/4");
}

#[test]
fn a_depth_is_compared_to_its_last_digit() {
    for (right, wrong) in [("0.5", "0.6"), ("0.50", "0.51"), ("0.500", "0.499"), ("1", "2")] {
        compared(2, SQUARES, &format!(r#""depth":"{right}""#), "");
        compared(2, SQUARES, &format!(r#""depth":"{wrong}""#), &format!("depth: expected {wrong}, is 0.5"));
    }
    // The ends of the interval belong to it.
    compared(2, SQUARES, r#""depth":"0""#, "");
    // With radii: the corner of the smaller square is √2/2 inside; balls whose centres are 5 apart, and radii of 3 and 4.
    let deep = [r#"{"points":[[0,0,0]],"radius":3}"#, r#"{"points":[[3,4,0]],"radius":4}"#];
    compared(3, deep, r#""class":"overlapping","depth":"2.00""#, "");
    compared(3, deep, r#""depth":"2.01""#, "depth: expected 2.01, is 2");
    let rounded = [r#"{"points":[[-1,-1],[1,-1],[1,1],[-1,1]],"radius":0.25}"#, SQUARES[1]];
    compared(2, rounded, r#""depth":"0.75","normal":[1,0]"#, "");
    // A half-space, and a curved body whose depth is a bracket.
    let below = r#"{"halfspace":{"normal":[0,0,2],"point":[0,0,0.25]}}"#;
    compared(3, [r#"{"box":{"size":[1,1,1]}}"#, below], r#""depth":"0.75","normal":[0,0,-3]"#, "");
    compared(3, [r#"{"sphere":{"radius":1}}"#, below], r#""depth":"1.3""#, "");
    compared(3, [r#"{"sphere":{"radius":1}}"#, below], r#""depth":"1.4""#, "depth: expected 1.4, is 1.25");
    let cylinder = r#"{"cylinder":{"radius":1,"height":8}}"#;
    let touching = r#"{"points":[[0.5,0,0],[9,0,0]]}"#;
    compared(3, [cylinder, touching], r#""depth":"0.500","normal":[7,0,0]"#, "");
    let line = format!(r#"{{"id":"x","dim":3,"a":{cylinder},"b":{touching},"expect":{{"depth":"0.6"}}}}"#);
    let (code, text) = said("bracket", &line);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("expectation: cases.jsonl#x: depth: expected 0.6, is between 0.4999"), "{text}");
}

#[test]
fn a_normal_separates_by_the_depth() {
    for normal in ["[1,0]", "[0.125,0]", "[1,0.01]"] {
        compared(2, SQUARES, &format!(r#""depth":"0.5","normal":{normal}"#), "");
    }
    // Along y the squares reach 2 beyond each other, and along −x 3.5.
    compared(2, SQUARES, r#""depth":"0.5","normal":[0,1]"#, "normal: expected the depth 0.5 along it, is 2");
    compared(2, SQUARES, r#""depth":"0.5","normal":[-1,0]"#, "normal: expected the depth 0.5 along it, is 3.5");
    // Half a unit more than the depth is allowed: along (3, 4) it is (3 · 0.5 + 4 · 2) / 5 = 1.9.
    compared(2, SQUARES, r#""depth":"0","normal":[1,0]"#, "");
    compared(2, SQUARES, r#""depth":"1","normal":[3,4]"#, "normal: expected the depth 1 along it, is 1.9");
    compared(2, SQUARES, r#""depth":"0.5","normal":[3,4]"#, "normal: expected the depth 0.5 along it, is 1.9");
    // Cores that are apart: the normal of the two balls is the direction of their centres.
    let deep = [r#"{"points":[[0,0,0]],"radius":3}"#, r#"{"points":[[3,4,0]],"radius":4}"#];
    compared(3, deep, r#""depth":"2.000","normal":[-3,-4,0]"#, "normal: expected the depth 2.000 along it, is 12");
    compared(3, deep, r#""depth":"2.000","normal":[3,4,0]"#, "");
    compared(3, deep, r#""depth":"2","normal":[4,3,0]"#, "");
    compared(3, deep, r#""depth":"2.0","normal":[4,3,0]"#, "normal: expected the depth 2.0 along it, is 2.2");
    let below = r#"{"halfspace":{"normal":[0,0,2],"point":[0,0,0.25]}}"#;
    let unit_box = r#"{"box":{"size":[1,1,1]}}"#;
    let (code, text) = said(
        "half-space",
        &format!(r#"{{"id":"x","dim":3,"a":{unit_box},"b":{below},"expect":{{"depth":"0.75","normal":[0,0,1]}}}}"#),
    );
    assert_eq!(code, Some(1));
    assert!(text.starts_with("expectation: cases.jsonl#x: normal: expected the depth 0.75 along it, is "), "{text}");
}

#[test]
fn witness_points_lie_in_their_bodies_at_the_distance() {
    let points = |a: &str, b: &str| format!(r#""distance":"2.00","on_a":{a},"on_b":{b}"#);
    compared(3, BALLS, &points("[0.6,0.8,0]", "[1.8,2.4,0]"), "");
    compared(3, BALLS, &points("[0.602,0.8,0]", "[1.8,2.4,0]"), "");
    // 3/2 of the radius: half a radius outside, and nearer to the other point by that much.
    compared(
        3,
        BALLS,
        &points("[0.9,1.2,0]", "[1.8,2.4,0]"),
        "on_a: expected a point of A, is 0.5 away from it; on_a and on_b: expected the distance 2.00, is 1.5",
    );
    compared(
        3,
        BALLS,
        &points("[0.6,0.8,0]", "[0,0,0]"),
        "on_b: expected a point of B, is 3 away from it; on_a and on_b: expected the distance 2.00, is 1",
    );
    let bodies = [r#"{"points":[[0,0],[1,0]]}"#, r#"{"points":[[0,4],[1,4]]}"#];
    compared(2, bodies, r#""distance_squared":"16","on_a":[0.5,0],"on_b":[0.5,4]"#, "");
    compared(
        2,
        bodies,
        r#""distance_squared":"16","on_a":[0.5,0],"on_b":[0.5,"0x1.0000000000001p+2"]"#,
        "on_b: expected a point of B, is 8.881784197001252e-16 away from it; on_a and on_b: expected the squared distance 16, is the \
         square of 4.000000000000001",
    );
}

#[test]
fn the_depth_of_a_union_is_left_open() {
    let union = format!(r#"{{"union":[{}]}}"#, SQUARES[0]);
    let case = format!(r#"{{"id":"x","dim":2,"a":{union},"b":{},"expect":{{"depth":"0.5"}}}}"#, SQUARES[1]);
    let (code, text) = said("union", &case);
    assert_eq!(code, Some(0));
    assert_eq!(
        text,
        "expectation: cases.jsonl#x: the case expects the depth 0.5, and the oracle cannot decide: it finds no depth of unions\n"
    );
}

#[test]
fn vertices_that_no_face_names_are_noted() {
    let case = r#"{"id":"x","dim":2,"a":{"vertices":[[0,0],[9,9]],"faces":[[0]]},"b":{"points":[[1,0]]},"expect":{"distance_squared":"1"}}"#;
    assert_eq!(
        said("vertices", case),
        (Some(0), "cases.jsonl:1: a: of 2 vertices, no face names 1, which are left out\n".to_owned())
    );
}
