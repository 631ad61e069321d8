//! Reduces the forms of a word to a stem, with tables of spellings, irregular forms and numbers.

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

/// Numbers in words, with their digits.
const NUMBERS: &[(&str, &str)] = &[
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("first", "1st"),
    ("second", "2nd"),
    ("third", "3rd"),
    ("fourth", "4th"),
    ("fifth", "5th"),
    ("half", "0.5"),
    ("halve", "0.5"),
    ("halved", "0.5"),
    ("halving", "0.5"),
];

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
        if let Some(digits) = look(NUMBERS, small) {
            return digits.to_owned();
        }
        let base = look(IRREGULAR, small).unwrap_or(small);
        if base.len() <= 2 || !base.is_ascii() {
            return base.to_owned();
        }
        let british = if base.len() > 5 {
            base.replacen("iz", "is", 1)
        } else {
            base.to_owned()
        };
        let british = if british.ends_with("ise")
            || british.ends_with("ised")
            || british.ends_with("ising")
            || british.ends_with("isation")
        {
            british
        } else {
            base.to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        let stems = EnglishStemmer::default();
        for forms in [
            &["recoil", "recoils", "recoiling", "recoiled"][..],
            &["flee", "fled", "flees", "fleeing", "flight"],
            &["elephant", "elephants"],
            &["armor", "armour"],
            &["demoralised", "demoralized", "demoralise"],
            &["shoot", "shot", "shooting"],
            &["PIP", "PIPs", "pips"],
            &["third", "3rd"],
        ] {
            let first = stems.stem(forms[0]);
            for form in forms {
                assert_eq!(stems.stem(form), first, "{form}");
            }
        }
    }

    #[test]
    fn words_without_weight_are_in_order() {
        assert!(STOP.is_sorted());
        assert!(is_stop("the") && !is_stop("elephant"));
    }
}
