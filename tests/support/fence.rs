//! Fenced blocks of a Markdown document.

/// A fenced block: what stands behind its fence, and its lines.
pub(crate) struct Block {
    /// What stands behind the fence.
    pub(crate) info: String,
    /// The first line between the fences.
    pub(crate) first: usize,
    /// The line of the closing fence.
    pub(crate) end: usize,
}

impl Block {
    /// What stands between the fences.
    pub(crate) fn content(&self, lines: &[String]) -> String {
        lines[self.first..self.end]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// The fenced block that begins at `line`, if one does.
pub(crate) fn block(lines: &[String], line: usize) -> Option<Block> {
    let info = lines[line].trim_start_matches('`');
    let ticks = lines[line].len() - info.len();
    if ticks < 3 {
        return None;
    }
    let fence = &lines[line][..ticks];
    let end = (line + 1..lines.len())
        .find(|&at| lines[at] == fence)
        .expect("a closed block");
    Some(Block {
        info: info.trim().to_owned(),
        first: line + 1,
        end,
    })
}
