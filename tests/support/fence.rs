//! Fenced blocks of a Markdown document.

/// A fenced block.
pub(crate) struct FencedBlock {
    /// The text after the opening fence.
    pub(crate) info: String,
    /// The line number, from 0, of the first line between the fences.
    pub(crate) first: usize,
    /// The line number, from 0, of the closing fence.
    pub(crate) end: usize,
}

impl FencedBlock {
    /// Returns the text between the fences.
    pub(crate) fn content(&self, lines: &[String]) -> String {
        lines[self.first..self.end]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// Returns the fenced block that starts at `line`, if there is one.
pub(crate) fn fenced_block(lines: &[String], line: usize) -> Option<FencedBlock> {
    let info = lines[line].trim_start_matches('`');
    let ticks = lines[line].len() - info.len();
    if ticks < 3 {
        return None;
    }
    let fence = &lines[line][..ticks];
    let end = (line + 1..lines.len())
        .find(|&at| lines[at] == fence)
        .expect("a closed block");
    Some(FencedBlock {
        info: info.trim().to_owned(),
        first: line + 1,
        end,
    })
}
