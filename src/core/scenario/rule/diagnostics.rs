//! Builds the diagnostics of errors in a `*.check.md` file, and adds fixes to them.

use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity},
    text::{SourceId, Span},
};

/// Returns an error in a check file.
pub(super) fn error_at(source: SourceId, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(
        "check-rule",
        Severity::Error,
        Location::new(source, span),
        message,
    )
}

/// Suggests `near` in place of what is wrong.
pub(super) fn with_near(error: Diagnostic, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => error.did_you_mean(near).safe(),
        None => error,
    }
}

/// Adds a fix that writes `text` in place of `span`.
pub(super) fn with_fix(mut error: Diagnostic, span: Span, text: &str) -> Diagnostic {
    let title = if span.is_empty() {
        format!("add `{text}`")
    } else {
        format!("write `{text}`")
    };
    let at = Location::new(error.at.source, span);
    error.fixes.push(Fix::new(title, at, text));
    error.safe()
}
