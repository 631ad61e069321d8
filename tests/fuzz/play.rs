//! Scenarios, rules of play, and the settings of a ruleset in TOML.

use super::input::{self, Inputs, Texts};
use crate::play::{
    SHIPPED, TODAY,
    total::{list, messages},
};
use rulebook::{
    analysis::{Analysis, Request, Source, SourceKind},
    diagnostic::Diagnostic,
    import::{self, KnownRulesets},
    model::Ruleset,
    scenario::{self, CheckOptions, PlayRules, ScenarioChecker, Vocabulary, find_references},
    search::Lexicon,
    text::SourceId,
};
use std::sync::{Arc, LazyLock};

const SCENARIO: SourceId = SourceId(u32::MAX);

/// Lines as people write them, and worse.
const LINES: &[&str] = &[
    "- ",
    "8 ",
    "20 ",
    "Irr ",
    "Reg ",
    "Wb",
    "Kn",
    "(S)",
    "(O)",
    " (X",
    ")",
    "/",
    "+",
    " AP",
    "@",
    "½",
    "C-in-C",
    "# ",
    "## ",
    "Invader",
    "Command 1",
    ": ",
    ", ",
    "\n",
    "\n\n",
    "baggage",
    "at 0,0 to 5,5",
    "dice 5",
    "## Terrain\n",
    "- Rv ",
    "<!-- ",
    " -->",
    "```\n",
    "> ",
    "\t",
    "１２",
    "\0",
    "é",
    "\r\n",
    "\"",
    "---\n",
    "Ps(S)",
    "Art(O)",
    " @5",
    "points: 400\n",
    "edition: \"3.1\"\n",
    "list: 1/1\n",
    "<!-- allow dbm/baggage: why -->\n",
    "<!-- migrate x -->\n",
    "  - ",
    "* ",
    "sub-general",
    "| 4 Kn | (S) |\n",
];

pub(super) fn scenarios(mut real: Vec<String>) -> Inputs {
    real.extend(input::files("rules", &[".scenario.md"]));
    real.push(list("- 8 Irr Wb(S) @5"));
    let (texts, lines) = (
        Texts::new(real, LINES),
        Texts::new(vec![String::new()], LINES),
    );
    Box::new(move |rng| match rng.u8(..3) {
        0 => list(&lines.make(rng)),
        _ => texts.make(rng),
    })
}

/// Checks that the lines of a scenario are read, and that their places lie in it.
pub(super) fn check_scenario_lines(text: &str) {
    let vocabulary = &SHIPPED.1.rules("dbm").expect("rules of play").vocabulary;
    let scenario = scenario::parse(SCENARIO, text, vocabulary);
    spans(text, &scenario.diagnostics);
    scenario::context_at_end(text, vocabulary);
}

fn options() -> CheckOptions {
    CheckOptions {
        request: Request::default(),
        today: TODAY,
    }
}

/// Checks that a scenario is checked, added up, formatted and migrated, each with one result.
pub(super) fn check_scenario(text: &str) {
    let (analysis, checker) = &*SHIPPED;
    let found = messages(text);
    if let Ok(bound) = checker.bind(analysis, SCENARIO, text, &options()) {
        serde_json::to_string(&bound.sums()).expect("sums as JSON");
        let vocabulary = &bound.rules.vocabulary;
        let once = scenario::format(text, vocabulary);
        assert_eq!(scenario::format(&once, vocabulary), once, "formatted again");
        assert_eq!(messages(&once), found, "formatted as {once:?}");
    }
    let migrate = |text: &str| checker.migrate(analysis, SCENARIO, text, "3.4", &options());
    if let Ok(first) = migrate(text) {
        let again = migrate(&first.text).expect("a scenario that was migrated");
        assert_eq!(again.text, first.text, "migrated again");
    }
}

/// Pieces of rules of play.
const RULES: &[&str] = &[
    "```rule\n",
    "\n```\n",
    "```example\n",
    "```\n",
    "# A check\n\n",
    "each ",
    "each side\n",
    "each command\n",
    "each troop\n",
    "let x = ",
    "when ",
    "require ",
    "at ",
    "say \"",
    "{x}",
    "\"\n",
    "fix \"six\" set count = ",
    "gives ap = ",
    "unit \"AP\"\n",
    "column \"each\"\n",
    "total sum ap * count as \"AP\"\n",
    "migrate ",
    "note ",
    "warning ",
    "from edition 3.1\n",
    "fact(",
    "cell(",
    "sum(",
    "count(",
    "max(",
    "min(",
    "any ",
    "every ",
    "where ",
    "type = Wb",
    "troops ",
    " and ",
    " or ",
    "not ",
    "(",
    ")",
    ")))))",
    "((((((((",
    "-",
    "- - - -",
    " + ",
    " * ",
    " / 0",
    " % ",
    " = ",
    " != ",
    " < ",
    "1",
    "0.5",
    "999999999999",
    "½",
    "true",
    "none",
    ".",
    ",",
    "of ",
    "in ",
    "side",
    "command",
    "general",
    "ap",
    "\n",
    "\n\n",
    "x",
    "x.x.x",
    "if ",
    "then ",
    "else ",
    "x = x",
];

pub(super) fn rules(mut real: Vec<String>) -> Inputs {
    real.extend(input::files("rules", &[".check.md"]));
    Texts::new(real, RULES).boxed()
}

/// The rules for De Bellis Multitudinis with a single rule of play, the rules of play and the source
/// of that one.
static ONE_RULE: LazyLock<(Analysis, ScenarioChecker, SourceId)> = LazyLock::new(|| {
    let mut sources: Vec<Source> = SHIPPED
        .0
        .sources()
        .iter()
        .filter(|source| source.ruleset == "dbm")
        .cloned()
        .collect();
    let first = sources
        .iter()
        .position(|source| source.kind == SourceKind::Check)
        .expect("a rule");
    let one = sources[first].clone();
    sources.retain(|source| source.kind != SourceKind::Check);
    let own = SourceId(sources.len() as u32);
    sources.push(one);
    let analysis = Analysis::new(sources);
    let checker = ScenarioChecker::new(&analysis);
    (analysis, checker, own)
});

/// Checks that the statements of a rule of play are read.
pub(super) fn check_rule_notation(text: &str) {
    for (_, name) in find_references(text) {
        let span = name.span;
        assert!(text.get(span.start()..span.end()).is_some(), "{span:?}");
    }
    let vocabulary = Vocabulary::default();
    let rules = PlayRules::parse("dbm", vocabulary, [(SourceId(0), "x.check.md", text)]);
    spans(text, &rules.diagnostics);
}

/// Checks that a rule of play is parsed, and can be applied to a scenario.
pub(super) fn check_rule(text: &str) {
    static REAL: LazyLock<Vec<String>> =
        LazyLock::new(|| input::files("rules/dbm", &[".scenario.md"]));
    let (analysis, checker, own) = &*ONE_RULE;
    let (mut analysis, mut checker) = (analysis.clone(), checker.clone());
    analysis.update_source(*own, text.into());
    checker.update(&analysis, *own);
    let found = checker.check_source(&analysis, *own, &options());
    spans(text, &found);
    find_references(text);
    for scenario in REAL.iter() {
        if let Ok(bound) = checker.bind(&analysis, SCENARIO, scenario, &options()) {
            let found = bound.diagnostics(&analysis);
            spans(
                scenario,
                found.iter().filter(|found| found.at.source == SCENARIO),
            );
            serde_json::to_string(&bound.sums()).expect("sums as JSON");
        }
    }
}

/// Checks that diagnostics are about places in the text.
fn spans<'d>(text: &str, found: impl IntoIterator<Item = &'d Diagnostic>) {
    for found in found {
        let span = found.at.span;
        assert!(text.get(span.start()..span.end()).is_some(), "{found:?}");
    }
}

/// Pieces of the settings of rulesets.
const SETTINGS: &[&str] = &[
    "title = \"x\"\n",
    "editions = [{ id = \"1\", date = \"1999\" }, { id = \"2\", amends = \"1\" }]\n",
    "amends = \"2\"",
    "default = true\n",
    "[document.x-1]\n",
    "edition = \"1\"\n",
    "kind = \"base\"\n",
    "published = 1999-01-01\n",
    "published = \"2005\"\n",
    "[profile.x]\n",
    "layers = [",
    "[kind.side]\n",
    "[kind.troop.property]\n",
    "count = { number = \"\", least = 1, most = 9 }\n",
    "least = 9, most = 1",
    "words = \"troop\"",
    "headings = { \"\" = [\"army\"] }\n",
    "lines = [\"troop\"]\n",
    "second = { after = [\"/\"] }\n",
    "[words.troop]\n",
    "Kn = [\"kn\"]\n",
    "keys = [\"@\"]",
    "flag = [",
    "place = true",
    "[section.x]\n",
    "[places]\n",
    "furniture = [\"Page …\"]\n",
    "verbs = { scrap = \"delete\" }\n",
    "units = { blob = \"bullet\" }\n",
    "knights = [\"kn\", \"horse\"]\n",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    "\"",
    "\"\"\"",
    "'",
    "#",
    ",",
    "\n",
    "x",
    "x.y = 1\n",
    "-1",
    "1e9",
    "inf",
    "nan",
    "9999-99-99",
    "true",
];

pub(super) fn settings(mut real: Vec<String>) -> Inputs {
    real.extend(input::files("rules", &[".toml"]));
    Texts::new(real, SETTINGS).boxed()
}

/// Checks that a file of settings is read as any of their kinds, and what it gives can be used.
pub(super) fn check_settings(text: &str) {
    let (ruleset, found) = Ruleset::parse("x", SourceId(0), text);
    spans(text, &found);
    for edition in ruleset.editions.iter().map(|edition| edition.id.as_str()) {
        let edition = ruleset.edition(edition).expect("its own edition");
        assert!(ruleset.amendment_chain(edition).contains(&edition));
        ruleset.newest_edition_on(TODAY);
    }
    let vocabulary = Vocabulary::parse(SourceId(0), text);
    spans(text, &vocabulary.diagnostics);
    let scenario = "# Army: x\n\n- 8 Irr Wb(S)/Kn, @5: y\n";
    let once = scenario::format(scenario, &vocabulary);
    assert_eq!(scenario::format(&once, &vocabulary), once);
    Lexicon::default().read(text);
    let source = |name: &str, ruleset: &str| Source {
        path: name.into(),
        name: name.to_owned(),
        ruleset: ruleset.to_owned(),
        kind: SourceKind::from_file_name(name).expect("settings"),
        origin: rulebook::analysis::SourceOrigin::Folder,
        text: Arc::from(text),
    };
    let names = ["ruleset.toml", "import.toml", "scenario.toml"];
    let analysis = Analysis::new(
        names
            .map(|name| source(name, "x"))
            .into_iter()
            .chain([source("import.toml", "")]),
    );
    ScenarioChecker::new(&analysis).check_all(&analysis, &options(), |_| true);
    let sheet = "## Tolls Page 12\n\nPage 13\n\nPara 6. 2nd sentence. Scrap \"a\".\n";
    import::parse_sheets(sheet, &KnownRulesets::from_analysis(&analysis));
}
