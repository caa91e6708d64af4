//! What a contestant answers to the cases of a cell, and what the judge makes of it.

use gjk_records::Ruling;
use gjk_solvers::reply::Reply;
use gjk_variants::Scalar;

use super::contestant::{Arena, Contestant, Posed};

/// The answers of one contestant, case by case; none of one that answers nothing.
pub struct Answers(Option<Vec<(Option<Reply>, Ruling)>>);

impl Answers {
    /// Asks, and judges.
    pub fn new<S: Arena>(contestant: &Contestant<S>, posed: &[Posed<S>]) -> Answers
    where
        S::Scalar: Scalar,
    {
        let judged = |posed: &Posed<S>, reply: Option<Reply>| {
            let ruling = reply.as_ref().map_or(Ruling::GaveUp, |reply| posed.judge(reply).ruling);
            (reply, ruling)
        };
        let answer = contestant.reply.as_ref();
        Answers(answer.map(|answer| posed.iter().map(|posed| judged(posed, answer(posed))).collect()))
    }

    /// Whether it is right, case by case.
    pub fn right(&self) -> Option<Vec<bool>> {
        Some(self.0.as_ref()?.iter().map(|(_, ruling)| *ruling == Ruling::Right).collect())
    }

    /// How many answers have this ruling.
    pub fn count(&self, ruling: Ruling) -> usize {
        self.0.iter().flatten().filter(|(_, other)| *other == ruling).count()
    }

    /// What an answer costs, mean over these cases; none where there is no case, or no answer to one.
    pub fn mean(&self, cases: &[usize], cost: impl Fn(usize, &Reply) -> usize) -> Option<f64> {
        let answers = self.0.as_ref()?;
        let costs = cases.iter().map(|&case| Some(cost(case, answers[case].0.as_ref()?)));
        let sum: usize = costs.sum::<Option<usize>>()?;
        (!cases.is_empty()).then(|| sum as f64 / cases.len() as f64)
    }
}
