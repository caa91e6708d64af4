//! Many inputs for one reader: `long READER COUNT [SEED]`. Inputs that are refused by an assertion are kept.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use gjk_fuzz::{Counting, Mutator, reader, seeds};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Bytes of the longest input.
const LONGEST: usize = 1 << 16;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
    let (Some(reader), Some(count)) = (words.get(1).and_then(|name| reader(name)), number(2)) else {
        eprintln!("usage: long READER COUNT [SEED]");
        std::process::exit(2);
    };
    let seed = number(3).unwrap_or(1);
    let mut mutator = Mutator::new(seeds(reader).into_iter().map(|(_, bytes)| bytes).collect(), reader.words, LONGEST, seed);
    let (mut bytes, mut kept, mut most, mut longest) = (0, 0, 0.0_f64, Duration::ZERO);
    let begin = Instant::now();
    for number in 0..count {
        let input = mutator.input();
        bytes += input.len();
        let started = Instant::now();
        let peak = std::panic::catch_unwind(AssertUnwindSafe(|| Counting::peak(|| (reader.read)(&input))));
        let time = started.elapsed();
        longest = longest.max(time);
        let allowed = reader.memory(&input);
        if let Ok(peak) = &peak {
            most = most.max(*peak as f64 / allowed as f64);
        }
        if !peak.as_ref().is_ok_and(|peak| *peak <= allowed) || time > Duration::from_secs(5) {
            let path = std::env::temp_dir().join(format!("gjk-fuzz-{}-{seed}-{number}", reader.name));
            println!("{}: {} bytes, {peak:?} of {allowed} bytes of memory, {time:?}", path.display(), input.len());
            std::fs::write(&path, &input).expect("a folder for temporary files");
            kept += 1;
            if kept >= 10 {
                break;
            }
        }
    }
    let (name, time) = (reader.name, begin.elapsed().as_secs_f64());
    println!(
        "{name}: {count} inputs, {bytes} bytes, {time:.0} s; {kept} refused; memory at most {most:.2} of what is allowed, longest {longest:?}"
    );
}
