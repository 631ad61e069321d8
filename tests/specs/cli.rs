//! The folder `cli`: the files of a test are written to a folder, and the lines of `commands` are
//! run there in order.
//!
//! The answer repeats each line after `$`, followed by its output. Lines of standard error start
//! with `!`; an exit code other than 0 comes last. HTML pages are shown without style sheet, one
//! element on each line. The date is 20 November 2026; the user's only settings and library are
//! those in `home`.

use super::{page, shell, spec::Files};
use camino::Utf8Path;
use std::fs;

/// Returns the output of the command lines.
pub(crate) fn answer(files: &Files) -> String {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().canonicalize().expect("a path");
    let folder = Utf8Path::from_path(&folder).expect("a path in UTF-8");
    // the search for a workspace ends here
    fs::create_dir(folder.join(".git")).expect("a new folder");
    let mut out = String::new();
    for (name, text) in files {
        if name != "commands" {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a new folder");
            let bytes: Vec<u8> = if name.contains("latin1") {
                text.chars().map(|c| c as u8).collect()
            } else {
                text.clone().into_bytes()
            };
            fs::write(path, bytes).expect("a new file");
            continue;
        }
        for line in text.lines().filter(|line| !line.is_empty()) {
            let outcome = shell::run(line, folder);
            if !out.is_empty() {
                out.push('\n');
            }
            out += &format!("$ {line}\n{}", page::outline(&outcome.stdout));
            for line in outcome.stderr.lines() {
                out += format!("! {line}").trim_end();
                out.push('\n');
            }
            if outcome.code != 0 {
                out += &format!("[exit {}]\n", outcome.code);
            }
        }
    }
    out
}
