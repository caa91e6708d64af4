//! Meshes as some programs write them: glTF files with separate buffers, convex meshes, matrices that are no rotations, and
//! vertices without a face.

use std::path::{Path, PathBuf};

use gjk_cases::body::Point;
use gjk_cases::mesh::{ENDINGS, Object, foreign, notes, parse_objects, read_objects};

/// The corners of a tetrahedron, and a point that no face uses.
const CORNERS: [Point; 5] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 4.0], [9.0, 9.0, 9.0]];
const FACES: [[u8; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// The bytes of the positions and of the indices.
fn buffer(corners: &[Point]) -> Vec<u8> {
    let positions = corners.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes());
    positions.chain(FACES.as_flattened().iter().copied()).collect()
}

/// The description of the tetrahedron, whose buffers are given.
fn description(corners: usize, buffers: &str, node: &str) -> String {
    let positions = 12 * corners;
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"t","mesh":0{node}}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{corners},"type":"VEC3"}},{{"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":{positions}}},{{"buffer":0,"byteOffset":{positions},"byteLength":12}}]{buffers}}}"#
    )
}

/// A binary file with these chunks; the JSON is filled up with blanks or not.
fn binary(json: &str, bin: Option<&[u8]>, is_padded: bool) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    while is_padded && !json.len().is_multiple_of(4) {
        json.push(b' ');
    }
    let chunk = |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat();
    let chunks = [chunk(b"JSON", &json), bin.map(|bytes| chunk(b"BIN\0", bytes)).unwrap_or_default()].concat();
    let length = (12 + chunks.len() as u32).to_le_bytes();
    [&b"glTF"[..], &2_u32.to_le_bytes(), &length, &chunks].concat()
}

fn parse(bytes: &[u8], name: &str) -> Result<Vec<Object>, String> {
    parse_objects(bytes, Path::new(name)).map_err(|problem| problem.to_string())
}

fn points(bytes: &[u8], name: &str) -> Vec<Point> {
    let mut points = parse(bytes, name).expect("a mesh").remove(0).points;
    points.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
    points
}

/// The corners in the order of their coordinates.
fn expected() -> Vec<Point> {
    let mut points = CORNERS[..4].to_vec();
    points.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
    points
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(group.get(i).copied().unwrap_or(0)));
        (0..4)
            .map(|i| if i > group.len() { '=' } else { char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]) })
            .collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[test]
fn a_binary_chunk_follows_a_json_chunk_that_is_not_filled_up() {
    let bytes = buffer(&CORNERS[..4]);
    let mut lengths = [0, 1, 2, 3].map(|blanks| {
        let json = description(4, "", "") + &" ".repeat(blanks);
        for is_padded in [true, false] {
            assert_eq!(points(&binary(&json, Some(&bytes), is_padded), "a.glb"), expected(), "{blanks} {is_padded}");
        }
        json.len() % 4
    });
    lengths.sort_unstable();
    assert_eq!(lengths, [0, 1, 2, 3], "every length modulo four");
}

#[test]
fn a_buffer_with_a_uri_is_not_the_binary_chunk() {
    let (right, wrong) = (buffer(&CORNERS[..4]), buffer(&[[7.0; 3]; 4]));
    let buffers = |uri: &str| format!(r#","buffers":[{{"byteLength":{},"uri":"{uri}"}}]"#, right.len());
    let data = format!("data:application/octet-stream;base64,{}", base64(&right));
    let json = description(4, &buffers(&data), "");
    assert_eq!(points(&binary(&json, Some(&wrong), true), "a.glb"), expected());
    assert_eq!(points(json.as_bytes(), "a.gltf"), expected());
    // A file in the folder of the scene.
    let folder = std::env::temp_dir().join(format!("gjk-buffers-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("my parts")).expect("a folder");
    let write = |name: &str, bytes: &[u8]| -> PathBuf {
        std::fs::write(folder.join(name), bytes).expect("a file");
        folder.join(name)
    };
    write("my parts/t.bin", &right);
    let json = description(4, &buffers("my%20parts/t.bin"), "");
    for (name, bytes) in
        [("a.glb", binary(&json, Some(&wrong), true)), ("b.glb", binary(&json, None, true)), ("a.gltf", json.into_bytes())]
    {
        let mut points = read_objects(write(name, &bytes)).unwrap_or_else(|problem| panic!("{problem}")).remove(0).points;
        points.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
        assert_eq!(points, expected(), "{name}");
    }
    std::fs::remove_dir_all(folder).expect("it was made above");
    for (buffers, expected) in [
        (buffers("none.bin"), "a.gltf: buffers[0].uri: cannot read none.bin: "),
        (
            buffers("/etc/none.bin"),
            "a.gltf: buffers[0].uri: \"/etc/none.bin\" is read only as a path relative to the file's folder",
        ),
        (buffers("https://example.org/t.bin"), "is read only as a path relative to the file's folder"),
        (buffers("data:text/plain,abc"), "a.gltf: buffers[0].uri: data has to be in base64"),
        (buffers("data:;base64,A"), "data has to be in base64"),
        (buffers("data:;base64,AAAA"), "a.gltf: buffers[0]: its byteLength is 60, and there are 3 bytes"),
        (buffers("%g0"), "a `%` is followed by two hexadecimal digits"),
        (
            r#","buffers":[{"byteLength":60}]"#.to_owned(),
            "a.gltf: buffers[0]: it has no uri, and the file has no binary part for it",
        ),
        (r#","buffers":[{"uri":7}]"#.to_owned(), "a.gltf: buffers[0].uri: must be a string"),
        (r#","buffers":[]"#.to_owned(), "a.gltf: bufferViews[0]: there is no buffers[0]"),
    ] {
        let message = parse(description(4, &buffers, "").as_bytes(), "a.gltf").expect_err("no buffer");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn vertices_that_no_face_uses_are_left_out_with_a_remark() {
    let remark = |objects: &[Object]| {
        objects.iter().map(|object| (object.points.len(), object.remarks.texts().join("; "))).collect::<Vec<_>>()
    };
    let glb = binary(&description(5, "", ""), Some(&buffer(&CORNERS)), true);
    let left_out = [(4, "1 of 5 vertices belongs to no face and are left out".to_owned())];
    let left_out = left_out.map(|(count, text)| (count, text.replace("and are", "and is")));
    assert_eq!(remark(&parse(&glb, "a.glb").expect("a mesh")), left_out);
    assert_eq!(notes(Path::new("a.glb"), &parse(&glb, "a.glb").expect("a mesh")), [format!("a.glb: `t`: {}", left_out[0].1)]);
    let vertices: String = CORNERS.iter().map(|[x, y, z]| format!("{x} {y} {z}\n")).collect();
    let faces: String = FACES.iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n")).collect();
    let off = format!("OFF\n5 4 0\n{vertices}{faces}");
    assert_eq!(remark(&parse(off.as_bytes(), "a.off").expect("a mesh")), left_out);
    let obj: String = CORNERS.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
    let whole: String = FACES.iter().map(|face| format!("f {} {} {}\n", face[0] + 1, face[1] + 1, face[2] + 1)).collect();
    assert_eq!(remark(&parse(format!("{obj}{whole}").as_bytes(), "a.obj").expect("a mesh")), left_out);
    // Objects share the vertices of a file: one that another object uses is not left out.
    let two = format!("{obj}o one\nf 1 2 3\no two\nf 2 3 4\np 5\n");
    assert_eq!(remark(&parse(two.as_bytes(), "a.obj").expect("a mesh")), [(3, String::new()), (4, String::new())]);
    assert_eq!(remark(&parse(obj.as_bytes(), "a.obj").expect("a mesh")), [(5, String::new())]);
}

/// A COLLADA file with these geometries and these nodes.
fn collada(unit: &str, geometries: &str, nodes: &str) -> String {
    format!(
        "<COLLADA><asset>{unit}</asset><library_geometries>{geometries}</library_geometries>\
         <library_visual_scenes><visual_scene id=\"s\">{nodes}</visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
}

/// The vertices of a mesh, as elements.
fn vertices(id: &str) -> String {
    format!(
        "<source id=\"{id}-p\"><float_array count=\"12\">0 0 0 1 0 0 0 2 0 0 0 4</float_array></source>\
         <vertices id=\"{id}-v\"><input semantic=\"POSITION\" source=\"#{id}-p\"/></vertices>"
    )
}

#[test]
fn convex_meshes_of_collada_are_hulls() {
    let node = |url: &str| format!("<node name=\"n\"><instance_geometry url=\"#{url}\"/></node>");
    let own = format!("<geometry id=\"c\"><convex_mesh>{}</convex_mesh></geometry>", vertices("c"));
    assert_eq!(points(collada("", &own, &node("c")).as_bytes(), "a.dae"), expected());
    // The hull of another geometry, which may be any mesh.
    let of = |id: &str, other: &str| format!("<geometry id=\"{id}\"><convex_mesh convex_hull_of=\"#{other}\"/></geometry>");
    let mesh = format!(
        "<geometry id=\"m\"><mesh>{}<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#m-v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry>",
        vertices("m")
    );
    let chain = of("h", "g") + &of("g", "m") + &mesh;
    assert_eq!(points(collada("", &chain, &node("h")).as_bytes(), "a.dae"), expected());
    for (geometries, expected) in [
        (of("h", "none"), "<convex_mesh>: convex_hull_of: nothing in this file has the name \"#none\""),
        (of("h", "g") + &of("g", "h"), "<convex_mesh>: convex_hull_of: the hulls form a cycle"),
        (of("h", "g") + "<geometry id=\"g\"><spline/></geometry>", "convex_hull_of: the geometry has no mesh"),
        ("<geometry id=\"h\"><convex_mesh/></geometry>".to_owned(), "<convex_mesh>: has no <vertices>"),
    ] {
        let message = parse(collada("", &geometries, &node("h")).as_bytes(), "a.dae").expect_err("no hull");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn the_unit_of_collada_is_positive() {
    let own = format!("<geometry id=\"c\"><convex_mesh>{}</convex_mesh></geometry>", vertices("c"));
    let with = |unit: &str| parse(collada(unit, &own, "<node><instance_geometry url=\"#c\"/></node>").as_bytes(), "a.dae");
    assert_eq!(with("<unit meter=\"0.5\"/>").expect("a mesh")[0].points[3], [0.0, 0.0, 2.0]);
    for meter in ["-1", "0"] {
        let message = with(&format!("<unit meter=\"{meter}\"/>")).expect_err("no length");
        assert_eq!(message, format!("a.dae:1: <unit>: meter: the length of the unit is positive, and this is {meter}"));
    }
}

#[test]
fn a_matrix_that_is_no_rotation_is_remarked() {
    let own = format!("<geometry id=\"c\"><convex_mesh>{}</convex_mesh></geometry>", vertices("c"));
    let with = |matrix: &str| {
        let node = format!("<node name=\"n\"><matrix>{matrix} 0 0 0 1</matrix><instance_geometry url=\"#c\"/></node>");
        parse(collada("", &own, &node).as_bytes(), "a.dae").expect("a mesh").remove(0).remarks.texts().to_vec()
    };
    // A rotation, a reflection and scales are ordinary.
    for matrix in ["0 -1 0 5 1 0 0 0 0 0 1 0", "-1 0 0 0 0 1 0 0 0 0 1 0", "0 -3 0 0 2 0 0 0 0 0 0.5 0"] {
        assert_eq!(with(matrix), Vec::<String>::new(), "{matrix}");
    }
    let shear = "the matrix of node `n` is no rotation: with its columns scaled to length one, an entry of RᵀR − I is 7.071e-1; its image is judged";
    assert_eq!(with("1 1 0 0 0 1 0 0 0 0 1 0"), [shear]);
    assert_eq!(
        with("1 0 0 0 0 1 0 0 0 0 0 0"),
        ["the matrix of node `n` is no rotation: a column of it is zero; its image is judged"]
    );
    let columns = r#","matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]"#;
    let glb = binary(&description(4, "", columns), Some(&buffer(&CORNERS[..4])), true);
    assert_eq!(parse(&glb, "a.glb").expect("a mesh")[0].remarks.texts(), [shear.replace("`n`", "`t`")]);
}

#[test]
fn blank_lines_may_precede_the_declaration_of_xml() {
    let own = format!("<geometry id=\"c\"><convex_mesh>{}</convex_mesh></geometry>", vertices("c"));
    let text = format!("\n \n<?xml version=\"1.0\"?>\n{}", collada("", &own, "<node><instance_geometry url=\"#c\"/></node>"));
    assert_eq!(points(text.as_bytes(), "a.dae"), expected());
    // A message has the line of the file.
    let message = parse(text.replace("#c-p", "#d-p").as_bytes(), "a.dae").expect_err("no source");
    assert!(message.starts_with("a.dae:4: <input>: "), "{message}");
    assert!(parse(b"\n\n<?xml version=\"1.0\"?>\n<a><b></a>", "a.dae").expect_err("no XML").starts_with("a.dae:4: not XML: "));
}

#[test]
fn formats_that_are_not_read_have_a_way_to_one_that_is() {
    for ending in ["xml", "xacro", "sdf", "wkt", "xyz", "npy", "vtk", "msh", "fbx", "3mf", "usd", "step", "wrl", "mjcf"] {
        let kind = foreign(format!("d/a.{ending}")).expect(ending);
        assert!(kind.contains(" not read: "), "{kind}");
    }
    assert!(ENDINGS.iter().all(|ending| foreign(format!("a.{ending}")).is_none()));
    // The way from a cloud of points gives a mesh that is read.
    let cloud: String = "1 2 3\n4 5 6\n".lines().map(|line| format!("v {line}\n")).collect();
    assert_eq!(parse(cloud.as_bytes(), "a.obj").expect("a mesh")[0].points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
}
