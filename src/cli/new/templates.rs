//! `NewFile`, a file to write; the texts of new sheets, clarifications, checks and scenarios, which are still empty,
//! and of documents in `ruleset.toml`.

use crate::{model::PartialDate, text::slug::capitalize};

/// Returns a title made from a name: `my-game` is `My game`.
pub(super) fn title_of(name: &str) -> String {
    capitalize(&name.replace(['-', '.'], " "))
}

/// Returns a text in quotation marks, as TOML writes it.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Returns the line of `ruleset.toml` with the day from which a document counts.
pub(super) fn published_on(day: PartialDate) -> String {
    format!("published = \"{}\"", day.iso())
}

/// Returns the table that describes a document in `ruleset.toml`.
pub(super) fn document_entry(
    key: &str,
    edition: &str,
    kind: &str,
    title: Option<&str>,
    published: Option<PartialDate>,
) -> String {
    let mut out = format!("[document.\"{key}\"]\nedition = \"{edition}\"\nkind = \"{kind}\"\n");
    if let Some(title) = title {
        out += &format!("title = {}\n", quoted(title));
    }
    out += &match published.filter(|date| !date.is_undated()) {
        Some(published) => format!("{}\n", published_on(published)),
        // a sheet that is still being written changes no edition
        None if kind == "amendment" => "status = \"proposed\"\n".to_owned(),
        None => {
            "# without a day, `published = \"2020-11-01\"`, it counts on every day\n".to_owned()
        }
    };
    out
}

/// Returns a sheet without instructions.
pub(super) fn sheet(ruleset: &str, edition: &str, document: &str) -> String {
    let advice = "\
Write a level-1 heading with the id of a section, such as `# Army size {#army-size}`, and below it a level-2 heading for each
instruction of the sheet, such as `## Delete bullet 3 {n=1}`. Quote new text below its instruction with `>`.";
    empty_document(ruleset, edition, document, advice)
}

/// Returns a document of clarifications without any.
pub(super) fn clarification(ruleset: &str, edition: &str, document: &str) -> String {
    let advice = "\
Write a level-1 heading for each group of rulings with an id of its own, and below it a level-2 heading for each ruling that names the
clause, such as `## Clarify #army-size {#answers.1 n=1 relation=interprets}`. Quote the ruling below it with `>`.";
    empty_document(ruleset, edition, document, advice)
}

/// Returns the front matter of a document, and advice on what to write below it.
fn empty_document(ruleset: &str, edition: &str, document: &str, advice: &str) -> String {
    format!(
        r#"---
ruleset: {ruleset}
edition: "{edition}"
document: {document}
---

{advice}
"#
    )
}

/// Returns a check that requires nothing yet.
pub(super) fn check(ruleset: &str, edition: &str, name: &str, each: &str) -> String {
    let title = title_of(name);
    format!(
        r#"---
ruleset: {ruleset}
---

# {title}

Say here what the rules require, and what a player can do about it.

```rule
each {each}
require true
say "write here what is wrong"
```

## Passes

```scenario
---
ruleset: {ruleset}
edition: "{edition}"
---
```

```findings
```
"#
    )
}

/// Returns a scenario without records.
pub(super) fn scenario(ruleset: &str, edition: &str) -> String {
    format!("---\nruleset: {ruleset}\nedition: \"{edition}\"\n---\n\n")
}
