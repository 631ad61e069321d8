//! Cuts off queries that are too long, such as a pasted page, and limits the reported problems.

use super::QueryFault;
use crate::text::Span;

/// The largest length of a query, in bytes; the rest is ignored and reported.
const MAX_BYTES: usize = 4096;

/// The largest number of words of a query. Each word is looked up, completed and compared, and a
/// pasted page would have too many.
const MAX_WORDS: usize = 100;

/// The largest number of problems that are reported one by one.
const MAX_FAULTS: usize = 8;

/// Returns how many bytes of a query are used, and a problem if that is not all.
pub(super) fn cut(query: &str) -> (usize, Option<QueryFault>) {
    let mut ends = MAX_BYTES.min(query.len());
    while !query.is_char_boundary(ends) {
        ends -= 1;
    }
    let begins = query[..ends].char_indices().scan(false, |inside, (at, c)| {
        let begins = !*inside && c.is_alphanumeric();
        *inside = c.is_alphanumeric();
        Some((at, begins))
    });
    let read = begins
        .filter(|(_, begins)| *begins)
        .nth(MAX_WORDS)
        .map(|(at, _)| at);
    let (read, count) = match read {
        Some(at) => (at, format!("{MAX_WORDS} words")),
        None if ends < query.len() => (ends, format!("{ends} of {} bytes", query.len())),
        None => return (ends, None),
    };
    let message = format!("the query is too long; only the first {count} are used");
    let help = Some("use a few words, preferably rare ones".into());
    (
        read,
        Some(QueryFault {
            span: Span::new(read, query.len()),
            message,
            help,
        }),
    )
}

/// Returns the first faults, and how many more there are.
pub(super) fn limited(mut faults: Vec<QueryFault>, query: &str) -> Vec<QueryFault> {
    if let Some(first) = faults
        .get(MAX_FAULTS)
        .filter(|_| faults.len() > MAX_FAULTS + 1)
    {
        let message = format!("{} more problems from here on", faults.len() - MAX_FAULTS);
        let help = Some("search with a few words, without special characters".into());
        let more = QueryFault {
            span: first.span.with_end(query.len().max(first.span.end())),
            message,
            help,
        };
        faults.truncate(MAX_FAULTS);
        faults.push(more);
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::query::{QueryNode, parse};

    #[test]
    fn a_pasted_page_is_cut_and_reported() {
        let words = "é(S) ".repeat(20_000);
        let (node, faults) = parse(&words);
        assert!(
            matches!(&node, QueryNode::Words(text, _) if text.split(' ').count() == MAX_WORDS / 2),
            "{node:?}"
        );
        assert_eq!(
            faults[0].message,
            "the query is too long; only the first 100 words are used"
        );
        assert!(faults[0].help.is_some() && faults[0].span.end() == words.len());
        assert!(faults.len() <= 2, "{faults:?}");

        let open = "(".repeat(50_000);
        let (node, faults) = parse(&open);
        assert!(node.is_empty());
        assert_eq!(
            faults[0].message,
            "the query is too long; only the first 4096 of 50000 bytes are used"
        );
        assert_eq!(faults.len(), MAX_FAULTS + 1);
        let last = &faults[MAX_FAULTS];
        assert!(
            last.message.ends_with("more problems from here on")
                && last.help.is_some()
                && last.span.end() <= open.len()
        );

        // a long query is not too long
        assert_eq!(parse(&"word ".repeat(MAX_WORDS)).1, []);
    }
}
