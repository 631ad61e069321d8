//! Generates a ruleset: its sections, its base text, and one edition after the other.

use super::{
    amendments,
    clause::{ClauseKind, GeneratedClause},
    document_files::{DocumentFiles, make_source},
    rng::SeededRng,
    section::GeneratedSection,
    words::WORDS,
};
use rulebook::analysis::{Source, SourceKind};

/// The number of editions that amend the base text.
pub const EDITIONS: usize = 20;

/// The number of clauses in a section; the last of them is a table.
const CLAUSES_OF_A_SECTION: usize = 10;

/// The expected content of a section in the newest edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedSection {
    /// The key of the ruleset.
    pub ruleset: String,
    /// The id of the section.
    pub section: String,
    /// The text of the sentences and of the cells with values, in text order.
    pub atoms: Vec<String>,
}

/// A ruleset in the latest edition generated so far.
#[derive(Debug)]
pub(super) struct GeneratedRuleset {
    key: String,
    pub(super) sections: Vec<GeneratedSection>,
}

impl GeneratedRuleset {
    /// Returns the expected content of each section.
    pub(super) fn expected(&self) -> impl Iterator<Item = ExpectedSection> + '_ {
        self.sections.iter().map(|section| ExpectedSection {
            ruleset: self.key.clone(),
            section: section.id.clone(),
            atoms: section
                .clauses
                .iter()
                .flat_map(GeneratedClause::atoms)
                .collect(),
        })
    }
}

/// Returns the id of the `at`th edition after the base.
fn edition_id(at: usize) -> String {
    format!("1.{at}")
}

/// Generates a ruleset of `clauses` clauses with its files.
///
/// Each edition changes one clause in twenty.
pub(super) fn generate_ruleset(
    key: String,
    clauses: usize,
    mut rng: SeededRng,
) -> (GeneratedRuleset, Vec<Source>) {
    let count = clauses.div_ceil(CLAUSES_OF_A_SECTION);
    let sections = (0..count)
        .map(|k| {
            make_section(
                k,
                count,
                CLAUSES_OF_A_SECTION.min(clauses - k * CLAUSES_OF_A_SECTION),
                &mut rng,
            )
        })
        .collect();
    let mut ruleset = GeneratedRuleset { key, sections };
    let mut sources = vec![make_source(
        &ruleset.key,
        "ruleset.toml".into(),
        SourceKind::Ruleset,
        ruleset_toml(&ruleset.key),
    )];
    sources.extend(base_sources(&ruleset));
    for at in 1..=EDITIONS {
        let name = edition_id(at);
        let mut files = DocumentFiles::new(&ruleset.key, &name, "amend.md", &name);
        amendments::write_amendments(
            &mut ruleset.sections,
            &mut files,
            clauses / EDITIONS,
            at,
            &mut rng,
        );
        sources.extend(files.finish());
    }
    (ruleset, sources)
}

fn make_section(at: usize, count: usize, clauses: usize, rng: &mut SeededRng) -> GeneratedSection {
    let id = format!("s{:05}", at + 1);
    let heading = format!(
        "# Section {} on {} {{#{id} page={}}}",
        at + 1,
        rng.pick(WORDS).unwrap_or_default(),
        at / 4 + 1
    );
    let clauses = (0..clauses).map(|k| {
        let (name, kind) = match k + 1 {
            CLAUSES_OF_A_SECTION => (id.clone(), ClauseKind::Table),
            n if n % 3 == 2 => (format!("{id}.c{n}"), ClauseKind::List),
            n => (format!("{id}.c{n}"), ClauseKind::Prose),
        };
        GeneratedClause::new(name, kind, count, rng)
    });
    let clauses = clauses.collect();
    GeneratedSection {
        id,
        heading,
        clauses,
    }
}

fn base_sources(ruleset: &GeneratedRuleset) -> Vec<Source> {
    let mut files = DocumentFiles::new(&ruleset.key, "base", "rules.md", &edition_id(0));
    for section in &ruleset.sections {
        let mut lines = vec![String::new(), section.heading.clone(), String::new()];
        for (at, clause) in section.clauses.iter().enumerate() {
            if at > 0 {
                lines.push(">".into());
            }
            lines.extend(clause.markdown_lines());
        }
        files.add(&lines);
    }
    files.finish()
}

fn ruleset_toml(key: &str) -> String {
    let mut out = format!("title = \"Generated rules {key}\"\neditions = [\n");
    for at in 0..=EDITIONS {
        let amends = if at == 0 {
            String::new()
        } else {
            format!(", amends = \"{}\"", edition_id(at - 1))
        };
        out.push_str(&format!(
            "  {{ id = \"{}\", date = \"{}\"{amends} }},\n",
            edition_id(at),
            2000 + at
        ));
    }
    out.push_str("]\n");
    for at in 0..=EDITIONS {
        let (name, kind) = (edition_id(at), if at == 0 { "base" } else { "amendment" });
        out.push_str(&format!("\n[document.\"{key}-{name}\"]\nedition = \"{name}\"\nkind = \"{kind}\"\ntitle = \"Generated {name}\"\n"));
        out.push_str(&format!("published = {}-06-01\n", 2000 + at));
    }
    out
}
