//! Files of instructions: for the library, and as drafts.

use super::unit::{Unit, escaped, markdown};
use crate::syntax;

/// What a file of the library says of itself.
const INTRO: &str =
    "Words as printed, laid beside the restated instructions of the same numbers. `rulebook import` writes this file anew each time,
unless somebody has changed it by hand.";

/// What stands in front of the fingerprint.
const MARK: &str = "<!-- rulebook import ";

/// Said where a file of the library was changed by hand.
pub const HAND: &str = "it was changed by hand since it was imported";

/// Whether a file is as the import wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// It is.
    Whole,
    /// It was imported and something else stands in it now: changed by hand, or written in part.
    Changed,
    /// It was not imported.
    None,
}

/// Whether `text` is as the import wrote it.
pub fn stamp(text: &str) -> Stamp {
    let Some(at) = text.find(MARK) else {
        return Stamp::None;
    };
    let rest = &text[at + MARK.len()..];
    let Some((hash, _)) = rest.split_once(" -->") else {
        return Stamp::Changed;
    };
    if *hash == fingerprint(&text.replacen(&format!("{MARK}{hash} -->"), "", 1)) {
        Stamp::Whole
    } else {
        Stamp::Changed
    }
}

/// FNV-1a in 64 bits: the same in every release.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The front matter of a file.
pub(super) struct Head<'a> {
    pub(super) ruleset: &'a str,
    pub(super) document: &'a str,
    pub(super) edition: Option<&'a str>,
    pub(super) frame: Option<&'a str>,
    pub(super) printed: bool,
    pub(super) partial: bool,
}

impl Head<'_> {
    pub(super) fn text(&self) -> String {
        let mut out = format!(
            "---\nruleset: {}\ndocument: {}\n",
            yaml(self.ruleset),
            yaml(self.document)
        );
        let mut key = |name: &str, value: &str| out += &format!("{name}: {value}\n");
        if let Some(edition) = self.edition {
            key("edition", &quoted(edition));
        }
        if let Some(frame) = self.frame {
            key("frame", &quoted(frame));
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

/// A word of YAML, in quotation marks where it could be read as something else.
fn yaml(word: &str) -> String {
    let bare = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        .contains(&word.to_ascii_lowercase().as_str());
    if bare && !reserved {
        word.to_owned()
    } else {
        quoted(word)
    }
}

fn quoted(word: &str) -> String {
    format!(
        "\"{}\"",
        word.replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace(['\n', '\r'], " ")
    )
}

/// A heading of a place, with its attributes.
pub(super) fn place(heading: &str, id: &str, page: Option<&str>) -> String {
    let page = page
        .filter(|page| page.chars().all(|c| c.is_ascii_alphanumeric()))
        .map(|page| format!(" page={page}"))
        .unwrap_or_default();
    let heading = heading.split_whitespace().collect::<Vec<_>>().join(" ");
    let heading = if heading.is_empty() {
        id.to_owned()
    } else {
        escaped(&heading)
    };
    format!(
        "\n# {} {{#{id}{page}}}\n",
        heading.trim_end_matches('#').trim_end()
    )
}

/// An instruction, with its attributes as they stand in braces.
pub(super) fn entry(command: &str, attributes: &str, payload: &[Unit]) -> String {
    let braces = if attributes.is_empty() {
        String::new()
    } else {
        format!(" {{{attributes}}}")
    };
    let mut out = format!("\n## {command}{braces}\n");
    out += &quote(payload);
    out
}

/// Units as a quote, an empty line in front.
pub(super) fn quote(units: &[Unit]) -> String {
    let text = markdown(units);
    if text.trim().is_empty() {
        return String::new();
    }
    let lines = text.trim_end().lines().map(|line| {
        if line.trim().is_empty() {
            ">\n".to_owned()
        } else {
            format!("> {line}\n")
        }
    });
    format!("\n{}", lines.collect::<String>())
}

/// A file of the library: canonical, and stamped with its fingerprint.
pub(super) fn library(name: &str, head: &Head<'_>, body: &str) -> String {
    let plain = format!("{}\n{INTRO}\n\n{MARK}-->\n{body}", head.text());
    let text = format(name, &plain);
    let bare = text.replacen(&format!("{MARK}-->"), "", 1);
    text.replacen(
        &format!("{MARK}-->"),
        &format!("{MARK}{} -->", fingerprint(&bare)),
        1,
    )
}

/// The canonical form of a file.
pub(super) fn format(name: &str, text: &str) -> String {
    syntax::format(text, name)
}
