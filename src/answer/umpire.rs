//! Answers for umpires: the register of rulings, troop types, and the full text of a ruleset
//! (`rulings`, `troop`, `show --full`).

use super::{Answer, AnswerError, Body, QueryEngine, Register, Show};
use crate::{
    analysis::{
        Question, RegisteredRuling, ResolvedTarget, RulingFilter, Settings, TargetKind, TroopView,
        ViewDescription, WordingChoice, parse_page,
    },
    model::Ruleset,
    resolve::RulesetDb,
    text::near::did_you_mean,
};

impl QueryEngine {
    /// Returns the rulings that a query selects; a question restricts them to those that it cites.
    pub(super) fn register(
        &self,
        request: &Settings,
        question: &Question,
        query: &Register,
    ) -> Result<Answer, AnswerError> {
        let (prefix, number) = self.analysis.split_ruleset(question.target());
        let page = |typed: &String| parse_page(typed).unwrap_or_else(|| typed.trim().to_owned());
        let mut filter = RulingFilter {
            states: query.state.clone(),
            page: query.page.as_ref().map(page),
            number: Some(number.to_owned()).filter(|number| !number.is_empty()),
            ..RulingFilter::default()
        };
        let clause = query.clause.as_deref();
        let clause = clause.map(|typed| self.question(request, typed));
        let request = &mut request.clone();
        request.at.ruleset = prefix.map(str::to_owned).or(request.at.ruleset.take());
        let choice = self.wording(request);
        let (db, view) = match &clause {
            None => self.requested_view(request, request.at.ruleset.as_deref())?,
            Some(question) => {
                let request = request.with_question(question)?;
                let found = self.resolve_target(&request, question.target())?;
                match found.target {
                    TargetKind::Clause(section, unit) => filter.clause = Some((section, unit)),
                    TargetKind::Page(page) => filter.page = Some(page),
                    TargetKind::Ruleset => {}
                }
                (found.db, found.view)
            }
        };
        let register = self.analysis.ruling_register(db, &view, choice, &filter);
        if let Some(number) = filter.number.filter(|_| register.rulings.is_empty()) {
            return Err(self.no_ruling(db, &register.query, &number));
        }
        let answer = Answer::of(db, Body::Register(Box::new(register)));
        Ok(answer.read(clause.as_ref().unwrap_or(question), self))
    }

    /// Returns the rulings that a filter selects, at the view of a clause that one interprets.
    pub(super) fn shown_rulings(
        &self,
        found: &ResolvedTarget<'_>,
        choice: WordingChoice,
        filter: RulingFilter,
    ) -> Result<Vec<RegisteredRuling>, AnswerError> {
        let register = self
            .analysis
            .ruling_register(found.db, &found.view, choice, &filter);
        match filter.number.filter(|_| register.rulings.is_empty()) {
            Some(number) => Err(self.no_ruling(found.db, &register.query, &number)),
            None => Ok(register.rulings),
        }
    }

    /// Returns the troop type that a question names; without a name, all of a ruleset.
    pub(super) fn troops(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer, AnswerError> {
        let (prefix, typed) = self.analysis.split_ruleset(question.target());
        if !typed.is_empty() {
            let troop = self.troop(request, question)?;
            return Ok(troop.map(|view| Body::Troop(Box::new(view))));
        }
        let (db, view) = self.requested_view(request, prefix.or(request.at.ruleset.as_deref()))?;
        if db.ruleset.troops.types.is_empty() {
            return Err(no_types(&db.ruleset));
        }
        let types = self.analysis.troop_types(db, &view);
        Ok(Answer::of(db, Body::TroopTypes(types)))
    }

    /// Returns a troop type, its entry in the glossary, and the clauses about it.
    fn troop(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer<TroopView>, AnswerError> {
        let (prefix, rest) = self.analysis.split_ruleset(question.term());
        let (db, view) = self.requested_view(request, prefix)?;
        let name = self.analysis.troop_named(db, rest);
        let name = name.ok_or_else(|| no_troop(&db.ruleset, rest))?;
        let choice = self.wording(request);
        let troop = self.analysis.troop_view(db, &name, &view, choice);
        Ok(Answer::of(db, troop))
    }

    /// Returns the same for a troop type that a question names, with or without words for its values, unless
    /// a clause has that name.
    pub(super) fn named_troop(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Option<Answer<TroopView>>, AnswerError> {
        let bare = question.without_values();
        let (prefix, rest) = self.analysis.split_ruleset(bare.term());
        let settings = self.layered_settings(request.clone()).request(prefix);
        let Ok(db) = self.analysis.requested_ruleset(&settings) else {
            return Ok(None);
        };
        let (kind, name) = db.ruleset.split_troop_kind(rest);
        if self.analysis.troop_named(db, name).is_none() {
            return Ok(None);
        }
        let (db, view) = self.requested_view(request, prefix)?;
        let asks_values = bare.text != question.text;
        if !asks_values && self.analysis.resolve_id(db, rest, &view).is_some() {
            return Ok(None);
        }
        let name = prefix.map_or(name.to_owned(), |prefix| format!("{prefix}/{name}"));
        let bare = question.with_text(name);
        let mut troop = self.troop(request, &bare)?;
        let missing = kind.and_then(|kind| troop.body.troop.missing_kind(kind));
        troop.body.notices.extend(missing);
        // the table that the question names first: `EE of war wagons`
        let asked = |heading: &str| {
            let heading = heading.to_lowercase();
            let name = heading.split(',').next().unwrap_or_default();
            let mut own: Vec<String> = name.split(' ').map(str::to_owned).collect();
            own.push(own.iter().filter_map(|word| word.chars().next()).collect());
            let words = question.text.split_whitespace().map(str::to_lowercase);
            words.filter(|word| own.contains(word)).count()
        };
        let tables = &mut troop.body.troop.tables;
        tables.sort_by_key(|table| std::cmp::Reverse(asked(&table.heading)));
        Ok(Some(troop))
    }

    /// Returns the whole text of a ruleset, compared with an earlier edition if one is given.
    pub(super) fn full_text(
        &self,
        request: &Settings,
        question: &Question,
        query: &Show,
    ) -> Result<Answer, AnswerError> {
        let (key, rest) = self.analysis.split_ruleset(question.target());
        if !rest.is_empty() {
            return Err(AnswerError::invalid(format!("`{rest}` is not a ruleset"))
                .with_help("--full reads a whole ruleset: rulebook show dbm --full"));
        }
        let (db, view) = self.requested_view(request, key)?;
        let earlier = |since: &str| {
            let mut compared = Question::default();
            compared.since = Some(since.to_owned());
            self.earlier_view(request, (&db.ruleset, &view), &compared)
        };
        let since = query.since.as_deref().map(earlier).transpose()?;
        let choice = self.wording(request);
        let text = self.analysis.full_text(db, &view, since.as_ref(), choice);
        Ok(Answer::of(db, Body::FullText(Box::new(text))))
    }

    /// Creates the error for a number that no ruling shown at a view has.
    fn no_ruling(&self, db: &RulesetDb, view: &ViewDescription, number: &str) -> AnswerError {
        let ViewDescription {
            ruleset,
            edition,
            profile,
            ..
        } = view;
        let lost = self.analysis.lost_ruling(db, number);
        let message = lost.unwrap_or_else(|| {
            format!("no ruling `{number}` of {ruleset} at {edition} for profile {profile}")
        });
        let help = match self.analysis.profile_of_ruling(db, number) {
            Some((other, number)) if other != profile => {
                format!("{number} counts for profile {other}: add `--profile {other}`")
            }
            Some(_) | None => format!("`rulebook rulings {ruleset}` lists all"),
        };
        AnswerError::not_found(message).with_help(help)
    }
}

fn no_types(ruleset: &Ruleset) -> AnswerError {
    AnswerError::not_found(format!("{} names no troop types", ruleset.key))
        .with_help("name them in the table `troops.types` of its ruleset.toml")
}

fn no_troop(ruleset: &Ruleset, typed: &str) -> AnswerError {
    let types = &ruleset.troops.types;
    if types.is_empty() {
        return no_types(ruleset);
    }
    let bare = typed.split('(').next().unwrap_or(typed).trim();
    let long = |letters: &String| ruleset.abbreviations.get(letters).cloned();
    let names = types.keys().cloned().chain(types.keys().filter_map(long));
    let names: Vec<String> = names.collect();
    let failure = AnswerError::not_found(format!("no troop type `{typed}` in {}", ruleset.key));
    let all = || {
        let all: Vec<_> = types.keys().map(String::as_str).collect();
        format!("troop types: {}", all.join(", "))
    };
    failure.with_help(did_you_mean(bare, names.iter().map(String::as_str), all))
}
