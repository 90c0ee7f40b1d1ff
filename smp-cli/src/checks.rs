//! Checks patches, manifests and results against the schema and its unions.

mod ruleset;
mod schema;
mod unions;

pub(crate) use ruleset::Ruleset;
pub(crate) use schema::{OF_KUSTOMIZATION, unsilenced, warn_of_repeated};
pub(crate) use unions::ObjectChange;
