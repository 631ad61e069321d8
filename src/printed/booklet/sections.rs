//! Divides a booklet at its headings into sections: those of the ruleset, and new ones.

use super::heading_match::{HeadingCandidate, KnownHeading, match_headings};
use crate::{
    booklet::{
        Booklet, BookletBlock,
        BookletBlockKind::{Bullet, Caption, Footnote, Heading, Paragraph, Table},
    },
    model::{BASE, DocumentKind, SectionTree, UnitKind},
    op::label_key,
    resolve::{RulesetDb, View},
    text::similarity::normalized_words,
};
use std::collections::HashSet;

/// A section of the booklet: heading, blocks, and the id of the section in the rules, if known.
#[derive(Clone, Debug)]
pub(super) struct BookletSection {
    /// The section of the ruleset; `None` for a new one.
    pub(super) section: Option<String>,
    pub(super) heading: String,
    /// The section that contains a new one.
    pub(super) within: Option<String>,
    /// The index of the block of the heading; `None` for the text before the first one.
    pub(super) heading_block: Option<usize>,
    pub(super) page: usize,
    /// The blocks of its text with their indices. A run-in heading is removed from its block.
    pub(super) blocks: Vec<(usize, BookletBlock)>,
}

/// Returns the sections of the ruleset that the edition has, in printed order.
pub(super) fn known_headings(db: &RulesetDb, view: &View) -> Vec<KnownHeading> {
    let main = db
        .outline()
        .iter()
        .find_map(|id| Some(db.section(id)?.patch(BASE)?.document.clone()));
    let mut out: Vec<KnownHeading> = Vec::new();
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        // other books that the rules cite have pages and headings of their own
        let document = section.patch(BASE).map(|patch| patch.document.clone());
        let is_base = |key: &str| {
            db.ruleset
                .documents
                .get(key)
                .is_some_and(|document| document.kind == DocumentKind::Base)
        };
        let other = document.is_some_and(|own| Some(&own) != main.as_ref() && is_base(&own));
        if other || !section.version(view).exists || is_page_part(db, id).is_some() {
            continue;
        }
        let heading = db.heading(id).unwrap_or(id);
        let whole = db
            .section_info(id)
            .and_then(|info| info.within)
            .and_then(|whole| db.heading(&whole).map(str::to_owned));
        let short = whole.and_then(|whole| {
            let rest = heading.strip_prefix(whole.as_str())?;
            Some((whole, normalized_words(rest)))
        });
        out.push(KnownHeading {
            id: id.clone(),
            page: db.page(id).map(str::to_owned),
            words: normalized_words(heading),
            short: short.filter(|(_, words)| !words.is_empty()),
        });
    }
    out
}

/// Returns the containing section and the page of a page part; `None` for any other section.
///
/// A page part is the rest of a section from the beginning of a page. Its heading, such as
/// `Tolls, page 12`, is not printed.
pub(super) fn is_page_part(db: &RulesetDb, id: &str) -> Option<(String, String)> {
    let info = db.section_info(id)?;
    let (whole, page) = (info.within?, info.page?);
    let own = format!("{}, page {page}", db.heading(&whole)?);
    (info.heading == own).then_some((whole, page))
}

/// Returns the texts that may be headings.
fn candidates(booklet: &Booklet) -> Vec<HeadingCandidate> {
    let mut out = Vec::new();
    for (at, block) in booklet.blocks.iter().enumerate() {
        let page = booklet
            .pages
            .get(block.page)
            .and_then(|page| page.label.clone());
        let candidate = |text: &str, sure, run_in| HeadingCandidate {
            block: at,
            text: text.to_owned(),
            page: page.clone(),
            sure,
            run_in,
        };
        let text = block.text.text.as_str();
        let bold = block.text.bold_start();
        match block.kind {
            Heading(_) => out.push(candidate(text, true, false)),
            Caption | Paragraph
                if text.split_whitespace().count() <= 10 && !text.ends_with(['.', ':', ';']) =>
            {
                out.push(candidate(text, false, false));
            }
            Paragraph if bold > 0 && bold < text.len() => {
                out.push(candidate(
                    text[..bold].trim_end_matches(['.', ':', ' ']),
                    false,
                    true,
                ));
            }
            Paragraph | Caption | Bullet(_) | Table | Footnote => {}
        }
    }
    out
}

/// Divides the booklet at its headings.
pub(super) fn divide(booklet: &Booklet, db: &RulesetDb, view: &View) -> Vec<BookletSection> {
    let known = known_headings(db, view);
    let candidates = candidates(booklet);
    let found = match_headings(&candidates, &known);
    let families = families(db, &candidates, &found, &known);
    let mut family: Option<String> = None;
    let mut parts: Vec<BookletSection> = Vec::new();
    let mut next = candidates.iter().zip(&found).peekable();
    for (at, block) in booklet.blocks.iter().enumerate() {
        let candidate = next.next_if(|(candidate, _)| candidate.block == at);
        let matched =
            candidate.and_then(|(candidate, found)| Some((candidate, known.get((*found)?)?)));
        let is_heading = matches!(block.kind, Heading(_));
        let candidate = candidate.map(|(candidate, _)| candidate);
        let run_in = candidate.is_some_and(|candidate| candidate.run_in);
        let sibling = run_in && family.is_some() && matched.is_none();
        let is_label = is_heading
            && parts
                .last()
                .is_some_and(|part| is_label_of(db, view, part, &block.text.text));
        if matched.is_none() && (!is_heading || is_label) && !sibling {
            place_block(&mut parts, at, block);
            continue;
        }
        let section = matched.map(|(_, known)| known.id.clone());
        let within = family.clone().filter(|_| section.is_none() && run_in);
        let words = candidate
            .filter(|_| run_in)
            .map_or(block.text.text.as_str(), |candidate| &candidate.text);
        let heading = match within.as_ref().and_then(|whole| db.heading(whole)) {
            Some(whole) => format!("{whole}, {words}"),
            None => words.to_owned(),
        };
        if !run_in || section.is_some() {
            family = section.as_ref().and_then(|id| {
                let whole = db.section_info(id).and_then(|info| info.within);
                whole
                    .into_iter()
                    .chain([id.clone()])
                    .find(|id| families.contains(id))
            });
        }
        parts.push(BookletSection {
            section,
            heading,
            within,
            heading_block: Some(at),
            page: block.page,
            blocks: Vec::new(),
        });
        if run_in && let Some(part) = parts.last_mut() {
            let rest = block.text.bold_start();
            let text = block.text.from_byte(
                rest + block.text.text[rest..].len() - block.text.text[rest..].trim_start().len(),
            );
            part.blocks.push((
                at,
                BookletBlock {
                    text,
                    ..block.clone()
                },
            ));
        }
    }
    split_pages(parts, booklet, db)
}

/// Returns the sections whose known parts have run-in headings: bold starts of paragraphs.
///
/// Another run-in heading below such a section begins a new part of it.
fn families(
    db: &RulesetDb,
    candidates: &[HeadingCandidate],
    found: &[Option<usize>],
    known: &[KnownHeading],
) -> HashSet<String> {
    let whole = |(candidate, found): (&HeadingCandidate, &Option<usize>)| {
        let own = known.get((*found)?).filter(|_| candidate.run_in)?;
        db.section_info(&own.id)?.within
    };
    candidates.iter().zip(found).filter_map(whole).collect()
}

/// Whether a text that is printed like a heading is the label of a paragraph of a known section.
fn is_label_of(db: &RulesetDb, view: &View, part: &BookletSection, text: &str) -> bool {
    let section = part.section.as_ref().and_then(|id| db.section(id));
    section.is_some_and(|section| {
        labels(&section.version(view), UnitKind::Paragraph).contains(&label_key(text))
    })
}

/// Adds a block to the last section; before the first heading it begins a section of its own.
fn place_block(parts: &mut Vec<BookletSection>, at: usize, block: &BookletBlock) {
    if parts.is_empty() {
        parts.push(BookletSection {
            section: None,
            heading: "Front matter".into(),
            within: None,
            heading_block: None,
            page: block.page,
            blocks: Vec::new(),
        });
    }
    if let Some(part) = parts.last_mut() {
        part.blocks.push((at, block.clone()));
    }
}

/// Divides a section where a page begins whose paragraphs are counted from 1 again.
fn split_pages(
    parts: Vec<BookletSection>,
    booklet: &Booklet,
    db: &RulesetDb,
) -> Vec<BookletSection> {
    let page_parts: Vec<(String, String, String)> = db
        .outline()
        .iter()
        .filter_map(|id| is_page_part(db, id).map(|(whole, page)| (id.clone(), whole, page)))
        .collect();
    let mut out = Vec::new();
    for mut part in parts {
        let mut rest = None;
        for (id, _, page) in page_parts
            .iter()
            .filter(|(_, whole, _)| part.section.as_ref() == Some(whole))
        {
            let first_of_page = part
                .blocks
                .iter()
                .position(|(_, block)| booklet.page_label(block.page) == *page);
            if let Some(at) = first_of_page.filter(|&at| at > 0) {
                rest = Some(BookletSection {
                    section: Some(id.clone()),
                    heading: db.heading(id).unwrap_or(id).to_owned(),
                    within: None,
                    heading_block: None,
                    page: part.blocks[at].1.page,
                    blocks: part.blocks.split_off(at),
                });
            }
        }
        out.push(part);
        out.extend(rest);
    }
    out
}

/// Returns the labels of the units of a kind in a section.
pub(super) fn labels(tree: &SectionTree, kind: UnitKind) -> HashSet<String> {
    tree.live_units(tree.root)
        .into_iter()
        .filter(|&unit| tree.kind(unit) == kind)
        .filter_map(|unit| tree.get(unit)?.label.as_deref().map(label_key))
        .collect()
}
