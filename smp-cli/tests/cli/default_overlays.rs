//! The overlays that come with the command.

use snapbox::IntoData;
use snapbox::str;

use crate::{Files, definition, printed, stderr, stdout};

const PROPERTIES: &str = "\
spec:
  type: object
  properties:
    http:
      type: array
      items:
        type: object
        properties:
          name: {type: string}
          timeout: {type: string}
          route:
            type: array
            items: {type: object, properties: {weight: {type: integer}}}
";

const OBJECT: &str = "\
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: shop}
spec:
  http: [{name: a, route: [{weight: 1}]}, {name: b, timeout: 1s}]
";

const PATCH: &str = "spec: {http: [{name: a, timeout: 5s}]}\n";

fn files(test: &str) -> Files {
    let definition = definition("VirtualService", PROPERTIES);
    let crd = definition.replace("example.com", "networking.istio.io");
    let unnamed = OBJECT.replace("{name: b, timeout: 1s}", "{timeout: 1s}");
    let wanted = OBJECT.replace("timeout: 1s", "timeout: 2s");
    let by_timeout = "apiVersion: networking.istio.io/v1\nkind: VirtualService\n\
                      fields: {spec.http: {mergeKey: timeout}}\n";
    Files::new(
        test,
        &[
            ("crd.yaml", &crd),
            ("atomic.yaml", &crd.replace("items:\n                  type", "x-kubernetes-list-type: atomic\n                items:\n                  type")),
            ("object.yaml", OBJECT),
            ("wanted.yaml", &wanted),
            ("unnamed.yaml", &unnamed),
            ("several.yaml", &format!("{unnamed}---\n{unnamed}---\n{OBJECT}")),
            ("list.yaml", "apiVersion: networking.istio.io/v1beta1\nkind: VirtualServiceList\nitems: [{spec: {http: [{name: a}, {name: b}]}}]\n"),
            ("patch.yaml", PATCH),
            ("by-timeout.yaml", by_timeout),
        ],
    )
}

const MERGED: &str = "\
spec:
  http:
  - name: a
    route:
    - weight: 1
    timeout: 5s
  - name: b
    timeout: 1s
";

const REPLACED: &str = "spec:\n  http:\n  - name: a\n    timeout: 5s\n";

const APPLY: [&str; 6] = ["patch", "-f", "object.yaml", "--patch-file", "patch.yaml", "--reformat"];

#[test]
fn a_list_of_a_known_kind_is_merged() {
    let files = files("known_merged");
    let run = |more: &[&str]| printed(files.smp(&[&APPLY[..], more].concat()));
    let merged = run(&["--schema", "crd.yaml"]);
    assert!(merged.ends_with(MERGED), "{merged}");
    // Without the warning about the element that is lost.
    let replaced = run(&["-q", "--schema", "crd.yaml", "--no-default-overlays"]);
    assert!(replaced.ends_with(REPLACED), "{replaced}");
    let replaced = run(&["--schema", "atomic.yaml"]);
    assert!(replaced.ends_with(REPLACED), "the definition decides: {replaced}");
}

#[test]
fn every_command_knows_the_key() {
    let files = files("known_commands");
    let run = |args: &[&str]| printed(files.smp(&[args, &["--schema", "crd.yaml"]].concat()));
    let diff = files.smp(&[
        "diff",
        "-q",
        "--type",
        "strategic",
        "object.yaml",
        "wanted.yaml",
        "--schema",
        "crd.yaml",
    ]);
    diff.assert().code(1).stderr_eq("").stdout_eq(
        str![[r#"
spec:
  $setElementOrder/http:
  - name: a
  - name: b
  http:
  - name: b
    timeout: 2s

"#]]
        .raw(),
    );
    let applied = run(&[
        "apply",
        "--type",
        "strategic",
        "--last-applied",
        "object.yaml",
        "--modified",
        "wanted.yaml",
        "--live",
        "object.yaml",
    ]);
    assert!(applied.contains("weight: 1") && applied.contains("timeout: 2s"), "{applied}");
    let kind = ["--kind", "VirtualService"];
    let composed = run(&[&["compose", "patch.yaml", "patch.yaml"], &kind[..]].concat());
    assert!(composed.contains("timeout: 5s"), "{composed}");
    run(&[&["conflicts", "patch.yaml", "patch.yaml"], &kind[..]].concat());
    run(&["normalize", "object.yaml"]);
}

#[test]
fn elements_without_the_optional_key() {
    let files = files("known_optional");
    // The same warning is printed once.
    let args = [
        "patch",
        "-f",
        "several.yaml",
        "--patch-file",
        "patch.yaml",
        "--schema",
        "crd.yaml",
        "--reformat",
    ];
    let assert = files.smp(&args).assert().code(0).stderr_eq(
        str![[r#"
warning: spec.http is replaced as a whole in a VirtualService
 |
 = note: the list is merged by name only if every element has a different one; in shop, spec.http[1] has none of its own
 = help: add name to every element, or write the whole list

"#]]
        .raw(),
    );
    let stdout = stdout(&assert);
    assert_eq!(stdout.matches(REPLACED).count(), 2, "{stdout}");
    assert!(stdout.ends_with(MERGED), "{stdout}");
    // A patch that writes the whole list needs no warning.
    let whole = ["patch", "-f", "object.yaml", "-p", "spec: {http: [{timeout: 3s}]}", "--reformat"];
    let text = printed(files.smp(&[&whole[..], &["--schema", "crd.yaml"]].concat()));
    assert!(text.ends_with("http:\n  - timeout: 3s\n"), "{text}");
}

#[test]
fn an_overlay_alone_serves_with_a_warning() {
    let files = files("known_alone");
    files.smp(&APPLY).assert().code(0).stdout_eq(
        str![[r#"
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: shop
spec:
  http:
  - name: a
    route:
    - weight: 1
    timeout: 5s
  - name: b
    timeout: 1s

"#]]
        .raw(),
    ).stderr_eq(
        str![[r#"
warning: no definition of networking.istio.io/v1/VirtualService: it is merged by the overlay istio/VirtualService only
 |
 = note: lists that the overlay does not name are replaced, and fields are not checked
 = help: give the CustomResourceDefinition with --schema, or in SMP_SCHEMA_PATH

"#]]
        .raw(),
    );
    // In a list, and in another version.
    let list = ["patch", "-f", "list.yaml", "--patch-file", "patch.yaml"];
    let assert = files.smp(&list).assert().code(0);
    let stdout = stdout(&assert);
    assert!(stdout.contains("name: b"), "{stdout}");
    let off = [&APPLY[..], &["--no-default-overlays"]].concat();
    let assert = files.smp(&off).assert().code(2).stdout_eq("");
    let stderr = stderr(&assert);
    assert!(stderr.contains("no schema for apiVersion"), "{stderr}");
}

#[test]
fn explain_names_the_overlay() {
    let files = files("known_explain");
    let explain = |more: &[&str]| {
        printed(files.smp(&[&["explain"], more, &["--schema", "crd.yaml"]].concat()))
    };
    snapbox::assert_data_eq!(
        explain(&["VirtualService.spec.http"]),
        str![[r#"
KIND:          networking.istio.io/v1/VirtualService
FIELD:         spec.http
TYPE:          list of VirtualService.spec.http
STRATEGY:      merge
MERGE KEY:     name
               used only if every element has a different one
LAYER:         overlay istio/VirtualService

FIELD    TYPE                                    LAYER
name     string                                  crd.yaml
route    list of VirtualService.spec.http.route  crd.yaml
timeout  string                                  crd.yaml

"#]]
        .raw()
    );
    let table = explain(&["VirtualService.spec"]);
    assert!(
        table.contains("overlay istio/VirtualService  only if every element has the key"),
        "{table}"
    );
    let json = explain(&["VirtualService.spec.http", "-o", "json"]);
    assert!(json.contains(r#""mergeKeyOptional": true"#), "{json}");
    assert!(json.contains(r#""layer": "overlay istio/VirtualService""#), "{json}");
    let off = explain(&["VirtualService.spec.http", "--no-default-overlays"]);
    assert!(!off.contains("STRATEGY") && off.contains("LAYER:         crd.yaml"), "{off}");
    // An overlay of the user decides about its fields.
    let own = explain(&["VirtualService.spec.http", "--schema", "by-timeout.yaml"]);
    assert!(own.contains("MERGE KEY:     timeout\nLAYER:         by-timeout.yaml"), "{own}");
}

#[test]
fn explain_names_each_overlay() {
    let files = files("known_each");
    for known in smp_openapi::overlays::all() {
        let kind = format!("{}/{}", known.api_version(), known.kind());
        let assert = files.smp(&["explain", &kind, "--recursive"]).assert().code(0);
        let table = stdout(&assert);
        let layer = format!("LAYER:         overlay {}\n", known.name());
        assert!(table.contains(&layer), "{table}");
    }
}

#[test]
fn names_of_kinds_without_a_definition() {
    let files = files("known_names");
    let explain = |name: &str| {
        let assert = files.smp(&["explain", name]).assert();
        let output = assert.get_output();
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), stdout, stderr)
    };
    // A kind of Kubernetes comes first.
    let (code, service, _) = explain("Service");
    assert!(code == Some(0) && service.contains("KIND:          v1/Service"), "{service}");
    for (name, kind) in [
        ("ScaledObject.spec.triggers", "keda.sh/v1alpha1/ScaledObject"),
        ("serving.knative.dev/v1/Service", "serving.knative.dev/v1/Service"),
        ("networking.istio.io/v1alpha3/Gateway", "networking.istio.io/v1alpha3/Gateway"),
    ] {
        let (code, stdout, _) = explain(name);
        assert!(
            code == Some(0) && stdout.starts_with(&format!("KIND:          {kind}\n")),
            "{stdout}"
        );
    }
    let (code, _, stderr) = explain("Gateway");
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("gateway.networking.k8s.io/v1/Gateway, networking.istio.io/v1/Gateway"),
        "{stderr}"
    );
}

#[test]
fn a_user_overlay_refines_a_kind_without_a_definition() {
    let files = files("known_own");
    let args = ["explain", "VirtualService.spec.http", "--schema", "by-timeout.yaml"];
    let assert = files.smp(&args).assert().code(2).stdout_eq("");
    let stderr = stderr(&assert);
    assert!(stderr.contains("the type of the field is not known"), "{stderr}");
}
