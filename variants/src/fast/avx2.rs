//! Function multiversioning: a query compiled a second time, for AVX2 of x86-64.
//!
//! The processor chooses the version when a query begins; no compiler flag is needed. Instructions with three operands avoid
//! the register copies that two-operand instructions need: with everything that is inlined, a loop of doubles on bodies of 8
//! points near contact takes up to a quarter less time (AMD EPYC, family 25). The answers are the same to the bit: both
//! versions round alike, and a product and a sum are never fused into one operation. [`Instructions::hold_to_baseline`]
//! disables the AVX2 version.
#![allow(unsafe_code, reason = "calls of functions that need an instruction set")]

use gjk_numbers::{Ring, Space};
use gjk_support::{Instructions, SupportMap};

use crate::answer::Outcome;
use crate::observe::Observer;
use crate::start::Start;
use crate::variant::Variant;

/// Solves one query as [`Variant::solve`] does, in AVX2 if that [is chosen](Avx2::chosen). Only the code that the compiler
/// inlines into `solve` is compiled a second time.
#[inline(always)]
pub fn solve<S, V, A, B, O>(variant: &V, a: &A, b: &B, start: &Start<S>, observer: &mut O) -> Outcome<V::Answer>
where
    S: Space,
    V: Variant<S>,
    A: SupportMap<S> + ?Sized,
    B: SupportMap<S> + ?Sized,
    O: Observer<S> + ?Sized,
{
    match Avx2::chosen::<S>() {
        Some(avx2) => avx2.solve(variant, a, b, start, observer),
        None => variant.solve(a, b, start, observer),
    }
}

/// The version for AVX2. A value of this type exists only if the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The version for AVX2, if the processor has it and the process is not held to the baseline. Exact numbers gain nothing
    /// from it, and have one version.
    #[inline(always)]
    pub fn chosen<S: Space>() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if !S::Scalar::EXACT && !Instructions::held_to_baseline() && is_x86_feature_detected!("avx2") {
            return Some(Avx2(()));
        }
        None
    }

    /// Solves one query, for callers that have their own plain version for the other case.
    #[inline(always)]
    pub fn solve<S, V, A, B, O>(self, variant: &V, a: &A, b: &B, start: &Start<S>, observer: &mut O) -> Outcome<V::Answer>
    where
        S: Space,
        V: Variant<S>,
        A: SupportMap<S> + ?Sized,
        B: SupportMap<S> + ?Sized,
        O: Observer<S> + ?Sized,
    {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: the processor has the instructions, since there is a value of this type.
            unsafe { solve_in_avx2(variant, a, b, start, observer) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            variant.solve(a, b, start, observer)
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn solve_in_avx2<S, V, A, B, O>(variant: &V, a: &A, b: &B, start: &Start<S>, observer: &mut O) -> Outcome<V::Answer>
where
    S: Space,
    V: Variant<S>,
    A: SupportMap<S> + ?Sized,
    B: SupportMap<S> + ?Sized,
    O: Observer<S> + ?Sized,
{
    variant.solve(a, b, start, observer)
}

#[cfg(test)]
mod tests {
    use super::solve;
    use crate::{
        BooleanGjk, Ericson, FaceFirst, Gjk, Hull, Johnson, LeastSquares, Muratori, Scalar, SignedVolumes, Solid, SplitMix64,
        Start, ThreePlane, TrueRegion, Unrolled, Variant,
    };
    use nalgebra::Vector3;

    type Body<T> = Hull<Solid<T>>;

    /// Bodies of eight points between −1 and 1, the second moved along the first axis.
    fn pairs<T: Scalar>() -> Vec<(Body<T>, Body<T>)> {
        let mut random = SplitMix64(7);
        let mut number = || random.symmetric();
        let mut pair = |gap: f64| {
            let mut body = |shift: f64| {
                let mut point = || Vector3::new(number() + shift, number(), number()).map(T::from_f64);
                Hull::new((0..8).map(|_| point()).collect()).expect("eight points")
            };
            (body(0.0), body(gap))
        };
        (0..300).map(|index| pair(0.01 * f64::from(index))).collect()
    }

    fn same_by_both<T: Scalar, V: Variant<Solid<T>>>(variant: &V)
    where
        V::Answer: std::fmt::Debug,
    {
        for (index, (a, b)) in pairs::<T>().iter().enumerate() {
            let (chosen, plain) =
                (solve(variant, a, b, &Start::Default, &mut ()), variant.solve(a, b, &Start::Default, &mut ()));
            assert_eq!(format!("{chosen:?}"), format!("{plain:?}"), "pair {index}");
        }
    }

    fn every_loop<T: Scalar>() {
        same_by_both::<T, _>(&Gjk::new(LeastSquares));
        same_by_both::<T, _>(&Gjk::new(Johnson));
        same_by_both::<T, _>(&Gjk::new(Ericson));
        same_by_both::<T, _>(&Gjk::new(SignedVolumes));
        same_by_both::<T, _>(&Gjk::accelerated(SignedVolumes));
        same_by_both::<T, _>(&Gjk::normalised(SignedVolumes));
        same_by_both::<T, _>(&BooleanGjk::new(Muratori));
        same_by_both::<T, _>(&BooleanGjk::new(ThreePlane));
        same_by_both::<T, _>(&BooleanGjk::new(FaceFirst));
        same_by_both::<T, _>(&Unrolled);
        same_by_both::<T, _>(&BooleanGjk::new(TrueRegion));
    }

    /// If the processor lacks AVX2, both are the same loop, and this test proves nothing.
    #[test]
    fn both_versions_give_the_same_answers_to_the_bit() {
        every_loop::<f32>();
        every_loop::<f64>();
    }
}
