//! Laws of unions with the permissions that unions of Kubernetes have: alternatives of several
//! members, members that count as absent if they are empty, inactive members.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use std::sync::LazyLock;

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use smp_core::{
    FieldDef, ObjectDef, Options, Schema, SchemaBuilder, TypeRef, UnionDef, normalize,
    validate_unions,
};

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    let scalar = types.scalar();
    let object = ["ip", "pods", "namespaces", "value", "from", "rolling", "other"]
        .into_iter()
        .fold(ObjectDef::new("T"), |object, name| object.field(name, FieldDef::new(any)))
        .field("type", FieldDef::new(scalar))
        .union(
            UnionDef::new()
                .member("ip", "Ip")
                .member("pods", "Selectors")
                .member("namespaces", "Selectors")
                .exactly_one(),
        )
        .union(UnionDef::new().members(["value", "from"]).empty_is_unset("value"))
        .union(
            UnionDef::new()
                .discriminator("type")
                .members(["rolling", "other"])
                .allow_inactive_member(),
        );
    let root = types.object(object);
    types.build(root).unwrap()
});

fn ty() -> TypeRef<'static> {
    SCHEMA.root()
}

fn document() -> impl Strategy<Value = Value> {
    let member = || {
        let values = [json!({}), json!("s"), json!(""), json!(0), json!([]), json!(null)];
        option::of(select(values.to_vec()))
    };
    let kinds = [json!("Rolling"), json!("Other"), json!("OnDelete"), json!(""), json!(1)];
    let kind = option::of(select(kinds.to_vec()));
    let members = (member(), member(), member(), member(), member(), member(), member(), kind);
    members.prop_map(|(ip, pods, namespaces, value, from, rolling, other, kind)| {
        let members = [
            ("ip", ip),
            ("pods", pods),
            ("namespaces", namespaces),
            ("value", value),
            ("from", from),
            ("rolling", rolling),
            ("other", other),
            ("type", kind),
        ];
        let present =
            members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(present.collect::<Map<_, _>>())
    })
}

fn valid(document: &Value) -> bool {
    validate_unions(document, ty(), &Options::default()).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn normalizing_twice_is_normalizing_once(old in option::of(document()), new in document()) {
        let options = Options::default();
        let once = normalize(old.clone(), new, ty(), &options).unwrap();
        let twice = normalize(old, once.clone(), ty(), &options).unwrap();
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn valid_documents_with_a_type_do_not_change(document in document()) {
        prop_assume!(valid(&document));
        let type_is_clear = !document["type"].is_null() && document["type"] != "";
        prop_assume!(type_is_clear || document["rolling"].is_null() && document["other"].is_null());
        for old in [None, Some(document.clone())] {
            let result = normalize(old, document.clone(), ty(), &Options::default()).unwrap();
            prop_assert_eq!(&result, &document);
        }
    }

    #[test]
    fn a_member_is_cleared_only_for_another_that_stays(old in document(), new in document()) {
        let result = normalize(Some(old), new.clone(), ty(), &Options::default()).unwrap();
        let gone = |name: &str| !new[name].is_null() && result.get(name).is_none();
        // `ip` clears both selectors, and a selector clears `ip`.
        if gone("pods") || gone("namespaces") {
            prop_assert!(!result["ip"].is_null() && !gone("ip"));
        }
        prop_assert!(!(gone("ip") && result["pods"].is_null() && result["namespaces"].is_null()));
        // An empty value counts as absent: it clears no member, and is not cleared.
        if new["value"] == "" || new["value"] == json!(0) || new["value"] == json!([]) {
            prop_assert!(!gone("value") && !gone("from"));
        }
    }

    #[test]
    fn an_inactive_member_is_cleared_only_when_the_type_changes(rolling in select(vec!["Rolling", "Other"])) {
        let member = rolling.to_lowercase();
        let idle = json!({"type": "OnDelete", "ip": 1, &*member: {}});
        let before = json!({"type": rolling, "ip": 1, &*member: {}});
        let after = |old: Option<&Value>| {
            normalize(old, &idle, ty(), &Options::default()).unwrap()
        };
        prop_assert!(valid(&idle));
        prop_assert_eq!(&after(None), &idle);
        prop_assert_eq!(&after(Some(&idle)), &idle);
        prop_assert_eq!(after(Some(&before)), json!({"type": "OnDelete", "ip": 1}));
    }
}
