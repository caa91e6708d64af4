//! Casts: the first contact of a body A that moves with a body B that rests.
//!
//! A moves by r over the times t from 0 to 1. With M = A − B and d = −r the bodies are in contact at t exactly if t d is a point of
//! M: a cast is a ray from the origin along d, and asks where it enters M. For any normal n with n·d > 0, and h the least product of
//! n with a point of M, no contact happens before h / (n·d), because until then n·(t d) < h. The first contact is the greatest of
//! these bounds over all normals.
//!
//! | variant | how it goes forward |
//! | --- | --- |
//! | `cast-common` ([`Clipping::common`]) | GJK about the point t d; each support plane in front of it moves t forward |
//! | `cast-van-den-bergen` ([`VanDenBergen`]) | the same as printed: an absolute tolerance, and no safeguards |
//! | `cast-advancement` ([`Advancement`]) | distance queries; the support plane at the nearest point moves t forward |
//! | `cast-mirtich` ([`Mirtich`]) | distance queries; the distance moves t forward, whatever the direction |
//! | `certified-cast` ([`CertifiedCast`]) | the time of `cast-common`, proved or mended in integers |
//! | `cast-bisection` ([`Bisection`]) | boolean queries at eight times, and halvings before the first contact |
//!
//! A body that moves is a [`Hull::moving`](crate::Hull::moving), or any body with a [`SupportMap::motion`](crate::SupportMap::motion).
//! A variant of this module is not applicable to bodies at rest.

mod certified;
mod clipping;
mod moved;
mod steps;
mod van_den_bergen;

pub use certified::CertifiedCast;
pub use clipping::Clipping;
pub use steps::{Advancement, Bisection, Mirtich};
pub use van_den_bergen::VanDenBergen;
