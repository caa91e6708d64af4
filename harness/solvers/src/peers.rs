//! Peers: other people's implementations behind the harness's trait, judged like every variant.
//!
//! They are compiled in by the features `peers` (parry, from the registry) and `native-peers` (beside it Bullet and libccd,
//! which have to be installed) and are no variants of ours: [`Roster::builtin`] is without them, [`Roster::with_peers`] has
//! those that are compiled in.
//!
//! # What is asked and what is timed
//! Every peer gets the same points as everyone, in the coordinates of the world with no transformation, and starts from the
//! same centres. A judged query goes through the support mapping of the body that the variants see. A timed one goes through
//! the raw points, scanned one by one with the first of equal products kept, since that is what a user of the peer has: a
//! faster support mapping of ours is no merit of the peer's. Both give the same points, and so the same run.
//!
//! Tolerances are as each peer ships them; its module states them. A row whose name ends with `-exact` has settings for
//! exactness. What a peer calls a success is its answer, whichever way its run ended. A peer that panics has given up, and the
//! run goes on.

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
