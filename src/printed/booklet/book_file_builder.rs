//! Assigns a booklet's text to the sections and units of a ruleset and makes its book file (a
//! library file) from that; also lists text not shown and differences from sheets.

use super::{
    book_file::{SectionTextRenderer, as_new},
    book_file_result::{BookSection, BookletFinding, BookletResult, SectionKind},
    comparison::{BookletDifferenceKind, compare_booklet},
    sections::{self, BookletSection, labels},
    text_matching::{MatchedText, MatchingDoubt, TextMatcher, TextMatches},
    text_unit::{TextKind, TextUnit, text_units, with_labels, with_lists},
};
use crate::{
    analysis::public_id,
    booklet::{Booklet, BookletBlock, BookletBlockKind},
    model::{EditionIx, SectionTree, UnitId, UnitKind},
    printed::{
        LibraryFile,
        write::{LibraryFrontMatter, write_library_file, write_place},
    },
    resolve::{RulesetDb, Section, View},
    syntax::WordingLayer,
    text::{similarity::letters, slug::slug},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::Arc,
};

/// Assigns the text of a booklet to the sections and units that a ruleset has at an edition.
///
/// The blocks in `apart`, by index, become further text of their section, without a place among its
/// units. `db` must not contain another text of the book.
pub fn make_book_file(
    db: &RulesetDb,
    booklet: &Booklet,
    edition: EditionIx,
    apart: &BTreeSet<usize>,
) -> BookletResult {
    let view = View::all_published(edition, Arc::default());
    let parts = sections::divide(booklet, db, &view);
    let mut builder = BookFileBuilder {
        db,
        booklet,
        apart,
        view,
        ids: HashSet::new(),
        body: String::new(),
        sections: Vec::new(),
        questions: Vec::new(),
    };
    for part in join_parts(parts) {
        builder.add_section(part);
    }
    builder.finish()
}

/// Joins the parts that are the same known section.
fn join_parts(parts: Vec<BookletSection>) -> Vec<BookletSection> {
    let mut out: Vec<BookletSection> = Vec::new();
    for part in parts {
        let same = out
            .iter()
            .position(|own| own.section.is_some() && own.section == part.section);
        match same {
            Some(at) => out[at].blocks.extend(part.blocks),
            None => out.push(part),
        }
    }
    out
}

/// Builder of the book file of a booklet: adds section by section, and collects questions.
struct BookFileBuilder<'a> {
    db: &'a RulesetDb,
    booklet: &'a Booklet,
    apart: &'a BTreeSet<usize>,
    view: View,
    ids: HashSet<String>,
    body: String,
    sections: Vec<BookSection>,
    questions: Vec<BookletFinding>,
}

impl BookFileBuilder<'_> {
    fn add_section(&mut self, part: BookletSection) {
        match part.section.clone().and_then(|id| self.db.section(&id)) {
            Some(section) => self.add_known_section(part, &section),
            None => {
                let units = text_units(self.booklet, &borrow(&part.blocks), false);
                let id = self.new_id(&part.heading);
                let within = part.within.clone();
                self.add_new(id, &part, units, SectionKind::New, within.as_deref());
            }
        }
    }

    fn add_known_section(&mut self, part: BookletSection, section: &Section) {
        let tree = section.version(&self.view);
        let has_table = tree
            .children(tree.root)
            .any(|unit| tree.kind(unit) == UnitKind::Table);
        // notes and captions are not among the units that the sheets count
        let (notes, text): (Vec<_>, Vec<_>) =
            part.blocks.iter().cloned().partition(|(at, block)| {
                let is_note = matches!(
                    block.kind,
                    BookletBlockKind::Caption | BookletBlockKind::Footnote
                );
                is_note || self.apart.contains(at)
            });
        let texts = with_lists(
            text_units(self.booklet, &borrow(&text), !has_table),
            &labels(&tree, UnitKind::Bullet),
        );
        let texts = with_labels(texts, &labels(&tree, UnitKind::Paragraph));
        let TextMatches {
            matched,
            mut left,
            doubts,
        } = TextMatcher::new(&self.db.ruleset, section, &tree).match_texts(texts);
        left.extend(text_units(self.booklet, &borrow(&notes), false));
        let page = self.booklet.page_label(part.page);
        let (quote, differences) =
            SectionTextRenderer::new(Some((section, &*tree))).write(&matched);
        let mut place = write_place(&part.heading, &section.id, self.db.page(&section.id));
        if is_whole(&tree, &matched, &doubts) {
            place = place.replacen("}\n", " .whole}\n", 1);
        }
        self.body += &place;
        self.body += &quote;
        let mut blocks = Vec::new();
        matched
            .iter()
            .for_each(|own| list_blocks(section, own, &mut blocks));
        let missing: Vec<UnitId> = doubts
            .iter()
            .filter_map(|doubt| match doubt {
                MatchingDoubt::Missing(unit) => Some(*unit),
                MatchingDoubt::NotFound(_) | MatchingDoubt::Order(_) => None,
            })
            .collect();
        self.sections.push(BookSection {
            id: section.id.clone(),
            heading: part.heading.clone(),
            page,
            kind: SectionKind::Known,
            heading_block: part.heading_block,
            placed: matched.iter().map(count_matched).sum(),
            missing: missing.len(),
            blocks,
        });
        self.ask(section, &tree, &doubts);
        for (unit, difference) in differences {
            let address = public_id(section, &tree, unit);
            self.questions.push(BookletFinding {
                section: section.id.clone(),
                contradiction: difference.printed.is_some(),
                text: match difference.printed {
                    Some(printed) => format!("{address}: `{}` is {} in the rules, and the booklet prints {printed}", difference.fact, difference.stored),
                    None => format!("{address}: `{}` is {} in the rules, and the printed sentence does not contain it", difference.fact, difference.stored),
                },
            });
        }
        if !left.is_empty() {
            let id = self.new_id(&format!("{} further", section.id.replace('.', " ")));
            let further = BookletSection {
                heading: format!("{}, further text", part.heading),
                heading_block: None,
                ..part
            };
            self.add_new(id, &further, left, SectionKind::Further, Some(&section.id));
        }
    }

    fn ask(&mut self, section: &Section, tree: &SectionTree, doubts: &[MatchingDoubt]) {
        for doubt in doubts {
            let text = match doubt {
                MatchingDoubt::Order(block) => format!(
                    "block {}: its place among units of which nothing is known is not certain",
                    block + 1
                ),
                MatchingDoubt::NotFound(unit) => format!(
                    "which text is {}? nothing in the booklet identifies it",
                    public_id(section, tree, *unit)
                ),
                MatchingDoubt::Missing(unit) => format!(
                    "{} {} is not in the booklet",
                    tree.kind(*unit).name(),
                    public_id(section, tree, *unit)
                ),
            };
            self.questions.push(BookletFinding {
                section: section.id.clone(),
                text,
                contradiction: false,
            });
        }
    }

    fn add_new(
        &mut self,
        id: String,
        part: &BookletSection,
        units: Vec<TextUnit>,
        kind: SectionKind,
        within: Option<&str>,
    ) {
        let page = self.booklet.page_label(part.page);
        let mut blocks: Vec<(usize, String)> = units
            .iter()
            .flat_map(TextUnit::blocks)
            .map(|at| (at, String::new()))
            .collect();
        blocks.dedup();
        let matched: Vec<MatchedText> = units.into_iter().map(as_new).collect();
        let (quote, _) = SectionTextRenderer::new(None).write(&matched);
        let mut place = write_place(&part.heading, &id, Some(&page));
        if let Some(whole) = within {
            place = place.replacen('}', &format!(" within={whole}}}"), 1);
        }
        self.body += &place;
        self.body += &quote;
        self.sections.push(BookSection {
            id,
            heading: part.heading.clone(),
            page,
            kind,
            heading_block: part.heading_block,
            blocks,
            placed: 0,
            missing: 0,
        });
    }

    /// Returns an id that no section has.
    fn new_id(&mut self, heading: &str) -> String {
        let slug = slug(heading);
        let slug = if slug.is_empty() {
            "section".to_owned()
        } else {
            slug
        };
        let name = (1..).map(|n| {
            if n == 1 {
                format!("booklet.{slug}")
            } else {
                format!("booklet.{slug}-{n}")
            }
        });
        let free = |id: &String| self.db.section_of(id).is_none() && !self.ids.contains(id);
        let id = name
            .take(10_000)
            .find(free)
            .unwrap_or_else(|| format!("booklet.{slug}"));
        self.ids.insert(id.clone());
        id
    }

    fn finish(self) -> BookletResult {
        let edition = self.db.ruleset.edition_id(self.view.edition).to_owned();
        let document = document_of(self.db, self.view.edition);
        let front = LibraryFrontMatter {
            ruleset: &self.db.ruleset.key,
            document: &document,
            edition: Some(&edition),
            frame: None,
            printed: true,
            partial: false,
        };
        let name = format!("{edition}.book.md");
        let text = write_library_file(&name, &front, &self.body);
        let found: HashSet<&str> = self.sections.iter().map(|own| own.id.as_str()).collect();
        let not_found = sections::known_headings(self.db, &self.view)
            .into_iter()
            .map(|known| known.id)
            .filter(|id| !found.contains(id.as_str()))
            .collect();
        let matched: usize = self.sections.iter().map(|own| own.placed).sum();
        let missing: usize = self.sections.iter().map(|own| own.missing).sum();
        BookletResult {
            file: LibraryFile {
                ruleset: self.db.ruleset.key.clone(),
                document,
                name,
                text,
                passages: (matched, matched + missing),
            },
            sections: self.sections,
            questions: self.questions,
            not_found,
        }
    }
}

/// Returns the blocks whose words their sections do not show.
///
/// `db` contains the book file that was made from the booklet.
pub fn blocks_not_shown(
    db: &RulesetDb,
    booklet: &Booklet,
    result: &BookletResult,
    edition: EditionIx,
) -> Vec<usize> {
    let view = View::all_published(edition, Arc::default());
    let mut out = Vec::new();
    for own in &result.sections {
        let Some(section) = db.section(&own.id) else {
            out.extend(own.blocks.iter().map(|(at, _)| *at));
            continue;
        };
        let tree = section.version(&view);
        let shown: String = tree
            .live_units(tree.root)
            .into_iter()
            .filter_map(|unit| tree.get(unit))
            .map(|node| {
                let label = node.label.as_deref().unwrap_or_default();
                let text = node
                    .text(WordingLayer::Printed)
                    .map_or("", |text| &text.text);
                letters(label) + &letters(text)
            })
            // a text that differs from that of a sheet is reported
            .chain(
                section
                    .differences
                    .iter()
                    .map(|own| letters(&own.book_text)),
            )
            .collect();
        let is_lost = |at: &usize| {
            let Some(block) = booklet
                .blocks
                .get(*at)
                .filter(|_| Some(*at) != own.heading_block)
            else {
                return false;
            };
            let parts = text_units(booklet, &[(*at, block)], true);
            let is_placed = own
                .blocks
                .iter()
                .any(|own| own.0 == *at && !own.1.is_empty());
            parts.iter().any(|unit| !is_shown(unit, &shown, is_placed))
        };
        let mut blocks: Vec<usize> = own.blocks.iter().map(|(at, _)| *at).collect();
        blocks.dedup();
        out.extend(blocks.into_iter().filter(is_lost));
    }
    out
}

/// Returns where the words and values of a booklet differ from those of a sheet, with both wordings.
///
/// `db` contains the book file that was made from the booklet.
pub fn differences_from_sheets(
    db: &RulesetDb,
    result: &BookletResult,
    edition: EditionIx,
) -> Vec<BookletFinding> {
    use BookletDifferenceKind::{Quote, Value, Words};
    let comparison = compare_booklet(db, &result.file.document, edition).unwrap_or_default();
    let shown = comparison.differences.into_iter();
    shown
        .filter(|own| matches!(own.kind, Words | Value | Quote))
        .filter_map(|own| {
            Some(BookletFinding {
                text: format!(
                    "{}: the booklet prints \"{}\", and what the rules have at this edition is \"{}\" ({})",
                    own.at, own.booklet?, own.rules, own.by
                ),
                section: own.section,
                contradiction: true,
            })
        })
        .collect()
}

/// Whether a text contains the words of a unit. The names of rows and columns of a table of the
/// rules are those of the rules.
fn is_shown(unit: &TextUnit, shown: &str, is_placed: bool) -> bool {
    let names = usize::from(is_placed && unit.kind == TextKind::Table);
    let cells = unit
        .rows
        .iter()
        .skip(names)
        .flat_map(|row| row.iter().skip(names));
    let mut own = unit.label.iter().chain(&unit.sentences).chain(cells);
    own.all(|words| shown.contains(&letters(words)))
        && unit
            .children
            .iter()
            .all(|child| is_shown(child, shown, is_placed))
}

/// Returns the key of the document that a booklet of an edition is: the base text of the ruleset
/// if it has that edition, otherwise a new key.
fn document_of(db: &RulesetDb, edition: EditionIx) -> String {
    let base = db.outline().iter().find_map(|id| {
        Some(
            db.section(id)?
                .patch(crate::model::BASE)?
                .document
                .to_string(),
        )
    });
    let of_edition = |key: &String| {
        db.ruleset
            .documents
            .get(key)
            .is_some_and(|document| document.edition == edition)
    };
    base.filter(of_edition)
        .unwrap_or_else(|| format!("booklet-{}", db.ruleset.edition_id(edition)))
}

fn borrow(blocks: &[(usize, BookletBlock)]) -> Vec<(usize, &BookletBlock)> {
    blocks.iter().map(|(at, block)| (*at, block)).collect()
}

/// Whether text was matched in the section, and no unit of known wording is missing.
fn is_whole(tree: &SectionTree, matched: &[MatchedText], doubts: &[MatchingDoubt]) -> bool {
    let is_known = |unit: UnitId| {
        tree.atoms(unit).into_iter().any(|atom| {
            tree.get(atom)
                .and_then(|node| node.text(WordingLayer::Restated))
                .is_some_and(|text| !text.has_hole())
        })
    };
    !matched.is_empty()
        && doubts.iter().all(|doubt| match doubt {
            MatchingDoubt::Missing(unit) => !is_known(*unit),
            MatchingDoubt::NotFound(_) | MatchingDoubt::Order(_) => true,
        })
}

fn count_matched(matched: &MatchedText) -> usize {
    let sentences = matched
        .sentences
        .iter()
        .filter(|own| own.text.is_some() && own.unit.is_some())
        .count();
    let own = usize::from(matched.unit.is_some() && matched.text.kind != TextKind::Table);
    own + sentences + matched.children.iter().map(count_matched).sum::<usize>()
}

fn list_blocks(section: &Section, matched: &MatchedText, out: &mut Vec<(usize, String)>) {
    let address = matched
        .unit
        .map(|unit| TextMatcher::address(section, unit).0)
        .unwrap_or_default();
    out.push((matched.text.block, address));
    matched
        .children
        .iter()
        .for_each(|child| list_blocks(section, child, out));
}

/// Returns the text of a new ruleset's base file, made from a booklet, and its number of sections.
pub fn new_ruleset(booklet: &Booklet, ruleset: &str, edition: &str) -> (String, usize) {
    // heading, page and blocks
    type NewSection = (String, usize, Vec<(usize, BookletBlock)>);
    let mut parts: Vec<NewSection> = Vec::new();
    for (at, block) in booklet.blocks.iter().enumerate() {
        if let BookletBlockKind::Heading(_) = block.kind {
            parts.push((block.text.text.clone(), block.page, Vec::new()));
            continue;
        }
        if parts.is_empty() {
            parts.push(("Front matter".into(), block.page, Vec::new()));
        }
        if let Some((_, _, blocks)) = parts.last_mut() {
            blocks.push((at, block.clone()));
        }
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut body = String::new();
    for (heading, page, blocks) in &parts {
        let slug = Some(slug(heading))
            .filter(|slug| !slug.is_empty())
            .unwrap_or_else(|| "section".into());
        let count = counts.entry(slug.clone()).or_default();
        *count += 1;
        let id = if *count == 1 {
            slug
        } else {
            format!("{slug}-{count}")
        };
        body += &write_place(heading, &id, Some(&booklet.page_label(*page)));
        let matched: Vec<MatchedText> = text_units(booklet, &borrow(blocks), false)
            .into_iter()
            .map(as_new)
            .collect();
        body += &SectionTextRenderer::new(None).write(&matched).0;
    }
    let front = LibraryFrontMatter {
        ruleset,
        document: &format!("{ruleset}-{edition}"),
        edition: Some(edition),
        frame: None,
        printed: false,
        partial: false,
    };
    let text = format!("{}{body}", front.text());
    (crate::syntax::format(&text, "base.rules.md"), parts.len())
}
