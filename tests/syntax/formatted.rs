//! Formatting changes no tree of a shipped file, and nothing when done twice.

use super::shipped;
use crate::fuzz::rules_file::check_format_as;

#[test]
fn shipped_files() {
    for (path, text) in shipped::files() {
        check_format_as(path.as_str(), &text);
    }
}
