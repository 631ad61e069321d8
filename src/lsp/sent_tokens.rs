//! `SentTokens`: the semantic tokens that the client has of each document, so that only changes are
//! sent.

use parking_lot::Mutex;
use std::collections::HashMap;
use tower_lsp::gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensEdit, Uri};

/// The semantic tokens of each document as they were last sent, with the id of that result: the
/// next delta is computed from them.
#[derive(Debug, Default)]
pub(super) struct SentTokens(Mutex<LastSentTokens>);

/// The semantic tokens last sent for each document, and the number of results so far, from which
/// their ids are made.
#[derive(Debug, Default)]
struct LastSentTokens {
    results: u64,
    documents: HashMap<Uri, SemanticTokens>,
}

impl SentTokens {
    /// Records the tokens that are about to be sent. Returns them with the id of this result, and
    /// those that were sent before.
    pub(super) fn record(
        &self,
        uri: &Uri,
        data: Vec<SemanticToken>,
    ) -> (SemanticTokens, Option<SemanticTokens>) {
        let mut sent = self.0.lock();
        sent.results += 1;
        let tokens = SemanticTokens {
            result_id: Some(sent.results.to_string()),
            data,
        };
        let before = sent.documents.insert(uri.clone(), tokens.clone());
        (tokens, before)
    }

    /// Forgets a document that was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.0.lock().documents.remove(uri);
    }
}

/// Returns the one edit that turns `old` into `new`, without what both begin and end with; none if
/// they are equal. It counts the five numbers of each token.
pub(super) fn difference(
    old: &[SemanticToken],
    new: &[SemanticToken],
) -> Option<SemanticTokensEdit> {
    let equal = |(a, b): &(&SemanticToken, &SemanticToken)| a == b;
    let start = old.iter().zip(new).take_while(equal).count();
    let (old, new) = (&old[start..], &new[start..]);
    if old.is_empty() && new.is_empty() {
        return None;
    }
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(equal).count();
    let numbers = |tokens: usize| 5 * tokens as u32;
    Some(SemanticTokensEdit {
        start: numbers(start),
        delete_count: numbers(old.len() - end),
        data: Some(flat(&new[..new.len() - end])),
    })
}

/// Returns the numbers of tokens in the order of the protocol.
fn flat(tokens: &[SemanticToken]) -> Vec<u32> {
    let numbers = |token: &SemanticToken| {
        [
            token.delta_line,
            token.delta_start,
            token.length,
            token.token_type,
            token.token_modifiers_bitset,
        ]
    };
    tokens.iter().flat_map(numbers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(lengths: &[u32]) -> Vec<SemanticToken> {
        let token = |&length| SemanticToken {
            delta_line: 1,
            delta_start: 0,
            length,
            token_type: 2,
            token_modifiers_bitset: 0,
        };
        lengths.iter().map(token).collect()
    }

    proptest! {
        #[test]
        fn the_edit_leads_to_the_new_tokens(
            old in prop::collection::vec(0..4_u32, 0..12),
            new in prop::collection::vec(0..4_u32, 0..12),
        ) {
            let (old, new) = (tokens(&old), tokens(&new));
            let mut edited = flat(&old);
            let edit = difference(&old, &new);
            prop_assert_eq!(edit.is_none(), old == new);
            if let Some(edit) = edit {
                let from = edit.start as usize;
                let data = edit.data.unwrap_or_default();
                edited.splice(from..from + edit.delete_count as usize, data);
            }
            prop_assert_eq!(edited, flat(&new));
        }
    }
}
