//! The lint `count-not-met`: more or fewer units or quoted words than an instruction says; the
//! resolver finds them, this module reports them. It also reports a count in base text
//! (`paragraphs=2`) that is less than the units below it.

use super::{
    context::{LintContext, find_word, quote_words},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{
        Attributes, Block, BlockKind, FileRole, RulesFile, UnitNoun, flatten_blocks,
        instruction::ordinal_suffix,
    },
    text::{Span, leading_digits},
};

/// Reports counts in attributes of a base text, such as `paragraphs=2`, that are less than the number
/// of units written below them.
pub(super) fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role != FileRole::Base {
        return;
    }
    let mut report = |attrs: &Attributes, key: &str, written: usize| {
        let Some(declared) = attrs.get(key) else {
            return;
        };
        let is_exact = !declared.value.contains('+');
        let Some(count) = declared.value.parse::<usize>().ok() else {
            return;
        };
        if is_exact && count < written {
            let at = file.locate(declared.span);
            let message = format!("{written} {key} are written below, and not {count}");
            let found = Diagnostic::error("count-not-met", at, message);
            out.push(found.replace_with(format!("write {written}"), written.to_string()));
        }
    };
    for place in &file.places {
        report(&place.attrs, "paragraphs", count_paragraphs(&place.blocks));
        for block in flatten_blocks(&place.blocks) {
            let count = |kind| {
                let children = block.children().iter();
                children.filter(|child| child.kind == kind).count()
            };
            report(&block.attrs, "sentences", count(BlockKind::Sentence));
            report(&block.attrs, "bullets", count(BlockKind::Bullet));
        }
    }
}

/// Returns the number of paragraphs of a section; bullets without a paragraph above them make one.
fn count_paragraphs(blocks: &[Block]) -> usize {
    let counts = blocks.iter().enumerate().filter(|(at, block)| {
        let follows_bullet = at
            .checked_sub(1)
            .is_some_and(|before| blocks[before].kind == BlockKind::Bullet);
        match block.kind {
            BlockKind::Paragraph => true,
            BlockKind::Bullet => !follows_bullet,
            _ => false,
        }
    });
    counts
        .filter(|(_, block)| !block.attrs.has_class("floating"))
        .count()
}

/// Reports that there are more or fewer units than an instruction says.
pub(super) fn report_units(
    site: &PatchErrorSite<'_>,
    unit: &str,
    expected: usize,
    found: usize,
    out: &mut Vec<Diagnostic>,
) {
    let text = site.slice();
    let number = find_word(text, &expected.to_string())
        .map(|hit| site.locate(hit.shifted(site.fault.span.start())));
    // `3 lines` is reported as a whole, an address only by its number
    let is_count = text.split_once(' ').is_some_and(|(count, noun)| {
        count == expected.to_string() && UnitNoun::named(noun).is_some()
    });
    let at = number.filter(|_| !is_count).unwrap_or(site.here());
    let diagnostic = if let Some(of) = unit.strip_prefix("as the number of ") {
        Diagnostic::error(
            "count-not-met",
            at,
            format!("{of} is number {found}, not {expected}"),
        )
    } else if unit.contains(" labelled ") {
        return report_labelled(site, unit, found, out);
    } else {
        let count = if expected == 0 {
            "none".to_owned()
        } else {
            expected.to_string()
        };
        let (kind, place) = unit.split_once(' ').unwrap_or((unit, ""));
        let is = if found == 1 { "is" } else { "are" };
        let place = if place.is_empty() {
            String::new()
        } else {
            format!(" {place}")
        };
        Diagnostic::error(
            "count-not-met",
            at,
            format!("the instruction says {count} {kind}, but there {is} {found}{place}"),
        )
    };
    out.push(match number {
        Some(number) => {
            let mut diagnostic = diagnostic;
            diagnostic.add_fix(format!("write {found}"), number, found.to_string());
            diagnostic
        }
        None => match UnitNoun::named(text.trim()) {
            Some(unit) if found > 1 => {
                let several = format!("{found} {}", unit.name().many);
                diagnostic.write(several)
            }
            Some(_) | None => diagnostic,
        },
    });
}

/// Reports a label that several units have, with fixes that write an ordinal after it.
fn report_labelled(site: &PatchErrorSite<'_>, unit: &str, found: usize, out: &mut Vec<Diagnostic>) {
    let written = site.slice();
    let mut diagnostic = Diagnostic::error(
        "count-not-met",
        site.here(),
        format!("there are {found} {unit}, but the instruction does not say which one is meant"),
    )
    .help(format!(
        "write a number from 1 to {found} after the label, or `last` before the unit"
    ));
    let numbered = (1..=found.min(3)).map(|number| format!("{written} {number}"));
    for text in numbered.chain([format!("last {written}")]) {
        diagnostic = diagnostic.write(text);
    }
    out.push(diagnostic);
}

/// Reports that quoted words occur more or less often than an instruction says.
pub(super) fn report_quote(
    site: &PatchErrorSite<'_>,
    quote: &str,
    found: usize,
    expected: Option<usize>,
    out: &mut Vec<Diagnostic>,
) {
    let times = |n: usize| {
        if n == 1 {
            "once".to_owned()
        } else {
            format!("{n} times")
        }
    };
    let expected_times = expected
        .map(|expected| format!(", expected {}", times(expected)))
        .unwrap_or_default();
    let mut diagnostic = Diagnostic::error(
        "count-not-met",
        site.here(),
        format!(
            "the words {} occur {}{expected_times}",
            quote_words(quote),
            times(found)
        ),
    );
    let span = site.fault.span;
    let (text, source) = (
        site.context.text(site.patch.file.source),
        site.patch.file.source,
    );
    let (before, after) = (
        &text[..span.start().min(text.len())],
        text.get(span.end()..).unwrap_or_default(),
    );
    let digits = after.strip_prefix(' ').map_or(0, leading_digits);
    let nth = before
        .trim_end()
        .rsplit([' ', '\n'])
        .next()
        .filter(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    if digits > 0 {
        let at = Location::new(source, Span::new(span.end() + 1, span.end() + 1 + digits));
        let words = after[1 + digits..]
            .strip_prefix(" times")
            .map_or(0, |_| " times".len());
        diagnostic.at.span = at.span.with_end(at.span.end() + words);
        diagnostic.add_fix(format!("write {found}"), at, found.to_string());
    } else if let Some(nth) = nth {
        let start = before.trim_end().len() - nth.len();
        let at = Location::new(source, Span::new(start, start + nth.len()));
        diagnostic.add_fix(format!("use the {}", ordinal(found)), at, ordinal(found));
    } else if expected == Some(1) && text[span.start()..span.end()].starts_with(['"', '“', '`']) {
        let (front, behind) = (
            Location::new(source, span.at_start()),
            Location::new(source, span.at_end()),
        );
        diagnostic.add_fix("use the first", front, "1st ");
        diagnostic.add_fix(
            format!("use all {found}"),
            behind,
            format!(" {found} times"),
        );
    }
    out.push(diagnostic);
}

fn ordinal(n: usize) -> String {
    format!("{n}{}", ordinal_suffix(n as u32))
}
