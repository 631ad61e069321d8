//! `toml_table!`: declares the structs of a TOML file's tables together with their keys.

/// Declares structs that tables of a TOML file are deserialized to, and the keys of each as `KEYS`.
///
/// A row is `field as "key": Type = kind of value`, where `as "key"` may be left out; its comment is
/// what the key means. Keys that a table must have are in `required { … }`.
macro_rules! toml_table {
    ($(
        $(#[doc = $about:literal])+
        $(#[derive($($derive:path),+)])?
        $vis:vis struct $table:ident {
            $(required { $(
                $(#[doc = $need_about:literal])+
                $need:ident : $need_type:ty = $need_kind:expr,
            )+ })?
            $(
                $(#[doc = $key_about:literal])+
                $key:ident $(as $name:literal)? : $type:ty = $kind:expr,
            )*
        }
    )+) => {$(
        $(#[doc = $about])+
        #[derive(serde::Deserialize $($(, $derive)+)?)]
        #[serde(deny_unknown_fields)]
        $vis struct $table {
            $($(
                $(#[doc = $need_about])+
                $vis $need: $need_type,
            )+)?
            $(
                $(#[doc = $key_about])+
                #[serde(default $(, rename = $name)?)]
                $vis $key: $type,
            )*
        }

        impl $table {
            /// The keys of the table.
            $vis const KEYS: &'static [$crate::syntax::Key] = {
                use $crate::model::toml_file::table_row::*;
                &[
                    $($(Key {
                        name: stringify!($need),
                        about: concat!($($need_about),+).trim_ascii_start(),
                        value: $need_kind,
                        required: true,
                    },)+)?
                    $(Key::new(
                        written_name(&[stringify!($key) $(, $name)?]),
                        $kind,
                        concat!($($key_about),+).trim_ascii_start(),
                    ),)*
                ]
            };
        }
    )+};
}

/// What the rows of a [`toml_table!`] use.
pub(crate) mod table_row {
    pub(crate) use crate::syntax::{Key, NameKind, ValueKind::*};

    /// Returns the name of a key in the file: that of its field, or the one that follows it.
    pub(crate) const fn written_name(names: &[&'static str]) -> &'static str {
        names[names.len() - 1]
    }
}

pub(crate) use toml_table;
