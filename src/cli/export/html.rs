use super::{Out, analysis};
use crate::{
    analysis::Analysis,
    cli::{Answer, Context, Failure, command::Verb},
    disk::Settings,
    export::phone::Phone,
    model::PartialDate,
    resolve::{RulesetDb, View},
};

/// Write the rules with their history, comparisons and search as one page for a phone, which needs no network
#[derive(clap::Args)]
pub(super) struct Html {
    /// A ruleset (may be repeated) [default: all]
    #[arg(long, value_name = "RULESET", help_heading = "What is written")]
    ruleset: Vec<String>,
    /// The edition that is shown first [default: the newest in force]
    #[arg(long, value_name = "EDITION", help_heading = "What is written")]
    at: Option<String>,
    /// Use only what was published up to this day [default: today]
    #[arg(
        long,
        value_name = "DATE",
        visible_alias = "known",
        help_heading = "What is written"
    )]
    as_of: Option<PartialDate>,
    /// The profile that is shown first
    #[arg(long, value_name = "PROFILE", help_heading = "What is written")]
    profile: Option<String>,
    /// Put in the printed words of your library: such a copy is for its owner
    #[arg(long, help_heading = "What is written")]
    printed: bool,
    #[command(flatten)]
    out: Out,
}

impl Verb for Html {
    const NAME: &'static str = "html";

    const EXAMPLES: &'static str = "The page holds every edition: which one is shown, on which day and for whom, is chosen in it.
A phone opens it from its file manager; addresses such as dbm.html#dbm/recoiling@3.4 can be shared.

Examples:
  rulebook export html --out rules.html
  rulebook export html --ruleset dbm --out dbm.html
  rulebook export html --ruleset dbm --at 3.3 --profile uk --printed --out mine.html";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = analysis(context, self.printed)?;
        let keys: Vec<String> = match self.ruleset.as_slice() {
            [] => analysis
                .ruleset_dbs()
                .map(|(key, _)| key.to_owned())
                .collect(),
            named => named.to_vec(),
        };
        let books: Vec<(&RulesetDb, View)> = keys
            .iter()
            .map(|key| self.book(context, &analysis, key, keys.len() == 1))
            .collect::<Result<_, _>>()?;
        let known = |has: &dyn Fn(&RulesetDb) -> bool| books.iter().any(|(db, _)| has(db));
        // what fits no ruleset is a mistake; what fits some is for these
        if let Some(edition) = self
            .at
            .as_ref()
            .filter(|id| !known(&|db| db.ruleset.edition(id).is_some()))
        {
            return Err(Failure::misuse(format!(
                "none of these rulesets has an edition {edition}: {}",
                keys.join(", ")
            )));
        }
        if let Some(profile) = self
            .profile
            .as_ref()
            .filter(|name| !known(&|db| db.ruleset.profile(name).is_some()))
        {
            return Err(Failure::misuse(format!(
                "none of these rulesets has a profile {profile}: {}",
                keys.join(", ")
            )));
        }
        let until = self.as_of.map_or(context.today, PartialDate::counts_from);
        let page = Phone {
            books,
            printed: self.printed,
            until,
        }
        .page(&analysis);
        self.out.put(context, page)
    }
}

impl Html {
    /// A ruleset with the view that is shown first. What is asked of it alone must be met.
    fn book<'w>(
        &self,
        context: &mut Context<'_>,
        analysis: &'w Analysis,
        key: &str,
        alone: bool,
    ) -> Result<(&'w RulesetDb, View), Failure> {
        let db = analysis.ruleset_db(key);
        let edition = self
            .at
            .clone()
            .filter(|id| alone || db.is_some_and(|db| db.ruleset.edition(id).is_some()));
        let profile = self
            .profile
            .clone()
            .filter(|name| alone || db.is_some_and(|db| db.ruleset.profile(name).is_some()));
        let settings = Settings {
            ruleset: Some(key.to_owned()),
            edition,
            profile,
            as_of: self.as_of,
            ..Settings::default()
        };
        let defaults = context.defaults(settings);
        context.ask(analysis, &defaults.question(Some(key)))
    }
}
