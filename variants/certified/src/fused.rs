//! One operation for a product and a sum, if the processor has it.

/// A function of bodies that calls `$inner::<FUSED, T, D>`, on x86-64 compiled a second time for processors that multiply and
/// add in one operation. The compiler fuses nothing by itself; proofs and answers are the same to the bit. The other version is
/// out of line: otherwise every query would carry it, and it would use the loop's registers.
macro_rules! fused {
    ($(#[$note:meta])* $inner:ident as $(#[$of_inner:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty) => {
        $(#[$note])*
        #[inline(always)]
        $visibility fn $name<T: Number, const D: usize>($($argument: $type),*) -> $result {
            // On these targets every processor has it.
            if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
                return $inner::<true, T, D>($($argument),*);
            }
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx") && is_x86_feature_detected!("fma") {
                $(#[$of_inner])*
                #[inline(never)]
                #[target_feature(enable = "avx,fma")]
                fn fused<T: Number, const D: usize>($($argument: $type),*) -> $result {
                    $inner::<true, T, D>($($argument),*)
                }
                // SAFETY: the processor has the instructions.
                #[allow(unsafe_code, reason = "a call of a function that needs an instruction set")]
                return unsafe { fused($($argument),*) };
            }
            #[cold]
            #[inline(never)]
            fn plain<T: Number, const D: usize>($($argument: $type),*) -> $result {
                $inner::<false, T, D>($($argument),*)
            }
            plain($($argument),*)
        }
    };
}

pub(crate) use fused;
