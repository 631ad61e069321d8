//! `Program`: the program as WebAssembly, which a page for phones contains; and the rules that it loads.

use crate::{
    analysis::{Analysis, Request, Source, SourceKind},
    answer::PAGE_PROGRAM,
};
use base64::{Engine, engine::general_purpose::STANDARD};
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
    serde_json::to_vec(&start).unwrap_or_default()
}

/// Returns bytes as gzip in Base64.
pub(super) fn compressed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    // writing to memory cannot fail
    STANDARD.encode(written.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

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
