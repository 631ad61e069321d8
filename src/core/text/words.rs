//! Splits texts into words; counts the digits at the start of a text; tests whether a text is a
//! number.

/// Number words, from one.
pub const NUMBER_WORDS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];
/// Ordinal words, from the first.
pub const ORDINAL_WORDS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// Iterates over the words of a text: its runs of letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Joins texts with a separator between them.
pub fn join<T: AsRef<str>>(parts: impl IntoIterator<Item = T>, separator: &str) -> String {
    let mut out = String::new();
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            out.push_str(separator);
        }
        out.push_str(part.as_ref());
    }
    out
}

/// Returns the number of ASCII digits at the start of a text.
pub fn leading_digits(text: &str) -> usize {
    let is_digit = |b: &u8| b.is_ascii_digit();
    text.bytes().take_while(is_digit).count()
}

/// Whether a text consists of ASCII digits, at least one.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && leading_digits(text) == text.len()
}
