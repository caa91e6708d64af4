//! Sums of two records, for tests that adding omits no field.
//!
//! Each count of the two records is a different prime, so a count that is left out, replaced, doubled or added to another field
//! gives another sum.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Value, json, to_value};

/// Primes from 101 on, each once.
pub(crate) fn primes() -> impl FnMut() -> u64 {
    let mut primes = (101_u64..).filter(|n| (2..*n).take_while(|k| k * k <= *n).all(|k| n % k != 0));
    move || primes.next().expect("there is always a next prime")
}

/// The sum of two records as JSON: counts are added, fields in `stated` have the value given there, and all other fields must
/// be equal.
pub(crate) fn summed<T: Serialize>(one: &T, other: &T, stated: Value) -> Value {
    let [one, other] = [one, other].map(|record| to_value(record).expect("it is written"));
    let mut counts = HashSet::new();
    let Value::Object(stated) = stated else { panic!("{stated}") };
    let Value::Object(fields) = one else { panic!("{one}") };
    let sums = fields.into_iter().map(|(name, ours)| {
        let sum = stated.get(&name).cloned().unwrap_or_else(|| sum(&name, &ours, &other[&name], &mut counts));
        (name, sum)
    });
    sums.collect()
}

fn sum(field: &str, one: &Value, other: &Value, counts: &mut HashSet<u64>) -> Value {
    match (one, other) {
        (Value::Object(fields), Value::Object(_)) => {
            fields.iter().map(|(name, ours)| (name.clone(), sum(name, ours, &other[name], counts))).collect()
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            ours.iter().zip(theirs).map(|(ours, theirs)| sum(field, ours, theirs, counts)).collect()
        }
        _ => match (one.as_u64(), other.as_u64()) {
            (Some(ours), Some(theirs)) => {
                assert!(counts.insert(ours) && counts.insert(theirs), "`{field}` has a count that another field has too");
                json!(ours + theirs)
            }
            _ => {
                assert_eq!(one, other, "what becomes of `{field}` is not stated");
                one.clone()
            }
        },
    }
}
