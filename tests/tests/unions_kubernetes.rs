//! Every union of every type of Kubernetes, by the catalogue: normalizing keeps a valid object
//! as it is, and a change that sets another member clears the old one.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Map, Value, json};
use smp_core::schema::{TypeKind, Union};
use smp_core::{Options, Path, StrategicMerge as _, TypeRef, Unions};

/// Every type that has a union.
fn types() -> impl Iterator<Item = TypeRef<'static>> {
    let types = smp_types::types().filter_map(|(version, name)| {
        smp_types::type_schema(version, name).map(smp_core::Schema::root)
    });
    types.filter(|ty| !ty.unions().is_empty())
}

/// The members of each alternative.
fn alternatives(union: &Union) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for (field, value) in union.members() {
        match found.iter_mut().find(|(other, _)| *other == value) {
            Some((_, together)) => together.push(field),
            None => found.push((value, vec![field])),
        }
    }
    found
}

/// A value for a field; not an empty one if empty values count as absent.
fn some(ty: TypeRef<'_>, field: &str) -> Value {
    match ty.field(field).expect("a field").ty().kind() {
        TypeKind::Scalar => json!("x"),
        TypeKind::List(element) if matches!(element.kind(), TypeKind::Scalar) => json!(["x"]),
        TypeKind::List(_) => json!([{}]),
        _ => json!({}),
    }
}

/// An object with these members and, if the union has one, the discriminator.
fn object(ty: TypeRef<'_>, union: &Union, value: &str, members: &[&str]) -> Value {
    let mut object: Map<String, Value> =
        members.iter().map(|field| ((*field).to_owned(), some(ty, field))).collect();
    if let Some(discriminator) = union.discriminator() {
        object.insert(discriminator.to_owned(), json!(value));
    }
    Value::Object(object)
}

#[test]
fn valid_objects_do_not_change() {
    let options = Options::default();
    let mut count = 0;
    for ty in types() {
        for (union, (value, members)) in ty.unions().iter().flat_map(|union| {
            alternatives(union).into_iter().map(move |alternative| (union, alternative))
        }) {
            let legal = object(ty, union, value, &members);
            for old in [None, Some(&legal)] {
                let normal =
                    smp_core::normalize(old, &legal, ty, &options).expect("it never fails");
                assert_eq!(normal, legal, "{ty:?} from {old:?}");
            }
            // Only the union itself must be valid: the values inside are empty where possible,
            // and may violate their own unions.
            if let Err(error) = smp_core::validate_unions(&legal.to_string(), ty, &options) {
                let here = error.violations().iter().find(|found| found.path == Path::root());
                assert!(here.is_none(), "{ty:?}: {here:?}");
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count} alternatives");
}

#[test]
fn setting_another_member_clears_the_old_one() {
    let mut options = Options::default();
    options.unions = Unions::Normalize;
    for ty in types() {
        // Others have no effect by default.
        for union in ty.unions().iter().filter(|union| !union.is_unenforced()) {
            let alternatives = alternatives(union);
            for (before, old) in &alternatives {
                for (after, new) in alternatives.iter().filter(|(after, _)| after != before) {
                    let live = object(ty, union, before, old);
                    // The patch does not set the discriminator.
                    let mut patch = object(ty, union, after, new);
                    let expected = patch.clone();
                    if let (Some(name), Value::Object(patch)) = (union.discriminator(), &mut patch)
                    {
                        patch.remove(name);
                    }
                    let result = smp_core::apply(&live, &patch, ty, &options).expect("a patch");
                    assert_eq!(result, expected, "{ty:?} from {before} to {after}");
                }
            }
        }
    }
}

#[test]
fn a_discriminator_that_names_no_member_clears_all() {
    let mut options = Options::default();
    options.unions = Unions::Normalize;
    for ty in types() {
        for union in ty.unions().iter().filter(|union| !union.is_unenforced()) {
            let Some(discriminator) = union.discriminator() else { continue };
            for (value, members) in alternatives(union) {
                let live = object(ty, union, value, &members);
                let patch = json!({discriminator: "Nothing"});
                let result = smp_core::apply(&live, &patch, ty, &options).expect("a patch");
                assert_eq!(result, patch, "{ty:?} from {value}");
            }
        }
    }
}

/// The structs have the unions of the catalogue, so that one example of each kind of union is
/// enough.
#[test]
fn setting_another_member_clears_the_old_one_in_structs() {
    let mut options = Options::default();
    options.unions = Unions::Normalize;
    let live: smp_types::apps_v1::Deployment = serde_json::from_value(json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "spec": {
            "selector": {}, "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}},
            "template": {"spec": {
                "containers": [{"name": "c", "env": [{"name": "A", "value": "x"}]}],
                "volumes": [{"name": "v", "emptyDir": {}}],
            }},
        },
    }))
    .expect("a Deployment");
    let patch = smp_core::Patch::from_json(
        r#"{"spec": {
            "strategy": {"type": "Recreate"},
            "template": {"spec": {
                "containers": [{"name": "c", "env": [{"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}]}],
                "volumes": [{"name": "v", "hostPath": {"path": "/data"}}]
            }}
        }}"#,
    )
    .expect("a patch");
    let result = smp_types::apps_v1::Deployment::strategic_merge_with(&live, &patch, &options)
        .expect("it applies");
    let spec = result.spec;
    assert_eq!(spec.strategy.expect("a strategy").rolling_update, None);
    let pod = spec.template.spec.expect("a pod");
    let [volume] = &pod.volumes.expect("volumes")[..] else { panic!("one volume") };
    assert!(volume.empty_dir.is_none() && volume.host_path.is_some());
    let [variable] = &pod.containers[0].env.as_ref().expect("variables")[..] else {
        panic!("one variable")
    };
    assert!(variable.value.is_none() && variable.value_from.is_some());
}
