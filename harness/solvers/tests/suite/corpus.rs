//! The corpus: the oracle agrees with every expected answer, and every variant's ruling on every case is as in `corpus.txt`.

use crate::common::expected::assert_expected;
use crate::common::rulings;
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, ExpectedTime};
use gjk_cases::corpus::{casts, depth, wild, wild_reading};
use gjk_records::{Measure, Ruling};
use gjk_solvers::{ErasedVariant, JudgedVariant, PosedCase, Roster};
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::{First, Truth};
use gjk_variants::Promise;

#[test]
fn every_line_of_the_corpus_is_a_case_with_source_and_answer() {
    let reading = wild_reading();
    assert_eq!(reading.problems, []);
    assert_eq!(reading.cases.len(), 136);
    for case in &reading.cases {
        let source = case.source.as_ref().expect("a source");
        // A link, or a file of a repository, mostly at a commit.
        assert!(source.contains("https://") || source.split(' ').next().is_some_and(|name| name.contains('/')), "{source}");
        assert!(case.home.is_some(), "{}", case.id);
        let expect = case.expect.as_ref().expect("an expected answer");
        let is_exact = match (is_of_hulls(case), is_curved(case)) {
            (true, _) => expect.distance_squared.is_some(),
            (false, false) => expect.core_distance_squared.is_some(),
            // The distance of curved bodies is a bracket.
            (false, true) => expect.distance_squared.is_none() && expect.core_distance_squared.is_none(),
        };
        assert!(expect.class.is_some() && is_exact, "{}", case.id);
    }
}

#[test]
fn the_oracle_agrees_with_every_expected_answer() {
    for case in wild() {
        let (truth, expect) = (Truth::of(&case), case.expect.expect("an expected answer"));
        assert_eq!(truth.decided(), expect.class, "{}", case.id);
        let number = |text: Option<String>| text.map(|text| text.parse::<RBig>().expect("a rational number"));
        assert_eq!(truth.distance_squared(), number(expect.distance_squared), "{}", case.id);
        assert_eq!(truth.core_distance_squared(), number(expect.core_distance_squared), "{}", case.id);
    }
}

#[test]
fn the_oracle_agrees_with_every_expected_depth() {
    for case in depth() {
        let (truth, expect) = (Truth::of(&case), case.expect.expect("an expected answer"));
        assert_eq!(truth.decided(), expect.class, "{}", case.id);
        let squared = expect.depth_squared.expect("a depth").parse::<RBig>().expect("a rational number");
        assert_eq!(truth.depth_squared(), Some(squared), "{}", case.id);
    }
    assert_eq!(depth().len(), 24);
}

#[test]
fn the_oracle_agrees_with_every_expected_cast() {
    for case in casts() {
        let (truth, expect) = (Truth::of(&case), case.expect.clone().expect("an expected answer"));
        let cast = truth.cast().expect("A moves");
        let number = |text: Option<String>| text.map(|text| text.parse::<RBig>().expect("a rational number"));
        assert_eq!(cast.start.decided(), expect.class, "{}", case.id);
        if is_of_hulls(&case) {
            let squared = cast.start.distance_squared().filter(|squared| *squared > RBig::ZERO);
            let expected = number(expect.distance_squared).filter(|squared| *squared > RBig::ZERO);
            assert_eq!(squared, expected, "{}", case.id);
        }
        match (cast.first(&case), expect.time.expect("a time")) {
            (First::Never, ExpectedTime::Never) => {}
            (First::At(found), ExpectedTime::At(time)) => {
                let time = time.parse::<RBig>().expect("a rational number");
                assert!(found.low <= time && time <= found.high, "{}", case.id);
                assert_eq!(found.is_exact(), is_of_hulls(&case), "{}", case.id);
            }
            (found, expected) => panic!("{}: {found:?}, expected {expected:?}", case.id),
        }
        if let Some(squared) = number(expect.path_distance_squared) {
            assert_eq!(cast.swept.distance_squared(), Some(squared), "{}", case.id);
        }
        if let Some(squared) = number(expect.path_depth_squared) {
            assert_eq!(cast.swept.depth_squared(), Some(squared), "{}", case.id);
        }
    }
    assert_eq!(casts().len(), 30);
}

/// Whether both bodies are convex hulls of points, or unions of such.
fn is_of_hulls(case: &Case) -> bool {
    [&case.a, &case.b].iter().flat_map(|body| body.parts()).all(|part| matches!(part, Body::Points(_)))
}

/// Whether one of the bodies is curved.
fn is_curved(case: &Case) -> bool {
    [&case.a, &case.b].iter().any(|body| matches!(body, Body::Curved(_)))
}

/// Whether a variant is applicable to a case.
fn is_applicable(variant: &ErasedVariant, case: &Case, arithmetic: Arithmetic) -> bool {
    // Curved bodies need a root, which exact arithmetic does not have; so does a radius, for a boolean variant, which sees it.
    let sees_cores = matches!(variant.about.promise, Promise::Distance | Promise::Depth);
    let has_root = arithmetic != Arithmetic::Exact || is_of_hulls(case) || !is_curved(case) && sees_cores;
    // A translation that separates a union is not one of a pair of its parts.
    let is_union = [&case.a, &case.b].iter().any(|body| matches!(body, Body::Union(_)));
    let takes_unions = !matches!(variant.about.promise, Promise::Depth | Promise::Translation);
    // Variants that prove their answers accept the points of hulls, and the variant that tries all axes accepts few points.
    let takes_bodies = match variant.about.name {
        "sat" => !is_curved(case) && (is_union || case.a.points().len().max(case.b.points().len()) <= 32),
        "certified-cast" => is_of_hulls(case),
        name => !is_curved(case) || !name.starts_with("certified"),
    };
    variant.answers_about(case)
        && variant.applies(case.dimension, arithmetic)
        && has_root
        && takes_bodies
        && (takes_unions || !is_union)
}

/// Every ruling that is not `right`, with the default tolerance, and how many answers carry evidence that proves their verdict.
#[test]
fn rulings_are_as_expected() {
    let roster = Roster::builtin();
    let mut found: Vec<(String, Vec<String>)> =
        roster.entries().iter().map(|variant| (variant.about.name.to_owned(), Vec::new())).collect();
    for arithmetic in Arithmetic::ALL {
        let mut certified = vec![[0, 0]; found.len()];
        for case in wild().into_iter().chain(casts()) {
            let rulings = rulings(&roster, &case, arithmetic);
            let applicable = roster.entries().iter().filter(|variant| is_applicable(variant, &case, arithmetic));
            assert!(rulings.iter().map(|found| found.0).eq(applicable.map(|v| v.about.name)), "{} {arithmetic}", case.id);
            for (variant, ruling, proves) in rulings {
                let number = found.iter().position(|(name, _)| name == variant).expect("a variant of the roster");
                certified[number][0] += usize::from(proves == Some(true));
                certified[number][1] += 1;
                if ruling != Ruling::Right {
                    found[number].1.push(format!("{arithmetic} {ruling} {}", case.id, ruling = ruling.name()));
                }
            }
        }
        for ((_, lines), [proven, all]) in found.iter_mut().zip(certified) {
            lines.push(format!("{arithmetic} certified {proven} of {all}"));
        }
    }
    assert_expected(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/corpus.txt"), include_str!("corpus.txt"), &found);
}

/// The common rules get every depth of the corpus right in every arithmetic, and prove it in `f64` and in exact arithmetic;
/// each of the other rules fails on some.
#[test]
fn the_depths_of_the_corpus_tell_the_rules_of_a_polytope_apart() {
    let roster = Roster::builtin();
    let mut failures = [0; 4];
    for case in depth() {
        // Not every size is in the range of singles.
        for arithmetic in Arithmetic::ALL.into_iter().filter(|arithmetic| case.posed(*arithmetic).is_some()) {
            let posed = PosedCase::pose(&case, arithmetic).expect("it fits");
            for JudgedVariant { variant, outcome, .. } in
                posed.ask(&roster, TOLERANCE, |entry| entry.about.promise == Promise::Depth)
            {
                let few = case.a.points().len().max(case.b.points().len()) <= 32;
                let Some((_, found)) = outcome else {
                    let is_exact = variant.about.name == "certified-depth" && arithmetic == Arithmetic::Exact;
                    assert!(variant.about.name == "sat" && !few || is_exact, "{} {}", case.id, variant.about.name);
                    continue;
                };
                let place = format!("{} {} {arithmetic}: {found:?}", case.id, variant.about.name);
                let is_proved = found.measures.is(Measure::DepthCertified) == Some(true);
                match variant.about.name {
                    "epa-common" => {
                        assert_eq!(found.ruling, Ruling::Right, "{place}");
                        assert!(is_proved && found.certified == Some(true) || arithmetic == Arithmetic::F32, "{place}");
                    }
                    "certified-depth" => {
                        assert_eq!((found.ruling, found.certified), (Ruling::Right, Some(true)), "{place}");
                        assert!(is_proved, "{place}");
                    }
                    // This variant has no shell to prove its answer by. Needles as thin as the rounding of a single have no
                    // facets for it.
                    "sat" => {
                        let is_lost = case.id == "x-needles-34" && arithmetic == Arithmetic::F32;
                        assert_eq!(found.ruling == Ruling::Right, !is_lost, "{place}");
                    }
                    name => {
                        let kinds = ["epa-absolute", "epa-tutorial", "epa-split", "incremental"];
                        let kind = kinds.iter().position(|known| *known == name).expect("a known variant");
                        failures[kind] += usize::from(found.ruling.is_failure());
                        assert!(!(is_proved && found.ruling == Ruling::Off && arithmetic == Arithmetic::Exact), "{place}");
                    }
                }
            }
        }
    }
    assert!(failures[0] >= 3 && failures[1] >= 20 && failures[2] >= 40 && failures[3] >= 10, "{failures:?}");
}

/// Every ruling is below the reason for it, the last comment above it in its paragraph; every reason has a ruling below it.
#[test]
fn every_ruling_has_its_reason() {
    for paragraph in include_str!("corpus.txt").split("\n\n").filter(|text| !text.starts_with('#')) {
        let mut lines = paragraph.lines().map(str::trim).skip(1).peekable();
        let (mut reason, mut reasons) = (String::new(), Vec::new());
        while let Some(line) = lines.next() {
            let Some(words) = line.strip_prefix("# ") else {
                let is_count = line.split(' ').nth(1) == Some("certified");
                assert!(is_count == reasons.is_empty(), "no reason, or a count below one: {line}\n{paragraph}");
                continue;
            };
            reason = reason + words + " ";
            if lines.peek().is_some_and(|next| next.starts_with("# ")) {
                continue;
            }
            assert!(lines.peek().is_some(), "nothing stands below: {reason}");
            assert!(reason.ends_with(". ") && !reasons.contains(&reason), "no sentence, or twice: {reason}");
            reasons.push(std::mem::take(&mut reason));
        }
    }
}
