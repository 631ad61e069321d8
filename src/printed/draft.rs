//! Drafts a file of instructions from a parsed sheet: for an author, with printed words and
//! confidence, or without notes for `verify` and the dry run.

use super::{
    fit::fit_instruction,
    found_place::{DraftedOperation, SectionContents, find_place},
    unit,
    write::{self, LibraryFrontMatter},
};
use crate::{
    import::{PrintedInstruction, PrintedSheet, SectionNames, SheetOperation},
    model::PartialDate,
    resolve::{RulesetDb, View},
    syntax::{self, Command, Verb, instruction},
    text::slug::slug,
};
use std::collections::BTreeSet;

/// A file drafted from a sheet: its text, its instructions, headings without a section, and the
/// entry to add to `ruleset.toml`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetDraft {
    /// The text of the file, in our notation.
    pub text: String,
    /// The instructions that were written, in order: one for each operation of the sheet, and one
    /// more for text that it moves.
    pub entries: Vec<DraftEntry>,
    /// The headings without a matching section, each once.
    pub unplaced: Vec<String>,
    /// The entry that `ruleset.toml` needs for the document; `None` without a ruleset or if it
    /// has it.
    pub entry: Option<String>,
}

/// An instruction as written in a draft: the index of the sheet's instruction, how surely its
/// section was found. The dry run reports these as doubts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DraftEntry {
    /// The index of the instruction in the sheet.
    pub instruction: usize,
    /// How well the section fits the printed heading, from 0 (there is none) to 1.
    pub heading: f64,
    /// Whether the section is not that of the heading, but the one with the words or rows that the
    /// instruction names.
    pub by_content: bool,
}

/// Drafts a file of instructions from a sheet, for an author.
///
/// Each instruction is followed by its printed words and the confidence of the reading. The
/// payloads are the printed words and must be restated.
///
/// The instructions are fitted to the rules at the view `base`.
///
/// `name` is the name of the file without its ending: `1.3` for the sheet that makes the edition
/// 1.3. `unread` are the lines that were not understood, with their line numbers; they are listed
/// at the end.
pub fn draft_sheet(
    db: Option<&RulesetDb>,
    base: Option<&View>,
    sheet: &PrintedSheet,
    name: &str,
    unread: &[(usize, String)],
    today: PartialDate,
) -> SheetDraft {
    let ruleset = db.map_or("new-ruleset", |db| db.ruleset.key.as_str());
    let edition = name
        .strip_prefix(ruleset)
        .and_then(|rest| rest.strip_prefix('-'))
        .unwrap_or(name);
    let document = format!("{ruleset}-{edition}");
    let front_matter = LibraryFrontMatter {
        ruleset,
        document: &document,
        edition: Some(edition),
        frame: None,
        printed: false,
        partial: true,
    };
    let entry = db.and_then(|db| ruleset_entry(db, &document, edition, sheet, today));
    let title = if sheet.title.is_empty() {
        "a sheet without a title".to_owned()
    } else {
        unit::escape_markup(&sheet.title)
    };
    let mut intro = format!(
        "\nDraft of {title}. Every instruction is written as it was read, with its printed words and how sure the reading is. The quoted text is printed text: restate
it in your own words before you share this file, and remove the lines that begin with \"Printed\".\n"
    );
    if let (Some(entry), Some(db)) = (&entry, db) {
        intro += &format!(
            "\nThe file takes effect once `ruleset.toml` of {} contains:\n\n```toml\n{entry}```\n",
            db.ruleset.key
        );
    }
    let mut outro = String::new();
    for (line, words) in unread {
        outro += &format!(
            "\n**Reading:** not understood, line {line}: “{}”\n",
            unit::escape_markup(words)
        );
    }
    SheetDraft {
        entry,
        ..draft_body((db, base), sheet, &front_matter, (&intro, &outro), true)
    }
}

/// Returns the entry that `ruleset.toml` needs for a new document, or `None` if it has one.
fn ruleset_entry(
    db: &RulesetDb,
    document: &str,
    edition: &str,
    sheet: &PrintedSheet,
    today: PartialDate,
) -> Option<String> {
    if db.ruleset.documents.contains_key(document) {
        return None;
    }
    let mut out = String::new();
    if db.ruleset.edition(edition).is_none() {
        let last = db
            .ruleset
            .editions
            .last()
            .map(|last| last.id.as_str())
            .unwrap_or_default();
        out += &format!(
            "# in `editions`, after the last one\n{{ id = \"{edition}\", amends = \"{last}\" }},\n\n# at the end\n"
        );
    }
    let (date, why) = sheet.dated.map_or(
        (
            today,
            " # the sheet has no date: write the day of its publication",
        ),
        |date| (date, ""),
    );
    let date = if date.is_approximate() {
        format!("\"{}\"", date.iso())
    } else {
        date.iso()
    };
    out +=
        &format!("[document.\"{document}\"]\nedition = \"{edition}\"\npublished = {date}{why}\n");
    if !sheet.title.is_empty() {
        let title = sheet.title.replace('\\', "\\\\").replace('"', "\\\"");
        out += &format!(
            "\n# in import.toml next to it, so that the sheet is recognised\n[document.\"{document}\"]\nopens = [\"{title}\"]\n"
        );
    }
    Some(out)
}

/// Drafts the instructions of a document without any notes, for programs. They are fitted to the
/// rules at the view `base`.
pub fn draft_document(
    db: &RulesetDb,
    base: Option<&View>,
    sheet: &PrintedSheet,
    document: &str,
    edition: &str,
) -> SheetDraft {
    let front_matter = LibraryFrontMatter {
        ruleset: &db.ruleset.key,
        document,
        edition: Some(edition),
        frame: None,
        printed: false,
        partial: true,
    };
    draft_body((Some(db), base), sheet, &front_matter, ("", ""), false)
}

fn draft_body(
    (db, base): (Option<&RulesetDb>, Option<&View>),
    sheet: &PrintedSheet,
    front_matter: &LibraryFrontMatter<'_>,
    (intro, outro): (&str, &str),
    notes: bool,
) -> SheetDraft {
    let index = db.map(SectionNames::new).unwrap_or_default();
    let mut draft = SheetDraft::default();
    let mut out = String::new();
    let mut last: Option<(String, Option<String>)> = None;
    let mut unplaced: BTreeSet<String> = BTreeSet::new();
    let mut contents: Option<SectionContents<'_>> = None;
    for (at, one) in sheet.instructions.iter().enumerate() {
        if one.operations.is_empty() {
            continue;
        }
        let heading = one.place.path.last().cloned().unwrap_or_default();
        let mut drafted = drafted_operations(db, &index, one);
        let at_place = find_place((db, base), &index, &mut contents, one, &mut drafted);
        let by_content = at_place.as_ref().is_some_and(|place| place.by_content);
        let placed = at_place.map(|place| (place.id, place.confidence));
        let (id, placed) = placed.unwrap_or_else(|| {
            let is_note = |one: &SheetOperation| one.command.verb == Verb::Note;
            if !one.operations.iter().all(is_note) {
                unplaced.insert(one.place.path.join(", "));
            }
            let id = slug(&heading);
            (
                if id.is_empty() {
                    "somewhere".into()
                } else {
                    id
                },
                0.0,
            )
        });
        let place = (id, one.place.page.clone());
        if last.as_ref() != Some(&place) {
            out += &write::write_place(&heading, &place.0, place.1.as_deref());
        }
        last = Some(place.clone());
        for (mut command, mut payload) in drafted {
            if let Some((db, base)) = db.zip(base) {
                fit_instruction(db, base, &place.0, &mut command, &mut payload);
            }
            let command = instruction::print(&command);
            let attributes = entry_attributes(one);
            out += &write::write_entry(&command, &attributes.join(" "), &payload);
            draft.entries.push(DraftEntry {
                instruction: at,
                heading: placed,
                by_content,
            });
        }
        if notes {
            out += &reading_note(one);
        }
    }
    draft.unplaced = unplaced
        .into_iter()
        .filter(|heading| !heading.is_empty())
        .collect();
    draft.text = syntax::format(
        &format!("{}{intro}{out}{outro}", front_matter.text()),
        "draft.amend.md",
    );
    draft
}

/// Returns the commands of an instruction with their new text, and with the ids of known sections.
fn drafted_operations(
    db: Option<&RulesetDb>,
    index: &SectionNames,
    one: &PrintedInstruction,
) -> Vec<DraftedOperation> {
    one.operations
        .iter()
        .map(|operation| {
            let mut payload = unit::parse_units(&operation.payload);
            add_section_ids(&mut payload, index, one.place.page.as_deref());
            let mut command = operation.command.clone();
            resolve_section_ids(db, index, &mut command);
            (command, payload)
        })
        .collect()
}

/// Returns the attributes of the entries of an instruction: its numbers, and those of the sheet.
fn entry_attributes(one: &PrintedInstruction) -> Vec<String> {
    let numbers: Vec<&str> = match one.passages.as_slice() {
        [] => vec![&one.number],
        passages if one.operations.len() == 1 => passages
            .iter()
            .map(|passage| passage.number.as_str())
            .collect(),
        _ => vec![&one.number],
    };
    let n: Vec<&str> = numbers
        .into_iter()
        .filter(|n| {
            n.chars()
                .all(|c| c.is_ascii_alphanumeric() || ".-,:".contains(c))
        })
        .collect();
    if n.is_empty() {
        Vec::new()
    } else {
        vec![format!("n={}", n.join(","))]
    }
}

/// Returns the printed words of an instruction and the confidence of its reading, as commentary.
fn reading_note(one: &PrintedInstruction) -> String {
    let page = one
        .place
        .page
        .as_ref()
        .map(|page| format!(", p. {page}"))
        .unwrap_or_default();
    let path = one.place.path.join(", ");
    let mut out = format!(
        "\nPrinted under {}{page}: “{}”\n",
        unit::escape_markup(&path),
        unit::escape_markup(&one.printed)
    );
    let doubts: Vec<String> = one
        .doubts
        .iter()
        .map(|doubt| unit::escape_markup(&doubt.message))
        .collect();
    let doubts = if doubts.is_empty() {
        String::new()
    } else {
        format!(": {}", doubts.join("; "))
    };
    out += &format!("\n**Reading:** {}{doubts}.\n", one.confidence.name());
    out
}

/// Puts the ids of sections in place of the words that the sheet names them with.
fn resolve_section_ids(db: Option<&RulesetDb>, index: &SectionNames, command: &mut Command) {
    if let Some(db) = db {
        command.change_ids(|id| {
            if db.section_of(id).is_none()
                && let Some(found) = index.find(&[id.replace('-', " ")], None)
            {
                *id = found.id;
            }
        });
    }
}

/// Gives inserted sections the ids of the sections with the same heading.
fn add_section_ids(payload: &mut [unit::EditableUnit], index: &SectionNames, page: Option<&str>) {
    for one in payload
        .iter_mut()
        .filter(|one| one.kind == crate::syntax::BlockKind::Heading && !one.source.contains("{#"))
    {
        if let Some(found) = index
            .find(std::slice::from_ref(&one.plain), page)
            .filter(|found| found.confidence > 0.75)
        {
            one.source = format!("{} {{#{}}}", one.source, found.id);
        }
    }
}
