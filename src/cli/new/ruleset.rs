//! Returns the files of a new ruleset: settings, base, sheet, vocabulary, check and scenario.

use super::{target_ruleset::NewFile, templates};
use camino::Utf8Path;

/// What `rulebook new ruleset` writes into the files: the key and title of the ruleset, and the
/// names of its first two editions.
pub(super) struct RulesetPlan {
    pub(super) name: String,
    pub(super) title: String,
    /// The first edition.
    pub(super) first: String,
    /// The edition that the first sheet makes.
    pub(super) next: String,
}

/// Returns the files of a ruleset with one clause, sheet, check and scenario.
pub(super) fn ruleset_files(folder: &Utf8Path, plan: &RulesetPlan) -> Vec<NewFile> {
    let file = |(name, text): (&str, String)| NewFile::new(folder.join(name), text);
    let sheet = format!("{}.amend.md", plan.next);
    let [toml, base, amendments] = rules(plan);
    let [vocabulary, check, scenario] = play(plan);
    let files = [
        ("ruleset.toml", toml),
        ("base.rules.md", base),
        (&sheet, amendments),
        ("scenario.toml", vocabulary),
        ("checks/army-size.check.md", check),
        ("examples/reds.scenario.md", scenario),
    ];
    files.map(file).into()
}

/// Returns `ruleset.toml`, the base text and the first sheet.
fn rules(plan: &RulesetPlan) -> [String; 3] {
    let RulesetPlan {
        name, first, next, ..
    } = plan;
    let quoted = templates::quoted(&plan.title);
    [
        format!(
            r#"title = {quoted}
editions = [
  {{ id = "{first}" }},
  {{ id = "{next}", amends = "{first}" }},
]

# Each document is a file that names it in its front matter. `published` is the day from which it counts.
[document."{name}-{first}"]
edition = "{first}"
kind = "base"

[document."{name}-{next}"]
edition = "{next}"
kind = "amendment"
"#
        ),
        format!(
            r#"---
ruleset: {name}
edition: "{first}"
document: {name}-{first}
---

What follows `>` is rules text, one sentence on each line. Everything else, such as this line, is commentary.

# Army size {{#army-size page=1}}

> An army has at most [12](fact:army-size.most) units.
> One of them is the general.
"#
        ),
        format!(
            r#"---
ruleset: {name}
edition: "{next}"
document: {name}-{next}
---

Each level-1 heading is a place in the rules, and each level-2 heading an instruction of the sheet with its number.

# Army size {{#army-size page=1}}

## Replace "12" with "14" in paragraph 1, sentence 1 {{n=1}}
"#
        ),
    ]
}

/// Returns the vocabulary of army lists, a check and a scenario.
fn play(plan: &RulesetPlan) -> [String; 3] {
    let RulesetPlan { name, next, .. } = plan;
    let title = templates::quoted(&format!("{} armies", plan.title));
    [
        format!(
            r#"# How army lists and battle plans are written: the kinds of record, and what can be said of each.
title = {title}

[kind.side]
plural = "sides"
headings = {{ "" = ["army"] }}
lines = ["unit"]

[kind.unit]
plural = "units"
count = "count"
needs = {{ type = "which unit is this?" }}

[kind.unit.property]
count = {{ number = "", least = 1, most = 99 }}
type = {{ words = "unit" }}
general = {{ flag = ["general"] }}

[words.unit]
Foot = ["foot"]
Horse = ["horse"]
"#
        ),
        format!(
            r#"---
ruleset: {name}
clause: army-size
---

# Too many units

An army has no more units than the rules allow. Leave some out.

```rule
each side
let have = sum(units, count)
require have <= fact(army-size.most)
say "{{name}} has {{have}} units, and {{fact(army-size.most)}} are allowed"
```

## Finds

```scenario
---
ruleset: {name}
edition: "{next}"
---

# Army: Reds

- 1 Horse, general
- 14 Foot
```

```findings
6:3 Reds has 15 units, and 14 are allowed
```

## Passes

```scenario
---
ruleset: {name}
edition: "{next}"
---

# Army: Reds

- 1 Horse, general
- 13 Foot
```

```findings
```
"#
        ),
        format!(
            r#"---
ruleset: {name}
edition: "{next}"
---

# Army: Reds

- 1 Horse, general
- 9 Foot
"#
        ),
    ]
}
