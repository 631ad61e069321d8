//! Parses query text to a `QueryNode` and faults: operators, brackets, phrases and conditions.

use super::{
    FILTERS, Matching, QueryFault, QueryNode, QueryValue, filter,
    token::{QueryToken, tokens},
};
use crate::text::{Span, Spanned, near::nearest};

/// The largest depth of nested brackets and negations.
const MAX_DEPTH: usize = 32;

/// The largest length of a query in bytes, and its largest number of words, each of which is looked
/// up and compared: a pasted page would have too many.
const MAX_BYTES: usize = 4096;
const MAX_WORDS: usize = 100;
/// The largest number of problems that are reported one by one.
const MAX_FAULTS: usize = 8;

/// Returns the length of the part of a query that is used.
fn used_length(query: &str) -> usize {
    let most = query.floor_char_boundary(MAX_BYTES);
    let mut begins = query[..most]
        .char_indices()
        .filter(|(at, c)| c.is_alphanumeric() && !query[..*at].ends_with(char::is_alphanumeric));
    begins.nth(MAX_WORDS).map_or(most, |(at, _)| at)
}

/// Returns the first faults, and how many more there are.
fn limited(mut faults: Vec<QueryFault>) -> Vec<QueryFault> {
    if faults.len() > MAX_FAULTS + 1 {
        let more = faults.len() - MAX_FAULTS;
        faults.truncate(MAX_FAULTS + 1);
        faults[MAX_FAULTS].message = format!("{more} more problems from here on");
        faults[MAX_FAULTS].help =
            Some("search with a few words, without special characters".into());
    }
    faults
}

/// Parses a query. Any text gives a query; parts that make no sense are reported.
pub fn parse(query: &str) -> (QueryNode, Vec<QueryFault>) {
    let used = used_length(query);
    let mut faults = Vec::new();
    if used < query.len() {
        faults.push(QueryFault {
            span: Span::new(used, query.len()),
            message: "the query is too long; its end is not used".into(),
            help: Some("use a few words, preferably rare ones".into()),
        });
    }
    let query = &query[..used];
    let mut open = Vec::new();
    let tokens = tokens(query, |span| open.push(span));
    faults.extend(open.into_iter().map(|span| QueryFault {
        span,
        message: "this quote is not closed; the phrase goes to the end".into(),
        help: Some("add a closing quote after the last word of the phrase".into()),
    }));
    let mut parser = QueryParser {
        tokens,
        at: 0,
        depth: 0,
        faults,
    };
    let mut parts = Vec::new();
    while parser.at < parser.tokens.len() {
        parts.push(parser.alternatives());
        if parser.peek() == Some(&QueryToken::Close) {
            let span = parser.span();
            parser.fault(span, "this bracket has no opening bracket", None);
            parser.at += 1;
        }
    }
    let node = join(parts, QueryNode::All);
    (node, limited(parser.faults))
}

/// A recursive-descent parser of a query: its tokens, the index of the next one, the depth of
/// brackets, and faults so far.
struct QueryParser {
    tokens: Vec<Spanned<QueryToken>>,
    at: usize,
    depth: usize,
    faults: Vec<QueryFault>,
}

/// Joins several nodes into one and drops the empty ones.
fn join(mut nodes: Vec<QueryNode>, kind: fn(Vec<QueryNode>) -> QueryNode) -> QueryNode {
    nodes.retain(|node| !node.is_empty());
    if nodes.len() == 1 {
        nodes.pop().unwrap_or(QueryNode::All(Vec::new()))
    } else if nodes.is_empty() {
        QueryNode::All(nodes)
    } else {
        kind(nodes)
    }
}

impl QueryParser {
    fn peek(&self) -> Option<&QueryToken> {
        self.tokens.get(self.at).map(|spanned| &spanned.value)
    }

    fn span(&self) -> Span {
        let end = self.tokens.last().map_or(0, |last| last.span.end());
        self.tokens
            .get(self.at)
            .map_or(Span::new(end, end), |spanned| spanned.span)
    }

    fn fault(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        self.faults.push(QueryFault {
            span,
            message: message.into(),
            help,
        });
    }

    /// Parses `… OR …`.
    fn alternatives(&mut self) -> QueryNode {
        self.joined(&QueryToken::Or, "OR", Self::conjunction, QueryNode::Or)
    }

    /// Parses `… AND …`.
    fn conjunction(&mut self) -> QueryNode {
        self.joined(&QueryToken::And, "AND", Self::sequence, QueryNode::And)
    }

    /// Parses parts with an operator between them.
    fn joined(
        &mut self,
        operator: &QueryToken,
        word: &str,
        part: fn(&mut Self) -> QueryNode,
        kind: fn(Vec<QueryNode>) -> QueryNode,
    ) -> QueryNode {
        let mut parts = vec![part(self)];
        while self.peek() == Some(operator) {
            let span = self.span();
            self.at += 1;
            let next = part(self);
            if next.is_empty() || parts.last().is_some_and(QueryNode::is_empty) {
                let lower = word.to_lowercase();
                self.fault(
                    span,
                    format!("`{word}` needs a word or condition on each side"),
                    Some(format!(
                        "write `{lower}` in lower case to search for the word"
                    )),
                );
            }
            parts.push(next);
        }
        join(parts, kind)
    }

    /// Parses a sequence. Adjacent words become one text, so that terms of several words are
    /// recognised.
    fn sequence(&mut self) -> QueryNode {
        let mut parts: Vec<QueryNode> = Vec::new();
        while let Some(node) = self.one() {
            match (parts.last_mut(), node) {
                (Some(QueryNode::Words(text, span)), QueryNode::Words(more, at)) => {
                    text.push(' ');
                    text.push_str(&more);
                    *span = span.with_end(at.end());
                }
                (_, node) => parts.push(node),
            }
        }
        join(parts, QueryNode::All)
    }

    fn one(&mut self) -> Option<QueryNode> {
        let spanned = self.tokens.get(self.at)?.clone();
        let span = spanned.span;
        match spanned.value {
            QueryToken::And | QueryToken::Or | QueryToken::Close => None,
            QueryToken::Word(word) => {
                self.at += 1;
                Some(match word.strip_suffix('*') {
                    Some(start) if start.chars().any(char::is_alphanumeric) => {
                        QueryNode::Prefix(start.to_owned(), span)
                    }
                    Some(_) | None => QueryNode::Words(word, span),
                })
            }
            QueryToken::Phrase(words) => {
                self.at += 1;
                Some(if words.chars().any(char::is_alphanumeric) {
                    QueryNode::Phrase(words, span)
                } else {
                    QueryNode::All(Vec::new())
                })
            }
            QueryToken::Field(name) => {
                self.at += 1;
                Some(self.condition(&name, span))
            }
            QueryToken::Not => {
                self.at += 1;
                Some(self.negation(span))
            }
            QueryToken::Open => {
                self.at += 1;
                Some(self.group(span))
            }
        }
    }

    fn negation(&mut self, span: Span) -> QueryNode {
        self.depth += 1;
        let inner = if self.depth > MAX_DEPTH {
            None
        } else {
            self.one()
        };
        self.depth -= 1;
        match inner {
            Some(inner) if !inner.is_empty() => QueryNode::Not(Box::new(inner)),
            Some(_) | None => {
                self.fault(
                    span,
                    "nothing to exclude",
                    Some("write `NOT` before a word, a phrase in quotes or a condition".into()),
                );
                QueryNode::All(Vec::new())
            }
        }
    }

    fn group(&mut self, open: Span) -> QueryNode {
        if self.depth >= MAX_DEPTH {
            self.fault(
                open,
                format!("brackets are nested more than {MAX_DEPTH} deep; this one is ignored"),
                None,
            );
            return QueryNode::All(Vec::new());
        }
        self.depth += 1;
        let inner = self.alternatives();
        self.depth -= 1;
        if self.peek() == Some(&QueryToken::Close) {
            self.at += 1;
        } else {
            self.fault(
                open,
                "this bracket is not closed",
                Some("close it with `)`, or remove it".into()),
            );
        }
        inner
    }

    fn condition(&mut self, name: &str, span: Span) -> QueryNode {
        let value = match self.tokens.get(self.at) {
            Some(Spanned {
                value: QueryToken::Word(value) | QueryToken::Phrase(value),
                span: at,
            }) if at.start() == span.end() => {
                let found = (value.clone(), *at);
                self.at += 1;
                Some(found)
            }
            Some(_) | None => None,
        };
        let Some(row) = filter(name) else {
            // a word with a colon and no value is a word
            let Some((value, at)) = value else {
                return QueryNode::Words(name.to_owned(), span);
            };
            let names = FILTERS.iter().flat_map(|row| row.names.iter().copied());
            let known = crate::text::join(FILTERS.iter().map(|row| row.names[0]), ", ");
            let help = match nearest(name, names) {
                Some(near) => format!("did you mean `{near}:`?"),
                None => format!("conditions: {known}"),
            };
            self.fault(
                span,
                format!("unknown condition `{name}:`; it is searched as words"),
                Some(help),
            );
            return QueryNode::Words(format!("{name} {value}"), span.with_end(at.end()));
        };
        let Some((value, at)) = value else {
            let help = format!("for example {}", row.example);
            self.fault(
                span,
                format!("`{}:` has no value; it is ignored", row.names[0]),
                Some(help),
            );
            return QueryNode::All(Vec::new());
        };
        let whole = span.with_end(at.end());
        let end = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let split = value.split_once("..").or_else(|| {
            value
                .split_once('–')
                .filter(|_| row.matching == Matching::Pages)
        });
        let value = match split {
            Some((from, to)) => QueryValue::Range(end(from), end(to.trim_start_matches('.'))),
            None => QueryValue::One(value.trim().to_owned()),
        };
        QueryNode::Condition(row.names[0], value, whole)
    }
}
