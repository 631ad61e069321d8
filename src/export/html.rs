//! What all HTML pages have in common: one file that fetches nothing, and does nothing that its own text does not say.

use base64::{Engine, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// A page: everything in it is its own.
pub struct Page<'a> {
    /// What its window is called.
    pub title: &'a str,
    /// Its style sheet. Text of the rules in it stands in strings made by [`css`].
    pub style: &'a str,
    /// Its program, if it has one.
    pub script: Option<&'a str>,
    /// What it shows.
    pub body: Markup,
}

impl Page<'_> {
    /// The page as one file. Its policy allows this very style sheet and program and nothing else: no address is fetched, no form sent, no
    /// frame shown. Marks that turn the direction of writing are left out, so that no text can pass for another.
    pub fn draw(self) -> String {
        let (style, script) = (still(self.style), self.script.map(still));
        let mut policy = format!(
            "default-src 'none'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
            hash(&style)
        );
        if let Some(script) = &script {
            policy += &format!("; script-src '{}'", hash(script));
        }
        let page = html! {
            (DOCTYPE)
            html lang="en" dir="ltr" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content="rulebook";
                    title { (self.title) }
                    style { (PreEscaped(&style)) }
                }
                (self.body)
                @if let Some(script) = &script {
                    script { (PreEscaped(script)) }
                }
            }
        };
        still(&page.into_string()) + "\n"
    }
}

/// What a content-security policy calls a text: `sha256-…`.
pub fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// A text as a string of a style sheet. Letters and digits stand as they are, all else as its number, so that nothing ends the string.
pub fn css(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars().filter(|c| !turns(*c)) {
        if c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | ',') {
            out.push(c);
        } else {
            out += &format!("\\{:x} ", u32::from(c));
        }
    }
    out.push('"');
    out
}

/// The text without marks that turn the direction of writing, and without control characters but tabs and ends of lines.
pub fn still(text: &str) -> String {
    text.chars().filter(|&c| !turns(c)).collect()
}

fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || c.is_control() && c != '\n' && c != '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> String {
        let style = format!("@page {{ @top-left {{ content: {} }} }}", css(text));
        Page {
            title: text,
            style: &style,
            script: None,
            body: html! { body { p class=(text) { (text) } } },
        }
        .draw()
    }

    #[test]
    fn text_stays_text_wherever_it_stands() {
        for bad in [
            "</style><script>alert(1)</script>",
            "\" onload=\"alert(1)",
            "</title><img src=x onerror=alert(1)>",
            "\\\"; } * { display: none",
        ] {
            let page = page(bad);
            assert_eq!(page.matches("<script").count(), 0, "{page}");
            assert_eq!(page.matches("</style>").count(), 1, "{page}");
            assert_eq!(page.matches("<img").count(), 0, "{page}");
            assert_eq!(page.matches(" onload=\"").count(), 0, "{page}");
        }
    }

    #[test]
    fn no_text_turns_the_writing() {
        let page = page("abc\u{202e}fed\u{2066}\u{200f}\u{7}");
        assert!(page.contains("<p class=\"abcfed\">abcfed</p>"), "{page}");
    }

    #[test]
    fn the_policy_names_the_style_sheet() {
        let page = page("a");
        let style = page
            .split("<style>")
            .nth(1)
            .and_then(|rest| rest.split("</style>").next())
            .expect("a style sheet");
        assert!(
            page.contains(&format!("style-src '{}'", hash(style))),
            "{page}"
        );
        assert_eq!(
            hash(""),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        );
    }
}
