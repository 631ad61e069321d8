//! Rejects text that cannot be a sheet: binary, empty, too many lines, or an endless line.

/// The number of lines above which a text is no sheet.
const MOST: usize = 100_000;

/// The error for a file that cannot be a sheet: what is wrong, and help for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegibleText {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What the user can do.
    pub help: &'static str,
}

/// Returns an error for a text that cannot be a sheet.
///
/// Such a text contains control characters, is empty, has too many lines, or has a line in which no
/// sentence ends.
pub fn check_legible(text: &str) -> Result<(), IllegibleText> {
    let control =
        |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{b}' | '\u{85}');
    let found = text.char_indices().find(|&(_, c)| c == '\0');
    let many = || {
        let count = text.chars().filter(|&c| control(c)).count();
        text.char_indices()
            .find(|&(_, c)| control(c))
            .filter(|_| count * 50 > text.len())
    };
    if let Some((at, c)) = found.or_else(many) {
        let line = text[..at].matches('\n').count() + 1;
        return Err(IllegibleText {
            message: format!(
                "not a text file: byte {at} (on line {line}) is 0x{:02x}",
                u32::from(c)
            ),
            help: "use the text of the sheet, as Markdown or plain text in UTF-8; convert a PDF to text first",
        });
    }
    let lines = text.bytes().filter(|&b| b == b'\n').count();
    if lines > MOST {
        return Err(IllegibleText {
            message: format!("{lines} lines; a sheet may have at most {MOST}"),
            help: "split the file into parts",
        });
    }
    if let Some((line, bytes)) = super::lines::find_endless_line(text) {
        return Err(IllegibleText {
            message: format!(
                "line {line} has {bytes} bytes without the end of a sentence; sheets do not have such lines"
            ),
            help: "use the text of the sheet with its lines or paragraphs separated",
        });
    }
    if text.trim().is_empty() {
        return Err(IllegibleText {
            message: "there is no text in it".into(),
            help: "use the text of the sheet, as Markdown or plain text in UTF-8",
        });
    }
    Ok(())
}
