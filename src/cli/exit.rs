//! The exit codes: 0 for success, 1 for no match or problems, 2 for invalid use or a failed file.

/// The command found what was requested, or found no problems.
pub(super) const SUCCESS: u8 = 0;
/// Nothing matched, or problems were found.
pub(super) const FAILURE: u8 = 1;
/// The arguments are invalid, or a file could not be read or written.
pub(super) const MISUSE: u8 = 2;

/// Returns the code for success or failure.
pub(super) const fn code(success: bool) -> u8 {
    if success { SUCCESS } else { FAILURE }
}
