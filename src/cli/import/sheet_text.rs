//! Reads a printed sheet from a PDF, web page or text file, and returns its text, not yet parsed;
//! `ImportedFile` has the sheets parsed from it.

use crate::{
    booklet::{self, Booklet, BookletBlockKind},
    cli::{CommandError, Context},
    disk::{self, BookletFile},
    import::{self, ParsedSheets},
};
use camino::{Utf8Path, Utf8PathBuf};

/// The path and text of a file given to `rulebook import`, and the sheets parsed from it.
pub(super) struct ImportedFile {
    /// Its path as the user typed it.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// The sheets parsed from it, and the parts that were not understood.
    pub(super) reading: ParsedSheets,
}

/// Returns the text of the file of a sheet. Warns if it had to be decoded or converted.
///
/// # Errors
///
/// If the file cannot be read or has no legible text.
pub(super) fn read_sheet(
    context: &mut Context<'_>,
    path: &Utf8Path,
) -> Result<String, CommandError> {
    let text = match read_file(context, path)? {
        ImportText::Pdf(booklet) => sheet_text(&booklet),
        ImportText::Plain(text) => text,
    };
    import::check_legible(&text).map_err(|fault| {
        CommandError::misuse(format!("{path}: {}", fault.message)).with_help(fault.help)
    })?;
    Ok(text)
}

/// Returns the blocks of a PDF as lines of Markdown, without its running heads and page numbers.
fn sheet_text(pdf: &Booklet) -> String {
    let mut out = String::new();
    for block in &pdf.blocks {
        match block.kind {
            BookletBlockKind::Heading(_) => out += &format!("### {}\n\n", block.plain()),
            BookletBlockKind::Bullet(depth) => {
                let indent = "  ".repeat(usize::from(depth.saturating_sub(1)));
                out += &format!("{indent}- {}\n\n", block.plain());
            }
            BookletBlockKind::Table => {
                for row in &block.rows {
                    out += &format!("| {} |\n", row.join(" | "));
                }
                out.push('\n');
            }
            BookletBlockKind::Paragraph
            | BookletBlockKind::Caption
            | BookletBlockKind::Footnote => out += &format!("{}\n\n", block.plain()),
        }
    }
    out
}

/// The text of a file to import: of a PDF with its layout, or of another document.
pub(super) enum ImportText {
    Pdf(Booklet),
    Plain(String),
}

/// Reads a file to import.
pub(super) fn read_file(
    context: &mut Context<'_>,
    path: &Utf8Path,
) -> Result<ImportText, CommandError> {
    let file = disk::read_booklet(&context.current.join(path))
        .map_err(|fault| CommandError::misuse(format!("{path}: {}", fault.message)))?;
    match file {
        BookletFile::Pdf(bytes) => booklet::read_pdf(bytes)
            .map(ImportText::Pdf)
            .map_err(|error| {
                CommandError::misuse(format!("{path}: {error}")).with_help(error.help())
            }),
        BookletFile::Text(document) => {
            if let Some(remark) = document.remark {
                context.warn(format!("{path}: {remark}"));
            }
            Ok(ImportText::Plain(document.text))
        }
    }
}
