//! PLY, OFF, binary glTF, COLLADA and URDF, tested on files that are small enough to be checked by hand.

use std::path::Path;

use gjk_cases::body::{Body, Point, Shape};
use gjk_cases::case::Arithmetic;
use gjk_cases::format::Problem;
use gjk_cases::mesh::convexity::{Convexity, convexity};
use gjk_cases::mesh::{Object, notes, parse_objects};
use gjk_cases::urdf::{JointValue, Robot, Values, parse_robot, read_robot};

macro_rules! seed {
    ($name:literal) => {
        include_bytes!(concat!("../../../fuzz/seeds/", $name))
    };
}

fn objects(bytes: &[u8], name: &str) -> Vec<Object> {
    parse_objects(bytes, Path::new(name)).unwrap_or_else(|problem| panic!("{problem}"))
}

fn refused(bytes: impl AsRef<[u8]>, name: &str) -> String {
    parse_objects(bytes.as_ref(), Path::new(name)).expect_err("a bad file").to_string()
}

/// Whether these are the corners of the unit cube, and the object is its surface.
fn is_cube(object: &Object) -> bool {
    let corner = |bits: u32| -> Point { std::array::from_fn(|axis| f64::from(bits >> axis & 1)) };
    object.points.len() == 8
        && (0..8).all(|bits| object.points.contains(&corner(bits)))
        && object.faces.len() == 12
        && convexity(object) == Convexity::Convex
}

#[test]
fn cubes_in_every_encoding() {
    for (bytes, name) in [
        (&seed!("ply-text/cube.ply")[..], "cube.ply"),
        (seed!("ply-binary/little.ply"), "cube.PLY"),
        (seed!("ply-binary/big.ply"), "cube.ply"),
        (seed!("off/cube.off"), "cube.off"),
        (seed!("off/binary.off"), "cube.off"),
    ] {
        let found = objects(bytes, name);
        assert!(found.len() == 1 && found[0].name == "cube" && is_cube(&found[0]), "{name}: {found:?}");
    }
    // Numbers of single precision stay singles; there are no faces, so every vertex is a point.
    let points = objects(seed!("ply-text/points.ply"), "p.ply");
    assert_eq!(points[0].points, [[f64::from(0.1_f32), 0.0, 0.0], [1.0, 2.0, 3.0]]);
    // Counts on the line of the keyword, and a colour after each vertex.
    let joined = objects(seed!("off/joined.off"), "j.off");
    assert_eq!((joined[0].points.len(), &joined[0].faces[..]), (3, &[[0, 1, 2]][..]));
}

#[test]
fn a_gltf_scene_is_placed_in_its_world() {
    let found = objects(seed!("glb/scene.glb"), "scene.glb");
    let names: Vec<&str> = found.iter().map(|object| &object.name[..]).collect();
    assert_eq!(names, ["box", "strip"]);
    // Scaled by 2 along x, turned by a quarter about z, moved by (1, 2, 3): x = 1 − y, y = 2 + 2 x, z = 3 + z, except
    // for the rounding of the points, as both parts of the quaternion are the same double.
    let expected = |bits: u32| {
        let [x, y, z] = [0, 1, 2].map(|axis| f64::from(bits >> axis & 1));
        [1.0 - y, 2.0 + 2.0 * x, 3.0 + z]
    };
    assert!((0..8).all(|bits| found[0].points.contains(&expected(bits))), "{found:?}");
    assert_eq!(convexity(&found[0]), Convexity::Convex);
    // A strip of 8 vertices has 6 triangles; the matrix moves it by 5.
    assert_eq!((found[1].faces.len(), found[1].points[0]), (6, [5.0, 0.0, 0.0]));
    assert_eq!(convexity(&found[1]), Convexity::Open);
}

#[test]
fn a_collada_scene_is_placed_in_its_world_in_metres() {
    let found = objects(seed!("collada/scene.dae"), "scene.dae");
    let names: Vec<&str> = found.iter().map(|object| &object.name[..]).collect();
    assert_eq!(names, ["root", "shared"]);
    // In centimetres: (2 x, y, z), turned by a quarter about z, moved by 100 along x.
    let near = |p: &Point, q: Point| (0..3).all(|i| (p[i] - q[i]).abs() < 1e-15);
    let expected = |bits: u32| {
        let [x, y, z] = [0, 1, 2].map(|axis| f64::from(bits >> axis & 1));
        [0.01 * (100.0 - y), 0.01 * 2.0 * x, 0.01 * z]
    };
    assert!((0..8).all(|bits| found[0].points.iter().any(|p| near(p, expected(bits)))), "{found:?}");
    // The shared node is 9 above its own origin and 50 above its parent's.
    assert!(near(&found[1].points[1], [1.0, 0.02, 0.59]), "{:?}", found[1].points);
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let ply = |rest: &str| refused(format!("ply\nformat ascii 1.0\n{rest}"), "f.ply");
    let vertex = "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n";
    assert_eq!(refused("plu\n", "f.ply"), "f.ply: no PLY file: it does not begin with the line `ply`");
    assert!(
        refused("ply\nformat ascii 2.0\n", "f.ply").starts_with("f.ply:2: format ascii 2.0: a format is `format NAME 1.0`")
    );
    assert!(ply("element vertex x\n").starts_with("f.ply:3: element vertex x: an element has a count"));
    assert!(ply("property float x\n").starts_with("f.ply:3: property float x: a property is"));
    assert!(ply(vertex).starts_with("f.ply:6: end_header: the header of a PLY file ends with this line"));
    assert!(ply(&format!("{vertex}end_header\n0 0\n")).starts_with("f.ply:8: vertex 0, z: the line has too few numbers"));
    assert!(ply(&format!("{vertex}end_header\n0 b 0\n")).starts_with("f.ply:8: vertex 0, y: \"b\" is not a number"));
    assert_eq!(ply(&format!("{vertex}end_header\n")), "f.ply: the file ends before vertex 0 of 1");
    assert_eq!(ply(&format!("{vertex}end_header\n0 0 1e39\n")), "f.ply: vertex 0: a coordinate is not finite");
    let faces = |list: &str, face: &str| ply(&format!("{vertex}element face 1\n{list}\nend_header\n0 0 0\n{face}\n"));
    assert_eq!(
        faces("property list uchar double vertex_indices", "3 0 0 0"),
        "f.ply: this is PLY with lists of doubles for the corners of faces, which is not read"
    );
    assert_eq!(
        faces("property list uchar int vertex_index", "3 0 0 7"),
        "f.ply: face 0: there is no vertex 7; the file has 1, counted from 0"
    );
    assert!(faces("property list uchar int vertex_index", "3 0 -1 0").ends_with("-1 is not the number of a vertex"));
    let mut cut = seed!("ply-binary/little.ply").to_vec();
    cut.truncate(cut.len() - 5);
    assert!(refused(cut, "f.ply").starts_with("f.ply: face 5, texcoord at byte "));
    for (text, expected) in [
        ("", "f.off: the file ends before anything"),
        ("4OFF\n", "f.off:1: 4OFF: only OFF formats with three coordinates are read"),
        ("OFF\nx\n", "f.off:2: x: no OFF file: expected how many vertices and faces there are"),
        ("OFF\n1 0 0\n0 0\n", "f.off:3: 0 0: vertex 0 has three coordinates"),
        ("OFF\n1 1 0\n0 0 0\n\n# none\n", "f.off: the file ends before face 0 of 1"),
        ("OFF\n1 1 0\n0 0 0\n3 0 0\n", "f.off:4: 3 0 0: face 0 has fewer corners than it says"),
        ("OFF\n1 1 0\n0 0 0\n3 0 0 1\n", "f.off:4: 3 0 0 1: there is no vertex 1; the file has 1"),
        ("OFF\n1 0 0\n0 0 inf\n", "f.off: vertex 0: a coordinate is not finite"),
        ("OFF BINARY\n\0\0\0\u{1}", "f.off: the count of faces at byte 15: the file ends"),
    ] {
        let message = refused(text, "f.off");
        assert!(message.starts_with(expected), "{text:?}: {message}");
    }
    // The scene with one word replaced at a time.
    let scene = String::from_utf8_lossy(seed!("glb/scene.glb")).into_owned();
    let glb = |from: &str, to: &str| {
        assert!(scene.contains(from) && from.len() == to.len());
        let mut bytes = seed!("glb/scene.glb").to_vec();
        let at = bytes.windows(from.len()).position(|word| word == from.as_bytes()).expect("it is there");
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        refused(bytes, "f.glb")
    };
    assert_eq!(glb("\"mesh\":0", "\"mesh\":7"), "f.glb: nodes[1]: there is no meshes[7]");
    assert_eq!(glb("\"children\":[1]", "\"children\":[0]"), "f.glb: nodes[0]: the nodes are not a tree, or too many");
    assert_eq!(glb("\"scale\":[2,1,1]", "\"skin\":0,\"a\":11"), "f.glb: nodes[1]: this is glTF with a skin, which is not read");
    assert!(glb("\"name\":\"cube\"", "\"weights\":[1]").contains("meshes[0]: this is glTF with the weights of morph targets"));
    assert!(
        glb("\"count\":8,", "\"count\":9,").starts_with("f.glb: accessors[0]: its 9 elements go beyond its view of 96 bytes")
    );
    assert!(glb("\"byteLength\":72", "\"byteLength\":99").starts_with("f.glb: bufferViews[1]: it goes beyond the 168 bytes"));
    assert!(glb("\"mode\":5", "\"mode\":1").contains("meshes[1].primitives[0]: triangles are read"));
    assert!(glb("\"scene\":0", "\"scene\":x").starts_with("f.glb: in its JSON: "));
    assert!(refused("glTX", "f.glb").contains("it begins neither with `glTF` nor with `{`"));
    assert!(refused("glTF\u{1}\0\0\0\0\0\0\0", "f.glb").contains("of version 1; version 2 is read"));
    let scene = String::from_utf8_lossy(seed!("collada/scene.dae"));
    let dae = |from: &str, to: &str| {
        assert!(scene.contains(from));
        refused(scene.replacen(from, to, 1), "f.dae")
    };
    assert_eq!(dae("#cube", "#cub"), "f.dae:18: <instance_geometry>: url: nothing in this file has the name \"#cub\"");
    assert!(dae("<p>0 0 2", "<p>8 0 2").starts_with("f.dae:8: <p>: there is no vertex \"8\"; the mesh has 8"));
    assert!(dae("stride=\"3\"", "stride=\"4\"").starts_with("f.dae:6: <source>: its accessor takes 8 times 4 numbers"));
    assert!(dae("<scale>2 1 1", "<scale>2 1").starts_with("f.dae:18: <scale>: scale: 3 numbers are wanted here, these are 2"));
    assert!(dae("0 0 1 90", "0 0 0 90").starts_with("f.dae:18: <rotate>: an axis has a length that is not zero"));
    assert!(dae("</COLLADA>", "").starts_with("f.dae:1: not XML: the root node was opened but never closed"));
    assert!(dae("</mesh>", "</mash>").starts_with("f.dae:9: not XML: "));
    let circle = dae("<instance_node url=\"#shared\"/>", "<instance_node url=\"#child\"/>");
    assert!(circle.starts_with("f.dae:19: <node>: the scene has more than"), "{circle}");
    assert!(refused("<!DOCTYPE a []><a/>", "f.dae").contains("this is XML with a document type definition"));
    assert!(refused("<a/>", "f.dae").starts_with("f.dae:1: <a>: no COLLADA file"));
}

#[test]
fn the_deviation_from_convexity_is_reported() {
    let text = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\nv 1 1 1\n\
                f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n";
    let found = objects(text.as_bytes(), "dent.obj");
    // The top is lowered to the middle: a pyramid with a sixth of the volume is missing.
    let Convexity::Larger(ratio) = convexity(&found[0]) else { panic!("{found:?}") };
    assert!((ratio - 1.2).abs() < 1e-12);
    let said = notes(Path::new("dent.obj"), &found);
    assert_eq!(said, ["dent.obj: `dent` is not convex: its hull is judged, whose volume is 1.200 times that of the mesh"]);
}

fn robot(values: &[(&str, f64)]) -> Robot {
    at(seed!("urdf/arm.urdf"), values).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The robot of a text, with joints at these values.
fn at(text: &[u8], values: &[(&str, f64)]) -> Result<Robot, Problem> {
    let list: Vec<JointValue> = values.iter().map(|(name, value)| JointValue::plain(name, *value)).collect();
    parse_robot(text, Path::new("arm.urdf"), Values { list: &list, beyond_limits: true })
}

fn parts(robot: &Robot, link: &str) -> Vec<Body> {
    let link = robot.links.iter().find(|known| known.name == link).expect("the link is there");
    link.body.body(Arithmetic::F64).expect("nothing overflows").parts().to_vec()
}

fn is_near(p: &Point, q: Point) -> bool {
    (0..3).all(|i| (p[i] - q[i]).abs() < 1e-14)
}

#[test]
fn links_are_placed_by_their_joints() {
    let at_zero = robot(&[]);
    let names: Vec<&str> = at_zero.links.iter().map(|link| &link.name[..]).collect();
    assert_eq!(names, ["base", "upper", "lower", "hand"]);
    // The shoulder joins base and upper, and the elbow joins upper and lower; base and hand are disabled; lower
    // and hand are not excluded, since the tool is between them.
    let mut excluded: Vec<(usize, usize)> = at_zero.excluded.iter().copied().collect();
    excluded.sort_unstable();
    assert_eq!(excluded, [(0, 1), (0, 3), (1, 2)]);
    assert!(parts(&at_zero, "base")[0].points().contains(&[0.5, -0.5, 0.25]));
    let [Body::Curved(cylinder), Body::Rounded { points, radius }] = &parts(&at_zero, "upper")[..] else { panic!("two parts") };
    assert_eq!((cylinder.shape, cylinder.center), (Shape::Cylinder { radius: 0.1, half_height: 0.5 }, [0.0, 0.0, 0.75]));
    assert_eq!((&points[..], *radius), (&[[0.0, 0.0, 1.25]][..], 0.12));
    // At a quarter turn about y, the part above the shoulder lies along x.
    let turned = robot(&[("shoulder", std::f64::consts::FRAC_PI_2)]);
    let [Body::Curved(cylinder), Body::Rounded { points, .. }] = &parts(&turned, "upper")[..] else { panic!("two parts") };
    assert!(is_near(&cylinder.center, [0.5, 0.0, 0.25]) && is_near(&points[0], [1.0, 0.0, 0.25]));
    // The axis of the cylinder is the third column.
    assert!(is_near(&cylinder.rotation.map(|row| row[2]), [1.0, 0.0, 0.0]));
    // The slide mimics the elbow: 0.1 + 0.5 · 0.4 along z, so the hand's centre is 0.2 further along the elbow's z than
    // at zero.
    let centre = |robot: &Robot| {
        let hand = parts(robot, "hand");
        hand[0].points().iter().fold([0.0; 3], |sum, p| [0, 1, 2].map(|i| sum[i] + p[i] / 8.0))
    };
    let free = String::from_utf8_lossy(seed!("urdf/arm.urdf"))
        .replace("<mimic joint=\"elbow\" multiplier=\"0.5\" offset=\"0.1\"/>", "");
    let (before, after) = (centre(&at_zero), centre(&at(free.as_bytes(), &[("slide", 0.3)]).expect("a robot")));
    let moved: f64 = (0..3).map(|i| (after[i] - before[i]).powi(2)).sum::<f64>().sqrt();
    assert!((moved - 0.2).abs() < 1e-14, "{moved}");
    // A mimicked joint may mimic another: the elbow alone moves the slide.
    let mimicked = |value: f64| centre(&robot(&[("elbow", value)]));
    let bent = (mimicked(0.4), mimicked(0.0));
    assert!((0..3).any(|i| bent.0[i] != bent.1[i]) && bent.1 == before);
    // From the formula: R = Rz(0.3) Ry(0.2) Rx(0.1) maps (1, 0, 0.1) to the first column plus a tenth of the third,
    // starting at height 1.45.
    let [(sr, cr), (sp, cp), (sy, cy)] = [0.1_f64, 0.2, 0.3].map(f64::sin_cos);
    let third = [cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr];
    let first = [cy * cp, sy * cp, -sp];
    let expected = [0, 1, 2].map(|i| first[i] + 0.1 * third[i] + if i == 2 { 1.45 } else { 0.0 });
    assert!(is_near(&before, expected), "{before:?} {expected:?}");
}

#[test]
fn robots_are_refused_with_their_place() {
    let text = String::from_utf8_lossy(seed!("urdf/arm.urdf")).into_owned();
    let with = |from: &str, to: &str| {
        assert!(text.contains(from));
        let changed = text.replacen(from, to, 1);
        parse_robot(changed.as_bytes(), Path::new("d/arm.urdf"), Values::default()).expect_err("a bad robot").to_string()
    };
    assert!(with("<robot name", "<robots name").contains("not XML"));
    assert_eq!(
        with("radius=\"0.1\" length=\"1\"", "radius=\"-1\" length=\"1\""),
        "d/arm.urdf:5: <cylinder>: radius is negative"
    );
    assert_eq!(with("size=\"1 1 0.5\"", "size=\"1 1\""), "d/arm.urdf:3: <box>: size: 3 numbers are wanted here, these are 2");
    assert_eq!(with("size=\"1 1 0.5\"", "size=\"1 1 inf\""), "d/arm.urdf:3: <box>: size: \"inf\" is not a finite number");
    assert!(
        with("<sphere radius=\"0.12\"/>", "<torus/>").starts_with("d/arm.urdf:6: <torus>: a geometry \"torus\" is not read")
    );
    assert!(with("<disable_collisions", "<link name=\"base\"/><disable_collisions").contains("there are two links \"base\""));
    assert!(with("<child link=\"lower\"/>", "<child link=\"upper\"/>").contains("link \"upper\" is the child of two joints"));
    assert!(with("<parent link=\"base\"/>", "<parent link=\"hand\"/>").contains("its joints form a cycle"));
    assert!(
        with("<box size=\"0.2 0.2 0.2\"/>", "<mesh filename=\"package://none/x.stl\"/>").contains("there is no folder `none`")
    );
    assert!(
        with("<box size=\"0.2 0.2 0.2\"/>", "<mesh filename=\"x.step\"/>")
            .contains("a model in STEP format is not read: export its mesh as .stl")
    );
    assert!(with("type=\"continuous\"", "type=\"continous\"").contains("there is no type \"continous\" of joints"));
    assert_eq!(
        with("<parent link=\"lower\"/>", "<parent link=\"lowre\"/>"),
        "d/arm.urdf:13: <parent>: there is no link \"lowre\""
    );
    // A joint that mimics a joint that does not exist is at zero, and that is reported.
    let astray = text.replace("<mimic joint=\"elbow\"", "<mimic joint=\"elbwo\"");
    let found = parse_robot(astray.as_bytes(), Path::new("d/arm.urdf"), Values::default()).expect("a robot");
    assert_eq!(found.notes, ["d/arm.urdf:13: <mimic>: there is no joint \"elbwo\" to mimic: the joint is at zero"]);
    assert!(with("<mimic joint=\"elbow\"", "<mimic joint=\"slide\"").contains("the joints that it mimics form a cycle"));
}

#[test]
fn meshes_of_a_package_are_found_above_the_robot() {
    let folder = std::env::temp_dir().join(format!("gjk-robot-{}", std::process::id()));
    let place = |name: &str| folder.join(name);
    std::fs::create_dir_all(place("arm_description/urdf")).expect("a folder");
    std::fs::create_dir_all(place("arm_description/meshes")).expect("a folder");
    std::fs::write(place("arm_description/meshes/two.obj"), "o a\nv 1 0 0\no b\nv 0 2 0\n").expect("a mesh");
    let robot = |filename: &str| {
        let mesh = format!("<mesh filename=\"{filename}\" scale=\"1 0.5 1\"/>");
        let link = format!("<link name=\"l\"><collision><geometry>{mesh}</geometry></collision></link>");
        std::fs::write(place("arm_description/urdf/arm.urdf"), format!("<robot name=\"r\">{link}</robot>")).expect("a robot");
        read_robot(place("arm_description/urdf/arm.urdf"), Values::default()).unwrap_or_else(|problem| panic!("{problem}"))
    };
    for name in ["package://arm_description/meshes/two.obj", "../meshes/two.obj"] {
        let bodies = parts(&robot(name), "l");
        // Each object is a part.
        assert_eq!(bodies, [Body::Points(vec![[1.0, 0.0, 0.0]]), Body::Points(vec![[0.0, 1.0, 0.0]])], "{name}");
    }
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn a_chain_of_mimics_and_of_many_joints() {
    let link =
        |i: usize| format!("<link name=\"l{i}\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link>");
    let joint = |i: usize, kind: &str, more: &str| {
        format!("<joint name=\"j{i}\" type=\"{kind}\"><parent link=\"l{}\"/><child link=\"l{i}\"/>{more}</joint>", i - 1)
    };
    let axis = "<axis xyz=\"1 0 0\"/>";
    let mimic = |of: usize, times: f64| format!("{axis}<mimic joint=\"j{of}\" multiplier=\"{times}\" offset=\"0.5\"/>");
    let joints =
        [joint(1, "prismatic", axis), joint(2, "prismatic", &mimic(1, 1.0)), joint(3, "prismatic", &mimic(2, 2.0))].concat();
    let text = format!("<robot name=\"r\">{}{joints}</robot>", (0..4).map(link).collect::<String>());
    let found = at(text.as_bytes(), &[("j1", 5.0)]).expect("a robot");
    // The values are 5, then 5 + 0.5, then twice that and a half: 5 + 5.5 + 11.5.
    assert!(is_near(&parts(&found, "l3")[0].points()[0], [22.0, 0.0, 0.0]));
    // A long chain is placed in time proportional to its length: exact numbers would grow with every joint.
    let turned = "<origin xyz=\"0.1 0 0\" rpy=\"0.1 0.2 0.3\"/>";
    let joints: String = (1..1000).map(|i| joint(i, "fixed", turned)).collect();
    let text = format!("<robot name=\"r\">{}{joints}</robot>", (0..1000).map(link).collect::<String>());
    let found = parse_robot(text.as_bytes(), Path::new("r.urdf"), Values::default()).expect("a robot");
    let end = parts(&found, "l999")[0].points()[0];
    // The same chain in doubles: the same turn about a fixed axis, applied again and again.
    let [(sr, cr), (sp, cp), (sy, cy)] = [0.1_f64, 0.2, 0.3].map(f64::sin_cos);
    let rows = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ];
    let mut p = [0.0_f64; 3];
    for _ in 1..1000 {
        let image: Point = [0, 1, 2].map(|i| (0..3).map(|k| rows[i][k] * p[k]).sum());
        p = [image[0] + 0.1, image[1], image[2]];
    }
    assert!((0..3).all(|i| (p[i] - end[i]).abs() < 1e-12), "{p:?} {end:?}");
}
