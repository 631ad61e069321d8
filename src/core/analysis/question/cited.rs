//! Reads citations as answers print them: `3.4 sheet, 1 Nov 2020, no. 8, p. 24`, `IWF 1.2 C13.8`,
//! `Ruling C13.7 of IWF 1.2`; and places: `p. 24, 3rd paragraph, 2nd bullet`.

use super::{
    date::date_at,
    grammar::{NUMBER_WORDS, ORDINALS, RULING_WORDS, UNIT_NOUNS},
    word::{Word, split_words},
};
use crate::{
    analysis::parse_page,
    model::{DocumentKind, Ruleset},
    text::is_number,
};

/// A document as people name it.
#[derive(Clone, Debug)]
pub(super) struct DocumentName {
    pub(super) words: Vec<String>,
    /// The name in front of a number: its key, or the start of the keys of several.
    key: String,
    /// Whether `no.` has to be before a number: otherwise `3.4 8` would be a citation.
    needs_marker: bool,
}

/// Returns the ways in which people name the documents of a ruleset, the longest first.
pub(super) fn document_names(ruleset: &Ruleset) -> Vec<DocumentName> {
    let mut out = Vec::new();
    for (key, document) in &ruleset.documents {
        let is_ruling = matches!(
            document.kind,
            DocumentKind::Clarification | DocumentKind::Guideline
        );
        let is_amendment = document.kind == DocumentKind::Amendment;
        if !is_ruling && !is_amendment {
            continue;
        }
        let mut put = |name: &str, key: &str| {
            out.push(DocumentName {
                words: split_words(name)
                    .into_iter()
                    .map(|word| word.bare)
                    .collect(),
                key: key.to_owned(),
                needs_marker: !is_ruling,
            });
        };
        let edition = ruleset.edition_id(document.edition);
        put(key, key);
        put(&document.short, key);
        put(&document.title, key);
        if is_amendment && document.after.is_empty() {
            put(edition, key);
            put(&format!("{} {edition}", ruleset.key), key);
        }
        if let Some((first, _)) = key.split_once('-').filter(|_| is_ruling) {
            put(first, first);
        }
    }
    for (noun, kind) in [
        ("clarification", DocumentKind::Clarification),
        ("guideline", DocumentKind::Guideline),
    ] {
        let documents = ruleset.documents.iter();
        let mut documents = documents.filter(|(_, document)| document.kind == kind);
        if let (Some((key, _)), None) = (documents.next(), documents.next()) {
            out.push(DocumentName {
                words: vec![noun.to_owned()],
                key: key.clone(),
                needs_marker: false,
            });
        }
    }
    out.sort_by_key(|name| std::cmp::Reverse(name.words.len()));
    out
}

/// Returns the instruction or ruling that words cite, `dbm-3.4:8`, and the number of the words.
pub(super) fn citation_at(names: &[DocumentName], words: &[Word]) -> Option<(String, usize)> {
    let is_ruling = |word: &Word| RULING_WORDS.contains(&word.bare.as_str());
    let start = usize::from(words.first().is_some_and(is_ruling));
    let fits = |name: &DocumentName, at: usize| {
        let own = words.get(at..at + name.words.len());
        own.is_some_and(|own| own.iter().map(|word| &word.bare).eq(&name.words))
    };
    // `guideline 7.2` if only one document has guidelines
    let starts = if start > 0 { &[1, 0][..] } else { &[0] };
    let named = starts
        .iter()
        .flat_map(|&at| names.iter().map(move |name| (name, at)));
    for (name, start) in named.filter(|(name, at)| fits(name, *at)) {
        let mut at = start + name.words.len();
        at += date_at(&words[at..]).map_or(0, |date| date.length);
        at += usize::from(words.get(at).is_some_and(is_ruling));
        if let Some((number, length)) = number_at(&words[at..], name.needs_marker) {
            let end = at + length + page_words(&words[at + length..]);
            return Some((canonical(&name.key, &number), end));
        }
    }
    let (number, length) = number_at(&words[start..], false).filter(|_| start > 0)?;
    let end = start + length;
    if words.get(end).is_some_and(|word| word.bare == "of")
        && let Some(name) = names.iter().find(|name| fits(name, end + 1))
    {
        return Some((canonical(&name.key, &number), end + 1 + name.words.len()));
    }
    Some((number, end))
}

/// Returns `dbm-3.4:8`; a number can name its document itself.
fn canonical(key: &str, number: &str) -> String {
    if number.contains(':') {
        number.to_owned()
    } else {
        format!("{key}:{number}")
    }
}

/// Returns the number of an instruction or ruling, the first of several, and the number of words.
fn number_at(words: &[Word], needs_marker: bool) -> Option<(String, usize)> {
    let marked = NUMBER_WORDS.contains(&words.first()?.bare.as_str());
    let word = words.get(usize::from(marked))?;
    let bare = word.bare.strip_prefix('#');
    let number = bare.unwrap_or(&word.bare).split(',').next()?;
    let digits = number.rsplit(':').next()?;
    let digits = digits.strip_prefix(|c: char| c.is_ascii_lowercase());
    let digits = digits.unwrap_or_else(|| number.rsplit(':').next().unwrap_or(number));
    let is_numbered = digits.split('.').all(is_number) && number.len() < 32;
    let is_marked = marked || bare.is_some();
    let fits = is_numbered && (is_marked || !needs_marker && digits.contains('.'));
    fits.then(|| (number.to_owned(), 1 + usize::from(marked)))
}

/// Returns the number of words of the page after a citation: `p. 24 (inferred)`.
fn page_words(words: &[Word]) -> usize {
    let page = page_at(words).map_or(0, |(_, length)| length);
    let inferred = words.get(page).filter(|_| page > 0);
    page + usize::from(inferred.is_some_and(|word| word.bare == "inferred"))
}

/// Returns a page at the start of words, `p.24`, `page 24`, and the number of its words.
fn page_at(words: &[Word]) -> Option<(String, usize)> {
    let first = words.first()?;
    let alone = |text: &str| parse_page(text).map(|page| format!("p.{page}"));
    if let Some(page) = alone(&first.bare) {
        return Some((page, 1));
    }
    let second = words.get(1)?;
    let is_page = ["p", "page", "pg"].contains(&first.bare.as_str());
    let page = alone(&format!("p{}", second.bare)).filter(|_| is_page)?;
    Some((page, 2))
}

/// Returns a unit at the start of words, `3rd paragraph`, `bullet 2`, `last sentence`, as a step of
/// an id, and the number of its words.
fn unit_at(words: &[Word]) -> Option<(String, usize)> {
    let [first, second, ..] = words else {
        return None;
    };
    let letter = |word: &Word| {
        let own = UNIT_NOUNS.iter().find(|(noun, _)| *noun == word.bare);
        own.map(|(_, letter)| *letter)
    };
    let step = match letter(first) {
        Some(letter) => format!("{letter}{}", Some(&second.bare).filter(|n| is_number(n))?),
        None => format!("{}{}", letter(second)?, ordinal(&first.bare)?),
    };
    Some((step, 2))
}

/// Returns the number of `3rd` or `third`; that of `last` is -1.
fn ordinal(word: &str) -> Option<&str> {
    let written = ORDINALS.iter().find(|(name, _)| *name == word);
    let digits = || {
        let ends = ["st", "nd", "rd", "th"];
        let number = ends.iter().find_map(|end| word.strip_suffix(end));
        number.filter(|number| is_number(number))
    };
    written.map(|(_, number)| *number).or_else(digits)
}

/// Returns the id of a unit that words name by a page or clause and ordinals: `p.24/p3/b2`.
pub(super) fn place(words: &[Word]) -> Option<String> {
    let (mut page, mut steps, mut others) = (None, Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if let Some((own, length)) = page_at(&words[at..]).filter(|_| page.is_none()) {
            page = Some(own);
            at += length;
        } else if let Some((step, length)) = unit_at(&words[at..]) {
            steps.push(step);
            at += length;
        } else {
            if !["of", "on", "in", "the", ""].contains(&word.bare.as_str()) {
                others.push(word.typed.trim_end_matches([',', '?', ';']));
            }
            at += 1;
        }
    }
    let level = |step: &String| UNIT_NOUNS.iter().position(|(_, own)| step.starts_with(own));
    steps.sort_by_key(level);
    let clause = if others.is_empty() {
        page?
    } else {
        others.join(" ")
    };
    (!steps.is_empty()).then(|| format!("{clause}/{}", steps.join("/")))
}
