//! Reads and writes files: shipped rules, folders of rules, workspaces, library, settings, cache.
//! Only this module uses `std::fs`.

mod cache;
mod extracted_files;
mod folder;
mod folder_lock;
mod git;
mod index;
mod input_file;
mod library;
mod path_kind;
mod read;
mod rules_state;
mod settings;
mod shipped;
mod sources;
mod temp_folder;
mod user_paths;
mod workspace;
mod write;

pub use cache::{Cache, CacheKey};
pub use extracted_files::ExtractedFiles;
pub use folder::{has_rules, kind_of, rules_files, scenario_files};
pub use index::open_or_build_index;
pub use input_file::{BookletFile, InputText, read_booklet, read_document};
pub use library::{LibraryWriter, remove_library_file};
pub use path_kind::{exists, is_file, is_folder, real_path};
pub use read::{ReadError, read_bytes, read_text, read_text_from};
pub use rules_state::{RulesState, StateRequest, load_states};
pub use settings::{read_settings, setting_layers};
pub use shipped::{packaged_file, shipped_sources};
pub use sources::{LoadedSources, SourceLocations, load_sources};
pub use temp_folder::TempFolder;
pub use user_paths::{HOME_VARIABLE, UserPaths};
pub use workspace::Workspace;
pub use write::{WriteError, describe_write_error, write_bytes, write_text};
