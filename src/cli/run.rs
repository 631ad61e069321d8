//! The program's entry point: parses the command line, and runs the command from a table, or `show`
//! if the first word names no command.

use super::{
    CommandError, CommandResult, Context, Styler,
    check::CheckCommand,
    completions::CompletionsCommand,
    explain::ExplainCommand,
    export::ExportCommand,
    fmt::FmtCommand,
    graph::GraphCommand,
    host::{Host, Terminal, current_folder, environment},
    import::ImportCommand,
    library::LibraryCommand,
    lsp::LspCommand,
    mcp::McpCommand,
    migrate::MigrateCommand,
    new::NewCommand,
    options::GlobalOptions,
    output,
    review::ReviewCommand,
    serve::ServeCommand,
    subcommand::CommandEntry,
    sum::SumCommand,
    r#use::UseCommand,
    verify::VerifyCommand,
    version,
};
use crate::{
    answer::{COMMANDS, CommandGroup},
    text::near::distance,
};
use clap::{FromArgMatches, error::ErrorKind};
use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    process::ExitCode,
};

/// Returns the commands by what they are for, in the order of the help text.
fn command_groups() -> [(&'static str, Vec<CommandEntry>); 4] {
    let queries = |group| {
        let own = COMMANDS.iter().filter(move |own| own.group == group);
        own.map(CommandEntry::Query)
    };
    [
        (
            "Read",
            queries(CommandGroup::Read)
                .chain([CommandEntry::of::<UseCommand>("use")])
                .collect(),
        ),
        (
            "Compare",
            queries(CommandGroup::Compare)
                .chain([CommandEntry::of::<ReviewCommand>("review")])
                .collect(),
        ),
        (
            "Army lists and scenarios",
            vec![
                CommandEntry::of::<CheckCommand>("check"),
                CommandEntry::of::<SumCommand>("sum"),
                CommandEntry::of::<MigrateCommand>("migrate"),
            ],
        ),
        (
            "Write and publish",
            vec![
                CommandEntry::of::<NewCommand>("new"),
                CommandEntry::of::<ImportCommand>("import"),
                CommandEntry::of::<LibraryCommand>("library"),
                CommandEntry::of::<VerifyCommand>("verify"),
                CommandEntry::of::<ExplainCommand>("explain"),
                CommandEntry::of::<FmtCommand>("fmt"),
                CommandEntry::of::<ExportCommand>("export"),
                CommandEntry::of::<LspCommand>("lsp"),
                CommandEntry::of::<McpCommand>("mcp"),
                CommandEntry::of::<ServeCommand>("serve"),
                CommandEntry::of::<CompletionsCommand>("completions"),
                CommandEntry::of::<GraphCommand>("graph"),
            ],
        ),
    ]
}

/// Returns all commands.
fn commands() -> impl Iterator<Item = CommandEntry> {
    command_groups()
        .into_iter()
        .flat_map(|(_, entries)| entries)
}

/// Runs the program in the current process.
pub fn main() -> ExitCode {
    let stdout = io::stdout();
    let interactive = stdout.is_terminal();
    let terminal = Terminal {
        interactive,
        shows_progress: io::stderr().is_terminal(),
        width: terminal_size::terminal_size()
            .filter(|_| interactive)
            .map(|(width, _)| usize::from(width.0))
            .filter(|&width| width > 0),
        colour: anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
    };
    let mut host = Host {
        args: std::env::args_os().collect(),
        env: environment(),
        current: current_folder(),
        today: jiff::Zoned::now().date(),
        terminal,
        stdin: &mut io::stdin(),
        stdout: &mut &stdout,
        stderr: &mut io::stderr(),
    };
    ExitCode::from(run(&mut host))
}

/// Runs the command line of `host` and returns the exit code: 0 for success, 1 for no match or
/// problems found, 2 for misuse.
pub fn run(host: &mut Host<'_>) -> u8 {
    let command = command_with_coverage(host);
    let args = with_default_command(&command, &host.args);
    let (mut options, outcome) = match command.try_get_matches_from(args) {
        Ok(matches) => match GlobalOptions::from_arg_matches(&matches) {
            Ok(options) => {
                let mut context = Context::new(host, &options, root_command);
                let outcome = dispatch(&matches, &mut context);
                context.print_warnings();
                context.free_in_background();
                (options, outcome)
            }
            Err(error) => (GlobalOptions::default(), Err(CommandError::Usage(error))),
        },
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            (GlobalOptions::default(), Ok(version::output()))
        }
        Err(error) => (GlobalOptions::default(), Err(CommandError::Usage(error))),
    };
    match outcome {
        Ok(output) => output::write(host, &options, output),
        Err(failure) => {
            options.no_pager = true;
            output::write_error(host, &options, failure)
        }
    }
}

/// Returns the command line; if its help is requested, with how much of the rules is included.
fn command_with_coverage(host: &mut Host<'_>) -> clap::Command {
    let command = root_command();
    let [_, option] = host.args.as_slice() else {
        return command;
    };
    if option != "--help" && option != "help" {
        return command;
    }
    let mut context = Context::new(host, &GlobalOptions::default(), root_command);
    let styler = context.styler;
    let Ok(analysis) = context.load_analysis() else {
        return command;
    };
    let engine = context.engine(&analysis);
    let mut help = styler.strong("Included rules:") + "\n";
    for (key, db) in analysis.ruleset_dbs() {
        if let Ok(overview) = engine.overview(key) {
            help += &format!("  {}\n", styler.strong(&db.ruleset.title));
            for line in overview.coverage_lines() {
                help += &styler.wrap("    ", "      ", line);
            }
        }
    }
    context.free_in_background();
    command.after_long_help(help)
}

/// Returns whether an option of the program or of one of its commands is followed by a value.
fn takes_value(root: &clap::Command, option: &str) -> bool {
    let is_meant = |own: &clap::Arg| match option.strip_prefix("--") {
        Some(name) => {
            let names = own
                .get_long()
                .into_iter()
                .chain(own.get_all_aliases().unwrap_or_default());
            names.into_iter().any(|own| own == name)
        }
        None => option
            .strip_prefix('-')
            .is_some_and(|name| own.get_short().is_some_and(|own| name.chars().eq([own]))),
    };
    let commands = root.get_subcommands().chain([root]);
    commands
        .flat_map(clap::Command::get_arguments)
        .any(|own| is_meant(own) && own.get_action().takes_values())
}

/// Puts the command in front of the options that precede it, and `show` in front of a question that
/// names no command: `rulebook pikes`. A misspelled command stays, so that it is reported.
fn with_default_command(root: &clap::Command, args: &[OsString]) -> Vec<OsString> {
    let mut all = args.to_vec();
    let mut at = 1;
    while let Some(option) = args.get(at).and_then(|arg| arg.to_str()) {
        if !option.starts_with('-') {
            break;
        }
        if matches!(option, "--help" | "-h" | "--version" | "-V") {
            return all;
        }
        at += 1 + usize::from(takes_value(root, option));
    }
    let Some(word) = args.get(at).and_then(|arg| arg.to_str()) else {
        return all;
    };
    let is_command = |name: &str| {
        name == word
            || name.len() > MIN_MISSPELLED && distance(name, word) < 2 && at + 1 < args.len()
    };
    if word == "help" || commands().any(|entry| is_command(entry.name())) {
        all[1..=at].rotate_right(1);
    } else {
        all.insert(1, DEFAULT_COMMAND.into());
    }
    all
}

/// The command that answers a question.
const DEFAULT_COMMAND: &str = "show";

/// Shorter commands are too similar to words of the rules.
const MIN_MISSPELLED: usize = 4;

fn dispatch(matches: &clap::ArgMatches, context: &mut Context<'_>) -> CommandResult {
    let entry =
        |(name, arguments)| Some((commands().find(|entry| entry.name() == name)?, arguments));
    match matches.subcommand().and_then(entry) {
        Some((entry, arguments)) => entry.run(arguments, context),
        None => Err(CommandError::misuse("no command given")),
    }
}

/// Returns the complete command line for clap.
fn root_command() -> clap::Command {
    let root = <GlobalOptions as clap::Args>::augment_args(clap::Command::new("rulebook"))
        .about("What wargame rules say now, what they said then, and who changed them")
        .version(env!("CARGO_PKG_VERSION"))
        .override_usage("rulebook [OPTIONS] \"QUESTION\"\n       rulebook [OPTIONS] COMMAND …")
        .subcommand_required(true)
        .arg_required_else_help(true);
    let root = commands().fold(root, |root, entry| root.subcommand(entry.build()));
    let help = help_template(&root);
    root.help_template(help)
}

/// Returns the help text of the program with the commands in groups, which clap itself does not have.
fn help_template(root: &clap::Command) -> String {
    let styler = Styler {
        colour: false,
        width: HELP_WIDTH,
    };
    let name_width = commands().map(|entry| entry.name().len()).max();
    let name_width = name_width.unwrap_or_default();
    let rest = " ".repeat(name_width + 4);
    let mut out =
        format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\nExamples:\n{EXAMPLES}");
    for (title, entries) in command_groups() {
        out += &format!("\n{title}:\n");
        for name in entries.iter().map(CommandEntry::name) {
            let about = root
                .find_subcommand(name)
                .and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            out += &styler.wrap(&format!("  {name:name_width$}  "), &rest, &about);
        }
    }
    out + "\n`rulebook help COMMAND` shows the options of a command.\n\nOptions:\n{options}{after-help}"
}

/// The columns of the help text.
const HELP_WIDTH: usize = 80;

/// What most people type.
const EXAMPLES: &str = "  rulebook \"can pikes recoil from elephants at 3.3?\"
  rulebook recoiling 3.1..3.4
  rulebook 'Kn(F)'
  rulebook check list.txt
";
