//! The lint `whole-paragraph`: one new sentence replaces all sentences of the paragraph that an id
//! names. An id behind the last sentence of a paragraph is that of the paragraph.

use super::context::{LintContext, rules_blocks};
use crate::{
    diagnostic::Diagnostic,
    model::UnitKind,
    resolve::Section,
    syntax::{Block, BlockKind, Command, Verb},
    text::Span,
};

pub(super) fn check(context: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    for lowered in section.lowered.iter().flatten() {
        let patch = section.patch(lowered.patch);
        let Some(patch) = patch.filter(|own| context.includes(own)) else {
            continue;
        };
        let Some(command) = patch.command().filter(|own| is_plain_replacement(own)) else {
            continue;
        };
        let ([target], [unit]) = (&command.targets[..], &lowered.reached[..]) else {
            continue;
        };
        let Some(id) = target.id.as_ref().filter(|_| target.steps.is_empty()) else {
            continue;
        };
        let before = section.frame(lowered.patch);
        let sentences = before.children(*unit);
        let sentences = sentences.filter(|&own| before.is_live(own));
        let count = sentences
            .filter(|&own| before.kind(own) == UnitKind::Sentence)
            .count();
        if before.kind(*unit) != UnitKind::Paragraph
            || count < 2
            || !is_one_sentence(patch.blocks())
        {
            continue;
        }
        if !is_behind_text(context, &id.value) {
            continue;
        }
        let message = format!(
            "`#{}` is a paragraph: this replaces all its {count} sentences",
            id.value
        );
        let mut found = Diagnostic::warning("whole-paragraph", patch.file.locate(id.span), message);
        let end = patch.file.locate(Span::new(id.span.end(), id.span.end()));
        found.add_fix("replace the last one alone", end, ", last sentence");
        found.add_fix("say that it is all of them", end, " with paragraph");
        out.push(found);
    }
}

/// Returns whether an id is written behind the text of a paragraph.
fn is_behind_text(context: LintContext<'_>, id: &str) -> bool {
    let is_named = |block: &&Block| {
        let own = block.attrs.id.as_ref();
        block.kind == BlockKind::Paragraph && own.is_some_and(|own| own.value == id)
    };
    let mut files = context.db.files();
    files.any(|file| rules_blocks(file).iter().any(is_named))
}

/// Returns whether a text is one paragraph of one sentence.
fn is_one_sentence(blocks: &[Block]) -> bool {
    matches!(blocks, [block] if block.kind == BlockKind::Paragraph && block.children().len() == 1)
}

/// Whether a command replaces whole units by text of any length.
fn is_plain_replacement(command: &Command) -> bool {
    command.verb == Verb::Replace
        && command.phrase.is_none()
        && command.count.is_none()
        && command.except.is_none()
}
