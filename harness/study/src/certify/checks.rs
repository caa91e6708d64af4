//! What is checked of the answers to one case: verdicts, evidence, lengths and witness points, against exact arithmetic.

use std::cell::OnceCell;

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Class};
use gjk_records::CertifyTally;
use gjk_solvers::PosedCase;
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::judge;
use gjk_truth::truth::HullTruth;

use super::of_slices::OfSlices;
use super::witnesses::Witnesses;

/// The slack of a face as a power of two: it is nearest but for 2⁻⁵⁷ of its distance.
const SLACK_BITS: usize = 57;

/// Whether the cores are within a length of each other. Where the exact square is not told by about 100 bits of the distance, it is made.
fn are_within(truth: &HullTruth, squared: &OnceCell<RBig>, most: f64) -> bool {
    let (length, distance) = (Scaled::from_f64(most), truth.core_distance);
    let margin = distance.shifted(-80);
    if length > distance.plus(margin) || length < distance.minus(margin) {
        return length > distance;
    }
    let squared = squared.get_or_init(|| truth.core_distance_squared());
    RBig::try_from(most).is_ok_and(|most| *squared <= &most * &most)
}

/// What is found of this evidence, which is not looked at again if it is the same as the last time: two answers mostly have the same.
fn of_evidence<K: PartialEq, V: Copy>(last: &mut Option<(K, V)>, evidence: K, look: impl FnOnce() -> V) -> V {
    match last {
        Some((known, found)) if *known == evidence => *found,
        _ => {
            let found = look();
            *last = Some((evidence, found));
            found
        }
    }
}

/// The answers to one case of hulls. Those of a variant of the roster are none where it gives none, or was not asked.
#[derive(Clone)]
pub struct Answers {
    /// The answers of the package, about slices of points.
    pub package: OfSlices,
    /// The answer of the roster's variant of distances, about hulls.
    pub of_hulls: Option<Answered>,
    /// The answer of its variant of verdicts alone.
    pub boolean: Option<Answered>,
    /// The answer of its variant of depths.
    pub of_depth: Option<Answered>,
}

/// Counts what is wrong with the answers to one case, and describes each fault. A question was asked if the package has an answer to it.
pub fn count(
    posed: &PosedCase,
    truth: &HullTruth,
    Answers { package, of_hulls, boolean, of_depth }: Answers,
    tally: &mut CertifyTally,
    faults: &mut Vec<&'static str>,
) {
    let is_single = posed.arithmetic == Arithmetic::F32;
    let greatest = if is_single { f64::from(f32::MAX) } else { f64::MAX };
    // What is half a unit in the last place beyond the greatest number rounds to an infinity. What is below it is off it as well.
    let is_infinite = |length: Scaled, units_off: f64| length > Scaled::from_f64(greatest) && units_off >= 0.5;
    let meets = truth.class() != Class::Separated;
    let [asks_distance, asks_depth] = [package.of_distance.is_some(), package.of_depth.is_some()];
    tally.cases = 1;
    tally.touching = u64::from(truth.class() == Class::Touching);
    if let Some(of_distance) = &package.of_distance {
        tally.apart = u64::from(!meets);
        tally.distances_by_integers = u64::from(of_distance.distance_by_integers);
        tally.verdicts_by_integers = u64::from(of_distance.verdict_by_integers);
        let squared = OnceCell::new();
        for (most, says) in &of_distance.within {
            tally.thresholds += 1;
            if *says != are_within(truth, &squared, *most) {
                tally.thresholds_wrong += 1;
                faults.push("wrong about a threshold");
            }
        }
    }
    if let Some((_, by_integers)) = &package.of_depth {
        tally.overlapping = u64::from(truth.class() == Class::Overlapping);
        tally.depths_by_integers = u64::from(meets && *by_integers);
    }
    let depth_of_package = package.of_depth.as_ref().map(|(answer, _)| answer);
    let depths = if asks_depth { vec![depth_of_package, of_depth.as_ref()] } else { Vec::new() };
    let mut fault = |count: &mut u64, what| {
        *count += 1;
        faults.push(what);
    };
    let mut said = Vec::new();
    if let Some(of_distance) = &package.of_distance {
        let answers = [Some(&of_distance.distance), of_hulls.as_ref(), boolean.as_ref()];
        said.push(Some(of_distance.says));
        said.extend(answers.map(|answer| Some(answer?.says)));
    }
    said.extend(depths.iter().map(|answer| Some((*answer)?.says)));
    for found in said {
        if found.map(|says| says == Says::Intersecting) != Some(meets) {
            fault(&mut tally.wrong, "wrong verdict");
        }
    }
    if asks_distance {
        // The evidence of a boolean answer is an axis, a face or a simplex.
        let judged = judge(&posed.case, &posed.truth, boolean.as_ref(), posed.arithmetic, 0.0);
        if judged.certified != Some(true) {
            fault(&mut tally.unproven, "unproven verdict");
        }
    }
    let distance = package.of_distance.map(|of_distance| of_distance.distance);
    let (mut last_face, mut last_witnesses) = (None, None);
    for (number, answer) in [distance, of_hulls].iter().flatten().enumerate() {
        let meets = answer.says == Says::Intersecting;
        let (exactly, is_proven) = of_evidence(&mut last_face, (meets, &answer.simplex), || {
            let exactly = if meets { truth.proves_contact(&answer.simplex) } else { truth.is_nearest(&answer.simplex) };
            (exactly, exactly || !meets && truth.is_nearest_within(&answer.simplex, SLACK_BITS))
        });
        tally.within_slack += u64::from(!exactly && number == 0);
        if !is_proven {
            fault(&mut tally.unproven, "unproven distance");
        }
        if meets {
            continue;
        }
        let witnesses = Witnesses::of(&answer.numbers);
        let errors = of_evidence(&mut last_witnesses, (witnesses.clone(), &answer.simplex), || {
            let face = (&answer.simplex[..], exactly);
            witnesses?.errors([&posed.case.a, &posed.case.b], face, truth.core_distance, is_single)
        });
        match errors {
            Some([farther, off]) => {
                tally.greatest_of_witnesses = tally.greatest_of_witnesses.max(farther);
                tally.greatest_of_nearest = tally.greatest_of_nearest.max(off);
            }
            None => fault(&mut tally.witnesses_off, "witness points that are off"),
        }
        let Some(distance) = answer.distance() else {
            fault(&mut tally.beyond_unit, "no distance");
            continue;
        };
        let error = truth.units_in_last_place(distance, is_single);
        // Written so that a NaN fails. Beyond the greatest number the distance is an infinity.
        if error <= 1.0 {
            tally.greatest_error = tally.greatest_error.max(error);
        } else if !(distance == f64::INFINITY
            && is_infinite(truth.core_distance, truth.units_in_last_place(greatest, is_single)))
        {
            fault(&mut tally.beyond_unit, "distance beyond a unit in the last place");
        }
    }
    let (mut last_shell, mut last_witnesses) = (None, None);
    for answer in depths.into_iter().flatten().filter(|answer| answer.says == Says::Intersecting) {
        let Numbers::Rounded(Values { depth: Some(depth), translation: Some(v), .. }) = answer.numbers else {
            fault(&mut tally.beyond_unit, "no depth");
            continue;
        };
        if truth.class() != Class::Overlapping {
            // They touch, if the verdict is right, which is counted above.
            let is_proven = of_evidence(&mut last_shell, (&answer.simplex, &answer.shell), || {
                truth.proves_contact(&answer.simplex) && truth.facet_proves_touching(&answer.shell)
            });
            if !is_proven {
                fault(&mut tally.unproven, "unproven contact");
            }
            if depth != 0.0 || v != [0.0; 3] {
                fault(&mut tally.beyond_unit, "depth of touching bodies");
            }
            continue;
        }
        // The simplex is no part of this proof.
        if !of_evidence(&mut last_shell, (&answer.simplex, &answer.shell), || truth.shell_proves_depth(&answer.shell)) {
            fault(&mut tally.unproven, "unproven depth");
        }
        let error = truth.depth_units_in_last_place(depth, is_single);
        let exact = truth.core_depth().unwrap_or(Scaled::ZERO);
        if error <= 1.0 {
            tally.greatest_error = tally.greatest_error.max(error);
        } else if !(depth == f64::INFINITY && is_infinite(exact, truth.depth_units_in_last_place(greatest, is_single))) {
            fault(&mut tally.beyond_unit, "depth beyond a unit in the last place");
        }
        let witnesses = Witnesses::of(&answer.numbers);
        let errors = of_evidence(&mut last_witnesses, (witnesses.clone(), &answer.simplex), || {
            witnesses?.errors([&posed.case.a, &posed.case.b], (&answer.simplex, true), exact, is_single)
        });
        if errors.is_none() {
            fault(&mut tally.witnesses_off, "witness points of a depth that are off");
        }
    }
}

#[cfg(test)]
mod tests;
