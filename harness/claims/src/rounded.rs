//! Runs of the roster's variants in any arithmetic, judged.

use std::sync::OnceLock;

use gjk_records::Ruling;
use gjk_variants::{Observer, Plane, Projection, Space, Start, Variant};

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_solvers::{Hulls, PosedCase, Reply, Roster, SolverSpace, ask_variant};
use gjk_truth::answer::Says;
use gjk_truth::judge::{Judgement, TOLERANCE};

/// The families that touch or nearly do.
pub const TOUCHING: [&str; 4] = ["touch-vertex-vertex", "touch-edge-edge", "touch-vertex-face", "boxes-rotated"];

/// The families with separated bodies that nearly touch.
pub const NEAR: [&str; 4] = ["gap", "needle", "sliver", "scale"];

/// The families in the plane that touch or nearly do.
pub const PLANE: [&str; 4] = ["touch-2d", "gap-2d", "boxes-2d", "needle-2d"];

/// The families in space of which distance variants are measured.
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

/// A variant's reply to a case posed in an arithmetic, its judgement, and the truth.
pub fn ask(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<(Reply, Judgement, Class)> {
    let posed = PosedCase::pose(case, arithmetic)?;
    let finding = posed.ask(roster(), TOLERANCE, |entry| entry.about.name == name).into_iter().next()?;
    let (reply, judgement) = finding.outcome?;
    Some((reply, judgement, posed.truth.class()))
}

/// Where a variant says "apart": whether the bodies truly are.
pub fn says_apart(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    let (reply, _, class) = ask(name, arithmetic, case)?;
    (reply.answer?.says == Says::Apart).then_some(class == Class::Separated)
}

/// Where a variant says "intersecting": whether the bodies truly meet.
pub fn says_meet(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    let (reply, _, class) = ask(name, arithmetic, case)?;
    (reply.answer?.says == Says::Intersecting).then_some(class != Class::Separated)
}

/// Whether a variant ends with the right verdict.
pub fn verdict_is_right(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    let (reply, _, class) = ask(name, arithmetic, case)?;
    Some(reply.answer.is_some_and(|answer| (answer.says == Says::Apart) == (class == Class::Separated)))
}

/// Whether a variant of the plane that is in no roster ends with the right verdict on a case of the plane, in floats.
pub fn variant_is_right<V>(variant: V, arithmetic: Arithmetic, case: &Case) -> Option<bool>
where
    V: Variant<Plane<f32>> + Variant<Plane<f64>> + 'static,
{
    let case = case.posed(arithmetic).filter(|case| case.dimension == 2)?;
    let reply = match arithmetic {
        Arithmetic::F32 => {
            let bodies = Hulls::<Plane<f32>>::of(&case)?;
            ask_variant::<Plane<f32>>(variant, &bodies.a, &bodies.b)?
        }
        _ => {
            let bodies = Hulls::<Plane<f64>>::of(&case)?;
            ask_variant::<Plane<f64>>(variant, &bodies.a, &bodies.b)?
        }
    };
    let separated = gjk_truth::truth::Truth::of(&case).class() == Class::Separated;
    Some(reply.answer.is_some_and(|answer| (answer.says == Says::Apart) == separated))
}

/// Whether a variant ends with an answer.
pub fn ends(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    ask(name, arithmetic, case).map(|(_, judgement, _)| judgement.ruling != Ruling::GaveUp)
}

/// Whether a variant neither gives up nor is wrong.
pub fn succeeds(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    ask(name, arithmetic, case).map(|(_, judgement, _)| !judgement.ruling.is_failure())
}

/// Notes whether the last nearest point was the origin.
struct LastPoint {
    is_origin: bool,
}

impl<S: Space> Observer<S> for LastPoint {
    fn projected(&mut self, projection: &Projection<S>) {
        self.is_origin = projection.point == S::zero();
    }
}

/// Where a variant's run ends at P = O: whether the bodies meet.
pub fn zero_means_meet(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    fn is_zero<S: SolverSpace>(name: &str, case: &Case) -> Option<bool> {
        let solver = roster().named(name)?.solver::<S>()?;
        let bodies = Hulls::<S>::of(case)?;
        let mut last = LastPoint { is_origin: false };
        let outcome = solver.explain(&bodies.a, &bodies.b, &Start::Default, &mut last);
        Some(outcome.answer.is_some() && last.is_origin)
    }
    let case = case.posed(arithmetic)?;
    let zero = gjk_solvers::in_space!(case.dimension, arithmetic, S => is_zero::<S>(name, &case))?;
    zero.then(|| gjk_truth::truth::Truth::of(&case).class() != Class::Separated)
}
