//! The promise of a variant and the question of the same name in records.
//!
//! Only this module converts one to the other.

use gjk_records::Question;
use gjk_variants::Promise;

/// The question that a promise is about.
pub fn question_of(promise: Promise) -> Question {
    Question::named(promise.name()).unwrap_or_default()
}

/// The promise to answer a question.
pub(crate) fn promise_of(question: Question) -> Promise {
    Promise::ALL.into_iter().find(|promise| promise.name() == question.name()).unwrap_or(Promise::Verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_can_be_promised_and_every_promise_is_about_one() {
        assert_eq!(Promise::ALL.map(|promise| question_of(promise).name()), Promise::ALL.map(Promise::name));
        assert_eq!(Question::ALL.map(|question| question_of(promise_of(question))), Question::ALL);
    }
}
