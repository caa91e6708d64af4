//! The case format: exact to the bit, every problem is reported, and all other lines are kept.

use gjk_cases::case::{Arithmetic, Body, Case, Class, Expectation};
use gjk_cases::corpus;
use gjk_cases::format::{Reading, number, read, read_bytes, read_file, write};
use gjk_cases::hexfloat::{self, HexFloatError};
use proptest::prelude::*;

/// The displayed problems of a text, read as the file `f`.
fn problems(text: &str) -> Vec<String> {
    read(text, "f").problems.iter().map(ToString::to_string).collect()
}

/// The single problem of a line with this body `a`.
fn problem_of(a: &str) -> String {
    let found = problems(&format!(r#"{{"id":"x","dim":3,"a":{a},"b":{{"points":[[1,1,1]]}}}}"#));
    assert_eq!(found.len(), 1, "{a}: {found:?}");
    found[0].clone()
}

#[test]
fn the_example_is_read() {
    let text = concat!(
        r#"{"id":"segment-and-point","dim":3,"scalar":"f64","a":{"points":[[0.5,0,0],["0x1.8p+3",0,0]]},"#,
        r#""b":{"points":[[1,1,1]]},"expect":{"class":"separated","distance_squared":"2","distance":"1.41"},"#,
        r#""source":"https://x/issues/293","note":"an engine answers NaN","family":"wild"}"#
    );
    let Reading { cases, problems, .. } = read(text, "f");
    assert_eq!(problems, []);
    let expected = Case {
        home: Some(Arithmetic::F64),
        expect: Some(Expectation {
            class: Some(Class::Separated),
            distance_squared: Some(String::from("2")),
            distance: Some(String::from("1.41")),
            ..Expectation::default()
        }),
        source: Some(String::from("https://x/issues/293")),
        note: Some(String::from("an engine answers NaN")),
        family: Some(String::from("wild")),
        ..Case::of_points("segment-and-point", 3, vec![[0.5, 0.0, 0.0], [12.0, 0.0, 0.0]], vec![[1.0, 1.0, 1.0]])
    };
    assert_eq!(cases, std::slice::from_ref(&expected));
    assert_eq!(read(&write(&expected), "f").cases, [expected]);
}

#[test]
fn numbers_are_exact() {
    let bits = |text: &str| {
        let reading = read(&format!(r#"{{"id":"x","dim":2,"a":{{"points":[[{text},0]]}},"b":{{"points":[[0,0]]}}}}"#), "f");
        assert_eq!(reading.problems, [], "{text}");
        reading.cases[0].a.points()[0][0].to_bits()
    };
    assert_eq!(bits("-0.0"), (-0.0_f64).to_bits());
    assert_eq!(bits("-0"), (-0.0_f64).to_bits());
    assert_eq!(bits(r#""-0x0p+0""#), (-0.0_f64).to_bits());
    // Decimals that lie just next to the middle of two doubles, or need all their digits.
    assert_eq!(bits("9007199254740993"), 9007199254740992.0_f64.to_bits());
    assert_eq!(bits("9007199254740993.0000000000000000000001"), 9007199254740994.0_f64.to_bits());
    assert_eq!(bits("18446744073709551617"), 18446744073709551616.0_f64.to_bits());
    assert_eq!(bits("2.2250738585072011e-308"), 0x000f_ffff_ffff_ffff);
    assert_eq!(bits("4.9e-324"), 1);
    assert_eq!(bits("1e-999"), 0);
    assert_eq!(bits("51.24817837550540"), 51.248_178_375_505_4_f64.to_bits());
    assert_eq!(bits(r#""0x1.999999999999ap-4""#), 0.1_f64.to_bits());
}

#[test]
fn bad_numbers_name_their_field() {
    for (text, field, message) in [
        ("1e999", "a.points[1][2]", "number out of range"),
        ("-1e999", "a.points[1][2]", "number out of range"),
        ("NaN", "a.points[1][2]", "not JSON"),
        ("Infinity", "a.points[1][2]", "not JSON"),
        ("null", "a.points[1][2]", "must be a number or a hexadecimal float, this is null"),
        (r#""inf""#, "a.points[1][2]", "not a hexadecimal float"),
        (r#""1.5""#, "a.points[1][2]", "not a hexadecimal float"),
        (r#""0x1p+1024""#, "a.points[1][2]", "out of the range of a double"),
        (r#""0x1.00000000000001p+0""#, "a.points[1][2]", "not exactly a double"),
    ] {
        let found = problem_of(&format!(r#"{{"points":[[0,0,0],[1,2,{text}]]}}"#));
        assert!(found.starts_with(&format!("f:1: {field}: ")) && found.contains(message), "{text}: {found}");
    }
}

#[test]
fn bad_bodies_name_their_field() {
    for (body, expected) in [
        (r#"{"points":[]}"#, "f:1: a.points: a body has at least one point"),
        (r#"{"points":[[0,0,0],[0,0]]}"#, "f:1: a.points[1]: 3 numbers are wanted here (dim), these are 2"),
        (r#"{"points":[[0,0,0,0]]}"#, "f:1: a.points[0]: 3 numbers are wanted here (dim), these are 4"),
        (r#"{"points":[7]}"#, "f:1: a.points[0]: must be an array, this is integer `7`"),
        (r#"{"points":[null]}"#, "f:1: a.points[0]: must be an array, this is null"),
        (r#"{"points":7}"#, "f:1: a.points: must be an array, this is integer `7`"),
        (r#"{"points":[[0,0,0]],"radius":-1}"#, "f:1: a.radius: a radius is at least 0, this is -1"),
        (r#"{"points":[[0,0,0]],"radius":"1"}"#, "f:1: a.radius: "),
        (
            r#"{"points":[["0xC1078533",0,0]]}"#,
            "f:1: a.points[0][0]: hexadecimal float without its exponent `p`, this is \"0xC1078533\"; write \"0xC1078533p0\" for that \
             number, or \"-0x1.0f0a66p+3\" if these are the bits of a single",
        ),
        (
            r#"{"points":[["0xff",0,0]]}"#,
            "f:1: a.points[0][0]: hexadecimal float without its exponent `p`, this is \"0xff\"; write \"0xffp0\" for that number",
        ),
        (r#"{"points":[[0,0,0]],"colour":1}"#, "f:1: a.colour: unknown field; known are points, radius, pose"),
        (r#"{"points":[[0,0,0]],"points":[[1,0,0]]}"#, "f:1: a.points: repeated field"),
        (r#"{"points":[[0,0,0]],"cone":{}}"#, "f:1: a.cone: unknown field; known are points, radius, pose"),
        (
            r#"{"torus":{}}"#,
            "f:1: a: unknown body \"torus\"; bodies are \"points\", \"vertices\", \"box\", \"sphere\", \"capsule\", \"halfspace\", \"ellipsoid\", \"cylinder\", \"cone\", \"mesh\", \"union\"",
        ),
        (
            r#"{}"#,
            "f:1: a: no body in it; bodies are \"points\", \"vertices\", \"box\", \"sphere\", \"capsule\", \"halfspace\", \"ellipsoid\", \"cylinder\", \"cone\", \"mesh\", \"union\"",
        ),
        (r#"[[[0,0,0]]]"#, "f:1: a: must be an object such as {\"points\":[…]}, this is an array"),
        (r#"{"points":[[0,0,0]],"radius":null}"#, "f:1: a.radius: must be a number or a hexadecimal float, this is null"),
        (r#"[[0,0,0]]"#, "f:1: a: must be an object such as {\"points\":[…]}, this is an array"),
        (r#"{"ellipsoid":7}"#, "f:1: a.ellipsoid: must be an object with the sizes of the body, this is integer `7`"),
        (r#"{"ellipsoid":{"center":[0,0,0]}}"#, "f:1: a.ellipsoid.semi_axes: missing"),
        (
            r#"{"ellipsoid":{"semi_axes":[1,-1,1],"center":[0,0,0]}}"#,
            "f:1: a.ellipsoid.semi_axes[1]: a semi-axis is at least 0",
        ),
        (
            r#"{"ellipsoid":{"semi_axes":[1,1],"center":[0,0,0]}}"#,
            "f:1: a.ellipsoid.semi_axes: 3 numbers are wanted here (dim), these are 2",
        ),
        (
            r#"{"cylinder":{"radius":1,"center":[0,0,0]}}"#,
            "f:1: a.cylinder.half_height: missing; it, or \"height\" or \"length\", twice as long, says how long the body is",
        ),
        (
            r#"{"cylinder":{"radius":1,"half_height":-2,"center":[0,0,0]}}"#,
            "f:1: a.cylinder.half_height: a half height is at least 0, this is -2",
        ),
        (
            r#"{"cone":{"radius":1,"half_height":1,"center":[0,0,0],"top":1}}"#,
            "f:1: a.cone.top: unknown field; known are radius, half_height, height, length, axis, center, rotation",
        ),
        (
            r#"{"cone":{"radius":1,"half_height":1,"center":[0,0,0],"rotation":[[1,0,0],[0,1,0]]}}"#,
            "f:1: a.cone.rotation: a rotation has 3 rows here (dim), this has 2",
        ),
        (
            r#"{"union":[{"cone":{"radius":1,"half_height":1,"center":[0,0,0],"rotation":[[1,0,0],[0,1,0],[0,0,1.5]]}}]}"#,
            "f:1: a.union[0].cone.rotation: must be orthonormal to 64 u, 7.105e-15 in this scalar; an entry of RᵀR − I is 1.250e0",
        ),
        (
            r#"{"cone":{"radius":1,"half_height":1,"center":[0,0,0],"rotation":[[1,0,0],[0,1,0],[0,0]]}}"#,
            "f:1: a.cone.rotation[2]: 3 numbers are wanted here (dim), these are 2",
        ),
        (r#"{"union":[]}"#, "f:1: a.union: a union has at least one body"),
        (r#"{"union":{}}"#, "f:1: a.union: must be an array, this is an object"),
        (r#"{"union":[{"points":[[0,0,0]]},{"points":[]}]}"#, "f:1: a.union[1].points: a body has at least one point"),
        (r#"{"union":[{"union":[{"points":[[0,0,"q"]]}]}]}"#, "f:1: a.union[0].union[0].points[0][2]: "),
    ] {
        let found = problem_of(body);
        let is_beginning = expected.ends_with(": ") && found.starts_with(expected);
        assert!(is_beginning || found == expected, "{found}\n{expected}");
    }
}

#[test]
fn bad_fields_are_named() {
    let with =
        |more: &str| problems(&format!(r#"{{"id":"x","dim":2,"a":{{"points":[[0,0]]}},"b":{{"points":[[1,1]]}},{more}}}"#));
    for (more, expected) in [
        (r#""color":1"#, "f:1: color: unknown field; known are id, dim, scalar, a, b, cast, expect, source, note, family"),
        (r#""dim":2"#, "f:1: dim: repeated field"),
        (r#""scalar":"f16""#, "f:1: scalar: must be \"f32\" or \"f64\""),
        (r#""scalar":"exact""#, "f:1: scalar: must be \"f32\" or \"f64\""),
        (r#""scalar":null"#, "f:1: scalar: must be \"f32\" or \"f64\""),
        (r#""scalar":{"f32":null}"#, "f:1: scalar: must be \"f32\" or \"f64\""),
        (r#""source":null"#, "f:1: source: must be a string, this is null"),
        (r#""note":3"#, "f:1: note: must be a string, this is integer `3`"),
        (r#""expect":"apart""#, "f:1: expect: must be an object such as {\"class\":\"touching\"}, this is string \"apart\""),
        (r#""expect":{"class":"apart"}"#, "f:1: expect.class: must be \"separated\", \"touching\" or \"overlapping\""),
        (
            r#""expect":{"gap":"1"}"#,
            "f:1: expect.gap: unknown field; known are class, distance_squared, core_distance_squared, depth_squared, distance, depth, \
             normal, on_a, on_b, time, path_distance_squared, path_depth_squared",
        ),
        (
            r#""expect":{"core_distance_squared":"1"}"#,
            "f:1: expect.core_distance_squared: only for bodies with a radius; use \"distance_squared\"",
        ),
    ] {
        assert_eq!(with(more), [expected]);
    }
    for bad in ["\"-1\"", "\"1/0\"", "\"1/00\"", "\"\"", "\"1/\"", "\"/2\"", "\"1.5\"", "\"1/2/3\"", "\"+1\"", "1.5", "-1"] {
        let expected = "f:1: expect.distance_squared: must be \"p\" or \"p/q\", decimal digits with q > 0";
        assert_eq!(with(&format!(r#""expect":{{"distance_squared":{bad}}}"#)), [expected], "{bad}");
    }
    for good in ["\"0\"", "\"1/3\"", "\"123456789012345678901234567890/7\"", "2"] {
        assert_eq!(with(&format!(r#""expect":{{"distance_squared":{good}}}"#)), [] as [&str; 0], "{good}");
    }
    let long = with(&format!(r#""expect":{{"distance_squared":"{}"}}"#, "9".repeat(100_001)));
    assert!(long[0].starts_with("f:1: expect.distance_squared: has 100001 digits, more than 100000"), "{}", long[0]);
    assert_eq!(problems("{}"), ["f:1: id: missing", "f:1: dim: missing", "f:1: a: missing", "f:1: b: missing"]);
    assert_eq!(problems("[]"), ["f:1: must be an object with id, dim, a and b, this is an array"]);
    let id = |id: &str| problems(&format!(r#"{{"id":"{id}","dim":2,"a":{{"points":[[0,0]]}},"b":{{"points":[[1,1]]}}}}"#));
    assert_eq!(id("aZ09._-"), [] as [&str; 0]);
    for bad in ["", "a b", "a:b", "ä", "a/b"] {
        assert_eq!(id(bad).len(), 1, "{bad:?}");
        assert!(id(bad)[0].starts_with("f:1: id: an id is made of letters, digits, '.', '_' and '-'"));
    }
}

#[test]
fn nothing_else_of_a_file_is_lost() {
    let good = |id: &str| format!(r#"{{"id":"{id}","dim":2,"a":{{"points":[[0,0]]}},"b":{{"points":[[1,1]]}}}}"#);
    let text = [
        "# a comment",
        &good("one"),
        "",
        "this is no JSON",
        &good("two"),
        &good("one"),
        r#"{"id":"three","dim":4,"a":{"points":[]},"b":{"points":[[1e999,0]]}}"#,
        &format!("{}  \r", good("four")),
        &good("cut")[..40],
    ]
    .join("\n");
    let reading = read(&text, "dir/file.jsonl");
    assert_eq!(reading.cases.iter().map(|case| case.id.as_str()).collect::<Vec<_>>(), ["one", "two", "four"]);
    let places: Vec<(usize, &str)> = reading.problems.iter().map(|p| (p.line, p.field.as_str())).collect();
    assert_eq!(places, [(4, ""), (6, "id"), (7, "b.points[0][0]"), (9, "a.points")]);
    assert!(reading.problems.iter().all(|problem| problem.file == "dir/file.jsonl"));
    assert_eq!(reading.problems[1].message, "repeated id \"one\": line 2 already has it");
    assert!(reading.problems[3].message.starts_with("not JSON: EOF"), "{}", reading.problems[3]);
}

#[test]
fn several_problems_of_a_line_are_all_named() {
    let found = problems(r#"{"id":"x y","dim":2,"a":{"points":[[0,"z"],[0]]},"b":{"union":[]},"extra":1}"#);
    let fields: Vec<&str> = found.iter().map(|text| text.split(": ").nth(1).unwrap()).collect();
    assert_eq!(fields, ["extra", "id", "a.points[0][1]", "a.points[1]", "b.union"]);
    let bodies = r#""a":{"points":[7,[0,null]],"radius":[]},"b":{"union":[7,{"cone":{"top":1}}]}"#;
    let found = problems(&format!(r#"{{"id":7,"dim":3,{bodies},"note":1,"more":0,"less":0}}"#));
    let fields: Vec<&str> = found.iter().map(|text| text.split(": ").nth(1).unwrap()).collect();
    let cone = ["top", "radius", "half_height"].map(|field| format!("b.union[1].cone.{field}"));
    let others = ["less", "more", "id", "a.radius", "a.points[0]", "a.points[1]", "a.points[1][1]", "b.union[0]"];
    assert_eq!(fields, [&others[..], &cone.each_ref().map(String::as_str), &["note"]].concat());
}

#[test]
fn a_thousand_problems_give_twenty_messages_and_a_count() {
    let line = format!(r#"{{"id":"x","dim":3,"a":{{"points":[{}[]]}},"b":{{"points":[[1,1,1]]}}}}"#, "[],".repeat(999));
    let found = problems(&line);
    assert_eq!((found.len(), found[19].as_str()), (21, "f:1: a.points[19]: 3 numbers are wanted here (dim), these are 0"));
    assert_eq!(found[20], "f: and 980 more");
    // The same faults over several lines: the first twenty of the file are reported.
    let found = problems(&format!("{{}}\n{line}\n{line}\nthis is no JSON"));
    assert_eq!((found.len(), found[0].as_str(), found[20].as_str()), (21, "f:1: id: missing", "f: and 1986 more"));
    assert_eq!(problems(&"x\n".repeat(20)).len(), 20);
}

#[test]
fn unions_of_too_many_pairs_are_refused() {
    let union = |parts: usize| format!(r#"{{"union":[{}]}}"#, vec![r#"{"points":[[0,0]]}"#; parts].join(","));
    let read = |a, b| problems(&format!(r#"{{"id":"x","dim":2,"a":{},"b":{}}}"#, union(a), union(b)));
    assert_eq!(read(1000, 500), [] as [&str; 0]);
    let expected = "f:1: the parts of the unions make 501000 pairs, more than 500000, and each is judged";
    assert_eq!(read(1000, 501), [expected]);
}

#[test]
fn long_quotations_are_cut() {
    let long = "9".repeat(100_000);
    let short = format!("{}…", "9".repeat(60));
    for (line, expected) in [
        (format!(r#"{{"id":"{long} "}}"#), format!("this is {short:?}")),
        (format!(r#"{{"{long}":1}}"#), format!("f:1: {short}: unknown field")),
        (format!(r#"{{"a":"{long}"}}"#), format!("this is string \"{}…", "9".repeat(52))),
        (format!(r#"{{"a":{{"{long}":1}}}}"#), format!("unknown body {short:?}")),
        (format!(r#"{{"a":{{"points":[["{long}",0,0]]}}}}"#), format!("this is {short:?}")),
        (format!(r#"{{"{long}":[1e999]}}"#), format!("f:1: {short}: number out of range")),
    ] {
        let found = problems(&line);
        assert!(found.iter().any(|problem| problem.contains(&expected)), "{expected}: {:?}", found[0].get(..200));
        assert!(found.iter().all(|problem| problem.len() < 300), "{expected}");
    }
}

#[test]
fn arrays_in_the_place_of_numbers_are_named() {
    let array = r#"{"points":[[0,0,[1,[2]]],[{"x":1},true,0]],"radius":[]}"#;
    let found = problems(&format!(r#"{{"id":"x","dim":[3],"a":{array},"b":{{"points":[[1,1,1]]}}}}"#));
    let must = "must be a number or a hexadecimal float, this is";
    let expected = [
        "f:1: dim: must be 2 or 3".to_owned(),
        format!("f:1: a.radius: {must} an array"),
        format!("f:1: a.points[0][2]: {must} an array"),
        format!("f:1: a.points[1][0]: {must} an object"),
        format!("f:1: a.points[1][1]: {must} boolean `true`"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn lines_that_are_not_text_are_problems() {
    let reading = read_bytes(b"\xef\xbb\xbf# comment\n\xff\xfe\n", "f");
    assert_eq!(reading.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), ["f:2: not UTF-8"]);
    assert!(problems(&"[".repeat(100_000))[0].contains("not JSON: recursion limit exceeded"));
    assert!(read_file("no-such-file.jsonl").is_err());
}

#[test]
fn hexadecimal_floats_are_exact_or_refused() {
    for (text, value) in [
        ("0x1.8p+3", 12.0),
        ("-0x1.8p3", -12.0),
        ("+0X1.8P+3", 12.0),
        ("0x.8p0", 0.5),
        ("0x10.p0", 16.0),
        ("0xffp0", 255.0),
        ("0x0000000000000000000000000000000000000000000000001p-4", 0.0625),
        ("0x1.00000000000000000000000000000000000000000000000p+0", 1.0),
        ("0x100000000000000000000000000000000000000000000000p-188", 1.0),
        ("0x1p-1074", f64::from_bits(1)),
        ("0x0.0000000000001p-1022", f64::from_bits(1)),
        ("0x1.fffffffffffffp+1023", f64::MAX),
        ("0x1p-1022", f64::MIN_POSITIVE),
        ("0x0p+99999999999999999999999", 0.0),
    ] {
        assert_eq!(hexfloat::parse(text).map(f64::to_bits), Ok(f64::to_bits(value)), "{text}");
    }
    for text in [
        "", "0x", "0x.", "x1", "1.5", "0x1.8p", "0x1.8p+", "0x1..8", "0x1p1.0", "0xg", "--0x1", "0x1p+-1", " 0x1", "inf", "nan",
    ] {
        assert_eq!(hexfloat::parse(text), Err(HexFloatError::Malformed), "{text}");
    }
    for text in ["0x1p+1024", "0x1p+99999999999999999999999", "-0x2p+1023"] {
        assert_eq!(hexfloat::parse(text), Err(HexFloatError::OutOfRange), "{text}");
    }
    for text in [
        "0x1.00000000000008p+0",
        "0x3p-1075",
        "0x1p-1075",
        "0x1p-99999999999999999999999",
        "0x1.fffffffffffff8p+1023",
        "0x1.0000000000000000000000000000000000000000000001p0",
    ] {
        assert_eq!(hexfloat::parse(text), Err(HexFloatError::Inexact), "{text}");
    }
    for text in ["0xff", "0x.8", "-0x10.", "0xC1078533", "0x1.0000000000000000000000000000000000000000000001"] {
        assert_eq!(hexfloat::parse(text), Err(HexFloatError::NoExponent), "{text}");
    }
    assert_eq!(hexfloat::write(0.1), "0x1.999999999999ap-4");
    assert_eq!(hexfloat::write(-0.0), "-0x0p+0");
    assert_eq!(hexfloat::write(f64::from_bits(1)), "0x0.0000000000001p-1022");
}

#[test]
fn numbers_are_written_short() {
    for (value, text) in [(3.0, "3"), (-0.0, "-0.0"), (0.0, "0"), (0.1, "0.1"), (1e300, "1e300"), (-5e-324, "-5e-324")] {
        assert_eq!(number(value), text);
    }
}

#[test]
fn a_generated_name_becomes_an_id() {
    let case = Case {
        note: Some(String::from("a \"quoted\" note\nwith a line")),
        family: Some(String::from("gap-2d")),
        ..Case::of_points("gap-2d:7:12", 2, vec![[0.0; 3]], vec![[0.0; 3]])
    };
    let line = write(&case);
    assert!(!line.contains('\n'));
    assert_eq!(read(&line, "f").cases, [Case { id: String::from("gap-2d.7.12"), ..case }]);
}

#[test]
fn the_corpus_is_whole() {
    let reading = corpus::wild_reading();
    assert_eq!(reading.problems, []);
    assert_eq!(corpus::wild().len(), 136);
    for case in corpus::wild() {
        assert!(case.source.is_some(), "{} has no source", case.id);
        let expect = case.expect.as_ref().expect("every case has an answer");
        assert!(expect.class.is_some(), "{}", case.id);
        // No distance of curved bodies is exact.
        let parts = || [&case.a, &case.b].into_iter().flat_map(|body| body.parts());
        let (is_curved, is_of_hulls) =
            (parts().any(|part| matches!(part, Body::Curved(_))), parts().all(|part| matches!(part, Body::Points(_))));
        assert_eq!(expect.distance_squared.is_some(), is_of_hulls, "{}", case.id);
        assert_eq!(expect.core_distance_squared.is_some(), !is_of_hulls && !is_curved, "{}", case.id);
        assert_eq!(read(&write(&case), "f").cases, [case]);
    }
}

#[test]
fn every_kind_of_body_is_read_and_written_to_the_bit() {
    let line = r#"{"id":"x","dim":3,"a":{"union":[{"points":[[1,2,3]],"radius":0.1},{"union":[{"points":[[0.1,0,0]]}]},{"ellipsoid":{"semi_axes":[1,2,0.3],"center":[0,0,-0.0]}}]},"b":{"cone":{"radius":0.7,"half_height":1e-300,"center":[1,2,3],"rotation":[[0,1,0],[0.6,0,0.8],[0.8,0,"-0x1.3333333333333p-1"]]}}}"#;
    let reading = read(line, "f");
    assert_eq!(reading.problems, []);
    let case = &reading.cases[0];
    assert_eq!(case.a.parts().len(), 3, "a union within a union is flat");
    assert_eq!((case.a.count(), case.a.parts()[0].radius()), (2, 0.1));
    let Body::Curved(cone) = &case.b else { panic!("{case:?}") };
    assert_eq!(cone.rotation, [[0.0, 1.0, 0.0], [0.6, 0.0, 0.8], [0.8, 0.0, -0.6]]);
    assert_eq!(read(&write(case), "f").cases, reading.cases);
    let ellipse = r#"{"id":"x","dim":2,"a":{"ellipsoid":{"semi_axes":[1,2],"center":[3,4],"rotation":[[0,1],[-1,0]]}},"b":{"points":[[0,0]]}}"#;
    let reading = read(ellipse, "f");
    assert_eq!((reading.problems.len(), read(&write(&reading.cases[0]), "f").cases), (0, reading.cases));
    let flat = r#"{"id":"x","dim":2,"a":{"cylinder":{"radius":1,"half_height":1,"center":[0,0]}},"b":{"points":[[0,0]]}}"#;
    assert_eq!(read(flat, "f").problems[0].to_string(), "f:1: a.cylinder: a cylinder is a body of space; dim is 2 here");
}

#[test]
fn generated_cases_of_every_family_are_read_as_they_were_written() {
    for family in gjk_cases::family::families() {
        for index in 0..20 {
            let case = family.case(5, Arithmetic::F64, index);
            let reading = read(&write(&case), "f");
            assert_eq!(reading.problems, []);
            assert_eq!((&reading.cases[0].a, &reading.cases[0].b), (&case.a, &case.b), "{}", case.id);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Over all bit patterns: every finite number is written and read back to the bit, in both spellings.
    #[test]
    fn every_double_survives(patterns in proptest::collection::vec(any::<u64>(), 3..30)) {
        let values: Vec<f64> = patterns.into_iter().map(f64::from_bits).filter(|x| x.is_finite()).collect();
        prop_assume!(values.len() >= 3);
        let points: Vec<[f64; 3]> = values.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
        let case = Case::of_points("x", 3, points.clone(), points.clone());
        let reading = read(&write(&case), "f");
        prop_assert_eq!(&reading.problems, &[]);
        let bits = |points: &[[f64; 3]]| points.iter().flatten().map(|x| x.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(reading.cases[0].a.points()), bits(&points));
        prop_assert_eq!(bits(reading.cases[0].b.points()), bits(&points));
        for value in values {
            prop_assert_eq!(hexfloat::parse(&hexfloat::write(value)).map(f64::to_bits), Ok(value.to_bits()));
        }
    }

    /// No text makes the reader panic, and a text is never both a case and a problem.
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}\",:0-9a-z\\.\\-x# ]{0,60}") {
        let reading = read(&text, "f");
        prop_assert!(reading.cases.is_empty() || reading.problems.is_empty());
    }
}

#[test]
fn a_decimal_distance_is_good_to_half_a_unit_of_its_last_digit() {
    let bounds = |text: &str| {
        let expect = Expectation { distance: Some(text.to_owned()), ..Expectation::default() };
        expect.distance_bounds().map(|bounds| bounds.map(|bound| bound.to_string()))
    };
    for (text, low, high) in [
        ("1.5", "29/20", "31/20"),
        ("1.50", "299/200", "301/200"),
        ("2", "3/2", "5/2"),
        ("0.0", "0", "1/20"),
        ("3e1", "25", "35"),
    ] {
        assert_eq!(bounds(text), Some([low, high].map(str::to_owned)), "{text}");
    }
    let case = |distance: &str| {
        format!(r#"{{"id":"x","dim":2,"a":{{"points":[[0,0]]}},"b":{{"points":[[1,1]]}},"expect":{{"distance":{distance}}}}}"#)
    };
    for bad in ["1.5", r#""-1""#, r#""1/2""#, r#"".5""#, r#""1e""#, r#""1e9999""#, r#""""#, r#""1.5.2""#, "null"] {
        let message = "f:1: expect.distance: must be a string with a decimal such as \"1.50\": its last digit is the tolerance";
        assert_eq!(problems(&case(bad)), [message], "{bad}");
    }
}

#[test]
fn cases_of_families_are_readable_and_rotations_must_fit_their_scalar() {
    for family in gjk_cases::family::families() {
        for arithmetic in Arithmetic::ALL {
            let lines: Vec<String> = (0..200).map(|index| write(&family.independent_case(1, arithmetic, index))).collect();
            assert_eq!(problems(&lines.join("\n")), [] as [&str; 0], "{} {arithmetic}", family.name());
        }
    }
    // Computed by hand: the last entry of RᵀR is (1 + e)² > 1 + 2e, and 64 u is 2⁻¹⁸ or 2⁻⁴⁷.
    let found = |scalar: &str, e: f64| {
        let last = number(1.0 + e);
        problems(&format!(
            r#"{{"id":"x","dim":2,{scalar}"a":{{"ellipsoid":{{"semi_axes":[1,2],"center":[0,0],"rotation":[[1,0],[0,{last}]]}}}},"b":{{"points":[[9,9]]}}}}"#
        ))
    };
    let (single, double, power) = (r#""scalar":"f32","#, r#""scalar":"f64","#, |exponent| 2_f64.powi(exponent));
    for (scalar, e) in [(single, power(-20)), (double, power(-49)), ("", power(-49))] {
        assert_eq!(found(scalar, e), [] as [&str; 0], "{scalar} {e}");
    }
    for (scalar, e) in [(single, power(-19)), (double, power(-48)), ("", power(-48)), ("", power(-20))] {
        let problems = found(scalar, e);
        assert!(
            problems.len() == 1 && problems[0].starts_with("f:1: a.ellipsoid.rotation: must be orthonormal to 64 u, "),
            "{problems:?}"
        );
    }
}
