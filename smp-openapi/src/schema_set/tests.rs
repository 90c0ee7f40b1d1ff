//! The layers of a set of schemas, and the mistakes in them.

use serde_json::{Value, json};
use smp_schema::catalogue::Catalogue;

use super::{Definition, LayeredSchema, SchemaSet, SchemaSetError};
use crate::crd::CustomResources;
use crate::overlay::Overlay;

const KIND: (&str, &str) = ("example.com/v1", "Proxy");

/// A definition whose `servers` have these properties.
fn definition(properties: &Value) -> CustomResources {
    let servers = json!({"type": "array", "items": {"type": "object", "properties": properties}});
    definition_of(&json!({"servers": servers}))
}

fn definition_of(properties: &Value) -> CustomResources {
    let schema = json!({"type": "object", "properties": properties});
    let versions = json!([{"name": "v1", "schema": {"openAPIV3Schema": schema}}]);
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"group": "example.com", "names": {"kind": "Proxy"}, "versions": versions}
    });
    CustomResources::from_value(&definition).unwrap()
}

fn named() -> CustomResources {
    definition(&json!({"name": {"type": "string"}, "port": {"type": "integer"}}))
}

fn overlay(fields: &Value) -> Overlay {
    serde_json::from_value(json!({"apiVersion": KIND.0, "kind": KIND.1, "fields": fields})).unwrap()
}

fn set() -> SchemaSet {
    SchemaSet::new(Catalogue::NEWEST)
}

fn find(set: &SchemaSet) -> Result<LayeredSchema, SchemaSetError> {
    set.find(KIND.0, KIND.1).map(|found| found.expect("a known kind"))
}

fn merge_key(found: &LayeredSchema) -> Option<&str> {
    found.schema.root().field("servers").unwrap().merge_key()
}

#[test]
fn definitions_of_one_priority_must_agree() {
    let mut schemas = set();
    schemas.add("a.yaml", 0, named());
    schemas.add("b.yaml", 0, named());
    assert_eq!(find(&schemas).unwrap().layer(&[]), "a.yaml");
    schemas.add("c.yaml", 0, definition(&json!({"name": {"type": "integer"}})));
    let error = find(&schemas).unwrap_err();
    let SchemaSetError::Definitions { kind, documents, .. } = &error else { panic!("{error}") };
    assert_eq!(
        (kind.as_str(), documents.each_ref().map(|it| &**it)),
        ("example.com/v1/Proxy", ["a.yaml", "c.yaml"])
    );
    // A definition of a higher priority replaces them.
    schemas.add("d.yaml", 1, named());
    assert_eq!(find(&schemas).unwrap().layer(&["servers"]), "d.yaml");
}

#[test]
fn the_order_of_overlays_makes_no_difference() {
    let by = |key: &str| overlay(&json!({"servers": {"mergeKey": key}}));
    let mut schemas = set();
    schemas.add("by-name.yaml", 0, by("name"));
    schemas.add("proxy.yaml", 0, named());
    assert_eq!(merge_key(&find(&schemas).unwrap()), Some("name"));
    schemas.add("by-port.yaml", 0, by("port"));
    let error = find(&schemas).unwrap_err();
    let SchemaSetError::Overlays { documents, .. } = &error else { panic!("{error}") };
    assert_eq!(documents, &["by-name.yaml", "by-port.yaml"]);
    assert!(error.to_string().contains("contradict each other"), "{error}");
}

#[test]
fn a_kind_has_16_overlays_at_most() {
    let mut schemas = set();
    schemas.add("proxy.yaml", 0, named());
    for number in 0..17 {
        assert!(find(&schemas).is_ok(), "{number} overlays");
        schemas.add(
            format!("{number}.yaml"),
            0,
            overlay(&json!({"servers": {"mergeKey": "name"}})),
        );
    }
    let error = find(&schemas).unwrap_err();
    assert!(matches!(error, SchemaSetError::TooManyOverlays { limit: 16, .. }), "{error}");
}

#[test]
fn an_error_names_its_layer_or_document() {
    let mut schemas = set();
    schemas.add("proxy.yaml", 0, named());
    schemas.add("wrong.yaml", 0, overlay(&json!({"clients": {"mergeKey": "name"}})));
    let error = find(&schemas).unwrap_err();
    let SchemaSetError::Document { number: 1, name, error } = &error else { panic!("{error}") };
    assert!(error.mistakes()[0].pointer().starts_with("/fields/clients"), "{error}");
    assert_eq!(name, "wrong.yaml");
    let mut schemas = set();
    schemas.add("proxy.yaml", 0, named());
    schemas.add_embed("an embed", Overlay::embed("servers=v1/NoType").unwrap());
    let error = find(&schemas).unwrap_err();
    assert!(
        matches!(&error, SchemaSetError::Layer { layer, .. } if layer == "an embed"),
        "{error}"
    );
}

#[test]
fn each_embed_has_its_own_mistakes() {
    let find = |embeds: &[(&str, &str)]| {
        let servers = json!({
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
            "items": {"type": "object", "properties": {"name": {"type": "string"}}},
        });
        let properties = json!({"servers": servers, "clients": {"type": "object"}});
        let mut schemas = set();
        schemas.add("proxy.yaml", 0, definition_of(&properties));
        for (layer, embed) in embeds {
            schemas.add_embed(*layer, Overlay::embed(embed).unwrap());
        }
        find(&schemas)
    };
    let (good, unknown) = (("good", "clients=v1/PodSpec"), ("unknown", "other=v1/NoType"));
    // The field is a list with a key, which an object can't have.
    let no_list = ("no list", "servers=v1/PodSpec");
    let below = ("below", "clients.containers[].env[].value=v1/PodSpec");
    let found = find(&[good, below]).unwrap();
    assert_eq!(found.layer(&["clients", "containers", "env", "value"]), "below");
    assert_eq!(found.layer(&["clients", "containers", "image"]), "good");
    for (embeds, wrong) in [
        (&[good, unknown, no_list][..], "unknown"),
        (&[good, below, ("x", "clients.containers[].x=any")], "x"),
        (&[good, no_list][..], "no list"),
        (&[no_list, good][..], "no list"),
    ] {
        let error = find(embeds).unwrap_err();
        let SchemaSetError::Layer { layer, error, .. } = &error else { panic!("{error}") };
        assert_eq!(layer, wrong, "{error}");
    }
}

#[test]
fn kinds_without_a_document() {
    let schemas = set();
    let found = |api_version, kind| schemas.find(api_version, kind).unwrap();
    assert!(matches!(found("v1", "Pod").unwrap().definition, Definition::Kubernetes));
    assert!(matches!(
        found("batch/v1beta1", "CronJob").unwrap().definition,
        Definition::Removed(_)
    ));
    let virtual_service = ("networking.istio.io/v1", "VirtualService");
    let istio = found(virtual_service.0, virtual_service.1).unwrap();
    assert!(matches!(istio.definition, Definition::DefaultOverlay));
    assert_eq!(istio.layer(&["spec", "http"]), "overlay istio/VirtualService");
    assert!(istio.key_is_optional(&["spec", "http"]));
    assert!(found(KIND.0, KIND.1).is_none());
    let without = SchemaSet::new(Catalogue::NEWEST).default_overlays(false);
    assert!(without.find(virtual_service.0, virtual_service.1).unwrap().is_none());
}
