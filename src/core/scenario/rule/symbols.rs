//! `SymbolTable`: interns the names that rules of play use to indices: properties, facts, tables,
//! clauses and instructions.

use crate::{
    diagnostic::Location,
    scenario::vocabulary::{KindIx, NAME, PropertyIx, ROOT, Vocabulary},
    text::{SourceId, Span},
};
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;

/// The properties, facts, tables, clauses and instructions that rules name, interned to indices.
///
/// Each reference to the rules' text has the location where it is made first.
#[derive(Debug)]
pub(in crate::scenario) struct SymbolTable {
    pub(in crate::scenario) vocabulary: Arc<Vocabulary>,
    /// The properties of the vocabulary, followed by those that sums give.
    pub(in crate::scenario) properties: IndexSet<Arc<str>>,
    /// The index of the rule that gives a property of a kind.
    pub(in crate::scenario) sums: IndexMap<(KindIx, PropertyIx), u16>,
    /// The same, by kind and then by property: the evaluator looks it up for each property that it
    /// reads.
    sums_by_kind: Vec<Vec<Option<u16>>>,
    pub(in crate::scenario) facts: IndexMap<String, Location>,
    pub(in crate::scenario) tables: IndexMap<String, Location>,
    /// The rows and columns of tables that rules name as literals.
    pub(in crate::scenario) cell_labels: Vec<CellLabel>,
    pub(in crate::scenario) clauses: IndexMap<String, Location>,
    pub(in crate::scenario) instructions: IndexMap<String, Location>,
    /// The check file that is being parsed.
    pub(super) source: SourceId,
}

/// A row or column of a table that a rule names, and where.
#[derive(Debug)]
pub(in crate::scenario) struct CellLabel {
    /// The index of the table.
    pub(in crate::scenario) table: u16,
    pub(in crate::scenario) is_row: bool,
    pub(in crate::scenario) label: String,
    pub(in crate::scenario) at: Location,
}

fn intern_reference(list: &mut IndexMap<String, Location>, id: &str, at: Location) -> u16 {
    let entry = list.entry(id.to_owned());
    let index = entry.index();
    entry.or_insert(at);
    index as u16
}

impl SymbolTable {
    pub(super) fn new(vocabulary: Arc<Vocabulary>) -> Self {
        let properties = vocabulary.property_names().map(Arc::from).collect();
        Self {
            vocabulary,
            properties,
            sums: IndexMap::new(),
            sums_by_kind: Vec::new(),
            facts: IndexMap::new(),
            tables: IndexMap::new(),
            cell_labels: Vec::new(),
            clauses: IndexMap::new(),
            instructions: IndexMap::new(),
            source: SourceId(0),
        }
    }

    /// Returns the property of a name.
    pub(in crate::scenario) fn property(&self, name: &str) -> Option<PropertyIx> {
        self.properties
            .get_index_of(name)
            .map(|at| PropertyIx(at as u16))
    }

    pub(super) fn intern_property(&mut self, name: &str) -> PropertyIx {
        PropertyIx(self.properties.insert_full(Arc::from(name)).0 as u16)
    }

    /// Indexes the sums by kind and property, once all of them are known.
    pub(super) fn index_sums(&mut self) {
        self.sums_by_kind = vec![vec![None; self.properties.len()]; self.vocabulary.kinds.len()];
        for (&(kind, property), &rule) in &self.sums {
            let slot = self
                .sums_by_kind
                .get_mut(usize::from(kind.0))
                .and_then(|of_kind| of_kind.get_mut(usize::from(property.0)));
            slot.into_iter().for_each(|slot| *slot = Some(rule));
        }
    }

    /// Returns the index of the rule that gives a property of a kind.
    pub(in crate::scenario) fn sum_for(&self, kind: KindIx, property: PropertyIx) -> Option<u16> {
        *self
            .sums_by_kind
            .get(usize::from(kind.0))?
            .get(usize::from(property.0))?
    }

    /// Returns whether records of a kind may have a property, written or given by a sum.
    pub(in crate::scenario) fn has_property(&self, kind: KindIx, property: PropertyIx) -> bool {
        property == NAME
            || self
                .vocabulary
                .kind(kind)
                .properties
                .contains_key(&property)
            || self.sums.contains_key(&(kind, property))
    }

    /// Returns the kinds of the records that one of a kind may be in, at any depth.
    pub(super) fn ancestor_kinds(&self, kind: KindIx) -> Vec<KindIx> {
        let vocabulary = &self.vocabulary;

        let mut out = vec![ROOT];
        let mut open = vec![kind];
        while let Some(kind) = open.pop() {
            let own = vocabulary.kind(kind);
            let in_section = vocabulary
                .sections
                .iter()
                .any(|section| section.lines.contains(&kind));
            let holds = |outer: KindIx| {
                let form = vocabulary.kind(outer);
                own.within.contains(&outer)
                    || form.lines.contains(&kind)
                    || in_section && !form.headings.is_empty()
            };
            for outer in vocabulary.kind_indices().filter(|outer| holds(*outer)) {
                if !out.contains(&outer) {
                    out.push(outer);
                    open.push(outer);
                }
            }
        }
        out
    }

    pub(super) fn intern_fact(&mut self, id: &str, span: Span) -> u16 {
        intern_reference(&mut self.facts, id, Location::new(self.source, span))
    }

    pub(super) fn intern_table(&mut self, id: &str, span: Span) -> u16 {
        intern_reference(&mut self.tables, id, Location::new(self.source, span))
    }

    pub(super) fn intern_clause(&mut self, id: &str, span: Span) -> u16 {
        intern_reference(&mut self.clauses, id, Location::new(self.source, span))
    }

    pub(super) fn intern_instruction(&mut self, id: &str, span: Span) -> u16 {
        intern_reference(&mut self.instructions, id, Location::new(self.source, span))
    }
}
