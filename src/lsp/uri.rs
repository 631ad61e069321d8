//! Converts `file:` URIs to paths and back, and a source to its URI (`rulebook:` if shipped).

use crate::analysis::{Source, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use tower_lsp::gen_lsp_types::Uri;

/// The URI scheme of texts that are in no file.
pub(super) const SCHEME: &str = "rulebook";

/// Returns the path of a `file:` URI.
pub(super) fn path(uri: &Uri) -> Option<Utf8PathBuf> {
    (uri.scheme() == "file")
        .then(|| uri.to_file_path().ok())
        .flatten()
        .and_then(|path| Utf8PathBuf::from_path_buf(path).ok())
}

/// Returns the URI of a file. The path must be absolute.
pub(super) fn of_path(path: &Utf8Path) -> Option<Uri> {
    Uri::from_file_path(path).ok()
}

/// Normalizes a `file:` URI, because editors differ in which characters they escape; other
/// URIs are returned unchanged.
pub(super) fn plain(uri: &Uri) -> Uri {
    path(uri)
        .and_then(|path| of_path(&path))
        .unwrap_or_else(|| uri.clone())
}

/// Returns the URI of a source: its file, or for a shipped one
/// `rulebook:/shipped/dbm/base.rules.md`.
pub(super) fn of_source(source: &Source) -> Option<Uri> {
    match source.origin {
        SourceOrigin::Shipped => Uri::parse(&format!("{SCHEME}:/shipped/{}", source.path)).ok(),
        SourceOrigin::Folder | SourceOrigin::Library => of_path(&source.path),
    }
}
