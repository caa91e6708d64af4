//! The target of a reader, which has the name of the program.

#![no_main]

use std::sync::LazyLock;

use gjk_fuzz::{Counting, Reader, reader};
use libfuzzer_sys::fuzz_target;

#[global_allocator]
static COUNTING: Counting = Counting;

static READER: LazyLock<&Reader> = LazyLock::new(|| {
    let name = env!("CARGO_BIN_NAME");
    reader(name).unwrap_or_else(|| panic!("there is no reader `{name}`"))
});

fuzz_target!(|bytes: &[u8]| {
    let reader = *READER;
    let peak = Counting::peak(|| (reader.read)(bytes));
    assert!(peak <= reader.memory(bytes), "{} bytes of input took {peak} of memory", bytes.len());
});
