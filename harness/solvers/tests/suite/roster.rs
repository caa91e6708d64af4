//! The roster: every variant states what it is, runs where it says that it does, and a user's own variant takes one more line.

use std::collections::HashSet;

use crate::common::{PINNED, case};
use gjk_cases::case::{Arithmetic, Case};
use gjk_records::Ruling;
use gjk_solvers::{Climbable, Climbing, Hulls, PosedCase, Roster, ask, from_centres};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::{
    About, Observer, Outcome, Pairs, Plane, Promise, Solid, Space, Start, Stop, SupportMap, Variant, Verdict, Vertex,
};
use nalgebra::{Vector2, Vector3};

/// Two points at distance five, in the plane and in space.
fn apart(dimension: u8) -> Case {
    case(dimension, vec![[1.0, 2.0, 0.0]], vec![[4.0, -2.0, 0.0]])
}

/// The two points in every space that variants run in.
fn apart_everywhere() -> impl Iterator<Item = PosedCase> {
    let posed = |dimension, arithmetic| PosedCase::pose(&apart(dimension), arithmetic).expect("nothing overflows");
    [2, 3].into_iter().flat_map(move |dimension| Arithmetic::ALL.map(|arithmetic| posed(dimension, arithmetic)))
}

#[test]
fn every_entry_has_a_title_and_citation() {
    let roster = Roster::builtin();
    let mut names = HashSet::new();
    for variant in roster.entries() {
        let About { name, title, citation, .. } = variant.about;
        assert!(names.insert(name), "{name} comes twice");
        let words = name
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert!(words, "{name:?} is not made of small letters, digits and hyphens between them");
        assert!(!title.trim().is_empty() && title != name, "{name} has no title");
        assert!(citation.len() >= 10 && citation.contains(' '), "{name} has no citation");
        assert_eq!(roster.named(name).map(|found| found.about.name), Some(name));
    }
    assert!(roster.named("no-such-variant").is_none());
}

#[test]
fn the_variants_whose_rulings_are_pinned_run_everywhere() {
    let roster = Roster::builtin();
    for name in PINNED {
        let variant = roster.named(name).expect("a variant of the roster");
        let distance = ["least-squares", "johnson", "ericson"].contains(&name);
        assert_eq!(variant.about.promise, if distance { Promise::Distance } else { Promise::Verdict });
        for dimension in [2, 3] {
            assert!(Arithmetic::ALL.into_iter().all(|arithmetic| variant.applies(dimension, arithmetic)), "{name}");
        }
    }
}

#[test]
fn an_entry_is_asked_where_it_applies() {
    let mut roster = Roster::builtin();
    roster.add_in::<Solid<f64>>(Everything);
    for posed in apart_everywhere() {
        let findings = posed.ask(&roster, TOLERANCE, |_| true);
        assert_eq!(findings.len(), roster.entries().iter().filter(|entry| entry.answers_about(&posed.case)).count());
        for finding in findings {
            let applies = finding.variant.applies(posed.case.dimension, posed.arithmetic);
            assert_eq!(finding.outcome.is_some(), applies, "{:?}", finding.variant);
            let record = posed.record(&finding, "family", None, None);
            assert_eq!(record.ruling == Ruling::NotApplicable, finding.outcome.is_none());
            assert_eq!(record.variant, finding.variant.about.name);
        }
    }
    let chosen = PosedCase::pose(&apart(3), Arithmetic::F64).expect("nothing overflows");
    let findings = chosen.ask(&roster, TOLERANCE, |variant| variant.about.name == "johnson");
    assert_eq!(findings.iter().map(|finding| finding.variant.about.name).collect::<Vec<_>>(), ["johnson"]);
}

/// A variant that says that any two bodies meet, with the first support point as its evidence.
#[derive(Clone, Copy)]
struct Everything;

impl<S: Space> Variant<S> for Everything {
    type Answer = Verdict<S>;

    fn about(&self) -> About {
        About { name: "everything", title: "everything meets", citation: "made up for this test", promise: Promise::Verdict }
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        _start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Verdict<S>> {
        let direction = S::unit(0);
        let vertex: Vertex<S> = Vertex::new(&a.support(&direction, None), &b.support(&S::negated(&direction), None));
        observer.support(&direction, &vertex.point);
        let simplex = Pairs::new([vertex.names()]);
        Outcome::answered(Stop::Converged, 1, Verdict::Intersecting { simplex })
    }
}

#[test]
fn a_variant_of_ones_own_is_judged_like_any_other() {
    let mut roster = Roster::default();
    roster.add(Everything);
    assert_eq!(roster.entries().len(), 1);
    for posed in apart_everywhere() {
        let findings = posed.ask(&roster, TOLERANCE, |_| true);
        let (reply, judgement) = findings[0].outcome.as_ref().expect("it runs everywhere");
        assert_eq!((reply.stop, reply.iterations, reply.supports), (Some(Stop::Converged), 1, 1));
        assert_eq!((judgement.ruling, judgement.certified), (Ruling::Wrong, Some(false)));
        // The distance is five, D four; a unit is u·D, or D in exact arithmetic.
        let margin = judgement.margin.expect("a false verdict has a margin");
        assert!((margin * posed.arithmetic.unit() - 1.25).abs() < 1e-15, "{margin:e}");
        assert_eq!((judgement.error, judgement.axis_overlap), (None, None));
    }
    let point = PosedCase::pose(&case(3, vec![[1.0; 3]], vec![[1.0; 3]]), Arithmetic::F64).expect("nothing overflows");
    let findings = point.ask(&roster, TOLERANCE, |_| true);
    let (_, judgement) = findings[0].outcome.as_ref().expect("it runs everywhere");
    assert_eq!((judgement.ruling, judgement.certified), (Ruling::Right, Some(true)));
}

#[test]
fn a_later_variant_replaces_an_earlier_one_of_the_same_name() {
    let mut roster = Roster::default();
    roster.add_in::<Solid<f32>>(Everything);
    roster.add_in::<Solid<f64>>(Everything);
    roster.add_in::<Solid<f64>>(Everything);
    assert_eq!(roster.entries().len(), 1);
    let variant = roster.named("everything").expect("it was added");
    let applies = |dimension, arithmetic| variant.applies(dimension, arithmetic);
    assert!(applies(3, Arithmetic::F32) && applies(3, Arithmetic::F64) && !applies(3, Arithmetic::Exact));
    assert!(Arithmetic::ALL.into_iter().all(|arithmetic| !applies(2, arithmetic)));
}

/// Two hulls whose centres are (1, 1, 0) and (4, −2, 5).
fn pair() -> Case {
    case(3, vec![[0.0; 3], [2.0, 2.0, 0.0]], vec![[4.0, -2.0, 4.0], [4.0, -2.0, 6.0]])
}

#[test]
fn a_start_from_the_centres_goes_from_that_of_a_to_that_of_b() {
    let hulls = Hulls::<Solid<f64>>::of(&pair()).expect("hulls of points");
    let along = |x: f64| Start::Direction(Vector3::new(3.0 * x, -3.0 * x, 5.0 * x));
    assert_eq!(from_centres(&hulls.a, &hulls.b), along(1.0));
    assert_eq!(from_centres(&hulls.b, &hulls.a), along(-1.0));
    assert_eq!(from_centres(&hulls.a, &hulls.a), Start::Default);
    // In the plane the third coordinate is ignored.
    let flat = Hulls::<Plane<f32>>::of(&case(2, vec![[1.0, 1.0, 0.0]], vec![[1.0, 3.0, 0.0]])).expect("hulls of points");
    assert_eq!(from_centres(&flat.a, &flat.b), Start::Direction(Vector2::new(0.0, 2.0)));
}

#[test]
fn an_entry_from_the_centres_is_asked_from_there_and_is_otherwise_the_same() {
    let mut roster = Roster::builtin();
    let count = roster.entries().len();
    for name in ["muratori-from-centres", "muratori-from-centres", "no-such-variant-from-centres", "muratori", "johnson"] {
        roster.take_in_derived(name);
    }
    assert_eq!(roster.entries().len(), count + 1);
    let [own, derived] = ["muratori", "muratori-from-centres"].map(|name| roster.named(name).expect("it was taken in"));
    assert_eq!((derived.about.title, derived.about.promise), (own.about.title, own.about.promise));
    let of_pair = Hulls::<Solid<f64>>::of(&pair()).expect("hulls of points");
    assert_eq!(own.start(&of_pair.a, &of_pair.b), Start::Default);
    assert_eq!(derived.start(&of_pair.a, &of_pair.b), from_centres(&of_pair.a, &of_pair.b));
    let mut differ = 0;
    let family = gjk_cases::family::named("generic").expect("a family");
    for index in 0..20 {
        let case = family.case(1, Arithmetic::F64, index);
        let hulls = Hulls::<Solid<f64>>::of(&case).expect("hulls of points");
        let from = from_centres(&hulls.a, &hulls.b);
        assert_eq!(hulls.ask(derived), hulls.ask_from(own, &from).map(|(reply, _)| reply), "{}", case.id);
        assert_eq!(hulls.ask(own), hulls.ask_from(own, &Start::Default).map(|(reply, _)| reply), "{}", case.id);
        differ += usize::from(hulls.ask(own) != hulls.ask(derived));
    }
    assert!(differ > 5, "{differ}");
}

#[test]
fn a_climbing_entry_is_named_after_its_variant_and_has_the_same_answers() {
    fn all<S: Climbable>(arithmetic: Arithmetic) {
        let roster = Roster::builtin();
        let family = gjk_cases::family::named("generic").expect("a family");
        for Climbing { name, variant, .. } in S::climbing() {
            assert_eq!(name, format!("{variant}-climbing"));
            let entry = roster.named(variant).expect("a variant of the roster");
            for index in 0..5 {
                let hulls = Hulls::<S>::of(&family.case(1, arithmetic, index)).expect("hulls of points");
                let [a, b] = [&hulls.a, &hulls.b].map(S::surface);
                assert_eq!(ask(entry, &a, &b), hulls.ask(entry), "{name}");
            }
        }
    }
    all::<Solid<f32>>(Arithmetic::F32);
    all::<Solid<f64>>(Arithmetic::F64);
}
