//! Inputs made from seeds by small changes; they are deterministic, so that a finding can be reproduced.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

/// Numbers at the ends of ranges, as texts.
const NUMBERS: &str = "0 -0 1 -1 2 4 255 65536 -32768 4294967295 9223372036854775807 18446744073709551615 18446744073709551616 \
                       1e308 -1e400 5e-324 0.1 1e-400";

/// Such numbers as four bytes, for binary formats.
const WORDS: [u32; 10] = [0, 1, 2, 0x7f, 0xffff_ffff, 0x7fff_ffff, 0x7f80_0000, 0x7fc0_0000, 0x7f7f_ffff, 0x0000_0100];

/// Makes inputs from the seeds of a reader.
pub struct Mutator<'a> {
    random: ChaCha8Rng,
    words: &'a [&'a str],
    /// The seeds, and inputs that were made from them.
    pool: Vec<Vec<u8>>,
    seeds: usize,
    longest: usize,
}

impl<'a> Mutator<'a> {
    /// Inputs from these seeds, with words of the format and at most `longest` bytes.
    pub fn new(seeds: Vec<Vec<u8>>, words: &'a [&'a str], longest: usize, number: u64) -> Mutator<'a> {
        Mutator { random: ChaCha8Rng::seed_from_u64(number), words, seeds: seeds.len(), pool: seeds, longest }
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = self.pick().to_vec();
        let changes = 1 << self.random.random_range(0..4);
        for _ in 0..self.random.random_range(1..=changes) {
            self.change(&mut input);
        }
        input.truncate(self.longest);
        // Some inputs are changed further later on.
        if self.random.random_range(0..16) == 0 && input.len() < 1 << 14 {
            if self.pool.len() < self.seeds + 256 {
                self.pool.push(input.clone());
            } else {
                let place = self.random.random_range(self.seeds..self.pool.len());
                self.pool[place] = input.clone();
            }
        }
        input
    }

    /// A seed or, half of the time, any member of the pool.
    fn pick(&mut self) -> &[u8] {
        let all = if self.random.random() { self.seeds } else { self.pool.len() };
        let place = self.random.random_range(0..all);
        &self.pool[place]
    }

    /// A position, including the end.
    fn place(&mut self, input: &[u8]) -> usize {
        self.random.random_range(0..=input.len())
    }

    /// A range, which is mostly short or, half of the time, extends from one separator to the next.
    fn range(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let begin = self.place(input);
        if self.random.random() {
            let separates = |byte: &u8| b",\n{}[]: \"".contains(byte);
            let begin = input[..begin].iter().rposition(separates).unwrap_or(0);
            let end = input[(begin + 1).min(input.len())..].iter().position(separates);
            return begin..end.map_or(input.len(), |end| begin + 1 + end);
        }
        let longest = 1 << self.random.random_range(0..12);
        begin..(begin + self.random.random_range(0..=longest)).min(input.len())
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let place = self.place(input);
        match self.random.random_range(0..10) {
            // Changes a bit or a byte.
            0 if place < input.len() => input[place] ^= 1 << self.random.random_range(0..8),
            1 if place < input.len() => input[place] = self.random.next_u32() as u8,
            // Cuts out a piece, or cuts off the rest.
            2 => drop(input.drain(self.range(input))),
            3 if self.random.random_range(0..4) == 0 => input.truncate(place),
            // Repeats a piece, at another position or many times.
            4 => {
                let piece = input[self.range(input)].to_vec();
                input.splice(place..place, piece);
            }
            5 => {
                let range = self.range(input);
                let piece = input[range.clone()].to_vec();
                let room = self.longest.saturating_sub(input.len()) / piece.len().max(1);
                let most = if self.random.random_range(0..32) == 0 { room } else { room.min(64) };
                let times = self.random.random_range(0..=most);
                input.splice(range.end..range.end, piece.repeat(times));
            }
            // Replaces a piece by a piece of another input.
            6 => {
                let other = self.pick().to_vec();
                let piece = other[self.range(&other)].to_vec();
                input.splice(self.range(input), piece);
            }
            // Replaces a number by another one.
            7 => {
                let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.".contains(byte);
                let Some(begin) = input[place..].iter().position(is_number).map(|at| place + at) else { return };
                let end = input[begin..].iter().position(|byte| !is_number(byte)).map_or(input.len(), |at| begin + at);
                let number = self.random.random_range(0..NUMBERS.split(' ').count());
                let number = NUMBERS.split(' ').nth(number).unwrap_or_default();
                input.splice(begin..end, number.bytes());
            }
            8 => {
                let word = WORDS[self.random.random_range(0..WORDS.len())];
                let end = (place + 4).min(input.len());
                input.splice(place..end, word.to_le_bytes());
            }
            // Inserts a word of the format.
            _ if !self.words.is_empty() => {
                let word = self.words[self.random.random_range(0..self.words.len())];
                let end = if self.random.random() { place } else { self.range(&input[place..]).end + place };
                input.splice(place..end, word.bytes());
            }
            _ => {}
        }
    }
}
