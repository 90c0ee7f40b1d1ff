//! `Patch::check` and `check_document` find what in a patch does not fit the schema. Operations
//! on Rust types refuse the same unknown fields.

#![allow(clippy::expect_used, reason = "a test fails where it panics")]

use smp_core::{
    FieldDef, FindingKind, ObjectDef, Options, Patch, Schema, Severity, Strategy, check_document,
};

fn schema(api_version: &str, kind: &str) -> &'static Schema {
    smp_types::schema(api_version, kind).expect("a known kind")
}

/// The findings of a patch for a Deployment, one a line.
fn check(patch: &str) -> String {
    check_of("apps/v1", "Deployment", patch)
}

fn check_of(api_version: &str, kind: &str, patch: &str) -> String {
    let found = Patch::from_json(patch).expect("a patch").check(schema(api_version, kind));
    let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[test]
fn unknown_fields_have_a_suggestion() {
    assert_eq!(
        check(r#"{"spec": {"replica": 3, "templte": {"spec": {}}}}"#),
        "spec.replica: `DeploymentSpec` has no such field; did you mean `replicas`?\n\
         spec.templte: `DeploymentSpec` has no such field; did you mean `template`?"
    );
    assert_eq!(
        check(r#"{"spec": {"template": {"spec": {"containers": [{"name": "a", "colour": 1}]}}}}"#),
        "spec.template.spec.containers[0].colour: `Container` has no such field"
    );
}

#[test]
fn directives_that_are_none() {
    assert_eq!(
        check(r#"{"spec": {"$patchh": "delete"}}"#),
        "spec.$patchh: there is no such directive; it is read as data; did you mean `$patch`?"
    );
    // Labels may have any name, but a misspelt directive is found there, too. Other names with
    // `$` are data.
    assert_eq!(
        check(r#"{"metadata": {"labels": {"$retainkeys": "a", "$ref": "b"}}}"#),
        "metadata.labels.$retainkeys: there is no such directive; it is read as data; did you \
         mean `$retainKeys`?"
    );
    assert_eq!(
        check(r#"{"spec": {"$setElementOrdr/template": []}}"#),
        "spec.$setElementOrdr/template: there is no such directive; it is read as data; did \
         you mean `$setElementOrder/template`?"
    );
    assert_eq!(
        check(r#"{"metadata": {"$deleteFromPrimitiveList/finalizer": ["a"]}}"#),
        "metadata.$deleteFromPrimitiveList/finalizer: `ObjectMeta` has no such field; did you \
         mean `finalizers`?"
    );
    assert_eq!(
        check(r#"{"metadata": {"$setElementOrder/finalizer": ["a"]}}"#),
        "metadata.$setElementOrder/finalizer: `ObjectMeta` has no such field; did you mean \
         `finalizers`?"
    );
    assert_eq!(
        check(r#"{"spec": {"strategy": {"$retainKeys": ["typ"]}}}"#),
        "spec.strategy.$retainKeys[0]: `DeploymentStrategy` has no such field: `typ`; did you \
         mean `type`?"
    );
    // A map may have any name.
    assert_eq!(check(r#"{"metadata": {"labels": {"$retainKeys": ["a"], "a": "b"}}}"#), "");
}

#[test]
fn scalars_of_another_type() {
    for (value, found) in [
        ("3", ""),
        ("3.0", ""),
        ("null", ""),
        (r#""3""#, "spec.replicas: expected an integer, found a string"),
        ("true", "spec.replicas: expected an integer, found a boolean"),
        ("3.5", "spec.replicas: expected an integer, found a number with a fraction"),
        ("[3]", "spec.replicas: expected an integer, found a list"),
    ] {
        assert_eq!(check(&format!(r#"{{"spec": {{"replicas": {value}}}}}"#)), found);
    }
    assert_eq!(
        check_of("v1", "ConfigMap", r#"{"data": {"a": 1, "b": "1", "c": true}}"#),
        "data.a: expected a string, found a number\ndata.c: expected a string, found a boolean"
    );
    // Quantities and values of type int-or-string may be strings or numbers.
    let container = r#"{"name": "a", "resources": {"limits": {"cpu": 1, "memory": "1Gi"}},
        "livenessProbe": {"httpGet": {"port": "http"}}}"#;
    let patch = format!(r#"{{"spec": {{"containers": [{container}]}}}}"#);
    assert_eq!(check_of("v1", "Pod", &patch), "");
}

#[test]
fn another_kind_of_value_is_an_error() {
    let spec = |spec| format!(r#"{{"spec": {{"template": {{"spec": {spec}}}}}}}"#);
    for (patch, found) in [
        (
            spec(r#"{"containers": {"name": "a"}}"#),
            "spec.template.spec.containers: expected a list, found an object",
        ),
        (spec("3"), "spec.template.spec: expected an object, found a number"),
        (spec("[]"), "spec.template.spec: expected an object, found a list"),
        (
            r#"{"metadata": {"labels": "a"}}"#.to_owned(),
            "metadata.labels: expected an object, found a string",
        ),
    ] {
        let all = Patch::from_json(&patch).expect("a patch").check(schema("apps/v1", "Deployment"));
        assert_eq!(all[0].to_string(), found);
        assert_eq!(all[0].kind, FindingKind::ContainerReplaced);
        assert_eq!(all[0].severity(), Severity::Error);
    }
    // Null removes a value of any kind.
    for null in [r#"{"spec": null}"#, r#"{"metadata": {"labels": null, "finalizers": null}}"#] {
        assert_eq!(check(null), "");
    }
    let other = Patch::from_json(r#"{"spec": {"replicas": {}}}"#).expect("a patch");
    let found = &other.check(schema("apps/v1", "Deployment"))[0];
    assert_eq!((found.kind, found.severity()), (FindingKind::ScalarReplaced, Severity::Warning));
}

#[test]
fn a_discriminator_that_is_nearly_a_member() {
    assert_eq!(
        check(r#"{"spec": {"strategy": {"type": "RolingUpdate"}}}"#),
        "spec.strategy.type: \"RolingUpdate\" does not name a member of the union; did you mean \
         `RollingUpdate`?"
    );
    assert_eq!(check(r#"{"spec": {"strategy": {"type": "Recreate"}}}"#), "");
}

#[test]
fn in_a_document_directives_are_data() {
    let found = |document: &str| -> Vec<_> {
        let found = check_document(document, schema("apps/v1", "Deployment")).expect("an object");
        found.into_iter().map(|found| (found.kind, found.path.to_string())).collect()
    };
    assert_eq!(
        found(r#"{"spec": {"$patch": "delete", "$retainKeys": 1, "replica": 1}}"#),
        [
            (FindingKind::DirectiveAsData, "spec.$patch".to_owned()),
            (FindingKind::DirectiveAsData, "spec.$retainKeys".to_owned()),
            (FindingKind::UnknownField, "spec.replica".to_owned()),
        ]
    );
    assert_eq!(
        found(r#"{"metadata": {"labels": {"$patch": "delete"}}}"#),
        [(FindingKind::DirectiveAsData, "metadata.labels.$patch".to_owned())]
    );
    // A name that is nearly that of a directive is data, too.
    let near = check_document(r#"{"metadata": {"labels": {"$patchh": "a"}}}"#, schema("v1", "Pod"));
    assert_eq!(
        near.expect("an object")[0].to_string(),
        "metadata.labels.$patchh: there is no such directive"
    );
    assert!(check_document("[]", schema("v1", "Pod")).is_err());
}

#[test]
fn free_form_values_have_no_findings() {
    let patch = r#"{"spec": {"openAPIV3Schema": 1}, "raw": {"$ref": "a", "b": [1, {"c": 2}]}}"#;
    let mut types = smp_core::SchemaBuilder::new();
    let any = types.any();
    let schema = types.build(any).expect("a schema");
    assert_eq!(Patch::from_json(patch).expect("a patch").check(&schema), []);
    let patch = Patch::from_json(r#"{"raw": {"$patchh": "delete"}}"#).expect("a patch");
    assert_eq!(
        patch.check(&schema)[0].to_string(),
        "raw.$patchh: there is no such directive; it is read as data; did you mean `$patch`?"
    );
}

#[cfg(feature = "structs")]
#[test]
fn operations_on_rust_types_refuse_the_same_fields() {
    let live = smp_types::apps_v1::Deployment::default();
    for patch in [
        r#"{"spec": {"replica": 3}}"#,
        r#"{"spec": {"template": {"spec": {"containers": [{"name": "a", "img": "b"}]}}}}"#,
        r#"{"spec": {"$patchh": "delete"}}"#,
        r#"{"metadata": {"$deleteFromPrimitiveList/finalizer": ["a"]}}"#,
    ] {
        let patch = Patch::from_json(patch).expect("a patch");
        let found = patch.check(schema("apps/v1", "Deployment"));
        let error = smp_core::StrategicMerge::strategic_merge(&live, &patch).unwrap_err();
        assert_eq!(error.path(), &found[0].path);
        assert!(error.message().starts_with(&found[0].message), "{error}");
        if let Some(name) = &found[0].suggestion {
            assert!(error.message().ends_with(&format!("did you mean `{name}`?")), "{error}");
        }
    }
}

#[test]
fn directives_where_a_value_is_taken_as_a_whole() {
    let message = "the directive has no effect here, where the patch's value is taken as a whole; \
                   an API server drops it, too";
    let secrets = r#"{"imagePullSecrets": [{"name": "a", "$patch": "delete"}]}"#;
    let found = check_of("v1", "ServiceAccount", secrets);
    assert_eq!(found, format!("imagePullSecrets[0].$patch: {message}"));
    let spec = r#"{"$patch": "replace", "containers": [{"name": "a", "$patch": "delete"}]}"#;
    let found = check_of("v1", "Pod", &format!(r#"{{"spec": {spec}}}"#));
    assert_eq!(found, format!("spec.containers[0].$patch: {message}"));
    let metadata = r#"{"$deleteFromPrimitiveList/finalizers": ["a"], "finalizers": ["b"]}"#;
    let patch = format!(r#"{{"$patch": "replace", "metadata": {metadata}}}"#);
    let found = check_of("v1", "Pod", &patch);
    assert_eq!(found, format!("metadata.$deleteFromPrimitiveList/finalizers: {message}"));
    // Where the value is merged, the directives have an effect.
    let patch = r#"{"metadata": {"labels": {"$patch": "replace"}, "$deleteFromPrimitiveList/finalizers": ["a"]},
        "spec": {"containers": [{"name": "a", "$patch": "delete"}, {"$patch": "replace"}]}}"#;
    assert_eq!(check_of("v1", "Pod", patch), "");
}

/// A list that merges by key, inside of an object that is merged and of one that is replaced.
fn replaced() -> Schema {
    let mut types = smp_core::SchemaBuilder::new();
    let (text, holder) = (types.scalar(), types.declare());
    let items = types.list(holder);
    let items = FieldDef::new(items).strategy(Strategy::MERGE).merge_key("name");
    let object = ObjectDef::new("Holder")
        .field("name", FieldDef::new(text))
        .field("items", items)
        .field("merged", FieldDef::new(holder))
        .field("replaced", FieldDef::new(holder).strategy(Strategy::REPLACE));
    types.define(holder, object);
    types.build(holder).expect("a schema")
}

#[test]
fn directives_at_an_object_that_is_replaced() {
    let found = |patch: &str| {
        let found = Patch::from_json(patch).expect("a patch").check(&replaced());
        found.into_iter().map(|found| (found.kind, found.path.to_string())).collect::<Vec<_>>()
    };
    let ineffective = |path: &str| [(FindingKind::IneffectiveDirective, path.to_owned())];
    assert_eq!(found(r#"{"replaced": {"$patch": "delete"}}"#), ineffective("replaced.$patch"));
    assert_eq!(
        found(r#"{"replaced": {"merged": {"$patch": "replace"}}}"#),
        ineffective("replaced.merged.$patch")
    );
    for quiet in [
        // What is asked for happens.
        r#"{"replaced": {"$patch": "replace", "name": "a"}}"#,
        r#"{"replaced": {"name": "a"}}"#,
        r#"{"merged": {"$patch": "delete"}}"#,
    ] {
        assert_eq!(found(quiet), [], "{quiet}");
    }
}

/// The findings of a patch for a live object, one a line.
fn check_live(schema: &Schema, live: &str, patch: &str) -> String {
    let patch = Patch::from_json(patch).expect("a patch");
    let found = patch.check_live(live, schema, &Options::default()).expect("JSON");
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_list_of_names_that_is_replaced() {
    let mut types = smp_core::SchemaBuilder::new();
    let any = types.any();
    let routes = types.list(any);
    let atomic = FieldDef::new(routes).list_type(smp_core::ListType::Atomic);
    let spec = ObjectDef::new("Spec").field("http", FieldDef::new(routes));
    let root = types.object(spec.field("atomic", atomic).field("free", FieldDef::new(any)));
    let schema = types.build(root).expect("a schema");
    let live = r#"{"http": [{"name": "a"}, {"name": "b"}, {"name": "c"}], "atomic": [{"name": "a"}, {"name": "b"}]}"#;
    assert_eq!(
        check_live(&schema, live, r#"{"http": [{"name": "a", "x": 1}]}"#),
        "http: the list is replaced as a whole, which drops \"b\", \"c\": the schema has no key for \
         its elements; did you mean `name`?"
    );
    let one = r#"{"http": [{"name": "a", "match": {"uri": 1, "port": 2}, "to": "x"}]}"#;
    for (patch, dropped) in [
        (r#"{"http": [{"name": "a", "to": "y"}]}"#, "`match` of \"a\""),
        (r#"{"http": [{"name": "a", "match": {"uri": 2}, "to": "x"}]}"#, "`match.port` of \"a\""),
    ] {
        let message = check_live(&schema, one, patch);
        assert!(message.contains(&format!("which drops {dropped}:")), "{message}");
    }
    assert_eq!(check_live(&schema, one, one), "");
    // A list in a free-form value, too.
    let free = check_live(&schema, r#"{"free": [{"id": "a"}]}"#, r#"{"free": [{"id": "b"}]}"#);
    assert!(free.contains("which drops \"a\":"), "{free}");
    let many = |count: usize| {
        let items = |range: std::ops::Range<usize>| {
            range.map(|at| format!(r#"{{"name": "{at}"}}"#)).collect::<Vec<_>>().join(", ")
        };
        let live = format!(r#"{{"http": [{}]}}"#, items(0..count));
        check_live(&schema, &live, &format!(r#"{{"http": [{}]}}"#, items(9..10)))
    };
    assert!(many(5).contains(r#"which drops "0", "1", "2", "3", "4":"#), "{}", many(5));
    assert!(many(7).contains(r#"which drops "0", "1", "2", "3", "4" and 2 more:"#), "{}", many(7));
    for (live, quiet) in [
        // Two elements have one name, so that it names neither.
        (r#"{"http": [{"name": "a"}, {"name": "a"}]}"#, r#"{"http": [{"name": "b"}]}"#),
        // Null counts as absent.
        (r#"{"http": [{"name": "a", "to": null}]}"#, r#"{"http": [{"name": "a"}]}"#),
    ] {
        assert_eq!(check_live(&schema, live, quiet), "", "{live}");
    }
    for quiet in [
        // Nothing is dropped.
        r#"{"http": [{"name": "c"}, {"name": "a"}, {"name": "b"}, {"name": "d"}]}"#,
        // The elements have no names, or the list is meant to be empty.
        r#"{"http": [{"match": 1}]}"#,
        r#"{"http": []}"#,
        r#"{"http": null}"#,
        // The schema says that the list is atomic.
        r#"{"atomic": [{"name": "a"}]}"#,
    ] {
        assert_eq!(check_live(&schema, live, quiet), "", "{quiet}");
    }
}

#[test]
fn equal_merge_keys_that_a_patch_meets() {
    let live = r#"{"spec": {"ports": [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}, {"port": 80}]}}"#;
    let service = schema("v1", "Service");
    assert_eq!(
        check_live(service, live, r#"{"spec": {"ports": [{"port": 53, "protocol": "TCP"}]}}"#),
        "spec.ports[0]: 2 elements of live have the merge key 53; the patch changes the first"
    );
    assert_eq!(
        check_live(service, live, r#"{"spec": {"ports": [{"port": 80, "name": "a"}]}}"#),
        ""
    );
    assert_eq!(check_live(service, live, r#"{"spec": {"type": "NodePort"}}"#), "");
}

/// Elements of a patch that name one element of live are checked with the first of them.
#[test]
fn elements_of_one_key() {
    let live = r#"{"spec": {"containers": [
        {"name": "a", "ports": [{"containerPort": 1}, {"containerPort": 1}]}, {"name": "b", "ports": []}
    ]}}"#;
    let patch = r#"{"spec": {"containers": [
        {"name": "a", "ports": [{"containerPort": 1}]},
        {"name": "b", "ports": [{"hostPort": 1}]},
        {"name": "a", "ports": [{"hostPort": 2}, {"containerPort": 1}]},
        {"name": "a", "resources": {"$patch": "replace"}}
    ]}}"#;
    let twice = "2 elements of live have the merge key 1; the patch changes the first";
    let lacks = "the element lacks the merge key \"containerPort\"; add it";
    let container = |at: usize, rest: &str| format!("spec.containers[{at}].{rest}");
    let expected = [
        container(0, &format!("ports[0]: {twice}")),
        container(2, &format!("ports[0]: {lacks}")),
        container(2, &format!("ports[1]: {twice}")),
        container(
            3,
            "resources.$patch: live has no such object: with `$patch` here, the patch's object is \
             left out, as in a cluster",
        ),
        container(1, &format!("ports[0]: {lacks}")),
    ];
    assert_eq!(check_live(schema("v1", "Pod"), live, patch), expected.join("\n"));
}

/// Of several lists that replace one of live, the last is the result.
#[test]
fn lists_of_names_in_elements_of_one_key() {
    let mut types = smp_core::SchemaBuilder::new();
    let (any, text) = (types.any(), types.scalar());
    let routes = types.list(any);
    let host = ObjectDef::new("Host").field("name", FieldDef::new(text));
    let host = types.object(host.field("http", FieldDef::new(routes)));
    let hosts = types.list(host);
    let hosts = FieldDef::new(hosts).strategy(Strategy::MERGE).merge_key("name");
    let root = types.object(ObjectDef::new("Spec").field("hosts", hosts));
    let schema = types.build(root).expect("a schema");
    let live = r#"{"hosts": [{"name": "x", "http": [{"name": "a"}, {"name": "b"}]}]}"#;
    let (all, some) = (r#"[{"name": "a"}, {"name": "b"}]"#, r#"[{"name": "b"}]"#);
    let twice = |first: &str, last: &str| {
        let host = |http: &str| format!(r#"{{"name": "x", "http": {http}}}"#);
        check_live(&schema, live, &format!(r#"{{"hosts": [{}, {}]}}"#, host(first), host(last)))
    };
    assert_eq!(twice(some, all), "");
    let message = twice(all, some);
    assert!(message.starts_with("hosts[1].http: ") && message.contains("drops \"a\""), "{message}");
}

/// The directives inside of an element that live does not have.
#[test]
fn directives_in_new_elements() {
    let message = "the directive has no effect here, in an element that live does not have: the \
                   value is added; an API server drops the directive, too";
    let pod = |patch: &str| {
        let live =
            r#"{"spec": {"containers": [{"name": "old", "ports": [{"containerPort": 1}]}]}}"#;
        check_live(schema("v1", "Pod"), live, &format!(r#"{{"spec": {{"containers": {patch}}}}}"#))
    };
    for (patch, place) in [
        (
            r#"[{"name": "new", "ports": [{"containerPort": 1, "$patch": "delete"}]}]"#,
            "ports[0].$patch",
        ),
        (r#"[{"name": "new", "ports": [{"$patch": "replace"}]}]"#, "ports[0].$patch"),
        (r#"[{"name": "new", "resources": {"$patch": "delete"}}]"#, "resources.$patch"),
    ] {
        assert_eq!(pod(patch), format!("spec.containers[0].{place}: {message}"), "{patch}");
    }
    // In a list that is replaced every element is new.
    let replaced = r#"[{"$patch": "replace"}, {"name": "old", "resources": {"$patch": "delete"}}]"#;
    assert_eq!(pod(replaced), format!("spec.containers[1].resources.$patch: {message}"));
    for quiet in [
        // Live has the element.
        r#"[{"name": "old", "ports": [{"containerPort": 1, "$patch": "delete"}]}]"#,
        // What is asked for happens.
        r#"[{"name": "new", "resources": {"$patch": "replace", "limits": {"cpu": "1"}}}]"#,
        r#"[{"name": "new", "$patch": "delete"}]"#,
        r#"[{"name": "new", "$patch": "delete", "resources": {"$patch": "delete"}}]"#,
    ] {
        assert_eq!(pod(quiet), "", "{quiet}");
    }
    // A server drops it in what the merge gives.
    let live = r#"{"metadata": {"ownerReferences": [{"uid": "a"}]}, "spec": {"containers": []}}"#;
    let patch = r#"{"spec": {"containers": [{"name": "new", "resources": {"$patch": "delete", "limits": {"cpu": "1"}}}]}}"#;
    let result = smp_core::apply(
        live,
        Patch::from_json(patch).expect("a patch"),
        schema("v1", "Pod"),
        &Options::default(),
    );
    assert!(result.expect("a result").contains(r#""limits":{"cpu":"1"}"#));
    let documented = Patch::from_json(patch).expect("a patch").check_live(
        live,
        schema("v1", "Pod"),
        &Options::documented(),
    );
    assert_eq!(documented.expect("JSON"), []);
}

#[test]
fn an_object_that_live_lacks_is_left_out() {
    let deployment = schema("apps/v1", "Deployment");
    let patch = r#"{"spec": {"strategy": {"$patch": "replace", "type": "Recreate"}}}"#;
    let message = "spec.strategy.$patch: live has no such object: with `$patch` here, the patch's \
                   object is left out, as in a cluster";
    for live in [r#"{"spec": {}}"#, r#"{"spec": {"strategy": null}}"#, "{}"] {
        assert_eq!(check_live(deployment, live, patch), message, "{live}");
    }
    assert_eq!(check_live(deployment, r#"{"spec": {"strategy": {}}}"#, patch), "");
    let delete = r#"{"spec": {"strategy": {"$patch": "delete"}}}"#;
    assert_eq!(check_live(deployment, "{}", delete), "");
}

#[test]
fn elements_without_their_merge_key() {
    let pod = schema("v1", "Pod");
    let patch = r#"{"spec": {"containers": [{"image": "a"}, {"name": "b"}, {"name": null}],
        "volumes": [{"emptyDir": {}}]}}"#;
    let live = r#"{"spec": {"containers": [{"name": "b"}], "volumes": []}}"#;
    let lacks = "the element lacks the merge key \"name\"; add it";
    assert_eq!(
        check_live(pod, live, patch),
        format!(
            "spec.containers[0]: {lacks}\nspec.containers[2]: {lacks}\nspec.volumes[0]: {lacks}"
        )
    );
    let found = Patch::from_json(patch).expect("a patch");
    let found = found.check_live(live, pod, &Options::default()).expect("JSON");
    assert!(found.iter().all(|found| found.severity() == Severity::Error));
    // A list that live lacks is taken as it is.
    assert_eq!(check_live(pod, "{}", patch), "");
}

#[test]
fn what_is_replaced_is_not_looked_at_in_live() {
    let schema = replaced();
    let live = r#"{"items": [{"name": "a"}, {"name": "a"}], "merged": {"items": [{"name": "a"}, {"name": "a"}]},
        "replaced": {"items": [{"name": "a"}, {"name": "a"}]}}"#;
    let patch = r#"{"items": [{"name": "a"}]}"#;
    let message = "2 elements of live have the merge key \"a\"; the patch changes the first";
    assert_eq!(check_live(&schema, live, patch), format!("items[0]: {message}"));
    assert_eq!(
        check_live(&schema, live, &format!(r#"{{"merged": {patch}}}"#)),
        format!("merged.items[0]: {message}")
    );
    for quiet in [
        format!(r#"{{"replaced": {patch}}}"#),
        r#"{"merged": {"$patch": "replace", "items": [{"name": "a"}]}}"#.to_owned(),
        // The directive is a finding about the patch alone.
        r#"{"items": [{"name": "new", "replaced": {"$patch": "delete"}}]}"#.to_owned(),
    ] {
        assert_eq!(check_live(&schema, live, &quiet), "", "{quiet}");
    }
    // A patch without lists and `$patch` loses nothing, so that live is not read.
    assert_eq!(check_live(&schema, "not JSON", r#"{"merged": {"name": "a"}}"#), "");
}
