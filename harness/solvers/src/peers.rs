//! Peers: other people's implementations behind the harness's trait, judged like every variant.
//!
//! They are compiled in by the features `peers` (parry, from the registry) and `native-peers` (in addition Bullet and libccd,
//! which have to be installed). They are not variants of ours: [`Roster::builtin`] does not contain them, and
//! [`Roster::with_peers`] contains those that are compiled in.
//!
//! # Judged and timed queries
//! Every peer gets the same points as every variant, in the coordinates of the world with no transformation, and starts from
//! the same centres. A judged query goes through the support mapping of the body that the variants see. A timed query goes
//! through the raw points, scanned one by one, and keeps the first of equal products, since the raw points are what a user of
//! the peer has: a faster support mapping of ours is not a merit of the peer. Both give the same points, and so the same run.
//!
//! Tolerances are as each peer ships them; its module states them. A row whose name ends with `-exact` has settings for
//! exactness. Any result that a peer calls a success is its answer, whichever way its run ended. A peer that panics has given
//! up, and the harness continues.

#[cfg(feature = "native-peers")]
mod bullet;
#[cfg(feature = "native-peers")]
mod ccd;
#[cfg(feature = "native-peers")]
mod foreign;
#[cfg(feature = "peers")]
mod guard;
#[cfg(feature = "peers")]
mod parry;
#[cfg(feature = "peers")]
mod watch;

use crate::roster::Roster;

impl Roster {
    /// The built-in variants, and after them the peers that are compiled in.
    pub fn with_peers() -> Roster {
        let mut roster = Roster::builtin();
        register(&mut roster);
        roster
    }
}

#[allow(unused_variables)]
fn register(roster: &mut Roster) {
    #[cfg(feature = "peers")]
    parry::register(roster);
    #[cfg(feature = "native-peers")]
    {
        bullet::register(roster);
        ccd::register(roster);
    }
}

/// Whether a peer that is compiled in has this name.
pub fn is_peer(name: &str) -> bool {
    let mut peers = Roster::default();
    register(&mut peers);
    peers.named(name).is_some()
}
