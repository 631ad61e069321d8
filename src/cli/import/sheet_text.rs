//! Reads a printed sheet from a PDF, web page or text file, and returns its text, not yet parsed.

use crate::{
    booklet::{self, Booklet, BookletBlockKind},
    cli::{CommandError, Context},
    disk::{self, BookletFile},
    import,
};
use camino::Utf8Path;

/// Returns the text of the file of a sheet. Warns if it had to be decoded or converted.
///
/// # Errors
///
/// If the file cannot be read or has no legible text.
pub(super) fn read_sheet(
    context: &mut Context<'_>,
    path: &Utf8Path,
) -> Result<String, CommandError> {
    let file = disk::read_booklet(&context.current.join(path))
        .map_err(|fault| CommandError::misuse(format!("{path}: {}", fault.message)))?;
    let text = match file {
        BookletFile::Pdf(bytes) => {
            let booklet = booklet::read_pdf(bytes).map_err(|error| {
                CommandError::misuse(format!("{path}: {error}")).with_help(error.help())
            })?;
            sheet_text(&booklet)
        }
        BookletFile::Text(document) => {
            if let Some(remark) = document.remark {
                context.warn(format!("{path}: {remark}"));
            }
            document.text
        }
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
