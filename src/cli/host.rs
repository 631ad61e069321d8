//! `Host`: arguments, environment, folder, date and streams of a run, which tests can replace.

use camino::Utf8PathBuf;
use jiff::civil::Date;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{Read, Write},
};

/// What a run needs to know of its terminal: if standard output and error are one, its width, and
/// whether to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether standard output is a terminal.
    pub interactive: bool,
    /// Whether standard error is a terminal, which shows the progress of long commands.
    pub shows_progress: bool,
    /// The width in columns, if known.
    pub width: Option<usize>,
    /// Whether to use colour: the terminal supports it and the user has not disabled it.
    pub colour: bool,
}

/// Everything outside the program that a run uses: arguments, environment, folder, date, streams.
pub struct Host<'a> {
    /// The arguments, starting with the program's name.
    pub args: Vec<OsString>,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// The current folder.
    pub current: Utf8PathBuf,
    /// The current date.
    pub today: Date,
    /// The properties of standard output and standard error.
    pub terminal: Terminal,
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output.
    pub stdout: &'a mut dyn Write,
    /// Standard error.
    pub stderr: &'a mut dyn Write,
}

/// Returns the variables of the environment that are text.
pub(super) fn environment() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// Returns the current folder, or `.` where its path is unknown or not UTF-8.
pub(super) fn current_folder() -> Utf8PathBuf {
    std::env::current_dir()
        .ok()
        .and_then(|path| Utf8PathBuf::from_path_buf(path).ok())
        .unwrap_or_else(|| ".".into())
}
