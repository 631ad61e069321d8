//! `ClientCopies`: records of what the client was sent and has a copy of, so that only changes are sent.

use super::{sent_texts::SentTexts, sent_tokens::SentTokens};
use tower_lsp::gen_lsp_types::Uri;

/// Records of what the client has a copy of, so that only changes are sent: hashes of generated
/// texts, and semantic tokens of documents.
#[derive(Debug, Default)]
pub(super) struct ClientCopies {
    /// The generated texts that the client shows.
    pub(super) texts: SentTexts,
    /// The tokens of documents.
    pub(super) tokens: SentTokens,
}

impl ClientCopies {
    /// Forgets a document that was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.texts.forget(uri);
        self.tokens.forget(uri);
    }
}
