//! Schemas from documents, manifests and overlays of any kind: a schema or errors,
//! and a schema that is good to patch with.

use arbitrary::Unstructured;
use serde_json::{Map, Value, json};
use smp_core::{Document, Options, PatchSchema, Schema, TypeRef, apply, diff};
use smp_openapi::{CustomResources, OpenApi, Overlay};

use super::is_refusal;
use crate::{setting, shape};

/// An `OpenAPI` document gives schemas or errors; what a schema is written as is
/// read as a schema again.
pub fn openapi_import(input: &[u8]) -> Option<()> {
    let (&form, rest) = input.split_first()?;
    let mut source = Unstructured::new(rest);
    let document = if form & 1 == 1 {
        OpenApi::from_value(&shape::openapi(&mut source).ok()?)
    } else {
        let by_bytes = OpenApi::from_slice(rest);
        if let Ok(value) = serde_json::from_slice::<Value>(rest) {
            let by_value = OpenApi::from_value(&value);
            // A name that stands twice is a mistake, of which values know nothing.
            assert!(by_bytes.is_err() || by_value.is_ok(), "{by_value:?}");
        }
        by_bytes
    };
    let Ok(document) = document else { return Some(()) };
    for name in document.names() {
        let Ok(Some(imported)) = document.schema_named(name) else { continue };
        read_again(&imported.schema);
        patch_with(imported.schema.root(), &mut source);
    }
    for (api_version, kind) in document.kinds() {
        let _ = document.schema_of(api_version, kind);
    }
    let _ = document.schemas();
    Some(())
}

/// So does a `CustomResourceDefinition`.
pub fn crd_import(input: &[u8]) -> Option<()> {
    let (&form, rest) = input.split_first()?;
    let mut source = Unstructured::new(rest);
    let resources = if form & 1 == 1 {
        CustomResources::from_value(&shape::manifest(&mut source).ok()?)
    } else {
        CustomResources::from_slice(rest)
    };
    let Ok(resources) = resources else { return Some(()) };
    for (version, kind) in resources.kinds() {
        for kind in [kind, "KList"] {
            let Ok(Some(imported)) = resources.schema_of(version, kind, &types) else { continue };
            read_again(&imported.schema);
            patch_with(imported.schema.root(), &mut source);
        }
    }
    Some(())
}

/// So does an overlay, over a schema of the cases and over one that knows nothing.
pub fn overlay_import(input: &[u8]) -> Option<()> {
    let (&[choice, form], rest) = input.split_first_chunk()?;
    let schema = setting::schema(choice);
    let mut source = Unstructured::new(rest);
    let overlay = match form & 3 {
        0 => serde_json::from_slice::<Overlay>(rest).ok()?,
        1 => Overlay::embed(core::str::from_utf8(rest).ok()?).ok()?,
        _ => {
            let mut fields = Map::new();
            while fields.len() < 4 && !source.is_empty() {
                let path = shape::path(schema.root(), &mut source).ok()?;
                fields.insert(path, shape::change(&mut source).ok()?);
            }
            serde_json::from_value(json!({ "fields": fields })).ok()?
        }
    };
    let open = serde_json::Value::schema();
    for schema in [schema, open] {
        if let Ok(changed) = overlay.apply(schema, &types) {
            patch_with(changed.root(), &mut source);
        }
    }
    Some(())
}

fn types(version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(version, name).cloned()
}

fn read_again(schema: &Schema) {
    assert!(schema.same_as(&schema.clone()));
    let (written, name) = smp_openapi::to_openapi(schema);
    let document = OpenApi::from_value(&written).expect("what is written is a document");
    let again = document.schema_named(&name);
    assert!(again.as_ref().is_ok_and(Option::is_some), "{again:?} of {name} in {written}");
}

/// Objects along the schema can be compared and patched; the diff leads where it
/// should.
fn patch_with(ty: TypeRef<'_>, source: &mut Unstructured<'_>) {
    let mut document = || shape::document(ty, source).ok().filter(Value::is_object);
    let (Some(a), Some(b)) = (document(), document()) else { return };
    let options = Options::default();
    let _ = shape::patch(ty, source).map(|patch| apply(&a, &patch, ty, &options));
    match diff(&a, &b, ty, &options) {
        Ok(patch) => {
            let result = apply(&a, &patch, ty, &options)
                .unwrap_or_else(|error| panic!("{error}: {patch} on {a}"));
            assert_eq!(Document::from(result), Document::from(b), "{patch} on {a}");
        }
        Err(error) => assert!(is_refusal(error.kind()), "{error}"),
    }
}
