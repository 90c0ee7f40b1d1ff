//! Server-side apply of one object, and the reports about its errors and conflicts.

mod applier;
mod errors;

pub(crate) use applier::Applier;
pub(crate) use errors::managed_error;
