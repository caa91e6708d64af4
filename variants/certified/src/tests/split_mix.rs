//! Random numbers of the tests. The tests of this package need no other package of the project, so that they run where only
//! this one is.

/// SplitMix64 by its state (Steele, Lea and Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014, figure 17).
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

#[allow(dead_code, reason = "a test in the folder `tests` needs fewer of them")]
impl SplitMix64 {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A whole number below `count`, which is positive and far below 2⁶⁴.
    pub fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }

    /// A number in [−1, 1) with 53 random bits.
    pub fn symmetric(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
