//! Returns the bounds of a property in words if a number violates them; the callers report it.

use crate::scenario::{value::format_number, vocabulary::ValueType};

/// Returns the bounds of a property in words if a number is outside of them.
pub(super) fn violated_bounds(value_type: &ValueType, number: f64) -> Option<String> {
    let ValueType::Number { least, most, .. } = value_type else {
        return None;
    };
    let bounds = match (*least > f64::MIN, *most < 1e9) {
        (true, true) => format!("from {} to {}", format_number(*least), format_number(*most)),
        (true, false) => format!("at least {}", format_number(*least)),
        (false, _) => format!("at most {}", format_number(*most)),
    };
    (number < *least || number > *most).then_some(bounds)
}
