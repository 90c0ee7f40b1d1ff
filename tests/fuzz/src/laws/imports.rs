//! Schemas from documents, manifests and overlays of any kind: a schema or errors,
//! and a schema that is good to patch with.

use serde_json::{Map, Value, json};
use smp_core::{Options, PatchSchema, Schema, TypeRef, apply};
use smp_openapi::{CustomResources, OpenApi, Overlay};
use smp_tests::generate::Generator;
use smp_tests::generate::cases::{CHANGE, PAIR};
use smp_tests::laws::diff::leads_to_modified;

use crate::input::{generate, require};
use crate::{import, setting};

/// An `OpenAPI` document gives schemas or errors; what a schema is written as is
/// read as a schema again.
pub fn openapi_import(input: &[u8]) -> Option<()> {
    let (&form, rest) = input.split_first()?;
    generate(rest, |make| {
        let document = if form & 1 == 1 {
            OpenApi::from_value(&import::openapi(make))
        } else {
            let by_bytes = OpenApi::from_slice(rest);
            if let Ok(value) = serde_json::from_slice::<Value>(rest) {
                let by_value = OpenApi::from_value(&value);
                // A name that is there twice is a mistake, which values don't show.
                assert!(by_bytes.is_err() || by_value.is_ok(), "{by_value:?}");
            }
            by_bytes
        };
        let Ok(document) = document else { return };
        for name in document.names() {
            let Ok(Some(imported)) = document.schema_named(name) else { continue };
            read_again(&imported.schema);
            patch_with(imported.schema.root(), make);
        }
        for (api_version, kind) in document.kinds() {
            let _ = document.schema_of(api_version, kind);
        }
        let _ = document.schemas();
    });
    Some(())
}

/// So does a `CustomResourceDefinition`.
pub fn crd_import(input: &[u8]) -> Option<()> {
    let (&form, rest) = input.split_first()?;
    generate(rest, |make| {
        let resources = if form & 1 == 1 {
            CustomResources::from_value(&import::manifest(make))
        } else {
            CustomResources::from_slice(rest)
        };
        let Ok(resources) = resources else { return };
        for (version, kind) in resources.kinds() {
            for kind in [kind, "KList"] {
                if let Ok(Some(imported)) = resources.schema_of(version, kind, &types) {
                    read_again(&imported.schema);
                    patch_with(imported.schema.root(), make);
                }
            }
        }
    });
    Some(())
}

/// So does an overlay, over a schema of the cases and over one that knows nothing.
pub fn overlay_import(input: &[u8]) -> Option<()> {
    let (&[choice, form], rest) = input.split_first_chunk()?;
    let schema = setting::schema(choice);
    generate(rest, |make| {
        let overlay = match form & 3 {
            0 => serde_json::from_slice::<Overlay>(rest).ok()?,
            1 => Overlay::embed(core::str::from_utf8(rest).ok()?).ok()?,
            _ => {
                let mut fields = Map::new();
                for _ in 0..make.choices.count(4) {
                    fields.insert(import::path(schema.root(), make), import::change(make));
                }
                serde_json::from_value(json!({ "fields": fields })).ok()?
            }
        };
        for schema in [schema, Value::schema()] {
            if let Ok(changed) = overlay.apply(schema, &types) {
                patch_with(changed.root(), make);
            }
        }
        Some(())
    })
}

fn types(version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(version, name).cloned()
}

fn read_again(schema: &Schema) {
    assert!(schema.is_equivalent(&schema.clone()));
    let (written, name) = smp_openapi::to_openapi(schema, smp_openapi::OpenApiVersion::V3);
    let document = OpenApi::from_value(&written).expect("what is written is a document");
    let again = document.schema_named(&name);
    assert!(again.as_ref().is_ok_and(Option::is_some), "{again:?} of {name} in {written}");
}

/// Objects along the schema can be compared and patched; the diff leads where it
/// should.
fn patch_with(ty: TypeRef<'_>, make: &mut Generator<'_>) {
    let options = Options::default();
    let [live, patch] = CHANGE(make, ty);
    let _ = apply(&live, &patch, ty, &options);
    let pair = PAIR(make, ty);
    if pair.iter().all(Value::is_object) {
        let [a, b] = pair.map(|document| document.to_string());
        let _ = require(leads_to_modified(ty, &options, [&a, &b]));
    }
}
