//! `Sent`: what the client was sent and has a copy of, to send it changes alone.

use super::{followed_texts::FollowedTexts, sent_tokens::SentTokens};
use tower_lsp::gen_lsp_types::Uri;

/// What the client was sent and has a copy of: generated texts, and the tokens of documents.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// The generated texts that the client shows.
    pub(super) texts: FollowedTexts,
    /// The tokens of documents.
    pub(super) tokens: SentTokens,
}

impl Sent {
    /// Forgets a document that was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.texts.forget(uri);
        self.tokens.forget(uri);
    }
}
