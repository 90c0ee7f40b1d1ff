//! Selects objects: by group, version, kind, name and namespace, by labels and by annotations. The
//! rules are those of the targets of patches in kustomize.

mod names;
mod pattern;
mod selector;

pub(crate) use names::{Anchor, Names};
pub(crate) use pattern::Patterns;
pub(crate) use selector::{Condition, Selector};
