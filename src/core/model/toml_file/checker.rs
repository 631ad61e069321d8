//! Reports what the schema forbids in a parsed TOML file, and corrects or removes it in memory.

use crate::{
    diagnostic::{Diagnostic, Location},
    model::PartialDate,
    syntax::{Key, ValueKind, WordRow},
    text::{SourceId, Span, join, near::nearest},
};
use std::borrow::Cow;
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

/// A value of a parsed TOML file, with its bytes in the file.
type TomlValue<'t> = Spanned<DeValue<'t>>;

/// Checks the parsed tables of one TOML file against a [`ValueKind`], and repairs them in memory.
pub(super) struct Checker<'t> {
    source: SourceId,
    text: &'t str,
    code: &'static str,
    found: Vec<Diagnostic>,
}

impl<'t> Checker<'t> {
    pub(super) fn new(source: SourceId, text: &'t str, code: &'static str) -> Self {
        Self {
            source,
            text,
            code,
            found: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.found
    }

    pub(super) fn check_root(&mut self, table: &mut DeTable<'t>, shape: &'static ValueKind) {
        self.check_table(table, shape, Span::default());
    }

    fn error(&self, at: Span, message: impl Into<String>) -> Diagnostic {
        let at = Location::new(self.source, at);
        Diagnostic::error(self.code, at, message)
    }

    /// Checks the entries of a table. Returns whether it has all keys that it needs.
    fn check_table(
        &mut self,
        table: &mut DeTable<'t>,
        shape: &'static ValueKind,
        at: Span,
    ) -> bool {
        let mut is_complete = true;
        if let ValueKind::Table(keys) = shape {
            self.check_keys(table, keys);
            for key in keys.iter().filter(|key| key.required) {
                if !table.contains_key(key.name) {
                    is_complete = false;
                    let message = format!("`{}` is missing here", key.name);
                    let found = self.error(at, message);
                    self.found
                        .push(found.help(format!("add `{} = …`: {}", key.name, key.about)));
                }
            }
        }
        let names: Vec<String> = table
            .keys()
            .map(|name| name.get_ref().to_string())
            .collect();
        for name in names {
            let Some((inner, _)) = shape.of_key(&name) else {
                continue;
            };
            let keeps = table
                .get_mut(name.as_str())
                .is_none_or(|value| self.check_value(value, inner));
            if !keeps {
                table.remove(name.as_str());
            }
        }
        is_complete
    }

    /// Reports keys that the table cannot have, and renames those that resemble one.
    fn check_keys(&mut self, table: &mut DeTable<'t>, keys: &'static [Key]) {
        let unknown: Vec<Spanned<Cow<'t, str>>> = table
            .keys()
            .filter(|name| Key::find(keys, name.get_ref()).is_none())
            .cloned()
            .collect();
        for name in unknown {
            let at = Span::from(name.span());
            let names = Key::names(keys);
            let found = self.error(at, format!("unknown key `{}`", name.get_ref()));
            let value = table.remove(name.get_ref().as_ref());
            if let Some((near, value)) = nearest(name.get_ref(), names.clone()).zip(value) {
                let key = Spanned::new(name.span(), Cow::Borrowed(near));
                insert_or_merge(table, key, value);
            }
            self.found
                .push(found.expected(name.get_ref(), names).safe());
        }
    }

    /// Checks a value, and repairs it. Returns whether it can be used.
    fn check_value(&mut self, value: &mut TomlValue<'t>, shape: &'static ValueKind) -> bool {
        let at = Span::from(value.span());
        match (shape, value.get_mut()) {
            (ValueKind::Text | ValueKind::Name(_) | ValueKind::Value, DeValue::String(_))
            | (ValueKind::Flag | ValueKind::Value, DeValue::Boolean(_))
            | (ValueKind::Number | ValueKind::Value, DeValue::Integer(_) | DeValue::Float(_)) => {
                true
            }
            (ValueKind::Date, DeValue::Datetime(date)) => self.check_date(at, &date.to_string()),
            (ValueKind::Date, DeValue::String(date)) => {
                let date = date.to_string();
                self.check_date(at, &date)
            }
            (ValueKind::Date, DeValue::Integer(year)) => {
                let year = year.to_string();
                self.check_date(at, &year)
            }
            (ValueKind::OneOf(words), DeValue::String(word)) => self.check_word(at, word, words),
            (ValueKind::List(inner), DeValue::Array(values)) => {
                let all = std::mem::replace(values, DeArray::new());
                for mut value in all {
                    if self.check_value(&mut value, inner) {
                        values.push(value);
                    }
                }
                true
            }
            (ValueKind::OneOrMany(inner), DeValue::Array(values)) => {
                let mut good = true;
                for value in values.iter_mut() {
                    good &= self.check_value(value, inner);
                }
                good
            }
            (ValueKind::OneOrMany(inner), _) => self.check_value(value, inner),
            (ValueKind::Either(..), inner) => {
                let shape = shape.alternative(inner.is_table());
                self.check_value(value, shape)
            }
            (
                ValueKind::Map(_) | ValueKind::NameMap(..) | ValueKind::Table(_),
                DeValue::Table(table),
            ) => {
                // what a document or kind lacks is reported, and the rest of it is used
                let is_complete = self.check_table(table, shape, at);
                is_complete || !self.is_inline(at)
            }
            (ValueKind::List(inner), DeValue::String(_)) => {
                self.report_type(at, shape);
                let one = std::mem::replace(value.get_mut(), DeValue::Boolean(false));
                let mut one = Spanned::new(value.span(), one);
                let mut list = DeArray::new();
                if self.check_value(&mut one, inner) {
                    list.push(one);
                }
                *value.get_mut() = DeValue::Array(list);
                true
            }
            _ => {
                self.report_type(at, shape);
                false
            }
        }
    }

    /// Returns whether a table is written as `{ … }`.
    fn is_inline(&self, at: Span) -> bool {
        self.text
            .get(at.start()..)
            .is_some_and(|rest| rest.starts_with('{'))
    }

    fn check_date(&mut self, at: Span, date: &str) -> bool {
        match date.parse::<PartialDate>() {
            Ok(_) => true,
            Err(message) => {
                let found = self.error(at, message);
                self.found.push(found);
                false
            }
        }
    }

    /// Checks one of several words, and corrects it.
    fn check_word(&mut self, at: Span, word: &mut Cow<'t, str>, rows: &[WordRow]) -> bool {
        let words = || rows.iter().map(|(word, _)| *word);
        if words().any(|known| known == word) {
            return true;
        }
        let found = self.error(at, format!("unknown value `{word}`"));
        match nearest(word, words()) {
            Some(near) => {
                self.found.push(found.did_you_mean_quoted(near).safe());
                *word = Cow::Owned(near.to_owned());
                true
            }
            None => {
                self.found
                    .push(found.help(format!("expected one of {}", join(words(), ", "))));
                false
            }
        }
    }

    /// Reports a value of another type, with a fix where one changes only its marks.
    fn report_type(&mut self, at: Span, shape: &'static ValueKind) {
        let written = at.of(self.text);
        let inner = written.trim_matches('"');
        let is_quoted = written.starts_with('"');
        let fixed = match shape {
            ValueKind::List(_) if is_quoted => Some(format!("[{written}]")),
            ValueKind::Flag if matches!(inner, "true" | "false") => Some(inner.to_owned()),
            ValueKind::Number if is_quoted && inner.parse::<f64>().is_ok() => {
                Some(inner.to_owned())
            }
            ValueKind::OneOf(rows) if rows.iter().all(|(word, _)| *word != written) => None,
            ValueKind::Text | ValueKind::Name(_) | ValueKind::OneOf(_)
                if !is_quoted && !written.starts_with(['[', '{']) =>
            {
                Some(format!("\"{written}\""))
            }
            ValueKind::Text | ValueKind::Name(_)
                if written.starts_with("[\"") && written.matches('"').count() == 2 =>
            {
                Some(written.trim_matches(['[', ']', ' ']).to_owned())
            }
            _ => None,
        };
        let found = self.error(at, format!("expected {}", describe(shape)));
        self.found.push(found.write_some(fixed).safe());
    }
}

/// Inserts a value; the entries of a table are added to those of the table that is there.
fn insert_or_merge<'t>(table: &mut DeTable<'t>, key: Spanned<Cow<'t, str>>, value: TomlValue<'t>) {
    match table.get_mut(key.get_ref().as_ref()).map(Spanned::get_mut) {
        None => {
            table.insert(key, value);
        }
        Some(DeValue::Table(own)) => {
            if let DeValue::Table(more) = value.into_inner() {
                for (key, value) in more {
                    if !own.contains_key(key.get_ref().as_ref()) {
                        own.insert(key, value);
                    }
                }
            }
        }
        Some(_) => {}
    }
}

/// Returns the values of a kind, for messages.
fn describe(kind: &ValueKind) -> String {
    match kind {
        ValueKind::Text | ValueKind::Name(_) => "text in quotation marks".into(),
        ValueKind::Flag => "`true` or `false`".into(),
        ValueKind::Number => "a number".into(),
        ValueKind::Date => "a date, such as 2005-02-27 or \"2005-02\"".into(),
        ValueKind::Value => "a text, a number, or `true` or `false`".into(),
        ValueKind::OneOf(rows) => {
            format!("one of {}", join(rows.iter().map(|(word, _)| *word), ", "))
        }
        ValueKind::List(_) => "a list in square brackets".into(),
        ValueKind::OneOrMany(one) => format!("{}, or a list", describe(one)),
        ValueKind::Map(_) | ValueKind::NameMap(..) | ValueKind::Table(_) => "a table".into(),
        ValueKind::Either(one, other) => format!("{} or {}", describe(one), describe(other)),
    }
}
