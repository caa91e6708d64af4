//! The failure map: a case and its neighbours, in which two coordinates of one vertex are changed by units in the last place,
//! and the ruling of each variant on each of them.
//!
//! A unit in the last place is the step from a float to the next one of the scalar. The floats are numbered in their order, zero being
//! number 0 whatever its sign, so that steps lead across zero and across powers of two. Every pixel is a case of its own: its truth is
//! exact for its own coordinates, and all variants share it.

use std::cmp::Ordering;

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Class, Point};
use gjk_cases::format::Side;
use gjk_records::{Column, Map, MapPanel, TrueClass};
use gjk_solvers::{PosedCase, Roster};
use gjk_truth::truth::{HullTruth, Truth};

use crate::on_all_cores::on_all_cores;

/// The names of the coordinates.
pub const AXES: [&str; 3] = ["x", "y", "z"];

/// The most pixels along a side.
pub const LARGEST: usize = 1024;

/// The float this many places after a finite one in the order of the scalar's floats; before it if the number of places is
/// negative.
///
/// `None` beyond the greatest finite float, and in exact arithmetic.
pub fn neighbour(x: f64, scalar: Arithmetic, places: i128) -> Option<f64> {
    if places == 0 {
        return Some(x);
    }
    // The bits of a float without its sign number the floats from zero on.
    let from = |size: u64, is_negative: bool| if is_negative { -i128::from(size) } else { i128::from(size) };
    let sign = |number: i128, size: f64| if number < 0 { -size } else { size };
    match scalar {
        Arithmetic::F32 => {
            let number = from((x as f32).abs().to_bits().into(), x.is_sign_negative()) + places;
            let size = u32::try_from(number.unsigned_abs()).ok().filter(|size| *size <= f32::MAX.to_bits())?;
            Some(sign(number, f32::from_bits(size).into()))
        }
        Arithmetic::F64 => {
            let number = from(x.abs().to_bits(), x.is_sign_negative()) + places;
            let size = u64::try_from(number.unsigned_abs()).ok().filter(|size| *size <= f64::MAX.to_bits())?;
            Some(sign(number, f64::from_bits(size)))
        }
        Arithmetic::Exact => None,
    }
}

/// The vertex that is moved, and the coordinates along which it is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The body.
    pub body: Side,
    /// The index of the vertex among the body's points.
    pub vertex: usize,
    /// The indices of two of its coordinates: 0 is x.
    pub axes: [usize; 2],
}

impl Moved {
    /// The vertex in words.
    pub fn vertex_text(&self) -> String {
        format!("vertex {} of {}", self.vertex, self.body.name().to_uppercase())
    }
}

/// The points of one of the bodies.
fn points(case: &Case, body: Side) -> &[Point] {
    match body {
        Side::A => case.a.points(),
        Side::B => case.b.points(),
    }
}

/// A vertex to move, and the reason for it: the vertex with the greatest weight in the pair of nearest points, the first of
/// several; for overlapping bodies the vertex that is nearest to the other body.
pub fn chosen_vertex(posed: &PosedCase, body: Side) -> (usize, &'static str) {
    let case = &posed.case;
    let Some(truth) = posed.truth.hulls().filter(|truth| truth.class() != Class::Overlapping) else {
        let other = points(case, if body == Side::A { Side::B } else { Side::A });
        let distance =
            |point: &Point| HullTruth::of_points(case.dimension.into(), std::slice::from_ref(point), other).core_distance;
        let all = points(case, body).iter().map(distance).enumerate();
        let nearest = all.min_by(|(_, one), (_, other)| one.cmp(other)).map_or(0, |(vertex, _)| vertex);
        return (nearest, "the one nearest to the other body");
    };
    let evidence = truth.core_evidence();
    let mut weights = vec![RBig::ZERO; points(case, body).len()];
    for (pair, weight) in evidence.pairs.iter().zip(&evidence.weights) {
        weights[if body == Side::A { pair.a } else { pair.b }] += weight;
    }
    // `max_by` would return the last of several greatest ones.
    let greatest = weights.iter().enumerate().rev().max_by(|(_, one), (_, other)| one.cmp(other));
    (greatest.map_or(0, |(vertex, _)| vertex), "the one with the greatest weight in the nearest points")
}

/// Two coordinates to change: those in which a step moves the vertex most along the shortest translation between the bodies.
///
/// So the border between apart and meeting crosses the map, if it comes near.
pub fn chosen_axes(posed: &PosedCase, body: Side, vertex: usize) -> [usize; 2] {
    let case = &posed.case;
    let dimension = usize::from(case.dimension);
    let direction = direction(posed);
    let reach = |axis: usize| {
        let x = points(case, body)[vertex][axis].abs();
        let next = neighbour(x, posed.arithmetic, 1).or_else(|| neighbour(x, posed.arithmetic, -1)).unwrap_or(x);
        (next - x).abs() * direction[axis].abs()
    };
    let mut axes: Vec<usize> = (0..dimension).collect();
    axes.sort_by(|&one, &other| reach(other).partial_cmp(&reach(one)).unwrap_or(Ordering::Equal));
    let (one, other) = (axes[0], axes[1]);
    [one.min(other), one.max(other)]
}

/// A direction along which the bodies separate, with a greatest coordinate of one: that of the nearest points or, if they
/// touch, of a plane between them; for overlapping bodies the direction of the centres.
fn direction(posed: &PosedCase) -> Point {
    let PosedCase { case, truth, .. } = posed;
    let evidence = truth.hulls().filter(|truth| truth.class() != Class::Overlapping).map(HullTruth::core_evidence);
    let exact: Option<[RBig; 3]> = evidence.map(|evidence| match &evidence.normal {
        Some(normal) => normal.clone().map(RBig::from),
        None => {
            let [on_a, on_b] = evidence.points(case.a.points(), case.b.points());
            std::array::from_fn(|axis| &on_a[axis] - &on_b[axis])
        }
    });
    let exact = exact.unwrap_or_else(|| {
        let centre = |points: &[Point], axis: usize| {
            let sum =
                points.iter().map(|point| RBig::try_from(point[axis]).unwrap_or(RBig::ZERO)).fold(RBig::ZERO, |x, y| x + y);
            sum / RBig::from(points.len().max(1))
        };
        std::array::from_fn(|axis| centre(case.a.points(), axis) - centre(case.b.points(), axis))
    });
    let size = |x: &RBig| if *x < RBig::ZERO { -x.clone() } else { x.clone() };
    let greatest = exact.iter().map(size).max().filter(|most| *most != RBig::ZERO);
    greatest.map_or([1.0; 3], |most| exact.map(|x| (x / &most).to_f64().value()))
}

/// The plan of a map.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The roster from which variants are chosen.
    pub roster: &'a Roster,
    /// The names of the variants that are asked, in the order of the panels.
    pub variants: Vec<&'a str>,
    /// The case, posed.
    pub posed: &'a PosedCase,
    /// The vertex that is moved.
    pub moved: Moved,
    /// Pixels along a side.
    pub size: usize,
    /// Neighbouring floats from one pixel to the next.
    pub step: u64,
    /// The tolerance of the rulings in units of u·D.
    pub tolerance: f64,
}

/// A row of pixels: the truth, and the rulings of each variant.
struct PixelRow {
    truth: Vec<TrueClass>,
    rulings: Vec<Vec<Column>>,
}

impl Plan<'_> {
    /// The reason why nothing of these bodies can be moved; `None` if something can.
    pub fn bodies_fault(&self) -> Option<String> {
        let PosedCase { case, .. } = self.posed;
        let is_hull = |body: &Body| matches!(body, Body::Points(_) | Body::Rounded { .. });
        let are_hulls = is_hull(&case.a) && is_hull(&case.b);
        (!are_hulls).then(|| "a map moves a vertex of a hull of points: it does not accept curved bodies or unions".to_owned())
    }

    /// The reason why there is no such vertex; `None` if there is one.
    pub fn vertex_fault(&self) -> Option<String> {
        let count = points(&self.posed.case, self.moved.body).len();
        let body = self.moved.body.name().to_uppercase();
        (self.moved.vertex >= count)
            .then(|| format!("there is no {}: {body} has {count} points, counted from 0", self.moved.vertex_text()))
    }

    /// The reason why there is no such map; `None` if there is one.
    pub fn fault(&self) -> Option<String> {
        let Plan { posed: PosedCase { case, arithmetic, .. }, moved, size, step, .. } = self;
        let is_beyond = |axis: &usize| *axis >= usize::from(case.dimension);
        let axis_fault = || {
            let axis = moved.axes.into_iter().find(is_beyond)?;
            Some(format!("there is no coordinate {} in a {}D case", AXES[axis.min(2)], case.dimension))
        };
        let range_fault = || {
            let (least, most) = (Map::least(*size), Map::least(*size) + *size as i64 - 1);
            moved.axes.into_iter().find_map(|axis| {
                let x = points(case, moved.body)[moved.vertex][axis];
                let ends = [least, most].map(|steps| neighbour(x, *arithmetic, i128::from(steps) * i128::from(*step)));
                let (axis, vertex) = (AXES[axis], moved.vertex_text());
                ends.contains(&None).then(|| {
                    format!(
                        "{axis} of {vertex} is {x}: that far from it there is not a finite number in {arithmetic}; choose a \
                        smaller size or step"
                    )
                })
            })
        };
        self.bodies_fault().or_else(|| self.vertex_fault()).or_else(axis_fault).or_else(range_fault)
    }

    /// The case of pixel (i, j): bodies alone.
    pub fn case_at(&self, (i, j): (i64, i64)) -> Case {
        let case = &self.posed.case;
        let (mut a, mut b) = (case.a.clone(), case.b.clone());
        if let Body::Points(points) | Body::Rounded { points, .. } = if self.moved.body == Side::A { &mut a } else { &mut b } {
            for (axis, steps) in self.moved.axes.into_iter().zip([i, j]) {
                let x = &mut points[self.moved.vertex][axis];
                *x = neighbour(*x, self.posed.arithmetic, i128::from(steps) * i128::from(self.step)).unwrap_or(*x);
            }
        }
        Case::of_bodies(case.id.clone(), case.dimension, a, b)
    }

    /// The case of a pixel, posed.
    pub fn posed_at(&self, pixel: (i64, i64)) -> PosedCase {
        let case = self.case_at(pixel);
        PosedCase { truth: Truth::of(&case), case, arithmetic: self.posed.arithmetic }
    }

    /// The class of the bodies of pixel (i, j), and the column in which the answer of each variant is counted.
    pub fn pixel(&self, pixel: (i64, i64)) -> (TrueClass, Vec<Column>) {
        let posed = self.posed_at(pixel);
        let mut columns = vec![Column::NotApplicable; self.variants.len()];
        let place = |name: &str| self.variants.iter().position(|variant| *variant == name);
        let judged = posed.ask_each(
            self.roster,
            self.tolerance,
            |entry| place(entry.about.name).is_some(),
            |judged| {
                let column = judged.outcome.map(|(reply, judgement)| reply.column(judgement.ruling));
                (place(judged.variant.about.name), column)
            },
        );
        for (place, column) in judged {
            if let (Some(place), Some(column)) = (place, column) {
                columns[place] = column;
            }
        }
        let class = match posed.truth.class() {
            Class::Separated => TrueClass::Separated,
            Class::Touching => TrueClass::Touching,
            Class::Overlapping => TrueClass::Overlapping,
        };
        (class, columns)
    }

    /// A row; `None` if `stop` asks to stop.
    ///
    /// `advance` is called for every pixel that is done.
    fn row(&self, j: i64, advance: &(impl Fn() + Sync), stop: &(impl Fn() -> bool + Sync)) -> Option<PixelRow> {
        let least = Map::least(self.size);
        let mut row = PixelRow {
            truth: Vec::with_capacity(self.size),
            rulings: vec![Vec::with_capacity(self.size); self.variants.len()],
        };
        for i in (least..).take(self.size) {
            if stop() {
                return None;
            }
            let (class, columns) = self.pixel((i, j));
            row.truth.push(class);
            row.rulings.iter_mut().zip(columns).for_each(|(rulings, column)| rulings.push(column));
            advance();
        }
        Some(row)
    }

    /// The map without its command and its commit; `None` if `stop`, which is called before every pixel, asks to stop.
    ///
    /// `advance` is called for every pixel that is done.
    pub fn run(&self, advance: impl Fn() + Sync, stop: impl Fn() -> bool + Sync) -> Option<Map> {
        let Plan { posed: PosedCase { case, arithmetic, .. }, moved, size, step, tolerance, .. } = self;
        let least = Map::least(*size);
        let row = |place: usize| self.row(least + place as i64, &advance, &stop);
        let rows: Vec<PixelRow> = on_all_cores(*size, &row).into_iter().collect::<Option<_>>()?;
        let panel = |place: usize| MapPanel {
            variant: self.variants[place].to_owned(),
            rulings: rows.iter().flat_map(|row| row.rulings[place].iter().copied()).collect(),
        };
        Some(Map {
            case: case.id.clone(),
            scalar: arithmetic.name().to_owned(),
            vertex: moved.vertex_text(),
            axes: moved.axes.map(|axis| AXES[axis].to_owned()),
            centre: moved.axes.map(|axis| points(case, moved.body)[moved.vertex][axis]),
            size: *size,
            step: *step,
            tolerance: *tolerance,
            truth: rows.iter().flat_map(|row| row.truth.iter().copied()).collect(),
            panels: (0..self.variants.len()).map(panel).collect(),
            ..Map::default()
        })
    }
}
