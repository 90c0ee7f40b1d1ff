//! The import of Kubernetes' own document: complete, without mistakes, and equal to smp-types.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Map, Value, json};
use smp_openapi::{ListTypes, OpenApi, OpenApiVersion};
use smp_types::Catalogue;

use crate::{kubernetes, types};

fn document() -> OpenApi {
    OpenApi::from_slice(&kubernetes::v2_text()).expect("the document is readable")
}

/// The document with the unions of smp-types in place of its own, as far as it has their fields.
fn with_unions(text: &[u8]) -> OpenApi {
    let mut document: Value = serde_json::from_slice(text).expect("JSON");
    let unions = types::unions();
    let definitions = document["definitions"].as_object_mut().expect("it has definitions");
    for (path, definition) in definitions {
        let Some([discriminator, members, _]) = unions.get(types::short(path).as_str()) else {
            continue;
        };
        let members = members.split(',').filter_map(|member| member.split_once('='));
        let members: Map<String, Value> = members
            .filter(|(field, _)| definition["properties"].get(field).is_some())
            .map(|(field, value)| (field.to_owned(), value.trim_end_matches('?').into()))
            .collect();
        let mut union = json!({"fields-to-discriminateBy": members});
        if !discriminator.is_empty() {
            union["discriminator"] = json!(discriminator);
        }
        definition["x-kubernetes-unions"] = json!([union]);
    }
    let text = document.to_string();
    OpenApi::from_slice(text.as_bytes()).expect("the document is readable")
}

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn every_definition_imports() {
    let document = document();
    for name in document.names() {
        let imported =
            document.schema_named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let imported = imported.expect("the document has the name");
        assert!(imported.warnings.is_empty(), "{name}: {:?}", imported.warnings);
    }
}

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn all_at_once_is_the_same_as_one_by_one() {
    let document = document();
    let all = document.schemas().expect("the document is valid");
    assert_eq!(all.schemas.len(), document.kinds().count());
    for ((api_version, kind), schema) in &all.schemas {
        let one = document.schema_of(api_version, kind).expect("the kind is valid");
        let one = one.expect("the kind is there");
        assert_eq!(one.schema.first_difference(schema), None, "{api_version} {kind}");
    }
}

/// A list whose elements do not have the merge key that documents until 1.34 state.
const MISTAKEN: (&str, &str) = ("storagemigration.k8s.io/v1alpha1", "StorageVersionMigrationList");

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn schemas_are_those_of_smp_types() {
    compare(&Catalogue::NEWEST, &kubernetes::v2_text());
}

#[test]
#[ignore = "needs SMP_OPENAPI_OLDER"]
fn schemas_are_those_of_older_catalogues() {
    let texts = kubernetes::older_texts();
    let versions: Vec<_> = texts.iter().map(|(version, _)| version.as_str()).collect();
    let older = Catalogue::all().filter(|it| it.version() != Catalogue::NEWEST.version());
    assert_eq!(versions, older.map(Catalogue::version).collect::<Vec<_>>());
    for (version, text) in &texts {
        compare(&Catalogue::of(version).expect("a version that is built in"), text);
    }
}

/// The schemas of a catalogue are those that the text of a document gives.
fn compare(catalogue: &Catalogue, text: &[u8]) {
    let document = with_unions(text);
    let version = catalogue.version();
    // The document does not have `v1` `List`, a list of objects of any kind.
    let kinds = catalogue.kinds().filter(|kind| *kind != ("v1", "List"));
    assert_eq!(kinds.clone().count(), document.kinds().count(), "{version}");
    for (api_version, kind) in kinds {
        let ours = catalogue.schema(api_version, kind).expect("a kind of smp-types");
        let imported = document.schema_of(api_version, kind);
        if (api_version, kind) == MISTAKEN {
            assert!(imported.expect_err("no such key").to_string().contains("`type`"));
            continue;
        }
        let imported = imported.expect("the kind is valid").expect("the document has the kind");
        let difference = ours.first_difference(&imported.schema);
        assert_eq!(difference, None, "{version}: {api_version} {kind}");
        assert_eq!(ours.root().name(), imported.schema.root().name());
    }
}

/// The document in the form of v3, as kube-apiserver writes it: references wrapped in `allOf`,
/// a default in every place, and scalar types as alternatives.
fn v3() -> Value {
    let document: Value = serde_json::from_slice(&kubernetes::v2_text()).expect("JSON");
    let definitions = document["definitions"].as_object().expect("definitions");
    let mut schemas = Map::new();
    for (name, definition) in definitions {
        let mut schema = definition.clone();
        match name.rsplit('.').next() {
            Some("Quantity") => schema = json!({"oneOf": [{"type": "string"}, {"type": "number"}]}),
            Some("IntOrString") => {
                schema = json!({"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]});
            }
            _ => {}
        }
        let required = schema["required"].clone();
        for (field, property) in schema["properties"].as_object_mut().into_iter().flatten() {
            wrap(property);
            let required = required.as_array().is_some_and(|all| all.contains(&json!(field)));
            if required && property["type"] == "string" {
                property["default"] = json!("");
            }
        }
        schemas.insert(name.clone(), schema);
    }
    for ports in ["ContainerPort", "ServicePort"] {
        let name = format!("io.k8s.api.core.v1.{ports}");
        schemas[&name]["properties"]["protocol"]["default"] = json!("TCP");
    }
    json!({"openapi": "3.0.0", "components": {"schemas": schemas}})
}

fn wrap(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    if let Some(Value::String(reference)) = schema.remove("$ref") {
        let reference = reference.replace("#/definitions/", "#/components/schemas/");
        schema.insert("allOf".to_owned(), json!([{"$ref": reference}]));
        schema.insert("default".to_owned(), json!({}));
    }
    for inner in ["items", "additionalProperties"] {
        schema.get_mut(inner).into_iter().for_each(wrap);
    }
}

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn v2_and_v3_give_equal_schemas() {
    let (v2, v3) = (document(), v3());
    let v3 = OpenApi::from_value(&v3).expect("a v3 document").schemas().expect("a valid schema");
    let v2 = v2.schemas().expect("the document is valid");
    assert_eq!((v3.schemas.len(), v3.warnings.len()), (v2.schemas.len(), 0));
    for ((api_version, kind), schema) in &v2.schemas {
        let other = &v3.schemas[&(api_version.clone(), kind.clone())];
        assert_eq!(schema.first_difference(other), None, "{api_version} {kind}");
    }
}

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn what_is_exported_is_imported_again() {
    let document = document();
    for (kind, schema) in document.schemas().expect("the document is valid").schemas {
        for version in [OpenApiVersion::V2, OpenApiVersion::V3] {
            let (exported, name) = smp_openapi::to_openapi(&schema, version);
            let back = OpenApi::from_value(&exported).expect("a document");
            let back = back.list_types(ListTypes::Everywhere).schema_named(&name);
            let back = back.expect("a valid schema").expect("the exported type");
            assert_eq!(schema.first_difference(&back.schema), None, "{version:?} {kind:?}");
        }
    }
}
