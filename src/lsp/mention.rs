//! Names of things in a rules file, with their places: what the cursor may stand on.

use crate::{
    lint,
    resolve::place_id,
    syntax::{
        Attributes, Block, Command, FileRole, FileSection, InsertAnchor, InstructionEntry,
        MarkKind, RulesFile, Target,
    },
    text::Span,
};

/// What a name names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Thing {
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

impl Thing {
    /// Its name.
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

/// What a mention does with what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It gives the name: the heading of a base text, an id in rules text, `term=`, the id behind an instruction.
    Declares,
    /// It addresses it: the target of an instruction, or the place above it.
    Addresses,
    /// It refers to it: a link, a fact in the wording.
    Refers,
}

/// A name in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// What it names.
    pub(super) thing: Thing,
    /// How.
    pub(super) usage: Use,
    /// The bytes of the name itself, without `#`, `fact:` or the words that are marked.
    pub(super) name: Span,
    /// The bytes on which the cursor may stand: for a link, its words too.
    pub(super) span: Span,
    /// The instruction in which it stands: place and entry.
    pub(super) within: Option<(usize, usize)>,
}

impl Mention {
    /// The bytes of the name, or of the heading that stands for it.
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
    out: Vec<Mention>,
    within: Option<(usize, usize)>,
}

/// All names in a file, in the order of their places.
pub(super) fn mentions(file: &RulesFile, text: &str) -> Vec<Mention> {
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
        .sort_by_key(|mention| (mention.span.start(), mention.span.end()));
    finder.out
}

/// The innermost name that the cursor stands on.
pub(super) fn at(mentions: &[Mention], byte: usize) -> Option<&Mention> {
    mentions
        .iter()
        .filter(|mention| mention.span.touches(byte))
        .min_by_key(|mention| mention.span.len())
}

/// The instruction whose heading, payload or commentary holds a byte: place and entry.
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

/// The level-1 heading below which a byte stands.
pub(super) fn place_at(file: &RulesFile, byte: usize) -> Option<usize> {
    file.places
        .iter()
        .rposition(|place| place.span.start() <= byte)
}

impl Finder<'_> {
    fn put(&mut self, thing: Thing, usage: Use, name: Span, span: Span) {
        self.out.push(Mention {
            thing,
            usage,
            name,
            span,
            within: self.within,
        });
    }

    fn plain(&mut self, thing: Thing, usage: Use, span: Span) {
        self.put(thing, usage, span, span);
    }

    fn front(&mut self, file: &RulesFile) {
        let front = &file.front;
        if let Some(ruleset) = &front.ruleset {
            self.plain(
                Thing::Ruleset(ruleset.value.clone()),
                Use::Refers,
                ruleset.span,
            );
        }
        if let Some(document) = &front.document {
            self.plain(
                Thing::Document(document.value.clone()),
                Use::Refers,
                document.span,
            );
        }
        for edition in [&front.edition, &front.frame].into_iter().flatten() {
            self.plain(
                Thing::Edition(edition.value.clone()),
                Use::Refers,
                edition.span,
            );
        }
    }

    fn place(&mut self, file: &RulesFile, place: &FileSection) {
        let makes = match file.role {
            FileRole::Base => Use::Declares,
            FileRole::Amend | FileRole::Clarify | FileRole::Book => Use::Addresses,
            FileRole::Index => Use::Refers,
        };
        if place.attrs.id.is_none() && !place.heading.text.is_empty() {
            // a heading without an id has its words for one
            self.put(
                Thing::Clause(place_id(place)),
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
        self.attributes(&entry.attrs, Use::Declares);
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
            self.attributes(&block.attrs, Use::Declares);
            if let Some(text) = block.text() {
                self.marks(text);
            }
        }
    }

    fn attributes(&mut self, attrs: &Attributes, id: Use) {
        if let Some(own) = &attrs.id {
            self.hashed(Thing::Clause(own.value.clone()), id, own.span);
        }
        for (key, value) in &attrs.pairs {
            let refers = |thing| (thing, Use::Refers);
            let (thing, usage) = match &*key.value {
                "page" => refers(Thing::Page(value.value.clone())),
                "within" => refers(Thing::Clause(value.value.clone())),
                "effective" | "until" => refers(Thing::Edition(value.value.clone())),
                "document" => refers(Thing::Document(value.value.clone())),
                "quoted" => {
                    for part in self.parts(value.span) {
                        self.plain(
                            Thing::Document(part.of(self.text).to_owned()),
                            Use::Refers,
                            part,
                        );
                    }
                    continue;
                }
                "term" => (Thing::Term(value.value.clone()), Use::Declares),
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
            self.plain(thing, usage, value.span);
        }
    }

    /// Documents in `n=dbm-3.3:23,dbm-3.4:7`.
    fn passages(&mut self, span: Span) {
        for part in self.parts(span) {
            if let Some((document, _)) = part.of(self.text).split_once(':') {
                let name = Span::new(part.start(), part.start() + document.len());
                self.plain(Thing::Document(document.to_owned()), Use::Refers, name);
            }
        }
    }

    /// Editions in `ruled=narrowed@3.4`.
    fn verdicts(&mut self, span: Span) {
        for part in self.parts(span) {
            if let Some((verdict, edition)) = part.of(self.text).split_once('@') {
                let name = Span::new(part.start() + verdict.len() + 1, part.end());
                self.plain(Thing::Edition(edition.to_owned()), Use::Refers, name);
            }
        }
    }

    /// The words of a list without blanks.
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

    /// A name behind a `#`, which is no part of it.
    fn hashed(&mut self, thing: Thing, usage: Use, span: Span) {
        let hash = usize::from(span.of(self.text).starts_with('#'));
        self.put(
            thing,
            usage,
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
                    Thing::Document(document.value.clone()),
                    Use::Refers,
                    document.span,
                );
                self.hashed(
                    Thing::Clause(clause.value.clone()),
                    Use::Addresses,
                    clause.span,
                );
            }
            Command::Delete {
                moved_to: Some(to), ..
            } => self.hashed(Thing::Clause(to.value.clone()), Use::Refers, to.span),
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
            self.hashed(Thing::Clause(id.value.clone()), Use::Addresses, id.span);
        }
        if let Some(frame) = &target.frame {
            self.plain(Thing::Edition(frame.value.clone()), Use::Refers, frame.span);
        }
        for step in &target.steps {
            if let crate::syntax::AddressStepKind::Section(names) = &step.kind {
                for name in names {
                    self.hashed(Thing::Clause(name.value.clone()), Use::Addresses, name.span);
                }
            }
        }
    }

    fn marks(&mut self, inline: &crate::syntax::Inline) {
        for mark in &inline.marks {
            let (thing, before) = match &mark.kind {
                MarkKind::Fact(id) => (Thing::Fact(id.to_string()), "fact:"),
                MarkKind::Term(id) => (Thing::Term(id.to_string()), "term:"),
                MarkKind::Link(id) => (Thing::Clause(id.to_string()), "#"),
                MarkKind::Url(_)
                | MarkKind::Strike
                | MarkKind::Strong
                | MarkKind::Emphasis
                | MarkKind::Hole => continue,
            };
            let words = inline.source_span(mark.span);
            // behind the words stands `](fact:name)`
            let rest = self.text.get(words.end()..).unwrap_or_default();
            let lead = rest.find("](").map(|at| at + 2 + before.len());
            let end = lead.and_then(|lead| Some(lead + rest.get(lead..)?.find(')')?));
            let (Some(lead), Some(end)) = (lead, end) else {
                continue;
            };
            let name = Span::new(words.end() + lead, words.end() + end);
            self.put(
                thing,
                Use::Refers,
                name,
                Span::new(words.start().saturating_sub(1), name.end() + 1),
            );
        }
    }
}
