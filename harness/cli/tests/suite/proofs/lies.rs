//! Proofs with something false in them.

use dashu_ratio::RBig;
use gjk_cases::case::Point;
use gjk_cases::hexfloat;
use serde_json::{Value, json};

use super::{fractions, points};

/// The line with another value in a field of it.
pub fn with(line: &Value, pointer: &str, value: Value) -> Value {
    let mut lie = line.clone();
    *lie.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} of {line}")) = value;
    lie
}

/// The line with another number: every fraction except `-0`, which is never written, changes if a digit is appended.
fn longer(line: &Value, pointer: &str) -> Value {
    with(line, pointer, json!(format!("{}1", line.pointer(pointer).and_then(Value::as_str).expect("a fraction"))))
}

/// The line in which the first point that the proof names is moved.
fn moved(line: &Value) -> Value {
    let x = format!("/a/{}/0", line["proof"]["pairs"][0][0]);
    let old = hexfloat::parse(line.pointer(&x).and_then(Value::as_str).expect("a number")).expect("a number");
    with(line, &x, json!(hexfloat::write(old.next_up())))
}

/// True if the products of the points with the normal differ, so that the opposite normal is not a proof.
fn is_one_sided(line: &Value) -> bool {
    let normal = fractions(&line["proof"]["normal"]);
    let product = |p: &Point| {
        let term = |(n, x): (&RBig, &f64)| n * RBig::try_from(*x).expect("a finite number");
        normal.iter().zip(p).map(term).fold(RBig::ZERO, |sum, term| sum + term)
    };
    let products: Vec<RBig> = ["a", "b"].iter().flat_map(|body| points(&line[*body])).map(|p| product(&p)).collect();
    products.iter().any(|product| *product != products[0])
}

/// The line of an overlap with the last facet of its shell repeated; `None` for another line.
pub fn with_a_facet_twice(line: &Value) -> Option<Value> {
    let facets = line.pointer("/depth_proof/facets")?.as_array()?;
    Some(with(line, "/depth_proof/facets", json!([&facets[..], &facets[facets.len() - 1..]].concat())))
}

/// Lies about a hull and a half-space.
fn lies_about_halfspace(line: &Value) -> Vec<Value> {
    let support = line["proof"]["support"].as_u64().expect("a number");
    let count = line["a"].as_array().expect("points").len() as u64;
    let opposite = |x: &Value| {
        let text = x.as_str().expect("a number");
        json!(text.strip_prefix('-').map_or(format!("-{text}"), str::to_owned))
    };
    let normal: Vec<Value> = line["halfspace"]["normal"].as_array().expect("a normal").iter().map(opposite).collect();
    let none: Vec<Value> = normal.iter().map(|_| json!("0x0p+0")).collect();
    let offset = hexfloat::parse(line["halfspace"]["offset"].as_str().expect("a number")).expect("a number");
    let mut lies = vec![
        with(line, "/halfspace/normal", json!(normal)),
        with(line, "/halfspace/normal", json!(none)),
        with(line, "/halfspace/offset", json!(hexfloat::write(offset.next_up()))),
        with(line, "/proof/support", json!(count)),
        with(line, "/proof/support", json!(-1)),
    ];
    lies.extend((count > 1).then(|| with(line, "/proof/support", json!((support + 1) % count))));
    if line.get("core_depth_squared").is_some() {
        lies.push(longer(line, "/core_depth_squared"));
        let mut without = line.clone();
        without.as_object_mut().expect("fields").remove("core_depth_squared");
        lies.push(without);
    } else {
        let mut deep = line.clone();
        deep["core_depth_squared"] = json!("0");
        lies.push(deep);
    }
    lies
}

/// Lies about the motion of A.
fn lies_about_motion(line: &Value) -> Vec<Value> {
    let without = |names: &[&str]| {
        let mut line = line.clone();
        names.iter().for_each(|name| drop(line.as_object_mut().expect("fields").remove(*name)));
        line
    };
    let plus = |mut line: Value, name: &str, value: &Value| {
        line[name] = value.clone();
        line
    };
    let dimension = line["dim"].as_u64().expect("a number") as usize;
    let scaled = |v: &[RBig], factor: i32| -> Value { v.iter().map(|x| json!((x * RBig::from(factor)).to_string())).collect() };
    let claim = if line.get("never").is_some() { "never" } else { "first_contact" };
    let other = if claim == "never" { "first_contact" } else { "never" };
    let first: Vec<RBig> = (0..dimension).map(|i| RBig::from(u8::from(i == 0))).collect();
    let normal = line[claim].get("normal").map_or(first, fractions);
    let zeros = scaled(&normal, 0);
    let wrong = match (claim, line.get("halfspace")) {
        ("never", None) => json!({
            "time": "1/2", "normal": scaled(&normal, 1), "pairs": [[0, 0]], "weights": ["1"], "on_a": zeros, "on_b": zeros,
        }),
        ("never", Some(_)) => json!({"time": "1/2", "on_a": zeros, "on_b": zeros}),
        (_, None) => json!({"normal": scaled(&normal, 1)}),
        (_, Some(_)) => json!({}),
    };
    let mut lies = vec![
        without(&["cast"]),
        without(&[claim]),
        plus(line.clone(), other, &wrong),
        plus(without(&[claim]), other, &wrong),
        with(line, "/cast", json!({"translation": line["cast"]["translation"], "rotation": null})),
        with(line, "/cast/translation", json!(line["cast"]["translation"].as_array().expect("a vector")[1..])),
    ];
    if line[claim].get("normal").is_some() {
        let pointer = format!("/{claim}/normal");
        lies.extend([0, -1].map(|factor| with(line, &pointer, scaled(&normal, factor))));
        lies.push(with(line, &pointer, scaled(&normal[1..], 1)));
    }
    if claim == "never" {
        return lies;
    }
    let contact = &line["first_contact"];
    for i in 0..contact.get("pairs").and_then(Value::as_array).map_or(0, Vec::len) {
        lies.push(longer(line, &format!("/first_contact/weights/{i}")));
        lies.extend([json!([-1, 0]), json!([0, 100_000])].map(|pair| with(line, &format!("/first_contact/pairs/{i}"), pair)));
    }
    lies.extend(["on_a/0", "on_b/1"].map(|name| longer(line, &format!("/first_contact/{name}"))));
    let number = |name: &str| -> RBig { contact[name].as_str().and_then(|text| text.parse().ok()).expect("a fraction") };
    let at = |name: &str, time: RBig| with(line, &format!("/first_contact/{name}"), json!(time.to_string()));
    let little = RBig::ONE / RBig::from(1_u64 << 50);
    if contact.get("time").is_some() {
        let time = number("time");
        lies.extend([&time + &little, &time - &little, &time + RBig::from(1), RBig::from(-1)].map(|time| at("time", time)));
        lies.push(plus(line.clone(), "first_contact", &{
            let mut twice = contact.clone();
            twice["low"] = json!("0");
            twice
        }));
    } else {
        lies.extend([at("low", number("high") + &little), at("high", number("low") - &little), at("low", RBig::from(-1))]);
    }
    if number(if contact.get("time").is_some() { "time" } else { "low" }) > RBig::ZERO {
        let motion = points(&json!([line["cast"]["translation"]]))[0];
        for factor in [-1.0, 2.0] {
            let motion: Value = motion[..dimension].iter().map(|x| json!(hexfloat::write(factor * x))).collect();
            lies.push(with(line, "/cast/translation", motion));
        }
    }
    lies
}

/// A proof with each of its fields made false in turn.
pub fn lies(line: &Value) -> Vec<Value> {
    let is_halfspace = line.get("halfspace").is_some();
    let mut lies = vec![with(line, "/dim", json!(5 - line["dim"].as_u64().expect("a number")))];
    lies.extend(if is_halfspace { lies_about_halfspace(line) } else { vec![moved(line)] });
    for name in ["separated", "touching", "overlapping"] {
        lies.extend((line["class"] != name).then(|| with(line, "/class", json!(name))));
        if line["core_class"] != name {
            // With the class that belongs to it, and a normal if one is required.
            let mut lie = with(&with(line, "/core_class", json!(name)), "/class", json!(name));
            lie["proof"].as_object_mut().expect("fields").remove("normal");
            if name == "touching" {
                let mut normal = vec![json!("0"); line["a"][0].as_array().expect("a point").len()];
                normal[0] = json!("1");
                lie["proof"]["normal"] = json!(normal);
            }
            lies.push(lie);
        }
    }
    lies.extend(["/core_distance_squared", "/proof/on_a/0", "/proof/on_b/1"].map(|pointer| longer(line, pointer)));
    lies.push(with(line, "/proof", json!(null)));
    if line.get("cast").is_some() {
        lies.extend(lies_about_motion(line));
    }
    if line.get("radii").is_some() {
        lies.push(with(line, "/radii/0", json!("-0x1p+0")));
    }
    if is_halfspace {
        return lies;
    }
    let count = line["proof"]["pairs"].as_array().expect("pairs").len();
    for i in 0..count {
        lies.push(longer(line, &format!("/proof/weights/{i}")));
        lies.extend([json!([-1, 0]), json!([0, 100_000])].map(|pair| with(line, &format!("/proof/pairs/{i}"), pair)));
    }
    let weights = &line["proof"]["weights"];
    if line["core_class"] != "overlapping" && weights[0] != weights[count - 1] {
        let swapped = with(line, "/proof/weights/0", weights[count - 1].clone());
        lies.push(with(&swapped, &format!("/proof/weights/{}", count - 1), weights[0].clone()));
    }
    if line["core_class"] == "touching" {
        let normal = fractions(&line["proof"]["normal"]);
        let scaled = |k: i32| json!(normal.iter().map(|x| (x * RBig::from(k)).to_string()).collect::<Vec<_>>());
        lies.push(with(line, "/proof/normal", scaled(0)));
        lies.extend(is_one_sided(line).then(|| with(line, "/proof/normal", scaled(-1))));
    }
    if line["core_class"] == "separated" {
        // A point of B that is also in A.
        let mut met = line.clone();
        let shared = line["b"][0].clone();
        met["a"].as_array_mut().expect("points").push(shared);
        lies.push(met);
        lies.extend(another_vertex(line));
    }
    if let Some(facets) = line.pointer("/depth_proof/facets").and_then(Value::as_array) {
        lies.extend(lies_about_depth(line, facets));
    }
    lies
}

/// Lies about the depth of bodies that overlap.
fn lies_about_depth(line: &Value, facets: &[Value]) -> Vec<Value> {
    let nearest = line["depth_proof"]["nearest"].as_u64().expect("a number") as usize;
    let of = |facets: Vec<Value>| with(line, "/depth_proof/facets", json!(facets));
    let turned = |facet: &Value| json!(facet.as_array().expect("corners").iter().rev().collect::<Vec<_>>());
    let last = facets.len() - 1;
    let mut lies = vec![longer(line, "/core_depth_squared"), of(Vec::new())];
    lies.push(of(facets[..last].to_vec()));
    lies.push(of([&facets[..last], &[turned(&facets[last])]].concat()));
    lies.push(with(line, "/depth_proof/nearest", json!(facets.len())));
    let cut = facets[last].as_array().expect("corners").iter().skip(1).collect::<Vec<_>>();
    lies.push(of([&facets[..last], &[json!(cut)]].concat()));
    lies.push(with(line, &format!("/depth_proof/facets/{nearest}/0"), json!([0, 100_000])));
    let squared: RBig = line["core_depth_squared"].as_str().and_then(|text| text.parse().ok()).expect("a fraction");
    let trillion = RBig::from(1_000_000_000_000_u64);
    for more in [-1, 1] {
        let lie = &squared * (&trillion + RBig::from(more)) / &trillion;
        lies.push(with(line, "/core_depth_squared", json!(lie.to_string())));
    }
    let mut without = line.clone();
    without.as_object_mut().expect("fields").remove("depth_proof");
    lies.push(without);
    lies
}

/// The line with another vertex of M as the nearest point, with the witness points and the distance that it would have.
fn another_vertex(line: &Value) -> Option<Value> {
    let (a, b) = (points(&line["a"]), points(&line["b"]));
    let dimension = a.first().map(|_| line["dim"].as_u64().expect("a number") as usize)?;
    let exactly = |p: &Point| p[..dimension].iter().map(|x| RBig::try_from(*x).expect("a number")).collect::<Vec<_>>();
    let (on_a, on_b) = (exactly(a.last()?), exactly(b.last()?));
    let square = |(p, q): (&RBig, &RBig)| (p - q) * (p - q);
    let squared = on_a.iter().zip(&on_b).map(square).fold(RBig::ZERO, |sum, term| sum + term).to_string();
    let texts = |point: Vec<RBig>| point.iter().map(RBig::to_string).collect::<Vec<_>>();
    let mut lie = line.clone();
    lie["core_distance_squared"] = json!(squared);
    lie["proof"] = json!({"pairs": [[a.len() - 1, b.len() - 1]], "weights": ["1"], "on_a": texts(on_a), "on_b": texts(on_b)});
    (line["core_distance_squared"] != squared).then_some(lie)
}

/// A line about points in the plane and the origin.
pub fn in_plane(class: &str, squared: &str, a: &[[&str; 2]], weights: &[&str], on_a: [&str; 2]) -> Value {
    let pairs: Vec<[usize; 2]> = (0..a.len()).map(|i| [i, 0]).collect();
    let mut line = json!({
        "case": "made", "scalar": "f64", "dim": 2, "a": a, "b": [["0x0p+0", "0x0p+0"]], "class": class, "core_class": class,
        "core_distance_squared": squared,
        "proof": {"pairs": pairs, "weights": weights, "on_a": on_a, "on_b": ["0", "0"]},
    });
    if class == "touching" {
        line["proof"]["normal"] = json!(["0", "1"]);
    }
    line
}
