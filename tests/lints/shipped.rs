//! The shipped rules.

use rulebook::{
    analysis::Analysis,
    diagnostic::{self, Diagnostic, RenderSource, RenderStyle, Severity},
    disk, lint,
    text::{LineIndex, SourceId},
};

pub(crate) fn render_diagnostic(analysis: &Analysis, finding: &Diagnostic) -> String {
    let sources = analysis.sources().iter();
    let indexes: Vec<LineIndex> = sources.map(|source| LineIndex::new(&source.text)).collect();
    let source = |id: SourceId| {
        analysis.source(id).map(|source| RenderSource {
            path: source.path.as_str(),
            text: &source.text,
            lines: &indexes[id.0 as usize],
        })
    };
    diagnostic::render(finding, &source, RenderStyle::default())
}

#[test]
fn have_no_errors_and_no_warnings() {
    let analysis = Analysis::new(disk::shipped_sources());
    let rendered: String = lint::check(&analysis)
        .iter()
        .filter(|f| f.severity > Severity::Note)
        .map(|f| render_diagnostic(&analysis, f) + "\n")
        .collect();
    assert!(rendered.is_empty(), "{rendered}");
}

#[test]
fn have_the_same_diagnostics_file_by_file() {
    let analysis = Analysis::new(disk::shipped_sources());
    let all = lint::check(&analysis);
    for (at, source) in analysis.sources().iter().enumerate() {
        let id = SourceId(at as u32);
        let own: Vec<&Diagnostic> = all
            .iter()
            .filter(|finding| finding.at.source == id)
            .collect();
        assert_eq!(
            lint::check_source(&analysis, id).iter().collect::<Vec<_>>(),
            own,
            "{}",
            source.path
        );
    }
}

/// The abbreviations that search knows have an entry in the glossary of their ruleset.
#[test]
fn explain_their_abbreviations() {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut unexplained = Vec::new();
    for (ruleset, db) in analysis.ruleset_dbs() {
        for letters in db.ruleset.abbreviations.keys() {
            let words = letters.to_lowercase();
            let term: Vec<&str> = words
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect();
            if db.section_of(&format!("term:{}", term.join("-"))).is_none() {
                unexplained.push(format!("{ruleset}: {letters}"));
            }
        }
    }
    assert!(unexplained.is_empty(), "{unexplained:?}");
}
