//! Single mistakes in real files: each is found at its exact place, has a fix that leaves the files clean,
//! and causes no problems elsewhere.
//!
//! `mistakes/*.txt` list them. The first line of a block is the file, `-` are lines of it as they are, `+` the
//! lines with the mistake, and `=` is what is expected: the code, `no fix` if no fix restores clean files,
//! and `N more` for the number of other new problems. `⟦…⟧` in the new lines is the reported range.

use crate::support::{cases::Cases, folder::entries};
use rulebook::{
    analysis::{Analysis, Request, Source, SourceKind, SourceOrigin},
    diagnostic::{Diagnostic, Fix, Severity, SourceEdit},
    disk, lint,
    scenario::{CheckOptions, ScenarioChecker},
    text::{SourceId, Span},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A mistake, and what is expected of it.
struct Mistake {
    file: String,
    old: String,
    new: String,
    range: Span,
    code: String,
    has_fix: bool,
    more: usize,
}

/// The files of one ruleset, and what checks scenarios against them.
struct Checked {
    analysis: Analysis,
    checker: ScenarioChecker,
}

/// A problem without its place, so that it can be recognised after an edit.
type Key = (String, String, String);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Parses the blocks of a list of mistakes.
fn parse(text: &str) -> Vec<Mistake> {
    let blocks = text
        .split("\n\n")
        .map(str::trim)
        .filter(|block| !block.is_empty());
    let blocks = blocks.filter(|block| !block.starts_with('#'));
    blocks.map(parse_block).collect()
}

fn parse_block(block: &str) -> Mistake {
    let lines = |mark: &str| {
        let own = block.lines().filter_map(|line| line.strip_prefix(mark));
        own.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
            .collect::<String>()
    };
    let marked = lines("+");
    let start = marked
        .find('⟦')
        .unwrap_or_else(|| panic!("a range in {block}"));
    let end = marked.find('⟧').expect("its end") - '⟦'.len_utf8();
    let expected = lines("=");
    let mut expected = expected.trim().split("; ");
    let code = expected.next().unwrap_or_default().to_owned();
    let (mut has_fix, mut more) = (true, 0);
    for word in expected {
        match word.strip_suffix(" more") {
            Some(count) => more = count.parse().expect("a number"),
            None => has_fix = word != "no fix",
        }
    }
    Mistake {
        file: block.lines().next().unwrap_or_default().to_owned(),
        old: lines("-"),
        new: marked.replace(['⟦', '⟧'], ""),
        range: Span::new(start, end),
        code,
        has_fix,
        more,
    }
}

/// Loads the shipped files of a ruleset, those for all rulesets, and its examples.
fn load(ruleset: &str) -> Checked {
    let mut sources = disk::shipped_sources();
    sources.retain(|source| source.ruleset == ruleset || source.ruleset.is_empty());
    let examples = folder().join("rules").join(ruleset).join("examples");
    for (name, path) in entries(&examples) {
        if SourceKind::from_file_name(&name) == Some(SourceKind::Scenario) {
            sources.push(Source {
                path: format!("{ruleset}/examples/{name}").into(),
                name,
                ruleset: String::new(),
                kind: SourceKind::Scenario,
                origin: SourceOrigin::Folder,
                text: Arc::from(fs::read_to_string(&path).expect("a readable file")),
            });
        }
    }
    let analysis = Analysis::new(sources);
    let checker = ScenarioChecker::new(&analysis);
    Checked { analysis, checker }
}

impl Checked {
    fn source(&self, path: &str) -> SourceId {
        let at = self
            .analysis
            .sources()
            .iter()
            .position(|source| source.path == path);
        SourceId(at.unwrap_or_else(|| panic!("no file {path}")) as u32)
    }

    fn text(&self, source: SourceId) -> Arc<str> {
        Arc::clone(&self.analysis.source(source).expect("a source").text)
    }

    fn update(&mut self, source: SourceId, text: &str) {
        self.analysis.update_source(source, Arc::from(text));
        self.checker.update(&self.analysis, source);
    }

    fn problems(&self) -> Vec<Diagnostic> {
        let options = CheckOptions {
            request: Request::default(),
            today: jiff::civil::date(2026, 11, 20),
        };
        let mut found = lint::check(&self.analysis);
        found.extend(self.checker.check_all(&self.analysis, &options, |_| true));
        found
    }

    fn key(&self, found: &Diagnostic) -> Key {
        let path = &self
            .analysis
            .source(found.at.source)
            .expect("a source")
            .path;
        (
            path.to_string(),
            found.code.to_string(),
            found.message.clone(),
        )
    }

    /// Returns the problems that are not among `known`.
    fn new_problems(&self, known: &[Key]) -> Vec<Diagnostic> {
        let mut left: BTreeMap<&Key, usize> = BTreeMap::new();
        for key in known {
            *left.entry(key).or_default() += 1;
        }
        let mut found = self.problems();
        found.retain(|found| match left.get_mut(&self.key(found)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        found
    }

    /// Applies a fix, and returns the original texts of the files that it changes.
    fn apply(&mut self, fix: &Fix) -> Vec<(SourceId, Arc<str>)> {
        let mut by_source: BTreeMap<SourceId, Vec<&SourceEdit>> = BTreeMap::new();
        for edit in &fix.edits {
            by_source.entry(edit.at.source).or_default().push(edit);
        }
        let mut before = Vec::new();
        for (source, mut edits) in by_source {
            let old = self.text(source);
            let mut text = old.to_string();
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.span));
            for edit in edits {
                text.replace_range(edit.at.span.start()..edit.at.span.end(), &edit.text);
            }
            before.push((source, old));
            self.update(source, &text);
        }
        before
    }

    /// Makes the mistake and returns what is not as expected; empty if all is.
    fn run(&mut self, mistake: &Mistake, known: &[Key]) -> String {
        let source = self.source(&mistake.file);
        let whole = self.text(source);
        let Some(at) = whole.find(&mistake.old) else {
            return format!("not in the file: {}", mistake.old);
        };
        let mut text = whole.to_string();
        text.replace_range(at..at + mistake.old.len(), &mistake.new);
        self.update(source, &text);
        let found = self.new_problems(known);
        let range = Span::new(at + mistake.range.start(), at + mistake.range.end());
        let is_own = |found: &&Diagnostic| {
            found.at.source == source && found.code == *mistake.code && found.at.span == range
        };
        let own = found.iter().find(is_own).cloned();
        let mut out = String::new();
        let counts = |found: &&Diagnostic| found.severity > Severity::Note;
        let own_counts = own.as_ref().is_some_and(|own| counts(&own));
        let others = found.iter().filter(counts).count() - usize::from(own_counts);
        if own.is_none() {
            out += "not found at its place; ";
        }
        if others != mistake.more {
            out += &format!("{others} more; ");
        }
        let fixes = own.map(|own| own.fixes).unwrap_or_default();
        let mut cleans = false;
        for fix in &fixes {
            let before = self.apply(fix);
            let is_left =
                |found: &Diagnostic| found.severity > Severity::Note || found.code == *mistake.code;
            cleans |= !self.new_problems(known).iter().any(is_left);
            for (source, text) in before {
                self.update(source, &text);
            }
        }
        if cleans != mistake.has_fix {
            out += if cleans {
                "a fix cleans; "
            } else {
                "no fix cleans; "
            };
        }
        if !out.is_empty() {
            out += "\n";
            for found in found
                .iter()
                .filter(|found| found.code != "fact-unread")
                .take(6)
            {
                let own = self.analysis.source(found.at.source).expect("a source");
                let place = rulebook::text::LineIndex::new(&own.text)
                    .position(&own.text, found.at.span.start());
                out += &format!(
                    "    {}:{}:{} {} `{}` {} {:?} {:?}\n",
                    own.path,
                    place.line + 1,
                    place.column + 1,
                    found.code,
                    found.at.span.of(&own.text),
                    found.message,
                    found.help,
                    found.fixes.iter().map(|fix| &fix.title).collect::<Vec<_>>()
                );
            }
        }
        self.update(source, &whole);
        out
    }
}

/// Makes the mistakes of a list.
fn run_list(name: &str, cases: Cases) {
    let path = folder().join("tests/lints/mistakes").join(name);
    let text = fs::read_to_string(&path).expect("a list");
    let all = parse(&text);
    assert!(!all.is_empty());
    let mut wrong = String::new();
    let mut count = 0;
    let mut by_ruleset: BTreeMap<&str, Vec<&Mistake>> = BTreeMap::new();
    let due = all.iter().enumerate().filter(|(at, _)| cases.contain(*at));
    for (_, mistake) in due {
        let ruleset = Path::new(&mistake.file)
            .iter()
            .next()
            .and_then(|first| first.to_str());
        by_ruleset
            .entry(ruleset.expect("a ruleset"))
            .or_default()
            .push(mistake);
    }
    for (ruleset, own) in by_ruleset {
        let mut checked = load(ruleset);
        let known: Vec<Key> = checked
            .problems()
            .iter()
            .map(|found| checked.key(found))
            .collect();
        for mistake in own {
            let why = checked.run(mistake, &known);
            if !why.is_empty() {
                count += 1;
                wrong += &format!("{}: {}= {why}\n", mistake.file, mistake.new);
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{count} of {} mistakes:\n\n{wrong}",
        all.len()
    );
}

#[test]
fn in_rulesets() {
    run_list("rulesets.txt", Cases::OneOf(10));
}

#[test]
fn in_rules_files() {
    run_list("rules-files.txt", Cases::OneOf(10));
}

#[test]
fn in_instructions() {
    run_list("instructions.txt", Cases::OneOf(10));
}

#[test]
fn in_rules_of_play() {
    run_list("rules-of-play.txt", Cases::OneOf(10));
}

#[test]
fn in_other_files() {
    run_list("other-files.txt", Cases::OneOf(10));
}

#[test]
#[ignore = "long"]
fn in_all_files_all_cases() {
    for name in [
        "rulesets.txt",
        "rules-files.txt",
        "instructions.txt",
        "rules-of-play.txt",
        "other-files.txt",
    ] {
        run_list(name, Cases::All);
    }
}
