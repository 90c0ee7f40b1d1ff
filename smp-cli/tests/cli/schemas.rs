//! Custom resources and the layers of schemas.

use snapbox::IntoData;
use snapbox::data::Inline;
use snapbox::str;

use crate::{Files, definition, printed};

const PROPERTIES: &str = "\
spec:
  type: object
  properties:
    tags: {type: array, items: {type: string}, x-kubernetes-list-type: set}
    servers:
      type: array
      items:
        type: object
        properties: {name: {type: string}, port: {type: integer}}
    ports:
      type: array
      x-kubernetes-list-type: map
      x-kubernetes-list-map-keys: [port, protocol]
      items:
        type: object
        properties:
          port: {type: integer}
          protocol: {type: string, default: TCP}
          name: {type: string}
    template: {type: object, x-kubernetes-preserve-unknown-fields: true}
";

const WIDGET: &str = "\
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec:
  tags: [a]
  servers: [{name: a, port: 1}, {name: b, port: 2}]
  ports: [{port: 53, name: tcp}, {port: 53, protocol: UDP, name: udp}]
  template: {spec: {containers: [{name: c, image: c:1}, {name: d, image: d:1}]}}
";

const BY_NAME: &str = "\
apiVersion: example.com/v1
kind: Widget
fields:
  spec.servers: {mergeKey: name}
";

fn widget() -> String {
    definition("Widget", PROPERTIES)
}

fn files(test: &str) -> Files {
    let crd = widget();
    Files::new(
        test,
        &[
            ("crd.yaml", &crd),
            ("atomic.yaml", &crd.replace("list-type: set", "list-type: atomic")),
            ("broken.yaml", &crd.replace("list-type: set", "list-type: bag")),
            ("widget.yaml", WIDGET),
            ("wanted.yaml", &WIDGET.replace("name: udp", "name: dns")),
            ("by-name.yaml", BY_NAME),
            ("by-port.yaml", &BY_NAME.replace("mergeKey: name", "mergeKey: port")),
            ("several.yaml", &format!("{crd}---\n{BY_NAME}")),
            ("patch.yaml", "spec: {tags: [b], ports: [{port: 53, protocol: UDP, name: x}]}\n"),
        ],
    )
}

fn fails(test: &str, args: &[&str], stderr: Inline) {
    files(test).smp(args).assert().code(2).stdout_eq("").stderr_eq(stderr.raw());
}

#[test]
fn list_types_of_a_crd_say_how_lists_merge() {
    let args = ["patch", "-f", "widget.yaml", "--patch-file", "patch.yaml", "--schema", "crd.yaml"];
    let printed = printed(files("list_types_of_a_crd").smp(&args));
    snapbox::assert_data_eq!(
        printed,
        str![[r#"
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec:
  tags: [b, a]
  servers: [{name: a, port: 1}, {name: b, port: 2}]
  ports: [{port: 53, name: tcp}, {port: 53, protocol: UDP, name: x}]
  template: {spec: {containers: [{name: c, image: c:1}, {name: d, image: d:1}]}}

"#]]
        .raw()
    );
}

#[test]
fn a_built_in_type_is_embedded() {
    let patch = "spec: {template: {spec: {containers: [{name: d, image: 'd:2'}]}}}";
    let args = ["patch", "-f", "widget.yaml", "-p", patch, "--schema", "crd.yaml", "-o", "json"];
    let embedding = ["--embed", "spec.template=v1/PodTemplateSpec"];
    let printed = printed(files("embedded").smp(&[&args[..], &embedding[..]].concat()));
    assert!(printed.contains("c:1") && printed.contains("d:2"), "{printed}");
}

#[test]
fn an_overlay_gives_keys() {
    let patch = "spec: {servers: [{name: b, port: 3}]}";
    for schemas in [["crd.yaml", "by-name.yaml"], ["by-name.yaml", "crd.yaml"]] {
        let [first, second] = schemas;
        let args =
            ["patch", "-f", "widget.yaml", "-p", patch, "--schema", first, "--schema", second];
        let printed = printed(files("overlay").smp(&args));
        assert!(printed.contains("[{name: a, port: 1}, {name: b, port: 3}]"), "{printed}");
    }
    let args = ["patch", "-f", "widget.yaml", "-p", patch, "--schema", "several.yaml"];
    assert!(printed(files("overlay").smp(&args)).contains("name: a"));
}

#[test]
fn every_command_takes_schemas() {
    let files = files("every_command");
    let run = |args: &[&str]| files.smp(&[args, &["--schema", "crd.yaml"]].concat());
    run(&["diff", "--type", "strategic", "widget.yaml", "wanted.yaml", "-o", "json"])
        .assert()
        .code(1)
        .stdout_eq(
            str![[r#"
{
    "spec": {
        "$setElementOrder/ports": [
            {
                "port": 53
            },
            {
                "port": 53,
                "protocol": "UDP"
            }
        ],
        "ports": [
            {
                "port": 53,
                "protocol": "UDP",
                "name": "dns"
            }
        ]
    }
}

"#]]
            .raw(),
        );
    let apply = [
        "apply",
        "--last-applied",
        "widget.yaml",
        "--modified",
        "wanted.yaml",
        "--live",
        "widget.yaml",
        "-o",
        "patch",
    ];
    run(&apply).assert().success();
    run(&["compose", "patch.yaml", "patch.yaml", "--kind", "Widget"]).assert().success();
    run(&["conflicts", "patch.yaml", "patch.yaml", "--kind", "Widget"]).assert().success();
}

#[test]
fn lists_of_custom_resources_are_patched_item_by_item() {
    let list = "apiVersion: example.com/v1\nkind: WidgetList\nitems:\n- spec: {tags: [a]}\n";
    let files = Files::new("widget_list", &[("crd.yaml", &widget()), ("list.yaml", list)]);
    let args = ["patch", "-f", "list.yaml", "-p", "spec: {tags: [b]}", "--schema", "crd.yaml"];
    assert!(printed(files.smp(&args)).contains("{tags: [b, a]}"));
}

#[test]
fn an_unknown_kind_is_never_guessed() {
    fails(
        "unknown_kind",
        &["patch", "-f", "widget.yaml", "-p", "{}"],
        str![[r#"
error: no schema for apiVersion "example.com/v1", kind "Widget"
 --> widget.yaml:2:7
  |
1 | apiVersion: example.com/v1
2 | kind: Widget
  |       ^^^^^^ this kind is unknown
  |
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]],
    );
}

#[test]
fn files_that_define_a_kind_must_agree() {
    let same = ["explain", "Widget", "--schema", "crd.yaml", "--schema", "crd.yaml"];
    files("same_twice").smp(&same).assert().success();
    let args = ["explain", "Widget", "--schema", "crd.yaml", "--schema", "atomic.yaml"];
    fails(
        "definitions_differ",
        &args,
        str![[r#"
error: the definitions of example.com/v1/Widget in crd.yaml and in atomic.yaml differ
 |
 = note: spec.tags: strategies `merge` and ``
 = help: give only one of them, or an overlay for what differs

"#]],
    );
}

#[test]
fn overlays_must_not_depend_on_their_order() {
    let args = [
        "explain",
        "Widget",
        "--schema",
        "crd.yaml",
        "--schema",
        "by-name.yaml",
        "--schema",
        "by-port.yaml",
    ];
    fails(
        "overlays_contradict",
        &args,
        str![[r#"
error: the overlays by-name.yaml and by-port.yaml contradict each other
 |
 = note: spec.servers: merge keys `port` and `name`
 = help: the order of the files has no meaning; leave out one of the two

"#]],
    );
}

#[test]
fn mistakes_in_a_schema_are_shown_in_its_file() {
    fails(
        "broken_crd",
        &["explain", "Widget", "--schema", "broken.yaml"],
        str![[r#"
error: `bag` is not a list type; write atomic, set or map
  --> broken.yaml:19:82
   |
18 |             properties:
19 |               tags: {type: array, items: {type: string}, x-kubernetes-list-type: bag}
   |                                                                                  ^^^ /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/tags/x-kubernetes-list-type

"#]],
    );
    fails(
        "no_schema",
        &["explain", "Widget", "--schema", "widget.yaml"],
        str![[r#"
error: this is not a schema
 --> widget.yaml:1:1
  |
1 | apiVersion: example.com/v1
  | ^
  |
  = help: --schema takes OpenAPI documents (`kubectl get --raw /openapi/v2`), CustomResourceDefinitions, and overlays, which have apiVersion, kind and fields

"#]],
    );
}

#[test]
fn mistakes_in_an_embedding() {
    let args = |embed| ["explain", "Widget", "--schema", "crd.yaml", "--embed", embed];
    fails(
        "embed_path",
        &args("spec.tmpl=v1/PodTemplateSpec"),
        str![[r#"
error: --embed spec.tmpl=v1/PodTemplateSpec is not possible in example.com/v1/Widget: `spec` has no field `tmpl`; its fields are `ports`, `servers`, `tags`, `template`

"#]],
    );
    fails(
        "embed_type",
        &args("spec.template=v1/PodTemplatSpec"),
        str![[r#"
error: --embed spec.template=v1/PodTemplatSpec is not possible in example.com/v1/Widget: no type `v1/PodTemplatSpec` is known; types are named as v1/PodTemplateSpec or apps/v1/DeploymentSpec

"#]],
    );
    fails(
        "embed_form",
        &args("spec.template"),
        str![[r#"
error: --embed spec.template: expected PATH=TYPE, found `spec.template`; write it as spec.template=v1/PodTemplateSpec

"#]],
    );
}

#[test]
fn what_would_change_nothing_is_a_mistake() {
    let files = Files::new(
        "for_nothing",
        &[("crd.yaml", &widget()), ("typo.yaml", &BY_NAME.replace("kind: Widget", "kind: Widgit"))],
    );
    let args = ["explain", "Widget", "--schema", "crd.yaml", "--schema", "typo.yaml"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: the overlay is for an unknown kind
 --> typo.yaml:2:7
  |
1 | apiVersion: example.com/v1
2 | kind: Widgit
  |       ^^^^^^
  |
  = help: correct its apiVersion and kind, or give the file that defines the kind

"#]]
        .raw(),
    );
    let args = ["explain", "Pod", "--embed", "spec.x=v1/PodTemplateSpec"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: --embed spec.x=v1/PodTemplateSpec has no effect
 |
 = help: it changes kinds that a file of --schema defines; the types of built-in kinds are complete

"#]]
        .raw(),
    );
}

#[test]
fn an_overlay_refines_a_built_in_kind() {
    let overlay = "apiVersion: v1\nkind: Pod\nfields: {spec.tolerations: {mergeKey: key}}\n";
    let files = Files::new("overlay_of_pod", &[("pod.yaml", overlay)]);
    let row = printed(files.smp(&["explain", "Pod.spec.tolerations", "--schema", "pod.yaml"]));
    assert!(row.contains("MERGE KEY:     key") && row.contains("LAYER:         pod.yaml"), "{row}");
}

#[test]
fn a_document_of_a_cluster_stands_over_the_catalogue() {
    let document = r##"{"swagger": "2.0", "definitions": {"io.k8s.api.core.v1.Pod": {
        "type": "object",
        "properties": {"spec": {"type": "object", "properties": {"hosts": {
            "type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"
        }}}},
        "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Pod"}]
    }}}"##;
    let files = Files::new("cluster", &[("v2.json", document)]);
    let row = printed(files.smp(&["explain", "Pod.spec.hosts", "--schema", "v2.json"]));
    assert!(
        row.contains("STRATEGY:      merge") && row.contains("LAYER:         v2.json"),
        "{row}"
    );
}

#[test]
fn explain_says_which_layer_it_is() {
    let args = [
        "explain",
        "Widget.spec",
        "--schema",
        "crd.yaml",
        "--schema",
        "by-name.yaml",
        "--embed",
        "spec.template=v1/PodTemplateSpec",
    ];
    snapbox::assert_data_eq!(printed(files("explain_layers").smp(&args)), str![[r#"
KIND:          example.com/v1/Widget
FIELD:         spec
TYPE:          Widget.spec
LAYER:         crd.yaml

FIELD     TYPE                         STRATEGY  MERGE KEY  LIST TYPE  LIST MAP KEYS                 LAYER
ports     list of Widget.spec.ports    merge                map        port, protocol (default TCP)  crd.yaml
servers   list of Widget.spec.servers  merge     name                                                by-name.yaml
tags      list of string               merge                set                                      crd.yaml
template  PodTemplateSpec                                                                            --embed spec.template=v1/PodTemplateSpec

"#]].raw());
}
