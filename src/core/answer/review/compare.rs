//! Answers `review`: compares the rules, the results of lists and the problems of two states of the files.

use crate::{
    analysis::{
        Analysis, Aspect, Difference, Fate, LayeredSettings, Request, ReviewedDifference,
        ReviewedRuleset, Settings, SourceKind, compare_keyed, review_day,
    },
    answer::{
        Answer, AnswerError, AnswerResult, ListVerdict, ReportEntry, SourceLines,
        view::{AnswerContext, ViewQuery},
    },
    diagnostic::{Diagnostic, Severity},
    lint,
    scenario::{BoundScenario, CheckOptions, ScenarioChecker},
    syntax::parse_plain_markdown,
    text::{SourceId, join},
};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A comparison of the rules with those of an earlier state of the files.
#[derive(Clone, Debug)]
pub struct Review {
    /// The earlier state.
    pub base: Arc<Analysis>,
    /// What it is called: `main`.
    pub base_name: String,
    /// What the later state is called: `the working files`.
    pub head_name: String,
    /// What could not be read in either state.
    pub notices: Vec<String>,
    /// The ruleset, edition, profile and day to which the comparison is restricted.
    pub at: Request,
}

impl ViewQuery for Review {
    type Reply = RulesReview;

    fn words(&self) -> (String, Settings) {
        (String::new(), Settings::from(self.at.clone()))
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<RulesReview> {
        RulesReview::new(context.engine.analysis(), self).map(Answer::general)
    }
}

/// The effect of a change of the files.
#[derive(Debug, Serialize)]
pub struct RulesReview {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The earlier state: `main`.
    pub base: String,
    /// The later state: `the working files`.
    pub head: String,
    /// The files that have another text or name.
    pub files: Vec<String>,
    /// Whether anything differs but the files themselves.
    pub has_effect: bool,
    /// What could not be read in either state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// The proposals whose files differ, and which are not counted: they are part of no edition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<String>,
    /// The rulesets whose files differ.
    pub rulesets: Vec<ReviewedRuleset>,
    /// The scenarios and army lists of both states with another result.
    pub scenarios: Vec<ReviewedScenario>,
    /// The errors and warnings of `check` that are new.
    pub new_problems: Vec<ReportEntry>,
    /// The errors and warnings of `check` that are solved.
    pub solved_problems: Vec<ReportEntry>,
}

/// A scenario or army list of both states that has another result.
#[derive(Debug, Serialize)]
pub struct ReviewedScenario {
    /// Its file.
    pub path: String,
    /// Whether its own text differs.
    pub is_edited: bool,
    /// The differences of its verdict, its totals and its problems.
    pub differences: Vec<Difference>,
}

/// A state of the rules with what is checked in it.
struct CheckedState<'a> {
    analysis: &'a Analysis,
    checker: ScenarioChecker,
    options: CheckOptions,
    /// The edition to which the review is restricted.
    edition: Option<String>,
    problems: Vec<Diagnostic>,
}

impl RulesReview {
    /// Compares the rules with those of an earlier state of the files.
    fn new(analysis: &Analysis, own: &Review) -> Result<Self, AnswerError> {
        let (request, base) = (&own.at, &own.base);
        let mut rulesets = analysis
            .review(base, request)
            .map_err(|error| AnswerError::from_request(&error, &LayeredSettings::default()))?;
        let files = changed_files(base, analysis);
        let changed: Vec<&str> = rulesets.iter().map(|own| own.ruleset.as_str()).collect();
        // what is the same in both states has no new result
        let is_same = files.is_empty() && analysis.has_same_proposals(base);
        let state = |analysis| CheckedState::new(analysis, request, &changed, is_same);
        let (before, after) = rayon::join(|| state(base), || state(analysis));
        for ruleset in &mut rulesets {
            let checks = Checks::new([base, analysis], &ruleset.ruleset);
            let all = ruleset
                .sections
                .iter_mut()
                .flat_map(|own| &mut own.differences);
            all.for_each(|own| own.read_by = checks.reading(own));
        }
        let scenarios = match is_same {
            true => Vec::new(),
            false => compare_scenarios(&before, &after),
        };
        let new_problems = before.problems_only_in(&after);
        let solved_problems = after.problems_only_in(&before);
        let mut review = Self {
            version: 1,
            base: own.base_name.clone(),
            head: own.head_name.clone(),
            proposals: uncounted_proposals([base, analysis], &files),
            files,
            has_effect: false,
            notices: own.notices.clone(),
            rulesets,
            scenarios,
            new_problems,
            solved_problems,
        };
        review.has_effect = review.rulesets.iter().any(ReviewedRuleset::has_effect)
            || !review.scenarios.is_empty()
            || !review.new_problems.is_empty()
            || !review.solved_problems.is_empty();
        Ok(review)
    }
}

impl<'a> CheckedState<'a> {
    /// Checks the rules of the changed rulesets and the scenarios; nothing if no file differs.
    fn new(analysis: &'a Analysis, request: &Request, changed: &[&str], is_same: bool) -> Self {
        let checker = ScenarioChecker::new(analysis);
        let options = CheckOptions {
            // a list is checked at the edition that it names
            request: Request {
                as_of: request.as_of,
                ..Request::default()
            },
            // as for the texts, documents count that are not in force yet
            today: review_day(request),
        };
        let is_checked = |key: &str| changed.contains(&key);
        let mut problems = Vec::new();
        if !is_same {
            problems = lint::check_rulesets(analysis, is_checked);
            problems.extend(checker.check_all(analysis, &options, is_checked));
        }
        problems.retain(|own| own.severity >= Severity::Warning);
        Self {
            analysis,
            checker,
            options,
            edition: request.edition.clone(),
            problems,
        }
    }

    /// Returns the problems that `other` has and this state has not, or fewer times. Lines and names of
    /// files do not count, nor do problems of scenarios.
    fn problems_only_in(&self, other: &Self) -> Vec<ReportEntry> {
        let mut known: BTreeMap<_, usize> = BTreeMap::new();
        for own in self.own_problems() {
            *known.entry(own.0).or_default() += 1;
        }
        let sources = SourceLines::new(other.analysis);
        let mut is_new = |key: &(String, String, String)| match known.get_mut(key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        };
        let new = other.own_problems().filter(|(key, _)| is_new(key));
        new.map(|(_, problem)| ReportEntry::new(&sources, problem))
            .collect()
    }

    /// Iterates over the problems of rules and checks with what identifies each.
    fn own_problems(&self) -> impl Iterator<Item = ((String, String, String), &Diagnostic)> {
        self.problems.iter().filter_map(|own| {
            let source = self.analysis.source(own.at.source)?;
            let key = (
                source.ruleset.clone(),
                own.code.to_string(),
                own.message.clone(),
            );
            (source.kind != SourceKind::Scenario).then_some((key, own))
        })
    }

    /// Returns the verdict on a scenario, its totals and its problems, each with its name; nothing of one that is of
    /// another edition than the review.
    fn result(&self, sources: &SourceLines<'_>, at: SourceId) -> Vec<(Aspect, String, String)> {
        let own = self.problems.iter().filter(|own| own.at.source == at);
        let found: Vec<Diagnostic> = own.cloned().collect();
        let bound = self.analysis.source(at).and_then(|source| {
            let bound = self
                .checker
                .bind(self.analysis, at, &source.text, &self.options);
            bound.ok()
        });
        let is_other = |own: &BoundScenario| {
            let edition = self.edition.as_ref();
            edition.is_some_and(|edition| *edition != own.rule_values.edition)
        };
        if bound.as_ref().is_some_and(is_other) {
            return Vec::new();
        }
        let verdict =
            bound.and_then(|own| ListVerdict::new(self.analysis, sources, at, &own, &found));
        let mut out = Vec::new();
        if let Some(verdict) = verdict {
            let totals = totals_in_words(&verdict);
            out.push((Aspect::Verdict, String::new(), verdict.verdict));
            out.push((Aspect::Totals, String::new(), totals));
        }
        let problems = found.into_iter().map(|own| own.message);
        out.extend(problems.map(|own| (Aspect::Problem, own.clone(), own)));
        out
    }

    /// Returns the scenarios by path.
    fn scenarios(&self) -> BTreeMap<&str, SourceId> {
        let sources = self.analysis.sources().iter().zip(0..);
        let scenarios = sources.filter(|(own, _)| own.kind == SourceKind::Scenario);
        scenarios
            .map(|(own, at)| (own.path.as_str(), SourceId(at)))
            .collect()
    }
}

/// Returns the totals of the sides of a list: `AP 393 of 400, elements 62`.
fn totals_in_words(verdict: &ListVerdict) -> String {
    let rows = verdict.totals.rows.iter().filter(|row| row.depth == 1);
    let side = |row: &crate::scenario::TotalRow| {
        let cells = verdict.totals.columns.iter().zip(&row.cells);
        let cells = cells
            .filter_map(|(column, cell)| Some(format!("{} {}", column.heading, cell.as_ref()?)));
        format!("{}: {}", row.name, join(cells, ", "))
    };
    join(rows.map(side), "; ")
}

/// Returns the scenarios whose results differ, by path.
fn compare_scenarios(before: &CheckedState<'_>, after: &CheckedState<'_>) -> Vec<ReviewedScenario> {
    let states = [before, after];
    let [old, new] = states.map(CheckedState::scenarios);
    let lines = states.map(|own| SourceLines::new(own.analysis));
    let reviewed = |(path, &was): (&&str, &SourceId)| {
        let is = *new.get(path)?;
        let text = |own: &CheckedState<'_>, at| Some(own.analysis.source(at)?.text.clone());
        let (old, new) = (before.result(&lines[0], was), after.result(&lines[1], is));
        let of = |aspect, list: &[(Aspect, String, String)]| -> Vec<(String, String)> {
            let own = list.iter().filter(|own| own.0 == aspect);
            own.map(|(_, key, value)| (key.clone(), value.clone()))
                .collect()
        };
        let aspects = [Aspect::Verdict, Aspect::Totals, Aspect::Problem].into_iter();
        let differences =
            aspects.flat_map(|aspect| compare_keyed(aspect, &of(aspect, &old), &of(aspect, &new)));
        let differences: Vec<Difference> = differences.collect();
        (!differences.is_empty()).then(|| ReviewedScenario {
            path: (*path).to_owned(),
            is_edited: text(before, was) != text(after, is),
            differences,
        })
    };
    old.iter().filter_map(reviewed).collect()
}

/// Returns the paths of the files that have another text or another path.
fn changed_files(before: &Analysis, after: &Analysis) -> Vec<String> {
    let files = |own: &Analysis| -> BTreeSet<(String, Arc<str>)> {
        let sources = own.sources().iter();
        sources
            .map(|own| (own.path.to_string(), own.text.clone()))
            .collect()
    };
    let (before, after) = (files(before), files(after));
    let changed = before.symmetric_difference(&after);
    let paths: BTreeSet<String> = changed.map(|(path, _)| path.clone()).collect();
    paths.into_iter().collect()
}

/// Returns the proposals to which these files belong in one of the states, and which do not count.
fn uncounted_proposals(states: [&Analysis; 2], files: &[String]) -> Vec<String> {
    let open = states.into_iter().flat_map(|analysis| {
        let rulesets = analysis.ruleset_dbs();
        let all = rulesets.flat_map(|(_, db)| db.files().map(move |file| (&db.ruleset, file)));
        let open = all.filter(|(ruleset, file)| ruleset.is_open_proposal(file.document()));
        open.filter(|(_, file)| {
            let source = analysis.source(file.source);
            source.is_some_and(|own| files.iter().any(|path| own.path == path.as_str()))
        })
    });
    let keys: BTreeSet<String> = open.map(|(_, file)| file.document().to_owned()).collect();
    keys.into_iter().collect()
}

/// The rules of play of a ruleset with the text of their rules, in both states.
struct Checks(Vec<(String, String)>);

impl Checks {
    fn new(states: [&Analysis; 2], ruleset: &str) -> Self {
        let mut checks: BTreeMap<String, String> = BTreeMap::new();
        for analysis in states {
            let sources = analysis.sources().iter();
            let own = sources.filter(|own| own.kind == SourceKind::Check && own.ruleset == ruleset);
            for check in own {
                let code = check.name.trim_end_matches(".check.md");
                // examples and explanations read nothing
                let plain = parse_plain_markdown(SourceId::default(), &check.text);
                let blocks = plain.fences.iter().filter(|block| block.info == "rule");
                let blocks = blocks.map(|block| block.body);
                let read = std::iter::once(plain.front).chain(blocks);
                let rules = join(read.map(|span| span.of(&check.text)), "\n");
                *checks.entry(format!("{ruleset}/{code}")).or_default() += &rules;
            }
        }
        Self(checks.into_iter().collect())
    }

    /// Returns the codes of the rules of play that name what a difference is about: a fact, or the
    /// clause or table of a text.
    fn reading(&self, reviewed: &ReviewedDifference) -> Vec<String> {
        let own = &reviewed.difference;
        let name = match own.aspect {
            Aspect::Fact => own.id.as_str(),
            Aspect::Value | Aspect::Words | Aspect::Label | Aspect::Id => {
                own.id.split('/').nth(1).unwrap_or_default()
            }
            _ => return Vec::new(),
        };
        let readers = self.0.iter().filter(|(_, text)| names(text, name));
        readers.map(|(code, _)| code.clone()).collect()
    }
}

/// Returns whether a text contains an id that is no part of a longer one.
fn names(text: &str, id: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    !id.is_empty()
        && text.match_indices(id).any(|(at, _)| {
            !text[..at].ends_with(is_part) && !text[at + id.len()..].starts_with(is_part)
        })
}

impl RulesReview {
    /// Returns the number of differences of texts, values and rulings, without those of sources alone.
    pub fn difference_count(&self) -> usize {
        let all = self
            .rulesets
            .iter()
            .flat_map(ReviewedRuleset::all_differences);
        let counted = all.filter(|own| own.difference.aspect != Aspect::Source);
        counted.count()
            + self
                .rulesets
                .iter()
                .filter(|own| own.fate != Fate::Changed)
                .count()
    }
}
