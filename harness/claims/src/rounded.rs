//! Runs of the roster's variants in any arithmetic, judged.

use std::sync::OnceLock;

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_solvers::{Hulls, PosedCase, Reply, Roster, SolverSpace, ask_variant, replies};
use gjk_truth::judge::{Judgement, TOLERANCE};
use gjk_truth::truth::Truth;
use gjk_variants::{Observer, Plane, Projection, Rational, Solid, Space, Start, Variant};

use crate::pair::CheckedVerdict;

/// The families whose bodies touch or nearly touch.
pub const TOUCHING: [&str; 4] = ["touch-vertex-vertex", "touch-edge-edge", "touch-vertex-face", "boxes-rotated"];

/// The families with separated bodies that nearly touch.
pub const NEAR: [&str; 4] = ["gap", "needle", "sliver", "scale"];

/// The families in the plane whose bodies touch or nearly touch.
pub const PLANE: [&str; 4] = ["touch-2d", "gap-2d", "boxes-2d", "needle-2d"];

/// The families in space on which distance variants are measured.
pub const FAMILIES: [&str; 19] = [
    "generic",
    "deep-overlap",
    "boxes-aligned",
    "boxes-rotated",
    "parallel-edges",
    "touch-vertex-vertex",
    "touch-edge-edge",
    "touch-vertex-face",
    "gap",
    "needle",
    "flat",
    "sliver",
    "coplanar",
    "lower-dimensional",
    "duplicates",
    "near-duplicates",
    "offset",
    "scale-ratio",
    "scale",
];

/// The built-in variants.
pub fn roster() -> &'static Roster {
    static ROSTER: OnceLock<Roster> = OnceLock::new();
    ROSTER.get_or_init(Roster::builtin)
}

/// A variant's reply to a case posed in an arithmetic, without the truth; `None` if it is not applicable.
pub fn reply(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<Reply> {
    let case = case.posed(arithmetic)?;
    replies(&case, arithmetic, &[roster().named(name)?]).pop()?
}

/// A variant's reply to a posed case, and its judgement; `None` if it is not applicable.
pub fn ask_posed(name: &str, posed: &PosedCase) -> Option<(Reply, Judgement)> {
    posed.ask(roster(), TOLERANCE, |entry| entry.about.name == name).into_iter().next()?.outcome
}

/// A variant's reply to a case posed in an arithmetic, its judgement, and the truth.
pub fn ask(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<(Reply, Judgement, Class)> {
    let posed = PosedCase::pose(case, arithmetic)?;
    let (reply, judgement) = ask_posed(name, &posed)?;
    Some((reply, judgement, posed.truth.class()))
}

/// A variant's verdict, and the truth.
pub fn judge(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<CheckedVerdict> {
    ask(name, arithmetic, case).map(|(reply, _, class)| CheckedVerdict::of(reply.answer.map(|answer| answer.says), class))
}

/// Whether a variant ends with the right verdict.
pub fn verdict_is_right(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    judge(name, arithmetic, case).map(CheckedVerdict::is_right)
}

/// Whether a plane variant that is in no roster ends with the right verdict on a case in the plane, in floats.
pub fn variant_is_right<V>(variant: V, arithmetic: Arithmetic, case: &Case) -> Option<bool>
where
    V: Variant<Plane<f32>> + Variant<Plane<f64>> + 'static,
{
    fn reply<S: SolverSpace>(variant: impl Variant<S> + 'static, case: &Case) -> Option<Reply> {
        let bodies = Hulls::<S>::of(case)?;
        ask_variant(variant, &bodies.a, &bodies.b)
    }
    let case = case.posed(arithmetic).filter(|case| case.dimension == 2)?;
    let reply = match arithmetic {
        Arithmetic::F32 => reply::<Plane<f32>>(variant, &case),
        _ => reply::<Plane<f64>>(variant, &case),
    }?;
    Some(CheckedVerdict::of(reply.answer.map(|answer| answer.says), Truth::of(&case).class()).is_right())
}

/// Whether a variant's answer is not a failure: it is neither missing, wrong nor off.
pub fn succeeds(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    ask(name, arithmetic, case).map(|(_, judgement, _)| !judgement.ruling.is_failure())
}

/// Runs a variant on a case with an observer: whether it ends with an answer, and the case in the numbers of the arithmetic.
/// `None` if it is not applicable.
pub fn watch<O>(name: &str, arithmetic: Arithmetic, case: &Case, observer: &mut O) -> Option<(bool, Case)>
where
    O: Observer<Plane<f32>> + Observer<Plane<f64>> + Observer<Plane<Rational>>,
    O: Observer<Solid<f32>> + Observer<Solid<f64>> + Observer<Solid<Rational>>,
{
    fn run<S: SolverSpace>(name: &str, case: &Case, observer: &mut dyn Observer<S>) -> Option<bool> {
        let solver = roster().named(name)?.solver::<S>()?;
        let bodies = Hulls::<S>::of(case)?;
        Some(solver.explain(&bodies.a, &bodies.b, &Start::Default, observer).answer.is_some())
    }
    let case = case.posed(arithmetic)?;
    let ends = gjk_solvers::in_space!(case.dimension, arithmetic, S => run::<S>(name, &case, observer))?;
    Some((ends, case))
}

/// Records whether the last nearest point was the origin.
struct LastPoint {
    is_origin: bool,
}

impl<S: Space> Observer<S> for LastPoint {
    fn projected(&mut self, projection: &Projection<S>) {
        self.is_origin = projection.point == S::zero();
    }
}

/// For a run of a variant that ends at P = O: whether the bodies meet.
pub fn zero_means_meet(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    let mut last = LastPoint { is_origin: false };
    let (ends, case) = watch(name, arithmetic, case, &mut last)?;
    (ends && last.is_origin).then(|| Truth::of(&case).class() != Class::Separated)
}
