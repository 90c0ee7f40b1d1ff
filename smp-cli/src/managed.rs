//! Server-side apply of one object, and what is said about it: errors and conflicts.

mod applier;
mod errors;

pub(crate) use applier::Applier;
pub(crate) use errors::managed_error;
