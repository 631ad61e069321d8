//! What a run of the program uses of its environment.

use camino::Utf8PathBuf;
use jiff::civil::Date;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{Read, Write},
};

/// The properties of standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether standard output is a terminal.
    pub interactive: bool,
    /// The width in columns, if known.
    pub width: Option<usize>,
    /// Whether to use colour: the terminal supports it and the user has not disabled it.
    pub colour: bool,
}

/// The environment of a run: everything outside the program that it uses.
pub struct Host<'a> {
    /// The arguments, starting with the program's name.
    pub args: Vec<OsString>,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// The current folder.
    pub current: Utf8PathBuf,
    /// The current date.
    pub today: Date,
    /// The properties of standard output.
    pub terminal: Terminal,
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output.
    pub stdout: &'a mut dyn Write,
    /// Standard error.
    pub stderr: &'a mut dyn Write,
}
