//! The cases of each family: the shares of separated, touching and overlapping ones, and the range of its knob, so that no
//! family is trivial. The expected values are in the families themselves.

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_cases::family::{FAMILIES, Family, GapColumn, Profile, Recipe};
use gjk_truth::truth::Truth;

use crate::accept::{accept, is_accepting};
use crate::answers::ROUNDED;

/// The least and the greatest value of a measure over the non-zero numbers.
fn reach(numbers: impl Iterator<Item = f64>, measure: fn(f64) -> i32) -> [i32; 2] {
    let measured = numbers.filter(|x| *x != 0.0).map(measure);
    measured.fold([i32::MAX, i32::MIN], |[least, most], x| [least.min(x), most.max(x)])
}

/// A checksum of every length of some cases.
fn checksum(family: &Recipe, arithmetic: Arithmetic) -> u64 {
    let mut sum = 0_u64;
    for index in [0, 1, 1_000_000_007, u64::MAX] {
        let mut case = family.case(3, arithmetic, index);
        for body in [&mut case.a, &mut case.b] {
            body.each_length(&mut |x| sum = (sum ^ x.to_bits()).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17));
        }
    }
    sum
}

fn profile(family: &Recipe, arithmetic: Arithmetic) -> Profile {
    let (mut shares, mut achieved) = ([0; 3], Vec::new());
    let cases: Vec<Case> = (0..Profile::CASES).map(|index| family.case(Profile::SEED, arithmetic, index)).collect();
    for case in &cases {
        let truth = Truth::of(case);
        shares[Class::ALL.iter().position(|class| *class == truth.class()).expect("a class")] += 1;
        let knob = case.knob.expect("a knob").achieved;
        achieved.push(if family.gap_column() == Some(GapColumn::Knob) {
            truth.relative_distance()
        } else {
            knob.expect("the knob achieved")
        });
    }
    let asked = cases.iter().map(|case| case.knob.expect("a knob").asked);
    Profile {
        shares,
        asked: reach(asked, |x| (10.0 * x.log2()).floor() as i32),
        achieved: reach(achieved.iter().copied(), |x| x.log2().floor() as i32),
        zeros: achieved.iter().filter(|x| **x == 0.0).count(),
    }
}

#[test]
fn profiles_are_as_measured() {
    let mut lines = String::new();
    for family in FAMILIES {
        let [in_double, in_single] = [Arithmetic::F64, Arithmetic::F32].map(|arithmetic| profile(family, arithmetic));
        let checksums = [Arithmetic::F64, Arithmetic::F32].map(|arithmetic| checksum(family, arithmetic));
        if (in_double, in_single, checksums) != (family.in_double, family.in_single, family.checksums) {
            let fields = format!("in_double: {in_double:?},\n    in_single: {in_single:?},\n    checksums: {checksums:?},");
            if is_accepting() {
                accept_profile(family.name, &fields);
            } else {
                lines += &format!("{}:\n    {fields}\n", family.name);
            }
        }
    }
    assert!(
        lines.is_empty(),
        "these families are different; if that is meant, GJK_ACCEPT=1 writes their profiles, which are\n{lines}"
    );
}

/// Writes the profile of a family into its recipe.
fn accept_profile(family: &str, fields: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cases/src/family");
    let is_its_name = |line: &&str| line.trim() == format!("name: \"{family}\",");
    for entry in std::fs::read_dir(folder).expect("the families") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        if !text.lines().any(|line| is_its_name(&line)) {
            continue;
        }
        return accept(&path, &with_profile(&text, family, fields));
    }
    panic!("no recipe has the name {family:?}");
}

/// The source of a recipe with new values for the fields of its profile, which its lines begin with.
fn with_profile(source: &str, family: &str, fields: &str) -> String {
    let mut is_of_it = false;
    let mut now = String::new();
    for line in source.lines() {
        if let Some(name) = line.trim().strip_prefix("name: ") {
            is_of_it = name == format!("\"{family}\",");
        }
        let field = line.trim().split(':').next().unwrap_or_default();
        let value = fields.lines().find(|new| is_of_it && !field.is_empty() && new.trim().starts_with(&format!("{field}:")));
        match value {
            Some(value) => now += &format!("    {}\n", value.trim()),
            None => now += &format!("{line}\n"),
        }
    }
    now
}

#[test]
fn a_profile_is_written_into_its_own_recipe() {
    let source = "const A: Recipe = Recipe {\n    name: \"a\",\n    checksums: [0, 0],\n};\nconst B: Recipe = Recipe {\n    name: \"b\",\n    in_single: x,\n    checksums: [0, 0],\n};\n";
    let now = with_profile(source, "b", "in_single: y,\n    checksums: [1, 2],");
    assert_eq!(
        now,
        source
            .replace("in_single: x", "in_single: y")
            .replace("checksums: [0, 0],\n};\n", "\u{0}")
            .replacen('\u{0}', "checksums: [0, 0],\n};\n", 1)
            .replace('\u{0}', "checksums: [1, 2],\n};\n")
    );
}

#[test]
fn cases_of_touching_families_touch_exactly() {
    for family in FAMILIES.iter().filter(|family| family.classes == [Class::Touching]) {
        for (arithmetic, index) in ROUNDED.into_iter().flat_map(|arithmetic| (0..2000).map(move |index| (arithmetic, index))) {
            let class = Truth::of(&family.case(5, arithmetic, index)).class();
            assert_eq!(class, Class::Touching, "{} {arithmetic} {index}", family.name);
        }
    }
}

#[test]
fn families_are_of_the_classes_that_they_mean() {
    for Recipe { name, classes, in_double, in_single, .. } in FAMILIES {
        for Profile { shares, achieved: [low, high], .. } in [in_double, in_single] {
            let least = if classes.len() == 1 { Profile::CASES } else { Profile::CASES / 4 };
            for class in *classes {
                let share = shares[Class::ALL.iter().position(|other| other == class).expect("a class")];
                assert!(share as u64 >= least, "{name}: {share} cases are {class}");
            }
            assert!(high - low >= 6, "{name}: the knob moves from 2^{low} to 2^{high}");
        }
    }
}
