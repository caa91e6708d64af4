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
        assert!(text.contains(&format!("distance {wrong} to half a unit of its last digit; the oracle finds ")), "{text}");
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
        text.starts_with("expectation: cases.jsonl#x: the case expects touching, and the oracle cannot decide: "),
        "{text}"
    );
}
