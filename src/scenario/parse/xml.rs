//! Parses a line that is an XML tag or has `key=value` pairs: to a record, or to a heading with its
//! values.

use super::{
    parser::ScenarioParser,
    table_layout::{AttributedTag, CellSeparator, ColumnContent, ListTable, attributes_of},
};
use crate::{scenario::value::number_value, text::Span};

impl ScenarioParser<'_> {
    /// Parses a line that is a tag of XML, or has keys and values as one has. Returns whether it is one.
    pub(super) fn parse_tag(&mut self, line: Span) -> bool {
        if self.is_strict() {
            return false;
        }
        let Some(tag) = attributes_of(self.text, line) else {
            return is_bare_tag(line.of(self.text));
        };
        let is_tag = line.of(self.text).starts_with('<');
        let mut heading = None;
        for &kind in &self.marked_kinds.clone() {
            let keys: Vec<Span> = tag.attributes.iter().map(|(key, _)| *key).collect();
            self.table = Some(self.table_of_keys(kind, &keys, CellSeparator::Attributes, None));
            let row = self.table_row(line);
            let table = self.table.take();
            if let Some(row) = row {
                self.parse_table_row(&row, line);
                return true;
            }
            heading = heading.or(table);
        }
        if let Some(table) = heading.filter(|_| is_tag) {
            self.parse_tag_of_heading(&tag, &table, line);
        }
        is_tag
    }

    /// Opens the record that a tag is the heading of: `<command name="Darius" points="145">`.
    fn parse_tag_of_heading(&mut self, tag: &AttributedTag, table: &ListTable, line: Span) {
        let mut tokens = self.tokens(tag.name);
        let mut words = table.columns.iter().zip(&tag.attributes);
        let name = words.find(|(column, _)| column.holds == ColumnContent::Remark);
        let name = name.map(|(_, (_, value))| *value);
        if let Some(name) = name {
            tokens.extend(self.tokens(name));
        }
        let Some(found) = self.find_heading(&tokens, false) else {
            return;
        };
        if found.kind.is_none() || !found.is_in_front() {
            return;
        }
        let level = self.plain_heading_level(&tokens).unwrap_or(2);
        self.parse_heading(level, name.unwrap_or(tag.name), &tokens);
        if self.open_headings.is_empty() {
            return;
        }
        let record = self.open_record();
        // a total in the tag is not below its lines
        self.scenario.record_mut(record).span = line;
        let kind = self.kind_of(record);
        let own = kind.amounts.map(|amounts| amounts.each);
        let rows = self.vocabulary.kind(table.kind);
        for (column, (_, value)) in table.columns.iter().zip(&tag.attributes) {
            let number = self.number_in(*value);
            if let (ColumnContent::Property(property), Some(own), Some((number, span))) =
                (column.holds, own, number)
                && rows.is_amount(property)
            {
                self.set_of_record(record, own, &number_value(number, span));
            }
        }
        let end = self.next_line(line);
        let own = self.scenario.record_mut(record);
        own.insert_at = own.insert_at.max(end);
    }
}

/// Returns whether a line is a tag without attributes: `</command>`, `<?xml version="1.0"?>`.
fn is_bare_tag(words: &str) -> bool {
    let inner = words
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'));
    inner.is_some_and(|inner| {
        inner.starts_with(['/', '?', '!']) && !inner.contains(['<', '>'])
            || !inner.is_empty() && inner.chars().all(|c| c.is_alphanumeric() || c == '/')
    })
}
