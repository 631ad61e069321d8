//! Compares imported instructions with shipped patches: do both do the same at the same place?

/// Differences from the shipped patches that are right, each with its reason: the patch was written
/// with knowledge of the rules.
pub(crate) const ACCEPTED: &[(&str, &str)] = &[
    (
        "dbm-3.1 27",
        "the sheet counts a line of print, the patch the sentence on it",
    ),
    (
        "dbm-3.1 33",
        "the sheet says `at the end`, the patch of which paragraph",
    ),
    (
        "dbm-3.1 45",
        "the sheet counts a line of print, the patch the bullet on it",
    ),
    (
        "dbm-3.1 94",
        "the patch quotes both wordings in its payload, and names the clause",
    ),
    (
        "dbm-3.1 95",
        "the sheet distinguishes the books in brackets, the patch by a clause for each",
    ),
    ("dbm-3.1 96", "the same"),
    (
        "dbm-3.2 2",
        "the sheet says `after bullets`, the patch names the paragraph to which they belong",
    ),
    (
        "dbm-3.3 10",
        "the sheet describes the change, the patch makes a line of it",
    ),
    (
        "dbm-3.3 11",
        "the patch names the clause that contains the words",
    ),
    (
        "dbm-3.3 12",
        "a line at the end of the section is a paragraph of it",
    ),
    ("dbm-3.3 21", "the patch names the clause that is updated"),
    (
        "dbm-3.4 6",
        "the sheet prints old and new text, the patch names the bullet",
    ),
    (
        "warmaster-update A",
        "the patch has several instructions for it, of which one is as read",
    ),
    (
        "warmaster-update B",
        "the sheet says `both sections`, the patch has an instruction for each",
    ),
    (
        "warmaster-update B.c",
        "a ruling inside of a comment is an instruction of its own in the patch",
    ),
    (
        "warmaster-update D",
        "the sheet replaces two points at once, the patch one at a time",
    ),
    (
        "warmaster-update E",
        "the patch names the paragraph by its label, and names the new place of another rule",
    ),
    (
        "warmaster-update E.c",
        "a ruling inside of a comment is an instruction of its own in the patch",
    ),
];

/// Returns one name for all verbs that have the same effect.
pub(crate) fn verb(text: &str) -> &'static str {
    let verbs = [
        ("Replace", "replace"),
        ("Substitute", "replace"),
        ("Delete [", "described"),
        ("Delete", "delete"),
        ("Insert", "insert"),
        ("Add", "add"),
        ("Set values", "values"),
        ("Set entries", "entries"),
        ("Clarify", "clarify"),
    ];
    verbs
        .iter()
        .find(|(verb, _)| text.starts_with(verb))
        .map_or("note", |(_, does)| does)
}

/// Returns the address of an instruction without the parts that only the patch or only the sheet
/// can have: ids, counts, words, where it moved to, and the first paragraph of a section that has
/// one.
pub(crate) fn address(text: &str) -> String {
    if matches!(
        verb(text),
        "clarify" | "note" | "described" | "values" | "entries"
    ) {
        return String::new();
    }
    let text = text.split(", moved to").next().unwrap_or_default();
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    let phrase =
        rest.starts_with(['"', '`']) || rest.starts_with("every ") || rest.contains("st \"(");
    let beside_phrase = text.contains(" after \"") || text.contains(" before \"");
    let mut address = match text
        .rfind(" in ")
        .filter(|_| phrase || beside_phrase || text.starts_with("Substitute"))
    {
        Some(at) => text[at + 4..].to_owned(),
        None => rest.split(" with ").next().unwrap_or_default().to_owned(),
    };
    if let Some(own) = text.strip_prefix("Substitute in ") {
        address = own.to_owned();
    }
    for mark in [" (printed line", " (3."] {
        if let Some(at) = address.find(mark) {
            address.truncate(at);
        }
    }
    let words = address.strip_prefix("paragraph 1, ").unwrap_or(&address);
    let steps: Vec<&str> = words
        .split(", ")
        .filter(|step| !step.starts_with('#'))
        .collect();
    steps.join(", ")
}
