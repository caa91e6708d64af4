//! Small files that ask for much: the result is bounded, with a message, and usual large files are read.

use gjk_cases::case::Arithmetic;
use gjk_cases::format::{self, Problem};
use gjk_cases::{mesh, urdf};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The message about a scene that makes too much.
const COPIES: &str = "points and corners of its files: it places large meshes too often";

/// A new folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    folder
}

/// A binary glTF file of a mesh with this many vertices, with these nodes and primitives.
fn glb(vertices: usize, nodes: &str, mesh: &str) -> Vec<u8> {
    let positions: Vec<u8> = (0..3 * vertices).flat_map(|i| (i as f32 % 97.0).to_le_bytes()).collect();
    let indices: Vec<u8> = (0..vertices as u32).flat_map(u32::to_le_bytes).collect();
    let (length, binary) = (positions.len(), [positions, indices].concat());
    let mut json = format!(
        r#"{{"nodes":[{nodes}],"meshes":[{mesh}],"accessors":[{{"bufferView":0,"componentType":5126,"count":{vertices},"type":"VEC3"}},
        {{"bufferView":1,"componentType":5125,"count":{vertices},"type":"SCALAR"}}],"bufferViews":[{{"buffer":0,"byteLength":{length}}},
        {{"buffer":0,"byteOffset":{length},"byteLength":{}}}]}}"#,
        4 * vertices
    );
    json.push_str(&" ".repeat(json.len().next_multiple_of(4) - json.len()));
    let chunk = |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat();
    let chunks = [chunk(b"JSON", json.as_bytes()), chunk(b"BIN\0", &binary)].concat();
    [&b"glTF\x02\0\0\0"[..], &(12 + chunks.len() as u32).to_le_bytes(), &chunks].concat()
}

/// A comma-separated list with this many copies of a piece.
fn many(piece: &str, count: usize) -> String {
    vec![piece; count].join(",")
}

fn refused(bytes: impl AsRef<[u8]>, name: &str) -> String {
    let problem: Problem = mesh::parse_objects(bytes.as_ref(), Path::new(name)).expect_err(name);
    problem.to_string()
}

const PRIMITIVE: &str = r#"{"attributes":{"POSITION":0},"indices":1}"#;

#[test]
fn a_scene_of_gltf_makes_no_more_copies_than_a_bound() {
    let one = format!(r#"{{"primitives":[{PRIMITIVE}]}}"#);
    // Nodes that share a mesh, primitives that share their vertices, nodes that share a long name.
    for (nodes, mesh) in [
        (many(r#"{"mesh":0}"#, 1000), one.clone()),
        (r#"{"mesh":0}"#.to_owned(), format!(r#"{{"primitives":[{}]}}"#, many(PRIMITIVE, 1000))),
        (many(r#"{"mesh":0}"#, 1000), format!(r#"{{"name":"{}","primitives":[]}}"#, "n".repeat(10_000))),
    ] {
        let bytes = glb(3000, &nodes, &mesh);
        let said = refused(&bytes, "s.glb");
        assert!(said.contains(&format!("the scene makes more than {} {COPIES}", 3_000_000 + bytes.len())), "{said}");
    }
    // The numbers of exact poses may be long.
    let node = r#"{"mesh":0,"rotation":[5e-324,1.7e308,1e-200,1.2],"scale":[1e-300,1e30,1.1]}"#;
    assert!(refused(glb(3, &many(node, 3000), &one), "s.glb").contains(COPIES));
    // A usual scene: a thousand placed nodes with 99 vertices each.
    let node = r#"{"mesh":0,"rotation":[0.1,0.2,0.3,0.9],"translation":[1.5,2.5,3.5]}"#;
    let objects = mesh::parse_objects(&glb(99, &many(node, 1000), &one), Path::new("s.glb")).expect("a usual scene");
    assert_eq!((objects.len(), objects[999].points.len()), (1000, 99));
}

/// A COLLADA file with a geometry `g` of this many points, further content of its libraries, and the nodes of its
/// scene.
fn collada(points: usize, faces: &str, libraries: &str, nodes: &str) -> String {
    let numbers = "0 1 2 ".repeat(points);
    format!(
        r##"<COLLADA><library_geometries><geometry id="g"><mesh><source id="s"><float_array>{numbers}</float_array></source>
        <vertices><input semantic="POSITION" source="#s"/></vertices>{faces}</mesh></geometry>{libraries}</library_geometries>
        <visual_scene><node>{nodes}</node></visual_scene></COLLADA>"##
    )
}

#[test]
fn a_scene_of_collada_makes_no_more_copies_than_a_bound() {
    let instance = r##"<instance_geometry url="#g"/>"##;
    let instances = instance.repeat(1000);
    let said = refused(collada(10_000, "", "", &instances), "s.dae");
    assert!(said.contains("the scene makes more than") && said.contains(COPIES) && said.contains("<geometry>"), "{said}");
    // Faces with few points; geometries that share a source; nodes with much content that is not read; counts for every
    // list of corners.
    let corners =
        r##"<triangles><input semantic="VERTEX" offset="0"/><p>"##.to_owned() + &"0 1 2 ".repeat(10_000) + "</p></triangles>";
    assert!(refused(collada(3, &corners, "", &instances), "s.dae").contains(COPIES));
    let mut geometries = String::new();
    for i in 0..1000 {
        let source = r##"<mesh><vertices><input semantic="POSITION" source="#s"/></vertices></mesh>"##;
        let _ = write!(geometries, r#"<geometry id="h{i}">{source}</geometry>"#);
    }
    let shared: String = (0..1000).map(|i| format!(r##"<instance_geometry url="#h{i}"/>"##)).collect();
    assert!(refused(collada(10_000, "", &geometries, &shared), "s.dae").contains(COPIES));
    let junk = format!(r#"<node id="n">{}</node>"#, "<a/>".repeat(10_000));
    let nodes = r##"<instance_node url="#n"/>"##.repeat(1000);
    assert!(refused(collada(3, "", &junk, &nodes), "s.dae").contains(COPIES));
    let counts =
        format!(r#"<input semantic="VERTEX" offset="0"/><vcount>{}</vcount>{}"#, "0 ".repeat(10_000), "<p/>".repeat(1000));
    assert!(refused(collada(3, &format!("<polylist>{counts}</polylist>"), "", instance), "s.dae").contains(COPIES));
    // Many transformations of one node are composed exactly.
    assert!(refused(collada(3, "", "", &("<scale>1.1 1.2 1.3</scale>".repeat(10_000) + instance)), "s.dae").contains(COPIES));
    // A cycle in which every node names many nodes.
    let circle = format!(r#"<node id="n">{}</node>"#, r##"<instance_node url="#n"/>"##.repeat(3000));
    let said = refused(collada(3, "", &circle, r##"<instance_node url="#n"/>"##), "s.dae");
    assert!(said.contains("more than 100000 nodes"), "{said}");
    // A large geometry that is read once is a usual scene.
    let objects = mesh::parse_objects(collada(100, "", "", &instances).as_bytes(), Path::new("s.dae")).expect("a usual scene");
    assert_eq!((objects.len(), objects[999].points.len()), (1000, 100));
}

#[test]
fn an_element_has_no_more_attributes_and_a_document_no_more_namespaces_than_a_bound() {
    let attributes = |count: usize| (0..count).fold(String::new(), |text, i| text + &format!(" a{i}='>'"));
    let named =
        |attributes: &str| format!("<!-- {attributes} -->\n<COLLADA><![CDATA[<b {attributes}>]]><a {attributes}/></COLLADA>");
    let said = refused(named(&attributes(1001)), "s.dae");
    assert!(said.starts_with("s.dae:2: ") && said.contains("an element has more than 1000 attributes"), "{said}");
    assert!(refused(named(&attributes(1000)), "s.dae").contains("no object with a vertex"));
    let nested: String = (0..1001).map(|i| format!("<a xmlns:b{i}='u{i}'>")).collect();
    let said = refused(&nested, "s.dae");
    assert!(said.contains("the document declares more than 1000 namespaces"), "{said}");
}

/// Links with a collision geometry.
fn links(count: usize, geometry: &str) -> String {
    let link = |i| format!(r#"<link name="l{i}"><collision><geometry>{geometry}</geometry></collision></link>"#);
    (0..count).map(link).collect()
}

/// The text of joints from a base; each joint mimics another one.
fn mimics(count: usize, mimicked: impl Fn(usize) -> String) -> String {
    let mut text = "<link name=\"base\"/>".to_owned();
    for i in 0..count {
        let _ = write!(
            text,
            r#"<link name="l{i}"/><joint name="j{i}" type="continuous"><parent link="base"/><child link="l{i}"/><mimic joint="{}"/></joint>"#,
            mimicked(i)
        );
    }
    text
}

fn robot(folder: &Path, links: &str) -> Result<urdf::Robot, Problem> {
    urdf::parse_robot(format!("<robot>{links}</robot>").as_bytes(), &folder.join("r.urdf"), urdf::Values::default())
}

#[test]
fn a_robot_makes_no_more_copies_of_a_mesh_than_a_bound() {
    let folder = folder("robot");
    std::fs::write(folder.join("large.obj"), "v 0 1 2\n".repeat(10_000)).expect("a file");
    std::fs::write(folder.join("many.obj"), "o a\nv 0 1 2\n".repeat(1000)).expect("a file");
    for name in ["large.obj", "many.obj"] {
        let mesh = format!(r#"<mesh filename="{name}"/>"#);
        let said = robot(&folder, &links(1000, &mesh)).expect_err("too much").to_string();
        assert!(said.contains("<mesh>: the robot makes more than") && said.contains(COPIES), "{said}");
        assert_eq!(robot(&folder, &links(30, &mesh)).expect("a robot").links.len(), 30);
    }
    // A usual robot of many links, in two scalars.
    let large = robot(&folder, &links(500, r#"<box size="1 2 3"/>"#)).expect("a robot");
    assert!(large.links.iter().all(|link| link.body.body(Arithmetic::F32).is_some()));
}

#[test]
fn a_mesh_has_many_names_and_is_read_once() {
    let folder = folder("names");
    // An open surface is noted for each file that is read.
    std::fs::write(folder.join("open.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n").expect("a file");
    let name = |i: usize| "./".repeat(i) + "open.obj";
    let meshes: String =
        (0..3).map(|i| links(1, &format!(r#"<mesh filename="{}"/>"#, name(i))).replace("l0", &format!("l{i}"))).collect();
    assert_eq!(robot(&folder, &meshes).expect("a robot").meshes.len(), 1);
    let case = |i| format!(r#"{{"id":"c{i}","dim":3,"a":{{"mesh":{{"file":"{}"}}}},"b":{{"points":[[0,0,0]]}}}}"#, name(i));
    let text = (0..3).map(case).collect::<Vec<_>>().join("\n");
    let reading = format::read(&text, &folder.join("cases.jsonl").display().to_string());
    assert_eq!((reading.cases.len(), reading.problems, reading.notes.len()), (3, Vec::new(), 1));
}

#[test]
fn a_chain_of_joints_that_mimic_each_other_has_a_bounded_length() {
    let next = |i: usize| format!("j{}", i + 1);
    let folder = Path::new("");
    let said = robot(folder, &mimics(102, |i| next(i.min(100)))).expect_err("too many").to_string();
    assert!(said.contains("a chain of more than 100"), "{said}");
    assert!(robot(folder, &mimics(300, |i| if i % 100 == 99 { "j0".to_owned() } else { next(i) })).is_err());
    // A hundred joints in a row, and the last mimics a joint that does not exist: each has the fault, and the first
    // twenty are reported one by one.
    let robot = robot(folder, &mimics(100, next)).expect("a robot");
    assert_eq!(robot.notes.len(), 21);
    assert!(robot.notes[20].contains("and 80 more joints mimic a joint that does not exist"), "{}", robot.notes[20]);
}

#[test]
fn cases_make_no_more_copies_of_a_mesh_than_a_bound() {
    let folder = folder("cases");
    std::fs::write(folder.join("large.obj"), "v 0 1 2\n".repeat(100_000)).expect("a file");
    let file = folder.join("cases.jsonl").display().to_string();
    let mesh = r#"{"mesh":{"file":"large.obj"}}"#;
    let case = |id: usize, a: &str| format!("{{\"id\":\"c{id}\",\"dim\":3,\"a\":{a},\"b\":{{\"points\":[[0,0,0]]}}}}\n");
    let union = |count| format!(r#"{{"union":[{}]}}"#, many(mesh, count));
    let said = format::read(&case(0, &union(41)), &file).problems[0].to_string();
    assert!(said.contains("cases.jsonl:1: a: the parts of the union have more than 4000000 points"), "{said}");
    assert_eq!(format::read(&case(0, &union(4)), &file).cases.len(), 1);
    // Poses of unions within unions apply to each part.
    let pose = r#""pose":{"translation":[1e308,2e-308,3],"quaternion":[5e-324,1.7e308,3e-200,4.4]}"#;
    let sphere = |i| format!(r#"{{"sphere":{{"radius":1}},"pose":{{"translation":[{i},0,0]}}}}"#);
    let spheres = (0..100).map(sphere).collect::<Vec<_>>().join(",");
    let nested = format!("{}{spheres}{}", "{\"union\":[".repeat(15), format!("],{pose}}}").repeat(15));
    let said = format::read(&case(0, &nested), &file).problems[0].to_string();
    assert!(said.contains("or their poses take as long"), "{said}");
    // All cases of a file at once, and piece by piece, with each piece dropped.
    let text: String = (0..200).map(|id| case(id, mesh)).collect();
    let reading = format::read(&text, &file);
    let said = reading.problems[0].to_string();
    assert_eq!(reading.cases.len(), 150);
    assert!(said.contains("cases.jsonl:151: ") && said.contains("copies of more than 15000000 points"), "{said}");
    let mut pieces = format::Pieces::new(text.as_bytes(), &file).expect("memory");
    let (mut all, mut longest) = (0, 0);
    loop {
        let piece = pieces.next(64, 1 << 22).expect("memory").len();
        (all, longest) = (all + piece, longest.max(piece));
        if piece == 0 {
            break;
        }
    }
    assert_eq!((all, longest), (200, 2), "a piece has about four megabytes of points");
}

#[test]
fn a_name_is_cut_where_an_id_would_be_long() {
    let text = format!("o {}\nv 0 0 0\no {0}b\nv 1 0 0\n", "n".repeat(1000));
    let objects = mesh::parse_objects(text.as_bytes(), Path::new("m.obj")).expect("two objects");
    assert_eq!([objects[0].name.len(), objects[1].name.len()], [200, 202]);
    assert!(objects[1].name.ends_with("n-2"));
}
