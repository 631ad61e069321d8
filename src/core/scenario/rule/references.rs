//! Finds the facts, clauses and instructions that a check file refers to, with their bytes, for
//! editors and help pages.

use crate::{
    syntax::{front_matter_value, parse_plain_markdown},
    text::{SourceId, Span, Spanned},
};

/// The kind of target of a reference in a check file: a fact, a clause (or a table), or an
/// instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A fact, or the clause of a labelled line.
    Fact,
    /// A clause, table or clarification, or a part of one: `element-cost.table/r3`.
    Clause,
    /// An instruction: `document:number`.
    Instruction,
}

/// The functions whose first argument is a reference.
const QUERIES: &[(&str, ReferenceKind)] = &[
    ("fact(", ReferenceKind::Fact),
    ("cell(", ReferenceKind::Clause),
    ("offered(", ReferenceKind::Clause),
    ("holds(", ReferenceKind::Clause),
    ("needs(", ReferenceKind::Clause),
    ("stands(", ReferenceKind::Instruction),
];

/// Returns the references in a check file, in the order of the file.
pub fn find_references(text: &str) -> Vec<(ReferenceKind, Spanned<String>)> {
    let file = parse_plain_markdown(SourceId::default(), text);
    let mut out = Vec::new();
    let mut add = |kind: ReferenceKind, span: Span| {
        let raw = span.of(text);
        let name = raw.trim().trim_start_matches('#');
        let start = span.start() + raw.find(name).unwrap_or(0);
        out.push((
            kind,
            Spanned::new(name.to_owned(), Span::new(start, start + name.len())),
        ));
    };
    if let Some((_, clauses, span)) = front_matter_value(&file.entries, "clause") {
        // the value may be in quotation marks
        let start = span.start() + span.of(text).find(clauses).unwrap_or(0);
        let mut at = start;
        for word in clauses.split([' ', ',']) {
            if !word.trim_start_matches('#').is_empty() {
                add(ReferenceKind::Clause, Span::new(at, at + word.len()));
            }
            at += word.len() + 1;
        }
    }
    for fence in file
        .fences
        .iter()
        .filter(|fence| fence.info == "rule")
        .take(1)
    {
        let body = fence.body.of(text);
        for (call, kind) in QUERIES {
            for (at, _) in body.match_indices(call) {
                let alone = body[..at]
                    .chars()
                    .next_back()
                    .is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
                let from = at + call.len();
                let length = body[from..].find([',', ')', '\n']).unwrap_or(0);
                if alone && !body[from..from + length].trim().is_empty() {
                    add(
                        *kind,
                        Span::new(
                            fence.body.start() + from,
                            fence.body.start() + from + length,
                        ),
                    );
                }
            }
        }
    }
    out.sort_by_key(|(_, name)| name.span);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_with_their_spans() {
        let text = "---\nclause: army-size.baggage iwf.25.1\n---\n\n# T\n\n```rule\neach side\nrequire fact(a.b) = cell(t/r1, x, y) + nofact(z)\nwhen stands(dbm-3.3:21)\n```\n";
        let rendered: Vec<String> = find_references(text)
            .iter()
            .map(|(kind, name)| format!("{kind:?} {} {}", name.value, name.span.of(text)))
            .collect();
        assert_eq!(
            rendered,
            [
                "Clause army-size.baggage army-size.baggage",
                "Clause iwf.25.1 iwf.25.1",
                "Fact a.b a.b",
                "Clause t/r1 t/r1",
                "Instruction dbm-3.3:21 dbm-3.3:21"
            ]
        );
    }
}
