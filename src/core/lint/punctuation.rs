//! The lint `punctuation`: two marks that do not follow each other, such as `6,.`, in rules text as
//! written or as an instruction leaves it.

use super::context::{LintContext, rules_texts};
use crate::{
    diagnostic::{self, Diagnostic, Location},
    model::{PatchIx, SectionTree, UnitId},
    resolve::Section,
    syntax::RulesFile,
    text::Span,
};

/// The pairs of marks. A full stop before a comma may end an abbreviation.
const PAIRS: &[&str] = &[",.", ",,", ",;", ";.", ";,", ";;", ":.", ":,"];

/// Returns the bytes of the first pair in a text.
fn find_pair(text: &str) -> Option<Span> {
    let first = PAIRS.iter().filter_map(|pair| text.find(pair)).min()?;
    Some(Span::new(first, first + 2))
}

/// Reports pairs in the text of a file.
/// The lint `control-character`: invisible characters that a terminal obeys.
pub(super) fn check_controls(
    context: LintContext<'_>,
    file: &RulesFile,
    out: &mut Vec<Diagnostic>,
) {
    let text = context.text(file.source);
    out.extend(diagnostic::control_characters(file.source, text));
}

pub(super) fn check_file(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for text in rules_texts(file) {
        if let Some(pair) = find_pair(&text.text) {
            let at = Location::new(file.source, text.source_span(pair));
            out.push(Diagnostic::warning(
                "punctuation",
                at,
                "one of these marks is too many",
            ));
        }
    }
}

/// Reports instructions that leave a pair in the words that they change.
pub(super) fn check_section(
    context: LintContext<'_>,
    section: &Section,
    out: &mut Vec<Diagnostic>,
) {
    for lowered in section.lowered.iter().flatten() {
        let patch = section.patch(lowered.patch);
        let changes_words = lowered.edits.iter().any(|edit| edit.new_units().is_none());
        let Some(patch) = patch.filter(|own| changes_words && context.includes(own)) else {
            continue;
        };
        if let Some(words) = pair_left(section, lowered.patch) {
            let message = format!("this leaves `{words}` in the text");
            let found = Diagnostic::warning("punctuation", patch.heading_location(), message);
            out.push(found.help("name the mark next to the words, too"));
        }
    }
}

/// Returns the last word before a pair that an instruction makes, with the pair.
fn pair_left(section: &Section, patch: PatchIx) -> Option<String> {
    let lowered = section.lowered_patch(patch)?;
    let before = section.frame(patch);
    let after = section.apply_alone(patch, &before);
    let pair_in = |tree: &SectionTree, unit: UnitId| {
        let wording = tree.restated(unit)?;
        let pair = find_pair(&wording.text)?;
        let start = wording.text[..pair.start()].rfind(' ');
        let start = start.map_or(0, |blank| blank + 1);
        Some(wording.text[start..pair.end()].to_owned())
    };
    let units = lowered.results.iter().chain(&lowered.reached);
    let mut atoms = units.flat_map(|&unit| after.atoms(unit));
    atoms.find_map(|atom| pair_in(&after, atom).filter(|_| pair_in(&before, atom).is_none()))
}
