//! Variants and peers interleaved on the same cases: `duel/FAMILY/POINTS/GAP/SCALAR`.
//!
//! ```text
//! cargo bench --features peers --bench duel -- --baseline parry3d-f64 --json duel.jsonl
//! cargo bench --features peers --bench duel -- duel/hull/32      sets of cases whose name contains this text
//! cargo bench --bench duel -- --processes 3 --json duel.jsonl    medians of three processes, one after the other, with their range
//! cargo bench --bench duel -- --quick                            few cases and rounds, for a look (so does --test)
//! ```
//!
//! `--help` lists the options. [`gjk_study::duel`] describes what is compared, and how.
//!
//! The number of instructions does not depend on the load of a machine. If valgrind is installed, these commands count
//! the instructions of one competitor on the cases of one set that it gets right:
//!
//! ```text
//! cargo bench --features peers --bench duel --no-run
//! valgrind --tool=callgrind --toggle-collect='*counted_turns*' --callgrind-out-file=/dev/null \
//!     target/release/deps/duel-HASH --callgrind hull/32/1e-2/f64/signed-volumes
//! ```
//!
//! The program prints the number of queries, and valgrind the number of instructions (`Collected`).

fn main() -> std::process::ExitCode {
    gjk_study::duel::command::main(env!("CARGO_MANIFEST_DIR"))
}
