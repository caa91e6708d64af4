//! A step of GJK in integers for a body at an exact displacement, and for the space that it sweeps.
//!
//! The step is that of [`crate::exact`], with another simplex: the points of M are a − b + s for a displacement s. In the first
//! of two modes s is t r for all points. In the second one it is 0 or r, and M is the difference of B and the space that A sweeps
//! from 0 to 1. The second mode decides whether there is a contact at all, without any time.
//!
//! # Width
//! A displacement has to be added to a difference of two coordinates. With coordinates and displacements of B bits a vertex has
//! B + 2 bits, and an edge B + 3, since the displacements of its ends may differ. That is one bit more than in [`crate::exact`], so
//! the widths there hold for B + 1. The coordinates of doubles are multiples of 2⁻¹⁰⁷⁴ below 2¹⁰²⁴; a time from 2⁻⁹⁰⁰ to 1 is a
//! multiple of 2⁻⁹⁵², and a product of one with a coordinate a multiple of 2⁻²⁰²⁶. So B is at most 3050, and 4 (B + 1) + 12
//! bits fit in 194 limbs, with two to spare.

use std::cmp::Ordering::{Equal, Greater, Less};

use crate::cast::displacement::Displacement;
use crate::cast::time::{Time, floor, next};
use crate::exact::{Hull, Range, Search, TooWide, bits_of_products, bits_of_step, nearest, on_grid, rounded, shares};
use crate::integer::{self, Coordinate, Int, Integer, Lattice, Long, Quadruple, Short, Widest, cross, dot, dot_in_full, minus};
use crate::simplex::Pairs;
use crate::vector::Vector;

/// The displacements of the points of A.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Displaced {
    /// All points by t r.
    At(f64),
    /// Each point i by nothing, and each point i + `count` by r: the space that A sweeps.
    Swept { count: u32 },
}

/// A body A that moves by r, and B.
pub(crate) struct Moving<'a> {
    pub a: &'a dyn Hull,
    pub b: &'a dyn Hull,
    pub motion: &'a Vector,
    pub is_double: bool,
}

/// The plane through the face of M nearest to the origin, for A at a displacement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    /// The face.
    pub simplex: Pairs,
    /// The weights of the face's point that is nearest to the origin; if the ray meets the face, of that point.
    pub weights: [f64; 3],
    /// The normal, toward M, rounded.
    pub normal: Vector,
    /// Where the origin, which moves along d = −r, meets the plane.
    pub ahead: Ahead,
}

/// Where the ray meets a plane with all of M beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ahead {
    /// It does not approach the plane, or it is a plane of the swept space.
    Away,
    /// After time 1.
    Beyond,
    /// At a time up to 1: `floor` is the greatest number that is not after it.
    Meets {
        floor: f64,
        /// The ray meets the plane in the face: it is the first contact.
        in_face: bool,
    },
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Placed {
    /// The hull of these points of M holds the origin, with these weights (none for four points).
    Inside(Pairs, Option<[f64; 3]>),
    /// M is beyond a plane.
    Beyond(Plane),
}

enum Step {
    Ends(Placed),
    Improves(Pairs),
}

impl Moving<'_> {
    /// The place of the origin relative to M, by steps from a simplex of at least one point.
    #[cold]
    #[inline(never)]
    pub fn place(&self, displaced: Displaced, mut simplex: Pairs) -> Placed {
        loop {
            let step = self
                .step::<Short>(displaced, &simplex)
                .or_else(|TooWide| self.step::<i64>(displaced, &simplex))
                .or_else(|TooWide| self.step::<Long>(displaced, &simplex))
                .or_else(|TooWide| self.step::<Int<12>>(displaced, &simplex))
                .or_else(|TooWide| self.step::<Int<36>>(displaced, &simplex))
                .or_else(|TooWide| self.step::<Int<196>>(displaced, &simplex));
            match step {
                Ok(Step::Ends(placed)) => return placed,
                Ok(Step::Improves(next)) => simplex = next,
                Err(TooWide) => unreachable!("196 limbs hold every pair of finite doubles at every time"),
            }
        }
    }

    /// The points of A, at rest, and of B with these numbers, and whether the first one is displaced.
    fn corners(&self, displaced: Displaced, (i, j): (u32, u32)) -> (Vector, Vector, bool) {
        let (i, is_displaced) = match displaced {
            Displaced::At(_) => (i, true),
            Displaced::Swept { count } => (i % count, i >= count),
        };
        (self.a.corner(i), self.b.corner(j), is_displaced)
    }

    /// A step, in integers of this kind; inlined nowhere, since each kind has a frame of its own size.
    #[inline(never)]
    fn step<I>(&self, displaced: Displaced, simplex: &Pairs) -> Result<Step, TooWide>
    where
        I: Coordinate<Double: Integer<Double: Widest>>,
    {
        let time = match displaced {
            Displaced::At(time) => time,
            Displaced::Swept { .. } => 1.0,
        };
        let displacement = Displacement::at(time, self.motion);
        let mut range = Range::NONE;
        displacement.seen_by(&mut range);
        for pair in simplex.as_slice() {
            let (a, b, _) = self.corners(displaced, *pair);
            [a, b].iter().for_each(|point| range.see(point));
        }
        let range = range.wider();
        if bits_of_step(range) > Quadruple::<I>::BITS {
            return Err(TooWide);
        }
        let exponent = range.exponent();
        let mut w = [[I::ZERO; 3]; 4];
        let by = displacement.on_grid::<I>(exponent);
        for (w, pair) in w.iter_mut().zip(simplex.as_slice()) {
            let (a, b, is_displaced) = self.corners(displaced, *pair);
            *w = minus(&on_grid(&a, exponent), &on_grid(&b, exponent));
            if is_displaced {
                *w = plus(w, &by);
            }
        }
        let found = nearest(&w[..simplex.as_slice().len()]);
        let kept = simplex.subset(found.subset);
        let Some(normal) = &found.normal else {
            let weights = (found.subset.count_ones() < 4).then(|| shares(&found.parts));
            return Ok(Step::Ends(Placed::Inside(kept, weights)));
        };

        let (rounded, _) = rounded(normal);
        let (i, j) = kept.as_slice()[0];
        let (first_a, first_b, is_displaced) = self.corners(displaced, (i, j));
        let search = Search { normal, rounded: &rounded, range };
        let below_a = search.least(self.a, &first_a, false)?;
        let below_b = search.least(self.b, &first_b, true)?;
        let rate = self.rate(normal, range)?;
        let next_i = match displaced {
            Displaced::At(_) => below_a.unwrap_or(i),
            Displaced::Swept { count } => {
                // The displacement lowers the product if n·r < 0, so if the rate n·d is positive.
                let is_lower = match rate.0.sign() {
                    Greater => true,
                    Equal => is_displaced,
                    Less => false,
                };
                below_a.unwrap_or(i % count) + if is_lower { count } else { 0 }
            }
        };
        let next_pair = (next_i, below_b.unwrap_or(j));
        if next_pair != (i, j) {
            let mut next = kept;
            next.push(next_pair);
            return Ok(Step::Improves(next));
        }

        let plane = |ahead, weights| Placed::Beyond(Plane { simplex: kept, weights, normal: rounded, ahead });
        let weights = shares(&found.parts);
        if matches!(displaced, Displaced::Swept { .. }) || rate.0.sign() != Greater {
            return Ok(Step::Ends(plane(Ahead::Away, weights)));
        }
        let first = found.subset.trailing_zeros() as usize;
        let ahead = self.ahead(normal, &dot_in_full(normal, &w[first]), (time, exponent), rate, [first_a, first_b], range)?;
        let mut crossed = None;
        if let Ahead::Meets { .. } = ahead {
            let mut points = [[I::ZERO; 3]; 3];
            let mut len = 0;
            (0..4).filter(|i| found.subset >> i & 1 == 1).take(3).for_each(|i| (points[len], len) = (w[i], len + 1));
            crossed = self.crossing::<I>(&points[..len], range)?;
        }
        Ok(Step::Ends(match (ahead, crossed) {
            (Ahead::Meets { floor, .. }, Some(weights)) => plane(Ahead::Meets { floor, in_face: true }, weights),
            _ => plane(ahead, weights),
        }))
    }

    /// The direction d = −r on its own grid, and the grid.
    fn direction<Q: Widest>(&self, range: Range) -> Result<(Lattice<Q>, i32), TooWide> {
        let mut own = Range::NONE;
        own.see(self.motion);
        if bits_of_products(range, own) > Q::BITS {
            return Err(TooWide);
        }
        Ok((on_grid(&self.motion.map(|x| -x), own.exponent()), own.exponent()))
    }

    /// n·d, and the exponent of the grid of d.
    fn rate<Q: Widest>(&self, normal: &Lattice<Q>, range: Range) -> Result<(Q, i32), TooWide> {
        let (d, exponent) = self.direction::<Q>(range)?;
        Ok((dot(normal, &d), exponent))
    }

    /// The time at which the origin, at a height n·w above M at the time, meets the plane.
    fn ahead<Q: Widest>(
        &self,
        normal: &Lattice<Q>,
        height: &Q,
        (time, exponent): (f64, i32),
        (rate, rate_exponent): (Q, i32),
        points: [Vector; 2],
        range: Range,
    ) -> Result<Ahead, TooWide> {
        let rest = Time::of_quotient(height.to_double_double(), rate.to_double_double(), exponent - rate_exponent);
        let time = rest.after(time);
        if time.is_certainly_after_the_end() {
            return Ok(Ahead::Beyond);
        }
        let mut floor = floor(&time, self.is_double);
        // The comparison of 106 bits leaves open whether the next number is still not after the plane.
        let above = next(floor, self.is_double);
        match self.height_at(normal, above.min(1.0), points, range)? {
            Less => {}
            Equal => floor = above.min(1.0),
            Greater if above >= 1.0 => return Ok(Ahead::Beyond),
            Greater => floor = above,
        }
        Ok(Ahead::Meets { floor, in_face: false })
    }

    /// The sign of the height of the plane above the origin at a time: it is positive before the origin meets the plane.
    fn height_at<Q: Widest>(
        &self,
        normal: &Lattice<Q>,
        time: f64,
        [a, b]: [Vector; 2],
        range: Range,
    ) -> Result<std::cmp::Ordering, TooWide> {
        let displacement = Displacement::at(time, self.motion);
        let mut own = Range::of(&[[a, b]]);
        displacement.seen_by(&mut own);
        let own = own.wider();
        if bits_of_products(range, own) > Q::BITS {
            return Err(TooWide);
        }
        let exponent = own.exponent();
        let w = plus(&minus(&on_grid::<Q>(&a, exponent), &on_grid(&b, exponent)), &displacement.on_grid(exponent));
        Ok(dot(normal, &w).sign())
    }

    /// The weights of the point at which the ray meets a face of as many points as the space has dimensions, if it does.
    ///
    /// In space the weights are the volumes d·(q × r), d·(r × p) and d·(p × q). In the plane they are the areas d × q and p × d.
    fn crossing<I>(&self, points: &[Lattice<I>], range: Range) -> Result<Option<[f64; 3]>, TooWide>
    where
        I: Coordinate<Double: Integer<Double: Widest>>,
    {
        let (d, _) = self.direction::<Quadruple<I>>(range)?;
        let zero = Quadruple::<I>::ZERO;
        let in_full = |x: &Lattice<I>| integer::widened(&integer::widened(x));
        let parts = match points {
            [p, q, r] => [(q, r), (r, p), (p, q)].map(|(x, y)| dot(&integer::widened(&cross(x, y)), &d)),
            [p, q] if [p, q].iter().all(|x| x[2].is_zero()) && d[2].is_zero() => {
                [cross(&d, &in_full(q))[2], cross(&in_full(p), &d)[2], zero]
            }
            _ => return Ok(None),
        };
        let is = |sign| parts.iter().all(|part| part.sign() != sign) && parts.iter().any(|part| part.sign() != Equal);
        Ok(if is(Less) {
            Some(shares(&parts))
        } else if is(Greater) {
            Some(shares(&[parts[0].negated(), parts[1].negated(), parts[2].negated()]))
        } else {
            None
        })
    }
}

fn plus<I: Integer>(x: &Lattice<I>, y: &Lattice<I>) -> Lattice<I> {
    [x[0].plus(&y[0]), x[1].plus(&y[1]), x[2].plus(&y[2])]
}
