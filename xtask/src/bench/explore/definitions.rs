//! Definitions of custom resources with as many names as a world has, and the runs that read them.

use serde_json::{Value, json};

use super::files::{Layout, patch, text};
use super::run::Run;
use super::world::World;

/// A kind with as many fields of this type as the patch has fields, under different names, and these
/// names.
pub(super) fn with_fields(world: &World, layout: Layout, kind: &'static str) -> (Run, Vec<String>) {
    let mut names = Vec::new();
    let run = with_definitions(world, layout, |all| {
        names = all.to_vec();
        vec![definition("Widget", &[fields(all, kind)])]
    });
    (run, names)
}

/// Custom resources with definitions that are made from as many names as the patch has fields.
pub(super) fn with_definitions(
    world: &World,
    layout: Layout,
    definitions: impl FnOnce(&[String]) -> Vec<Value>,
) -> Run {
    let mut world = world.clone();
    for object in world.live.iter_mut().chain(&mut world.patches) {
        object["apiVersion"] = "example.com/v1".into();
        object["kind"] = "Widget".into();
    }
    let given = world.patches.first().and_then(|it| it.pointer("/spec")?.as_object());
    let names = (0..given.map_or(0, serde_json::Map::len)).map(|at| format!("nodeNames{at}"));
    let definitions = definitions(&names.collect::<Vec<_>>());
    let mut run = patch(&world, layout, &["--schema", "schema"]);
    run.files.push(("schema".to_owned(), text(&definitions, Layout::OneLine)));
    run
}

/// The schema of an object with these fields, and with the lists of a world, which no patch could
/// merge without a schema.
pub(super) fn fields(names: &[String], kind: &str) -> Value {
    let mut fields: serde_json::Map<_, _> =
        names.iter().map(|name| (name.clone(), json!({"type": kind}))).collect();
    let item = json!({
        "type": "object", "x-kubernetes-preserve-unknown-fields": true, "required": ["name"],
        "properties": {"name": {"type": "string"}},
    });
    let list = json!({
        "type": "array", "items": item,
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
    });
    fields.extend(["containers", "volumes"].map(|name| (name.to_owned(), list.clone())));
    json!({"type": "object", "properties": fields})
}

/// The definition of a kind whose versions have these schemas of `spec`.
pub(super) fn definition(kind: &str, versions: &[Value]) -> Value {
    let plural = format!("{}s", kind.to_lowercase());
    let versions = versions.iter().enumerate().map(|(at, spec)| {
        let schema = json!({"type": "object", "properties": {"spec": spec}});
        json!({
            "name": format!("v{}", at + 1), "served": true, "storage": at == 0,
            "schema": {"openAPIV3Schema": schema},
        })
    });
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.example.com")},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"kind": kind, "plural": plural},
            "versions": versions.collect::<Vec<_>>(),
        },
    })
}
