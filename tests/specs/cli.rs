//! The folder `cli`: the files of a test are laid into a folder, and the lines of `commands` are run there one after the other. The
//! answer repeats each line behind `$`, then what it wrote: lines of standard error begin with `!`, and an exit code that is not 0
//! stands last. An HTML page is drawn without its style sheet, an element a line. The day is the 20th of November 2026, and the user has no
//! settings and no library but what lies in `home`.

use super::{page, shell, spec::Files};
use camino::Utf8Path;
use std::fs;

/// What the command lines write.
pub(crate) fn answer(files: &Files) -> String {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().canonicalize().expect("a path");
    let folder = Utf8Path::from_path(&folder).expect("a path in UTF-8");
    // a search for a workspace ends here
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
            out += &format!("$ {line}\n{}", page::drawn(&outcome.stdout));
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
