//! The commands, from their arguments to their output.

pub(crate) mod apply;
pub(crate) mod compose;
pub(crate) mod conflicts;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod kinds;
pub(crate) mod man;
pub(crate) mod merge_file;
pub(crate) mod normalize;
pub(crate) mod owners;
pub(crate) mod patch;
pub(crate) mod serve;
mod server_side;
pub(crate) mod version;
