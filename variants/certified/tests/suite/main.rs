//! The package compared with the harness's oracle, which shares no code with it.

mod accept;
mod depths;
mod distances;
mod sources;
