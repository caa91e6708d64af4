//! What is measured: campaigns over cases, the loop as an experiment, warm starts, times beside peers.

pub mod campaign;
pub mod contest;
pub mod loops;
pub mod timing;
pub mod trace;
