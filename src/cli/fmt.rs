use super::{Answer, Context, Failure, command::Verb, exit, pen::Pen};
use crate::{
    analysis::{Analysis, Source, SourceKind},
    disk,
    scenario::{self, Vocabulary},
    syntax,
    text::{SourceId, lines},
};
use camino::{Utf8Path, Utf8PathBuf};

/// What is said of a file behind its name in a difference.
const FORM: &str = "in its one form";

/// Write rules files and scenarios in their one form
#[derive(clap::Args)]
pub(super) struct Fmt {
    /// Files, or folders of them; `-` reads standard input and writes to standard output
    #[arg(value_name = "FILE")]
    files: Vec<Utf8PathBuf>,
    /// Write nothing; show what would change, and exit with 1 if something would
    #[arg(long)]
    check: bool,
    /// The name that standard input has: its ending tells what kind of file it is
    #[arg(long, value_name = "NAME", default_value = "stdin.amend.md")]
    stdin_name: String,
}

impl Verb for Fmt {
    const NAME: &'static str = "fmt";

    const EXAMPLES: &'static str = "Without files: all rules of the workspace.

Examples:
  rulebook fmt rules/dbm/3.1.amend.md
  rulebook fmt --check
  rulebook fmt - < draft.amend.md
  rulebook fmt gauls.scenario.md";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let input = Utf8Path::new("-");
        if self.files.iter().any(|file| file == input) {
            return self.standard_input(context);
        }
        let files = self.wanted(context)?;
        let mut text = String::new();
        let (mut changed, mut failed) = (0, false);
        let mut forms = Forms::default();
        for path in &files {
            let old = match disk::read(path) {
                Ok(old) => old,
                Err(fault) => {
                    context.remark(shown(context, &fault.to_string()));
                    failed = true;
                    continue;
                }
            };
            let new = forms.format(context, path.as_str(), &old);
            if new == old {
                continue;
            }
            changed += 1;
            let name = path.strip_prefix(context.current).unwrap_or(path);
            if self.check {
                text += &difference(context.pen, FORM, name.as_str(), &old, &new);
            } else {
                disk::write(path, &new)?;
                text += &format!("{name}\n");
            }
        }
        let done = if self.check {
            "would change"
        } else {
            "changed"
        };
        let all = if files.len() == 1 { "file" } else { "files" };
        text += &context
            .pen
            .dim(&format!("{changed} of {} {all} {done}", files.len()));
        text.push('\n');
        let code = if failed {
            exit::MISUSE
        } else if self.check && changed > 0 {
            exit::NOTHING
        } else {
            exit::SHOWN
        };
        Ok(Answer::plain(text).code(code))
    }
}

impl Fmt {
    fn standard_input(&self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        if self.files.len() > 1 {
            return Err(Failure::misuse("standard input is formatted alone")
                .help("leave out the files, or the `-`"));
        }
        let mut bytes = Vec::new();
        context
            .stdin
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::misuse(format!("standard input cannot be read: {error}")))?;
        let old = String::from_utf8(bytes).map_err(|error| {
            Failure::misuse(format!(
                "standard input is not UTF-8: byte {} is no character",
                error.utf8_error().valid_up_to()
            ))
        })?;
        let new = Forms::default().format(context, &self.stdin_name, &old);
        if self.check {
            let code = if new == old {
                exit::SHOWN
            } else {
                exit::NOTHING
            };
            return Ok(
                Answer::plain(difference(context.pen, FORM, &self.stdin_name, &old, &new))
                    .code(code),
            );
        }
        Ok(Answer::plain(new))
    }

    /// The files that are named, those in folders that are named, or the workspace's.
    fn wanted(&self, context: &Context<'_>) -> Result<Vec<Utf8PathBuf>, Failure> {
        if self.files.is_empty() {
            let rules = context
                .workspace
                .as_ref()
                .and_then(|workspace| workspace.rules.clone());
            let none = || {
                Failure::misuse("there are no rules here to format")
                    .help("name files, or go to a folder that has a `rules` folder")
            };
            return Ok(disk::rules_files(&rules.ok_or_else(none)?));
        }
        let mut wanted = Vec::new();
        for file in &self.files {
            let path = context.current.join(file);
            if path.is_dir() {
                wanted.extend(disk::rules_files(&path));
                wanted.extend(disk::scenarios(&path));
            } else if matches!(
                SourceKind::of(path.file_name().unwrap_or_default()),
                Some(SourceKind::Rules | SourceKind::Scenario)
            ) {
                wanted.push(path);
            } else {
                return Err(Failure::misuse(format!("{file} is no rules file"))
                    .help(format!("their names end in {}", syntax::endings(""))));
            }
        }
        Ok(wanted)
    }
}

/// What the files' one form depends on: how the rulesets write scenarios, loaded once where one is met.
#[derive(Default)]
struct Forms {
    vocabularies: Option<Vec<Source>>,
}

impl Forms {
    fn format(&mut self, context: &Context<'_>, name: &str, text: &str) -> String {
        let file = Utf8Path::new(name).file_name().unwrap_or_default();
        if SourceKind::of(file) != Some(SourceKind::Scenario) {
            return syntax::format(text, name);
        }
        let all = self.vocabularies.get_or_insert_with(|| {
            let sources = disk::load(&context.places()).sources;
            sources
                .into_iter()
                .filter(|source| {
                    matches!(source.kind, SourceKind::Vocabulary | SourceKind::Ruleset)
                })
                .collect()
        });
        let analysis = Analysis::unread(all.clone());
        let said = scenario::front(SourceId::default(), text)
            .ruleset
            .map(|own| own.value);
        let Some(ruleset) =
            said.or_else(|| Some(analysis.default_ruleset_db()?.ruleset.key.clone()))
        else {
            return text.to_owned();
        };
        let own = all
            .iter()
            .rfind(|source| source.kind == SourceKind::Vocabulary && source.ruleset == ruleset);
        // by rules that nobody has, nothing can be read
        own.map_or_else(
            || text.to_owned(),
            |own| scenario::format(text, &Vocabulary::parse(SourceId::default(), &own.text)),
        )
    }
}

fn shown(context: &Context<'_>, message: &str) -> String {
    message.replace(&format!("{}/", context.current), "")
}

/// The lines that differ, with three lines around them.
pub(super) fn difference(pen: Pen, after: &str, name: &str, old: &str, new: &str) -> String {
    let unified = lines::unified(old, new);
    if unified.is_empty() {
        return unified;
    }
    let marked = unified.lines().map(|line| match line.chars().next() {
        Some('+') => pen.added(line),
        Some('-') => pen.gone(line),
        Some(_) | None => line.to_owned(),
    });
    let body: String = marked.map(|line| line + "\n").collect();
    format!(
        "{}\n{}\n{body}",
        pen.strong(&format!("--- {name}")),
        pen.strong(&format!("+++ {name} {after}"))
    )
}
