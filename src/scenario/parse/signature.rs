//! Decides whether a line is in the signature below a mail or a post, which may joke about troops.

use super::parser::ScenarioParser;
use crate::text::Span;

impl ScenarioParser<'_> {
    /// Returns whether a span is in the signature below a list.
    pub(super) fn is_in_signature(&self, span: Span) -> bool {
        let last = self
            .scenario
            .records
            .last()
            .map_or(0, |own| own.span.start());
        !self.is_strict()
            && self
                .signature
                .is_some_and(|start| start <= span.start() && last < start)
            && self.is_complete()
    }
}
