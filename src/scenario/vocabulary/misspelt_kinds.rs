//! Finds headers of a `scenario.toml` with a misspelt kind (`[kind.bnad.property]`), which nothing
//! else names, and gives their properties to the kind that is meant; reads the lists `[words.*]`,
//! and reports spellings that two words have.

use super::{
    build::{VocabularyBuilder, span},
    raw::RawVocabulary,
};
use crate::{
    diagnostic::{Fix, Location},
    text::{Span, near::nearest},
};
use indexmap::IndexMap;
use std::collections::HashMap;
use toml::Spanned;

impl VocabularyBuilder<'_> {
    /// Reports a kind that nothing begins and that resembles another one without properties, and adds
    /// its properties to that: `[kind.bnad.property]`.
    pub(super) fn merge_misspelt_kinds(&mut self, raw: &mut RawVocabulary) {
        let is_named = |raw: &RawVocabulary, name: &str| {
            let lists = raw.kind.values().flat_map(|kind| &kind.get_ref().lines);
            let sections = raw.section.values().flat_map(|own| &own.get_ref().lines);
            lists.chain(sections).any(|line| line.get_ref() == name)
        };
        let loose: Vec<String> = raw
            .kind
            .iter()
            .filter(|(name, kind)| {
                let kind = kind.get_ref();
                *name != "scenario"
                    && kind.headings.is_empty()
                    && kind.within.is_empty()
                    && kind.lines.is_empty()
                    && !is_named(raw, name)
            })
            .map(|(name, _)| name.clone())
            .collect();
        for name in loose {
            let others = raw.kind.iter();
            let bare = others.filter(|(_, kind)| kind.get_ref().property.is_empty());
            let bare: Vec<String> = bare.map(|(name, _)| name.clone()).collect();
            let Some(near) = nearest(&name, bare.iter().map(String::as_str)) else {
                continue;
            };
            let header = format!("[kind.{name}");
            let Some(start) = self.text.find(&header).map(|at| at + "[kind.".len()) else {
                continue;
            };
            let at = Span::new(start, start + name.len());
            let message =
                format!("nothing is a `{name}`: no heading and no list of lines names it");
            self.report_name(at, &name, message, [near]);
            let property = raw
                .kind
                .shift_remove(&name)
                .map(|kind| kind.into_inner().property);
            if let (Some(property), Some(own)) = (property, raw.kind.get_mut(near)) {
                own.get_mut().property = property;
            }
        }
    }

    /// Reads a list `[words.*]`. Reports a spelling that two of its words have.
    pub(super) fn read_list(
        &mut self,
        (name, words): (String, IndexMap<String, Vec<Spanned<String>>>),
    ) -> (String, IndexMap<String, Vec<String>>) {
        let mut seen: HashMap<String, String> = HashMap::new();
        for (word, ways) in &words {
            for way in ways {
                let other = seen
                    .entry(way.get_ref().to_lowercase())
                    .or_insert_with(|| word.clone());
                if other != word {
                    let message = format!("`{}` is a spelling of `{other}`, too", way.get_ref());
                    self.report(span(way), message);
                    if let (Some(found), Some(gone)) = (
                        self.vocabulary.diagnostics.last_mut(),
                        without_item(self.text, span(way)),
                    ) {
                        found.fixes.push(Fix::new(
                            "remove it",
                            Location::new(self.source, gone),
                            "",
                        ));
                    }
                }
            }
        }
        let plain =
            |ways: Vec<Spanned<String>>| ways.into_iter().map(Spanned::into_inner).collect();
        let words = words.into_iter().map(|(word, ways)| (word, plain(ways)));
        (name, words.collect())
    }
}

/// Returns the bytes of an item of a list with the comma that separates it from the others.
fn without_item(text: &str, item: Span) -> Option<Span> {
    let before = text.get(..item.start())?.trim_end();
    if before.ends_with(',') {
        return Some(Span::new(before.len() - 1, item.end()));
    }
    let rest = text.get(item.end()..)?;
    let behind = rest.trim_start().strip_prefix(',').unwrap_or(rest);
    let end = text.len() - behind.trim_start_matches(' ').len();
    Some(Span::new(item.start(), end))
}
