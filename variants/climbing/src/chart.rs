//! A chart of directions: for each cell, all points that can be the greatest in some direction of the cell. One comparison of
//! these few points replaces the last steps of a climb, where each step would wait for the previous one.
//!
//! # Cells
//! The direction d is projected from the origin onto the cube |d|∞ = 1. Each side of the cube is divided into squares of
//! different sizes, as few as are needed for each to have at most [`WIDTH`] points. A square at the limit of division that has
//! more points is *long*: it names a vertex from which to climb.
//!
//! # Why no point is missing
//! In the notation of [`graph`](crate::graph): a point p is left out of a square only if some other point q has f(q) − f(p) >
//! margin·|d|∞ at its four corners. Both sides are linear on the square, so this holds in all directions of the square. The
//! margin is 32u Σᵢ maxₚ |pᵢ|; rounding in the comparison uses less than 9u Σᵢ maxₚ |pᵢ| of it, and the rest is beyond 2e. So
//! F(q) > F(p), and p is not among the greatest. The squares are enlarged by [`SLACK`], which is more than the error of the
//! place of a direction: SLACK/2, the amount by which the scale is less than half a row, and 4u in rounding (u in the quotient
//! and in the product, 2u in the sum with the middle).
//!
//! All this requires that no product overflows and that underflow is far below uS: directions for which that may fail are
//! refused.

use std::hint::select_unpredictable;

use crate::digits::Float;

/// The greatest number of points of a square.
const WIDTH: usize = 8;

/// The enlargement of a square on each side, in units where the side of the cube is 2.
const SLACK: f64 = 1.0 / (1 << 16) as f64;

/// The greatest number of divisions of a side.
const LEVELS: u32 = 10;

/// The points of a square. Sorted by number, the point of rank r is in lane [`LANES`]`[r]`; copies of the first point fill the
/// other lanes.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Block<T> {
    /// The coordinates by axis.
    points: [[T; WIDTH]; 3],
    /// The numbers.
    names: [u32; WIDTH],
}

/// The lane of each rank: its binary digits reversed. Lanes are compared with those half a block away, and the remaining lanes
/// with those a quarter away. With this order, ranks that meet are always neighbours, and the first of equals can be kept.
const LANES: [usize; WIDTH] = [0, 4, 2, 6, 1, 5, 3, 7];

/// The mark of a long square; the rest is a point.
const LONG: u32 = 1 << 31;

/// The greatest number of points whose numbers leave this bit free.
pub(super) const MOST: usize = LONG as usize;

/// The chart.
#[derive(Clone, Debug)]
pub(super) struct Chart<T> {
    blocks: Vec<Block<T>>,
    /// For each square of the finest division, its block or, with the mark of a long one, the point from which to climb.
    squares: Vec<u32>,
    /// A side has 2ˡᵉᵛᵉˡˢ squares in a row.
    levels: u32,
    /// The factor that converts a coordinate of a direction with |d|∞ = 1 to units of squares: a little less than half a row,
    /// so that the last place is still in the last square.
    scale: T,
    /// Half a row plus a power of two so large that the fraction digits begin with those of a place.
    middle: T,
    /// The number of digits of a place after the point.
    fraction: u32,
    /// The least and the greatest sum of a direction's absolute coordinates for which the chart holds.
    sizes: [T; 2],
}

/// The answer of the chart for a direction.
pub(super) enum Charted<T> {
    /// The first of the greatest points, and its number.
    Point([T; 3], usize),
    /// A point from which to climb.
    Near(usize),
    /// No answer: the direction is zero, tiny, enormous or not finite.
    Nothing,
}

impl<T: Float> Chart<T> {
    /// The chart of the points with the numbers in `distinct`; at least one of their coordinates is not zero.
    pub fn new(points: &[[T; 3]], distinct: &[u32]) -> Self {
        let wide: Vec<[f64; 3]> = points.iter().map(|point| point.map(Into::into)).collect();
        let greatest = |i: usize| wide.iter().fold(0.0_f64, |greatest, point| greatest.max(point[i].abs()));
        let sum = greatest(0) + greatest(1) + greatest(2);
        // About four squares of the finest division per point.
        let levels = ((distinct.len() as f64 / 1.5).log2() / 2.0).round().clamp(1.0, f64::from(LEVELS)) as u32;
        let margin = 32.0 * T::unit_roundoff().to_f64() * sum;
        let (blocks, squares) = Division::new(&wide, margin, levels).of(distinct);
        let block = |list: &Vec<u32>| {
            let mut block = Block { points: [[T::zero(); WIDTH]; 3], names: [0; WIDTH] };
            for (rank, &lane) in LANES.iter().enumerate() {
                let name = list[if rank < list.len() { rank } else { 0 }];
                block.names[lane] = name;
                for (row, value) in block.points.iter_mut().zip(points[name as usize]) {
                    row[lane] = value;
                }
            }
            block
        };
        let least: f64 = T::LEAST_NORMAL.into();
        let half = f64::from(1_u32 << levels) / 2.0;
        Chart {
            blocks: blocks.iter().map(block).collect(),
            squares,
            levels,
            scale: T::from_f64(half * (1.0 - SLACK / 2.0)),
            middle: T::from_f64(3.0 * half),
            fraction: T::DIGITS - levels,
            sizes: [
                T::from_f64((64.0 * least / sum).max(T::MODERATE.recip())),
                T::from_f64((1.0 / (64.0 * least) / sum).min(T::MODERATE)),
            ],
        }
    }

    /// The answer of the chart for a direction. Only long squares and exceptional directions cause a branch, and the only
    /// division does not wait for the choice of the side.
    #[inline(always)]
    pub fn find(&self, direction: [T; 3]) -> Charted<T> {
        let [x, y, z] = direction;
        let [a, b, c] = direction.map(|x| x.magnitude());
        // Also false if a coordinate is not a number.
        let holds = (self.sizes[0]..self.sizes[1]).contains(&a.plus(&b).plus(&c));
        if !holds {
            return Charted::Nothing;
        }
        let greater = if a > b { a } else { b };
        let scale = self.scale.over(if greater > c { &greater } else { &c });
        let place = |x: T| x.times(&scale).plus(&self.middle).digits_from(self.fraction) & ((1 << self.levels) - 1);
        let sign = |x: T| x.sign();
        let (p, q, r) = (place(x), place(y), place(z));
        let number = |side: u32, row: u32, column: u32| (((side << self.levels) + row) << self.levels) + column;
        let square = select_unpredictable(b > a, number(2 + sign(y), r, p), number(sign(x), q, r));
        let square = select_unpredictable(c > greater, number(4 + sign(z), p, q), square);
        let Some(&entry) = self.squares.get(square as usize) else { return Charted::Nothing };
        match self.blocks.get(entry as usize) {
            Some(block) => {
                let lane = block.first_greatest(direction) % WIDTH;
                // One by one: rows in an array are copied whole before one of their lanes is read.
                let [x, y, z] = &block.points;
                Charted::Point([x[lane], y[lane], z[lane]], block.names[lane] as usize)
            }
            None => Charted::Near((entry & !LONG) as usize),
        }
    }
}

impl<T: Float> Block<T> {
    /// The lane of the first of the points with the greatest product.
    #[inline(always)]
    fn first_greatest(&self, direction: [T; 3]) -> usize {
        let [x, y, z] = &self.points;
        let mut products: [T; WIDTH] = std::array::from_fn(|lane| {
            x[lane].times(&direction[0]).plus(&y[lane].times(&direction[1])).plus(&z[lane].times(&direction[2]))
        });
        let mut lanes: [usize; WIDTH] = std::array::from_fn(|lane| lane);
        for width in [WIDTH / 2, WIDTH / 4, WIDTH / 8] {
            for lane in 0..width {
                let (first, second) = (products[lane], products[lane + width]);
                lanes[lane] = select_unpredictable(second > first, lanes[lane + width], lanes[lane]);
                products[lane] = if second > first { second } else { first };
            }
        }
        lanes[0]
    }
}

/// The sides of the cube while they are divided.
struct Division<'a> {
    points: &'a [[f64; 3]],
    margin: f64,
    levels: u32,
    side: usize,
    /// The number of points that may still be examined. Bodies so far from the origin that rounding hides which point is the
    /// greatest could be divided for ever without effect.
    budget: usize,
    blocks: Vec<Vec<u32>>,
    squares: Vec<u32>,
}

impl<'a> Division<'a> {
    fn new(points: &'a [[f64; 3]], margin: f64, levels: u32) -> Self {
        let squares = vec![LONG; 6 << (2 * levels)];
        Division { points, margin, levels, side: 0, budget: 256 * points.len(), blocks: Vec::new(), squares }
    }

    /// The lists of the blocks, and the entry of each square of the finest division.
    fn of(mut self, list: &[u32]) -> (Vec<Vec<u32>>, Vec<u32>) {
        for side in 0..6 {
            self.side = side;
            self.divide(0, [0, 0], list);
        }
        (self.blocks, self.squares)
    }

    /// Divides the square in this row and column of the division of this level; `list` contains all its points, and possibly
    /// others.
    fn divide(&mut self, level: u32, [row, column]: [usize; 2], list: &[u32]) {
        let list = self.shortened(level, [row, column], list);
        if list.len() > WIDTH && level < self.levels && self.budget > 0 {
            for (i, j) in [(0, 0), (0, 1), (1, 1), (1, 0)] {
                self.divide(level + 1, [2 * row + i, 2 * column + j], &list);
            }
            return;
        }
        let entry = if list.len() > WIDTH { LONG | list[0] } else { self.blocks.len() as u32 };
        let span = 1 << (self.levels - level);
        for row in row * span..(row + 1) * span {
            let begin = (((self.side << self.levels) + row) << self.levels) + column * span;
            self.squares[begin..begin + span].fill(entry);
        }
        if list.len() <= WIDTH {
            self.blocks.push(list);
        }
    }

    /// The list without points that are nowhere the greatest in the square. The points are compared with a few high points, and
    /// with each other once the list is short.
    fn shortened(&mut self, level: u32, square: [usize; 2], list: &[u32]) -> Vec<u32> {
        self.budget = self.budget.saturating_sub(list.len());
        let corners = self.corners(level, square);
        let height = |&p: &u32| corners.map(|corner| (0..3).map(|i| corner[i] * self.points[p as usize][i]).sum::<f64>());
        let mut heights: Vec<(u32, [f64; 4])> = list.iter().map(|p| (*p, height(p))).collect();
        let highest = |size: &dyn Fn(&[f64; 4]) -> f64| {
            heights.iter().map(|(_, heights)| *heights).reduce(|p, q| if size(&q) > size(&p) { q } else { p })
        };
        let mut witnesses: Vec<[f64; 4]> = (0..4).filter_map(|corner| highest(&|heights| heights[corner])).collect();
        witnesses.extend(highest(&|heights| heights.iter().sum()));
        let is_below = |p: &[f64; 4], q: &[f64; 4]| (0..4).all(|corner| q[corner] - p[corner] > self.margin);
        heights.retain(|(_, p)| !witnesses.iter().any(|q| is_below(p, q)));
        if heights.len() <= 8 * WIDTH {
            let all = heights.clone();
            heights.retain(|(_, p)| !all.iter().any(|(_, q)| is_below(p, q)));
        }
        heights.into_iter().map(|(p, _)| p).collect()
    }

    /// The corners of a square of this side, on the cube.
    fn corners(&self, level: u32, [row, column]: [usize; 2]) -> [[f64; 3]; 4] {
        let place = |number: usize, end: usize| {
            let slack = if end == 0 { -SLACK } else { SLACK };
            (number + end) as f64 / f64::from(1_u32 << level) * 2.0 - 1.0 + slack
        };
        std::array::from_fn(|number| {
            let mut corner = [0.0; 3];
            corner[self.side / 2] = if self.side.is_multiple_of(2) { 1.0 } else { -1.0 };
            corner[(self.side / 2 + 1) % 3] = place(row, number / 2);
            corner[(self.side / 2 + 2) % 3] = place(column, number % 2);
            corner
        })
    }
}
