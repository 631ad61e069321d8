//! The steps of search that a benchmark can switch off to measure their worth.

/// Which steps of indexing and search are used, such as stems, synonyms and reranking, as flags:
/// all, except in a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSteps {
    /// Stems, spellings, irregular forms and numbers in words are normalised.
    pub stems: bool,
    /// Stop words are left out.
    pub stop: bool,
    /// Abbreviations and what they stand for find each other.
    pub abbreviations: bool,
    /// Players' words also match the rules' words.
    pub thesaurus: bool,
    /// Unknown words also match similar words and words that begin with them.
    pub mistakes: bool,
    /// Headings, labels and lead-ins are searched too.
    pub surroundings: bool,
    /// The subject index leads to clauses.
    pub subjects: bool,
    /// Candidates are rescored.
    pub reranked: bool,
}

impl SearchSteps {
    /// All steps.
    pub const ALL: Self = Self {
        stems: true,
        stop: true,
        abbreviations: true,
        thesaurus: true,
        mistakes: true,
        surroundings: true,
        subjects: true,
        reranked: true,
    };

    /// Words in lower case only: plain BM25.
    pub const NONE: Self = Self {
        stems: false,
        stop: false,
        abbreviations: false,
        thesaurus: false,
        mistakes: false,
        surroundings: false,
        subjects: false,
        reranked: false,
    };
}
