//! The package held against the harness's oracle, which knows nothing of it.

mod accept;
mod depths;
mod distances;
mod sources;
