//! Finds the signature below a mail or a post, which may joke about troops.

/// The most lines of a signature.
const MAX_LINES: usize = 6;

/// The least number of underscores in a line that forums put above a signature.
const MIN_RULE: usize = 8;

/// Returns the byte at which the signature at the end of a text begins: below `--` or a rule of
/// underscores.
pub(super) fn signature_start(text: &str) -> Option<usize> {
    let is_rule = |line: &str| {
        let line = line.trim_start_matches(['>', ' ']).trim_end();
        line == "--" || line.len() >= MIN_RULE && line.bytes().all(|own| own == b'_')
    };
    let mut end = text.len();
    let mut lines = 0;
    for line in text.trim_end().rsplit('\n') {
        if is_rule(line) {
            return Some(end);
        }
        lines += usize::from(!line.trim().is_empty());
        end = line.as_ptr() as usize - text.as_ptr() as usize;
        if lines > MAX_LINES {
            break;
        }
    }
    None
}
