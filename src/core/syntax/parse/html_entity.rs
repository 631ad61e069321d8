//! Decodes one HTML entity to its character, for names in scenarios: `&acirc;` to `â`.

use pulldown_cmark::{Event, Parser};

/// Returns the character that an entity means: `&acirc;`, `&#226;`, `&#xE2;`. Markdown has the same
/// entities.
pub fn entity_char(entity: &str) -> Option<char> {
    if !entity.starts_with('&') {
        return None;
    }
    let texts = Parser::new(entity).filter_map(|event| match event {
        Event::Text(text) => Some(text.to_string()),
        _ => None,
    });
    let decoded: String = texts.collect();
    let mut letters = decoded.chars();
    let only = letters.next().filter(|_| letters.next().is_none())?;
    match only {
        '\u{a0}' => Some(' '),
        // the mark for a code that is no character
        char::REPLACEMENT_CHARACTER => None,
        c => Some(c).filter(|c| !c.is_control()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_characters() {
        let decoded = ["&acirc;", "&#8211;", "&#xE9;", "&szlig;", "&bogus;", "&;"].map(entity_char);
        let known = [Some('â'), Some('–'), Some('é'), Some('ß'), None, None];
        assert_eq!(decoded, known);
        let signs = ["&nbsp;", "&amp;", "&apos;", "&#0;", "&#27;", "a", "<b>"].map(entity_char);
        let known = [Some(' '), Some('&'), Some('\''), None, None, None, None];
        assert_eq!(signs, known);
    }
}
