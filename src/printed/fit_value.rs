//! Names the rows and columns of new values as the table does that they change.

use super::{
    fit::{InstructionFitter, UNNAMED_COLUMN, set_text},
    unit::EditableUnit,
};
use crate::syntax::BlockKind;

impl InstructionFitter<'_> {
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
                && column.plain == UNNAMED_COLUMN
            {
                self.name_column(column, &name.plain, &value.source);
            }
        }
    }

    /// Names the column of a single value without one: that of the old value, or the only one with a
    /// number.
    fn name_column(&self, column: &mut EditableUnit, name: &str, value: &str) {
        let old = value
            .strip_prefix("~~")
            .and_then(|rest| rest.split_once("~~"));
        let Some(row) = self.row(name) else {
            return;
        };
        let number =
            |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
        let mut fitting = self.columns(row).into_iter().filter(|(_, text)| match old {
            Some((old, _)) => text == old,
            None => number(text),
        });
        if let (Some((own, _)), None) = (fitting.next(), fitting.next()) {
            set_text(column, &own);
        }
    }
}
