//! Writes output, errors and progress to the host's streams or a pager; returns the exit code.
//! On a terminal, control characters of texts are made visible. Only the prompt of `Context::ask`
//! is written elsewhere.

use super::{
    CommandError, CommandOutput, Styler, exit,
    host::Host,
    options::{Colour, GlobalOptions},
    outcome::{OutputMode, candidate_lines},
    pager,
};
use crate::{
    answer::{self, ErrorKind},
    disk,
    doc::{mark_colours, terminal_text},
    text::control::is_control_or_direction_mark,
};
use std::{
    ffi::OsString,
    io::{self, Write},
};

/// The width in columns if it is not known.
const DEFAULT_WIDTH: usize = 100;

/// Returns the styler for the options and the terminal.
pub(super) fn styler(host: &Host<'_>, options: &GlobalOptions) -> Styler {
    let colour = match options.color {
        Colour::Auto => host.terminal.colour,
        Colour::Always => true,
        Colour::Never => false,
    };
    let width = options
        .width
        .map(usize::from)
        .or(host.terminal.width)
        .unwrap_or(DEFAULT_WIDTH);
    Styler { colour, width }
}

/// Writes output to standard output or a pager; returns the exit code.
pub(super) fn write(host: &mut Host<'_>, options: &GlobalOptions, output: CommandOutput) -> u8 {
    let text = match output.mode {
        OutputMode::Data if !host.terminal.interactive => output.text,
        OutputMode::Data | OutputMode::Plain | OutputMode::Paged => terminal_text(&output.text),
    };
    let use_pager =
        output.mode == OutputMode::Paged && host.terminal.interactive && !options.no_pager;
    if use_pager && pager::page(&host.env, &text) {
        return output.code;
    }
    let written = host.stdout.write_all(text.as_bytes());
    let written = written.and_then(|()| host.stdout.flush());
    exit_code_after(host.stderr, written, output.code)
}

/// Writes text to a stream, with control characters made visible.
pub(super) fn write_text(stream: &mut dyn Write, text: &str) -> io::Result<()> {
    stream.write_all(terminal_text(text).as_bytes())
}

/// Replaces the line of a terminal on which progress is shown.
pub(super) fn show_progress(stream: &mut dyn Write, text: &str) -> io::Result<()> {
    write!(stream, "\r\u{1b}[2K{}", terminal_text(text))?;
    stream.flush()
}

/// Returns the exit code after writing. A broken pipe is no error: the reader has stopped reading.
fn exit_code_after(stderr: &mut dyn Write, result: io::Result<()>, code: u8) -> u8 {
    match result {
        Ok(()) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(error) => {
            let cause = disk::describe_write_error(&error);
            let message = format!("error: the answer cannot be written: {cause}\n");
            // nothing else can be done if standard error is closed, too
            let _reported = write_text(stderr, &message);
            exit::MISUSE
        }
    }
}

/// Writes an error to standard error (requested help to standard output); returns the exit code.
pub(super) fn write_error(
    host: &mut Host<'_>,
    options: &GlobalOptions,
    failure: CommandError,
) -> u8 {
    let styler = styler(host, options);
    match failure {
        CommandError::Usage(error) => {
            let text = error.render();
            // colours cannot be distinguished from escape sequences in the arguments
            let has_controls =
                |arg: &OsString| arg.to_string_lossy().contains(is_control_or_direction_mark);
            let text = if styler.colour && !host.args.iter().any(has_controls) {
                mark_colours(&text.ansi().to_string())
            } else {
                text.to_string()
            };
            let requested = error.exit_code() == 0;
            let (stream, code): (&mut dyn Write, u8) = if requested {
                (host.stdout, exit::SUCCESS)
            } else {
                (host.stderr, exit::MISUSE)
            };
            let written = write_text(stream, &text);
            exit_code_after(host.stderr, written, code)
        }
        CommandError::Refused(error, format) => {
            let mut text = styler.wrap(&styler.error("error: "), "       ", &error.message);
            text += &candidate_lines(&error, styler.prose_width());
            for line in &error.help {
                text += &styler.help(line);
            }
            let mut written = write_text(host.stderr, &text);
            if format.is_json() && error.candidates.is_some() {
                let json = answer::json(&error.as_json()).unwrap_or_default();
                written = written.and_then(|()| host.stdout.write_all(json.as_bytes()));
            }
            let code = match error.kind {
                ErrorKind::NotFound => exit::FAILURE,
                ErrorKind::Invalid | ErrorKind::Failed => exit::MISUSE,
            };
            exit_code_after(host.stderr, written, code)
        }
    }
}
