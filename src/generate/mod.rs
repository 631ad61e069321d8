//! Libraries made up for measuring: as large as asked for, valid, and the same for the same seed.
//!
//! Two shapes. *Wide* is many rulesets of 1,000 clauses; *deep* is one ruleset of them all. Either has a base text and
//! [`EDITIONS`] editions that amend it, and each of these changes one clause in twenty: sentences, bullets and paragraphs are
//! replaced, inserted and deleted, quoted words replaced, put in and taken out, values set in tables. So 100,000 clauses make
//! 100,000 instructions.
//!
//! A clause is a paragraph of some 60 words with an id, ten to a section and the last of them a table. Files have about 1,000
//! lines at most. Nothing in them is at fault, and the generator knows what the newest edition says: [`Library::expected`].

mod clause;
mod dice;
mod ruleset;
mod sheet;
mod volume;
mod words;

use crate::analysis::Source;
use dice::Dice;
use ruleset::Model;

/// How many editions amend the base text.
pub const EDITIONS: usize = 20;

/// How many clauses a ruleset of a wide library has.
pub const CLAUSES_OF_A_RULESET: usize = 1000;

/// How the clauses of a library are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Many rulesets of [`CLAUSES_OF_A_RULESET`] clauses.
    Wide,
    /// One ruleset.
    Deep,
}

impl Shape {
    /// Both shapes.
    pub const ALL: [Self; 2] = [Self::Wide, Self::Deep];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Deep => "deep",
        }
    }
}

/// A library made up by [`generate`].
#[derive(Debug)]
pub struct Library {
    /// Its files, ruleset by ruleset. Their paths are relative: `wide-001/base.rules.md`.
    pub sources: Vec<Source>,
    rulesets: Vec<Model>,
}

/// What a section says in the newest edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The ruleset's key.
    pub ruleset: String,
    /// The section's id.
    pub section: String,
    /// The words of its sentences and of the cells that hold values, in the order of the text.
    pub atoms: Vec<String>,
}

impl Library {
    /// What each section says in the newest edition.
    pub fn expected(&self) -> impl Iterator<Item = Expected> + '_ {
        self.rulesets.iter().flat_map(Model::expected)
    }
}

/// Makes up a library of `clauses` clauses (at least one). The same arguments give the same bytes.
pub fn generate(shape: Shape, clauses: usize, seed: u64) -> Library {
    let clauses = clauses.max(1);
    let (count, size) = match shape {
        Shape::Wide => (clauses.div_ceil(CLAUSES_OF_A_RULESET), CLAUSES_OF_A_RULESET),
        Shape::Deep => (1, clauses),
    };
    let mut library = Library {
        sources: Vec::new(),
        rulesets: Vec::new(),
    };
    for k in 0..count {
        let key = match shape {
            Shape::Wide => format!("wide-{:03}", k + 1),
            Shape::Deep => "deep".to_owned(),
        };
        let own = size.min(clauses - k * size);
        let (model, sources) = ruleset::make(key, own, Dice::new(seed.wrapping_add(k as u64)));
        library.rulesets.push(model);
        library.sources.extend(sources);
    }
    library
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analysis,
        model::{Kind, Tree, UnitId},
        resolve::View,
        syntax::Layer,
    };

    /// The words of the sentences of a section, and the values in its tables.
    fn atoms(tree: &Tree) -> Vec<String> {
        let value = |&unit: &UnitId| match tree.kind(unit) {
            Kind::Sentence => true,
            Kind::Cell => {
                tree.cell_labels(unit)
                    .is_some_and(|(_, column)| words::COLUMNS.contains(&column))
                    && !header(tree, unit)
            }
            _ => false,
        };
        tree.atoms(tree.root)
            .into_iter()
            .filter(value)
            .map(|unit| tree.plain(unit, Layer::Restated))
            .collect()
    }

    fn header(tree: &Tree, cell: UnitId) -> bool {
        tree.cell_labels(cell)
            .is_some_and(|(_, column)| tree.plain(cell, Layer::Restated) == column)
    }

    #[test]
    fn both_shapes_say_without_fault_what_the_generator_expects() {
        for shape in Shape::ALL {
            let library = generate(shape, 1500, 7);
            let analysis = Analysis::new(library.sources.clone());
            assert!(analysis.ruleset_faults().is_empty());
            for file in analysis.files() {
                assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
            }
            for expected in library.expected() {
                let db = analysis.ruleset_db(&expected.ruleset).expect("the ruleset");
                let section = db.section(&expected.section).expect("the section");
                assert_eq!(section.faults, [], "{}", expected.section);
                let ruleset = section.ruleset();
                let newest = ruleset.newest_on(jiff::civil::Date::MAX);
                let view = View {
                    edition: newest,
                    as_of: jiff::civil::Date::MAX,
                    profile: ruleset.default_profile().into(),
                };
                assert_eq!(
                    atoms(&section.version(&view)),
                    expected.atoms,
                    "{}",
                    expected.section
                );
            }
        }
    }

    #[test]
    fn one_clause_in_twenty_is_touched_in_each_edition() {
        let library = generate(Shape::Wide, 2000, 1);
        let instructions = library
            .sources
            .iter()
            .flat_map(|source| source.text.lines())
            .filter(|line| line.starts_with("## "))
            .count();
        assert_eq!(instructions, 2000);
        assert!(
            library
                .sources
                .iter()
                .all(|source| source.text.lines().count() <= 1100)
        );
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        let text = |seed| {
            generate(Shape::Deep, 100, seed)
                .sources
                .into_iter()
                .map(|source| source.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }
}
