use super::{
    At, Check, Lint,
    at::word,
    fault::{Site, fix},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    op::{self, Near},
    resolve::{place_id, targets},
    syntax::{Command, File, Name, Role, StepKind, Unit},
    text::{Span, near::nearest},
};

pub(super) const LINT: Lint = Lint {
    code: "dangling-address",
    severity: Severity::Error,
    title: "an address that reaches nothing",
    page: include_str!("dangling_address.md"),
    checks: &[Check::Resolving, Check::File(unknown_names)],
};

/// An address whose last step fails.
pub(super) fn fault(
    site: &Site<'_>,
    what: &str,
    why: &str,
    near: &[Near],
    out: &mut Vec<Diagnostic>,
) {
    let id = what.strip_prefix('#');
    let told_elsewhere = match id {
        Some(id) => site.at.db.section_of(id).is_none(),
        // the document of a withdrawal
        None => {
            what == site.slice()
                && !site.at.db.ruleset.documents.contains_key(what)
                && why.starts_with("it does not change")
        }
    };
    if told_elsewhere {
        return;
    }
    let (at, token) = narrowed(site, what);
    let near = &asserted_first(site, near);
    let mut finding = LINT.find(
        at,
        format!(
            "{} reaches nothing: {why}",
            if id.is_some() {
                format!("`{what}`")
            } else {
                what.to_owned()
            }
        ),
    );
    for near in near
        .iter()
        .filter(|near| id.is_none_or(|id| alike(id, &near.written)))
    {
        let Some(text) = rewritten(site, near, &token) else {
            continue;
        };
        let title = match near.words.as_str() {
            "" => format!("write `{}`", near.written),
            words => format!("write `{}`: {words}", near.written),
        };
        finding.fixes.push(fix(title, at, text));
    }
    if let Some(best) = near
        .first()
        .filter(|_| finding.fixes.is_empty() && id.is_none())
    {
        let words = if best.words.is_empty() {
            String::new()
        } else {
            format!(", which begins \"{}\"", best.words)
        };
        finding = finding.help(format!("there is {}{words}", best.written));
    }
    out.push(finding);
}

/// What may have been meant: first of all the place of the unit that the instruction says it reaches, by its `{#id}`.
fn asserted_first(site: &Site<'_>, near: &[Near]) -> Vec<Near> {
    let mut out = near.to_vec();
    let id = site.entry().and_then(|entry| entry.attrs.id.as_ref());
    let unit = id.and_then(|id| site.section.arena.named(&id.value));
    let tree = site.section.frame(site.fault.patch);
    let Some(unit) = unit.filter(|&unit| tree.lives(unit)) else {
        return out;
    };
    let Some((parent, _)) = tree.place(unit) else {
        return out;
    };
    let kind = tree.kind(unit);
    let ordinal = tree
        .children(parent)
        .filter(|&other| tree.kind(other) == kind)
        .position(|other| other == unit);
    let written = ordinal.map(|at| format!("{} {}", kind.name(), at + 1));
    // another unit, or one in another list, is not what the step is about
    let fits = |written: &String| {
        near.iter().any(|near| {
            near.written.rsplit_once(' ').map(|(unit, _)| unit)
                == written.rsplit_once(' ').map(|(unit, _)| unit)
        })
    };
    if let Some(written) = written.filter(fits) {
        out.retain(|near| near.written != written);
        out.insert(
            0,
            Near {
                written,
                words: op::first_words(&tree, unit),
            },
        );
    }
    out
}

/// What of a step is wrong.
enum Token {
    /// A number in it.
    Number,
    /// The words of a label in it.
    Label,
    /// All of the step, which holds no more than that.
    Whole,
    /// A part that cannot be told.
    Unclear,
}

/// The very word of a step that is wrong: its number or its label, where that stands there once.
fn narrowed(site: &Site<'_>, what: &str) -> (Location, Token) {
    let (span, text) = (site.fault.span, site.slice());
    if what.starts_with('#') {
        return (site.here(), Token::Whole);
    }
    let digits = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let (inner, token) = match what.rsplit_once('"') {
        Some((before, "")) => (before.split_once('"').map(|(_, label)| label), Token::Label),
        Some(_) | None => (what.rsplit(' ').next().filter(digits), Token::Number),
    };
    match inner.and_then(|inner| word(text, inner)) {
        Some(hit) => (
            site.locate(hit.shifted(span.start())),
            if hit.len() == text.len() {
                Token::Whole
            } else {
                token
            },
        ),
        None if text.bytes().filter(u8::is_ascii_digit).count() <= 2
            && !text.contains(['–', ',']) =>
        {
            (site.here(), Token::Whole)
        }
        None => (site.here(), Token::Unclear),
    }
}

/// How a near miss is written in the place of the token.
fn rewritten(site: &Site<'_>, near: &Near, token: &Token) -> Option<String> {
    let rest = near
        .written
        .split_once(' ')
        .filter(|(unit, _)| Unit::named(unit).is_some())
        .map(|(_, rest)| rest);
    // `"+1" 2`: the label, and which of those that bear it
    let (label, ordinal) = match rest.and_then(|rest| rest.strip_prefix('"')?.rsplit_once('"')) {
        Some((label, ordinal)) => (
            Some(label),
            Some(ordinal.trim()).filter(|ordinal| !ordinal.is_empty()),
        ),
        None => (None, rest),
    };
    match token {
        Token::Number => ordinal.map(str::to_owned),
        Token::Label => label.filter(|_| ordinal.is_none()).map(str::to_owned),
        // a label that stands alone, as in a table
        Token::Whole if rest.is_some() && !site.slice().contains(' ') => {
            label.or(ordinal).map(str::to_owned)
        }
        Token::Whole => Some(near.written.clone()),
        Token::Unclear => None,
    }
}

fn alike(id: &str, written: &str) -> bool {
    nearest(id, [written.trim_start_matches('#')]).is_some()
}

/// Ids that no file declares, wherever an instruction or place names one.
fn unknown_names(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    let known = |name: &str| at.db.section_of(name).is_some();
    for place in &file.places {
        if file.role == Role::Amend
            && !known(&place_id(place))
            && !file.places.is_empty()
            && !place.entries.is_empty()
        {
            let (name, span) = match &place.attrs.id {
                Some(id) => (id.value.clone(), id.span),
                None => (place_id(place), place.heading_span),
            };
            let message = format!("no section has the id `#{name}`");
            let finding = LINT.find(Location::new(file.source, span), message);
            let finding = finding.help("a place in a sheet of amendments refers to a section; a new one is made by `Insert section …`");
            out.push(with_near(at, finding, &name, place.attrs.id.is_some()));
        }
        if let Some(within) = place
            .attrs
            .get("within")
            .filter(|within| !known(&within.value))
        {
            let finding = LINT.find(
                Location::new(file.source, within.span),
                format!("no section has the id `{}`", within.value),
            );
            let finding = match at.near_name(&within.value) {
                Some(near) => finding.replace_with(format!("write `{near}`"), near),
                None => finding,
            };
            out.push(finding);
        }
        for entry in &place.entries {
            for name in entry
                .command
                .iter()
                .flat_map(names)
                .filter(|name| !known(&name.value))
            {
                let finding = LINT.find(
                    Location::new(file.source, name.span),
                    format!("nothing has the id `#{}`", name.value),
                );
                out.push(with_near(at, finding, &name.value, true));
            }
        }
    }
}

fn with_near(at: At<'_>, finding: Diagnostic, name: &str, is_id: bool) -> Diagnostic {
    match at.near_name(name).filter(|_| is_id) {
        Some(near) => finding.replace_with(format!("write `#{near}`"), format!("#{near}")),
        None => finding,
    }
}

/// The ids that an instruction names.
fn names(command: &Command) -> Vec<&Name> {
    let mut names: Vec<&Name> = Vec::new();
    for target in targets(Some(command)) {
        names.extend(&target.id);
        for step in &target.steps {
            match &step.kind {
                StepKind::Section(sections) => names.extend(sections),
                StepKind::Heading
                | StepKind::Text
                | StepKind::All { .. }
                | StepKind::Last { .. }
                | StepKind::Ordinals { .. }
                | StepKind::Labelled { .. } => {}
            }
        }
    }
    match command {
        Command::Delete { moved_to, .. } => names.extend(moved_to),
        Command::Withdraw { clause, .. } => names.push(clause),
        Command::Replace { .. }
        | Command::ReplacePhrase { .. }
        | Command::Insert { .. }
        | Command::Add { .. }
        | Command::SetValues
        | Command::SetEntries
        | Command::Substitute { .. }
        | Command::Note { .. }
        | Command::Clarify { .. } => {}
    }
    names.sort_by_key(|name| name.span);
    names.dedup_by_key(|name| name.span);
    names
}

/// The bytes of the only step of an address that counts, if it has just one.
pub(super) fn only_step(command: &Command) -> Option<(Span, Span)> {
    let targets = targets(Some(command));
    let [target] = targets.as_slice() else {
        return None;
    };
    let first = target.steps.first()?;
    let last = target.steps.last()?;
    target
        .range
        .is_none()
        .then(|| (first.span.join(last.span), target.span))
}
