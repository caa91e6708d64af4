//! Claims of the boolean plane algorithm with an ordered simplex.

use gjk_variants::{
    About, BooleanGjk, DoSimplex, Nascimento, Observer, Plane, Promise, Register, Simplex, Solid, Space, Start, Step, Variant,
};

use super::boolean::{REFERENCE, ends_right, shelf};
use super::ledger::{Decision, Finding};
use super::part::{CaseCheck, Effort, Kind, Pair, Role};
use super::rounded::{PLANE, verdict_is_right};
use super::simplex::{cross, dot, in_closed_region, minus, negated, region};
use gjk_cases::case::{Arithmetic, Class};
use gjk_hunt::search::sample::Site;
use gjk_hunt::search::{Cluster, Machine, Shelf};

type S = Plane<Machine>;

/// Sees the points of the simplex at every step, the newest last.
struct Watch<F: FnMut(&[Site])>(F);

impl<F: FnMut(&[Site])> Observer<S> for Watch<F> {
    fn entered(&mut self, simplex: &Simplex<S>) {
        let mut points = [[0; 3]; 3];
        for (point, vertex) in points.iter_mut().zip(simplex.vertices()) {
            *point = [vertex.point[0].0, vertex.point[1].0, 0];
        }
        (self.0)(&points[..simplex.len()]);
    }
}

fn watched(pair: &Pair<'_>, seen: impl FnMut(&[Site])) {
    let (a, b) = (Cluster::<S>::new(pair.a), Cluster::<S>::new(pair.b));
    let start = pair.start.map_or(Start::Default, |site| Start::Direction(S::vector(|i| Machine(site[i]))));
    Nascimento.solve(&a, &b, &start, &mut Watch(seen));
}

/// The third coordinate of v × w.
fn turn(v: &Site, w: &Site) -> i64 {
    cross(v, w)[2]
}

/// A statement on every step with k points.
fn steps(
    effort: &Effort,
    role: Role,
    what: &str,
    count: u64,
    k: usize,
    only_meeting: bool,
    stands: impl Fn(&[Site]) -> bool + Sync,
) -> super::part::Part {
    effort.lattice(role, what, count, Kind::Plane, &|pair| {
        let (mut met, mut kept) = (false, true);
        watched(pair, |points| {
            if points.len() == k {
                met = true;
                kept &= stands(points);
            }
        });
        (met && (!only_meeting || pair.truth().class() != Class::Separated)).then_some(kept)
    })
}

pub fn two_regions(effort: &Effort) -> Finding {
    let mut finding = Decision::new(vec![steps(
        effort,
        Role::Literal,
        "at k = 2 the origin is in the strip over S0S1 (regions 2 and 3 with their borders)",
        4_000_000,
        2,
        false,
        |points| {
            let edge = minus(&points[1], &points[0]);
            dot(&edge, &points[0]) <= 0 && dot(&edge, &points[1]) >= 0
        },
    )])
    .note("of inputs that meet or not. On S0S1 itself the origin is between the two regions, and both formulas for d give a turn of zero")
    .find();
    finding.prove("d = −S0 and S1·d ≥ 0 give S0·S1 ≤ 0, so the origin is in the disc over S0S1");
    finding
}

/// Whether the origin is in none of the regions that lie beyond S0S1 or, beyond both other sides, opposite to it.
fn by_lines(points: &[Site]) -> bool {
    let [s0, s1, s2] = [points[0], points[1], points[2]];
    let beyond_01 = turn(&minus(&s1, &s0), &negated(&s0)) < 0;
    let beyond_both = turn(&minus(&s2, &s0), &negated(&s2)) > 0 && turn(&minus(&s2, &s1), &negated(&s2)) < 0;
    !beyond_01 && !beyond_both
}

/// Whether one of the closed Voronoi regions of the inside, S0S2 and S1S2 holds the origin.
fn by_voronoi(points: &[Site]) -> bool {
    let found = region(points);
    [0b111, 0b101, 0b110].into_iter().any(|face| in_closed_region(points, &found, face))
}

pub fn excluded_regions(effort: &Effort) -> Finding {
    let parts = vec![
        steps(
            effort,
            Role::Literal,
            "at k = 3 the origin is not beyond S0S1 (1, 2, 3) and not in the cone opposite to the triangle at S2 (7): the seven regions between the three lines",
            4_000_000,
            3,
            false,
            by_lines,
        ),
        steps(
            effort,
            Role::Measured,
            "the same for the Voronoi regions of S0, S0S1, S1 and S2",
            4_000_000,
            3,
            false,
            by_voronoi,
        ),
        steps(effort, Role::Measured, "the same for the Voronoi regions, origin in M", 4_000_000, 3, true, by_voronoi),
    ];
    let mut finding = Decision::new(parts)
        .note(
            "the figure is lost; three lines make seven regions, and the text's tests of regions 5 and 6 are those of lines, so \
             the regions are read as theirs; Voronoi regions are counted besides",
        )
        .find();
    finding.prove(
        "the order keeps O to the left of S0S1; in the cone at S2 O·d ≥ S2·d, and then S2·d < 0 unless O = S2 on a border",
    );
    finding
}

/// A shelf with the plane algorithm alone.
fn plane() -> Shelf {
    let mut shelf = Shelf::default();
    Register::<S>::add(&mut shelf, Nascimento);
    shelf
}

/// Whether a run meets a cross product that is zero.
fn meets_zero(pair: &Pair<'_>) -> bool {
    let mut zero = false;
    watched(pair, |points| {
        zero |= match points.len() {
            2 => turn(&points[0], &points[1]) == 0,
            3 => turn(&points[0], &points[2]) == 0 || turn(&points[1], &points[2]) == 0,
            _ => points[0] == [0; 3],
        };
    });
    zero
}

pub fn correct(effort: &Effort) -> Finding {
    let (plane, reference) = (plane(), shelf(REFERENCE));
    let of_class = |role, what: &str, class: Class| {
        effort.lattice(role, what, 300_000, Kind::Plane, &|pair| {
            (pair.truth().class() == class).then(|| ends_right(&plane, pair))?
        })
    };
    let mut parts = vec![
        effort.lattice(Role::Inside, "exact: it ends with the right verdict", 6_000_000, Kind::Plane, &|pair| {
            ends_right(&plane, pair)
        }),
        of_class(Role::Measured, "the same on separated bodies", Class::Separated),
        of_class(Role::Measured, "the same on touching bodies", Class::Touching),
        of_class(Role::Measured, "the same on overlapping bodies", Class::Overlapping),
        effort.lattice(Role::Measured, "the same where a cross product is zero", 2_000_000, Kind::Plane, &|pair| {
            if meets_zero(pair) { ends_right(&plane, pair) } else { None }
        }),
        effort.lattice(Role::Repaired, "linahan-true-region in the plane", 2_000_000, Kind::Plane, &|pair| {
            ends_right(&reference, pair)
        }),
    ];
    for arithmetic in [Arithmetic::F64, Arithmetic::F32] {
        let check: CaseCheck<'_> = &|case| verdict_is_right("nascimento-2d", arithmetic, case);
        let what = format!("in {arithmetic}: it ends with the right verdict");
        parts.push(effort.families(Role::Literal, what, &PLANE, arithmetic, 2_000, check));
    }
    Decision::new(parts)
        .condition(
            "the products are exact. A cross product of zero does no harm there: at k = 2 the origin is in the strip over S0S1, so \
             zero says that it is on S0S1; later edges are kept only with the origin strictly to one side",
        )
        .note("rounded, bodies that touch or nearly do get the other verdict")
        .find()
}

/// How the vertices are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// As the code has it.
    Kept,
    /// Without the exchange of S0 and S1.
    NoExchange,
    /// As they came, the newest last.
    AsTheyCame,
}

/// The code on integers; its verdict (none where it does not end), and whether at every k = 3 its first equation told truly
/// whether the origin is beyond S0S2.
fn code(pair: &Pair<'_>, order: Order) -> (Option<bool>, bool) {
    let support = |points: &[Site], d: &Site| -> Site {
        points.iter().fold(points[0], |best, point| if dot(point, d) > dot(&best, d) { *point } else { best })
    };
    let (left, right) = (|v: &Site| [-v[1], v[0], 0], |v: &Site| [v[1], -v[0], 0]);
    let mut d = pair.start.unwrap_or([1, 0, 0]);
    let mut s: Vec<Site> = Vec::new();
    let mut true_equations = true;
    for _ in 0..200 {
        let p = minus(&support(pair.a, &d), &support(pair.b, &negated(&d)));
        if dot(&p, &d) < 0 {
            return (Some(false), true_equations);
        }
        s.push(p);
        match s.len() {
            1 => d = negated(&s[0]),
            2 => {
                let edge = minus(&s[1], &s[0]);
                if turn(&edge, &negated(&s[0])) < 0 {
                    if order == Order::Kept {
                        s.swap(0, 1);
                    }
                    d = right(&edge);
                } else {
                    d = left(&edge);
                }
            }
            _ => {
                let (of_0, of_1) = (minus(&s[2], &s[0]), minus(&s[2], &s[1]));
                let (to_origin, to_1) = (turn(&of_0, &negated(&s[0])), turn(&of_0, &minus(&s[1], &s[0])));
                let beyond = to_origin.signum() * to_1.signum() < 0;
                true_equations &= to_1 == 0 || (to_origin > 0) == beyond;
                if to_origin > 0 {
                    d = left(&of_0);
                    s.remove(1);
                } else if turn(&of_1, &negated(&s[1])) < 0 {
                    d = right(&of_1);
                    s = if order == Order::AsTheyCame { vec![s[1], s[2]] } else { vec![s[2], s[1]] };
                } else {
                    return (Some(true), true_equations);
                }
            }
        }
    }
    (None, true_equations)
}

pub fn vertex_order(effort: &Effort) -> Finding {
    let equations =
        |role, what: &str, order| effort.lattice(role, what, 1_000_000, Kind::Plane, &|pair| Some(code(pair, order).1));
    let verdicts = |role, what: &str, order| {
        effort.lattice(role, what, 1_000_000, Kind::Plane, &|pair| {
            Some(code(pair, order).0 == Some(pair.truth().class() != Class::Separated))
        })
    };
    let parts = vec![
        equations(
            Role::Needed,
            "without the exchange of S0 and S1 the first equation at k = 3 tells whether the origin is beyond S0S2",
            Order::NoExchange,
        ),
        equations(Role::Needed, "the same with the vertices as they came", Order::AsTheyCame),
        equations(Role::Repaired, "the same with the order kept", Order::Kept),
        verdicts(Role::Measured, "without the exchange the run ends with the right verdict", Order::NoExchange),
        verdicts(Role::Measured, "with the vertices as they came the run ends with the right verdict", Order::AsTheyCame),
        verdicts(Role::Repaired, "with the order kept the run ends with the right verdict", Order::Kept),
    ];
    Decision::new(parts)
        .note(
            "of the equations, of which the source speaks: the claim says that they go wrong without, so the runs that \"break\" are \
             its support. Whether the verdict goes wrong too is counted besides: a wrong equation drops a vertex that is then found \
             again",
        )
        .find()
}

/// The plane algorithm carried over to space: a segment, then a triangle turned towards the origin, then a tetrahedron of which
/// the first new face with the origin in front is kept; as in the plane, never less than that.
#[derive(Clone, Copy)]
struct Transferred;

impl DoSimplex<Solid<Machine>> for Transferred {
    fn about(&self) -> About {
        About { name: "nascimento-3d", title: "the plane algorithm in space", citation: "none", promise: Promise::Verdict }
    }

    fn reduce<O: Observer<Solid<Machine>> + ?Sized>(
        &self,
        simplex: &mut Simplex<Solid<Machine>>,
        _: &mut O,
    ) -> Step<Solid<Machine>> {
        let site = |i: usize| -> Site { std::array::from_fn(|k| simplex.point(i)[k].0) };
        let toward = |v: Site| Step::Toward(Solid::<Machine>::vector(|i| Machine(v[i])));
        let normal = |[third, second, newest]: [usize; 3]| {
            cross(&minus(&site(second), &site(newest)), &minus(&site(third), &site(newest)))
        };
        match simplex.len() {
            2 => {
                let edge = minus(&site(1), &site(0));
                toward(cross(&cross(&edge, &negated(&site(0))), &edge))
            }
            3 => {
                let n = normal([0, 1, 2]);
                if dot(&n, &site(2)) < 0 {
                    return toward(n);
                }
                simplex.arrange([1, 0, 2]);
                toward(negated(&n))
            }
            _ => {
                for face in [[1, 2, 3], [0, 1, 3], [2, 0, 3]] {
                    let n = normal(face);
                    if dot(&n, &site(3)) < 0 {
                        simplex.arrange(face);
                        return toward(n);
                    }
                }
                Step::Inside
            }
        }
    }
}

pub fn same_in_space(effort: &Effort) -> Finding {
    let mut shelf_of_it = Shelf::default();
    Register::<Solid<Machine>>::add(&mut shelf_of_it, BooleanGjk::new(Transferred));
    let reference = shelf(REFERENCE);
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "the plane algorithm carried over (triangle turned to the origin, tetrahedron, first face in front; no edge case) ends with the right verdict",
            3_000_000,
            Kind::Solid,
            &|pair| ends_right(&shelf_of_it, pair),
        ),
        effort.lattice(
            Role::Measured,
            "the same on overlapping bodies",
            1_000_000,
            Kind::Solid,
            &|pair| (pair.truth().class() == Class::Overlapping).then(|| ends_right(&shelf_of_it, pair))?,
        ),
        effort.lattice(Role::Repaired, "with the edges and vertices as cases (linahan-true-region)", 3_000_000, Kind::Solid, &|pair| {
            ends_right(&reference, pair)
        }),
    ];
    Decision::new(parts)
        .note("in the plane the origin that is beyond one new edge is beyond no other; in space it can be in front of two or three of the new faces, or past an edge of the one that is kept, and that is a new case")
        .find()
}
