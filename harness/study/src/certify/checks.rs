//! Checks of the answers to one case: verdicts, evidence, lengths and witness points, against exact arithmetic.

use std::cell::OnceCell;

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Class};
use gjk_records::CertifyTally;
use gjk_slices::{OfDistance, OfSlices};
use gjk_solvers::PosedCase;
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::judge;
use gjk_truth::truth::HullTruth;

use super::witnesses::Witnesses;

/// The slack of a face as a power of two: the face is nearest but for 2⁻⁵⁷ of its distance.
const SLACK_BITS: usize = 57;

/// Whether the cores are within a length of each other.
///
/// The exact square is computed only if about 100 bits of the distance do not decide.
fn are_within(truth: &HullTruth, squared: &OnceCell<RBig>, most: f64) -> bool {
    let (length, distance) = (Scaled::from_f64(most), truth.core_distance);
    let margin = distance.shifted(-80);
    if length > distance.plus(margin) || length < distance.minus(margin) {
        return length > distance;
    }
    let squared = squared.get_or_init(|| truth.core_distance_squared());
    RBig::try_from(most).is_ok_and(|most| *squared <= &most * &most)
}

/// The findings about this evidence, which is not examined again if it is the same as the last time: two answers mostly have
/// the same evidence.
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

/// The answers to one case of hulls.
///
/// The answer of a variant of the roster is `None` if the variant gives none, or was not asked.
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

/// Counts the errors in the answers to one case, and describes each fault.
///
/// A question was asked if the package has an answer to it.
pub fn count(posed: &PosedCase, truth: &HullTruth, answers: Answers, tally: &mut CertifyTally, faults: &mut Vec<&'static str>) {
    let mut count = Count { posed, truth, is_single: posed.arithmetic == Arithmetic::F32, tally, faults };
    count.count_case(&answers.package);
    let of_distance = answers.package.of_distance.as_ref();
    if let Some(of_distance) = of_distance {
        count.check_thresholds(of_distance);
    }
    count.check_verdicts(&answers);
    if of_distance.is_some() {
        count.check_boolean(answers.boolean.as_ref());
    }
    count.check_distances([of_distance.map(|of_distance| &of_distance.distance), answers.of_hulls.as_ref()]);
    count.check_depths(answers.depths());
}

impl Answers {
    /// The answers to the depth, the package's first; empty if the depth was not asked.
    fn depths(&self) -> Vec<Option<&Answered>> {
        match &self.package.of_depth {
            Some((of_package, _)) => vec![Some(of_package), self.of_depth.as_ref()],
            None => Vec::new(),
        }
    }
}

/// A case whose answers are checked, and the tally and the list of faults to which the checks add.
struct Count<'a> {
    posed: &'a PosedCase,
    truth: &'a HullTruth,
    is_single: bool,
    tally: &'a mut CertifyTally,
    faults: &'a mut Vec<&'static str>,
}

impl Count<'_> {
    fn fault(&mut self, count: fn(&mut CertifyTally) -> &mut u64, what: &'static str) {
        *count(self.tally) += 1;
        self.faults.push(what);
    }

    /// Counts the case itself, and the answers in which integers had a part.
    fn count_case(&mut self, package: &OfSlices) {
        let class = self.truth.class();
        let meets = class != Class::Separated;
        self.tally.cases = 1;
        self.tally.touching = u64::from(class == Class::Touching);
        if let Some(of_distance) = &package.of_distance {
            self.tally.apart = u64::from(!meets);
            self.tally.distances_by_integers = u64::from(of_distance.distance_by_integers);
            self.tally.verdicts_by_integers = u64::from(of_distance.verdict_by_integers);
        }
        if let Some((_, by_integers)) = &package.of_depth {
            self.tally.overlapping = u64::from(class == Class::Overlapping);
            self.tally.depths_by_integers = u64::from(meets && *by_integers);
        }
    }

    /// Checks the answers to the question whether the bodies are within certain lengths.
    fn check_thresholds(&mut self, of_distance: &OfDistance) {
        let squared = OnceCell::new();
        for (most, says) in &of_distance.within {
            self.tally.thresholds += 1;
            if *says != are_within(self.truth, &squared, *most) {
                self.fault(|tally| &mut tally.thresholds_wrong, "wrong about a threshold");
            }
        }
    }

    /// Checks the verdict of every answer.
    ///
    /// A missing answer counts as wrong too.
    fn check_verdicts(&mut self, answers: &Answers) {
        let meets = self.truth.class() != Class::Separated;
        let mut said = Vec::new();
        if let Some(of_distance) = &answers.package.of_distance {
            let answers = [Some(&of_distance.distance), answers.of_hulls.as_ref(), answers.boolean.as_ref()];
            said.push(Some(of_distance.says));
            said.extend(answers.map(|answer| Some(answer?.says)));
        }
        said.extend(answers.depths().iter().map(|answer| Some((*answer)?.says)));
        for found in said {
            if found.map(|says| says == Says::Intersecting) != Some(meets) {
                self.fault(|tally| &mut tally.wrong, "wrong verdict");
            }
        }
    }

    /// Checks the evidence of a boolean answer, which is an axis, a face or a simplex.
    fn check_boolean(&mut self, answer: Option<&Answered>) {
        let judged = judge(&self.posed.case, &self.posed.truth, answer, self.posed.arithmetic, 0.0);
        if judged.certified != Some(true) {
            self.fault(|tally| &mut tally.unproven, "unproven verdict");
        }
    }

    /// Checks the answers to the distance, the package's first: their faces, their witness points and their lengths.
    fn check_distances(&mut self, answers: [Option<&Answered>; 2]) {
        let (posed, truth, is_single) = (self.posed, self.truth, self.is_single);
        let (mut last_face, mut last_witnesses) = (None, None);
        for (number, answer) in answers.into_iter().flatten().enumerate() {
            let meets = answer.says == Says::Intersecting;
            let (exactly, is_proven) = of_evidence(&mut last_face, (meets, &answer.simplex), || {
                let exactly = if meets { truth.proves_contact(&answer.simplex) } else { truth.is_nearest(&answer.simplex) };
                (exactly, exactly || !meets && truth.is_nearest_within(&answer.simplex, SLACK_BITS))
            });
            self.tally.within_slack += u64::from(!exactly && number == 0);
            if !is_proven {
                self.fault(|tally| &mut tally.unproven, "unproven distance");
            }
            if meets {
                continue;
            }
            let witnesses = Witnesses::of(&answer.numbers);
            let errors = of_evidence(&mut last_witnesses, (witnesses.clone(), &answer.simplex), || {
                let face = (&answer.simplex[..], exactly);
                witnesses?.errors([&posed.case.a, &posed.case.b], face, truth.core_distance, is_single)
            });
            self.take_witnesses(errors);
            self.check_distance(answer);
        }
    }

    /// Records the errors of the witness points of an answer to the distance; `None` means that they are more than is promised.
    fn take_witnesses(&mut self, errors: Option<[f64; 2]>) {
        match errors {
            Some([farther, off]) => {
                self.tally.greatest_of_witnesses = self.tally.greatest_of_witnesses.max(farther);
                self.tally.greatest_of_nearest = self.tally.greatest_of_nearest.max(off);
            }
            None => self.fault(|tally| &mut tally.witnesses_off, "witness points that are off"),
        }
    }

    /// Checks the distance of bodies that are said to be apart.
    fn check_distance(&mut self, answer: &Answered) {
        let Some(distance) = answer.distance() else {
            return self.fault(|tally| &mut tally.beyond_unit, "no distance");
        };
        let (truth, is_single) = (self.truth, self.is_single);
        let units_off = |length| truth.units_in_last_place(length, is_single);
        self.check_length(distance, truth.core_distance, units_off, "distance beyond a unit in the last place");
    }

    /// Checks a length against the exact one; `units_off` returns by how many units in the last place a number is off the exact
    /// length.
    fn check_length(&mut self, given: f64, exact: Scaled, units_off: impl Fn(f64) -> f64, what: &'static str) {
        let error = units_off(given);
        // Written so that a NaN fails. Beyond the greatest number the length is an infinity.
        if error <= 1.0 {
            self.tally.greatest_error = self.tally.greatest_error.max(error);
        } else if !(given == f64::INFINITY && rounds_to_infinity(exact, self.is_single, units_off)) {
            self.fault(|tally| &mut tally.beyond_unit, what);
        }
    }

    /// Checks the answers to the depth of bodies that are said to meet.
    fn check_depths(&mut self, answers: Vec<Option<&Answered>>) {
        let (posed, truth, is_single) = (self.posed, self.truth, self.is_single);
        let (mut last_shell, mut last_witnesses) = (None, None);
        for answer in answers.into_iter().flatten().filter(|answer| answer.says == Says::Intersecting) {
            let Numbers::Rounded(Values { depth: Some(depth), translation: Some(v), .. }) = answer.numbers else {
                self.fault(|tally| &mut tally.beyond_unit, "no depth");
                continue;
            };
            // Bodies that do not overlap touch, if the verdict is right; the verdict is counted elsewhere.
            let overlaps = truth.class() == Class::Overlapping;
            // The simplex is not part of the proof of a depth.
            let is_proven = of_evidence(&mut last_shell, (&answer.simplex, &answer.shell), || match overlaps {
                true => truth.shell_proves_depth(&answer.shell),
                false => truth.proves_contact(&answer.simplex) && truth.facet_proves_touching(&answer.shell),
            });
            if !is_proven {
                self.fault(|tally| &mut tally.unproven, if overlaps { "unproven depth" } else { "unproven contact" });
            }
            if !overlaps {
                if depth != 0.0 || v != [0.0; 3] {
                    self.fault(|tally| &mut tally.beyond_unit, "depth of touching bodies");
                }
                continue;
            }
            let exact = truth.core_depth().unwrap_or(Scaled::ZERO);
            let units_off = |length| truth.depth_units_in_last_place(length, is_single);
            self.check_length(depth, exact, units_off, "depth beyond a unit in the last place");
            let witnesses = Witnesses::of(&answer.numbers);
            let errors = of_evidence(&mut last_witnesses, (witnesses.clone(), &answer.simplex), || {
                witnesses?.errors([&posed.case.a, &posed.case.b], (&answer.simplex, true), exact, is_single)
            });
            if errors.is_none() {
                self.fault(|tally| &mut tally.witnesses_off, "witness points of a depth that are off");
            }
        }
    }
}

/// Whether a length rounds to an infinity.
///
/// A length that is half a unit in the last place beyond the greatest number does; a length below that number may be as far off
/// it, and does not.
fn rounds_to_infinity(length: Scaled, is_single: bool, units_off: impl Fn(f64) -> f64) -> bool {
    let greatest = if is_single { f64::from(f32::MAX) } else { f64::MAX };
    length > Scaled::from_f64(greatest) && units_off(greatest) >= 0.5
}

#[cfg(test)]
mod tests;
