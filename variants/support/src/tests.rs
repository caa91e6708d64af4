//! Every mapping against the scan one by one: the same point, by number.

mod climbs;
mod cuboids;
mod scans;
