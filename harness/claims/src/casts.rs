//! Claims about casts: van den Bergen's ray cast, conservative advancement, and samples of the motion.
//!
//! None of the sources was at hand, so each claim is stated from its description:
//!
//! - G. van den Bergen: Ray casting against general convex objects with application to continuous collision detection (2004), and
//!   Game Physics Pearls (2010), chapter 6: the ray cast terminates at the hit, and its time is a lower bound until then;
//! - B. V. Mirtich: Impulse-based dynamic simulation of rigid body systems (1996), and the casts of engines after it:
//!   conservative advancement is never late;
//! - game engines that sample the motion, or advance to a distance above zero.
//!
//! The claims are about casts of two hulls of points that do not overlap at the start. `docs/casts.md` defines the first contact and
//! the lengths by which an answer is early or late.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_records::{Measure, Ruling};
use gjk_solvers::Reply;
use gjk_truth::answer::Says;
use gjk_truth::exact::Scaled;
use gjk_truth::truth::Time;

use crate::cast_run::{ADVANCEMENT, BISECTION, COMMON, FAMILIES, FLOATS, Run, VAN_DEN_BERGEN, exact, in_floats, time};
use crate::check::Role::*;
use crate::finding::Decision;
use crate::rounded::reply;
use crate::search::Search;

/// The tolerance of van den Bergen's ray cast.
const EPSILON: f64 = 1e-6;
/// The distance at which conservative advancement ends.
const NEAR: f64 = 1e-3;

pub fn terminates(search: &Search) -> Decision {
    let what = "it ends, not later than the first contact, and the distance at the time of a hit is at most 1e-6";
    let mut checks = in_floats(search, (Literal, VAN_DEN_BERGEN, "it ends"), |run| Some(run.ends()));
    checks.push(exact(search, &[0], 20_000).check(Inside, format!("{VAN_DEN_BERGEN} exact: {what}"), |case| {
        let run = Run::of(VAN_DEN_BERGEN, Arithmetic::Exact, case)?;
        Some(run.is_not_late() == Some(true) && run.is_near(EPSILON))
    }));
    let what = "the same loop with a tolerance of zero ends at the first contact itself";
    checks.push(exact(search, &[0], 10_000).check(Repaired, format!("{COMMON} exact: {what}"), |case| {
        Some(Run::of(COMMON, Arithmetic::Exact, case)?.judgement.ruling == Ruling::Right)
    }));
    Decision::new(checks)
        .condition(
            "the arithmetic is exact. In floats the length of v is rounding error near contact, and if that exceeds the tolerance of \
             1e-6 the loop does not end",
        )
        .note("an end without an answer (128 iterations, or a simplex without a nearest face) counts as no end")
}

/// The proof that a plane gives a lower bound.
const LOWER_BOUND: &str = "for a normal n with n·d > 0 and h the least product of n with a point of M, n·(s d) < h for each \
                           s < h/(n·d), so s d is no point of M; and if n·d ≤ 0 and h > 0, no s d is one";

/// Powers of two by which small lattices are multiplied for runs in floats: the greater ones leave an absolute tolerance below the
/// rounding of a coordinate.
fn sizes(arithmetic: Arithmetic) -> &'static [i32] {
    if arithmetic == Arithmetic::F32 { &[0, 3, 6] } else { &[0, 32] }
}

pub fn never_late(search: &Search) -> Decision {
    let what = "an answer is not later than the first contact";
    let within = format!("{what} by more than 64 u·D");
    let mut checks = Vec::new();
    for (role, name) in [(Inside, COMMON), (Literal, VAN_DEN_BERGEN), (Literal, ADVANCEMENT)] {
        let not_late = |arithmetic| move |case: &Case| Run::of(name, arithmetic, case)?.is_not_late();
        let is_exact = Arithmetic::Exact;
        checks.push(exact(search, &[0], 10_000).check(Inside, format!("{name} exact: {what}"), not_late(is_exact)));
        for arithmetic in FLOATS {
            // Broken once in 4,000 to 20,000 samples, if at all.
            let lattices = search.casts(sizes(arithmetic), arithmetic, 40_000);
            let what = format!("{name} in {arithmetic}, small lattices times powers of two: {within}");
            checks.push(lattices.check(role, what, not_late(arithmetic)));
        }
        checks.extend(in_floats(search, (role, name, &within), Run::is_not_late));
        checks.extend(in_floats(search, (Measured, name, "the time of a hit is not late by more than √u·D"), |run| {
            run.time().map(|_| run.judgement.off_by != Some(Measure::Late))
        }));
        checks.extend(in_floats(search, (Measured, name, "the time of a hit is not late at all"), |run| {
            run.time().map(|_| run.judgement.measures[Measure::Late] == Some(0.0))
        }));
    }
    Decision::new(checks)
        .proof(LOWER_BOUND)
        .condition(
            "the arithmetic is exact, or the cast refines short vectors by the normal of a face, as cast-common does. Elsewhere a short \
             vector is rounding error: M reaches beyond the plane across it, so the step is too long, or the motion seems to lead away \
             from the plane, and a hit is called never",
        )
        .note(
            "late is how far A is in B, has gone through it, or is apart from it again: a length, not a time. An answer that bodies which \
             meet do not meet is late. Runs without an answer are left out. In floats every plane is off by its rounding, so a time may \
             be late by as much; certified-cast rounds it down instead",
        )
}

pub fn lands(search: &Search) -> Decision {
    // A contact at the start is not reached by advancing.
    let advanced = |run: &Run| run.truth().start.class() == Class::Separated;
    let is_apart = |run: &Run| run.gap().filter(|_| advanced(run)).map(|gap| !gap.is_zero());
    let what = "the bodies are still apart at the last time at which it asks for their distance";
    let mut checks = vec![exact(search, &[0], 10_000).check(Literal, format!("{ADVANCEMENT} exact: {what}"), |case| {
        is_apart(&Run::of(ADVANCEMENT, Arithmetic::Exact, case)?)
    })];
    checks.extend(in_floats(search, (Literal, ADVANCEMENT, what), is_apart));
    let always = "bodies times 2^30, for which the tolerance is small: the last time of a run that meets is that of contact";
    checks.push(exact(search, &[30], 10_000).check(Measured, format!("{ADVANCEMENT} exact, {always}"), |case| {
        is_apart(&Run::of(ADVANCEMENT, Arithmetic::Exact, case)?).map(|is_apart| !is_apart)
    }));
    let what = "where it reaches contact, the bodies are apart until then, by a plane across the normal of the query before";
    checks.push(exact(search, &[0, 30], 10_000).check(Repaired, format!("{ADVANCEMENT} exact: {what}"), |case| {
        let run = Run::of(ADVANCEMENT, Arithmetic::Exact, case)?;
        is_apart(&run).filter(|is_apart| !is_apart).map(|_| run.is_separated_until() == Some(true))
    }));
    Decision::new(checks).note(
        "at contact the distance is zero and no vector of it has a direction. The step is the distance from the plane of the nearest \
         points, and the plane of a face that is hit leads exactly there: from two unit cubes face to face in one step. A method whose \
         next step needs a normal has to end there with the last one. Bullet's btGjkConvexCast keeps the result of the step before, and \
         misses the hit (docs/casts.md)",
    )
}

/// The samples of the motion by bisection.
const SAMPLES: u8 = 8;

pub fn bisection(search: &Search) -> Decision {
    // Whether a run on bodies that meet reports that they do.
    let finds = |run: &Run| run.meets().then(|| run.time().is_some());
    let what = "bodies that meet are a hit";
    let mut checks = vec![
        exact(search, &[0], 5_000)
            .check(Literal, format!("{BISECTION} exact: {what}"), |case| finds(&Run::of(BISECTION, Arithmetic::Exact, case)?)),
    ];
    let within = format!("{what}, if the sweep of A is in B by more than 64 u·D");
    checks.extend(in_floats(search, (Literal, BISECTION, &within), |run| {
        finds(run).map(|finds| finds || run.judgement.ruling != Ruling::Wrong)
    }));
    let what = "bodies that are in contact for an eighth of the motion, or at its end, are a hit";
    checks.push(exact(search, &[0], 10_000).check(Inside, format!("{BISECTION} exact: {what}"), |case| {
        let run = Run::of(BISECTION, Arithmetic::Exact, case)?;
        let [first, last] = run.contact()?;
        let is_long = last == RBig::ONE || last - first >= RBig::ONE / RBig::from(SAMPLES);
        finds(&run).filter(|_| is_long)
    }));
    Decision::new(checks)
        .condition(
            "the contact lasts at least an eighth of the motion, which is the time between two samples, or the motion ends in it, \
             and the arithmetic is exact",
        )
        .note("eight samples, and eight halvings before the first one in contact. The halvings find no hit that the samples miss")
}

/// Powers of two by which a cast is multiplied. Within them no product of lengths leaves the number range.
fn powers(arithmetic: Arithmetic) -> [i32; 4] {
    if arithmetic == Arithmetic::F32 { [-12, -6, 6, 12] } else { [-160, -80, 80, 160] }
}

/// Whether a variant gives the same verdict and time for a cast and its multiples by powers of two.
fn is_scaled_alike(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    case.cast.filter(|motion| *motion != [0.0; 3])?;
    let answered = |reply: &Reply| {
        let time = time(reply).map(|time| match time {
            Time::Rounded(time) => RBig::try_from(time).ok(),
            Time::Exact(time) => Some(time.clone()),
        });
        (reply.answer.as_ref().map(|answer| answer.says), time)
    };
    let one = answered(&reply(name, arithmetic, case)?);
    let mut all = true;
    for power in powers(arithmetic) {
        let unit = 2.0_f64.powi(power);
        let points = |points: &[Point]| points.iter().map(|point| point.map(|x| unit * x)).collect();
        let scaled = Case {
            cast: case.cast.map(|motion| motion.map(|x| unit * x)),
            ..Case::of_points("scaled", case.dimension, points(case.a.points()), points(case.b.points()))
        };
        all &= answered(&reply(name, arithmetic, &scaled)?) == one;
    }
    Some(all)
}

pub fn scale(search: &Search) -> Decision {
    let check = |role, name: &'static str, arithmetic: Arithmetic| {
        let cases = match arithmetic {
            Arithmetic::Exact => exact(search, &[0], 4_000),
            float => search.families(&FAMILIES, float, 100),
        };
        let [low, .., high] = powers(arithmetic);
        let by = format!("bodies and motion times 2^{low} … 2^{high}");
        let how = if arithmetic == Arithmetic::Exact { "exact".to_owned() } else { format!("in {arithmetic}") };
        let what = format!("{name} {how}, {by}: the verdict and the time are the same, to the bit");
        cases.check(role, what, move |case| is_scaled_alike(name, arithmetic, case))
    };
    let roles = [(Literal, VAN_DEN_BERGEN), (Literal, ADVANCEMENT), (Inside, COMMON)];
    let all = roles.into_iter().flat_map(|(role, name)| {
        [Arithmetic::Exact, Arithmetic::F32, Arithmetic::F64].map(|arithmetic| check(role, name, arithmetic))
    });
    Decision::new(all)
        .condition(
            "the tolerance is relative to the size of the bodies, as in cast-common, and no number leaves the range. With an absolute \
             one (1e-6, 1e-3) the unit of length decides which bodies are a hit, how early, and whether a run ends",
        )
        .note("a run without an answer has neither a verdict nor a time")
}

pub fn box_cast(search: &Search) -> Decision {
    let hits = |run: &Run| run.time().map(|_| run.meets());
    let met = "a hit is of bodies that meet";
    let conservative = "if the bodies meet, or pass at more than 1e-3, the verdict is right, the time not after the contact, and the \
                        distance at it at most 1e-3";
    let is_conservative = |run: &Run| {
        let meets = run.meets();
        let passes = run.truth().swept.gap().low > Scaled::from_f64(NEAR);
        let says = run.says().filter(|_| meets || passes)? == Says::Intersecting;
        Some(run.is_not_late()? && run.is_near(NEAR) && (says == meets || run.judgement.ruling != Ruling::Wrong))
    };
    let of_exact = [10_000, 20_000].map(|count| exact(search, &[-14, -10, -7, 0], count));
    let [literal, inside] = of_exact;
    let mut checks = vec![
        literal.check(Literal, format!("{ADVANCEMENT} exact, times 2^-14 … 1: {met}"), |case| {
            hits(&Run::of(ADVANCEMENT, Arithmetic::Exact, case)?)
        }),
        inside.check(Inside, format!("{ADVANCEMENT} exact, times 2^-14 … 1: {conservative}"), |case| {
            is_conservative(&Run::of(ADVANCEMENT, Arithmetic::Exact, case)?)
        }),
    ];
    let within = format!("{met}, or pass at no more than 64 u·D");
    checks.extend(in_floats(search, (Literal, ADVANCEMENT, &within), |run| {
        run.time().map(|_| run.judgement.ruling != Ruling::Wrong)
    }));
    let within = format!("{conservative}, within 64 u·D");
    checks.extend(in_floats(search, (Literal, ADVANCEMENT, &within), is_conservative));
    Decision::new(checks)
        .condition(
            "the bodies meet, or pass at more than the distance at which the cast ends, and the arithmetic is exact. A body that passes \
             nearer, or starts nearer and moves away, is a hit. In floats a contact by little may be late (cast-never-late)",
        )
        .note(
            "decided on cast-advancement, which ends at a distance of 1e-3 or less. Engines choose a distance and a number of steps of \
             their own (box2d: 5e-3 ± 1.25e-3, 20 steps); a limit of steps is not part of the claim. Runs without an answer are left out",
        )
}
