//! Many inputs for one reader: `long READER COUNT [SEED]`, or `long READER 30m [SEED]` for a time in seconds (`s`),
//! minutes (`m`) or hours (`h`). Inputs that fail an assertion, the memory limit or the time limit are kept.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use gjk_fuzz::{Counting, Mutator, reader, seeds};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The largest number of bytes of an input.
const LONGEST: usize = 1 << 16;

/// A time far beyond the time that an input may need: a hang.
const HANG: Duration = Duration::from_secs(5);

/// Length of a run: a number of inputs, or a time.
#[derive(Clone, Copy)]
enum Length {
    Inputs(u64),
    Time(Duration),
}

impl Length {
    /// The length that a word states: `1000`, `90s`, `30m`, `2h`.
    fn of(word: &str) -> Option<Self> {
        if let Ok(inputs) = word.parse() {
            return Some(Self::Inputs(inputs));
        }
        let seconds = [("s", 1), ("m", 60), ("h", 3600)].into_iter().find_map(|(unit, seconds)| {
            let count: u64 = word.strip_suffix(unit)?.parse().ok()?;
            count.checked_mul(seconds)
        })?;
        Some(Self::Time(Duration::from_secs(seconds)))
    }

    /// Whether a run has another input after this many inputs and this time.
    fn goes_on(self, inputs: u64, time: Duration) -> bool {
        match self {
            Self::Inputs(most) => inputs < most,
            Self::Time(most) => time < most,
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let name = words.get(1).and_then(|name| reader(name));
    let length = words.get(2).and_then(|word| Length::of(word));
    let seed = words.get(3).map_or(Some(1), |word| word.parse().ok());
    let (Some(reader), Some(length), Some(seed), true) = (name, length, seed, words.len() <= 4) else {
        eprintln!("usage: long READER COUNT|TIME [SEED], with a time such as 90s, 30m or 2h");
        std::process::exit(2);
    };
    let mut mutator = Mutator::new(seeds(reader).into_iter().map(|(_, bytes)| bytes).collect(), reader.words, LONGEST, seed);
    let (mut count, mut bytes, mut kept) = (0, 0, 0);
    let (mut greatest, mut most, mut longest) = (0, 0.0_f64, Duration::ZERO);
    let begin = Instant::now();
    while length.goes_on(count, begin.elapsed()) && kept < 10 {
        let input = mutator.input();
        bytes += input.len();
        let started = Instant::now();
        let peak = std::panic::catch_unwind(AssertUnwindSafe(|| Counting::peak(|| (reader.read)(&input))));
        let mut time = started.elapsed();
        if time > HANG && peak.is_ok() {
            // On a busy machine a process may wait for its turn, so only an input that is slow twice is slow.
            let again = Instant::now();
            (reader.read)(&input);
            time = time.min(again.elapsed());
        }
        longest = longest.max(time);
        let allowed = reader.memory(&input);
        if let Ok(peak) = &peak {
            greatest = greatest.max(*peak);
            most = most.max(*peak as f64 / allowed as f64);
        }
        if !peak.as_ref().is_ok_and(|peak| reader.may_hold(&input, *peak)) || time > HANG {
            let path = std::env::temp_dir().join(format!("gjk-fuzz-{}-{seed}-{count}", reader.name));
            println!("{}: {} bytes, {peak:?} of {allowed} bytes of memory, {time:?}", path.display(), input.len());
            std::fs::write(&path, &input).expect("a folder for temporary files");
            kept += 1;
        }
        count += 1;
    }
    let (name, time) = (reader.name, begin.elapsed().as_secs_f64());
    println!(
        "{name}: {count} inputs, {bytes} bytes, {time:.0} s; {kept} refused; memory at most {greatest} bytes and {most:.2} of what is allowed, longest {longest:?}"
    );
}
