//! `changes`: what differs between two documents, in examples.

#![allow(clippy::expect_used, reason = "a test fails where it panics")]

use smp_core::{FieldChange, MergeKeys, Options, changes};

fn found(api_version: &str, kind: &str, before: &str, after: &str) -> Vec<FieldChange> {
    let schema = smp_types::schema(api_version, kind).expect("a known kind");
    changes(before, after, schema, &Options::default()).expect("two documents")
}

/// The changes of a pod, one a line.
fn of_pod(before: &str, after: &str) -> String {
    let found = found("v1", "Pod", before, after);
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// As [`of_pod`], of the specification.
fn of_spec(before: &str, after: &str) -> String {
    of_pod(&format!(r#"{{"spec":{before}}}"#), &format!(r#"{{"spec":{after}}}"#))
}

#[test]
fn scalars_and_members() {
    assert_eq!(
        of_pod(
            r#"{"metadata":{"name":"a","labels":{"x":"1","y":"2"}},"spec":{"hostname":"h"}}"#,
            r#"{"spec":{"hostname":"i","nodeName":"n"},"metadata":{"labels":{"y":"3"},"name":"a"}}"#
        ),
        "spec.hostname: \"h\" to \"i\"\n\
         spec.nodeName: added \"n\"\n\
         metadata.labels.x: removed \"1\"\n\
         metadata.labels.y: \"2\" to \"3\""
    );
    // Another kind of value.
    assert_eq!(
        of_spec(r#"{"hostname":"h"}"#, r#"{"hostname":[1]}"#),
        "spec.hostname: \"h\" to [1]"
    );
}

#[test]
fn what_is_equal_is_no_change() {
    for (before, after) in [
        (r#"{"a":1,"b":[1.0]}"#, r#"{ "b" : [ 1.00 ], "a" : 1 }"#),
        (r#"{"hostname":null}"#, "{}"),
        (r#"{"containers":[{"name":"a","x":null}]}"#, r#"{"containers":[{"name":"a"}]}"#),
    ] {
        assert_eq!(of_spec(before, after), "", "{before} {after}");
        assert_eq!(of_spec(after, before), "", "{after} {before}");
    }
}

#[test]
fn elements_of_merge_lists_have_their_names() {
    assert_eq!(
        of_spec(
            r#"{"containers":[{"name":"a","image":"a:1"},{"name":"b"},{"name":"c"}]}"#,
            r#"{"containers":[{"name":"new"},{"name":"c"},{"name":"a","image":"a:2"}]}"#
        ),
        "spec.containers[name=\"b\"]: removed {\"name\":\"b\"}\n\
         spec.containers[name=\"new\"]: added {\"name\":\"new\"}\n\
         spec.containers[name=\"c\"]: moved from position 2 to 1\n\
         spec.containers[name=\"a\"].image: \"a:1\" to \"a:2\""
    );
}

#[test]
fn a_key_that_is_there_twice_is_no_name() {
    assert_eq!(
        of_spec(
            r#"{"containers":[{"name":"a","image":"1"},{"name":"a","image":"2"}]}"#,
            r#"{"containers":[{"name":"a","image":"1"},{"name":"a","image":"3"}]}"#
        ),
        "spec.containers[1].image: \"2\" to \"3\""
    );
    // With all list map keys, these ports have names of their own.
    let ports = |number: u16| {
        format!(
            r#"{{"spec":{{"ports":[{{"port":53,"nodePort":1}},{{"port":53,"protocol":"UDP","nodePort":{number}}}]}}}}"#
        )
    };
    let schema = smp_types::schema("v1", "Service").expect("a known kind");
    let options = Options::default().merge_keys(MergeKeys::ListMapKeys);
    let found = changes(&ports(2), &ports(3), schema, &options).expect("two documents");
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["spec.ports[port=53,protocol=\"UDP\"].nodePort: 2 to 3"]
    );
}

#[test]
fn items_of_other_lists_are_the_same_if_they_are_equal() {
    let containers = |args: &str| format!(r#"{{"containers":[{{"name":"a","args":{args}}}]}}"#);
    let args = |before: &str, after: &str| {
        of_spec(&containers(before), &containers(after)).replace("spec.containers[name=\"a\"].", "")
    };
    assert_eq!(args(r#"["x","y"]"#, r#"["new","x","y"]"#), "args[0]: added \"new\"");
    assert_eq!(args(r#"["x","y","z"]"#, r#"["x","other","z"]"#), "args[1]: \"y\" to \"other\"");
    assert_eq!(args(r#"["x","y"]"#, r#"["y"]"#), "args[0]: removed \"x\"");
    assert_eq!(args(r#"["x","y","z"]"#, r#"["z","x","y"]"#), "args[0]: moved from position 2 to 0");
    assert_eq!(args(r#"["x","x"]"#, r#"["x","x","x"]"#), "args[2]: added \"x\"");
    // Objects without a merge key.
    assert_eq!(
        of_spec(
            r#"{"tolerations":[{"key":"a","value":"1"},{"key":"b","value":"2"}]}"#,
            r#"{"tolerations":[{"key":"new"},{"value":"1","key":"a"},{"key":"b","value":"3"}]}"#
        ),
        "spec.tolerations[0]: added {\"key\":\"new\"}\n\
         spec.tolerations[2].value: \"2\" to \"3\""
    );
    // A set of scalars.
    assert_eq!(
        of_pod(
            r#"{"metadata":{"finalizers":["a","b"]}}"#,
            r#"{"metadata":{"finalizers":["c","a"]}}"#
        ),
        "metadata.finalizers[1]: removed \"b\"\n\
         metadata.finalizers[0]: added \"c\""
    );
}

#[test]
fn each_change_has_its_rule() {
    let rules = |api_version: &str, kind: &str, before: &str, after: &str| {
        let found = found(api_version, kind, before, after);
        let rules = found.iter().map(|change| format!("{} {:?}", change.rule_path, change.rule));
        rules.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(rules("v1", "Pod", r#"{"metadata":{"name":"a"}}"#, "{}"), ". Fields");
    assert_eq!(
        rules(
            "v1",
            "Pod",
            r#"{"spec":{"containers":[{"name":"a","image":"1","args":["x"]}]}}"#,
            r#"{"spec":{"containers":[{"name":"a","image":"2","args":["y"]}]}}"#
        ),
        "spec.containers Keys([\"name\"])\nspec.containers[name=\"a\"].args Replace"
    );
    assert_eq!(
        rules(
            "v1",
            "Pod",
            r#"{"metadata":{"finalizers":["a"]}}"#,
            r#"{"metadata":{"finalizers":[]}}"#
        ),
        "metadata.finalizers Scalars"
    );
    // What is inside of a list that is replaced is replaced with it.
    assert_eq!(
        rules(
            "networking.k8s.io/v1",
            "Ingress",
            r#"{"spec":{"rules":[{"host":"a","http":{"paths":[{"path":"/"}]}}]}}"#,
            r#"{"spec":{"rules":[{"host":"a","http":{"paths":[{"path":"/x"}]}}]}}"#
        ),
        "spec.rules Replace"
    );
    assert_eq!(rules("v1", "Pod", r#"{"other":[1]}"#, r#"{"other":[2]}"#), "other Unknown");
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    let schema = smp_types::schema("v1", "Pod").expect("a known kind");
    let error = changes("{}", "{", schema, &Options::default()).expect_err("no JSON");
    assert!(error.to_string().starts_with("modified"), "{error}");
    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(200), "]".repeat(200));
    let (one, two) = (deep("1"), deep("2"));
    let error = changes(&one, &two, schema, &Options::default()).expect_err("too deep");
    assert_eq!(error.kind(), smp_core::ErrorKind::Depth);
    // What is not looked at may be of any depth.
    assert_eq!(changes(&one, &one, schema, &Options::default()).expect("equal"), []);
}

#[test]
fn long_lists_take_little_time() {
    let list = |from: usize| {
        let items = (from..from + 20_000).map(|at| format!(r#"{{"key":"k{at}","value":"v"}}"#));
        format!(r#"{{"spec":{{"tolerations":[{}]}}}}"#, items.collect::<Vec<_>>().join(","))
    };
    let started = std::time::Instant::now();
    let found = found("v1", "Pod", &list(0), &list(1));
    assert_eq!(found.len(), 2);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
