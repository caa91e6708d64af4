//! The library for C that `gjk_certified.h` declares: flat arrays in, an error code and a struct out. The header documents
//! everything; this file only passes questions on.
//!
//! No function keeps a pointer, except for a workspace, and there is no state outside of workspaces. A panic would end in
//! [`INTERNAL`].

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gjk_certified::{Apart, Depth, Distance, NoBody, Number, Overlap, Pairs, Points, Stage, Start, Workspace};

/// The output is written.
pub const OK: c_int = 0;
/// A pointer is null.
pub const NULL: c_int = 1;
/// The dimension is neither 2 nor 3.
pub const DIMENSION: c_int = 2;
/// A body has no point.
pub const NO_POINTS: c_int = 3;
/// A body has too many points.
pub const TOO_MANY: c_int = 4;
/// A coordinate is infinite or not a number.
pub const NOT_FINITE: c_int = 5;
/// A limit is negative, infinite or not a number.
pub const BAD_LIMIT: c_int = 6;
/// A panic.
pub const INTERNAL: c_int = 7;

/// The answer about a distance.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct OfDistance<T> {
    meets: u32,
    by_integers: u32,
    corners: u32,
    simplex: [[u32; 2]; 4],
    distance: T,
    bounds: [T; 2],
    on_a: [T; 3],
    on_b: [T; 3],
    axis: [T; 3],
    weights: [f64; 3],
}

/// The answer about a depth.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct OfDepth<T> {
    meets: u32,
    by_integers: u32,
    corners: u32,
    simplex: [[u32; 2]; 4],
    depth: T,
    distance: T,
    bounds: [T; 2],
    translation: [T; 3],
    normal: [T; 3],
    on_a: [T; 3],
    on_b: [T; 3],
    weights: [f64; 3],
}

/// The number of points of a simplex, and the points.
fn named(simplex: &Pairs) -> (u32, [[u32; 2]; 4]) {
    let pairs = simplex.as_slice();
    (pairs.len() as u32, std::array::from_fn(|i| pairs.get(i).map_or([0; 2], |&(of_a, of_b)| [of_a, of_b])))
}

fn in_space<T: Number, const D: usize>(v: [T; D]) -> [T; 3] {
    std::array::from_fn(|k| v.get(k).copied().unwrap_or_default())
}

impl<T: Number> OfDistance<T> {
    fn apart<const D: usize>(apart: &Apart<T, D>) -> Self {
        let (corners, simplex) = named(&apart.simplex);
        OfDistance {
            meets: 0,
            by_integers: u32::from(apart.stage == Stage::Integers),
            corners,
            simplex,
            distance: apart.distance,
            bounds: apart.bounds().map(T::nearest),
            on_a: in_space(apart.on_a),
            on_b: in_space(apart.on_b),
            axis: in_space(apart.axis),
            weights: apart.weights,
        }
    }

    fn of<const D: usize>(distance: &Distance<T, D>) -> Self {
        match distance {
            Distance::Apart(apart) => Self::apart(apart),
            Distance::Meets(meets) => {
                let (corners, simplex) = named(&meets.simplex);
                let by_integers = u32::from(meets.stage == Stage::Integers);
                OfDistance { meets: 1, by_integers, corners, simplex, ..Self::default() }
            }
        }
    }
}

impl<T: Number> OfDepth<T> {
    fn apart<const D: usize>(apart: &Apart<T, D>) -> Self {
        let OfDistance { meets, by_integers, corners, simplex, distance, bounds, on_a, on_b, axis, weights } =
            OfDistance::apart(apart);
        OfDepth { meets, by_integers, corners, simplex, distance, bounds, normal: axis, on_a, on_b, weights, ..Self::default() }
    }

    fn overlaps<const D: usize>(overlap: &Overlap<T, D>) -> Self {
        let (corners, simplex) = named(&overlap.simplex);
        OfDepth {
            meets: 1,
            by_integers: u32::from(overlap.stage == Stage::Integers),
            corners,
            simplex,
            depth: overlap.depth,
            distance: T::default(),
            bounds: overlap.bounds().map(T::nearest),
            translation: in_space(overlap.translation),
            normal: in_space(overlap.normal),
            on_a: in_space(overlap.on_a),
            on_b: in_space(overlap.on_b),
            weights: overlap.weights,
        }
    }
}

/// The points of a body, or an error code.
///
/// # Safety
/// If `points` is not null, it points to `D * count` numbers, which stay as they are for the lifetime 'a.
unsafe fn points<'a, T: Number, const D: usize>(points: *const T, count: usize) -> Result<Points<'a, T, D>, c_int> {
    if count == 0 {
        return Err(NO_POINTS);
    }
    if points.is_null() {
        return Err(NULL);
    }
    if count > isize::MAX as usize / size_of::<[T; D]>() {
        return Err(TOO_MANY);
    }
    // SAFETY: the pointer is not null, and the caller promises the numbers. An array of D numbers has their alignment and no
    // padding. The length in bytes is at most `isize::MAX`.
    let points = unsafe { std::slice::from_raw_parts(points.cast::<[T; D]>(), count) };
    Points::new(points).map_err(|error| match error {
        NoBody::Empty => NO_POINTS,
        NoBody::TooMany => TOO_MANY,
        NoBody::NotFinite { .. } => NOT_FINITE,
        _ => INTERNAL,
    })
}

/// The arguments of a question: dimension, and for each body its points and their number.
type Bodies<T> = (c_int, [(*const T, usize); 2]);

/// A question about two bodies, in either space.
trait Question<T: Number> {
    type Answer;
    fn answer<const D: usize>(self, a: &Points<T, D>, b: &Points<T, D>) -> Self::Answer;
}

/// Asks a question, and writes its answer unless there is an error.
///
/// # Safety
/// The pointers to points are null or point to as many numbers as the dimension and the counts say. `answer` is null or may be
/// written.
unsafe fn ask<T: Number, Q: Question<T>>((dimension, bodies): Bodies<T>, question: Q, answer: *mut Q::Answer) -> c_int {
    unsafe fn in_space<T: Number, Q: Question<T>, const D: usize>(
        [(a, count_a), (b, count_b)]: [(*const T, usize); 2],
        question: Q,
    ) -> Result<Q::Answer, c_int> {
        // SAFETY: promised by the caller. The points are used only within this call.
        let (a, b) = unsafe { (points::<T, D>(a, count_a)?, points::<T, D>(b, count_b)?) };
        Ok(question.answer(&a, &b))
    }
    if answer.is_null() {
        return NULL;
    }
    let asked = catch_unwind(AssertUnwindSafe(|| match dimension {
        // SAFETY: promised by the caller of `ask`.
        2 => unsafe { in_space::<T, Q, 2>(bodies, question) },
        // SAFETY: promised by the caller of `ask`.
        3 => unsafe { in_space::<T, Q, 3>(bodies, question) },
        _ => Err(DIMENSION),
    }));
    match asked {
        Ok(Ok(found)) => {
            // SAFETY: it is not null, and the caller promises that it may be written.
            unsafe { answer.write(found) };
            OK
        }
        Ok(Err(code)) => code,
        Err(_) => INTERNAL,
    }
}

struct Meets;

impl<T: Number> Question<T> for Meets {
    type Answer = c_int;
    fn answer<const D: usize>(self, a: &Points<T, D>, b: &Points<T, D>) -> c_int {
        c_int::from(gjk_certified::verdict_of(a, b, &Start::Centers, &mut ()).meets())
    }
}

struct IsWithin<T>(T);

impl<T: Number> Question<T> for IsWithin<T> {
    type Answer = c_int;
    fn answer<const D: usize>(self, a: &Points<T, D>, b: &Points<T, D>) -> c_int {
        let radii = [self.0, T::default()];
        c_int::from(gjk_certified::rounded_verdict_of(a, b, radii, &Start::Centers, &mut ()).meets())
    }
}

struct HowFar;

impl<T: Number> Question<T> for HowFar {
    type Answer = OfDistance<T>;
    fn answer<const D: usize>(self, a: &Points<T, D>, b: &Points<T, D>) -> OfDistance<T> {
        OfDistance::of(&gjk_certified::distance_of(a, b, &Start::Centers, &mut ()))
    }
}

struct HowDeep<'a>(Option<&'a mut Workspace>);

impl<T: Number> Question<T> for HowDeep<'_> {
    type Answer = OfDepth<T>;
    fn answer<const D: usize>(self, a: &Points<T, D>, b: &Points<T, D>) -> OfDepth<T> {
        let mut own = Workspace::default();
        match gjk_certified::depth_of(a, b, &Start::Centers, self.0.unwrap_or(&mut own), &mut ()) {
            Depth::Apart(apart) => OfDepth::apart(&apart),
            Depth::Overlaps(overlap) => OfDepth::overlaps(&overlap),
        }
    }
}

/// The functions for a scalar.
macro_rules! functions {
    ($scalar:ty, $meets:ident, $is_within:ident, $distance:ident, $depth:ident) => {
        /// Whether the bodies meet.
        ///
        /// # Safety
        /// The pointers are null or point to what the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $meets(
            dimension: c_int,
            a: *const $scalar,
            count_a: usize,
            b: *const $scalar,
            count_b: usize,
            meets: *mut c_int,
        ) -> c_int {
            // SAFETY: promised by the caller.
            unsafe { ask((dimension, [(a, count_a), (b, count_b)]), Meets, meets) }
        }

        /// Whether the distance is at most a limit.
        ///
        /// # Safety
        /// The pointers are null or point to what the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $is_within(
            dimension: c_int,
            a: *const $scalar,
            count_a: usize,
            b: *const $scalar,
            count_b: usize,
            limit: $scalar,
            is_within: *mut c_int,
        ) -> c_int {
            if !(0.0..=<$scalar>::MAX).contains(&limit) {
                return BAD_LIMIT;
            }
            // SAFETY: promised by the caller.
            unsafe { ask((dimension, [(a, count_a), (b, count_b)]), IsWithin(limit), is_within) }
        }

        /// The distance.
        ///
        /// # Safety
        /// The pointers are null or point to what the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $distance(
            dimension: c_int,
            a: *const $scalar,
            count_a: usize,
            b: *const $scalar,
            count_b: usize,
            distance: *mut OfDistance<$scalar>,
        ) -> c_int {
            // SAFETY: promised by the caller.
            unsafe { ask((dimension, [(a, count_a), (b, count_b)]), HowFar, distance) }
        }

        /// The depth of an overlap, or the distance.
        ///
        /// # Safety
        /// The pointers are null or point to what the header says. No other thread uses the workspace.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $depth(
            dimension: c_int,
            a: *const $scalar,
            count_a: usize,
            b: *const $scalar,
            count_b: usize,
            workspace: *mut Workspace,
            depth: *mut OfDepth<$scalar>,
        ) -> c_int {
            // SAFETY: a workspace that is not null comes from `gjk_certified_workspace_create`, was not freed, and is used by
            // this call alone.
            let workspace = unsafe { workspace.as_mut() };
            // SAFETY: promised by the caller.
            unsafe { ask((dimension, [(a, count_a), (b, count_b)]), HowDeep(workspace), depth) }
        }
    };
}

functions!(f64, gjk_certified_meets_f64, gjk_certified_is_within_f64, gjk_certified_distance_f64, gjk_certified_depth_f64);
functions!(f32, gjk_certified_meets_f32, gjk_certified_is_within_f32, gjk_certified_distance_f32, gjk_certified_depth_f32);

/// Memory for depths.
#[unsafe(no_mangle)]
pub extern "C" fn gjk_certified_workspace_create() -> *mut Workspace {
    Box::into_raw(Box::default())
}

/// Frees the memory.
///
/// # Safety
/// The workspace is null, or comes from [`gjk_certified_workspace_create`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gjk_certified_workspace_free(workspace: *mut Workspace) {
    if !workspace.is_null() {
        // SAFETY: the caller promises that the pointer comes from `Box::into_raw`, and is freed once.
        drop(unsafe { Box::from_raw(workspace) });
    }
}

/// Whether the arithmetic of this thread is that which the promises need.
#[unsafe(no_mangle)]
pub extern "C" fn gjk_certified_rounds_to_nearest() -> c_int {
    c_int::from(gjk_certified::rounds_to_nearest())
}
