//! The bodies of a case file.

use super::json::Json;
use super::line::{Faults, Fields, join};
use crate::body::IDENTITY;
use crate::case::{Body, Curved, Point, Shape};
use crate::hexfloat;

const KINDS: &str = "\"points\", \"ellipsoid\", \"cylinder\", \"cone\" and \"union\"";

/// Unions within unions, at most so deep: the reader descends by recursion.
const DEPTH: usize = 16;

/// Reads a body; none if something is wrong with it, which is then among the faults.
pub fn body(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Body> {
    nested(value, path, dimension, DEPTH, faults)
}

fn nested(value: &Json, path: &str, dimension: Option<u8>, depth: usize, faults: &mut Faults) -> Option<Body> {
    let Json::Object(fields) = value else {
        faults.add(path, format!("a body is an object such as {{\"points\":[…]}}, this is {}", value.kind()));
        return None;
    };
    let kinds = ["points", "ellipsoid", "cylinder", "cone", "union"];
    let Some((kind, value)) = fields.iter().find(|(name, _)| kinds.contains(&name.as_str())) else {
        let message = match fields.first() {
            Some((name, _)) => format!("unknown body {name:?}; bodies are {KINDS}"),
            None => format!("no body in it; bodies are {KINDS}"),
        };
        faults.add(path, message);
        return None;
    };
    let known: &[&str] = if kind == "points" { &["points", "radius"] } else { &[kind] };
    let fields = Fields::of(fields, known, path, faults);
    let path_of_kind = join(path, kind);
    match kind.as_str() {
        "points" => {
            let radius = fields.get("radius").map(|value| length(value, &join(path, "radius"), "a radius", faults));
            let points = points(value, &path_of_kind, dimension, faults)?;
            match radius {
                None => Some(Body::Points(points)),
                Some(radius) => Some(Body::Rounded { points, radius: radius? }),
            }
        }
        "union" => union(value, &path_of_kind, dimension, depth, faults).map(Body::Union),
        _ => curved(value, kind, &path_of_kind, dimension, faults).map(Body::Curved),
    }
}

fn union(value: &Json, path: &str, dimension: Option<u8>, depth: usize, faults: &mut Faults) -> Option<Vec<Body>> {
    let Json::Array(elements) = value else {
        faults.add(path, format!("must be an array of bodies, this is {}", value.kind()));
        return None;
    };
    if elements.is_empty() {
        faults.add(path, "a union has at least one body");
        return None;
    }
    if depth == 0 {
        faults.add(path, format!("unions within unions are read {DEPTH} deep; write their bodies side by side"));
        return None;
    }
    let read = |(index, element)| nested(element, &format!("{path}[{index}]"), dimension, depth - 1, faults);
    let parts: Vec<Option<Body>> = elements.iter().enumerate().map(read).collect();
    let mut flat = Vec::new();
    for part in parts {
        match part? {
            Body::Union(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    Some(flat)
}

fn curved(value: &Json, kind: &str, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Curved> {
    let Json::Object(fields) = value else {
        faults.add(path, format!("must be an object, this is {}", value.kind()));
        return None;
    };
    let is_ellipsoid = kind == "ellipsoid";
    if !is_ellipsoid && dimension == Some(2) {
        faults.add(path, format!("a {kind} is a body of space; dim is 2 here"));
        return None;
    }
    let known: &[&str] =
        if is_ellipsoid { &["semi_axes", "center", "rotation"] } else { &["radius", "half_height", "center", "rotation"] };
    let fields = Fields::of(fields, known, path, faults);
    let shape = if is_ellipsoid {
        let at = join(path, "semi_axes");
        let semi_axes = fields.required_in(path, "semi_axes", faults).and_then(|value| point(value, &at, dimension, faults));
        if let Some(axis) = semi_axes.and_then(|axes| axes.iter().position(|axis| *axis < 0.0)) {
            faults.add(format!("{at}[{axis}]"), "a semi-axis is at least 0");
        }
        semi_axes.map(|semi_axes| Shape::Ellipsoid { semi_axes })
    } else {
        let mut size = |name: &str, what: &str| {
            fields.required_in(path, name, faults).and_then(|value| length(value, &join(path, name), what, faults))
        };
        let (radius, half_height) = (size("radius", "a radius"), size("half_height", "a half height"));
        match (radius, half_height) {
            (Some(radius), Some(half_height)) if kind == "cone" => Some(Shape::Cone { radius, half_height }),
            (Some(radius), Some(half_height)) => Some(Shape::Cylinder { radius, half_height }),
            _ => None,
        }
    };
    let at = join(path, "center");
    let center = fields.required_in(path, "center", faults).and_then(|value| point(value, &at, dimension, faults));
    let rotation = match fields.get("rotation") {
        Some(value) => matrix(value, &join(path, "rotation"), dimension, faults),
        None => Some(IDENTITY),
    };
    Some(Curved { shape: shape?, center: center?, rotation: rotation? })
}

/// A square matrix by rows; beyond the dimension it is the identity.
fn matrix(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<[Point; 3]> {
    let Json::Array(rows) = value else {
        faults.add(path, format!("a rotation is an array of rows, this is {}", value.kind()));
        return None;
    };
    if let Some(dimension) = dimension.filter(|dimension| rows.len() != usize::from(*dimension)) {
        faults.add(path, format!("a rotation has {dimension} rows here (dim), this has {}", rows.len()));
        return None;
    }
    let read = |(index, row)| point(row, &format!("{path}[{index}]"), dimension, faults);
    let rows: Vec<Option<Point>> = rows.iter().enumerate().map(read).collect();
    let mut matrix = IDENTITY;
    for (place, row) in matrix.iter_mut().zip(rows) {
        let row = row?;
        let known = usize::from(dimension?);
        place[..known].copy_from_slice(&row[..known]);
    }
    Some(matrix)
}

/// A number that is not negative.
fn length(value: &Json, path: &str, what: &str, faults: &mut Faults) -> Option<f64> {
    let number = coordinate(value, path, faults)?;
    if number < 0.0 {
        faults.add(path, format!("{what} is at least 0, this is {number}"));
        return None;
    }
    Some(number)
}

fn points(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Vec<Point>> {
    let Json::Array(elements) = value else {
        faults.add(path, format!("must be an array of points, this is {}", value.kind()));
        return None;
    };
    if elements.is_empty() {
        faults.add(path, "a body has at least one point");
        return None;
    }
    let read = |(index, element)| point(element, &format!("{path}[{index}]"), dimension, faults);
    // Every point is read, so that every fault is noted, before the first failure ends it.
    let points: Vec<Option<Point>> = elements.iter().enumerate().map(read).collect();
    points.into_iter().collect()
}

fn point(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Point> {
    let Json::Array(coordinates) = value else {
        faults.add(path, format!("a point is an array of numbers, this is {}", value.kind()));
        return None;
    };
    let mut good = true;
    if let Some(dimension) = dimension.filter(|dimension| coordinates.len() != usize::from(*dimension)) {
        faults.add(path, format!("{dimension} numbers are wanted here (dim), these are {}", coordinates.len()));
        good = false;
    }
    let mut point = [0.0; 3];
    for (index, value) in coordinates.iter().enumerate() {
        match coordinate(value, &format!("{path}[{index}]"), faults) {
            Some(number) if index < 3 => point[index] = number,
            Some(_) => {}
            None => good = false,
        }
    }
    good.then_some(point)
}

fn coordinate(value: &Json, path: &str, faults: &mut Faults) -> Option<f64> {
    match value {
        Json::Number(number) if number.is_finite() => return Some(*number),
        Json::Number(_) => faults.add(path, "number out of range"),
        Json::Whole(whole) => return Some(*whole as f64),
        Json::Text(text) => match hexfloat::parse(text) {
            Ok(number) => return Some(number),
            Err(error) => faults.add(path, format!("{error}, this is {text:?}")),
        },
        other => faults.add(path, format!("must be a number or a hexadecimal float, this is {}", other.kind())),
    }
    None
}
