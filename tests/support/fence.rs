//! Fenced blocks of a Markdown document.

/// A fenced block.
pub(crate) struct FencedBlock {
    /// The text after the opening fence.
    pub(crate) info: String,
    /// The line number, from 0, of the first line between the fences.
    pub(crate) first: usize,
    /// The line number, from 0, of the closing fence.
    pub(crate) end: usize,
    /// The text between the fences.
    pub(crate) text: String,
}

/// Returns all fenced blocks of a document.
pub(crate) fn fenced_blocks(text: &str) -> Vec<FencedBlock> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        match fenced_block(&lines, at) {
            Some(block) => {
                at = block.end + 1;
                blocks.push(block);
            }
            None => at += 1,
        }
    }
    blocks
}

/// Returns the fenced block that starts at `line`, if there is one.
pub(crate) fn fenced_block(lines: &[String], line: usize) -> Option<FencedBlock> {
    let info = lines[line].trim_start_matches('`');
    let ticks = lines[line].len() - info.len();
    if ticks < 3 {
        return None;
    }
    let fence = &lines[line][..ticks];
    let (first, end) = (
        line + 1,
        (line + 1..lines.len())
            .find(|&at| lines[at] == fence)
            .expect("a closed block"),
    );
    Some(FencedBlock {
        info: info.trim().to_owned(),
        first,
        end,
        text: lines[first..end]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect(),
    })
}

/// Replaces the signs for characters that an editor would not keep or show: `␍` means a carriage
/// return, `␣` a blank at the end of a line, `␉` a tab, `␀` a byte order mark.
pub(crate) fn unescape(text: &str) -> String {
    text.replace("␍\n", "\r")
        .replace('␍', "\r")
        .replace('␣', " ")
        .replace('␉', "\t")
        .replace('␀', "\u{feff}")
}
