//! Addresses of documents: files, and texts that the server makes.

use crate::analysis::{Source, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use tower_lsp::gen_lsp_types::Uri;

/// The scheme of texts that lie in no file.
pub(super) const SCHEME: &str = "rulebook";

/// The file at an address; none for those of other schemes.
pub(super) fn path(uri: &Uri) -> Option<Utf8PathBuf> {
    (uri.scheme() == "file")
        .then(|| uri.to_file_path().ok())
        .flatten()
        .and_then(|path| Utf8PathBuf::from_path_buf(path).ok())
}

/// The address of a file; the path must be absolute.
pub(super) fn of_path(path: &Utf8Path) -> Option<Uri> {
    Uri::from_file_path(path).ok()
}

/// One way to write an address: editors differ in which characters they escape.
pub(super) fn plain(uri: &Uri) -> Uri {
    path(uri)
        .and_then(|path| of_path(&path))
        .unwrap_or_else(|| uri.clone())
}

/// Where a source is found: its file, or for one inside the program `rulebook:/shipped/dbm/base.rules.md`.
pub(super) fn of_source(source: &Source) -> Option<Uri> {
    match source.origin {
        SourceOrigin::Shipped => Uri::parse(&format!("{SCHEME}:/shipped/{}", source.path)).ok(),
        SourceOrigin::Folder | SourceOrigin::Library => of_path(&source.path),
    }
}
