//! Recognises questions in other languages by their function words, so that their words are not
//! taken for mistyped English ones.

/// Languages with their function words that are no English words and no words of rules.
const FUNCTION_WORDS: &[(&str, &[&str])] = &[
    (
        "French",
        &[
            "au", "aux", "avec", "ce", "ces", "cette", "combien", "comment", "contre", "dans",
            "de", "des", "du", "elle", "elles", "en", "est", "et", "il", "ils", "la", "le", "les",
            "leur", "lorsque", "ne", "ou", "par", "pas", "peut", "peuvent", "pour", "quand", "que",
            "quel", "quelle", "qui", "quoi", "sans", "sont", "sur", "un", "une",
        ],
    ),
    (
        "German",
        &[
            "als", "auf", "aus", "bei", "beim", "darf", "das", "dass", "dem", "den", "der", "des",
            "dürfen", "ein", "eine", "einem", "einen", "einer", "eines", "es", "für", "fuer",
            "gegen", "hat", "ich", "im", "ist", "kann", "können", "koennen", "mit", "muss", "nach",
            "nicht", "oder", "sich", "sie", "sind", "und", "viele", "von", "vom", "wann", "wenn",
            "wer", "werden", "welche", "welcher", "welches", "wie", "wieviel", "wieviele", "wird",
            "wo", "zu", "zum", "zur", "über",
        ],
    ),
    (
        "Italian",
        &[
            "che", "chi", "con", "contro", "cosa", "dei", "del", "della", "delle", "di", "gli",
            "il", "la", "nel", "nella", "non", "per", "possono", "può", "puo", "quando", "quanti",
            "quanto", "sono", "sul", "un", "una",
        ],
    ),
    (
        "Spanish",
        &[
            "al", "como", "con", "contra", "cuando", "cuantos", "cuanto", "de", "del", "el", "en",
            "es", "está", "la", "las", "los", "para", "pero", "por", "pueden", "puede", "que",
            "qué", "se", "sin", "son", "sus", "un", "una", "y",
        ],
    ),
];

/// How many letters a word of a question in another language must have to be corrected: a long word
/// that is nearly an English one is a form of it.
pub(super) const MIN_COGNATE: usize = 7;

/// How many letters a function word must have to show the language by itself.
const MIN_FUNCTION_WORD: usize = 4;

/// Returns the language other than English that most of the words in lower case belong to, and its
/// function words. `unknown` are the words that no document contains.
pub(super) fn other_language(
    unknown: &[String],
) -> Option<(&'static str, &'static [&'static str])> {
    let count = |words: &[&str]| {
        let own = unknown.iter().filter(|word| words.contains(&word.as_str()));
        own.count()
    };
    let (language, words) = FUNCTION_WORDS
        .iter()
        .max_by_key(|(language, words)| (count(words), std::cmp::Reverse(*language)))?;
    // one short function word among words that are all known is a name, such as that of the game
    let is_long = |word: &String| word.chars().count() >= MIN_FUNCTION_WORD;
    let found = count(words);
    (found > 0 && (unknown.len() > 1 || unknown.iter().any(is_long))).then_some((*language, *words))
}
