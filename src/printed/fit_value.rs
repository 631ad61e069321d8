//! Rewrites the new values of an instruction to fit the table that they change: names of rows and
//! columns, the result of `by +1`.

use super::{
    fit::{InstructionFitter, UNNAMED_COLUMN, only_label, set_text, struck_value},
    unit::EditableUnit,
};
use crate::{
    model::UnitId,
    syntax::{AddressStep, AddressStepKind, BlockKind, Command, UnitNoun},
};

impl InstructionFitter<'_> {
    /// Returns the table of values for a change of a whole cell: `Replace "25" with "20" in row "Heron",
    /// row "price"`.
    pub(super) fn value_of_cell(&self, command: &Command) -> Option<String> {
        let (phrase, with, target) = command.phrase_replacement()?;
        let is_table = |step: &&AddressStep| {
            use AddressStepKind::{All, Ordinals};
            matches!(step.kind, Ordinals { unit, .. } | All { unit, .. } if unit == UnitNoun::Table)
        };
        let tables = target.steps.iter().filter(is_table).count();
        let labels: Vec<&str> = target.steps.iter().filter_map(only_label).collect();
        let ([first, second], true) = (labels.as_slice(), target.steps.len() == 2 + tables) else {
            return None;
        };
        let (name, row, column) =
            [(first, second), (second, first)]
                .into_iter()
                .find_map(|(name, column)| {
                    let row = self.row(name)?;
                    Some((name, row, self.column(row, column)?))
                })?;
        let cells = self.columns(row);
        let (old, new) = (&phrase.quote.value, &with.value);
        let whole = cells
            .iter()
            .any(|(own, text)| *own == column && text == old);
        whole.then(|| format!("| row | {column} |\n|---|---|\n| {name} | ~~{old}~~ {new} |"))
    }

    /// Names the rows and columns of new values as the table does.
    pub(super) fn fit_values(&self, payload: &mut [EditableUnit]) {
        let tables = payload
            .iter_mut()
            .filter(|unit| unit.kind == BlockKind::Table);
        for table in tables {
            let Some((head, rows)) = table.children.split_first_mut() else {
                continue;
            };
            for row in rows.iter_mut() {
                if let Some(name) = row.children.first_mut()
                    && let Some(known) = self.known_label(&name.plain)
                {
                    set_text(name, &known);
                }
            }
            if let ([_, column], [row]) = (head.children.as_mut_slice(), rows)
                && let [name, value] = row.children.as_mut_slice()
            {
                self.fit_value(column, name, value);
            }
        }
    }

    /// Finds the column of a single value: `health of the Shade`, or that of the old value.
    fn fit_value(
        &self,
        column: &mut EditableUnit,
        name: &mut EditableUnit,
        value: &mut EditableUnit,
    ) {
        let owner = name
            .plain
            .split_once("'s ")
            .or_else(|| name.plain.split_once("’s "));
        let split = name
            .plain
            .split_once(" of ")
            .or(owner.map(|(of, what)| (what, of)));
        let split = split.map(|(what, of)| {
            let bare = |words: &str| {
                let articles = ["the ", "The ", "a ", "an "];
                let rest = articles
                    .iter()
                    .find_map(|article| words.strip_prefix(article));
                rest.unwrap_or(words).to_owned()
            };
            (bare(what), bare(of))
        });
        if let (None, Some((what, of))) = (self.row(&name.plain), split)
            && let Some(row) = self.row_called(&of)
        {
            let own = self.column(row, &what);
            self.set_row(name, row);
            set_text(column, own.as_deref().unwrap_or(&what));
        }
        let old_value = struck_value(&value.source).map(|(old, _)| old.to_owned());
        let old = old_value.as_deref();
        let is_price = ["cost", "costs", "price", "value"].contains(&column.plain.as_str());
        if is_price
            && let Some(row) = self.row_called(&name.plain)
            && self.column(row, &column.plain).is_none()
        {
            // `the cost of Mules` in a table that has other columns
            set_text(column, UNNAMED_COLUMN);
        }
        if self.row(&name.plain).is_none()
            && let Some(row) = self.row_called(&name.plain)
        {
            self.set_row(name, row);
        }
        if self.row(&name.plain).is_none()
            && let Some(row) = self.row_with_value(&name.plain, &column.plain, old)
        {
            set_text(name, &row);
        }
        // `market price` is the column `market`
        let unknown = self.row(&name.plain).is_none_or(|row| {
            column.plain != UNNAMED_COLUMN && self.column(row, &column.plain).is_none()
        });
        if unknown
            && let Some((row, own)) =
                self.cell_described(&format!("{} {}", name.plain, column.plain), old)
        {
            set_text(name, &row);
            set_text(column, &own);
        }
        let Some(row) = self.row(&name.plain) else {
            return;
        };
        if let Some(own) = self.column(row, &column.plain) {
            self.apply_difference(row, &own, value);
            return;
        }
        let cells = self.columns(row).into_iter();
        let number =
            |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
        let mut fitting = cells.filter(|(_, text)| match old {
            Some(old) => text == old,
            None => number(text),
        });
        if let (Some((own, _)), None) = (fitting.next(), fitting.next())
            && column.plain == UNNAMED_COLUMN
        {
            set_text(column, &own);
            self.apply_difference(row, &own, value);
        }
    }

    /// Gives a value the name of the row.
    fn set_row(&self, name: &mut EditableUnit, row: UnitId) {
        if let Some(label) = self.label(row) {
            set_text(name, label);
        }
    }

    /// Computes the new value from the old one and a difference, `by +1`.
    fn apply_difference(&self, row: UnitId, column: &str, value: &mut EditableUnit) {
        let difference = value
            .source
            .strip_prefix("by ")
            .and_then(|by| by.parse::<f64>().ok());
        let cells = self.columns(row);
        let old = cells
            .iter()
            .find(|(own, _)| own == column)
            .map(|(_, text)| text);
        if let (Some(difference), Some(old)) = (difference, old)
            && let Ok(number) = old.parse::<f64>()
        {
            set_text(value, &format!("~~{old}~~ {}", number + difference));
        }
    }
}
