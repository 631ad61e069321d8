//! Finds each mention of a document's key in a `ruleset.toml`, with its bytes, for renaming.

use crate::text::{Span, Spanned};
use toml::de::{DeTable, DeValue};

/// Returns every mention of a document in a `ruleset.toml`, in order: the headers of its tables,
/// `after`, the layers of profiles.
///
/// The span of a mention covers the key or string with its quotation marks. There are none if the
/// file cannot be parsed.
pub fn document_names(text: &str) -> Vec<Spanned<String>> {
    let Ok(file) = DeTable::parse(text) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let table = |name: &str| {
        file.get_ref()
            .get(name)
            .and_then(|value| value.get_ref().as_table())
    };
    for (key, document) in table("document").into_iter().flatten() {
        out.push(spanned_name(key.get_ref(), key.span()));
        collect_strings(document.get_ref(), "after", &mut out);
    }
    for (_, profile) in table("profile").into_iter().flatten() {
        collect_strings(profile.get_ref(), "layers", &mut out);
    }
    out.sort_by_key(|name| name.span);
    out
}

fn spanned_name(value: &str, span: std::ops::Range<usize>) -> Spanned<String> {
    Spanned::new(value.to_owned(), Span::new(span.start, span.end))
}

/// Collects the strings of a list in a table.
fn collect_strings(table: &DeValue<'_>, key: &str, out: &mut Vec<Spanned<String>>) {
    let list = table
        .as_table()
        .and_then(|table| table.get(key))
        .and_then(|list| list.get_ref().as_array());
    for value in list.into_iter().flatten() {
        out.extend(
            value
                .get_ref()
                .as_str()
                .map(|text| spanned_name(text, value.span())),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mention_is_found() {
        let text = "[document.\"a-1.0\"]\nedition = \"1\"\n[document.b]\nedition = \"1\"\nafter = [\"a-1.0\"]\n[profile.x]\nlayers = ['b', \"a-1.0\"]\n";
        let found = document_names(text);
        let found_names: Vec<_> = found
            .iter()
            .map(|name| (name.value.as_str(), name.span.of(text)))
            .collect();
        let expected = [
            ("a-1.0", "\"a-1.0\""),
            ("b", "b"),
            ("a-1.0", "\"a-1.0\""),
            ("b", "'b'"),
            ("a-1.0", "\"a-1.0\""),
        ];
        assert_eq!(found_names, expected);
    }
}
