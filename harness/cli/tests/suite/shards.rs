//! Shards on the command line: together they give the results of one run.

use crate::common::Folder;

/// The totals of `endure`: cases, queries, panics, runs beyond the limit, contradictions.
fn endured(arguments: &[&str]) -> Vec<u64> {
    let text = Folder::shared().printed(&[&["endure", "--cases", "101"], arguments].concat());
    let all = text.split_once("\nall: ").expect("a line of counts").1;
    ["cases, ", "queries\n", "panics\n", "runs beyond the variant's own limit", "ends that contradict the answer\n"]
        .iter()
        .map(|words| {
            let before = all.split_once(words).unwrap_or_else(|| panic!("no `{words}` in {all}")).0;
            let number = before.split_ascii_whitespace().last().and_then(|number| number.parse().ok());
            number.unwrap_or_else(|| panic!("no number before `{words}` in {all}"))
        })
        .collect()
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
fn invalid_shards_are_refused() {
    for (arguments, words) in [
        (&["endure", "--cases", "9", "--shard", "3/2"][..], "write K/N with K from 1 to N, such as 1/4"),
        (&["endure", "--cases", "9", "--shard", "0/2"], "write K/N with K from 1 to N, such as 1/4"),
        (&["endure", "--cases", "0"], "--cases"),
    ] {
        let says = Folder::shared().refused(arguments);
        assert!(says.contains(words), "{arguments:?}: {says}");
    }
}

#[test]
fn the_shards_of_a_hunt_search_the_cases_of_one_run() {
    let hunt = |shard: &[&str]| -> (u64, String) {
        let run =
            ["hunt", "--variant", "linahan-three-plane", "--family", "lattice", "--family", "touch-2d", "--cases", "20000"];
        let run = Folder::shared().gjk(&[&run, shard].concat());
        assert!(matches!(run.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&run.stderr));
        let text = String::from_utf8(run.stdout).expect("UTF-8");
        let first = text.lines().next().expect("a line").to_owned();
        let cases = first.split(' ').next().and_then(|cases| cases.parse().ok());
        (cases.unwrap_or_else(|| panic!("no number of cases in {first}")), first)
    };
    let (one, line) = hunt(&[]);
    assert_eq!(one, 20_000);
    assert!(line.ends_with("--seed 1 --cases 20000"), "{line}");
    let shards = ["1/3", "2/3", "3/3"].map(|shard| hunt(&["--shard", shard]));
    assert!(shards.iter().all(|(cases, _)| (3_000..=10_000).contains(cases)), "{shards:?}");
    assert_eq!(shards.iter().map(|(cases, _)| cases).sum::<u64>(), one);
    assert!(shards[1].1.contains("cases (shard 2/3 of 20000) in "), "{shards:?}");
    assert!(shards[1].1.ends_with("--seed 1 --cases 20000 --shard 2/3"), "{shards:?}");
}

#[test]
fn a_shard_of_a_hunt_has_a_number_of_cases() {
    for (arguments, words) in
        [(&["hunt", "--shard", "1/2"][..], "--cases <N>"), (&["hunt", "--budget", "1s", "--shard", "1/2"], "--budget")]
    {
        let says = Folder::shared().refused(arguments);
        assert!(says.contains("--shard <K/N>") && says.contains(words), "{arguments:?}: {says}");
    }
}

#[test]
fn the_claims_of_all_shards_are_those_of_one_run() {
    let decided = |shard: &[&str]| -> Vec<String> {
        let ids = ["dyn-worked-example", "dyn-curved-stop", "dyn-tolerance"];
        let lines = Folder::shared().printed(&[&["claims"], &ids[..], &["--json", "-"], shard].concat());
        lines.lines().map(ToOwned::to_owned).collect()
    };
    let mut one = decided(&[]);
    assert_eq!(one.len(), 3);
    let shards = ["1/2", "2/2"].map(|shard| decided(&["--shard", shard]));
    assert_eq!(shards.each_ref().map(Vec::len), [2, 1]);
    assert!(decided(&["--shard", "4/4"]).is_empty());
    let mut all = shards.concat();
    one.sort();
    all.sort();
    assert_eq!(all, one);
}
