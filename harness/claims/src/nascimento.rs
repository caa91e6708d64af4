//! Claims of the boolean plane algorithm with an ordered simplex.

use gjk_cases::case::Class;
use gjk_hunt::search::MachineInteger;
use gjk_truth::exact::Integral;
use gjk_variants::plane::Order;
use gjk_variants::vector::{Vector, is_zero, minus, negated};
use gjk_variants::{
    About, BooleanGjk, DoSimplex, Nascimento, Observer, Oriented, Plane, Promise, Ring, Simplex, Solid, Space, Step,
};

use crate::budget::{MANY, OF_FRACTIONS, to_simplify};
use crate::check::{Check, Role, Role::*};
use crate::entered::{FLOATS, at_entries};
use crate::finding::Decision;
use crate::observed::{SimplexObserver, TRUE_REGION, also, points_of};
use crate::pair::{CheckedVerdict, LatticePair};
use crate::posed::Kind;
use crate::rounded::{PLANE, variant_is_right, verdict_is_right};
use crate::search::Search;
use crate::voronoi::{Region, is_in_slab};

type S = Solid<MachineInteger>;

/// Runs the variant with the vertices in an order, and passes the points of the simplex at every step to `seen`, the newest
/// last.
fn observed(pair: &LatticePair<'_>, order: Order, mut seen: impl FnMut(&[Vector<MachineInteger>])) -> CheckedVerdict {
    let mut steps = SimplexObserver(|simplex: &Simplex<Plane<MachineInteger>>| seen(&points_of(simplex)[..simplex.len()]));
    pair.judge::<2, _>(&Nascimento { order }, &mut steps)
}

/// The variant's name in the roster.
const NAME: &str = "nascimento-2d";

/// The third coordinate of v × w.
fn turn<T: Ring>(v: &Vector<T>, w: &Vector<T>) -> T {
    v[0].times(&w[1]).minus(&v[1].times(&w[0]))
}

/// A statement about every step with k points, for runs that satisfy another statement.
fn steps(
    search: &Search,
    role: Role,
    what: &str,
    k: usize,
    of: fn(&CheckedVerdict) -> bool,
    holds: impl Fn(&[Vector<MachineInteger>]) -> bool + Sync,
) -> Check {
    search.lattice(Kind::Plane, MANY).check(role, what, |pair| {
        let mut all = None;
        let run = observed(pair, Order::Kept, |points| also(&mut all, || (points.len() == k).then(|| holds(points))));
        all.filter(|_| of(&run))
    })
}

pub fn two_regions(search: &Search) -> Decision {
    let what = "at k = 2 the origin is in the strip over S0S1 (regions 2 and 3 with their borders)";
    let rounded =
        at_entries(search, Kind::Plane, NAME, what, |_| true, |points| (points.len() == 2).then(|| is_in_slab(points)));
    let exact = steps(search, Inside, what, 2, |_| true, is_in_slab);
    Decision::new([exact].into_iter().chain(rounded))
        .condition(
            "the product S1·d is exact. In floats it may be zero by underflow where it is negative: A = {(1e-200, 0), (2e-200, 0)}, \
             B = {0}",
        )
        .note(
            "of inputs that meet or not. On S0S1 itself the origin is between the two regions, and both formulas for d give a \
             turn of zero",
        )
        .proof("d = −S0 and S1·d ≥ 0 give S0·S1 ≤ 0, so the origin is in the disc over S0S1")
}

/// Whether the origin is in none of the regions beyond S0S1, nor in the region beyond both other sides, opposite to it.
fn by_lines<I: Integral>(points: &[Vector<I>]) -> bool {
    let [s0, s1, s2] = [&points[0], &points[1], &points[2]];
    let side = |from: &Vector<I>, to, at| turn(&minus(to, from), &negated(at)).sign();
    let beyond_01 = side(s0, s1, s0).is_lt();
    let beyond_both = side(s0, s2, s2).is_gt() && side(s1, s2, s2).is_lt();
    !beyond_01 && !beyond_both
}

/// Whether one of the closed Voronoi regions of the interior, S0S2 and S1S2 holds the origin.
fn by_voronoi(points: &[Vector<MachineInteger>]) -> bool {
    let region = Region::of(points);
    [0b111, 0b101, 0b110].into_iter().any(|face| region.is_closed_region_of(points, face))
}

pub fn excluded_regions(search: &Search) -> Decision {
    let what = "at k = 3 the origin is not beyond S0S1 (1, 2, 3) and not in the cone opposite to the triangle at S2 (7): the \
                seven regions between the three lines";
    let voronoi = "the same for the Voronoi regions of S0, S0S1, S1 and S2";
    let in_m = "the same for the Voronoi regions, origin in M";
    let rounded = at_entries(search, Kind::Plane, NAME, what, |_| true, |points| (points.len() == 3).then(|| by_lines(points)));
    let exact = [
        steps(search, Inside, what, 3, |_| true, by_lines),
        steps(search, Measured, voronoi, 3, |_| true, by_voronoi),
        steps(search, Measured, in_m, 3, |run| run.meets, by_voronoi),
    ];
    Decision::new(exact.into_iter().chain(rounded))
    .condition("the products are exact: a rounded one has the wrong sign, or none, where the origin is near a line")
    .note(
        "the figure is lost; three lines make seven regions, and the text's tests of regions 5 and 6 are those of lines, so \
         the regions are read as theirs; Voronoi regions are counted besides",
    )
    .proof("the order keeps O to the left of S0S1; in the cone at S2 O·d ≥ S2·d, and then S2·d < 0 unless O = S2 on a border")
}

/// Whether a run meets a cross product that is zero.
fn meets_zero(pair: &LatticePair<'_>) -> bool {
    let mut zero = false;
    observed(pair, Order::Kept, |points| {
        zero |= match points.len() {
            2 => turn(&points[0], &points[1]).0 == 0,
            3 => turn(&points[0], &points[2]).0 == 0 || turn(&points[1], &points[2]).0 == 0,
            _ => is_zero(&points[0]),
        };
    });
    zero
}

pub fn correct(search: &Search) -> Decision {
    let check = |role, what: &str, count, of: &(dyn Fn(&LatticePair<'_>) -> bool + Sync)| {
        search
            .lattice(Kind::Plane, count)
            .check(role, what, |pair| of(pair).then(|| observed(pair, Order::Kept, |_| {}).is_right()))
    };
    let of_class = |what: &str, class: Class| check(Measured, what, 300_000, &|pair| pair.class() == class);
    let reference = search.lattice(Kind::Plane, MANY);
    let exact = [
        check(Inside, "exact: it ends with the right verdict", MANY, &|_| true),
        of_class("the same on separated bodies", Class::Separated),
        of_class("the same on touching bodies", Class::Touching),
        of_class("the same on overlapping bodies", Class::Overlapping),
        check(Measured, "the same where a cross product is zero", MANY, &meets_zero),
        reference.check(Repaired, "linahan-true-region in the plane", |pair| Some(TRUE_REGION.judge(pair).is_right())),
    ];
    let rounded = FLOATS.map(|arithmetic| {
        let what = format!("in {arithmetic}: it ends with the right verdict");
        let cases = search.families(&PLANE, arithmetic, 2_000);
        cases.check(Literal, what, |case| verdict_is_right(NAME, arithmetic, case))
    });
    Decision::new(exact.into_iter().chain(rounded))
        .condition(
            "the products are exact. A cross product of zero does no harm there: at k = 2 the origin is in the strip over S0S1, so \
             zero says that it is on S0S1; later edges are kept only with the origin strictly to one side",
        )
        .note("rounded, bodies that touch or nearly do get the other verdict")
}

/// Whether the first equation at k = 3 is right about the origin being beyond S0S2.
fn equation_is_true(points: &[Vector<MachineInteger>]) -> bool {
    let [s0, s1, s2] = [points[0], points[1], points[2]];
    let v02 = minus(&s2, &s0);
    let (to_origin, to_1) = (turn(&v02, &negated(&s0)).0, turn(&v02, &minus(&s1, &s0)).0);
    let beyond = to_origin.signum() * to_1.signum() < 0;
    to_1 == 0 || (to_origin > 0) == beyond
}

pub fn vertex_order(search: &Search) -> Decision {
    let lattice = search.lattice(Kind::Plane, OF_FRACTIONS);
    let equations = |role, what: &str, order| {
        lattice.check(role, what, |pair| {
            let mut all_true = true;
            observed(pair, order, |points| all_true &= points.len() < 3 || equation_is_true(points));
            Some(all_true)
        })
    };
    let verdicts = |role, what: &str, order| lattice.check(role, what, |pair| Some(observed(pair, order, |_| {}).is_right()));
    let first =
        "of the equations: without the exchange of S0 and S1 the first one at k = 3 tells whether the origin is beyond S0S2";
    let came = "of the verdict: with the vertices as they came the run ends with the right one";
    let exchange = "of the verdict: without the exchange the run ends with the right one";
    let exact = [
        equations(Needed, first, Order::NoExchange),
        equations(Needed, "of the equations: the same with the vertices as they came", Order::AsTheyCame),
        equations(Repaired, "of the equations: the same with the order kept", Order::Kept),
        verdicts(Needed, came, Order::AsTheyCame),
        verdicts(Measured, exchange, Order::NoExchange),
        verdicts(Repaired, "of the verdict: with the order kept the run ends with the right one", Order::Kept),
    ];
    let orders = [(Order::AsTheyCame, Needed, "as they came"), (Order::Kept, Measured, "in order")];
    let rounded = FLOATS.into_iter().flat_map(|arithmetic| orders.map(|order| (arithmetic, order)));
    let rounded = rounded.map(|(arithmetic, (order, role, how))| {
        let what = format!("of the verdict, in {arithmetic}: with the vertices {how} the run ends with the right one");
        let cases = search.families(&PLANE, arithmetic, 2_000);
        cases.check(role, what, |case| variant_is_right(Nascimento { order }, arithmetic, case))
    });
    let count = |check: &Check| format!("{},{}", check.broken, check.runs);
    let table = format!(
        "order,reading,broken,runs\nwithout the exchange,equations,{}\nas they came,equations,{}\nas they came,verdict,{}\n\
         without the exchange,verdict,{}\n",
        count(&exact[0]),
        count(&exact[1]),
        count(&exact[3]),
        count(&exact[4]),
    );
    Decision::new(exact.into_iter().chain(rounded)).table(search, || table).note(
        "two readings of \"to work\". The source speaks of the equations: they go wrong without the order, with the vertices as \
         they came and without the exchange alone. The verdict goes wrong with the vertices as they came; without the exchange \
         alone no wrong one was found, since a wrong equation drops a vertex that is then found again. The claim says that this \
         goes wrong, so the runs that \"break\" are its support",
    )
}

/// The plane algorithm carried over to space: a segment, then a triangle turned towards the origin, then a tetrahedron that is
/// reduced to the first new face with the origin in front; as in the plane, it never keeps less than that.
struct InSpace;

impl DoSimplex<S> for InSpace {
    fn about(&self) -> About {
        About { name: "nascimento-3d", title: "the plane algorithm in space", citation: "none", promise: Promise::Verdict }
    }

    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, _: &mut O) -> Step<S> {
        let edge = |from: usize, to: usize| S::minus(simplex.point(to), simplex.point(from));
        let normal = |[third, second, newest]: [usize; 3]| S::cross(&edge(newest, second), &edge(newest, third));
        let is_in_front = |n: &_, newest: usize| S::dot(n, simplex.point(newest)) < MachineInteger(0);
        match simplex.len() {
            2 => {
                let edge = edge(0, 1);
                Step::Toward(S::cross(&S::cross(&edge, &S::negated(simplex.point(0))), &edge))
            }
            3 => {
                let n = normal([0, 1, 2]);
                if is_in_front(&n, 2) {
                    return Step::Toward(n);
                }
                simplex.arrange([1, 0, 2]);
                Step::Toward(S::negated(&n))
            }
            _ => {
                let faces = [[1, 2, 3], [0, 1, 3], [2, 0, 3]].map(|face| (face, normal(face)));
                let Some((face, n)) = faces.into_iter().find(|(_, n)| is_in_front(n, 3)) else { return Step::Inside };
                simplex.arrange(face);
                Step::Toward(n)
            }
        }
    }
}

pub fn same_in_space(search: &Search) -> Decision {
    let judged = |pair: &LatticePair<'_>| pair.judge::<3, _>(&BooleanGjk::new(InSpace), &mut ());
    let lattice = search.lattice(Kind::Solid, MANY);
    let what = "the plane algorithm carried over (triangle turned to the origin, tetrahedron, first face in front; no edge \
                case) ends with the right verdict";
    let reference = "with the edges and vertices as cases (linahan-true-region)";
    Decision::new([
        search.lattice(Kind::Solid, to_simplify(Literal, 3_000_000, MANY)).check(Literal, what, |pair| {
            Some(judged(pair).is_right())
        }),
        search.lattice(Kind::Solid, 1_000_000).check(Measured, "the same on overlapping bodies", |pair| {
            (pair.class() == Class::Overlapping).then(|| judged(pair).is_right())
        }),
        lattice.check(Repaired, reference, |pair| Some(TRUE_REGION.judge(pair).is_right())),
    ])
    .exact_only("it fails there, and no text says what the code for space is")
    .note(
        "in the plane the origin that is beyond one new edge is beyond no other; in space it can be in front of two or three of \
         the new faces, or past an edge of the one that is kept, and that is a new case",
    )
}
