//! The import of Kubernetes' own document: complete, without a mistake, and the
//! same as what smp-types says.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

mod kubernetes;
mod types;

use serde_json::{Map, Value, json};
use smp_core::OpenApi;

fn document() -> Option<OpenApi> {
    kubernetes::v2_text().map(|text| OpenApi::from_slice(&text).expect("the document is readable"))
}

/// The document, with the unions that smp-types knows in place of its own.
fn with_unions() -> Option<OpenApi> {
    let mut document: Value = serde_json::from_slice(&kubernetes::v2_text()?).expect("JSON");
    let unions = types::unions();
    let definitions = document["definitions"].as_object_mut().expect("it has definitions");
    for (path, definition) in definitions {
        let Some([discriminator, members, _]) = unions.get(types::short(path).as_str()) else {
            continue;
        };
        let members = members.split(',').filter_map(|member| member.split_once('='));
        let members: Map<String, Value> = members
            .map(|(field, value)| (field.to_owned(), value.trim_end_matches('?').into()))
            .collect();
        let mut union = json!({"fields-to-discriminateBy": members});
        if !discriminator.is_empty() {
            union["discriminator"] = json!(discriminator);
        }
        definition["x-kubernetes-unions"] = json!([union]);
    }
    let text = document.to_string();
    Some(OpenApi::from_slice(text.as_bytes()).expect("the document is readable"))
}

#[test]
fn every_definition_imports() {
    let Some(document) = document() else { return };
    for name in document.names() {
        let imported =
            document.schema_named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let imported = imported.expect("the name is the document's own");
        assert!(imported.warnings.is_empty(), "{name}: {:?}", imported.warnings);
    }
}

#[test]
fn all_at_once_is_the_same_as_one_by_one() {
    let Some(document) = document() else { return };
    let all = document.schemas().expect("the document is right");
    assert_eq!(all.schemas.len(), document.kinds().count());
    for ((api_version, kind), schema) in &all.schemas {
        let one = document.schema_of(api_version, kind).expect("the kind is right");
        let one = one.expect("the kind is there");
        assert_eq!(one.schema.difference(schema), None, "{api_version} {kind}");
    }
}

#[test]
fn schemas_are_those_of_smp_types() {
    let Some(document) = with_unions() else { return };
    // No document has the kind of lists of any kinds.
    for (api_version, kind) in smp_types::kinds().filter(|kind| *kind != ("v1", "List")) {
        let ours = smp_types::schema(api_version, kind).expect("a kind of smp-types");
        let imported = document.schema_of(api_version, kind).expect("the kind is right");
        let imported = imported.expect("the document has the kind");
        let difference = ours.difference(&imported.schema);
        assert_eq!(difference, None, "{api_version} {kind}");
        assert_eq!(ours.root().name(), imported.schema.root().name());
    }
}
