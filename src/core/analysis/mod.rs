//! `Analysis`, the loaded rules in memory, with methods for clauses, changes, pages and search.
//! The command line, the servers, the checks and the exports read the rules by these methods.

mod absence;
mod alphabetical;
mod amendments;
mod change_kind;
mod change_log;
mod citation;
mod clause;
mod clause_block;
mod clause_context;
mod clause_doc;
mod clause_remarks;
mod clause_rows;
mod clause_table;
mod clause_text;
mod clause_view;
mod commentary;
mod compared_unit;
mod comparison;
mod continuation;
mod distributed;
mod earlier_readings;
mod effect;
mod facts;
mod footnotes;
mod full_text;
mod glossary;
mod impact;
mod index_documents;
mod label;
mod layered_settings;
mod lineage;
mod lookup;
mod notices;
mod origin;
mod overview;
mod page_errata;
mod page_line;
mod public_id;
mod question;
mod relocation;
mod request;
mod review;
mod rules_errors;
mod ruleset_changes;
mod ruleset_summary;
mod rulesets;
mod rulings;
mod search;
mod search_hit;
mod search_index_cache;
mod section_reader;
mod settings;
mod settings_file;
mod source;
mod troop;
mod unchecked_cells;
mod wording_kinds;

pub use alphabetical::{AlphabeticalEntry, AlphabeticalIndex, AlphabeticalPlace};
pub use amendments::{AmendedPage, AmendedSection, Amendments, MoveTarget, MoveTargets};
pub use change_kind::ChangeKind;
pub use change_log::{ChangeLog, LogEntry, UnitChange};
pub use citation::{Citation, CitedCell};
pub use clause::{
    AddressInEditions, Clause, ClauseAnnotation, ClauseBlock, ClauseConflict, ClauseRuling,
    ClauseState, ClauseView, ConflictSide, FormerText, LineageRelation, MarkedSpan, Predecessor,
    Provenance, WithdrawnChange, WordingChoice, WordingKind,
};
pub use clause_doc::wording;
pub use clause_remarks::{
    annotations, open_instructions, ruling_notes, ruling_of, rulings, withdrawn_changes,
};
pub use clause_rows::{RowStyle, not_held, rows_and_tables};
pub use clause_text::ClauseText;
pub use compared_unit::{ComparedUnit, Fate};
pub use comparison::ClauseComparison;
pub use effect::{Effect, InstructionPosition};
pub use facts::FactValue;
pub use footnotes::Footnotes;
pub use full_text::{FullSection, FullText};
pub use impact::{FactChange, Impact, LaterPatch};
pub use index_documents::IndexKey;
pub use layered_settings::LayeredSettings;
pub use lookup::{Candidate, LookupResult, MAX_CANDIDATES, last_page, unit_of_id};
pub use notices::UNPROVEN_SECTION;
pub use origin::Origin;
pub use overview::{DocumentOverview, Overview, SectionOverview, TextCoverage, is_project_notes};
pub use page_errata::{EarlierWording, ErrataMark, ErrataPiece, PageErrata, SectionErrata};
pub use page_line::{parse_page, parse_page_line};
use public_id::full_id;
pub use public_id::public_id;
pub use question::{Question, Reading};
pub use relocation::Relocation;
pub use request::{Request, RequestError, ViewDescription, optional};
pub use review::{
    Aspect, Difference, ReviewedDifference, ReviewedRuleset, ReviewedSection, compare_keyed,
    review_day,
};
pub use ruleset_changes::{RulesetChanges, SectionChanges};
pub use ruleset_summary::{
    DocumentSummary, EditionSummary, PrintHead, ProfileSummary, RulesetSummary,
};
pub use rulesets::Analysis;
pub use rulings::{
    InterpretedChange, InterpretedUnit, RegisteredRuling, RulingCount, RulingFilter, RulingRegister,
};
pub use search::{ParsedQuery, SearchOptions, SearchQuery, SearchResults};
pub use search_hit::{EditionRange, NOT_INCLUDED, PARTLY_INCLUDED, SearchHit};
pub use search_index_cache::SearchIndexCache;
pub use settings::Settings;
pub use settings_file::settings_problem;
pub use source::{Source, SourceKind, SourceOrigin};
pub use troop::{
    Troop, TroopCell, TroopChange, TroopClause, TroopCorpus, TroopGroup, TroopMention, TroopName,
    TroopRuling, TroopTable, TroopTypeSummary, TroopTypes, TroopValue, TroopView,
};
pub use unchecked_cells::CellWithoutOldValue;
pub use wording_kinds::WordingKinds;
