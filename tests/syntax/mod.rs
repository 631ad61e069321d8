//! What holds of any text, and of the shipped rules, when it is read and written.

mod formatted;
mod shipped;
mod total;

use crate::support::outline as syntax_outline;
