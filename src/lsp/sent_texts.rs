//! `SentTexts`: URIs and hashes of `rulebook:` texts sent to the client, to detect changes.

use parking_lot::Mutex;
use tower_lsp::gen_lsp_types::Uri;

/// The URIs of the last 32 `rulebook:` texts that the client requested, with hashes of the texts,
/// to notify the client when one changes. The latest is last.
#[derive(Debug, Default)]
pub(super) struct SentTexts(Mutex<Vec<(Uri, u64)>>);

/// At most this many texts are followed: those that were requested last.
const MAX_TEXTS: usize = 32;

impl SentTexts {
    pub(super) fn all(&self) -> Vec<(Uri, u64)> {
        self.change(|texts| texts.clone())
    }

    /// Records that a text, or the notice of its change, was sent to the client.
    pub(super) fn record(&self, uri: &Uri, hash: u64) {
        self.change(|texts| {
            texts.retain(|(known, _)| known != uri);
            texts.push((uri.clone(), hash));
            let old = texts.len().saturating_sub(MAX_TEXTS);
            texts.drain(..old);
        });
    }

    /// Removes a text that was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.change(|texts| texts.retain(|(known, _)| known != uri));
    }

    fn change<T>(&self, change: impl FnOnce(&mut Vec<(Uri, u64)>) -> T) -> T {
        change(&mut self.0.lock())
    }
}
