//! Variants and peers interleaved on the same cases: `duel/FAMILY/POINTS/GAP/SCALAR`.
//!
//! ```text
//! cargo bench --features peers --bench duel -- --baseline parry3d-f64 --json duel.jsonl
//! cargo bench --features peers --bench duel -- duel/hull/32      cells whose name holds this text
//! cargo bench --bench duel -- --quick                            few cases and rounds, for a look (so does --test)
//! ```
//!
//! The options are listed by `--help`; criterion's own are accepted and ignored. What is compared, and how, is told by
//! [`gjk_experiments::contest`].
//!
//! Instructions do not depend on the load of a machine. Where valgrind is installed,
//!
//! ```text
//! cargo bench --features peers --bench duel --no-run
//! valgrind --tool=callgrind --toggle-collect='*counted_turns*' --callgrind-out-file=/dev/null \
//!     target/release/deps/duel-HASH --callgrind-cell hull/32/1e-2/f64/signed-volumes
//! ```
//!
//! counts those of one contestant on the cases of one cell that it gets right: the program says of how many queries, valgrind
//! (`Collected`) how many instructions.

fn main() -> std::process::ExitCode {
    gjk_benches::contest::main()
}
