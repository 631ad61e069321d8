//! `show`: a clause, printed pages, a troop type, a ruleset, or all rulesets.

mod clauses;
mod full_text;
mod overview;
mod page;

use super::{
    Answer, AnswerError, AnswerResult, CitedRulings, DiffReply, ErrorKind, FoundInstead,
    QueryEngine, Reference, TargetKind, reference,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery, words},
};
use crate::{
    analysis::{
        ChangeLog, ClauseView, Fate, FullText, Overview, PageErrata, Question, RulingFilter,
        SearchOptions, Settings, TroopView, parse_page, parse_page_line,
    },
    doc::Block,
};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

pub use clauses::clauses;
pub use page::page;

/// Show a clause, page, troop type or ruleset, and which instructions wrote it
#[derive(Clone, Debug, Default, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Show {
    /// An id (rear-support, dbm/rear-support/3), words of a heading, a page (p.22), a troop type
    /// (Kn(F)), or a ruleset (dbm)
    ///
    /// Without it: all rulesets
    #[arg(value_name = "CLAUSE")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub clause: Vec<String>,
    /// Read a whole ruleset through, in the order of the booklet
    #[arg(long)]
    #[serde(skip)]
    pub full: bool,
    /// Mark what changed since this edition
    #[arg(long, value_name = "EDITION", requires = "full")]
    #[serde(skip)]
    pub since: Option<String>,
    /// Show all rulings, remarks and earlier texts in full
    #[arg(long)]
    #[serde(skip)]
    pub notes: bool,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// What a question names, or what a search finds for its words.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ShowReply {
    /// A clause.
    Clause(Box<ClauseView>),
    /// Rulings, with the clause that they interpret.
    RulingsAtClause(Box<CitedRulings>),
    /// A printed page.
    Page(Box<PageErrata>),
    /// Several printed pages, one after the other.
    Pages(Vec<PageErrata>),
    /// A troop type.
    Troop(Box<TroopView>),
    /// A ruleset.
    Ruleset(Box<Overview>),
    /// All rulesets, each at its default edition.
    Rulesets(Vec<Overview>),
    /// The whole text of a ruleset.
    FullText(Box<FullText>),
    /// A comparison.
    Diff(DiffReply),
    /// The history of a clause.
    Log(Box<ChangeLog>),
    /// Hits, if no clause matches.
    SearchedInstead(Box<FoundInstead>),
}

/// The number of hits if no clause matches.
const SUGGESTED_HITS: usize = 5;

impl QueryArgs for Show {
    const NAME: &'static str = "show";

    const EXAMPLES: &'static str = "Examples:
  rulebook show recoiling --at 3.4
  rulebook show rear-support/3          the third bullet of the edition shown
  rulebook show \"rear support\" --at 3.2 --as-of 2015-01-01
  rulebook recoiling@3.3                the same as `rulebook show recoiling --at 3.3`
  rulebook recoiling 3.1..3.4           compare two editions
  rulebook show p.22                    the printed page with its errata slips
  rulebook 'Kn(F)'                      everything about a troop type
  rulebook show dbm                     editions, documents and sections of a ruleset
  rulebook show dbm --full --since 3.2  all of it, with bars at what changed since 3.2
  rulebook show                         all rulesets";
}

impl ViewQuery for Show {
    type Reply = ShowReply;

    fn words(&self) -> (String, Settings) {
        (self.clause.join(" "), self.settings.clone())
    }

    fn shows_all(&self) -> bool {
        self.notes
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<ShowReply> {
        if self.full {
            return context.full_text(self);
        }
        match self.clause.as_slice() {
            [] => context.rulesets(),
            _ => context.show(),
        }
    }
}

impl Reply for ShowReply {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        let ruleset = drawing.ruleset;
        match self {
            Self::Clause(own) => clauses(ruleset, own),
            Self::RulingsAtClause(own) => own.doc(drawing),
            Self::Page(own) => page(ruleset, own),
            Self::Pages(own) => {
                let pages = own.iter().map(|own| page(ruleset, own));
                pages.collect::<Vec<_>>().join(&Block::Gap)
            }
            Self::Troop(own) => own.doc(drawing),
            Self::Ruleset(own) => overview::overview(ruleset, own),
            Self::Rulesets(own) => overview::list(own),
            Self::FullText(own) => full_text::full_text(ruleset, own),
            Self::Diff(own) => own.doc(drawing),
            Self::Log(own) => own.doc(drawing),
            Self::SearchedInstead(own) => own.doc(drawing),
        }
    }

    fn references(&self) -> Vec<Reference> {
        match self {
            Self::Clause(own) => reference::of_clauses(own),
            Self::RulingsAtClause(own) => own.references(),
            Self::Page(own) => reference::of_page(own),
            Self::Pages(own) => own.iter().flat_map(reference::of_page).collect(),
            Self::Troop(own) => own.references(),
            Self::Ruleset(own) => vec![reference::of_ruleset(own)],
            Self::Rulesets(own) => own.iter().map(reference::of_ruleset).collect(),
            Self::FullText(_) | Self::Log(_) => Vec::new(),
            Self::Diff(own) => own.references(),
            Self::SearchedInstead(own) => own.references(),
        }
    }

    fn clause(&self) -> Option<&str> {
        match self {
            Self::Diff(own) => own.clause(),
            Self::Log(own) => own.clause(),
            _ => None,
        }
    }

    fn is_of_all_sections(&self) -> bool {
        match self {
            Self::Ruleset(_) => true,
            Self::Diff(own) => own.is_of_all_sections(),
            _ => false,
        }
    }
}

impl QueryEngine {
    /// Returns a ruleset.
    pub fn overview(&self, key: &str) -> Result<Overview, AnswerError> {
        let (db, view) = self.requested_view(&Settings::default(), Some(key))?;
        Ok(self.analysis.overview(db, &view))
    }
}

impl AnswerContext<'_> {
    /// Returns what a question names: a clause, pages, a troop type, a ruleset or a comparison.
    pub(super) fn show(&self) -> AnswerResult<ShowReply> {
        if self.question.is_comparison() {
            return self.compared();
        }
        if self.question.asks_history
            && let Ok(answer) = self.log()
        {
            return Ok(answer.map(|log| ShowReply::Log(Box::new(log))));
        }
        let answer = self.answer();
        answer.or_else(|error| self.search_instead(&self.question.text, error))
    }

    /// Answers a comparison: a troop type with its values in all editions, or a clause in two. If no
    /// clause has the words as its name, or none of its text is included, searches what changed.
    fn compared(&self) -> AnswerResult<ShowReply> {
        if let Some(troop) = self.named_troop()? {
            // *what changed for war wagons* asks for the changes, not for their values
            let own = &troop.body.troop;
            if self.question.asks_changes && own.grade.is_none() {
                let message = format!("no included section is about {} alone", own.letters);
                let error = AnswerError::not_found(message);
                return self.search_changes(error);
            }
            let edition = &troop.body.query.edition;
            let notice =
                format!("troop types are not compared: the clauses are those of {edition}");
            let mut answer = troop.map(|body| ShowReply::Troop(Box::new(body)));
            // a question for values has them at each edition
            let is_bare = !self.question.asks_changes
                && self.question.without_values().text == self.question.text;
            answer.notice = answer.notice.or(Some(notice).filter(|_| is_bare));
            return Ok(answer);
        }
        let error = match self.diff() {
            Ok(answer) => match &answer.body {
                DiffReply::Comparison(own) if !own.has_text() => {
                    let message = format!("the text of {} is not included", own.id);
                    AnswerError::not_found(message)
                }
                _ => return Ok(answer.map(ShowReply::Diff)),
            },
            Err(error) => error,
        };
        // `… since 3.3` without a word for changes asks for the rule, whatever changed it
        if self.question.at.edition.is_none() && !self.question.asks_changes {
            return self.search_instead(&self.question.text, error);
        }
        self.search_changes(error)
    }

    /// Searches for the words of a comparison in what the editions between which it compares
    /// changed. If nothing is found, returns all their changes, or `error`, which says why no clause
    /// was compared, if it names clauses that may be meant.
    fn search_changes(&self, error: AnswerError) -> AnswerResult<ShowReply> {
        if error.kind != ErrorKind::NotFound || self.question.cited.is_some() {
            return Err(error);
        }
        let (db, view) = self.view(None)?;
        let from = self.earlier_view(db, &view)?;
        let chain = db.ruleset.amendment_chain(view.edition).into_iter();
        let mut changed = chain.skip_while(|&edition| edition != from.edition);
        let Some(first) = changed.nth(1) else {
            return Err(error);
        };
        let (first, last) = (
            db.ruleset.edition_id(first),
            db.ruleset.edition_id(view.edition),
        );
        let query = format!("changed:{first}..{last} {}", self.question.text);
        let is_named = error.candidates.is_none();
        let message = error.message.clone();
        let found = self.search_instead(&query, error);
        let found = match found {
            Err(error) => self.best_match_changes().ok_or(error),
            Ok(answer) => Ok(answer),
        };
        let mut answer = match found {
            Err(error) if error.candidates.as_ref().is_some_and(|own| !own.is_empty()) => {
                return Err(error);
            }
            Err(_) => {
                let mut changes = self.analysis().changes(db, &from, &view);
                let notice = format!("{message}; showing all changes");
                changes.notices.insert(0, notice);
                let changes = DiffReply::Changes(Box::new(changes));
                Answer::of(db, ShowReply::Diff(changes))
            }
            Ok(answer) => answer,
        };
        if let ShowReply::SearchedInstead(found) = &mut answer.body
            && is_named
        {
            let notice = format!("{message}; showing changes that name it");
            found.results.notices.insert(0, notice);
        }
        if let ShowReply::SearchedInstead(found) = &mut answer.body {
            let own = (&from, &view);
            let open = self
                .analysis()
                .open_instructions_on(db, own, &self.question.text);
            found.results.notices.extend(open);
        }
        Ok(answer)
    }

    /// Compares the section of the best match for the words of a question, if its text differs.
    fn best_match_changes(&self) -> Option<Answer<ShowReply>> {
        let options = SearchOptions {
            limit: 1,
            all_editions: false,
        };
        let found = self.search(&self.question.text, (options, false));
        let best = found.ok()?.body.hits.into_iter().next()?;
        let (db, view) = self.view(None).ok()?;
        let (section, _) = self.analysis().section_of_hit(db, &view, &best.id)?;
        let own = self.question.with_text(section.id.clone());
        let context = AnswerContext {
            question: &own,
            ..*self
        };
        let mut answer = context.diff().ok()?;
        let is_changed = match &answer.body {
            DiffReply::Comparison(own) => own.pairs.iter().any(|pair| pair.fate != Fate::Same),
            _ => false,
        };
        let notice = format!(
            "no clause is named \"{}\"; showing the changes of {}",
            self.question.text, best.heading
        );
        answer.notice = answer.notice.or(Some(notice));
        is_changed.then(|| answer.map(ShowReply::Diff))
    }

    /// Searches for words that no clause has as its name; returns `error` if nothing is found.
    fn search_instead(&self, query: &str, error: AnswerError) -> AnswerResult<ShowReply> {
        let text = &self.question.text;
        let mut words = text.split(|c: char| !c.is_alphabetic());
        let is_wordy = words.any(|word| word.chars().count() > 1);
        // the words of an id are no query
        let is_id = text.split(' ').count() == 1 && text.contains(['/', ':']);
        let is_id = is_id || self.question.cited.is_some();
        let is_searched = is_wordy && !is_id && parse_page_line(text).is_none();
        if error.kind != ErrorKind::NotFound || !is_searched {
            return Err(error);
        }
        let options = SearchOptions {
            limit: SUGGESTED_HITS,
            all_editions: false,
        };
        let query = without_signs(query);
        let Ok(answer) = self.search(&query, (options, false)) else {
            return Err(error);
        };
        if answer.body.hits.is_empty() {
            return Err(error);
        }
        Ok(answer.map(|results| {
            ShowReply::SearchedInstead(Box::new(FoundInstead {
                results,
                clauses: [],
                candidates: error.candidates.unwrap_or_default(),
                name: text.clone(),
                elsewhere: error.elsewhere,
            }))
        }))
    }

    fn answer(&self) -> AnswerResult<ShowReply> {
        if let Some(pages) = self.question.pages() {
            return self.pages(pages);
        }
        if let Some(troop) = self.named_troop()? {
            return Ok(troop.map(|body| ShowReply::Troop(Box::new(body))));
        }
        let own = &self.question.at;
        let names_view = own.edition.is_some() || own.as_of.is_some() || own.profile.is_some();
        if self.question.target().is_empty() && names_view {
            let (db, view) = self.view(None)?;
            let overview = self.analysis().overview(db, &view);
            return Ok(Answer::of(db, ShowReply::Ruleset(Box::new(overview))));
        }
        let found = self.find(self.question.term())?;
        let (analysis, choice) = (self.analysis(), self.wording());
        let (_, number) = analysis.split_ruleset(self.question.target());
        if analysis.cites_ruling(found.db, number) {
            if self.settings.at.profile.is_none()
                && let Some((other, full)) = analysis.profile_of_ruling(found.db, number)
                && other != found.view.profile.name
                && analysis.lost_ruling(found.db, number).is_none()
            {
                let mut other_settings = self.settings.clone();
                other_settings.at.profile = Some(other.to_owned());
                let other_context = AnswerContext {
                    settings: &other_settings,
                    ..*self
                };
                let mut answer = other_context.answer()?;
                let (full, own) = (full.to_uppercase(), &found.view.profile.name);
                let notice = format!("{full} counts for profile {other}, not for {own}");
                answer.notice = answer.notice.or(Some(notice));
                return Ok(answer);
            }
            let cited = number.to_owned();
            let filter = RulingFilter {
                number: Some(cited.clone()),
                ..RulingFilter::default()
            };
            let rulings = self.filtered(found.db, &found.view, filter)?.rulings;
            let view = self.clause(&found, "show")?;
            let body = CitedRulings { view, rulings };
            let mut answer = Answer::about(&found, ShowReply::RulingsAtClause(Box::new(body)));
            let lost = analysis.lost_ruling(found.db, &cited);
            answer.notice = answer.notice.or(lost);
            return Ok(answer);
        }
        let (db, view) = (found.db, &found.view);
        let body = match &found.target {
            TargetKind::Page(page) => {
                ShowReply::Page(Box::new(analysis.page_errata(db, page, view, choice)))
            }
            TargetKind::Ruleset => ShowReply::Ruleset(Box::new(analysis.overview(db, view))),
            TargetKind::Clause(..) => ShowReply::Clause(Box::new(self.clause(&found, "show")?)),
        };
        Ok(Answer::about(&found, body))
    }

    /// Returns several pages of the booklet.
    fn pages(&self, pages: RangeInclusive<u32>) -> AnswerResult<ShowReply> {
        let choice = self.wording();
        let mut answer = Answer::general(Vec::new());
        for page in pages {
            let found = self.find(&format!("p.{page}"))?;
            let (page, mut shown) = (page.to_string(), answer.body);
            shown.push(
                self.analysis()
                    .page_errata(found.db, &page, &found.view, choice),
            );
            answer = Answer::about(&found, shown);
        }
        Ok(answer.map(ShowReply::Pages))
    }

    /// Returns the whole text of a ruleset, or that of a page, compared with an earlier edition if one is given.
    pub(super) fn full_text(&self, query: &Show) -> AnswerResult<ShowReply> {
        let (key, rest) = self.analysis().split_ruleset(self.question.target());
        let page = parse_page(rest);
        if !rest.is_empty() && page.is_none() {
            return Err(
                AnswerError::invalid(format!("`{rest}` is not a ruleset or page")).with_help(
                    "--full reads a whole ruleset, or a page: rulebook show dbm p.22 --full",
                ),
            );
        }
        let (db, view) = self.view(key)?;
        let earlier = |since: &str| {
            let mut compared = Question::default();
            compared.since = Some(since.to_owned());
            let later = (&*db.ruleset, &view);
            self.engine.earlier_view(self.settings, later, &compared)
        };
        let since = query.since.as_deref().map(earlier).transpose()?;
        let choice = self.wording();
        let mut text = self.analysis().full_text(db, &view, since.as_ref(), choice);
        if page.is_some() {
            text.sections.retain(|section| section.page == page);
        }
        Ok(Answer::of(db, ShowReply::FullText(Box::new(text))))
    }

    /// Returns all rulesets.
    pub(super) fn rulesets(&self) -> AnswerResult<ShowReply> {
        let mut overviews = Vec::new();
        for (key, _) in self.analysis().ruleset_dbs() {
            let (db, view) = self.view(Some(key))?;
            overviews.push(self.analysis().overview(db, &view));
        }
        Ok(Answer::general(ShowReply::Rulesets(overviews)))
    }
}

/// Returns a sentence without the colons behind its words, and with blanks for the strokes in them:
/// `spears: w/ support`.
fn without_signs(query: &str) -> String {
    let words = query.split(' ').map(|word| match word {
        "w/" => "with".to_owned(),
        // a condition of a query
        word if word.trim_end_matches(':').contains(':') => word.to_owned(),
        word => word.trim_end_matches(':').replace('/', " "),
    });
    words.collect::<Vec<_>>().join(" ")
}
