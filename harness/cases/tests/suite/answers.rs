//! Files of answers: every problem is reported with its line and field, and all other lines are kept.

use gjk_cases::format::{Answer, Answers, NoAnswer, NormalSign, Penetration, Side, read_answers};

/// The answers of a text about the case `plane` in two dimensions and `space` in three, read as the file `f`.
fn read(text: impl AsRef<[u8]>) -> (Vec<Answer>, Vec<String>) {
    let dimension = |id: &str| [("plane", 2), ("space", 3)].into_iter().find(|(name, _)| *name == id).map(|(_, d)| d);
    let Answers { answers, problems, .. } = read_answers(text.as_ref(), "f", dimension);
    (answers, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn answers_are_read_as_they_are() {
    let text = concat!(
        "\u{feff}# a comment behind a byte order mark\n  # an indented one\n\n",
        r#"{"case":"plane","verdict":"apart","distance":"0x1.8p+1","on_a":[0,1],"on_b":[0,-2],"axis":[0,1],"scalar":"f64"}"#,
        "\r\n\t",
        r#"{"case":"plane","variant":"mine","verdict":"intersecting","distance":0,"on_a":null,"axis":null}"#,
        "\n",
        r#"{"case":"space","variant":"mine","verdict":null}"#,
    );
    let (answers, problems) = read(text);
    assert_eq!(problems, [] as [&str; 0]);
    let nothing =
        |case: &str, variant: &str| Answer { case: case.to_owned(), variant: variant.to_owned(), ..Answer::default() };
    let first = Answer {
        meets: Some(false),
        distance: Some(3.0),
        on_a: Some([0.0, 1.0, 0.0]),
        on_b: Some([0.0, -2.0, 0.0]),
        axis: Some([0.0, 1.0, 0.0]),
        ..nothing("plane", "answers")
    };
    let second = Answer { meets: Some(true), distance: Some(0.0), ..nothing("plane", "mine") };
    assert_eq!(answers, [first, second, nothing("space", "mine")]);
}

#[test]
fn an_answer_says_how_deep_bodies_lie_in_each_other() {
    let said = |fields: &str| {
        let (answers, problems) = read(format!(r#"{{"case":"space","verdict":"intersecting"{fields}}}"#));
        assert_eq!(problems, [] as [&str; 0], "{fields}");
        answers[0].penetration
    };
    let (normal, translation) = (Some([0.0, 0.0, 2.0]), Some([0.0, 0.0, 0.5]));
    for (fields, expected) in [
        (r#","depth":0.5,"normal":[0,0,2]"#, Penetration { depth: Some(0.5), normal, translation: None }),
        (r#","depth":null,"normal":[0,0,2],"translation":[0,0,"0x1p-1"]"#, Penetration { depth: None, normal, translation }),
        (r#","translation":[0,0,0.5],"depth":"0x1p-1""#, Penetration { depth: Some(0.5), normal: None, translation }),
        (r#","translation":[0,0,0.5]"#, Penetration { depth: None, normal: None, translation }),
        // A depth of zero needs no direction.
        (r#","depth":0"#, Penetration { depth: Some(0.0), ..Penetration::default() }),
        (r#","depth":null,"normal":null,"translation":null"#, Penetration::default()),
        // A vector that is not a direction is an answer, and is judged.
        (r#","depth":1,"normal":[0,0,0]"#, Penetration { depth: Some(1.0), normal: Some([0.0; 3]), translation: None }),
    ] {
        assert_eq!(said(fields), expected, "{fields}");
    }
    let turned = NormalSign::BToA.from_a([0.0, 0.0, -0.5]);
    assert_eq!((Some(turned), NormalSign::AToB.from_a(turned)), (translation, turned));
}

#[test]
fn errors_in_a_depth_are_reported() {
    let met = "only where the verdict is \"intersecting\": it says how bodies that meet are separated";
    for (fields, expected) in [
        (r#""verdict":"intersecting","depth":"deep""#, "depth: not a hexadecimal float such as \"0x1.8p+3\", this is \"deep\""),
        (r#""verdict":"intersecting","depth":[1]"#, "depth: must be a number or a hexadecimal float, this is an array"),
        (
            r#""verdict":"intersecting","depth":-0.5,"normal":[0,1]"#,
            "depth: must not be negative: it is a length for bodies that meet, and others have a distance",
        ),
        (
            r#""verdict":"intersecting","depth":1"#,
            "depth: not enough without a direction; give the normal or the translation as well",
        ),
        (
            r#""verdict":"intersecting","normal":[0,1]"#,
            "normal: not enough without a length; give the depth or the translation as well",
        ),
        (r#""verdict":"intersecting","depth":1,"normal":[0,1,0]"#, "normal: 2 numbers are wanted here (dim), these are 3"),
        (
            r#""verdict":"intersecting","translation":[0,"x"]"#,
            "translation[1]: not a hexadecimal float such as \"0x1.8p+3\", this is \"x\"",
        ),
        (r#""verdict":"apart","depth":0"#, &format!("depth: {met}")),
        (r#""verdict":"apart","translation":[0,1]"#, &format!("translation: {met}")),
        (r#""verdict":null,"stop":"crashed","normal":[0,1]"#, &format!("normal: {met}")),
    ] {
        let line = format!(r#"{{"case":"plane",{fields}}}"#);
        assert_eq!(read(&line), (Vec::new(), vec![format!("f:1: {expected}")]), "{line}");
    }
}

#[test]
fn errors_are_reported_with_line_and_field() {
    for (line, expected) in [
        (r#"{"case":"plane","verdict":"apart","verdict":"intersecting"}"#, "f:1: verdict: repeated field"),
        (r#"{"case":"space","on_a":[0,0,0],"on_a":[1,1,1]}"#, "f:1: on_a: repeated field"),
        (r#"{"verdict":"apart"}"#, "f:1: case: missing"),
        (r#"{"case":"none"}"#, "f:1: case: there is no case with id \"none\" in the file of cases"),
        (r#"{"case":7}"#, "f:1: case: must be a string, this is integer `7`"),
        (
            r#"{"case":"plane","verdict":true}"#,
            "f:1: verdict: must be \"apart\", \"intersecting\" or null; for a cast \"hit\", \"never\" or null",
        ),
        (r#"{"case":"plane","variant":null}"#, "f:1: variant: must be a string, this is null"),
        (
            r#"{"case":"plane","distance":"far"}"#,
            "f:1: distance: not a hexadecimal float such as \"0x1.8p+3\", this is \"far\"",
        ),
        (r#"{"case":"plane","distance":1e999}"#, "f:1: distance: number out of range (column 32)"),
        (r#"{"case":"plane","axis":[0,1,0]}"#, "f:1: axis: 2 numbers are wanted here (dim), these are 3"),
        (r#"{"case":"plane","axis":{"x":1}}"#, "f:1: axis: must be an array, this is an object"),
        (r#"{"case":"plane","axis":[0,[]]}"#, "f:1: axis[1]: must be a number or a hexadecimal float, this is an array"),
        (r#"{"case":"plane","on_b":[0,1]}"#, "f:1: on_a: one witness point is not enough; give both or none"),
        (
            r#"{"case":"plane","a":{"points":[[0,0]]}}"#,
            "f:1: b: one body is not enough; give both bodies that were used, or \
            none",
        ),
        (r#"{"case":"plane","stop":"tired"}"#, "f:1: stop: must be \"crashed\", \"timed-out\" or \"refused\""),
        (
            r#"{"case":"plane","verdict":"apart","stop":"crashed"}"#,
            "f:1: stop: only if the verdict is null: it says why there is no answer",
        ),
        (r#"{"case":"plane","stop":"refused","body":"c"}"#, "f:1: body: must be \"a\" or \"b\", the body that is refused"),
        (
            r#"{"case":"plane","stop":"refused","body":{"points":[]}}"#,
            "f:1: body: must be \"a\" or \"b\", the body that is refused",
        ),
        (
            r#"{"case":"plane","stop":"crashed","body":"a"}"#,
            "f:1: body: only with the stop \"refused\": it says which body is refused",
        ),
        (
            r#"{"case":"plane","verdict":"apart","body":"b"}"#,
            "f:1: body: only with the stop \"refused\": it says which body is refused",
        ),
        (r#"{"program":7}"#, "f:1: what the program says of itself: program: must be a string, this is integer `7`"),
        ("[]", "f:1: must be an object with case and verdict, this is an array"),
        (
            r#"{"case":"plane","distance":NaN}"#,
            "f:1: distance: not JSON: expected value (column 28); JSON knows neither NaN nor Infinity: write null for the \
             verdict of a run without an answer",
        ),
    ] {
        assert_eq!(read(line), (Vec::new(), vec![expected.to_owned()]), "{line}");
    }
    let (answers, problems) = read(b"{\"case\":\"plane\"}\n\xff\n{\"case\":\"plane\",\"variant\":\"answers\"}\n");
    assert_eq!(answers.len(), 1);
    assert_eq!(problems, ["f:2: not UTF-8", "f:3: case: a second answer of \"answers\" to \"plane\": the first is on line 1"]);
}

#[test]
fn unknown_fields_are_warned_of_once_and_cost_no_answer() {
    let text = concat!(
        r#"{"case":"plane","verdict":"apart","speed":1,"duration":2}"#,
        "\n",
        r#"{"case":"space","verdict":null,"duration":3,"stop":"refused","message":"flat"}"#,
    );
    let read = read_answers(text.as_bytes(), "f", |id| Some(if id == "plane" { 2 } else { 3 }));
    assert_eq!((read.answers.len(), read.problems.len()), (2, 0));
    assert_eq!(read.answers[1].stop, Some(NoAnswer::Refused(None)));
    let known = "known are case, variant, verdict, distance, on_a, on_b, axis, depth, normal, translation, time, scalar, stop, body, \
                 message, a, b";
    let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    let warning = |name: &str| format!("f:1: {name}: unknown field, ignored; {known}");
    assert_eq!(warnings, [warning("duration"), warning("speed")]);
}

#[test]
fn a_field_near_to_a_known_one_is_an_error() {
    for (field, meant) in
        [("dist", "distance"), ("Distance", "distance"), ("onA", "on_a"), ("axes", "axis"), ("dept", "depth"), ("B", "b")]
    {
        let (answers, problems) = read(format!(r#"{{"case":"plane","verdict":"apart","{field}":1,"time":2}}"#));
        let message = format!("f:1: {field}: unknown field, near to `{meant}`; write `{meant}` if it is meant");
        assert_eq!((answers.len(), problems), (0, vec![message]));
    }
}

#[test]
fn a_refusal_names_the_body_that_is_refused() {
    let stop = |body: &str| {
        let (answers, problems) = read(format!(r#"{{"case":"plane","verdict":null,"stop":"refused"{body}}}"#));
        assert_eq!(problems, [] as [&str; 0]);
        answers[0].stop
    };
    let refused = |side| Some(NoAnswer::Refused(side));
    assert_eq!([r#","body":"a""#, r#","body":"b""#].map(stop), [Side::A, Side::B].map(|side| refused(Some(side))));
    assert_eq!(["", r#","body":null"#].map(stop), [refused(None); 2]);
}

#[test]
fn answers_without_a_name_are_those_of_the_program_that_has_greeted() {
    let text = concat!(
        r#"{"case":"plane","verdict":"apart"}"#,
        "\n",
        r#"{"program":"theirs","promise":"distance"}"#,
        "\n",
        r#"{"case":"plane","verdict":"apart","a":{"points":[[0,0]]},"b":{"points":[[2,0],[3,0]]}}"#,
    );
    let read = read_answers(text.as_bytes(), "f", |_| Some(2));
    assert_eq!((read.problems.len(), read.greetings.len()), (0, 1));
    let names: Vec<&str> = read.answers.iter().map(|answer| answer.variant.as_str()).collect();
    assert_eq!(names, ["answers", "theirs"]);
    let held = read.answers[1].held.as_ref().map(|held| held.each_ref().map(|body| body.points().len()));
    assert_eq!(held, Some([1, 2]));
}

#[test]
fn a_thousand_problems_give_twenty_messages_and_a_count() {
    let (answers, problems) = read("{}\n".repeat(1000) + r#"{"case":"plane"}"#);
    assert_eq!((answers.len(), problems.len()), (1, 21));
    assert_eq!(problems[20], "f: and 980 more");
}

#[test]
fn an_answer_from_code_is_refused_on_the_same_grounds_as_a_line() {
    let problem = |answer: Answer| answer.problem();
    let one = Some([1.0, 0.0, 0.0]);
    assert_eq!(problem(Answer::default()), None);
    assert_eq!(problem(Answer::overlapping(0.5, [1.0, 0.0, 0.0])), None);
    assert_eq!(problem(Answer::overlapping(0.0, [0.0; 3])), None);
    assert_eq!(problem(Answer { on_a: one, on_b: one, ..Answer::apart(1.0) }), None);
    let said = |answer: Answer| problem(answer).expect("a problem");
    assert_eq!(said(Answer::overlapping(-0.5, [1.0, 0.0, 0.0])), "a depth of -0.5, which is negative");
    let mut without = Answer::overlapping(0.5, [0.0; 3]);
    without.penetration.normal = None;
    assert_eq!(said(without), "a depth without a direction");
    for (on_a, on_b) in [(one, None), (None, one)] {
        assert_eq!(said(Answer { on_a, on_b, ..Answer::apart(1.0) }), "one witness point alone");
    }
}
