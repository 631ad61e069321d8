//! A serde serializer that interns an answer directly: what JSON would have, but no text of it.

use super::{
    answer_interner::{AnswerInterner, InternedValue},
    interner::to_json,
};
use jiff::civil::Date;
use serde::{
    Serialize, Serializer,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use std::fmt;

/// Interns a value; the result is what its container stores.
pub(super) struct AnswerSerializer<'a> {
    pub(super) interner: &'a mut AnswerInterner,
    /// The members of the value to leave out.
    pub(super) without: &'a [&'a str],
}

/// Interns the items of a list.
pub(super) struct ListSerializer<'a> {
    interner: &'a mut AnswerInterner,
    items: Vec<InternedValue>,
    /// The variant of an enum that has the items.
    variant: Option<&'static str>,
}

/// Interns the members of an object.
pub(super) struct ObjectSerializer<'a> {
    interner: &'a mut AnswerInterner,
    without: &'a [&'a str],
    members: Vec<(usize, InternedValue)>,
    /// The name of a member whose value follows; `None` if the member is left out.
    name: Option<usize>,
    /// The variant of an enum that has the members.
    variant: Option<&'static str>,
}

/// The key of a map as text.
struct Key<'k, T: ?Sized>(&'k T);

impl<T: Serialize + ?Sized> fmt::Display for Key<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

type Interned = Result<InternedValue, fmt::Error>;

impl AnswerInterner {
    /// Returns the number of an answer. `without` are members that the script adds itself. The date
    /// `of` is replaced by a placeholder in texts, so that answers on different days can be the
    /// same.
    pub(super) fn intern_answer(
        &mut self,
        answer: &impl Serialize,
        of: Date,
        without: &[&str],
    ) -> i64 {
        self.day = of.to_string();
        let value = answer.serialize(AnswerSerializer {
            interner: self,
            without,
        });
        // serialization cannot fail: keys are strings and numbers are finite
        self.number(value.unwrap_or(InternedValue::Null))
    }

    /// Returns the number of a value that is the same on all days.
    pub(super) fn intern_value(&mut self, value: &impl Serialize) -> i64 {
        self.intern_answer(value, Date::MIN, &[])
    }

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Interned {
        value.serialize(AnswerSerializer {
            interner: self,
            without: &[],
        })
    }

    /// Returns an object with one member, as the variant of an enum is written.
    fn variant_value(&mut self, variant: Option<&str>, value: InternedValue) -> InternedValue {
        match variant {
            Some(variant) => {
                let name = self.intern_name(variant);
                self.object_value(vec![(name, value)])
            }
            None => value,
        }
    }
}

impl<'a> AnswerSerializer<'a> {
    fn scalar(self, value: impl fmt::Display) -> Interned {
        Ok(self.interner.scalar_value(&value.to_string()))
    }

    fn list(self, len: usize, variant: Option<&'static str>) -> ListSerializer<'a> {
        ListSerializer {
            interner: self.interner,
            items: Vec::with_capacity(len),
            variant,
        }
    }

    fn object(self, len: usize, variant: Option<&'static str>) -> ObjectSerializer<'a> {
        ObjectSerializer {
            interner: self.interner,
            without: self.without,
            members: Vec::with_capacity(len),
            name: None,
            variant,
        }
    }
}

impl ListSerializer<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> fmt::Result {
        self.items.push(self.interner.part(item)?);
        Ok(())
    }

    fn finish(self) -> Interned {
        let list = self.interner.list_value(&self.items);
        Ok(self.interner.variant_value(self.variant, list))
    }
}

impl ObjectSerializer<'_> {
    fn set_name(&mut self, name: &str) {
        let is_left_out = self.without.contains(&name);
        self.name = (!is_left_out).then(|| self.interner.intern_name(name));
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        if let Some(name) = self.name {
            self.members.push((name, self.interner.part(value)?));
        }
        Ok(())
    }

    fn finish(self) -> Interned {
        let object = self.interner.object_value(self.members);
        Ok(self.interner.variant_value(self.variant, object))
    }
}

impl<'a> Serializer for AnswerSerializer<'a> {
    type Ok = InternedValue;
    type Error = fmt::Error;
    type SerializeSeq = ListSerializer<'a>;
    type SerializeTuple = ListSerializer<'a>;
    type SerializeTupleStruct = ListSerializer<'a>;
    type SerializeTupleVariant = ListSerializer<'a>;
    type SerializeMap = ObjectSerializer<'a>;
    type SerializeStruct = ObjectSerializer<'a>;
    type SerializeStructVariant = ObjectSerializer<'a>;

    fn serialize_bool(self, value: bool) -> Interned {
        self.scalar(value)
    }

    fn serialize_i8(self, value: i8) -> Interned {
        self.scalar(value)
    }

    fn serialize_i16(self, value: i16) -> Interned {
        self.scalar(value)
    }

    fn serialize_i32(self, value: i32) -> Interned {
        self.scalar(value)
    }

    fn serialize_i64(self, value: i64) -> Interned {
        self.scalar(value)
    }

    fn serialize_u8(self, value: u8) -> Interned {
        self.scalar(value)
    }

    fn serialize_u16(self, value: u16) -> Interned {
        self.scalar(value)
    }

    fn serialize_u32(self, value: u32) -> Interned {
        self.scalar(value)
    }

    fn serialize_u64(self, value: u64) -> Interned {
        self.scalar(value)
    }

    fn serialize_f32(self, value: f32) -> Interned {
        self.scalar(to_json(&value))
    }

    fn serialize_f64(self, value: f64) -> Interned {
        self.scalar(to_json(&value))
    }

    fn serialize_char(self, value: char) -> Interned {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Interned {
        Ok(self.interner.text_value(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Interned {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Interned {
        Ok(InternedValue::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Interned {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Interned {
        Ok(InternedValue::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Interned {
        Ok(InternedValue::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Interned {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Interned {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Interned {
        let value = self.interner.part(value)?;
        Ok(self.interner.variant_value(Some(variant), value))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<ListSerializer<'a>, fmt::Error> {
        Ok(self.list(len.unwrap_or_default(), None))
    }

    fn serialize_tuple(self, len: usize) -> Result<ListSerializer<'a>, fmt::Error> {
        Ok(self.list(len, None))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<ListSerializer<'a>, fmt::Error> {
        Ok(self.list(len, None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ListSerializer<'a>, fmt::Error> {
        Ok(self.list(len, Some(variant)))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<ObjectSerializer<'a>, fmt::Error> {
        Ok(self.object(len.unwrap_or_default(), None))
    }

    fn serialize_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<ObjectSerializer<'a>, fmt::Error> {
        Ok(self.object(len, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ObjectSerializer<'a>, fmt::Error> {
        Ok(self.object(len, Some(variant)))
    }
}

impl SerializeSeq for ListSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> fmt::Result {
        self.push(item)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

impl SerializeTuple for ListSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> fmt::Result {
        self.push(item)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

impl SerializeTupleStruct for ListSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, item: &T) -> fmt::Result {
        self.push(item)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

impl SerializeTupleVariant for ListSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, item: &T) -> fmt::Result {
        self.push(item)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

impl SerializeMap for ObjectSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> fmt::Result {
        self.set_name(&Key(key).to_string());
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.push(value)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

impl SerializeStruct for ObjectSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.set_name(name);
        self.push(value)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

impl SerializeStructVariant for ObjectSerializer<'_> {
    type Ok = InternedValue;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.set_name(name);
        self.push(value)
    }

    fn end(self) -> Interned {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value, json};

    #[derive(Serialize)]
    enum Kind {
        Plain,
        Named(String),
        Pair(u8, f32),
        Point { x: i64, y: Option<bool> },
    }

    #[derive(Serialize)]
    struct Answer {
        text: &'static str,
        kinds: Vec<Kind>,
        numbers: std::collections::BTreeMap<usize, f64>,
        none: Option<u8>,
        empty: Vec<u8>,
        pair: (char, ()),
    }

    /// Returns the JSON of the value with a number, by the tables of the page.
    fn decoded(number: i64, texts: &Value, shapes: &Value, values: &Value) -> Value {
        let part =
            |number: &Value| decoded(number.as_i64().expect("a number"), texts, shapes, values);
        let Ok(at) = usize::try_from(number) else {
            return texts[usize::try_from(-1 - number).expect("a text")].clone();
        };
        let Some([shape, row @ ..]) = values[at].as_array().map(Vec::as_slice) else {
            return values[at].clone();
        };
        let shape = shape.as_u64().expect("a shape") as usize;
        let Some(shape) = shape.checked_sub(1) else {
            return row.iter().map(part).collect();
        };
        let mut row = row.iter();
        let names = shapes[shape].as_array().expect("names");
        let member = |name: &Value| {
            let name = name.as_str().expect("a name");
            match (name.strip_suffix('?'), name.strip_suffix('*')) {
                (Some(name), _) => (name.to_owned(), Value::Null),
                (_, Some(name)) => (name.to_owned(), json!([])),
                (None, None) => (name.to_owned(), part(row.next().expect("a value"))),
            }
        };
        Value::Object(names.iter().map(member).collect::<Map<_, _>>())
    }

    #[test]
    fn an_answer_is_what_its_json_is() {
        let answer = Answer {
            text: "front only",
            kinds: vec![
                Kind::Plain,
                Kind::Named("mounted".to_owned()),
                Kind::Pair(3, 0.1),
                Kind::Point { x: -4, y: None },
            ],
            numbers: [(7, 0.5), (12, 20.0)].into(),
            none: None,
            empty: Vec::new(),
            pair: ('½', ()),
        };
        let mut interner = AnswerInterner::default();
        let number = interner.intern_value(&answer);
        let table = |json: String| serde_json::from_str::<Value>(&json).expect("JSON");
        let (texts, shapes) = (table(interner.texts_json()), table(interner.shapes_json()));
        let values = table(interner.values_json());
        let json = table(to_json(&answer));
        assert_eq!(decoded(number, &texts, &shapes, &values), json);
    }
}
