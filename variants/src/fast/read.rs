//! Numbers read one by one, and numbers left where they are.
//!
//! # Store forwarding
//! A compiler likes to read two or four numbers at once, and not always those that it wrote at once. A processor forwards a store
//! to a load of the same bytes or of a part of them, but a load that needs parts of two stores waits until both have reached the
//! cache. Without this the boolean variants lose 5 % in doubles and 10 % in singles at 8 points (AMD EPYC, family 25).
//!
//! # Register allocation
//! What was just computed need not be read at all: the loop hands the newest point to the subalgorithm in registers. Without
//! more, a compiler packs two of its coordinates into one register again (superword-level parallelism) and shuffles them for
//! every cross product, which costs more than it brings. An optimisation barrier keeps the coordinates apart. Together this
//! saves 4 to 5 % of a query of Ericson's and of signed volumes, in doubles and in singles (8 points, mean over the gaps of the
//! duel; AMD EPYC, family 26).
#![allow(unsafe_code, reason = "reads and numbers that are not merged with their neighbours")]

use std::any::TypeId;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use std::{arch::asm, mem::transmute_copy};

use gjk_numbers::{Ring, Space};

use crate::simplex::Simplex;

/// A copy of a number that may just have been written beside others.
#[inline(always)]
pub(crate) fn alone<T: Ring>(number: &T) -> T {
    let is_float = TypeId::of::<T>() == TypeId::of::<f64>() || TypeId::of::<T>() == TypeId::of::<f32>();
    // Of other numbers, rounded ones too, nobody promises that they own nothing that a copy would share.
    if !is_float {
        return number.clone();
    }
    // SAFETY: a reference is to a number that may be read, and this one is a float, which may be copied.
    unsafe { std::ptr::read_volatile(number) }
}

/// The point of a vertex, whose coordinates may just have been stored.
#[inline(always)]
pub(crate) fn point<S: Space>(simplex: &Simplex<S>, position: usize) -> S::Vector {
    let point = simplex.point(position);
    S::vector(|i| alone(S::coordinate(point, i)))
}

/// The same vector, each coordinate in a register of its own.
#[inline(always)]
pub(crate) fn in_registers<S: Space>(v: &S::Vector) -> S::Vector {
    S::vector(|i| in_register(S::coordinate(v, i)))
}

/// The same number; the compiler no longer knows where it came from.
#[inline(always)]
fn in_register<T: Ring>(number: &T) -> T {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    macro_rules! barrier {
        ($float:ty) => {
            if TypeId::of::<T>() == TypeId::of::<$float>() {
                // SAFETY: both types are the same one, which may be copied, and the assembly is empty.
                unsafe {
                    let mut same: $float = transmute_copy(number);
                    asm!("/* {0} */", inout(xmm_reg) same, options(pure, nomem, nostack, preserves_flags));
                    return transmute_copy(&same);
                }
            }
        };
    }
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        barrier!(f64);
        barrier!(f32);
    }
    number.clone()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use gjk_numbers::{Ring, Solid};

    use crate::fast::tests::on_many_simplices;
    use crate::simplex::{Simplex, Subset, no_weights};
    use crate::subalgorithm::{Ericson, Johnson, JohnsonBackup, LeastSquares, SignedVolumes, Subalgorithm};

    thread_local! {
        /// How many numbers of the type below were made and not yet dropped.
        static ALIVE: Cell<isize> = const { Cell::new(0) };
    }

    /// A rounded number that counts: what is copied bit by bit is dropped more often than it was made.
    #[derive(Debug, PartialEq, PartialOrd)]
    struct Counted(f64);

    impl Counted {
        fn new(value: f64) -> Counted {
            ALIVE.set(ALIVE.get() + 1);
            Counted(value)
        }
    }

    impl Clone for Counted {
        fn clone(&self) -> Counted {
            Counted::new(self.0)
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            ALIVE.set(ALIVE.get() - 1);
        }
    }

    impl Ring for Counted {
        const EXACT: bool = false;
        fn zero() -> Self {
            Counted::new(0.0)
        }
        fn one() -> Self {
            Counted::new(1.0)
        }
        fn plus(&self, other: &Self) -> Self {
            Counted::new(self.0 + other.0)
        }
        fn minus(&self, other: &Self) -> Self {
            Counted::new(self.0 - other.0)
        }
        fn times(&self, other: &Self) -> Self {
            Counted::new(self.0 * other.0)
        }
        fn negated(&self) -> Self {
            Counted::new(-self.0)
        }
    }

    #[test]
    fn a_rounded_number_that_may_own_memory_is_cloned_and_dropped_once() {
        let mut weights = no_weights::<Counted>();
        weights[2] = Counted::new(7.0);
        let moved = Subset::only(2).moved_up(&weights);
        assert_eq!(moved[0].0, 7.0);
        drop((weights, moved));
        assert_eq!(ALIVE.get(), 0);
    }

    #[test]
    fn the_newest_point_from_registers_changes_no_bit() {
        fn check<P: Subalgorithm<Solid<f64>>>(subalgorithm: &P, simplex: &Simplex<Solid<f64>>) {
            let newest = super::in_registers::<Solid<f64>>(simplex.point(simplex.len() - 1));
            let from_registers = subalgorithm.project_with_newest(simplex, &newest, &mut ());
            assert_eq!(format!("{from_registers:?}"), format!("{:?}", subalgorithm.project(simplex, &mut ())));
        }
        on_many_simplices(|points| {
            for count in 1..=4 {
                let simplex = Simplex::of_points(&points[..count]);
                check(&Ericson, &simplex);
                check(&SignedVolumes, &simplex);
                check(&LeastSquares, &simplex);
                check(&Johnson, &simplex);
                check(&JohnsonBackup, &simplex);
            }
        });
    }
}
