//! The penetration depth by other ways than an expanding polytope, and translations that take bodies apart without being least.
//!
//! | variant | answers by | is least |
//! | --- | --- | --- |
//! | [`SeparatingAxes`] | the overlap along every normal that the difference of two small hulls can have | always |
//! | [`Portals`] | the face through which one ray leaves M | seldom |
//! | [`Incremental`] | the same, and from that face's normal again, until nothing is gained | at a local minimum |
//!
//! The expanding polytope has a module of its own, [`crate::epa`].

mod incremental;
mod mpr;
mod portal;
mod sat;
mod support_plane;
#[cfg(test)]
mod tests;

pub use incremental::Incremental;
pub use mpr::Portals;
pub use sat::SeparatingAxes;
