//! External programs for `--program`: asked line by line, judged like every variant, and blamed only for their own faults.

use crate::common::Folder;

const CASES: &str = concat!(
    r#"{"id":"apart","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[1,0,0]]}}"#,
    "\n",
    r#"{"id":"meet","dim":3,"a":{"points":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]]},"b":{"points":[[1,1,1]]}}"#,
    "\n",
    r#"{"id":"plane","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[1,0]]}}"#,
);

const GREETING: &str =
    r#"{"program":"test","version":"1","promise":"verdict","dimensions":[3],"bodies":["points"],"scalars":["f64"]}"#;

/// A program that runs this shell command for each case, with its id in `$id`.
fn program(folder: &Folder, answer: &str) -> String {
    let text = format!(
        "echo '{GREETING}'\nwhile read -r line; do\n  id=${{line#*\\\"id\\\":\\\"}}; id=${{id%%\\\"*}}\n  {answer}\ndone\n"
    );
    folder.write("program.sh", text);
    "test=sh program.sh".to_owned()
}

fn folder(name: &str) -> Folder {
    Folder::new(&format!("programs/{name}"), &[("cases.jsonl", CASES)])
}

/// Ruling and end of the program on each case.
fn rulings(folder: &Folder, program: &str) -> Vec<String> {
    let lines =
        folder.printed(&["check", "cases.jsonl", "--program", program, "--variant", "test", "--scalar", "f64", "--json", "-"]);
    let row = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        ["ruling", "stop"].into_iter().filter_map(|name| value[name].as_str()).collect::<Vec<_>>().join(" ")
    };
    lines.lines().map(row).collect()
}

#[test]
fn a_program_is_judged_on_the_cases_that_it_accepts() {
    let folder = folder("apart");
    let program = program(&folder, r#"echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#);
    assert_eq!(rulings(&folder, &program), ["right", "wrong", "not-applicable"]);
}

#[test]
fn the_answer_of_a_program_is_drawn_even_if_there_is_none() {
    let folder = folder("drawn");
    let program = program(&folder, r#"if [ $id = meet ]; then exit 3; fi; echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#);
    for (id, says) in [("apart", "answer     apart; no points"), ("meet", "end        crashed")] {
        let (case, png) = (format!("cases.jsonl#{id}"), format!("{id}.png"));
        let text =
            folder.printed(&["replay", &case, "--program", &program, "--variant", "test", "--scalar", "f64", "--png", &png]);
        assert!(text.contains(says), "{text}");
        assert!(std::fs::read(folder.join(&png)).expect("a picture").starts_with(b"\x89PNG\r\n"), "{id}");
    }
}

#[test]
fn one_that_dies_has_crashed_on_that_case_alone() {
    let folder = folder("crash");
    let answer = r#"[ "$id" = apart ] && kill -9 $$; echo "{\"case\":\"$id\",\"verdict\":\"intersecting\"}""#;
    let program = program(&folder, answer);
    assert_eq!(rulings(&folder, &program), ["gave-up crashed", "right", "not-applicable"]);
}

#[test]
fn refused_cases_are_given_up_and_the_held_bodies_are_judged() {
    let folder = folder("held");
    let held = r#"\"a\":{\"points\":[[5,0,0]]},\"b\":{\"points\":[[5,0,0]]}"#;
    let answer = format!(
        r#"if [ "$id" = apart ]; then echo "{{\"case\":\"$id\",\"verdict\":\"intersecting\",{held}}}"; else
        echo "{{\"case\":\"$id\",\"verdict\":null,\"stop\":\"refused\"}}"; fi"#
    );
    let answered = program(&folder, &answer);
    // The program holds two equal points, far from the given ones: this is neither an answer to the case nor a refusal.
    assert_eq!(rulings(&folder, &answered), ["gave-up other-bodies", "gave-up refused", "not-applicable"]);
    let row = |name: &str| {
        let run =
            ["check", "cases.jsonl", "--variant", "test", "--scalar", "f64", "--json", "-", "--program", "test=sh program.sh"];
        let lines = folder.printed(&run);
        let first: serde_json::Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
        first[name].clone()
    };
    // Five units of length, in units of u for a coordinate of one.
    assert_eq!(row("held_units").as_f64(), Some(5.0 * 2_f64.powi(53)));
    // Within the movement that it states, the bodies meet, and its verdict is right.
    let stated =
        folder.read("program.sh").replace(r#""version":"1","#, r#""version":"1","holds":{"text":"moves them","length":5},"#);
    folder.write("program.sh", stated);
    assert_eq!(rulings(&folder, &answered), ["right", "gave-up refused", "not-applicable"]);
    // A file of answers states no movement.
    folder.write("answers.jsonl", format!(r#"{{"case":"apart","verdict":"intersecting",{}}}"#, held.replace('\\', "")));
    let lines = folder.printed(&["judge", "cases.jsonl", "answers.jsonl", "--json", "-"]);
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["ruling"], &first["stop"]), (&"gave-up".into(), &"other-bodies".into()));
}

#[test]
fn a_program_that_answers_about_bodies_of_its_own_is_right_nowhere() {
    let folder = folder("own-bodies");
    let answer = r#"echo "{\"case\":\"$id\",\"verdict\":\"apart\",\"distance\":1,\"a\":{\"points\":[[0,0,0]]},\"b\":{\"points\":[[1,0,0]]}}""#;
    let program = program(&folder, answer);
    let study = ["study", "--family", "gap", "--cases", "4", "--scalar", "f64", "--part", "answers", "--variant", "test"];
    folder.printed(&[&study[..], &["--program", &program, "--out", "out"]].concat());
    let summary = folder.read("out/summary.csv");
    let mut lines = summary.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (names, row) = (lines.next().expect("a header"), lines.next().expect("a row"));
    let value = |name: &str| row[names.iter().position(|column| *column == name).expect(name)];
    assert_eq!((value("gave_up"), value("right")), ("1", "0"), "{summary}");
    assert!(value("held_units").parse::<f64>().is_ok_and(|units| units > 1e6), "{summary}");
}

/// A study that stops in its middle, since the program answers only 80 queries: the option of the program, and the other words
/// of the study.
fn stopped(folder: &Folder) -> (String, [&'static str; 13]) {
    let answer = r#"count=$(cat count 2>/dev/null); echo $((count + 1)) >count
        [ "${count:-0}" -ge 80 ] && exit; echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#;
    let program = program(folder, answer);
    let study = [
        "study",
        "--family",
        "gap",
        "--cases",
        "256",
        "--scalar",
        "f64",
        "--part",
        "answers",
        "--variant",
        "test",
        "--threads",
        "1",
    ];
    let run = folder.gjk(&[&study[..], &["--program", &program, "--out", "out"]].concat());
    assert_eq!(run.status.code(), Some(2), "{}", String::from_utf8_lossy(&run.stderr));
    (program, study)
}

#[test]
fn a_study_continues_only_with_the_script_that_it_began_with() {
    let folder = folder("rebuilt");
    let (program, study) = stopped(&folder);
    assert!(folder.units_done("out") >= 1);
    let again = [&study[..], &["--program", &program, "--out", "out"]].concat();
    let script = folder.read("program.sh");
    folder.write("program.sh", script.replace("-ge 80", "-ge 90000"));
    let says = folder.refused(&again);
    assert!(says.contains("files of test: \"program.sh ") && says.matches("program.sh ").count() >= 2, "{says}");
    // The campaign continues with the same file, whatever replaced it in the meantime.
    folder.write("program.sh", script);
    folder.write("count", "0");
    let run = folder.gjk(&again);
    assert!(String::from_utf8_lossy(&run.stderr).contains("continuing: "), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn shards_of_two_scripts_are_put_together_only_if_that_is_asked_for() {
    let folder = folder("mixed");
    let answer = |verdict: &str| format!(r#"echo "{{\"case\":\"$id\",\"verdict\":\"{verdict}\"}}""#);
    for (shard, verdict) in [("1/2", "apart"), ("2/2", "intersecting")] {
        let program = program(&folder, &answer(verdict));
        let study = ["study", "--family", "gap", "--cases", "256", "--scalar", "f64", "--part", "answers", "--variant", "test"];
        folder.printed(&[&study[..], &["--program", &program, "--shard", shard, "--out", &shard.replace('/', "-")]].concat());
    }
    let says = folder.refused(&["merge", "1-2", "2-2", "--out", "whole"]);
    assert!(says.contains("files of test: \"program.sh ") && says.contains("--mixed"), "{says}");
    folder.printed(&["merge", "1-2", "2-2", "--mixed", "--out", "whole"]);
    let journal = folder.read("whole/journal.jsonl");
    let first: serde_json::Value = serde_json::from_str(journal.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["outside"]["test"].as_str().expect("the files").matches("program.sh ").count(), 2, "{first}");
}

/// A shell's reply to a case whose body B it refuses; `alone` is its reply to a second question about that body.
fn refusing(alone: &str) -> String {
    let refuses = r#"echo "{\"case\":\"$id\",\"verdict\":null,\"stop\":\"refused\",\"body\":\"b\"}""#;
    format!("case $id in alone-*) {alone};; *) {refuses};; esac").replace("REFUSES", refuses)
}

#[test]
fn a_body_that_is_refused_again_alone_is_not_a_failure() {
    let folder = folder("refused");
    let apart = r#"echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#;
    for (alone, ruling, denied) in [("REFUSES", "refused", "refused"), (apart, "gave-up", "gave-up")] {
        let program = program(&folder, &refusing(alone));
        assert_eq!(rulings(&folder, &program), [&format!("{ruling} refused"), &format!("{ruling} refused"), "not-applicable"]);
        for name in ["refused", "gave-up", "wrong"] {
            let arguments = ["check", "cases.jsonl", "--variant", "test", "--scalar", "f64", "--deny", name, "--program"];
            let code = folder.gjk(&[&arguments[..], &[&program]].concat()).status.code();
            assert_eq!(code, Some(i32::from(name == denied)), "{alone}: --deny {name}");
        }
    }
    // For answers in a file there is no second question.
    folder.write("answers.jsonl", r#"{"case":"apart","verdict":null,"stop":"refused","body":"a"}"#);
    let lines = folder.printed(&["judge", "cases.jsonl", "answers.jsonl", "--json", "-"]);
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["ruling"], &first["refused"]), (&"refused".into(), &"a".into()));
}

#[test]
fn findings_of_a_hunt_are_not_a_refusal() {
    let folder = folder("hunt");
    let program = program(&folder, &refusing("REFUSES"));
    let arguments = ["hunt", "--family", "gap", "--variant", "test", "--scalar", "f64", "--cases", "4", "--program", &program];
    assert_eq!(folder.gjk(&arguments).status.code(), Some(1));
}

#[test]
fn the_line_that_replays_a_find_names_the_program() {
    let folder = folder("replayed");
    let program = program(&folder, r#"echo "{\"case\":\"$id\",\"verdict\":\"intersecting\"}""#);
    let arguments = ["hunt", "--family", "gap", "--variant", "test", "--scalar", "f64", "--cases", "4", "--program", &program];
    let found = folder.printed(&[&arguments[..], &["--save", "found.jsonl"]].concat());
    let line = found.lines().find_map(|line| line.trim().strip_prefix("gjk replay ")).expect("a line");
    assert!(line.ends_with(" --variant test --scalar f64 --program test='sh program.sh'"), "{line}");
    // Split by a shell.
    let words = format!("exec \"$0\" replay {line}");
    let run =
        std::process::Command::new("sh").arg("-c").arg(&words).arg(env!("CARGO_BIN_EXE_gjk")).current_dir(&folder.0).output();
    assert!(crate::common::succeeded(&run.expect("sh runs")).contains("ruling     wrong"), "{line}");
    // The picture has its answer, since a program shows no steps.
    folder.printed(&["replay", "gap:1:0", "--variant", "test", "--program", &program, "--png", "run.png"]);
    assert!(folder.join("run.png").exists());
}

#[test]
fn wrong_verdicts_are_compared_with_the_slack_stated_by_the_program() {
    let folder = folder("slack");
    let greeting = GREETING.replace("\"version\"", "\"slack\":{\"length\":0.5},\"version\"");
    let program = program(&folder, r#"echo "{\"case\":\"$id\",\"verdict\":\"intersecting\"}""#);
    folder.write("program.sh", folder.read("program.sh").replace(GREETING, &greeting));
    // Phantoms with margins 1/4 and 1.
    let near = r#"{"id":"near","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[0.25,0,0]]}}"#;
    folder.write("cases.jsonl", format!("{CASES}\n{near}\n"));
    let arguments = ["check", "cases.jsonl", "--program", &program, "--scalar", "f64", "--variant", "test"];
    let table = folder.printed(&arguments);
    let row = table.lines().find(|line| line.starts_with("test ")).expect("a row");
    assert!(row.ends_with("             1  0.5") && table.contains("  beyond-slack  slack\n"), "{table}");
    let lines = folder.printed(&[&arguments[..], &["--json", "-"]].concat());
    let beyond: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["beyond_slack"].clone())
        .collect();
    assert_eq!(beyond, [true.into(), serde_json::Value::Null, serde_json::Value::Null, false.into()]);

    let study =
        ["study", "--quick", "--family", "gap", "--variant", "test", "--part", "answers", "--out", "out", "--cases", "8"];
    folder.printed(&[&study[..], &["--program", &program, "--fresh"]].concat());
    let facts: serde_json::Value = serde_json::from_str(&folder.read("out/study.json")).expect("JSON");
    assert_eq!(facts["terms"]["test"], serde_json::json!({"version": "test 1", "slack": "0.5"}));
}

#[test]
fn lines_that_are_not_answers_are_crashes_and_many_of_them_end_the_run() {
    let folder = folder("fault");
    for (name, answer, message) in [
        ("other", r#"echo "{\"case\":\"other\",\"verdict\":\"apart\"}""#, "there is no case with id \"other\""),
        ("text", "echo it is full >&2; echo hello", "said at last:\n  it is full"),
        ("verdict", r#"echo "{\"case\":\"$id\",\"verdict\":\"maybe\"}""#, "verdict: must be \"apart\""),
    ] {
        let program = program(&folder, answer);
        let asks = ["--program", &program, "--variant", "test", "--scalar", "f64"];
        assert_eq!(rulings(&folder, &program), ["gave-up crashed", "gave-up crashed", "not-applicable"]);
        let run = folder.gjk(&[&["check", "cases.jsonl"], &asks[..]].concat());
        let text = String::from_utf8_lossy(&run.stderr);
        assert!(text.contains("--program test: cases without an answer: 2; the first: ") && text.contains(message), "{text}");
        let study = ["study", "--family", "gap", "--cases", "20", "--out", name, "--part", "answers", "--fresh"];
        let text = folder.refused(&[&study[..], &asks].concat());
        assert!(text.contains("8 cases in a row had no answer") && text.contains("its answer to "), "{name}: {text}");
        // Results of the time when the program was no longer asked are not written.
        assert_eq!(folder.read(&format!("{name}/journal.jsonl")).lines().count(), 1, "{name}");
    }
}

#[test]
fn a_campaign_continues_only_with_the_program_that_it_began_with() {
    let folder = folder("plan");
    // The program ends the first campaign, but not the second.
    let campaign = |program: &str| {
        let words = ["study", "--family", "gap", "--cases", "8", "--out", "out", "--part", "answers", "--variant", "test"];
        folder.gjk(&[&words[..], &["--scalar", "f64", "--program", program]].concat())
    };
    let first = program(&folder, "echo hello");
    crate::common::refused(&campaign(&first));
    let right = program(&folder, r#"echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#);
    let said = crate::common::refused(&campaign("test=sh ./program.sh"));
    assert!(said.contains("programs: ") && said.contains("sh ./program.sh") && said.contains("--fresh"), "{said}");
    crate::common::succeeded(&campaign(&right));
}

#[test]
fn a_command_that_asks_no_program_starts_none() {
    let folder = folder("nothing");
    for command in [
        &["generate", "gap", "--cases", "1"][..],
        &["judge", "cases.jsonl", "answers.jsonl"],
        &["certify", "--cases", "1"],
        &["study", "--part", "times"],
    ] {
        let said = folder.refused(&[command, &["--program", "test=touch started"]].concat());
        assert!(said.contains("--program test: this command asks no program"), "{command:?}: {said}");
    }
    assert!(!folder.join("started").exists());
}

/// Sends the interrupt of a terminal again and again, until the study succeeds.
#[test]
#[cfg(unix)]
fn an_interrupt_reaches_no_program_and_changes_no_record() {
    use std::os::unix::process::CommandExt;
    let folder = folder("interrupt");
    let program = program(&folder, r#"sleep 0.005; echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#);
    let study = |out: &str| {
        let words = ["study", "--family", "gap", "--cases", "192", "--part", "answers", "--variant", "test", "--scalar", "f64"];
        let mut command = folder.command(&[&words[..], &["--program", &program, "--out", out]].concat());
        command.process_group(0);
        command
    };
    crate::common::succeeded(&study("whole").output().expect("it runs"));
    let mut interrupts = 0;
    loop {
        let mut child = study("interrupted").spawn().expect("it runs");
        std::thread::sleep(std::time::Duration::from_millis(200 + 100 * interrupts));
        // To the group, as a terminal does.
        let group = format!("-{}", child.id());
        let _ = std::process::Command::new("kill").args(["-INT", "--", &group]).status();
        let status = child.wait().expect("a child");
        if status.success() {
            break;
        }
        // It may come before the handler is set.
        assert!(matches!(status.code(), Some(130) | None), "{status}");
        interrupts += 1;
    }
    assert!(interrupts > 1, "{interrupts}");
    let (whole, interrupted) = (folder.files("whole"), folder.files("interrupted"));
    assert_eq!(whole.keys().collect::<Vec<_>>(), interrupted.keys().collect::<Vec<_>>());
    for (path, bytes) in whole {
        assert!(bytes == interrupted[&path], "{}", path.display());
    }
}

#[test]
fn answers_after_an_interrupt_are_not_recorded() {
    use std::io::BufRead;
    let folder = folder("after");
    // The program delays its first answer until a file `go` exists, and then kills itself, as if the interrupt had reached it.
    let dies = "[ -e dead ] || { touch asked; while [ ! -e go ]; do sleep 0.01; done; touch dead; kill -9 $$; }";
    let program = program(&folder, &format!("{dies}; echo \"{{\\\"case\\\":\\\"$id\\\",\\\"verdict\\\":\\\"apart\\\"}}\""));
    let words = ["study", "--family", "gap", "--cases", "8", "--part", "answers", "--variant", "test", "--scalar", "f64"];
    let study = |out| folder.command(&[&words[..], &["--program", &program, "--out", out]].concat());
    let mut child = study("out").spawn().expect("it runs");
    crate::common::wait_while(|| !folder.join("asked").exists());
    let _ = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let mut said = std::io::BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(said.any(|line| line.contains("interrupted")), "it says so");
    folder.write("go", "");
    let rest: Vec<String> = said.collect();
    assert_eq!(child.wait().expect("a child").code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("0 of 1 units are done")), "{rest:?}");
    assert_eq!(folder.read("out/journal.jsonl").lines().count(), 1);
    // The next run continues as if nothing had happened.
    crate::common::succeeded(&study("out").output().expect("it runs"));
    crate::common::succeeded(&study("whole").output().expect("it runs"));
    assert_eq!(folder.read("out/journal.jsonl"), folder.read("whole/journal.jsonl"));
}

#[test]
#[cfg(target_os = "linux")]
fn no_program_outlives_a_harness_that_is_killed() {
    let folder = folder("outlive");
    let program = program(&folder, "sleep 1000 & echo $! >>started; wait");
    let mut child =
        folder.command(&["check", "cases.jsonl", "--program", &program, "--variant", "test"]).spawn().expect("it runs");
    crate::common::wait_while(|| !folder.join("started").exists() || folder.read("started").is_empty());
    child.kill().expect("it runs");
    child.wait().expect("a child");
    let live = || {
        folder.read("started").lines().any(|number| {
            let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        })
    };
    crate::common::wait_while(live);
    assert!(!live());
}

#[test]
fn a_program_without_a_valid_greeting_or_name_is_refused() {
    let folder = folder("greeting");
    for (command, message) in [
        ("test=true", "it has ended without a word"),
        ("test=echo hello", "its first line has to say what it is"),
        ("test=echo '{\"program\":\"x\",\"promise\":\"all\"}'", "what the program says of itself"),
        ("ericson=cat", "there is a variant of this name"),
        ("Test=cat", "a name has lower-case letters"),
        ("test", "a name, `=` and a command"),
    ] {
        let text = folder.refused(&["check", "cases.jsonl", "--program", command]);
        assert!(text.contains(message), "{command}: {text}");
    }
}

#[test]
fn a_study_has_it_in_its_tables() {
    let folder = folder("study");
    let program = program(&folder, r#"echo "{\"case\":\"$id\",\"verdict\":\"apart\"}""#);
    let arguments = ["study", "--quick", "--family", "gap", "--variant", "test", "--variant", "ericson", "--part", "answers"];
    folder.printed(&[&arguments[..], &["--program", &program, "--out", "out", "--cases", "40", "--fresh"]].concat());
    let league = folder.read("out/league.csv");
    assert!(league.lines().any(|line| line.contains("test") && line.contains("f64")), "{league}");
}
