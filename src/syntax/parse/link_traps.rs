//! Warns of malformed links, and of `...` for missing words, which Markdown reads as text.

use super::{attributes::is_name, builder::BLANKS, source_text::SourceText};
use crate::text::Span;

/// The most bytes before an address in which the bracket that opens its words is searched.
const LONGEST_WORDS: usize = 200;

/// Returns the length of an id, fact or term at the start of the address of a link that is not
/// closed.
pub(super) fn address_end(rest: &str) -> Option<usize> {
    let prefix = ["#", "fact:", "term:"]
        .into_iter()
        .find(|prefix| rest.starts_with(prefix))?;
    let name = &rest[prefix.len()..];
    let end = name
        .find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-')));
    let name = &name[..end.unwrap_or(name.len())];
    let length = name.trim_end_matches(['.', '-']).len();
    (length > 0).then_some(prefix.len() + length)
}

/// Reports the end of a link in commentary that is not one, because its address or the title behind
/// it is not closed. `text` is a piece of the commentary.
pub(super) fn check_commentary_link(source: &mut SourceText<'_>, text: &str, span: Span) {
    if text == "]" && source.text[span.end()..].starts_with("(#") {
        report_stray_link(source, span);
    }
}

/// Reports `](` that ends no link; `span` is that of the bracket.
pub(super) fn report_stray_link(source: &mut SourceText<'_>, span: Span) {
    let span = span.with_end(span.end() + 1);
    let mut diagnostic = source
        .warning("stray-markup", span, "cannot read the address of this link")
        .help("an address cannot contain blanks; write `\\]` for a literal bracket");
    if let Some(end) = address_end(&source.text[span.end()..]) {
        let end = span.end() + end;
        let at = Span::new(end, end);
        let fix = if source.text[end..].starts_with(')') {
            let words = &source.text[..span.start()];
            let start = words.rfind(BLANKS).map_or(0, |at| at + 1);
            diagnostic.message = "no link: no square bracket opens its words".into();
            diagnostic.at.span = Span::new(start, end + 1);
            source.fix("write `[` before its words", Span::new(start, start), "[")
        } else if let Some(bracket) = open_title_end(&source.text[end..]) {
            let bracket = end + bracket;
            diagnostic.message = "no link: the quotation behind its address is not closed".into();
            diagnostic.help = None;
            diagnostic.at.span = Span::new(span.end() - 1, bracket + 1);
            source.fix("close the quotation", Span::new(bracket, bracket), "\"")
        } else {
            source.fix("close the address with `)`", at, ")")
        };
        diagnostic.fixes.push(fix);
    }
    source.report(diagnostic);
}

/// Returns where the bracket is that ends a link whose title, ` "words`, has no mark at its end.
fn open_title_end(rest: &str) -> Option<usize> {
    let line = rest.lines().next()?;
    let title = line.strip_prefix(" \"")?;
    let length = title.find(')')?;
    (!title[..length].contains('"')).then_some(" \"".len() + length)
}

/// Reports three dots that are a word of their own: words that are not known are written as the
/// one character `…`.
pub(super) fn check_three_dots(source: &mut SourceText<'_>, text: &str, span: Span) {
    for (at, dots) in text.match_indices("...") {
        let before = text[..at].chars().next_back();
        let after = text[at + dots.len()..].chars().next();
        let is_alone = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let at = Span::new(span.start() + at, span.start() + at + dots.len());
        if is_alone(before) && is_alone(after) && source.slice(at) == dots {
            let diagnostic = source
                .warning(
                    "stray-markup",
                    at,
                    "three dots are text, and not words that are missing",
                )
                .help("write the one character `…` for words that are not known")
                .replace_with("write `…`", "…");
            source.report(diagnostic.safe());
        }
    }
}

/// Reports a blank between the words and the address of a fact, term or link.
pub(super) fn check_blank_in_link(source: &mut SourceText<'_>, text: &str, span: Span) {
    if text != "]" {
        return;
    }
    let rest = &source.text[span.end()..];
    if address_end(rest).is_some_and(|end| rest[end..].starts_with(')')) {
        return report_unopened_address(source, span);
    }
    let behind = rest.trim_start_matches(' ');
    let is_address = ["(fact:", "(term:", "(#"]
        .iter()
        .any(|start| behind.starts_with(start));
    let Some(length) = behind
        .find(')')
        .filter(|_| is_address && behind.len() < rest.len())
    else {
        return;
    };
    let open = source.text[..span.start()]
        .rfind('[')
        .unwrap_or(span.start());
    let blanks = Span::new(span.end(), span.end() + rest.len() - behind.len());
    let at = Span::new(open, blanks.end() + length + 1);
    let mut diagnostic = source.warning("stray-markup", at, "with the blank this is no link");
    diagnostic
        .fixes
        .push(source.fix("remove the blank", blanks, ""));
    source.report(diagnostic.safe());
}

/// Reports the address of a link without its opening parenthesis: `[words]#id)`.
fn report_unopened_address(source: &mut SourceText<'_>, bracket: Span) {
    let rest = &source.text[bracket.end()..];
    let length = rest.find(')').map_or(rest.len(), |end| end + 1);
    let open = source.text[source.line_start(bracket.start())..bracket.start()]
        .rfind('[')
        .map_or(bracket.start(), |at| {
            at + source.line_start(bracket.start())
        });
    let at = Span::new(open, bracket.end() + length);
    let mut found = source.warning(
        "stray-markup",
        at,
        "no link: its address has no opening parenthesis",
    );
    let gap = bracket.at_end();
    found.fixes.push(source.fix("add `(`", gap, "("));
    source.report(found.safe());
}

/// Reports a link to a fact, term or clause whose square bracket is not closed: `[words(#id)`.
pub(super) fn check_open_link(source: &mut SourceText<'_>, text: &str, span: Span) {
    for (at, _) in text.match_indices('(') {
        let open = span.start() + at;
        let behind = source.text.get(open..);
        let Some(behind) = behind.and_then(|text| text.strip_prefix('(')) else {
            continue;
        };
        let Some(length) = address_end(behind).filter(|&end| behind[end..].starts_with(')')) else {
            continue;
        };
        let from = source
            .text
            .floor_char_boundary(open.saturating_sub(LONGEST_WORDS));
        let before = &source.text[from..open];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let Some(words) = line.rsplit_once('[').map(|(_, words)| words) else {
            continue;
        };
        if words.is_empty() || words.contains(']') {
            continue;
        }
        let start = open - words.len() - 1;
        let at = Span::new(start, open + 1 + length + 1);
        let mut diagnostic = source.warning(
            "stray-markup",
            at,
            "no link: the square bracket is not closed",
        );
        let gap = Span::new(open, open);
        diagnostic
            .fixes
            .push(source.fix("close it with `]`", gap, "]"));
        source.report(diagnostic);
    }
}

/// Returns the address that was meant where the colon of a fact or term is missing, or another sign
/// is there: `factbaggage.small`, `fact.baggage.small`.
fn scheme_without_colon(address: &str) -> Option<String> {
    const FILE_ENDINGS: &[&str] = &["md", "html", "pdf", "txt", "toml"];
    let scheme = ["fact", "term"]
        .into_iter()
        .find(|scheme| address.starts_with(scheme))?;
    let name = address[scheme.len()..].trim_start_matches(['.', ';', ',', '-', '=', '#', '/']);
    let is_file = name
        .rsplit_once('.')
        .is_some_and(|(_, ending)| FILE_ENDINGS.contains(&ending));
    (is_name(name) && !is_file).then(|| format!("{scheme}:{name}"))
}

/// Reports the address of a fact or term without its colon.
pub(super) fn check_scheme(source: &mut SourceText<'_>, link: Span, address: &str) {
    let Some(meant) = scheme_without_colon(address) else {
        return;
    };
    let Some(start) = source.slice(link).rfind(address) else {
        return;
    };
    let at = Span::new(start, start + address.len()).shifted(link.start());
    let found = source
        .error(
            "link-form",
            at,
            format!("`{address}` is no address: a colon is missing"),
        )
        .write(meant);
    source.report(found.safe());
}
