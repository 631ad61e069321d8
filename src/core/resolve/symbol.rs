//! Finds where a rules file declares, addresses or mentions names: of clauses, facts, terms, ….

use super::section_id::{file_section_id, targets};
use crate::{
    syntax::{
        AddressStepKind, Attributes, Block, Command, Commentary, FileRole, FileSection, Inline,
        InstructionEntry, MarkKind, RulesFile, Target, Verb, comma_parts, flatten_blocks,
    },
    text::{Span, Spanned},
};
use std::sync::Arc;

/// Something with a name: a clause, fact, term, document, edition, printed page or ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A clause, by its id without `#`.
    Clause(Arc<str>),
    /// A fact.
    Fact(Arc<str>),
    /// A term of the glossary.
    Term(Arc<str>),
    /// A document of the ruleset.
    Document(Arc<str>),
    /// An edition.
    Edition(Arc<str>),
    /// A printed page.
    Page(Arc<str>),
    /// A ruleset.
    Ruleset(Arc<str>),
}

impl Symbol {
    /// Returns the name.
    pub fn name(&self) -> &str {
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

/// Whether a symbol's name is declared, addressed by an instruction, or referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OccurrenceRole {
    /// It declares the name: the heading of a base text, an id in rules text, `term=`, the id after
    /// an instruction.
    Declaration,
    /// It addresses it: the target of an instruction, or the place above it.
    Address,
    /// It refers to it: a link, a fact in the wording.
    Reference,
}

/// In which text of a rules file a name occurs: in front matter or attributes, in an instruction,
/// or as a mark in rules text or in a note of the project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OccurrencePart {
    #[default]
    /// Front matter, ids and other attributes.
    Attributes,
    /// Commands of instructions, with their addresses.
    Instruction,
    /// Marks in rules text.
    Wording,
    /// Marks in notes of the project.
    Commentary,
}

/// An occurrence of a symbol in a rules file: its role, its bytes, and the indices of the section
/// and instruction that contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolOccurrence {
    /// The symbol.
    pub symbol: Symbol,
    /// The role.
    pub role: OccurrenceRole,
    /// The part of the file that contains it.
    pub part: OccurrencePart,
    /// The span of the name, without `#`; for a mark, of the marked words; empty after a heading
    /// whose words are the id.
    pub name: Span,
    /// The span in which the cursor selects it; for a mark, the same as `name`.
    pub span: Span,
    /// The index of the file's section that contains it; none in front matter.
    pub place: Option<usize>,
    /// The index of the instruction in that section that contains it.
    pub entry: Option<usize>,
}

impl SymbolOccurrence {
    /// Creates an occurrence whose name is selected by itself, outside of sections and marks.
    pub fn new(symbol: Symbol, role: OccurrenceRole, name: Span) -> Self {
        Self {
            symbol,
            role,
            part: OccurrencePart::default(),
            name,
            span: name,
            place: None,
            entry: None,
        }
    }

    /// Returns the span of the name, or of the heading whose words are the id.
    pub fn name_span(&self) -> Span {
        if self.name.is_empty() {
            self.span
        } else {
            self.name
        }
    }

    /// Returns the indexes of the section and of the instruction that contain it.
    pub fn within(&self) -> Option<(usize, usize)> {
        Some((self.place?, self.entry?))
    }
}

/// Makes the symbol of a kind that has a name.
type MakeSymbol = fn(Arc<str>) -> Symbol;

/// Collects the symbol occurrences of a file: holds the section, instruction and part of the file
/// being visited.
#[derive(Default)]
struct OccurrenceCollector {
    out: Vec<SymbolOccurrence>,
    part: OccurrencePart,
    place: Option<usize>,
    entry: Option<usize>,
}

/// Finds all occurrences in a file: front matter first, then section by section.
pub fn occurrences(file: &RulesFile) -> Vec<SymbolOccurrence> {
    let mut finder = OccurrenceCollector::default();
    finder.front(file);
    finder.visit(file, OccurrenceCollector::place, OccurrenceCollector::entry);
    finder.out
}

/// Finds the links in the notes of the project.
pub(super) fn commentary_links(file: &RulesFile) -> Vec<SymbolOccurrence> {
    let mut finder = OccurrenceCollector::default();
    finder.visit(
        file,
        |finder, _, place| finder.commentary(&place.commentary),
        |finder, entry| finder.commentary(&entry.commentary),
    );
    finder.out
}

impl OccurrenceCollector {
    /// Visits the sections of a file, each before its instructions.
    fn visit(
        &mut self,
        file: &RulesFile,
        place: fn(&mut Self, &RulesFile, &FileSection),
        entry: fn(&mut Self, &InstructionEntry),
    ) {
        for (at, section) in file.places.iter().enumerate() {
            (self.place, self.entry) = (Some(at), None);
            place(self, file, section);
            for (entry_at, own) in section.entries.iter().enumerate() {
                self.entry = Some(entry_at);
                entry(self, own);
            }
        }
    }

    fn put(&mut self, symbol: Symbol, role: OccurrenceRole, name: Span, span: Span) {
        self.out.push(SymbolOccurrence {
            part: self.part,
            span,
            place: self.place,
            entry: self.entry,
            ..SymbolOccurrence::new(symbol, role, name)
        });
    }

    fn plain(&mut self, symbol: Symbol, role: OccurrenceRole, span: Span) {
        self.put(symbol, role, span, span);
    }

    fn refer(&mut self, symbol: MakeSymbol, name: &str, span: Span) {
        self.plain(symbol(name.into()), OccurrenceRole::Reference, span);
    }

    fn front(&mut self, file: &RulesFile) {
        let front = &file.front;
        let names: [(_, MakeSymbol); 4] = [
            (&front.ruleset, Symbol::Ruleset),
            (&front.document, Symbol::Document),
            (&front.edition, Symbol::Edition),
            (&front.frame, Symbol::Edition),
        ];
        for (name, symbol) in names {
            if let Some(name) = name {
                self.refer(symbol, &name.value, name.span);
            }
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
                Symbol::Clause(file_section_id(place).into()),
                makes,
                place.heading_span.at_end(),
                place.heading_span,
            );
        }
        self.attributes(&place.attrs, makes);
        self.marks(&place.heading, OccurrencePart::Wording);
        for block in &place.blocks {
            self.block(block);
        }
        self.commentary(&place.commentary);
    }

    fn entry(&mut self, entry: &InstructionEntry) {
        self.attributes(&entry.attrs, OccurrenceRole::Declaration);
        if let Some(command) = &entry.command {
            self.part = OccurrencePart::Instruction;
            self.command(command);
            self.part = OccurrencePart::Attributes;
        }
        for block in &entry.payload {
            self.block(block);
        }
        self.commentary(&entry.commentary);
    }

    fn commentary(&mut self, notes: &[Commentary]) {
        for note in notes {
            self.marks(&note.text, OccurrencePart::Commentary);
        }
    }

    fn block(&mut self, block: &Block) {
        for block in flatten_blocks(std::slice::from_ref(block)) {
            self.attributes(&block.attrs, OccurrenceRole::Declaration);
            if let Some(text) = block.text() {
                self.marks(text, OccurrencePart::Wording);
            }
        }
    }

    fn attributes(&mut self, attrs: &Attributes, id: OccurrenceRole) {
        if let Some(own) = &attrs.id {
            self.clause(own, id);
        }
        for (key, value) in &attrs.pairs {
            let name = value.value.as_str();
            match &*key.value {
                "page" => self.refer(Symbol::Page, name, value.span),
                "within" => self.refer(Symbol::Clause, name, value.span),
                "effective" | "until" => self.refer(Symbol::Edition, name, value.span),
                "document" => self.refer(Symbol::Document, name, value.span),
                "quoted" => comma_parts(value)
                    .for_each(|(document, span)| self.refer(Symbol::Document, document, span)),
                "term" => {
                    let term = Symbol::Term(name.into());
                    self.plain(term, OccurrenceRole::Declaration, value.span);
                }
                "n" => self.passages(value),
                "ruled" => self.verdicts(value),
                _ => {}
            }
        }
    }

    /// Documents in `n=dbm-3.3:23,dbm-3.4:7`.
    fn passages(&mut self, value: &Spanned<String>) {
        for (part, span) in comma_parts(value) {
            if let Some((document, _)) = part.split_once(':') {
                self.refer(Symbol::Document, document, span.with_len(document.len()));
            }
        }
    }

    /// Editions in `ruled=narrowed@3.4`.
    fn verdicts(&mut self, value: &Spanned<String>) {
        for (part, span) in comma_parts(value) {
            if let Some((verdict, edition)) = part.split_once('@') {
                let span = span.with_start(span.start() + verdict.len() + 1);
                self.refer(Symbol::Edition, edition, span);
            }
        }
    }

    /// Adds a clause. The `#` in front of its name is not part of the name.
    fn clause(&mut self, id: &Spanned<String>, role: OccurrenceRole) {
        let hash = id.span.len().saturating_sub(id.value.len()).min(1);
        self.put(
            Symbol::Clause(id.value.as_str().into()),
            role,
            id.span.with_start(id.span.start() + hash),
            id.span,
        );
    }

    fn command(&mut self, command: &Command) {
        for target in targets(Some(command)) {
            self.target(target);
        }
        if let Some(document) = &command.document {
            self.refer(Symbol::Document, &document.value, document.span);
        }
        if let Some(clause) = &command.clause {
            let role = match command.verb {
                Verb::Withdraw => OccurrenceRole::Address,
                _ => OccurrenceRole::Reference,
            };
            self.clause(clause, role);
        }
    }

    fn target(&mut self, target: &Target) {
        if let Some(id) = &target.id {
            self.clause(id, OccurrenceRole::Address);
        }
        if let Some(frame) = &target.frame {
            self.refer(Symbol::Edition, &frame.value, frame.span);
        }
        for step in &target.steps {
            if let AddressStepKind::Section(names) = &step.kind {
                for name in names {
                    self.clause(name, OccurrenceRole::Address);
                }
            }
        }
    }

    fn marks(&mut self, inline: &Inline, part: OccurrencePart) {
        for mark in &inline.marks {
            let symbol = match &mark.kind {
                MarkKind::Fact(id) => Symbol::Fact(Arc::clone(id)),
                MarkKind::Term(id) => Symbol::Term(Arc::clone(id)),
                MarkKind::Link(id) => Symbol::Clause(Arc::clone(id)),
                _ => continue,
            };
            let words = inline.source_span(mark.span);
            self.out.push(SymbolOccurrence {
                part,
                place: self.place,
                entry: self.entry,
                ..SymbolOccurrence::new(symbol, OccurrenceRole::Reference, words)
            });
        }
    }
}
