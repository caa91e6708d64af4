//! Values of joints, and parts of robots that some programs write.

use std::path::Path;

use gjk_cases::body::{Body, Curved, Shape};
use gjk_cases::case::Arithmetic;
use gjk_cases::format::Problem;
use gjk_cases::urdf::{JointValue, Kind, Robot, Values, joints_of, parse_robot, parse_srdf, read_robot};

/// A chain of links that are unit boxes; a joint's text follows the link that it moves.
fn chain(joints: &[&str]) -> String {
    let link =
        |name: &str| format!("<link name=\"{name}\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>");
    let joint = |(i, text): (usize, &&str)| {
        let more = format!("<parent link=\"l{i}\"/><child link=\"l{}\"/><axis xyz=\"0 0 1\"/>", i + 1);
        link(&format!("l{}", i + 1)) + &text.replace("/>", &format!(">{more}</joint>"))
    };
    let joints: String = joints.iter().enumerate().map(joint).collect();
    format!("<robot name=\"r\">\n{}{joints}</robot>", link("l0")).replace(" LIMIT>", "><limit lower=\"-1\" upper=\"2.5\"/>")
}

fn robot(text: &str, values: &[&str], beyond_limits: bool) -> Result<Robot, Problem> {
    let value = |text: &&str| text.split_once('=').and_then(|(name, value)| JointValue::of(name, value)).expect("a value");
    let list: Vec<JointValue> = values.iter().map(value).collect();
    parse_robot(text.as_bytes(), Path::new("r.urdf"), Values { list: &list, beyond_limits })
}

fn first_point(robot: &Robot, link: usize) -> [f64; 3] {
    robot.links[link].body.body(Arithmetic::F64).expect("no number overflows").points()[0]
}

const ARM: [&str; 4] = [
    r#"<joint name="elbow" type="revolute" LIMIT/>"#,
    r#"<joint name="slide" type="prismatic" LIMIT/>"#,
    r#"<joint name="wrist" type="continuous"/>"#,
    r#"<joint name="grip" type="fixed"/>"#,
];

#[test]
fn a_value_is_an_angle_in_radians_or_in_degrees_or_a_length() {
    let text = chain(&ARM);
    let at = |values: &[&str]| first_point(&robot(&text, values, false).expect("a robot"), 4);
    // A quarter turn about z takes the corner (-1/2, -1/2, -1/2) to (1/2, -1/2, -1/2), exactly if it is given in degrees.
    assert_eq!(at(&["wrist=90deg"]), [0.5, -0.5, -0.5]);
    assert_eq!(at(&["wrist=-450deg", "slide=2.5"]), [-0.5, 0.5, 2.0]);
    assert_eq!(at(&["elbow=0.5", "slide=-1"]), at(&["slide=-1", "elbow=0.5"]));
}

#[test]
fn a_value_that_cannot_be_meant_is_refused_with_the_joints_near_to_it() {
    let mimic = r#"<joint name="follow" type="continuous"/>"#;
    let text = chain(&[&ARM[..], &[mimic]].concat()).replace(
        "type=\"continuous\"><parent link=\"l4\"/>",
        "type=\"continuous\"><mimic joint=\"wrist\"/><parent link=\"l4\"/>",
    );
    for (values, expected) in [
        (&["elbwo=1"][..], "there is no joint \"elbwo\". Joints with names near to it: elbow (-1 to 2.5), "),
        (&["elbow=1", "elbow=1"], "joint \"elbow\" is given twice: 1 and 1. Other joints: slide (-1 to 2.5), wrist; "),
        (&["elbow=2.6"], "joint \"elbow\": 2.6 is beyond its limits, -1 to 2.5; --beyond-limits "),
        (&["elbow=150deg"], "joint \"elbow\": 150deg (2.6179938779914944 in radians) is beyond its limits, -1 to 2.5"),
        (
            &["wrist=1", "elbow=-45"],
            "joint \"elbow\": -45 is beyond its limits, -1 to 2.5; did you mean -45deg?; --beyond-limits ",
        ),
        (&["slide=-1.5"], "joint \"slide\": -1.5 is beyond its limits, -1 to 2.5"),
        (&["slide=1deg"], "joint \"slide\" is prismatic: its value is a length, and 1deg an angle"),
        (&["grip=0"], "joint \"grip\" is fixed and takes no value. Other joints: "),
        (&["follow=1"], "joint \"follow\" takes no value of its own: it mimics \"wrist\"; give that one a value"),
    ] {
        let message = robot(&text, values, false).expect_err("a value that is refused").to_string();
        assert!(message.starts_with(&format!("r.urdf: {expected}")), "{message}");
        assert!(message.ends_with("; `gjk list joints r.urdf` lists all"), "{message}");
    }
    assert!(robot(&text, &["elbow=2.6", "slide=-9"], true).is_ok());
    assert!(robot(&text, &["elbow=2.5", "slide=-1", "wrist=99"], false).is_ok());
}

#[test]
fn joints_that_cannot_stand_at_zero_or_have_no_value_are_noted() {
    let limited = r#"<joint name="knee" type="revolute" LIMIT/>"#;
    let text = chain(&[limited, r#"<joint name="base" type="floating"/>"#, r#"<joint name="s" type="screw"/>"#])
        .replace("lower=\"-1\"", "lower=\"0.5\"");
    let notes = robot(&text, &[], false).expect("a robot").notes;
    assert_eq!(
        notes,
        [
            "r.urdf: joints without a value stand at zero, which is outside the limits of 1 joint: knee (0.5 to 2.5)",
            "r.urdf: joints that move in a way that takes no value here, at zero: base (floating), s (screw)",
        ]
    );
    assert_eq!(robot(&text, &["knee=1"], false).expect("a robot").notes.len(), 1);
    for kind in ["spherical", "ball", "planar"] {
        let text = chain(&[&format!("<joint name=\"j\" type=\"{kind}\"/>")]);
        assert_eq!(robot(&text, &[], false).expect("a robot").notes.len(), 1, "{kind}");
    }
}

#[test]
fn limits_are_those_of_the_file_and_a_missing_one_is_zero() {
    let with =
        |limit: &str| chain(&[r#"<joint name="j" type="revolute" LIMIT/>"#]).replace("lower=\"-1\" upper=\"2.5\"", limit);
    assert!(robot(&with("upper=\"1\""), &["j=-0.5"], false).expect_err("below 0").to_string().contains("0 to 1"));
    // A file that states neither is not taken to forbid every motion.
    assert!(robot(&with("effort=\"1\""), &["j=-0.5"], false).is_ok());
}

#[test]
fn a_fixed_joint_that_mimics_is_fixed() {
    let text = chain(&[r#"<joint name="wrist" type="continuous"/>"#, r#"<joint name="tip" type="fixed"/>"#])
        .replace("type=\"fixed\">", "type=\"fixed\"><mimic joint=\"wrist\"/>");
    assert_eq!(first_point(&robot(&text, &["wrist=90deg"], false).expect("a robot"), 2), [0.5, -0.5, -0.5]);
}

#[test]
fn a_root_called_world_need_not_be_declared() {
    let text = chain(&[r#"<joint name="j" type="fixed"/>"#]);
    let rooted = text.replace(
        "</robot>",
        "<joint name=\"w\" type=\"fixed\"><origin xyz=\"1 0 0\"/><parent link=\"world\"/><child link=\"l0\"/></joint></robot>",
    );
    assert_eq!(first_point(&robot(&rooted, &[], false).expect("a robot"), 0), [0.5, -0.5, -0.5]);
    let other = rooted.replace("\"world\"", "\"word\"");
    assert!(robot(&other, &[], false).expect_err("no such link").to_string().contains("there is no link \"word\""));
}

#[test]
fn planes_and_ellipsoids_are_bodies() {
    let link = |shape: &str| {
        format!(
            "<robot name=\"r\"><link name=\"l\"><collision><origin xyz=\"0 0 2\"/><geometry>{shape}</geometry></collision></link></robot>"
        )
    };
    let body = |shape: &str| robot(&link(shape), &[], false).map(|robot| robot.links[0].body.body(Arithmetic::F64));
    let plane = |text: &str| body(text).expect("a robot");
    assert_eq!(plane("<plane/>"), Some(Body::Halfspace { normal: [0.0, 0.0, 1.0], offset: 2.0 }));
    assert_eq!(plane("<plane normal=\"1 0 0\"/>"), Some(Body::Halfspace { normal: [1.0, 0.0, 0.0], offset: 0.0 }));
    let rotation = gjk_cases::body::IDENTITY;
    let ellipsoid = Curved { shape: Shape::Ellipsoid { semi_axes: [1.0, 2.0, 3.0] }, center: [0.0, 0.0, 2.0], rotation };
    assert_eq!(plane("<ellipsoid radii=\"1 2 3\"/>"), Some(Body::Curved(ellipsoid)));
    assert_eq!(plane("<ellipsoid a=\"1\" b=\"2\" c=\"3\"/>"), Some(Body::Curved(ellipsoid)));
    for (shape, expected) in [
        ("<plane normal=\"0 0 0\"/>", "<plane>: normal has the length zero"),
        ("<ellipsoid radii=\"1 2 -3\"/>", "<ellipsoid>: radii is negative"),
        ("<ellipsoid a=\"1\"/>", "<ellipsoid>: has no attribute `b`"),
    ] {
        assert!(body(shape).expect_err("a bad shape").to_string().contains(expected), "{shape}");
    }
}

#[test]
fn a_package_may_follow_three_slashes() {
    let folder = std::env::temp_dir().join(format!("gjk-slashes-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("arm/urdf")).expect("a folder");
    std::fs::write(folder.join("arm/one.obj"), "v 1 2 3\n").expect("a mesh");
    let mesh = "<mesh filename=\"package:///arm/one.obj\"/>";
    let text = format!("<robot name=\"r\"><link name=\"l\"><collision><geometry>{mesh}</geometry></collision></link></robot>");
    let file = folder.join("arm/urdf/r.urdf");
    std::fs::write(&file, text).expect("a robot");
    let robot = read_robot(&file, Values::default());
    assert_eq!(first_point(&robot.unwrap_or_else(|problem| panic!("{problem}")), 0), [1.0, 2.0, 3.0]);
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn joints_are_listed_in_the_order_of_the_file() {
    let file = std::env::temp_dir().join(format!("gjk-joints-{}.urdf", std::process::id()));
    std::fs::write(&file, chain(&ARM)).expect("a robot");
    let joints = joints_of(&file).unwrap_or_else(|problem| panic!("{problem}"));
    let found: Vec<(&str, Kind, Option<String>)> =
        joints.iter().map(|joint| (&joint.name[..], joint.kind, joint.limits.map(|limits| limits.to_string()))).collect();
    let limits = || Some("-1 to 2.5".to_owned());
    assert_eq!(
        found,
        [
            ("elbow", Kind::Revolute, limits()),
            ("slide", Kind::Prismatic, limits()),
            ("wrist", Kind::Continuous, None),
            ("grip", Kind::Fixed, None)
        ]
    );
    assert_eq!(joints[2].links, ["l2", "l3"]);
    std::fs::remove_file(file).expect("it was made above");
}

#[test]
fn a_semantic_description_disables_pairs_of_links() {
    let parse = |text: &str| parse_srdf(text.as_bytes(), Path::new("r.srdf"));
    let text = "<robot name=\"r\">\n<disable_collisions link1=\"l3\" link2=\"l1\" reason=\"Never\"/>\n\
                <disable_collisions link1=\"l0\" link2=\"none\"/></robot>";
    let disabled = parse(text).expect("a description");
    let links = robot(&chain(&ARM), &[], false).expect("a robot").links;
    assert_eq!(disabled.among(&links).collect::<Vec<_>>(), [(1, 3)]);
    for (text, expected) in [
        ("<robot name=\"r\"><link name=\"l\"/></robot>", "this is a robot, and no semantic description"),
        (
            "<robot name=\"r\">\n<disable_collisions link1=\"a\"/></robot>",
            "r.srdf:2: <disable_collisions>: has no attribute `link2`",
        ),
        ("<robot name=\"r\"><disable_default_collisions link=\"a\"/></robot>", "is not read: name the pairs"),
        ("<sdf/>", "no semantic description: that begins with <robot>"),
    ] {
        assert!(parse(text).expect_err("no description").to_string().contains(expected), "{text}");
    }
}
