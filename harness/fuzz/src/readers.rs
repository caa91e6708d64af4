//! The readers of input formats, each followed by the program's own use of its result.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use flate2::read::MultiGzDecoder;
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Family;
use gjk_cases::hulls::{HullFamily, parse_hulls};
use gjk_cases::urdf::{JointValue, Values};
use gjk_cases::{format, mesh, urdf};
use gjk_records::{Campaign, Folder, JOURNAL, Journal, Lines, Study, UnitResult, parse_facts, sealed_journal};

/// Reads any bytes, and processes the result as the program does.
type Reads = Box<dyn Fn(&[u8]) + Send + Sync>;

/// A reader of one format.
pub struct Reader {
    /// Its name, which is also the name of its folder of seeds and of its target.
    pub name: &'static str,
    /// Reads any bytes.
    pub read: Reads,
    /// Words of the format.
    pub words: &'static [&'static str],
    /// A seed in addition to those of the folder, with a name for messages.
    pub(crate) seed: Option<(PathBuf, Vec<u8>)>,
}

impl Reader {
    /// The largest number of bytes that the reader may hold for an input: 1 MB plus a multiple of the length of the
    /// input.
    ///
    /// The multiple is 20, or for some formats 100 or 200. A compressed input counts with the length of its text, up to
    /// the point where the text is read. XML reserves room for an element for each `<`, and the JSON of glTF for a
    /// value for each `0,`. A case of a union stores the poses of the union with each of its parts.
    pub fn memory(&self, bytes: &[u8]) -> usize {
        let times = match self.name {
            "collada" | "urdf" | "srdf" | "glb" | "gltf" => 100,
            "cases" => 200,
            _ => 20,
        };
        let input = if self.name == "rows-gz" { bytes.len().max(unpacked(bytes)) } else { bytes.len() };
        1_000_000 + times * input
    }

    /// Whether the reader may hold this many bytes for an input.
    ///
    /// A scene places copies of a mesh, or refuses to place them because there are too many. These copies may need 100
    /// further bytes for each point and each corner.
    pub fn may_hold(&self, bytes: &[u8], held: usize) -> bool {
        held <= self.memory(bytes) || held <= self.memory(bytes) + COPY * self.copies(bytes)
    }

    /// The number of points and corners of the objects of a scene; if the scene is refused, the largest number allowed.
    fn copies(&self, bytes: &[u8]) -> usize {
        let path = match self.name {
            "glb" => "mesh.glb",
            "gltf" => "mesh.gltf",
            "collada" => "mesh.dae",
            _ => return 0,
        };
        match mesh::parse_objects(bytes, Path::new(path)) {
            Ok(objects) => objects.iter().map(|object| object.points.len() + 3 * object.faces.len()).sum(),
            Err(problem) if problem.message.contains("the scene makes more than") => COPIES + bytes.len(),
            Err(_) => 0,
        }
    }
}

/// The number of bytes of a point or a corner that a scene makes: while a mesh is read and placed there are three
/// vectors of its points, each with capacity for up to twice as many.
const COPY: usize = 100;
/// The largest number of points and corners that a scene makes, in addition to one for each byte of its file.
const COPIES: usize = 3_000_000;

/// The length of the text that a compressed file gives before its end or its first error.
fn unpacked(bytes: &[u8]) -> usize {
    let (mut length, mut block, mut text) = (0, [0; 1 << 12], MultiGzDecoder::new(bytes));
    while let Ok(more @ 1..) = text.read(&mut block) {
        length += more;
    }
    length
}

const CASES: &[&str] = &[
    "points",
    "radius",
    "union",
    "ellipsoid",
    "rotation",
    "0x1p-1074",
    "1e400",
    "{\"union\":[",
    "[0,0],",
    "#",
    "\n",
    "\"matrix\":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]",
    "\"rpy\":[0,0,\"45deg\"]",
    "\"axis\":\"y\"",
    "\"pose\":[{},{}]",
    "\"vertices\":[[0,0,0]],\"faces\":[[0]]",
    "\"halfspace\":{\"normal\":[0,0,1],\"point\":[0,0,1]}",
    "\"depth\":\"1.0\",\"normal\":[0,0,1]",
    "\"on_a\":[0,0,0],\"on_b\":[0,0,0]",
    "\"cast\":{\"translation\":[1,0,0]}",
    "\"time\":\"1/3\",\"path_depth_squared\":\"1/4\"",
];
const SCENE: &[&str] = &[
    "{\"file\":\"a.obj\"}\n",
    "\"pose\":[{\"rpy\":[0,0,\"90deg\"]}],",
    "\"matrix\":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]",
    "\"joints\":{\"j\":\"1deg\"},",
    "{\"leave_out\":[\"a\",\"b\"]}\n",
    "\"name\":\"a\",",
    "1e400",
    "#",
    "\n",
];
const JSON: &[&str] = &["null", "true", "[]", "{}", "\"\"", "[[],", ",", ":", "\\u0000", "\\ud800", "\u{feff}"];
const TABLE: &[&str] = &[",", "\n", "\"", "\"\"", "\"\n\"", "4,", "inf", "NaN", "-0", "right", "gave-up", "not-applicable"];
const OBJ: &[&str] =
    &["o ", "g ", "v ", "f ", "l ", "p ", "vn ", "\n", "\r\n", "\\\n", "#", "1//1", "-1", "1/", "nan", "\u{feff}"];
const STL: &[&str] = &["solid", "endsolid", "facet normal", "outer loop", "vertex", "endloop", "endfacet", "\n", "\0", "nan"];

const PLY: &[&str] = &[
    "element vertex ",
    "element face ",
    "property float x\n",
    "property list uchar int vertex_indices\n",
    "list",
    "ascii",
    "binary_big_endian",
    "end_header\n",
    "18446744073709551615",
    "-1",
    "\n",
    "nan",
    "1e39",
    "\u{7f}",
];
const GLTF: &[&str] = &[
    "\"mesh\":0,",
    "\"children\":[0],",
    "\"count\":4294967295,",
    "\"byteStride\":0,",
    "\"byteOffset\":18446744073709551615,",
    "\"sparse\":{},",
    "\"matrix\":[],",
    "null",
    "-1",
    "1e999",
    "JSON",
    "BIN\0",
];
const XML: &[&str] = &[
    "<node>",
    "</node>",
    "<!--",
    "-->",
    "<![CDATA[",
    "&lt;",
    "&#0;",
    "<!DOCTYPE a [<!ENTITY b \"bb\">]>",
    "&b;",
    "stride=\"0\"",
    "offset=\"9\"",
    "count=\"18446744073709551615\"",
    "<p>",
    "</p>",
    "1e999",
    "nan",
    "<scale>0 0 0</scale>",
    "<joint",
    "<link name=\"a\">",
    "xyz=\"",
    "\u{feff}",
];

/// The name, the function and the words of a reader.
type Format = (&'static str, fn(&[u8]), &'static [&'static str]);

/// The readers of single formats.
const FORMATS: [Format; 21] = [
    ("cases", cases, CASES),
    (
        "answers",
        answers,
        &[
            "\"variant\":",
            "\"verdict\":",
            "on_a",
            "depth",
            "translation",
            "hit",
            "never",
            "\"time\":",
            "0x1p+0",
            "1e400",
            "\n",
            "#",
        ],
    ),
    ("obj", |bytes| objects(bytes, "mesh.obj"), OBJ),
    ("stl-text", |bytes| objects(bytes, "mesh.stl"), STL),
    ("stl-binary", |bytes| objects(bytes, "mesh.stl"), STL),
    ("ply-text", |bytes| objects(bytes, "mesh.ply"), PLY),
    ("ply-binary", |bytes| objects(bytes, "mesh.ply"), PLY),
    (
        "off",
        |bytes| objects(bytes, "mesh.off"),
        &["OFF", "COFF", "4OFF", " BINARY", "\n", "#", "-1", "3 0 1 2", "nan", "4294967295"],
    ),
    ("glb", |bytes| objects(bytes, "mesh.glb"), GLTF),
    ("gltf", |bytes| objects(bytes, "mesh.gltf"), GLTF),
    ("collada", |bytes| objects(bytes, "mesh.dae"), XML),
    ("urdf", robot, XML),
    ("srdf", semantic, XML),
    ("scene", scene, SCENE),
    ("queries", queries, &[",", "-", "0,1,", "36028797018963968", "\n", "\n1,1,1,1,1,1,0\n"]),
    ("hulls", hulls, &["\0\0\0\0", "\u{1}\0\0\0", "\0\0\u{80}\u{7f}"]),
    ("journal", journal, JSON),
    ("folder", folder, JSON),
    ("facts", |bytes| drop(parse_facts(bytes, Path::new("study.json"))), JSON),
    ("rows", |bytes| rows(bytes, "rows.csv"), TABLE),
    ("rows-gz", |bytes| rows(bytes, "rows.csv.gz"), &["\u{1f}\u{8b}\u{8}"]),
];

/// Every reader: the readers of single formats, and one for each kind of lines.
pub static READERS: LazyLock<Vec<Reader>> = LazyLock::new(|| {
    let of_lines = Lines::kinds().map(|kind| {
        let (name, file) = (kind.name(), kind.file());
        let words = if file.ends_with(".jsonl") { JSON } else { TABLE };
        let seed = Some((PathBuf::from(file), kind.least_file().into_bytes()));
        let read = move |bytes: &[u8]| drop(kind.parse(bytes, Path::new(file)));
        Reader { name, read: Box::new(read), words, seed }
    });
    let of = |(name, read, words): Format| Reader { name, read: Box::new(read), words, seed: None };
    FORMATS.into_iter().map(of).chain(of_lines).collect()
});

/// The reader of this name.
pub fn reader(name: &str) -> Option<&'static Reader> {
    READERS.iter().find(|reader| reader.name == name)
}

/// Writes each case, reads it again, and checks that it has the same bits.
fn cases(bytes: &[u8]) {
    for case in format::read_bytes(bytes, "cases.jsonl").cases {
        let line = format::write(&case);
        let again = format::read(&line, "again.jsonl");
        assert!(again.problems.is_empty() && again.cases.len() == 1, "{line}: {:?}", again.problems);
        assert_eq!(format::write(&again.cases[0]), line);
        // Numbers are rounded for f32.
        let _ = case.posed(Arithmetic::F32);
    }
}

fn answers(bytes: &[u8]) {
    let dimension = |id: &str| [("plane", 2), ("space", 3)].into_iter().find(|(known, _)| *known == id).map(|(_, d)| d);
    format::read_answers(bytes, "answers", dimension);
}

/// Writes each case, and checks that it can be read again.
fn queries(bytes: &[u8]) {
    for case in gjk_cases::queries::parse(bytes, Path::new("vertex-face/data.csv")).cases {
        assert!(format::read(&format::write(&case), "again.jsonl").problems.is_empty());
    }
}

/// Checks that the names of objects are distinct and their points finite.
fn objects(bytes: &[u8], name: &str) {
    let Ok(objects) = mesh::parse_objects(bytes, Path::new(name)) else { return };
    let mut names: Vec<&str> = objects.iter().map(|object| &object.name[..]).collect();
    names.sort_unstable();
    assert!(!names.is_empty() && !names[0].is_empty() && names.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(objects.iter().all(|object| !object.points.is_empty() && object.points.iter().flatten().all(|x| x.is_finite())));
    drop(mesh::notes(Path::new(name), &objects));
    if bytes.len() < 4096 {
        let case = mesh::case(&objects[0], &objects[objects.len() - 1]);
        assert!(format::read(&format::write(&case), "again.jsonl").problems.is_empty());
    }
}

/// Places the links with all joints at zero, and again with the joint `elbow` of most seeds at 0.5.
fn robot(bytes: &[u8]) {
    for list in [Vec::new(), vec![JointValue::plain("elbow", 0.5)]] {
        let values = Values { list: &list, beyond_limits: false };
        let Ok(robot) = urdf::parse_robot(bytes, Path::new("robot.urdf"), values) else { continue };
        let count = robot.links.len();
        assert!(robot.excluded.iter().all(|(a, b)| a <= b && *b < count));
        if let [first, .., last] = &robot.links[..] {
            let bodies = [&first.body, &last.body];
            let case = Case::of_given("pair", 3, bodies).expect("no number overflows");
            assert!(format::read(&format::write(&case), "again.jsonl").problems.is_empty());
            let _ = case.posed(Arithmetic::F32);
        }
    }
}

/// Disables pairs of links of a robot.
fn semantic(bytes: &[u8]) {
    let Ok(disabled) = urdf::parse_srdf(bytes, Path::new("robot.srdf")) else { return };
    assert!(disabled.among(&[]).next().is_none());
}

/// Reads the files, poses and pairs of a scene; its files are not there.
fn scene(bytes: &[u8]) {
    let Ok(scene) = format::parse_scene(bytes, Path::new("none/cell.scene")) else { return };
    assert!(!scene.members.is_empty() && scene.members.iter().all(|member| !member.id().is_empty()));
}

/// Poses pairs of the hulls, and checks that the cases can be written and read again.
fn hulls(bytes: &[u8]) {
    let Ok(hulls) = parse_hulls(bytes, Path::new("hulls.bin")) else { return };
    let Some(family) = HullFamily::new("hulls", hulls).filter(|_| bytes.len() < 4096) else { return };
    for index in 0..2 {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let case = family.case(1, arithmetic, index);
            assert!(format::read(&format::write(&case), "again.jsonl").problems.is_empty(), "{case:?}");
        }
    }
}

/// Reads the journal as a report does, and as `merge` does, which examines an unfinished journal to report its state.
///
/// The journal is read once as it is, and once with all its lines sealed anew: otherwise the seals would stop most
/// inputs.
fn journal(bytes: &[u8]) {
    journal_as_it_is(bytes);
    journal_as_it_is(sealed_journal(&String::from_utf8_lossy(bytes)).as_bytes());
}

fn journal_as_it_is(bytes: &[u8]) {
    let path = Path::new(JOURNAL);
    let _ = Study::parse_journal(bytes, path);
    let mut lines = Journal::of(bytes, path);
    let _ = lines.campaign().map(|campaign| campaign.differences(&Campaign::default()));
    let _ = lines.each_done(|_| Ok(()));
}

/// Reads the journal in a folder, with its lines sealed anew, and then continues its campaign.
fn folder(bytes: &[u8]) {
    let bytes = sealed_journal(&String::from_utf8_lossy(bytes));
    let bytes = bytes.as_bytes();
    let name = format!("gjk-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let journal = folder.join(JOURNAL);
    std::fs::write(&journal, bytes).expect("a file");
    let _ = Study::read(&folder);
    let campaign = Journal::of(bytes, &journal).campaign().unwrap_or_default();
    if let Ok(mut running) = Folder::begin(&folder, &campaign, false) {
        let kind = Lines::kinds().next().expect("a kind of lines");
        let _ = running.put("new", None, UnitResult::Lines(kind));
        assert!(running.is_done("new"));
        let done = running.len();
        drop(running);
        if !campaign.finished {
            // A unit that is finished stays finished when the campaign is continued.
            let mut running = Folder::begin(&folder, &campaign, false).expect("it was taken before");
            assert_eq!(running.len(), done);
            running.finish(["new"]).expect("a folder that can be written");
            drop(running);
            assert!(Study::read(&folder).is_ok());
        }
    }
    std::fs::remove_dir_all(&folder).expect("a folder that can be removed");
}

fn rows(bytes: &[u8], name: &str) {
    let _ = Study::parse_rows(bytes, Path::new(name), 64.0);
}
