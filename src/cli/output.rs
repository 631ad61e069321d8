//! Writes output and errors to the streams of the host.

use super::{
    exit,
    host::Host,
    options::{Colour, GlobalOptions},
    outcome::{CommandError, CommandOutput},
    pager,
    styler::Styler,
};
use std::io::{self, Write};

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
    let use_pager = output.paged && host.terminal.interactive && !options.no_pager;
    if use_pager && pager::page(&host.env, &output.text) {
        return output.code;
    }
    exit_code_after(
        host.stdout
            .write_all(output.text.as_bytes())
            .and_then(|()| host.stdout.flush()),
        output.code,
    )
}

/// Returns the exit code after writing. A broken pipe is no error: the reader has stopped reading.
fn exit_code_after(result: io::Result<()>, code: u8) -> u8 {
    match result {
        Ok(()) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(_) => exit::MISUSE,
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
            let text = if styler.colour {
                text.ansi().to_string()
            } else {
                text.to_string()
            };
            let requested = error.exit_code() == 0;
            let stream: &mut dyn Write = if requested { host.stdout } else { host.stderr };
            exit_code_after(
                stream.write_all(text.as_bytes()),
                if requested {
                    exit::SUCCESS
                } else {
                    exit::MISUSE
                },
            )
        }
        CommandError::Message {
            message,
            list,
            help,
            json,
            code,
        } => {
            let mut text = styler.wrap(&styler.error("error: "), "       ", &message);
            for line in list {
                text += "\n";
                text += &line;
            }
            for line in help {
                text += "\n";
                text += &styler.wrap(&format!("  {} ", styler.strong("help:")), "        ", &line);
            }
            let result = writeln!(host.stderr, "{text}");
            exit_code_after(
                result.and_then(|()| host.stdout.write_all(json.unwrap_or_default().as_bytes())),
                code,
            )
        }
    }
}
