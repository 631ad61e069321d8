//! The patches of a document as a conventional sheet, as authors print them: `Page 22. Rear support. 3rd bullet. Replace with:`.
//!
//! One paragraph is one instruction: page, heading, address from the outside inwards, what to do. What it brings follows in quotation marks, in
//! paragraphs, bullets and tables as Markdown has them. Ids, facts and links are marks of our notation, which a sheet does not have: they are
//! left out, and an address that begins with an id is counted out in the numbering in which the instruction counts. `rulebook import` reads it back.

use crate::{
    model::{Ruleset, Tree},
    op,
    resolve::{Corpus, Section},
    syntax::{
        Block, BlockKind, Command, Count, Deleted, Edge, End, Entry, File, Inserted, Layer, Phrase, Place, Point, Role, Side, Step,
        StepKind, Target, Unit, Which, instruction,
    },
    text::{SourceId, Span, letters::capital},
    world::{EntryAt, World},
};
use std::sync::Arc;

/// Which words an export has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// The printed ones, where the library holds them.
    Printed,
    /// Ours.
    Restated,
}

/// The sheet of a document; none where the ruleset has no instructions of it.
pub fn sheet(world: &World, corpus: &Corpus, document: &str, words: Words) -> Option<String> {
    let files: Vec<&Arc<File>> = corpus
        .files_on(document)
        .filter(|file| file.front.layer == Layer::Restated && matches!(file.role, Role::Amend | Role::Clarify))
        .filter(|file| file.front.document.as_ref().is_some_and(|own| own.value == document))
        .collect();
    let mut out = head(&corpus.ruleset, document);
    let mut any = false;
    for file in files {
        for (place_at, place) in file.places.iter().enumerate() {
            for (entry_at, entry) in place.entries.iter().enumerate() {
                let at = EntryAt { source: file.source, place: place_at, entry: entry_at };
                let writer = Writer::new(world, corpus, at, place, entry, words);
                out += &writer.text();
                any = true;
            }
        }
    }
    any.then_some(out)
}

/// Title, authors and date of the sheet.
fn head(ruleset: &Ruleset, document: &str) -> String {
    let Some(found) = ruleset.documents.get(document) else { return format!("# {document}\n") };
    let mut out = format!("# {}\n", found.title);
    if !found.authors.is_empty() {
        out += &format!("\n{}\n", found.authors.join(", "));
    }
    let date = found.revised.unwrap_or(found.published);
    if !date.is_undated() {
        out += &format!("\n{date}\n");
    }
    out
}

/// One instruction on its way to paper.
struct Writer<'a> {
    place: &'a Place,
    entry: &'a Entry,
    /// The instruction whose words are written: the printed one or ours.
    shown: &'a Entry,
    /// The page and the heading of its place.
    page: Option<String>,
    ruleset: &'a Ruleset,
    corpus: &'a Corpus,
    sections: Vec<(Arc<Section>, Arc<Tree>)>,
}

impl<'a> Writer<'a> {
    fn new(world: &'a World, corpus: &'a Corpus, at: EntryAt, place: &'a Place, entry: &'a Entry, words: Words) -> Self {
        let sections: Vec<_> =
            world.instructed(corpus, at).into_iter().map(|(section, ix)| (Arc::clone(&section), section.frame(ix))).collect();
        let own = entry.attrs.get("page").or_else(|| place.attrs.get("page")).map(|page| page.value.clone());
        let page = own.or_else(|| corpus.page(&crate::resolve::place_id(place)).map(str::to_owned));
        let twin = (words == Words::Printed).then(|| printed(world, corpus, place, entry, at)).flatten();
        Self { place, entry, shown: twin.unwrap_or(entry), page, ruleset: &corpus.ruleset, corpus, sections }
    }

    fn text(&self) -> String {
        // explanatory notes change nothing, and a clarification is no amendment
        let Some(command) = self.entry.command.as_ref().filter(|command| !matches!(command, Command::Note { .. })) else {
            return String::new();
        };
        let (address, doing) = self.instruction(command);
        let mut lead: Vec<String> = Vec::new();
        lead.extend(self.page.as_ref().map(|page| format!("Page {page}.")));
        lead.push(stopped(&self.place.heading.text.replace(", ", " ")));
        lead.extend(address.into_iter().map(|part| stopped(&capital(&part))));
        let mut out = String::new();
        let table = matches!(command, Command::SetValues);
        if table {
            for line in values(&self.shown.payload) {
                out += &format!("\n{} {line}\n", lead.join(" "));
            }
            return out;
        }
        if let Command::Substitute { .. } = command {
            for (old, new, _) in op::pairs(&self.shown.payload) {
                out += &format!("\n{} Replace {} with {}.\n", lead.join(" "), quoted(&old), quoted(&new.text));
            }
            return out;
        }
        if let Command::SetEntries = command {
            out += &format!("\n### {}\n", self.place.heading.text);
            let mut lines = Vec::new();
            lay(&self.shown.payload, "", &mut lines);
            return out + &format!("\n{}\n", lines.join("\n"));
        }
        lead.push(doing);
        out += &format!("\n{}\n", lead.join(" "));
        out += &payload(&self.shown.payload);
        out
    }

    /// The address, from the outside inwards, and what to do there.
    fn instruction(&self, command: &Command) -> (Vec<String>, String) {
        let own = self.shown.command.as_ref();
        let brings = !self.entry.payload.is_empty();
        match command {
            Command::Replace { targets, with: _, except } => {
                let except = except.as_ref().map(|word| format!(" except {}", word.value)).unwrap_or_default();
                (self.targets(targets), format!("Replace{except} with{}", if brings { ":" } else { "." }))
            }
            Command::ReplacePhrase { phrase: old, with, targets } => {
                let (old, with) = match own {
                    Some(Command::ReplacePhrase { phrase, with, .. }) => (phrase, with),
                    Some(_) | None => (old, with),
                };
                (self.targets(targets), format!("Replace {} with {}.", phrase(old), quoted(&with.value)))
            }
            Command::Delete { what, moved_to } => {
                let moved = moved_to.as_ref().map(|to| format!(" (Moved to {}.)", self.called(&to.value))).unwrap_or_default();
                match what {
                    Deleted::Units(targets) => (self.targets(targets), format!("Delete.{moved}")),
                    Deleted::Phrase(old, targets) => {
                        let old = own.and_then(Command::phrase).unwrap_or(old);
                        (self.targets(targets), format!("Delete {}.{moved}", phrase(old)))
                    }
                    Deleted::Described(words) => (Vec::new(), format!("Delete {}.{moved}", words.value)),
                }
            }
            Command::Insert { what, side, point } => {
                let side = match side {
                    Side::Before => "before",
                    Side::After => "after",
                };
                let (what, brought) = match what {
                    Inserted::Words(words) => {
                        let words = match own {
                            Some(Command::Insert { what: Inserted::Words(words), .. }) => words,
                            Some(_) | None => words,
                        };
                        (quoted(&words.value), false)
                    }
                    Inserted::Units(count) => (new(count), true),
                };
                let stop = if brought { ":" } else { "." };
                match point {
                    Point::Phrase(beside, targets) => {
                        let beside = own.and_then(Command::phrase).unwrap_or(beside);
                        (self.targets(targets), format!("Insert {what} {side} {}{stop}", phrase(beside)))
                    }
                    Point::Unit(target) if target.steps.is_empty() && target.id.is_some() && what.contains("section") => {
                        let id = target.id.as_ref().map_or("", |id| id.value.as_str());
                        let section = self.corpus.section_of(id).unwrap_or(id);
                        (Vec::new(), format!("Add {what} {side} {}{stop}", self.corpus.heading(section).unwrap_or(id).to_uppercase()))
                    }
                    Point::Unit(target) => {
                        let mut steps = self.target(target);
                        let last = steps.pop().unwrap_or_else(|| "this section".to_owned());
                        (steps, format!("Insert {what} {side} {last}{stop}"))
                    }
                }
            }
            Command::Add { what, end, of } => {
                let end = match end {
                    End::Start => "start",
                    End::End => "end",
                };
                (of.as_ref().map(|of| self.target(of)).unwrap_or_default(), format!("Add {} at the {end}:", new(what)))
            }
            Command::SetEntries => (Vec::new(), String::new()),
            Command::SetValues => (Vec::new(), String::new()),
            Command::Substitute { targets } => (self.targets(targets), String::new()),
            Command::Withdraw { document, clause } => {
                let title = self.ruleset.documents.get(&document.value).map_or(document.value.as_str(), |document| document.title.as_str());
                (Vec::new(), format!("Withdraw what {title} did to {}.", self.called(&clause.value)))
            }
            Command::Note { .. } => (Vec::new(), String::new()),
            Command::Clarify { targets } => (self.targets(targets), "Clarification:".to_owned()),
        }
    }

    /// Several addresses; those that begin alike are one.
    fn targets(&self, targets: &[Target]) -> Vec<String> {
        let mut all: Vec<Vec<String>> = targets.iter().map(|target| self.target(target)).collect();
        if all.len() == 1 {
            return all.pop().unwrap_or_default();
        }
        let joined: Vec<String> = all.iter().map(|parts| parts.join(", ")).filter(|part| !part.is_empty()).collect();
        if joined.is_empty() { Vec::new() } else { vec![joined.join(" and ")] }
    }

    fn target(&self, target: &Target) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(id) = &target.id {
            out.extend(self.located(&id.value));
        }
        out.extend(target.steps.iter().filter_map(|step| self.step(step)));
        if let Some(range) = &target.range {
            out.push(format!("From {} to {}", self.edge(&range.0), self.edge(&range.1)));
        }
        if let (Some(last), Some(frame)) = (out.last_mut(), &target.frame) {
            *last += &format!(" ({} numbering)", frame.value);
        }
        out
    }

    /// Where a clause stands, counted out; its heading where it is a section of its own.
    fn located(&self, id: &str) -> Vec<String> {
        for (section, tree) in &self.sections {
            let Some(unit) = section.arena.named(id) else { continue };
            if unit == tree.root {
                return if self.sections.len() > 1 || section.id != crate::resolve::place_id(self.place) {
                    vec![self.called(id)]
                } else {
                    Vec::new()
                };
            }
            if let Some(address) = op::written(tree, unit) {
                let text = format!("Replace {address}");
                let (command, _) = instruction::parse(SourceId::default(), &text, Span::new(0, text.len()));
                if let Some(Command::Replace { targets, .. }) = command {
                    return targets.iter().flat_map(|target| target.steps.iter().filter_map(|step| self.step(step))).collect();
                }
            }
            let label = tree.get(unit).and_then(|node| node.label.as_deref());
            if let Some(label) = label {
                return vec![format!("line {}", quoted(label))];
            }
        }
        vec![self.called(id)]
    }

    /// The heading of the section in which an id lives.
    fn called(&self, id: &str) -> String {
        let section = self.corpus.section_of(id).unwrap_or(id);
        let page = self.corpus.page(section).map(|page| format!(", page {page}")).unwrap_or_default();
        format!("{}{page}", self.corpus.heading(section).unwrap_or(id))
    }

    fn step(&self, step: &Step) -> Option<String> {
        Some(match &step.kind {
            StepKind::Heading => "heading".to_owned(),
            StepKind::Text => return None,
            StepKind::Section(names) if names.is_empty() => "whole section".to_owned(),
            StepKind::Section(names) => {
                let names: Vec<String> = names.iter().map(|name| self.called(&name.value)).collect();
                format!("sections {}", listed(&names))
            }
            StepKind::All { count: Some(count), unit } => format!("all {count} {}", name(*unit, *count != 1)),
            StepKind::All { count: None, unit } => format!("all {}", name(*unit, true)),
            StepKind::Last { count: 1, unit } => format!("last {}", name(*unit, false)),
            StepKind::Last { count, unit } => format!("last {count} {}", name(*unit, true)),
            StepKind::Ordinals { unit: Unit::Page, ordinals } => {
                format!("page {}", ordinals.iter().map(|(from, _)| from.to_string()).collect::<Vec<_>>().join(", "))
            }
            StepKind::Ordinals { unit, ordinals } => {
                let several = ordinals.len() > 1 || ordinals.iter().any(|(from, to)| from != to);
                format!("{} {}", counted_out(ordinals), name(*unit, several))
            }
            StepKind::Labelled { last, unit, labels, ordinals } => {
                let which = match (last, ordinals.is_empty()) {
                    (true, _) => "last ".to_owned(),
                    (false, true) => String::new(),
                    (false, false) => format!("{} ", counted_out(ordinals)),
                };
                // a factor is named by itself: "3rd -2"
                if let (Unit::Line, [only]) = (unit, labels.as_slice())
                    && only.value.starts_with(['+', '-', '−'])
                    && only.value.chars().skip(1).all(|c| c.is_ascii_digit())
                {
                    return Some(format!("{which}{}", only.value));
                }
                if let (Unit::Paragraph, [only]) = (unit, labels.as_slice())
                    && only.value.chars().all(|c| c.is_ascii_digit())
                {
                    return Some(format!("{which}numbered paragraph {}", only.value));
                }
                if let (Unit::Item, [only]) = (unit, labels.as_slice()) {
                    return Some(format!("{which}({})", only.value));
                }
                let labels: Vec<String> = labels.iter().map(|label| quoted(&label.value)).collect();
                if *unit == Unit::Line {
                    return Some(format!("{which}the {} line", listed(&labels)));
                }
                format!("{which}{} {}", name(*unit, labels.len() > 1), listed(&labels))
            }
        })
    }

    fn edge(&self, edge: &Edge) -> String {
        let steps = |steps: &[Step]| steps.iter().filter_map(|step| self.step(step)).collect::<Vec<_>>().join(", ");
        match edge {
            Edge::Phrase(words) => phrase(words),
            Edge::Steps(list) => steps(list),
            Edge::EndOf(list) if list.is_empty() => "the end".to_owned(),
            Edge::EndOf(list) => format!("the end of {}", steps(list)),
        }
    }
}

/// The printed words of an instruction, where the library has them.
fn printed<'a>(world: &'a World, corpus: &'a Corpus, place: &Place, entry: &Entry, at: EntryAt) -> Option<&'a Entry> {
    let _ = place;
    let patch = corpus.patch(at.source, at.place, at.entry)?;
    let twin = patch.twin?;
    let found = world.file(twin.file.source)?.places.get(twin.place)?.entries.get(twin.entry)?;
    (entry.payload.is_empty() == found.payload.is_empty()).then_some(found)
}

/// `2 new bullets`, `a new paragraph`.
fn new(count: &Count) -> String {
    if count.unit == Unit::Words {
        return "words".to_owned();
    }
    if count.number == 1 { format!("new {}", name(count.unit, false)) } else { format!("{} new {}", count.number, name(count.unit, true)) }
}

fn name(unit: Unit, many: bool) -> &'static str {
    if many { unit.name().many } else { unit.name().one }
}

/// `2nd, 4th and 6th to 8th`.
fn counted_out(ordinals: &[(u32, u32)]) -> String {
    let one = |&(from, to): &(u32, u32)| match (from == to, to == from + 1) {
        (true, _) => vec![nth(from)],
        (false, true) => vec![nth(from), nth(to)],
        (false, false) => vec![format!("{} to {}", nth(from), nth(to))],
    };
    listed(&ordinals.iter().flat_map(one).collect::<Vec<_>>())
}

fn nth(n: u32) -> String {
    let suffix = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}

/// `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn phrase(phrase: &Phrase) -> String {
    let words = quoted(&phrase.quote.value);
    match phrase.which {
        Which::Exactly(1) => words,
        Which::Exactly(2) => format!("{words} twice"),
        Which::Exactly(times) => format!("{words} {times} times"),
        Which::Nth(n) => format!("the {} {words}", nth(n)),
        Which::Last => format!("the last {words}"),
        Which::Every => format!("every {words}"),
    }
}

fn quoted(words: &str) -> String {
    if words.contains('"') { format!("“{words}”") } else { format!("\"{words}\"") }
}

fn stopped(words: &str) -> String {
    let words = words.trim();
    if words.ends_with(['.', ':', '!', '?']) { words.to_owned() } else { format!("{words}.") }
}

/// `Change Reg Sp(S) from 7 to 6.`, a line for each cell.
fn values(blocks: &[Block]) -> Vec<String> {
    let mut out = Vec::new();
    for row in blocks.iter().filter(|block| block.kind == BlockKind::Table).flat_map(|table| table.children.iter().skip(1)) {
        let label = row.label.as_ref().map_or("", |label| &label.value);
        for cell in row.children.iter().skip(1) {
            let (Some(column), Some(text)) = (&cell.label, cell.text.as_ref().filter(|text| !text.is_empty())) else { continue };
            let (old, new) = op::old_and_new(text);
            let from = old.map(|old| format!(" from {old}")).unwrap_or_default();
            out.push(format!("Change {label}({}){from} to {}.", column.value, new.text.trim()));
        }
    }
    out
}

/// What an instruction brings, in quotation marks.
fn payload(blocks: &[Block]) -> String {
    let mut lines = Vec::new();
    lay(blocks, "", &mut lines);
    if lines.is_empty() {
        return String::new();
    }
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
    let is_table = |line: &str| line.trim_start().starts_with('|');
    if !lines.iter().any(|line| is_table(line)) {
        let first = &lines[0];
        let sign = first.find(|c: char| !matches!(c, '-' | '#' | ' ')).unwrap_or(0);
        let sign = if first.starts_with("- ") || first.starts_with('#') { sign } else { 0 };
        lines[0] = format!("{}\"{}", &first[..sign], &first[sign..]);
        lines[last].push('"');
    }
    format!("\n{}\n", lines[..=last].join("\n"))
}

/// Blocks as lines of Markdown without the marks of our notation.
fn lay(blocks: &[Block], indent: &str, out: &mut Vec<String>) {
    let mut before: Option<BlockKind> = None;
    for block in blocks {
        let listed = before == Some(BlockKind::Bullet) && block.kind == BlockKind::Bullet;
        if before.is_some() && !listed {
            out.push(String::new());
        }
        match block.kind {
            BlockKind::Heading => out.push(format!("{indent}### {}", text(block))),
            BlockKind::Sentence | BlockKind::Cell | BlockKind::Row => out.push(format!("{indent}{}", text(block))),
            BlockKind::Table => table(block, indent, out),
            BlockKind::Paragraph => match block.label.as_ref().filter(|label| label.value.chars().all(|c| c.is_ascii_digit())) {
                Some(label) => inside(block, &format!("{indent}{}. ", label.value), &format!("{indent}   "), out),
                None => inside(block, &format!("{indent}{}", label(block)), indent, out),
            },
            BlockKind::Bullet => inside(block, &format!("{indent}- {}", label(block)), &format!("{indent}  "), out),
        }
        before = Some(block.kind);
    }
}

fn label(block: &Block) -> String {
    block.label.as_ref().map(|label| format!("**{}** ", label.value)).unwrap_or_default()
}

/// What a block holds: its sentences in one line, its list and tables below.
fn inside(block: &Block, first: &str, indent: &str, out: &mut Vec<String>) {
    let mut rest = block.children.as_slice();
    let mut lead = Some(first.to_owned());
    while let Some(child) = rest.first() {
        let alike = rest.iter().take_while(|other| (other.kind == BlockKind::Sentence) == (child.kind == BlockKind::Sentence)).count();
        let (now, later) = rest.split_at(alike);
        if child.kind == BlockKind::Sentence {
            let words = now.iter().map(text).collect::<Vec<_>>().join(" ");
            match lead.take() {
                Some(lead) => out.push(format!("{lead}{words}")),
                None => {
                    out.push(String::new());
                    out.push(format!("{indent}{words}"));
                }
            }
        } else {
            if let Some(lead) = lead.take() {
                out.push(lead.trim_end().to_owned());
            }
            if block.kind != BlockKind::Bullet {
                out.push(String::new());
            }
            lay(now, indent, out);
        }
        rest = later;
    }
    out.extend(lead.map(|lead| lead.trim_end().to_owned()));
}

fn table(block: &Block, indent: &str, out: &mut Vec<String>) {
    for (at, row) in block.children.iter().enumerate() {
        let cells: Vec<String> = row.children.iter().map(text).collect();
        out.push(format!("{indent}| {} |", cells.join(" | ")));
        if at == 0 {
            out.push(format!("{indent}|{}", "---|".repeat(cells.len())));
        }
    }
}

fn text(block: &Block) -> String {
    block.text.as_ref().map(|text| text.text.to_string()).unwrap_or_default()
}
