//! Additions of overlays to the schema of a custom resource, by path.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use crate::web_app::{apply, field, schema, types, web_app};
use serde_json::{Value, json};
use smp_core::schema::TypeKind;
use smp_core::{FieldDef, ObjectDef, Schema, SchemaBuilder};
use smp_openapi::Overlay;

#[test]
fn an_embedded_pod_template_has_the_keys_and_strategies_of_kubernetes() {
    let plain = schema(&web_app(), "WebApp");
    let overlay = Overlay::embed("spec.template=v1/PodTemplateSpec").unwrap();
    let grafted = overlay.apply(&plain, &types).unwrap();
    let ours = smp_types::type_schema("v1", "PodTemplateSpec").unwrap();
    assert_eq!(field(&grafted, "spec.template").ty().first_difference(ours.root()), None);
    // All other fields stay as they were.
    assert_eq!(
        field(&grafted, "spec.listeners")
            .ty()
            .first_difference(field(&plain, "spec.listeners").ty()),
        None
    );

    let live = json!({"spec": {"template": {"spec": {"containers": [
        {"name": "web", "image": "a", "env": [{"name": "A", "value": "1"}]}, {"name": "side", "image": "b"}
    ]}}}});
    let patch = json!({"spec": {"template": {"spec": {"containers": [
        {"name": "web", "env": [{"name": "B", "value": "2"}]}
    ]}}}});
    let containers = "/spec/template/spec/containers";
    let replaced = apply(&plain, live.clone(), patch.clone()).unwrap();
    assert_eq!(
        replaced.pointer(containers).unwrap(),
        &json!([{"name": "web", "env": [{"name": "B", "value": "2"}]}])
    );
    let merged = apply(&grafted, live, patch).unwrap();
    assert_eq!(
        merged.pointer(containers).unwrap(),
        &json!([
            {"name": "web", "image": "a", "env": [{"name": "B", "value": "2"}, {"name": "A", "value": "1"}]},
            {"name": "side", "image": "b"}
        ])
    );
}

fn overlay(fields: &Value) -> Overlay {
    serde_json::from_value(json!({"kind": "WebApp", "fields": fields})).expect("an overlay")
}

#[test]
fn an_overlay_sets_strategies_and_keys_by_path() {
    let plain = schema(&web_app(), "WebApp");
    let overlay = overlay(&json!({
        "spec.template.spec.containers": {"mergeKey": "name"},
        "spec.template.spec.containers[].env": {"strategy": "merge", "mergeKey": "name"},
        "spec.args": {"listType": "set"},
        "spec.listeners": {"listType": "atomic"},
        "spec.settings.rules": {"type": "[]any", "listType": "map", "listMapKeys": ["host", {"name": "port", "default": 80}]},
        "spec.settings[\"a.b\"]": {"type": "map[]v1/Container"},
    }));
    assert!(overlay.is_for("example.com/v1", "WebApp") && !overlay.is_for("example.com/v1", "X"));
    let schema = overlay.apply(&plain, &types).unwrap();
    assert_eq!(field(&schema, "spec.template.spec.containers").merge_key(), Some("name"));
    assert_eq!(field(&schema, "spec.template.spec.containers.env").merge_key(), Some("name"));
    assert!(field(&schema, "spec.args").strategy().is_merge());
    assert!(!field(&schema, "spec.listeners").strategy().is_merge());
    assert!(field(&schema, "spec.listeners").list_map_keys().is_empty());
    let settings = field(&schema, "spec.settings").ty();
    assert!(settings.other_members().is_some());
    assert_eq!(format!("{:?}", settings.field("a.b").unwrap().ty()), "map of Container");

    let live = json!({"spec": {"settings": {"rules": [{"host": "a", "to": "x"}, {"host": "a", "port": 81}], "free": 1}}});
    let patch = json!({"spec": {"settings": {"rules": [{"host": "a", "port": 80, "to": "y"}]}}});
    let result = apply(&schema, live, patch).unwrap();
    assert_eq!(
        result["spec"]["settings"],
        json!({"rules": [{"host": "a", "port": 80, "to": "y"}, {"host": "a", "port": 81}], "free": 1})
    );
}

#[test]
fn a_change_affects_its_path_only() {
    // `JSONSchemaProps` contains itself in many fields.
    let crd = smp_types::schema("apiextensions.k8s.io/v1", "CustomResourceDefinition").unwrap();
    let path = "spec.versions[].schema.openAPIV3Schema.required";
    let overlay = overlay(&json!({path: {"strategy": "merge"}}));
    let changed = overlay.apply(crd, &types).unwrap();
    let props = field(&changed, "spec.versions.schema.openAPIV3Schema").ty();
    assert!(props.field("required").unwrap().strategy().is_merge());
    for name in ["not", "allOf"] {
        let mut inner = props.field(name).unwrap().ty();
        while let TypeKind::List(element) = inner.kind() {
            inner = element;
        }
        assert!(!inner.field("required").unwrap().strategy().is_merge(), "{name}");
    }
}

#[test]
fn bad_overlays_are_refused_with_their_path() {
    let plain = schema(&web_app(), "WebApp");
    for (path, change, part) in [
        (
            "spec.tmplate",
            json!({}),
            "/fields/spec.tmplate: `spec` has no field `tmplate`; its fields are `args`, `limit`",
        ),
        (
            "spec.listeners.port",
            json!({}),
            "`spec.listeners` is a list; step into its elements as `spec.listeners[]`",
        ),
        (
            "spec.selector.app",
            json!({}),
            "`spec.selector` is a map; step into its values as `spec.selector[]`",
        ),
        ("spec.limit.x", json!({}), "`spec.limit` is a scalar"),
        ("spec.settings[]", json!({"type": "any"}), "the type of `spec.settings` is not known"),
        ("spec[]", json!({"type": "any"}), "`spec` is an object with fields"),
        ("spec..x", json!({}), "expected the name of a field at `..x`"),
        ("", json!({}), "the path is empty"),
        (
            "spec.template",
            json!({"type": "PodTemplateSpec"}),
            "`PodTemplateSpec` is not a type; write any, scalar",
        ),
        ("spec.template", json!({"type": "v1/PodTemplate2"}), "no type `v1/PodTemplate2` is known"),
        (
            "spec.args",
            json!({"strategy": "mrge"}),
            "/fields/spec.args/strategy: `mrge` is not a patch strategy",
        ),
        (
            "spec.args",
            json!({"listType": "bag"}),
            "/fields/spec.args/listType: `bag` is not a list type",
        ),
        (
            "spec.args",
            json!({"listType": "map"}),
            "/fields/spec.args/listType: `WebApp.spec.args`: a list of type `map` needs list map keys",
        ),
        (
            "spec.args",
            json!({"mergeKey": "name"}),
            "/fields/spec.args/mergeKey: `WebApp.spec.args`: a list of scalars has no merge key",
        ),
        (
            "spec.listeners",
            json!({"mergeKey": "nmae"}),
            "have no field `nmae`, so it cannot be their merge key",
        ),
        ("spec.listeners[]", json!({"strategy": "merge"}), "have no strategy or keys of their own"),
        ("spec.limit", json!({"strategy": "merge"}), "a scalar cannot merge; remove the strategy"),
        ("spec.settings.x", json!({"strategy": "merge"}), "the type of the field is not known"),
        (
            "spec.listeners",
            json!({"listMapKeys": [{"name": "port", "default": []}]}),
            "the default of `port` is a string, number or boolean",
        ),
    ] {
        let error = overlay(&json!({path: change})).apply(&plain, &types).unwrap_err().to_string();
        assert!(error.contains(part), "{path}: {error}");
    }
}

#[test]
fn a_file_of_another_form_is_refused() {
    for (text, part) in [
        ("{}", "missing field `fields`"),
        ("[]", "expected an overlay, which is an object with `fields`"),
        (r#"{"fields": []}"#, "expected an object of changes by path"),
        (r#"{"fields": {}, "fields": {}}"#, "duplicate field `fields`"),
        (
            r#"{"fields": {}, "x": 1}"#,
            "unknown field `x`, expected one of `apiVersion`, `kind`, `fields`",
        ),
        (
            r#"{"fields": {"x": 5}}"#,
            "invalid type: integer `5`, expected the changes of a field, which are an object",
        ),
        (
            r#"{"fields": {"x": {"mergekey": "a"}}}"#,
            "unknown field `mergekey`, expected one of `type`, `strategy`, `mergeKey`",
        ),
        (r#"{"fields": {"x": {"strategy": 5}}}"#, "expected a string"),
        (
            r#"{"fields": {"x": {"listMapKeys": [5]}}}"#,
            "expected the name of a key, or an object with `name` and `default`",
        ),
        (r#"{"fields": {"x": {"listMapKeys": [{"name": "port"}]}}}"#, "missing field `default`"),
    ] {
        let error = serde_json::from_str::<Overlay>(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let nulls = r#"{"apiVersion": null, "fields": {"x": {"type": "any", "strategy": null}}}"#;
    assert!(serde_json::from_str::<Overlay>(nulls).is_ok());
}

/// Each path has a type of its own, also where two entries name the same type.
#[test]
fn a_type_that_several_paths_have_is_changed_at_one_of_them() {
    let plain = schema(&web_app(), "WebApp");
    let entries = |entries: &[(&str, &str)]| {
        let entries = entries.iter().map(|(path, change)| format!("{path:?}: {change}"));
        let text = format!("{{\"fields\": {{{}}}}}", entries.collect::<Vec<_>>().join(", "));
        let overlay: Overlay = serde_json::from_str(&text).expect("an overlay");
        overlay.apply(&plain, &types).unwrap()
    };
    let pod = r#"{"type": "v1/PodTemplateSpec"}"#;
    let atomic = r#"{"listType": "atomic"}"#;
    let changed = entries(&[
        ("spec.template", pod),
        ("spec.template.spec.containers", atomic),
        ("spec.settings", r#"{"type": "[]v1/PodTemplateSpec"}"#),
        ("spec.settings[].spec.initContainers", atomic),
    ]);
    let key = |schema: &Schema, path: &str| field(schema, path).merge_key().map(str::to_owned);
    assert_eq!(key(&changed, "spec.template.spec.containers"), None);
    assert_eq!(key(&changed, "spec.template.spec.initContainers").as_deref(), Some("name"));
    assert_eq!(key(&changed, "spec.settings.spec.containers").as_deref(), Some("name"));
    assert_eq!(key(&changed, "spec.settings.spec.initContainers"), None);
    // A path that gets its type anew is as if it had not been changed.
    let again = entries(&[
        ("spec.template", pod),
        ("spec.template.spec.containers", atomic),
        ("spec[\"template\"]", pod),
        ("spec.template.spec.initContainers", atomic),
    ]);
    assert_eq!(key(&again, "spec.template.spec.containers").as_deref(), Some("name"));
    assert_eq!(key(&again, "spec.template.spec.initContainers"), None);
}

/// Objects on the paths are copied: without a limit, an overlay could ask for any number of fields.
#[test]
fn the_objects_on_the_paths_have_250000_fields_at_most() {
    let mut types = SchemaBuilder::new();
    let text = types.scalar();
    let wide = (0..999)
        .fold(ObjectDef::new("Wide"), |wide, at| wide.field(format!("f{at}"), FieldDef::new(text)));
    let wide = types.object(wide);
    let root = (0..300)
        .fold(ObjectDef::new("Root"), |root, at| root.field(format!("w{at}"), FieldDef::new(wide)));
    let root = types.object(root);
    let plain = types.build(root).unwrap();
    let of = |count: usize| {
        let fields = (0..count).map(|at| (format!("w{at}.f0"), json!({"strategy": "replace"})));
        overlay(&Value::Object(fields.collect())).apply(&plain, &self::types)
    };
    assert!(of(249).is_ok());
    let error = of(300).unwrap_err();
    let first = error.mistakes()[0].to_string();
    assert!(first.contains("more than 250000 fields, which is the limit"), "{first}");
    assert!(first.contains("change fewer fields"), "{first}");
}

#[test]
fn nulls_stay_values_where_an_overlay_leads() {
    let mut types_of_page = SchemaBuilder::new();
    let (text, free) = (types_of_page.scalar(), types_of_page.any_with_nulls());
    let nullable = types_of_page.nullable(text);
    let list = types_of_page.list(text);
    let list = types_of_page.nullable(list);
    let inner = ObjectDef::new("Inner")
        .field("title", FieldDef::new(nullable))
        .field("tags", FieldDef::new(list));
    let inner = types_of_page.object(inner);
    let inner = types_of_page.nullable(inner);
    let root = ObjectDef::new("Page")
        .field("inner", FieldDef::new(inner))
        .field("free", FieldDef::new(free));
    let root = types_of_page.object(root);
    let plain = types_of_page.build(root).unwrap();
    let overlay = overlay(&json!({
        "inner.tags": {"listType": "set"},
        "free.items": {"type": "[]any", "listType": "atomic"},
        "free.other": {"type": "v1/Container"},
    }));
    let schema = overlay.apply(&plain, &types).unwrap();
    for path in ["inner", "inner.title", "inner.tags", "free.items", "free.other"] {
        assert!(field(&schema, path).ty().is_nullable(), "{path}");
    }
    assert!(field(&schema, "inner.tags").strategy().is_merge());
    let free = field(&schema, "free").ty();
    assert!(!free.is_nullable() && free.other_members().unwrap().keeps_nulls());
}
