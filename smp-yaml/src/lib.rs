//! Edits of YAML text.

mod edit;
mod error;
mod limits;
mod plain;
mod read;
mod tag;
mod tree;
mod warning;
mod write;

pub use edit::{Edited, Note, edit, update};
pub use error::Error;
pub use limits::{MAX_DEPTH, too_deep};
pub use read::{Json, parse};
pub use tree::Tree;
pub use warning::Warning;
pub use write::write;
