//! What `export sheet` prints comes back through `import` as the same patches: place, number, operation, address, old words, what is brought.

mod again;
mod made;
mod shipped;
