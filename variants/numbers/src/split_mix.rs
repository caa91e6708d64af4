//! A generator of random numbers, for tests and samples.

/// SplitMix64 by its state: 64 bits per step, a period of 2⁶⁴, the same numbers on every machine (Steele, Lea and Flood: *Fast
/// splittable pseudorandom number generators*, OOPSLA 2014, figure 17). Equal states produce equal sequences.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A whole number below `count`, which is positive and far below 2⁶⁴: the remainder of the next bits.
    pub fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }

    /// A number in [−1, 1) with 53 random bits.
    pub fn symmetric(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_numbers_are_those_of_the_reference() {
        // The numbers for the seed 1234567, from the reference implementation in C that accompanies Vigna's generators.
        let mut random = SplitMix64(1_234_567);
        let expected =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431];
        assert_eq!(expected.map(|_| random.bits()), expected);
    }

    #[test]
    fn numbers_are_in_their_ranges_and_reach_both_ends() {
        let mut random = SplitMix64(1);
        let numbers: Vec<f64> = (0..10_000).map(|_| random.symmetric()).collect();
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x)));
        let [least, most] = [f64::min, f64::max].map(|of| numbers.iter().copied().fold(0.0, of));
        assert!(least < -0.999 && most > 0.999, "{least} {most}");
        let mut seen = [false; 7];
        (0..100).for_each(|_| seen[random.below(7) as usize] = true);
        assert_eq!(seen, [true; 7]);
    }
}
