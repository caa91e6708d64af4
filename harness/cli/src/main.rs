//! The command line with the built-in variants.

fn main() -> std::process::ExitCode {
    gjk::main_with(|_| {})
}
