//! The control word of the processor, without the flags of past exceptions.

#![allow(unsafe_code)]

/// The mode of a thread's floating-point arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(u64);

/// A difference from the default: bits of the control word, their value, and the text for it.
type Difference = (u64, u64, &'static str);

impl Mode {
    /// The differences from the default.
    pub(crate) fn differences(self) -> impl Iterator<Item = &'static str> {
        DIFFERENCES.iter().filter(move |(bits, value, _)| self.0 & bits == *value).map(|(_, _, text)| *text)
    }
}

#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::asm;

    use super::{Difference, Mode};

    /// The sticky bits of exceptions that have happened; they are not part of the mode.
    const HAPPENED: u64 = 0x3f;

    pub(super) const DIFFERENCES: &[Difference] = &[
        (3 << 13, 1 << 13, "it rounds downward"),
        (3 << 13, 2 << 13, "it rounds upward"),
        (3 << 13, 3 << 13, "it rounds toward zero"),
        (1 << 15, 1 << 15, "it flushes subnormal results to zero"),
        (1 << 6, 1 << 6, "it reads subnormal numbers as zero"),
        (1 << 7, 0, "it traps invalid operations"),
        (1 << 8, 0, "it traps subnormal numbers"),
        (1 << 9, 0, "it traps divisions by zero"),
        (1 << 10, 0, "it traps overflow"),
        (1 << 11, 0, "it traps underflow"),
        (1 << 12, 0, "it traps inexact results"),
    ];

    impl Mode {
        /// Rounds to nearest, ties to even; keeps subnormal numbers, and traps no exception.
        pub const DEFAULT: Mode = Mode(0x1f80);
        /// Flushes subnormal results to zero and reads subnormal operands as zero, as engines and audio code set it.
        pub const FLUSHING: Mode = Mode(0x1f80 | 1 << 15 | 1 << 6);
        /// Rounds toward +∞.
        pub const UPWARD: Mode = Mode(0x1f80 | 2 << 13);
        /// Rounds toward −∞.
        pub const DOWNWARD: Mode = Mode(0x1f80 | 1 << 13);
        /// Rounds toward zero.
        pub const TOWARD_ZERO: Mode = Mode(0x1f80 | 3 << 13);

        /// The mode of this thread.
        #[inline]
        pub fn of_this_thread() -> Mode {
            let mut word = 0_u32;
            // SAFETY: it writes the register to the four bytes of the variable.
            unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
            Mode(u64::from(word) & !HAPPENED)
        }

        /// Sets the mode of this thread.
        #[inline]
        pub fn set(self) {
            let word = self.0 as u32;
            // SAFETY: it reads the register from the four bytes of the variable, whose reserved bits are zero: each mode is a
            // constant of this file or was read from the register.
            unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, preserves_flags)) };
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use std::arch::asm;

    use super::{Difference, Mode};

    pub(super) const DIFFERENCES: &[Difference] = &[
        (3 << 22, 1 << 22, "it rounds upward"),
        (3 << 22, 2 << 22, "it rounds downward"),
        (3 << 22, 3 << 22, "it rounds toward zero"),
        (1 << 24, 1 << 24, "it flushes subnormal numbers to zero"),
        (1, 1, "it reads subnormal numbers as zero"),
        (1 << 25, 1 << 25, "it forgets which NaN a NaN was"),
        (1 << 8, 1 << 8, "it traps invalid operations"),
        (1 << 9, 1 << 9, "it traps divisions by zero"),
        (1 << 10, 1 << 10, "it traps overflow"),
        (1 << 11, 1 << 11, "it traps underflow"),
        (1 << 12, 1 << 12, "it traps inexact results"),
        (1 << 15, 1 << 15, "it traps subnormal numbers"),
    ];

    impl Mode {
        /// Rounds to nearest, ties to even; keeps subnormal numbers, and traps no exception.
        pub const DEFAULT: Mode = Mode(0);
        /// Flushes subnormal numbers to zero, as engines and audio code set it.
        pub const FLUSHING: Mode = Mode(1 << 24);
        /// Rounds toward +∞.
        pub const UPWARD: Mode = Mode(1 << 22);
        /// Rounds toward −∞.
        pub const DOWNWARD: Mode = Mode(2 << 22);
        /// Rounds toward zero.
        pub const TOWARD_ZERO: Mode = Mode(3 << 22);

        /// The mode of this thread.
        #[inline]
        pub fn of_this_thread() -> Mode {
            let word: u64;
            // SAFETY: it reads a register. The memory clobber keeps computations before and after it in their places.
            unsafe { asm!("mrs {}, fpcr", out(reg) word, options(nostack, preserves_flags)) };
            Mode(word)
        }

        /// Sets the mode of this thread.
        #[inline]
        pub fn set(self) {
            // SAFETY: it writes a register; each mode is a constant of this file or was read from the register.
            unsafe { asm!("msr fpcr, {}", in(reg) self.0, options(nostack, preserves_flags)) };
        }
    }
}

/// For processors without a known register: the results of arithmetic reveal a mode, and none can be set.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    use std::hint::black_box;

    use super::{Difference, Mode};

    pub(super) const DIFFERENCES: &[Difference] =
        &[(1, 1, "it does not round to nearest"), (2, 2, "it flushes subnormal numbers to zero")];

    impl Mode {
        /// Rounds to nearest, ties to even; keeps subnormal numbers.
        pub const DEFAULT: Mode = Mode(0);

        /// The mode of this thread, inferred from sums and products.
        pub fn of_this_thread() -> Mode {
            let sum = |x: f64, y: f64| black_box(x) + black_box(y);
            let u = f64::EPSILON / 2.0;
            let rounds = sum(1.0, u) == 1.0 && sum(1.0, 1.5 * u) == 1.0 + 2.0 * u && sum(-1.0, -1.5 * u) == -1.0 - 2.0 * u;
            let keeps = black_box(f64::MIN_POSITIVE) * black_box(0.5) > 0.0;
            Mode(u64::from(!rounds) | u64::from(!keeps) << 1)
        }

        /// Asserts that the thread has this mode.
        ///
        /// # Panics
        /// If the thread has another mode.
        pub fn set(self) {
            let now = Mode::of_this_thread();
            assert!(
                now == self || std::thread::panicking(),
                "floating-point arithmetic has to round to nearest and to keep subnormal numbers: {now}"
            );
        }
    }
}

use register::DIFFERENCES;
