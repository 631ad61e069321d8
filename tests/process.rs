//! What can only be tested with a process: closed streams, arguments that are not UTF-8, and
//! running without any file next to the program.

use std::{
    ffi::OsStr,
    io::Read,
    process::{Command, Output, Stdio},
};

/// Returns the program with a temporary working folder and without settings and library.
fn rulebook(args: &[&OsStr]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    command
        .args(args)
        .current_dir(std::env::temp_dir())
        .env("RULEBOOK_CONFIG", "none.toml")
        .env("RULEBOOK_LIBRARY", "none");
    command
}

fn output(args: &[&str]) -> Output {
    let args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
    rulebook(&args).output().expect("it starts")
}

#[test]
fn the_program_contains_its_rules() {
    let shown = output(&["show", "recoiling", "--at", "3.4"]);
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    assert!(
        text.starts_with("DBM 3.4 · official+iwf · as of "),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "colour is for terminals");
    assert_eq!(shown.status.code(), Some(0));
    assert!(shown.stderr.is_empty());
}

#[test]
fn exit_codes_and_streams() {
    for (args, code) in [
        (&["show", "xyzzy"][..], 1),
        (&["show", "recoiling", "--at", "9"], 2),
        // without a command it is a question
        (&["frobnicate"], 1),
        (&["show", "--frobnicate"], 2),
    ] {
        let failed = output(args);
        assert_eq!(failed.status.code(), Some(code), "{args:?}");
        assert!(
            failed.stdout.is_empty() && failed.stderr.starts_with(b"error: "),
            "{args:?}"
        );
    }
    assert_eq!(output(&["--version"]).status.code(), Some(0));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let args = ["graph", "dbm"].map(OsStr::new);
    let mut child = rulebook(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .expect("a stream")
        .read_to_string(&mut stderr)
        .expect("UTF-8");
    assert_eq!(
        (child.wait().expect("it ends").code(), stderr.as_str()),
        (Some(0), "")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for args in [&["export", "json"][..], &["show", "recoiling"], &["--help"]] {
        let args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
        let full = std::fs::File::create("/dev/full").expect("a device");
        let failed = rulebook(&args).stdout(full).output().expect("it starts");
        assert_eq!(failed.status.code(), Some(2), "{args:?}");
        assert_eq!(
            String::from_utf8_lossy(&failed.stderr),
            "error: the answer cannot be written: the disk is full\n"
        );
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_misuse() {
    use std::os::unix::ffi::OsStrExt;
    let failed = rulebook(&[OsStr::new("show"), OsStr::from_bytes(b"\xff\xfe")])
        .output()
        .expect("it starts");
    assert_eq!(failed.status.code(), Some(2));
    assert!(
        failed.stderr.starts_with(b"error: "),
        "{}",
        String::from_utf8_lossy(&failed.stderr)
    );
}
