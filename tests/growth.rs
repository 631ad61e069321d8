//! Every reader takes time in proportion to its input.
//!
//! Each input of [`INPUTS`] is read at one size and at four times that size. A linear reader takes four times
//! as long, a quadratic one sixteen times; more than [`LIMIT`] fails. The time of an empty input is subtracted,
//! the best of several runs counts, and what takes less than [`NOISE`] at the larger size passes.
//!
//! `GROWTH=word cargo test growth` runs the pairs of reader and input whose name has that word, and shows all
//! figures.

mod clock;
mod inputs;
mod server;

use crate::{
    lsp::client::TODAY,
    support::{cases::Cases, shell},
};
use camino::{Utf8Path, Utf8PathBuf};
use clock::processor_time;
use inputs::{Generator, INPUTS, Kind};
use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin, WordingChoice},
    diagnostic::{self, RenderSource, RenderStyle},
    disk,
    import::{self, KnownRulesets},
    lint,
    resolve::View,
    scenario::{self, CheckOptions, ScenarioChecker, ScenarioDocument},
    search, syntax,
    text::{LineIndex, SourceId},
};
use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    hint::black_box,
    sync::{Arc, LazyLock},
    time::Duration,
};

/// The larger size of an input, in bytes; with `GROWTH` four times that.
const BYTES: usize = 8 << 10;

/// The readers that run only with `GROWTH`: whole commands and sessions, each of which loads all rules.
const SLOW: &[&str] = &[
    "check",
    "show",
    "page",
    "show json",
    "log",
    "blame",
    "diff",
    "changes",
    "graph",
    "search",
    "export",
    "server",
    "check command",
    "sum command",
    "find a query",
    "draft",
];

/// How many times as long a reader may take for four times the input.
const LIMIT: f64 = 8.0;

/// Times below this are not compared.
const NOISE: Duration = Duration::from_millis(100);

/// Reads a text of some kind.
type Read = fn(Kind, &str);

/// The readers, each with the kinds of text that it reads.
const READERS: &[(&str, &[Kind], Read)] = &[
    (
        "parse",
        &[Kind::Base, Kind::Amendments, Kind::Front],
        |kind, text| {
            for (name, text) in rules_files(kind, text) {
                black_box(syntax::parse(SourceId(0), &name, &text));
            }
        },
    ),
    (
        "format",
        &[Kind::Base, Kind::Amendments, Kind::Front],
        |kind, text| {
            for (name, text) in rules_files(kind, text) {
                black_box(syntax::format(&text, &name));
            }
        },
    ),
    (
        "load",
        &[
            Kind::Base,
            Kind::Amendments,
            Kind::Front,
            Kind::Subjects,
            Kind::Ruleset,
            Kind::Thesaurus,
        ],
        |kind, text| {
            black_box(analysis(kind, text));
        },
    ),
    (
        "lint",
        &[
            Kind::Base,
            Kind::Amendments,
            Kind::Front,
            Kind::Subjects,
            Kind::Ruleset,
        ],
        |kind, text| render_problems(&analysis(kind, text)),
    ),
    (
        "check",
        &[
            Kind::Base,
            Kind::Amendments,
            Kind::Front,
            Kind::Subjects,
            Kind::Ruleset,
            Kind::Thesaurus,
            Kind::Check,
            Kind::Vocabulary,
        ],
        |kind, text| run(kind, text, "check ."),
    ),
    ("show", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "show rafts")
    }),
    (
        "show json",
        &[Kind::Base, Kind::Amendments],
        |kind, text| run(kind, text, "show rafts --format json"),
    ),
    ("page", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "show page 3")
    }),
    ("log", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "log rafts")
    }),
    ("blame", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "blame rafts")
    }),
    ("diff", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "diff rafts 1 2")
    }),
    ("changes", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "changes 1 2")
    }),
    ("graph", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "graph")
    }),
    (
        "search",
        &[
            Kind::Base,
            Kind::Amendments,
            Kind::Thesaurus,
            Kind::Subjects,
        ],
        |kind, text| run(kind, text, "search boats"),
    ),
    ("export", &[Kind::Base, Kind::Amendments], |kind, text| {
        run(kind, text, "export json --ruleset river");
        run(kind, text, "export html --ruleset river");
    }),
    (
        "server",
        &[
            Kind::Base,
            Kind::Amendments,
            Kind::Front,
            Kind::Scenario,
            Kind::Check,
            Kind::Vocabulary,
        ],
        server::serve,
    ),
    ("parse a scenario", &[Kind::Scenario], |_, text| {
        let rules = SHIPPED.1.rules("dbm").expect("rules of play");
        black_box(scenario::parse(
            SourceId(0),
            &scenario_file(text),
            &rules.vocabulary,
        ));
    }),
    ("format a scenario", &[Kind::Scenario], |_, text| {
        let rules = SHIPPED.1.rules("dbm").expect("rules of play");
        black_box(scenario::format(&scenario_file(text), &rules.vocabulary));
    }),
    ("check a scenario", &[Kind::Scenario], |_, text| {
        let (analysis, checker) = &*SHIPPED;
        let text: Arc<str> = scenario_file(text).into();
        let document = ScenarioDocument::new(analysis, checker, SourceId(u32::MAX), &text, today());
        black_box((
            document.diagnostics(analysis),
            document.words(),
            document.sum_results(),
        ));
    }),
    ("migrate", &[Kind::Scenario], |_, text| {
        let (analysis, checker) = &*SHIPPED;
        let options = CheckOptions {
            request: Default::default(),
            today: today(),
        };
        let text = scenario_file(text);
        let _ = black_box(checker.migrate(analysis, SourceId(u32::MAX), &text, "3.2", &options));
    }),
    ("check command", &[Kind::Scenario], |kind, text| {
        run(kind, text, "check a.scenario.md")
    }),
    ("sum command", &[Kind::Scenario], |kind, text| {
        run(kind, text, "sum a.scenario.md")
    }),
    ("parse a query", &[Kind::Query], |_, text| {
        black_box(search::query::parse(text));
    }),
    ("find a query", &[Kind::Query], |kind, text| {
        run_with(kind, text, &["search", text])
    }),
    ("show a query", &[Kind::Query], |kind, text| {
        run_with(kind, text, &["show", text])
    }),
    ("parse a sheet", &[Kind::Sheet], |_, text| {
        let sheets = import::parse_sheets(text, &KNOWN);
        black_box((sheets.explain(text), sheets.coverage(text)));
    }),
    ("import", &[Kind::Sheet], |kind, text| {
        run(kind, text, "import sheet.md --force")
    }),
    ("draft", &[Kind::Sheet], |kind, text| {
        run(kind, text, "import sheet.md --draft draft.amend.md")
    }),
];

/// Inputs that make units by the thousand, by their names.
const MANY_UNITS: &[&str] = &[
    "paragraphs",
    "labels",
    "one long line of sentences",
    "long table",
];

/// Shows the section with `text`, and its page with the places of its units in print.
fn show_clause(kind: Kind, text: &str) {
    let analysis = analysis(kind, text);
    let db = analysis.ruleset_db("river").expect("the ruleset");
    let view = View {
        edition: db.ruleset.newest_edition_on(today()),
        as_of: today(),
        profile: db.ruleset.default_profile().into(),
    };
    let section = db.section("rafts").expect("the section");
    let choice = WordingChoice::Both;
    black_box((
        analysis.clause_view(db, &section, None, &view, choice),
        analysis.page_errata(db, "3", &view, choice),
    ));
}

/// The shipped rules with their rules of play.
static SHIPPED: LazyLock<(Analysis, ScenarioChecker)> = LazyLock::new(|| {
    let analysis = Analysis::new(disk::shipped_sources());
    let checker = ScenarioChecker::new(&analysis);
    (analysis, checker)
});

static KNOWN: LazyLock<KnownRulesets> = LazyLock::new(|| KnownRulesets::from_analysis(&SHIPPED.0));

fn today() -> jiff::civil::Date {
    TODAY.parse().expect("a day")
}

fn scenario_file(text: &str) -> String {
    format!("---\nruleset: dbm\nedition: \"3.4\"\n---\n\n{text}")
}

/// Returns the name and the text of the files of a small ruleset with `text` in it.
fn rules_files(kind: Kind, text: &str) -> Vec<(String, String)> {
    let part = |own: Kind| if own == kind { text } else { "" };
    let document = |key: &str, edition: &str, keys: &str| {
        format!("---\nruleset: river\ndocument: {key}\nedition: \"{edition}\"\n{keys}---\n\n")
    };
    let mut files = vec![
        (
            "base.rules.md".to_owned(),
            format!(
                "{}# Rafts {{#rafts page=3}}\n\n{}\n\n# Rest {{#rest page=4}}\n\n> A raft pays 6 coins.\n>\n> | boat | S |\n> |---|---|\n> | Raft | 2 |\n",
                document("river-1", "1", part(Kind::Front)),
                match kind {
                    Kind::Base if !text.is_empty() => text.to_owned(),
                    // units to instruct
                    Kind::Amendments => "> A raft is slow.\n>\n".repeat(100),
                    _ => "> A raft is slow.".to_owned(),
                }
            ),
        ),
        (
            "2.amend.md".to_owned(),
            format!(
                "{}# Rafts {{#rafts page=3}}\n\n{}\n",
                document("river-2", "2", ""),
                part(Kind::Amendments)
            ),
        ),
        (
            "3.amend.md".to_owned(),
            format!(
                "{}# Rafts {{#rafts page=3}}\n\n## Add paragraph at the end {{n=1}}\n\n> A raft is wet.\n",
                document("river-3", "3", "")
            ),
        ),
    ];
    if kind == Kind::Subjects {
        files.push(("own.index.md".to_owned(), text.to_owned()));
    }
    files
}

/// Returns the ruleset of [`rules_files`].
fn ruleset_file(kind: Kind, text: &str) -> String {
    let own = if kind == Kind::Ruleset { text } else { "" };
    format!(
        "title = \"Rivers\"\neditions = [{{ id = \"1\", date = \"2001\" }}, {{ id = \"2\", amends = \"1\" }}, {{ id = \"3\", amends = \"2\" }}]\n\n[document.river-1]\nedition = \"1\"\nkind = \"base\"\npublished = \"2001\"\n\n[document.river-2]\nedition = \"2\"\npublished = 2003-02-01\n\n[document.river-3]\nedition = \"3\"\npublished = 2005-02-01\n\n[profile.official]\ndefault = true\n\n{own}"
    )
}

/// Returns all files of a folder with `text`, by their paths.
fn project(kind: Kind, text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = rules_files(kind, text)
        .into_iter()
        .map(|(name, text)| (format!("rules/river/{name}"), text))
        .collect();
    files.push((
        "rules/river/ruleset.toml".to_owned(),
        ruleset_file(kind, text),
    ));
    let sheet = "[document.river-2]\nopens = [\"Rivers 2\"]\n";
    files.push(("rules/river/import.toml".to_owned(), sheet.to_owned()));
    files.push(match kind {
        Kind::Scenario => ("a.scenario.md".to_owned(), scenario_file(text)),
        Kind::Sheet => ("sheet.md".to_owned(), format!("RIVERS 2\n\n{text}")),
        Kind::Vocabulary => (
            "rules/river/scenario.toml".to_owned(),
            format!("title = \"Plans\"\n\n{text}"),
        ),
        Kind::Thesaurus => ("rules/thesaurus.toml".to_owned(), text.to_owned()),
        Kind::Check => (
            "rules/river/checks/a.check.md".to_owned(),
            format!("---\nruleset: river\nclause: rafts\n---\n\n# A\n\n{text}"),
        ),
        _ => return files,
    });
    if kind == Kind::Check {
        let vocabulary = "title = \"Plans\"\n\n[kind.scenario]\nlines = []\n\n[kind.side]\nplural = \"sides\"\n\n[kind.side.headings]\n\"\" = [\"invader\"]\n\n[kind.side.property]\ntotal = { number = \"\" }\n";
        files.push((
            "rules/river/scenario.toml".to_owned(),
            vocabulary.to_owned(),
        ));
    }
    files
}

/// Loads a ruleset with `text`, without the shipped ones.
fn analysis(kind: Kind, text: &str) -> Analysis {
    Analysis::new(project(kind, text).into_iter().filter_map(|(path, text)| {
        let path = Utf8PathBuf::from(path.strip_prefix("rules/")?);
        let name = path.file_name()?.to_owned();
        Some(Source {
            kind: SourceKind::from_file_name(&name)?,
            ruleset: if path.starts_with("river") {
                "river"
            } else {
                ""
            }
            .to_owned(),
            origin: SourceOrigin::Folder,
            text: text.into(),
            path,
            name,
        })
    }))
}

/// Renders all problems of an analysis.
fn render_problems(analysis: &Analysis) {
    let problems = lint::check(analysis);
    let sources = analysis.sources().iter();
    let lines: Vec<LineIndex> = sources.map(|source| LineIndex::new(&source.text)).collect();
    let source = |id: SourceId| {
        let own = analysis.source(id)?;
        Some(RenderSource {
            path: own.path.as_str(),
            text: &own.text,
            lines: &lines[id.0 as usize],
        })
    };
    for problem in &problems {
        black_box(diagnostic::render(problem, &source, RenderStyle::default()));
    }
}

/// Calls `test` in a folder with `text`.
fn with_project<T>(kind: Kind, text: &str, test: impl FnOnce(&Utf8Path) -> T) -> T {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().canonicalize().expect("a path");
    let folder = Utf8Path::from_path(&folder).expect("a path in UTF-8");
    // the search for a workspace ends here
    fs::create_dir(folder.join(".git")).expect("a new folder");
    for (path, text) in project(kind, text) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }
    test(folder)
}

/// Runs a command line in a folder with `text`.
fn run(kind: Kind, text: &str, command: &str) {
    let words: Vec<&str> = command.split(' ').collect();
    run_with(kind, text, &words);
}

fn run_with(kind: Kind, text: &str, words: &[&str]) {
    let text = if kind == Kind::Query { "" } else { text };
    with_project(kind, text, |folder| {
        let words = std::iter::once("rulebook").chain(words.iter().copied());
        let outcome = shell::run_words(
            words.map(str::to_owned).collect(),
            BTreeMap::new(),
            folder,
            &[],
        );
        assert!(outcome.code <= 2, "{}", outcome.stderr);
    });
}

/// Returns the times for an input of a quarter of `bytes` and of `bytes` (less for a slow reader), each less
/// that of an empty one.
fn measure(
    kind: Kind,
    read: Read,
    generate: Generator,
    mut bytes: usize,
    empty: Duration,
) -> (usize, Duration, Duration) {
    let time = |text: &str| processor_time(|| read(kind, text));
    let mut small = time(&generate(bytes / 16)).saturating_sub(empty);
    let mut large = time(&generate(bytes / 4)).saturating_sub(empty);
    if large > Duration::from_secs(1) {
        bytes /= 4;
    } else {
        (small, large) = (large, time(&generate(bytes)).saturating_sub(empty));
    }
    for _ in 0..4 {
        if large < NOISE || ratio(small, large) <= LIMIT {
            break;
        }
        small = small.max(time(&generate(bytes / 4)).saturating_sub(empty));
        if large < Duration::from_secs(1) {
            large = large.min(time(&generate(bytes)).saturating_sub(empty));
        }
    }
    (bytes, small, large)
}

#[test]
fn a_section_of_thousands_of_units_is_shown_in_time_proportional_to_its_size() {
    let empty = processor_time(|| show_clause(Kind::Base, ""));
    let is_long = |(kind, name, _): &&(Kind, &str, Generator)| {
        *kind == Kind::Base && MANY_UNITS.contains(name)
    };
    let mut inputs = 0;
    for (kind, name, generate) in INPUTS.iter().filter(is_long) {
        let (bytes, small, large) = measure(*kind, show_clause, *generate, 8 * BYTES, empty);
        assert!(
            large < NOISE || ratio(small, large) <= LIMIT,
            "{name}: {small:?} for {} bytes, {large:?} for {bytes}",
            bytes / 4
        );
        inputs += 1;
    }
    assert_eq!(inputs, MANY_UNITS.len());
}

/// Lists of troops without front matter, by their names.
const LISTS: &[(&str, Generator)] = &[
    ("lines", |bytes| "8 Wb(O)\n".repeat(bytes / 8)),
    ("one long line", |bytes| "8 Wb(O) ".repeat(bytes / 8)),
    ("lines without a grade", |bytes| "8 Wb\n".repeat(bytes / 5)),
    ("cells side by side", |bytes| {
        "one foo      two bar\n".repeat(bytes / 21)
    }),
    ("one long line of cells", |bytes| "foo   ".repeat(bytes / 6)),
    ("capitals set apart", |bytes| "A B C D ".repeat(bytes / 8)),
    ("quotations that do not end", |bytes| {
        "[quote".repeat(bytes / 6)
    }),
];

#[test]
fn the_edition_of_a_list_is_found_in_time_proportional_to_its_size() {
    let read: Read = |_, text| {
        let (analysis, checker) = &*SHIPPED;
        let text: Arc<str> = text.into();
        black_box(ScenarioDocument::new(
            analysis,
            checker,
            SourceId(u32::MAX),
            &text,
            today(),
        ));
    };
    let numbers: Generator = |bytes| "1.1 ".repeat(bytes / 4);
    let time = || processor_time(|| read(Kind::Scenario, ""));
    let empty = time().min(time());
    let (bytes, small, large) = measure(Kind::Scenario, read, numbers, 8 * BYTES, empty);
    assert!(
        large < NOISE || ratio(small, large) <= LIMIT,
        "{small:?} for {} bytes, {large:?} for {bytes}",
        bytes / 4
    );
}

#[test]
fn a_list_without_front_matter_is_read_in_time_proportional_to_its_size() {
    let read: Read = |_, text| {
        let rules = SHIPPED.1.rules("dbm").expect("rules of play");
        black_box(scenario::parse(SourceId(0), text, &rules.vocabulary));
    };
    let time = || processor_time(|| read(Kind::Scenario, ""));
    let empty = time().min(time());
    for (name, generate) in LISTS {
        let (bytes, small, large) = measure(Kind::Scenario, read, *generate, 8 * BYTES, empty);
        assert!(
            large < NOISE || ratio(small, large) <= LIMIT,
            "{name}: {small:?} for {} bytes, {large:?} for {bytes}",
            bytes / 4
        );
    }
}

fn ratio(small: Duration, large: Duration) -> f64 {
    large.as_secs_f64() / small.as_secs_f64().max(0.001)
}

#[test]
fn every_reader_takes_time_in_proportion_to_its_input() {
    measure_growth(Cases::OneOf(48));
}

#[test]
#[ignore = "long"]
fn every_reader_takes_time_in_proportion_to_its_input_all_cases() {
    measure_growth(Cases::All);
}

fn measure_growth(cases: Cases) {
    let only = std::env::var("GROWTH").ok();
    let bytes = if only.is_some() { 4 * BYTES } else { BYTES };
    let mut figures = String::new();
    let mut failed = 0;
    let mut empty: BTreeMap<(&str, Kind), Duration> = BTreeMap::new();
    for (reader, kinds, read) in READERS {
        for (case, (kind, input, generate)) in INPUTS.iter().enumerate() {
            let name = format!("{reader}: {kind:?}, {input}");
            let is_wanted = match &only {
                Some(only) => name.contains(only),
                None => !SLOW.contains(reader) && cases.contain(case),
            };
            if !is_wanted || !kinds.contains(kind) {
                continue;
            }
            let empty = *empty.entry((reader, *kind)).or_insert_with(|| {
                let time = || processor_time(|| read(*kind, ""));
                time().min(time())
            });
            server::SPENT.lock().expect("times").clear();
            let (bytes, small, large) = measure(*kind, *read, *generate, bytes, empty);
            let bad = large >= NOISE && ratio(small, large) > LIMIT;
            failed += usize::from(bad);
            if bad || only.is_some() {
                let _ = writeln!(
                    figures,
                    "{} {name}: {small:.1?} for {} bytes, {large:.1?} for {bytes} ({:.1} times)",
                    if bad { "!" } else { " " },
                    bytes / 4,
                    ratio(small, large),
                );
                let mut spent = server::SPENT.lock().expect("times").clone();
                spent.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
                for (method, time) in spent.iter().take(4) {
                    let _ = writeln!(figures, "      {method} {time:.1?}");
                }
            }
        }
    }
    assert!(
        failed == 0 && only.is_none(),
        "{failed} grow too fast:\n{figures}"
    );
}
