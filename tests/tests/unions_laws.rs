//! What must hold of unions whatever the documents: laws of `normalize`,
//! `validate_unions` and applying with either.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use smp_core::{
    Document, ErrorKind, FieldDef, ObjectDef, Options, Patch, Schema, SchemaBuilder,
    Strategy as PatchStrategy, TypeRef, UnionDef, Unions, apply, normalize, validate_unions,
};

/// One recursive type with a union that has a discriminator, one that has none,
/// and itself in every place where a union can stand.
static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut types = SchemaBuilder::new();
    let node = types.declare();
    let scalar = types.scalar();
    let (list, map) = (types.list(node), types.map(node));
    let keyed = || FieldDef::new(list).strategy(PatchStrategy::MERGE).merge_key("name");
    let object = ObjectDef::new("Node")
        .field("name", FieldDef::new(scalar))
        .field("type", FieldDef::new(scalar))
        .field("a", FieldDef::new(scalar))
        .field("b", FieldDef::new(node))
        .field("c", FieldDef::new(scalar))
        .field("x", FieldDef::new(scalar))
        .field("y", keyed())
        .field("child", FieldDef::new(node))
        .field("keyed", keyed())
        .field("atomic", FieldDef::new(list))
        .field("map", FieldDef::new(map))
        .union(UnionDef::new().discriminator("type").members(["a", "b", "c"]))
        .union(UnionDef::new().members(["x", "y"]));
    types.define(node, object);
    types.build(node).unwrap()
});

fn ty() -> TypeRef<'static> {
    SCHEMA.root()
}

fn options() -> impl Strategy<Value = Options> {
    select(vec![Options::kubernetes(), Options::documented()])
}

/// Documents of the type, valid or not as to their unions.
fn document() -> impl Strategy<Value = Value> {
    let scalar = || option::of(select(vec![json!(1), json!(null), json!("s")]));
    let kind = || {
        option::of(select(vec![
            json!("A"),
            json!("B"),
            json!("C"),
            json!("Nothing"),
            json!(""),
            json!(null),
            json!(3),
        ]))
    };
    let leaf = (kind(), scalar(), scalar(), scalar())
        .prop_map(|(kind, a, c, x)| object([("type", kind), ("a", a), ("c", c), ("x", x)]));
    leaf.prop_recursive(3, 24, 3, move |inner| {
        let named = |items: Vec<Value>| -> Value {
            // Every element has its own key.
            let name = |(at, mut item): (usize, Value)| {
                item["name"] = json!(at);
                item
            };
            items.into_iter().enumerate().map(name).collect()
        };
        let list = || option::of(vec(inner.clone(), 0..3));
        let members = (
            (kind(), scalar(), option::of(inner.clone()), scalar()),
            (scalar(), list(), option::of(inner.clone())),
            (list(), list(), option::of(btree_map("[pq]", inner.clone(), 0..3))),
        );
        members.prop_map(move |((kind, a, b, c), (x, y, child), (keyed, atomic, map))| {
            object([
                ("type", kind),
                ("a", a),
                ("b", b),
                ("c", c),
                ("x", x),
                ("y", y.map(named)),
                ("child", child),
                ("keyed", keyed.map(named)),
                ("atomic", atomic.map(Value::from)),
                ("map", map.map(|map| map.into_iter().collect())),
            ])
        })
    })
}

fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    let present = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(present.collect::<Map<_, _>>())
}

/// Any JSON, with the names of the type among its members.
fn arbitrary() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        select(vec!["A", "B", "Nothing", ""]).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let name = select(vec!["name", "type", "a", "b", "x", "y", "keyed", "atomic", "map", "z"]);
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(name, inner, 0..6).prop_map(|members| {
                Value::Object(members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
            }),
        ]
    })
}

/// The paths of the objects whose unions are broken.
fn broken(document: &Value, options: &Options) -> BTreeSet<String> {
    match validate_unions(document, ty(), options) {
        Ok(()) => BTreeSet::new(),
        Err(error) => error.violations().iter().map(|found| found.path.to_string()).collect(),
    }
}

const TAGGED: [(&str, &str); 3] = [("a", "A"), ("b", "B"), ("c", "C")];

fn set<'m>(object: &Value, members: &[&'m str]) -> Vec<&'m str> {
    members.iter().copied().filter(|name| !object[*name].is_null()).collect()
}

/// Whether the rules say what becomes of the unions of one object.
fn intent_is_clear(old: &Value, new: &Value) -> bool {
    let said =
        |object: &Value| object["type"].as_str().map(str::to_owned).filter(|s| !s.is_empty());
    let clear = |members: &[&str]| {
        let (before, now) = (set(old, members), set(new, members));
        now.len() <= 1 || now.iter().filter(|name| !before.contains(name)).count() == 1
    };
    let changed = said(new).is_some() && said(new) != said(old);
    (changed || clear(&["a", "b", "c"])) && clear(&["x", "y"])
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn normalizing_twice_is_normalizing_once(
        old in option::of(document()), new in document(), options in options(),
    ) {
        let once = normalize(old.clone(), new, ty(), &options).unwrap();
        let twice = normalize(old, once.clone(), ty(), &options).unwrap();
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn what_was_valid_and_unambiguous_stays(
        old in option::of(document()), new in document(), options in options(),
    ) {
        // What validation finds nothing wrong with, with all discriminators.
        let valid = normalize(None, new, ty(), &options).unwrap();
        prop_assume!(broken(&valid, &options).is_empty());
        let result = normalize(old, valid.clone(), ty(), &options).unwrap();
        prop_assert_eq!(result, valid);
    }

    #[test]
    fn at_most_one_member_remains_where_intent_is_clear(
        old in document(), new in document(), options in options(),
    ) {
        let result = normalize(Some(old.clone()), new.clone(), ty(), &options).unwrap();
        if intent_is_clear(&old, &new) {
            prop_assert!(set(&result, &["a", "b", "c"]).len() <= 1);
            prop_assert!(set(&result, &["x", "y"]).len() <= 1);
            prop_assert!(!broken(&result, &options).contains("."));
            if let [only] = set(&result, &["a", "b", "c"])[..] {
                let value = TAGGED.iter().find(|(name, _)| *name == only).unwrap().1;
                prop_assert_eq!(&result["type"], value);
            }
        }
    }

    #[test]
    fn nothing_is_added_but_discriminators(
        old in option::of(document()), new in document(), options in options(),
    ) {
        fn within(result: &Value, new: &Value) -> bool {
            match (result, new) {
                (Value::Object(result), Value::Object(new)) => result.iter().all(|(name, value)| {
                    name == "type" || new.get(name).is_some_and(|new| within(value, new))
                }),
                (Value::Array(result), Value::Array(new)) => {
                    result.len() == new.len()
                        && result.iter().zip(new).all(|(result, new)| within(result, new))
                }
                _ => result == new,
            }
        }
        let result = normalize(old, new.clone(), ty(), &options).unwrap();
        prop_assert!(within(&result, &new), "{result}");
    }

    #[test]
    fn applying_normalizes_what_it_would_give(
        live in document(), patch in document(), options in options(),
    ) {
        let patch = Patch::from_value(&patch).unwrap();
        let plain = options.clone().unions(Unions::Ignore);
        // Some lists have no elements to merge with.
        let Ok(result) = apply(&live, &patch, ty(), &plain) else { return Ok(()) };
        let expected = normalize(Some(&live), &result, ty(), &options).unwrap();
        let normalizing = options.clone().unions(Unions::Normalize);
        prop_assert_eq!(&apply(&live, &patch, ty(), &normalizing).unwrap(), &expected);

        let validating = options.clone().unions(Unions::NormalizeAndValidate);
        match apply(&live, &patch, ty(), &validating) {
            Ok(result) => {
                prop_assert!(broken(&result, &options).is_empty());
                prop_assert_eq!(result, expected);
            }
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Union);
                prop_assert!(!broken(&expected, &options).is_empty());
            }
        }
    }

    #[test]
    fn text_and_values_are_normalized_alike(
        old in option::of(document()), new in document(), options in options(),
    ) {
        let expected = normalize(old.clone(), new.clone(), ty(), &options).unwrap();
        let (old, new) = (old.map(|old| old.to_string()), new.to_string());
        let result = normalize(old.as_ref(), &new, ty(), &options).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), expected);
        let parsed: Value = serde_json::from_str(&new).unwrap();
        prop_assert_eq!(
            validate_unions(&new, ty(), &options).is_ok(),
            broken(&parsed, &options).is_empty()
        );
    }

    #[test]
    fn a_diff_leads_to_what_is_valid(
        original in document(), modified in document(), options in options(),
    ) {
        let modified = normalize(None, modified, ty(), &options).unwrap();
        prop_assume!(broken(&modified, &options).is_empty());
        let options = options.unions(Unions::NormalizeAndValidate);
        let patch = smp_core::diff(&original, &modified, ty(), &options).unwrap();
        let result = apply(&original, &patch, ty(), &options).unwrap();
        prop_assert_eq!(Document::from(&result), Document::from(&modified));
    }

    #[test]
    fn no_json_fails(old in option::of(arbitrary()), new in arbitrary(), options in options()) {
        let result = normalize(old, new, ty(), &options).unwrap();
        if let Err(error) = validate_unions(&result, ty(), &options) {
            prop_assert_eq!(error.kind(), ErrorKind::Union);
        }
    }

    #[test]
    fn a_patch_without_lint_sets_one_member_at_most(patch in document(), options in options()) {
        let found = Patch::from_value(&patch).unwrap().lint(ty(), &options);
        let paths: BTreeSet<String> = found.iter().map(|found| found.path.to_string()).collect();
        // A patch that only sets is the object that it makes of nothing.
        prop_assert_eq!(paths, broken(&patch, &options));
    }
}
