//! Which objects are chosen: by group, version, kind, name and namespace, by labels and by
//! annotations. The rules are those of the targets of patches in kustomize.

mod labels;
mod selector;

pub(crate) use selector::{Condition, Selector};
