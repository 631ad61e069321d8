//! Inserts a document, and its edition if it is new, into the text of a `ruleset.toml`; dates a proposal.
//! The rest of the text stays as it is.

use super::templates::published_on;
use crate::{cli::CommandError, model::PartialDate};
use toml::de::{DeTable, DeValue};

/// Returns the text with a new document, and with a new edition if there is one: its name, and that
/// of the edition that it amends.
pub(super) fn add_document(
    text: &str,
    edition: Option<(&str, &str)>,
    key: &str,
    document: &str,
) -> Result<String, CommandError> {
    let unusable = |error: String| {
        CommandError::misuse(format!("ruleset.toml cannot be changed: {error}"))
            .with_help("run `rulebook check` and mend it first")
    };
    let table = DeTable::parse(text)
        .map_err(|error| unusable(error.message().trim().to_owned()))?
        .into_inner();
    let has_document = table
        .get("document")
        .and_then(|documents| documents.get_ref().as_table())
        .is_some_and(|documents| documents.contains_key(key));
    if has_document {
        let message = format!("ruleset.toml lists a document `{key}` already");
        return Err(CommandError::misuse(message).with_help("choose another name"));
    }
    let mut text = text.to_owned();
    if let Some((id, amends)) = edition {
        let entry = format!("{{ id = \"{id}\", amends = \"{amends}\" }}");
        match table.get("editions") {
            Some(editions) => {
                let span = editions.span();
                let DeValue::Array(list) = editions.get_ref() else {
                    return Err(unusable("`editions` is not a list".into()));
                };
                let inner = text.get(span.clone()).unwrap_or_default();
                let Some(inner) = inner.strip_suffix(']') else {
                    return Err(unusable("`[[editions]]` is not a list in one piece".into()));
                };
                let last = list
                    .iter()
                    .next_back()
                    .map_or(span.start + 1, |last| last.span().end);
                let is_multiline = inner.contains('\n');
                let has_comma = text[last..span.end].trim_start().starts_with(',');
                let mut added = String::new();
                if !list.is_empty() && !has_comma {
                    added.push(',');
                }
                let at = if has_comma {
                    last + text[last..].find(',').map_or(0, |comma| comma + 1)
                } else {
                    last
                };
                added += if is_multiline { "\n  " } else { " " };
                added += &entry;
                if is_multiline {
                    added.push(',');
                }
                text.insert_str(at, &added);
            }
            None => text.insert_str(0, &format!("editions = [{entry}]\n")),
        }
    }
    let at = end_of_documents(&text);
    let before = text[..at].trim_end().len();
    let after = text[at..].trim_start();
    let gap = if after.is_empty() { "" } else { "\n" };
    let out = format!("{}\n\n{}{gap}{after}", &text[..before], document);
    Ok(out)
}

/// Returns the text in which the proposal of that key has a day of publication.
pub(super) fn publish(text: &str, key: &str, day: PartialDate) -> Result<String, CommandError> {
    let table = DeTable::parse(text).ok();
    let found = table.and_then(|table| {
        let documents = table.get_ref().get("document")?.get_ref().as_table()?;
        let document = documents.get(key)?.get_ref().as_table()?;
        let (name, value) = document.get_key_value("status")?;
        let is_proposed = value.get_ref().as_str() == Some("proposed");
        let is_dated = document.contains_key("published");
        is_proposed.then(|| (name.span().start..value.span().end, is_dated))
    });
    if let Some((_, true)) = found {
        let message = format!("the proposal `{key}` has a date of publication already");
        return Err(CommandError::misuse(message).with_help("remove `published` from it first"));
    }
    let Some((status, _)) = found else {
        let message = format!("ruleset.toml lists no proposal `{key}`");
        return Err(CommandError::misuse(message)
            .with_help("a proposal is a document with `status = \"proposed\"`"));
    };
    let mut out = text.to_owned();
    out.replace_range(status, &published_on(day));
    Ok(out)
}

/// Returns where a document can be added: in front of what follows the last one, comments included.
fn end_of_documents(text: &str) -> usize {
    let mut in_documents = false;
    let mut at = 0;
    let mut comments = 0;
    for line in text.split_inclusive('\n') {
        let is_header = line.starts_with('[');
        if is_header && line.starts_with("[document") {
            in_documents = true;
        } else if is_header && in_documents {
            return comments;
        }
        at += line.len();
        let is_comment = line.trim().is_empty() || line.starts_with('#');
        if !is_comment {
            comments = at;
        }
    }
    text.len()
}
