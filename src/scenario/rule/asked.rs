//! What rules of play ask: which properties there are, and what is wanted of the rules' text.

use crate::{
    scenario::vocabulary::{KindIx, NAME, PropertyIx, ROOT, Vocabulary},
    text::{SourceId, Span},
};
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;

/// Something of the rules' text that is asked for, with the first place that asks.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Wish {
    pub(in crate::scenario) source: SourceId,
    pub(in crate::scenario) span: Span,
}

/// What is known while rules of play are read, and what they ask for.
#[derive(Debug)]
pub(in crate::scenario) struct Asked {
    pub(in crate::scenario) vocabulary: Arc<Vocabulary>,
    /// The vocabulary's properties, and behind them those that sums give.
    pub(in crate::scenario) properties: IndexSet<Arc<str>>,
    /// Which rule gives a property of a kind.
    pub(in crate::scenario) given: IndexMap<(KindIx, PropertyIx), u16>,
    /// The same by kind and property, for those who ask often.
    givers: Vec<Vec<Option<u16>>>,
    pub(in crate::scenario) facts: IndexMap<String, Wish>,
    pub(in crate::scenario) tables: IndexMap<String, Wish>,
    pub(in crate::scenario) clauses: IndexMap<String, Wish>,
    pub(in crate::scenario) instructions: IndexMap<String, Wish>,
    /// The file being read.
    pub(super) source: SourceId,
}

fn index(list: &mut IndexMap<String, Wish>, id: &str, wish: Wish) -> u16 {
    let entry = list.entry(id.to_owned());
    let at = entry.index();
    entry.or_insert(wish);
    at as u16
}

impl Asked {
    pub(super) fn new(vocabulary: Arc<Vocabulary>) -> Self {
        let properties = vocabulary.property_names().map(Arc::from).collect();
        Self {
            vocabulary,
            properties,
            given: IndexMap::new(),
            givers: Vec::new(),
            facts: IndexMap::new(),
            tables: IndexMap::new(),
            clauses: IndexMap::new(),
            instructions: IndexMap::new(),
            source: SourceId(0),
        }
    }

    /// The property of that name.
    pub(in crate::scenario) fn property(&self, name: &str) -> Option<PropertyIx> {
        self.properties
            .get_index_of(name)
            .map(|at| PropertyIx(at as u16))
    }

    pub(super) fn intern(&mut self, name: &str) -> PropertyIx {
        PropertyIx(self.properties.insert_full(Arc::from(name)).0 as u16)
    }

    /// Says that all sums are known.
    pub(super) fn seal(&mut self) {
        self.givers = vec![vec![None; self.properties.len()]; self.vocabulary.kinds.len()];
        for (&(kind, property), &rule) in &self.given {
            let slot = self
                .givers
                .get_mut(usize::from(kind.0))
                .and_then(|of_kind| of_kind.get_mut(usize::from(property.0)));
            slot.into_iter().for_each(|slot| *slot = Some(rule));
        }
    }

    /// Which rule gives a property of a kind.
    pub(in crate::scenario) fn giver(&self, kind: KindIx, property: PropertyIx) -> Option<u16> {
        *self
            .givers
            .get(usize::from(kind.0))?
            .get(usize::from(property.0))?
    }

    /// The name of a property.
    pub(in crate::scenario) fn property_name(&self, property: PropertyIx) -> &str {
        self.properties
            .get_index(usize::from(property.0))
            .map_or("", |name| name)
    }

    /// Whether records of a kind may have a property, written or given.
    pub(in crate::scenario) fn has(&self, kind: KindIx, property: PropertyIx) -> bool {
        property == NAME
            || self
                .vocabulary
                .kind(kind)
                .properties
                .contains_key(&property)
            || self.given.contains_key(&(kind, property))
    }

    /// The kinds of records that may stand around one of a kind, however far.
    pub(super) fn around(&self, kind: KindIx) -> Vec<KindIx> {
        let vocabulary = &self.vocabulary;
        let all = || (0..vocabulary.kinds.len()).map(|at| KindIx(at as u16));
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
            for outer in all().filter(|outer| holds(*outer)) {
                if !out.contains(&outer) {
                    out.push(outer);
                    open.push(outer);
                }
            }
        }
        out
    }

    fn wish(&self, span: Span) -> Wish {
        Wish {
            source: self.source,
            span,
        }
    }

    pub(super) fn fact(&mut self, id: &str, span: Span) -> u16 {
        let wish = self.wish(span);
        index(&mut self.facts, id, wish)
    }

    pub(super) fn table(&mut self, id: &str, span: Span) -> u16 {
        let wish = self.wish(span);
        index(&mut self.tables, id, wish)
    }

    pub(super) fn clause(&mut self, id: &str, span: Span) -> u16 {
        let wish = self.wish(span);
        index(&mut self.clauses, id, wish)
    }

    pub(super) fn instruction(&mut self, id: &str, span: Span) -> u16 {
        let wish = self.wish(span);
        index(&mut self.instructions, id, wish)
    }
}
