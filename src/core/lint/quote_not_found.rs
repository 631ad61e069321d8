//! The lint `quote-not-found`: words that an instruction quotes but the text lacks; the resolver
//! finds them, this module reports them. Fixes write the address of the only unit that has the
//! words, or similar words.

use super::{
    context::{describe_patch, quote_words},
    dangling_address::only_step,
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{Patch, SectionTree},
    op,
    syntax::WordingLayer,
    text::quote,
};

pub(super) fn report(
    site: &PatchErrorSite<'_>,
    quote: &str,
    near: &[String],
    out: &mut Vec<Diagnostic>,
) {
    let elsewhere = unit_with(site, quote);
    let mut diagnostic = Diagnostic::error(
        "quote-not-found",
        elsewhere.as_ref().map_or(site.here(), |(at, _)| *at),
        format!("the words {} are not in the text", quote_words(quote)),
    );
    if let Some((_, address)) = elsewhere {
        let diagnostic = diagnostic.label(format!("{address} has them"));
        out.push(diagnostic.write(address));
        return;
    }
    diagnostic = match near.first() {
        Some(best) => diagnostic.label(format!("the text has {}", quote_words(best))),
        None => diagnostic.help("whole words are compared, including upper and lower case; `…` in a quote marks omitted words"),
    };
    if let Some(remover) = remover(site, quote) {
        let label = format!("{} removed the words", describe_patch(remover));
        diagnostic = diagnostic.related(remover.heading_location(), label);
    }
    let mark = site.slice().chars().next().filter(|c| "\"“`".contains(*c));
    for near in near {
        let text = match mark {
            Some('`') => format!("`{near}`"),
            Some('“') => format!("“{near}”"),
            Some(_) if near.contains('"') => format!("`{near}`"),
            Some(_) => format!("\"{near}\""),
            None => near.clone(),
        };
        diagnostic.add_fix(format!("quote {}", quote_words(near)), site.here(), text);
    }
    out.push(diagnostic);
}

/// Returns the steps of the address and the address of the only unit of the section that has the
/// words.
fn unit_with(site: &PatchErrorSite<'_>, quote: &str) -> Option<(Location, String)> {
    let command = site.patch.command()?;
    let (steps, _) = only_step(command)?;
    let frame = site.section.frame(site.fault.patch);
    let units = frame.iter_live_units(frame.root);
    let mut with = units.filter(|&unit| {
        let text = frame.restated(unit);
        text.is_some_and(|text| !quote::find(&text.text, quote).is_empty())
    });
    let unit = with.next().filter(|_| with.next().is_none())?;
    let address = op::unit_address(&frame, unit)?;
    Some((site.locate(steps), address))
}

/// Returns the patch that removed the words, if the section had them in an earlier version.
fn remover<'a>(site: &PatchErrorSite<'a>, quote: &str) -> Option<&'a Patch> {
    let revisions = site.section.frame_revisions(site.fault.patch);
    let has = |tree: &SectionTree| {
        !op::find_phrase(tree, &[tree.root], WordingLayer::Restated, quote).is_empty()
    };
    let last = revisions.iter().rposition(|own| has(&own.tree))?;
    let next = revisions.get(last + 1)?;
    let mut patches = next.patches.iter();
    let before = &revisions[last].tree;
    let remover = patches.find(|&&patch| !has(&site.section.apply_alone(patch, before)))?;
    site.other(*remover)
}
