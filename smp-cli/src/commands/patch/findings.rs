//! The findings about objects that are patched, and how they are printed.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use smp_core::Finding;

use super::patches::TargetedPatches;
use crate::args::Validation;
use crate::checks::finding_messages;
use crate::identity::Identity;
use crate::limits::Kept;
use crate::place::ObjectPlace;
use crate::report::{ErrorPrinter, Messages};
use crate::schemas::Schemas;

/// The findings about a document.
#[derive(Default)]
pub(super) struct Findings {
    /// The numbers of the patches for the objects in it, each with the violations of unions
    /// in the patch itself. Those are reported once for each patch.
    pub(super) used: Vec<(usize, Messages)>,
    /// The parts of the patches that do not fit the schema.
    pub(super) checked: Vec<Checked>,
    pub(super) messages: Messages,
    /// The memory for what patches have added to the objects.
    pub(super) added: Kept,
}

/// The findings about a patch for a kind.
pub(super) struct Checked {
    /// The number of the patch.
    pub(super) number: usize,
    pub(super) findings: Arc<[Finding]>,
    /// The object for which the patch was checked.
    pub(super) object: Identity,
}

/// The checks that were printed: the number of the patch, `apiVersion` and kind.
pub(super) type Printed = Mutex<HashSet<(usize, Option<String>, Option<String>)>>;

impl Findings {
    /// Prints the findings, those about a patch once for each kind.
    pub(super) fn print(
        self,
        (patches, schemas): (&TargetedPatches<'_>, &Schemas),
        validation: Validation,
        printed: &Printed,
        errors: &mut ErrorPrinter,
    ) {
        let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
        for Checked { number, findings, object } in self.checked {
            if !printed.insert((number, object.api_version.clone(), object.kind.clone())) {
                continue;
            }
            let patch = patches.get(number);
            let note = patch.target.note_about(&object);
            let place = ObjectPlace { identity: &object, input: patch.body.input, at: &[] };
            finding_messages(&findings, validation, place, (schemas, note.as_deref()))
                .print(errors);
        }
        for (number, violations) in self.used {
            if !patches.get(number).used.swap(true, Ordering::Relaxed) {
                violations.print(errors);
            }
        }
        self.messages.print(errors);
    }
}
