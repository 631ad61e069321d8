//! Decodes the entities of HTML in names: `Grand B&acirc;tard`.

/// The accents of entities, each with the letters that may have it and what these are then.
const ACCENTS: &[(&str, &str, &str)] = &[
    ("acute", "AEIOUYaeiouy", "ÁÉÍÓÚÝáéíóúý"),
    ("grave", "AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
    ("circ", "AEIOUaeiou", "ÂÊÎÔÛâêîôû"),
    ("uml", "AEIOUaeiouy", "ÄËÏÖÜäëïöüÿ"),
    ("tilde", "ANOano", "ÃÑÕãñõ"),
    ("cedil", "Cc", "Çç"),
    ("ring", "Aa", "Åå"),
    ("slash", "Oo", "Øø"),
    ("caron", "CSZcsz", "ČŠŽčšž"),
];

/// The entities of other signs.
const SIGNS: &[(&str, char)] = &[
    ("amp", '&'),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("apos", '\''),
    ("szlig", 'ß'),
    ("aelig", 'æ'),
    ("AElig", 'Æ'),
    ("oelig", 'œ'),
    ("half", '½'),
];

/// Returns the character that an entity means: `&acirc;`, `&#226;`, `&#xE2;`.
pub(super) fn entity_char(entity: &str) -> Option<char> {
    let name = entity.strip_prefix('&')?.strip_suffix(';')?;
    if let Some(code) = name.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(code) => u32::from_str_radix(code, 16),
            None => code.parse(),
        };
        return char::from_u32(code.ok()?).filter(|c| !c.is_control());
    }
    if let Some((_, sign)) = SIGNS.iter().find(|(own, _)| *own == name) {
        return Some(*sign);
    }
    let letter = name.chars().next()?;
    let (_, plain, accented) = ACCENTS
        .iter()
        .find(|(accent, ..)| name[letter.len_utf8()..] == **accent)?;
    let at = plain.chars().position(|own| own == letter)?;
    accented.chars().nth(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_characters() {
        let decoded = ["&acirc;", "&#8211;", "&#xE9;", "&szlig;", "&bogus;", "&;"].map(entity_char);
        let known = [Some('â'), Some('–'), Some('é'), Some('ß'), None, None];
        assert_eq!(decoded, known);
    }
}
