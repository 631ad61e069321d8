//! Code actions: one file for each action.

mod allow;
mod context;
mod deviation;
mod expect;
mod fix;
mod fix_all;
mod handler;
mod link;
mod patch;
mod rule;
mod scenario;
mod section;
mod skeleton;
mod withdraw;

pub(super) use handler::{actions, resolve, set_capabilities};
