//! Assigns a booklet's text to the sections and units of a ruleset and makes its book file (a
//! library file) from that; also lists text not shown and differences from sheets.

use super::{
    book_file::SectionTextRenderer,
    book_file_result::{BookSection, BookletFinding, BookletResult, SectionKind},
    comparison::{BookletDifferenceKind, compare_booklet},
    piece::{Part, PlacedUnit, pieces, units_as_printed},
    placement::{KnownSection, PlacedSection, PlacementDoubt, place},
    sections::{self, BookletSection},
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
                let units = units_as_printed(&part.blocks);
                let id = self.new_id(&part.heading);
                let within = part.within.clone();
                self.add_new(id, &part, &units, SectionKind::New, within.as_deref());
            }
        }
    }

    /// Adds a section and its parts on further pages, which print does not divide.
    fn add_known_section(&mut self, part: BookletSection, section: &Section) {
        let parts = sections::page_parts(self.db, &section.id);
        let others = parts.iter().filter_map(|(id, _)| self.db.section(id));
        let others: Vec<Arc<Section>> = others.collect();
        let all: Vec<&Section> = std::iter::once(section)
            .chain(others.iter().map(|own| &**own))
            .collect();
        let trees: Vec<Arc<SectionTree>> = all.iter().map(|own| own.version(&self.view)).collect();
        let starts: Vec<u32> = std::iter::once(0)
            .chain(parts.iter().map(|own| own.1))
            .collect();
        let known: Vec<KnownSection<'_>> = (0..all.len())
            .map(|at| KnownSection {
                section: all[at],
                tree: &trees[at],
                pages: starts[at]..starts.get(at + 1).copied().unwrap_or(u32::MAX),
            })
            .collect();
        let has_table = trees.iter().any(|tree| {
            let mut units = tree.children(tree.root);
            units.any(|unit| tree.kind(unit) == UnitKind::Table)
        });
        // notes and captions are not among the units that the sheets count
        let (notes, text): (Vec<_>, Vec<_>) =
            part.blocks.iter().cloned().partition(|(at, block)| {
                let is_note = matches!(
                    block.kind,
                    BookletBlockKind::Caption | BookletBlockKind::Footnote
                );
                is_note || self.apart.contains(at)
            });
        let booklet = self.booklet;
        let page = |page: usize| booklet.pages.get(page)?.label.as_deref()?.parse().ok();
        let (placed, mut left) = place(&self.db.ruleset, &known, pieces(&text, !has_table), &page);
        left.extend(units_as_printed(&notes));
        let printed = booklet.page_label(part.page);
        for (at, (own, placed)) in known.iter().zip(&placed).enumerate() {
            if at == 0 || !placed.root.parts.is_empty() {
                let heading = match at {
                    0 => part.heading.as_str(),
                    _ => self.db.heading(&own.section.id).unwrap_or(&part.heading),
                };
                let block = part.heading_block.filter(|_| at == 0);
                self.add_placed(own, placed, heading, block, &printed);
            }
        }
        if !left.is_empty() {
            let id = self.new_id(&format!("{} further", section.id.replace('.', " ")));
            let further = BookletSection {
                heading: format!("{}, further text", part.heading),
                heading_block: None,
                ..part
            };
            self.add_new(id, &further, &left, SectionKind::Further, Some(&section.id));
        }
    }

    fn add_placed(
        &mut self,
        own: &KnownSection<'_>,
        placed: &PlacedSection,
        heading: &str,
        heading_block: Option<usize>,
        page: &str,
    ) {
        let (section, tree) = (own.section, own.tree);
        let (quote, differences) =
            SectionTextRenderer::write(Some((section, tree)), placed.root.inner());
        let mut place = write_place(heading, &section.id, self.db.page(&section.id));
        if is_whole(tree, placed) {
            place = place.replacen("}\n", " .whole}\n", 1);
        }
        self.body += &place;
        self.body += &quote;
        let mut blocks = Vec::new();
        for unit in placed.root.inner() {
            list_blocks(Some(section), unit, &mut blocks);
        }
        let is_missing = |doubt: &&PlacementDoubt| matches!(doubt, PlacementDoubt::Missing(_));
        self.sections.push(BookSection {
            id: section.id.clone(),
            heading: heading.to_owned(),
            page: page.to_owned(),
            kind: SectionKind::Known,
            heading_block,
            placed: placed.root.inner().map(count_placed).sum(),
            missing: placed.doubts.iter().filter(is_missing).count(),
            blocks,
        });
        self.ask(section, tree, &placed.doubts);
        for (unit, difference) in differences {
            let address = public_id(section, tree, unit);
            self.questions.push(BookletFinding {
                section: section.id.clone(),
                contradiction: difference.printed.is_some(),
                text: match difference.printed {
                    Some(printed) => format!("{address}: `{}` is {} in the rules, and the booklet prints {printed}", difference.fact, difference.stored),
                    None => format!("{address}: `{}` is {} in the rules, and the printed sentence does not contain it", difference.fact, difference.stored),
                },
            });
        }
    }

    fn ask(&mut self, section: &Section, tree: &SectionTree, doubts: &[PlacementDoubt]) {
        for doubt in doubts {
            let text = match doubt {
                PlacementDoubt::Order(block) => format!(
                    "block {}: its place among units of which nothing is known is not certain",
                    block + 1
                ),
                PlacementDoubt::NotFound(unit) => format!(
                    "which text is {}? nothing in the booklet identifies it",
                    public_id(section, tree, *unit)
                ),
                PlacementDoubt::Missing(unit) => format!(
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
        units: &[PlacedUnit],
        kind: SectionKind,
        within: Option<&str>,
    ) {
        let page = self.booklet.page_label(part.page);
        let mut blocks = Vec::new();
        units
            .iter()
            .for_each(|unit| list_blocks(None, unit, &mut blocks));
        let (quote, _) = SectionTextRenderer::write(None, units.iter());
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
            // the names of rows and columns of a table of the rules are those of the rules
            let is_placed = own
                .blocks
                .iter()
                .any(|own| own.0 == *at && !own.1.is_empty());
            let names = usize::from(is_placed);
            let (pieces, tables) = pieces(&[(*at, block.clone())], true);
            let cells = tables
                .iter()
                .flat_map(|table| table.rows.iter().skip(names));
            let cells = cells.flat_map(|row| row.iter().skip(names));
            let texts = pieces
                .iter()
                .flat_map(|piece| piece.label.iter().chain([&piece.text]));
            !texts
                .chain(cells)
                .all(|words| shown.contains(&letters(words)))
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

/// Whether text was matched in the section, and no unit of known wording is missing.
fn is_whole(tree: &SectionTree, placed: &PlacedSection) -> bool {
    let is_known = |unit: UnitId| {
        let mut atoms = tree.atoms(unit).into_iter();
        atoms.any(|atom| tree.restated(atom).is_some_and(|text| !text.has_hole()))
    };
    let is_lost = |doubt: &PlacementDoubt| match doubt {
        PlacementDoubt::Missing(unit) => is_known(*unit),
        PlacementDoubt::NotFound(_) | PlacementDoubt::Order(_) => false,
    };
    !placed.root.parts.is_empty() && !placed.doubts.iter().any(is_lost)
}

fn count_placed(unit: &PlacedUnit) -> usize {
    let is_text = |part: &&Part| matches!(part, Part::Sentence(Some(_), Some(_)));
    let own = usize::from(unit.unit.is_some() && unit.kind != UnitKind::Table);
    own + unit.parts.iter().filter(is_text).count() + unit.inner().map(count_placed).sum::<usize>()
}

/// Lists the blocks of a unit's text, each with the address of the innermost unit.
fn list_blocks(section: Option<&Section>, unit: &PlacedUnit, out: &mut Vec<(usize, String)>) {
    let address = unit.unit.zip(section).map(|(unit, section)| {
        let name = section.arena.name_of(unit);
        name.unwrap_or_else(|| section.arena.key(unit)).to_owned()
    });
    let address = address.unwrap_or_default();
    out.extend(unit.blocks.iter().map(|&block| (block, address.clone())));
    unit.inner()
        .for_each(|inner| list_blocks(section, inner, out));
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
        body += &SectionTextRenderer::write(None, units_as_printed(blocks).iter()).0;
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
