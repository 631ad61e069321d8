//! Occurrences of symbols in a rules file.

use crate::{
    lint,
    resolve::place_id,
    syntax::{
        Attributes, Block, Command, FileRole, FileSection, InsertAnchor, InstructionEntry,
        MarkKind, RulesFile, Target,
    },
    text::Span,
};

/// Something that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// A clause, by its id without `#`.
    Clause(String),
    /// A fact.
    Fact(String),
    /// A term of the glossary.
    Term(String),
    /// A document of the ruleset.
    Document(String),
    /// An edition.
    Edition(String),
    /// A printed page.
    Page(String),
    /// A ruleset.
    Ruleset(String),
}

impl Symbol {
    /// Returns the name.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Clause(name)
            | Self::Fact(name)
            | Self::Term(name)
            | Self::Document(name)
            | Self::Edition(name)
            | Self::Page(name)
            | Self::Ruleset(name) => name,
        }
    }
}

/// The role of an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OccurrenceRole {
    /// It declares the name: the heading of a base text, an id in rules text, `term=`, the id after
    /// an instruction.
    Declaration,
    /// It addresses it: the target of an instruction, or the place above it.
    Address,
    /// It refers to it: a link, a fact in the wording.
    Reference,
}

/// An occurrence of a symbol in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolOccurrence {
    /// The symbol.
    pub(super) symbol: Symbol,
    /// The role.
    pub(super) role: OccurrenceRole,
    /// The span of the name itself, without `#`, `fact:` or link text.
    pub(super) name: Span,
    /// The span in which the cursor selects it: for a link, its text too.
    pub(super) span: Span,
    /// The instruction that contains it: place and entry.
    pub(super) within: Option<(usize, usize)>,
}

impl SymbolOccurrence {
    /// Returns the span of the name, or of the heading whose words are the id.
    pub(super) fn place(&self) -> Span {
        if self.name.is_empty() {
            self.span
        } else {
            self.name
        }
    }
}

struct Finder<'a> {
    text: &'a str,
    out: Vec<SymbolOccurrence>,
    within: Option<(usize, usize)>,
}

/// Finds all occurrences in a file, in the order of their positions.
pub(super) fn occurrences(file: &RulesFile, text: &str) -> Vec<SymbolOccurrence> {
    let mut finder = Finder {
        text,
        out: Vec::new(),
        within: None,
    };
    finder.front(file);
    for (at, place) in file.places.iter().enumerate() {
        finder.within = None;
        finder.place(file, place);
        for (entry_at, entry) in place.entries.iter().enumerate() {
            finder.within = Some((at, entry_at));
            finder.entry(entry);
        }
    }
    finder
        .out
        .sort_by_key(|occurrence| (occurrence.span.start(), occurrence.span.end()));
    finder.out
}

/// Returns the innermost occurrence at the cursor.
pub(super) fn at(occurrences: &[SymbolOccurrence], byte: usize) -> Option<&SymbolOccurrence> {
    occurrences
        .iter()
        .filter(|occurrence| occurrence.span.touches(byte))
        .min_by_key(|occurrence| occurrence.span.len())
}

/// Returns the instruction whose heading, payload or commentary contains a byte: place and entry.
pub(super) fn entry_at(file: &RulesFile, byte: usize) -> Option<(usize, usize)> {
    let place = file
        .places
        .iter()
        .rposition(|place| place.span.start() <= byte)?;
    let entry = file.places[place]
        .entries
        .iter()
        .rposition(|entry| entry.span.start() <= byte)?;
    Some((place, entry))
}

/// Returns the section that contains a byte.
pub(super) fn place_at(file: &RulesFile, byte: usize) -> Option<usize> {
    file.places
        .iter()
        .rposition(|place| place.span.start() <= byte)
}

impl Finder<'_> {
    fn put(&mut self, symbol: Symbol, role: OccurrenceRole, name: Span, span: Span) {
        self.out.push(SymbolOccurrence {
            symbol,
            role,
            name,
            span,
            within: self.within,
        });
    }

    fn plain(&mut self, symbol: Symbol, role: OccurrenceRole, span: Span) {
        self.put(symbol, role, span, span);
    }

    fn front(&mut self, file: &RulesFile) {
        let front = &file.front;
        if let Some(ruleset) = &front.ruleset {
            self.plain(
                Symbol::Ruleset(ruleset.value.clone()),
                OccurrenceRole::Reference,
                ruleset.span,
            );
        }
        if let Some(document) = &front.document {
            self.plain(
                Symbol::Document(document.value.clone()),
                OccurrenceRole::Reference,
                document.span,
            );
        }
        for edition in [&front.edition, &front.frame].into_iter().flatten() {
            self.plain(
                Symbol::Edition(edition.value.clone()),
                OccurrenceRole::Reference,
                edition.span,
            );
        }
    }

    fn place(&mut self, file: &RulesFile, place: &FileSection) {
        let makes = match file.role {
            FileRole::Base => OccurrenceRole::Declaration,
            FileRole::Amend | FileRole::Clarify | FileRole::Book => OccurrenceRole::Address,
            FileRole::Index => OccurrenceRole::Reference,
        };
        if place.attrs.id.is_none() && !place.heading.text.is_empty() {
            // a heading without an id has its words as its id
            self.put(
                Symbol::Clause(place_id(place)),
                makes,
                Span::new(place.heading_span.end(), place.heading_span.end()),
                place.heading_span,
            );
        }
        self.attributes(&place.attrs, makes);
        self.marks(&place.heading);
        for block in &place.blocks {
            self.block(block);
        }
        for commentary in &place.commentary {
            self.marks(&commentary.text);
        }
    }

    fn entry(&mut self, entry: &InstructionEntry) {
        self.attributes(&entry.attrs, OccurrenceRole::Declaration);
        if let Some(command) = &entry.command {
            self.command(command);
        }
        for block in &entry.payload {
            self.block(block);
        }
        for commentary in &entry.commentary {
            self.marks(&commentary.text);
        }
    }

    fn block(&mut self, block: &Block) {
        for block in lint::flatten_blocks(std::slice::from_ref(block)) {
            self.attributes(&block.attrs, OccurrenceRole::Declaration);
            if let Some(text) = block.text() {
                self.marks(text);
            }
        }
    }

    fn attributes(&mut self, attrs: &Attributes, id: OccurrenceRole) {
        if let Some(own) = &attrs.id {
            self.hashed(Symbol::Clause(own.value.clone()), id, own.span);
        }
        for (key, value) in &attrs.pairs {
            let reference = |symbol| (symbol, OccurrenceRole::Reference);
            let (symbol, role) = match &*key.value {
                "page" => reference(Symbol::Page(value.value.clone())),
                "within" => reference(Symbol::Clause(value.value.clone())),
                "effective" | "until" => reference(Symbol::Edition(value.value.clone())),
                "document" => reference(Symbol::Document(value.value.clone())),
                "quoted" => {
                    for part in self.parts(value.span) {
                        self.plain(
                            Symbol::Document(part.of(self.text).to_owned()),
                            OccurrenceRole::Reference,
                            part,
                        );
                    }
                    continue;
                }
                "term" => (
                    Symbol::Term(value.value.clone()),
                    OccurrenceRole::Declaration,
                ),
                "n" => {
                    self.passages(value.span);
                    continue;
                }
                "ruled" => {
                    self.verdicts(value.span);
                    continue;
                }
                _ => continue,
            };
            self.plain(symbol, role, value.span);
        }
    }

    /// Documents in `n=dbm-3.3:23,dbm-3.4:7`.
    fn passages(&mut self, span: Span) {
        for part in self.parts(span) {
            if let Some((document, _)) = part.of(self.text).split_once(':') {
                let name = Span::new(part.start(), part.start() + document.len());
                self.plain(
                    Symbol::Document(document.to_owned()),
                    OccurrenceRole::Reference,
                    name,
                );
            }
        }
    }

    /// Editions in `ruled=narrowed@3.4`.
    fn verdicts(&mut self, span: Span) {
        for part in self.parts(span) {
            if let Some((verdict, edition)) = part.of(self.text).split_once('@') {
                let name = Span::new(part.start() + verdict.len() + 1, part.end());
                self.plain(
                    Symbol::Edition(edition.to_owned()),
                    OccurrenceRole::Reference,
                    name,
                );
            }
        }
    }

    /// Splits a list at its commas.
    fn parts(&self, span: Span) -> Vec<Span> {
        let text = span.of(self.text);
        let mut start = span.start();
        let part = |part: &str| {
            let own = Span::new(start, start + part.len());
            start = own.end() + 1;
            own
        };
        text.split(',').map(part).collect()
    }

    /// Adds a name after a `#`, which is not part of it.
    fn hashed(&mut self, symbol: Symbol, role: OccurrenceRole, span: Span) {
        let hash = usize::from(span.of(self.text).starts_with('#'));
        self.put(
            symbol,
            role,
            Span::new(span.start() + hash, span.end()),
            span,
        );
    }

    fn command(&mut self, command: &Command) {
        for target in crate::resolve::targets(Some(command)) {
            self.target(target);
        }
        match command {
            Command::Withdraw { document, clause } => {
                self.plain(
                    Symbol::Document(document.value.clone()),
                    OccurrenceRole::Reference,
                    document.span,
                );
                self.hashed(
                    Symbol::Clause(clause.value.clone()),
                    OccurrenceRole::Address,
                    clause.span,
                );
            }
            Command::Delete {
                moved_to: Some(to), ..
            } => self.hashed(
                Symbol::Clause(to.value.clone()),
                OccurrenceRole::Reference,
                to.span,
            ),
            Command::Replace { .. }
            | Command::ReplacePhrase { .. }
            | Command::Delete { .. }
            | Command::Insert {
                point: InsertAnchor::Phrase(..) | InsertAnchor::Unit(_),
                ..
            }
            | Command::Add { .. }
            | Command::SetValues
            | Command::SetEntries
            | Command::Substitute { .. }
            | Command::Note { .. }
            | Command::Clarify { .. } => {}
        }
    }

    fn target(&mut self, target: &Target) {
        if let Some(id) = &target.id {
            self.hashed(
                Symbol::Clause(id.value.clone()),
                OccurrenceRole::Address,
                id.span,
            );
        }
        if let Some(frame) = &target.frame {
            self.plain(
                Symbol::Edition(frame.value.clone()),
                OccurrenceRole::Reference,
                frame.span,
            );
        }
        for step in &target.steps {
            if let crate::syntax::AddressStepKind::Section(names) = &step.kind {
                for name in names {
                    self.hashed(
                        Symbol::Clause(name.value.clone()),
                        OccurrenceRole::Address,
                        name.span,
                    );
                }
            }
        }
    }

    fn marks(&mut self, inline: &crate::syntax::Inline) {
        for mark in &inline.marks {
            let (symbol, before) = match &mark.kind {
                MarkKind::Fact(id) => (Symbol::Fact(id.to_string()), "fact:"),
                MarkKind::Term(id) => (Symbol::Term(id.to_string()), "term:"),
                MarkKind::Link(id) => (Symbol::Clause(id.to_string()), "#"),
                MarkKind::Url(_)
                | MarkKind::Strike
                | MarkKind::Strong
                | MarkKind::Emphasis
                | MarkKind::Hole => continue,
            };
            let words = inline.source_span(mark.span);
            // after the words comes `](fact:name)`
            let rest = self.text.get(words.end()..).unwrap_or_default();
            let lead = rest.find("](").map(|at| at + 2 + before.len());
            let end = lead.and_then(|lead| Some(lead + rest.get(lead..)?.find(')')?));
            let (Some(lead), Some(end)) = (lead, end) else {
                continue;
            };
            let name = Span::new(words.end() + lead, words.end() + end);
            self.put(
                symbol,
                OccurrenceRole::Reference,
                name,
                Span::new(words.start().saturating_sub(1), name.end() + 1),
            );
        }
    }
}
