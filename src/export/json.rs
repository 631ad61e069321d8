//! Builds the JSON of `export json`, a ruleset at one view: editions, profiles, documents, sections
//! and facts.
//! `docs/src/programs/json.md` describes the format. While `version` is 1, members may be added,
//! but not renamed or removed.

use crate::{
    analysis::{Analysis, Clause, RulesetSummary, WordingChoice},
    resolve::{RulesetDb, View},
};
use serde::Serialize;

/// A ruleset at one view as JSON: editions, profiles, documents, sections, facts, abbreviations.
#[derive(Debug, Serialize)]
pub struct RulesetExport {
    /// The version of the format: 1.
    pub version: u32,
    /// The program that wrote it: `rulebook 0.1.0`.
    pub program: &'static str,
    /// The query that it answers.
    pub query: crate::analysis::ViewDescription,
    /// The title of the ruleset.
    pub title: String,
    /// The wording: `restated`, `original` for a ruleset that restates nothing, or `printed` if
    /// printed wording takes precedence.
    pub wording: &'static str,
    /// The notice to show along with the wording.
    pub notice: String,
    /// Notices about the answer: dates that are not known to the day, wording that is not
    /// available.
    pub notices: Vec<String>,
    /// Editions, profiles and documents.
    #[serde(flatten)]
    pub catalogue: CatalogueExport,
    /// The sections in force, in printed order, including those without known wording.
    pub clauses: Vec<SectionExport>,
    /// The numbers marked in the wording.
    pub facts: Vec<FactExport>,
    /// Abbreviations with their meanings.
    pub abbreviations: std::collections::BTreeMap<String, String>,
}

/// The part of a ruleset's JSON that lists its editions, profiles and documents.
#[derive(Debug, Serialize)]
pub struct CatalogueExport {
    /// The editions, oldest first.
    pub editions: Vec<crate::analysis::EditionSummary>,
    /// The profiles.
    pub profiles: Vec<crate::analysis::ProfileSummary>,
    /// The documents, by date of publication.
    pub documents: Vec<crate::analysis::DocumentSummary>,
}

/// A section in force in a ruleset's JSON: its text as a clause, whether it is a diagram
/// (`Figure 18b`), and the id of its parent.
#[derive(Debug, Serialize)]
pub struct SectionExport {
    /// The clause as in `rulebook show --format json`.
    #[serde(flatten)]
    pub clause: Clause,
    /// Whether it is a figure.
    pub figure: bool,
    /// The id of the section that contains it.
    pub within: Option<String>,
}

/// A fact in a ruleset's JSON: a number marked in the wording, with its name, its value, and the id
/// of the block that contains it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FactExport {
    /// Its name.
    pub fact: String,
    /// Its value as written.
    pub value: String,
    /// The id of the block that contains it.
    pub block: String,
}

/// Exports the ruleset at a view. `printed` says whether printed wording is loaded and takes
/// precedence.
pub fn export_ruleset(
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    printed: bool,
) -> RulesetExport {
    db.resolve_all();
    let (mut clauses, mut facts) = (Vec::new(), Vec::new());
    for id in db.outline() {
        let (Some(section), Some(info)) = (db.section(id), db.section_info(id)) else {
            continue;
        };
        // facts are only marked in restated wording
        let restated = analysis.clause_text(db, &section, None, view, WordingChoice::Restated);
        if !restated.state.is_in_text() {
            continue;
        }
        for block in &restated.blocks {
            for mark in block.marks.iter().filter(|mark| mark.kind == "fact") {
                let (Some(fact), Some(value)) =
                    (mark.target.clone(), block.text.get(mark.start..mark.end))
                else {
                    continue;
                };
                facts.push(FactExport {
                    fact,
                    value: value.to_owned(),
                    block: block.id.clone(),
                });
            }
        }
        clauses.push(SectionExport {
            clause: analysis.clause(db, &section, None, view, WordingChoice::Both),
            figure: info.figure,
            within: info.within.map(|id| format!("{}/{id}", db.ruleset.key)),
        });
    }
    let RulesetSummary {
        title,
        editions,
        profiles,
        documents,
        ..
    } = analysis.ruleset_summary(db, view);
    let restated = db.ruleset.has_restatements();
    RulesetExport {
        version: 1,
        program: concat!("rulebook ", env!("CARGO_PKG_VERSION")),
        query: crate::analysis::ViewDescription::new(&db.ruleset, view),
        title,
        wording: match (printed, restated) {
            (true, _) => "printed",
            (false, true) => "restated",
            (false, false) => "original",
        },
        notice: notice(printed, restated),
        notices: analysis.notices(&db.ruleset, view),
        catalogue: CatalogueExport {
            editions,
            profiles,
            documents,
        },
        clauses,
        facts,
        abbreviations: db.ruleset.abbreviations.clone(),
    }
}

/// Returns the notice about the wording; empty for words of a ruleset's own.
fn notice(printed: bool, restated: bool) -> String {
    let owner = "Blocks whose wording is `printed` contain the printed words from the library of this copy's owner. They belong to their \
                 authors: this copy is for its owner alone; do not pass it on.";
    match (printed, restated) {
        (true, true) => format!("{owner} The other blocks are restated by this project, and not official."),
        (true, false) => owner.to_owned(),
        (false, true) => "Words whose wording is `restated` are restated by this project: they are not those of the rulebook, and not official.".to_owned(),
        (false, false) => String::new(),
    }
}
