//! The instructions of the processor that vector scans are made of, and the switch that does without them.
//!
//! # The same answers with and without
//! Whichever instructions a query is made of, its answer is the same to the bit. Additions, subtractions, multiplications,
//! divisions and square roots of IEEE 754 have one right result each, in vectors as alone. No product is fused with a sum, which
//! would leave out a rounding. And every scan takes the same sums in the same order, and of ties the first (`scan.rs`).

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the process does without what its target does not promise.
static HELD_TO_BASELINE: AtomicBool = AtomicBool::new(false);

/// The instructions that a scan is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// Those of the target that the crate was compiled for, chosen by the compiler.
    Portable,
    /// SSE2 of x86-64: two doubles or four singles at a time.
    Sse2,
    /// AVX2 of x86-64: four doubles or eight singles.
    Avx2,
    /// AVX-512 (F, DQ, VL) of x86-64: eight doubles or sixteen singles.
    Avx512,
}

impl Instructions {
    /// All of them, from the narrowest on.
    pub const ALL: [Instructions; 4] = [Instructions::Portable, Instructions::Sse2, Instructions::Avx2, Instructions::Avx512];

    /// Whether this processor has them; [`Instructions::hold_to_baseline`] changes nothing in what it has.
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

    /// The widest that this processor has, in which hulls are scanned unless told otherwise; the portable ones where the process is
    /// held to the baseline.
    pub fn widest() -> Self {
        if Self::held_to_baseline() {
            return Instructions::Portable;
        }
        Self::ALL.into_iter().rev().find(|instructions| instructions.available()).unwrap_or(Instructions::Portable)
    }

    /// Holds the whole process to the instructions of the target that it was compiled for, chosen by the compiler (for x86-64:
    /// SSE2), or with `false` lets queries use all that the processor has. Set it once, before the first hull is made: a hull keeps
    /// the scan that it was made with. No answer depends on it.
    ///
    /// It holds the algorithms and their support mappings, not what other libraries do with integers and bytes.
    pub fn hold_to_baseline(held: bool) {
        // Nothing else is published through it.
        HELD_TO_BASELINE.store(held, Ordering::Relaxed);
    }

    /// Whether the process is held to the baseline. It costs one load, of a value that nobody writes meanwhile.
    #[inline]
    pub fn held_to_baseline() -> bool {
        HELD_TO_BASELINE.load(Ordering::Relaxed)
    }
}
