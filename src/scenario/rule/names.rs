//! The names of the rules' text in a check file.

use crate::{
    syntax::{entry, plain},
    text::{SourceId, Span, Spanned},
};

/// What a name in a check file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A fact, or the clause of a labelled line.
    Fact,
    /// A clause, table or clarification, perhaps a place below one: `element-cost.table/r3`.
    Clause,
    /// An instruction: document, colon, number.
    Instruction,
}

/// The functions that take a name.
const ASKING: &[(&str, Named)] = &[
    ("fact(", Named::Fact),
    ("cell(", Named::Clause),
    ("offered(", Named::Clause),
    ("holds(", Named::Clause),
    ("needs(", Named::Clause),
    ("stands(", Named::Instruction),
];

/// The names in a check file, in the order of their places.
pub fn names(text: &str) -> Vec<(Named, Spanned<String>)> {
    let file = plain(SourceId::default(), text);
    let mut out = Vec::new();
    let mut take = |named: Named, span: Span| {
        let raw = span.of(text);
        let name = raw.trim().trim_start_matches('#');
        let start = span.start() + raw.find(name).unwrap_or(0);
        out.push((
            named,
            Spanned::new(name.to_owned(), Span::new(start, start + name.len())),
        ));
    };
    if let Some((_, clauses, span)) = entry(&file.entries, "clause") {
        // the value may stand in quotation marks
        let start = span.start() + span.of(text).find(clauses).unwrap_or(0);
        let mut at = start;
        for word in clauses.split([' ', ',']) {
            if !word.trim_start_matches('#').is_empty() {
                take(Named::Clause, Span::new(at, at + word.len()));
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
        for (call, named) in ASKING {
            for (at, _) in body.match_indices(call) {
                let alone = body[..at]
                    .chars()
                    .next_back()
                    .is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
                let from = at + call.len();
                let length = body[from..].find([',', ')', '\n']).unwrap_or(0);
                if alone && !body[from..from + length].trim().is_empty() {
                    take(
                        *named,
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
    fn names_are_found_where_they_stand() {
        let text = "---\nclause: army-size.baggage iwf.25.1\n---\n\n# T\n\n```rule\neach side\nrequire fact(a.b) = cell(t/r1, x, y) + nofact(z)\nwhen stands(dbm-3.3:21)\n```\n";
        let drawn: Vec<String> = names(text)
            .iter()
            .map(|(named, name)| format!("{named:?} {} {}", name.value, name.span.of(text)))
            .collect();
        assert_eq!(
            drawn,
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
