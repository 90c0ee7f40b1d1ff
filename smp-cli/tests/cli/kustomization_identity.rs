//! Changes of an object's identity by patches of a kustomization. The results are those of
//! kustomize 5.7.1, where it takes the patch.

use snapbox::str;

use crate::function::list_with;
use crate::{Files, printed, stderr, stdout};

const OBJECT: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web   # in front
  namespace: back
  labels: {app: shop}
data: {k: v}
";

/// The object after a patch with this target and these options.
fn run(test: &str, patch: &str, options: &str) -> snapbox::cmd::OutputAssert {
    let entry =
        format!("- patch: {patch:?}\n  target: {{kind: ConfigMap}}\n  options: {options}\n");
    run_with(test, &format!("patches:\n{entry}"))
}

fn run_with(test: &str, kustomization: &str) -> snapbox::cmd::OutputAssert {
    let files = Files::new(test, &[("web.yaml", OBJECT), ("k/kustomization.yaml", kustomization)]);
    files.smp(&["patch", "-f", "web.yaml", "-k", "k", "--strict", "-o", "json"]).assert()
}

/// `metadata` and `data` after a patch, which is taken without a message.
fn patched(test: &str, patch: &str, options: &str) -> String {
    let run = run(test, patch, options).code(0).stderr_eq("");
    let object: serde_json::Value = serde_json::from_str(&stdout(&run)).expect("JSON");
    assert_eq!((&object["apiVersion"], &object["kind"]), (&"v1".into(), &"ConfigMap".into()));
    format!("{} {}", object["metadata"], object["data"])
}

#[test]
fn a_strategic_patch_keeps_name_and_namespace() {
    let same = r#"{"name":"web","namespace":"back"} {"k":"v"}"#;
    let noted = r#"{"annotations":{"by":"patch"},"name":"web","namespace":"back"} {"k":"v"}"#;
    for (patch, result) in [
        ("metadata: null", same),
        ("metadata: {$patch: delete}", same),
        ("metadata: {$retainKeys: []}", same),
        ("metadata: {$patch: replace, annotations: {by: patch}}", noted),
        (
            "metadata: {name: web, namespace: back, $patch: replace, annotations: {by: patch}}",
            noted,
        ),
        ("metadata: {name: w, namespace: b, $patch: replace, annotations: {by: patch}}", noted),
        ("$patch: replace\ndata: {a: b}", r#"{"name":"web","namespace":"back"} {"a":"b"}"#),
        ("$retainKeys: [data]\ndata: {k: w}", r#"{"name":"web","namespace":"back"} {"k":"w"}"#),
    ] {
        assert_eq!(patched("identity_kept", patch, "{}"), result, "{patch}");
    }
}

#[test]
fn without_a_target() {
    let head = "{apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: back, ";
    let patch = format!("{head}$patch: replace, annotations: {{by: patch}}}}}}");
    for kustomization in
        [format!("patches: [{{patch: {patch:?}}}]"), format!("patchesStrategicMerge: [{patch:?}]")]
    {
        let run = run_with("identity_without_target", &kustomization).code(0).stderr_eq("");
        run.stdout_eq(str![[r#"
{
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {
        "name": "web",
        "namespace": "back",
        "annotations": {
            "by": "patch"
        }
    },
    "data": {
        "k": "v"
    }
}

"#]]);
    }
}

#[test]
fn options_let_a_patch_rename_only() {
    let options = "{allowNameChange: true, allowKindChange: true}";
    let patch = "metadata: {name: w, namespace: b, $patch: replace, annotations: {by: patch}}";
    let result = patched("identity_renamed", patch, options);
    assert_eq!(result, r#"{"annotations":{"by":"patch"},"name":"w","namespace":"back"} {"k":"v"}"#);

    let run = run("identity_no_name", "metadata: {$patch: delete}", options);
    run.code(2).stdout_eq("").stderr_eq(str![[r#"
error: the patch leaves v1 ConfigMap back/web without metadata.name
 --> patches[0].patch of k/kustomization.yaml:1:1
  |
1 | metadata: {$patch: delete}
  | ^
  |
  = note: in web.yaml
  = help: a patch can change metadata.name, but not remove it; give it the new metadata.name

"#]]);
}

#[test]
fn a_kind_that_is_removed() {
    let run = run("identity_no_kind", "kind: null", "{allowKindChange: true}");
    run.code(2).stdout_eq("").stderr_eq(str![[r#"
error: the patch leaves v1 ConfigMap back/web without kind
 --> patches[0].patch of k/kustomization.yaml:1:1
  |
1 | kind: null
  | ^
  |
  = note: in web.yaml
  = help: a patch can change kind, but not remove it; give it the new kind

"#]]);
}

#[test]
fn a_json_patch_renames_but_leaves_a_name() {
    let rename = "[{op: replace, path: /metadata/name, value: w}, \
                  {op: remove, path: /metadata/namespace}]";
    let result = patched("identity_json", rename, "{}");
    assert_eq!(result, r#"{"labels":{"app":"shop"},"name":"w"} {"k":"v"}"#);
    for patch in [
        "[{op: replace, path: /metadata, value: {annotations: {by: patch}}}]",
        "[{op: replace, path: /metadata, value: null}]",
        "[{op: remove, path: /metadata}]",
        "[{op: remove, path: /metadata/name}]",
        "[{op: replace, path: /metadata/name, value: ''}]",
    ] {
        let message = stderr(&run("identity_json_none", patch, "{}").code(2).stdout_eq(""));
        let title = "the patch leaves v1 ConfigMap back/web without metadata.name";
        assert!(message.contains(title), "{patch}: {message}");
    }
    let patch = "[{op: remove, path: /kind}]";
    let run = run("identity_json_kind", patch, "{allowKindChange: true}").code(2);
    assert!(stderr(&run).contains("without kind"));
}

#[test]
fn in_place_the_name_keeps_its_comment() {
    let entry = "patches: [{patch: 'metadata: {$patch: delete}', target: {kind: ConfigMap}}]";
    let files =
        Files::new("identity_in_place", &[("web.yaml", OBJECT), ("k/kustomization.yaml", entry)]);
    let text = printed(files.smp(&["patch", "-f", "web.yaml", "-k", "k"]));
    assert_eq!(text, OBJECT.replace("  labels: {app: shop}\n", ""));
}

#[test]
fn a_function_keeps_name_and_namespace() {
    let entries =
        "- {target: {kind: Service}, patch: '{metadata: null, spec: {type: NodePort}}'}\n";
    let text = list_with(entries);
    let files = Files::new("identity_function", &[]);
    let output = printed(files.smp(&["fn"]).stdin(text.clone()));
    assert_eq!(output, text.replacen("ClusterIP", "NodePort", 1));
}

#[test]
fn a_patch_without_a_target_may_set_the_name() {
    let object = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web"}}"#;
    let named = "patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: web}, data: {a: b}}'";
    let renamed = |options: &str| {
        let entries = format!(
            "patches:\n- {{target: {{name: web}}, patch: '[{{op: add, path: /metadata/name, value: api}}]'}}\n\
             - {named}\n{options}"
        );
        let files = Files::new(
            "kustomization_name",
            &[("in.json", object), ("k/kustomization.yaml", &entries)],
        );
        printed(files.smp(&["patch", "-f", "in.json", "-k", "k", "-q"]))
    };
    // The old name finds the object, as in kustomize.
    assert!(renamed("").contains(r#"{"name":"api"},"data":{"a":"b"}"#), "{}", renamed(""));
    let allowed = renamed("  options: {allowNameChange: true}\n");
    assert!(allowed.contains(r#"{"name":"web"},"data":{"a":"b"}"#), "{allowed}");
}
