//! What `rulebook import` does with what it read: printed words into the library, disagreements to people.

use super::{Context, Failure, import::Imported, pen::Pen};
use crate::{
    analysis::{Analysis, Source, SourceOrigin},
    disk::Shelving,
    import::SheetPiece,
    model::PartialDate,
    printed::{
        self, CHANGED_BY_HAND, Disagreement, DisagreementKind, LibraryFile, SheetMatches, Stamp,
    },
    text::LineIndex,
};
use camino::Utf8Path;
use serde::Serialize;

/// What became of the files of one import.
#[derive(Debug, Default, Serialize)]
pub(super) struct Shelved {
    /// Each file that was read with what was made of it, in order.
    pub(super) laid: Vec<LaidFile>,
    /// The library's files, and whether each was written.
    pub(super) files: Vec<ShelvedFile>,
}

/// What was made of one file.
#[derive(Debug, Serialize)]
pub(super) struct LaidFile {
    /// The file that was read.
    pub(super) path: String,
    /// How many instructions its sheets have that the rules know.
    pub(super) instructions: usize,
    /// How many of these some patch restates.
    pub(super) matched: usize,
    /// The patches that restate them.
    pub(super) matches: Vec<printed::Match>,
    /// Where print and restatement disagree.
    pub(super) disagreements: Vec<Disagreement>,
    /// Sheets that no ruleset has, with the number of their instructions.
    pub(super) unknown: Vec<(String, usize)>,
}

/// A file of the library.
#[derive(Debug, Serialize)]
pub(super) struct ShelvedFile {
    /// Under the library: `dbm/dbm-3.1.amend.md`.
    pub(super) name: String,
    /// How many restated instructions have their printed words in it, and of how many.
    pub(super) passages: (usize, usize),
    /// What was done.
    pub(super) done: Done,
}

/// What was done with a file of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Done {
    /// It was written.
    Written,
    /// It was the same already.
    Unchanged,
    /// It would have been written.
    Dry,
    /// Somebody changed it by hand, and it was left alone.
    Kept,
    /// It holds more than the file that was read, and was left alone.
    Fuller,
}

/// Lays what was read beside the restatements, and puts the printed words into the library, unless `dry`. Files that were changed by hand stay,
/// unless `force`. `analysis` has no printed words in it, or what is laid would rest on what was laid before; at those that are `held` we only
/// look to see whether somebody has changed them.
pub(super) fn shelve(
    context: &mut Context<'_>,
    (analysis, held): (&Analysis, &[Source]),
    imported: &[Imported],
    dry: bool,
    force: bool,
) -> Result<Shelved, Failure> {
    let mut files: Vec<LibraryFile> = Vec::new();
    let mut shelved = Shelved::default();
    for Imported { path, reading, .. } in imported {
        let SheetMatches {
            matches,
            disagreements,
            files: made,
            instructions,
            unknown,
        } = printed::match_sheets(analysis, reading, &files);
        files.retain(|file| {
            !made
                .iter()
                .any(|new| (&new.ruleset, &new.name) == (&file.ruleset, &file.name))
        });
        files.extend(made);
        shelved.laid.push(LaidFile {
            path: path.to_string(),
            instructions: instructions.1,
            matched: instructions.0,
            matches,
            disagreements,
            unknown,
        });
    }
    let twin = |file: &LibraryFile| {
        let same = |source: &&Source| {
            source.origin == SourceOrigin::Library
                && source.ruleset == file.ruleset
                && source.name == file.name
        };
        held.iter().find(same)
    };
    let stamp = |file: &LibraryFile| twin(file).map(|source| printed::check_stamp(&source.text));
    let (kept, fresh): (Vec<LibraryFile>, Vec<LibraryFile>) = files
        .into_iter()
        .partition(|file| !force && matches!(stamp(file), Some(Stamp::Changed | Stamp::None)));
    for file in &kept {
        context.remark(format!(
            "{}/{} stays as it is: {CHANGED_BY_HAND} (--force writes it anew)",
            file.ruleset, file.name
        ));
    }
    let lost = |file: &LibraryFile| {
        twin(file).map_or(0, |source| {
            printed::count_lost_passages(&file.name, &source.text, &file.text)
        })
    };
    let (fuller, fresh): (Vec<LibraryFile>, Vec<LibraryFile>) =
        fresh.into_iter().partition(|file| !force && lost(file) > 0);
    for file in &fuller {
        let lost = plural(lost(file), "passage");
        context.remark(format!(
            "{}/{} stays as it is: the file that was read lacks {lost} of it, or has only the beginning (--force writes it anew)",
            file.ruleset, file.name
        ));
    }
    let done = put(context, &fresh, dry)?;
    let row = |file: &LibraryFile, done| ShelvedFile {
        name: format!("{}/{}", file.ruleset, file.name),
        passages: file.passages,
        done,
    };
    shelved
        .files
        .extend(fresh.iter().zip(done).map(|(file, done)| row(file, done)));
    shelved
        .files
        .extend(kept.iter().map(|file| row(file, Done::Kept)));
    shelved
        .files
        .extend(fuller.iter().map(|file| row(file, Done::Fuller)));
    Ok(shelved)
}

fn put(context: &Context<'_>, files: &[LibraryFile], dry: bool) -> Result<Vec<Done>, Failure> {
    if dry || files.is_empty() {
        return Ok(files.iter().map(|_| Done::Dry).collect());
    }
    let Some(library) = context.user.library.clone() else {
        return Err(Failure::misuse(
            "there is no place for a library: the environment names no home",
        )
        .help("set RULEBOOK_LIBRARY"));
    };
    let library = context.current.join(library);
    let shelving = Shelving::begin(&library)?;
    let rows: Vec<(&str, &str, &str)> = files
        .iter()
        .map(|file| (&*file.ruleset, &*file.name, &*file.text))
        .collect();
    let changed = shelving.put(&rows)?;
    Ok(changed
        .into_iter()
        .map(|changed| {
            if changed {
                Done::Written
            } else {
                Done::Unchanged
            }
        })
        .collect())
}

impl Shelved {
    /// How many disagreements nothing answers.
    pub(super) fn open(&self) -> usize {
        self.laid
            .iter()
            .flat_map(|file| &file.disagreements)
            .filter(|one| one.answer.is_none())
            .count()
    }

    /// Whether a file of the library was left alone, for what was read holds less.
    pub(super) fn is_poorer(&self) -> bool {
        self.files.iter().any(|file| file.done == Done::Fuller)
    }

    /// For people: files, disagreements, sheets that nobody knows.
    pub(super) fn text(&self, pen: Pen, library: Option<&Utf8Path>) -> String {
        let mut out = String::new();
        let disagreements = || self.laid.iter().flat_map(|file| &file.disagreements);
        let open: Vec<&Disagreement> = disagreements().filter(|one| one.answer.is_none()).collect();
        let answered = disagreements().count() - open.len();
        if !open.is_empty() {
            out += &(pen.strong("Print and restatement disagree") + "\n");
            open.iter().for_each(|one| out += &disagreement(pen, one));
        }
        if answered > 0 {
            out += &format!(
                "{} answered by deviations that are declared beside the patches.\n",
                plural(answered, "disagreement is|disagreements are")
            );
        }
        let sum = |count: fn(&LaidFile) -> usize| self.laid.iter().map(count).sum::<usize>();
        let (patches, matched, all) = (
            sum(|file| file.matches.len()),
            sum(|file| file.matched),
            sum(|file| file.instructions),
        );
        let hidden = self
            .laid
            .iter()
            .flat_map(|file| &file.matches)
            .filter(|one| !one.shown)
            .count();
        if all > 0 {
            let hidden = if hidden == 0 {
                String::new()
            } else {
                format!(", {hidden} of them not shown, for their shape differs")
            };
            let (of, patches) = (
                plural(all, "printed passage"),
                plural(patches, "restated patch|restated patches"),
            );
            out += &format!("{matched} of {of} matched, to {patches}{hidden}.\n");
        }
        for (title, count) in self.laid.iter().flat_map(|file| &file.unknown) {
            let title = if title.is_empty() {
                "A sheet without a title"
            } else {
                title
            };
            out += &format!(
                "{title}: no ruleset has this document; {} can be drafted with --draft FILE.\n",
                plural(*count, "instruction")
            );
        }
        if !self.files.is_empty() {
            let place = library.map(|path| format!(" {path}")).unwrap_or_default();
            out += &(pen.strong(&format!("Library{place}")) + "\n");
            let width = self
                .files
                .iter()
                .map(|file| file.name.chars().count())
                .max()
                .unwrap_or_default();
            for file in &self.files {
                let done = match file.done {
                    Done::Written => "written",
                    Done::Unchanged => "unchanged",
                    Done::Dry => "would be written",
                    Done::Kept => "kept, changed by hand",
                    Done::Fuller => "kept, for the library holds more",
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

/// One disagreement, with what stands on either side.
pub(super) fn disagreement(pen: Pen, one: &Disagreement) -> String {
    let side = |name: &str, words: &[String]| {
        if words.is_empty() {
            String::new()
        } else {
            format!("{name} {}", words.join(" · "))
        }
    };
    let sides: Vec<String> = [
        side("printed", &one.printed),
        side("restated", &one.restated),
    ]
    .into_iter()
    .filter(|side| !side.is_empty())
    .collect();
    let what = match one.matter {
        DisagreementKind::NoRestatement => "is printed and restated nowhere".to_owned(),
        DisagreementKind::NotPrinted => "is restated and not in the file that was read".to_owned(),
        DisagreementKind::Number
        | DisagreementKind::Binding
        | DisagreementKind::Units
        | DisagreementKind::Operation
        | DisagreementKind::Shape => one.matter.name().to_owned(),
    };
    let heading = if one.heading.is_empty() {
        String::new()
    } else {
        format!(" ({})", one.heading)
    };
    let sides = if sides.is_empty() {
        String::new()
    } else {
        format!(": {}", sides.join("; "))
    };
    pen.wrap(
        "  ",
        "      ",
        &format!("{}{heading}  {what}{sides}", pen.refer(&one.patch)),
    ) + "\n"
}

/// `1 file`, `2 files`; `disagreement is|disagreements are` names both forms.
pub(super) fn plural(count: usize, noun: &str) -> String {
    match (noun.split_once('|'), count) {
        (Some((one, _)), 1) => format!("1 {one}"),
        (Some((_, many)), _) => format!("{count} {many}"),
        (None, 1) => format!("1 {noun}"),
        (None, _) => format!("{count} {noun}s"),
    }
}

/// Writes the first draft of each sheet that no ruleset has, to `out` (a second one beside it, with a number in its name). Gives what to tell.
pub(super) fn draft(
    context: &Context<'_>,
    analysis: &Analysis,
    Imported { text, reading, .. }: &Imported,
    (ruleset, out, force): (Option<&str>, &Utf8Path, bool),
) -> Result<String, Failure> {
    let mut told = String::new();
    if let Some(key) = ruleset.filter(|key| analysis.ruleset_db(key).is_none()) {
        return Err(Failure::misuse(format!("there is no ruleset `{key}`"))
            .help("it is the name of a folder with a ruleset.toml, under rules/"));
    }
    let index = LineIndex::new(text);
    let today = context
        .today
        .to_string()
        .parse()
        .unwrap_or_else(|_| PartialDate::undated());
    let unknown = reading
        .sheets
        .iter()
        .enumerate()
        .filter(|(_, sheet)| sheet.document.is_none() && !sheet.instructions.is_empty());
    for (at, (nth, sheet)) in unknown.enumerate() {
        let db = ruleset
            .or(sheet.ruleset.as_deref())
            .and_then(|key| analysis.ruleset_db(key));
        let name = out.file_name().unwrap_or("draft.amend.md");
        let stem = name
            .strip_suffix(".amend.md")
            .or_else(|| name.strip_suffix(".md"))
            .unwrap_or(name);
        let number = if at == 0 {
            String::new()
        } else {
            format!("-{}", at + 1)
        };
        let path = out.with_file_name(format!("{stem}{number}.amend.md"));
        let pieces = reading
            .not_understood()
            .filter(|piece| piece.sheet == Some(nth) && piece.instruction.is_none());
        let line = |piece: &SheetPiece| {
            (
                index.line(piece.span.start()) + 1,
                piece
                    .span
                    .of(text)
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        };
        let unread: Vec<(usize, String)> = pieces.map(line).collect();
        let draft = printed::draft_sheet(db, sheet, &format!("{stem}{number}"), &unread, today);
        let file = context.current.join(&path);
        if !force && file.exists() {
            return Err(Failure::misuse(format!("{path} stands there already"))
                .help("name another file, or say --force to write it anew"));
        }
        crate::disk::write(&file, &draft.text)?;
        let unplaced = match draft.unplaced.len() {
            0 => String::new(),
            count => format!(
                ", {} of no known section ({})",
                plural(count, "heading"),
                draft.unplaced.join("; ")
            ),
        };
        let unread = if unread.is_empty() {
            String::new()
        } else {
            format!(", {} not understood", plural(unread.len(), "line"))
        };
        told += &format!(
            "{path}: a draft of {}{unplaced}{unread}\n",
            plural(draft.instructions, "instruction")
        );
        told += &match (&draft.entry, db) {
            (Some(entry), Some(db)) => {
                let lines: String = entry.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("  {line}\n") }).collect();
                let home = analysis.source(db.ruleset.source).map_or("its ruleset.toml", |source| source.path.as_str());
                format!("It counts as soon as {home} says:\n{lines}")
            }
            (None, Some(_)) => String::new(),
            (_, None) => "No ruleset is known for it: name one with --ruleset, or make one as `rulebook check --help` tells.\n".to_owned(),
        };
    }
    if told.is_empty() {
        return Err(Failure::nothing(
            "nothing is to be drafted: every sheet in the file is one that the rules have",
        )
        .help("without --draft its words go into your library"));
    }
    Ok(told)
}
