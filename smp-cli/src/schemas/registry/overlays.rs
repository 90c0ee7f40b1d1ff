//! The layers of the user over a definition: `--embed`, and overlays.

use smp_core::Schema;
use smp_openapi::Overlay;

use super::{Schemas, messages};
use crate::report::Report;
use crate::schemas::file::{SchemaContent, SchemaDocument};
use crate::schemas::named::NamedSchema;

/// How many overlays there may be for one kind. Each is compared with each.
const MAX_OVERLAYS: usize = 16;

impl Schemas {
    /// Gives fields of a kind that comes from a file the types of `--embed`.
    pub(super) fn embed(&self, named: &mut NamedSchema) -> Result<(), Report> {
        for (text, embed) in &self.embeds {
            named.schema = embed.apply(&named.schema, &self.built_in).map_err(|error| {
                let kind = named.full_name();
                let title =
                    format!("--embed {text} is not possible in {kind}: {}", messages(&error));
                let report = Report::new(title);
                if !self.index.has_several() {
                    return report;
                }
                let (path, ty) = text.split_once('=').unwrap_or((text, ""));
                report.help(format!(
                    "it is applied to every kind of the files; for one kind, write an overlay: \
                     {{apiVersion: …, kind: …, fields: {{{path}: {{type: {ty}}}}}}}"
                ))
            })?;
            named.refine(embed, &format!("--embed {text}"));
        }
        Ok(())
    }

    /// The user's overlays for a kind. An overlay without `apiVersion` and kind is for the
    /// kinds that come from files.
    pub(super) fn overlays_for<'s>(
        &'s self,
        named: &'s NamedSchema,
        from_files: bool,
    ) -> impl Iterator<Item = (&'s SchemaDocument, &'s Overlay)> {
        let documents = self.index.overlays(&named.kind).into_iter();
        documents.filter_map(move |number| {
            let document = self.documents.get(number)?;
            let SchemaContent::Overlay(overlay) = &document.content else { return None };
            let for_all = overlay.api_version().is_none() && overlay.kind().is_none();
            let applies =
                overlay.is_for(&named.api_version, &named.kind) && (from_files || !for_all);
            applies.then_some((document, overlay))
        })
    }

    /// Applies the overlays for a kind.
    pub(in crate::schemas) fn overlay(
        &self,
        named: &mut NamedSchema,
        from_files: bool,
    ) -> Result<(), Report> {
        let apply = |schema: &Schema, overlay: &Overlay| overlay.apply(schema, &self.built_in);
        let under = named.clone();
        let base = &under.schema;
        let mut applied: Vec<(&SchemaDocument, &Overlay)> = Vec::new();
        let overlays: Vec<_> = self.overlays_for(&under, from_files).collect();
        for (document, overlay) in overlays {
            if applied.len() == MAX_OVERLAYS {
                let kind = named.full_name();
                let title = format!("there are more than {MAX_OVERLAYS} overlays for {kind}");
                return Err(Report::new(title).help("write their fields into one overlay"));
            }
            let schema = apply(&named.schema, overlay);
            named.schema = schema.map_err(|error| document.import_error(&error))?;
            for (earlier, other) in &applied {
                let in_order = apply(base, other).and_then(|schema| apply(&schema, overlay));
                let reversed = apply(base, overlay).and_then(|schema| apply(&schema, other));
                // If an overlay needs the other one, there is only one order.
                let (Ok(in_order), Ok(reversed)) = (in_order, reversed) else { continue };
                if let Some(difference) = in_order.first_difference(&reversed) {
                    let title = format!(
                        "the overlays {} and {} contradict each other",
                        earlier.name, document.name
                    );
                    return Err(Report::new(title)
                        .note(difference)
                        .help("the order of the files has no meaning; leave out one of the two"));
                }
            }
            applied.push((document, overlay));
            named.refine(overlay, &document.name);
        }
        Ok(())
    }
}
