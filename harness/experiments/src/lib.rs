//! What is measured: campaigns over cases, endurance, the loop as an experiment, warm starts, failure maps, times of variants, and of
//! variants beside peers.

#![forbid(unsafe_code)]

pub mod campaign;
pub mod certify;
pub mod duel;
pub mod endurance;
pub mod loops;
pub mod map;
pub mod timing;
pub mod trace;
pub mod worst;
