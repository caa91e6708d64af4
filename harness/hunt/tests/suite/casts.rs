//! A hunt finds a fault in a cast, and shrinks the motion with the bodies.

use gjk_cases::case::{Arithmetic, Class, ExpectedTime};
use gjk_cases::family::{Family, Role, families};
use gjk_hunt::hunt::{Budget, Counterexample, Hunt, Share};
use gjk_hunt::search::{Proposer, Wanted};
use gjk_records::Ruling;
use gjk_solvers::Roster;
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::{First, Truth};
use gjk_variants::{
    About, CAPACITY, Contact, Difference, FirstContact, Johnson, Observer, Obstacle, Outcome, Pairs, Promise, Simplex, Solid,
    Space, Start, Stop, Subalgorithm, SupportMap, Variant, Vertex,
};

type Here = Solid<f64>;

/// A ray cast by support planes whose simplex is not subtracted from the new point on the ray when that moves.
struct Stale;

impl Variant<Here> for Stale {
    type Answer = FirstContact<Here>;

    fn about(&self) -> About {
        About { name: "stale", title: "stale", citation: "a planted fault", promise: Promise::Cast }
    }

    fn solve<A: SupportMap<Here> + ?Sized, B: SupportMap<Here> + ?Sized, O: Observer<Here> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        _: &Start<Here>,
        observer: &mut O,
    ) -> Outcome<FirstContact<Here>> {
        let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
        let m = Difference::new(a, b);
        let (d, mut t, mut x, mut v) = (Here::negated(motion), 0.0, Here::zero(), m.center());
        let (mut simplex, mut near, mut normal) = (Simplex::<Here>::new(), None, Here::zero());
        for iteration in 1..100 {
            let w = m.next_support(&Here::negated(&v), &mut near, observer);
            let ahead = Here::dot(&v, &Here::minus(&w.vertex.point, &x));
            if ahead > 0.0 {
                let rate = Here::dot(&v, &d);
                let next = t + ahead / rate;
                if rate <= 0.0 || next > 1.0 {
                    return Outcome::answered(Stop::Converged, iteration, FirstContact::Never { axis: v });
                }
                // Here the simplex has to be subtracted anew.
                (t, x, normal) = (next, Here::scaled(&d, &next), Here::negated(&v));
            }
            let mut vertex: Vertex<Here> = w.vertex.clone();
            vertex.point = Here::minus(&vertex.point, &x);
            if simplex.len() + 1 == CAPACITY || simplex.holds(&vertex.point) {
                return hit(iteration, t, normal);
            }
            let newest = vertex.point;
            let Some(projection) = Johnson.project(&simplex, &newest, observer) else {
                return Outcome::abandoned(Stop::NoRegion, iteration);
            };
            simplex.push(vertex);
            simplex.keep(projection.kept);
            v = projection.point;
            if projection.kept.len() == 4 || Here::max_norm(&v) < 1e-14 {
                return hit(iteration, t, normal);
            }
        }
        Outcome::abandoned(Stop::Exhausted, 100)
    }
}

fn hit(iteration: usize, time: f64, normal: <Here as Space>::Vector) -> Outcome<FirstContact<Here>> {
    let zero = Here::zero();
    // It claims no witness points worth a ruling: they are points of no body, so only gaps and ways are looked at below.
    let contact = Contact { time, normal, on_a: zero, on_b: zero, simplex: Pairs::default(), weights: [0.0; CAPACITY] };
    Outcome::answered(Stop::Converged, iteration, FirstContact::At(contact))
}

#[test]
fn a_simplex_that_is_not_moved_with_the_ray_is_found_and_shrunk_to_few_points() {
    let mut roster = Roster::default();
    roster.add_in::<Here>(Stale);
    let casts = families().into_iter().filter(|family| family.role() == Role::Cast);
    let hunt = Hunt {
        roster: &roster,
        variants: Vec::new(),
        sources: casts.map(|family: Box<dyn Family>| Box::new(family) as Box<dyn Proposer>).collect(),
        lattices: false,
        scalars: vec![Arithmetic::F64],
        seed: 1,
        tolerance: TOLERANCE,
        wanted: Wanted::usual().collect(),
        classes: Class::ALL.to_vec(),
        stop: &|| false,
    };
    let findings = hunt.run(Budget::Cases(2_000, Share::ALL), &());
    let is_of_time = |found: &&Counterexample| found.defect.mode.off_by.is_some() || found.defect.mode.ruling == Ruling::Wrong;
    let found = findings.counterexamples.iter().filter(is_of_time);
    let found = found.min_by_key(|found| found.case.a.count() + found.case.b.count());
    let case = &found.expect("the fault is found").case;
    assert!(case.a.count() + case.b.count() <= 6, "{case:?}");
    let motion = case.cast.expect("A moves");
    assert!(motion.iter().all(|x| x.fract() == 0.0 && x.abs() <= 10.0), "{motion:?}");
    // A reader of the case expects the class of the bodies as they start, and the time.
    for found in &findings.counterexamples {
        let (case, truth) = (&found.case, Truth::of(&found.case));
        let expect = case.expect.as_ref().expect("an expectation");
        let time = match truth.cast().expect("A moves").first(case) {
            First::At(first) => first.low.to_string(),
            First::Never => "never".to_owned(),
            First::Undecided => panic!("it is decided"),
        };
        assert_eq!((expect.class, expect.time.as_ref().map(ExpectedTime::text)), (truth.at_start().decided(), Some(&time[..])));
        assert_eq!(expect.distance_squared, truth.at_start().distance_squared().map(|squared| squared.to_string()));
        let mode = found.defect.mode.to_string();
        let word = if time == "never" { "never" } else { "hit" };
        assert!(mode.ends_with(&format!("on casts whose truth is {word}")), "{mode}");
    }
}
