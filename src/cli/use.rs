use super::{Answer, Context, Failure, command::Verb};
use crate::{
    disk::{self, Defaults, Said, Settings},
    model::PartialDate,
};
use camino::Utf8PathBuf;

/// Set what questions mean that leave something out: ruleset, edition, profile
#[derive(clap::Args)]
pub(super) struct Use {
    /// The ruleset
    ruleset: Option<String>,
    /// The edition [default: the newest in force on the day]
    #[arg(requires = "ruleset")]
    edition: Option<String>,
    /// Whose rulings count
    #[arg(long, value_name = "PROFILE", requires = "ruleset")]
    profile: Option<String>,
    /// Use only what was published up to this day
    #[arg(
        long,
        value_name = "DATE",
        visible_alias = "known",
        requires = "ruleset"
    )]
    as_of: Option<PartialDate>,
    /// Which wording to show
    #[arg(long, value_enum, value_name = "WORDING")]
    wording: Option<super::options::Wording>,
    /// Forget what was set
    #[arg(long, conflicts_with_all = ["ruleset", "wording"])]
    clear: bool,
}

impl Verb for Use {
    const NAME: &'static str = "use";

    const EXAMPLES: &'static str = "Examples:
  rulebook use dbm 3.3 --profile uk     for an event played by 3.3
  rulebook use                          what is set, and by what
  rulebook use --clear                  back to the newest edition";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let Some(path) = context.user.settings.clone() else {
            let failure =
                Failure::misuse("there is no place for settings: the environment names no home");
            return Err(
                failure.help("set HOME, or RULEBOOK_CONFIG to the file that is to hold them")
            );
        };
        if self.clear {
            return clear(context, path);
        }
        if self.ruleset.is_none() && self.wording.is_none() {
            return tell(context);
        }
        self.set(context, path)
    }
}

impl Use {
    /// Writes the settings, if they make sense. Lints that are set in the file stay as they are.
    fn set(self, context: &mut Context<'_>, path: Utf8PathBuf) -> Result<Answer, Failure> {
        let old = if path.is_file() {
            context.settings(&path)
        } else {
            Settings::default()
        };
        let wording = self
            .wording
            .map(|wording| wording.name().to_owned())
            .or(old.wording);
        let fresh = match &self.ruleset {
            Some(_) => {
                let (ruleset, edition, profile, as_of) =
                    (self.ruleset, self.edition, self.profile, self.as_of);
                Settings {
                    ruleset,
                    edition,
                    profile,
                    as_of,
                    wording,
                    lints: old.lints,
                }
            }
            None => Settings { wording, ..old },
        };
        if fresh.ruleset.is_some() {
            let question = Defaults {
                layers: vec![(String::new(), fresh.clone())],
            }
            .question(None);
            let analysis = context.analysis()?;
            context.ask(&analysis, &question)?;
        }
        disk::write(&path, &fresh.print())?;
        Ok(Answer::plain(format!(
            "{}{}\n",
            fresh.print(),
            context.pen.dim(&format!("written to {path}"))
        )))
    }
}

fn clear(context: &mut Context<'_>, path: Utf8PathBuf) -> Result<Answer, Failure> {
    let lints = if path.is_file() {
        context.settings(&path).lints
    } else {
        Default::default()
    };
    disk::write(
        &path,
        &Settings {
            lints,
            ..Settings::default()
        }
        .print(),
    )?;
    Ok(Answer::plain(
        "nothing is set; the newest edition in force is used\n".into(),
    ))
}

/// What is set, and where.
fn tell(context: &mut Context<'_>) -> Result<Answer, Failure> {
    let defaults = context.defaults(Settings::default());
    let question = defaults.question(None);
    let wording = defaults.first(|settings| settings.wording.clone());
    let as_of = question.as_of.map(|said| Said {
        value: said.value.iso(),
        by: said.by,
    });
    let rows = [
        ("ruleset", question.ruleset),
        ("edition", question.edition),
        ("profile", question.profile),
        ("as-of", as_of),
        ("wording", wording),
    ];
    let width = rows
        .iter()
        .filter_map(|(_, said)| Some(said.as_ref()?.value.chars().count()))
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for (name, said) in rows {
        if let Some(said) = said {
            text += &format!(
                "{name:<8} {:width$}  {}\n",
                said.value,
                context.pen.dim(&said.by)
            );
        }
    }
    if text.is_empty() {
        text = "nothing is set; the newest edition in force is used\n".into();
    }
    Ok(Answer::plain(text))
}
