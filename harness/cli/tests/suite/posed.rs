//! Bodies as users have them on the command line: poses, half-spaces, robots, several meshes.

use serde_json::Value;

use crate::common::Folder;

/// A field of the rows of `check`, one for each case.
fn fields(folder: &Folder, arguments: &[&str], names: &[&str]) -> Vec<String> {
    let printed = folder.printed(&[arguments, &["--variant", "johnson", "--json", "-"]].concat());
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let field = |name: &&str| value[*name].as_str().map_or_else(|| value[*name].to_string(), str::to_owned);
        names.iter().map(field).collect::<Vec<_>>().join(" ")
    };
    printed.lines().map(line).collect()
}

const POSED: &str = concat!(
    r#"{"id":"boxes","dim":3,"a":{"box":{"half_extents":[0.1,0.1,0.1]},"pose":{"translation":[0.7,0,0]}},"b":{"box":{"half_extents":[0.6,1,1]}}}"#,
    "\n",
    r#"{"id":"floor","dim":3,"a":{"sphere":{"radius":1},"pose":{"translation":[0,0,3]}},"b":{"halfspace":{"normal":[0,0,1],"offset":0.5}}}"#,
    "\n",
);

#[test]
fn the_exact_image_is_reported_if_rounding_changes_the_class() {
    let folder = Folder::new("posed/image", &[("cases.jsonl", POSED)]);
    // For these doubles, 0.7 − 0.1 is 2⁻⁵⁵ less than 0.6, and rounds to it.
    let told = folder.printed(&["check", "cases.jsonl#boxes", "--scalar", "f64", "--variant", "johnson"]);
    let names = ["case", "truth_class", "image_class", "image_distance"];
    let found = fields(&folder, &["check", "cases.jsonl", "--scalar", "f64"], &names);
    assert_eq!(found[0], "boxes touching overlapping 0.0");
    assert!(
        told.contains("boxes  f64: touching once its posed points are rounded, and overlapping in its exact image\n"),
        "{told}"
    );
    assert_eq!(found[1], "floor separated separated 1.5");
    // No variant of this project accepts a half-space.
    assert_eq!(fields(&folder, &["check", "cases.jsonl#floor", "--scalar", "f64"], &["ruling"]), ["not-applicable"]);
}

#[test]
fn the_class_in_singles_is_that_of_the_rounded_posed_points() {
    let line = r#"{"id":"contact","dim":2,"a":{"box":{"half_extents":[0.1,0.1]},"pose":{"translation":[0.2,0]}},"b":{"box":{"half_extents":[0.1,0.1]}}}"#;
    let folder = Folder::new("posed/singles", &[("cases.jsonl", line)]);
    let told = folder.printed(&["check", "cases.jsonl", "--scalar", "f64", "--scalar", "f32", "--variant", "johnson"]);
    assert!(told.contains("contact (2D, 4 + 4 points): touching"), "{told}");
    let line = line.replace("0.2,0", "0.3,0");
    folder.write("cases.jsonl", line.replace("[0.1,0.1]}}}", "[0.2,0.1]}}}"));
    let told = folder.printed(&["check", "cases.jsonl", "--scalar", "f32", "--variant", "johnson"]);
    assert!(
        told.contains("contact  f32: separated once its posed points are rounded, and overlapping in its exact image"),
        "{told}"
    );
}

const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const ROBOT: &str = r#"<robot name="arm">
<link name="base"><collision><geometry><mesh filename="package://arm/base.obj"/></geometry></collision></link>
<link name="upper"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="tip/1"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 4"/><axis xyz="0 1 0"/></joint>
<joint name="reach" type="prismatic"><parent link="upper"/><child link="tip/1"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/></joint>
</robot>"#;

#[test]
fn the_pairs_of_a_robot_are_cases_at_the_values_of_its_joints() {
    let folder = Folder::new("posed/robot/arm", &[("base.obj", TETRAHEDRON), ("arm.urdf", ROBOT)]);
    let distance =
        |address: &str| fields(&folder, &["check", address, "--scalar", "f64"], &["case", "truth_distance", "ruling"]);
    // The tip is at 6, the top of the base at 1; neighbours are left out.
    assert_eq!(distance("arm.urdf"), ["base--tip_1 4.5 right"]);
    assert_eq!(distance("arm.urdf@reach=1.25"), ["base--tip_1 5.75 right"]);
    assert_eq!(distance("arm.urdf@reach=-0.5#base--tip_1"), ["base--tip_1 4.0 right"]);
    assert_eq!(distance("arm.urdf#tip_1--upper"), ["tip_1--upper 1.0 right"]);
    // Names that become equal are numbered, and each leads to its pair.
    let link = |name: &str, x: f64| {
        let origin = format!("<origin xyz=\"{x} 0 0\"/>");
        format!("<link name=\"{name}\"><collision>{origin}<geometry><sphere radius=\"0.5\"/></geometry></collision></link>")
    };
    folder.write(
        "same.urdf",
        format!("<robot name=\"r\">{}{}{}</robot>", link("a_b-2", 0.0), link("a_b", 3.0), link("a b", 10.0)),
    );
    let pairs = distance("same.urdf");
    assert_eq!(pairs.len(), 3);
    for pair in &pairs {
        let id = pair.split(' ').next().expect("an id");
        assert_eq!(distance(&format!("same.urdf#{id}")), [pair.as_str()]);
    }
    // The exact image is computed if rounding may have changed the class: 0.7 − 0.1 compared with 0.6.
    let boxes = "<link name=\"a\"><collision><origin xyz=\"0.7 0 0\"/><geometry><box size=\"0.2 1 1\"/></geometry></collision></link>\
                 <link name=\"b\"><collision><geometry><box size=\"1.2 1 1\"/></geometry></collision></link>";
    folder.write("near.urdf", format!("<robot name=\"r\">{boxes}</robot>"));
    let classes = |address: &str| fields(&folder, &["check", address, "--scalar", "f64"], &["truth_class", "image_class"]);
    assert_eq!(classes("near.urdf"), ["touching overlapping"]);
    assert_eq!(classes("arm.urdf"), ["separated null"]);
    let run = folder.gjk(&["check", "arm.urdf", "--scalar", "f64", "--variant", "johnson"]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("arm.urdf: 2 pairs are left out, which a joint connects or a file leaves out"), "{said}");
    for (address, expected) in [
        ("arm.urdf@turn", "after an @ comes a list of joints with their values, such as @elbow=0.5,wrist=-90deg, a pose"),
        (
            "arm.urdf@trun=1",
            "there is no joint \"trun\". Joints with names near to it: turn, reach; `gjk list joints arm.urdf`",
        ),
        ("arm.urdf@reach=1,reach=-0.5", "joint \"reach\" is given twice: 1 and -0.5. Other joints: turn; "),
        ("arm.urdf#base--tip", "there is no pair `base--tip`; did you mean `base--tip_1`?"),
        ("none.urdf", "none.urdf: cannot read the robot: "),
    ] {
        let message = folder.refused(&["check", address]);
        assert!(message.contains(expected), "{address}: {message}");
    }
}

#[test]
fn several_meshes_are_one_scene() {
    let moved = TETRAHEDRON
        .replace("v 0 0 0", "v 5 0 0")
        .replace("v 1 0 0", "v 6 0 0")
        .replace("v 0 1", "v 5 1")
        .replace("v 0 0 1", "v 5 0 1");
    let ply =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\nproperty double z\nend_header\n0 0 4\n";
    let files = [("a.obj", TETRAHEDRON), ("b.obj", &moved), ("c.ply", ply), ("dent.obj", DENT)];
    let folder = Folder::new("posed/meshes", &files);
    let found =
        fields(&folder, &["check", "a.obj", "b.obj", "c.ply", "--scalar", "f64"], &["file", "case", "truth_distance_squared"]);
    let scene = "a.obj+b.obj+c.ply";
    assert_eq!(found, [format!("{scene} a--b 16"), format!("{scene} a--c 9"), format!("{scene} b--c 34")]);
    // A case is found again by its address.
    assert_eq!(fields(&folder, &["check", "b.obj+c.ply#b--c", "--scalar", "f64"], &["truth_distance_squared"]), ["34"]);
    let run = folder.gjk(&["check", "a.obj", "dent.obj", "--scalar", "f64", "--variant", "johnson"]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(
        said.contains("dent.obj: `dent` is not convex: its hull is judged, whose volume is 1.200 times that of the mesh"),
        "{said}"
    );
    assert!(folder.refused(&["check", "a.obj", "missing.stl"]).contains("missing.stl: cannot read the mesh"));
    let message = folder.refused(&["check", "scene.xacro", "a.obj"]);
    assert!(
        message.contains("scene.xacro: a macro that makes a robot is not read: `xacro a.xacro > a.urdf` writes a file that is"),
        "{message}"
    );
}

/// A cube whose top is dented down to its middle.
const DENT: &str = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\nv 1 1 1\nf 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\n\
                    f 3 4 8 7\nf 4 1 5 8\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n";
