//! Generates a library of rulesets.

use super::{
    rng::SeededRng,
    ruleset::{ExpectedSection, GeneratedRuleset, generate_ruleset},
};
use rulebook::analysis::Source;

/// The number of clauses in a ruleset of a wide library.
pub const CLAUSES_OF_A_RULESET: usize = 1000;

/// How the clauses of a library are distributed over rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LibraryShape {
    /// Many rulesets of [`CLAUSES_OF_A_RULESET`] clauses.
    Wide,
    /// One ruleset.
    Deep,
}

impl LibraryShape {
    /// Both shapes.
    pub const ALL: [Self; 2] = [Self::Wide, Self::Deep];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Deep => "deep",
        }
    }
}

/// A library made by [`generate`].
#[derive(Debug)]
pub struct GeneratedLibrary {
    /// The files, ruleset by ruleset. Their paths are relative: `wide-001/base.rules.md`.
    pub sources: Vec<Source>,
    rulesets: Vec<GeneratedRuleset>,
}

impl GeneratedLibrary {
    /// Returns the expected content of each section in the newest edition.
    pub fn expected(&self) -> impl Iterator<Item = ExpectedSection> + '_ {
        self.rulesets.iter().flat_map(GeneratedRuleset::expected)
    }
}

/// Generates a library of `clauses` clauses (at least one).
///
/// The same arguments give the same bytes.
pub fn generate(shape: LibraryShape, clauses: usize, seed: u64) -> GeneratedLibrary {
    let clauses = clauses.max(1);
    let (count, size) = match shape {
        LibraryShape::Wide => (clauses.div_ceil(CLAUSES_OF_A_RULESET), CLAUSES_OF_A_RULESET),
        LibraryShape::Deep => (1, clauses),
    };
    let mut library = GeneratedLibrary {
        sources: Vec::new(),
        rulesets: Vec::new(),
    };
    for k in 0..count {
        let key = match shape {
            LibraryShape::Wide => format!("wide-{:03}", k + 1),
            LibraryShape::Deep => "deep".to_owned(),
        };
        let own = size.min(clauses - k * size);
        let (ruleset, sources) =
            generate_ruleset(key, own, SeededRng::new(seed.wrapping_add(k as u64)));
        library.rulesets.push(ruleset);
        library.sources.extend(sources);
    }
    library
}

#[cfg(test)]
mod tests {
    use super::{super::words, *};
    use rulebook::{
        analysis::Analysis,
        model::{SectionTree, UnitId, UnitKind},
        resolve::View,
        syntax::WordingLayer,
    };

    /// Returns the text of the sentences of a section and the values in its tables.
    fn atoms(tree: &SectionTree) -> Vec<String> {
        let value = |&unit: &UnitId| match tree.kind(unit) {
            UnitKind::Sentence => true,
            UnitKind::Cell => {
                tree.cell_labels(unit)
                    .is_some_and(|(_, column)| words::COLUMNS.contains(&column))
                    && !is_header(tree, unit)
            }
            _ => false,
        };
        tree.atoms(tree.root)
            .into_iter()
            .filter(value)
            .map(|unit| tree.plain_text(unit, WordingLayer::Restated))
            .collect()
    }

    fn is_header(tree: &SectionTree, cell: UnitId) -> bool {
        tree.cell_labels(cell)
            .is_some_and(|(_, column)| tree.plain_text(cell, WordingLayer::Restated) == column)
    }

    #[test]
    fn both_shapes_say_without_fault_what_the_generator_expects() {
        for shape in LibraryShape::ALL {
            let library = generate(shape, 1500, 7);
            let analysis = Analysis::new(library.sources.clone());
            assert!(analysis.ruleset_diagnostics().is_empty());
            for file in analysis.files() {
                assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
            }
            for expected in library.expected() {
                let db = analysis.ruleset_db(&expected.ruleset).expect("the ruleset");
                let section = db.section(&expected.section).expect("the section");
                assert_eq!(section.errors, [], "{}", expected.section);
                let ruleset = section.ruleset();
                let newest = ruleset.newest_edition_on(jiff::civil::Date::MAX);
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
        let library = generate(LibraryShape::Wide, 2000, 1);
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
            generate(LibraryShape::Deep, 100, seed)
                .sources
                .into_iter()
                .map(|source| source.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }
}
