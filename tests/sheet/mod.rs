//! The instructions of a document in the notation, which is the exchange form: compared with the rules
//! they make no difference, and each word that is changed in them is noticed. A sheet that
//! `export sheet` writes is read as any sheet.

#![expect(clippy::print_stderr, reason = "reports figures")]

mod sensitivity;
mod shipped;
