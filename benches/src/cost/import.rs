//! The imports that `Inputs` runs, and the facts about their results that are compared.

use smp_core::Schema;
use smp_openapi::{CustomResources, Imported, OpenApi, Overlay};

/// Imports `Root` from an OpenAPI document.
pub(super) fn open_api_schema(text: &str) -> crate::Result<String> {
    let imported = OpenApi::from_slice(text.as_bytes())?.schema_named("Root")?;
    Ok(said(&imported.ok_or("no such definition")?))
}

/// Imports `Root` from the definition of a custom resource.
pub(super) fn custom_schema(text: &str) -> crate::Result<String> {
    let resources = CustomResources::from_slice(text.as_bytes())?;
    let imported = resources.schema_of("example.com/v1", "Root", &no_types)?;
    Ok(said(&imported.ok_or("no such kind")?))
}

/// Applies an overlay to a schema.
pub(super) fn overlaid(schema: &Schema, text: &str) -> crate::Result<String> {
    let overlay: Overlay = serde_json::from_str(text)?;
    let changed = overlay.apply(schema, &no_types)?;
    Ok(changed.root().fields().count().to_string())
}

fn no_types(_: &str, _: &str) -> Option<Schema> {
    None
}

/// A text with a word for each field and warning.
fn said(imported: &Imported) -> String {
    let warnings: Vec<_> = imported.warnings.iter().map(ToString::to_string).collect();
    format!("{} fields\n{}", imported.schema.root().fields().count(), warnings.join("\n"))
}
