//! Returns the edits that renaming a check file (links to it) or a ruleset folder (`ruleset:` in
//! front matter) requires.

use crate::{
    analysis::{Analysis, SourceKind},
    diagnostic::SourceEdit,
    syntax::{front_matter_value, parse_plain_markdown},
    text::{SourceId, Span},
};

/// Returns the edits for the renaming of a file or folder from the URI `old` to `new`. `address`
/// returns the URI of a source.
pub(super) fn file_edits(
    analysis: &Analysis,
    address: impl Fn(SourceId) -> Option<String>,
    old: &str,
    new: &str,
) -> Vec<SourceEdit> {
    let (old, new) = (old.trim_end_matches('/'), new.trim_end_matches('/'));
    let Some((old_name, new_name)) = last_part(old).zip(last_part(new)) else {
        return Vec::new();
    };
    let sources = || analysis.sources().iter().zip(0..);
    let manifest = format!("{old}/ruleset.toml");
    let is_manifest = |at: u32| address(SourceId(at)).is_some_and(|own| own == manifest);
    let ruleset = sources()
        .find(|(source, at)| source.kind == SourceKind::Ruleset && is_manifest(*at))
        .map(|(source, _)| source.ruleset.as_str());
    let is_check = old_name.ends_with(".check.md") && new_name.ends_with(".check.md");
    let mut out = Vec::new();
    for (source, at) in sources() {
        let source_id = SourceId(at);
        let mut put = |span: Span, text: &str| out.push(SourceEdit::new(source_id, span, text));
        match source.kind {
            SourceKind::Rules | SourceKind::Check | SourceKind::Scenario => {}
            SourceKind::Ruleset
            | SourceKind::Thesaurus
            | SourceKind::Vocabulary
            | SourceKind::Import => continue,
        }
        if let Some(ruleset) = ruleset.filter(|ruleset| source.text.contains(ruleset)) {
            let file = parse_plain_markdown(source_id, &source.text);
            let named = front_matter_value(&file.entries, "ruleset");
            if let Some((_, value, span)) = named.filter(|(_, value, _)| *value == ruleset) {
                let written = span.of(&source.text);
                let start = span.start() + written.find(value).unwrap_or_default();
                put(Span::new(start, start + value.len()), new_name);
            }
        }
        if is_check && source.kind == SourceKind::Check {
            let link = format!("]({old_name})");
            for (start, _) in source.text.match_indices(&link) {
                let start = start + "](".len();
                put(Span::new(start, start + old_name.len()), new_name);
            }
        }
    }
    out
}

fn last_part(address: &str) -> Option<&str> {
    address.rsplit('/').next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Source, SourceOrigin};
    use std::sync::Arc;

    fn analysis() -> Analysis {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            name: path.rsplit('/').next().unwrap_or(path).into(),
            ruleset: if path.starts_with("rafts") {
                "rafts".into()
            } else {
                String::new()
            },
            kind: SourceKind::from_file_name(path.rsplit('/').next().unwrap_or(path))
                .expect("a kind"),
            origin: SourceOrigin::Folder,
            text: Arc::from(text),
        };
        Analysis::new([
            source("rafts/ruleset.toml", "title = \"Rafts\"\n"),
            source("rafts/base.rules.md", "---\nruleset: rafts\n---\n"),
            source("rafts/checks/a.check.md", "---\nruleset: \"rafts\"\n---\n"),
            source("rafts/checks/b.check.md", "See [a](a.check.md).\n"),
            source("list.scenario.md", "---\nruleset: rafts\n---\n"),
        ])
    }

    fn edits(old: &str, new: &str) -> Vec<String> {
        let analysis = analysis();
        let address = |source| {
            let own = analysis.source(source)?;
            Some(format!("file:///{}", own.path))
        };
        let edits = file_edits(&analysis, address, old, new);
        let shown = edits.iter().map(|edit| {
            let source = analysis.source(edit.at.source).expect("a source");
            let old = edit.at.span.of(&source.text);
            format!("{}: {old} -> {}", source.path, edit.text)
        });
        shown.collect()
    }

    #[test]
    fn a_folder_takes_the_names_in_front_matter_with_it() {
        assert_eq!(
            edits("file:///rafts", "file:///boats"),
            [
                "rafts/base.rules.md: rafts -> boats",
                "rafts/checks/a.check.md: rafts -> boats",
                "list.scenario.md: rafts -> boats",
            ]
        );
        assert!(edits("file:///rafts/checks", "file:///rafts/tests").is_empty());
    }

    #[test]
    fn links_to_a_check_follow_its_file() {
        assert_eq!(
            edits(
                "file:///rafts/checks/a.check.md",
                "file:///rafts/checks/c.check.md"
            ),
            ["rafts/checks/b.check.md: a.check.md -> c.check.md"]
        );
    }
}
