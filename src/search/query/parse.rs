use super::{
    FIELDS, Fault, Field, QueryNode, QueryValue,
    token::{SpannedToken, Token, tokens},
};
use crate::text::{Span, near::nearest};

/// The largest length of a query, in bytes; the rest is ignored and reported.
const MAX_BYTES: usize = 4096;

/// The largest number of words of a query. Each word is looked up, completed and compared, and a
/// pasted page would have too many.
const MAX_WORDS: usize = 100;

/// The largest number of problems that are reported one by one.
const MAX_FAULTS: usize = 8;

/// The largest depth of nested brackets and negations.
const MAX_DEPTH: usize = 32;

/// Parses a query. Any text gives a query; parts that make no sense are reported.
pub fn parse(query: &str) -> (QueryNode, Vec<Fault>) {
    let (read, long) = cut(query);
    let query = &query[..read];
    let mut faults = Vec::from_iter(long);
    let mut open = Vec::new();
    let tokens = tokens(query, |span| open.push(span));
    faults.extend(open.into_iter().map(|span| Fault {
        span,
        message: "this quote is never closed; the phrase goes to the end".into(),
        help: Some("put a second quote behind the last word of the phrase".into()),
    }));
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        faults,
    };
    let mut parts = Vec::new();
    while parser.at < parser.tokens.len() {
        parts.push(parser.alternatives());
        if let Some(SpannedToken {
            token: Token::Close,
            span,
            ..
        }) = parser.tokens.get(parser.at)
        {
            let span = *span;
            parser.fault(span, "this bracket closes nothing", None);
            parser.at += 1;
        }
    }
    let node = join(parts, QueryNode::All);
    let mut faults = parser.faults;
    if let Some(first) = faults
        .get(MAX_FAULTS)
        .filter(|_| faults.len() > MAX_FAULTS + 1)
    {
        let message = format!(
            "{} more faults are found from here on",
            faults.len() - MAX_FAULTS
        );
        let help = Some(
            "ask in a few words, without signs; a sentence as a player would say it is enough"
                .into(),
        );
        let more = Fault {
            span: Span::new(first.span.start(), query.len().max(first.span.end())),
            message,
            help,
        };
        faults.truncate(MAX_FAULTS);
        faults.push(more);
    }
    (node, faults)
}

/// Returns how many bytes of a query are used, and a problem if that is not all.
fn cut(query: &str) -> (usize, Option<Fault>) {
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
    let message = format!("the query is too long; the first {count} are read");
    let help = Some("ask for what matters in a few words; the rarer they are, the better".into());
    (
        read,
        Some(Fault {
            span: Span::new(read, query.len()),
            message,
            help,
        }),
    )
}

struct Parser {
    tokens: Vec<SpannedToken>,
    at: usize,
    depth: usize,
    faults: Vec<Fault>,
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

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|spanned| &spanned.token)
    }

    fn span(&self) -> Span {
        let end = self.tokens.last().map_or(0, |last| last.span.end());
        self.tokens
            .get(self.at)
            .map_or(Span::new(end, end), |spanned| spanned.span)
    }

    fn fault(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        self.faults.push(Fault {
            span,
            message: message.into(),
            help,
        });
    }

    /// Parses `… OR …`.
    fn alternatives(&mut self) -> QueryNode {
        let mut parts = vec![self.conjunction()];
        while self.peek() == Some(&Token::Or) {
            let span = self.span();
            self.at += 1;
            let next = self.conjunction();
            if next.is_empty() || parts.last().is_some_and(QueryNode::is_empty) {
                self.fault(
                    span,
                    "`OR` stands between two things; one is missing",
                    Some("write or in small letters to search for the word".into()),
                );
            }
            parts.push(next);
        }
        join(parts, QueryNode::Or)
    }

    /// Parses `… AND …`.
    fn conjunction(&mut self) -> QueryNode {
        let mut parts = vec![self.sequence()];
        while self.peek() == Some(&Token::And) {
            let span = self.span();
            self.at += 1;
            let next = self.sequence();
            if next.is_empty() || parts.last().is_some_and(QueryNode::is_empty) {
                self.fault(
                    span,
                    "`AND` stands between two things; one is missing",
                    Some("write and in small letters to search for the word".into()),
                );
            }
            parts.push(next);
        }
        join(parts, QueryNode::And)
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
                    *span = Span::new(span.start(), at.end());
                }
                (_, node) => parts.push(node),
            }
        }
        join(parts, QueryNode::All)
    }

    fn one(&mut self) -> Option<QueryNode> {
        let spanned = self.tokens.get(self.at)?.clone();
        let span = spanned.span;
        match spanned.token {
            Token::And | Token::Or | Token::Close => None,
            Token::Word(word) => {
                self.at += 1;
                Some(match word.strip_suffix('*') {
                    Some(start) if start.chars().any(char::is_alphanumeric) => {
                        QueryNode::Prefix(start.to_owned(), span)
                    }
                    Some(_) | None => QueryNode::Words(word, span),
                })
            }
            Token::Phrase(words) => {
                self.at += 1;
                Some(if words.chars().any(char::is_alphanumeric) {
                    QueryNode::Phrase(words, span)
                } else {
                    QueryNode::All(Vec::new())
                })
            }
            Token::Field(name) => {
                self.at += 1;
                Some(self.condition(&name, span))
            }
            Token::Not => {
                self.at += 1;
                Some(self.negation(span))
            }
            Token::Open => {
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
                    "nothing is said to be left out",
                    Some("write NOT before a word, a phrase in quotes or a condition".into()),
                );
                QueryNode::All(Vec::new())
            }
        }
    }

    fn group(&mut self, open: Span) -> QueryNode {
        if self.depth >= MAX_DEPTH {
            self.fault(
                open,
                format!("brackets lie more than {MAX_DEPTH} deep; this one is passed over"),
                None,
            );
            return QueryNode::All(Vec::new());
        }
        self.depth += 1;
        let inner = self.alternatives();
        self.depth -= 1;
        if self.peek() == Some(&Token::Close) {
            self.at += 1;
        } else {
            self.fault(
                open,
                "this bracket is never closed",
                Some("close it with `)`, or leave it out".into()),
            );
        }
        inner
    }

    fn condition(&mut self, name: &str, span: Span) -> QueryNode {
        let value = match self.tokens.get(self.at) {
            Some(SpannedToken {
                token: Token::Word(value) | Token::Phrase(value),
                span: at,
                ..
            }) if at.start() == span.end() => {
                let found = (value.clone(), *at);
                self.at += 1;
                Some(found)
            }
            Some(_) | None => None,
        };
        let row = FIELDS.iter().find(|row| row.names.contains(&name));
        let Some(row) = row else {
            // a word with a colon and no value is a word
            let Some((value, at)) = value else {
                return QueryNode::Words(name.to_owned(), span);
            };
            let names = FIELDS.iter().flat_map(|row| row.names.iter().copied());
            let known = FIELDS
                .iter()
                .map(|row| row.names[0])
                .collect::<Vec<_>>()
                .join(", ");
            let help = match nearest(name, names) {
                Some(near) => format!("did you mean `{near}:`?"),
                None => format!("there are {known}"),
            };
            self.fault(
                span,
                format!("there is no condition `{name}:`; it is searched for as words"),
                Some(help),
            );
            return QueryNode::Words(format!("{name} {value}"), Span::new(span.start(), at.end()));
        };
        let Some((value, at)) = value else {
            let help = format!(
                "for example {}",
                row.help.split("  ").next().unwrap_or_default()
            );
            self.fault(
                span,
                format!("`{}:` says nothing; it is passed over", row.names[0]),
                Some(help),
            );
            return QueryNode::All(Vec::new());
        };
        let whole = Span::new(span.start(), at.end());
        QueryNode::Condition(row.field, self.value(row.field, &value), whole)
    }

    fn value(&mut self, field: Field, value: &str) -> QueryValue {
        let end = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let split = value
            .split_once("..")
            .or_else(|| value.split_once('–').filter(|_| field == Field::Page));
        match split {
            Some((from, to)) => QueryValue::Range(end(from), end(to.trim_start_matches('.'))),
            None => QueryValue::One(value.trim().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(query: &str) -> String {
        let (node, faults) = parse(query);
        let mut out = draw(&node);
        for fault in faults {
            out += &format!(" ! {} `{}`", fault.message, fault.span.of(query));
        }
        out
    }

    fn draw(node: &QueryNode) -> String {
        let list = |nodes: &[QueryNode], by: &str| {
            format!("({})", nodes.iter().map(draw).collect::<Vec<_>>().join(by))
        };
        match node {
            QueryNode::Words(text, _) => text.clone(),
            QueryNode::Phrase(text, _) => format!("\"{text}\""),
            QueryNode::Prefix(text, _) => format!("{text}*"),
            QueryNode::Condition(field, QueryValue::One(value), _) => {
                format!("{}:{value}", field.name())
            }
            QueryNode::Condition(field, QueryValue::Range(from, to), _) => {
                format!(
                    "{}:{}..{}",
                    field.name(),
                    from.as_deref().unwrap_or_default(),
                    to.as_deref().unwrap_or_default()
                )
            }
            QueryNode::All(nodes) => list(nodes, " "),
            QueryNode::And(nodes) => list(nodes, " AND "),
            QueryNode::Or(nodes) => list(nodes, " OR "),
            QueryNode::Not(node) => format!("NOT {}", draw(node)),
        }
    }

    #[test]
    fn queries_are_parsed() {
        assert_eq!(shown("warband 3rd rank"), "warband 3rd rank");
        assert_eq!(
            shown("changed:3.2..3.4 (Kn(X) OR \"light horse\") -recoil"),
            "(changed:3.2..3.4 (Kn(X) OR \"light horse\") NOT recoil)"
        );
        assert_eq!(
            shown("a AND b c OR NOT page:22"),
            "((a AND b c) OR NOT page:22)"
        );
        assert_eq!(
            shown("deduct -2 pursu* section:\"rear support\""),
            "(deduct -2 pursu* section:rear support)"
        );
        assert_eq!(shown("(S) camelry"), "(S) camelry");
    }

    #[test]
    fn faults_are_reported_and_the_rest_is_used() {
        assert_eq!(
            shown("\""),
            "() ! this quote is never closed; the phrase goes to the end `\"`"
        );
        assert_eq!(
            shown("at:9.9 ("),
            "at:9.9 ! this bracket is never closed `(`"
        );
        assert_eq!(
            shown("sectoin:pip ranks"),
            "sectoin pip ranks ! there is no condition `sectoin:`; it is searched for as words `sectoin:`"
        );
        assert_eq!(
            shown(") at: OR"),
            "() ! this bracket closes nothing `)` ! `at:` says nothing; it is passed over `at:` ! `OR` stands between two things; one is missing `OR`"
        );
        assert_eq!(shown("NOT"), "() ! nothing is said to be left out `NOT`");
        assert_eq!(shown("note: horses"), "note horses");
    }

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
            "the query is too long; the first 100 words are read"
        );
        assert!(faults[0].help.is_some() && faults[0].span.end() == words.len());
        assert!(faults.len() <= 2, "{faults:?}");

        let open = "(".repeat(50_000);
        let (node, faults) = parse(&open);
        assert!(node.is_empty());
        assert_eq!(
            faults[0].message,
            "the query is too long; the first 4096 of 50000 bytes are read"
        );
        assert_eq!(faults.len(), MAX_FAULTS + 1);
        let last = &faults[MAX_FAULTS];
        assert!(
            last.message.ends_with("more faults are found from here on")
                && last.help.is_some()
                && last.span.end() <= open.len()
        );

        // a long query is not too long
        assert_eq!(parse(&"word ".repeat(MAX_WORDS)).1, []);
    }
}
