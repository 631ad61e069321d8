use camino::Utf8PathBuf;
use jiff::civil::Date;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{self, IsTerminal, Read, Write},
    process::ExitCode,
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

/// Runs the program in the current process.
pub fn main() -> ExitCode {
    let stdout = io::stdout();
    let interactive = stdout.is_terminal();
    let terminal = Terminal {
        interactive,
        width: terminal_size::terminal_size()
            .filter(|_| interactive)
            .map(|(width, _)| usize::from(width.0))
            .filter(|&width| width > 0),
        colour: anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
    };
    let current = std::env::current_dir()
        .ok()
        .and_then(|path| Utf8PathBuf::from_path_buf(path).ok());
    let mut host = Host {
        args: std::env::args_os().collect(),
        env: std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
        current: current.unwrap_or_else(|| ".".into()),
        today: jiff::Zoned::now().date(),
        terminal,
        stdin: &mut io::stdin(),
        stdout: &mut &stdout,
        stderr: &mut io::stderr(),
    };
    ExitCode::from(super::run(&mut host))
}
