//! Every reader on its seeds and on a few thousand inputs made from them.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::{Duration, Instant};

use gjk_fuzz::{Counting, Mutator, READERS, Reader, reader, seeds};
use gjk_records::{Journal, Lines, Study, parse_facts};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The number of inputs of a reader, and the length of the longest input in bytes.
const INPUTS: usize = 2_000;
const LONGEST: usize = 1 << 16;

/// A time far beyond the time that an input of this length may need on a busy machine: a hang.
const HANG: Duration = Duration::from_secs(20);

fn check(reader: &Reader, bytes: &[u8]) {
    let begin = Instant::now();
    let peak = Counting::peak(|| (reader.read)(bytes));
    let (name, time) = (reader.name, begin.elapsed());
    assert!(reader.may_hold(bytes, peak), "{name}: {} bytes of input took {peak} of memory", bytes.len());
    assert!(time < HANG, "{name}: {} bytes of input took {time:?}", bytes.len());
}

#[test]
fn every_reader_is_a_target_of_cargo_fuzz_and_is_named_on_the_page() {
    let text =
        |name: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).expect(name);
    let (targets, page) = (text("fuzz/Cargo.toml"), text("docs/fuzzing.md"));
    for Reader { name, .. } in READERS.iter() {
        assert!(targets.contains(&format!("[[bin]]\nname = \"{name}\"\n")), "fuzz/Cargo.toml has no `{name}`");
        assert!(page.contains(&format!("`{name}`")), "docs/fuzzing.md has no `{name}`");
    }
}

#[test]
fn readers_survive_any_bytes() {
    for reader in READERS.iter() {
        let seeds = seeds(reader);
        let inputs = if reader.name == "folder" { INPUTS / 10 } else { INPUTS };
        let mut mutator = Mutator::new(seeds.iter().map(|(_, bytes)| bytes.clone()).collect(), reader.words, LONGEST, 1);
        seeds.iter().for_each(|(_, bytes)| check(reader, bytes));
        for number in 0..inputs {
            let input = mutator.input();
            let result = std::panic::catch_unwind(AssertUnwindSafe(|| check(reader, &input)));
            if result.is_err() {
                let path = std::env::temp_dir().join(format!("gjk-fuzz-{}-{number}", reader.name));
                std::fs::write(&path, &input).expect("a folder for temporary files");
                panic!("{}: input {number}, kept as {}", reader.name, path.display());
            }
        }
    }
}

/// A text of about 300 kB: `begin`, the pieces of successive numbers, and `end`.
fn text(begin: &str, piece: impl Fn(usize) -> String, end: &str) -> Vec<u8> {
    let mut text = begin.to_owned();
    (0..).map(piece).find(|piece| {
        text.push_str(piece);
        text.len() > 300_000
    });
    (text + end).into_bytes()
}

/// The first line of a seed.
fn first_line(name: &str) -> String {
    let (_, bytes) = &seeds(reader(name).expect("a reader"))[0];
    String::from_utf8_lossy(bytes).lines().next().expect("a line").to_owned() + "\n"
}

#[test]
fn many_tiny_pieces_need_little_memory_and_time() {
    let check = |name: &str, bytes: Vec<u8>| {
        let reader = reader(name).expect("a reader");
        check(reader, &bytes);
        // Shorter inputs as well, which stay below a limit.
        for part in [3, 10, 30] {
            check(reader, &bytes[..bytes.len() / part]);
        }
    };
    check("obj", text("v 0 0 0\n", |_| "o\nf 1\n".to_owned(), ""));
    check("obj", text("v 0 0 0\n", |i| format!("o {i:x}\np 1\n"), ""));
    check("obj", text("", |_| "g\n".to_owned(), ""));
    check("obj", text("v 0 0 0\nf", |_| " 1".to_owned(), ""));
    check("obj", text("", |_| "v 0 0 0\n".to_owned(), ""));
    check("stl-text", text("solid ", |_| "a ".to_owned(), ""));
    check("stl-text", text("solid\n", |_| "a ".to_owned(), ""));
    check("stl-text", text("", |_| "solid\nendsolid\n".to_owned(), ""));
    check("hulls", text("", |_| "\u{1}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_owned(), ""));
    let rows = first_line("rows");
    check("rows", text(&rows, |i| format!("4,a,,0,0,0,,{i:x},0,{i},right,,,,,,,,,,,0,0,,,0,0\n"), ""));
    check("rows", text(&rows, |i| format!("4,{i:x},,0,0,0,,a,,,off,,,,,,,,,,,{i},0,,,0,0\n"), ""));
    check("rows", text(&rows, |i| format!("4,{:x},,0,0,0,,{i:x},,1,wrong,,,,1,1,,,,,,{i},0,,,0,0\n", i / 30), ""));
    check("rows", text(&rows, |_| ",".to_owned(), "\n"));
    check("rows", text("", |_| ",".to_owned(), "\n"));
    check("rows", text(&rows, |_| "\u{1}".to_owned(), "\n"));
    let journal = first_line("journal");
    let answers = |families: usize| {
        move |i: usize| {
            let family = i % families;
            let variant = format!("[\"{i:x}\",true,[[0,0,0,0,0,0,0,0,0],0,0,[0,0,0,0]],[],0,[],0,[]]");
            format!("[\"\",null,{{\"answers\":[{i},{},[\"{family:x}\",\"\",[{variant}],[]]]}}]\n", i + 1)
        }
    };
    check("journal", text(&journal, answers(1), ""));
    check("journal", text(&journal, answers(100), ""));
    check("journal", text(&journal, answers(10_000), ""));
    let unit = "[\"\",null,{\"answers\":[0,1,[\"\",\"\",[";
    let variant = |i: usize| format!("[\"{i:x}\",true,[[0,0,0,0,0,0,0,0,0],0,0,[0,0,0,0]],[],0,[],0,[]],");
    check("journal", text(&format!("{journal}{unit}"), variant, ""));
    check("journal", text(&format!("{journal}[\"\",null,{{\"census\":["), |_| "[0,\"\",\"\",0,\"\",null,0,0],".to_owned(), ""));
    check("journal", text("{\"plan\":{", |i| format!("\"{i:x}\":[],"), ""));
    check("facts", text("{\"variants\":[", |_| "\"\",".to_owned(), ""));
    check("duel", text("{\"wrong_cases\":[", |_| "\"\",".to_owned(), ""));
    check("times", text(&first_line("times"), |_| "4,,,0,,,right,0,,0\n".to_owned(), ""));
    check("census", text(&first_line("census"), |_| "4,,,0,,,0,0\n".to_owned(), ""));
}

/// A binary glTF file with this JSON and this many positions.
fn gltf(json: &str, positions: usize) -> Vec<u8> {
    let json = json.to_owned() + &" ".repeat(json.len().next_multiple_of(4) - json.len());
    let binary: Vec<u8> = (0..3 * positions).flat_map(|i| (i as f32).to_le_bytes()).collect();
    let chunk = |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat();
    let chunks = [chunk(b"JSON", json.as_bytes()), chunk(b"BIN\0", &binary)].concat();
    [&b"glTF\x02\0\0\0"[..], &(12 + chunks.len() as u32).to_le_bytes(), &chunks].concat()
}

#[test]
fn shared_pieces_take_bounded_memory() {
    let check = |name: &str, bytes: &[u8]| check(reader(name).expect("a reader"), bytes);
    let many = |piece: &str, count: usize| vec![piece; count].join(",");
    // Nodes with one mesh, primitives with the same vertices, and both.
    let scene = |nodes: usize, primitives: usize, vertices: usize| {
        let (nodes, length) = (many("{\"mesh\":0}", nodes), 12 * vertices);
        let primitives = many("{\"attributes\":{\"POSITION\":0}}", primitives);
        let accessor = format!("{{\"bufferView\":0,\"componentType\":5126,\"count\":{vertices},\"type\":\"VEC3\"}}");
        let view = format!("{{\"buffer\":0,\"byteLength\":{length}}}");
        let json = format!(
            "{{\"nodes\":[{nodes}],\"meshes\":[{{\"primitives\":[{primitives}]}}],\"accessors\":[{accessor}],\"bufferViews\":[{view}]}}"
        );
        gltf(&json, vertices)
    };
    for (nodes, primitives, vertices) in [(20_000, 1, 6_000), (1, 6_000, 6_000), (3_000, 3_000, 6_000), (10, 10, 6_000)] {
        check("glb", &scene(nodes, primitives, vertices));
    }
    check("glb", &gltf(&format!("{{\"nodes\":[{}]}}", many("0", 140_000)), 0));
    check("glb", &gltf(&format!("{{\"nodes\":[{}]}}", many("{}", 95_000)), 0));
    let instance = "<instance_geometry url=\"#g\"/>".repeat(8_000);
    let numbers = "0 1 2 ".repeat(15_000);
    let source = format!("<source id=\"s\"><float_array>{numbers}</float_array></source>");
    let vertices = "<vertices><input semantic=\"POSITION\" source=\"#s\"/></vertices>";
    let dae = |scene: &str| {
        format!(
            "<COLLADA><geometry id=\"g\"><mesh>{source}{vertices}</mesh></geometry><visual_scene>{scene}</visual_scene></COLLADA>"
        )
    };
    check("collada", dae(&format!("<node>{instance}</node>")).as_bytes());
    let circle = format!("<node id=\"n\">{}</node>", "<instance_node url=\"#n\"/>".repeat(7_000));
    check("collada", dae(&circle).as_bytes());
    check("collada", &text("<a", |i| format!(" a{i}=''"), "/>"));
    check("collada", &text("", |i| format!("<a xmlns:b{i}='{i}'>"), ""));
    let mimic = |i: usize| {
        let (parent, child) = ("<parent link=\"b\"/>", format!("<child link=\"l{i}\"/>"));
        format!("<link name=\"l{i}\"/><joint name=\"j{i}\" type=\"fixed\">{parent}{child}<mimic joint=\"j{}\"/></joint>", i + 1)
    };
    check("urdf", &text("<robot><link name=\"b\"/>", mimic, "</robot>"));
    // A face of one byte, whose list is empty.
    let header = |faces: usize| {
        format!(
            "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n\
             element face {faces}\nproperty list uchar int vertex_indices\nend_header\n"
        )
    };
    check("ply-binary", &[header(300_000).into_bytes(), vec![0; 300_012]].concat());
    // Unions within unions, each with a pose, around the smallest bodies.
    let pose = "],\"pose\":{\"translation\":[1,2,3]}}";
    let spheres = many("{\"sphere\":{\"radius\":1}}", 12_000);
    let nested = format!("{}{spheres}{}", "{\"union\":[".repeat(15), pose.repeat(15));
    check("cases", format!("{{\"id\":\"c\",\"dim\":3,\"a\":{nested},\"b\":{{\"points\":[[0,0,0]]}}}}").as_bytes());
}

#[test]
fn seeds_of_files_that_the_program_writes_are_readable() {
    let each = |name: &str, good: &dyn Fn(&Path, &[u8]) -> bool| {
        for (path, bytes) in seeds(reader(name).expect("a reader")) {
            assert!(good(&path, &bytes), "{}", path.display());
        }
    };
    each("journal", &|path, bytes| Study::parse_journal(bytes, path).is_ok());
    each("folder", &|path, bytes| Journal::of(bytes, path).campaign().is_ok());
    each("facts", &|path, bytes| parse_facts(bytes, path).is_ok());
    each("rows", &|path, bytes| Study::parse_rows(bytes, path, 64.0).is_ok());
    // The second of two concatenated files has its own header.
    let has_one = |path: &Path| !path.ends_with("two-members.csv.gz");
    each("rows-gz", &|path, bytes| Study::parse_rows(bytes, path, 64.0).is_ok() == has_one(path));
    for kind in Lines::kinds() {
        let least = kind.least_file().into_bytes();
        each(kind.name(), &|path, bytes| {
            kind.parse(bytes, path).is_ok_and(|lines| bytes == least || lines.subjects().len() > 2)
        });
    }
}
