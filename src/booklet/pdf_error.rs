//! `PdfError`: why a PDF file was not read, and what to do about it.

use std::fmt;

/// Why a PDF file was not read: encrypted, invalid, only pictures, empty, beyond a limit, or by a
/// program without the feature `pdf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PdfError {
    /// It needs a password.
    Encrypted,
    /// It is no PDF file, or damaged.
    Invalid,
    /// It contains pictures of pages and no text.
    Scanned,
    /// It contains no text and no pictures.
    Empty,
    /// It is beyond a limit, which is named.
    TooLarge(String),
    /// The program was built without the feature `pdf`.
    NotBuilt,
}

impl PdfError {
    /// Returns what to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Encrypted => {
                "save a copy without a password, for example with `qpdf --decrypt`, or print it to a new file"
            }
            Self::Invalid => {
                "open it in a PDF reader and save it again, or take out its text and import that"
            }
            Self::Scanned => {
                "recognise its text first, for example with `ocrmypdf in.pdf out.pdf`, and read the result before you trust it"
            }
            Self::Empty => "check that the file is the one you mean",
            Self::TooLarge(_) => "save the pages with the rules as a file of their own",
            Self::NotBuilt => {
                "install a packaged program, or build it with `cargo install --path . --features pdf`; `pdftotext -layout` takes out the text"
            }
        }
    }
}

impl fmt::Display for PdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encrypted => {
                f.write_str("the PDF file is encrypted, and cannot be read without its password")
            }
            Self::Invalid => f.write_str("the PDF file is damaged: its pages cannot be found"),
            Self::Scanned => f.write_str("the PDF file has pictures of its pages, but no text"),
            Self::Empty => f.write_str("the PDF file has no text"),
            Self::TooLarge(limit) => write!(f, "the PDF file is too large: {limit}"),
            Self::NotBuilt => f.write_str("this program was built without the reader of PDF files"),
        }
    }
}
