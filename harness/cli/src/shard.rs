//! Shards: numbered work that is distributed to several processes.

use std::fmt;
use std::str::FromStr;

/// One of `of` shares of numbered work, written K/N.
///
/// Item number i, counted from zero, belongs to shard i mod N, plus one. So every item belongs to exactly one shard, and no
/// shard has to know the work of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this share: K, from 1 to N.
    pub number: u64,
    /// The number of shares: N, at least 1.
    pub of: u64,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// True if the item with this number belongs to this shard.
    pub fn takes(&self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        // A sign would be read as part of a number.
        let digits = |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let shard = text.split_once('/').and_then(|(number, of)| Some(Shard { number: digits(number)?, of: digits(of)? }));
        let valid = shard.filter(|shard| (1..=shard.of).contains(&shard.number));
        valid.ok_or_else(|| "write K/N with K from 1 to N, such as 1/4".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_item_belongs_to_exactly_one_shard() {
        for of in 1..=9 {
            for index in (0..100).chain([u64::MAX - 1, u64::MAX]) {
                let takers: Vec<u64> = (1..=of).filter(|&number| Shard { number, of }.takes(index)).collect();
                assert_eq!(takers, [index % of + 1], "{index} of {of}");
            }
        }
        assert!((0..100).all(|index| Shard::WHOLE.takes(index)));
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        for text in ["1/1", "2/7", "7/7", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn invalid_shards_are_refused_with_an_example() {
        let too_great = format!("1/{}", u128::from(u64::MAX) + 1);
        for text in
            ["", "1", "/", "1/", "/1", "0/1", "2/1", "0/0", "1/0", "-1/2", "+1/2", "1/2/3", " 1/2", "1.5/2", "a/b", &too_great]
        {
            let refused = text.parse::<Shard>().expect_err(text);
            assert!(refused.contains("K from 1 to N") && refused.contains("1/4"), "{text}: {refused}");
        }
    }
}
