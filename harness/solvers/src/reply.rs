//! The result of a run: its answer in the judge's form, and its cost.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format::Side;
use gjk_records::{Column, Ruling};
use gjk_truth::answer::{Answered, Numbers, Says, Scope, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::lattice::Pair;
use gjk_truth::truth::Truth;
use gjk_variants::{Contact, Evidence, Outcome, Pairs, Penetration, Promise, Ring, Scalar, Separation, Stop};

use crate::promise::question_of;
use crate::space::SolverSpace;
use crate::watch::Watch;

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The stop of the run; `None` for answers made elsewhere.
    pub stop: Option<Stop>,
    /// Iterations of the run, over all pairs of parts of unions; 0 for answers made elsewhere.
    pub iterations: usize,
    /// Evaluations of the support mapping of M, likewise.
    pub supports: usize,
    /// The answer, if there is one.
    pub answer: Option<Answered>,
    /// The case with the bodies that a program really held; `None` if it held those of the case.
    pub held: Option<Box<Case>>,
    /// The deviation of these bodies from those of the case, in units of rounding of the largest coordinate; `None` if the
    /// program stated no bodies.
    pub held_units: Option<f64>,
    /// The body that a program refuses, whatever the other body is: there is then neither an answer nor a failure.
    pub refused: Option<Side>,
}

impl Reply {
    /// The column in which a reply with this ruling is counted.
    pub fn column(&self, ruling: Ruling) -> Column {
        Column::of(ruling, self.answer.as_ref().is_some_and(|answer| answer.says == Says::Intersecting))
    }

    /// The reply of a program that reports nothing about its run.
    pub fn elsewhere(answer: Option<Answered>) -> Reply {
        Reply { stop: None, iterations: 0, supports: 0, answer, held: None, held_units: None, refused: None }
    }

    /// The reply without witness points, and without a normal if it is zero: evidence without these holds zeros.
    pub(crate) fn of_contact_alone(mut self) -> Reply {
        if let Some(Answered { numbers: Numbers::Rounded(values), .. }) = &mut self.answer {
            values.witnesses = None;
            values.normal = values.normal.filter(|normal| *normal != [0.0; 3]);
        }
        self
    }

    /// The judgement of the reply on a case, with the truth of that case.
    ///
    /// The tolerance is in units of u·D.
    pub fn judged(&self, case: &Case, truth: &Truth, arithmetic: Arithmetic, tolerance: f64) -> Judgement {
        let mut judgement = judge(case, truth, self.answer.as_ref(), arithmetic, tolerance);
        if self.refused.is_some() {
            judgement.ruling = Ruling::Refused;
        }
        judgement
    }
}

/// The reply of an outcome, with radii of this sum applied to it; `None` if the variant does not accept such bodies.
pub(crate) fn of_outcome<S: SolverSpace>(
    outcome: Outcome<Evidence<S>>,
    Watch { supports, shell }: Watch,
    promise: Promise,
    radii: Option<&S::Scalar>,
) -> Option<Reply> {
    if outcome.stop == Stop::Unsupported {
        return None;
    }
    let Outcome { mut stop, iterations, answer: evidence } = outcome;
    let meets = evidence.as_ref().and_then(|evidence| match radii {
        None => Some(evidence.axis().is_none()),
        Some(radii) => evidence.meets_within(radii),
    });
    if evidence.is_some() && meets.is_none() {
        stop = Stop::Range;
    }
    let scope = radii.map_or(Scope::Bodies, |radii| Scope::Cores { radii: radii.to_f64() });
    let answer = evidence.zip(meets).map(|(evidence, meets)| {
        let says = if meets { Says::Intersecting } else { Says::Apart };
        Answered { scope, promise: question_of(promise), shell, ..answered(says, evidence, promise) }
    });
    Some(Reply { stop: Some(stop), iterations, supports, answer, held: None, held_units: None, refused: None })
}

fn pairs(simplex: &Pairs) -> Vec<Pair> {
    simplex.iter().map(|(a, b)| Pair { a, b }).collect()
}

/// The answer that rests on this evidence.
///
/// It is about cores if its verdict differs from that of the evidence.
fn answered<S: SolverSpace>(says: Says, evidence: Evidence<S>, promise: Promise) -> Answered {
    match evidence {
        Evidence::Disjoint { axis, face } => Answered {
            simplex: face.as_ref().map_or_else(Vec::new, pairs),
            names_face: face.is_some(),
            ..separated_along::<S>(&axis)
        },
        Evidence::Intersecting { simplex } => {
            let distance = (promise != Promise::Verdict).then(S::Scalar::zero);
            Answered::of_bodies(says, pairs(&simplex), S::numbers(Values { distance, ..Values::none() }))
        }
        Evidence::Apart(separation) => nearest(says, &separation),
        Evidence::Overlapping(penetration) => deepest(says, &penetration),
        Evidence::Contact(contact) => touching(&contact),
    }
}

/// The answer that two bodies are apart, with only an axis.
pub(crate) fn separated_along<S: SolverSpace>(axis: &S::Vector) -> Answered {
    let values = Values { axis: Some(coordinates::<S>(axis)), ..Values::none() };
    Answered::of_bodies(Says::Apart, Vec::new(), S::numbers(values))
}

fn nearest<S: SolverSpace>(says: Says, separation: &Separation<S>) -> Answered {
    let Separation { distance_squared, nearest, on_a, on_b, simplex, weights, proved } = separation;
    let mut numbers = S::numbers(Values {
        distance: Some(distance_squared.clone()),
        witnesses: Some([on_a, on_b].map(coordinates::<S>)),
        axis: Some(coordinates::<S>(nearest)),
        weights: weights[..simplex.len()].to_vec(),
        ..Values::none()
    });
    if let (Some(distance), Numbers::Rounded(values)) = (proved, &mut numbers) {
        values.distance = Some(distance.to_f64());
    }
    Answered { names_face: proved.is_some(), ..Answered::of_bodies(says, pairs(simplex), numbers) }
}

fn deepest<S: SolverSpace>(says: Says, penetration: &Penetration<S>) -> Answered {
    let Penetration { translation, normal, on_a, on_b, simplex, weights, proved } = penetration;
    let numbers = S::numbers(Values {
        distance: Some(S::Scalar::zero()),
        witnesses: Some([on_a, on_b].map(coordinates::<S>)),
        weights: weights[..simplex.len()].to_vec(),
        translation: Some(coordinates::<S>(translation)),
        normal: Some(coordinates::<S>(normal)),
        depth: proved.clone(),
        ..Values::none()
    });
    Answered::of_bodies(says, pairs(simplex), numbers)
}

fn touching<S: SolverSpace>(contact: &Contact<S>) -> Answered {
    let Contact { time, normal, on_a, on_b, simplex, weights } = contact;
    let has_normal = *normal != S::zero();
    let numbers = S::numbers(Values {
        time: Some(time.clone()),
        witnesses: Some([on_a, on_b].map(coordinates::<S>)),
        weights: weights[..simplex.len()].to_vec(),
        normal: has_normal.then(|| coordinates::<S>(normal)),
        ..Values::none()
    });
    Answered::of_bodies(Says::Intersecting, pairs(simplex), numbers)
}

/// The coordinates of a vector; in the plane, the third one is zero.
fn coordinates<S: SolverSpace>(v: &S::Vector) -> [S::Scalar; 3] {
    std::array::from_fn(|i| if i < S::DIMENSION { S::coordinate(v, i).clone() } else { S::Scalar::zero() })
}
