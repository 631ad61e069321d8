//! Reduces the forms of a word to a stem, with tables of spellings and irregular forms; numbers in words are digits.

use crate::text::{NUMBER_WORDS, ORDINAL_WORDS};
use rust_stemmers::{Algorithm, Stemmer};

/// American spellings with the British ones.
const SPELLINGS: &[(&str, &str)] = &[
    ("armor", "armour"),
    ("armored", "armoured"),
    ("center", "centre"),
    ("color", "colour"),
    ("defense", "defence"),
    ("favor", "favour"),
    ("gray", "grey"),
    ("honor", "honour"),
    ("maneuver", "manoeuvre"),
    ("maneuvers", "manoeuvres"),
    ("maneuvering", "manoeuvring"),
    ("neighbor", "neighbour"),
    ("neighboring", "neighbouring"),
    ("offense", "offence"),
    ("plow", "plough"),
    ("thru", "through"),
    ("toward", "towards"),
];

/// Irregular forms with their base words.
const IRREGULAR: &[(&str, &str)] = &[
    ("began", "begin"),
    ("begun", "begin"),
    ("beaten", "beat"),
    ("bought", "buy"),
    ("broke", "break"),
    ("broken", "break"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("choice", "choose"),
    ("fled", "flee"),
    ("flight", "flee"),
    ("fought", "fight"),
    ("gone", "go"),
    ("goes", "go"),
    ("went", "go"),
    ("held", "hold"),
    ("hidden", "hide"),
    ("kept", "keep"),
    ("laid", "lay"),
    ("lost", "lose"),
    ("loss", "lose"),
    ("losses", "lose"),
    ("men", "man"),
    ("met", "meet"),
    ("paid", "pay"),
    ("pursuit", "pursue"),
    ("pursuits", "pursue"),
    ("ran", "run"),
    ("ridden", "ride"),
    ("rode", "ride"),
    ("rolled", "roll"),
    ("shot", "shoot"),
    ("shots", "shoot"),
    ("slain", "kill"),
    ("stood", "stand"),
    ("struck", "strike"),
    ("taken", "take"),
    ("took", "take"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("won", "win"),
    ("wins", "win"),
    ("winner", "win"),
];

/// Words for a half.
const HALVES: &[&str] = &["half", "halve", "halved", "halving"];

/// The ordinals that rules use as digits.
const ORDINALS: [&str; 5] = ["1st", "2nd", "3rd", "4th", "5th"];

/// Returns a number in words as digits. `one` is a pronoun more often than a number.
fn digits(word: &str) -> Option<String> {
    let place = |words: &[&str]| words.iter().position(|own| *own == word);
    let ordinal = || Some((*ORDINALS.get(place(&ORDINAL_WORDS)?)?).to_owned());
    let half = || HALVES.contains(&word).then(|| "0.5".to_owned());
    let number = place(&NUMBER_WORDS).filter(|at| *at > 0);
    let number = number.map(|at| (at + 1).to_string());
    number.or_else(ordinal).or_else(half)
}

/// Stop words, sorted.
const STOP: &[&str] = &[
    "a", "against", "also", "am", "an", "and", "any", "are", "arent", "as", "at", "be", "been",
    "being", "but", "by", "can", "cant", "could", "couldnt", "did", "didnt", "do", "does",
    "doesnt", "dont", "em", "for", "from", "get", "gets", "got", "had", "has", "hasnt", "have",
    "havent", "he", "hed", "her", "hes", "him", "his", "how", "i", "if", "im", "in", "into", "is",
    "isnt", "it", "its", "ive", "just", "may", "me", "might", "my", "of", "ok", "okay", "on", "or",
    "our", "please", "pls", "really", "she", "shes", "should", "shouldnt", "so", "some", "than",
    "that", "thats", "the", "their", "them", "then", "there", "theres", "these", "they", "theyd",
    "theyre", "theyve", "this", "those", "to", "us", "versus", "vs", "was", "wasnt", "we", "were",
    "weve", "what", "whats", "when", "where", "which", "who", "whos", "whose", "why", "will",
    "with", "wont", "would", "wouldnt", "you", "your", "youre", "youve",
];

fn look<'a>(table: &[(&str, &'a str)], word: &str) -> Option<&'a str> {
    table
        .iter()
        .find(|(form, _)| *form == word)
        .map(|(_, base)| *base)
}

/// Returns whether a word in lower case is a stop word.
pub fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word).is_ok()
}

/// The stemmer for English words, which also unifies spellings, irregular forms and number words.
pub(super) struct EnglishStemmer(Stemmer);

impl Default for EnglishStemmer {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl EnglishStemmer {
    /// Returns the stem of a word.
    pub(super) fn stem(&self, word: &str) -> String {
        let small = plural_of_capitals(word).to_lowercase();
        let small = look(SPELLINGS, &small).unwrap_or(&small);
        if let Some(digits) = digits(small) {
            return digits;
        }
        let base = look(IRREGULAR, small).unwrap_or(small);
        if base.len() <= 2 || !base.is_ascii() {
            return base.to_owned();
        }
        // `-ize` is `-ise`; the stems of other words need only be the same everywhere
        let british = match base.len() > 5 {
            true => base.replacen("iz", "is", 1),
            false => base.to_owned(),
        };
        self.0.stem(&british).into_owned()
    }
}

/// Strips the plural ending of capitals: `FEs` becomes `FE`.
fn plural_of_capitals(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(one) if one.len() > 1 && one.chars().all(char::is_uppercase) => one,
        Some(_) | None => word,
    }
}
