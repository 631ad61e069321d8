//! A ruleset: its sections, its base text, and edition after edition.

use super::{
    EDITIONS, Expected,
    clause::{Clause, ClauseKind},
    dice::Dice,
    sheet,
    volume::{Volume, source},
    words::WORDS,
};
use crate::analysis::{Source, SourceKind};

/// How many clauses a section has, the last of them a table.
const CLAUSES_OF_A_SECTION: usize = 10;

/// A section in the edition that was made last.
#[derive(Debug)]
pub(super) struct Section {
    /// Its id.
    pub(super) id: String,
    /// Its heading with its attributes.
    pub(super) heading: String,
    /// Its clauses.
    pub(super) clauses: Vec<Clause>,
}

/// A ruleset in the edition that was made last.
#[derive(Debug)]
pub(super) struct Model {
    key: String,
    /// The sections.
    pub(super) sections: Vec<Section>,
}

impl Model {
    /// What each section says.
    pub(super) fn expected(&self) -> impl Iterator<Item = Expected> + '_ {
        self.sections.iter().map(|section| Expected {
            ruleset: self.key.clone(),
            section: section.id.clone(),
            atoms: section.clauses.iter().flat_map(Clause::atoms).collect(),
        })
    }
}

/// The name of the edition that amends the base `at` times over.
fn edition(at: usize) -> String {
    format!("1.{at}")
}

/// A ruleset of `clauses` clauses with its files; each edition changes one clause in twenty.
pub(super) fn make(key: String, clauses: usize, mut dice: Dice) -> (Model, Vec<Source>) {
    let count = clauses.div_ceil(CLAUSES_OF_A_SECTION);
    let sections = (0..count)
        .map(|k| {
            section(
                k,
                count,
                CLAUSES_OF_A_SECTION.min(clauses - k * CLAUSES_OF_A_SECTION),
                &mut dice,
            )
        })
        .collect();
    let mut model = Model { key, sections };
    let mut sources = vec![source(
        &model.key,
        "ruleset.toml".into(),
        SourceKind::Ruleset,
        description(&model.key),
    )];
    sources.extend(base(&model));
    for at in 1..=EDITIONS {
        let name = edition(at);
        let mut volume = Volume::new(&model.key, &name, "amend.md", &name);
        sheet::write(
            &mut model.sections,
            &mut volume,
            clauses / EDITIONS,
            at,
            &mut dice,
        );
        let files = volume.finish();
        sources.extend(files);
    }
    (model, sources)
}

fn section(at: usize, count: usize, clauses: usize, dice: &mut Dice) -> Section {
    let id = format!("s{:05}", at + 1);
    let heading = format!(
        "# Section {} on {} {{#{id} page={}}}",
        at + 1,
        dice.pick(WORDS).unwrap_or_default(),
        at / 4 + 1
    );
    let clauses = (0..clauses).map(|k| {
        let (name, kind) = match k + 1 {
            CLAUSES_OF_A_SECTION => (id.clone(), ClauseKind::Table),
            n if n % 3 == 2 => (format!("{id}.c{n}"), ClauseKind::List),
            n => (format!("{id}.c{n}"), ClauseKind::Prose),
        };
        Clause::new(name, kind, count, dice)
    });
    let clauses = clauses.collect();
    Section {
        id,
        heading,
        clauses,
    }
}

fn base(model: &Model) -> Vec<Source> {
    let mut volume = Volume::new(&model.key, "base", "rules.md", &edition(0));
    for section in &model.sections {
        let mut lines = vec![String::new(), section.heading.clone(), String::new()];
        for (at, clause) in section.clauses.iter().enumerate() {
            if at > 0 {
                lines.push(">".into());
            }
            lines.extend(clause.lines());
        }
        volume.add(&lines);
    }
    volume.finish()
}

fn description(key: &str) -> String {
    let mut out = format!("title = \"Generated rules {key}\"\neditions = [\n");
    for at in 0..=EDITIONS {
        let amends = if at == 0 {
            String::new()
        } else {
            format!(", amends = \"{}\"", edition(at - 1))
        };
        out.push_str(&format!(
            "  {{ id = \"{}\", date = \"{}\"{amends} }},\n",
            edition(at),
            2000 + at
        ));
    }
    out.push_str("]\n");
    for at in 0..=EDITIONS {
        let (name, kind) = (edition(at), if at == 0 { "base" } else { "amendment" });
        out.push_str(&format!("\n[document.\"{key}-{name}\"]\nedition = \"{name}\"\nkind = \"{kind}\"\ntitle = \"Generated {name}\"\n"));
        out.push_str(&format!("published = {}-06-01\n", 2000 + at));
    }
    out
}
