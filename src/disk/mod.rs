//! Files: the rules inside the program, folders of rules, the user's library. The only module that uses `std::fs`.

mod shipped;

pub use shipped::shipped;
