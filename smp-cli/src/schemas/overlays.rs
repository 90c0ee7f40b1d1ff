//! The overlays for a kind, one over the other. Their order must make no difference.

use std::cell::OnceCell;

use smp_core::Schema;
use smp_openapi::{ImportError, Overlay};

use super::catalogue::BuiltIn;
use super::file::SchemaDocument;
use super::named::NamedSchema;
use crate::report::Report;

/// How many overlays there may be for one kind. Each is compared with each.
const MAX_OVERLAYS: usize = 16;

/// The overlays that a kind has so far.
pub(super) struct OverlayStack<'s> {
    /// The schema under all of them.
    base: &'s Schema,
    built_in: &'s BuiltIn,
    overlays: Vec<Applied<'s>>,
}

struct Applied<'s> {
    document: &'s SchemaDocument,
    overlay: &'s Overlay,
    /// The base with this overlay only, once it was needed.
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
            let Some([in_order, reversed]) = self.both_orders(other, &this) else { continue };
            if let Some(difference) = in_order.first_difference(&reversed) {
                let title = format!(
                    "the overlays {} and {} contradict each other",
                    other.document.name, document.name
                );
                return Err(Report::new(title)
                    .note(difference)
                    .help("the order of files does not decide; leave out one of the two"));
            }
        }
        self.overlays.push(this);
        named.refine(overlay, &document.name);
        Ok(())
    }

    /// The base with two overlays, in both orders. `None` if the order can make no difference,
    /// or if there is only one: an overlay needs the other one.
    fn both_orders(&self, left: &Applied<'_>, right: &Applied<'_>) -> Option<[Schema; 2]> {
        if left.overlay.is_independent_of(right.overlay) {
            return None;
        }
        let after = |first: &Applied<'_>, second: &Applied<'_>| {
            let alone = first.alone.get_or_init(|| self.apply(self.base, first.overlay).ok());
            self.apply(alone.as_ref()?, second.overlay).ok()
        };
        Some([after(left, right)?, after(right, left)?])
    }

    fn apply(&self, schema: &Schema, overlay: &Overlay) -> Result<Schema, ImportError> {
        overlay.apply(schema, self.built_in)
    }
}
