//! `rulebook import --draft`: for each sheet that no ruleset has, writes a rules file whose text
//! `crate::printed::draft_sheet` makes.

use super::sheet_text::ImportedFile;
use crate::{
    analysis::Analysis,
    cli::{CommandError, Context, plural},
    disk,
    import::SheetPiece,
    model::PartialDate,
    printed,
    text::{LineIndex, join},
};
use camino::Utf8Path;

/// Writes the first draft of each sheet that no ruleset has to `out`; a second draft gets a number
/// in its name. Returns the report.
pub(super) fn write_drafts(
    context: &Context<'_>,
    analysis: &Analysis,
    ImportedFile { text, reading, .. }: &ImportedFile,
    (out, force): (&Utf8Path, bool),
) -> Result<String, CommandError> {
    let mut output = String::new();
    let index = LineIndex::new(text);
    let today = PartialDate::day(context.today);
    let sheets = reading.sheets.iter().enumerate();
    let unknown = sheets.filter(|(_, own)| own.document.is_none() && !own.instructions.is_empty());
    for (at, (nth, sheet)) in unknown.enumerate() {
        let db = sheet.ruleset.as_deref();
        let db = db.and_then(|key| analysis.ruleset_db(key));
        let name = out.file_name().unwrap_or("draft.amend.md");
        let stem = name.strip_suffix(".amend.md");
        let stem = stem.or_else(|| name.strip_suffix(".md")).unwrap_or(name);
        let number = match at {
            0 => String::new(),
            at => format!("-{}", at + 1),
        };
        let path = out.with_file_name(format!("{stem}{number}.amend.md"));
        let pieces = reading
            .not_understood()
            .filter(|piece| piece.sheet == Some(nth) && piece.instruction.is_none());
        let line = |piece: &SheetPiece| {
            let words = join(piece.span.of(text).split_whitespace(), " ");
            (index.line(piece.span.start()) + 1, words)
        };
        let unread: Vec<(usize, String)> = pieces.map(line).collect();
        let base = db.map(|db| printed::base_view(db, sheet, context.today));
        let (base, key) = (base.flatten(), format!("{stem}{number}"));
        let draft = printed::draft_sheet(db, base.as_ref(), sheet, &key, &unread, today);
        context.check_free(&path, force, "name another file")?;
        disk::write_text(&context.current.join(&path), &draft.text)?;
        let unplaced = match draft.unplaced.len() {
            0 => String::new(),
            count => format!(
                ", {} without a known section ({})",
                plural(count, "heading"),
                draft.unplaced.join("; ")
            ),
        };
        let unread = match unread.len() {
            0 => String::new(),
            count => format!(", {} not understood", plural(count, "line")),
        };
        let instructions = plural(draft.entries.len(), "instruction");
        output += &format!("{path}: a draft of {instructions}{unplaced}{unread}\n");
        output += &match (&draft.entry, db) {
            (Some(entry), Some(db)) => {
                let lines: String = entry.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("  {line}\n") }).collect();
                let home = analysis.source(db.ruleset.source).map_or("its ruleset.toml", |source| source.path.as_str());
                format!("It takes effect once {home} contains:\n{lines}")
            }
            (None, Some(_)) => String::new(),
            (_, None) => "Its ruleset is not known: name one with --ruleset, or create one: a folder with a ruleset.toml under rules/.\n".to_owned(),
        };
    }
    if output.is_empty() {
        let known = reading.sheets.iter();
        let known = known.filter_map(|sheet| sheet.document.as_deref());
        let message = match join(known, " and ").as_str() {
            "" => "nothing to draft: no instruction was found".to_owned(),
            known => {
                format!("nothing to draft: the file was taken for {known}, which the rules have")
            }
        };
        return Err(CommandError::not_found(message)
            .with_help("without --draft, its words are stored in your library"));
    }
    Ok(output)
}
