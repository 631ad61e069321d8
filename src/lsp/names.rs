//! Finds the names in files of all kinds: of clauses, facts, terms, documents and editions, with
//! their bytes; those at a byte, and all in a file or of a symbol.

use super::{ResponseError, RulesDocument, Snapshot, toml_shape::shape_of};
use crate::{
    analysis::{Analysis, InstructionPosition, Source, SourceKind},
    diagnostic::Location,
    model::toml_file,
    resolve::{self, OccurrencePart, OccurrenceRole, RulesetDb, Symbol, SymbolOccurrence},
    scenario::{self, ReferenceKind, ScenarioDocument, WordRole},
    syntax::{Extent, FileSection, InstructionEntry, NameKind, RulesFile},
    text::{SourceId, Span},
};
use std::{borrow::Cow, collections::BTreeSet};

/// Finds all names in a rules, check or TOML file, in the order of their positions, and returns
/// them with the ruleset. There are none in other files.
pub(super) fn names(
    analysis: &Analysis,
    source: SourceId,
) -> Option<(&RulesetDb, Vec<SymbolOccurrence>)> {
    let own = analysis.source(source)?;
    let db = analysis.ruleset_db(&own.ruleset)?;
    let mut out = match own.kind {
        SourceKind::Rules => in_rules(analysis.file(source)?, &own.text),
        SourceKind::Check => in_check(db, &own.text),
        SourceKind::Scenario => return None,
        SourceKind::Ruleset
        | SourceKind::Thesaurus
        | SourceKind::Vocabulary
        | SourceKind::Import => in_toml(own)?,
    };
    out.sort_by_key(|name| (name.span.start(), name.span.end()));
    Some((db, out))
}

/// Finds the names in a rules file. The span of a mark covers its words and its name: the cursor
/// may be on either.
fn in_rules(file: &RulesFile, text: &str) -> Vec<SymbolOccurrence> {
    let located = |found: SymbolOccurrence| match found.part {
        OccurrencePart::Attributes | OccurrencePart::Instruction => Some(found),
        OccurrencePart::Wording | OccurrencePart::Commentary => locate_mark(found, text),
    };
    let found = resolve::occurrences(file).into_iter();
    found.filter_map(located).collect()
}

/// Finds the name of a mark, which comes after its words: `[words](fact:name)`.
fn locate_mark(mark: SymbolOccurrence, text: &str) -> Option<SymbolOccurrence> {
    let before = match mark.symbol {
        Symbol::Fact(_) => "fact:",
        Symbol::Term(_) => "term:",
        Symbol::Clause(_)
        | Symbol::Document(_)
        | Symbol::Edition(_)
        | Symbol::Page(_)
        | Symbol::Ruleset(_) => "#",
    };
    let words = mark.span;
    let rest = text.get(words.end()..)?;
    let lead = rest.find("](")? + 2 + before.len();
    let end = lead + rest.get(lead..)?.find(')')?;
    let name = Span::new(words.end() + lead, words.end() + end);
    Some(SymbolOccurrence {
        name,
        span: Span::new(words.start().saturating_sub(1), name.end() + 1),
        ..mark
    })
}

fn in_check(db: &RulesetDb, text: &str) -> Vec<SymbolOccurrence> {
    let found = scenario::find_references(text).into_iter();
    let named = found.map(|(kind, name)| {
        let is_fact = || !db.sections_with_fact(&name.value).is_empty();
        let symbol = match kind {
            ReferenceKind::Fact if is_fact() => Symbol::Fact(name.value.into()),
            ReferenceKind::Fact | ReferenceKind::Clause => Symbol::Clause(name.value.into()),
            ReferenceKind::Instruction => {
                let document = name.value.split(':').next().unwrap_or_default();
                Symbol::Document(document.into())
            }
        };
        let span = name.span.with_len(symbol.name().len());
        SymbolOccurrence::new(symbol, OccurrenceRole::Reference, span)
    });
    named.collect()
}

fn in_toml(own: &Source) -> Option<Vec<SymbolOccurrence>> {
    let shape = shape_of(own)?;
    let (keys, names) = toml_file::toml_keys_and_names(&own.text, shape);
    let named = names.into_iter().filter_map(|name| {
        let text = name.name.into();
        let symbol = match name.kind {
            NameKind::Edition => Symbol::Edition(text),
            NameKind::Document => Symbol::Document(text),
            NameKind::Clause => Symbol::Clause(text),
            _ => return None,
        };
        let role = OccurrenceRole::Reference;
        Some(SymbolOccurrence::new(symbol, role, name.span))
    });
    let mut out: Vec<SymbolOccurrence> = named.collect();
    if own.kind == SourceKind::Ruleset {
        out.extend(keys.into_iter().filter_map(|key| match &key.path[..] {
            [table, name] if table == "document" => Some(SymbolOccurrence::new(
                Symbol::Document(name.as_str().into()),
                OccurrenceRole::Declaration,
                unquoted(&own.text, key.span, name)?,
            )),
            _ => None,
        }));
    }
    Some(out)
}

/// Finds the ruleset and edition that a scenario names, and the terms among its words.
fn in_scenario(document: &ScenarioDocument, db: &RulesetDb) -> Vec<SymbolOccurrence> {
    let front = document.front();
    let words = document.words().iter();
    let named = words.filter_map(|word| {
        let symbol = match word.role {
            WordRole::Setting => {
                let front = front?;
                let own = [&front.edition, &front.ruleset].map(|own| {
                    let own = own.as_ref().filter(|own| own.span == word.span);
                    own.map(|own| own.value.as_str())
                });
                match own {
                    [Some(edition), _] => Symbol::Edition(edition.into()),
                    [None, Some(_)] => Symbol::Ruleset(db.ruleset.key.as_str().into()),
                    [None, None] => return None,
                }
            }
            WordRole::Value(..) => Symbol::Term(document.term(db, word)?.into()),
            WordRole::Heading | WordRole::Key | WordRole::Name(_) => return None,
        };
        let role = OccurrenceRole::Reference;
        Some(SymbolOccurrence::new(symbol, role, word.span))
    });
    named.collect()
}

/// Returns the id of a clause or term, as sections have it: `rear-support`, `term:kn`; `None` for
/// another symbol.
pub(super) fn clause_id(symbol: &Symbol) -> Option<Cow<'_, str>> {
    match symbol {
        Symbol::Clause(id) => Some(Cow::Borrowed(id)),
        Symbol::Term(id) => Some(Cow::Owned(format!("term:{id}"))),
        _ => None,
    }
}

/// Returns the span of a name that may be in quotation marks.
pub(super) fn unquoted(text: &str, span: Span, name: &str) -> Option<Span> {
    let at = span.of(text).find(name)?;
    Some(Span::new(span.start() + at, span.start() + at + name.len()))
}

/// Returns the heading of the instruction that contains an occurrence in a rules file.
pub(super) fn heading_around(file: &RulesFile, found: &SymbolOccurrence) -> Option<Location> {
    let (place, entry) = found.within()?;
    let entry = file.places.get(place)?.entries.get(entry)?;
    Some(file.locate(entry.heading_span))
}

impl<'a> Snapshot<'a> {
    /// Finds all names in a file, in the order of their positions, and returns them with the
    /// ruleset.
    pub(super) fn names(&self, source: SourceId) -> Option<(&'a RulesetDb, Vec<SymbolOccurrence>)> {
        let Some(document) = self.scenario_of(source) else {
            return names(self.analysis(), source);
        };
        let db = document.ruleset_db(self.analysis())?;
        Some((db, in_scenario(&document, db)))
    }

    /// Returns the innermost name at a byte of a file, and the ruleset.
    pub(super) fn name_at(
        &self,
        source: SourceId,
        byte: usize,
    ) -> Option<(&'a RulesetDb, SymbolOccurrence)> {
        let (db, all) = self.names(source)?;
        let here = all.into_iter().filter(|name| name.span.touches(byte));
        Some((db, here.min_by_key(|name| name.span.len())?))
    }

    /// Finds all occurrences of symbols in the rules, check and TOML files of a ruleset.
    pub(super) fn occurrences_of(
        &self,
        db: &RulesetDb,
        symbols: &[Symbol],
    ) -> Result<Vec<(SourceId, SymbolOccurrence)>, ResponseError> {
        let naming = symbols.iter().flat_map(|symbol| db.files_naming(symbol));
        let mut sources: BTreeSet<SourceId> = naming.collect();
        let others = self.analysis().sources().iter().zip(0..);
        sources.extend(others.filter_map(|(source, at)| {
            let mut names = symbols.iter().map(Symbol::name);
            let is_other = source.kind != SourceKind::Rules && source.ruleset == db.ruleset.key;
            (is_other && names.any(|name| source.text.contains(name))).then_some(SourceId(at))
        }));
        let mut out = Vec::new();
        for source in sources {
            self.check_cancelled()?;
            let found = names(self.analysis(), source).map_or_else(Vec::new, |(_, found)| found);
            let own = found
                .into_iter()
                .filter(|name| symbols.contains(&name.symbol));
            out.extend(own.map(|name| (source, name)));
        }
        Ok(out)
    }
}

impl<'a> RulesDocument<'a> {
    /// Returns the instruction whose heading, payload or commentary contains a byte.
    pub(super) fn entry_at(
        &self,
        byte: usize,
    ) -> Option<(InstructionPosition, &'a InstructionEntry)> {
        let Extent::Entry(place, entry) = self.file.part_at(byte) else {
            return None;
        };
        let position = InstructionPosition {
            source: self.source,
            place,
            entry,
        };
        Some((position, self.file.entry_at(byte)?))
    }

    /// Returns the section that contains a byte.
    pub(super) fn place_at(&self, byte: usize) -> Option<&'a FileSection> {
        let mut places = self.file.places.iter();
        places.rfind(|place| place.span.start() <= byte)
    }
}
