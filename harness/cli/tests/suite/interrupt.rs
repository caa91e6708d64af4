//! Commands that are ended by a signal or by their time, also with a slow program; and a hunt whose findings do not fit on the
//! disk.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use crate::common::{CASE, Folder, refused, succeeded, wait_while};

/// A program that is slow for each case, and very slow while a file `hold` exists; it calls all bodies apart.
const SLOW: &str = r#"echo '{"program":"slow","version":"1","promise":"verdict","dimensions":[3],"bodies":["points"],"scalars":["f64"]}'
while read -r line; do
  sleep 0.1; [ -e hold ] && sleep 100
  id=${line#*\"id\":\"}; echo "{\"case\":\"${id%%\"*}\",\"verdict\":\"apart\"}"
done
"#;

/// A hunt with this program, which finds something at once.
const HUNT: &str = "hunt --program slow=sh|slow.sh --variant slow --family deep-overlap --scalar f64 --save found.jsonl";

fn slow(name: &str) -> Folder {
    Folder::new(&format!("interrupt/{name}"), &[("slow.sh", SLOW)])
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace('|', " ")).collect()
}

fn command(folder: &Folder, line: &str) -> Command {
    let words = words(line);
    folder.command(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn signal(child: &Child, signal: &str) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success(), "it ended by itself");
}

/// A long hunt, returned as soon as it has written a finding.
fn lasting(folder: &Folder) -> Child {
    let child = command(folder, &format!("{HUNT} --budget 3600s")).spawn().expect("gjk runs");
    wait_while(|| std::fs::read(folder.join("found.jsonl.part")).map_or(0, |bytes| bytes.len()) == 0);
    child
}

fn messages(run: &Output) -> String {
    String::from_utf8_lossy(&run.stderr).into_owned()
}

/// The number of cases in a file, after a check that no case is refused.
fn cases(folder: &Folder, file: &str) -> usize {
    folder.printed(&["check", file, "--variant", "johnson", "--scalar", "exact", "--json", "-"]).lines().count()
}

#[test]
fn findings_before_an_interrupt_are_printed_and_saved() {
    let folder = Folder::new("interrupt/ctrl-c", &[]);
    let hunt = "hunt --variant linahan-three-plane --scalar exact --budget 3600s --save found.jsonl";
    let child = command(&folder, hunt).spawn().expect("gjk runs");
    // Until it has written a finding.
    wait_while(|| std::fs::read(folder.join("found.jsonl.part")).map_or(0, |bytes| bytes.len()) == 0);
    signal(&child, "-INT");
    let run = child.wait_with_output().expect("it ends");
    let (text, messages) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(130), "{messages}");
    assert!(messages.contains("interrupted: finishing with what there is"), "{messages}");
    assert!(text.contains("To repeat it: --seed 1 --cases "), "{text}");
    assert!(text.contains("gjk replay found.jsonl#linahan-three-plane-exact-"), "{text}");
    assert!(cases(&folder, "found.jsonl") > 0 && !folder.join("found.jsonl.part").exists());
}

/// Runs the tests at the same time, since most of their time is the program's sleep.
#[test]
fn a_slow_program_keeps_no_command_from_coming_to_an_end() {
    let tests: [fn(); 5] = [
        several_signals_at_once_are_one_and_lose_nothing,
        a_second_signal_ends_at_once_and_leaves_what_was_met,
        a_hunt_that_is_killed_leaves_what_it_met_and_no_other_hunt_replaces_it,
        a_time_is_kept_and_cut_shrinking_is_said,
        a_map_that_is_interrupted_draws_nothing_and_replaces_nothing,
    ];
    std::thread::scope(|scope| tests.map(|test| scope.spawn(test)).map(|test| test.join().expect("it holds")));
}

fn several_signals_at_once_are_one_and_lose_nothing() {
    // The program also ignores a signal that is ignored where the tests run, as by `nohup`.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let is_heard = |number: u32| ignored.unwrap_or(0) >> (number - 1) & 1 == 0;
    let signals = [("INT", 2, "interrupted: "), ("TERM", 15, "terminated: "), ("HUP", 1, "hung up: ")];
    let ends = |(name, number, told): (&str, u32, &str)| {
        let folder = slow(name);
        let child = lasting(&folder);
        (0..3).for_each(|_| signal(&child, &format!("-{name}")));
        let begin = Instant::now();
        let run = child.wait_with_output().expect("it ends");
        // It takes two seconds; if the steps of shrinking did not check for the interrupt, it would take minutes.
        assert!(begin.elapsed() < Duration::from_secs(40), "{name}: {:?}", begin.elapsed());
        let messages = messages(&run);
        assert_eq!(run.status.code(), Some(128 + number as i32), "{messages}");
        assert_eq!(messages.matches("finishing with what there is").count(), 1, "{messages}");
        assert!(messages.contains(told) && messages.contains("hunting: "), "{messages}");
        assert!(cases(&folder, "found.jsonl") > 0 && !folder.join("found.jsonl.part").exists());
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(text.contains(" not fully shrunk, since the time for that was over"), "{text}");
        assert!(folder.read("found.jsonl").contains(", not fully shrunk\""));
    };
    std::thread::scope(|scope| {
        for of_signal in signals.into_iter().filter(|(_, number, _)| is_heard(*number)) {
            scope.spawn(move || ends(of_signal));
        }
    });
}

fn a_second_signal_ends_at_once_and_leaves_what_was_met() {
    let folder = slow("twice");
    let child = lasting(&folder);
    folder.write("hold", "");
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(1100));
    signal(&child, "-INT");
    let run = child.wait_with_output().expect("it ends");
    assert_eq!(run.status.code(), Some(130), "{}", messages(&run));
    assert!(run.stdout.is_empty() && folder.read("found.jsonl").is_empty());
    assert!(cases(&folder, "found.jsonl.part") > 0);
}

fn a_hunt_that_is_killed_leaves_what_it_met_and_no_other_hunt_replaces_it() {
    let folder = slow("killed");
    let child = lasting(&folder);
    signal(&child, "-KILL");
    child.wait_with_output().expect("it ends");
    let kept = folder.read("found.jsonl.part");
    assert!(cases(&folder, "found.jsonl.part") > 0 && kept.contains(", as it was met\""));
    let refused = refused(&command(&folder, &format!("{HUNT} --cases 3")).output().expect("gjk runs"));
    assert!(refused.contains("found.jsonl.part: it holds the findings of a hunt that was killed"), "{refused}");
    assert_eq!(folder.read("found.jsonl.part"), kept);
    // An address of a case in it, as in any file of cases.
    let id = kept.split('"').nth(3).expect("an id");
    folder.printed(&["replay", &format!("found.jsonl.part#{id}"), "--variant", "johnson", "--scalar", "f64"]);
}

fn a_time_is_kept_and_cut_shrinking_is_said() {
    let folder = slow("budget");
    let begin = Instant::now();
    let text = succeeded(&command(&folder, &format!("{HUNT} --budget 2s")).output().expect("gjk runs"));
    assert!(begin.elapsed() < Duration::from_secs(40), "{:?}", begin.elapsed());
    assert!(
        text.contains("not fully shrunk from deep-overlap:1:") && text.contains("To repeat it: --seed 1 --cases "),
        "{text}"
    );
    assert!(cases(&folder, "found.jsonl") > 0 && !folder.join("found.jsonl.part").exists());
}

fn a_map_that_is_interrupted_draws_nothing_and_replaces_nothing() {
    let folder = slow("map");
    folder.write("case.jsonl", CASE);
    folder.write("m.png", "as before");
    let line = "map case.jsonl --program slow=sh|slow.sh --variant slow --scalar f64 --png m.png --csv m.csv";
    let mut child = command(&folder, line).spawn().expect("gjk runs");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    let first = lines.next().expect("a line after two seconds");
    assert!(first.starts_with("mapping: ") && first.contains(" of 65536 pixels ("), "{first}");
    signal(&child, "-INT");
    let begin = Instant::now();
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest:?}");
    assert!(begin.elapsed() < Duration::from_secs(40), "{:?}", begin.elapsed());
    assert!(rest.last().is_some_and(|line| line.ends_with("no map is drawn, and no file is written")), "{rest:?}");
    assert_eq!(folder.read("m.png"), "as before");
    assert!(!folder.join("m.csv").exists());
}

#[test]
fn half_a_line_is_never_left_behind() {
    let folder = Folder::new("interrupt/full", &[]);
    // 400 bytes long, without a line feed at its end.
    let mut before = r#"{"id":"c","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[1,0,0]]},"note":""#.to_owned();
    before.push_str(&"x".repeat(400 - before.len() - 2));
    before.push_str("\"}");
    folder.write("found.jsonl", &before);
    // A file may have one block of 512 or of 1024 bytes; the findings need more.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let hunt = "hunt --variant linahan-three-plane --scalar exact --cases 200000 --save found.jsonl".split(' ');
    let mut command = Command::new("sh");
    command.current_dir(&folder.0).args(["-c", limited, env!("CARGO_BIN_EXE_gjk")]).args(hunt);
    let run = command.output().expect("sh runs");
    let messages = refused(&run);
    assert!(messages.contains("error: found.jsonl: ") && messages.contains("is as it was before"), "{messages}");
    assert!(messages.contains("found.jsonl.part: ") && !folder.join("found.jsonl.part").exists(), "{messages}");
    assert_eq!(folder.read("found.jsonl"), before);
    // The findings are printed in any case, with the cases themselves.
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("echo '{\"id\":") && !text.contains("found.jsonl#"), "{text}");
    assert_eq!(cases(&folder, "found.jsonl"), 1);
}
