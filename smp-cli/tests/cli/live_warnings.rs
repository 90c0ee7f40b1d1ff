//! Messages about the effect of a patch on an object, and the options that silence warnings.

use snapbox::str;

use crate::{Files, printed};

const CRD: &str = r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
"metadata":{"name":"routes.example.com"},
"spec":{"group":"example.com","names":{"kind":"Route","plural":"routes"},"scope":"Namespaced",
"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{
"spec":{"type":"object","properties":{
"rules":{"type":"array","items":{"type":"object","properties":{"http":{"type":"array",
"items":{"type":"object","properties":{"name":{"type":"string"},"to":{"type":"string"}}}}}}},
"http":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"to":{"type":"string"}}}},
"secrets":{"type":"array","items":{"type":"object","x-kubernetes-map-type":"atomic","properties":{"name":{"type":"string"}}}}
}}}}}}]}}"#;
const ROUTE: &str = "\
apiVersion: example.com/v1
kind: Route
metadata: {name: a}
spec:
  http:
  - {name: one, to: x}
  - {name: two, to: x}
";
const OVERLAY: &str =
    "{apiVersion: example.com/v1, kind: Route, fields: {spec.http: {mergeKey: name}}}\n";
const PATCH: &str = "spec: {http: [{name: two, to: z}]}";

fn files(test: &str) -> Files {
    Files::new(test, &[("crd.json", CRD), ("route.yaml", ROUTE), ("overlay.yaml", OVERLAY)])
}

#[test]
fn a_list_of_names_that_is_replaced() {
    let files = files("live_list");
    let patch = ["patch", "-f", "route.yaml", "--schema", "crd.json", "-p", PATCH];
    files.smp(&patch).assert().code(0).stderr_eq(str![[r#"
warning: the list is replaced as a whole, which drops "one": the schema has no key for its elements
 --> <patch>:1:8
  |
1 | spec: {http: [{name: two, to: z}]}
  |        ^^^^ spec.http
  |
  = help: an overlay merges it by name, with --schema FILE: {apiVersion: example.com/v1, kind: Route, fields: {spec.http: {mergeKey: name}}}
  = help: if the patch is to replace the list, -q hides the warning

"#]]).stdout_eq(str![[r#"
apiVersion: example.com/v1
kind: Route
metadata: {name: a}
spec:
  http:
  - {name: two, to: z}

"#]]);
    // With the line of the message nothing is lost, and nothing is said.
    let merged = printed(files.smp(&patch).args(["--schema", "overlay.yaml"]));
    assert!(merged.contains("name: one"), "{merged}");
}

#[test]
fn warnings_about_the_definition_where_they_matter() {
    let files = files("live_definition");
    let patch =
        |patch| files.smp(&["patch", "-f", "route.yaml", "--schema", "crd.json", "-p", patch]);
    patch("spec: {http: null}").assert().code(0).stderr_eq("");
    patch("spec: {secrets: [{name: a}]}").assert().code(0).stderr_eq(str![[r#"
warning: elements of lists and values of maps have no strategy of their own: where one is patched, it is merged, not replaced
 --> crd.json:9:76
  |
8 | "http":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"to":{"type":"string"}}}},
9 | "secrets":{"type":"array","items":{"type":"object","x-kubernetes-map-type":"atomic","properties":{"name":{"type":"string"}}}}
  |                                                                            ^^^^^^^^ /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/secrets/items/x-kubernetes-map-type

"#]]);
    // Where the field is explained, or one above it.
    printed(files.smp(&["explain", "Route.spec.http", "--schema", "crd.json"]));
    printed(files.smp(&["explain", "Route", "--schema", "crd.json"]));
    let recursive = files.smp(&["explain", "Route", "--recursive", "--schema", "crd.json"]);
    assert!(!recursive.output().expect("the command runs").stderr.is_empty());
    let explain = ["explain", "Route.spec", "--schema", "crd.json"];
    files.smp(&explain).assert().code(0).stderr_eq(str![[r#"
warning: elements of lists and values of maps have no strategy of their own: where one is patched, it is merged, not replaced
 --> crd.json:9:76
  |
8 | "http":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"to":{"type":"string"}}}},
9 | "secrets":{"type":"array","items":{"type":"object","x-kubernetes-map-type":"atomic","properties":{"name":{"type":"string"}}}}
  |                                                                            ^^^^^^^^ /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/secrets/items/x-kubernetes-map-type

"#]]);
    files.smp(&explain).arg("-q").assert().code(0).stderr_eq("");
}

const DNS: &str = "\
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  ports:
  - {name: udp, port: 53, protocol: UDP}
  - {name: tcp, port: 53, protocol: TCP}
";

#[test]
fn ports_with_equal_merge_keys() {
    let files = Files::new("live_ports", &[("dns.yaml", DNS)]);
    let patch = ["patch", "-f", "dns.yaml", "-p"];
    let port = "spec: {ports: [{port: 53, protocol: TCP, targetPort: 5353}]}";
    files
        .smp(&patch)
        .arg(port)
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: 2 elements of live have the merge key 53; the patch changes the first
 --> <patch>:1:16
  |
1 | spec: {ports: [{port: 53, protocol: TCP, targetPort: 5353}]}
  |                ^ spec.ports[0]
  |
  = help: --merge-keys list-map identifies elements by all list map keys

"#]])
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  ports:
  - {name: udp, port: 53, protocol: TCP, targetPort: 5353}
  - {name: tcp, port: 53, protocol: TCP}

"#]]);
    let by_both = printed(files.smp(&patch).args([port, "--merge-keys", "list-map"]));
    snapbox::assert_data_eq!(
        by_both.as_str(),
        str![[r#"
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  ports:
  - {name: udp, port: 53, protocol: UDP}
  - {name: tcp, port: 53, protocol: TCP, targetPort: 5353}

"#]]
    );
}

/// A warning that comes again is printed once and counted.
#[test]
fn a_repeated_warning_is_counted() {
    let files = files("live_repeated");
    let routes = format!("{ROUTE}---\n{ROUTE}---\n{ROUTE}");
    std::fs::write(files.0.join("routes.yaml"), routes).expect("a file");
    files
        .smp(&["patch", "-f", "routes.yaml", "--schema", "crd.json", "-p", PATCH])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: the list is replaced as a whole, which drops "one": the schema has no key for its elements
 --> <patch>:1:8
  |
1 | spec: {http: [{name: two, to: z}]}
  |        ^^^^ spec.http
  |
  = help: an overlay merges it by name, with --schema FILE: {apiVersion: example.com/v1, kind: Route, fields: {spec.http: {mergeKey: name}}}
  = help: if the patch is to replace the list, -q hides the warning
2 more warnings like those above

"#]]);
}

#[test]
fn options_of_the_library() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {finalizers: [a, b]}\nnew: {a: 1}\n";
    let files = Files::new("live_options", &[("live.yaml", live)]);
    let patch =
        |args: &[&str]| files.smp(&[&["patch", "-q", "-f", "live.yaml", "-p"], args].concat());
    let unknown = "new: {b: 2}";
    patch(&[unknown]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the schema has no such field, and an object or list of an unknown field cannot be merged; correct the name
 --> <patch>:1:1
  |
1 | new: {b: 2}
  | ^^^ new
  |
  = note: the schema is that of Kubernetes 1.37
  = help: to merge it all the same, use --unknown-fields replace

"#]]);
    assert!(printed(patch(&[unknown, "--unknown-fields", "replace"])).contains("b: 2"));
    let order = "metadata: {finalizers: [c]}";
    let finalizers = |args: &[&str]| {
        let text = printed(patch(&[&[order, "--reformat"], args].concat()));
        text.lines().filter_map(|line| line.strip_prefix("  - ")).collect::<String>()
    };
    assert_eq!(finalizers(&[]), "cab");
    assert_eq!(finalizers(&["--element-order", "server-only-first"]), "abc");
    let delete = "metadata: {$patch: delete}";
    assert!(printed(patch(&[delete])).contains("metadata: {}"));
    assert!(!printed(patch(&[delete, "--map-directives", "documented"])).contains("metadata"));
    patch(&[delete, "--max-depth", "0"]).assert().code(2).stdout_eq("");
}

#[test]
fn the_use_of_list_types() {
    // A document with a patch strategy: its list types are for server-side apply.
    let document = r#"{"swagger": "2.0", "definitions": {"io.k8s.api.test.v1.Part": {
"properties": {"a": {"type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"},
"b": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}},
"x-kubernetes-group-version-kind": [{"group": "test", "version": "v1", "kind": "Part"}]}}}"#;
    let files = Files::new("live_list_types", &[("openapi.json", document)]);
    let strategy = |args: &[&str]| {
        let explain = ["explain", "test/v1/Part.b", "--schema", "openapi.json"];
        let text = printed(files.smp(&[&explain, args].concat()));
        text.contains("STRATEGY:      merge")
    };
    assert!(!strategy(&[]));
    assert!(!strategy(&["--list-types", "where-alone"]) && !strategy(&["--list-types", "nowhere"]));
    assert!(strategy(&["--list-types", "everywhere"]));
}

#[test]
fn metadata_need_no_definition() {
    let files = files("live_metadata");
    let patch = |patch| files.smp(&["patch", "-f", "route.yaml", "-p", patch]);
    let metadata = "metadata: {labels: {team: x}, finalizers: [b]}";
    patch(metadata).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
apiVersion: example.com/v1
kind: Route
metadata: {name: a, labels: {team: x}, finalizers: [b]}
spec:
  http:
  - {name: one, to: x}
  - {name: two, to: x}

"#]]);
    patch("{metadata: {label: {team: x}}}").assert().code(0).stderr_eq(str![[r#"
warning: `ObjectMeta` has no such field
 --> <patch>:1:13
  |
1 | {metadata: {label: {team: x}}}
  |             ^^^^^ metadata.label
  |
  = note: the patch has no kind, so it is applied to every object, here to example.com/v1 Route a
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean labels?

"#]]);
    patch("{metadata: {labels: null}, spec: null}").assert().code(2).stdout_eq("");
}

#[test]
fn a_json_patch_without_its_type() {
    let patch = r#"[{"op": "remove", "path": "/spec"}]"#;
    files("live_json")
        .smp(&["patch", "-f", "route.yaml", "--schema", "crd.json", "-p", patch])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: a patch is an object, this is a list
 --> <patch>:1:1
  |
1 | [{"op": "remove", "path": "/spec"}]
  | ^
  |
  = help: a list of operations is a JSON patch: use --type json

"#]]);
}

#[test]
fn a_definition_that_is_wrong_is_not_passed_over() {
    let broken = r##"{"swagger": "2.0", "definitions": {"io.k8s.api.apps.v1.Deployment": {
"properties": {"spec": {"$ref": "#/definitions/None"}},
"x-kubernetes-group-version-kind": [{"group": "apps", "version": "v1", "kind": "Deployment"}]}}}"##;
    Files::new("live_broken", &[("broken.json", broken)])
        .smp(&["explain", "apps/v1/Deployment", "--schema", "broken.json"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r##"
error: there is no definition `#/definitions/None`; add it under /definitions
 --> broken.json:2:33
  |
1 | {"swagger": "2.0", "definitions": {"io.k8s.api.apps.v1.Deployment": {
2 | "properties": {"spec": {"$ref": "#/definitions/None"}},
  |                                 ^^^^^^^^^^^^^^^^^^^^ /definitions/io.k8s.api.apps.v1.Deployment/properties/spec/$ref

"##]]);
}

#[test]
fn documents_of_a_server_without_types() {
    let empty = r#"{"openapi": "3.0.0", "info": {"title": "Kubernetes"}, "paths": {}}"#;
    let files = Files::new("live_empty", &[("empty.json", empty)]);
    let explain = ["explain", "Deployment.spec.replicas", "--schema", "empty.json"];
    assert!(printed(files.smp(&explain)).contains("integer"));
}

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  template:
    spec:
      containers:
      - {name: log-shipper, image: a}
      - {name: proxy, image: b}
      - {name: server, image: c}
";
const SLIP: &str = "\
spec:
  template:
    spec:
      containers:
      - name: serverr
        tty: true
      - {name: prox, $patch: delete}
";

#[test]
fn accidents_with_names() {
    let patch = SLIP.replace("serverr", "serverr # smp:ignore");
    let above = SLIP.replace("      - {name", "      # smp:ignore: it may be gone\n      - {name");
    let silent = patch.replace("delete}", "delete} # smp:ignore");
    let all = [
        ("in.yaml", DEPLOYMENT),
        ("slip.yaml", SLIP),
        ("end.yaml", &patch),
        ("above.yaml", &above),
        ("silent.yaml", &silent),
    ];
    let files = Files::new("live_accidents", &all);
    let run = |patch| files.smp(&["patch", "-f", "in.yaml", "--diff", "--patch-file", patch]);
    run("slip.yaml").assert().code(0).stderr_eq(str![[r#"
warning: live has no element serverr, and the one that the patch adds lacks `image`, which an element must have; it has: log-shipper, proxy, server
 --> slip.yaml:5:9
  |
4 |       containers:
5 |       - name: serverr
  |         ^ spec.template.spec.containers[0]
  |
  = help: did you mean server?
warning: live has no element prox to delete; it has: log-shipper, proxy, server
 --> slip.yaml:7:9
  |
6 |         tty: true
7 |       - {name: prox, $patch: delete}
  |         ^ spec.template.spec.containers[1]
  |
  = help: did you mean proxy?

"#]]);
    let end = run("end.yaml").output().expect("the command runs").stderr;
    let end = String::from_utf8(end).expect("UTF-8");
    assert!(end.contains("no element prox to delete") && !end.contains("serverr,"), "{end}");
    let above = run("above.yaml").output().expect("the command runs").stderr;
    let above = String::from_utf8(above).expect("UTF-8");
    assert!(!above.contains("prox to delete") && above.contains("serverr"), "{above}");
    // Strict, both are errors, and in every report.
    for format in ["github", "junit", "sarif", "json"] {
        let report =
            files.smp(&["patch", "-f", "in.yaml", "--patch-file", "slip.yaml", "--strict"]);
        let report = { report }.arg(format!("--report={format}")).assert().code(2).stdout_eq("");
        let text = crate::stderr(&report);
        assert!(text.contains("element-incomplete") && text.contains("element-absent"), "{text}");
    }
    run("end.yaml").arg("--strict").assert().code(2);
    run("slip.yaml").arg("--validate=ignore").assert().code(0).stderr_eq("");
    run("silent.yaml").arg("--strict").assert().code(0).stderr_eq("");
}

#[test]
fn new_elements_are_forbidden() {
    let files = Files::new("live_no_create", &[("in.yaml", DEPLOYMENT)]);
    let patch = "spec: {template: {spec: {containers: [{name: cache, image: d}]}}}";
    let run = || files.smp(&["patch", "-f", "in.yaml", "-p", patch]);
    run().assert().code(0).stderr_eq("");
    run().arg("--no-create").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the patch adds the element cache
 --> <patch>:1:39
  |
1 | spec: {template: {spec: {containers: [{name: cache, image: d}]}}}
  |                                       ^ spec.template.spec.containers[0]

"#]]);
}

#[test]
fn objects_are_not_renamed_by_accident() {
    let files = Files::new("live_rename", &[("in.yaml", DEPLOYMENT)]);
    let run = |patch| files.smp(&["patch", "-f", "in.yaml", "--diff", "-p", patch]);
    let patch = "{metadata: {name: web}, spec: {replicas: 2}}";
    run(patch).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the patch would change the name of apps/v1 Deployment shop
 --> <patch>:1:19
  |
1 | {metadata: {name: web}, spec: {replicas: 2}}
  |                   ^^^
  |
  = note: it has no kind, so that it is applied to objects of any name
  = help: if it is for the object with this name, add the kind
  = help: --rename lets it change names and namespaces

"#]]);
    run(patch).arg("--rename").assert().code(0).stderr_eq("");
    run("metadata: {namespace: a}").assert().code(2).stdout_eq("");
    run("metadata: {namespace: a}").args(["--type", "merge"]).assert().code(2).stdout_eq("");
    // The object has the name, and a JSON patch says what it does.
    run("{metadata: {name: shop}, spec: {replicas: 2}}").assert().code(0).stderr_eq("");
    let json = "[{op: replace, path: /metadata/name, value: web}]";
    run(json).args(["--type", "json"]).assert().code(0).stderr_eq("");
}
