//! The overlays for a kind, one over the other. Their order must make no difference.

use std::cell::OnceCell;

use smp_core::Schema;
use smp_openapi::{Diagnostic, ImportError, Overlay};

use super::catalogue::BuiltIn;
use super::file::SchemaDocument;
use super::named::NamedSchema;
use crate::report::Report;

/// The largest number of overlays for one kind. Each is compared with each.
const MAX_OVERLAYS: usize = 16;

/// The overlays that a kind has so far.
pub(super) struct OverlayStack<'s> {
    /// The schema without any overlay.
    base: &'s Schema,
    built_in: &'s BuiltIn,
    overlays: Vec<Applied<'s>>,
}

struct Applied<'s> {
    document: &'s SchemaDocument,
    overlay: &'s Overlay,
    /// The base with this overlay only; computed at first use.
    alone: OnceCell<Option<Schema>>,
}

impl<'s> OverlayStack<'s> {
    pub(super) fn new(base: &'s Schema, built_in: &'s BuiltIn) -> Self {
        Self { base, built_in, overlays: Vec::new() }
    }

    /// Applies the next overlay to the schema of the kind. An error if there are too many, or if
    /// it contradicts another one.
    pub(super) fn push(
        &mut self,
        named: &mut NamedSchema,
        document: &'s SchemaDocument,
        overlay: &'s Overlay,
    ) -> Result<(), Report> {
        if self.overlays.len() == MAX_OVERLAYS {
            let kind = named.full_name();
            let title = format!("there are more than {MAX_OVERLAYS} overlays for {kind}");
            return Err(Report::new(title).help("write their fields into one overlay"));
        }
        let schema = self.apply(&named.schema, overlay);
        named.schema = schema.map_err(|error| document.import_error(&error))?;
        let this = Applied { document, overlay, alone: OnceCell::new() };
        for other in &self.overlays {
            if let Some(difference) = self.contradiction(other, &this) {
                let title = format!(
                    "the overlays {} and {} contradict each other",
                    other.document.name, document.name
                );
                return Err(Report::new(title)
                    .note(difference)
                    .help("the order of the files has no meaning; leave out one of the two"));
            }
        }
        self.overlays.push(this);
        named.refine(overlay, &document.name);
        Ok(())
    }

    /// The difference that the order of two overlays makes. `None` if it makes none, or if only one
    /// order is possible because an overlay needs the other one.
    fn contradiction(&self, left: &Applied<'_>, right: &Applied<'_>) -> Option<String> {
        if left.overlay.is_independent_of(right.overlay) {
            return None;
        }
        let (left_alone, right_alone) = (self.alone(left)?, self.alone(right)?);
        match (self.apply(left_alone, right.overlay), self.apply(right_alone, left.overlay)) {
            (Ok(in_order), Ok(reversed)) => in_order.first_difference(&reversed),
            (Ok(_), Err(error)) => Some(in_another_order(&error, right, left)),
            (Err(error), Ok(_)) => Some(in_another_order(&error, left, right)),
            // They need a third one.
            (Err(_), Err(_)) => None,
        }
    }

    /// The base with one overlay; `None` if that is not possible.
    fn alone<'a>(&self, applied: &'a Applied<'_>) -> Option<&'a Schema> {
        applied.alone.get_or_init(|| self.apply(self.base, applied.overlay).ok()).as_ref()
    }

    fn apply(&self, schema: &Schema, overlay: &Overlay) -> Result<Schema, ImportError> {
        overlay.apply(schema, self.built_in)
    }
}

/// Why an overlay is not possible after another one.
fn in_another_order(error: &ImportError, first: &Applied<'_>, second: &Applied<'_>) -> String {
    let mistake = error.mistakes().first().map(Diagnostic::message).unwrap_or_default();
    format!("{} after {}: {mistake}", second.document.name, first.document.name)
}
