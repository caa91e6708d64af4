//! `check --proofs`: the proof of each truth as a JSON line, for a validator that shares no code with this program.

use gjk_cases::case::Arithmetic;
use gjk_solvers::PosedCase;
use gjk_truth::proofs::{fields, unproven};
use gjk_truth::truth::Truth;
use serde_json::{Value, json};

use crate::address::Addressed;

/// The lines of a case in an arithmetic, each with a line feed: one line, or for unions one for each pair of parts.
pub fn lines(addressed: &Addressed, arithmetic: Arithmetic, posed: Option<&PosedCase>) -> String {
    let name = |fields: Value| {
        let mut line = json!({"file": addressed.file, "case": addressed.id, "scalar": arithmetic.name()});
        if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
            line.extend(fields);
        }
        format!("{line}\n")
    };
    let Some(posed) = posed else { return name(unproven("a number overflows the scalar")) };
    let mut text = name(fields(&posed.case, &posed.truth));
    let mut push = |[a, b]: [usize; 2], mut fields: Value| {
        fields["parts"] = json!([a, b]);
        text.push_str(&name(fields));
    };
    match &posed.truth {
        Truth::Union(union) => union.pairs.iter().for_each(|pair| push([pair.a, pair.b], fields(&pair.case, &pair.truth))),
        Truth::Cast(cast) => cast.of_parts().for_each(|(case, parts, cast)| push(parts, fields(&case, &Truth::Cast(cast)))),
        _ => {}
    }
    text
}
