//! Shows a text in the pager that the environment names, by default `less`, and waits for its end;
//! the caller decides whether to.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    process::{Command, Stdio},
};

/// The default pager; it exits if the text fits on the screen, and leaves the text there.
const DEFAULT: &str = "less -FRX";

/// Shows `text` in `$RULEBOOK_PAGER`, `$PAGER` or `less`, and waits for its end. Returns false if
/// the pager is `cat` or none was started.
pub(super) fn page(env: &BTreeMap<String, String>, text: &str) -> bool {
    let wish = env
        .get("RULEBOOK_PAGER")
        .or_else(|| env.get("PAGER"))
        .map_or(DEFAULT, String::as_str);
    let mut words = wish.split_whitespace();
    let Some(program) = words.next().filter(|&program| program != "cat") else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if !env.contains_key("LESS") {
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // the user may leave the pager before the end
        let _: io::Result<()> = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
