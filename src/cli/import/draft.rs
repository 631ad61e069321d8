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
    text::LineIndex,
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
        let db = sheet
            .ruleset
            .as_deref()
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
        let base = db.map(|db| printed::base_view(db, sheet, context.today));
        let draft = printed::draft_sheet(
            db,
            base.flatten().as_ref(),
            sheet,
            &format!("{stem}{number}"),
            &unread,
            today,
        );
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
        let unread = if unread.is_empty() {
            String::new()
        } else {
            format!(", {} not understood", plural(unread.len(), "line"))
        };
        output += &format!(
            "{path}: a draft of {}{unplaced}{unread}\n",
            plural(draft.entries.len(), "instruction")
        );
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
        let known: Vec<&str> = known
            .filter_map(|sheet| sheet.document.as_deref())
            .collect();
        let message = match known.as_slice() {
            [] => "nothing to draft: no instruction was found".to_owned(),
            known => format!(
                "nothing to draft: the file was taken for {}, which the rules have",
                known.join(" and ")
            ),
        };
        return Err(CommandError::not_found(message)
            .with_help("without --draft, its words are stored in your library"));
    }
    Ok(output)
}
