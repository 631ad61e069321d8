//! Files: the rules inside the program, folders of rules, workspaces, the user's library and settings. The only module that uses
//! `std::fs`.

mod cache;
mod defaults;
mod folder;
mod index;
mod library;
mod load;
mod read;
mod scratch;
mod settings;
mod shelf;
mod shipped;
mod user;
mod workspace;
mod write;

pub use cache::{Cache, CacheKey};
pub use defaults::{Defaults, Question, Said};
pub use folder::{has_rules, rules_files, scenarios};
pub use index::{Reading, index};
pub use library::{Shelving, unshelve};
pub use load::{Loaded, Places, load};
pub use read::{ReadFault, read};
pub use scratch::Scratch;
pub use settings::{Settings, SettingsFault};
pub use shelf::Shelf;
pub use shipped::shipped;
pub use user::User;
pub use workspace::Workspace;
pub use write::{WriteFault, write, write_bytes};
