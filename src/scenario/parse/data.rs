//! Reads lists that are YAML or JSON: an object of an array is a record, and an object around such an
//! array a heading. They may be a whole text, a part of one between brackets, or a line.

use super::{
    data_value::{DataContent, DataValue, data_value},
    parser::{ScenarioParser, text_line},
    table_layout::{CellSeparator, ColumnContent, ListTable, TableColumn},
};
use crate::{
    scenario::{
        record::RecordIx,
        shared_words::shared_words,
        token::tokenize,
        value::number_value,
        vocabulary::{KindIx, PhraseMeaning, PropertyIx, ROOT, RecordKind},
    },
    text::Span,
};
use std::ops::Range;

impl ScenarioParser<'_> {
    /// Returns the value that a text is from a byte on, or the first one in it between brackets over
    /// several lines, if it has records.
    pub(super) fn find_data(&mut self, from: usize) -> Option<DataValue> {
        /// The most places at which such a value may begin.
        const MAX_STARTS: usize = 8;
        if self.is_strict() {
            return None;
        }
        let end = self.text.len();
        let whole = data_value(self.text, Span::new(from, end));
        if let Some(value) = whole.filter(|value| self.is_list(value)) {
            return Some(value);
        }
        let lines = self.text[from..].split_inclusive('\n');
        let places = lines.scan(from, |at, line| {
            *at += line.len();
            Some(*at - line.len()..*at)
        });
        let begins = |place: &Range<usize>| {
            let line = self.text[place.clone()].trim();
            line.starts_with(['{', '[']) && line.ends_with(['{', '[', ','])
        };
        let starts: Vec<usize> = places.filter(begins).map(|place| place.start).collect();
        starts.into_iter().take(MAX_STARTS).find_map(|start| {
            let value = data_value(self.text, Span::new(start, end))?;
            let is_long = value.span.of(self.text).contains('\n');
            (is_long && self.is_list(&value)).then_some(value)
        })
    }

    /// Returns whether a value has records. Outside brackets they have to be objects within others: any
    /// text with a colon in each line is an object of YAML.
    fn is_list(&mut self, value: &DataValue) -> bool {
        let is_bracketed = value.span.of(self.text).starts_with(['{', '[']);
        self.height(value).is_some()
            && (is_bracketed || value.nested().iter().any(|own| self.has_objects(own)))
    }

    /// Returns whether a value is a record, or has one in it, that is an object.
    fn has_objects(&mut self, value: &DataValue) -> bool {
        let nested = value.nested();
        let is_object = matches!(value.holds, DataContent::Object(_));
        is_object && nested.is_empty() && self.height(value) == Some(0)
            || nested.into_iter().any(|own| self.has_objects(own))
    }

    /// Parses a value that has records.
    pub(super) fn parse_data(&mut self, value: &DataValue) {
        // `[{"name": "Batu", "units": [ … ]}, …]`: the commands of one army
        let is_array = matches!(value.holds, DataContent::Array(_));
        let is_army = is_array && self.height(value) == Some(1);
        if let Some(army) = self.implied_kind().filter(|_| is_army) {
            self.open_object(army, value);
        }
        self.parse_value(value);
        self.table = None;
    }

    /// Parses a line that is an object with a record: `{n: 6, type: Irr Wb(O)},`. Returns whether it is
    /// one.
    pub(super) fn parse_object_line(&mut self, line: Span) -> bool {
        let words = line.of(self.text).trim_end_matches(',');
        if self.is_strict() || !words.starts_with('{') || !words.ends_with('}') {
            return false;
        }
        let span = Span::new(line.start(), line.start() + words.len());
        let value = data_value(self.text, span).filter(|value| value.span == span);
        let around = self.table.take();
        let is_record = value.is_some_and(|value| self.read_object(&value, true));
        self.table = around;
        is_record
    }

    /// Returns how many objects are around the records in a value: none for a record. `None` if it has
    /// no records.
    fn height(&mut self, value: &DataValue) -> Option<usize> {
        let nested = value.nested();
        let below = nested.into_iter().filter_map(|own| self.height(own)).max();
        match (&value.holds, below) {
            (DataContent::Object(_), Some(below)) => Some(below + 1),
            (DataContent::Object(_), None) => {
                let known = self.table.clone();
                let is_row = self.read_object(value, false);
                self.table = known;
                is_row.then_some(0)
            }
            // `["1 Irr Cv(O) C-in-C", "8 Irr Wb(S)"]`
            (DataContent::Array(values), below) => {
                let is_line = |own: &DataValue| own.is_scalar() && self.is_troop_line(own.span);
                below.or_else(|| values.iter().any(is_line).then_some(0))
            }
            (DataContent::Scalar, _) => None,
        }
    }

    fn parse_value(&mut self, value: &DataValue) {
        let height = self.height(value);
        let is_object = matches!(value.holds, DataContent::Object(_));
        let army = self.implied_kind();
        let is_open = self.is_army_open();
        let begun = self.vocabulary.part_kinds().next().map(|(ix, _)| ix);
        let kind = match height.filter(|_| is_object) {
            Some(0) => {
                self.read_object(value, true);
                return;
            }
            Some(1) if is_open => begun,
            Some(1 | 2) if !is_open => army,
            _ => None,
        };
        let depth = self.open_headings.len();
        let record = kind.map(|kind| self.open_object(kind, value));
        if let (DataContent::Array(values), Some(0)) = (&value.holds, height) {
            for line in values.iter().filter(|own| own.is_scalar()) {
                self.parse_line(text_line(line.span));
            }
        }
        let has_rows = height.is_some();
        // `tross: 6` behind the commands
        let (lines, members): (Vec<_>, Vec<_>) = value
            .scalars()
            .partition(|(key, scalar)| has_rows && self.is_troop_line(key.join(*scalar)));
        // `limit: 400` before `totals: {ap: 399}`
        if let Some(record) = record {
            for (key, scalar) in members {
                self.set_member(record, key, scalar, false);
            }
        }
        for own in value.nested() {
            // `{"count": 4, "type": "foo"}` next to records
            if has_rows && own.nested().is_empty() && self.height(own).is_none() {
                // `"sum": {"ap": 500}` is next to the commands, and the army has no object
                let known = record.or_else(|| self.last_of_kind(army?));
                match known.zip(self.summary_of(value, own)) {
                    Some((record, is_total)) => own.scalars().for_each(|(key, scalar)| {
                        self.set_member(record, key, scalar, is_total);
                    }),
                    None => self.report_object(own),
                }
            }
            self.parse_value(own);
        }
        for (key, scalar) in lines {
            self.table = None;
            self.parse_line(text_line(key.join(scalar)));
        }
        // `baggage` behind the commands is of the army
        if let Some(open) = self.open_headings.get(depth).filter(|_| record.is_some()) {
            self.close_headings(open.level);
        }
    }

    /// Returns the last record of a kind.
    pub(super) fn last_of_kind(&self, kind: KindIx) -> Option<RecordIx> {
        let mut records = self.scenario.indices().rev();
        records.find(|&at| self.scenario.record(at).kind == kind)
    }

    /// Returns whether a member of an object is a total, `"subtotal": {"elements": 20, "ap": 130}`, and
    /// not what the object is: `"army": {"points": 400}`. `None` if it is neither.
    fn summary_of(&self, value: &DataValue, member: &DataValue) -> Option<bool> {
        let mut members = value.members().iter();
        let (key, _) = members.find(|(_, own)| own.span == member.span)?;
        let words = self.key_words(*key);
        let tokens = tokenize(&words, Span::new(0, words.len()));
        let says_total = |kind: &RecordKind| kind.total_key_length(&tokens) == Some(tokens.len());
        let totals = &shared_words().totals;
        let kinds = &self.vocabulary.kinds;
        let is_heading = kinds.iter().any(|kind| kind.is_heading(&words));
        let is_total = !is_heading && (totals.contains(&words) || kinds.iter().any(says_total));
        (is_total || is_heading).then_some(is_total)
    }

    /// Opens the record of a kind that an object is, with its name.
    fn open_object(&mut self, kind: KindIx, value: &DataValue) -> RecordIx {
        let name = self.name_of_object(kind, value);
        let at = name.unwrap_or(Span::new(value.span.start(), value.span.start()));
        let record = self.open_implied(kind, name, at);
        // `"role": "C-in-C"` is the rank of the general whose record follows without one
        let rank = value.scalars().find(|(_, own)| self.names_rank(*own));
        self.last_unused = rank.map(|(_, own)| own);
        // without a name, the next general begins another one
        if let Some(open) = self.open_headings.last_mut() {
            open.is_implied = name.is_none();
        }
        record
    }

    /// Returns the name in an object: behind the word for the record, `"army": "Khmer"`, or for a name.
    fn name_of_object(&self, kind: KindIx, value: &DataValue) -> Option<Span> {
        let is_key = |key: &Span| self.vocabulary.kind(kind).is_heading(&self.key_words(*key));
        let is_name = |key: &Span| shared_words().names.contains(&self.key_words(*key));
        let members = value.members();
        let inner = members
            .iter()
            .filter(|(key, _)| is_key(key))
            .find_map(|(_, own)| own.scalars().find(|(key, _)| is_name(key)));
        let is_word = |value: &Span| {
            let words = value.of(self.text);
            words.contains(char::is_alphabetic) && !matches!(words, "true" | "false" | "yes" | "no")
        };
        // `ally: true` is no name
        let scalar = |is_own: &dyn Fn(&Span) -> bool| {
            let mut own = value.scalars();
            own.find(|(key, value)| is_own(key) && is_word(value))
        };
        let found = scalar(&is_key).or(inner).or_else(|| scalar(&is_name));
        let first = || value.scalars().find(|(_, value)| is_word(value));
        let (_, name) = found.or_else(first)?;
        is_word(&name).then_some(name)
    }

    /// Reads an object as a row whose columns are its keys, and adds its record if `adds`. Returns
    /// whether it is a record.
    fn read_object(&mut self, value: &DataValue, adds: bool) -> bool {
        for &kind in &self.marked_kinds.clone() {
            let around = self.table.take().and_then(|table| table.around);
            let keys: Vec<Span> = value.scalars().map(|(key, _)| key).collect();
            let mut table = self.table_of_keys(kind, &keys, CellSeparator::Members, around);
            table.members = value.scalars().map(|(_, value)| value).collect();
            self.table = Some(table);
            if let Some(row) = self.table_row(value.span) {
                if adds {
                    self.parse_table_row(&row, value.span);
                }
                return true;
            }
        }
        false
    }

    /// Returns a table whose columns are the keys of attributes or members.
    pub(super) fn table_of_keys(
        &self,
        kind: KindIx,
        keys: &[Span],
        separator: CellSeparator,
        around: Option<String>,
    ) -> ListTable {
        let columns = keys.iter().map(|key| TableColumn {
            place: (0, 0),
            head: *key,
            holds: self
                .column_content(kind, *key)
                .unwrap_or(ColumnContent::Remark),
        });
        ListTable {
            around,
            ..ListTable::new(kind, separator, columns.collect())
        }
    }

    /// Reports an object that counts something, and names no troops that are known.
    fn report_object(&mut self, value: &DataValue) {
        let Some(&kind) = self.marked_kinds.first() else {
            return;
        };
        let count = self.vocabulary.kind(kind).count;
        let count = count.map(ColumnContent::Property);
        let mut keys = value.scalars().map(|(key, _)| key);
        if count.is_some() && keys.any(|key| self.column_content(kind, key) == count) {
            let tokens = self.tokens(value.span);
            self.add_not_understood(kind, value.span, &tokens);
        }
    }

    /// Sets the value of a record that a member is: `"totalPoints": 364`. In a total, `"ap": 399` is what
    /// the record comes to, and not what was agreed.
    fn set_member(&mut self, record: RecordIx, key: Span, value: Span, is_in_total: bool) {
        let Some((number, span)) = self.number_in(value) else {
            return;
        };
        let words = self.key_words(key);
        let tokens = tokenize(&words, Span::new(0, words.len()));
        let kind = self.kind_of(record);
        let root = self.vocabulary.kind(ROOT);
        let property = |kind: &RecordKind, own: fn(&PhraseMeaning) -> Option<PropertyIx>| {
            let (length, meanings) = kind.phrases.longest_match(&tokens)?;
            let mut properties = meanings.into_iter().filter_map(own);
            properties.next().filter(|_| length == tokens.len())
        };
        let key = property(kind, PhraseMeaning::key).map(|own| (record, own));
        let unit = property(kind, PhraseMeaning::unit).map(|own| (record, own));
        let agreed = property(root, PhraseMeaning::key).filter(|_| kind.implied);
        let agreed = agreed.map(|own| (RecordIx(0), own));
        let found = key.or(unit.filter(|_| is_in_total)).or(agreed).or(unit);
        if let Some((record, property)) = found {
            let number = number_value(number, span);
            self.set_of_record(record, property, &number);
        }
    }

    /// Returns the words of a key, in lower case: `total points` of `totalPoints`.
    fn key_words(&self, key: Span) -> String {
        let mut out = String::new();
        let mut last = ' ';
        for c in key.of(self.text).chars() {
            if c.is_uppercase() && last.is_lowercase() {
                out.push(' ');
            }
            match c {
                '_' | '-' => out.push(' '),
                _ => out.extend(c.to_lowercase()),
            }
            last = c;
        }
        out
    }
}
