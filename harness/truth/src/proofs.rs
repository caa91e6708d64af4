//! The proof of a truth as fields of JSON, for a validator that shares no code with this project.
//!
//! A coordinate is a hexadecimal float and any other number a fraction, so a reader gets exactly these numbers. The proof is
//! about the cores, the hulls of points without radii; the radii are in separate fields.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class, Point};
use gjk_cases::hexfloat;
use serde_json::{Value, json};

use crate::lattice::Pair;
use crate::truth::{CastEvidence, CastTruth, Descent, Evidence, HalfspaceTruth, Truth};

/// The fields of a claim without a proof, for this reason.
pub fn unproven(reason: &str) -> Value {
    json!({"proof": null, "reason": reason})
}

/// The fields of the proof that two bodies lie as this truth of their case says; the fields have a reason if there is no proof:
/// unions are proved by their pairs of parts, and for curved bodies only a bracket is known.
pub fn fields(case: &Case, truth: &Truth) -> Value {
    let truth = match truth {
        Truth::Hulls(truth) => truth,
        Truth::Halfspace(truth) => return of_halfspace(case, truth),
        Truth::Curved(_) => return unproven("a curved body: its distance is known only as a bracket"),
        Truth::Cast(truth) => return of_cast(case, truth),
        Truth::Union(_) => return unproven("a union: each pair of its parts has a line of its own"),
    };
    let evidence = truth.core_evidence();
    let dimension = usize::from(case.dimension);
    let points = |points: &[Point]| -> Value { points.iter().map(|p| exactly(&p[..dimension])).collect() };
    let mut fields = json!({
        "dim": dimension,
        "a": points(case.a.points()),
        "b": points(case.b.points()),
        "class": truth.class().name(),
        "core_class": evidence.class.name(),
        "core_distance_squared": truth.core_distance_squared().to_string(),
        "proof": proof(case, &evidence),
    });
    if let (Some(squared), Some((facets, nearest))) = (truth.core_depth_squared(), truth.depth_evidence()) {
        let names = |facet: &&[Pair]| -> Value { facet.iter().map(|pair| [pair.a, pair.b]).collect::<Vec<_>>().into() };
        fields["core_depth_squared"] = squared.to_string().into();
        fields["depth_proof"] = json!({ "facets": facets.iter().map(names).collect::<Value>(), "nearest": nearest });
    }
    if truth.has_radii() {
        fields["radii"] = exactly(&[case.a.radius(), case.b.radius()]);
    }
    fields
}

/// The fields for bodies of which A moves: those of the bodies as they start, the motion, and the first contact or a plane between
/// the bodies for the whole motion.
fn of_cast(case: &Case, truth: &CastTruth) -> Value {
    let start = &Case { cast: None, ..case.clone() };
    let mut fields = fields(start, &truth.start);
    if fields["proof"].is_null() {
        return fields;
    }
    let (dimension, motion) = (usize::from(case.dimension), case.cast.unwrap_or_default());
    fields["cast"] = json!({"translation": exactly(&motion[..dimension])});
    let timed = |mut contact: Value, low: &RBig, high: &RBig| {
        if low == high {
            contact["time"] = high.to_string().into();
        } else {
            contact["low"] = low.to_string().into();
            contact["high"] = high.to_string().into();
        }
        contact
    };
    match truth.descent(case) {
        Some(None) => fields["never"] = json!({}),
        Some(Some(Descent { low, high, on_a, on_b })) => {
            let contact = json!({"on_a": fractions(&on_a[..dimension]), "on_b": fractions(&on_b[..dimension])});
            fields["first_contact"] = timed(contact, &low, &high);
        }
        None => {}
    }
    match truth.evidence(case) {
        Some(CastEvidence::Never { normal }) => fields["never"] = json!({"normal": integers(&normal[..dimension])}),
        Some(CastEvidence::At { low, high, normal, pairs, weights }) => {
            let evidence = Evidence { class: Class::Touching, pairs, weights, normal };
            let mut contact = proof(start, &evidence);
            // The point of A at the time of the contact.
            let [on_a, _] = evidence.points(start.a.points(), start.b.points());
            let forward = |(x, r): (RBig, f64)| x + RBig::try_from(r).unwrap_or(RBig::ZERO) * &high;
            let on_a: Vec<RBig> = on_a.into_iter().zip(motion).map(forward).collect();
            contact["on_a"] = fractions(&on_a[..dimension]);
            fields["first_contact"] = timed(contact, &low, &high);
        }
        None => {}
    }
    fields
}

/// The fields for a hull of points and a half-space: the point of the hull that proves their class.
fn of_halfspace(case: &Case, truth: &HalfspaceTruth) -> Value {
    let dimension = usize::from(case.dimension);
    let (Some(support), Body::Halfspace { normal, offset }) = (&truth.support, &case.b) else {
        return unproven("a curved body and a half-space: its proof would need roots");
    };
    let points = case.a.points();
    let [on_a, on_b] = support.points(&points[support.index], normal).map(|point| fractions(&point[..dimension]));
    let mut fields = json!({
        "dim": dimension,
        "a": points.iter().map(|p| exactly(&p[..dimension])).collect::<Value>(),
        "halfspace": {"normal": exactly(&normal[..dimension]), "offset": hexfloat::write(*offset)},
        "class": truth.class.name(),
        "core_class": support.class().name(),
        "core_distance_squared": support.distance_squared().to_string(),
        "proof": {"support": support.index, "on_a": on_a, "on_b": on_b},
    });
    if let Some(squared) = support.depth_squared() {
        fields["core_depth_squared"] = squared.to_string().into();
    }
    if case.a.radius() != 0.0 {
        fields["radii"] = exactly(&[case.a.radius(), 0.0]);
    }
    fields
}

fn fractions(numbers: &[RBig]) -> Value {
    numbers.iter().map(RBig::to_string).collect()
}

fn integers(numbers: &[IBig]) -> Value {
    numbers.iter().map(IBig::to_string).collect()
}

fn exactly(numbers: &[f64]) -> Value {
    numbers.iter().map(|x| hexfloat::write(*x)).collect()
}

fn proof(case: &Case, evidence: &Evidence) -> Value {
    let dimension = usize::from(case.dimension);
    let [on_a, on_b] = evidence.points(case.a.points(), case.b.points()).map(|point| fractions(&point[..dimension]));
    let mut proof = json!({
        "pairs": evidence.pairs.iter().map(|pair| [pair.a, pair.b]).collect::<Vec<_>>(),
        "weights": evidence.weights.iter().map(RBig::to_string).collect::<Vec<_>>(),
        "on_a": on_a,
        "on_b": on_b,
    });
    if let Some(normal) = &evidence.normal {
        proof["normal"] = integers(&normal[..dimension]);
    }
    proof
}
