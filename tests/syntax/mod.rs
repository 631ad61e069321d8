//! What holds of the shipped rules when they are read and written.

mod formatted;
mod shipped;
