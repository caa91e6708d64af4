//! Optimisations for the processor alone. The algorithms' own files are the readable ones. Each optimisation is here under its
//! standard term, with its measurement and a test that it changes no bit of any answer.

mod avx2;
pub(crate) mod johnson;
pub(crate) mod least_squares;
mod read;
pub(crate) mod true_region;

pub use avx2::{Avx2, solve};
pub(crate) use read::{alone, one_by_one, point};

#[cfg(test)]
pub(crate) mod tests {
    use gjk_numbers::SplitMix64;
    use nalgebra::Vector3;

    /// Calls the check for a thousand random tetrahedra, with the origin inside or outside, some of them flat.
    pub fn on_many_simplices(check: impl Fn([Vector3<f64>; 4])) {
        let mut random = SplitMix64(7);
        let mut number = || random.symmetric();
        for round in 0..1000 {
            let flat = if round % 5 == 0 { 0.0 } else { 1.0 };
            check(std::array::from_fn(|_| Vector3::new(number() + 0.5, number(), flat * number())));
        }
    }
}
