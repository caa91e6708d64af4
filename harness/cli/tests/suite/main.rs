//! The tests of the command line, in one program, so that it is linked once.

#[path = "../../../../variants/certified/tests/suite/accept.rs"]
mod accept;
mod answers;
mod campaigns;
mod common;
mod compare;
mod complete;
mod contest;
mod expectations;
mod figures;
#[cfg(unix)]
mod halfspaces;
mod hostile;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod libraries;
mod map;
mod meshes;
mod messages;
#[cfg(unix)]
mod mistakes;
#[cfg(unix)]
mod outputs;
mod packages;
mod pages;
mod posed;
#[cfg(unix)]
mod programs;
mod proofs;
mod replaced;
mod replay;
mod rulings;
mod scenes;
mod shards;
mod sums;
mod truth_table;
