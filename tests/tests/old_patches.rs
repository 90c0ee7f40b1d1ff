//! The examples of Preserve Order: the old patch, which clients without the directive send, is what is
//! left of the new one.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use smp_core::{Options, ThreeWay, diff};

/// The patch without the order of its lists.
fn old(mut patch: Value) -> Value {
    let members = patch.as_object_mut().expect("a patch");
    let all = members.len();
    members.retain(|name, _| !name.starts_with("$setElementOrder/"));
    assert_eq!(members.len() + 1, all, "the new patch has one order");
    patch
}

/// The elements of a list of a patch by their texts: a deletion has no place in the order.
fn elements(list: &Value) -> Vec<String> {
    let mut elements: Vec<_> =
        list.as_array().expect("a list").iter().map(Value::to_string).collect();
    elements.sort();
    elements
}

#[test]
fn old_patches_are_those_of_the_examples() {
    let env = |items: Value| json!({ "env": items });
    let variable = |name: &str, value: &str| json!({"name": name, "value": value});
    let [env1, env2, env3] =
        [("ENV1", "foo"), ("ENV2", "bar"), ("ENV3", "baz")].map(|(name, it)| variable(name, it));
    let new = variable("ENV6", "new-env");
    let added = [variable("ENV5", "server-added-2"), variable("ENV4", "server-added-1")];
    let finalizers = |items: &[&str]| json!({ "finalizers": items });
    for (ty, original, modified, live, wanted) in [
        (
            ("v1", "Container"),
            env(json!([env1, env2, env3])),
            env(json!([env1, env2, new])),
            env(json!([env2, added[0], env1, env3, added[1]])),
            env(json!([{"name": "ENV3", "$patch": "delete"}, new])),
        ),
        (
            ("v1", "ObjectMeta"),
            finalizers(&["a", "b", "c"]),
            finalizers(&["a", "b", "f"]),
            finalizers(&["b", "e", "a", "c", "d"]),
            json!({"$deleteFromPrimitiveList/finalizers": ["c"], "finalizers": ["f"]}),
        ),
    ] {
        let schema = smp_types::type_schema(ty.0, ty.1).expect("a type");
        let options = Options::default();
        let two_way = diff(&original, &modified, schema, &options).expect("a patch");
        let three_way = ThreeWay::new(&original, &modified, &live).diff(schema, &options);
        for patch in [two_way.to_value(), three_way.expect("a patch").to_value()] {
            let found = old(patch.expect("JSON"));
            let members = found.as_object().expect("a patch");
            assert!(members.keys().eq(wanted.as_object().expect("a patch").keys()), "{found}");
            for (name, list) in members {
                assert_eq!(elements(list), elements(&wanted[name]), "{name} of {found}");
            }
        }
    }
}
