//! `rulebook use`: sets, shows or clears the default ruleset, edition, profile, date and wording.

use super::{CommandError, CommandOutput, CommandResult, Context, Subcommand};
use crate::{
    analysis::{Analysis, Request, WordingChoice},
    disk::{self, HOME_VARIABLE, LayeredSettings, SettingValue, Settings},
    model::PartialDate,
};
use camino::Utf8PathBuf;

/// Set, show or clear the default ruleset, edition, profile, date and wording
#[derive(clap::Args)]
pub(super) struct UseCommand {
    /// The ruleset, or an edition of the default one
    ruleset: Option<String>,
    /// The edition [default: the newest in force on the day]
    #[arg(requires = "ruleset")]
    edition: Option<String>,
    /// The profile whose rulings apply
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
    wording: Option<WordingChoice>,
    /// Clear the settings
    #[arg(long, conflicts_with_all = ["ruleset", "wording"])]
    clear: bool,
}

impl Subcommand for UseCommand {
    const NAME: &str = "use";

    const EXAMPLES: &str = "Examples:
  rulebook use dbm 3.3 --profile uk     for an event played by 3.3
  rulebook use 3.3                      that edition of the ruleset in use
  rulebook use                          show the settings and their origins
  rulebook use --clear                  back to the newest edition";

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
        if self.ruleset.is_none() && self.wording.is_none() {
            return show_settings(context);
        }
        self.set(context, path)
    }
}

impl UseCommand {
    /// Writes the settings if they are valid. Lints in the file are kept.
    fn set(self, context: &mut Context<'_>, path: Utf8PathBuf) -> CommandResult {
        let old = context.read_settings(&path);
        let wording = self.wording.or(old.wording);
        let mut fresh = match &self.ruleset {
            Some(_) => Settings {
                at: Request {
                    ruleset: self.ruleset,
                    edition: self.edition,
                    profile: self.profile,
                    as_of: self.as_of,
                    ..Request::default()
                },
                wording,
                lints: old.lints,
            },
            None => Settings { wording, ..old },
        };
        if fresh.at.ruleset.is_some() {
            let analysis = context.load_analysis()?;
            name_ruleset(context, &analysis, &mut fresh);
            let view = LayeredSettings {
                layers: vec![(String::new(), fresh.clone())],
            }
            .view_settings(None);
            let (db, view) = context.resolve_view(&analysis, &view)?;
            let ruleset = &db.ruleset;
            fresh.at.ruleset = Some(ruleset.key.clone());
            fresh.at.edition = fresh
                .at
                .edition
                .map(|_| ruleset.edition_id(view.edition).to_owned());
            fresh.at.profile = fresh.at.profile.map(|_| view.profile.name.clone());
        }
        disk::write_text(&path, &fresh.to_toml())?;
        Ok(CommandOutput::plain(format!(
            "{}{}\n",
            fresh.to_toml(),
            context.styler.dim(&format!("wrote {path}"))
        )))
    }
}

/// Treats a name that is no ruleset as an edition of the ruleset in use: `use 3.3`.
fn name_ruleset(context: &mut Context<'_>, analysis: &Analysis, settings: &mut Settings) {
    let known = |name: &str| analysis.ruleset_db(name).is_some();
    if settings.at.edition.is_some() || settings.at.ruleset.as_deref().is_none_or(known) {
        return;
    }
    let in_use = context
        .layered_settings(Settings::default())
        .view_settings(None);
    if let Ok(db) = analysis.requested_ruleset(&in_use.request())
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

/// Shows the settings and their origins.
fn show_settings(context: &mut Context<'_>) -> CommandResult {
    let settings = context.layered_settings(Settings::default());
    let view = settings.view_settings(None);
    let wording =
        settings.first(|settings| settings.wording.map(|choice| choice.name().to_owned()));
    let as_of = view.as_of.map(|setting| SettingValue {
        value: setting.value.iso(),
        origin: setting.origin,
    });
    let rows = [
        ("ruleset", view.ruleset),
        ("edition", view.edition),
        ("profile", view.profile),
        ("as-of", as_of),
        ("wording", wording),
    ];
    let width = rows
        .iter()
        .filter_map(|(_, setting)| Some(setting.as_ref()?.value.chars().count()))
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for (name, setting) in rows {
        if let Some(setting) = setting {
            text += &format!(
                "{name:<8} {:width$}  {}\n",
                setting.value,
                context.styler.dim(&setting.origin)
            );
        }
    }
    if text.is_empty() {
        text = "no defaults set; using the newest edition in force\n".into();
    }
    Ok(CommandOutput::plain(text))
}
