//! Shards on the command line: together they do what one run does.

use std::process::{Command, Output};

fn gjk(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gjk")).args(arguments).output().expect("gjk runs")
}

fn said(run: &Output) -> String {
    String::from_utf8(run.stdout.clone()).expect("UTF-8")
}

/// What `endure` counts in all: cases, queries, panics, runs beyond the limit, contradictions.
fn endured(arguments: &[&str]) -> Vec<u64> {
    let run = gjk(&[&["endure", "--cases", "101"], arguments].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = said(&run);
    let all = text.split_once("\nall: ").expect("a line of counts").1;
    let counts: Vec<u64> = ["cases, ", "queries\n", "panics\n", "runs beyond the limit (", "ends that contradict the answer\n"]
        .iter()
        .map(|words| {
            let before = all.split_once(words).unwrap_or_else(|| panic!("no `{words}` in {all}")).0;
            let number = before.split_ascii_whitespace().last().and_then(|number| number.parse().ok());
            number.unwrap_or_else(|| panic!("no number before `{words}` in {all}"))
        })
        .collect();
    counts
}

#[test]
fn the_counts_of_all_shards_of_endure_add_up_to_those_of_one_run() {
    let one = endured(&["--threads", "1"]);
    assert!(one[0] == 202 && one[1] > 2_000 && one[2..] == [0, 0, 0], "{one:?}");
    assert_eq!(one, endured(&["--threads", "2", "--shard", "1/1"]));
    let shards = ["1/3", "2/3", "3/3"].map(|shard| endured(&["--shard", shard]));
    let sum: Vec<u64> = (0..one.len()).map(|count| shards.iter().map(|shard| shard[count]).sum()).collect();
    assert_eq!(sum, one, "{shards:?}");
}

#[test]
fn what_is_no_shard_is_refused() {
    for (arguments, words) in [
        (&["endure", "--cases", "9", "--shard", "3/2"][..], "write K/N with K from 1 to N, such as 1/4"),
        (&["endure", "--cases", "9", "--shard", "0/2"], "write K/N with K from 1 to N, such as 1/4"),
        (&["endure", "--cases", "0"], "--cases"),
    ] {
        let run = gjk(arguments);
        let says = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}: {says}");
        assert!(says.contains(words), "{arguments:?}: {says}");
    }
}
