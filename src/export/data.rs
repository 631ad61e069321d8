//! A whole ruleset at one edition as data, for other programs. `grammar/json.md` describes it; members may be added, none is renamed or
//! removed while `version` is 1.

use crate::{
    analysis::{Analysis, Catalogue, Clause, ClauseState, WordingChoice},
    resolve::{RulesetDb, View},
};
use serde::Serialize;

/// A ruleset at one edition.
#[derive(Debug, Serialize)]
pub struct Whole {
    /// The version of this shape: 1.
    pub version: u32,
    /// The program that wrote it: `rulebook 0.1.0`.
    pub program: &'static str,
    /// The question that it answers.
    pub query: crate::analysis::Query,
    /// The title of the ruleset.
    pub title: String,
    /// Whose words stand in it: `restated`, or `printed` where the library's printed words lead.
    pub wording: &'static str,
    /// What everyone has to be told who is shown these words.
    pub notice: &'static str,
    /// What must be said along with the answer: dates that are not known to the day, wordings that are not held.
    pub notices: Vec<String>,
    /// Editions, profiles and documents.
    #[serde(flatten)]
    pub catalogue: Outline,
    /// The sections in force, in printed order; those of which nothing is held among them.
    pub clauses: Vec<Section>,
    /// The numbers marked in the wording.
    pub facts: Vec<Fact>,
    /// Abbreviations with what they stand for.
    pub abbreviations: std::collections::BTreeMap<String, String>,
}

/// What can be asked of the ruleset.
#[derive(Debug, Serialize)]
pub struct Outline {
    /// The editions, the oldest first.
    pub editions: Vec<crate::analysis::EditionLine>,
    /// The profiles.
    pub profiles: Vec<crate::analysis::ProfileLine>,
    /// The documents, in the order of their publication.
    pub documents: Vec<crate::analysis::Volume>,
}

/// A section.
#[derive(Debug, Serialize)]
pub struct Section {
    /// As `rulebook show --format json` gives it.
    #[serde(flatten)]
    pub clause: Clause,
    /// Whether it is a figure.
    pub figure: bool,
    /// The section that it is part of.
    pub within: Option<String>,
}

/// A number marked in the wording.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Its name.
    pub fact: String,
    /// Its value, as it reads.
    pub value: String,
    /// The block in which it stands.
    pub block: String,
}

/// The ruleset at a view. `printed`: whether printed words are among what is loaded, and lead.
pub fn whole(analysis: &Analysis, db: &RulesetDb, view: &View, printed: bool) -> Whole {
    db.resolve_all();
    let (mut clauses, mut facts) = (Vec::new(), Vec::new());
    for id in db.outline() {
        let (Some(section), Some(info)) = (db.section(id), db.info(id)) else {
            continue;
        };
        // facts are marked in this project's words alone
        let restated = analysis.passage(db, &section, None, view, WordingChoice::Restated);
        match restated.state {
            ClauseState::InForce | ClauseState::NotHeld => {}
            ClauseState::Deleted
            | ClauseState::Moved
            | ClauseState::NotYet
            | ClauseState::Unknown => continue,
        }
        for block in &restated.blocks {
            for mark in block.marks.iter().filter(|mark| mark.kind == "fact") {
                let (Some(fact), Some(value)) =
                    (mark.target.clone(), block.text.get(mark.start..mark.end))
                else {
                    continue;
                };
                facts.push(Fact {
                    fact,
                    value: value.to_owned(),
                    block: block.id.clone(),
                });
            }
        }
        clauses.push(Section {
            clause: analysis.clause(db, &section, None, view, WordingChoice::Both),
            figure: info.figure,
            within: info.within.map(|id| format!("{}/{id}", db.ruleset.key)),
        });
    }
    let Catalogue {
        title,
        editions,
        profiles,
        documents,
        ..
    } = analysis.catalogue(db, view);
    Whole {
        version: 1,
        program: concat!("rulebook ", env!("CARGO_PKG_VERSION")),
        query: crate::analysis::Query::of(&db.ruleset, view),
        title,
        wording: if printed { "printed" } else { "restated" },
        notice: if printed { PRINTED } else { RESTATED },
        notices: analysis.notices(&db.ruleset, view),
        catalogue: Outline {
            editions,
            profiles,
            documents,
        },
        clauses,
        facts,
        abbreviations: db.ruleset.abbreviations.clone(),
    }
}

const RESTATED: &str =
    "The words are restated by this project: they are not those of the rulebook, and not official.";

const PRINTED: &str = "Blocks whose wording is `printed` have the printed words, out of the library of this copy's owner. They belong to their \
                       authors: this copy is for its owner, and not to be passed on. The others are restated by this project, and not official.";
