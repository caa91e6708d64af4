//! Slack: by how much the verdicts of an implementation may be wrong, as the implementation states it.

use std::fmt;

use serde::Deserialize;

/// The slack that an implementation states for its verdicts: positive and finite.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "SlackFields")]
pub enum Slack {
    /// A length, in units of the coordinates.
    Length(f64),
    /// Relative to the true distance.
    OfDistance(f64),
    /// Relative to D, the size of the difference of the bodies.
    OfSize(f64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlackFields {
    length: Option<f64>,
    relative: Option<f64>,
    to: Option<To>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum To {
    Distance,
    Size,
}

impl TryFrom<SlackFields> for Slack {
    type Error = String;

    fn try_from(fields: SlackFields) -> Result<Slack, String> {
        let (name, amount, slack) = match fields {
            SlackFields { length: Some(length), relative: None, to: None } => ("length", length, Slack::Length(length)),
            SlackFields { length: None, relative: Some(part), to: Some(To::Distance) } => {
                ("relative", part, Slack::OfDistance(part))
            }
            SlackFields { length: None, relative: Some(part), to: Some(To::Size) } => ("relative", part, Slack::OfSize(part)),
            _ => return Err(r#"must be {"length":L}, or {"relative":R,"to":"distance"} or "size""#.to_owned()),
        };
        if amount > 0.0 && amount.is_finite() {
            Ok(slack)
        } else {
            Err(format!("{name} must be positive and finite, this is {amount}"))
        }
    }
}

/// The form that tables print: `1e-6`, `0.001 × distance`, `0.001 D`.
impl fmt::Display for Slack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slack::Length(length) => f.write_str(&super::number(*length)),
            Slack::OfDistance(part) => write!(f, "{} × distance", super::number(*part)),
            Slack::OfSize(part) => write!(f, "{} D", super::number(*part)),
        }
    }
}
