//! `HtmlPage`: renders one HTML file with a content security policy and no external resources.

use crate::text::control::is_control_or_direction_mark;
use base64::{Engine, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// A page for phones or to print, to render as one HTML file: its title, style sheet, optional
/// script, and body.
pub struct HtmlPage<'a> {
    /// The title of the page.
    pub title: &'a str,
    /// Its style sheet. Text of the rules in it must be quoted by [`css_string`].
    pub style: &'a str,
    /// Its script, if any.
    pub script: Option<&'a str>,
    /// What the script may do besides requests, as the end of `script-src` and other rules of the content
    /// security policy.
    pub policy: &'a str,
    /// Its `body` element.
    pub body: Markup,
}

impl HtmlPage<'_> {
    /// Renders the page as one file.
    ///
    /// The content security policy allows only this style sheet and this script: no forms or
    /// frames, and requests only by the script, to the server that the page came from. Marks that
    /// change the direction of writing are removed, so that no text can be disguised as another.
    pub fn render(self) -> String {
        let (style, script) = (
            strip_control_characters(self.style),
            self.script.map(strip_control_characters),
        );
        let mut policy = format!(
            "default-src 'none'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
            csp_hash(&style)
        );
        if let Some(script) = &script {
            // a page may ask the server that it came from
            policy += &format!(
                "; script-src '{}'{}; connect-src 'self'",
                csp_hash(script),
                self.policy
            );
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
        strip_control_characters(&page.into_string()) + "\n"
    }
}

/// Returns the hash of a text for a content security policy: `sha256-…`.
pub fn csp_hash(content: impl AsRef<[u8]>) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(content)))
}

/// Returns a text as a string of a style sheet. Characters other than letters, digits, spaces, full
/// stops and commas are escaped, so that nothing ends the string.
pub fn css_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars().filter(|c| !is_control_or_direction_mark(*c)) {
        if c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | ',') {
            out.push(c);
        } else {
            out += &format!("\\{:x} ", u32::from(c));
        }
    }
    out.push('"');
    out
}

/// Removes marks that change the direction of writing, and control characters other than tabs and
/// line ends.
pub fn strip_control_characters(text: &str) -> String {
    text.chars()
        .filter(|&c| !is_control_or_direction_mark(c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> String {
        let style = format!("@page {{ @top-left {{ content: {} }} }}", css_string(text));
        HtmlPage {
            title: text,
            style: &style,
            script: None,
            policy: "",
            body: html! { body { p class=(text) { (text) } } },
        }
        .render()
    }

    #[test]
    fn rule_text_cannot_inject_html() {
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
    fn direction_marks_are_removed() {
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
            page.contains(&format!("style-src '{}'", csp_hash(style))),
            "{page}"
        );
        assert_eq!(
            csp_hash(""),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        );
    }
}
