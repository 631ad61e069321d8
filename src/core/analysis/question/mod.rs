//! Reads a question, such as `recoiling before May 2012 for uk`: the words to look up, and edition,
//! day, profile, comparison and citation. Every interface reads questions by this; the page mirrors
//! it in `export/phone/reader.js`.

mod cited;
mod date;
mod grammar;
mod named;
mod parsed;
mod reader;
mod reading;
mod relations;
mod word;

pub use parsed::Question;
pub use reading::Reading;

use super::Analysis;
use reader::Reader;
use word::split_words;

impl Analysis {
    /// Reads what a person typed. `ruleset` is the one in whose editions it is meant unless it names
    /// another; `None` for the default.
    pub fn question(&self, typed: &str, ruleset: Option<&str>) -> Question {
        Reader::new(self, split_words(typed), ruleset).read()
    }

    /// Reads a search query. If it compares editions, or if nothing but an edition, day or profile
    /// is typed, the whole text stays the query.
    pub fn search_question(&self, typed: &str, ruleset: Option<&str>) -> Question {
        let question = self.question(typed, ruleset);
        if !question.is_comparison() && !question.text.is_empty() {
            return question;
        }
        Question {
            text: typed.to_owned(),
            ..Question::default()
        }
    }
}
