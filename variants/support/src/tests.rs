//! Every mapping compared with the scan one by one: the same point, by number.

mod cuboids;
mod scans;
