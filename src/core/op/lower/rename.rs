//! Lowers `Rename …` to an edit that gives a unit another label, or a heading other words.

use crate::{
    model::UnitKind,
    op::{
        CellEdit, LoweredPatch, LoweringContext, PatchErrorKind, TreeEdit, counting::label_key,
        select::AddressError,
    },
    syntax::{Command, Target},
};

impl LoweringContext<'_> {
    /// Lowers `Rename item "b" to "c"` and `Rename heading to "Tolls at night"`.
    pub(crate) fn rename(&mut self, command: &Command) -> Result<LoweredPatch, AddressError> {
        let ([target], Some(label)) = (&command.targets[..], &command.words) else {
            return Ok(self.without_edits(Vec::new()));
        };
        let found = self.select(target)?;
        let &[unit] = found.as_slice() else {
            let why = format!(
                "one unit can be renamed, and the address names {}",
                found.len()
            );
            return Ok(self.report_rename(target, why));
        };
        if self.tree.kind(unit) == UnitKind::Heading {
            let texts = self.wordings_of(&label.value);
            return Ok(self.reword_headings(found, &texts));
        }
        let Some(old) = self.tree.get(unit).and_then(|node| node.label.clone()) else {
            let name = self.tree.kind(unit).name();
            return Ok(self.report_rename(target, format!("this {name} has no label")));
        };
        let new = with_marks_of(&old, &label.value);
        if *old == *new {
            return Ok(self.report_rename(target, format!("it already has the label \"{new}\"")));
        }
        let mut edits = vec![TreeEdit::Rename {
            unit,
            label: new.as_str().into(),
        }];
        // the label of a row is the text of its first cell
        let first = self.tree.children(unit).next();
        if let Some(cell) = first.filter(|_| self.tree.kind(unit) == UnitKind::Row) {
            let words = self.tree.restated(cell);
            edits.push(TreeEdit::Cell(CellEdit {
                cell,
                name: new.clone(),
                old: words.map(|words| words.text.to_string()),
                new: self.wordings_of(&new),
                span: label.span,
            }));
        }
        Ok(self.with_edits(edits, found))
    }

    fn report_rename(&mut self, target: &Target, why: String) -> LoweredPatch {
        let help = "name a unit by its label, as in `Rename item \"b\" to \"c\"`, or write `Rename heading to \"…\"`";
        self.report(
            target.span,
            PatchErrorKind::Rearrangement {
                why,
                help: help.to_owned(),
            },
        );
        self.without_edits(Vec::new())
    }
}

/// Returns a new label with the brackets and the stop of the old one, unless it has its own.
fn with_marks_of(old: &str, new: &str) -> String {
    let is_mark = |c: char| "()[].:,".contains(c);
    let bare = new.trim();
    if bare.contains(is_mark) || label_key(old).is_empty() {
        return bare.to_owned();
    }
    let start = old.len() - old.trim_start_matches(is_mark).len();
    let end = old.trim_end_matches(is_mark).len();
    format!("{}{bare}{}", &old[..start], &old[end..])
}
