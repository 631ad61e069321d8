use super::{
    Answer, Context, Failure, card,
    clause::{failure, seek},
    command::Verb,
    options::Reading,
    overview, search, slip,
};
use crate::{
    analysis::{Analysis, SearchOptions, TargetError, TargetKind},
    disk::Defaults,
};

/// Show a clause or a page: what it says, and who says so
#[derive(clap::Args)]
pub(super) struct Show {
    /// An id (rear-support, dbm/rear-support/3), words of a heading, a page (p.22), or a ruleset (dbm)
    ///
    /// Without one: the rulesets that there are
    #[arg(value_name = "CLAUSE")]
    what: Vec<String>,
    #[command(flatten)]
    reading: Reading,
}

/// How many hits are shown for what nothing has as its id.
const FOUND: usize = 5;

impl Verb for Show {
    const NAME: &'static str = "show";

    const EXAMPLES: &'static str = "Examples:
  rulebook show recoiling --at 3.4
  rulebook show rear-support/3          the third bullet of the edition shown
  rulebook show \"rear support\" --at 3.2 --as-of 2015-01-01
  rulebook show p.22                    the printed page with its errata slips
  rulebook show dbm                     editions, documents and sections of a ruleset
  rulebook show                         the rulesets that there are";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = context.analysis()?;
        let defaults = context.defaults(self.reading.settings());
        if self.what.is_empty() {
            return self.rulesets(context, &analysis, &defaults);
        }
        let typed = self.what.join(" ");
        let found = match seek(context, &analysis, &defaults, &typed) {
            Ok(found) => found,
            Err(unsought) => return self.searched(context, &analysis, &defaults, &typed, unsought),
        };
        let choice = context.wording(&self.reading, &defaults).into();
        let (pen, ruleset) = (context.pen, &found.db.ruleset);
        match &found.target {
            TargetKind::Page(page) => {
                let answer = analysis.page_errata(found.db, page, &found.view, choice);
                if self.reading.format.is_json() {
                    return context.json(&answer);
                }
                Ok(Answer::shown(slip::draw(pen, ruleset, &answer)))
            }
            TargetKind::Ruleset => {
                let answer = analysis.overview(found.db, &found.view);
                if self.reading.format.is_json() {
                    return context.json(&answer);
                }
                Ok(Answer::shown(overview::draw(pen, ruleset, &answer)))
            }
            TargetKind::Clause(section, unit) => {
                let answer = analysis.clause_view(found.db, section, *unit, &found.view, choice);
                if self.reading.format.is_json() {
                    return context.json(&answer);
                }
                Ok(Answer::shown(card::draw(pen, ruleset, &answer)))
            }
        }
    }
}

impl Show {
    /// All rulesets, each at its own default.
    fn rulesets(
        &self,
        context: &Context<'_>,
        analysis: &Analysis,
        defaults: &Defaults,
    ) -> Result<Answer, Failure> {
        let mut overviews = Vec::new();
        for (key, _) in analysis.ruleset_dbs() {
            let (db, view) = context.ask(analysis, &defaults.question(Some(key)))?;
            overviews.push(analysis.overview(db, &view));
        }
        if self.reading.format.is_json() {
            return context.json(&overviews);
        }
        Ok(Answer::shown(overview::list(context.pen, &overviews)))
    }

    /// What nothing has as its id is searched for: words that clauses have, several words, or one that comes near to nothing.
    fn searched(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        defaults: &Defaults,
        typed: &str,
        unsought: TargetError,
    ) -> Result<Answer, Failure> {
        let found = matches!(unsought, TargetError::Words(..));
        let others = if let TargetError::Words(_, _, _, others) = &unsought {
            others.clone()
        } else {
            Vec::new()
        };
        let failure = failure(context, defaults, &self.reading, unsought);
        let words = (typed.split_whitespace().count() > 1 || found) && failure.is_nothing();
        let wordy = typed
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.chars().count() > 2);
        if self.reading.format.is_json() || !wordy || !words && !failure.is_blank() {
            return Err(failure);
        }
        let wanted = SearchOptions {
            limit: FOUND,
            all_editions: false,
        };
        let Ok(findings) = search::find(context, analysis, &self.reading, typed, wanted) else {
            return Err(failure);
        };
        let Some(ruleset) = analysis
            .ruleset_db(&findings.query.query.ruleset)
            .filter(|_| !findings.hits.is_empty())
        else {
            return Err(failure);
        };
        let pen = context.pen;
        let drawn = search::draw(pen, Some(&ruleset.ruleset), &findings);
        if findings.elsewhere {
            return Ok(Answer::shown(drawn));
        }
        let said = pen.wrap(
            "",
            "",
            &format!("No clause is called {typed}; this is what search finds."),
        ) + "\n";
        let other = |key: &String| {
            pen.wrap(
                "",
                "",
                &format!("{key} has one: `rulebook show {key}/{typed}`"),
            ) + "\n"
        };
        Ok(Answer::shown(
            said + &drawn + &others.iter().map(other).collect::<String>(),
        ))
    }
}
