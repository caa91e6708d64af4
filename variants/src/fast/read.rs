//! Numbers read one by one.
//!
//! # Store forwarding
//! A compiler prefers to read two or four numbers at once, and not always those that it wrote at once. A processor forwards a
//! store to a load of the same bytes or of a part of them, but a load that needs parts of two stores waits until both have
//! reached the cache. Without separate reads the boolean variants lose 5 % in doubles and 10 % in singles at 8 points (AMD
//! EPYC, family 25).
#![allow(unsafe_code, reason = "reads that are not merged with their neighbours")]

use std::any::TypeId;

use gjk_numbers::{Ring, Space};

use crate::simplex::Simplex;

/// A copy of a number that may just have been written together with its neighbours.
#[inline(always)]
pub(crate) fn alone<T: Ring>(number: &T) -> T {
    let is_float = TypeId::of::<T>() == TypeId::of::<f64>() || TypeId::of::<T>() == TypeId::of::<f32>();
    // Any other number type, even a rounded one, may own memory that a bitwise copy would share.
    if !is_float {
        return number.clone();
    }
    // SAFETY: a reference is to a number that may be read, and this one is a float, which may be copied.
    unsafe { std::ptr::read_volatile(number) }
}

/// The point of a vertex, whose coordinates may just have been stored.
#[inline(always)]
pub(crate) fn point<S: Space>(simplex: &Simplex<S>, position: usize) -> S::Vector {
    one_by_one::<S>(simplex.point(position))
}

/// Such a copy of each coordinate of a vector.
#[inline(always)]
pub(crate) fn one_by_one<S: Space>(v: &S::Vector) -> S::Vector {
    S::vector(|i| alone(S::coordinate(v, i)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use gjk_numbers::Ring;

    use crate::simplex::{Subset, no_weights};

    thread_local! {
        /// The number of values of the type below that were made and not yet dropped.
        static ALIVE: Cell<isize> = const { Cell::new(0) };
    }

    /// A rounded number that counts its values: a value copied bit by bit is dropped more often than it was made.
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
}
