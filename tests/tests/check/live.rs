//! `Patch::check_live` finds what in a patch has another effect on a live object than it seems.

use super::{replaced, schema};
use smp_core::{
    FieldDef, Finding, FindingKind, ObjectDef, Options, Patch, Schema, Severity, Strategy,
};

/// The findings of a patch for a live object, one a line, apart from those about elements that live
/// does not have.
fn check_live(schema: &Schema, live: &str, patch: &str) -> String {
    use FindingKind::{ElementAbsent, ElementAdded, ElementIncomplete, ElementNearName};
    let others = [ElementAbsent, ElementAdded, ElementIncomplete, ElementNearName];
    findings(schema, live, patch, |found| !others.contains(&found.kind))
}

/// The findings about elements that live does not have, one a line. Notes are left out.
fn check_names(schema: &Schema, live: &str, patch: &str) -> String {
    findings(schema, live, patch, |found| found.severity() > Severity::Note)
}

fn findings(
    schema: &Schema,
    live: &str,
    patch: &str,
    is_shown: impl Fn(&Finding) -> bool,
) -> String {
    let patch = Patch::from_json(patch).expect("a patch");
    let found = patch.check_live(live, schema, &Options::default()).expect("JSON");
    let shown = found.iter().filter(|found| is_shown(found));
    shown.map(ToString::to_string).collect::<Vec<_>>().join("\n")
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

/// The volume claims of a `StatefulSet` are whole objects in an atomic list.
#[test]
fn a_list_of_whole_objects_that_is_replaced() {
    let set = schema("apps/v1", "StatefulSet");
    let claim =
        |name: &str, spec: &str| format!(r#"{{"metadata": {{"name": "{name}"}}, "spec": {spec}}}"#);
    let claims = |claims: &[String]| {
        format!(r#"{{"spec": {{"volumeClaimTemplates": [{}]}}}}"#, claims.join(", "))
    };
    let full = r#"{"accessModes": ["ReadWriteOnce"], "volumeMode": "Filesystem"}"#;
    let live = claims(&[claim("data", full), claim("logs", full)]);
    assert_eq!(
        check_live(set, &live, &claims(&[claim("data", "{}")])),
        "spec.volumeClaimTemplates: the list is replaced as a whole, which drops \"logs\": the \
         schema has no key for its elements"
    );
    // A server has set what a manifest does not state.
    let all = claims(&[claim("logs", "{}"), claim("data", "{}"), claim("more", "{}")]);
    assert_eq!(check_live(set, &live, &all), "");
    assert_eq!(check_live(set, &live, r#"{"spec": {"volumeClaimTemplates": []}}"#), "");
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

/// Elements of a patch that name one element of live are checked each by itself.
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
        container(1, &format!("ports[0]: {lacks}")),
        container(2, &format!("ports[0]: {lacks}")),
        container(2, &format!("ports[1]: {twice}")),
        container(
            3,
            "resources.$patch: live has no such object: with `$patch` here, the patch's object is \
             left out, as in a cluster",
        ),
    ];
    assert_eq!(check_live(schema("v1", "Pod"), live, patch), expected.join("\n"));
}

/// Each of several lists that replace one list of live is compared with it.
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
    let message = twice(some, all);
    assert!(message.starts_with("hosts[0].http: ") && message.contains("drops \"a\""), "{message}");
    let message = twice(all, some);
    assert!(message.starts_with("hosts[1].http: ") && message.contains("drops \"a\""), "{message}");
}

/// The directives inside of an element that live does not have.
#[test]
fn directives_in_new_elements() {
    let message = "the directive has no effect here, in an element that live does not have: the \
                   value is added; an API server drops it, too";
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
        (
            r#"[{"name": "new", "args": ["a"], "$deleteFromPrimitiveList/args": ["a"]}]"#,
            "$deleteFromPrimitiveList/args",
        ),
        (
            r#"[{"name": "new", "args": ["a"], "$deleteFromPrimitiveList/args": null}]"#,
            "$deleteFromPrimitiveList/args",
        ),
    ] {
        assert_eq!(pod(patch), format!("spec.containers[0].{place}: {message}"), "{patch}");
    }
    // In a map no member is unknown.
    let message = "the directive has no effect here, in an element that live does not have: the \
                   value is added; an API server stores it as data or refuses the patch";
    for marker in ["delete", "replace"] {
        let limits = format!(r#"{{"limits": {{"cpu": "1", "$patch": "{marker}"}}}}"#);
        assert_eq!(
            pod(&format!(r#"[{{"name": "new", "resources": {limits}}}]"#)),
            format!("spec.containers[0].resources.limits.$patch: {message}")
        );
    }
    // In a list that is replaced every element is new.
    let message = "the directive has no effect here, in an element that live does not have: the \
                   value is added; an API server drops it, too";
    let replaced = r#"[{"$patch": "replace"}, {"name": "old", "resources": {"$patch": "delete"}}]"#;
    assert_eq!(pod(replaced), format!("spec.containers[1].resources.$patch: {message}"));
    for quiet in [
        // Live has the element.
        r#"[{"name": "old", "ports": [{"containerPort": 1, "$patch": "delete"}]}]"#,
        // The directive has its effect.
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
    let documented = |live: &str, patch: &str| {
        let patch = Patch::from_json(patch).expect("a patch");
        let found = patch.check_live(live, schema("v1", "Pod"), &Options::documented());
        let mut found = found.expect("JSON");
        found.retain(|found| found.kind != FindingKind::ElementIncomplete);
        found
    };
    assert_eq!(documented(live, patch), []);
    // In a list that is replaced directives have no effect as documented, either.
    let live = r#"{"spec": {"containers": [{"name": "old"}]}}"#;
    let documented = documented(live, &format!(r#"{{"spec": {{"containers": {replaced}}}}}"#));
    let documented: Vec<_> = documented.iter().map(ToString::to_string).collect();
    assert_eq!(
        documented,
        ["spec.containers[1].resources.$patch: the directive has no effect here, in a list that \
          `$patch: replace` replaces: the value is taken without it"]
    );
}

/// A server has no unknown fields to drop there: it refuses the patch, or stores the directive.
#[test]
fn directives_in_maps_that_live_lacks() {
    let message = "an API server stores it as data or refuses the patch";
    let found = |live: &str, patch: &str| check_live(schema("v1", "Pod"), live, patch);
    let lacks = "the directive has no effect here, where live has no such value";
    for directive in [
        r#""$retainKeys": ["a"]"#,
        r#""$setElementOrder/b": []"#,
        r#""$deleteFromPrimitiveList/b": []"#,
    ] {
        let name = directive.split('"').nth(1).unwrap_or_default();
        let map = format!(r#"{{"a": "1", {directive}}}"#);
        let labels = format!(r#"{{"metadata": {{"labels": {map}}}}}"#);
        assert_eq!(found("{}", &labels), format!("metadata.labels.{name}: {lacks}; {message}"));
        assert_eq!(found(r#"{"metadata": {"labels": {"b": "1"}}}"#, &labels), "");
        // In a list that live lacks, and in a new element of one that it has.
        let container = format!(r#"{{"name": "c", "resources": {{"limits": {map}}}}}"#);
        let containers = format!(r#"{{"spec": {{"containers": [{container}]}}}}"#);
        let place = format!("spec.containers[0].resources.limits.{name}");
        assert_eq!(found("{}", &containers), format!("{place}: {lacks}; {message}"));
        let live = r#"{"spec": {"containers": [{"name": "old"}]}}"#;
        let new = "the directive has no effect here, in an element that live does not have: the \
                   value is added";
        assert_eq!(found(live, &containers), format!("{place}: {new}; {message}"));
    }
    // Nulls are dropped there, and so are unknown fields of a struct.
    for quiet in [
        r#"{"metadata": {"labels": {"a": "1", "$deleteFromPrimitiveList/b": null}}}"#,
        r#"{"metadata": {"$retainKeys": ["name"], "name": "a"}}"#,
    ] {
        assert_eq!(found("{}", quiet), "", "{quiet}");
    }
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
        // The directive is a finding about the patch itself.
        r#"{"items": [{"name": "new", "replaced": {"$patch": "delete"}}]}"#.to_owned(),
    ] {
        assert_eq!(check_live(&schema, live, &quiet), "", "{quiet}");
    }
    // A patch without lists and `$patch` loses nothing, so that live is not read.
    assert_eq!(check_live(&schema, "not JSON", r#"{"merged": {"name": "a"}}"#), "");
}

const PROXIES: &str = r#"{"spec": {"containers": [
    {"name": "log-shipper", "image": "a"}, {"name": "proxy", "image": "b"}, {"name": "server", "image": "c"}
]}}"#;

#[test]
fn elements_that_a_patch_adds_by_accident() {
    let pod = schema("v1", "Pod");
    let containers = |list: &str| {
        check_names(pod, PROXIES, &format!(r#"{{"spec": {{"containers": [{list}]}}}}"#))
    };
    assert_eq!(
        containers(r#"{"name": "serverr", "tty": true}"#),
        "spec.containers[0]: live has no element serverr, and the one that the patch adds lacks \
         `image`, which an element must have; it has: log-shipper, proxy, server; did you mean \
         `server`?"
    );
    // Missing fields are reported without a similar name, too, also further inside.
    assert_eq!(
        containers(r#"{"name": "cache", "ports": [{"name": "x"}]}"#),
        "spec.containers[0]: live has no element cache, and the one that the patch adds lacks \
         `image`, which an element must have; it has: log-shipper, proxy, server\n\
         spec.containers[0].ports[0]: the patch adds this object without `containerPort`, which it \
         must have"
    );
    // A complete one may be misspelt.
    assert_eq!(
        containers(r#"{"name": "proxi", "image": "b"}"#),
        "spec.containers[0]: live has no element proxi, so that the patch adds it; it has: \
         log-shipper, proxy, server; did you mean `proxy`?"
    );
    // A second `s` is no plural.
    let live = r#"{"spec": {"containers": [{"name": "postgres", "image": "a"}]}}"#;
    let patch = r#"{"spec": {"containers": [{"name": "postgress", "image": "a"}]}}"#;
    assert!(check_names(pod, live, patch).contains("did you mean `postgres`?"));
    for quiet in [
        // Complete and unlike.
        r#"{"name": "cache", "image": "x"}"#,
        // Numbers, single letters and the plural tell names apart.
        r#"{"name": "server2", "image": "x"}"#,
        r#"{"name": "server-b", "image": "x"}"#,
        r#"{"name": "servers", "image": "x"}"#,
        // Two letters differ.
        r#"{"name": "sender", "image": "x"}"#,
        // The patch names both.
        r#"{"name": "server", "tty": true}, {"name": "serverr", "image": "x"}"#,
        r#"{"name": "server", "$patch": "delete"}, {"name": "serverr", "image": "x"}"#,
    ] {
        assert_eq!(containers(quiet), "", "{quiet}");
    }
    // In a list that live lacks, nothing can be misspelt.
    let init = r#"{"spec": {"initContainers": [{"name": "serverr"}]}}"#;
    assert_eq!(
        check_names(pod, PROXIES, init),
        "spec.initContainers[0]: the patch adds this object without `image`, which it must have"
    );
    let replaced = r#"{"spec": {"containers": [{"$patch": "replace"}, {"name": "server"}]}}"#;
    let found = check_names(pod, PROXIES, replaced);
    assert!(found.contains("containers[1]: the patch adds this object without `image`"), "{found}");
    // For those who forbid it, each new element is a note.
    let patch = r#"{"spec": {"containers": [{"name": "cache", "image": "x"}]}}"#;
    let patch = Patch::from_json(patch).expect("a patch");
    let found = patch.check_live(PROXIES, pod, &Options::default()).expect("JSON");
    assert_eq!(found[0].kind, FindingKind::ElementAdded);
    assert_eq!(found[0].severity(), Severity::Note);
}

#[test]
fn elements_to_delete_or_order_that_are_not_there() {
    let pod = schema("v1", "Pod");
    assert_eq!(
        check_names(
            pod,
            PROXIES,
            r#"{"spec": {"containers": [{"name": "sever", "$patch": "delete"}]}}"#
        ),
        "spec.containers[0]: live has no element sever to delete; it has: log-shipper, proxy, \
         server; did you mean `server`?"
    );
    assert_eq!(
        check_names(
            pod,
            PROXIES,
            r#"{"spec": {"$setElementOrder/containers": [{"name": "proxy"}, {"name": "x"}, {"name": "new"}],
                "containers": [{"name": "new", "image": "y"}]}}"#
        ),
        "spec.$setElementOrder/containers[1]: live has no element x to order"
    );
    let live = r#"{"metadata": {"finalizers": ["a", "b"]}}"#;
    assert_eq!(
        check_names(
            pod,
            live,
            r#"{"metadata": {"$deleteFromPrimitiveList/finalizers": ["b", "c"],
                "$setElementOrder/finalizers": ["a"]}}"#
        ),
        "metadata.$deleteFromPrimitiveList/finalizers[1]: live has no element c to delete"
    );
    assert_eq!(
        check_names(
            pod,
            r#"{"metadata": {}}"#,
            r#"{"metadata": {"$deleteFromPrimitiveList/finalizers": ["c"]}}"#
        ),
        "metadata.$deleteFromPrimitiveList/finalizers[0]: live has no element c to delete"
    );
}
