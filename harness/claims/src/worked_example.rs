//! The worked example of the dyn4j page: every number that it prints, compared with a run of the repaired variant on fractions.

use std::fmt::Write as _;

use gjk_cases::case::{Arithmetic, Case, Class, Expectation};
use gjk_hunt::search::Site;
use gjk_variants::{Dyn4j, Nearest, Observer, Plane, Ring, Scalar, Space};

use crate::check::{Check, Role};
use crate::finding::Decision;
use crate::fraction::Fraction;
use crate::pair::LatticePair;
use crate::search::Search;

type S = Plane<Fraction>;
type Vector = <S as Space>::Vector;

/// The bodies, as far as the page gives their points.
const A: [Site; 3] = [[4, 11, 0], [9, 9, 0], [4, 5, 0]];
const B: [Site; 4] = [[8, 6, 0], [10, 2, 0], [13, 1, 0], [15, 6, 0]];
/// The first direction, (6, −4.5), doubled.
const FIRST: Site = [12, -9, 0];

/// The numbers that the page prints for an iteration: d and its decimals, c, and dc, da and dc − da with their decimals.
struct Iteration {
    d: ([f64; 2], i32),
    c: [f64; 2],
    products: ([f64; 3], i32),
}

const ITERATIONS: [Iteration; 3] = [
    Iteration { d: ([-1.0, -3.0], 0), c: [-11.0, -1.0], products: ([14.0, -10.0, 24.0], 0) },
    Iteration { d: ([0.8, -2.4], 1), c: [-4.0, -1.0], products: ([-0.8, -6.4, 5.6], 1) },
    Iteration { d: ([1.07, -1.34], 2), c: [1.0, 3.0], products: ([2.95, 2.95, 0.0], 2) },
];

/// The numbers of the example, compared one by one.
struct Numbers {
    table: String,
    right: u64,
    wrong: Vec<String>,
}

impl Numbers {
    fn compare(&mut self, name: &str, printed: f64, decimals: i32, exact: f64, text: &str) {
        let right = (printed - exact).abs() <= 0.5000001 * 10.0_f64.powi(-decimals);
        // Writing to a string cannot fail.
        let _ = writeln!(self.table, "{name},{printed},{text} = {exact:.7},{right}");
        if right {
            self.right += 1;
        } else {
            self.wrong.push(format!("{name} {printed} (exactly {text} = {exact:.5})"));
        }
    }

    fn number(&mut self, name: &str, printed: f64, decimals: i32, exact: Fraction) {
        self.compare(name, printed, decimals, exact.to_f64(), &exact.to_string());
    }

    fn root(&mut self, name: &str, printed: f64, decimals: i32, squared: Fraction) {
        self.compare(name, printed, decimals, squared.to_f64().sqrt(), &format!("√({squared})"));
    }

    fn vector(&mut self, name: &str, printed: [f64; 2], decimals: i32, exact: &Vector) {
        self.number(&format!("{name} x"), printed[0], decimals, exact[0]);
        self.number(&format!("{name} y"), printed[1], decimals, exact[1]);
    }
}

/// Records each direction with its support point.
struct Supports(Vec<(Vector, Vector)>);

impl Observer<S> for Supports {
    fn support(&mut self, d: &Vector, point: &Vector) {
        self.0.push((*d, *point));
    }
}

fn compared() -> Numbers {
    let pair = LatticePair { dimension: 2, a: &A, b: &B, start: Some(FIRST) };
    // a, b, and c of each iteration. The run keeps ac until it ends, so a stays.
    let mut supports = Supports(Vec::new());
    let outcome = pair.solve::<Fraction, 2, _>(&Dyn4j::REPAIRED, &mut supports);
    let (Supports(found), Some(Nearest::Apart(end))) = (supports, outcome.answer) else { unreachable!("the bodies are apart") };

    let mut numbers = Numbers { table: String::from("number,printed,exact,right\n"), right: 0, wrong: Vec::new() };
    let half = Fraction::from_f64(0.5);
    numbers.vector("pre-iteration d = (11.5, 4.0) − (5.5, 8.5)", [6.0, -4.5], 1, &S::scaled(&found[0].0, &half));
    let a = found[0].1;
    numbers.vector("pre-iteration support along d", [1.0, 3.0], 0, &a);
    numbers.vector("pre-iteration support along −d", [-9.0, 10.0], 0, &found[1].1);
    numbers.vector("pre-iteration nearest point (clamped)", [1.0, 3.0], 0, &S::negated(&found[2].0));
    for (i, (printed, (d, c))) in (1..).zip(ITERATIONS.iter().zip(&found[2..])) {
        numbers.vector(&format!("iteration {i} d"), printed.d.0, printed.d.1, d);
        // In the last iteration a and b are both support points, and the page uses a.
        numbers.vector(&format!("iteration {i} c"), printed.c, 0, if i == ITERATIONS.len() { &a } else { c });
        let (dc, da) = (S::dot(c, d), S::dot(&a, d));
        for ((name, exact), number) in [("dc", dc), ("da", da), ("dc − da", dc.minus(&da))].into_iter().zip(printed.products.0)
        {
            numbers.number(&format!("iteration {i} {name}"), number, printed.products.1, exact);
        }
    }
    numbers.root("‖d‖ at the end", 1.7147886, 7, end.distance_squared);
    numbers.root("distance, both times", 1.71, 2, end.distance_squared);
    numbers.vector("nearest point in the section on the distance", [-1.07, 1.34], 2, &end.nearest);
    let l = S::minus(&found[3].1, &a);
    numbers.number("l·l", 41.0, 0, S::dot(&l, &l));
    numbers.number("l·a", -17.0, 0, S::dot(&l, &a));
    numbers.number("λ2 = 17/41", 17.0 / 41.0, 9, end.weights[1]);
    numbers.number("λ1 = 24/41", 24.0 / 41.0, 9, end.weights[0]);
    numbers.vector("closest point of A", [6.93, 7.34], 2, &end.on_a);
    numbers.vector("closest point of B", [8.0, 6.0], 0, &end.on_b);
    numbers.vector("closest point of A, \"roughly\"", [6.75, 7.25], 2, &end.on_a);
    numbers
}

pub fn worked_example(search: &Search) -> Decision {
    let numbers = compared();
    let points = |sites: &[Site]| sites.iter().map(|site| site.map(|x| x as f64)).collect();
    let case = Case {
        expect: Some(Expectation {
            class: Some(Class::Separated),
            distance_squared: Some("121/41".to_owned()),
            ..Expectation::default()
        }),
        source: Some("dyn4j: GJK, Distance & Closest Points, the worked example".to_owned()),
        note: Some("the bodies of the worked example; (10, 2) is from its figure and no run visits it".to_owned()),
        ..Case::of_points("counterexample", 2, points(&A), points(&B))
    };
    let broken = numbers.wrong.len() as u64;
    let what = "the printed number is the exact one to its last digit".to_owned();
    let (runs, arithmetic) = (numbers.right + broken, Arithmetic::Exact);
    let check = Check { what, role: Role::Literal, arithmetic, runs, broken, first: None, is_sampled: false, case: Some(case) };
    Decision::new([check])
        .table(search, || numbers.table)
        .exact_only("the page's numbers are compared with the exact ones")
        .note(format!(
            "not as printed: {}. In iteration 3 the sign of the first product is lost, and the sums are those of the rounded \
         d; 1.7147886 is the length of the rounded (1.07, 1.34). The pre-iteration point (1, 3) is right only if the \
         parameter is clamped (unclamped it is (259/149, 370/149)); the centres are printed rounded",
            numbers.wrong.join("; ")
        ))
}
