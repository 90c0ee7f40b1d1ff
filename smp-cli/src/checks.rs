//! Checks of patches, manifests and results: by the schema, and by its unions.

mod schema;
mod unions;

pub(crate) use schema::{
    OF_KUSTOMIZATION, check_new, check_patch, check_removal, finding_messages, is_error,
    live_report, named_kind, push_removal, unsilenced, warn_of_repeated,
};
pub(crate) use unions::{ObjectChange, UnionTreatment};
