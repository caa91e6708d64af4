//! Files that other files name.

use gjk_cases::{format, mesh, urdf};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;

/// A triangle.
const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A new folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    folder
}

/// The problem of a case whose body `a` is this mesh.
fn problem_of_a_case(folder: &Path, name: &str) -> Option<String> {
    let line = format!(r#"{{"id":"c","dim":3,"a":{{"mesh":{{"file":"{name}"}}}},"b":{{"points":[[0,0,0]]}}}}"#);
    let reading = format::read(&line, &folder.join("cases.jsonl").display().to_string());
    reading.problems.first().map(ToString::to_string)
}

/// The problem of a robot with a link of this mesh.
fn problem_of_a_robot(folder: &Path, name: &str) -> Option<String> {
    let text = format!(
        r#"<robot><link name="l"><collision><geometry><mesh filename="{name}"/></geometry></collision></link></robot>"#
    );
    urdf::parse_robot(text.as_bytes(), &folder.join("robot.urdf"), urdf::Values::default())
        .err()
        .map(|problem| problem.to_string())
}

#[cfg(unix)]
#[test]
fn a_mesh_that_a_file_names_is_a_regular_file() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let folder = folder("named");
    std::fs::write(folder.join("good.obj"), TRIANGLE).expect("a file");
    std::fs::create_dir(folder.join("folder.obj")).expect("a folder");
    assert!(Command::new("mkfifo").arg(folder.join("fifo.obj")).status().expect("mkfifo").success());
    // The path of a socket must be short.
    let socket = std::env::temp_dir().join(format!("gjk-{}.obj", std::process::id()));
    let _listener = UnixListener::bind(&socket).expect("a socket");
    symlink("/dev/null", folder.join("device.obj")).expect("a link");
    symlink(&socket, folder.join("socket.obj")).expect("a link");
    symlink("device.obj", folder.join("link.obj")).expect("a link");
    symlink("fifo.obj", folder.join("waits.obj")).expect("a link");
    symlink("good.obj", folder.join("good-link.obj")).expect("a link");
    for (name, kind) in [
        ("folder.obj", "it is a folder"),
        ("fifo.obj", "it is a pipe"),
        ("waits.obj", "it is a pipe"),
        ("device.obj", "it is a device"),
        ("link.obj", "it is a device"),
        ("socket.obj", "it is a socket"),
        ("good.obj", ""),
        ("good-link.obj", ""),
    ] {
        // Waiting for a pipe would never end, so a thread does it.
        let ((send, receive), folder) = (channel(), folder.clone());
        std::thread::spawn(move || send.send([problem_of_a_case(&folder, name), problem_of_a_robot(&folder, name)]));
        let [case, robot] = receive.recv_timeout(Duration::from_secs(60)).expect("an answer");
        if kind.is_empty() {
            assert_eq!((case, robot), (None, None), "{name}");
            continue;
        }
        let (case, robot) = (case.expect(name), robot.expect(name));
        for (said, place) in [(case, "cases.jsonl:1: a.mesh.file: "), (robot, "robot.urdf:1: <mesh>: ")] {
            assert!(said.contains(place) && said.contains(kind) && said.contains("regular file"), "{name}: {said}");
        }
    }
    std::fs::remove_file(socket).expect("the socket");
}

#[cfg(unix)]
#[test]
fn a_user_may_name_a_pipe_and_no_device_without_an_end() {
    let folder = folder("given");
    let pipe = folder.join("pipe.obj");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::write(pipe, TRIANGLE))
    };
    assert_eq!(mesh::read_objects(&pipe).expect("a triangle")[0].points.len(), 3);
    writer.join().expect("no panic").expect("a pipe");
    assert!(gjk_cases::files::read_given("/dev/null").expect("no byte").is_empty());
    for device in ["/dev/zero", "/dev/urandom", "/dev/full"] {
        let said = gjk_cases::files::open_given(device).expect_err(device).to_string();
        assert!(said.contains("it is a device, which may have no end"), "{device}: {said}");
    }
}
