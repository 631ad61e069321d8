//! The recorded session: what anyone sees who runs `tests/editors/record`.

use std::{fs, path::Path, process::Command};

#[test]
fn the_session_runs_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("tests/editors/record");
    let outcome = match Command::new("python3")
        .arg(script)
        .env("RULEBOOK_EXE", env!("CARGO_BIN_EXE_rulebook"))
        .output()
    {
        Ok(outcome) => outcome,
        Err(error) => {
            return assert_eq!(
                error.kind(),
                std::io::ErrorKind::NotFound,
                "python3: {error}"
            );
        }
    };
    let found = String::from_utf8(outcome.stdout).expect("UTF-8");
    assert!(
        outcome.status.success(),
        "{found}{}",
        String::from_utf8_lossy(&outcome.stderr)
    );
    let kept = root.join("tests/spec/lsp/recorded.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&kept, &found).expect("a writable file");
    }
    assert_eq!(found, fs::read_to_string(kept).expect("a transcript"));
}
