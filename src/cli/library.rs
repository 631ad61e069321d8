use super::{
    Answer, Context, Failure,
    command::Verb,
    exit,
    options::Format,
    pen::Pen,
    shelve::{disagreement, plural},
};
use crate::{
    analysis::Analysis,
    disk,
    printed::{self, LibraryFileState},
};
use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use serde::Serialize;

/// Look after your library of printed wording
#[derive(clap::Args)]
pub(super) struct Library {
    /// What to do
    #[arg(value_enum, default_value_t)]
    action: Action,
    /// Documents or files of the library; all of them where none is named
    names: Vec<String>,
    /// `remove`: all that was imported
    #[arg(long)]
    all: bool,
    /// `remove`: files that were changed by hand, too
    #[arg(long)]
    force: bool,
    /// For people or for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// What is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Action {
    /// List what the library holds.
    #[default]
    Show,
    /// Check its files, and where print and restatement disagree.
    Verify,
    /// Take imported files out.
    Remove,
}

/// The library, for programs.
#[derive(Serialize)]
struct Told<'a> {
    version: u32,
    library: &'a Utf8Path,
    files: &'a [LibraryFileState],
}

impl Verb for Library {
    const NAME: &'static str = "library";

    const EXAMPLES: &'static str =
        "The library lies in the folder for your data, or where RULEBOOK_LIBRARY says. `rulebook import` fills it.

Examples:
  rulebook library
  rulebook library verify dbm-3.1
  rulebook library remove dbm-3.1";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let Some(folder) = context.user.library.clone() else {
            return Err(Failure::misuse(
                "there is no place for a library: the environment names no home",
            )
            .help("set RULEBOOK_LIBRARY"));
        };
        let analysis = context.analysis()?;
        let states = self.chosen(&folder, &analysis)?;
        match self.action {
            Action::Show => self.show(context, &folder, &states),
            Action::Verify => self.verify(context, &folder, &states),
            Action::Remove => self.remove(context, &folder, &states),
        }
    }
}

impl Library {
    /// The files that are named.
    fn chosen(
        &self,
        folder: &Utf8Path,
        analysis: &Analysis,
    ) -> Result<Vec<LibraryFileState>, Failure> {
        let all = printed::library_file_states(analysis);
        if self.names.is_empty() {
            return Ok(all);
        }
        for name in &self.names {
            if !all.iter().any(|state| is_named(state, name)) {
                let failure = Failure::nothing(format!("the library holds no {name}"));
                let known: Vec<&str> = all.iter().map(|state| state.document.as_str()).collect();
                return Err(
                    match crate::text::near::nearest(name, known.iter().copied()) {
                        Some(near) => failure.help(format!("did you mean {near}?")),
                        None if known.is_empty() => failure.help(format!(
                            "{folder} is empty; `rulebook import FILE` fills it"
                        )),
                        None => failure.help(format!("it holds {}", known.join(", "))),
                    },
                );
            }
        }
        Ok(all
            .into_iter()
            .filter(|state| self.names.iter().any(|name| is_named(state, name)))
            .collect())
    }

    fn show(
        &self,
        context: &Context<'_>,
        folder: &Utf8Path,
        states: &[LibraryFileState],
    ) -> Result<Answer, Failure> {
        if self.format.is_json() {
            return context.json(&Told {
                version: 1,
                library: folder,
                files: states,
            });
        }
        let pen = context.pen;
        let mut out = pen.strong(&format!("Library {folder}")) + "\n";
        if states.is_empty() {
            out += "It holds nothing. `rulebook import FILE…` fills it from the documents that you have.\n";
            return Ok(Answer::shown(out));
        }
        let width = states
            .iter()
            .map(|state| name(state).chars().count())
            .max()
            .unwrap_or_default();
        for state in states {
            let by = if state.imported {
                "imported"
            } else {
                "by hand"
            };
            let faults = if state.faults.is_empty() {
                String::new()
            } else {
                pen.alert(&format!(", {}", plural(state.faults.len(), "fault")))
            };
            out += &format!(
                "{:width$}  {} of {} passages, {by}{faults}\n",
                name(state),
                state.passages,
                state.restated
            );
        }
        Ok(Answer::shown(out))
    }

    fn verify(
        &self,
        context: &Context<'_>,
        folder: &Utf8Path,
        states: &[LibraryFileState],
    ) -> Result<Answer, Failure> {
        let open: usize = states
            .iter()
            .map(|state| {
                state
                    .disagreements
                    .iter()
                    .filter(|one| one.answer.is_none())
                    .count()
            })
            .sum();
        let faults: usize = states.iter().map(|state| state.faults.len()).sum();
        let code = if open + faults == 0 {
            exit::SHOWN
        } else {
            exit::NOTHING
        };
        if self.format.is_json() {
            return Ok(context
                .json(&Told {
                    version: 1,
                    library: folder,
                    files: states,
                })?
                .code(code));
        }
        let mut out = String::new();
        for state in states {
            out += &self.verified(context.pen, state);
        }
        let answered: usize = states
            .iter()
            .map(|state| state.disagreements.len())
            .sum::<usize>()
            - open;
        out += &format!(
            "{}: {}, {} between print and restatement, {answered} answered by declared deviations\n",
            plural(states.len(), "file"),
            plural(faults, "fault"),
            plural(open, "open disagreement"),
        );
        Ok(Answer::shown(out).code(code))
    }

    fn verified(&self, pen: Pen, state: &LibraryFileState) -> String {
        let mut out = String::new();
        let open: Vec<_> = state
            .disagreements
            .iter()
            .filter(|one| one.answer.is_none())
            .collect();
        if state.faults.is_empty() && open.is_empty() {
            return out;
        }
        out += &(pen.strong(&name(state)) + "\n");
        for fault in &state.faults {
            out += &(pen.wrap("  ", "    ", fault) + "\n");
        }
        for one in open {
            out += &disagreement(pen, one);
        }
        out
    }

    fn remove(
        &self,
        context: &mut Context<'_>,
        folder: &Utf8Path,
        states: &[LibraryFileState],
    ) -> Result<Answer, Failure> {
        if self.names.is_empty() && !self.all {
            return Err(Failure::misuse("nothing is named that should be removed")
                .help("name a document, or say --all"));
        }
        let mut removed = Vec::new();
        for state in states {
            if !state.imported && !self.force {
                context.remark(format!(
                    "{} stays: it was written or changed by hand (--force removes it)",
                    name(state)
                ));
                continue;
            }
            let path: Utf8PathBuf = context.current.join(&state.path);
            disk::unshelve(&context.current.join(folder), &path)?;
            removed.push(name(state));
        }
        let code = if removed.is_empty() {
            exit::NOTHING
        } else {
            exit::SHOWN
        };
        let lines: String = removed
            .iter()
            .map(|name| format!("removed {name}\n"))
            .collect();
        Ok(Answer::plain(if lines.is_empty() {
            "nothing was removed\n".into()
        } else {
            lines
        })
        .code(code))
    }
}

/// A file under its ruleset: `dbm/dbm-3.1.amend.md`.
fn name(state: &LibraryFileState) -> String {
    format!(
        "{}/{}",
        state.ruleset,
        state.path.file_name().unwrap_or_default()
    )
}

fn is_named(state: &LibraryFileState, name: &str) -> bool {
    state.document == name
        || state.path.file_name() == Some(name)
        || self::name(state) == name
        || format!("{}/{}", state.ruleset, state.document) == name
}
