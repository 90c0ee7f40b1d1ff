//! Directories of schemas, and the environment variable `SMP_SCHEMA_PATH`.

use snapbox::IntoData;
use snapbox::str;

use crate::{Files, definition, printed, stderr};

/// A definition of a kind, with a list `servers` that merges by this key.
fn with_servers(kind: &str, key: &str) -> String {
    let servers = format!(
        "\
servers:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [{key}]
  items:
    type: object
    required: [{key}]
    properties: {{name: {{type: string}}, port: {{type: integer}}}}
"
    );
    definition(kind, &servers)
}

const OVERLAY: &str = "\
apiVersion: example.com/v1
kind: Gizmo
fields: {servers: {strategy: '', listType: atomic}}
";

/// A list of objects, which has no definition of its own.
const LIST: &str = r#"{"apiVersion": "example.com/v1", "kind": "WidgetList", "items": [
    {"servers": [{"name": "a", "port": 1}]}
]}"#;

/// A directory as projects have them: definitions beside other files.
fn files(test: &str) -> Files {
    let list = "kind: List\napiVersion: v1\nitems: [{kind: Service}]\n";
    Files::new(
        test,
        &[
            ("crds/widgets.yaml", &with_servers("Widget", "name")),
            ("crds/gadgets.yml", &with_servers("Gadget", "name")),
            ("crds/kustomization.yaml", "resources: [widgets.yaml]\n"),
            ("crds/empty.yaml", "# nothing\n---\n"),
            ("crds/list.yaml", list),
            ("crds/form.json", r#"{"definitions": {"A": {"type": "object"}}, "type": "object"}"#),
            ("crds/README.md", "{{ not a schema"),
            ("crds/deeper/gizmos.yaml", &with_servers("Gizmo", "name")),
            ("by-port.yaml", &with_servers("Widget", "port")),
            ("gizmos.yaml", &with_servers("Gizmo", "name")),
            ("overlay.yaml", OVERLAY),
            ("other/broken.yaml", "a: [\n"),
            ("none/notes.txt", ""),
            ("list.json", LIST),
        ],
    )
}

#[test]
fn the_files_of_a_directory_are_read() {
    let files = files("schema_directory");
    for (kind, file) in [("Widget", "crds/widgets.yaml"), ("Gadget", "crds/gadgets.yml")] {
        let text = printed(files.smp(&["explain", &format!("{kind}.servers"), "--schema", "crds"]));
        assert!(text.contains("LIST MAP KEYS: name") && text.contains(file), "{text}");
    }
    let run = files.smp(&["explain", "Gizmo", "--schema", "crds"]);
    run.assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: no schema for the kind "Gizmo"
 |
 = help: give a file that defines it with --schema

"#]]
        .raw(),
    );
}

#[test]
fn a_directory_has_readable_files() {
    let files = files("schema_directory_bad");
    files.smp(&["explain", "Pod", "--schema", "none"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: none has no file *.yaml, *.yml or *.json
 |
 = help: its subdirectories are not read

"#]]
        .raw(),
    );
    let broken = files.smp(&["explain", "Pod", "--schema", "other"]);
    let assert = broken.assert().code(2).stdout_eq("");
    let stderr = stderr(&assert);
    assert!(stderr.contains("other/broken.yaml"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn the_environment_names_files_and_directories() {
    let files = files("schema_path");
    let run = |args: &[&str]| files.smp(args).env("SMP_SCHEMA_PATH", ":crds:gizmos.yaml:");
    for kind in ["Widget", "Gadget", "Gizmo"] {
        let text = printed(run(&["explain", &format!("{kind}.servers")]));
        assert!(text.contains("LIST MAP KEYS: name"), "{text}");
    }
    // An option counts before the environment.
    let text = printed(run(&["explain", "Widget.servers", "--schema", "by-port.yaml"]));
    assert!(text.contains("LIST MAP KEYS: port") && text.contains("by-port.yaml"), "{text}");
    let patch = "servers: [{name: b, port: 1}]";
    let args = ["patch", "-f", "list.json", "-p", patch, "--schema", "by-port.yaml"];
    assert!(printed(run(&args)).contains(r#""name": "b""#));
    let text = printed(run(&["explain", "Gizmo.servers", "--schema", "overlay.yaml"]));
    assert!(text.contains("LIST TYPE:     atomic") && text.contains("overlay.yaml"), "{text}");
}

#[cfg(unix)]
#[test]
fn every_command_reads_the_environment() {
    let object = "apiVersion: example.com/v1\nkind: Widget\nservers: [{name: a, port: 1}]\n";
    let patch = "servers: [{name: b, port: 2}]\n";
    let files = Files::new(
        "schema_path_commands",
        &[
            ("crds/widgets.yaml", &with_servers("Widget", "name")),
            ("a.yaml", object),
            ("b.yaml", &object.replace("port: 1", "port: 2")),
            ("p.yaml", patch),
        ],
    );
    let run = |args: &[&str]| files.smp(args).env("SMP_SCHEMA_PATH", "crds");
    run(&["patch", "-f", "a.yaml", "--patch-file", "p.yaml"]).assert().success();
    run(&["diff", "a.yaml", "b.yaml"]).assert().code(1);
    run(&["apply", "--last-applied", "a.yaml", "--modified", "b.yaml", "--live", "a.yaml"])
        .assert()
        .success();
    run(&["compose", "p.yaml", "p.yaml", "--kind", "Widget"]).assert().success();
    run(&["conflicts", "p.yaml", "p.yaml", "--kind", "Widget"]).assert().success();
    run(&["normalize", "a.yaml"]).assert().success();
}

#[cfg(unix)]
#[test]
fn what_the_environment_names_must_exist() {
    let files = files("schema_path_bad");
    let run = files.smp(&["explain", "Pod"]).env("SMP_SCHEMA_PATH", "crds:gone.yaml");
    run.assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: cannot read gone.yaml: no such file
 |
 = note: it is named by SMP_SCHEMA_PATH

"#]]
        .raw(),
    );
    // Overlays may be there for the kinds of other runs.
    files.smp(&["explain", "Pod"]).env("SMP_SCHEMA_PATH", "overlay.yaml").assert().success();
}

/// One of two overlays is not possible after the other one, though both are by themselves.
#[test]
fn overlays_that_are_possible_in_one_order_only() {
    let definition = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
";
    let overlay =
        |fields: &str| format!("apiVersion: example.com/v1\nkind: Widget\nfields: {{{fields}}}\n");
    let files = Files::new(
        "overlays_one_order",
        &[
            ("crd.yaml", definition),
            ("field.yaml", &overlay("bag.size: {type: any}")),
            ("map.yaml", &overlay("bag: {type: 'map[]scalar'}")),
            ("list.yaml", &overlay("rows: {type: '[]any'}")),
            ("row.yaml", &overlay("'rows[].cells': {type: '[]any', mergeKey: name}")),
        ],
    );
    let explain = |first: &str, second: &str| {
        let args =
            ["explain", "Widget", "--schema", "crd.yaml", "--schema", first, "--schema", second];
        files.smp(&args)
    };
    explain("field.yaml", "map.yaml").assert().code(2).stderr_eq(str![[r#"
error: the overlays field.yaml and map.yaml contradict each other
 |
 = note: field.yaml after map.yaml: `bag` is a map; step into its values as `bag[]`
 = help: the order of the files has no meaning; leave out one of the two

"#]]);
    explain("map.yaml", "field.yaml").assert().code(2).stderr_eq(str![[r#"
error: `bag` is a map; step into its values as `bag[]`
 --> field.yaml:3:10
  |
2 | kind: Widget
3 | fields: {bag.size: {type: any}}
  |          ^^^^^^^^ /fields/bag.size

"#]]);
    // The overlay of a row needs that of the list.
    printed(explain("list.yaml", "row.yaml"));
}
