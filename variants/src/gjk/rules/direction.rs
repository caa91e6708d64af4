//! The direction in which a distance loop looks for the next support point.

use gjk_numbers::{Ring, Scalar, Space};

/// The rule for the direction of the next support point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectionRule {
    /// Along −v.
    Plain,
    /// Nesterov's acceleration: the search direction remembers earlier directions, which shortens the zigzag of plain GJK.
    ///
    /// # Iteration
    /// GJK is the Frank–Wolfe method with full corrections. With δₖ = (k+1)/(k+3), xₖ the nearest point of the simplex and sₖ₋₁
    /// the last support point, the accelerated direction is dₖ = δₖ dₖ₋₁ + (1 − δₖ) yₖ with yₖ = δₖ xₖ + (1 − δₖ) sₖ₋₁, from
    /// d₋₁ = s₋₁ = x₀. The support point along −dₖ joins the simplex, as along −xₖ in plain GJK. k counts the iterations from
    /// zero, and d₀ = x₀ is the plain direction: the first direction that remembers anything is d₁, with δ₁ = 1/2.
    ///
    /// # Stop
    /// A support point along dₖ says nothing about the duality gap of xₖ. If it repeats or does not improve (its product with x
    /// is not below x·x by more than the stop rule allows, or the nearest point does not come nearer), this is not convergence:
    /// the point is discarded, and the loop uses the plain direction from then on. Stop tests and evidence come from plain
    /// directions only.
    ///
    /// # Comparison with the source
    /// Deviates from the source in: the loop also changes to the plain direction if a support point repeats or |x| does not
    /// fall, and not only if the duality gap requires it; the gap is compared with the stop rule of the common loop; the
    /// subalgorithm is signed volumes; the run starts from the centres.
    ///
    /// # Reference
    /// L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier: Collision Detection Accelerated: An Optimization Perspective.
    /// Robotics: Science and Systems 2022, algorithm 3.
    Accelerated,
    /// Nesterov's acceleration as its authors' implementation has it for meshes: both parts of the direction have length one.
    ///
    /// # Iteration
    /// As [`DirectionRule::Accelerated`], but dₖ = δₖ dₖ₋₁/|dₖ₋₁| + (1 − δₖ) yₖ/|yₖ| with δₖ = (k+2)/(k+3). In the implementation
    /// this is the rule for pairs of bodies that are convex and not strictly convex, which is what hulls of points are.
    ///
    /// # Lengths
    /// A length is the root of a double near the squared length, rounded to the scalar: in `f32` and `f64` the correctly rounded
    /// root of the squared length. In exact arithmetic there are no roots; a length that is only nearly one leaves the direction
    /// as good a guess. A vector whose squared length is zero or beyond the range counts as zero.
    ///
    /// # Comparison with the source
    /// Deviates from the source in: the deviations of [`DirectionRule::Accelerated`]; a division by a length is a product with
    /// its reciprocal; a vector without a length counts as zero, where the source asserts that there is none (it ends earlier,
    /// at |x| below its tolerance). Directions, δₖ and the count of k are the source's.
    ///
    /// # Reference
    /// The library coal (BSD licence), commit cf759661577134b527455e5a09c050fd8684d1df, `src/narrowphase/gjk.cpp`:
    /// `GJK::evaluate`, the case `NesterovAcceleration` with `normalize_support_direction`.
    Normalised,
}

/// The state of the direction rule during a run.
pub(in crate::gjk) enum Heading<S: Space> {
    /// Along −v, whatever the earlier directions.
    Plain,
    /// With the memory of an accelerated direction.
    Accelerated(Momentum<S>),
    /// With the memory of an accelerated direction whose parts have length one.
    Normalised(Momentum<S>),
}

/// dₖ₋₁, sₖ₋₁ and k.
pub(in crate::gjk) struct Momentum<S: Space> {
    d: S::Vector,
    s: S::Vector,
    k: usize,
    is_lost: bool,
    was_used: bool,
}

impl<S: Space<Scalar: Scalar>> Heading<S> {
    /// Before the first iteration of a run that starts from this v.
    #[inline(always)]
    pub fn starting_from(v: &S::Vector, rule: DirectionRule) -> Self {
        // d₋₁ = s₋₁ = x₀.
        let momentum = || Momentum { d: v.clone(), s: v.clone(), k: 0, is_lost: false, was_used: false };
        match rule {
            DirectionRule::Plain => Heading::Plain,
            DirectionRule::Accelerated => Heading::Accelerated(momentum()),
            DirectionRule::Normalised => Heading::Normalised(momentum()),
        }
    }

    /// The next direction. `begun` is true once there is a simplex.
    #[inline(always)]
    pub fn toward(&mut self, v: &S::Vector, begun: bool) -> S::Vector {
        match self {
            Heading::Plain => S::negated(v),
            Heading::Accelerated(momentum) => momentum.toward(v, begun, false),
            Heading::Normalised(momentum) => momentum.toward(v, begun, true),
        }
    }

    /// Records a support point that joins the simplex.
    #[inline(always)]
    pub fn accept(&mut self, w: &S::Vector) {
        if let Heading::Accelerated(momentum) | Heading::Normalised(momentum) = self {
            momentum.s = w.clone();
        }
    }

    /// Whether the last direction was a guess, so that a lack of progress along it ends nothing. After that, all directions are
    /// plain.
    #[inline(always)]
    pub fn falls_back(&mut self) -> bool {
        let (Heading::Accelerated(momentum) | Heading::Normalised(momentum)) = self else { return false };
        momentum.is_lost |= momentum.was_used;
        momentum.was_used
    }
}

impl<S: Space<Scalar: Scalar>> Momentum<S> {
    #[inline(always)]
    fn toward(&mut self, x: &S::Vector, begun: bool, is_normalised: bool) -> S::Vector {
        let k = self.k;
        self.k += 1;
        self.was_used = begun && k > 0 && !self.is_lost;
        if !self.was_used {
            return S::negated(x);
        }
        let number = |n: usize| S::Scalar::from_f64(n as f64);
        let delta = number(if is_normalised { k + 2 } else { k + 1 }).over(&number(k + 3));
        let rest = S::Scalar::one().minus(&delta);
        let mut y = S::plus(&S::scaled(x, &delta), &S::scaled(&self.s, &rest));
        if is_normalised {
            (self.d, y) = (of_length_one::<S>(&self.d), of_length_one::<S>(&y));
        }
        self.d = S::plus(&S::scaled(&self.d, &delta), &S::scaled(&y, &rest));
        S::negated(&self.d)
    }
}

/// The vector scaled to length one; zero if the squared length is zero or not finite.
#[inline(always)]
fn of_length_one<S: Space<Scalar: Scalar>>(v: &S::Vector) -> S::Vector {
    let length = S::dot(v, v).to_f64().sqrt();
    // Written so that a NaN fails.
    if length > 0.0 && length.is_finite() {
        S::scaled(v, &S::Scalar::one().over(&S::Scalar::from_f64(length)))
    } else {
        S::zero()
    }
}

#[cfg(test)]
mod tests {
    use gjk_numbers::Solid;

    use super::*;

    type Here = Solid<f64>;

    #[test]
    fn momentum_is_used_from_the_first_simplex_until_it_is_lost() {
        let x = Here::vector(|i| [1.0, 2.0, 3.0][i]);
        let mut heading = Heading::<Here>::starting_from(&Here::unit(0), DirectionRule::Accelerated);
        heading.accept(&Here::vector(|i| [0.0, 7.0, 0.0][i]));
        assert_eq!(heading.toward(&x, false), Here::negated(&x));
        assert!(!heading.falls_back());
        assert_ne!(heading.toward(&x, true), Here::negated(&x));
        assert!(heading.falls_back());
        assert_eq!(heading.toward(&x, true), Here::negated(&x));
        assert!(!heading.falls_back());
    }
}
