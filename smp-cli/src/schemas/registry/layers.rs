//! The layers of the user over a definition: `--embed`, and overlays.

use smp_openapi::{Overlay, overlays};

use super::{Schemas, messages};
use crate::report::Report;
use crate::schemas::file::{SchemaContent, SchemaDocument};
use crate::schemas::named::NamedSchema;
use crate::schemas::overlays::OverlayStack;

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
        let documents = self.index.overlays(&named.api_version, &named.kind).into_iter();
        documents.filter_map(move |number| {
            let document = self.documents.get(number)?;
            let SchemaContent::Overlay(overlay) = &document.content else { return None };
            let for_all = overlay.api_version().is_none() && overlay.kind().is_none();
            (from_files || !for_all).then_some((document, overlay))
        })
    }

    /// Adds the `retainKeys` that only the documents give to kinds of Kubernetes.
    pub(super) fn retain_keys(&self, named: &mut NamedSchema) -> Result<(), Report> {
        const LAYER: &str = "the overlay of --dialect documented";
        let Some(overlay) = overlays::retain_keys(&named.api_version, &named.kind) else {
            return Ok(());
        };
        let filled = overlay.fill(&named.schema, &self.built_in, &[]);
        let filled = filled.map_err(|error| Report::new(format!("{LAYER}: {error}")))?;
        named.schema = filled.schema;
        named.refine_fields(filled.fields, LAYER);
        Ok(())
    }

    /// Applies the overlays for a kind.
    pub(in crate::schemas) fn overlay(
        &self,
        named: &mut NamedSchema,
        from_files: bool,
    ) -> Result<(), Report> {
        let under = named.clone();
        let mut overlays = OverlayStack::new(&under.schema, &self.built_in);
        for (document, overlay) in self.overlays_for(&under, from_files) {
            overlays.push(named, document, overlay)?;
        }
        Ok(())
    }
}
