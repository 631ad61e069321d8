//! The lint `fact-lost`: an instruction that splits or unmarks a fact, `[3](fact:tolls.raft)`; the
//! resolver finds it, this module reports it. A fact is a number of the text that is marked for
//! rules of play.

use super::patch_error_site::PatchErrorSite;
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{MarkKind, flatten_blocks},
    text::{Span, near::nearest},
};

pub(super) fn report(site: &PatchErrorSite<'_>, fact: &str, cut: bool, out: &mut Vec<Diagnostic>) {
    if is_address_misspelt(site, fact) {
        // `unknown-link` reports it
        return;
    }
    let message = if cut {
        format!("this splits the number of `{fact}`")
    } else {
        format!("`{fact}` is not marked in the new text")
    };
    let diagnostic =
        Diagnostic::warning("fact-lost", site.here(), message).label("the mark is lost");
    if let Some((at, written)) = misspelt_fact(site, fact) {
        let message = format!("`{written}` is a new fact, and `{fact}` is not marked any more");
        let diagnostic = Diagnostic::warning("fact-lost", at, message);
        let text = format!("fact:{fact}");
        out.push(diagnostic.did_you_mean(text));
        return;
    }
    out.push(diagnostic.help(format!(
        "replace the whole number, and mark the new one: `[…](fact:{fact})`"
    )));
}

/// Returns whether a link of the new text has an address that resembles that of the fact.
fn is_address_misspelt(site: &PatchErrorSite<'_>, fact: &str) -> bool {
    let blocks = site.entry().map(|entry| flatten_blocks(&entry.payload));
    let texts = blocks.iter().flatten().filter_map(|block| block.text());
    let mut marks = texts.flat_map(|text| &text.marks);
    marks.any(|mark| match &mark.kind {
        MarkKind::Url(url) => nearest(url, [format!("fact:{fact}").as_str()]).is_some(),
        _ => false,
    })
}

/// Returns the place of `fact:NAME` in the new text, and its name, if the name resembles the lost one
/// and the old text has no such fact.
fn misspelt_fact<'a>(site: &PatchErrorSite<'a>, lost: &str) -> Option<(Location, &'a str)> {
    let mut facts: Vec<(&str, Span)> = Vec::new();
    for block in flatten_blocks(&site.entry()?.payload) {
        let text = block.text();
        let marks = text.iter().flat_map(|text| &text.marks);
        facts.extend(marks.filter_map(|mark| match &mark.kind {
            MarkKind::Fact(name) => Some((&**name, text?.source_span(mark.span))),
            _ => None,
        }));
    }
    let before = site.section.frame(site.fault.patch);
    let is_new = |name: &str| {
        let units = before.iter_live_units(before.root);
        !units
            .filter_map(|unit| before.restated(unit))
            .any(|text| text.marks.iter().any(|mark| is_fact(&mark.kind, name)))
    };
    let near = nearest(
        lost,
        facts
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| is_new(name)),
    )?;
    let (name, words) = facts.into_iter().find(|(name, _)| *name == near)?;
    let words = site.locate(words);
    let at = site
        .context
        .address_location(words, &format!("fact:{name}"))?;
    Some((at, name))
}

fn is_fact(kind: &MarkKind, name: &str) -> bool {
    matches!(kind, MarkKind::Fact(own) if **own == *name)
}
