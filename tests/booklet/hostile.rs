//! PDF files that are damaged, or made to harm: each is refused with its reason, or read within the limits.

use super::pdf_file::{PdfFile, PlacedText};
use crate::support::shell;
use flate2::{Compression, write::ZlibEncoder};
use rulebook::booklet::{MAX_PAGES, PdfError, read_pdf};
use std::io::Write;

const LINE: PlacedText<'static> = PlacedText {
    x: 50.0,
    y: 500.0,
    size: 12.0,
    text: "A raft floats on the river.",
};

fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).expect("memory");
    encoder.finish().expect("memory")
}

fn one_page() -> Vec<u8> {
    let mut file = PdfFile::new();
    file.add_text(&[LINE]);
    file.bytes()
}

/// A file whose only page draws this stream.
fn page_of(entries: &str, content: &[u8]) -> Vec<u8> {
    let mut file = PdfFile::new();
    let content = file.add_stream(entries, content);
    file.add_page(content, "");
    file.bytes()
}

fn text_of(bytes: Vec<u8>) -> Result<String, PdfError> {
    let booklet = read_pdf(bytes)?;
    Ok(booklet.blocks.iter().map(|block| block.plain()).collect())
}

#[test]
fn the_file_that_the_others_are_made_from_is_read() {
    assert_eq!(text_of(one_page()).as_deref(), Ok(LINE.text));
}

#[test]
fn a_small_file_that_unpacks_to_much_is_refused() {
    let once = packed(&vec![b' '; 200 << 20]);
    let twice = packed(&once);
    for (entries, content) in [
        ("/Filter /FlateDecode", once),
        ("/Filter [/FlateDecode /FlateDecode]", twice),
    ] {
        let refused = text_of(page_of(entries, &content));
        assert!(
            matches!(refused, Err(PdfError::TooLarge(_))),
            "{entries}: {refused:?}"
        );
    }
}

#[test]
fn too_many_pages_are_refused() {
    let mut file = PdfFile::new();
    let content = file.add_stream("", b"");
    (0..10_000).for_each(|_| file.add_page(content, ""));
    let limit = format!("10000 pages, at most {MAX_PAGES} are read");
    assert_eq!(text_of(file.bytes()), Err(PdfError::TooLarge(limit)));
}

#[test]
fn pages_that_contain_themselves_end() {
    let mut file = PdfFile::new();
    file.add_text(&[LINE]);
    // the list of pages contains itself and the page
    let read = text_of(file.bytes_with_pages("2 0 R 5 0 R", 2));
    assert_eq!(read.as_deref(), Ok(LINE.text));
    let mut file = PdfFile::new();
    let list = file.add("<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>");
    let read = text_of(file.bytes_with_pages(&format!("{list} 0 R"), 1));
    assert_eq!(read, Err(PdfError::Invalid));
}

#[test]
fn a_form_that_draws_itself_ends() {
    let mut file = PdfFile::new();
    let form = 4;
    let entries = format!(
        "/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Resources << /XObject << /X {form} 0 R >> >>"
    );
    assert_eq!(file.add_stream(&entries, b"/X Do /X Do"), form);
    let content = file.add_stream("", b"/X Do");
    file.add_page(content, &format!("/XObject << /X {form} 0 R >>"));
    assert_eq!(text_of(file.bytes()), Err(PdfError::Empty));
}

#[test]
fn a_file_without_its_table_of_objects_is_read() {
    let whole = one_page();
    let table = whole
        .windows(4)
        .rposition(|word| word == b"xref")
        .expect("a table");
    let mut broken = whole[..table - 5].to_vec();
    broken.extend_from_slice(b"\nstartxref\n99999999\n%%EOF");
    // what is left is searched for objects
    let read = text_of(broken);
    assert!(
        matches!(&read, Ok(text) if text == LINE.text) || read == Err(PdfError::Invalid),
        "{read:?}"
    );
}

#[test]
fn a_file_that_ends_early_is_read_or_damaged() {
    let whole = one_page();
    for cut in (1..whole.len()).step_by(7) {
        let read = text_of(whole[..cut].to_vec());
        assert!(
            matches!(&read, Ok(text) if LINE.text.starts_with(text.as_str()))
                || read == Err(PdfError::Invalid),
            "{cut}: {read:?}"
        );
    }
}

#[test]
fn an_encrypted_file_is_refused() {
    let mut file = PdfFile::new();
    file.add_text(&[LINE]);
    let key = "41".repeat(32);
    let encrypt = file.add(format!(
        "<< /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -44 >>"
    ));
    file.trailer = format!("/Encrypt {encrypt} 0 R /ID [<00> <00>]");
    assert_eq!(text_of(file.bytes()), Err(PdfError::Encrypted));
}

#[test]
fn pictures_of_pages_are_no_text() {
    let mut file = PdfFile::new();
    let picture = file.add_stream(
        "/Type /XObject /Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8",
        &[128; 100],
    );
    let content = file.add_stream("", b"q 400 0 0 600 0 0 cm /I Do Q");
    file.add_page(content, &format!("/XObject << /I {picture} 0 R >>"));
    assert_eq!(text_of(file.bytes()), Err(PdfError::Scanned));
    let empty = text_of(page_of("", b""));
    assert_eq!(empty, Err(PdfError::Empty));
}

#[test]
fn noise_does_not_break_the_program() {
    let mut random = fastrand::Rng::with_seed(23);
    let whole = one_page();
    for _ in 0..300 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..8) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        let _read = text_of(bytes);
    }
}

#[test]
fn the_command_says_what_is_wrong_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = camino::Utf8Path::from_path(folder.path()).expect("a path in UTF-8");
    let run = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(name), bytes).expect("a writable folder");
        let outcome = shell::run(
            &format!("rulebook import {name} --book --ruleset dbm --edition 3.2"),
            folder,
        );
        assert_eq!(outcome.code, 2, "{name}: {}", outcome.stdout);
        assert!(
            !folder.join("home/.local").exists(),
            "{name} wrote a library"
        );
        outcome.stderr
    };
    for (name, bytes, message) in [
        ("empty.pdf", &b""[..], "error: empty.pdf: it has no text\n"),
        (
            "letter.pdf",
            b"A raft floats.",
            "error: letter.pdf: its name ends in `.pdf`, but it is no PDF file\n",
        ),
        (
            "cut.pdf",
            b"%PDF-1.7\n1 0 obj",
            "error: cut.pdf: the PDF file is damaged: its pages cannot be found\n  help: open it in a PDF reader and save it again",
        ),
        (
            "packed.docx",
            b"PK\x03\x04....",
            "error: packed.docx: a packed document, such as DOCX",
        ),
    ] {
        let error = run(name, bytes);
        assert!(error.starts_with(message), "{error}");
    }
}
