//! A GJK in a shared library, with the interface of `adapters/library/gjk.h`.
//!
//! The library is loaded by a separate process: this program again, started with [`SERVE`]. So a crash costs the answer to one
//! case, and an endless loop runs into a time limit, as with every [program](crate::Program). A case travels between the two
//! processes as a frame of bytes, and so does an answer: text would take longer than the query.
//!
//! # Frames
//! Numbers are in the byte order of the machine.
//!
//! A case consists of the dimension and the bits of the scalar (`u32`), the numbers of points of A and of B (`u64`), the start
//! (three `f64`), the radii, the normal and offset of a half-space, the translation of A in a cast, and the points. Cases may be kept, to be asked about
//! repeatedly and timed by the clock of that process.
//!
//! An answer consists of the return value of the function (`i32`) and the struct `gjk_answer`.

mod serve;

use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::format::{Answer, NoAnswer, Penetration};

pub use serve::{serve, served};

/// The argument with which this program is started to load a library.
///
/// The library's file follows.
pub const SERVE: &str = "--serve-library";

/// The beginning of the first line of a process that could not load its library.
pub(crate) const CANNOT: &str = "error: ";

/// Flag that is added to the dimension of a case: the case is answered, and also kept to be timed.
const KEPT: u32 = 1 << 8;
/// Value in place of a dimension: the kept cases are asked about again, as many times as the first number of the start says,
/// and the distance of the answer is the time that this took, in seconds.
const TIMED: u32 = 1 << 9;

/// The frame that asks for this number of passes over the kept cases.
pub(crate) fn passes(count: usize) -> Vec<u8> {
    let mut frame = vec![0; HEAD];
    frame[..4].copy_from_slice(&TIMED.to_ne_bytes());
    frame[24..32].copy_from_slice(&(count as f64).to_ne_bytes());
    frame
}

/// The frame that keeps a case, made from the frame of the case.
pub(crate) fn keeping_frame(mut question: Vec<u8>) -> Vec<u8> {
    let dimension = u32::from_ne_bytes(std::array::from_fn(|i| question[i]));
    question[..4].copy_from_slice(&(dimension | KEPT).to_ne_bytes());
    question
}

/// The seconds in the answer to [`passes`]; `None` if it states none.
pub(crate) fn seconds(frame: &[u8]) -> Option<f64> {
    let place = FRAME - REALS * size_of::<f64>();
    let seconds = f64::from_ne_bytes(frame.get(place..place + 8)?.try_into().ok()?);
    (seconds.is_finite() && seconds >= 0.0).then_some(seconds)
}

/// The version of the interface.
const ABI: u32 = 1;

/// The return values of the function.
const ANSWERED: i32 = 0;
const NO_ANSWER: i32 = 1;
const OTHER_ABI: i32 = 2;

/// `struct gjk_query`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Query {
    abi: u32,
    size: u32,
    dimension: u32,
    precision: u32,
    count_a: u64,
    count_b: u64,
    a: *const Point,
    b: *const Point,
    start: Point,
    radii: [f64; 2],
    halfspace: [f64; 4],
    motion: Point,
}

/// `struct gjk_answer`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct RawAnswer {
    abi: u32,
    size: u32,
    meets: u32,
    corners: u32,
    distance: f64,
    depth: f64,
    on_a: Point,
    on_b: Point,
    axis: Point,
    simplex: [[u32; 2]; 4],
    time: f64,
}

impl RawAnswer {
    /// The answer before the call, with no field filled in: its `meets` is not the number of a verdict.
    const NOTHING: RawAnswer = RawAnswer {
        abi: ABI,
        size: size_of::<RawAnswer>() as u32,
        meets: u32::MAX,
        corners: 0,
        distance: f64::NAN,
        depth: f64::NAN,
        on_a: [f64::NAN; 3],
        on_b: [f64::NAN; 3],
        axis: [f64::NAN; 3],
        simplex: [[0; 2]; 4],
        time: f64::NAN,
    };

    /// The bytes of the function's return value and of all fields.
    fn frame(&self, status: i32) -> Vec<u8> {
        let integers = [status.cast_unsigned(), self.meets, self.corners].into_iter().chain(self.simplex.into_iter().flatten());
        let reals = [self.distance, self.depth].into_iter().chain([self.on_a, self.on_b, self.axis].into_iter().flatten());
        let reals = reals.chain([self.time]);
        integers.flat_map(u32::to_ne_bytes).chain(reals.flat_map(f64::to_ne_bytes)).collect()
    }
}

/// The bytes of a case before its points.
const HEAD: usize = 120;
/// The number of integers and of reals of an answer.
const INTEGERS: usize = 11;
const REALS: usize = 12;
/// The bytes of an answer.
pub(crate) const FRAME: usize = INTEGERS * size_of::<u32>() + REALS * size_of::<f64>();

/// The points of a body (none for a half-space) and its radius; `None` for other bodies.
fn core(body: &Body) -> Option<(&[Point], f64)> {
    match body {
        Body::Points(points) => Some((points, 0.0)),
        Body::Rounded { points, radius } => Some((points, *radius)),
        Body::Halfspace { .. } => Some((&[], 0.0)),
        Body::Curved(_) | Body::Union(_) => None,
    }
}

/// The frame of a case; `None` if a body is curved or a union.
pub(crate) fn question(case: &Case, arithmetic: Arithmetic) -> Option<Vec<u8>> {
    let ((a, radius_a), (b, radius_b)) = (core(&case.a)?, core(&case.b)?);
    let bits: u32 = if arithmetic == Arithmetic::F32 { 32 } else { 64 };
    let mut frame = Vec::with_capacity(HEAD + 24 * (a.len() + b.len()));
    for number in [u32::from(case.dimension), bits] {
        frame.extend_from_slice(&number.to_ne_bytes());
    }
    for points in [a, b] {
        frame.extend_from_slice(&(points.len() as u64).to_ne_bytes());
    }
    let ([nx, ny, nz], offset) = match case.b {
        Body::Halfspace { normal, offset } => (normal, offset),
        _ => ([0.0; 3], 0.0),
    };
    // The direction into a half-space is against its normal.
    let start = if b.is_empty() { [-nx, -ny, -nz] } else { start(a, b) };
    let motion = case.cast.unwrap_or_default();
    let others = [radius_a, radius_b, nx, ny, nz, offset];
    let head = start.iter().chain(&others).chain(&motion);
    for number in head.chain([a, b].into_iter().flatten().flatten()) {
        frame.extend_from_slice(&number.to_ne_bytes());
    }
    Some(frame)
}

/// The direction from the centre of A to that of B; the first axis if the centres are equal or their difference is beyond the
/// range.
fn start(a: &[Point], b: &[Point]) -> Point {
    let center = |points: &[Point]| -> Point {
        let share = 1.0 / points.len() as f64;
        std::array::from_fn(|axis| points.iter().map(|point| point[axis] * share).sum())
    };
    let (from, to) = (center(a), center(b));
    let direction: Point = std::array::from_fn(|axis| to[axis] - from[axis]);
    let is_one = direction.iter().all(|x| x.is_finite()) && direction != [0.0; 3];
    if is_one { direction } else { [1.0, 0.0, 0.0] }
}

/// The answer in a frame of bytes; an error if the frame holds no valid answer.
pub(crate) fn answer(frame: &[u8], case: &Case) -> Result<Answer, String> {
    let (integers, reals) = frame.split_at(FRAME - REALS * size_of::<f64>());
    let mut integers = integers.as_chunks::<4>().0.iter().map(|bytes| u32::from_ne_bytes(*bytes));
    let mut reals = reals.as_chunks::<8>().0.iter().map(|bytes| f64::from_ne_bytes(*bytes));
    let mut integer = || integers.next().unwrap_or_default();
    let (status, meets, corners) = (integer().cast_signed(), integer(), integer());
    let simplex: [[u32; 2]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| integer()));
    let mut real = || reals.next().unwrap_or(f64::NAN);
    let (distance, depth) = (real(), real());
    let [on_a, on_b, axis]: [Point; 3] = std::array::from_fn(|_| std::array::from_fn(|_| real()));
    let time = real();
    match status {
        ANSWERED => {}
        NO_ANSWER => return Ok(Answer { stop: Some(NoAnswer::Refused(None)), ..Answer::default() }),
        OTHER_ABI => return Err(format!("the function returned GJK_OTHER_ABI: this program asks by version {ABI}")),
        other => return Err(format!("the function returned {other}, which is not 0 (GJK_ANSWERED), 1 or 2")),
    }
    let meets = match meets {
        0 => false,
        1 => true,
        u32::MAX => return Err("`meets` is not filled in".to_owned()),
        other => return Err(format!("`meets` is {other}, which is neither 0 nor 1")),
    };
    if corners > 4 {
        return Err(format!("`corners` is {corners}; a simplex has at most 4"));
    }
    // A half-space has no points to name.
    let is_halfspace = matches!(case.b, Body::Halfspace { .. });
    let simplex = if is_halfspace { &[] } else { &simplex[..corners as usize] };
    for (side, body, name) in [(0, &case.a, "A"), (1, &case.b, "B")] {
        let Some((points, _)) = core(body) else { continue };
        if let Some(corner) = simplex.iter().find(|corner| corner[side] as usize >= points.len()) {
            return Err(format!("`simplex` names point {} of {name}, which has {}", corner[side], points.len()));
        }
    }
    // A field that is not filled in is NaN; a vector with only some coordinates filled in is one that is not a number.
    let length = |length: f64| if length.is_nan() { None } else { Some(length) };
    let vector = |[x, y, z]: Point| {
        // In the plane the third coordinate may be left as it was.
        let z = if case.dimension == 2 && !(x.is_nan() || y.is_nan()) && z.is_nan() { 0.0 } else { z };
        if [x, y, z].iter().all(|x| x.is_nan()) { None } else { Some([x, y, z]) }
    };
    let axis = vector(axis);
    let answer = Answer {
        meets: Some(meets),
        distance: length(distance),
        on_a: vector(on_a),
        on_b: vector(on_b),
        axis: axis.filter(|_| !meets),
        penetration: if meets {
            Penetration { depth: length(depth), normal: axis, translation: None }
        } else {
            Penetration::default()
        },
        time: length(time).filter(|_| meets && case.cast.is_some()),
        simplex: simplex.to_vec(),
        ..Answer::default()
    };
    answer.problem().map_or(Ok(answer), Err)
}

#[cfg(test)]
mod tests;
