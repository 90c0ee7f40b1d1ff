//! `changes`: what differs between two documents, in examples.

#![allow(clippy::expect_used, reason = "a test fails where it panics")]

use smp_core::{
    FieldChange, FieldChangeKind, FieldDef, MergeKeys, ObjectDef, Options, Path, SchemaBuilder,
    Strategy, changes,
};

fn found(api_version: &str, kind: &str, before: &str, after: &str) -> Vec<FieldChange> {
    let schema = smp_types::schema(api_version, kind).expect("a known kind");
    changes(before, after, schema, &Options::default()).expect("two documents")
}

/// The changes of a pod, one a line.
fn of_pod(before: &str, after: &str) -> String {
    let found = found("v1", "Pod", before, after);
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Like [`of_pod`], for its specification.
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
fn both_values_of_a_change() {
    let found = found(
        "v1",
        "Pod",
        r#"{"metadata":{"name":"a","namespace":"n","finalizers":["x","y"]}}"#,
        r#"{"metadata":{"name":"b","uid":"u","finalizers":["y","x"]}}"#,
    );
    let values: Vec<_> = found.iter().map(|change| (change.before(), change.after())).collect();
    assert_eq!(
        values,
        [
            (Some("\"n\""), None),
            (Some("\"a\""), Some("\"b\"")),
            (None, Some("\"u\"")),
            (None, None),
        ]
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
            r#"{"tolerations":[{"key":"a","value":"1"},{"key":"a","value":"2"}]}"#,
            r#"{"tolerations":[{"effect":"new"},{"value":"1","key":"a"},{"key":"a","value":"3"}]}"#
        ),
        "spec.tolerations[0]: added {\"effect\":\"new\"}\n\
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
fn items_with_names_and_items_that_are_alike() {
    let tolerations = |items: &str| format!(r#"{{"tolerations":[{items}]}}"#);
    let of = |before: &str, after: &str| {
        of_spec(&tolerations(before), &tolerations(after)).replace("spec.tolerations", "it")
    };
    // Each item has a name of its own.
    assert_eq!(
        of(
            r#"{"key":"a","value":"1"},{"key":"b","value":"2"}"#,
            r#"{"key":"b","value":"3"},{"key":"a","value":"1"},{"key":"c"}"#
        ),
        "it[key=\"b\"]: moved from position 1 to 0\n\
         it[key=\"b\"].value: \"2\" to \"3\"\n\
         it[key=\"c\"]: added {\"key\":\"c\"}"
    );
    // Half of an item is enough, and the most alike come first.
    let of = |before: &str, after: &str| {
        let list = |items: &str| format!(r#"{{"rules":[{items}]}}"#);
        let found = found("rbac.authorization.k8s.io/v1", "Role", &list(before), &list(after));
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let pods = r#"{"apiGroups":[""],"resources":["pods"],"verbs":["get","list"]}"#;
    let jobs = r#"{"apiGroups":["batch"],"resources":["jobs"],"verbs":["create"]}"#;
    let watch = pods.replace(r#""list""#, r#""list","watch""#);
    assert_eq!(
        of(pods, &format!("{jobs},{watch}")),
        format!("rules[0]: added {jobs}\nrules[1].verbs[2]: added \"watch\"")
    );
    assert_eq!(
        of(&format!("{jobs},{pods}"), &watch),
        format!("rules[0]: removed {jobs}\nrules[0].verbs[2]: added \"watch\"")
    );
}

#[test]
fn what_has_moved_has_its_neighbour_or_its_value() {
    let moved = |before: &str, after: &str| {
        let found = found("v1", "Pod", before, after);
        let moved = found.into_iter().map(|change| match change.kind {
            FieldChangeKind::Moved { follows, item, .. } => {
                (follows.map(|step| Path::from_segments([step]).to_string()), item)
            }
            _ => (None, None),
        });
        moved.collect::<Vec<_>>()
    };
    let name = |name: &str| format!(r#"{{"name":"{name}"}}"#);
    let containers = |names: [&str; 3]| {
        format!(r#"{{"spec":{{"containers":[{}]}}}}"#, names.map(name).join(","))
    };
    // The path has the name of the element, and `follows` the one before it.
    assert_eq!(
        moved(&containers(["a", "b", "c"]), &containers(["b", "c", "a"])),
        [(Some(r#"[name="c"]"#.to_owned()), None)]
    );
    assert_eq!(moved(&containers(["a", "b", "c"]), &containers(["c", "a", "b"])), [(None, None)]);
    assert_eq!(
        moved(
            r#"{"metadata":{"finalizers":["a","b"]}}"#,
            r#"{"metadata":{"finalizers":["b","a"]}}"#
        ),
        [(None, Some(r#""b""#.to_owned()))]
    );
}

#[test]
fn lists_in_lists_are_compared_as_a_whole() {
    let list = |items: &str| format!(r#"{{"spec":{{"other":{items}}}}}"#);
    assert_eq!(
        of_pod(&list("[[1],[2,3]]"), &list("[[2,3],[1]]")),
        "spec.other[0]: moved from position 1 to 0"
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
    // The parts of a list that is replaced are replaced with it.
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
fn an_object_that_is_replaced_has_its_rule() {
    let mut types = SchemaBuilder::new();
    let text = types.scalar();
    let inner = types.object(ObjectDef::new("Inner").field("a", FieldDef::new(text)));
    let inner = FieldDef::new(inner).strategy(Strategy::REPLACE);
    let root = types.object(ObjectDef::new("Root").field("inner", inner));
    let schema = types.build(root).expect("a schema");
    let (before, after) = (r#"{"inner":{"a":1}}"#, r#"{"inner":{"a":2}}"#);
    let found = changes(before, after, &schema, &Options::default()).expect("two documents");
    let found: Vec<_> =
        found.iter().map(|it| format!("{it}; {} {:?}", it.rule_path, it.rule)).collect();
    assert_eq!(found, ["inner.a: 1 to 2; inner Replace"]);
}

#[test]
fn elements_have_names_in_lists_that_are_replaced() {
    let claims = |number: u8| {
        format!(
            r#"{{"spec":{{"volumeClaimTemplates":[{{"metadata":{{"ownerReferences":[{{"uid":"u","name":"{number}"}}]}}}}]}}}}"#
        )
    };
    let found = found("apps/v1", "StatefulSet", &claims(1), &claims(2));
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    let path = r#"spec.volumeClaimTemplates[0].metadata.ownerReferences[uid="u"].name"#;
    assert_eq!(found, [format!(r#"{path}: "1" to "2""#)]);
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
    // A part that is not looked at may be of any depth.
    assert_eq!(changes(&one, &one, schema, &Options::default()).expect("equal"), []);
}

#[test]
fn a_long_list_of_which_two_elements_changed() {
    let list = |from: usize| {
        let items = (from..from + 20_000).map(|at| format!(r#"{{"key":"k{at}","value":"v"}}"#));
        format!(r#"{{"spec":{{"tolerations":[{}]}}}}"#, items.collect::<Vec<_>>().join(","))
    };
    let found = found("v1", "Pod", &list(0), &list(1));
    assert_eq!(found.len(), 2);
}

#[test]
fn nulls_that_are_values() {
    let mut types = SchemaBuilder::new();
    let (text, free) = (types.scalar(), types.any_with_nulls());
    let nullable = types.nullable(text);
    let row = types.object(ObjectDef::new("Row").field("note", FieldDef::new(nullable)));
    let rows = types.list(row);
    let page = ObjectDef::new("Page")
        .field("size", FieldDef::new(text))
        .field("title", FieldDef::new(nullable))
        .field("rows", FieldDef::new(rows))
        .field("free", FieldDef::new(free));
    let page = types.object(page);
    let schema = types.build(page).expect("a schema");
    for (before, after, expected) in [
        (r#"{"title":null,"size":null}"#, "{}", "title: removed null"),
        ("{}", r#"{"title":null,"size":null,"free":null}"#, "title: added null"),
        (r#"{"title":"a"}"#, r#"{"title":null}"#, r#"title: "a" to null"#),
        (r#"{"rows":[{"note":null}]}"#, r#"{"rows":[{}]}"#, "rows[0].note: removed null"),
        (r#"{"free":{"a":{}}}"#, r#"{"free":{"a":{"b":null}}}"#, "free.a.b: added null"),
        (r#"{"title":null,"free":{"a":null}}"#, r#"{"free":{"a":null},"title":null}"#, ""),
    ] {
        let found = changes(before, after, &schema, &Options::default()).expect("two documents");
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.join("\n"), expected, "{before} and {after}");
    }
}
