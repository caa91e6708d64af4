//! A share of a hunt, for several machines.

/// One of several shares of a hunt's cases: every case belongs to exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the share, from 1 to `of`.
    pub number: u64,
    /// The number of shares.
    pub of: u64,
}

impl Share {
    /// Every case.
    pub const ALL: Share = Share { number: 1, of: 1 };

    /// Whether the case of this number belongs to the share.
    pub(super) fn takes(self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}
