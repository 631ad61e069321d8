use super::{Answer, Context, Failure, command::Verb, exit, fmt::difference, sum::refused};
use crate::{
    analysis::Request,
    disk,
    scenario::{Ruling, Umpire},
    text::SourceId,
};
use camino::Utf8PathBuf;

/// Move a scenario to another edition: rewrite what the rules settle, tell what is left
#[derive(clap::Args)]
pub(super) struct Migrate {
    /// The scenario file
    #[arg(value_name = "FILE")]
    file: Utf8PathBuf,
    /// The edition
    #[arg(long, value_name = "EDITION")]
    to: String,
    /// Write nothing; show the difference, and exit with 1 if there is one
    #[arg(long)]
    check: bool,
}

impl Verb for Migrate {
    const NAME: &'static str = "migrate";

    const EXAMPLES: &'static str = "What a person has to settle is told in comments above the lines. Done twice, nothing more changes.

Examples:
  rulebook migrate gauls.scenario.md --to 3.4
  rulebook migrate gauls.scenario.md --to 3.4 --check";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let path = context.current.join(&self.file);
        let text = disk::read(&path).map_err(|fault| Failure::misuse(fault.to_string()))?;
        let analysis = context.analysis()?;
        let umpire = Umpire::new(&analysis);
        let ruling = Ruling {
            request: Request::default(),
            today: context.today,
        };
        let moved = umpire
            .migrate(&analysis, SourceId(u32::MAX), &text, &self.to, &ruling)
            .map_err(|faults| refused(&self.file, &faults))?;
        let mut out = difference(
            context.pen,
            &format!("at {}", self.to),
            self.file.as_str(),
            &text,
            &moved.text,
        );
        let changed = moved.text != text;
        if changed && !self.check {
            disk::write(&path, &moved.text)?;
        }
        let done = match (changed, self.check) {
            (false, _) => format!("{}: nothing to change", self.file),
            (true, true) => format!("{} would change", self.file),
            (true, false) => format!("{} is moved to {}", self.file, self.to),
        };
        let left = match moved.left.len() {
            0 => String::new(),
            1 => ", and one thing is left to settle".to_owned(),
            count => format!(", and {count} things are left to settle"),
        };
        out += &format!("{done}{left}\n");
        Ok(Answer::shown(out).code(if self.check && changed {
            exit::NOTHING
        } else {
            exit::SHOWN
        }))
    }
}
