//! Reading rules files.
//!
//! pulldown-cmark gives events with offsets (`events`); text becomes sentences (`own`), quotes become Markdown's blocks
//! (`quote`), these become units as print has them (`assemble`), and all of it places and entries (here).

mod allow;
mod assemble;
mod attributes;
mod builder;
mod document;
mod events;
mod fingerprint;
mod front;
mod heading;
mod own;
mod plain;
mod quote;
mod source;
mod table;
mod traps;

pub use attributes::is_name;
pub use front::{FRONT_KEYS, FrontEntry};
pub use plain::{Fence, LineKind, Plain, PlainLine, entry, plain};

use super::{
    Allowance, Attributes, Block, Commentary, Content, Entry, Extent, File, Inline, Place, Role,
    instruction,
};
use crate::text::{SourceId, Span};
pub(super) use builder::BLANKS;
pub(super) use document::{Document, Heading, Part, PartKind};
pub(super) use own::Own;
pub(super) use quote::{Item, Raw};
use source::Source;
pub(super) use source::with_line_feeds as line_feeds;

/// The endings of file names, each with what such a file is for.
pub const ROLES: &[(&str, Role)] = &[
    (".rules.md", Role::Base),
    (".amend.md", Role::Amend),
    (".clarify.md", Role::Clarify),
    (".book.md", Role::Book),
    (".index.md", Role::Index),
];

/// The endings of [`ROLES`], as they are told: `.rules.md, … or .index.md`.
pub fn endings(quote: &str) -> String {
    let mut names: Vec<String> = ROLES
        .iter()
        .map(|(ending, _)| format!("{quote}{ending}{quote}"))
        .collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

/// What a file is for, by its name or path; none where its ending is not one of [`ROLES`].
pub fn role(name: &str) -> Option<Role> {
    ROLES
        .iter()
        .find(|(ending, _)| name.ends_with(ending))
        .map(|(_, role)| *role)
}

/// Reads a rules file. `name` is its file name or path: its ending tells the role (`base.rules.md`, `3.1.amend.md`,
/// `iwf.clarify.md`, `x.book.md`). Total: any text gives a tree; what is wrong with it is told in `diagnostics`, in order of
/// place. All spans are bytes of `text` as it was given.
pub fn parse(id: SourceId, name: &str, text: &str) -> File {
    let normal = source::with_line_feeds(text);
    let known = role(name);
    let role = known.unwrap_or(Role::Amend);
    let mut source = Source::new(id, &normal, role);
    if known.is_none() {
        let finding = source.error(
            "file-name",
            Span::default(),
            format!("the name `{name}` does not tell what the file is for"),
        );
        source.tell(finding.help(format!("names end in {}", endings("`"))));
    }
    let Document { front, parts, .. } = document::read(&mut source);
    let mut tree = Tree {
        role,
        places: Vec::new(),
        quoted: Vec::new(),
        allowances: Vec::new(),
    };
    for part in parts {
        match part.kind {
            PartKind::Heading(heading) => tree.heading(&mut source, heading),
            PartKind::Quote(raws) => tree.quote(&mut source, part.span, raws),
            PartKind::Prose(commentary) => tree.prose(commentary),
            PartKind::Comments(allowances) => tree.allow(allowances),
            PartKind::Nothing => {}
        }
        tree.stretch(part.span.end());
    }
    tree.end_quotes(&mut source);
    tree.places.shrink_to_fit();
    tree.places
        .iter_mut()
        .for_each(|place| place.entries.shrink_to_fit());
    fingerprint::take(&source, &mut tree.places);
    let mut diagnostics = source.diagnostics;
    diagnostics.sort_by_key(|d| (d.at.span.start(), d.at.span.end()));
    File {
        source: id,
        role,
        front,
        places: tree.places,
        diagnostics,
        allowances: tree.allowances,
    }
}

/// Reads the parts of a text in which every lone CR is a line feed already.
pub(super) fn document(text: &str) -> Document {
    document::read(&mut Source::new(SourceId::default(), text, Role::Index))
}

/// The tree while it grows.
struct Tree {
    role: Role,
    places: Vec<Place>,
    /// The quotes since the last heading: together they are one text.
    quoted: Vec<Raw>,
    allowances: Vec<Allowance>,
}

impl Tree {
    fn heading(&mut self, source: &mut Source<'_>, heading: Heading) {
        self.end_quotes(source);
        if heading.level == 1 {
            self.places.push(place(heading));
            return;
        }
        let mut command = None;
        match self.role {
            Role::Base | Role::Book => {
                let finding = source.error(
                    "misplaced-instruction",
                    heading.span,
                    "a base or book file holds no instructions",
                );
                source.tell(finding.help("write the text under a heading with one `#`; parts of a section are `# … {#id within=section}`"));
            }
            Role::Index => {
                let finding = source.error(
                    "misplaced-instruction",
                    heading.span,
                    "a subject index holds no instructions",
                );
                source
                    .tell(finding.help("a heading with one `#` names a clause, and each item of the list below it is a way to ask for it"));
            }
            Role::Amend | Role::Clarify => {
                let (read, findings) = instruction::parse(source.id(), source.text, heading.words);
                command = read;
                source.diagnostics.extend(findings);
            }
        }
        if self.places.is_empty() {
            let finding = source.error(
                "misplaced-instruction",
                heading.span,
                "an instruction stands under a place",
            );
            source.tell(finding.help("write `# Heading {#section}` above it"));
            let nowhere = Span::new(heading.span.start(), heading.span.start());
            let heading = Heading {
                span: nowhere,
                level: 1,
                words: nowhere,
                text: Inline::default(),
                attrs: Attributes::default(),
            };
            self.places.push(place(heading));
        }
        let Heading {
            span, words, attrs, ..
        } = heading;
        let entry = Entry {
            span,
            heading_span: words,
            command,
            attrs,
            payload: Vec::new(),
            commentary: Vec::new(),
            fingerprint: 0,
        };
        if let Some(place) = self.places.last_mut() {
            place.entries.push(entry);
        }
    }

    fn quote(&mut self, source: &mut Source<'_>, span: Span, raws: Vec<Raw>) {
        let under_place = self.places.last().map(|place| place.entries.is_empty());
        let at = Span::new(span.start(), source.line_end(span.start()).min(span.end()));
        let finding = match (under_place, self.role) {
            (None, _) => Some(source.error("misplaced-quote", at, "rules text of nothing").help("write `# Heading {#section}` above it")),
            (Some(true), Role::Amend) => Some(
                source
                    .error("misplaced-quote", at, "rules text that no instruction brings")
                    .help("write an instruction above it, such as `## Replace paragraph 1`, or take the `>` away if it is commentary"),
            ),
            (Some(_), Role::Index) => Some(
                source
                    .error("misplaced-quote", at, "a subject index holds no rules text")
                    .help("write each way to ask for the clause as an item of a list, without `>`"),
            ),
            (Some(_), Role::Base | Role::Amend | Role::Clarify | Role::Book) => None,
        };
        finding.into_iter().for_each(|finding| source.tell(finding));
        self.quoted.extend(raws);
    }

    /// Commentary; in front of the first place it is a word on the whole file, which the tree does not hold.
    fn prose(&mut self, commentary: Commentary) {
        if let Some(place) = self.places.last_mut() {
            place
                .entries
                .last_mut()
                .map_or(&mut place.commentary, |entry| &mut entry.commentary)
                .push(commentary);
        }
    }

    /// Comments bear on the part in which they stand.
    fn allow(&mut self, allowances: Vec<Allowance>) {
        let within = match self.places.len().checked_sub(1) {
            None => Extent::File,
            Some(place) => match self.places[place].entries.len().checked_sub(1) {
                None => Extent::Place(place),
                Some(entry) => Extent::Entry(place, entry),
            },
        };
        self.allowances
            .extend(allowances.into_iter().map(|allowance| Allowance {
                within,
                ..allowance
            }));
    }

    /// Puts the quotes since the last heading together.
    fn end_quotes(&mut self, source: &mut Source<'_>) {
        let mut units: Vec<Block> = assemble::units(source, std::mem::take(&mut self.quoted));
        fit(&mut units);
        if let Some(place) = self.places.last_mut() {
            match place.entries.last_mut() {
                Some(entry) => entry.payload = units,
                None => place.blocks = units,
            }
        }
    }

    /// The last place and entry reach to `end`.
    fn stretch(&mut self, end: usize) {
        if let Some(place) = self.places.last_mut() {
            place.span = place.span.with_end(place.span.end().max(end));
            if let Some(entry) = place.entries.last_mut() {
                entry.span = entry.span.with_end(entry.span.end().max(end));
            }
        }
    }
}

/// Gives back the memory that blocks took for more to come: a library holds a million of them for as long as it is open.
fn fit(blocks: &mut Vec<Block>) {
    blocks.shrink_to_fit();
    for block in blocks {
        match &mut block.content {
            Content::Text(_) => {}
            Content::Units(units) => fit(units),
        }
    }
}

fn place(heading: Heading) -> Place {
    Place {
        span: heading.span,
        heading: heading.text,
        heading_span: heading.span,
        attrs: heading.attrs,
        blocks: Vec::new(),
        commentary: Vec::new(),
        entries: Vec::new(),
        fingerprint: 0,
    }
}
