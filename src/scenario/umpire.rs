//! Who knows the rules of play of all rulesets, and judges scenarios by them.

use super::{
    case::{Case, allow},
    eval::Eval,
    numbers::{Numbers, unknown},
    read::{front, read},
    record::Front,
    rule::{Rule, Rules},
    value::Value,
    vocabulary::Vocabulary,
};
use crate::{
    analysis::{Analysis, Request, RequestError, Source, SourceKind},
    diagnostic::{Diagnostic, Edit, Fix, Location, Severity},
    model::PartialDate,
    resolve::{RulesetDb, View},
    text::{Memo, SourceId, Span, Spanned, near::nearest},
};
use jiff::civil::Date;
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The code of a front matter that does not say where a scenario is played.
const FRONT: &str = "scenario-front";

/// Ruleset, edition, day and profile.
type Question = (String, u16, Date, String);

/// The rules of play of all rulesets of an analysis, and their numbers at the views that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Umpire {
    rules: BTreeMap<String, Arc<Rules>>,
    numbers: Memo<Question, Arc<Numbers>>,
}

/// What is asked of a scenario in the place of what its front matter says.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Ruleset, edition, day, profile, as far as they are to be others.
    pub request: Request,
    /// The day on which it is asked.
    pub today: Date,
}

impl Umpire {
    /// Reads the rules of play of all rulesets that have a vocabulary.
    pub fn new(analysis: &Analysis) -> Self {
        let playable = analysis
            .sources()
            .iter()
            .filter(|source| source.kind == SourceKind::Vocabulary);
        let rules = playable.filter_map(|source| {
            Some((
                source.ruleset.clone(),
                Arc::new(compiled(analysis, &source.ruleset)?),
            ))
        });
        Self {
            rules: rules.collect(),
            numbers: Memo::default(),
        }
    }

    /// The rules of play of a ruleset.
    pub fn rules(&self, ruleset: &str) -> Option<&Arc<Rules>> {
        self.rules.get(ruleset)
    }

    /// All rules of play by ruleset.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Arc<Rules>)> {
        self.rules.iter().map(|(key, rules)| (key.as_str(), rules))
    }

    /// Whether there is a rule of play of exactly that code.
    pub fn is_rule(&self, code: &str) -> bool {
        self.rules.values().any(|rules| rules.rule(code).is_some())
    }

    /// The rule of play of that name: `dbm/baggage`, or `baggage` where only one is called so.
    pub fn rule(&self, code: &str) -> Option<&Rule> {
        let full = self.rules.values().find_map(|rules| rules.rule(code));
        full.or_else(|| {
            let mut named = self
                .rules
                .values()
                .flat_map(|rules| &rules.rules)
                .filter(|rule| {
                    rule.code
                        .split_once('/')
                        .is_some_and(|(_, own)| own == code)
                });
            named.next().filter(|_| named.next().is_none())
        })
    }

    /// Takes up a scenario. What keeps it from being judged at all is told.
    pub fn case(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        ruling: &Ruling,
    ) -> Result<Case, Vec<Diagnostic>> {
        let said = front(source, text);
        let (db, rules) = self
            .ruleset(analysis, source, &said, ruling)
            .map_err(|fault| vec![*fault])?;
        let request = self.request(source, &said, ruling, db);
        let mut faults = Vec::new();
        let request = request.unwrap_or_else(|fault| {
            faults.push(*fault);
            Request {
                ruleset: Some(db.ruleset.key.clone()),
                ..Request::default()
            }
        });
        let view = match analysis.view(db, &request, ruling.today) {
            Ok(view) => view,
            Err(error) => {
                faults.push(refused(source, &said, &error, db));
                return Err(faults);
            }
        };
        let numbers = self.numbers(analysis, db, &rules, &view);
        let mut scenario = read(source, text, &rules.vocabulary);
        scenario.faults.extend(faults);
        Ok(Case {
            scenario,
            rules,
            numbers,
            ruleset: db.ruleset.key.clone(),
            text: Arc::from(text),
        })
    }

    /// The numbers of a ruleset's rules of play at a view; found once, and kept.
    pub fn numbers(
        &self,
        analysis: &Analysis,
        db: &RulesetDb,
        rules: &Rules,
        view: &View,
    ) -> Arc<Numbers> {
        let key = (
            db.ruleset.key.clone(),
            view.edition.0,
            view.as_of,
            view.profile.name.clone(),
        );
        self.numbers
            .get_or_insert_with(&key, || Arc::new(Numbers::new(analysis, db, rules, view)))
    }

    /// Follows a change of a source of the analysis: rules of play are read anew where they were changed, numbers are asked anew where the
    /// rules were.
    pub fn update(&mut self, analysis: &Analysis, source: SourceId) {
        let Some(changed) = analysis.source(source) else {
            return;
        };
        match changed.kind {
            SourceKind::Scenario | SourceKind::Thesaurus | SourceKind::Import => return,
            SourceKind::Vocabulary | SourceKind::Check => {
                match compiled(analysis, &changed.ruleset) {
                    Some(rules) => self.rules.insert(changed.ruleset.clone(), Arc::new(rules)),
                    None => self.rules.remove(&changed.ruleset),
                }
            }
            SourceKind::Ruleset | SourceKind::Rules => None,
        };
        self.numbers
            .retain(|(ruleset, ..)| *ruleset != changed.ruleset);
    }

    fn ruleset<'w>(
        &self,
        analysis: &'w Analysis,
        source: SourceId,
        said: &Front,
        ruling: &Ruling,
    ) -> Result<(&'w RulesetDb, Arc<Rules>), Box<Diagnostic>> {
        let tell = |span: Span, message: String| {
            Box::new(Diagnostic::new(
                FRONT,
                Severity::Error,
                Location::new(source, span),
                message,
            ))
        };
        let first = Span::new(said.span.start(), said.span.start());
        let named = ruling.request.ruleset.clone().map(|key| (key, first));
        let named = named.or_else(|| {
            said.ruleset
                .as_ref()
                .map(|own| (own.value.clone(), own.span))
        });
        let playable = || self.rules.keys().cloned().collect::<Vec<_>>().join(", ");
        let (db, span) = match &named {
            Some((key, span)) => match analysis.ruleset_db(key) {
                Some(db) => (db, *span),
                None => {
                    let near =
                        nearest(key, analysis.ruleset_dbs().map(|(key, _)| key)).map(str::to_owned);
                    let fault = tell(*span, format!("there is no ruleset `{key}`"));
                    return Err(Box::new(match near {
                        Some(near) => fault
                            .help(format!("did you mean `{near}`?"))
                            .replace_with(format!("write `{near}`"), near),
                        None => fault.help(format!("there are {}", playable())),
                    }));
                }
            },
            None => match analysis.default_ruleset_db() {
                Some(db) => (db, first),
                None => return Err(tell(first, "no rules are loaded".to_owned())),
            },
        };
        match self.rules.get(&db.ruleset.key) {
            Some(rules) => Ok((db, Arc::clone(rules))),
            None => {
                let message = format!(
                    "the ruleset {} does not say how scenarios are written",
                    db.ruleset.key
                );
                Err(Box::new(
                    tell(span, message).help("it needs a `scenario.toml`"),
                ))
            }
        }
    }

    /// Where the scenario is played: what is asked for, else what it says.
    fn request(
        &self,
        source: SourceId,
        said: &Front,
        ruling: &Ruling,
        db: &RulesetDb,
    ) -> Result<Request, Box<Diagnostic>> {
        let asked = &ruling.request;
        let edition = asked
            .edition
            .clone()
            .or_else(|| said.edition.as_ref().map(|own| own.value.clone()));
        let newest = db
            .ruleset
            .edition_id(db.ruleset.newest_on(ruling.today))
            .to_owned();
        let many = db.ruleset.editions.len() > 1;
        if edition.is_none() && many {
            let at = Span::new(
                said.span.start(),
                said.span.start() + 3.min(said.span.len()),
            );
            let mut fault = Diagnostic::new(
                FRONT,
                Severity::Error,
                Location::new(source, at),
                "no edition is named".to_owned(),
            );
            fault.help = Some(format!(
                "write `edition: \"{newest}\"` at the top; until then {newest} counts"
            ));
            let (place, text) = if said.span.is_empty() {
                (
                    0,
                    format!(
                        "---\nruleset: {}\nedition: \"{newest}\"\n---\n\n",
                        db.ruleset.key
                    ),
                )
            } else {
                (said.span.start() + 4, format!("edition: \"{newest}\"\n"))
            };
            let edits = vec![Edit {
                at: Location::new(source, Span::new(place, place)),
                text,
            }];
            fault.fixes.push(Fix {
                title: format!("name the edition {newest}"),
                edits,
            });
            return Err(Box::new(fault));
        }
        let date = match (asked.as_of, &said.date) {
            (Some(date), _) => Some(date),
            (None, Some(date)) => match date.value.parse::<PartialDate>() {
                Ok(date) => Some(date),
                Err(_) => {
                    let message = format!("`{}` is no date", date.value);
                    let fault = Diagnostic::new(
                        FRONT,
                        Severity::Error,
                        Location::new(source, date.span),
                        message,
                    );
                    return Err(Box::new(fault.help("write it as 2026-11-20")));
                }
            },
            (None, None) => None,
        };
        let profile = asked
            .profile
            .clone()
            .or_else(|| said.profile.as_ref().map(|own| own.value.clone()));
        Ok(Request {
            ruleset: Some(db.ruleset.key.clone()),
            edition,
            as_of: date,
            profile,
            ..Request::default()
        })
    }

    /// Everything that is to be said of a scenario of the analysis, or of a rule of play; nothing of other sources.
    pub fn check_source(
        &self,
        analysis: &Analysis,
        source: SourceId,
        ruling: &Ruling,
    ) -> Vec<Diagnostic> {
        let Some(own) = analysis.source(source) else {
            return Vec::new();
        };
        match own.kind {
            SourceKind::Scenario => self.check(analysis, source, &own.text, ruling),
            SourceKind::Check | SourceKind::Vocabulary => {
                let mut out = self.faults(analysis, &own.ruleset, ruling.today);
                out.retain(|fault| fault.at.source == source);
                out
            }
            SourceKind::Ruleset
            | SourceKind::Rules
            | SourceKind::Thesaurus
            | SourceKind::Import => Vec::new(),
        }
    }

    /// Everything that is to be said of all scenarios and rules of play of the analysis, by path and place.
    pub fn check_all(&self, analysis: &Analysis, ruling: &Ruling) -> Vec<Diagnostic> {
        let mut out: Vec<Diagnostic> = self
            .rules
            .keys()
            .flat_map(|ruleset| self.faults(analysis, ruleset, ruling.today))
            .collect();
        out.extend(self.check_scenarios(analysis, ruling));
        let path = |at: Location| {
            analysis
                .source(at.source)
                .map(|source| source.path.as_str())
        };
        out.sort_by(|a, b| (path(a.at), a.at, &a.code).cmp(&(path(b.at), b.at, &b.code)));
        out
    }

    /// Everything that is to be said of all scenarios of the analysis, on all cores; in the order of the sources and their places.
    pub fn check_scenarios(&self, analysis: &Analysis, ruling: &Ruling) -> Vec<Diagnostic> {
        let scenarios: Vec<(usize, &Source)> = analysis
            .sources()
            .iter()
            .enumerate()
            .filter(|(_, source)| source.kind == SourceKind::Scenario)
            .collect();
        let check = |(at, source): &(usize, &Source)| {
            self.check(analysis, SourceId(*at as u32), &source.text, ruling)
        };
        scenarios
            .par_iter()
            .with_min_len(8)
            .flat_map_iter(check)
            .collect()
    }

    /// Everything that is to be said of a scenario, in the order of the file.
    pub fn check(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        ruling: &Ruling,
    ) -> Vec<Diagnostic> {
        judged(
            analysis,
            source,
            text,
            &self.case(analysis, source, text, ruling),
        )
    }

    /// What is wrong with the rules of play of a ruleset: in their files, in what they ask of the rules, and in their examples.
    pub fn faults(&self, analysis: &Analysis, ruleset: &str, today: Date) -> Vec<Diagnostic> {
        let (Some(rules), Some(db)) = (self.rules.get(ruleset), analysis.ruleset_db(ruleset))
        else {
            return Vec::new();
        };
        let mut out = rules.faults.clone();
        if db.ruleset.unreadable {
            return out;
        }
        if let Ok(view) = analysis.view(db, &Request::default(), today) {
            out.extend(unknown(analysis, db, &rules.asked, &view));
        }
        let ruling = Ruling {
            request: Request {
                ruleset: Some(ruleset.to_owned()),
                ..Request::default()
            },
            today,
        };
        for rule in &rules.rules {
            for example in &rule.examples {
                let says = self.said(analysis, rule, &example.text, &ruling);
                if says != example.says {
                    let at = Location::new(rule.source, example.span);
                    let message = "the example gives something else".to_owned();
                    let mut fault = Diagnostic::new("check-example", Severity::Error, at, message);
                    fault.help = Some(if says.is_empty() {
                        "it gives nothing".to_owned()
                    } else {
                        format!("it gives:\n{says}")
                    });
                    fault.fixes.push(Fix {
                        title: "write what it gives".to_owned(),
                        edits: vec![Edit {
                            at,
                            text: if says.is_empty() { says } else { says + "\n" },
                        }],
                    });
                    out.push(fault);
                }
            }
        }
        out
    }

    /// What a rule says of an example: its findings as `line:column message`, its values as `line:column value`. What is wrong with the example
    /// itself is told too.
    fn said(&self, analysis: &Analysis, rule: &Rule, text: &str, ruling: &Ruling) -> String {
        let lines = crate::text::LineIndex::new(text);
        let place = |span: Span| {
            let at = lines.position(text, span.start());
            (at.line + 1, at.column + 1)
        };
        let case = match self.case(analysis, rule.source, text, ruling) {
            Ok(case) => case,
            Err(faults) => {
                return faults
                    .iter()
                    .map(|fault| fault.message.clone())
                    .collect::<Vec<_>>()
                    .join("\n");
            }
        };
        let told = |found: &Diagnostic| {
            let (line, column) = place(found.at.span);
            format!("{line}:{column} {}", found.message)
        };
        let mut out: Vec<String> = case.scenario.faults.iter().map(told).collect();
        match &rule.gives {
            Some(gives) => {
                let mut eval = Eval::new(&case.rules, &case.numbers, &case.scenario);
                for record in eval.subjects(rule) {
                    let value = eval.property(record, gives.property);
                    let (line, column) = place(case.scenario.record(record).span);
                    let unit = if gives.unit.is_empty() {
                        String::new()
                    } else {
                        format!(" {}", gives.unit)
                    };
                    match value {
                        Value::Missing(None) => {}
                        Value::Missing(Some(at)) => {
                            let why = case
                                .numbers
                                .get(at)
                                .map(|number| number.cited.place())
                                .unwrap_or_default();
                            out.push(format!("{line}:{column} ? because of {why}"));
                        }
                        value => out.push(format!("{line}:{column} {}{unit}", eval.shown(&value))),
                    }
                }
            }
            None => {
                let mut found = case.findings_of(analysis, rule);
                found.sort_by_key(|found| found.at.span);
                out.extend(found.iter().map(told));
            }
        }
        out.join("\n")
    }
}

/// Everything that is to be said of a scenario that was taken up, in the order of the file.
pub fn judged(
    analysis: &Analysis,
    source: SourceId,
    text: &str,
    case: &Result<Case, Vec<Diagnostic>>,
) -> Vec<Diagnostic> {
    match case {
        Ok(case) => case.judged(analysis),
        Err(faults) => in_order(source, text, faults.clone()),
    }
}

/// What was found in a file, in its order, without what its comments allow.
pub(super) fn in_order(
    source: SourceId,
    text: &str,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    allow(source, text, &mut found);
    found.sort_by(|a, b| (a.at.span, &a.code, &a.message).cmp(&(b.at.span, &b.code, &b.message)));
    found.dedup();
    found
}

/// The rules of play of a ruleset, if it has a vocabulary.
fn compiled(analysis: &Analysis, ruleset: &str) -> Option<Rules> {
    let own =
        |kind| move |other: &(usize, &Source)| other.1.kind == kind && other.1.ruleset == ruleset;
    let sources = || analysis.sources().iter().enumerate();
    let (at, vocabulary) = sources().rfind(own(SourceKind::Vocabulary))?;
    let vocabulary = Vocabulary::parse(SourceId(at as u32), &vocabulary.text);
    let files = sources()
        .filter(own(SourceKind::Check))
        .map(|(at, check)| (SourceId(at as u32), check.name.as_str(), &*check.text));
    Some(Rules::new(ruleset, vocabulary, files))
}

/// The facts that the rules of play of a ruleset read, by what their files say.
pub fn facts_read<'w>(analysis: &'w Analysis, ruleset: &str) -> BTreeSet<&'w str> {
    let files = analysis
        .sources()
        .iter()
        .filter(|source| source.kind == SourceKind::Check && source.ruleset == ruleset);
    // asked at each keystroke in rules, so that the files are not read as Markdown
    let calls = files.flat_map(|source| source.text.split("fact(").skip(1));
    calls
        .filter_map(|rest| Some(rest.split_once(')')?.0.trim()))
        .collect()
}

/// Why a scenario cannot be judged at all.
fn refused(source: SourceId, said: &Front, error: &RequestError, db: &RulesetDb) -> Diagnostic {
    let span = |own: &Option<Spanned<String>>| {
        own.as_ref()
            .map_or(Span::new(said.span.start(), said.span.start()), |own| {
                own.span
            })
    };
    let (span, near) = match error {
        RequestError::NoProfile(_, name, known) => (
            span(&said.profile),
            nearest(name, known.iter().map(String::as_str)),
        ),
        RequestError::NoEdition(_, name, _) => (
            span(&said.edition),
            nearest(
                name,
                db.ruleset
                    .editions
                    .iter()
                    .map(|edition| edition.id.as_str()),
            ),
        ),
        RequestError::NoRuleset(..) => (span(&said.ruleset), None),
        RequestError::NotPublished { .. } => (span(&said.edition), None),
    };
    let fault = Diagnostic::new(
        FRONT,
        Severity::Error,
        Location::new(source, span),
        error.to_string(),
    );
    match near {
        Some(near) => fault
            .help(format!("did you mean `{near}`?"))
            .replace_with(format!("write `{near}`"), format!("\"{near}\"")),
        None => fault,
    }
}
