//! The lint `dangling-address`: an address or id, of an instruction or a heading, that nothing in
//! the rules has; fixes write a similar one. The resolver finds the addresses; this module finds
//! ids that no file declares.

use super::{
    context::{LintContext, find_word},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Location, PossibleCause},
    op::Suggestion,
    resolve::file_section_id,
    syntax::{Command, FileRole, RulesFile, Target, UnitNoun},
    text::{Span, is_number, near::nearest},
};

/// Reports an address whose last step reaches nothing.
pub(super) fn report(
    site: &PatchErrorSite<'_>,
    what: &str,
    why: &str,
    near: &[Suggestion],
    out: &mut Vec<Diagnostic>,
) {
    let id = what.strip_prefix('#');
    let is_reported_elsewhere = match id {
        Some(id) => site.context.db.section_of(id).is_none(),
        // the document of a withdrawal
        None => {
            what == site.slice()
                && !site.context.db.ruleset.documents.contains_key(what)
                && why.starts_with("it does not change")
        }
    };
    if is_reported_elsewhere {
        return;
    }
    let (at, token) = locate_token(site, what);
    let range_end = range_end(site, what);
    let at = range_end.as_ref().map_or(at, |(at, _)| *at);
    let mut diagnostic = Diagnostic::error(
        "dangling-address",
        at,
        format!(
            "{} not found: {why}",
            if id.is_some() {
                format!("`{what}`")
            } else {
                what.to_owned()
            }
        ),
    );
    for near in near
        .iter()
        .filter(|near| id.is_none_or(|id| is_similar(id, &near.written)))
    {
        let Some(text) = rewrite_token(site, near, &token) else {
            continue;
        };
        let title = match near.words.as_str() {
            "" => format!("write `{}`", near.written),
            words => format!("write `{}`: {words}", near.written),
        };
        diagnostic.add_fix(title, at, text);
    }
    if let Some((at, last)) = range_end {
        diagnostic.add_fix(format!("write {last}"), at, last.to_string());
    }
    if let Some(best) = near
        .first()
        .filter(|_| diagnostic.fixes.is_empty() && id.is_none())
    {
        let words = if best.words.is_empty() {
            String::new()
        } else {
            format!(", which begins \"{}\"", best.words)
        };
        diagnostic = diagnostic.help(format!("there is {}{words}", best.written));
    }
    out.push(diagnostic);
}

/// Returns the end of a range such as `sentences 1–9` whose units do not all exist, and the number of
/// the last that does.
fn range_end(site: &PatchErrorSite<'_>, what: &str) -> Option<(Location, u32)> {
    let (before, end) = site.slice().rsplit_once('–')?;
    let first: u32 = before.rsplit(' ').next()?.parse().ok()?;
    let missing: u32 = what.rsplit_once(' ')?.1.parse().ok()?;
    let start = site.fault.span.start() + before.len() + '–'.len_utf8();
    let is_end = is_number(end) && missing > first;
    is_end.then(|| {
        let at = site.locate(Span::new(start, start + end.len()));
        (at, missing - 1)
    })
}

/// The part of an address step that is wrong: its number, its label, all of it, or unclear.
enum AddressToken {
    /// A number in it.
    Number,
    /// The words of a label in it.
    Label,
    /// All of the step.
    Whole,
    /// Unknown: the part occurs several times, or not at all.
    Unclear,
}

/// Returns the word of a step that is wrong: its number or its label, if it occurs once.
fn locate_token(site: &PatchErrorSite<'_>, what: &str) -> (Location, AddressToken) {
    let (span, text) = (site.fault.span, site.slice());
    if what.starts_with('#') {
        return (site.here(), AddressToken::Whole);
    }
    let digits = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let (inner, token) = match what.rsplit_once('"') {
        Some((before, "")) => (
            before.split_once('"').map(|(_, label)| label),
            AddressToken::Label,
        ),
        Some(_) | None => (what.rsplit(' ').next().filter(digits), AddressToken::Number),
    };
    match inner.and_then(|inner| find_word(text, inner)) {
        Some(hit) => (
            site.locate(hit.shifted(span.start())),
            if hit.len() == text.len() {
                AddressToken::Whole
            } else {
                token
            },
        ),
        None if text.bytes().filter(u8::is_ascii_digit).count() <= 2
            && !text.contains(['–', ',']) =>
        {
            (site.here(), AddressToken::Whole)
        }
        None => (site.here(), AddressToken::Unclear),
    }
}

/// Returns a near miss as it would be written in place of the token.
fn rewrite_token(
    site: &PatchErrorSite<'_>,
    near: &Suggestion,
    token: &AddressToken,
) -> Option<String> {
    let rest = near
        .written
        .split_once(' ')
        .filter(|(unit, _)| UnitNoun::named(unit).is_some())
        .map(|(_, rest)| rest);
    // `"+1" 2`: the label, and the ordinal among units of that label
    let (label, ordinal) = match rest.and_then(|rest| rest.strip_prefix('"')?.rsplit_once('"')) {
        Some((label, ordinal)) => (
            Some(label),
            Some(ordinal.trim()).filter(|ordinal| !ordinal.is_empty()),
        ),
        None => (None, rest),
    };
    match token {
        AddressToken::Number => ordinal.map(str::to_owned),
        AddressToken::Label => label.filter(|_| ordinal.is_none()).map(str::to_owned),
        // a label alone, as in a table
        AddressToken::Whole if rest.is_some() && !site.slice().contains(' ') => {
            label.or(ordinal).map(str::to_owned)
        }
        AddressToken::Whole => Some(near.written.clone()),
        AddressToken::Unclear => None,
    }
}

fn is_similar(id: &str, written: &str) -> bool {
    nearest(id, [written.trim_start_matches('#')]).is_some()
}

/// Reports the ids in instructions and places that no file declares.
pub(super) fn unknown_names(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let known = |name: &str| context.has_name(name);
    for place in &file.places {
        if file.role == FileRole::Amend
            && !known(&file_section_id(place))
            && !place.entries.is_empty()
        {
            let (name, span) = match &place.attrs.id {
                Some(id) => (id.value.clone(), id.span),
                None => (file_section_id(place), place.heading_span),
            };
            let message = format!("no section has the id `#{name}`");
            let diagnostic = Diagnostic::error("dangling-address", file.locate(span), message);
            let diagnostic = diagnostic
                .help("a place in a sheet of amendments refers to an existing section; `Insert section …` adds a new one");
            out.push(with_suggestion(
                context,
                diagnostic,
                &name,
                place.attrs.id.is_some(),
            ));
        }
        if let Some(within) = place
            .attrs
            .get("within")
            .filter(|within| !known(&within.value))
        {
            let diagnostic = Diagnostic::error(
                "dangling-address",
                file.locate(within.span),
                format!("no section has the id `{}`", within.value),
            );
            out.push(diagnostic.write_some(context.near_name(&within.value)));
        }
        for entry in &place.entries {
            for name in entry
                .command
                .iter()
                .flat_map(Command::ids)
                .filter(|name| !known(&name.value))
            {
                let diagnostic = Diagnostic::error(
                    "dangling-address",
                    file.locate(name.span),
                    format!("nothing has the id `#{}`", name.value),
                )
                .unless(PossibleCause::UnreadName(name.value.clone()));
                out.push(with_suggestion(context, diagnostic, &name.value, true));
            }
        }
    }
}

fn with_suggestion(
    context: LintContext<'_>,
    diagnostic: Diagnostic,
    name: &str,
    is_id: bool,
) -> Diagnostic {
    let near = context.near_name(name).filter(|_| is_id);
    diagnostic.write_some(near.map(|near| format!("#{near}")))
}

/// Returns the address of the unit that the `{#id}` of a command names, if it is the only one, or
/// the only one that moves.
pub(super) fn named_target(command: &Command) -> Option<&Target> {
    match &command.targets[..] {
        [target] => Some(target),
        _ => None,
    }
}

/// Returns the bytes of the steps and of the whole address of the unit that a command names, if
/// that is no range.
pub(super) fn only_step(command: &Command) -> Option<(Span, Span)> {
    let target = named_target(command)?;
    let first = target.steps.first()?;
    let last = target.steps.last()?;
    target
        .range
        .is_none()
        .then(|| (first.span.join(last.span), target.span))
}
