//! Creates inlay hints of the protocol.

use crate::lsp::PositionMap;
use tower_lsp::gen_lsp_types::{InlayHint, Label, Tooltip};

/// Creates a hint that is shown after a byte.
pub(super) fn hint(
    lines: &PositionMap,
    at: usize,
    label: String,
    tooltip: Option<String>,
) -> InlayHint {
    InlayHint {
        position: lines.position(at),
        label: Label::String(label),
        tooltip: tooltip.map(Tooltip::String),
        padding_left: Some(true),
        kind: None,
        text_edits: None,
        padding_right: None,
        data: None,
    }
}
