//! Stores imported wording in the library, and reports where it disagrees with the restatements.

use super::sheet_text::ImportedFile;
use crate::{
    analysis::{Analysis, Source, SourceOrigin},
    cli::{CommandError, Context, Styler, plural},
    disk::LibraryWriter,
    printed::{
        self, CHANGED_BY_HAND, Disagreement, DisagreementKind, ImportStatus, LibraryFile,
        SheetMatches,
    },
    text::{join, prefixed},
};
use camino::Utf8Path;
use serde::Serialize;

/// The result of storing an import: how each imported file compares with the restatements, and
/// whether each library file was written.
#[derive(Debug, Default, Serialize)]
pub(super) struct StoreReport {
    /// The imported files and their comparison with the restatements, in order.
    pub(super) laid: Vec<ComparedFile>,
    /// The library files, and whether each was written.
    pub(super) files: Vec<StoredFile>,
}

/// How an imported file compares with the restatements: matches, disagreements, unknown sheets.
#[derive(Debug, Serialize)]
pub(super) struct ComparedFile {
    /// The path of the imported file.
    pub(super) path: String,
    /// The number of instructions in sheets of known documents.
    pub(super) instructions: usize,
    /// How many of these instructions have a restatement.
    pub(super) matched: usize,
    /// The patches that restate them.
    pub(super) matches: Vec<printed::RestatementMatch>,
    /// Where printed wording and restatement disagree.
    pub(super) disagreements: Vec<Disagreement>,
    /// Sheets that no ruleset has, with the number of their instructions.
    pub(super) unknown: Vec<(String, usize)>,
}

/// A library file that an import writes or keeps: its name, how many of its document's restated
/// instructions have printed wording in it, and what was done.
#[derive(Debug, Serialize)]
pub(super) struct StoredFile {
    /// The path below the library: `dbm/dbm-3.1.amend.md`.
    pub(super) name: String,
    /// How many restated instructions have their printed wording in the file, and of how many.
    pub(super) passages: (usize, usize),
    /// What was done with it.
    pub(super) done: StoreAction,
}

/// What an import did with a library file: written, unchanged, not written in a dry run, kept
/// because changed by hand, or kept because it contains more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum StoreAction {
    /// The file was written.
    Written,
    /// The file had the same content already.
    Unchanged,
    /// The file would have been written.
    Dry,
    /// The file was changed by hand and was not written.
    Kept,
    /// The file contains more than the imported file and was not written.
    Fuller,
}

/// Matches the imported files with the restatements, and writes the printed wording to the library
/// unless `dry_run`.
///
/// Files changed by hand are kept unless `force`. `analysis` must not contain printed wording, or
/// the result would depend on earlier imports; `library`, the current files of the library, is only
/// used to detect changes by hand.
pub(super) fn store_files(
    context: &mut Context<'_>,
    (analysis, library): (&Analysis, &[Source]),
    imported: &[ImportedFile],
    dry_run: bool,
    force: bool,
) -> Result<StoreReport, CommandError> {
    let mut files: Vec<LibraryFile> = Vec::new();
    let mut stored = StoreReport::default();
    for ImportedFile { path, reading, .. } in imported {
        let SheetMatches {
            matches,
            disagreements,
            files: made,
            instructions,
            unknown,
        } = printed::match_sheets(analysis, reading, &files);
        files.retain(|file| {
            let is_same = |new: &LibraryFile| new.ruleset == file.ruleset && new.name == file.name;
            !made.iter().any(is_same)
        });
        files.extend(made);
        stored.laid.push(ComparedFile {
            path: path.to_string(),
            instructions: instructions.1,
            matched: instructions.0,
            matches,
            disagreements,
            unknown,
        });
    }
    let library_source = |file: &LibraryFile| {
        let same = |source: &&Source| {
            source.origin == SourceOrigin::Library
                && source.ruleset == file.ruleset
                && source.name == file.name
        };
        library.iter().find(same)
    };
    let stamp =
        |file: &LibraryFile| library_source(file).map(|source| printed::check_stamp(&source.text));
    let is_changed = |file: &LibraryFile| {
        let stamp = stamp(file);
        !force && matches!(stamp, Some(ImportStatus::Changed | ImportStatus::None))
    };
    let (kept, fresh): (Vec<LibraryFile>, Vec<LibraryFile>) =
        files.into_iter().partition(is_changed);
    for file in &kept {
        context.warn(format!(
            "keeping {}/{}: {CHANGED_BY_HAND} (--force overwrites it)",
            file.ruleset, file.name
        ));
    }
    let lost = |file: &LibraryFile| {
        library_source(file).map_or(0, |source| {
            printed::count_lost_passages(&file.name, &source.text, &file.text)
        })
    };
    let (fuller, fresh): (Vec<LibraryFile>, Vec<LibraryFile>) =
        fresh.into_iter().partition(|file| !force && lost(file) > 0);
    for file in &fuller {
        let lost = plural(lost(file), "passage");
        context.warn(format!(
            "keeping {}/{}: the imported file lacks {lost} of it, or has only the beginning (--force overwrites it)",
            file.ruleset, file.name
        ));
    }
    let done = write_files(context, &fresh, dry_run)?;
    let row = |file: &LibraryFile, done| StoredFile {
        name: format!("{}/{}", file.ruleset, file.name),
        passages: file.passages,
        done,
    };
    let fresh = fresh.iter().zip(done).map(|(file, done)| row(file, done));
    let kept = kept.iter().map(|file| row(file, StoreAction::Kept));
    let fuller = fuller.iter().map(|file| row(file, StoreAction::Fuller));
    stored.files = fresh.chain(kept).chain(fuller).collect();
    Ok(stored)
}

fn write_files(
    context: &Context<'_>,
    files: &[LibraryFile],
    dry_run: bool,
) -> Result<Vec<StoreAction>, CommandError> {
    if dry_run || files.is_empty() {
        return Ok(files.iter().map(|_| StoreAction::Dry).collect());
    }
    let library = context.current.join(context.library_folder()?);
    let writer = LibraryWriter::open(&library)?;
    let rows = files.iter();
    let rows = rows.map(|file| (&*file.ruleset, &*file.name, &*file.text));
    let changed = writer.write_files(&rows.collect::<Vec<(&str, &str, &str)>>())?;
    let done = changed.into_iter().map(|changed| match changed {
        true => StoreAction::Written,
        false => StoreAction::Unchanged,
    });
    Ok(done.collect())
}

impl StoreReport {
    /// Returns the number of disagreements without a declared deviation.
    pub(super) fn open_disagreements(&self) -> usize {
        let all = self.laid.iter().flat_map(|file| &file.disagreements);
        all.filter(|one| one.answer.is_none()).count()
    }

    /// Returns whether a library file was kept because the imported file contains less.
    pub(super) fn keeps_fuller_file(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| file.done == StoreAction::Fuller)
    }

    /// Renders the result for people: disagreements, counts, unknown sheets and files.
    pub(super) fn render(&self, styler: Styler, library: Option<&Utf8Path>) -> String {
        let mut out = String::new();
        let disagreements = || self.laid.iter().flat_map(|file| &file.disagreements);
        let open: Vec<&Disagreement> = disagreements().filter(|one| one.answer.is_none()).collect();
        let answered = disagreements().count() - open.len();
        if !open.is_empty() {
            out += &(styler.strong("Print and restatement disagree") + "\n");
            open.iter()
                .for_each(|one| out += &render_disagreement(styler, one));
        }
        if answered > 0 {
            out += &format!(
                "{} explained by deviations declared next to the patches.\n",
                plural(answered, "disagreement is|disagreements are")
            );
        }
        let sum = |count: fn(&ComparedFile) -> usize| self.laid.iter().map(count).sum::<usize>();
        let (patches, matched, all) = (
            sum(|file| file.matches.len()),
            sum(|file| file.matched),
            sum(|file| file.instructions),
        );
        let matches = self.laid.iter().flat_map(|file| &file.matches);
        if all > 0 {
            let hidden = match matches.filter(|one| !one.shown).count() {
                0 => String::new(),
                hidden => format!(", {hidden} of them not shown because their shape differs"),
            };
            let (of, patches) = (
                plural(all, "printed passage"),
                plural(patches, "restated patch|restated patches"),
            );
            out += &format!("{matched} of {of} matched, to {patches}{hidden}.\n");
        }
        for (title, count) in self.laid.iter().flat_map(|file| &file.unknown) {
            let title = match title.as_str() {
                "" => "A sheet without a title",
                title => title,
            };
            out += &format!(
                "{title}: no ruleset has this document; {} can be drafted with --draft FILE.\n",
                plural(*count, "instruction")
            );
        }
        if !self.files.is_empty() {
            let place = prefixed(" ", library);
            out += &(styler.strong(&format!("Library{place}")) + "\n");
            let widths = self.files.iter().map(|file| file.name.chars().count());
            let width = widths.max().unwrap_or_default();
            for file in &self.files {
                let done = match file.done {
                    StoreAction::Written => "written",
                    StoreAction::Unchanged => "unchanged",
                    StoreAction::Dry => "would be written",
                    StoreAction::Kept => "kept, changed by hand",
                    StoreAction::Fuller => "kept, the library contains more",
                };
                out += &format!(
                    "  {:width$}  {} of {} patches, {done}\n",
                    file.name, file.passages.0, file.passages.1
                );
            }
        }
        out
    }
}

/// Renders one disagreement with the words of both sides.
fn render_disagreement(styler: Styler, one: &Disagreement) -> String {
    let sides = [("printed", &one.printed), ("restated", &one.restated)].into_iter();
    let sides = sides.filter(|(_, words)| !words.is_empty());
    let sides = sides.map(|(name, words)| format!("{name} {}", words.join(" · ")));
    let sides = Some(join(sides, "; ")).filter(|sides| !sides.is_empty());
    let what = match one.matter {
        DisagreementKind::NoRestatement => "is printed but not restated".to_owned(),
        DisagreementKind::NotPrinted => "is restated but not in the printed file".to_owned(),
        _ => one.matter.name().to_owned(),
    };
    let heading = match one.heading.as_str() {
        "" => String::new(),
        heading => format!(" ({heading})"),
    };
    let (patch, sides) = (styler.reference(&one.patch), prefixed(": ", sides));
    styler.wrap("  ", "      ", &format!("{patch}{heading}  {what}{sides}"))
}
