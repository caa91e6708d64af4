//! Meshes on the command line: all pairs of a scene, one of them, the objects of two files, and advice if there are none.

use serde_json::Value;

use crate::common::Folder;

/// The cases that `check` judged, with the squared distance and the ruling.
fn checked(folder: &Folder, case: &str) -> Vec<String> {
    let printed = folder.printed(&["check", case, "--variant", "linahan-true-region", "--scalar", "exact", "--json", "-"]);
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        ["case", "truth_distance_squared", "ruling"].map(|name| value[name].as_str().expect(line).to_owned()).join(" ")
    };
    printed.lines().map(line).collect()
}

const SCENE: &str = "o near\nv 0 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\no far\nv 3 0 0\nv 4 0 0\nl 4 5\no far\nv 0 5 0\n";
const SOLID: &str =
    "solid flat\nfacet normal 0 0 1\nouter loop\nvertex 7 0 0\nvertex 8 0 0\nvertex 7 1 0\nendloop\nendfacet\nendsolid\n";

#[test]
fn the_pairs_of_a_scene_are_cases() {
    let folder = Folder::new("meshes/pairs", &[("scene.OBJ", SCENE), ("flat.stl", SOLID), ("a+b.obj", SCENE)]);
    let pairs = ["near--far 9 right", "near--far-2 16 right", "far--far-2 34 right"];
    assert_eq!(checked(&folder, "scene.OBJ"), pairs);
    assert_eq!(checked(&folder, "a+b.obj"), pairs);
    assert_eq!(checked(&folder, "scene.OBJ#near--far-2"), [pairs[1]]);
    assert_eq!(checked(&folder, "scene.OBJ#far--near"), ["far--near 9 right"]);
    let two = ["scene.near--flat 49 right", "scene.far--flat 9 right", "scene.far-2--flat 65 right"];
    assert_eq!(checked(&folder, "scene.OBJ+flat.stl"), two);
    // The name of the file may be left out if there is no other body of the name.
    assert_eq!(checked(&folder, "a+b.obj+flat.stl#far--flat"), ["a_b.far--flat 9 right"]);
    assert_eq!(checked(&folder, "a+b.obj+flat.stl#flat--a_b.far-2"), ["flat--a_b.far-2 65 right"]);
    let said = folder.refused(&["check", "scene.OBJ+a+b.obj#far--near"]);
    assert!(said.contains("there is no pair `far--near`; a pair is A--B"), "{said}");
}

#[test]
fn mesh_errors_are_reported_with_a_remedy() {
    let many: String = (1..=1001).map(|i| format!("o x\nv {i} 0 0\n")).collect();
    let files = [("scene.obj", SCENE), ("flat.stl", SOLID), ("many.obj", &many), ("bad.obj", "v 0 0 0\nf 2\n")];
    let folder = Folder::new("meshes/refused", &files);
    let check = |case: &str| folder.refused(&["check", case]);
    let message = check("flat.stl");
    assert!(message.contains("there is one body, `flat`") && message.contains("`gjk check flat.stl OTHER.obj`"), "{message}");
    let message = check("many.obj");
    assert!(message.contains("its 1001 bodies make more than 500000 pairs; choose one with many.obj#A--B"), "{message}");
    assert_eq!(checked(&folder, "many.obj#x--x-1001"), ["x--x-1001 1000000 right"]);
    for wrong in ["near", "near--none", "near--near"] {
        let message = check(&format!("scene.obj#{wrong}"));
        assert!(message.contains(&format!("no pair `{wrong}`")) && message.contains("`far-2`"), "{message}");
    }
    assert!(check("bad.obj").contains("bad.obj:2: 2: there is no vertex with this index; the file has 1"));
    assert!(check("scene.obj+none.stl").contains("none.stl: cannot read the mesh"));
    assert!(folder.refused(&["study", "--quick", "--hulls", "bad.obj"]).contains("bad.obj:2: "));
    assert!(folder.refused(&["replay", "scene.obj", "--variant", "johnson"]).contains("this holds 3"));
}
