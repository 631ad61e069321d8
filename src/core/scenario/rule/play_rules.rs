//! Parses all rules of play of a ruleset from its check files.

use super::{
    check_file::{CheckFile, split_statements},
    diagnostics::{error_at, with_near},
    play_rule::PlayRule,
    rule_parser::RuleParser,
    symbols::SymbolTable,
};
use crate::{
    diagnostic::{Diagnostic, without_conflicts},
    scenario::vocabulary::{KindIx, PropertyIx, ROOT, Vocabulary},
    text::{SourceId, Span, near::nearest},
};
use std::{borrow::Cow, sync::Arc};

/// The checks and sums of a ruleset's `*.check.md` files, with its vocabulary and their errors.
#[derive(Debug)]
pub struct PlayRules {
    /// The vocabulary of the ruleset's scenario files.
    pub vocabulary: Arc<Vocabulary>,
    /// The rules, in the order of their codes.
    pub rules: Vec<PlayRule>,
    /// The errors in their files.
    pub diagnostics: Vec<Diagnostic>,
    pub(in crate::scenario) symbols: SymbolTable,
}

impl PlayRules {
    /// Parses the rules of play of the ruleset `key`. `files` are the source, name and text of each
    /// check file.
    pub fn parse<'t>(
        key: &str,
        vocabulary: Vocabulary,
        files: impl IntoIterator<Item = (SourceId, &'t str, &'t str)>,
    ) -> Self {
        let mut diagnostics = vocabulary.diagnostics.clone();
        let is_readable = vocabulary.diagnostics.is_empty();
        let vocabulary = Arc::new(vocabulary);
        let mut symbols = SymbolTable::new(Arc::clone(&vocabulary));
        let files: Vec<(SourceId, &str, Cow<'t, str>)> = files
            .into_iter()
            .map(|(source, name, text)| {
                let (text, conflicts) = without_conflicts(source, text.into());
                diagnostics.extend(conflicts);
                (source, name, text)
            })
            .collect();
        let files = files.iter();
        let files = files.map(|(source, name, text)| split_statements(*source, name, text));
        let mut files: Vec<CheckFile<'_>> = files.collect();
        files.sort_by_key(|file| file.stem);
        // the properties that sums give have to be known before any expression is parsed
        let mut kinds = Vec::new();
        for (at, file) in files.iter().enumerate() {
            let each = resolve_kind(file, &vocabulary, &mut diagnostics);
            kinds.push(each);
            let gives = file
                .statements
                .iter()
                .find(|statement| statement.word == "gives");
            if let (Some(statement), Some(kind)) = (gives, each) {
                let name = statement
                    .rest
                    .of(file.text)
                    .split('=')
                    .next()
                    .unwrap_or_default()
                    .trim();
                let property = symbols.intern_property(name);
                if let Some(at) = symbols.sums.insert((kind, property), at as u16) {
                    let other = files[usize::from(at)].stem;
                    diagnostics.push(error_at(
                        file.source,
                        statement.rest,
                        format!("`{name}` is already defined by `{other}`"),
                    ));
                }
            }
        }
        let mut rules = Vec::new();
        for (file, kind) in files.iter().zip(kinds) {
            symbols.source = file.source;
            let mut parser = RuleParser {
                file,
                symbols: &mut symbols,
                diagnostics: &mut diagnostics,
            };
            rules.push(parser.parse_rule(key, kind.unwrap_or(ROOT)));
        }
        symbols.index_sums();
        if !is_readable {
            // a name that a rule uses may be what is misspelt in the vocabulary
            diagnostics.truncate(vocabulary.diagnostics.len());
        }
        Self {
            vocabulary,
            rules,
            diagnostics,
            symbols,
        }
    }

    /// Returns the names of all properties: those of the vocabulary, and those that sums give.
    pub fn property_names(&self) -> impl Iterator<Item = &str> {
        self.symbols.properties.iter().map(|name| &**name)
    }

    /// Returns the property of a name.
    pub fn property(&self, name: &str) -> Option<PropertyIx> {
        self.symbols.property(name)
    }

    /// Returns the rule of a full code.
    pub fn rule(&self, code: &str) -> Option<&PlayRule> {
        self.rules.iter().find(|rule| *rule.code == *code)
    }
}

/// Returns the kind behind `each`, or reports that there is none.
fn resolve_kind(
    file: &CheckFile<'_>,
    vocabulary: &Vocabulary,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<KindIx> {
    let Some(first) = file.statements.first() else {
        if !file.problems.is_empty() {
            return None;
        }
        let at = Span::new(file.plain.front.end(), file.plain.front.end());
        diagnostics.push(error_at(
            file.source,
            at,
            "expected a block ```rule with a rule in it".to_owned(),
        ));
        return None;
    };
    if first.word != "each" {
        diagnostics.push(error_at(
            file.source,
            first.word_span,
            "a rule begins with `each` and a kind of record".to_owned(),
        ));
        return None;
    }
    let name = first.rest.of(file.text).trim();
    let kind = vocabulary.find_kind(name);
    if kind.is_some() {
        return kind;
    }
    let near = nearest(name, vocabulary.kinds.iter().map(|kind| &*kind.name));
    let message = format!("unknown kind of record `{name}`");
    let error = error_at(file.source, first.rest, message);
    diagnostics.push(with_near(error, near));
    near.and_then(|near| vocabulary.find_kind(near))
}
