//! `rulebook use`: sets, shows or clears the default ruleset, edition, profile, date and wording.

use super::{CommandError, CommandOutput, CommandResult, Context, Subcommand};
use crate::{
    analysis::{Analysis, LayeredSettings, Request, Settings},
    answer::AnswerError,
    disk::{self, HOME_VARIABLE},
    model::PartialDate,
};
use camino::Utf8PathBuf;

/// Set, show or clear the default ruleset, edition, profile, date and wording
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rulebook use dbm 3.3 --profile uk     for an event played by 3.3
  rulebook use 3.3                      that edition of the ruleset in use
  rulebook use                          show the settings and their origins
  rulebook use --clear                  back to the newest edition")]
pub(super) struct UseCommand {
    /// The ruleset, or an edition of the default one
    #[arg(value_name = "RULESET")]
    first: Option<String>,
    /// The edition [default: the newest in force on the day]
    #[arg(value_name = "EDITION")]
    second: Option<String>,
    #[command(flatten)]
    settings: Settings,
    /// Clear the settings
    #[arg(long, exclusive = true)]
    clear: bool,
}

impl Subcommand for UseCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let Some(path) = context.user.settings.clone() else {
            let failure = CommandError::misuse(format!(
                "no file for the settings: {HOME_VARIABLE} is not set"
            ));
            return Err(failure.with_help(format!(
                "set {HOME_VARIABLE}, or set RULEBOOK_CONFIG to the settings file"
            )));
        };
        if self.clear {
            return clear_settings(context, path);
        }
        let mut settings = self.settings;
        settings.at.ruleset = self.first.or(settings.at.ruleset);
        settings.at.edition = self.second.or(settings.at.edition);
        if settings == Settings::default() {
            return show_settings(context);
        }
        set(context, path, settings)
    }
}

/// Writes the settings if they are valid. Lints in the file are kept; without a ruleset, so is what is
/// not set.
fn set(context: &mut Context<'_>, path: Utf8PathBuf, mut fresh: Settings) -> CommandResult {
    let old = context.read_settings(&path);
    fresh.wording = fresh.wording.or(old.wording);
    fresh.lints = old.lints;
    if fresh.at.ruleset.is_none() {
        fresh.at = fresh.at.or(&old.at);
    }
    if fresh.at.ruleset.is_none() && fresh.at != Request::default() {
        let failure =
            CommandError::misuse("a default edition, profile or day is that of a ruleset");
        return Err(failure.with_help("name the ruleset: `rulebook use RULESET --profile PROFILE`"));
    }
    if fresh.at.ruleset.is_some() {
        let analysis = context.load_analysis()?;
        name_ruleset(context, &analysis, &mut fresh);
        // other settings, such as those of the folder, do not count
        let own = LayeredSettings {
            layers: vec![(String::new(), fresh.clone())],
        };
        let (db, view) = analysis
            .resolve_request(&own.request(None), context.today)
            .map_err(|error| AnswerError::from_request(&error, &own))?;
        let ruleset = &db.ruleset;
        let at = &mut fresh.at;
        at.ruleset = Some(ruleset.key.clone());
        let edition = ruleset.edition_id(view.edition).to_owned();
        at.edition = at.edition.as_ref().map(|_| edition);
        at.profile = at.profile.as_ref().map(|_| view.profile.name.clone());
    }
    disk::write_text(&path, &fresh.to_toml())?;
    Ok(CommandOutput::plain(format!(
        "{}{}\n",
        fresh.to_toml(),
        context.styler.dim(&format!("wrote {path}"))
    )))
}

/// Treats a name that is no ruleset as an edition of the ruleset in use: `use 3.3`.
fn name_ruleset(context: &mut Context<'_>, analysis: &Analysis, settings: &mut Settings) {
    let known = |name: &str| analysis.ruleset_db(name).is_some();
    if settings.at.edition.is_some() || settings.at.ruleset.as_deref().is_none_or(known) {
        return;
    }
    let in_use = context.layered_settings(Settings::default()).request(None);
    if let Ok(db) = analysis.requested_ruleset(&in_use)
        && let Some(name) = &settings.at.ruleset
        && db.ruleset.edition_named(name).is_some()
    {
        settings.at.edition = settings.at.ruleset.replace(db.ruleset.key.clone());
    }
}

fn clear_settings(context: &mut Context<'_>, path: Utf8PathBuf) -> CommandResult {
    let settings = Settings {
        lints: context.read_settings(&path).lints,
        ..Settings::default()
    };
    disk::write_text(&path, &settings.to_toml())?;
    Ok(CommandOutput::plain(
        "no defaults set; using the newest edition in force\n".into(),
    ))
}

/// Returns the value of a setting.
type SettingValue = fn(&Settings) -> Option<String>;

/// Shows the settings and their origins.
fn show_settings(context: &mut Context<'_>) -> CommandResult {
    let settings = context.layered_settings(Settings::default());
    let own = Settings {
        at: settings.request(None),
        wording: settings.wording(),
        ..Settings::default()
    };
    let values: [(&str, SettingValue); 5] = [
        ("ruleset", |own| own.at.ruleset.clone()),
        ("edition", |own| own.at.edition.clone()),
        ("profile", |own| own.at.profile.clone()),
        ("as-of", |own| own.at.as_of.map(PartialDate::iso)),
        ("wording", |own| {
            own.wording.map(|own| own.name().to_owned())
        }),
    ];
    let rows = values.map(|(name, value)| {
        let shown = value(&own);
        let origin = settings.origin(|layer| value(layer) == shown);
        (name, shown, origin)
    });
    let widths = rows.iter();
    let widths = widths.filter_map(|(_, value, _)| Some(value.as_ref()?.chars().count()));
    let width = widths.max().unwrap_or_default();
    let mut text = String::new();
    for (name, value, origin) in rows {
        if let Some(value) = value {
            let origin = context.styler.dim(origin);
            text += &format!("{name:<8} {value:width$}  {origin}\n");
        }
    }
    if text.is_empty() {
        text = "no defaults set; using the newest edition in force\n".into();
    }
    Ok(CommandOutput::plain(text))
}
