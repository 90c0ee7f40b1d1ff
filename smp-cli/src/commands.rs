//! The commands, each from its arguments to its output.

pub(crate) mod apply;
pub(crate) mod compose;
pub(crate) mod conflicts;
pub(crate) mod diff;
mod documents;
mod engine_error;
mod expand;
pub(crate) mod explain;
mod files;
mod findings;
pub(crate) mod kinds;
pub(crate) mod man;
pub(crate) mod normalize;
mod object_filter;
mod objects;
pub(crate) mod patch;
mod patch_type;
mod preview;
mod set_patch;
mod set_preview;
mod sets;
mod status;
mod unions;
pub(crate) mod version;

pub(crate) use status::{FAILURE, SUCCESS};
