//! Programs written in the shell, and everything that they may do wrong.

use super::*;
use gjk_records::Ruling;

/// A program by a command line of the shell.
fn started(command: &str) -> Result<Program, String> {
    Program::start(Source::Command(command.to_owned()), |_| ())
}

/// A program that answers case `$id`, whose line is `$line`, by this shell code, and its reply to a case that it refuses.
fn asked(answer: &str) -> (Program, Option<Reply>) {
    let script = format!(
        r#"say() {{ echo "{{\"case\":\"$id\",\"verdict\":$1}}"; }}
        refuse() {{ say "null,\"stop\":\"refused\",\"body\":$1"; }}
        echo "{{\"program\":\"x\",\"slack\":{{\"length\":1e-6}}}}"
        while read -r line; do id=${{line#*\"id\":\"}}; id=${{id%%\"*}}; {answer}; done"#
    );
    let program = started(&format!("sh -c '{script}'")).unwrap();
    let case = Case::of_points("flat", 3, vec![[9.0; 3]; 4], vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let reply = program.ask(&case, Arithmetic::F64);
    (program, reply)
}

#[test]
fn a_body_that_is_refused_again_is_refused_and_everything_else_is_given_up() {
    let is_alone = |then: &str, otherwise: &str| format!("case $id in alone-*) {then};; *) {otherwise};; esac");
    let [a, b, none] = ["\\\"a\\\"", "\\\"b\\\"", "null"].map(|body| format!("refuse \"{body}\""));
    let apart = "say \"\\\"apart\\\"\"";
    for (answer, refused) in [
        (b.clone(), Some(Side::B)),
        // The program names a body of a case that it does not answer, and accepts that body together with a point.
        (is_alone(apart, &b), None),
        // It names no body when it is asked again, or at first.
        (is_alone(&none, &b), None),
        (is_alone(&b, &none), None),
        // It accepts neither a point nor a simplex.
        (format!("case $id in *-0) {a};; *) {b};; esac"), Some(Side::B)),
        (format!("case $id in *-0) {a};; *-1) {apart};; *) {b};; esac"), None),
        (is_alone(&a, &b), None),
        // It crashes when it is asked again.
        (is_alone("exit", &b), None),
    ] {
        let (program, reply) = asked(&answer);
        let reply = reply.unwrap_or_else(|| panic!("{answer}"));
        assert_eq!((program.fault(), reply.stop, reply.refused), (None, Some(Stop::Refused), refused), "{answer}");
        let posed = crate::PosedCase::pose(&Case::of_points("x", 3, vec![[0.0; 3]], vec![[1.0; 3]]), Arithmetic::F64).unwrap();
        let ruling = if refused.is_some() { Ruling::Refused } else { Ruling::GaveUp };
        assert_eq!(posed.judge(&reply, 64.0).ruling, ruling, "{answer}");
    }
}

#[test]
fn an_invalid_answer_to_the_second_question_is_kept_as_a_failure() {
    let (program, reply) = asked("case $id in alone-*) echo hello;; *) refuse \"\\\"b\\\"\";; esac");
    assert!(program.failed().is_some_and(|first| first.contains("its answer to alone-b-") && first.contains("not JSON")));
    assert_eq!((program.fault(), reply.and_then(|reply| reply.refused)), (None, None));
}

/// A program that greets and then runs this, with this time limit of an answer in milliseconds.
fn greeted(then: &str, limit: u64) -> Program {
    let greeting = r#"{"program":"x","promise":"distance"}"#;
    let mut program = started(&format!("echo '{greeting}'; {then}")).unwrap();
    program.limit = Duration::from_millis(limit);
    program
}

fn two_points(id: &str) -> Case {
    Case::of_points(id, 3, vec![[0.0; 3]], vec![[1.0, 0.0, 0.0]])
}

fn stop(program: &Program, case: &Case) -> Option<Stop> {
    program.ask(case, Arithmetic::F64).and_then(|reply| reply.stop)
}

#[test]
fn a_program_that_takes_too_long_times_out() {
    let program = greeted("exec sleep 1000", 10);
    for _ in 0..2 {
        assert_eq!(stop(&program, &two_points("gap:1:2")), Some(Stop::TimedOut));
    }
    assert_eq!((program.fault(), program.ask(&two_points("x"), Arithmetic::Exact)), (None, None));
}

#[test]
fn one_that_never_reads_has_timed_out_on_a_case_larger_than_the_pipe() {
    let program = greeted("exec sleep 1000", 100);
    let points = (0..5000).map(|i| [f64::from(i), 0.1, 0.3]).collect();
    assert_eq!(stop(&program, &Case::of_points("large", 3, points, vec![[0.0; 3]])), Some(Stop::TimedOut));
}

/// Whether the process whose number is in this file is running.
fn lives(file: &std::path::Path) -> bool {
    let number = std::fs::read_to_string(file).unwrap();
    let status = std::fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

#[test]
#[cfg(target_os = "linux")]
fn child_processes_of_a_program_end_with_it() {
    let file = std::env::temp_dir().join(format!("gjk-child-{}", std::process::id()));
    let then = format!("sh -c 'sleep 1000 & echo $! >{}; wait; true'; true", file.display());
    let program = greeted(&then, 500);
    assert_eq!(stop(&program, &two_points("x")), Some(Stop::TimedOut));
    for _ in 0..500 {
        if !lives(&file) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!lives(&file));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_command_line_may_be_any_of_the_shell() {
    let greeting = r#"echo '{"program":"x"}'"#;
    for command in [r#"A='{"program":"x"}' printenv A"#, &format!("cd / && {greeting}"), &format!("true; {greeting}")] {
        assert_eq!(started(command).err(), None, "{command}");
    }
}

/// A program whose shell code does this with `$id`, and its replies to cases named `0`, `1`, ….
fn answers(then: &str, cases: usize) -> (Program, Vec<Option<Reply>>) {
    let lines = format!("while read -r line; do id=${{line#*\\\"id\\\":\\\"}}; id=${{id%%\\\"*}}; {then}; done");
    let program = greeted(&lines, 5000);
    let replies = (0..cases).map(|number| program.ask(&two_points(&number.to_string()), Arithmetic::F64)).collect();
    (program, replies)
}

/// Shell code for an answer with these fields in addition to the case.
fn says(fields: &str) -> String {
    format!("echo \"{{\\\"case\\\":\\\"$id\\\",{}}}\"", fields.replace('"', "\\\""))
}

#[test]
fn an_answer_that_is_not_a_number_is_off() {
    let posed = crate::PosedCase::pose(&two_points("0"), Arithmetic::F64).unwrap();
    for (fields, ruling) in [
        (r#""verdict":"apart","distance":1"#, Ruling::Right),
        (r#""verdict":"apart","distance":NaN"#, Ruling::Off),
        (r#""verdict":"apart","distance":-inf"#, Ruling::Off),
        (r#""verdict":"apart","distance":1,"on_a":[NaN,0,0],"on_b":[1,0,0]"#, Ruling::Off),
        (r#""verdict":"apart","distance":1,"axis":[Infinity,0,0]"#, Ruling::Off),
        (r#""verdict":"intersecting","distance":NaN"#, Ruling::Wrong),
        (r#""verdict":"apart","distance":1,"message":"NaN""#, Ruling::Right),
    ] {
        let (program, replies) = answers(&says(fields), 1);
        assert_eq!(program.failed(), None, "{fields}");
        assert_eq!(posed.judge(replies[0].as_ref().unwrap(), 64.0).ruling, ruling, "{fields}");
    }
    let (program, replies) = answers(&says(r#""verdict":"apart","a":{"points":[[NaN,0,0]]},"b":{"points":[[1,0,0]]}"#), 1);
    assert_eq!(replies[0].as_ref().unwrap().stop, Some(Stop::Crashed));
    assert!(program.failed().unwrap().contains("a body that it used is not a number"));
}

#[test]
fn a_depth_is_judged_by_the_sign_convention_that_the_program_states() {
    // Two boxes, 1/2 deep in each other along x.
    let corners = gjk_cases::family::corners;
    let (a, b) = (corners([0.0; 3], [2.0, 3.0, 4.0]), corners([1.5, 1.0, 1.0], [4.0, 3.5, 5.0]));
    let case = Case::of_points("boxes", 3, a, b);
    let posed = crate::PosedCase::pose(&case, Arithmetic::F64).unwrap();
    let ruling = |greeting: &str, fields: &str| {
        let answer = format!(r#"{{"case":"boxes","verdict":"intersecting",{fields}}}"#);
        let program = started(&format!("echo '{{\"program\":\"x\",{greeting}}}'; read -r line; echo '{answer}'")).unwrap();
        let reply = program.ask(&case, Arithmetic::F64).unwrap();
        assert_eq!(program.failed(), None, "{fields}");
        let judgement = posed.judge(&reply, 64.0);
        (judgement.ruling, judgement.off_by)
    };
    let (depth, turned, some) =
        (r#""promise":"depth""#, r#""promise":"depth","normal":"b-to-a""#, r#""promise":"translation","normal":"a-to-b""#);
    let (right, shallow) = ((Ruling::Right, None), (Ruling::Off, Some(gjk_records::Measure::Residual)));
    for (greeting, fields, expected) in [
        (depth, r#""depth":0.5,"normal":[3,0,0]"#, right),
        (depth, r#""translation":[0.5,0,0]"#, right),
        // The witness points are v apart, whatever the sign of the normal is.
        (turned, r#""depth":0.5,"normal":[-3,0,0],"on_a":[2,2,2],"on_b":[1.5,2,2]"#, right),
        (turned, r#""translation":[-0.5,0,0],"on_a":[2,2,2],"on_b":[1.5,2,2]"#, right),
        (turned, r#""depth":0.5,"normal":[3,0,0]"#, shallow),
        (depth, r#""translation":[-0.5,0,0]"#, shallow),
        (depth, r#""depth":0.25,"normal":[1,0,0]"#, shallow),
        // A depth that is given together with v has to be the length of v.
        (depth, r#""depth":0.25,"translation":[0.5,0,0]"#, (Ruling::Off, None)),
        (depth, r#""depth":2,"normal":[0,1,0]"#, (Ruling::Off, Some(gjk_records::Measure::Excess))),
        (some, r#""depth":2,"normal":[0,1,0]"#, right),
        (depth, r#""distance":0"#, (Ruling::Off, None)),
        (some, r#""distance":0"#, (Ruling::Off, None)),
        (depth, r#""depth":1,"normal":[0,0,0]"#, shallow),
        // Values that are not numbers.
        (depth, r#""depth":-Infinity,"normal":[1,0,0]"#, (Ruling::Off, None)),
        (depth, r#""depth":NaN"#, (Ruling::Off, None)),
        (some, r#""translation":[NaN,0,0]"#, (Ruling::Off, None)),
    ] {
        assert_eq!(ruling(greeting, fields), expected, "{greeting}: {fields}");
    }
}

#[test]
fn words_in_strings_are_not_numbers() {
    assert_eq!(
        with_numbers(r#"{"a":"NaN","b\"":"\\","c":[nan,-Infinity]}"#, "1").unwrap(),
        r#"{"a":"NaN","b\"":"\\","c":[1,-1]}"#
    );
    assert_eq!(with_numbers(r#"{"a\" NaN":null,"b":1e5}"#, "1"), None);
}

#[test]
fn an_invalid_answer_is_a_crash_with_a_message_and_the_program_restarts() {
    let right = says(r#""verdict":"apart","distance":1"#);
    for (bad, message) in [
        ("printf '%s' '{\"case\":\"1\",\"verdict\":'; exit", "it has ended without an answer to 1"),
        ("echo '{\"case\":\"other\",\"verdict\":\"apart\"}'", "its answer to 1: case: there is no case with id \"other\""),
        ("echo hello", "not JSON"),
        ("echo it is full >&2; exit 3", "an answer to 1; on standard error it said at last:\n  it is full"),
    ] {
        let (program, replies) = answers(&format!("if [ \"$id\" = 1 ]; then {bad}; else {right}; fi"), 4);
        let stops: Vec<_> = replies.iter().map(|reply| reply.as_ref().unwrap().stop).collect();
        assert_eq!(stops, [None, Some(Stop::Crashed), None, None], "{bad}");
        let failed = program.failed().unwrap();
        assert!(failed.contains(message) && failed.contains("without an answer: 1;"), "{bad}: {failed}");
        assert_eq!(program.fault(), None);
    }
}

#[test]
fn one_that_fails_many_times_in_a_row_is_asked_no_more() {
    let (program, replies) = answers("echo hello", IN_A_ROW + 1);
    assert_eq!(replies.iter().filter(|reply| reply.is_some()).count(), IN_A_ROW);
    assert!(program.fault().is_some_and(|fault| fault.contains("8 cases in a row") && fault.contains("not JSON")));
    // A program that answers something is sound: the cases that it crashes on are findings.
    let crashes = format!("if [ \"$id\" = alive ]; then {}; else exit; fi", says(r#""verdict":"apart""#));
    let (program, replies) = answers(&crashes, 2 * IN_A_ROW + 2);
    assert!(replies.iter().flatten().all(|reply| reply.stop == Some(Stop::Crashed)));
    assert_eq!((program.fault(), replies.iter().flatten().count()), (None, 2 * IN_A_ROW + 2));
}

#[test]
fn standard_error_is_kept_at_its_end_and_blocks_nothing() {
    let (program, _) = answers("yes 0123456789 | head -n 100000 >&2; echo the end >&2; exit", 1);
    let failed = program.failed().unwrap();
    assert!(failed.ends_with("the end") && failed.len() < 4000, "{failed}");
}

#[test]
fn another_greeting_after_a_new_start_is_a_fault() {
    let file = std::env::temp_dir().join(format!("gjk-greeting-{}", std::process::id()));
    let command = |version: u8| format!("echo '{{\"program\":\"x\",\"version\":\"{version}\"}}'; read -r line; exit");
    std::fs::write(&file, command(1)).unwrap();
    let program = started(&format!("sh {}", file.display())).unwrap();
    std::fs::write(&file, command(2)).unwrap();
    assert_eq!(stop(&program, &two_points("x")), Some(Stop::Crashed));
    assert_eq!(program.fault(), None);
    assert_eq!(stop(&program, &two_points("x")), Some(Stop::Crashed));
    assert!(program.fault().is_some_and(|fault| fault.contains("is another file than it was at first")));
    // A change in a file that the command does not name shows in the greeting.
    std::fs::write(&file, command(1)).unwrap();
    let program = started(&format!("cd /; sh {}", file.display().to_string().replace("gjk", "gj'k'"))).unwrap();
    std::fs::write(&file, command(2)).unwrap();
    assert_eq!([0; 2].map(|_| stop(&program, &two_points("x"))), [Some(Stop::Crashed); 2]);
    assert!(program.fault().is_some());
    std::fs::remove_file(file).unwrap();
}

#[test]
fn one_that_is_silent_for_long_is_named() {
    let (tell, told) = std::sync::mpsc::channel();
    let tell = Mutex::new(tell);
    // The program is silent at first, and again when it is restarted after its end.
    let command = r#"sleep 3; echo '{"program":"x"}'; read -r line; exit"#;
    let say = move |text: &str| tell.lock().unwrap().send(text.to_owned()).unwrap();
    let program = Program::start(Source::Command(command.to_owned()), say).unwrap();
    assert_eq!([0; 2].map(|_| stop(&program, &two_points("x"))), [Some(Stop::Crashed); 2]);
    let told: Vec<String> = told.try_iter().collect();
    assert!(
        told.len() == 2 && told[0] == told[1] && told[0].contains("its first line has to say") && told[0].contains("gjk judge"),
        "{told:?}"
    );
}
