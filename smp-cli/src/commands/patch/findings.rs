//! The findings about objects that are patched.

use std::sync::Arc;

use super::targeted::PatchFacts;
use crate::identity::Identity;
use crate::limits::Kept;
use crate::report::Messages;

/// The findings about a document.
#[derive(Default)]
pub(super) struct Findings {
    /// The numbers of the patches for its objects, each with the violations of unions in the patch
    /// itself, which are reported once for each patch.
    pub(super) used: Vec<(usize, Messages)>,
    /// The parts of the patches that do not fit the schema.
    pub(super) checked: Vec<Checked>,
    pub(super) messages: Messages,
    /// The memory taken by what patches added to the objects.
    pub(super) added: Kept,
}

/// The findings about a patch for a kind.
pub(super) struct Checked {
    /// The number of the patch.
    pub(super) number: usize,
    pub(super) facts: Arc<PatchFacts>,
    /// The object for which the patch was checked.
    pub(super) object: Identity,
}
