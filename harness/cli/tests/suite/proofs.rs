//! `check --proofs`: the contents of its lines.
//!
//! Both checkers must accept these lines, and refuse each of them with a lie in it.

mod altered;
mod checkers;
mod lies;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use checkers::{checked, validated};
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::{corpus, hexfloat};
use gjk_truth::truth::Truth;
use lies::{in_plane, lies, with};
use serde_json::{Value, json};

use crate::accept::{accept, is_accepting};
use crate::common::Folder;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cases/src/corpus/wild.jsonl");
/// Hulls of points above a half-space, on it and in it, with radii and without.
const HALFSPACES: &str = include_str!("proofs/halfspaces.jsonl");
/// Bodies that move: with radii and without, in space and in the plane, and some without a proof.
const CASTS: &str = include_str!("proofs/casts.jsonl");
const CAST_FAMILIES: [&str; 14] = [
    "head-on",
    "grazing",
    "just-miss",
    "sliding",
    "gap-start",
    "receding",
    "contact",
    "end",
    "floor",
    "extent",
    "plates",
    "needles",
    "boxes",
    "overlap",
];

// One variant is enough: a proof is about the case, not about an answer.
const CHECK: [&str; 3] = ["check", "--variant", "linahan-true-region"];

/// The lines that `check --proofs` writes.
fn proofs(name: &str, arguments: &[&str]) -> (PathBuf, Vec<Value>) {
    Folder::shared().printed(&[&CHECK, arguments, &["--proofs", name]].concat());
    let lines = Folder::shared().read(name).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (Folder::shared().join(name), lines)
}

fn written(name: &str, lines: &[Value]) -> PathBuf {
    Folder::shared().write(name, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    Folder::shared().join(name)
}

fn fractions(values: &Value) -> Vec<RBig> {
    let texts = values.as_array().expect("a list").iter();
    texts.map(|text| text.as_str().and_then(|text| text.parse().ok()).expect("a fraction")).collect()
}

fn points(values: &Value) -> Vec<Point> {
    let number = |text: &Value| hexfloat::parse(text.as_str().expect("a text")).expect("a hexadecimal float");
    let point = |point: &Value| {
        let mut read = [0.0; 3];
        read.iter_mut().zip(point.as_array().expect("a point")).for_each(|(x, text)| *x = number(text));
        read
    };
    values.as_array().expect("points").iter().map(point).collect()
}

#[test]
fn each_case_of_the_corpus_has_a_line_for_each_scalar() {
    let (_, mut lines) = proofs("corpus.jsonl", &["corpus"]);
    // Pairs of parts of a union have lines of their own, below that of the union.
    lines.retain(|line| line.get("parts").is_none());
    let wanted: Vec<(Case, Arithmetic)> =
        corpus::all().into_iter().flat_map(|case| Arithmetic::ALL.map(|scalar| (case.clone(), scalar))).collect();
    assert_eq!(lines.len(), wanted.len());
    for (line, (case, scalar)) in lines.iter().zip(wanted) {
        assert_eq!((&line["case"], &line["scalar"]), (&json!(case.id), &json!(scalar.name())));
        let Some(posed) = case.posed(scalar) else {
            assert_eq!((&line["proof"], line["reason"].is_string()), (&Value::Null, true));
            continue;
        };
        // A line of bodies that move has the proof of the pair as it starts, with the proof of the motion beside it.
        let moves = posed.cast.is_some();
        let truth = Truth::of(&Case { cast: None, ..posed.clone() });
        let Some(hulls) = truth.hulls() else {
            // For curved bodies there are bounds, but no proof.
            assert_eq!((&line["proof"], line["reason"].is_string()), (&Value::Null, true), "{line}");
            continue;
        };
        assert_eq!(line["class"], truth.class().name(), "{line}");
        assert_eq!((points(&line["a"]), points(&line["b"])), (posed.a.points().to_vec(), posed.b.points().to_vec()));
        let squared = hulls.core_distance_squared();
        assert_eq!(line["core_distance_squared"], squared.to_string());
        let proof = &line["proof"];
        assert_eq!(fractions(&proof["weights"]).len(), proof["pairs"].as_array().expect("pairs").len());
        let difference = |(p, q): (RBig, RBig)| p - q;
        let v = fractions(&proof["on_a"]).into_iter().zip(fractions(&proof["on_b"])).map(difference);
        assert_eq!(v.fold(RBig::ZERO, |sum, x| sum + &x * &x), squared, "{line}");
        assert_eq!(proof.get("normal").is_some(), line["core_class"] == "touching");
        let of_motion = ["first_contact", "never"].map(|field| usize::from(line.get(field).is_some())).iter().sum::<usize>();
        assert_eq!((of_motion, line.get("cast").is_some()), (usize::from(moves), moves), "{line}");
    }
}

#[test]
fn cases_without_a_proof_are_listed_and_unions_are_proved_by_pairs() {
    let case = |id: &str, a: Value| json!({"id": id, "dim": 3, "a": a, "b": {"points": [[2, 0, 0]]}});
    let ball = json!({"ellipsoid": {"semi_axes": [1, 1, 1], "center": [0, 0, 0]}});
    let near = json!({"points": [[1, 0, 0], [1, 1, 0]], "radius": 0.5});
    let cases = [
        case("curved", ball.clone()),
        case("union", json!({"union": [ball, {"union": [near]}]})),
        case("far", json!({"points": [[1e39, 0, 0]]})),
    ];
    let cases = written("mixed-cases.jsonl", &cases);
    let (path, lines) = proofs("mixed.jsonl", &[cases.to_str().expect("UTF-8"), "--scalar", "f32"]);
    let told: Vec<_> = lines.iter().map(|line| (&line["case"], &line["parts"], &line["proof"]["on_a"])).collect();
    let expected = [
        (json!("curved"), json!(null), json!(null)),
        (json!("union"), json!(null), json!(null)),
        (json!("union"), json!([0, 0]), json!(null)),
        (json!("union"), json!([1, 0]), json!(["1", "0", "0"])),
        (json!("far"), json!(null), json!(null)),
    ];
    assert_eq!(told, expected.each_ref().map(|(case, parts, on_a)| (case, parts, on_a)));
    if let Some((text, code)) = validated(&path, Some(&cases)) {
        assert!(code == Some(0) && text.contains("1 proofs hold (separated 1); 0 faulty; 4 without a proof"), "{text}");
    }
}

/// A count in the notation of pages.
fn thousands(count: usize) -> String {
    if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) }
}

/// Asserts that the page on proofs has these words, on one line.
fn assert_page_says(words: &str) {
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proved.md");
    // Several tests write to the page.
    static LOCK: Mutex<()> = Mutex::new(());
    let _alone = LOCK.lock().expect("no test panics here");
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let is_said = page.contains(words);
    if !is_said && is_accepting() {
        return accept(PAGE, &with_numbers(&page, words).expect("the page says it with other numbers"));
    }
    drop(_alone);
    assert!(is_said, "docs/proved.md has to say: {words}");
}

/// A page in which these words replace the same words with other numbers; `None` if it does not have them.
fn with_numbers(page: &str, words: &str) -> Option<String> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == ',';
    // The words without their numbers, each character with its place in the page.
    let bare = |text: &str| -> Vec<(usize, char)> { text.char_indices().filter(|(_, c)| !is_of_number(*c)).collect() };
    let (of_page, of_words) = (bare(page), bare(words));
    let is_here = |window: &&[(usize, char)]| window.iter().zip(&of_words).all(|((_, one), (_, other))| one == other);
    let window = of_page.windows(of_words.len()).find(is_here)?;
    let (first, last) = (window.first()?, window.last()?);
    let (mut before, mut after) = (&page[..first.0], &page[last.0 + last.1.len_utf8()..]);
    if words.starts_with(is_of_number) {
        before = before.trim_end_matches(is_of_number);
    }
    if words.ends_with(is_of_number) {
        after = after.trim_start_matches(is_of_number);
    }
    Some(format!("{before}{words}{after}"))
}

#[test]
fn numbers_of_a_page_are_put_in_the_place_of_others() {
    let page = "It has 1,234 lines, of 5 kinds.";
    assert_eq!(with_numbers(page, "has 12 lines, of 60 kinds"), Some("It has 12 lines, of 60 kinds.".to_owned()));
    assert_eq!(with_numbers(page, "9 lines"), Some("It has 9 lines, of 5 kinds.".to_owned()));
    assert_eq!(with_numbers(page, "has 12 rows"), None);
}

/// The proofs of the corpus, of some touching and shallow cases, of half-spaces, and of bodies that move.
fn of_all_kinds(name: &str) -> (PathBuf, Vec<Value>) {
    let files = ["halfspaces", "casts"].map(|kind| format!("{name}-{kind}.jsonl"));
    files.iter().zip([HALFSPACES, CASTS]).for_each(|(file, text)| Folder::shared().write(file, text));
    let casts = CAST_FAMILIES.map(|family| format!("cast-{family}:1:0"));
    let addresses = ["corpus", "touch-vertex-face:1:0", "shallow:1:0"];
    let all: Vec<&str> = addresses.into_iter().chain(casts.iter().chain(&files).map(String::as_str)).collect();
    proofs(name, &all)
}

#[test]
fn every_checker_accepts_the_corpus_and_refuses_every_lie_about_it() {
    let (path, lines) = of_all_kinds("truths.jsonl");
    let proven: Vec<&Value> = lines.iter().filter(|line| !line["proof"].is_null() && line["scalar"] == "f64").collect();
    let count = |name: &str| proven.iter().filter(|line| line.get(name).is_some()).count();
    assert!(proven.len() > 50);
    assert_eq!((count("halfspace"), count("cast"), count("never") > 4, count("first_contact") > 20), (14, 65, true, true));
    let lies: Vec<Value> = proven.iter().flat_map(|line| lies(line)).collect();
    // A repeated facet covers nothing new, and removes nothing.
    let doubled: Vec<Value> = proven.iter().filter_map(|line| lies::with_a_facet_twice(line)).collect();
    assert!(doubled.len() > 10);
    assert_page_says(&format!("each of {} lines that have one field made false", thousands(lies.len())));
    let (lies_path, doubled_path) = (written("lies.jsonl", &lies), written("doubled.jsonl", &doubled));
    for (checker, text, code) in checked(&path) {
        assert!(code == Some(0) && text.contains(" 0 faulty"), "{checker}: {text}");
    }
    for (checker, text, code) in checked(&doubled_path) {
        assert!(code == Some(0) && text.starts_with(&format!("{} proofs hold", doubled.len())), "{checker}: {text}");
    }
    for (checker, text, code) in checked(&lies_path) {
        let accepted: Vec<String> = (1..=lies.len())
            .filter(|n| !text.contains(&format!("lies.jsonl:{n}: ")))
            .map(|n| lies[n - 1].to_string())
            .collect();
        assert!(accepted.is_empty(), "{checker} accepts lies:\n{}", accepted.join("\n"));
        assert!(code == Some(1) && text.contains("0 proofs hold"), "{checker}: {text}");
    }
}

#[test]
fn a_half_space_has_the_point_of_support_as_its_proof() {
    Folder::shared().write("halfspaces.jsonl", HALFSPACES);
    let (path, lines) = proofs("of-halfspaces.jsonl", &["halfspaces.jsonl", "--scalar", "f64"]);
    let told: Vec<_> =
        lines.iter().map(|line| [&line["case"], &line["class"], &line["core_class"], &line["proof"]["support"]]).collect();
    let (apart, touch, overlap) = (json!("separated"), json!("touching"), json!("overlapping"));
    let expected = [
        [json!("above"), apart.clone(), apart.clone(), json!(1)],
        [json!("on"), touch.clone(), touch.clone(), json!(0)],
        [json!("below"), overlap.clone(), overlap.clone(), json!(1)],
        [json!("near"), apart.clone(), apart.clone(), json!(0)],
        [json!("rests"), touch.clone(), apart.clone(), json!(0)],
        [json!("presses"), overlap.clone(), apart.clone(), json!(0)],
        [json!("plane"), touch.clone(), touch, json!(0)],
        [json!("steep"), overlap.clone(), overlap, json!(1)],
    ];
    assert_eq!(told, expected.each_ref().map(|of| of.each_ref()));
    // 3 − (−0.5) below (0, 3, 4) · (0, 0, 3) = 12, which is 12.5 over a normal of length five; and the depth of (1, 0, −4)
    // along (0, 0, 2) ≤ 1.
    assert_eq!((&lines[3]["core_distance_squared"], &lines[3]["radii"]), (&json!("25/4"), &json!(["0x1.2p+1", "0x0p+0"])));
    assert_eq!((&lines[2]["core_depth_squared"], &lines[2]["proof"]["on_b"]), (&json!("81/4"), &json!(["1", "0", "-4"])));
    if let Some((text, code)) = validated(&path, Some(&Folder::shared().join("halfspaces.jsonl"))) {
        assert!(code == Some(0) && text.starts_with("8 proofs hold"), "{text}");
    }
    // A proof about another plane.
    let other = with(&lines[0], "/halfspace/offset", json!("-0x1p+0"));
    if let Some((text, code)) =
        validated(&written("other-plane.jsonl", &[other]), Some(&Folder::shared().join("halfspaces.jsonl")))
    {
        assert!(code == Some(1) && text.contains("0 proofs hold"), "{text}");
    }
}

/// True lines with an addition or another notation, which a reader may take for another claim, or which are invalid.
#[test]
fn no_checker_ignores_text_that_looks_like_a_claim() {
    let line = in_plane("separated", "1", &[["0x1p+0", "0x0p+0"]], &["1"], ["1", "0"]).to_string();
    let forged = |from: &str, to: &str| {
        assert_eq!(line.matches(from).count(), 1, "{from} in {line}");
        line.replace(from, to)
    };
    let added = |text: &str| forged(r#""dim":2"#, &format!(r#""dim":2,{text}"#));
    let in_proof = |text: &str| forged(r#""proof":{"#, &format!(r#""proof":{{{text},"#));
    let forged = [
        // Radii, a point, a class or a depth under another name, under a name with an escape, or twice.
        added(r#""\u0072adii":["0x1p+10","0x1p+10"]"#),
        added(r#""\u0061":[["0x1p+9","0x0p+0"]]"#),
        added(r#""x\u", "core_class":"overlapping", "y":1"#),
        added(r#""Radii":["0x1p+10","0x1p+10"]"#),
        added(r#""radius":["0x1p+10","0x1p+10"]"#),
        added(r#""depth":"5""#),
        added(r#""class":"overlapping""#),
        added(r#""core_depth_squared":"0""#),
        added(r#""depth_proof":{"facets":[],"nearest":0}"#),
        added(r#""reason":"none""#),
        in_proof(r#""radii":["0x1p+10","0x1p+10"]"#),
        in_proof(r#""normal":["0","1"]"#),
        in_proof(r#""support":0"#),
        // A motion without a claim about it, a claim without a motion, and two claims about one motion.
        added(r#""cast":{"translation":["0x1p+0","0x0p+0"]}"#),
        added(r#""cast":null"#),
        added(r#""never":{"normal":["1","0"]}"#),
        added(r#""cast":{"translation":["0x1p+0","0x0p+0"]},"never":{"normal":["1","0"],"time":"0"}"#),
        added(r#""cast":{"translation":["0x1p+0","0x0p+0"]},"never":{"normal":["1","0"]},"first_contact":null"#),
        // Invalid numbers, or numbers that a reader may take for others.
        forged(r#""core_distance_squared":"1""#, r#""core_distance_squared":1.0"#),
        forged(r#""core_distance_squared":"1""#, r#""core_distance_squared":"1e0""#),
        forged(r#""core_distance_squared":"1""#, r#""core_distance_squared":"1_0/10""#),
        forged(r#""core_distance_squared":"1""#, r#""core_distance_squared":" 1""#),
        forged(r#""core_distance_squared":"1""#, r#""core_distance_squared":"-1/-1""#),
        forged(r#""on_b":["0","0"]"#, r#""on_b":["0","-"]"#),
        forged(r#""pairs":[[0,0]]"#, r#""pairs":[[false,0]]"#),
        forged(r#""a":[["0x1p+0","#, r#""a":[["1","#),
        forged(r#""a":[["0x1p+0","#, r#""a":[["0x.8p1","#),
        forged(r#""a":[["0x1p+0","#, r#""a":[["0X1P0","#),
        forged(r#""a":[["0x1p+0","#, r#""a":[["0x1p+-0","#),
        // A line without a proof that still makes claims.
        r#"{"case":"made","scalar":"f64","class":"separated","proof":null,"reason":"a curved body"}"#.to_owned(),
    ];
    assert_page_says(&format!("It refuses {} lines that a reader may take", forged.len()));
    let refused_by_all = |name: &str, lines: &[String]| {
        Folder::shared().write(name, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        for (checker, text, code) in checked(&Folder::shared().join(name)) {
            assert!(code == Some(1) || code == Some(2), "{checker}: {text}");
            assert!(!text.contains("1 proofs hold"), "{checker}: {}: {text}", lines[0]);
        }
    };
    // One line at a time: invalid JSON ends validate.py.
    for (number, line) in forged.iter().enumerate() {
        refused_by_all(&format!("forged-{}.jsonl", number % 2), std::slice::from_ref(line));
    }
    Folder::shared().write("unforged.jsonl", format!("{line}\n"));
    for (checker, text, code) in checked(&Folder::shared().join("unforged.jsonl")) {
        assert!(
            code == Some(0) && text.starts_with("1 proofs hold; ") || text.starts_with("1 proofs hold ("),
            "{checker}: {text}"
        );
    }
}

#[test]
fn with_the_cases_no_line_may_be_lacking_or_without_a_reason() {
    let union = json!({"union": [{"points": [[5, 0, 0]]}, {"points": [[1, 0, 0]]}]});
    let cases = [
        json!({"id": "u", "dim": 3, "a": union, "b": {"points": [[0, 0, 0]]}}),
        json!({"id": "far", "dim": 3, "a": {"points": [[1e39, 0, 0]]}, "b": {"points": [[0, 0, 0]]}}),
        json!({"id": "box", "dim": 3, "a": {"box": {"half_extents": [1, 1, 1]}}, "b": {"points": [[0, 0, 3]]}}),
    ];
    let cases = written("whole-cases.jsonl", &cases);
    let (path, lines) = proofs("whole.jsonl", &[cases.to_str().expect("UTF-8"), "--scalar", "f32", "--scalar", "f64"]);
    let Some((text, code)) = validated(&path, Some(&cases)) else { return };
    assert!(code == Some(0) && text.contains("7 proofs hold") && text.contains("2 of them are about bodies that"), "{text}");
    let faulty = |name: &str, lines: &[Value], words: &str| {
        let (text, code) = validated(&written(name, lines), Some(&cases)).expect("python3 ran before");
        assert!(code == Some(1) && text.contains(words), "{words}: {text}");
    };
    for (i, line) in lines.iter().enumerate() {
        let others: Vec<Value> = [&lines[..i], &lines[i + 1..]].concat();
        faulty(
            "lacking.jsonl",
            &others,
            &format!(
                "{}: no line is about it in {}",
                line["case"].as_str().expect("a name"),
                line["scalar"].as_str().expect("a name")
            ),
        );
        let doubled: Vec<Value> = [&lines[..], &lines[i..=i]].concat();
        faulty("doubled-lines.jsonl", &doubled, "2 lines are about it in");
        if !line["proof"].is_null() && line["case"] == "far" {
            let mut without = lines.clone();
            without[i] = json!({"case": "far", "scalar": line["scalar"], "proof": null, "reason": "a curved body"});
            faulty("without.jsonl", &without, "no reason for that");
        }
    }
    let mut unknown = lines.clone();
    unknown[0]["scalar"] = json!("f16");
    faulty("scalar.jsonl", &unknown, "no scalar");
    Folder::shared().write("no-cases.jsonl", "# none\n");
    let (text, code) = validated(&path, Some(&Folder::shared().join("no-cases.jsonl"))).expect("python3 ran before");
    assert!(code == Some(1) && text.contains("there is no such case"), "{text}");
}

/// Lies about motions in which all parts except one are consistent. A begins at (1, 0), one unit from B, which is the origin.
#[test]
fn every_checker_asks_for_each_part_of_a_claim_about_a_motion() {
    let line = |more: &[[&str; 2]], radius: &str, motion: &str| {
        let mut line = in_plane("separated", "1", &[["0x1p+0", "0x0p+0"]], &["1"], ["1", "0"]);
        line["a"].as_array_mut().expect("points").extend(more.iter().map(|p| json!(p)));
        line["radii"] = json!([radius, "0x0p+0"]);
        line["cast"] = json!({"translation": [motion, "0x0p+0"]});
        line
    };
    let contact = |mut line: Value, times: Value, point: usize, on_a: &str| {
        line["first_contact"] = times;
        let contact = line["first_contact"].as_object_mut().expect("fields");
        let proof =
            json!({"normal": ["1", "0"], "pairs": [[point, 0]], "weights": ["1"], "on_a": [on_a, "0"], "on_b": ["0", "0"]});
        contact.extend(proof.as_object().expect("fields").clone());
        line
    };
    let at = |line: Value, time: &str, point: usize, on_a: &str| contact(line, json!({"time": time}), point, on_a);
    let never = |mut line: Value| {
        line["never"] = json!({"normal": ["1", "0"]});
        line
    };
    let (none, quarter, far) = ("0x0p+0", "0x1p-2", &[["0x1.8p+1", "0x0p+0"]]);
    let hit = at(line(&[], none, "-0x1p+1"), "1/2", 0, "0");
    let of_ball = at(line(&[], quarter, "-0x1p+1"), "3/8", 0, "1/4");
    let truths = [
        hit.clone(),
        of_ball.clone(),
        at(line(far, none, "-0x1p+2"), "1/4", 0, "0"),
        at(line(&[], none, "-0x1p+0"), "1", 0, "0"),
        contact(line(&[], none, "-0x1p+1"), json!({"low": "1/3", "high": "1/2"}), 0, "0"),
        // The ball is still there later.
        contact(line(&[], quarter, "-0x1p+1"), json!({"low": "3/8", "high": "5/8"}), 0, "-1/4"),
        never(line(&[], none, "0x1p+0")),
        never(line(&[], none, "-0x1.fp-1")),
        never(line(&[], quarter, "-0x1.7fp-1")),
    ];
    for (checker, text, code) in checked(&written("moving-truths.jsonl", &truths)) {
        assert!(code == Some(0) && text.starts_with("9 proofs hold"), "{checker}: {text}");
    }
    let lies = [
        // No contact, a contact after the first one, and one of another point after it.
        at(line(&[], none, "-0x1p+1"), "1/4", 0, "1/2"),
        at(line(&[], quarter, "-0x1p+1"), "1/2", 0, "0"),
        at(line(far, none, "-0x1p+2"), "3/4", 1, "0"),
        // Times before the motion, after it and in the wrong order.
        at(line(&[], none, "0x1p+0"), "-1", 0, "0"),
        at(line(&[], none, "-0x1p-1"), "2", 0, "0"),
        contact(line(&[], none, "-0x1p+1"), json!({"low": "5/8", "high": "1/2"}), 0, "0"),
        contact(line(&[], quarter, "-0x1p+1"), json!({"low": "7/16", "high": "5/8"}), 0, "-1/4"),
        // Normals: none, one of no length, one of the plane's other side; and one where nothing is before the contact.
        with(&hit, "/first_contact/normal", json!(null)),
        with(&hit, "/first_contact/normal", json!(["0", "0"])),
        with(&hit, "/first_contact/normal", json!(["-1", "0"])),
        contact(line(&[], none, "-0x1p+1"), json!({"low": "0", "high": "1/2"}), 0, "0"),
        // Weights and pairs.
        with(&hit, "/first_contact/weights", json!(["1", "0"])),
        with(&hit, "/first_contact/weights", json!(["1/2"])),
        with(&with(&hit, "/first_contact/weights", json!([])), "/first_contact/pairs", json!([])),
        with(&with(&hit, "/first_contact/weights", json!(["2", "-1"])), "/first_contact/pairs", json!([[0, 0], [0, 0]])),
        // Other radii.
        with(&of_ball, "/radii/0", json!("0x1.01p-2")),
        with(&of_ball, "/radii/0", json!("0x1.ffp-3")),
        // A contact at the very end is one.
        never(line(&[], none, "-0x1p+0")),
        never(line(&[], quarter, "-0x1.8p-1")),
        never(line(&[], none, "-0x1p+1")),
    ];
    for (checker, text, code) in checked(&written("moving-lies.jsonl", &lies)) {
        let all = text.contains("0 proofs hold") && text.contains(&format!("; {} faulty", lies.len()));
        assert!(code == Some(1) && all, "{checker}: {text}");
    }
}

/// Lies in which all parts except one are consistent.
#[test]
fn every_checker_asks_for_each_part_of_a_proof() {
    let (one, two, three) = (["0x1p+0", "0x0p+0"], ["0x1p+1", "0x0p+0"], ["0x1.8p+1", "0x0p+0"]);
    let (opposite, above, here) = (["-0x1p+0", "0x0p+0"], ["0x0p+0", "0x1p+0"], ["0x0p+0", "0x0p+0"]);
    let mut diamond = in_plane("overlapping", "0", &[one, opposite, above, ["0x0p+0", "-0x1p+0"]], &["1/4"; 4], ["0", "0"]);
    diamond["core_depth_squared"] = json!("1/2");
    let edge = |from: u64, to: u64| json!([[from, 0], [to, 0]]);
    diamond["depth_proof"] = json!({"facets": [edge(0, 2), edge(2, 1), edge(1, 3), edge(3, 0)], "nearest": 0});
    let truths = [
        in_plane("separated", "1", &[one], &["1"], ["1", "0"]),
        in_plane("touching", "0", &[here], &["1"], ["0", "0"]),
        in_plane("touching", "0", &[one, opposite, above], &["1/2", "1/2", "0"], ["0", "0"]),
        diamond,
    ];
    for (checker, text, code) in checked(&written("made-truths.jsonl", &truths)) {
        assert!(code == Some(0) && text.starts_with("4 proofs hold"), "{checker}: {text}");
    }
    // The diamond with a point beyond one of its edges.
    let mut wide = truths[3].clone();
    wide["a"].as_array_mut().expect("points").push(json!(three));
    let on_a_line_alone = json!({
        "case": "made", "scalar": "f64", "dim": 1, "a": [["0x1p+0"]], "b": [["0x0p+0"]], "class": "separated",
        "core_class": "separated", "core_distance_squared": "1",
        "proof": {"pairs": [[0, 0]], "weights": ["1"], "on_a": ["1"], "on_b": ["0"]},
    });
    let mut lies = vec![
        on_a_line_alone,
        // A negative weight, a zero weight, a missing weight, and weights that do not sum to one.
        in_plane("touching", "0", &[one, two], &["2", "-1"], ["0", "0"]),
        in_plane("overlapping", "0", &[one, opposite, above], &["1/2", "1/2", "0"], ["0", "0"]),
        in_plane("overlapping", "0", &[one, opposite, above], &["1/2", "1/2"], ["0", "0"]),
        in_plane("separated", "1", &[two], &["1/2"], ["1", "0"]),
        // A combination that is not the origin, one that is not the nearest point, and a flat one.
        in_plane("overlapping", "0", &[one, three, above], &["1/3"; 3], ["4/3", "1/3"]),
        in_plane("separated", "4", &[one, three], &["1/2"; 2], ["2", "0"]),
        in_plane("overlapping", "0", &[one, opposite], &["1/2"; 2], ["0", "0"]),
        // Reversed facets, facets that are not closed, another nearest facet, and a depth that is not that of a facet.
        with(&truths[3], "/depth_proof/facets", json!([edge(2, 0), edge(1, 2), edge(3, 1), edge(0, 3)])),
        with(&truths[3], "/depth_proof/facets/3", edge(3, 1)),
        with(&truths[3], "/depth_proof/nearest", json!(4)),
        with(&truths[3], "/core_depth_squared", json!("1/4")),
        // The facets of the diamond hold a smaller ball, and their planes do not support the wider body.
        with(&with(&wide, "/depth_proof/facets", wide["depth_proof"]["facets"].clone()), "/core_depth_squared", json!("1/2")),
        // An unknown class.
        with(&with(&truths[3], "/class", json!("near")), "/core_class", json!("near")),
        // A normal of another space, and one with a point below it.
        with(&truths[1], "/proof/normal", json!(["0", "0", "1"])),
        with(&truths[2], "/proof/normal", json!(["0", "-1"])),
    ];
    lies.push(truths[0].clone());
    lies.last_mut().expect("a line")["radii"] = json!(["0x1p-2", "0x0p+0", "0x0p+0"]);
    // A depth of bodies that only touch; a half-space in addition to B; neither; and a coordinate between two doubles.
    let mut deep = truths[1].clone();
    deep["core_depth_squared"] = json!("5");
    let mut both = truths[0].clone();
    both["halfspace"] = json!({"normal": ["0x1p+0", "0x0p+0"], "offset": "0x0p+0"});
    let mut neither = truths[0].clone();
    neither.as_object_mut().expect("fields").remove("b");
    let between = in_plane("separated", "1", &[["0x1.00000000000008p+0", "0x0p+0"]], &["1"], ["1", "0"]);
    let exactly = in_plane("touching", "0", &[here, ["0x1.00000000000008p+0", "0x0p+0"]], &["1", "0"], ["0", "0"]);
    lies.extend([deep, both, neither, between, exactly]);
    for (checker, text, code) in checked(&written("made-lies.jsonl", &lies)) {
        let all = text.contains("0 proofs hold") && text.contains(&format!("; {} faulty", lies.len()));
        assert!(code == Some(1) && all, "{checker}: {text}");
    }
}

#[test]
fn with_the_cases_the_validator_refuses_proofs_about_others() {
    let (path, lines) = proofs("own.jsonl", &[CORPUS]);
    let cases = Path::new(CORPUS);
    let Some((text, code)) = validated(&path, Some(cases)) else { return };
    assert!(code == Some(0) && text.contains(" 0 faulty"), "{text}");
    let (_, generated) = proofs("stranger.jsonl", &["generic:1:0", "--scalar", "f64"]);
    let mut renamed = lines[0].clone();
    renamed["case"] = lines[lines.len() - 1]["case"].clone();
    let widened: Vec<Value> = lines
        .iter()
        .filter(|line| line.get("radii").is_some() && line["class"] == "overlapping")
        .map(|line| with(line, "/radii/0", json!("0x1p+60")))
        .collect();
    assert!(!widened.is_empty());
    let lies = [vec![generated[0].clone(), renamed], widened].concat();
    let (text, code) = validated(&written("strange.jsonl", &lies), Some(cases)).expect("python3 ran before");
    assert!(code == Some(1) && text.contains(&format!("0 proofs hold (none); {} faulty", lies.len())), "{text}");
    let first = lines[0]["case"].as_str().expect("a name");
    let others: Vec<Value> = lines.iter().filter(|line| line["case"] != first).cloned().collect();
    let (text, code) = validated(&written("fewer.jsonl", &others), Some(cases)).expect("python3 ran before");
    assert!(code == Some(1) && text.contains(&format!("{first}: no line is about it")), "{text}");
}

#[test]
fn unwritable_or_unreadable_proofs_are_reported() {
    let said = |arguments: &[&str]| Folder::shared().refused(&[&CHECK, arguments].concat());
    assert!(said(&["generic:1:0", "--proofs", "/no/such/folder/x.jsonl"]).contains("/no/such/folder/x.jsonl: "));
    assert!(said(&["generic:1:0", "--json", "-", "--proofs", "-"]).contains("--json and --proofs"));
    written("nothing.jsonl", &[]);
    Folder::shared().write("broken.jsonl", "{\"case\":\n");
    for (file, message) in
        [("nothing.jsonl", "0 proofs"), ("broken.jsonl", "broken.jsonl:1: no JSON"), ("absent.jsonl", "absent.jsonl")]
    {
        let path = Folder::shared().join(file);
        if let Some((text, code)) = validated(&path, None) {
            assert!(code == Some(2) && text.contains(message), "{text}");
        }
        // The proved checker counts a line that is not JSON among the faulty ones.
        if let Some((text, code)) = checkers::proved(&path) {
            assert!(
                code == Some(if file == "broken.jsonl" { 1 } else { 2 }) && text.contains(&message.replace("no JSON", "")),
                "{text}"
            );
        }
    }
}
