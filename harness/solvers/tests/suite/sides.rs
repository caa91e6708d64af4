//! The variant of the page for implementers: the text between the lines of dashes is on that page, word for word.

use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_solvers::{PosedCase, Roster};

// ----
use gjk_variants::{
    About, Difference, Observer, Obstacle, Outcome, Pairs, Promise, Solid, Start, Stop, SupportMap, Variant, Verdict,
};
use nalgebra::Vector3;

type S = Solid<f64>;
type V = Vector3<f64>;

/// Whether bodies meet, by the sides of the simplex that the origin is on.
struct Sides;

impl Variant<S> for Sides {
    type Answer = Verdict<S>;

    fn about(&self) -> About {
        About { name: "sides", title: "Sides of the simplex", citation: "This page", promise: Promise::Verdict }
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Verdict<S>> {
        let m = Difference::new(a, b);
        let mut direction = start.direction(&m).unwrap_or(V::x());
        let mut simplex: Vec<(V, (usize, usize))> = Vec::new();
        for iteration in 1..=100 {
            let vertex = m.next_support(&direction, &mut None, observer).vertex;
            if vertex.point.dot(&direction) < 0.0 {
                let disjoint = Verdict::Disjoint { axis: -direction, face: None };
                return Outcome::answered(Stop::Converged, iteration, disjoint);
            }
            simplex.push((vertex.point, vertex.names()));
            direction = next(&mut simplex);
            if direction == V::zeros() {
                let simplex = Pairs::new(simplex.iter().map(|(_, names)| *names));
                return Outcome::answered(Stop::Converged, iteration, Verdict::Intersecting { simplex });
            }
        }
        Outcome::abandoned(Stop::Exhausted, 100)
    }
}

/// Reduces a simplex, newest vertex last, to the vertices nearest to the origin. Returns the next direction; zero if the
/// simplex contains the origin.
fn next(s: &mut Vec<(V, (usize, usize))>) -> V {
    let last = s.len() - 1;
    let origin = -s[last].0;
    let edge = |i: usize| s[i].0 + origin;
    // The normal of a side, away from the vertex that is not on it.
    let away = |normal: V, from: usize| if normal.dot(&edge(from)) > 0.0 { -normal } else { normal };
    let sides: Vec<(usize, V)> = match last {
        0 => return origin,
        1 => vec![(0, -edge(0))],
        2 => [0, 1].map(|i| (i, away(edge(1 - i).cross(&edge(0).cross(&edge(1))), i))).to_vec(),
        _ => [0, 1, 2].map(|i| (i, away(edge((i + 1) % 3).cross(&edge((i + 2) % 3)), i))).to_vec(),
    };
    if let Some((i, _)) = sides.iter().find(|(_, normal)| normal.dot(&origin) > 0.0) {
        s.remove(*i);
        return next(s);
    }
    match last {
        1 => edge(0).cross(&origin).cross(&edge(0)),
        2 => edge(0).cross(&edge(1)) * edge(0).cross(&edge(1)).dot(&origin),
        _ => V::zeros(),
    }
}
// ----

#[test]
fn the_variant_of_the_page_is_right_about_bodies_in_general_position_and_proves_it() {
    let mut roster = Roster::default();
    roster.add_in::<S>(Sides);
    for index in 0..500 {
        let case = named("generic").expect("a family").case(1, Arithmetic::F64, index);
        let judged = PosedCase::pose(&case, Arithmetic::F64).expect("finite").ask(&roster, 64.0, |_| true).remove(0);
        let (_, judgement) = judged.outcome.expect("it takes hulls");
        assert_eq!((judgement.ruling.name(), judgement.certified), ("right", Some(true)), "{index}");
    }
}

#[test]
fn the_page_shows_the_code_as_it_is_in_this_file() {
    let here = include_str!("sides.rs");
    let code = here.split("// ----\n").nth(1).expect("two lines of dashes").trim();
    let page = include_str!("../../../../docs/for-implementers.md");
    assert!(page.contains(&format!("```rust\n{code}\n```\n")), "copy it to docs/for-implementers.md");
    assert!(code.lines().count() <= 70);
}
