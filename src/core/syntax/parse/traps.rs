//! Reports rules text that Markdown reads otherwise than authors expect: `+ 1 if` as a bullet.

use super::{
    attributes::is_name,
    link_traps::{check_stray_link, check_three_dots},
    source_text::SourceText,
};
use crate::{
    diagnostic::Fix,
    syntax::Inline,
    text::{Span, join, leading_digits},
};

/// What the check of a line of rules text depends on: whether it begins its block or follows a
/// sentence, the column of its list item, and the prefix of a new line.
pub(super) struct LineContext<'a> {
    /// Whether it is the first of its block.
    pub(super) first: bool,
    /// Whether the line before it ends a sentence.
    pub(super) after_sentence: bool,
    /// The column at which the text of its list item begins.
    pub(super) item: Option<usize>,
    /// The prefix that a further line of its block needs.
    pub(super) prefix: &'a str,
}

/// Checks how a line of rules text begins.
pub(super) fn check_line(source: &mut SourceText<'_>, span: Span, line: &LineContext<'_>) {
    if !line.first {
        check_lazy(source, span, line);
    }
    let text = source.slice(span);
    if let Some(len) = signed_number_length(text) {
        report_bare_label(
            source,
            span.with_len(len),
            line.item.is_some() && line.first,
        );
    } else if let Some(len) = list_number_length(text).filter(|_| !line.first) {
        let at = span.with_len(len);
        let diagnostic = if line.after_sentence {
            let diagnostic = source
                .error(
                    "line-start",
                    at,
                    "this number does not start a paragraph: the line belongs to the text above",
                )
                .label("read as text");
            diagnostic.help("put a line with only `>` between them")
        } else {
            source
                .warning(
                    "line-start",
                    at,
                    "a line that begins with a number and a sign looks like a numbered paragraph",
                )
                .help("break the line elsewhere; `rulebook fmt` does")
        };
        source.report(diagnostic);
    } else if text.starts_with("##") {
        check_heading(source, span);
    } else if text.starts_with('|') && line.first {
        let columns = text.trim().trim_matches('|').split('|').count();
        let end = source.line_end(span.start());
        let rule = format!("\n{}|{}", line.prefix, "---|".repeat(columns));
        let at = span.with_end(end.min(span.end()));
        let fix = source.fix(
            "add a line below the names of the columns",
            Span::new(end, end),
            rule,
        );
        let mut diagnostic =
            source.error("table-form", at, "not a table: Markdown reads this as text");
        diagnostic.fixes.push(fix);
        let diagnostic = diagnostic.help("a table needs a line of column names, a line `|---|---|` with the same number of columns, and `>` before each line");
        source.report(diagnostic);
    }
}

/// Reports a line that would be a heading with a blank after its `#`.
pub(super) fn check_heading(source: &mut SourceText<'_>, span: Span) {
    let text = source.slice(span);
    let hashes = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && text[hashes..].starts_with(char::is_alphabetic) {
        let at = span.with_len(hashes);
        let diagnostic = source.error(
            "heading-form",
            at,
            "not a heading: there is no blank after `#`",
        );
        let marks = text[..hashes].to_owned();
        source.report(diagnostic.replace_with("add a blank", marks + " "));
    }
}

/// Returns the fix that quotes the lines of a part of the file.
pub(super) fn quote_fix(source: &SourceText<'_>, span: Span) -> Fix {
    let whole = source.trimmed(span);
    let start = source.line_start(whole.start());
    let at = Span::new(start, source.line_end(whole.end()).max(start));
    let lines = source.slice(at).split('\n').map(|line| {
        if line.trim().is_empty() {
            ">".to_owned()
        } else {
            format!("> {line}")
        }
    });
    let text = join(lines, "\n");
    source.fix("quote it with `>`", at, &text)
}

/// Reports a paragraph outside a quote that ends with an id, as only rules text does.
pub(super) fn check_unquoted(source: &mut SourceText<'_>, span: Span) {
    let whole = source.trimmed(span);
    let text = source.slice(whole);
    let names_unit = text.ends_with('}')
        && text
            .rfind("{#")
            .is_some_and(|at| !text[at..].contains('\n'));
    if text.starts_with('#') || text.starts_with("**") || !names_unit {
        return;
    }
    report_unquoted(source, span, "a paragraph");
}

/// Reports a part of the file outside quotes that looks like rules text.
pub(super) fn report_unquoted(source: &mut SourceText<'_>, span: Span, what: &str) {
    let at = source.first_line(source.trimmed(span));
    let message = format!("{what} outside a quote is commentary, not rules text");
    let mut diagnostic = source
        .warning("unquoted", at, message)
        .help("if it is rules text, write `>` before each of its lines");
    diagnostic.fixes.push(quote_fix(source, span));
    source.report(diagnostic);
}

/// Reports a line that continues a block without the block's `>` or indent.
fn check_lazy(source: &mut SourceText<'_>, span: Span, line: &LineContext<'_>) {
    let start = source.line_start(span.start());
    let before = Span::new(start, span.start());
    let diagnostic = if !source.slice(before).contains('>') {
        source
            .error(
                "lazy-line",
                span,
                "this line lacks a `>` but still belongs to the rules text",
            )
            .label("part of the quote above")
            .help("write `>` before it, or leave an empty line above it if it is commentary")
    } else if line
        .item
        .is_some_and(|column| source.column(span.start()) < column)
    {
        source
            .error("lazy-line", span, "this line belongs to the bullet above although it is not indented")
            .label("part of the bullet")
            .help("indent it like the bullet's text, or put a line with only `>` above it; end it with `{.cont}` if it continues the paragraph before the list")
    } else {
        return;
    };
    let mut diagnostic = diagnostic;
    diagnostic
        .fixes
        .push(source.fix("join it to the text above", before, line.prefix));
    if let Some(outer) = line
        .prefix
        .strip_suffix("  ")
        .filter(|_| line.item.is_some())
    {
        let bullet = source.fix("begin a bullet", before, format!("{outer}- "));
        diagnostic.fixes.push(bullet);
    }
    source.report(diagnostic);
}

/// Reports a value such as `+1` at the start of a line that is not bold. `bullet`: whether it
/// begins a bullet.
fn report_bare_label(source: &mut SourceText<'_>, at: Span, bullet: bool) {
    let value = source.slice(at).replace(['−', '–'], "-");
    let message = format!("`{value}` is not a label here");
    let (diagnostic, text) = if bullet {
        let diagnostic = source.warning("bare-label", at, message);
        (diagnostic, format!("**{value}**"))
    } else {
        let diagnostic = source.error("bare-label", at, message);
        (diagnostic, format!("- **{value}**"))
    };
    let help = format!("write a labelled line as a bullet that begins in bold: `- **{value}** …`");
    source.report(diagnostic.help(help).write(text));
}

/// Reports a list item whose marker was meant as a sign: `+ 1 if`, `- 1 if`.
pub(super) fn check_marker(source: &mut SourceText<'_>, item: Span, content: usize) {
    let text = source.slice(Span::new(content, source.line_end(content)));
    let digits = leading_digits(text);
    let next = text[digits..]
        .trim_start()
        .split([' ', ','])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let Some(sign) = source.slice(item).chars().next() else {
        return;
    };
    let condition = matches!(next.as_str(), "if" | "when" | "unless" | "for" | "per");
    if digits == 0 || !text[digits..].starts_with(' ') || !(sign == '+' || sign == '-' && condition)
    {
        return;
    }
    let at = item.with_end(content + digits);
    let value = format!("{sign}{}", &text[..digits]);
    let diagnostic = source
        .error(
            "bare-label",
            at,
            format!("Markdown reads `{sign}` as a bullet, not as a sign"),
        )
        .help(format!(
            "write a labelled line as a bullet that begins in bold: `- **{value}** …`"
        ))
        .write(format!("- **{value}**"));
    source.report(diagnostic);
}

/// Reports a list directly below a line of text that does not end a sentence.
pub(super) fn check_interruption(
    source: &mut SourceText<'_>,
    text_end: usize,
    list: Span,
    ordered: bool,
) {
    let between = source.slice(Span::new(text_end, list.start().max(text_end)));
    if between.bytes().filter(|&b| b == b'\n').count() != 1 {
        return;
    }
    let marker = source.slice(list).split(BLANKS).next().unwrap_or_default();
    let after = source.slice(list)[marker.len()..].trim_start();
    if ordered || after.starts_with(|c: char| c.is_ascii_digit()) {
        let at = list.with_len(marker.len());
        let diagnostic = source
            .error(
                "line-start",
                at,
                format!(
                    "`{marker}` at the start of this line begins a list in the middle of a sentence"
                ),
            )
            .help("break the line elsewhere, or put a line with only `>` above the list");
        source.report(diagnostic);
    }
}

const BLANKS: [char; 3] = [' ', '\t', '\n'];

/// Returns the length of a sign and digits at the start of `text`, before a blank or the end.
fn signed_number_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(['+', '-', '−', '–'])?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    (after.len() < rest.len() && (after.is_empty() || after.starts_with(BLANKS)))
        .then_some(text.len() - after.len())
}

/// Returns the length of digits and `.` or `)` at the start of `text`, before a blank.
fn list_number_length(text: &str) -> Option<usize> {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - after.len();
    let rest = after.strip_prefix(['.', ')'])?;
    ((1..=9).contains(&digits) && rest.starts_with(BLANKS)).then_some(digits + 1)
}

/// Reports braces in a text that were not parsed as attributes.
pub(super) fn check_text(source: &mut SourceText<'_>, text: &Inline) {
    for (open, _) in text.text.match_indices('{') {
        let rest = &text.text[open + 1..];
        let Some(len) = rest
            .find(['{', '}'])
            .filter(|&at| rest[at..].starts_with('}'))
        else {
            continue;
        };
        let inside = &rest[..len];
        let span = text.source_span(Span::new(open, open + len + 2));

        if !is_escaped(source, span.start())
            && (inside.starts_with(['#', '.']) || inside.contains('='))
        {
            let diagnostic = source
                .error("misplaced-attributes", span, "attributes are only allowed at the end of a block's own text, or of a sentence's last line")
                .label("read as text");
            source.report(diagnostic.help("move them there, or write `\\{` for a literal brace"));
        }
    }
}

/// Reports markup in the piece of text at `span` that was not parsed as such; escaped characters
/// and code are pieces of their own.
pub(super) fn check_piece(source: &mut SourceText<'_>, text: &str, span: Span) {
    check_three_dots(source, text, span);
    check_stray_link(source, text, span, true);
    let (mark, what) = match text {
        "*" => (b'*', "these asterisks do not make anything bold"),
        "~" => (b'~', "these tildes do not strike anything out"),
        _ => return,
    };
    // Markdown returns the marks of an unused run one by one, and half of a run that it uses
    let bytes = source.text.as_bytes();
    let before = span.start().saturating_sub(1);
    let at = if before < span.start() && bytes[before] == mark && !is_escaped(source, before) {
        span.with_start(before)
    } else if bytes.get(span.end()) == Some(&mark) {
        span
    } else {
        return;
    };
    let found = source.warning("stray-markup", at, what).help(
        "put the marks directly before and after the words, without blanks, in the same block",
    );
    let latest = source.diagnostics.last_mut();
    match latest.filter(|own| own.code == "stray-markup" && own.at.span.touches(at.start())) {
        Some(latest) => latest.at.span = latest.at.span.join(at),
        None => source.report(found),
    }
}

fn is_escaped(source: &SourceText<'_>, at: usize) -> bool {
    source.text.as_bytes()[..at]
        .iter()
        .rev()
        .take_while(|&&b| b == b'\\')
        .count()
        % 2
        == 1
}

/// Abbreviations whose full stop ends no sentence, in lower case.
const SHORT_FORMS: &[&str] = &[
    "approx", "cf", "dr", "ed", "excl", "fig", "figs", "incl", "irr", "max", "min", "mr", "no",
    "nos", "para", "paras", "pp", "reg", "st", "vs",
];

/// Reports a second sentence on the line of the first. Further lines begin with `prefix`.
pub(super) fn check_one_sentence(source: &mut SourceText<'_>, text: &Inline, prefix: &str) {
    let plain = &text.text;
    for at in memchr::memchr3_iter(b'.', b'?', b'!', plain.as_bytes()) {
        let behind = &plain[at + 1..];
        let closed = behind.trim_start_matches([')', ']', '"', '\'', '”', '’', '»']);
        let Some(rest) = closed.strip_prefix(' ') else {
            continue;
        };
        let opened = rest.trim_start_matches(['(', '[', '"', '\'', '“', '‘', '«']);
        if !opened.starts_with(char::is_uppercase)
            || plain[at..].starts_with('.') && is_short_form(&plain[..at])
            // a label whose bold type is not closed is reported as such
            || plain.starts_with("**") && !plain[2..at].contains(['*', '.', '?', '!'])
        {
            continue;
        }
        let blank = plain.len() - closed.len();
        let span = text.source_span(Span::new(at, blank));
        let gap = text.source_span(Span::new(blank, blank + 1));
        if source.slice(gap).contains('\n') {
            continue;
        }
        let mut diagnostic = source
            .warning(
                "two-sentences",
                span,
                "a second sentence begins on this line",
            )
            .help("write one sentence per line: the two count as one unless the line ends here");
        diagnostic
            .fixes
            .push(source.fix("begin a new line", gap, format!("\n{prefix}")));
        source.report(diagnostic);
    }
}

fn is_short_form(before: &str) -> bool {
    let word = before
        .rsplit([' ', '(', '[', '"', '“'])
        .next()
        .unwrap_or_default();
    let single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    single
        || word.contains('.')
        || SHORT_FORMS
            .iter()
            .any(|short| short.eq_ignore_ascii_case(word))
}

/// Reports HTML in rules text.
pub(super) fn report_html(source: &mut SourceText<'_>, span: Span) {
    report_not_rules_text(
        source,
        source.trimmed(span),
        if source.slice(span).trim_start().starts_with("<!--") {
            "an HTML comment"
        } else {
            "HTML"
        },
    );
}

/// Reports Markdown that rules text cannot contain.
pub(super) fn report_not_rules_text(source: &mut SourceText<'_>, span: Span, what: &str) {
    let diagnostic = source.error(
        "not-rules-text",
        span,
        format!("{what} is not allowed in rules text"),
    );
    let diagnostic = match what {
        "HTML" => diagnostic.help("write `\\<` for a literal bracket"),
        "an HTML comment" => diagnostic.help("put commentary outside the quote"),
        "indented text" => diagnostic
            .help("Markdown reads text indented by four or more columns as code: indent it less"),
        _ => diagnostic,
    };
    source.report(diagnostic);
}

/// Reports `~45~`.
pub(super) fn report_single_tilde(source: &mut SourceText<'_>, span: Span) {
    let text = source.slice(span);
    let inside = text.get(1..text.len() - 1).unwrap_or_default();
    let diagnostic = source
        .error(
            "single-tilde",
            span,
            "Markdown strikes out the text between two tildes",
        )
        .help("write `\\~` for a literal tilde, or `~~old~~` to strike out");
    let diagnostic = diagnostic
        .replace_with("escape the tildes", format!("\\~{inside}\\~"))
        .replace_with("strike it out", format!("~~{inside}~~"));
    source.report(diagnostic);
}

/// Reports `[label]: …` at the start of a line.
pub(super) fn report_link_definition(source: &mut SourceText<'_>, span: Span) {
    let text = source.slice(span);
    let diagnostic = source
        .error(
            "link-definition",
            span,
            "Markdown reads this as the definition of a link: the text disappears",
        )
        .help("write `\\[` for a literal bracket")
        .replace_with("escape the bracket", format!("\\{text}"));
    source.report(diagnostic);
}

/// Checks the name in `fact:name` or `term:name`.
pub(super) fn check_link_name(source: &mut SourceText<'_>, span: Span, kind: &str, name: &str) {
    if !is_name(name) {
        let diagnostic = source.error(
            "link-form",
            span,
            format!("`{kind}:{name}` is not a valid {kind}"),
        );
        source.report(diagnostic.help(
            "names consist of lower-case ASCII letters, digits and `-`, in parts joined by `.`",
        ));
    } else if source.slice(span).starts_with("[]") {
        let diagnostic = source.error(
            "link-form",
            span,
            format!("no words are marked as the {kind} `{name}`"),
        );
        source.report(diagnostic.help(format!(
            "put the marked words in the brackets: `[6]({kind}:{name})`"
        )));
    }
}

/// Reports `text` over a line of `---` or `===`.
pub(super) fn report_setext(source: &mut SourceText<'_>, span: Span) {
    let text = source.slice(span).trim_end();
    let rule = text.rfind('\n').map_or(0, |at| at + 1);
    let line = &text[rule..];
    let quoted = line.len() - line.trim_start_matches(['>', ' ', '\t']).len();
    let span = source.trimmed(Span::new(
        span.start() + rule + quoted,
        span.start() + text.len(),
    ));
    let diagnostic = source
        .error(
            "setext-heading",
            span,
            "this line turns the text above it into a heading",
        )
        .help("leave an empty line between them, or write headings with `#`");
    source.report(diagnostic);
}
