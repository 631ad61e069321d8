//! Answers and failures, put where they belong.

use super::{Answer, Failure, Global, Host, exit, options::Colour, pager, pen::Pen};
use std::io::{self, Write};

/// Columns where nobody tells how many there are.
const WIDTH: usize = 100;

/// The pen that options and terminal ask for.
pub(super) fn pen(host: &Host<'_>, options: &Global) -> Pen {
    let colour = match options.color {
        Colour::Auto => host.terminal.colour,
        Colour::Always => true,
        Colour::Never => false,
    };
    let width = options
        .width
        .map(usize::from)
        .or(host.terminal.width)
        .unwrap_or(WIDTH);
    Pen { colour, width }
}

/// Writes an answer to standard output, or to a pager; gives the exit code.
pub(super) fn put(host: &mut Host<'_>, options: &Global, answer: Answer) -> u8 {
    let pages = answer.pages && host.terminal.interactive && !options.no_pager;
    if pages && pager::page(&host.env, &answer.text) {
        return answer.code;
    }
    written(
        host.stdout
            .write_all(answer.text.as_bytes())
            .and_then(|()| host.stdout.flush()),
        answer.code,
    )
}

/// A reader who went away is no fault; any other one is.
fn written(result: io::Result<()>, code: u8) -> u8 {
    match result {
        Ok(()) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(_) => exit::MISUSE,
    }
}

/// Writes why there is no answer to standard error (help that was asked for, to standard output); gives the exit code.
pub(super) fn fail(host: &mut Host<'_>, options: &Global, failure: Failure) -> u8 {
    let pen = pen(host, options);
    match failure {
        Failure::Usage(error) => {
            let text = error.render();
            let text = if pen.colour {
                text.ansi().to_string()
            } else {
                text.to_string()
            };
            let asked = error.exit_code() == 0;
            let stream: &mut dyn Write = if asked { host.stdout } else { host.stderr };
            written(
                stream.write_all(text.as_bytes()),
                if asked { exit::SHOWN } else { exit::MISUSE },
            )
        }
        Failure::Told {
            message,
            list,
            help,
            json,
            code,
        } => {
            let mut text = pen.wrap(&pen.error("error: "), "       ", &message);
            for line in list {
                text += "\n";
                text += &line;
            }
            for line in help {
                text += "\n";
                text += &pen.wrap(&format!("  {} ", pen.strong("help:")), "        ", &line);
            }
            let told = writeln!(host.stderr, "{text}");
            written(
                told.and_then(|()| host.stdout.write_all(json.unwrap_or_default().as_bytes())),
                code,
            )
        }
    }
}
