//! Loops compiled more than once: for the target of the crate, and for the wider instruction sets of x86-64.
//!
//! Which one runs is chosen when a query begins, by the processor; no flag of the compiler is needed. With instructions of three
//! operands and with more registers a loop of doubles takes up to a quarter less time. The answers are the same to the bit: all
//! of them round alike, and a product and a sum are never fused into one operation.
#![allow(unsafe_code, reason = "calls of functions that need an instruction set")]

use crate::answer::Outcome;
use crate::observe::Observer;
use crate::ring::Ring;
use crate::space::Space;
use crate::support::SupportMap;
use crate::variant::Start;

/// The loop of a variant, as [`crate::Variant::solve`] runs it. What it is made of is to be inlined into it: what is called stays
/// compiled for the target of the crate.
pub(crate) trait Loop<S: Space> {
    /// What it answers.
    type Answer;

    /// Solves one query.
    fn run<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Self::Answer>;
}

/// Runs a loop in the widest instructions of this processor. There is one version for exact numbers, which gain nothing.
#[inline(always)]
pub(crate) fn solve<S, L, A, B, O>(of: &L, a: &A, b: &B, start: &Start<S>, observer: &mut O) -> Outcome<L::Answer>
where
    S: Space,
    L: Loop<S>,
    A: SupportMap<S> + ?Sized,
    B: SupportMap<S> + ?Sized,
    O: Observer<S> + ?Sized,
{
    #[cfg(target_arch = "x86_64")]
    if !S::Scalar::EXACT && is_x86_feature_detected!("avx") {
        // SAFETY: the processor has the instructions.
        return unsafe { avx(of, a, b, start, observer) };
    }
    of.run(a, b, start, observer)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn avx<S, L, A, B, O>(of: &L, a: &A, b: &B, start: &Start<S>, observer: &mut O) -> Outcome<L::Answer>
where
    S: Space,
    L: Loop<S>,
    A: SupportMap<S> + ?Sized,
    B: SupportMap<S> + ?Sized,
    O: Observer<S> + ?Sized,
{
    of.run(a, b, start, observer)
}
