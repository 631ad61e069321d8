use super::{
    At, Check, Lint,
    at::{name_of, quoted},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::{Patch, Profile},
    resolve::{Difference, Section, View},
    syntax::{CommentaryKind, Layer},
};
use std::sync::Arc;

pub(super) const LINT: Lint = Lint {
    code: "held-text-differs",
    severity: Severity::Warning,
    title: "a held text that says another thing than the sheets",
    page: include_str!("held_text_differs.md"),
    checks: &[Check::Section(check)],
};

fn check(_: At<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    for difference in &section.differences {
        let Some(book) = section.patch(difference.book) else {
            continue;
        };
        let (what, setter) = origin(section, difference);
        let ours = match setter {
            Some(setter) => format!("{} by {}", quoted(&difference.ours), name_of(setter)),
            None => quoted(&difference.ours),
        };
        let message = format!("{what} is {} here and {ours}", quoted(&difference.held));
        let mut finding = LINT.find(Location::new(book.file.source, difference.span), message);
        if let Some(setter) = setter {
            finding = finding.related(setter.at(), "this one rules");
        }
        // both are shown; a person has seen it
        if declared(book) || setter.is_some_and(declared) {
            finding.severity = Severity::Note;
        } else {
            finding = finding
                .help("record it: `**Contradiction:**` with a link, here or under the instruction");
        }
        out.push(finding);
    }
}

fn declared(patch: &Patch) -> bool {
    patch
        .commentary()
        .iter()
        .any(|one| one.kind == CommentaryKind::Contradiction)
}

/// What differs, and the instruction that made it what it is.
fn origin<'s>(section: &'s Section, difference: &Difference) -> (String, Option<&'s Patch>) {
    let view = View {
        edition: difference.edition,
        as_of: jiff::civil::Date::MAX,
        profile: Arc::new(Profile::default()),
    };
    let tree = section.version(&view);
    let what = match tree.cell_labels(difference.unit) {
        Some((row, column)) => format!("{row} {column}"),
        None => format!("this {}", tree.kind(difference.unit).name()),
    };
    let setter = tree.get(difference.unit).and_then(|node| {
        node.text(Layer::Restated)?
            .origins
            .first()
            .map(|&(_, patch)| patch)
    });
    (
        what,
        setter
            .and_then(|ix| section.patch(ix))
            .map(|patch| &**patch),
    )
}
