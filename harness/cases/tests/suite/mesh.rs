//! Hulls from meshes: every point that belongs to an object, to the last bit; bad files are refused with the position
//! of the error.

use std::path::Path;

use gjk_cases::case::Point;
use gjk_cases::format;
use gjk_cases::mesh::{Object, case, is_mesh, parse_objects, read_objects};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn obj(text: &str) -> Vec<(String, Vec<Point>)> {
    named(parse_objects(text.as_bytes(), Path::new("f.obj")).expect(text))
}

fn stl(bytes: impl AsRef<[u8]>) -> Vec<(String, Vec<Point>)> {
    named(parse_objects(bytes.as_ref(), Path::new("f.STL")).expect("a good file"))
}

fn named(objects: Vec<Object>) -> Vec<(String, Vec<Point>)> {
    objects.into_iter().map(|object| (object.name, object.points)).collect()
}

fn refused(bytes: impl AsRef<[u8]>, name: &str) -> String {
    parse_objects(bytes.as_ref(), Path::new(name)).expect_err("a bad file").to_string()
}

/// A binary file with a count, some triangles, and further bytes.
fn binary(count: u32, triangles: &[[[f32; 3]; 3]], rest: &[u8]) -> Vec<u8> {
    let mut bytes = b"solid that is none".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(count.to_le_bytes());
    for triangle in triangles {
        // A normal that is not a number does no harm.
        bytes.extend([f32::NAN; 3].into_iter().chain(triangle.iter().flatten().copied()).flat_map(f32::to_le_bytes));
        bytes.extend([0, 0]);
    }
    bytes.extend(rest);
    bytes
}

const TRIANGLE: [[f32; 3]; 3] = [[0.1, 0.0, 0.0], [0.0, 1.0, -0.0], [0.1, 0.0, 0.0]];

#[test]
fn coordinates_of_an_obj_file_are_the_nearest_doubles() {
    // Decimals just next to the middle of two doubles, one with more digits than any double, and the least and the
    // largest double.
    let decimals =
        ["9007199254740993.0000000000000000000001", "0.1000000000000000055511151231257827021181583404541015626", "5e-324"];
    let others = ["-0.0", "1.7976931348623157e308", "2.2250738585072011e-308"];
    let found = obj(&format!("v {}\nv {} 0.5 0.25 1\nf 1 2\n", decimals.join(" "), others.join("\t")));
    let bits = |point: Point| point.map(f64::to_bits);
    assert_eq!(bits(found[0].1[0]), [9007199254740994.0, 0.1, 5e-324_f64].map(f64::to_bits));
    assert_eq!(bits(found[0].1[1]), [(-0.0_f64).to_bits(), f64::MAX.to_bits(), 0x000f_ffff_ffff_ffff]);
}

#[test]
fn an_object_has_the_points_that_belong_to_it() {
    let text = "mtllib none.mtl\nv 9 9 9\no one two\nv 0 0 0\nv 1 0 0 2\nv 2 0 0\nvn 0 0 1\nusemtl x\nf 2/7/9 3//1 -1\n\
                usemtl y\nf 4 1 2 #last\no cloud\nv 5 5 5\nv 6 6 6\ng part\no empty\no late\np 6\nl -1 1\nv 7 7 7\n";
    let x = |x: f64| [x, 0.0, 0.0];
    // Vertex 6, which is defined in `cloud`, is a point of `late`: so `cloud` is not an object of bare vertices.
    let late = vec![[6.0; 3], [9.0; 3]];
    assert_eq!(obj(text), [("one_two".to_owned(), vec![x(0.0), x(1.0), x(2.0), [9.0; 3]]), ("late".to_owned(), late)]);
    let cloud = obj("o cloud\nv 1 0 0\nv 2 0 0\no face\nv 3 0 0\nf 3\n");
    assert_eq!(cloud, [("cloud".to_owned(), vec![x(1.0), x(2.0)]), ("face".to_owned(), vec![x(3.0)])]);
    // A vertex may follow the statement that refers to it. A vertex to which nothing refers need not be finite.
    let ahead = obj("o a\nl 3 2\no b\nv nan 0 0\nv 2 0 0\nv 3 0 0\np -1\n");
    assert_eq!(ahead, [("a".to_owned(), vec![x(3.0), x(2.0)]), ("b".to_owned(), vec![x(3.0)])]);
}

#[test]
fn groups_are_objects_where_nothing_else_is() {
    let vertices = "v 0 0 0\nv 1 0 0\n";
    let names = |text: &str| obj(text).into_iter().map(|(name, points)| (name, points.len())).collect::<Vec<_>>();
    assert_eq!(names(&format!("{vertices}g a\nf 1 2\ng b\nf 2\n")), [("a".to_owned(), 2), ("b".to_owned(), 1)]);
    assert_eq!(names(&format!("o whole\n{vertices}g a\nf 1\ng b\nf 2\n")), [("whole".to_owned(), 2)]);
    assert_eq!(names(vertices), [("f".to_owned(), 2)]);
    assert_eq!(names(&format!("{vertices}f 2\n")), [("f".to_owned(), 1)]);
}

#[test]
fn corners_of_triangles_are_merged() {
    let tenth = f64::from(0.1_f32);
    let points = vec![[tenth, 0.0, 0.0], [0.0, 1.0, -0.0]];
    assert_eq!(stl(binary(1, &[TRIANGLE], &[])), [("f".to_owned(), points.clone())]);
    assert_eq!(stl(binary(2, &[TRIANGLE, TRIANGLE], &[]))[0].1.len(), 2);
    let facet = "facet normal nan 0 0\n outer loop\nvertex 0.1 0 0\nvertex 0 1E0 -0\n\nVERTEX 0.1 0 0\nendloop\nendfacet\n";
    let text = format!("\nsolid\r\n{facet}{facet}endsolid\nSOLID a/b c\n{facet}");
    assert_eq!(stl(format!("{text}endsolid a\n")), [("f".to_owned(), points.clone()), ("a_b_c".to_owned(), points.clone())]);
    // A zero and a negative zero are equal, but not to the bit.
    let zero = [[0.0, 0.0, 0.0], [-0.0, 0.0, 0.0], [0.0, 0.0, 0.0]];
    assert_eq!(stl(binary(1, &[zero], &[]))[0].1.len(), 2);
}

#[test]
fn bad_obj_files_are_refused_with_their_place() {
    let refused = |text: &str| refused(text, "d/f.obj");
    let cases = [
        ("v 0 0 0\nv 1 x 0\nf 1 2\n", "d/f.obj:2: v 1 x 0: a vertex has three coordinates"),
        ("v 0 0 0\nv 1 2\nf 1\n", "d/f.obj:2: v 1 2: a vertex has three coordinates"),
        ("#\nv 0 0 0\nv 0 nan 0\nf 1 2\n", "d/f.obj:3: v 0 nan 0: nan is not a finite double"),
        ("v 0 0 0\nv 0 0 -1e999\nf 1 2", "d/f.obj:2: v 0 0 -1e999: -1e999 is not a finite double"),
        ("v 0 0 0\no a\nf 1 2\no b\nf 1\n", "d/f.obj:3: 2: there is no vertex with this index; the file has 1"),
        ("v 0 0 0\nf 0\n", "d/f.obj:2: 0: there is no vertex"),
        ("v 0 0 0\nf -2\nv 0 0 0\n", "d/f.obj:2: -2: there is no vertex"),
        ("v 0 0 0\nf 1 1.5\n", "d/f.obj:2: f 1 1.5: faces, lines and points have indices"),
        ("v 0 0 0\nf 1/1/1/1\n", "d/f.obj:2: "),
        ("v 0 0 0\nf 9223372036854775807\n", "d/f.obj:2: 9223372036854775807: there is no vertex"),
        ("v 0 0 0\nf -9223372036854775808\n", "d/f.obj:2: -9223372036854775808: there is no vertex"),
        ("v 0 0 0\nf 99999999999999999999\n", "d/f.obj:2: f 99999999999999999999: faces"),
        ("o a\nvn 0 0 1\n", "d/f.obj: no object with a vertex"),
        ("", "d/f.obj: no object with a vertex"),
    ];
    for (text, expected) in cases {
        let message = refused(text);
        assert!(message.starts_with(expected), "{text:?}: {message}");
    }
    // Indices of data that are not read do no harm, however large they are.
    let text = "v 0 0 0\nvt 0 0\nvn 0 0 1\nf 1/9223372036854775807/9223372036854775807 1/-9/-9\n";
    assert_eq!(obj(text)[0].1, [[0.0; 3]]);
    let message = self::refused(b"v 0 0 0\no caf\xe9\nf 1\n", "f.obj");
    assert_eq!(message, "f.obj:2: o caf: not UTF-8");
}

#[test]
fn bad_stl_files_are_refused_with_their_place() {
    let text = |text: &str| refused(text, "f.stl");
    let begin = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n";
    let cases = [
        (
            format!("{begin}vertex 0 x 0\n"),
            "f.stl:5: vertex 0 x 0: expected `vertex x y z` with three finite numbers of single precision",
        ),
        (format!("{begin}\nvertex 0 0 nan\n"), "f.stl:6: vertex 0 0 nan: expected `vertex x y z` with three finite"),
        (format!("{begin}vertex 0 0 1e39\n"), "f.stl:5: vertex 0 0 1e39: expected `vertex x y z` with three finite"),
        (format!("{begin}vertex 0 0\n"), "f.stl:5: vertex 0 0: expected `vertex x y z` with three finite"),
        (begin.to_owned(), "f.stl:4: vertex 0 0 0: the text ends after this line; expected `vertex x y z`"),
        ("solid a\nendsolid a\nfacet\n".to_owned(), "f.stl:3: facet: between solids"),
        ("solid a\nendsolid a\n".to_owned(), "f.stl: no object with a vertex"),
        ("nothing".to_owned(), "f.stl: no STL file"),
        (String::new(), "f.stl: no STL file"),
    ];
    for (bad, expected) in cases {
        let message = text(&bad);
        assert!(message.starts_with(expected), "{bad:?}: {message}");
    }
    let message = refused(binary(2, &[TRIANGLE], &[1; 20]), "f.stl");
    let says = "f.stl: the count at byte 80 says 2 triangles, which take 184 bytes; the file has 154";
    assert_eq!(message, format!("{says}: it is truncated, or the count is wrong"));
    let message = refused(binary(u32::MAX, &[TRIANGLE], &[]), "f.stl");
    assert!(message.contains("says 4294967295 triangles, which take 214748364834 bytes"), "{message}");
    let message = refused(binary(0, &[TRIANGLE], &[]), "f.stl");
    assert!(message.ends_with("says 0 triangles, which take 84 bytes; the file has 134"), "{message}");
    assert_eq!(refused(binary(0, &[], &[]), "f.stl"), "f.stl: no object with a vertex in the file");
    let bad = [[0.0, 0.0, 0.0], [0.0, f32::INFINITY, 0.0], [0.0; 3]];
    let message = refused(binary(2, &[TRIANGLE, bad], &[]), "f.stl");
    assert_eq!(message, "f.stl: triangle 1, vertex 1, y at byte 162: inf is not finite");
}

#[test]
fn a_file_is_a_mesh_by_its_ending() {
    assert!(is_mesh("a/b.OBJ") && is_mesh("b.Stl") && !is_mesh("a.obj/b") && !is_mesh("obj") && !is_mesh("a.bin"));
    let missing = read_objects("none.obj").expect_err("no file").to_string();
    assert!(missing.starts_with("none.obj: cannot read the mesh: "), "{missing}");
    assert_eq!(refused("", "a.3ds"), "a.3ds: a mesh is a file with the ending .obj, .stl, .ply, .off, .glb, .gltf, .dae");
}

#[test]
fn the_case_of_two_objects_has_an_id_of_the_case_format() {
    let objects = parse_objects(b"o a--b c\nv 0.1 0 0\no -\nv 1 1 1\n", Path::new("f.obj")).expect("two objects");
    let posed = case(&objects[0], &objects[1]);
    assert_eq!(posed.id, "a-b_c--f");
    assert_eq!(format::read(&format::write(&posed), "f").cases, [posed]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_makes_the_readers_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..60), cut in 0..400_usize) {
        let text = words.concat();
        let bytes = &text.as_bytes()[..cut.min(text.len())];
        for name in ["f.obj", "f.stl"] {
            if let Ok(objects) = parse_objects(bytes, Path::new(name)) {
                prop_assert!(objects.iter().all(|object| !object.points.is_empty()));
                prop_assert!(objects.iter().flat_map(|object| &object.points).flatten().all(|x| x.is_finite()));
            }
        }
    }
}

const WORDS: &[&str] = &[
    "v 1 2 3\n",
    "v 0.5 -1e-3 7 1 1 1\n",
    "f 1 2 3\n",
    "f -1 -2\n",
    "l 1/1 2/2\n",
    "o x\n",
    "g\n",
    "f ",
    "p ",
    " ",
    "\n",
    "/",
    "-1",
    "9",
    "9223372036854775807",
    "-9223372036854775808",
    "nan",
    "1e999",
    "vn 0 0 1\n",
    "vt 0 1\n",
    "#",
    "é",
    "\r",
    "solid a\n",
    "solid",
    "facet normal 0 0 1\n",
    "outer loop\n",
    "vertex 0 0 0\n",
    "vertex 1 0 nan\n",
    "endloop\n",
    "endfacet\n",
    "endsolid\n",
    "\0",
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n",
];
