//! Returns the semantic tokens of a scenario: one for each recognized word.

use super::token::{SemanticToken, SemanticTokenKind};
use crate::scenario::{ClassifiedWord, ScenarioDocument, ScenarioValue, WordRole};

/// Returns the recognized words of a scenario. Prose has no tokens.
pub(super) fn tokens(document: &ScenarioDocument) -> Vec<SemanticToken> {
    let tokens = document.words().iter().map(|word| SemanticToken {
        span: word.span,
        kind: kind_of(document, word),
        modifiers: 0,
    });
    tokens.collect()
}

fn kind_of(document: &ScenarioDocument, word: &ClassifiedWord) -> SemanticTokenKind {
    let (record, property) = match word.role {
        WordRole::Heading => return SemanticTokenKind::Keyword,
        WordRole::Key => return SemanticTokenKind::Property,
        WordRole::Setting => return SemanticTokenKind::Id,
        WordRole::Name(_) => return SemanticTokenKind::String,
        WordRole::Value(record, property) => (record, property),
    };
    let value = document
        .parsed()
        .and_then(|(scenario, _)| scenario.record(record).value(property))
        .map(|value| &value.value);
    match value {
        Some(ScenarioValue::Number(_) | ScenarioValue::Area(_)) => SemanticTokenKind::Number,
        Some(ScenarioValue::Word(_) | ScenarioValue::Words(_)) => SemanticTokenKind::Member,
        Some(ScenarioValue::Flag(_)) => SemanticTokenKind::Unit,
        Some(ScenarioValue::Text(_) | ScenarioValue::Missing(_)) | None => {
            SemanticTokenKind::String
        }
    }
}
