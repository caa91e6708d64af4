//! Statements of other people's implementations about themselves, and whether their wrong verdicts are within these statements.

use gjk_cases::case::Arithmetic;
use gjk_cases::format::Slack;
use gjk_records::Ruling;
use gjk_truth::exact::Scaled;
use gjk_truth::judge::Judgement;
use gjk_truth::truth::Truth;

/// The statements of an implementation by others about itself: the terms on which it is judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Stated {
    /// Its name and version.
    pub version: String,
    /// The margin by which its verdicts may be wrong, if one of its documents gives it as a length; `None` if it states
    /// nothing.
    pub slack: Option<Slack>,
    /// The tolerance at which its loop stops by default, if there is one: it states no error of an answer.
    pub stops_at: Option<String>,
    /// The changes to the bodies that it is given, if it holds other ones, and how far these may be from the given ones.
    pub holds: Option<String>,
}

/// Whether the margin of a wrong verdict is beyond a slack, for which the lower bound of the margin counts; `None` for every
/// other ruling.
///
/// A margin that is not a number is beyond it. The distance to which a slack is relative is the upper bound of the true one.
pub fn is_beyond(slack: Slack, judgement: &Judgement, truth: &Truth, arithmetic: Arithmetic) -> Option<bool> {
    if judgement.ruling != Ruling::Wrong {
        return None;
    }
    let margin = judgement.margin_low.or(judgement.margin).filter(|margin| margin.is_finite());
    let allowed = match slack {
        Slack::Length(length) => Scaled::from_f64(length),
        Slack::OfDistance(part) => Scaled::from_f64(part).times(truth.gap().high),
        Slack::OfSize(part) => Scaled::from_f64(part).times(truth.size()),
    };
    // In numbers with a wider range than doubles: D may be anything.
    let length = |margin: f64| Scaled::from_f64(margin).times(Scaled::from_f64(arithmetic.unit())).times(truth.size());
    Some(margin.is_none_or(|margin| length(margin) > allowed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PosedCase, Reply};
    use gjk_cases::case::{Case, Point};
    use gjk_truth::answer::{Answered, Numbers, Says, Values};

    /// Whether a verdict about two cubes of size 2, at this distance along x, is beyond the slack.
    fn beyond(slack: Slack, gap: f64, scale: f64, says: Says) -> Option<bool> {
        let cube = |low: f64| -> Vec<Point> {
            (0..8)
                .map(|bits| {
                    std::array::from_fn(|axis| scale * (if axis == 0 { low } else { 0.0 } + f64::from(bits >> axis & 1) * 2.0))
                })
                .collect()
        };
        let posed = PosedCase::pose(&Case::of_points("x", 3, cube(0.0), cube(2.0 + gap)), Arithmetic::F64).unwrap();
        let reply = Reply::elsewhere(Some(Answered::of_bodies(says, Vec::new(), Numbers::Rounded(Values::none()))));
        is_beyond(slack, &posed.judge(&reply, 64.0), &posed.truth, Arithmetic::F64)
    }

    #[test]
    fn a_wrong_verdict_is_beyond_the_slack_where_its_margin_as_a_length_is() {
        use Says::{Apart, Intersecting};
        // Worked out by hand: D is 4.125, the margin of a phantom is the gap of 1/8, and the margin of a miss is the depth of
        // 1/8.
        for (slack, expected) in [
            (Slack::Length(0.124), true),
            (Slack::Length(0.126), false),
            (Slack::OfSize(0.030), true),
            (Slack::OfSize(0.031), false),
            (Slack::OfDistance(0.99), true),
            (Slack::OfDistance(1.01), false),
        ] {
            assert_eq!(beyond(slack, 0.125, 1.0, Intersecting), Some(expected), "{slack}");
        }
        // Bodies that meet have a distance of zero, so a slack relative to it is zero.
        assert_eq!(beyond(Slack::OfDistance(1e9), -0.125, 1.0, Apart), Some(true));
        assert_eq!([0.124, 0.126].map(|length| beyond(Slack::Length(length), -0.125, 1.0, Apart)), [Some(true), Some(false)]);
        // A length in the unit of the coordinates, whatever D is: the gap is 5e299.
        assert_eq!(
            [1e299, 1e300].map(|length| beyond(Slack::Length(length), 0.125, 4e300, Intersecting)),
            [Some(true), Some(false)]
        );
        // A verdict that is right, and one that is wrong by no more than the tolerance.
        assert_eq!(beyond(Slack::Length(1e-20), 0.125, 1.0, Apart), None);
        assert_eq!(beyond(Slack::Length(1e-20), 1e-14, 1.0, Intersecting), None);
    }
}
