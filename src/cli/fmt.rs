//! `rulebook fmt`: rewrites rules files and scenarios in place with `syntax::format` and
//! `scenario::format`, and writes army lists as new scenario files.
//! `--check` writes no file: it prints diffs, and the scenario files of lists.

use super::{
    CommandError, CommandOutput, CommandResult, Context, Styler, Subcommand,
    check::{is_list, no_rules_file},
    exit, plural,
};
use crate::{
    analysis::{Analysis, Source, SourceKind},
    disk,
    scenario::{self, Vocabulary},
    syntax,
    text::{SourceId, line_diff},
};
use camino::{Utf8Path, Utf8PathBuf};

/// The text after the name of the new file in a diff.
const NEW_NAME_SUFFIX: &str = "formatted";

/// Format rules files and scenarios, and write army lists as scenario files
#[derive(clap::Args)]
#[command(after_help = "Without files, all rules of the workspace are formatted.

Examples:
  rulebook fmt rules/dbm/3.1.amend.md
  rulebook fmt --check
  rulebook fmt - < draft.amend.md
  rulebook fmt gauls.scenario.md
  rulebook fmt list.txt                writes list.scenario.md")]
pub(super) struct FmtCommand {
    /// Files, or folders of them; `-` reads standard input and writes to standard output
    #[arg(value_name = "FILE")]
    files: Vec<Utf8PathBuf>,
    /// Write nothing; show what would change, and exit with 1 if something would; for a list, print
    /// the scenario file
    #[arg(long)]
    check: bool,
    /// The file name for standard input; its ending says what kind of file it is
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    stdin_name: String,
}

impl Subcommand for FmtCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let input = Utf8Path::new("-");
        if self.files.iter().any(|file| file == input) {
            return self.standard_input(context);
        }
        let files = self.files_to_format(context)?;
        let (mut text, mut text_of_lists) = (String::new(), String::new());
        let (mut changed, mut failed) = (0, false);
        let mut formatter = FileFormatter::default();
        for path in &files {
            let name = path.strip_prefix(context.current).unwrap_or(path);
            if is_list(path) {
                let text = disk::read_text(path)?;
                text_of_lists += &self.format_list(context, path, name, &text)?;
                continue;
            }
            let old = match disk::read_text(path) {
                Ok(old) => old,
                Err(fault) => {
                    let folder = format!("{}/", context.current);
                    context.warn(fault.to_string().replace(&folder, ""));
                    failed = true;
                    continue;
                }
            };
            let new = formatter.format(context, path.as_str(), &old);
            if new == old {
                continue;
            }
            changed += 1;
            if self.check {
                text += &unified_diff(context.styler, NEW_NAME_SUFFIX, name.as_str(), &old, &new);
            } else {
                disk::write_text(path, &new)?;
                text += &format!("{name}\n");
            }
        }
        if files.iter().all(|path| is_list(path)) {
            return Ok(CommandOutput::plain(text_of_lists));
        }
        text += &text_of_lists;
        let done = if self.check {
            "would change"
        } else {
            "changed"
        };
        let summary = format!("{changed} of {} {done}", plural(files.len(), "file"));
        text += &(context.styler.dim(&summary) + "\n");
        let code = match failed {
            true => exit::MISUSE,
            false => exit::code(!self.check || changed == 0),
        };
        Ok(CommandOutput::plain(text).with_code(code))
    }
}

impl FmtCommand {
    /// Writes a list as a scenario file next to it, and returns a message; the list stays as it
    /// is. With `--check`, returns the text of the scenario file instead.
    fn format_list(
        &self,
        context: &mut Context<'_>,
        path: &Utf8Path,
        name: &Utf8Path,
        text: &str,
    ) -> Result<String, CommandError> {
        let Some(new) = rewritten_list(context, text)? else {
            let message = format!("{name} is no rules file, and no list is read in it");
            return Err(CommandError::misuse(message)
                .with_help("rulebook check says what is read in a list"));
        };
        let target = path.with_extension("scenario.md");
        let target_name = name.with_extension("scenario.md");
        if self.check {
            return Ok(new);
        }
        if disk::exists(&target) {
            let failure = CommandError::misuse(format!("{target_name} exists already"));
            return Err(failure
                .with_help("move it away, or see what would be written: rulebook fmt --check"));
        }
        disk::write_text(&target, &new)?;
        Ok(format!("wrote {target_name}\n"))
    }

    fn standard_input(&self, context: &mut Context<'_>) -> CommandResult {
        if self.files.len() > 1 {
            return Err(
                CommandError::misuse("standard input cannot be combined with files")
                    .with_help("leave out the files, or the `-`"),
            );
        }
        let (name, old) = (&self.stdin_name, context.read_list(Utf8Path::new("-"))?);
        // a list that is not named otherwise is written in the clean form
        let list = match name == DEFAULT_NAME {
            true => rewritten_list(context, &old)?,
            false => None,
        };
        let new = list.unwrap_or_else(|| FileFormatter::default().format(context, name, &old));
        if self.check {
            let diff = unified_diff(context.styler, NEW_NAME_SUFFIX, name, &old, &new);
            return Ok(CommandOutput::plain(diff).with_code(exit::code(new == old)));
        }
        Ok(CommandOutput::data(new))
    }

    /// Returns the named files, those in named folders, or else the workspace's rules.
    fn files_to_format(&self, context: &Context<'_>) -> Result<Vec<Utf8PathBuf>, CommandError> {
        if self.files.is_empty() {
            let Some(rules) = context.workspace_rules() else {
                return Err(CommandError::misuse("no rules to format here").with_help(
                    "name files, or change to a folder that contains a `rules` folder",
                ));
            };
            return Ok(disk::rules_files(rules));
        }
        let mut paths = Vec::new();
        for file in &self.files {
            let path = context.current.join(file);
            if disk::is_folder(&path) {
                paths.extend(disk::rules_files(&path));
                paths.extend(disk::scenario_files(&path));
            } else if matches!(
                disk::kind_of(&path),
                Some(SourceKind::Rules | SourceKind::Scenario)
            ) || is_list(&path) && disk::is_file(&path)
            {
                paths.push(path);
            } else {
                return Err(no_rules_file(file));
            }
        }
        Ok(paths)
    }
}

/// The name of the standard input where none is given.
const DEFAULT_NAME: &str = "stdin.amend.md";

/// Returns an army list, from a mail or post, as a scenario file; `None` if the text is no list
/// or already has front matter.
fn rewritten_list(context: &mut Context<'_>, text: &str) -> Result<Option<String>, CommandError> {
    let front = scenario::parse_front(SourceId::default(), text);
    if !front.span.is_empty() {
        return Ok(None);
    }
    let analysis = context.load_analysis()?;
    let checker = scenario::ScenarioChecker::new(&analysis);
    let options = scenario::editor_check_options(context.today);
    let bound = checker.bind(&analysis, SourceId::default(), text, &options);
    let has_lines = |bound: &scenario::BoundScenario| bound.scenario.records.len() > 1;
    Ok(bound.ok().filter(has_lines).map(|bound| bound.rewritten()))
}

/// Formats rules files and scenarios. Scenarios need the vocabularies of the rulesets, which are
/// loaded for the first scenario.
#[derive(Default)]
struct FileFormatter {
    vocabularies: Option<Vec<Source>>,
}

impl FileFormatter {
    fn format(&mut self, context: &Context<'_>, name: &str, text: &str) -> String {
        if disk::kind_of(Utf8Path::new(name)) != Some(SourceKind::Scenario) {
            return syntax::format(text, name);
        }
        let all = self.vocabularies.get_or_insert_with(|| {
            let mut sources = disk::load_sources(&context.source_locations()).sources;
            sources.retain(|own| matches!(own.kind, SourceKind::Vocabulary | SourceKind::Ruleset));
            sources
        });
        let analysis = Analysis::without_rules(all.clone());
        let named = scenario::parse_front(SourceId::default(), text).ruleset;
        let named = named.map(|own| own.value);
        let ruleset = named.or_else(|| Some(analysis.default_ruleset_db()?.ruleset.key.clone()));
        let is_own = |own: &&Source| {
            own.kind == SourceKind::Vocabulary && Some(&own.ruleset) == ruleset.as_ref()
        };
        // a scenario of an unknown ruleset cannot be parsed and stays as it is
        match all.iter().rfind(is_own) {
            Some(own) => {
                let vocabulary = Vocabulary::parse(SourceId::default(), &own.text);
                scenario::format(text, &vocabulary)
            }
            None => text.to_owned(),
        }
    }
}

/// Renders the differing lines with three lines of context.
pub(super) fn unified_diff(
    styler: Styler,
    after: &str,
    name: &str,
    old: &str,
    new: &str,
) -> String {
    let unified = line_diff::unified(old, new);
    if unified.is_empty() {
        return unified;
    }
    let marked = unified.lines().map(|line| match line.chars().next() {
        Some('+') => styler.added(line),
        Some('-') => styler.removed_line(line),
        Some(_) | None => line.to_owned(),
    });
    let body: String = marked.map(|line| line + "\n").collect();
    let before = styler.strong(&format!("--- {name}"));
    let after = styler.strong(&format!("+++ {name} {after}"));
    format!("{before}\n{after}\n{body}")
}
