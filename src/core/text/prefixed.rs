//! Writes a value that may be missing after a prefix: `, p. 22`.

/// Returns a value after a prefix, such as `, p. 22`; nothing if there is no value.
pub fn prefixed(prefix: &str, value: Option<impl std::fmt::Display>) -> String {
    value.map_or_else(String::new, |value| format!("{prefix}{value}"))
}
