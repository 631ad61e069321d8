//! HTML pages in readable form: without style sheet, script and pictures, one element on each line.

/// Elements that start a line.
const BLOCKS: &[&str] = &[
    "meta", "title", "style", "script", "body", "header", "footer", "section", "article", "main",
    "nav", "div", "h1", "h2", "h3", "p", "ul", "li", "table", "tr",
];

/// Returns the outline of an HTML page; other text is returned unchanged.
pub(crate) fn outline(text: &str) -> String {
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
            // a truncated page may end inside the element
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
    without_hashes(&out) + "\n"
}

/// Replaces every hash by `sha256-…`, so that a changed style sheet does not change the test.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("'sha256-");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += "'sha256-…";
        out += part.find('\'').map_or(part, |at| &part[at..]);
    }
    out
}
