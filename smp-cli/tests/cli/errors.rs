//! Each kind of mistake: the message, the place, what to do; nothing printed.

use snapbox::IntoData;
use snapbox::data::Inline;
use snapbox::str;

use crate::{Files, smp};

/// Runs in a directory with one file, `in.yaml`.
fn fails(test: &str, input: &str, args: &[&str], stderr: Inline) {
    Files::new(test, &[("in.yaml", input)])
        .smp(args)
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(stderr.raw());
}

const EMPTY_PATCH: &[&str] = &["patch", "-f", "in.yaml", "-p", "{}"];

#[test]
fn malformed_yaml() {
    fails(
        "malformed_yaml",
        "kind: Pod\nmetadata: {name: a\nspec: {}\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: while parsing a flow mapping, did not find expected ',' or '}'
 --> in.yaml:3:5
  |
2 | metadata: {name: a
3 | spec: {}
  |     ^

"#]],
    );
}

#[test]
fn tabs_in_yaml() {
    fails(
        "tabs_in_yaml",
        "kind: Pod\nspec:\n\tx: 1\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: tabs disallowed within this context (block indentation)
 --> in.yaml:3:2
  |
2 | spec:
3 |     x: 1
  |     ^

"#]],
    );
}

#[test]
fn infinite_number() {
    fails(
        "infinite_number",
        "kind: Pod\nspec: {x: .inf}\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: JSON, and so Kubernetes, has no infinite numbers and no NaN; quote it to mean a string
 --> in.yaml:2:11
  |
1 | kind: Pod
2 | spec: {x: .inf}
  |           ^^^^

"#]],
    );
}

#[test]
fn alias_bomb() {
    let bomb = ["ab", "bc", "cd", "de", "ef", "fg"].map(|names| {
        let (before, name) = names.split_at(1);
        format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(", "))
    });
    let text = format!("a: &a [x, x, x, x, x, x, x, x, x, x]\n{}", bomb.concat());
    fails(
        "alias_bomb",
        &text,
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: aliases add more than 100000 parts, which is the limit; write the values in place of the aliases
 --> in.yaml:5:36
  |
4 | d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
5 | e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  |                                    ^^

"#]],
    );
}

#[test]
fn too_deep() {
    let text = format!("kind: Pod\nx:\n  {}", "- ".repeat(200));
    fails(
        "too_deep",
        &text,
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: nested deeper than 128 levels, which is the limit
 --> in.yaml:3:257
  |
2 | ...
3 | ...- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - ...
  |                                                                    ^

"#]],
    );
}

#[test]
fn too_deep_to_print() {
    let json = format!(
        r#"{{"apiVersion":"v1","kind":"Pod","x":{}{}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    smp(&["patch", "-f", "-", "-p", "{}", "-o", "yaml"])
        .stdin(json)
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: cannot write the result: nested deeper than 128 levels, which is the limit
 |
 = note: in <stdin>
 = help: give the input as JSON on one line: such output may have any depth

"#]]);
}

#[test]
fn malformed_json() {
    smp(&["patch", "-f", "-", "-p", "{}"])
        .stdin("{\"kind\": \"Pod\",\n \"spec\": {\"a\": 1,}}\n")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: invalid JSON: key must be a string
 --> <stdin>:2:18
  |
1 | {"kind": "Pod",
2 |  "spec": {"a": 1,}}
  |                  ^

"#]]
            .raw(),
        );
}

#[test]
fn malformed_patch_on_the_command_line() {
    smp(&["patch", "-f", "deployment.yaml", "-p", "{\"spec\": {\"replicas\": 012}}"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: invalid JSON: invalid number
 --> <patch>:1:24
  |
1 | {"spec": {"replicas": 012}}
  |                        ^

"#]]
            .raw(),
        );
}

#[test]
fn not_utf8() {
    let files = Files::new("not_utf8", &[]);
    std::fs::write(files.0.join("in.yaml"), b"kind: Pod\nx: \xff\n").expect("a file");
    files.smp(EMPTY_PATCH).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: in.yaml is not UTF-8 text: invalid byte at offset 13, line 2
 |
 = help: convert it to UTF-8

"#]]);
}

#[test]
fn empty_input() {
    fails(
        "empty_input",
        "# nothing\n---\n",
        EMPTY_PATCH,
        str![[r#"
error: in.yaml holds no document
 |
 = help: it is empty, or has only comments in it

"#]],
    );
}

#[test]
fn empty_patch_file() {
    smp(&["patch", "-f", "deployment.yaml", "--patch-file", "-"])
        .stdin("")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: <stdin> holds no document
 |
 = help: it is empty, or has only comments in it

"#]]);
}

#[test]
fn missing_file() {
    smp(&["patch", "-f", "nowhere.yaml", "-p", "{}"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: cannot read nowhere.yaml: no such file

"#]],
    );
}

#[test]
fn directory() {
    smp(&["patch", "-f", ".", "-p", "{}"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read .: it is a directory
 |
 = help: give the files in it one by one

"#]]);
}

#[test]
fn object_that_is_a_list() {
    fails(
        "object_that_is_a_list",
        "- kind: Pod\n",
        EMPTY_PATCH,
        str![[r#"
error: expected a Kubernetes object, found a list
 --> in.yaml:1:1
  |
1 | - kind: Pod
  | ^

"#]],
    );
}

#[test]
fn patch_that_is_a_list() {
    smp(&["patch", "-f", "deployment.yaml", "-p", "[1]"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: a patch is an object, this is a list
 --> <patch>:1:1
  |
1 | [1]
  | ^
  |
  = help: a list of operations is a JSON patch: use --type json

"#]]
        .raw(),
    );
}

#[test]
fn misspelled_kind() {
    let text = "apiVersion: apps/v1\nkind: Deploymnet\nmetadata: {name: x}\n";
    fails(
        "misspelled_kind",
        text,
        EMPTY_PATCH,
        str![[r#"
error: no schema for apiVersion "apps/v1", kind "Deploymnet"
 --> in.yaml:2:7
  |
1 | apiVersion: apps/v1
2 | kind: Deploymnet
  |       ^^^^^^^^^^ this kind is unknown
  |
  = help: did you mean apps/v1/Deployment?
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or use smp patch --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]],
    );
}

#[test]
fn kind_of_another_version() {
    let text = "apiVersion: extensions/v1beta1\nkind: Deployment\n";
    fails(
        "kind_of_another_version",
        text,
        EMPTY_PATCH,
        str![[r#"
error: no schema for apiVersion "extensions/v1beta1", kind "Deployment"
 --> in.yaml:1:13
  |
1 | apiVersion: extensions/v1beta1
  |             ^^^^^^^^^^^^^^^^^^ this kind is unknown
  |
  = help: did you mean apps/v1/Deployment?
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or use smp patch --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]],
    );
}

#[test]
fn custom_resource() {
    fails(
        "custom_resource",
        "apiVersion: example.com/v1\nkind: Widget\n",
        EMPTY_PATCH,
        str![[r#"
error: no schema for apiVersion "example.com/v1", kind "Widget"
 --> in.yaml:2:7
  |
1 | apiVersion: example.com/v1
2 | kind: Widget
  |       ^^^^^^ this kind is unknown
  |
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or use smp patch --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]],
    );
}

#[test]
fn object_without_a_type() {
    fails(
        "object_without_a_type",
        "metadata:\n  name: x\n",
        EMPTY_PATCH,
        str![[r#"
error: the object has no apiVersion and kind
 --> in.yaml:1:1
  |
1 | metadata:
  | ^ the rules of merging depend on the kind
  |
  = help: add apiVersion and kind; or use smp patch --type merge, which needs no kind and replaces lists

"#]],
    );
}

#[test]
fn item_of_a_list_that_is_no_object() {
    let text = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n- 7\n";
    fails(
        "item_that_is_no_object",
        text,
        EMPTY_PATCH,
        str![[r#"
error: expected a Kubernetes object in a list
 --> in.yaml:6:3
  |
5 |   kind: Pod
6 | - 7
  |   ^ items[1]

"#]],
    );
}

#[test]
fn patch_element_without_its_merge_key() {
    let text = "\
spec:
  template:
    spec:
      containers:
      - name: server
      - image: server:2
";
    fails(
        "patch_element_without_its_merge_key",
        text,
        &[
            "patch",
            "-f",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/deployment.yaml"),
            "--patch-file",
            "in.yaml",
        ],
        str![[r#"
error: the element lacks the merge key "name"; add it
 --> in.yaml:6:9
  |
5 |       - name: server
6 |       - image: server:2
  |         ^ spec.template.spec.containers[1]

"#]],
    );
}

#[test]
fn live_element_without_its_merge_key() {
    smp(&["patch", "-f", "-", "-p", "spec: {containers: [{name: b, image: c}]}"])
        .stdin(r#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a"},{"image":"b"}]}}]}"#)
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the element lacks the merge key "name"; add it
 --> <stdin>:1:110
  |
1 | {"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a"},{"image":"b"}]}}]}
  |                                                                                                              ^ spec.containers[1]

"#]].raw());
}

#[test]
fn wrong_directive_in_a_keyed_element() {
    let patch = r#"{"spec":{"template":{"spec":{"containers":[{"name":"server","ports":[{"containerPort":1,"$patch":"remove"}]}]}}}}"#;
    smp(&["patch", "-f", "deployment.yaml", "-p", patch])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: `$patch` is `replace` or `delete`, found "remove"
 --> <patch>:1:98
  |
1 | {"spec":{"template":{"spec":{"containers":[{"name":"server","ports":[{"containerPort":1,"$patch":"remove"}]}]}}}}
  |                                                                                                  ^^^^^^^^ spec.template.spec.containers[0].ports[0].$patch

"#]].raw());
}

#[test]
fn patch_for_nobody() {
    smp(&["patch", "-f", "shop.yaml", "--patch-file", "patch.yaml"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: the patch for apps/v1 Deployment shop matches no object
 --> patch.yaml:1:1
  |
1 | apiVersion: apps/v1
  | ^
  |
  = help: check its apiVersion, kind, metadata.namespace and metadata.name

"#]]
            .raw(),
        );
}

#[test]
fn patch_among_several_that_names_no_object() {
    let text = "kind: Service\nmetadata: {name: shop}\n---\nspec: {}\n";
    fails(
        "patch_that_names_no_object",
        text,
        &[
            "patch",
            "-f",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/shop.yaml"),
            "--patch-file",
            "in.yaml",
        ],
        str![[r#"
error: the patch has no kind
 --> in.yaml:4:1
  |
3 | ---
4 | spec: {}
  | ^
  |
  = help: in a file with several patches, each must have kind and metadata.name

"#]],
    );
}

#[test]
fn standard_input_twice() {
    smp(&["patch", "-f", "-", "--patch-file", "-"])
        .stdin("")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: standard input can be read only once
 |
 = help: - is standard input; give a file instead of the other -

"#]]);
}

#[test]
fn a_second_document_that_is_wrong_leaves_nothing_printed() {
    let text = "apiVersion: v1\nkind: Secret\n---\napiVersion: v1\nkind: Nothing\n";
    fails(
        "second_document",
        text,
        EMPTY_PATCH,
        str![[r#"
error: no schema for apiVersion "v1", kind "Nothing"
 --> in.yaml:5:7
  |
4 | apiVersion: v1
5 | kind: Nothing
  |       ^^^^^^^ this kind is unknown
  |
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or use smp patch --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_smp"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"))
        .args(["patch", "-f", "shop.yaml", "-p", "{}"])
        .stdout(full)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("error: cannot write to standard output: "), "{stderr}");
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_no_error() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_smp"))
        .args(["patch", "-f", "-", "-p", "{}"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"apiVersion: v1\nkind: Secret\n").expect("the command reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}
