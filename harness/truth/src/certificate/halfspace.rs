//! The kernel's proof of how a hull of points and a half-space lie.
//!
//! # Statement
//! The half-space is n·x ≤ d with n ≠ 0, and a is a point of the hull A such that
//!
//! 1. no point of A has a smaller product with n: n·a ≤ n·p for every vertex p.
//!
//! With h = n·a − d: if h > 0, the bodies are apart, h / |n| is their distance, and a and a − h n / |n|² are as near as any two points. If h = 0 they
//! touch. If h < 0 they overlap, and −h / |n| is their depth.
//!
//! # Proof
//! Every point p of A has n·p ≥ n·a by 1, and every q of the half-space n·q ≤ d. So n·(p − q) ≥ h, and the difference M = A − B is the half-space of all m
//! with n·m ≥ h: it has a − q for every q. The distance of the origin from the plane n·m = h is |h| / |n|. ∎

use gjk_numbers::Ring;
use gjk_numbers::vector::{Vector, dot, is_zero};

/// 1 of the [statement](self), and n ≠ 0.
pub fn is_lowest<T: Ring>(normal: &Vector<T>, points: &[Vector<T>], support: usize) -> bool {
    let Some(lowest) = points.get(support).map(|point| dot(normal, point)) else { return false };
    !is_zero(normal) && points.iter().all(|point| lowest <= dot(normal, point))
}

#[cfg(test)]
mod tests {
    use gjk_numbers::Wide;

    use super::*;
    use crate::small::vector;

    #[test]
    fn only_a_point_with_the_least_product_is_accepted() {
        let points: Vec<Vector<Wide>> = [[0, 0, 5], [7, 0, -2], [-1, 3, -2], [0, 0, 0]].map(vector).to_vec();
        let accepted = |n: [i64; 3]| (0..5).filter(|&i| is_lowest(&vector(n), &points, i)).collect::<Vec<_>>();
        assert_eq!(accepted([0, 0, 1]), [1, 2], "both of them");
        assert_eq!(accepted([0, 0, -1]), [0]);
        assert_eq!(accepted([1, 1, 0]), [0, 3]);
        assert_eq!(accepted([0, 0, 0]), [0; 0], "no normal");
        assert!(!is_lowest(&vector([1, 0, 0]), &[] as &[Vector<Wide>], 0));
    }
}
