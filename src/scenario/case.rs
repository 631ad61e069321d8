//! A scenario that is judged: what rules of play find in it, where, on which clauses that rests, and how it is mended.

use super::{
    eval::{Basis, Eval},
    numbers::{Held, Numbers},
    record::{RecordIx, Scenario},
    rule::{Change, Place, Rule, Rules},
    umpire::in_order,
    value::Value,
    vocabulary::{NAME, Shape},
};
use crate::{
    analysis::{Analysis, Citation},
    diagnostic::{Diagnostic, Edit, Fix, Location, Related},
    syntax::{LineKind, plain},
    text::{SourceId, Span},
};
use std::{collections::BTreeSet, sync::Arc};

/// How many clauses are cited beside a finding.
const MOST_CITED: usize = 6;

/// A scenario with all that is needed to judge it.
#[derive(Debug)]
pub struct Case {
    /// What the file says.
    pub scenario: Scenario,
    /// The rules of play.
    pub rules: Arc<Rules>,
    /// Their numbers.
    pub numbers: Arc<Numbers>,
    /// The ruleset.
    pub ruleset: String,
    /// The file.
    pub text: Arc<str>,
}

impl Case {
    /// Everything that is to be said of the file, in its order.
    pub fn judged(&self, analysis: &Analysis) -> Vec<Diagnostic> {
        let mut found = self.scenario.faults.clone();
        found.extend(self.findings(analysis));
        in_order(self.scenario.source, &self.text, found)
    }

    /// What the rules of play find.
    pub fn findings(&self, analysis: &Analysis) -> Vec<Diagnostic> {
        let mut eval = Eval::new(&self.rules, &self.numbers, &self.scenario);
        let mut out = Vec::new();
        for (at, rule) in self
            .rules
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| !rule.require.is_empty())
        {
            self.judge(analysis, &mut eval, at as u16, rule, &mut out);
        }
        out
    }

    /// What one of them finds.
    pub fn findings_of(&self, analysis: &Analysis, rule: &Rule) -> Vec<Diagnostic> {
        let mut eval = Eval::new(&self.rules, &self.numbers, &self.scenario);
        let mut out = Vec::new();
        if let Some(at) = self
            .rules
            .rules
            .iter()
            .position(|own| own.code == rule.code)
        {
            self.judge(
                analysis,
                &mut eval,
                at as u16,
                &self.rules.rules[at],
                &mut out,
            );
        }
        out
    }

    fn judge(
        &self,
        analysis: &Analysis,
        eval: &mut Eval<'_>,
        at: u16,
        rule: &Rule,
        out: &mut Vec<Diagnostic>,
    ) {
        for record in eval.subjects(rule) {
            if eval.is_broken(at, record) {
                out.push(self.finding(analysis, eval, rule, record));
            }
        }
    }

    fn finding(
        &self,
        analysis: &Analysis,
        eval: &mut Eval<'_>,
        rule: &Rule,
        record: RecordIx,
    ) -> Diagnostic {
        let source = self.scenario.source;
        let (spans, target) = self.place(eval, rule, record);
        let span = spans
            .first()
            .copied()
            .unwrap_or(self.scenario.record(record).span);
        let message = match rule.say.as_ref().map(|say| eval.value(say)) {
            Some(Value::Text(text)) => text.to_string(),
            Some(_) | None => rule.title.clone(),
        };
        let mut out = Diagnostic::new(
            rule.code.to_string(),
            rule.severity,
            Location::new(source, span),
            message,
        );
        for other in spans.iter().skip(1).take(MOST_CITED) {
            out = out.related(Location::new(source, *other), "and here");
        }
        let mut help: Vec<String> = Vec::new();
        for note in &rule.notes {
            if let Value::Text(text) = eval.value(note)
                && !text.is_empty()
            {
                help.push(text.to_string());
            }
        }
        for fix in &rule.fixes {
            let title = eval.value(&fix.title);
            let title = title.shown(&self.rules.vocabulary).to_string();
            let edit = self.edit(eval, &fix.change, record, target);
            if let Some(edit) = edit {
                out.fixes.push(Fix {
                    title,
                    edits: vec![edit],
                });
            }
        }
        let basis = eval.basis.clone();
        self.cite(analysis, rule, &basis, &mut out, &mut help);
        out.help = (!help.is_empty()).then(|| help.join("\n"));
        out
    }

    /// Says on which clauses a finding rests.
    fn cite(
        &self,
        analysis: &Analysis,
        rule: &Rule,
        basis: &Basis,
        out: &mut Diagnostic,
        help: &mut Vec<String>,
    ) {
        let mut all: Vec<u16> = basis.iter().collect();
        // what changed last is most of the news
        let news = |at: &u16| {
            self.numbers.get(*at).map(|number| {
                (
                    number.held != Held::Words,
                    &number.cited.origin.edition,
                    &number.cited.origin.date,
                )
            })
        };
        all.sort_by(|a, b| news(b).cmp(&news(a)));
        // a clause that is only there to say where the rule stands comes last
        all.extend(self.numbers.of_rule(rule));
        let mut seen: Vec<&str> = Vec::new();
        let db = analysis.ruleset_db(&self.ruleset);
        let mut told = BTreeSet::new();
        for (at, number) in all
            .into_iter()
            .filter_map(|at| Some((at, self.numbers.get(at)?)))
        {
            let cited = &number.cited;
            if seen.contains(&cited.id.as_str()) || seen.len() >= MOST_CITED {
                continue;
            }
            seen.push(&cited.id);
            let words = cited_in_words(cited);
            match cited.at {
                Some(at) => out.related.push(Related { at, message: words }),
                None => help.push(words),
            }
            // only what is said against the number itself, not against its neighbours
            let db = db.filter(|_| number.held != Held::Words);
            let contradictions = db
                .map(|db| self.numbers.contradictions(analysis, db, at))
                .unwrap_or_default();
            for text in contradictions
                .iter()
                .filter(|text| told.insert(text.as_str()))
            {
                let own = rule
                    .code
                    .split_once('/')
                    .map_or(&*rule.code, |(_, own)| own);
                help.push(format!("the sources contradict each other: {text} To play it otherwise: <!-- allow {own}: why -->"));
            }
        }
    }

    /// Where a finding points, and the record whose properties its cures set.
    fn place(&self, eval: &mut Eval<'_>, rule: &Rule, record: RecordIx) -> (Vec<Span>, RecordIx) {
        let of = |property, record: RecordIx| {
            let own = self.scenario.record(record);
            let name = (property == NAME)
                .then(|| own.name.as_ref().map(|name| name.span))
                .flatten();
            own.value(property)
                .map(|value| value.span)
                .or(name)
                .unwrap_or(own.span)
        };
        match &rule.at {
            Place::Here => (vec![self.scenario.record(record).span], record),
            Place::Property(property, None) => {
                let has = |at: &RecordIx| self.scenario.record(*at).value(*property).is_some();
                let at = self.scenario.around(record).find(has).unwrap_or(record);
                (vec![of(*property, at)], at)
            }
            Place::Property(property, Some(many)) => {
                let members = eval.members(many);
                (
                    members.iter().map(|at| of(*property, *at)).collect(),
                    members.first().copied().unwrap_or(record),
                )
            }
            Place::Records(many) => {
                let members = eval.members(many);
                (
                    members
                        .iter()
                        .map(|at| self.scenario.record(*at).span)
                        .collect(),
                    members.first().copied().unwrap_or(record),
                )
            }
        }
    }

    fn edit(
        &self,
        eval: &mut Eval<'_>,
        change: &Change,
        record: RecordIx,
        target: RecordIx,
    ) -> Option<Edit> {
        let source = self.scenario.source;
        match change {
            Change::Set(property, node) => {
                let value = eval.value(node);
                if value.is_missing() {
                    return None;
                }
                let own = self.scenario.record(target);
                let form = self
                    .rules
                    .vocabulary
                    .kind(own.kind)
                    .properties
                    .get(property);
                let unit = match form.map(|form| &form.shape) {
                    Some(Shape::Number { unit, .. }) => unit.to_string(),
                    _ => String::new(),
                };
                let shown = eval.shown(&value);
                match own.value(*property) {
                    // its unit stays as it was written
                    Some(old) => {
                        let written = old.span.of(&self.text);
                        let number = written
                            .find(|c: char| !(c.is_numeric() || matches!(c, '.' | '/' | '-')))
                            .unwrap_or(written.len());
                        let length = if value.number().is_some() && number > 0 {
                            number
                        } else {
                            written.len()
                        };
                        let at = Span::new(old.span.start(), old.span.start() + length);
                        let shown = if written.starts_with('(') && !shown.starts_with('(') {
                            format!("({shown})")
                        } else {
                            shown
                        };
                        Some(Edit {
                            at: Location::new(source, at),
                            text: shown,
                        })
                    }
                    None => {
                        let key = form
                            .and_then(|form| form.keys.first())
                            .filter(|_| unit.is_empty());
                        let said = match key {
                            Some(key) => format!("{key} {shown}"),
                            None if unit.is_empty() => shown,
                            None => format!("{shown} {unit}"),
                        };
                        let end = own.name.as_ref().map_or(own.span.end(), |_| {
                            own.values
                                .iter()
                                .map(|(_, value)| value.span.end())
                                .max()
                                .unwrap_or(own.span.end())
                        });
                        Some(Edit {
                            at: Location::new(source, Span::new(end, end)),
                            text: format!(", {said}"),
                        })
                    }
                }
            }
            Change::Add(node) => {
                let line = eval.value(node);
                let own = self.scenario.record(record);
                let foot = own.foot;
                let broken = self.text[..foot].ends_with('\n') || foot == 0;
                // a first line stands apart from its heading
                let first = own.foot
                    <= self.text[own.span.end()..]
                        .find('\n')
                        .map_or(self.text.len(), |end| own.span.end() + end + 1);
                let gap = if broken { "" } else { "\n" };
                let blank = if first && record.0 > 0 { "\n" } else { "" };
                Some(Edit {
                    at: Location::new(source, Span::new(foot, foot)),
                    text: format!("{gap}{blank}{}\n", line.shown(&self.rules.vocabulary)),
                })
            }
        }
    }
}

/// Takes away what comments in the file allow: `<!-- allow baggage: the umpire agrees -->` speaks for the line below it, and at the top for
/// the whole file.
pub(super) fn allow(source: SourceId, text: &str, found: &mut Vec<Diagnostic>) {
    if !text.contains("<!-- allow ") || found.is_empty() {
        return;
    }
    let file = plain(source, text);
    let first = file
        .lines
        .iter()
        .find(|line| matches!(line.kind, LineKind::Heading(_)))
        .map_or(text.len(), |line| line.span.start());
    for comment in &file.comments {
        let said = comment
            .of(text)
            .trim()
            .trim_start_matches("<!--")
            .trim_end_matches("-->")
            .trim();
        let Some((codes, reason)) = said
            .strip_prefix("allow ")
            .and_then(|said| said.split_once(':'))
        else {
            continue;
        };
        if matches!(reason.trim(), "" | "…") {
            continue;
        }
        let next = file
            .lines
            .iter()
            .find(|line| line.span.start() >= comment.end())
            .map(|line| line.span);
        let same = file
            .lines
            .iter()
            .find(|line| line.span.touches(comment.start()))
            .map(|line| line.span);
        let codes: Vec<&str> = codes
            .split([',', ' '])
            .filter(|code| !code.is_empty())
            .collect();
        found.retain(|finding| {
            let named = codes.iter().any(|code| {
                *finding.code == **code
                    || finding
                        .code
                        .split_once('/')
                        .is_some_and(|(_, own)| own == *code)
            });
            let here = comment.end() <= first
                || same
                    .or(next)
                    .is_some_and(|line| line.touches(finding.at.span.start()));
            !(named && here)
        });
    }
}

/// A citation as it stands beside a finding.
pub fn cited_in_words(cited: &Citation) -> String {
    let n = cited
        .origin
        .n
        .as_ref()
        .map(|n| format!(", no. {n}"))
        .unwrap_or_default();
    let wording: String = cited.wording.chars().take(300).collect();
    let more = if wording.len() < cited.wording.len() {
        "…"
    } else {
        ""
    };
    let quoted = cited
        .origin
        .quoted()
        .map(|quoted| format!(", {quoted}"))
        .unwrap_or_default();
    format!(
        "{} ({}{n}{quoted}): {}{more}",
        cited.place(),
        cited.origin.short,
        wording.replace('\n', " ")
    )
}
