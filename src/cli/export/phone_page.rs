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
    let starts = ["https://", "http://"];
    match starts.iter().any(|start| address.starts_with(start)) {
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
        let keys: Vec<&str> = match &self.at.ruleset {
            None => analysis.default_ruleset_dbs().map(|(key, _)| key).collect(),
            Some(named) => vec![named],
        };
        let mut rulesets: Vec<(&RulesetDb, View)> = Vec::new();
        for key in &keys {
            rulesets.push(self.ruleset_view(context, &analysis, key, keys.len() == 1)?);
        }
        for (db, _) in &rulesets {
            self.force.check_rules(context, &analysis, db)?;
        }
        let known = |has: &dyn Fn(&RulesetDb) -> bool| rulesets.iter().any(|(db, _)| has(db));
        // a value that fits no ruleset is an error; one that fits some applies to these
        let (edition, profile) = (self.at.edition.as_ref(), self.at.profile.as_ref());
        let edition = edition.filter(|id| !known(&|db| db.ruleset.edition(id).is_some()));
        let profile = profile.filter(|name| !known(&|db| db.ruleset.profile(name).is_some()));
        let unknown = edition.map(|id| format!("an edition {id}"));
        if let Some(what) = unknown.or_else(|| profile.map(|name| format!("a profile {name}"))) {
            let message = format!("none of these rulesets has {what}: {}", keys.join(", "));
            return Err(CommandError::misuse(message));
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
        let mut request = self.at.clone();
        request.ruleset = Some(key.to_owned());
        if !is_only {
            let has_edition = |id: &String| db.is_some_and(|db| db.ruleset.edition(id).is_some());
            let has_profile = |id: &String| db.is_some_and(|db| db.ruleset.profile(id).is_some());
            request.edition = request.edition.filter(has_edition);
            request.profile = request.profile.filter(has_profile);
        }
        context.resolve_view(analysis, request, Some(key))
    }
}
