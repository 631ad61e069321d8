//! Renders a `ListVerdict` for people: the verdict, the edition, the totals, and why one is unknown.

use crate::{
    answer::{ListVerdict, VerdictEditionSource},
    cli::{Styler, display_width, shorten, table},
    scenario::TotalsTable,
};

/// The least width that the names of a table have, in columns.
const MIN_NAME_WIDTH: usize = 12;

impl ListVerdict {
    /// Renders the verdict for people, at most as wide as the output.
    pub(super) fn render(&self, styler: Styler) -> String {
        let verdict = match self.legal {
            Some(true) => styler.strong(&self.verdict),
            Some(false) => styler.error(&self.verdict),
            None => styler.warning(&self.verdict),
        };
        let edition = format!("{} {}", self.ruleset.to_uppercase(), self.edition);
        let title = format!("{} at {edition}: {verdict}", styler.strong(&self.path));
        let by = match self.edition_from {
            VerdictEditionSource::Options => "edition chosen with --at".to_owned(),
            VerdictEditionSource::FrontMatter => "edition named in the front matter".to_owned(),
            VerdictEditionSource::Words { edition_line } => {
                format!("edition named on line {edition_line}")
            }
            VerdictEditionSource::Default => "no edition named: the newest is used".to_owned(),
        };
        let sums = &self.sums;
        let view = format!(
            "{by}; profile {}, as of {}",
            sums.query.profile,
            sums.query.day()
        );
        let checked = format!(
            "what is checked, and what is not: rulebook explain {}",
            self.ruleset
        );
        let lines = [title, view, checked].map(|line| styler.wrap("", "  ", &line));
        let missing = sums.missing_values().into_iter();
        let missing: String = missing
            .map(|value| styler.wrap(&styler.warning(" ? "), "   ", value))
            .collect();
        format!(
            "{}\n{}{missing}",
            lines.concat(),
            render_totals(styler, &self.totals)
        )
    }
}

/// Renders the totals as a table with footnotes. Names are shortened and cells wrapped so that no
/// line is wider than the output.
fn render_totals(styler: Styler, totals: &TotalsTable) -> String {
    let mut notes: Vec<&str> = Vec::new();
    let heads: Vec<String> = totals
        .columns
        .iter()
        .map(|column| {
            let Some(note) = column.note.as_deref() else {
                return column.heading.clone();
            };
            let at = notes.iter().position(|own| *own == note);
            let at = at.unwrap_or_else(|| {
                notes.push(note);
                notes.len() - 1
            });
            format!("{}{}", column.heading, "*".repeat(at + 1))
        })
        .collect();
    let cell_text = |at: usize, row: usize| {
        let cell = totals.rows[row].cells[at].as_ref();
        cell.map_or_else(String::new, ToString::to_string)
    };
    // two blanks between columns
    let numbers_width: usize = (0..heads.len())
        .map(|at| {
            let cells = (0..totals.rows.len()).map(|row| display_width(&cell_text(at, row)));
            2 + cells.chain([display_width(&heads[at])]).max().unwrap_or(0)
        })
        .sum();
    let names_width = styler
        .width
        .saturating_sub(numbers_width + 2)
        .max(MIN_NAME_WIDTH);
    let mut table = table::new(Some(styler.width));
    let head = heads.iter().map(|head| styler.dim(head));
    table.set_header(table::row("", head));
    for (at, row) in totals.rows.iter().enumerate() {
        let indent = "  ".repeat(usize::from(row.depth).saturating_sub(1));
        let name = shorten(&format!("{indent}{}", row.name), names_width);
        let cells = (0..heads.len()).map(|column| cell_text(column, at));
        table.add_row(table::row(name, cells));
    }
    let mut out = table::text(&table);
    for (at, note) in notes.iter().enumerate() {
        let mark = format!(" {} ", "*".repeat(at + 1));
        out += &styler.wrap(&mark, "   ", note);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::ScenarioChecker;
    use crate::{analysis::Analysis, answer::SourceLines, text::SourceId};

    const LIST: &str = "---\nruleset: dbm\nedition: \"3.4\"\npoints: 400\n---\n\n# Invader: Gauls of the Great Migration, with allies from beyond the Alps\n\n- 6 baggage\n\n## Command 1: Brennus\n\n- Irr Cv(O) general\n- 20 Irr Wb(S)\n";

    /// Returns the verdict on a text, for an output of 80 columns.
    fn verdict(text: &str) -> (Option<bool>, String) {
        let mut sources = crate::disk::shipped_sources();
        let mut own = sources[0].clone();
        own.path = "gauls.txt".into();
        own.kind = crate::analysis::SourceKind::Scenario;
        own.text = text.into();
        sources.push(own);
        let source = SourceId(sources.len() as u32 - 1);
        let analysis = Analysis::new(sources);
        let checker = ScenarioChecker::new(&analysis);
        let options = crate::scenario::CheckOptions {
            request: crate::analysis::Request::default(),
            today: jiff::civil::date(2026, 11, 20),
        };
        let bound = checker.bind(&analysis, source, text, &options);
        let bound = bound.expect("a ruleset and an edition");
        let found = bound.diagnostics(&analysis);
        let lines = SourceLines::new(&analysis);
        let verdict = ListVerdict::new(&analysis, &lines, source, &bound, &found);
        let verdict = verdict.expect("lines with sums");
        let styler = Styler {
            colour: false,
            width: 80,
        };
        (verdict.legal, verdict.render(styler))
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let (_, text) = verdict(LIST);
        for line in text.lines() {
            assert!(display_width(line) <= 80, "{line}");
        }
        assert!(text.contains("of 400"), "{text}");
        assert!(text.contains(" * "), "{text}");
    }

    #[test]
    fn a_list_that_breaks_a_rule_has_problems() {
        let (legal, text) = verdict(&LIST.replace("6 baggage", "9 baggage"));
        assert_eq!(legal, Some(false), "{text}");
        assert!(
            text.starts_with("gauls.txt at DBM 3.4: problems found: "),
            "{text}"
        );
    }

    #[test]
    fn a_list_that_is_not_understood_is_undecided() {
        let (legal, text) = verdict(&format!("{LIST}- 4 Irr Zz(O)\n"));
        assert_eq!(legal, None, "{text}");
    }

    #[test]
    fn names_are_shortened_with_an_ellipsis() {
        assert_eq!(shorten("Gauls", 5), "Gauls");
        assert_eq!(shorten("Gauls of old", 6), "Gauls…");
    }
}
