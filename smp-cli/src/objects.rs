//! The objects that commands work on: in a document, in a file, or selected by options.

mod document;
mod filter;
mod manifests;
mod set;
mod visit;

pub(crate) use document::{
    expect_object, owned, size, strategic_patch, view, with_members, wrong_type,
};
pub(crate) use filter::ObjectFilter;
pub(crate) use manifests::Manifests;
pub(crate) use set::{ObjectSet, SetObject};
pub(crate) use visit::{visit_objects, with_items};
