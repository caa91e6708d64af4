//! The processor instructions of vector scans, and the switch that disables those beyond the baseline.
//!
//! # The same answers in all instruction sets
//! Whichever instructions a query uses, its answer is the same to the bit. Additions, subtractions, multiplications, divisions
//! and square roots of IEEE 754 have one right result each, in vectors as in scalars. No product is fused with a sum, which
//! would leave out a rounding. Every scan forms the same sums in the same order, and returns the first of several ties
//! (`scan.rs`).

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the process avoids instructions that its target does not guarantee.
static HELD_TO_BASELINE: AtomicBool = AtomicBool::new(false);

/// The instructions of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// The instructions of the target that the crate was compiled for, chosen by the compiler.
    Portable,
    /// SSE2 of x86-64: two doubles or four singles at a time.
    Sse2,
    /// AVX2 of x86-64: four doubles or eight singles at a time.
    Avx2,
    /// AVX-512 (F, DQ, VL) of x86-64: eight doubles or sixteen singles at a time.
    Avx512,
}

impl Instructions {
    /// All instruction sets, from the narrowest on.
    pub const ALL: [Instructions; 4] = [Instructions::Portable, Instructions::Sse2, Instructions::Avx2, Instructions::Avx512];

    /// Whether this processor has these instructions, whatever [`Instructions::hold_to_baseline`] has set.
    pub fn available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Instructions::Portable | Instructions::Sse2 => true,
            Instructions::Avx2 => is_x86_feature_detected!("avx2"),
            Instructions::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx2")
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Instructions::Portable
        }
    }

    /// The widest instructions that this processor has, the default for scans of hulls; the portable ones if the process is
    /// held to the baseline.
    pub fn widest() -> Self {
        if Self::held_to_baseline() {
            return Instructions::Portable;
        }
        Self::ALL.into_iter().rev().find(|instructions| instructions.available()).unwrap_or(Instructions::Portable)
    }

    /// Holds the whole process to the instructions of the target that it was compiled for, chosen by the compiler (for x86-64:
    /// SSE2), or with `false` lets queries use all instructions of the processor. Set it once, before the first hull is made: a
    /// hull keeps the scan that it was made with. No answer depends on it.
    ///
    /// It affects the algorithms and their support mappings, not the use of integers and bytes in other libraries.
    pub fn hold_to_baseline(held: bool) {
        // Relaxed, since no other data is published through it.
        HELD_TO_BASELINE.store(held, Ordering::Relaxed);
    }

    /// Whether the process is held to the baseline. The cost is one load of a value that is not written during queries.
    #[inline]
    pub fn held_to_baseline() -> bool {
        HELD_TO_BASELINE.load(Ordering::Relaxed)
    }
}
