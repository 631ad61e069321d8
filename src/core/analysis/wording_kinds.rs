//! `WordingKinds`: which kinds of wording a text has: printed, restated, or the rules' own.

use super::clause::{ClauseBlock, WordingKind};

/// Which kinds of wording (printed, restated, the rules' own) the blocks of a text have; headings
/// do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordingKinds {
    /// Whether any are printed words of the user's library.
    pub printed: bool,
    /// Whether any restate print.
    pub restated: bool,
    /// Whether any are the rules' own and restate nothing.
    pub original: bool,
}

impl WordingKinds {
    /// Returns the kinds of wording of blocks.
    pub fn of<'b>(blocks: impl IntoIterator<Item = &'b ClauseBlock>) -> Self {
        let mut out = Self::default();
        for block in blocks.into_iter().filter(|block| block.kind != "heading") {
            match block.wording {
                WordingKind::Printed => out.printed = true,
                WordingKind::Restated => out.restated = true,
                WordingKind::Original => out.original = true,
                WordingKind::None => {}
            }
        }
        out
    }

    /// Describes the kinds: `restated, not official`; `None` if all words are the rules' own.
    pub fn label(self) -> Option<String> {
        let words = match (self.printed, self.restated, self.original) {
            (true, true, _) => "printed and restated wording",
            (true, false, true) => "printed in part",
            (true, false, false) => "printed wording",
            (false, true, true) => "partly restated, not official",
            (false, true, false) => "restated, not official",
            (false, false, _) => return None,
        };
        Some(words.to_owned())
    }

    /// Returns whether printed words stand next to others.
    pub fn is_mixed(self) -> bool {
        self.printed && (self.restated || self.original)
    }
}
