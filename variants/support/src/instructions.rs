//! The instructions of the processor that vector scans are made of.

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

    /// Whether this processor has them.
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

    /// The widest that this processor has.
    pub fn widest() -> Self {
        Self::ALL.into_iter().rev().find(|instructions| instructions.available()).unwrap_or(Instructions::Portable)
    }
}
