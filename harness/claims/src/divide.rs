//! Claims of the divide-and-conquer source about its steps, each decided on integer simplices and small differences.

use gjk_cases::case::{Arithmetic, Case};
use gjk_hunt::search::{MachineInteger, Site};
use gjk_variants::simplex::no_weights;
use gjk_variants::subalgorithm::project_whole;
use gjk_variants::vector::{Vector, dot};
use gjk_variants::{
    About, Johnson, Observer, Projection, Promise, PublishedLeastSquares, Ring, Scalar, Simplex, Solid, Space, Subalgorithm,
    Subset, Vertex,
};

use crate::budget::{OF_FRACTIONS, to_simplify};
use crate::check::{Check, Role, Role::*};
use crate::entered::in_floats;
use crate::finding::Decision;
use crate::fraction::Fraction;
use crate::observed::{also, ends_with_nearest};
use crate::pair::{LatticePair, Point, minus, vector};
use crate::posed::Kind;
use crate::search::Search;
use crate::voronoi::{Region, chosen, integers, nearest_point};

type S = Solid<Fraction>;

/// Why these claims have no verdict in floats.
const FORMULA: &str =
    "a statement on a formula or on the recursion as such; what rounding does to it is `dnc-strict` and `dnc-terminates`";

/// The greatest coordinate of a simplex's vertices for which the fractions of a recursion fit.
const REACH: i64 = 20;

/// A simplex: the points of A, as many as the space allows, minus the first point of B.
fn simplex(pair: &LatticePair<'_>) -> Option<Vec<Site>> {
    let points: Vec<Site> = pair.a.iter().take(pair.dimension + 1).map(|a| minus(a, &pair.b[0])).collect();
    points.iter().flatten().all(|x| x.abs() <= REACH).then_some(points)
}

/// A simplex of more than one point.
fn at_least_an_edge(pair: &LatticePair<'_>) -> Option<Vec<Site>> {
    simplex(pair).filter(|points| points.len() > 1)
}

/// Sites as vectors of fractions.
fn vectors(sites: &[Site]) -> Vec<Point> {
    sites.iter().map(vector).collect()
}

pub fn stop(search: &Search) -> Decision {
    // Step 4 on a simplex of up to three vertices of M, with its own d: is d the answer if the test passes?
    let step_4 = |pair: &LatticePair<'_>, passes: fn(&MachineInteger, &MachineInteger) -> bool| {
        let m = integers(&pair.differences());
        let w = &m[..m.len().min(3)];
        let region = Region::of(w);
        // s(w, −d) is the point with the greatest product with −d, hence the least with d.
        let least = |points: &[Vector<_>]| points.iter().map(|point| dot(&region.axis, point)).min().expect("M has a point");
        let (of_w, of_m) = (least(w), least(&m));
        let is_answer = of_m >= dot(&region.axis, region.vertex(w));
        (!region.holds_origin() && passes(&of_w, &of_m)).then_some(is_answer)
    };
    let lattice = search.lattice(Kind::Any, 2_000_000);
    let what = "where step 4's test d·s(w, −d) ≥ d·s(M, −d) passes, d is the point of M nearest to the origin";
    Decision::new([
        lattice.check(Literal, what, |pair| step_4(pair, MachineInteger::ge)),
        lattice.check(Repaired, "the same with ≤, which is the test of the program, but for its 1e-12", |pair| {
            step_4(pair, MachineInteger::le)
        }),
    ])
    .exact_only(FORMULA)
    .note(
        "w lies in M, so the least product d·s(w, −d) is never below d·s(M, −d): as printed the test passes always, at the \
         first point. Taken along −d, as the program has it, it is right",
    )
}

/// The smallest simplex that still contains s(M, −d): the point s itself.
struct Newest;

impl Subalgorithm<S> for Newest {
    fn about(&self) -> About {
        About { name: "newest", title: "step 6, taken at its word", citation: "none", promise: Promise::Distance }
    }

    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &<S as Space>::Vector,
        _: &mut O,
    ) -> Option<Projection<S>> {
        let mut weights = no_weights();
        weights[older.len()] = Fraction::one();
        Some(Projection { point: *newest, kept: Subset::only(older.len()), weights })
    }
}

/// Records whether the newest vertex is always kept.
struct NewestKept {
    newest: Subset,
    always: bool,
}

impl Observer<S> for NewestKept {
    fn entered(&mut self, older: &Simplex<S>, _: &Vertex<S>) {
        self.newest = Subset::only(older.len());
    }

    fn projected(&mut self, projection: &Projection<S>) {
        self.always &= projection.kept.0 & self.newest.0 != 0;
    }
}

pub fn keep(search: &Search) -> Decision {
    let what = "keeping the smallest simplex that contains s(M, −d) the iteration ends, with the nearest point";
    let literal =
        search.lattice(Kind::Any, OF_FRACTIONS).check(Literal, what, |pair| Some(ends_with_nearest(pair, Newest, &mut ())));
    let what = "keeping the smallest simplex that contains the nearest point of w′ it ends so, and s(M, −d) is always among the \
                kept";
    let repaired = search.lattice(Kind::Any, OF_FRACTIONS);
    let repaired = repaired.check(Repaired, what, |pair| {
        let mut kept = NewestKept { newest: Subset(0), always: true };
        Some(ends_with_nearest(pair, Johnson, &mut kept) && kept.always)
    });
    Decision::new([literal, repaired]).exact_only(FORMULA).note(
        "the smallest simplex that contains s(M, −d) is that point alone. Meant is the smallest that contains the nearest \
         point; it then contains s(M, −d) too, since the distance falls only through it",
    )
}

/// A point in space over T.
type V<T> = <Solid<T> as Space>::Vector;

/// t of the least-squares solution of Ht = w₀, or of Ht = −w₀, with the columns wᵢ − w₀; `None` if the system is singular.
fn least_squares<T: Scalar>(points: &[V<T>], is_negated: bool) -> Option<Vec<T>> {
    let n = points.len() - 1;
    let edges: Vec<V<T>> = points[1..].iter().map(|point| Solid::minus(point, &points[0])).collect();
    let row = |i: usize| {
        let product = Solid::dot(&edges[i], &points[0]);
        let right = if is_negated { product.negated() } else { product };
        edges.iter().map(|edge| Solid::dot(&edges[i], edge)).chain([right]).collect()
    };
    // HᵀH t = ±Hᵀw₀ by elimination: the pivots of a Gram matrix are zero only if it is singular.
    let mut rows: Vec<Vec<T>> = (0..n).map(row).collect();
    for k in 0..n {
        let pivot = rows[k].clone();
        if pivot[k] == T::zero() {
            return None;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = row[k].over(&pivot[k]);
            row.iter_mut().zip(&pivot).for_each(|(x, y)| *x = x.minus(&factor.times(y)));
        }
    }
    Some((0..n).map(|k| rows[k][n].over(&rows[k][k])).collect())
}

/// w₀ + Ht.
fn combined<T: Scalar>(points: &[V<T>], t: &[T]) -> V<T> {
    let terms = points[1..].iter().zip(t).map(|(point, t)| Solid::scaled(&Solid::minus(point, &points[0]), t));
    terms.fold(points[0].clone(), |sum, term| Solid::plus(&sum, &term))
}

/// Whether all t are at least zero (positive, if strict) and their sum is at most (less than) one. NaN passes no test.
fn is_feasible<T: Scalar>(t: &[T], strict: bool) -> bool {
    let (zero, one) = (T::zero(), T::one());
    let sum = t.iter().fold(T::zero(), |sum, t| sum.plus(t));
    if strict { t.iter().all(|t| *t > zero) && sum < one } else { t.iter().all(|t| *t >= zero) && sum <= one }
}

/// Whether w₀ + Ht is the point of the affine hull nearest to the origin.
fn is_foot(points: &[Point], foot: &Point) -> bool {
    points[1..].iter().all(|point| S::dot(&S::minus(point, &points[0]), foot) == Fraction::zero())
}

pub fn least_squares_claim(search: &Search) -> Decision {
    let check = |role, what: &str, is_negated| {
        search.lattice(Kind::Any, to_simplify(role, 1_000_000, OF_FRACTIONS)).check(role, what, |pair| {
            let points = vectors(&at_least_an_edge(pair)?);
            Some(is_foot(&points, &combined(&points, &least_squares(&points, is_negated)?)))
        })
    };
    Decision::new([
        check(Literal, "the text (Ht = w0, columns wi − w0): w0 + Ht is the point of the affine hull nearest to O", false),
        check(Repaired, "the Scheme code (columns w0 − wi, which turns the sign): the same", true),
    ])
    .exact_only(FORMULA)
    .note(
        "the text's sign is wrong, the Scheme code's is right: the least of |w0 + Ht| solves Ht = −w0. CheckedVerdict on affinely \
         independent simplices; whether the point is in the simplex is dnc-inside",
    )
}

pub fn inside(search: &Search) -> Decision {
    let formula = |pair: &LatticePair<'_>, dependent: bool| {
        let sites = at_least_an_edge(pair)?;
        let points = vectors(&sites);
        match least_squares(&points, true) {
            None => dependent.then_some(false),
            Some(t) => is_feasible(&t, false).then(|| nearest_point(&sites) == combined(&points, &t)),
        }
    };
    let any_minimum = |pair: &LatticePair<'_>| {
        let sites = at_least_an_edge(pair)?;
        let points = vectors(&sites);
        if least_squares(&points, true).is_some() {
            return None;
        }
        // A minimum of a singular system: that of an independent subset with the same hull, and zero for the other vertices.
        let mut right = None;
        for chosen in (1u8..1 << points.len()).map(|face| chosen(&points, face)) {
            let t = least_squares(&chosen, true).filter(|t| is_feasible(t, false));
            let foot = t.map(|t| combined(&chosen, &t)).filter(|foot| is_foot(&points, foot));
            also(&mut right, || foot.map(|foot| nearest_point(&sites) == foot));
        }
        right
    };
    let lattice = search.lattice(Kind::Any, OF_FRACTIONS);
    let literal = "t = (HᵀH)⁻¹Hᵀb (with the right sign) exists, and where it passes the test w0 + Ht is the nearest point, on any simplex";
    let dependent = "on dependent simplices, for basic solutions t of the singular system that pass the test, w0 + Ht is the \
                     nearest point";
    Decision::new([
        lattice.check(Literal, literal, |pair| formula(pair, true)),
        lattice.check(Inside, "the same on affinely independent simplices", |pair| formula(pair, false)),
        lattice.check(Measured, dependent, any_minimum),
    ])
    .exact_only(FORMULA)
    .condition("the simplex is affinely independent: else HᵀH is singular and the formula has no t")
    .note(
        "as a bare implication (any least-squares t, were one given, that passes the test gives the nearest point) it holds \
         for dependent simplices too: such a w0 + Ht is the foot on the affine hull and lies in the simplex. With the text's \
         sign of b it fails (dnc-least-squares)",
    )
}

/// The number of times that the recursion solved each face, by the mask of its vertices.
type Visits = [u32; 16];

/// The recursion of the source (with the right sign of t) on the vertices of a mask, with the text's test or the program's
/// strict test.
fn recurse<T: Scalar>(points: &[V<T>], mask: u8, strict: bool, visits: &mut Visits) -> V<T> {
    visits[usize::from(mask)] += 1;
    let chosen = chosen(points, mask);
    if let Some(t) = least_squares(&chosen, true).filter(|t| is_feasible(t, strict)) {
        return combined(&chosen, &t);
    }
    let facets = (0..points.len()).filter(|i| mask >> i & 1 == 1).map(|i| mask & !(1 << i));
    nearest_of(facets.map(|facet| recurse(points, facet, strict, visits)))
}

fn recursed<T: Scalar>(points: &[V<T>], strict: bool) -> V<T> {
    recurse(points, (1 << points.len()) - 1, strict, &mut Visits::default())
}

/// The first of the points nearest to the origin.
fn nearest_of<T: Scalar>(points: impl Iterator<Item = V<T>>) -> V<T> {
    let squared = |v: &V<T>| Solid::dot(v, v);
    let nearer = |best: V<T>, point: V<T>| if squared(&point) < squared(&best) { point } else { best };
    points.reduce(nearer).expect("a simplex has a facet")
}

/// A floating-point simplex: the points of A, as many as the space allows, minus the first point of B.
fn rounded_simplex<T: Scalar>(case: &Case) -> Vec<V<T>> {
    let vector = |point: &[f64; 3]| Solid::<T>::vector(|i| T::from_f64(point[i]));
    let origin = vector(&case.b.points()[0]);
    let points = case.a.points().iter().take(usize::from(case.dimension) + 1);
    points.map(|point| Solid::minus(&vector(point), &origin)).collect()
}

/// Whether the recursions with either test end at points that differ by at most 64 u times the greatest coordinate.
fn is_same_in<T: Scalar>(case: &Case) -> Option<bool> {
    let points = rounded_simplex::<T>(case);
    let [text, program] = [false, true].map(|strict| recursed(&points, strict));
    let greatest = points.iter().map(|point| Solid::<T>::max_norm(point).to_f64()).fold(0.0, f64::max);
    let error = Solid::<T>::max_norm(&Solid::<T>::minus(&program, &text)).to_f64();
    Some(error <= 64.0 * T::unit_roundoff().to_f64() * greatest)
}

pub fn strict(search: &Search) -> Decision {
    let same = "the recursions with either test end at the same point";
    // One sample in seventeen is on such a boundary.
    let boundary = "where only the text's test passes (a t is zero, or their sum is one), the strict recursion ends at w0 + Ht";
    let exact = [
        search.lattice(Kind::Any, OF_FRACTIONS).check(Inside, same, |pair| {
            let points = vectors(&simplex(pair)?);
            // The program is the variant of the roster.
            let program = project_whole(&PublishedLeastSquares, &Simplex::<S>::of_points(&points), &mut ())?.point;
            Some(recursed(&points, false) == program && recursed(&points, true) == program)
        }),
        search.lattice(Kind::Any, 5 * OF_FRACTIONS).check(Inside, boundary, |pair| {
            let points = vectors(&simplex(pair)?);
            let t = least_squares(&points, true).filter(|t| is_feasible(t, false) && !is_feasible(t, true))?;
            Some(combined(&points, &t) == recursed(&points, true))
        }),
    ];
    // On families, and on small lattices down to underflow.
    let what = |place: &str| format!("{place}: {same}, to 64 u of the greatest coordinate");
    let rounded = in_floats(search, Kind::Any, (Literal, 1_000), what, |arithmetic, case| match arithmetic {
        Arithmetic::F32 => is_same_in::<f32>(case),
        _ => is_same_in::<f64>(case),
    });
    Decision::new(exact.into_iter().chain(rounded))
    .condition(
        "the arithmetic is exact. In floats a weight of a nearly flat simplex can be computed as exactly zero, or a sum as exactly \
         one, where it is not: there the tests part, and so do their points. It is rare",
    )
    .note(
        "dependent simplices included: there neither test has a t, and both continue with the sub-simplices. The simplex \
         that is returned with the point can differ",
    )
    .proof("if a weight is zero the foot lies in the sub-simplex without that vertex, and the nearest point is unique")
}

pub fn recursion(search: &Search) -> Decision {
    let what = "where no t passes the test, dependent simplices included, the nearest point is that of a sub-simplex with one \
                vertex less";
    Decision::new([search.lattice(Kind::Any, OF_FRACTIONS).check(Literal, what, |pair| {
        let points = at_least_an_edge(pair)?;
        if least_squares(&vectors(&points), true).is_some_and(|t| is_feasible(&t, false)) {
            return None;
        }
        let facets = (0..points.len()).map(|left_out| chosen(&points, !(1 << left_out)));
        Some(nearest_of(facets.map(|facet| nearest_point(&facet))) == nearest_point(&points))
    })])
    .exact_only(FORMULA)
    .note("with the right sign of t")
    .proof(
        "if the foot is not in the simplex, the nearest point is on its relative boundary, the union of the facets; a dependent \
         simplex is the union of its facets (Carathéodory)",
    )
}

fn visits(search: &Search, role: Role, vertices: u32, at_most: u32, strict: bool) -> Check {
    let whose = if strict { "the strict program" } else { "the text's test" };
    let face = if vertices == 2 { "edge" } else { "point" };
    let what = format!("{whose}: the recursion on a tetrahedron visits each {face} at most {at_most} times");
    // For edges no count is too great, so there is no counterexample to simplify.
    let samples = if vertices == 1 { to_simplify(role, 1_000_000, OF_FRACTIONS) } else { OF_FRACTIONS };
    search.lattice(Kind::Solid, samples).check(role, what, |pair| {
        let points = vectors(&simplex(pair).filter(|points| points.len() == 4)?);
        // Flat simplices are not tetrahedra.
        least_squares(&points, true)?;
        let mut visits = Visits::default();
        recurse(&points, 0b1111, strict, &mut visits);
        Some((1..16u8).filter(|mask| mask.count_ones() == vertices).all(|mask| visits[usize::from(mask)] <= at_most))
    })
}

pub fn edge_visits(search: &Search) -> Decision {
    Decision::new([false, true].map(|strict| visits(search, Literal, 2, 2, strict)))
        .exact_only(FORMULA)
        .proof("an edge is a part of two of the four triangles, and each triangle is visited once")
}

pub fn vertex_visits(search: &Search) -> Decision {
    let [text, program] = [false, true].map(|strict| visits(search, Literal, 1, 3, strict));
    Decision::new([text, program, visits(search, Repaired, 1, 6, true)])
        .exact_only(FORMULA)
        .note("up to six times: a point is a part of three edges, each of which is visited up to two times")
}
