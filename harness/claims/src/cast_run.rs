//! Runs of the variants that cast a moving body, judged, and the cases that a check poses to them.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_records::{Measure, Ruling};
use gjk_solvers::{PosedCase, Reply};
use gjk_truth::answer::{Numbers, Says};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::{Judgement, TOLERANCE};
use gjk_truth::truth::{CastTruth, First, Time};

use crate::check::{Check, Role};
use crate::rounded::ask_posed;
use crate::search::{Cases, Search};

/// The families of casts, except for those that start in overlap.
pub const FAMILIES: [&str; 13] = [
    "cast-head-on",
    "cast-grazing",
    "cast-just-miss",
    "cast-sliding",
    "cast-gap-start",
    "cast-receding",
    "cast-contact",
    "cast-end",
    "cast-floor",
    "cast-extent",
    "cast-plates",
    "cast-needles",
    "cast-boxes",
];

/// The arithmetics that round. Single precision comes first, since its counterexamples are simpler.
pub const FLOATS: [Arithmetic; 2] = [Arithmetic::F32, Arithmetic::F64];

pub const VAN_DEN_BERGEN: &str = "cast-van-den-bergen";
pub const ADVANCEMENT: &str = "cast-advancement";
pub const BISECTION: &str = "cast-bisection";
/// The ray cast with a relative tolerance, which is zero in exact arithmetic.
pub const COMMON: &str = "cast-common";

/// The run of a variant on a cast, judged.
pub struct Run {
    posed: PosedCase,
    motion: Point,
    reply: Reply,
    pub judgement: Judgement,
}

impl Run {
    /// The run of a variant on a cast that does not start in overlap; `None` for other cases.
    pub fn of(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<Run> {
        let posed = PosedCase::pose(case, arithmetic)?;
        let motion = posed.case.cast.filter(|motion| *motion != [0.0; 3])?;
        posed.truth.cast().filter(|truth| !truth.starts_in_overlap())?;
        let (reply, judgement) = ask_posed(name, &posed)?;
        Some(Run { posed, motion, reply, judgement })
    }

    /// The truth of the cast.
    pub fn truth(&self) -> &CastTruth {
        self.posed.truth.cast().expect("the truth of a cast")
    }

    /// Whether the bodies meet during the motion.
    pub fn meets(&self) -> bool {
        self.posed.truth.class() != Class::Separated
    }

    /// The part of the motion during which the bodies are in contact: its beginning and its end. `None` if they never are.
    pub fn contact(&self) -> Option<[RBig; 2]> {
        let time = |first: &First| match first {
            First::At(time) => Some(time.low.clone()),
            First::Never | First::Undecided => None,
        };
        let case = &self.posed.case;
        let first = time(self.truth().first(case))?;
        // The same motion backwards.
        let back = self.motion.map(|x| 0.0 - x);
        let moved = case.a.points().iter().map(|point| [0, 1, 2].map(|i| point[i] + self.motion[i])).collect();
        let case = Case { cast: Some(back), ..Case::of_points("back", case.dimension, moved, case.b.points().to_vec()) };
        let last = time(CastTruth::of(&case, &back).first(&case))?;
        Some([first, RBig::ONE - last])
    }

    /// The verdict: whether the run reports a hit; `None` without an answer.
    pub fn says(&self) -> Option<Says> {
        Some(self.reply.answer.as_ref()?.says)
    }

    /// Whether the run has an answer.
    pub fn ends(&self) -> bool {
        self.reply.answer.is_some()
    }

    /// The time of a hit; `None` for other answers.
    pub fn time(&self) -> Option<Time<'_>> {
        time(&self.reply)
    }

    /// The distance of the bodies at the time of a hit.
    pub fn gap(&self) -> Option<Scaled> {
        Some(CastTruth::gap_at(&self.posed.case, &self.motion, self.time()?).high)
    }

    /// Whether the distance at the time of a hit is at most a length; in floats, at most 64 u·D more. True for an answer that the
    /// bodies do not meet.
    pub fn is_near(&self, length: f64) -> bool {
        let tolerance = match self.posed.arithmetic {
            Arithmetic::Exact => 0.0,
            float => TOLERANCE * float.unit() * self.posed.truth.size().to_f64(),
        };
        self.gap().is_none_or(|gap| gap <= Scaled::from_f64(length).plus(Scaled::from_f64(tolerance)))
    }

    /// Whether the normal of an exact answer proves that the bodies share no point before its time: A moves along the normal, and a
    /// plane across it separates the bodies at that time. `None` for other answers.
    pub fn is_separated_until(&self) -> Option<bool> {
        let Numbers::Exact(values) = &self.reply.answer.as_ref()?.numbers else { return None };
        let (normal, time) = (values.normal.as_ref()?, values.time.as_ref()?);
        let rate = products(normal, &[self.motion]).next()?;
        let farthest = products(normal, self.posed.case.a.points()).max()? + time * &rate;
        Some(rate > RBig::ZERO && farthest <= products(normal, self.posed.case.b.points()).min()?)
    }

    /// Whether an answer is not later than the first contact; in floats, by no more than the tolerance. An answer that the bodies do
    /// not meet is later than any contact. `None` without an answer.
    pub fn is_not_late(&self) -> Option<bool> {
        let tolerance = if self.posed.arithmetic == Arithmetic::Exact { 0.0 } else { TOLERANCE };
        Some(match self.says()? {
            Says::Apart => self.judgement.ruling != Ruling::Wrong,
            Says::Intersecting => self.judgement.measures[Measure::Late].is_some_and(|late| late <= tolerance),
        })
    }
}

/// The products of a normal with points.
fn products(normal: &[RBig; 3], points: &[Point]) -> impl Iterator<Item = RBig> {
    points.iter().map(move |point| {
        let terms = point.iter().zip(normal).map(|(x, n)| RBig::try_from(*x).expect("a finite coordinate") * n);
        terms.fold(RBig::ZERO, |sum, term| sum + term)
    })
}

/// The time of a hit; `None` for other replies.
pub fn time(reply: &Reply) -> Option<Time<'_>> {
    let answer = reply.answer.as_ref().filter(|answer| answer.says == Says::Intersecting)?;
    match &answer.numbers {
        Numbers::Rounded(values) => values.time.map(Time::Rounded),
        Numbers::Exact(values) => values.time.as_ref().map(Time::Exact),
    }
}

/// Casts of small lattices times powers of two, for runs in exact arithmetic.
pub fn exact<'s>(search: &'s Search, powers: &'s [i32], count: u64) -> Cases<'s> {
    search.casts(powers, Arithmetic::F64, count).exactly()
}

/// The checks of a statement about runs of a variant in floats, on all families.
pub fn in_floats(
    search: &Search,
    (role, name, what): (Role, &str, &str),
    holds: impl Fn(&Run) -> Option<bool> + Sync,
) -> Vec<Check> {
    let check = |arithmetic: Arithmetic| {
        // A rate that is only measured needs no rare break.
        let cases = search.families(&FAMILIES, arithmetic, if role == Role::Measured { 50 } else { 200 });
        cases.check(role, format!("{name} in {arithmetic}: {what}"), |case| holds(&Run::of(name, arithmetic, case)?))
    };
    FLOATS.map(check).into()
}

#[cfg(test)]
mod tests {
    use gjk_cases::family::cast_families;

    use super::*;

    /// The corners of a box in space.
    fn corners(low: Point, high: Point) -> Vec<Point> {
        (0..8).map(|corner| [0, 1, 2].map(|i| if corner >> i & 1 == 0 { low[i] } else { high[i] })).collect()
    }

    /// A unit cube that moves by −4 along x, and a box of this thickness that it reaches after a way of one.
    fn through(thickness: f64) -> Case {
        let (a, b) = (corners([0.0; 3], [1.0; 3]), corners([-1.0 - thickness, 0.0, 0.0], [-1.0, 1.0, 1.0]));
        Case { cast: Some([-4.0, 0.0, 0.0]), ..Case::of_points("through", 3, a, b) }
    }

    #[test]
    fn the_families_are_those_of_casts_that_do_not_start_in_overlap() {
        let families = cast_families();
        let names: Vec<&str> = families.iter().map(|family| family.name()).filter(|name| *name != "cast-overlap").collect();
        assert_eq!(names, FAMILIES);
    }

    #[test]
    fn a_contact_lasts_from_the_first_point_to_the_last() {
        let quarter = |n: u8| RBig::from(n) / RBig::from(4_u8);
        // Until the cube's far side has left the box, or the motion ends.
        for (thickness, end) in [(0.0, quarter(2)), (1.0, quarter(3)), (5.0, RBig::ONE)] {
            let run = Run::of(COMMON, Arithmetic::Exact, &through(thickness)).expect("a cast");
            assert_eq!(run.contact(), Some([quarter(1), end]), "{thickness}");
        }
    }

    #[test]
    fn a_normal_proves_that_the_way_is_free_and_a_late_time_is_refused() {
        for name in [COMMON, VAN_DEN_BERGEN, ADVANCEMENT] {
            let run = Run::of(name, Arithmetic::Exact, &through(1.0)).expect("a cast");
            assert_eq!(
                (run.is_separated_until(), run.is_not_late(), run.is_near(0.0)),
                (Some(true), Some(true), true),
                "{name}"
            );
            let mut late = run;
            let answer = late.reply.answer.as_mut().expect("a hit");
            let Numbers::Exact(values) = &mut answer.numbers else { panic!("exact numbers") };
            values.time = Some(RBig::from(26_u8) / RBig::from(100_u8));
            late.judgement = late.posed.judge(&late.reply, TOLERANCE);
            assert_eq!((late.is_separated_until(), late.is_not_late()), (Some(false), Some(false)), "{name}");
        }
    }

    #[test]
    fn the_distance_at_the_time_of_a_hit_is_compared_with_a_length() {
        // The cube stops at 1/1024 from the box, or at 1/512.
        let end = |gap: f64| Case { cast: Some([gap - 1.0, 0.0, 0.0]), ..through(1.0) };
        let near = |gap: f64| Run::of(ADVANCEMENT, Arithmetic::Exact, &end(gap)).map(|run| (run.time().is_some(), run.meets()));
        assert_eq!([near(0.0), near(1.0 / 512.0)], [Some((true, true)), Some((false, false))]);
        let start =
            Case { cast: Some([1.0, 0.0, 0.0]), ..Case::of_points("start", 2, vec![[1.0 / 1024.0, 0.0, 0.0]], vec![[0.0; 3]]) };
        let run = Run::of(ADVANCEMENT, Arithmetic::Exact, &start).expect("a cast");
        assert!(run.time().is_some() && !run.meets() && run.is_near(1e-3) && !run.is_near(9e-4));
        let gap = run.gap().expect("a hit");
        assert_eq!(gap, Scaled::from_f64(1.0 / 1024.0));
    }

    #[test]
    fn casts_that_start_in_overlap_or_do_not_move_are_left_out() {
        let moved =
            |motion: Point| Case { cast: Some(motion), ..Case::of_points("c", 2, vec![[1.0, 0.0, 0.0]], vec![[0.0; 3]]) };
        assert!(Run::of(COMMON, Arithmetic::F64, &moved([0.0; 3])).is_none());
        assert!(Run::of(COMMON, Arithmetic::F64, &moved([1.0, 0.0, 0.0])).is_some());
        let inside = corners([0.25; 3], [0.5; 3]);
        let overlapping = Case { a: gjk_cases::case::Body::Points(inside), ..through(1.0) };
        let at_rest = Case { b: gjk_cases::case::Body::Points(corners([0.0; 3], [1.0; 3])), ..overlapping };
        assert!(Run::of(COMMON, Arithmetic::F64, &at_rest).is_none());
    }
}
