//! An HTML page as people can read it: without its style sheet, program and pictures, an element a line.

/// Elements that begin a line.
const BLOCKS: &[&str] = &[
    "meta", "title", "style", "script", "body", "header", "footer", "section", "article", "main",
    "nav", "div", "h1", "h2", "h3", "p", "ul", "li", "table", "tr",
];

/// The page, if it is one; other text as it is.
pub(crate) fn drawn(text: &str) -> String {
    if !text.starts_with("<!DOCTYPE html>") {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut rest = text.trim_end();
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name: String = rest[1..]
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if matches!(name.as_str(), "style" | "script" | "svg") {
            // a page that is cut short may end in it
            let end = rest.find(&format!("</{name}>")).unwrap_or(rest.len());
            if name == "svg" {
                rest = rest[end..].strip_prefix("</svg>").unwrap_or_default();
            } else {
                out += &format!("\n<{name}>…");
                rest = &rest[end..];
                let close = rest.find('>').map_or(rest.len(), |at| at + 1);
                out += &rest[..close];
                rest = &rest[close..];
            }
            continue;
        }
        if BLOCKS.contains(&name.as_str()) && !out.ends_with('\n') {
            out.push('\n');
        }
        out.push('<');
        rest = &rest[1..];
    }
    out.push_str(rest);
    unhashed(&out) + "\n"
}

/// The text with `sha256-…` for every hash: a style sheet may change without a change of what is tested.
fn unhashed(text: &str) -> String {
    let mut parts = text.split("'sha256-");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += "'sha256-…";
        out += part.find('\'').map_or(part, |at| &part[at..]);
    }
    out
}
