//! What a preposition makes of an edition or day: the one to read, and the earlier one of a
//! comparison.

use super::grammar::Relation;
use crate::model::{PartialDate, Ruleset};

/// An edition or day that a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Point {
    Edition(String),
    Day(PartialDate),
}

/// The edition or day to read, and the earlier one of a comparison.
pub(super) type Points = (Option<Point>, Option<Point>);

/// What the rest of a question says about a preposition.
pub(super) struct Relations<'a> {
    /// The ruleset whose editions are meant.
    pub(super) ruleset: Option<&'a Ruleset>,
    /// Whether the question asks for changes.
    pub(super) asks_changes: bool,
    /// Whether it has named the start of a comparison.
    pub(super) has_start: bool,
}

impl Relations<'_> {
    /// Returns the edition to read, and the earlier one of a comparison.
    pub(super) fn edition(&self, relation: Relation, id: String) -> Result<Points, String> {
        let known = self.ruleset.and_then(|own| Some((own, own.edition(&id)?)));
        let (first, previous, is_last) = match known {
            Some((own, edition)) => (
                own.editions.first().map(|first| first.id.clone()),
                own.amended_edition(edition)
                    .map(|own_id| own.edition_id(own_id).to_owned()),
                own.editions.last().is_some_and(|last| last.id == id),
            ),
            None => (None, None, false),
        };
        let edition = |id: String| Some(Point::Edition(id));
        let whole = |to: String, from: Option<String>| {
            let from = from.filter(|from| *from != to);
            (edition(to), from.map(Point::Edition))
        };
        Ok(match relation {
            Relation::Across => (edition(id), previous.map(Point::Edition)),
            Relation::At => (edition(id), None),
            Relation::Before => match previous {
                Some(previous) if self.asks_changes => whole(previous, first),
                Some(previous) => (edition(previous), None),
                None if known.is_some() => {
                    let own = self.ruleset.into_iter();
                    let ids: Vec<&str> = own
                        .flat_map(|own| &own.editions)
                        .map(|own| own.id.as_str())
                        .collect();
                    let ids = ids.join(", ");
                    let fault = format!("there is no edition before {id}; editions: {ids}");
                    return Err(fault);
                }
                None => (edition(id), None),
            },
            Relation::Until if self.has_start => (edition(id), None),
            Relation::Until if self.asks_changes => whole(id, first),
            Relation::Until => (edition(id), None),
            // nothing is later than the last edition
            Relation::Since | Relation::After | Relation::Between if is_last => {
                let day = self
                    .ruleset
                    .and_then(|own| own.in_force_from(own.edition(&id)?));
                let from = day.filter(|_| self.asks_changes).map(Point::Day);
                (edition(id), from)
            }
            Relation::Since | Relation::After | Relation::Between => (None, edition(id)),
        })
    }

    /// Returns the day to read, and the earlier day of a comparison.
    pub(super) fn day(&self, relation: Relation, day: PartialDate) -> Points {
        let before = Point::Day(PartialDate::day(day.day_before()));
        let first = || {
            let id = self.ruleset?.editions.first()?.id.clone();
            Some(Point::Edition(id))
        };
        match relation {
            Relation::At if self.asks_changes => (Some(Point::Day(day)), Some(before)),
            Relation::Across => (Some(Point::Day(day)), Some(before)),
            Relation::At => (Some(Point::Day(day)), None),
            Relation::Before if self.asks_changes => (Some(before), first()),
            Relation::Before => (Some(before), None),
            Relation::Until if self.asks_changes && !self.has_start => {
                (Some(Point::Day(day)), first())
            }
            Relation::Until => (Some(Point::Day(day)), None),
            Relation::Since => (None, Some(before)),
            Relation::After | Relation::Between => (None, Some(Point::Day(day))),
        }
    }
}

impl Point {
    /// Returns it for people; `{}` is the name of the ruleset.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Edition(id) => format!("{{}} {id}"),
            Self::Day(day) => PartialDate::day(day.counts_from()).to_string(),
        }
    }
}
