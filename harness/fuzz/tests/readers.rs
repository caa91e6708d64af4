//! Every reader on its seeds and on a few thousand inputs made from them.

use std::time::{Duration, Instant};

use gjk_fuzz::{Counting, Mutator, READERS, Reader, seeds};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Inputs of a reader, and bytes of the longest.
const INPUTS: usize = 2_000;
const LONGEST: usize = 1 << 16;

/// Far beyond what an input of this length may take on a busy machine: a hang.
const HANG: Duration = Duration::from_secs(20);

fn check(reader: &Reader, bytes: &[u8]) {
    let begin = Instant::now();
    let peak = Counting::peak(|| (reader.read)(bytes));
    let (name, time) = (reader.name, begin.elapsed());
    assert!(peak <= reader.memory(bytes), "{name}: {} bytes of input took {peak} of memory", bytes.len());
    assert!(time < HANG, "{name}: {} bytes of input took {time:?}", bytes.len());
}

#[test]
fn readers_take_any_bytes() {
    for reader in &READERS {
        let seeds = seeds(reader);
        let inputs = if reader.name == "folder" { INPUTS / 10 } else { INPUTS };
        let mut mutator = Mutator::new(seeds.iter().map(|(_, bytes)| bytes.clone()).collect(), reader.words, LONGEST, 1);
        for (path, bytes) in seeds {
            eprintln!("{}", path.display());
            check(reader, &bytes);
        }
        for number in 0..inputs {
            let input = mutator.next();
            let result = std::panic::catch_unwind(|| check(reader, &input));
            if result.is_err() {
                let path = std::env::temp_dir().join(format!("gjk-fuzz-{}-{number}", reader.name));
                std::fs::write(&path, &input).expect("a folder for temporary files");
                panic!("{}: input {number}, kept as {}", reader.name, path.display());
            }
        }
    }
}
