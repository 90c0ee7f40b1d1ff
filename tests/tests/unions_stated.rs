//! Unions that definitions of custom resources, `OpenAPI` documents and overlays state: how they
//! normalize, and which of them are refused, each with its place (semantics schema-11, import-10,
//! import-11).
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use crate::web_app::{manifest, types};
use serde_json::{Value, json};
use smp_core::{Options, Schema, normalize};
use smp_openapi::{CustomResources, Imported, OpenApi, Overlay};

/// The definition of a custom resource whose `spec` has this schema.
fn custom(spec: &Value) -> Result<Imported, String> {
    let schema = json!({"type": "object", "properties": {"spec": spec}});
    let resources = CustomResources::from_value(&manifest(&schema)).unwrap();
    let imported = resources.schema_of("example.com/v1", "WebApp", &types);
    imported.map(Option::unwrap).map_err(|error| error.to_string())
}

/// A document with this definition.
fn document(name: &str, definition: &Value) -> Result<Imported, String> {
    let document = OpenApi::from_value(&json!({"definitions": {name: definition}})).unwrap();
    document.schema_named(name).map(Option::unwrap).map_err(|error| error.to_string())
}

/// An object with the fields `type`, `git` and `bucket`, and these unions.
fn source(unions: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {
            "type": {"type": "string"},
            "git": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "bucket": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
        },
        "x-kubernetes-unions": unions,
    })
}

fn discriminated() -> Value {
    json!([{"discriminator": "type", "fields-to-discriminateBy": {"git": "Git", "bucket": "Bucket"}}])
}

/// The normalized `spec.source` after a change.
fn normal(schema: &Schema, old: &Value, new: &Value) -> Value {
    let [old, new] = [old, new].map(|source| json!({"spec": {"source": source}}));
    let normal = normalize(Some(&old), &new, schema, &Options::default()).unwrap();
    normal["spec"]["source"].clone()
}

fn normalizes(schema: &Schema) {
    let git = json!({"type": "Git", "git": {"url": "a"}});
    for (new, expected) in [
        (
            json!({"type": "Git", "git": {"url": "a"}, "bucket": {"name": "b"}}),
            json!({"type": "Bucket", "bucket": {"name": "b"}}),
        ),
        (json!({"type": "Nothing", "git": {"url": "a"}}), json!({"type": "Nothing"})),
        (json!({"git": {"url": "a"}}), json!({"git": {"url": "a"}, "type": "Git"})),
    ] {
        assert_eq!(normal(schema, &git, &new), expected, "{new}");
    }
}

#[test]
fn a_definition_states_unions() {
    let spec = json!({"type": "object", "properties": {"source": source(&discriminated())}});
    let imported = custom(&spec).unwrap();
    assert_eq!(imported.warnings, []);
    normalizes(&imported.schema);
}

#[test]
fn an_overlay_states_unions() {
    // In fields of the definition, and in those that overlays add.
    let closed = json!({"type": "object", "properties": {"source": source(&json!([]))}});
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let of_open = json!({
        "spec.source": {"unions": discriminated()},
        "spec.source.type": {"type": "scalar"},
        "spec.source.git": {"type": "any"},
        "spec.source.bucket": {"type": "any"},
    });
    for (spec, fields) in
        [(closed, json!({"spec.source": {"unions": discriminated()}})), (open, of_open)]
    {
        let plain = custom(&spec).unwrap().schema;
        let overlay: Overlay = serde_json::from_value(json!({"fields": fields})).unwrap();
        normalizes(&overlay.apply(&plain, &types).unwrap());
    }
    // Elements of lists and values of maps; each path by itself.
    let list = json!({"type": "array", "items": source(&json!([]))});
    let map = json!({"type": "object", "additionalProperties": source(&json!([]))});
    let spec = json!({"type": "object", "properties": {"list": list, "map": map, "other": list}});
    let fields = json!({
        "spec.list[]": {"unions": discriminated()},
        "spec.map[]": {"unions": discriminated()},
    });
    let overlay: Overlay = serde_json::from_value(json!({"fields": fields})).unwrap();
    let schema = overlay.apply(&custom(&spec).unwrap().schema, &types).unwrap();
    let both = json!({"type": "Bucket", "git": {}, "bucket": {}});
    let one = json!({"type": "Bucket", "bucket": {}});
    let new = json!({"spec": {"list": [both], "map": {"a": both}, "other": [both]}});
    let normal = normalize(None, &new, &schema, &Options::default()).unwrap();
    assert_eq!(normal, json!({"spec": {"list": [one], "map": {"a": one}, "other": [both]}}));
}

#[test]
fn an_overlay_replaces_unions() {
    let spec = json!({"type": "object", "properties": {"source": source(&discriminated())}});
    let plain = custom(&spec).unwrap().schema;
    let overlay = |unions: Value| -> Overlay {
        serde_json::from_value(json!({"fields": {"spec.source": {"unions": unions}}})).unwrap()
    };
    let both = json!({"type": "Git", "git": {}, "bucket": {}});
    let none = overlay(json!([])).apply(&plain, &types).unwrap();
    assert_eq!(normal(&none, &json!({}), &both), both);
    // Overlays fill in what a definition does not state.
    let other = overlay(json!([{"fields-to-discriminateBy": {"git": "Git"}}]));
    let filled = other.fill(&plain, &types, &[]).unwrap();
    assert_eq!(filled.schema.first_difference(&plain), None);
    let silent = json!({"type": "object", "properties": {"source": source(&json!([]))}});
    let silent = custom(&silent).unwrap().schema;
    let filled = overlay(discriminated()).fill(&silent, &types, &[]).unwrap();
    normalizes(&filled.schema);
    let lacks = overlay(json!([{"fields-to-discriminateBy": {"git": "Git", "svn": "Svn"}}]));
    let filled = lacks.fill(&silent, &types, &[]).unwrap();
    assert_eq!(filled.schema.first_difference(&silent), None);
}

/// A union that no source may state, with the place of the mistake in the union, and the message.
struct Bad {
    /// Changes the schema of the object.
    object: fn(&mut Value),
    union: Value,
    /// The place in a document, below the union.
    place: &'static str,
    message: &'static str,
}

fn bad() -> [Bad; 6] {
    let union = || discriminated()[0].clone();
    [
        Bad {
            object: |object| object["properties"]["type"] = json!({"type": "integer"}),
            union: union(),
            place: "/discriminator",
            message: "a discriminator is a string, and `type` is not; name a string field",
        },
        Bad {
            object: |object| {
                object["properties"]["type"] = json!({"x-kubernetes-int-or-string": true});
            },
            union: union(),
            place: "/discriminator",
            message: "a discriminator is a string, and `type` is not; name a string field",
        },
        Bad {
            object: |object| object["required"] = json!(["git", "type"]),
            union: union(),
            place: "/fields-to-discriminateBy/git",
            message: "a member of a union can be absent, and `git` is required; make it optional",
        },
        Bad {
            object: |object| object["properties"]["type"]["enum"] = json!(["Git", "S3", "Nothing"]),
            union: union(),
            place: "/fields-to-discriminateBy/bucket",
            message: "`type` is never `Bucket`, which is to name the member `bucket`; it is `Git`, \
                      `S3` or `Nothing`",
        },
        Bad {
            object: |_| {},
            union: json!({"fields-to-discriminateBy": {"git": "Git", "svn": "Svn"}}),
            place: "/fields-to-discriminateBy/svn",
            message: "the member `svn` of a union is not a field of the type",
        },
        Bad {
            object: |_| {},
            union: json!({"fields-to-discriminateBy": {"git": 1}}),
            place: "/fields-to-discriminateBy/git",
            message: "`fields-to-discriminateBy.git` is what the discriminator calls the field, a \
                      string, found `1`",
        },
    ]
}

#[test]
fn what_is_no_union_is_refused_wherever_it_is_stated() {
    let first = json!({"fields-to-discriminateBy": {"bucket": "Bucket"}});
    for Bad { object: change, union, place, message } in bad() {
        // The first union of the list is sound; of two, one may be in each of the lists.
        let alone = !union["fields-to-discriminateBy"]["bucket"].is_null();
        let unions = if alone { json!([union]) } else { json!([first, union]) };
        let at = usize::from(!alone);
        let (mut stated, mut silent) = (source(&unions), source(&json!([])));
        change(&mut stated);
        change(&mut silent);

        let spec = |source: &Value| json!({"type": "object", "properties": {"source": source}});
        let pointer = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/source";
        let error = custom(&spec(&stated)).expect_err(message);
        let expected = format!("{pointer}/x-kubernetes-unions/{at}{place}: ");
        assert!(error.contains(&format!(": {expected}")), "{expected} in {error}");
        assert!(error.ends_with(message), "{error}");

        match document("T", &stated) {
            Err(error) => {
                let expected = format!("/definitions/T/x-kubernetes-unions/{at}{place}: ");
                assert!(error.contains(&format!(": {expected}")), "{expected} in {error}");
                assert!(error.ends_with(message), "{error}");
            }
            // Nobody can correct the document of a cluster.
            Ok(imported) => {
                let place = format!("/definitions/T/x-kubernetes-unions/{at}{place}");
                let warnings: Vec<_> = imported.warnings.iter().map(ToString::to_string).collect();
                assert_eq!(warnings, [format!("{place}: {message}; the union is left out")]);
                assert!(imported.schema.root().unions().is_empty());
            }
        }

        let plain = custom(&spec(&silent)).unwrap().schema;
        let fields = json!({"spec.source": {"unions": unions}});
        let overlay: Overlay = serde_json::from_value(json!({"fields": fields})).unwrap();
        let error = overlay.apply(&plain, &types).expect_err(message).to_string();
        let expected = format!("/fields/spec.source/unions/{at}");
        assert!(error.contains(&format!(": {expected}")), "{expected} in {error}");
        assert!(error.ends_with(message), "{error}");
    }
}

/// Normalizing would change or clear the key.
#[test]
fn a_key_is_no_field_of_the_union_of_its_elements() {
    let unions = json!([{"discriminator": "t", "fields-to-discriminateBy": {"a": "A", "b": "B"}}]);
    let text = json!({"type": "string"});
    for (key, role) in [("t", "the discriminator"), ("a", "a member")] {
        let element = json!({
            "type": "object", "properties": {"t": text, "a": text, "b": text},
            "x-kubernetes-unions": unions,
        });
        let list = json!({
            "type": "array", "items": element,
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key],
        });
        let spec = json!({"type": "object", "properties": {"list": list}});
        let error = custom(&spec).expect_err(key);
        let place = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/list";
        assert!(error.contains(&format!("{place}/x-kubernetes-list-map-keys: ")), "{error}");
        assert!(error.contains(&format!("`{key}` of the elements")), "{error}");
        assert!(error.contains(&format!("is {role} of a union")), "{error}");
        let error = document("T", &spec).expect_err(key);
        assert!(error.contains(&format!("is {role} of a union")), "{error}");
    }
}

#[test]
fn a_union_that_has_no_effect_is_refused() {
    let unions = json!([{"fields-to-discriminateBy": {"a": "A"}}]);
    let a = json!({"a": {"type": "string"}});
    for (schema, place) in [
        (json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-unions": unions}), ""),
        (json!({"type": "string", "x-kubernetes-unions": unions}), ""),
        (json!({"type": "object", "properties": {}, "x-kubernetes-unions": unions}), ""),
        (
            json!({"type": "object", "properties": a, "allOf": [{"x-kubernetes-unions": unions}]}),
            "/allOf/0",
        ),
        (json!({"$ref": "#/definitions/A", "x-kubernetes-unions": unions}), ""),
        (
            json!({"anyOf": [{"type": "string"}, {"properties": a, "x-kubernetes-unions": unions}]}),
            "/anyOf/1",
        ),
    ] {
        let definitions = json!({"T": {"properties": {"f": schema}}, "A": {"properties": a}});
        let document = OpenApi::from_value(&json!({"definitions": definitions})).unwrap();
        let error = document.schema_named("T").expect_err(&schema.to_string()).to_string();
        let expected =
            format!("/definitions/T/properties/f{place}/x-kubernetes-unions: a union has");
        assert!(error.contains(&format!(": {expected}")), "{expected} in {error}");
    }
    // In an overlay, too.
    let spec = json!({"type": "object", "properties": {
        "list": {"type": "array", "items": source(&json!([]))}, "text": {"type": "string"},
    }});
    let plain = custom(&spec).unwrap().schema;
    for (path, part) in [
        ("spec.list", "a list has no unions; state those of its elements, as `spec.list[]`"),
        ("spec.text", "only an object has unions"),
    ] {
        let fields = json!({path: {"unions": discriminated()}});
        let overlay: Overlay = serde_json::from_value(json!({"fields": fields})).unwrap();
        let error = overlay.apply(&plain, &types).unwrap_err().to_string();
        assert!(error.contains(&format!(": /fields/{path}: {part}")), "{error}");
    }
}

#[test]
fn what_is_rarely_meant_is_a_warning() {
    let shared =
        json!([{"discriminator": "type", "fields-to-discriminateBy": {"bucket": "A", "git": "A"}}]);
    let open = json!([{"fields-to-discriminateBy": {"bucket": "Bucket", "git": "Git"}}]);
    let warnings = |imported: Imported| -> Vec<String> {
        imported.warnings.iter().map(ToString::to_string).collect()
    };
    let same = "`bucket` and `git` have one value, `A`: they may be set together";
    let [warning] = &warnings(document("T", &source(&shared)).unwrap())[..] else { panic!("one") };
    assert!(
        warning.starts_with("/definitions/T/x-kubernetes-unions/0/fields-to-discriminateBy/git")
    );
    assert!(warning.contains(same), "{warning}");
    // Documents of Kubernetes have unions without a discriminator; new APIs should have one.
    assert!(warnings(document("T", &source(&open)).unwrap()).is_empty());
    let spec = |unions| json!({"type": "object", "properties": {"source": source(unions)}});
    let [warning] = &warnings(custom(&spec(&open)).unwrap())[..] else { panic!("one") };
    assert!(warning.contains("/source/x-kubernetes-unions/0: the union has no discriminator"));
    let [warning] = &warnings(custom(&spec(&shared)).unwrap())[..] else { panic!("one") };
    assert!(warning.contains(same), "{warning}");
}

/// In the documents of a cluster the value of the discriminator is Go's name of the field.
#[test]
fn values_that_kubernetes_states_wrongly_are_those_of_the_api() {
    let seccomp = |name: &str, value: &str, one_of: Option<Value>| {
        let mut kind = json!({"type": "string"});
        if let Some(one_of) = one_of {
            kind["enum"] = one_of;
        }
        let definition = json!({
            "type": "object",
            "properties": {"type": kind, "localhostProfile": {"type": "string"}},
            "x-kubernetes-unions": [
                {"discriminator": "type", "fields-to-discriminateBy": {"localhostProfile": value}}
            ],
        });
        document(name, &definition).unwrap()
    };
    let legal = json!({"type": "Localhost", "localhostProfile": "p"});
    let nothing = json!({"type": "RuntimeDefault", "localhostProfile": "p"});
    let values = json!(["Localhost", "RuntimeDefault", "Unconfined"]);
    let known = "io.k8s.api.core.v1.SeccompProfile";
    for (value, one_of) in [
        ("LocalhostProfile", None),
        ("LocalhostProfile", Some(values.clone())),
        ("Localhost", None),
    ] {
        let Imported { schema, warnings, .. } = seccomp(known, value, one_of);
        assert_eq!(warnings, []);
        for old in [None, Some(&legal), Some(&nothing)] {
            let normal = normalize(old, &legal, &schema, &Options::default()).unwrap();
            assert_eq!(normal, legal, "{value} from {old:?}");
        }
        let normal = normalize(Some(&legal), &nothing, &schema, &Options::default()).unwrap();
        assert_eq!(normal, json!({"type": "RuntimeDefault"}));
    }
    // The values of the discriminator show it for other types.
    let Imported { schema, warnings, .. } =
        seccomp("com.example.v1.Profile", "LocalhostProfile", Some(values));
    assert_eq!(warnings.len(), 1);
    assert_eq!(normalize(None, &legal, &schema, &Options::default()).unwrap(), legal);
}
