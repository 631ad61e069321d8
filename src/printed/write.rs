//! Renders the text of library files and drafts; checks if a library file was changed by hand.

use super::unit::{EditableUnit, escape_markup, print_units};
use crate::syntax;

/// The introduction of a library file.
const INTRO: &str =
    "Words as printed, for the restated instructions with the same numbers. `rulebook import` overwrites this file each time,
unless it was changed by hand.";

/// The text before the fingerprint.
const STAMP_START: &str = "<!-- rulebook import ";

/// The message for a library file that was changed by hand.
pub const CHANGED_BY_HAND: &str = "it was changed by hand since it was imported";

/// Whether a file, by the fingerprint in its text, is as `import` wrote it, was changed since, or
/// was never imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportStatus {
    /// It is unchanged.
    Whole,
    /// It was imported and changed since: by hand, or the write was incomplete.
    Changed,
    /// It was not imported.
    None,
}

/// Checks the fingerprint in `text`.
pub fn check_stamp(text: &str) -> ImportStatus {
    let Some(at) = text.find(STAMP_START) else {
        return ImportStatus::None;
    };
    let rest = &text[at + STAMP_START.len()..];
    let Some((hash, _)) = rest.split_once(" -->") else {
        return ImportStatus::Changed;
    };
    if *hash == fingerprint(&text.replacen(&format!("{STAMP_START}{hash} -->"), "", 1)) {
        ImportStatus::Whole
    } else {
        ImportStatus::Changed
    }
}

/// Returns the FNV-1a hash in 64 bits, which is the same in every release.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The front matter of a library file or draft: ruleset, document, edition, the edition whose
/// numbers it uses (`frame`), and if it is printed or partial.
pub(super) struct LibraryFrontMatter<'a> {
    pub(super) ruleset: &'a str,
    pub(super) document: &'a str,
    pub(super) edition: Option<&'a str>,
    pub(super) frame: Option<&'a str>,
    pub(super) printed: bool,
    pub(super) partial: bool,
}

impl LibraryFrontMatter<'_> {
    pub(super) fn text(&self) -> String {
        let mut out = format!(
            "---\nruleset: {}\ndocument: {}\n",
            yaml_word(self.ruleset),
            yaml_word(self.document)
        );
        let mut key = |name: &str, value: &str| out += &format!("{name}: {value}\n");
        if let Some(edition) = self.edition {
            key("edition", &quote_yaml(edition));
        }
        if let Some(frame) = self.frame {
            key("frame", &quote_yaml(frame));
        }
        if self.printed {
            key("wording", "printed");
        }
        if self.partial {
            key("partial", "true");
        }
        out + "---\n"
    }
}

/// Quotes a word for YAML if it could be read as something else.
fn yaml_word(word: &str) -> String {
    let bare = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        .contains(&word.to_ascii_lowercase().as_str());
    if bare && !reserved {
        word.to_owned()
    } else {
        quote_yaml(word)
    }
}

fn quote_yaml(word: &str) -> String {
    format!(
        "\"{}\"",
        word.replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace(['\n', '\r'], " ")
    )
}

/// Writes the heading of a place with its attributes.
pub(super) fn write_place(heading: &str, id: &str, page: Option<&str>) -> String {
    let page = page
        .filter(|page| page.chars().all(|c| c.is_ascii_alphanumeric()))
        .map(|page| format!(" page={page}"))
        .unwrap_or_default();
    let heading = heading.split_whitespace().collect::<Vec<_>>().join(" ");
    let heading = if heading.is_empty() {
        id.to_owned()
    } else {
        escape_markup(&heading)
    };
    format!(
        "\n# {} {{#{id}{page}}}\n",
        heading.trim_end_matches('#').trim_end()
    )
}

/// Writes an instruction with its attributes in braces.
pub(super) fn write_entry(command: &str, attributes: &str, payload: &[EditableUnit]) -> String {
    let braces = if attributes.is_empty() {
        String::new()
    } else {
        format!(" {{{attributes}}}")
    };
    let mut out = format!("\n## {command}{braces}\n");
    out += &write_quote(payload);
    out
}

/// Writes units as a block quote after an empty line.
pub(super) fn write_quote(units: &[EditableUnit]) -> String {
    quote_lines(print_units(units).trim_end())
}

/// Writes lines as a block quote after an empty line.
pub(super) fn quote_lines(text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let lines = text.lines().map(|line| {
        if line.trim().is_empty() {
            ">\n".to_owned()
        } else {
            format!("> {line}\n")
        }
    });
    format!("\n{}", lines.collect::<String>())
}

/// Writes a library file in canonical form with its fingerprint.
pub(super) fn write_library_file(
    name: &str,
    front_matter: &LibraryFrontMatter<'_>,
    body: &str,
) -> String {
    let plain = format!(
        "{}\n{INTRO}\n\n{STAMP_START}-->\n{body}",
        front_matter.text()
    );
    let text = syntax::format(&plain, name);
    let bare = text.replacen(&format!("{STAMP_START}-->"), "", 1);
    text.replacen(
        &format!("{STAMP_START}-->"),
        &format!("{STAMP_START}{} -->", fingerprint(&bare)),
        1,
    )
}
