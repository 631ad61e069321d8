//! Assigns the printed tables of a section to the tables of the rules, by their rows.

use super::{
    text_matching::{MatchedText, TextMatcher},
    text_unit::TextUnit,
};
use crate::model::{UnitId, UnitKind};

impl TextMatcher<'_> {
    /// Places tables: each is the table with most of its rows, or the next one without text.
    /// Printed tables with rows of one table are joined.
    pub(super) fn match_tables(&mut self, tables: Vec<TextUnit>) -> Vec<MatchedText> {
        let children = self.tree.children(self.tree.root);
        let known: Vec<UnitId> = children
            .filter(|&unit| self.tree.kind(unit) == UnitKind::Table)
            .collect();
        let mut out: Vec<MatchedText> = Vec::new();
        for text in tables {
            let is_free = |unit: &UnitId| out.iter().all(|own| own.unit != Some(*unit));
            let by_rows = known
                .iter()
                .map(|&unit| (self.common_rows(unit, &text), unit))
                .filter(|(rows, _)| *rows > 0)
                .max_by_key(|(rows, _)| *rows)
                .map(|(_, unit)| unit);
            let unit = by_rows.or_else(|| known.iter().copied().find(is_free));
            let Some(unit) = unit else {
                self.left.push(text);
                continue;
            };
            match out.iter_mut().find(|own| own.unit == Some(unit)) {
                Some(own) => {
                    let is_repeated = own.text.rows.first() == text.rows.first();
                    own.text
                        .rows
                        .extend(text.rows.into_iter().skip(usize::from(is_repeated)));
                }
                None => out.push(MatchedText {
                    text,
                    unit: Some(unit),
                    sentences: Vec::new(),
                    opens: None,
                    children: Vec::new(),
                }),
            }
        }
        out
    }

    /// Returns how many rows of a printed table have the name of a row of a table.
    fn common_rows(&self, table: UnitId, text: &TextUnit) -> usize {
        let rows = self.tree.children(table);
        let names: Vec<Vec<String>> = rows
            .filter_map(|row| self.tree.get(row)?.label.as_deref())
            .map(|name| self.ruleset.spell_out(name))
            .collect();
        let printed = text.rows.iter().skip(1).filter_map(|row| row.first());
        printed
            .filter(|name| names.contains(&self.ruleset.spell_out(name)))
            .count()
    }
}
