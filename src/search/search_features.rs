//! The features of search, for measuring what each is worth.

/// The features of search that are used: all, except where a benchmark measures what each is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchFeatures {
    /// Stems, spellings, irregular forms, numbers in words.
    pub stems: bool,
    /// Words without weight are left out.
    pub stop: bool,
    /// Abbreviations and terms of several words.
    pub abbreviations: bool,
    /// Troops with their grades.
    pub grades: bool,
    /// Numbers with their units.
    pub units: bool,
    /// Players' words for the rules' words.
    pub thesaurus: bool,
    /// Typing mistakes and beginnings of words.
    pub mistakes: bool,
    /// Headings, labels and lead-ins are searched too.
    pub surroundings: bool,
    /// The subject index leads to clauses.
    pub subjects: bool,
    /// Candidates are rescored by how much of the query they cover.
    pub coverage: bool,
}

impl SearchFeatures {
    /// Everything.
    pub const ALL: Self = Self {
        stems: true,
        stop: true,
        abbreviations: true,
        grades: true,
        units: true,
        thesaurus: true,
        mistakes: true,
        surroundings: true,
        subjects: true,
        coverage: true,
    };

    /// Words in small letters, and nothing else: plain BM25.
    pub const NONE: Self = Self {
        stems: false,
        stop: false,
        abbreviations: false,
        grades: false,
        units: false,
        thesaurus: false,
        mistakes: false,
        surroundings: false,
        subjects: false,
        coverage: false,
    };
}
