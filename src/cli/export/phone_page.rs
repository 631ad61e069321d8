//! `PhonePageOptions`: the options of `export html` and `export site`; loads what their page contains.

use super::options::{ForceOption, load_analysis};
use crate::{
    analysis::{Analysis, Request},
    cli::{CommandError, Context},
    disk,
    export::phone::{Answers, PhonePage, Program},
    resolve::{RulesetDb, View},
};
use camino::Utf8PathBuf;

/// The options of the page for phones: its rulesets, the last day of its history, the edition and
/// profile shown first, and whether it contains printed wording.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What to export")]
pub(super) struct PhonePageOptions {
    /// The edition and profile shown first; the ruleset, or those in the user's folders; the last day of the history.
    #[command(flatten)]
    at: Request,
    /// Include the printed wording from your library; such a copy is for you alone
    #[arg(long)]
    printed: bool,
    #[command(flatten)]
    force: ForceOption,
    /// The program for the page: rulebook.wasm of the same version [default: the one of the package]
    ///
    /// Without it, the page is the text of the rules in all editions, without search, history and lists
    #[arg(long, value_name = "FILE", env = "RULEBOOK_PROGRAM")]
    program: Option<Utf8PathBuf>,
    /// The address at which the page will be: citations name it
    #[arg(long, value_name = "URL", value_parser = parse_address)]
    base_url: Option<String>,
}

/// Parses the address of a page; what names a place in the page is left out.
fn parse_address(text: &str) -> Result<String, String> {
    let address = text.split('#').next().unwrap_or_default();
    match ["https://", "http://"]
        .iter()
        .any(|start| address.starts_with(start))
    {
        true => Ok(address.to_owned()),
        false => Err("an address begins with https:// or http://".to_owned()),
    }
}

impl PhonePageOptions {
    /// Loads the rules, builds the page, and returns the result of `render`.
    pub(super) fn render<T>(
        &self,
        context: &mut Context<'_>,
        render: impl FnOnce(&PhonePage<'_>, &Analysis) -> T,
    ) -> Result<T, CommandError> {
        let analysis = load_analysis(context, &self.at, self.printed)?;
        let keys: Vec<String> = match &self.at.ruleset {
            None => analysis
                .default_ruleset_dbs()
                .map(|(key, _)| key.to_owned())
                .collect(),
            Some(named) => vec![named.clone()],
        };
        let rulesets: Vec<(&RulesetDb, View)> = keys
            .iter()
            .map(|key| self.ruleset_view(context, &analysis, key, keys.len() == 1))
            .collect::<Result<_, _>>()?;
        for (db, _) in &rulesets {
            self.force.check_rules(context, &analysis, db)?;
        }
        // a value that fits no ruleset is an error; one that fits some applies to these
        let values: [(_, _, HasValue); 2] = [
            ("an edition", &self.at.edition, has_edition),
            ("a profile", &self.at.profile, has_profile),
        ];
        for (what, value, has) in values {
            let is_unknown = |value: &&String| !rulesets.iter().any(|(db, _)| has(db, value));
            if let Some(value) = value.as_ref().filter(is_unknown) {
                return Err(CommandError::misuse(format!(
                    "none of these rulesets has {what} {value}: {}",
                    keys.join(", ")
                )));
            }
        }
        let settings = context.layered_settings(self.at.clone().into());
        let page = PhonePage {
            rulesets,
            settings: settings.request(self.at.ruleset.as_deref()),
            printed: self.printed,
            made: context.today,
            address: self.base_url.clone(),
            answers: self.answers(context)?,
        };
        Ok(render(&page, &analysis))
    }

    /// Returns the program that answers in the page; nobody answers if there is none.
    fn answers(&self, context: &mut Context<'_>) -> Result<Answers, CommandError> {
        let path = match &self.program {
            Some(path) => context.current.join(path),
            None => match disk::packaged_file("rulebook.wasm") {
                Some(path) => path,
                None => {
                    context.print_note(
                        "this page has the text alone: search, history and lists need rulebook.wasm, which packages contain (--program)",
                    );
                    return Ok(Answers::Nobody);
                }
            },
        };
        let bytes = disk::read_bytes(&path).map_err(CommandError::from)?;
        let program = Program::new(bytes).map_err(|error| {
            CommandError::misuse(format!("cannot use {path} in a page: {error}"))
                .with_help("use rulebook.wasm of the same package; packaging/wasm builds it")
        })?;
        Ok(Answers::Program(program))
    }

    /// Returns a ruleset with the view that is shown first. If it is the only ruleset, the
    /// requested edition and profile must exist in it.
    fn ruleset_view<'w>(
        &self,
        context: &mut Context<'_>,
        analysis: &'w Analysis,
        key: &str,
        is_only: bool,
    ) -> Result<(&'w RulesetDb, View), CommandError> {
        let db = analysis.ruleset_db(key);
        let kept = |value: &Option<String>, has: HasValue| {
            let own = value.clone();
            own.filter(|value| is_only || db.is_some_and(|db| has(db, value)))
        };
        let request = Request {
            ruleset: Some(key.to_owned()),
            edition: kept(&self.at.edition, has_edition),
            profile: kept(&self.at.profile, has_profile),
            ..self.at.clone()
        };
        context.resolve_view(analysis, request, Some(key))
    }
}

/// Whether a ruleset has an edition or profile of that name.
type HasValue = fn(&RulesetDb, &str) -> bool;

fn has_edition(db: &RulesetDb, id: &str) -> bool {
    db.ruleset.edition(id).is_some()
}

fn has_profile(db: &RulesetDb, name: &str) -> bool {
    db.ruleset.profile(name).is_some()
}
