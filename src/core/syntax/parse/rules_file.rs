//! Parses a rules file to a `RulesFile`: sections and instructions, from its headings and quotes.

use super::{
    assemble,
    document::{self, MarkdownDocument, MarkdownHeading, MarkdownPartKind},
    file_role::{file_role, role_endings},
    heading_traps,
    quote::MarkdownBlock,
    source_text::{self, SourceText},
};
use crate::{
    diagnostic::{Diagnostic, Notation, without_conflicts},
    syntax::{
        Allowance, Attributes, Block, Command, Commentary, Content, Extent, FileRole, FileSection,
        Inline, InstructionEntry, RulesFile, flatten_blocks, instruction,
    },
    text::{SourceId, Span},
};

/// Parses a rules file and searches fixes for its errors. Never fails.
///
/// `name` is its file name or path, whose ending determines the role (`base.rules.md`,
/// `3.1.amend.md`, `iwf.clarify.md`, `x.book.md`). Errors are reported in `diagnostics`, in order
/// of their offsets. All spans are bytes of `text` as given.
pub fn parse(id: SourceId, name: &str, text: &str) -> RulesFile {
    let mut file = parse_with(id, name, text, instruction::parse_with_fixes);
    let is_open = |found: &&mut Diagnostic| {
        found.fixes.is_empty() && matches!(&*found.code, "attribute" | "stray-markup")
    };
    let open = file.diagnostics.iter_mut().filter(is_open);
    for found in open.take(MOST_REPAIRED) {
        *found = repaired(found.clone(), text);
    }
    file
}

/// For how many errors of a file a fix is searched: each takes parsing a block of it some times.
const MOST_REPAIRED: usize = 3;

/// The most problems of a file besides which fixes for its instructions are searched.
const MOST_PROBLEMS: usize = 32;

/// Adds the marks that are missing in a block of a rules file. The block must keep its units and
/// attributes; a mark that had no effect must get one, so that less of the block is plain text.
fn repaired(found: Diagnostic, text: &str) -> Diagnostic {
    let at = found.at.span;
    let is_attribute = found.code == "attribute";
    let marks: &[&str] = match at.of(text).as_bytes().first() {
        _ if is_attribute => &["#", "=", "}"],
        Some(b'*') => &["*", "**"],
        Some(b'~') => &["~", "~~"],
        _ => &["(", ")", "[", "]", "\""],
    };
    let (block, message) = (block_around(text, at), found.message.clone());
    let before = BlockContents::parse(block.of(text));
    let count = |own: &BlockContents| own.faults.iter().filter(|own| **own == message).count();
    let is_right = |text: &str| {
        let own = BlockContents::parse(text);
        own.faults.len() < before.faults.len()
            && count(&own) < count(&before)
            && own.units == before.units
            && own.attributes >= before.attributes
            && (is_attribute || own.text < before.text)
    };
    let notation = Notation {
        marks,
        words: &[],
        quotes: false,
        tries: 100,
        is_right: &is_right,
    };
    let found = found.repaired(text, block, &notation);
    // other words may be meant to be marked
    let safe = found.safe.filter(|_| is_attribute);
    Diagnostic { safe, ..found }
}

/// How much a heading, paragraph, list or table contains: by it a repaired one is compared with the
/// one that was written.
struct BlockContents {
    /// The messages of the errors.
    faults: Vec<String>,
    units: usize,
    attributes: usize,
    /// The bytes of plain text.
    text: usize,
}

impl BlockContents {
    fn parse(block: &str) -> Self {
        let name = match block.starts_with("##") {
            true => ".amend.md",
            false => ".rules.md",
        };
        let text = format!("# x\n\n{block}\n");
        let file = parse_with(SourceId::default(), name, &text, instruction::parse);
        let places = &file.places;
        let units: Vec<&Block> = places
            .iter()
            .flat_map(|place| flatten_blocks(&place.blocks))
            .collect();
        let commentary = places.iter().flat_map(|place| &place.commentary);
        let texts = units.iter().filter_map(|unit| unit.text());
        let texts = texts.chain(commentary.map(|one| &one.text));
        let texts = texts.chain(places.iter().map(|place| &place.heading));
        let labels = units.iter().filter_map(|unit| unit.label.as_ref());
        let labels = labels.map(|label| label.value.len()).sum::<usize>();
        let faults = file.diagnostics.iter();
        let attributes = places.iter().map(|place| &place.attrs);
        let attributes = attributes
            .chain(file.entries().map(|entry| &entry.attrs))
            .chain(units.iter().map(|unit| &unit.attrs));
        Self {
            faults: faults.map(|own| own.message.clone()).collect(),
            units: units.len(),
            attributes: attributes
                .map(|own| own.id.iter().count() + own.classes.len() + own.pairs.len())
                .sum(),
            text: texts.map(|text| text.text.len()).sum::<usize>() + labels,
        }
    }
}

/// Returns the lines around a place, up to the next ones without text.
fn block_around(text: &str, at: Span) -> Span {
    let is_empty = |line: &str| {
        line.chars()
            .all(|c| matches!(c, '>' | ' ' | '\t' | '\r' | '\n'))
    };
    let start = text[..at.start()].rfind('\n').map_or(0, |end| end + 1);
    let before = text[..start].split_inclusive('\n').rev();
    let before = before.take_while(|line| !is_empty(line)).map(str::len);
    let behind = text[start..].split_inclusive('\n');
    let behind = behind.take_while(|line| !is_empty(line)).map(str::len);
    Span::new(start - before.sum::<usize>(), start + behind.sum::<usize>())
}

/// Parses an instruction, perhaps with fixes for its errors.
type ParseInstruction = fn(SourceId, &str, Span) -> (Option<Command>, Vec<Diagnostic>);

fn parse_with(
    id: SourceId,
    name: &str,
    text: &str,
    parse_instruction: ParseInstruction,
) -> RulesFile {
    let (normal, conflicts) = without_conflicts(id, source_text::with_line_feeds(text));
    let known = file_role(name);
    let role = known.unwrap_or(FileRole::Amend);
    let mut source = SourceText::new(id, &normal, role);
    if known.is_none() {
        let diagnostic = source.error(
            "file-name",
            Span::default(),
            format!("the name `{name}` does not say what kind of file this is"),
        );
        source
            .report(diagnostic.help(format!("names of rules files end in {}", role_endings("`"))));
    }
    for conflict in conflicts {
        source.report(conflict);
    }
    let MarkdownDocument { front, parts, .. } = document::read(&mut source);
    let mut tree = RulesFileBuilder {
        role,
        parse_instruction,
        places: Vec::new(),
        quoted: Vec::new(),
        allowances: Vec::new(),
    };
    for part in parts {
        match part.kind {
            MarkdownPartKind::Heading(heading) => tree.add_heading(&mut source, heading),
            MarkdownPartKind::Quote(raws) => tree.add_quote(&mut source, part.span, raws),
            MarkdownPartKind::Prose(commentary) => tree.add_commentary(commentary),
            MarkdownPartKind::Comments(allowances) => tree.add_allowances(allowances),
            MarkdownPartKind::Nothing => {}
        }
        tree.extend_to(part.span.end());
    }
    tree.end_quotes(&mut source);
    tree.places.shrink_to_fit();
    tree.places
        .iter_mut()
        .for_each(|place| place.entries.shrink_to_fit());
    let mut diagnostics = source.diagnostics;
    diagnostics.sort_by_key(|d| (d.at.span.start(), d.at.span.end()));
    RulesFile {
        source: id,
        role,
        front,
        places: tree.places,
        diagnostics,
        allowances: tree.allowances,
        written_ids: find_written_ids(text),
    }
}

/// Returns what follows each `{#` in a text, as far as it may be an id, with its offset.
fn find_written_ids(text: &str) -> Vec<(usize, String)> {
    let id = |(at, mark): (usize, &str)| {
        let start = at + mark.len();
        let rest = &text[start..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-')));
        (start, rest[..end.unwrap_or(rest.len())].to_owned())
    };
    let braced = text.match_indices("{#").map(id);
    // in a heading the brace may be what is missing
    let headings = text.split('\n').filter(|line| line.starts_with("# "));
    let others = headings.flat_map(|line| {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let marks = line.match_indices(" #").chain(line.match_indices("(#"));
        marks.map(move |(at, mark)| id((start + at, mark)))
    });
    let mut out: Vec<(usize, String)> = braced.chain(others).collect();
    out.sort_unstable();
    out
}

/// Builds the tree of a rules file, heading by heading: holds the sections so far, and the quotes
/// since the last heading.
struct RulesFileBuilder {
    role: FileRole,
    parse_instruction: ParseInstruction,
    places: Vec<FileSection>,
    /// The quotes since the last heading, which form one text.
    quoted: Vec<MarkdownBlock>,
    allowances: Vec<(Extent, Allowance)>,
}

impl RulesFileBuilder {
    fn add_heading(&mut self, source: &mut SourceText<'_>, mut heading: MarkdownHeading) {
        self.end_quotes(source);
        let takes_instructions = matches!(self.role, FileRole::Amend | FileRole::Clarify);
        if heading.level == 1
            && !(takes_instructions && heading_traps::check_level(source, &heading))
        {
            if heading.attrs.span.is_empty()
                && let Some(attrs) = heading_traps::check_unbraced(source, heading.words)
            {
                heading.attrs = attrs.into();
            }
            self.places.push(new_section(heading));
            return;
        }
        let mut command = None;
        match self.role {
            FileRole::Base | FileRole::Book => report_misplaced(
                source,
                heading.span,
                "a base or book file cannot contain instructions",
                "write the text under a heading with one `#`; write parts of a section as `# … {#id within=section}`",
            ),
            FileRole::Index => report_misplaced(
                source,
                heading.span,
                "a subject index cannot contain instructions",
                "write a heading with one `#` for each clause, and below it a list of the ways to ask for it",
            ),
            FileRole::Amend | FileRole::Clarify => {
                let parse = match source.diagnostics.len() < MOST_PROBLEMS {
                    true => self.parse_instruction,
                    false => instruction::parse,
                };
                let (read, diagnostics) = parse(source.id(), source.text, heading.words);
                command = read;
                source.diagnostics.extend(diagnostics);
                let is_wrong = self.role == FileRole::Clarify
                    && heading_traps::check_clarifies(source, heading.words, command.as_ref());
                command = command.filter(|_| !is_wrong);
            }
        }
        if self.places.is_empty() {
            let why = "this instruction has no place above it";
            let help = "write `# Heading {#section}` above it";
            report_misplaced(source, heading.span, why, help);
            let nowhere = heading.span.at_start();
            let heading = MarkdownHeading {
                span: nowhere,
                level: 1,
                words: nowhere,
                text: Inline::default(),
                attrs: Attributes::default(),
            };
            self.places.push(new_section(heading));
        }
        let MarkdownHeading {
            span, words, attrs, ..
        } = heading;
        let entry = InstructionEntry {
            span,
            heading_span: words,
            command,
            attrs,
            payload: Vec::new(),
            commentary: Vec::new(),
        };
        if let Some(place) = self.places.last_mut() {
            place.entries.push(entry);
        }
    }

    fn add_quote(&mut self, source: &mut SourceText<'_>, span: Span, raws: Vec<MarkdownBlock>) {
        let under_place = self.places.last().map(|place| place.entries.is_empty());
        let at = source.first_line(span);
        let diagnostic = match (under_place, self.role) {
            (None, _) => Some(source.error("misplaced-quote", at, "rules text without a section").help("write `# Heading {#section}` above it")),
            (Some(true), FileRole::Amend) => Some(
                source
                    .error("misplaced-quote", at, "rules text without an instruction")
                    .help("write an instruction above it, such as `## Replace paragraph 1`, or remove the `>` if it is commentary"),
            ),
            (Some(_), FileRole::Index) => Some(
                source
                    .error("misplaced-quote", at, "a subject index cannot contain rules text")
                    .help("write each way to ask for the clause as an item of a list, without `>`"),
            ),
            (Some(_), FileRole::Base | FileRole::Amend | FileRole::Clarify | FileRole::Book) => None,
        };
        // what looks like an instruction above it is reported
        let mut latest = source.diagnostics.iter().rev().take(2);
        let is_known = latest.any(|found| {
            let end = found.at.span.end();
            found.code == "heading-form" && end < at.start() && {
                let gap = Span::new(end, at.start()).of(source.text);
                gap.matches("\n\n").count() <= 1
            }
        });
        diagnostic
            .into_iter()
            .filter(|_| !is_known)
            .for_each(|diagnostic| source.report(diagnostic));
        self.quoted.extend(raws);
    }

    /// Adds commentary; before the first section it is about the whole file, and is not in the
    /// tree.
    fn add_commentary(&mut self, commentary: Commentary) {
        if let Some(place) = self.places.last_mut() {
            place
                .entries
                .last_mut()
                .map_or(&mut place.commentary, |entry| &mut entry.commentary)
                .push(commentary);
        }
    }

    /// Adds allowances, which apply to the part of the file that contains them.
    fn add_allowances(&mut self, allowances: Vec<Allowance>) {
        let within = match self.places.len().checked_sub(1) {
            None => Extent::File,
            Some(place) => match self.places[place].entries.len().checked_sub(1) {
                None => Extent::Place(place),
                Some(entry) => Extent::Entry(place, entry),
            },
        };
        let allowances = allowances.into_iter();
        self.allowances
            .extend(allowances.map(|allowance| (within, allowance)));
    }

    /// Assembles the quotes since the last heading.
    fn end_quotes(&mut self, source: &mut SourceText<'_>) {
        let mut units: Vec<Block> =
            assemble::assemble_units(source, std::mem::take(&mut self.quoted));
        shrink_blocks(&mut units);
        if let Some(place) = self.places.last_mut() {
            match place.entries.last_mut() {
                Some(entry) => entry.payload = units,
                None => place.blocks = units,
            }
        }
    }

    /// Extends the last section and entry to `end`.
    fn extend_to(&mut self, end: usize) {
        if let Some(place) = self.places.last_mut() {
            place.span = place.span.with_end(place.span.end().max(end));
            if let Some(entry) = place.entries.last_mut() {
                entry.span = entry.span.with_end(entry.span.end().max(end));
            }
        }
    }
}

/// Reports an instruction where none is allowed.
fn report_misplaced(source: &mut SourceText<'_>, span: Span, why: &str, help: &str) {
    let diagnostic = source.error("misplaced-instruction", span, why);
    source.report(diagnostic.help(help));
}

/// Releases spare capacity of blocks: a library keeps a million of them as long as it is open.
fn shrink_blocks(blocks: &mut Vec<Block>) {
    blocks.shrink_to_fit();
    for block in blocks {
        match &mut block.content {
            Content::Text(_) => {}
            Content::Units(units) => shrink_blocks(units),
        }
    }
}

fn new_section(heading: MarkdownHeading) -> FileSection {
    FileSection {
        span: heading.span,
        heading: heading.text,
        heading_span: heading.span,
        attrs: heading.attrs,
        blocks: Vec::new(),
        commentary: Vec::new(),
        entries: Vec::new(),
    }
}
