//! What rulebook knows without files, sockets, a clock or a terminal: the notation, rulesets and their
//! editions, questions and their answers, army lists. The program (`rulebook`) and the page for phones use it;
//! the documentation of `rulebook` has the map of both.

// rustdoc looks at the types of all rules at once
#![recursion_limit = "256"]

pub mod text;

pub mod doc;

pub mod diagnostic;

pub mod syntax;

pub mod model;

pub mod op;

pub mod resolve;

pub mod search;

pub mod analysis;

pub mod scenario;

pub mod lint;

pub mod answer;
