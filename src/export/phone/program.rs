//! `Program`: the program as WebAssembly, which a page for phones contains; and the rules that it loads.

use crate::{
    analysis::{Analysis, Request, Source, SourceKind},
    answer::PAGE_PROGRAM,
    text::control::escape_controls_in_json,
};
use flate2::{Compression, write::GzEncoder};
use memchr::memmem;
use serde::Serialize;
use std::{fmt, io::Write};

/// The first bytes of WebAssembly.
const MAGIC: &[u8] = b"\0asm";

/// The program as WebAssembly, of the same version as this one.
#[derive(Clone, PartialEq, Eq)]
pub struct Program(Vec<u8>);

/// Why a file is not the program for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// It is not WebAssembly.
    NotWebAssembly,
    /// It is another program, or another version.
    OtherVersion,
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWebAssembly => write!(f, "it is not WebAssembly"),
            Self::OtherVersion => write!(f, "it is not the {PAGE_PROGRAM}"),
        }
    }
}

impl Program {
    /// Returns the program, if the bytes of a file are one.
    pub fn new(bytes: Vec<u8>) -> Result<Self, ProgramError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ProgramError::NotWebAssembly);
        }
        match memmem::find(&bytes, PAGE_PROGRAM.as_bytes()) {
            Some(_) => Ok(Self(bytes)),
            None => Err(ProgramError::OtherVersion),
        }
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.0.len()).finish()
    }
}

/// What the program loads: the files of the rules, and what is shown if a request does not say so. The
/// page adds the day.
#[derive(Serialize)]
struct Start<'a> {
    settings: &'a Request,
    sources: Vec<&'a Source>,
}

/// Returns what the program loads as JSON: the files of rulesets and those of all.
pub(super) fn start(analysis: &Analysis, rulesets: &[&str], settings: &Request) -> Vec<u8> {
    let is_loaded = |source: &&Source| {
        let is_of_rules = !matches!(source.kind, SourceKind::Scenario | SourceKind::Import);
        let ruleset = source.ruleset.as_str();
        is_of_rules && (ruleset.is_empty() || rulesets.contains(&ruleset))
    };
    let start = Start {
        settings,
        sources: analysis.sources().iter().filter(is_loaded).collect(),
    };
    // texts and names always become JSON
    let json = serde_json::to_string(&start).unwrap_or_default();
    escape_controls_in_json(&json).into_owned().into_bytes()
}

/// Returns bytes as gzip, written with [`text_of`].
pub(super) fn compressed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    // writing to memory cannot fail
    text_of(&written.unwrap_or_default())
}

/// Returns bytes as text in basE91, which is a tenth shorter than Base64: two characters for 13 or 14 bits.
/// The 91 digits are the printable characters of ASCII without `&`, `<` and `\`, which mean something in
/// HTML. `program.js` reads it.
fn text_of(bytes: &[u8]) -> String {
    let digits = (b'!'..=b'~').filter(|c| !b"&<\\".contains(c));
    let digits: Vec<char> = digits.map(char::from).collect();
    let mut out = String::with_capacity(bytes.len() * 5 / 4);
    let (mut value, mut bits) = (0_usize, 0);
    for &byte in bytes {
        value |= usize::from(byte) << bits;
        bits += 8;
        if bits > 13 {
            // 14 bits, if they are less than 91 times 91
            let count = if value & 0x1fff > 88 { 13 } else { 14 };
            let pair = value & ((1 << count) - 1);
            out.extend([digits[pair % 91], digits[pair / 91]]);
            value >>= count;
            bits -= count;
        }
    }
    if bits > 0 {
        out.push(digits[value % 91]);
    }
    if bits > 7 || value > 90 {
        out.push(digits[value / 91]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads what [`text_of`] writes, as `program.js` does.
    fn bytes_of(text: &str) -> Vec<u8> {
        let digit = |c: u8| {
            u32::from(c - 33 - u8::from(c > b'&') - u8::from(c > b'<') - u8::from(c > b'\\'))
        };
        let (mut out, mut value, mut bits) = (Vec::new(), 0_u32, 0);
        for pair in text.as_bytes().chunks(2) {
            let own = digit(pair[0]) + 91 * pair.get(1).map_or(0, |c| digit(*c));
            value |= own << bits;
            bits += match pair.len() {
                // the rest of the last byte
                1 => 8 - bits,
                _ if own & 0x1fff > 88 => 13,
                _ => 14,
            };
            while bits >= 8 {
                out.push(value as u8);
                value >>= 8;
                bits -= 8;
            }
        }
        out
    }

    #[test]
    fn bytes_as_text_can_be_read_again() {
        let all: Vec<u8> = (0..=255).cycle().take(600).collect();
        let starts = (0..all.len()).map(|end| &all[..end]);
        for bytes in starts.chain([&[0; 100][..], &[255; 101]]) {
            let text = text_of(bytes);
            assert!(!text.contains(['&', '<', '\\', ' ']), "{text}");
            assert_eq!(bytes_of(&text), bytes);
        }
    }

    #[test]
    fn only_the_same_version_is_the_program() {
        assert_eq!(
            Program::new(b"rules".to_vec()),
            Err(ProgramError::NotWebAssembly)
        );
        assert_eq!(
            Program::new(b"\0asm...".to_vec()),
            Err(ProgramError::OtherVersion)
        );
        let own = [b"\0asm...", PAGE_PROGRAM.as_bytes()].concat();
        assert!(Program::new(own).is_ok());
    }
}
