//! Scenes on the command line: robots and meshes posed by their addresses, in one command, and the way of a joint.

use std::process::Command;

use serde_json::Value;

use crate::common::{Folder, succeeded};

/// Two unit boxes, the second on an arm of length 2 that turns about z; its joint has limits.
const ARM: &str = r#"<robot name="arm">
<link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="upper"/>
<link name="tip"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
<joint name="slide" type="prismatic"><parent link="upper"/><child link="tip"/><origin xyz="2 0 0"/><axis xyz="1 0 0"/><limit lower="-1.5" upper="9"/></joint>
</robot>"#;

/// A unit box about the origin.
const BOX: &str = "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv -0.5 0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\nv -0.5 0.5 0.5\nv 0.5 0.5 0.5\n";

fn folder(name: &str) -> Folder {
    Folder::new(&format!("scenes/{name}"), &[("arm.urdf", ARM), ("box.obj", BOX), ("point.obj", "v 0 0 0\n")])
}

/// The ids of the pairs that a command is about, each with its distance, or with minus its depth.
fn truths(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let printed = folder.printed(&[&["check"][..], arguments, &["--truth", "--json", "-"]].concat());
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        format!("{} {}", value["case"].as_str().expect("an id"), value["truth_distance"])
    };
    printed.lines().map(line).collect()
}

#[test]
fn robots_and_meshes_are_one_scene_with_pairs_within_and_across() {
    let folder = folder("pairs");
    let found = truths(&folder, &["arm.urdf", "box.obj@xyz=0,0,3", "point.obj@xyz=9,0,0"]);
    let expected = [
        "arm.base--arm.tip 1.0",
        "arm.base--box 2.0",
        "arm.base--point 8.5",
        // The boxes are apart by 1 along x and by 2 along z.
        "arm.tip--box 2.23606797749979",
        "arm.tip--point 6.5",
        "box--point 8.860022573334675",
    ];
    assert_eq!(found, expected);
    // Only the pairs across files, and one pair of the scene by its id or by the names in the files.
    assert_eq!(truths(&folder, &["arm.urdf+box.obj@xyz=0,0,3"]), [expected[1], expected[3]]);
    assert_eq!(truths(&folder, &["arm.urdf+box.obj@xyz=0,0,3#arm.tip--box"]), [expected[3]]);
    assert_eq!(truths(&folder, &["arm.urdf+box.obj@xyz=0,0,3#tip--box"]), [expected[3]]);
    // The same robot twice: the second one, turned by a quarter about z and moved by 4 along x, has its tip at (4, 2, 0).
    let twice = ["arm.urdf", "arm.urdf@xyz=4,0,0@rpy=0,0,90deg@name=other"];
    let found = truths(&folder, &twice);
    assert!(found.contains(&"arm.tip--other.base 1.0".to_owned()) && found.contains(&"other.base--other.tip 1.0".to_owned()));
    assert_eq!(found.len(), 6, "{found:?}");
    let numbered = truths(&folder, &["arm.urdf", "arm.urdf@xyz=4,0,0"]);
    assert!(numbered.contains(&"arm.base--arm-2.base 3.0".to_owned()), "{numbered:?}");
}

/// The same scene as on the command line, with two pairs that are left out.
const CELL: &str = r#"# a cell
{"file":"arm.urdf","name":"left","joints":{"turn":"-90deg","slide":1}}
{"file":"arm.urdf","name":"right","pose":[{"rpy":[0,0,"90deg"]},{"translation":[4,0,0]}]}

{"file":"box.obj","pose":{"translation":[0,0,3]}}
{"leave_out":["left","box"]}
{"leave_out":["right.base","right.tip"]}
"#;

#[test]
fn a_scene_file_has_names_poses_joints_and_pairs_that_are_left_out() {
    let folder = folder("file");
    folder.write("cell.scene", CELL);
    let found = truths(&folder, &["--scene", "cell.scene"]);
    let line = ["arm.urdf@turn=-90deg,slide=1@name=left", "arm.urdf@xyz=4,0,0@rpy=0,0,90deg@name=right", "box.obj@xyz=0,0,3"];
    let mut expected = truths(&folder, &line);
    assert_eq!((found.len(), expected.len()), (7, 10));
    expected.retain(|pair| found.contains(pair));
    assert_eq!(found, expected);
    // It is a case for other commands as well, and other files may be added to it.
    assert_eq!(truths(&folder, &["cell.scene#right.tip--box"]).len(), 1);
    assert_eq!(truths(&folder, &["cell.scene", "point.obj@xyz=9,0,0"]).len(), 7 + 5);
    let run = folder.gjk(&["export", "cell.scene#right.tip--box", "out.obj"]);
    assert!(run.status.success(), "{run:?}");
    // A path is relative to the folder of the scene.
    std::fs::create_dir_all(folder.join("sub")).expect("a folder");
    folder.write("sub/cell.scene", CELL.replace("arm.urdf", "../arm.urdf").replace("box.obj", "../box.obj"));
    assert_eq!(truths(&folder, &["sub/cell.scene"]).len(), 7);
}

#[test]
fn a_scene_file_is_refused_with_line_and_field() {
    let folder = folder("refused");
    for (text, expected) in [
        (
            r#"{"file":"arm.urdf","joints":{"turn":"x"}}"#,
            "bad.scene:1: joints.turn: must be a number, or an angle such as \"45deg\"",
        ),
        (r#"{"file":"arm.jsonl"}"#, "bad.scene:1: file: must be a robot (.urdf) or a mesh"),
        (
            "{\"file\":\"box.obj\"}\n{\"file\":\"box.obj\",\"pose\":{\"rpy\":[0,0]}}",
            "bad.scene:2: pose.rpy: 3 angles are wanted here",
        ),
        (r#"{"file":"box.obj","poses":{}}"#, "bad.scene:1: poses: unknown field; known are file, name"),
        (r#"{"file":"box.obj","name":"a b"}"#, "bad.scene:1: name: a name is made of letters"),
        (r#"{"leave_out":["a"]}"#, "bad.scene:1: leave_out: two names are wanted here, these are 1"),
        (
            "{\"file\":\"arm.urdf\"}\n{\"leave_out\":[\"base\",\"tap\"]}",
            "bad.scene: leave_out: there is no body and no file `tap`",
        ),
        ("# none\n", "bad.scene: no file is in the scene"),
        (r#"{"file":"arm.urdf","joints":{"turn":1,"turn":0.5}}"#, "arm.urdf: joint \"turn\" is given twice: 1 and 0.5"),
        (r#"{"file":"arm.urdf","joints":[1]}"#, "bad.scene:1: joints: must be an object such as"),
        (r#"{"file":"arm.urdf","joints":{"turn":3}}"#, "arm.urdf: joint \"turn\": 3 is beyond its limits"),
    ] {
        folder.write("bad.scene", text);
        let said = folder.refused(&["check", "bad.scene"]);
        assert!(said.contains(expected), "{said}");
    }
    assert!(folder.refused(&["check", "--scene", "cell.json"]).contains("the name of a scene file ends in .scene"));
    assert!(folder.refused(&["check", "cell.scene@xyz=1,2,3"]).contains("a scene file has the poses of its files"));
}

#[test]
#[cfg(unix)]
fn an_address_needs_no_quotes_in_a_shell() {
    let folder = folder("shell");
    let gjk = env!("CARGO_BIN_EXE_gjk");
    for line in [
        "check arm.urdf@turn=0.5,slide=1 --truth",
        "check arm.urdf@turn=-90deg@xyz=1e-1,-2,.5@rpy=0,0,90deg@name=left box.obj@xyz=0.5,0,0.2@rpy=0,0,90deg --truth",
        "check arm.urdf@beyond-limits@turn=3 --truth",
        "check arm.urdf+box.obj@xyz=0,0,3#arm.tip--box --truth",
        "check arm.urdf --sweep turn=-1:1:3",
        "check arm.urdf@slide=1 --sweep turn=-90deg:90deg:3",
        "check arm.urdf arm.urdf@name=other@xyz=5,0,0 --sweep other.turn=-1:1:3",
    ] {
        for shell in ["sh", "bash"] {
            let run = Command::new(shell).arg("-c").arg(format!("'{gjk}' {line}")).current_dir(folder.join("")).output();
            let Ok(run) = run else { continue };
            assert!(!succeeded(&run).is_empty(), "{shell}: {line}");
        }
    }
}

#[test]
fn a_value_beyond_the_limits_is_refused_unless_it_is_allowed() {
    let folder = folder("limits");
    let said = folder.refused(&["check", "arm.urdf@turn=3"]);
    assert!(said.contains("joint \"turn\": 3 is beyond its limits, -2 to 2; --beyond-limits"), "{said}");
    let allowed = [&["arm.urdf@turn=3", "--beyond-limits"][..], &["arm.urdf@turn=3@beyond-limits"]]
        .map(|arguments| truths(&folder, arguments));
    assert_eq!(allowed[0], allowed[1]);
}

#[test]
fn a_semantic_description_is_used_only_if_it_is_named() {
    let folder = folder("srdf");
    folder.write("arm.srdf", "<robot name=\"arm\"><disable_collisions link1=\"tip\" link2=\"base\"/></robot>");
    let run = folder.gjk(&["check", "arm.urdf", "--truth"]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(succeeded(&run).contains("base--tip"));
    assert!(
        said.contains("arm.urdf: there is also arm.srdf, which is not used; --srdf arm.srdf leaves out the pairs"),
        "{said}"
    );
    let said = folder.refused(&["check", "arm.urdf", "--srdf", "arm.srdf"]);
    assert!(said.contains("there is no pair to judge: there are 2 bodies, and 1 pairs of them are left out"), "{said}");
    assert_eq!(truths(&folder, &["arm.urdf", "point.obj@xyz=9,0,0", "--srdf", "arm.srdf"]).len(), 2);
    folder.write("other.srdf", "<robot name=\"leg\"/>");
    let said = folder.refused(&["check", "arm.urdf", "--srdf", "other.srdf"]);
    assert!(said.contains("other.srdf: it is about a robot named \"leg\", and no robot of that name"), "{said}");
}

#[test]
fn a_file_that_cannot_be_read_is_skipped_only_on_request() {
    let folder = folder("skip");
    let scene = ["check", "arm.urdf", "none.stl", "box.obj@xyz=0,0,3", "--truth"];
    assert!(folder.refused(&scene).contains("none.stl: cannot read the mesh"));
    let run = folder.gjk(&[&scene[..], &["--skip"]].concat());
    assert_eq!(run.status.code(), Some(2));
    let (text, said) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(text.starts_with("3 cases: 3 separated") && said.contains("error: none.stl: cannot read the mesh"), "{text}{said}");
}

#[test]
fn what_is_skipped_is_named_and_files_that_are_read_are_not_replaced() {
    let folder = folder("kept");
    let said = |arguments: &[&str]| folder.refused(arguments);
    assert!(said(&["check", "none.urdf", "--skip"]).starts_with("error: none.urdf: cannot read the robot"));
    let one = said(&["check", "none.urdf", "box.obj", "--skip"]);
    assert!(one.starts_with("error: none.urdf: cannot read the robot") && !one.contains("there is one body"), "{one}");
    let run = folder.gjk(&["check", "arm.urdf", "box.obj@xyz=0,0,3", "a.step", "none.jsonl", "--skip", "--truth"]);
    let (text, problems) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(text.starts_with("3 cases: 3 separated"), "{text}");
    assert!(
        problems.contains("error: a.step: a model in STEP format is not read") && problems.contains("none.jsonl"),
        "{problems}"
    );
    // The mesh of a robot, the file of a scene and a semantic description.
    let with_mesh = ARM.replacen("<box size=\"1 1 1\"/>", "<mesh filename=\"box.obj\"/>", 1);
    folder.write("meshed.urdf", with_mesh);
    folder.write("cell.scene", "{\"file\":\"arm.urdf\"}\n{\"file\":\"box.obj\",\"pose\":{\"translation\":[0,0,3]}}\n");
    folder.write("arm.srdf", "<robot name=\"arm\"/>");
    folder.write("case.jsonl", r#"{"id":"x","dim":3,"a":{"mesh":{"file":"box.obj"}},"b":{"points":[[5,0,0]]}}"#);
    for (arguments, file) in [
        (&["check", "meshed.urdf", "--csv", "box.obj"][..], "box.obj"),
        (&["check", "cell.scene", "--json", "arm.urdf"], "arm.urdf"),
        (&["check", "arm.urdf", "box.obj@xyz=0,0,3", "--srdf", "arm.srdf", "--csv", "arm.srdf"], "arm.srdf"),
        (&["check", "case.jsonl", "--csv", "./box.obj"], "box.obj"),
        (&["check", "meshed.urdf", "--sweep", "turn=0:1:2", "--png", "box.obj"], "box.obj"),
        (&["export", "meshed.urdf#base--tip", "box.obj"], "box.obj"),
        (&["replay", "meshed.urdf#base--tip", "--variant", "ericson", "--png", "meshed.urdf"], "meshed.urdf"),
    ] {
        let before = folder.read(file);
        let said = said(arguments);
        assert!(said.contains("this command reads the file, which would be replaced; give another name"), "{said}");
        assert_eq!(folder.read(file), before);
    }
}

#[test]
fn notes_on_meshes_are_about_the_pair_that_is_asked_for() {
    let folder = folder("notes");
    // Two triangles with vertices that no face uses.
    let open = format!("{BOX}f 1 2 3\n");
    folder.write("one.obj", &open);
    folder.write("two.obj", &open);
    let notes = |address: &str| {
        let run = folder.gjk(&["check", address, "--truth"]);
        succeeded(&run);
        String::from_utf8_lossy(&run.stderr).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let of = |name: &str| format!("{name}.obj: `{name}`: 5 of 8 vertices belong to no face and are left out");
    let scene = "one.obj+two.obj@xyz=3,0,0+box.obj@xyz=0,9,0";
    assert_eq!(notes(scene), [of("one"), of("two")]);
    assert_eq!(notes(&format!("{scene}#two--box")), [of("two")]);
}

#[test]
fn the_joints_of_a_robot_are_listed() {
    let folder = folder("joints");
    assert_eq!(
        folder.printed(&["list", "joints", "arm.urdf"]),
        "joint  type       value, in radians or metres  links\n\
         turn   revolute   -2 to 2 (-114.59deg to 114.59deg)  base to upper\n\
         slide  prismatic  -1.5 to 9                    upper to tip\n"
            .replace("value, in radians or metres  links", "value, in radians or metres        links")
            .replace("-1.5 to 9                    upper", "-1.5 to 9                          upper")
    );
    assert!(folder.refused(&["list", "joints"]).contains("ROBOT.urdf"));
    assert!(folder.refused(&["list", "families", "arm.urdf"]).contains("`gjk list joints arm.urdf`"));
}

#[test]
fn the_way_of_a_joint_is_a_table_and_a_picture() {
    let folder = folder("sweep");
    // The point at (0, 1.75, 0): the tip reaches it at a quarter turn, 0.25 deep; otherwise only the base is near.
    let scene =
        ["check", "arm.urdf", "point.obj@xyz=0,1.75,0", "--sweep", "turn=0deg:90deg:3", "--csv", "way.csv", "--png", "way.png"];
    let text = folder.printed(&scene);
    assert!(
        text.starts_with(
            "arm.urdf+point.obj@xyz=0,1.75,0: turn from 0deg to 90deg, 3 values; 3 pairs; 1 overlap at some value\n"
        ),
        "{text}"
    );
    assert!(text.contains("\narm.tip--point     1         90deg and 90deg  0.25            –               90deg\n"), "{text}");
    assert!(text.contains("\narm.base--point    0         –                –               1.25            any\n"), "{text}");
    let csv = folder.read("way.csv");
    assert_eq!(csv.lines().count(), 1 + 3 * 3);
    assert!(csv.starts_with("joint,value,unit,file,case,scalar,class,depth,depth_at_least,distance,"), "{csv}");
    assert!(
        csv.contains("\nturn,90,degrees,\"arm.urdf+point.obj@xyz=0,1.75,0\",arm.tip--point,f64,overlapping,0.25,0.25,,"),
        "{csv}"
    );
    assert!(std::fs::read(folder.join("way.png")).expect("a picture").starts_with(b"\x89PNG"));
    for (arguments, expected) in [
        (
            &["check", "arm.urdf", "--sweep", "trun=0:1:3"][..],
            "no robot of arm.urdf has a joint \"trun\"; joints with names near to it: turn, slide",
        ),
        (&["check", "arm.urdf", "--sweep", "turn=0:3:3"], "joint \"turn\": 3 is beyond its limits"),
        (&["check", "gap:1:0", "--sweep", "turn=0:1:3"], "a sweep is about one scene"),
        (
            &["check", "arm.urdf", "arm.urdf@xyz=5,0,0", "--sweep", "turn=0:1:3"],
            "2 robots have a joint \"turn\"; name one of them, such as arm.turn",
        ),
        (&["check", "arm.urdf", "--sweep", "turn=0:1"], "a joint with its first and last value"),
        (
            &["check", "arm.urdf", "--sweep", "turn=0:1:1"],
            "the number of values is a whole number from 2 to 100000, this is \"1\"",
        ),
        (
            &["check", "arm.urdf", "--sweep", "turn=1:90deg:3"],
            "one end is in degrees, and 1 is not; write 1deg, if that is meant",
        ),
    ] {
        let said = folder.refused(arguments);
        assert!(said.contains(expected), "{said}");
    }
}
