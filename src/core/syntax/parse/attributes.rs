//! Parses braces `{#id key=value .class}` to `Attributes`; reports unknown or malformed parts.
//!
//! pulldown-cmark keeps neither the ranges of attributes nor repeated ids.

use super::source_text::SourceText;
use crate::{
    diagnostic::{Diagnostic, Fix},
    syntax::{
        AttributeSet, Attributes, FileRole,
        attribute::{CLASSES, KEYS},
        key::{Key, ValueKind},
    },
    text::{Span, Spanned, is_number, join},
};
use std::borrow::Cow;

/// Returns the braces at the end of the text of `span`, unless a backslash escapes them.
pub(super) fn at_end(source: &SourceText<'_>, span: Span) -> Option<Span> {
    let span = source.trimmed(span);
    let text = source.slice(span);
    let Some(inner) = text.strip_suffix('}') else {
        return unclosed(text).map(|open| span.with_start(span.start() + open));
    };
    let open = inner.rfind(['{', '}', '\n'])?;
    let escaped = |at: usize| text[..at].bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 1;
    (text[open..].starts_with('{') && !escaped(open) && !escaped(inner.len()))
        .then(|| span.with_start(span.start() + open))
}

/// Returns where attributes at the end of a text begin whose brace is not closed: `{#id page=9`.
fn unclosed(text: &str) -> Option<usize> {
    let open = text.rfind('{')?;
    let inside = &text[open + 1..];
    let is_word = |word: &str| {
        let key = word.split_once('=').map(|(key, _)| key);
        word.strip_prefix(['#', '.'])
            .or(key)
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    let is_closed = inside.contains(['}', '\n', '`', '"', '>']);
    let is_escaped = text[..open].ends_with('\\');
    let mut words = inside.split_whitespace().peekable();
    (!is_closed && !is_escaped && words.peek().is_some() && words.all(is_word)).then_some(open)
}

/// The most attributes that a unit can have.
const MAX_WORDS: usize = 64;

/// Parses the attributes in the braces `span` and reports errors.
pub(super) fn read(source: &mut SourceText<'_>, span: Span) -> Attributes {
    let mut attrs = AttributeSet {
        span,
        ..AttributeSet::default()
    };
    let text = source.slice(span);
    let inside = text.get(1..).unwrap_or_default();
    let inside = match inside.strip_suffix('}') {
        Some(inside) => inside,
        None => {
            let diagnostic = source.error("attribute", span, "these braces are not closed");
            source.report(diagnostic.help("write `}` after the attributes"));
            inside
        }
    };
    let words = words(inside);
    let empty = words.is_empty();
    for (number, word) in words.into_iter().enumerate() {
        let at = word.shifted(span.start() + 1);
        let word = word.of(inside);
        if number == MAX_WORDS {
            let rest = at.with_end(span.end() - 1);
            let message = format!("more than {MAX_WORDS} attributes: these are ignored");
            let diagnostic = source.error("attribute", source.trimmed(rest), message);
            source.report(diagnostic);
            break;
        }
        if let Some((key, value, why)) = unjoined_pair(word) {
            let written = format!("{key}={value}");
            let diagnostic = source.error("attribute", at, why).write(written);
            source.report(diagnostic.safe());
            let value_at = at.with_start(at.end() - value.len());
            let key_at = at.with_len(key.len());
            read_pair(source, &mut attrs, (key, key_at), (value, value_at), at);
        } else {
            read_word(source, &mut attrs, word, at);
        }
    }
    if empty {
        let diagnostic = source
            .error("attribute", span, "empty braces")
            .help("write `\\{` for a literal brace");
        source.report(diagnostic);
    }
    attrs.classes.shrink_to_fit();
    attrs.pairs.shrink_to_fit();
    attrs.into()
}

/// The marks of a quotation.
const QUOTES: [char; 4] = ['"', '\'', '“', '”'];

/// Returns the fix that removes the second of two attributes of which there can be only one.
fn keep_first_fix(source: &SourceText<'_>, second: Span) -> Fix {
    let before = source.text[..second.start()].trim_end_matches(' ');
    source.fix("keep the first", second.with_start(before.len()), "")
}

const BLANK: fn(char) -> bool = char::is_whitespace;

/// Returns the key and the value of a word that is a pair except for the sign between them, and what
/// is wrong with that: `page = 4`, `page 4`, `page:4`, `page4`.
fn unjoined_pair(word: &str) -> Option<(&str, &str, &'static str)> {
    let known = |key: &str| Key::find(KEYS, key).is_some();
    if let Some((key, value)) = word.split_once('=') {
        let spaced = word.contains(BLANK);
        return spaced.then_some((key.trim_end(), value.trim_start(), "blanks around `=`"));
    }
    let missing = "`=` is missing between key and value";
    if let Some((key, value)) = word.split_once([' ', ':']).filter(|(key, _)| known(key)) {
        let value = value.trim_start_matches([' ', ':']);
        return (!value.is_empty()).then_some((key, value, missing));
    }
    let end = word.find(|c: char| c.is_ascii_digit())?;
    let (key, value) = word.split_at(end);
    known(key).then_some((key, value, missing))
}

/// Returns the words between braces; `page = 4` and `page 4` are one word with blanks.
fn words(inside: &str) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    let is_key = |word: &str| !word.starts_with(['#', '.']) && !word.contains('=');
    for word in inside.split_whitespace() {
        let start = word.as_ptr() as usize - inside.as_ptr() as usize;
        let end = start + word.len();
        match out.last_mut() {
            // `n= page=2` lacks a value, `page 2` its `=`
            Some(last)
                if last.of(inside).ends_with('=') && is_key(word)
                    || word.starts_with('=') && is_key(last.of(inside))
                    || is_key(word) && Key::find(KEYS, last.of(inside)).is_some() =>
            {
                *last = last.with_end(end);
            }
            _ => out.push(Span::new(start, end)),
        }
    }
    out
}

fn read_word(source: &mut SourceText<'_>, attrs: &mut AttributeSet, word: &str, at: Span) {
    if let Some(id) = word.strip_prefix('#') {
        let diagnostic = match &attrs.id {
            Some(first) => {
                let first = first.span;
                let mut diagnostic = source
                    .error("attribute", at, "a second id: each unit has only one")
                    .related(source.location(first), "the first");
                diagnostic.fixes.push(keep_first_fix(source, at));
                Some(diagnostic)
            }
            None => check_id(source, id, at),
        };
        let reported = diagnostic.is_some() && attrs.id.is_some();
        diagnostic.into_iter().for_each(|f| source.report(f));
        if !reported && !id.is_empty() {
            // the id is stored in its valid form, which links to it have
            let name = if is_name(id) || source.role == FileRole::Index {
                id.to_owned()
            } else {
                Some(canonical_id(id))
                    .filter(|name| !name.is_empty())
                    .unwrap_or_else(|| id.to_owned())
            };
            attrs.id = Some(Spanned::new(name, at));
        }
    } else if let Some(class) = word.strip_prefix('.') {
        let row = check_known(source, CLASSES, class, at, 1);
        attrs
            .classes
            .push(Spanned::new(interned_name(row, class), at));
    } else if let Some((key, value)) = word.split_once('=') {
        let key_at = at.with_len(key.len());
        let value_at = at.with_start(key_at.end() + 1);
        read_pair(source, attrs, (key, key_at), (value, value_at), at);
    } else {
        let diagnostic = source
            .error("attribute", at, format!("`{word}` is not an attribute"))
            .label("expected `#id`, `.class` or `key=value`");
        source.report(diagnostic);
    }
}

fn read_pair(
    source: &mut SourceText<'_>,
    attrs: &mut AttributeSet,
    (key, key_at): (&str, Span),
    (value, value_at): (&str, Span),
    at: Span,
) {
    if key.is_empty() {
        let diagnostic = source.error("attribute", at, "`=` without a key");
        return source.report(diagnostic.help("write key, `=` and value without blanks"));
    }
    let row = check_known(source, KEYS, key, key_at, 0);
    let diagnostic = if value.is_empty() {
        Some(
            source
                .error("attribute", at, format!("`{key}=` has no value"))
                .help("write the value directly after `=`, without a blank"),
        )
    } else if value.contains(QUOTES) {
        let found = source.error(
            "attribute",
            value_at,
            "a value cannot be quoted or contain blanks",
        );
        let bare = value.trim_matches(QUOTES);
        let is_word = !bare.is_empty() && !bare.contains(QUOTES);
        Some(match is_word {
            true => found.write(bare).safe(),
            false => found,
        })
    } else if let Some((first, _)) = attrs.pairs.iter().find(|(k, _)| k.value == key) {
        let mut found = source
            .error("attribute", at, format!("`{key}=` is given twice"))
            .related(source.location(first.span), "the first");
        found.fixes.push(keep_first_fix(source, at));
        Some(found)
    } else {
        row.and_then(|row| match &row.value {
            ValueKind::List(_) => value
                .split(',')
                .any(str::is_empty)
                .then(|| source.error("attribute", value_at, "a comma needs a value on each side")),
            ValueKind::Number => {
                let digits = value
                    .strip_suffix('+')
                    .or_else(|| value.strip_prefix('+'))
                    .unwrap_or(value);
                let good = digits.len() <= 6 && is_number(digits);
                (!good).then(|| {
                    source.error(
                        "attribute",
                        value_at,
                        format!(
                            "`{key}=` has to be a number such as `4`, or `4+` for at least four"
                        ),
                    )
                })
            }
            _ => None,
        })
    };
    diagnostic.into_iter().for_each(|f| source.report(f));
    attrs.pairs.push((
        Spanned::new(interned_name(row, key), key_at),
        Spanned::new(value.trim_matches(QUOTES).to_owned(), value_at),
    ));
}

/// Returns a name, without an allocation if a table has it.
fn interned_name(row: Option<&'static Key>, name: &str) -> Cow<'static, str> {
    row.map_or_else(
        || Cow::Owned(name.to_owned()),
        |row| Cow::Borrowed(row.name),
    )
}

/// Returns the row of `name` in `table`; warns if there is none. `skip` bytes of `at` come before
/// the name.
fn check_known(
    source: &mut SourceText<'_>,
    table: &'static [Key],
    name: &str,
    at: Span,
    skip: usize,
) -> Option<&'static Key> {
    let row = Key::find(table, name);
    if row.is_none() {
        let message = format!("`{name}` is not a known attribute");
        let mut diagnostic = source
            .warning(
                "unknown-attribute",
                at.with_start(at.start() + skip),
                message,
            )
            .expected(name, Key::names(table))
            .safe();
        // the fix keeps the sign before the name
        diagnostic.at.span = at;
        source.report(diagnostic);
    }
    row
}

/// Checks the form of an id: lower-case ASCII letters, digits and hyphens, in at most three parts
/// joined by full stops.
fn check_id(source: &SourceText<'_>, id: &str, at: Span) -> Option<Diagnostic> {
    if id.is_empty() {
        return Some(source.error("attribute", at, "`#` without a name"));
    }
    // a subject index uses the names of others: terms, and positions below a name
    if source.role == FileRole::Index && is_reference(id) {
        return None;
    }
    if !is_name(id) {
        let name = canonical_id(id);
        let diagnostic = source
            .error("id-form", at, format!("`{id}` is not a valid name"))
            .help(
                "names consist of lower-case ASCII letters, digits and `-`, in parts joined by `.`",
            );
        return Some(if name.is_empty() {
            diagnostic
        } else {
            diagnostic.write(format!("#{name}"))
        });
    }
    (id.split('.').count() > 3).then(|| {
        source
            .error("id-form", at, format!("`{id}` has more than three parts"))
            .help("a name has at most three parts, so that it is short enough to type")
    })
}

/// Whether `name` is lower-case ASCII letters, digits and hyphens, in parts joined by full stops.
pub fn is_name(name: &str) -> bool {
    let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    name.split('.')
        .all(|part| !part.is_empty() && part.bytes().all(good))
}

/// Whether `id` is a name, perhaps after `term:` or with positions below it: `tolls.table/r2`.
fn is_reference(id: &str) -> bool {
    let mut parts = id.strip_prefix("term:").unwrap_or(id).split('/');
    parts.next().is_some_and(is_name)
        && parts.all(|part| {
            part.len() > 1 && is_name(part) && part.ends_with(|c: char| c.is_ascii_digit())
        })
}

/// Returns the well-formed id that is most like `id`; empty if nothing of it can be used.
fn canonical_id(id: &str) -> String {
    let parts = id.to_ascii_lowercase();
    let parts = parts.split('.').map(|part| {
        let words = part
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty());
        join(words, "-")
    });
    join(parts.filter(|part| !part.is_empty()).take(3), ".")
}
