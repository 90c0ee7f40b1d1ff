//! Mistakes in objects and patches, and failing output: the message, the place, what to do;
//! nothing printed. Text that can't be read: `errors_text.rs`.

use snapbox::IntoData;
use snapbox::data::Inline;
use snapbox::str;

use crate::{Files, smp};

/// Runs in a directory with one file, `in.yaml`.
pub(crate) fn fails(test: &str, input: &str, args: &[&str], stderr: Inline) {
    Files::new(test, &[("in.yaml", input)])
        .smp(args)
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(stderr.raw());
}

pub(crate) const EMPTY_PATCH: &[&str] = &["patch", "-f", "in.yaml", "-p", "{}"];

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
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]],
    );
}

#[test]
fn kind_of_another_version() {
    let text = "apiVersion: apps/v1beta7\nkind: Deployment\n";
    fails(
        "kind_of_another_version",
        text,
        EMPTY_PATCH,
        str![[r#"
error: no schema for apiVersion "apps/v1beta7", kind "Deployment"
 --> in.yaml:1:13
  |
1 | apiVersion: apps/v1beta7
  |             ^^^^^^^^^^^^ this kind is unknown
  |
  = help: did you mean apps/v1/Deployment?
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

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
  | ^ how it is merged depends on its kind
  |
  = help: add apiVersion and kind; or give smp patch, diff or apply --type merge, which needs no kind and replaces lists; or --list-key, which says how lists of plain YAML merge

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

/// All mistakes of a patch in one run: keys, and directives.
#[test]
fn several_mistakes_of_a_patch() {
    let deployment = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/deployment.yaml");
    let args = ["patch", "-f", deployment, "--patch-file", "in.yaml"];
    let keys = "\
spec:
  template:
    spec:
      containers:
      - image: server:2
      - name: server
        ports: [{name: a}]
";
    fails(
        "several_missing_keys",
        keys,
        &args,
        str![[r#"
error: the element lacks the merge key "name"; add it
 --> in.yaml:5:9
  |
4 |       containers:
5 |       - image: server:2
  |         ^ spec.template.spec.containers[0]

error: the element lacks the merge key "containerPort"; add it
 --> in.yaml:7:17
  |
6 |       - name: server
7 |         ports: [{name: a}]
  |                 ^ spec.template.spec.containers[1].ports[0]

"#]],
    );
    let directives = "\
metadata: {$patch: remove}
spec:
  $retainKeys: a
  template: {$setElementOrder: []}
";
    fails(
        "several_directives",
        directives,
        &args,
        str![[r#"
error: `$patch` is `replace` or `delete`, found "remove"
 --> in.yaml:1:20
  |
1 | metadata: {$patch: remove}
  |                    ^^^^^^ metadata.$patch

error: expected a list of field names, found a string
 --> in.yaml:3:16
  |
2 | spec:
3 |   $retainKeys: a
  |                ^ spec.$retainKeys

error: the directive does not name a list; write `$setElementOrder/` and the name of the field
 --> in.yaml:4:14
  |
3 |   $retainKeys: a
4 |   template: {$setElementOrder: []}
  |              ^^^^^^^^^^^^^^^^ spec.template.$setElementOrder

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
  = help: the objects are: batch/v1 CronJob shop-report, v1 ConfigMap shop-config, v1 Service shop

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
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

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

/// A patch for an object that is not there names those that it may be meant for, or those that are.
#[test]
fn a_patch_for_another_object() {
    let told = |patch: &str| {
        let run = smp(&["patch", "-f", "shop.yaml", "-p", patch]).assert().code(2);
        let text = crate::stderr(&run);
        text.lines()
            .filter_map(|line| line.strip_prefix("  = help: "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let check = "check its apiVersion, kind, metadata.namespace and metadata.name";
    let kind = told("{apiVersion: batch/v1, kind: CronJb, metadata: {name: shop-report}}");
    assert_eq!(kind, [check, "did you mean batch/v1 CronJob shop-report?"]);
    let name = told("{apiVersion: batch/v1, kind: CronJob, metadata: {name: shop-reprot}}");
    assert_eq!(name, kind);
    let other = told("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}");
    assert_eq!(other[0], check);
    assert!(
        other[1].starts_with("the objects are: ")
            && other[1].contains("batch/v1 CronJob shop-report"),
        "{other:?}"
    );
    let kustomization = told("{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization}");
    assert_eq!(
        kustomization,
        ["the patches of a kustomization are applied with -k and its directory"]
    );
    // One that does not say what it is.
    let args = ["patch", "-f", "shop.yaml", "-p", "{patches: [{path: a.yaml}]}"];
    let run = smp(&args).assert().code(0);
    assert!(crate::stderr(&run).contains(&format!("= help: {}\n", kustomization[0])));
}
