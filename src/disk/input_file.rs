//! Reads the files that `import` and `verify` get: text in any encoding, web pages as Markdown, PDF
//! booklets as bytes. The rows of a table of corrections become sentences.

use super::read::{ReadError, read_bytes};
use crate::import::sheet_from_table;
use camino::Utf8Path;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// How many elements of a web page may be nested.
const MAX_NESTING: usize = 20_000;
/// Elements that never contain one of their own kind, so that a missing end nests nothing.
const FLAT: &[&str] = &[
    "area", "base", "br", "col", "dd", "dt", "hr", "img", "input", "li", "link", "meta", "option",
    "p", "source", "td", "th", "tr", "wbr",
];

/// The text of a file to import or verify, and a remark for people if it was decoded or converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputText {
    /// The text; that of a web page is in Markdown.
    pub text: String,
    /// What was done to read it, as a sentence without a full stop; `None` for text in UTF-8.
    pub remark: Option<String>,
}

/// The content of a booklet's file, not yet parsed: the bytes of a PDF file, or decoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookletFile {
    /// The bytes of a PDF file.
    Pdf(Vec<u8>),
    /// Text.
    Text(InputText),
}

/// Reads a booklet of at most 16 MiB: a PDF file, a web page, or text.
///
/// # Errors
///
/// As [`read_document`], but a PDF file is no error. A packed document such as DOCX is one, and
/// so is a file whose name ends in `.pdf` and that is no PDF file.
pub fn read_booklet(path: &Utf8Path) -> Result<BookletFile, ReadError> {
    let bytes = read_bytes(path)?;
    let start = &bytes[..bytes.len().min(1024)];
    if start.windows(5).any(|word| word == b"%PDF-") {
        return Ok(BookletFile::Pdf(bytes));
    }
    let is_named_pdf = |ending: &str| ending.eq_ignore_ascii_case("pdf");
    if path.extension().is_some_and(is_named_pdf) && !bytes.is_empty() {
        let message = "its name ends in `.pdf`, but it is no PDF file";
        return Err(ReadError::new(path, message));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        let message = "a packed document, such as DOCX or ODT; save it as PDF or as a web page, and import that";
        return Err(ReadError::new(path, message));
    }
    text_of(path, bytes).map(BookletFile::Text)
}

/// Reads the text of a document: a text file, a web page, or a table of corrections.
///
/// The limit is 16 MiB. The rows of a table of corrections become sentences.
///
/// # Errors
///
/// As `read_text`, and for a PDF file and a web page that is nested too deeply. Bytes that are not
/// UTF-8 are no error: their encoding is that of the byte order mark, or guessed.
pub fn read_document(path: &Utf8Path) -> Result<InputText, ReadError> {
    let bytes = read_bytes(path)?;
    if bytes.starts_with(b"%PDF-") {
        let message = "a PDF file; take out its text first, for example with `pdftotext`, or import a whole booklet with --book";
        return Err(ReadError::new(path, message));
    }
    text_of(path, bytes)
}

fn text_of(path: &Utf8Path, bytes: Vec<u8>) -> Result<InputText, ReadError> {
    let (mut text, encoding) = decode(bytes);
    let mut remarks = Vec::new();
    if encoding != UTF_8 {
        let name = encoding.name();
        remarks.push(format!("it is not in UTF-8, and was read as {name}"));
    }
    if is_web_page(&text) {
        text = web_page_text(text).map_err(|why| ReadError::new(path, why))?;
        remarks.push("it is a web page: line numbers are those of its text".to_owned());
    }
    if let Some(sheet) = sheet_from_table(&text) {
        text = sheet;
        remarks.push("it is a table of corrections: each row was read as a sentence, and line numbers are those of the sentences".to_owned());
    }
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    Ok(InputText { text, remark })
}

/// Decodes text by its byte order mark, as UTF-8, or in the likeliest encoding.
fn decode(bytes: Vec<u8>) -> (String, &'static Encoding) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, UTF_8),
        Err(error) => error.into_bytes(),
    };
    let encoding = match Encoding::for_bom(&bytes) {
        Some((encoding, _)) => encoding,
        None => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(&bytes, true);
            detector.guess(None, Utf8Detection::Deny)
        }
    };
    let (text, encoding, _) = encoding.decode(&bytes);
    (text.into_owned(), encoding)
}

/// Whether a text is a web page: it begins with its type or root, perhaps after a comment.
fn is_web_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(1000).collect();
    let start = start.to_ascii_lowercase();
    start.starts_with("<!doctype html")
        || start.starts_with("<html")
        || start.starts_with('<') && start.contains("<html")
}

/// Returns the text of a web page in Markdown.
fn web_page_text(page: String) -> Result<String, String> {
    if nesting(&page) > MAX_NESTING {
        return Err(format!(
            "a web page with more than {MAX_NESTING} nested elements; save its text instead"
        ));
    }
    // the converter recurses once for each nested element, so it needs a large stack
    let convert = move || {
        htmd::HtmlToMarkdown::builder()
            .skip_tags(vec![
                "script", "style", "head", "nav", "img", "svg", "noscript",
            ])
            .build()
            .convert(&page)
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 * 1024 * 1024)
        .spawn(convert);
    let text = thread
        .map_err(|error| error.to_string())?
        .join()
        .map_err(|_| "a web page that could not be read; save its text instead".to_owned())?;
    text.map_err(|error| error.to_string())
}

/// Returns the greatest number of elements that are open at once, by their tags alone.
fn nesting(page: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for tag in page.split('<').skip(1) {
        if tag.starts_with('/') {
            open = open.saturating_sub(1);
            continue;
        }
        let name: String = tag
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        if !name.is_empty() && !FLAT.contains(&name.as_str()) {
            open += 1;
            most = most.max(open);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_read() {
        let latin = b"Ersetze \x84Fl\xf6\xdfe\x93 durch \x84Boote\x93 im zweiten Absatz.".to_vec();
        assert_eq!(
            decode(latin).0,
            "Ersetze „Flöße“ durch „Boote“ im zweiten Absatz."
        );
        let utf_16: Vec<u8> = "\u{feff}Line 2"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(decode(utf_16).0, "Line 2");
    }

    #[test]
    fn a_web_page_is_read_as_its_text() {
        let page = "<!DOCTYPE html><html><head><title>No</title></head><body><h2>Rafts</h2>\
            <p>Para 2. Delete &quot;or barge&quot;.</p><ul><li>One.</li></ul></body></html>";
        let text = web_page_text(page.into()).expect("a page");
        assert!(is_web_page(page));
        assert_eq!(
            text.trim(),
            "## Rafts\n\nPara 2. Delete \"or barge\".\n\n*   One."
        );
        assert!(web_page_text("<div>".repeat(MAX_NESTING)).is_ok());
        assert!(web_page_text("<div>".repeat(MAX_NESTING + 1)).is_err());
    }
}
