//! Printed sheets: every byte is accounted for, whatever the file; and on the documents of `../shared/sources`, where that folder exists,
//! every numbered passage is found with the right operation and address.

mod compare;
mod shared;
mod total;
