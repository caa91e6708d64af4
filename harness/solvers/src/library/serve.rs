//! The process that loads a library: it greets as a program does, and answers frame by frame.

#![allow(unsafe_code)]

use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::hint::black_box;
use std::io::{BufReader, Read, Write, stdin};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use gjk_cases::case::Point;
use libloading::Library;

use super::{ABI, ANSWERED, CANNOT, HEAD, KEPT, OTHER_ABI, Query, RawAnswer, SERVE, TIMED};

/// The greeting of a library that states nothing about itself.
const GREETING: &str = r#""promise":"distance","dimensions":[3],"scalars":["f64"]"#;

type Solve = unsafe extern "C" fn(*const Query, *mut RawAnswer) -> c_int;

/// The library that this process was started for; `None` in every other process.
pub fn served() -> Option<OsString> {
    let mut words = std::env::args_os().skip(1);
    (words.next()? == SERVE).then(|| words.next()).flatten()
}

/// Loads a library and answers the cases that come on standard input, until there are no more.
pub fn serve(file: &OsStr) -> ExitCode {
    let mut output = own_output();
    let path = Path::new(file);
    let loaded = load(path).and_then(|library| {
        let greeting = greeting(&library, path)?;
        let promise = serde_json::from_str::<serde_json::Value>(&greeting).unwrap_or_default();
        let name = if promise["promise"] == "cast" { "gjk_cast" } else { "gjk_solve" };
        let solve = function(&library, name).ok_or_else(|| {
            format!("it has no function `{name}` (is gjk.h included? In C++ that makes it `extern \"C\"`. Is it hidden by an option of the compiler?)")
        })?;
        is_of_this_version(solve, &greeting)?;
        Ok((library, greeting, solve))
    });
    let (library, greeting, solve) = match loaded {
        Ok(loaded) => loaded,
        Err(message) => {
            // The harness reads the line; without a harness there is no reader.
            let _ = writeln!(output, "{CANNOT}{message}");
            return ExitCode::FAILURE;
        }
    };
    if writeln!(output, "{greeting}").and_then(|()| output.flush()).is_err() {
        return ExitCode::FAILURE;
    }
    let mut input = BufReader::new(stdin().lock());
    let mut points = Vec::new();
    let mut kept: Vec<(Query, usize, Vec<Point>)> = Vec::new();
    while let Some((mut query, count_a)) = read(&mut input, &mut points) {
        let (status, said) = if query.dimension == TIMED {
            (ANSWERED, RawAnswer { distance: timed(solve, &kept, query.start[0] as usize), ..RawAnswer::NOTHING })
        } else {
            let is_kept = query.dimension & KEPT != 0;
            query.dimension &= !KEPT;
            if is_kept {
                kept.push((query, count_a, points.clone()));
            }
            let (a, b) = points.split_at(count_a);
            ask(solve, Query { a: a.as_ptr(), b: b.as_ptr(), ..query })
        };
        if output.write_all(&said.frame(status)).and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    drop(library);
    ExitCode::SUCCESS
}

fn load(path: &Path) -> Result<Library, String> {
    // A name without a slash would be looked for in the folders of the system.
    let path = std::fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
    // SAFETY: the user who names a library is responsible for what the library does when it is loaded.
    unsafe { Library::new(&path) }.map_err(|error| {
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), |source| format!("{error}: {source}"));
        format!("it cannot be loaded: {why}; a library is compiled, such as by `cc -O2 -shared -fPIC mine.c -o libmine.so`")
    })
}

/// The function of this name.
fn function(library: &Library, name: &str) -> Option<Solve> {
    // SAFETY: the user who names a library asserts that its functions are those of the header.
    unsafe { library.get::<Solve>(name.as_bytes()) }.ok().map(|function| *function)
}

/// The library's greeting, on one line.
fn greeting(library: &Library, path: &Path) -> Result<String, String> {
    // SAFETY: the symbol is, as the header declares it, an array of characters that ends with a zero; its address is taken.
    let Ok(symbol) = (unsafe { library.get::<*const c_char>(b"gjk_greeting\0") }) else {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = serde_json::Value::from(gjk_records::as_name(name.strip_prefix("lib").unwrap_or(&name)));
        // A library with a cast alone is asked about casts.
        let casts = function(library, "gjk_solve").is_none() && function(library, "gjk_cast").is_some();
        let greeting = if casts { GREETING.replace("distance", "cast") } else { GREETING.to_owned() };
        return Ok(format!("{{\"program\":{name},{greeting}}}"));
    };
    // SAFETY: as above.
    let text = unsafe { CStr::from_ptr(symbol.try_as_raw_ptr().unwrap_or_default().cast()) };
    let text = text.to_str().map_err(|_| "`gjk_greeting` is not UTF-8 text".to_owned())?;
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("`gjk_greeting` is not JSON: {error}; it is {text}"))?;
    Ok(value.to_string())
}

/// Asks about two points in a space and a scalar that the library accepts, only to check what is returned.
fn is_of_this_version(solve: Solve, greeting: &str) -> Result<(), String> {
    let points: [Point; 2] = [[0.0; 3], [1.0, 0.0, 0.0]];
    let greeting: serde_json::Value = serde_json::from_str(greeting).unwrap_or_default();
    let dimension = if greeting["dimensions"][0] == 2 { 2 } else { 3 };
    let bits = if greeting["scalars"][0] == "f32" { 32 } else { 64 };
    let (status, said) = ask(
        solve,
        Query {
            a: &raw const points[0],
            b: &raw const points[1],
            motion: points[1],
            ..query([dimension, bits], [1, 1], points[1])
        },
    );
    if status == OTHER_ABI {
        return Err(format!("it is made for another version of gjk.h; this program asks by version {ABI}"));
    }
    if status == ANSWERED && said.abi != ABI {
        return Err(
            "it clears the answer or writes over its first fields: numbers that are not filled in have to stay NaN, as they \
                    are before the call"
                .to_owned(),
        );
    }
    Ok(())
}

/// A query whose points are still to be set.
fn query([dimension, precision]: [u32; 2], [count_a, count_b]: [u64; 2], start: Point) -> Query {
    let none = std::ptr::null();
    Query {
        abi: ABI,
        size: size_of::<Query>() as u32,
        dimension,
        precision,
        count_a,
        count_b,
        a: none,
        b: none,
        start,
        radii: [0.0; 2],
        halfspace: [0.0; 4],
        motion: [0.0; 3],
    }
}

/// The return value and the answer of the function.
fn ask(solve: Solve, query: Query) -> (c_int, RawAnswer) {
    let mut said = RawAnswer::NOTHING;
    // SAFETY: there are as many points as the query says, and they and the answer outlive the call. The rest is up to the
    // library.
    let status = unsafe { solve(&raw const query, &raw mut said) };
    (status, said)
}

/// The time of this number of passes over some queries, in seconds.
fn timed(solve: Solve, kept: &[(Query, usize, Vec<Point>)], passes: usize) -> f64 {
    let of = |(query, count_a, points): &(Query, usize, Vec<Point>)| {
        let (a, b) = points.split_at(*count_a);
        Query { a: a.as_ptr(), b: b.as_ptr(), ..*query }
    };
    let queries: Vec<Query> = kept.iter().map(of).collect();
    let mut said = RawAnswer::NOTHING;
    let begin = Instant::now();
    for _ in 0..passes {
        for query in &queries {
            // SAFETY: as in `ask`.
            black_box(unsafe { solve(black_box(&raw const *query), black_box(&raw mut said)) });
        }
    }
    begin.elapsed().as_secs_f64()
}

/// The next query without its points, and the number of points of A; `None` at the end of the input, and if the input is cut
/// off.
fn read(input: &mut impl Read, points: &mut Vec<Point>) -> Option<(Query, usize)> {
    let mut head = [0; HEAD];
    input.read_exact(&mut head).ok()?;
    let (numbers, rest) = head.split_at(8);
    let word = |place: usize| u32::from_ne_bytes(numbers.as_chunks().0[place]);
    let (counts, reals) = rest.split_at(16);
    let count = |place: usize| u64::from_ne_bytes(counts.as_chunks().0[place]);
    let real = |bytes: &[u8], place: usize| f64::from_ne_bytes(bytes.as_chunks().0[place]);
    let start = std::array::from_fn(|axis| real(reals, axis));
    let radii = [real(reals, 3), real(reals, 4)];
    let halfspace = [5, 6, 7, 8].map(|place| real(reals, place));
    let motion = [9, 10, 11].map(|place| real(reals, place));
    let number = usize::try_from(count(0).checked_add(count(1))?).ok()?;
    points.clear();
    let mut point = [0; 24];
    for _ in 0..number {
        input.read_exact(&mut point).ok()?;
        points.push(std::array::from_fn(|axis| real(&point, axis)));
    }
    let query = query([word(0), word(1)], [count(0), count(1)], start);
    Some((Query { radii, halfspace, motion, ..query }, usize::try_from(count(0)).ok()?))
}

/// Standard output, for the frames only: output of the library goes to standard error.
///
/// Outside Unix a library must not print.
#[cfg(unix)]
fn own_output() -> std::fs::File {
    use std::os::fd::FromRawFd;
    // SAFETY: the descriptors of the standard streams are open; the new one has no other owner.
    unsafe {
        let own = libc::dup(1);
        libc::dup2(2, 1);
        std::fs::File::from_raw_fd(own)
    }
}

#[cfg(not(unix))]
fn own_output() -> std::io::Stdout {
    std::io::stdout()
}
