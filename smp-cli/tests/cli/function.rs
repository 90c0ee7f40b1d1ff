//! `smp fn`: a KRM function.

use snapbox::str;

use crate::{Files, printed, stdout};

const LIST: &str = "\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web   # in front
    annotations:
      config.kubernetes.io/index: '1'
      config.kubernetes.io/path: 'web.yaml'
      internal.config.kubernetes.io/index: '1'
      internal.config.kubernetes.io/path: 'apps/web.yaml'
  spec:
    # two zones
    replicas: 1
- apiVersion: v1
  kind: Service
  metadata: {name: web,   namespace: back}
  spec: {type: ClusterIP}
functionConfig:
";

const CONFIG: &str = "\
apiVersion: smp/v1
kind: StrategicMergePatch
metadata: {name: scale}
patches:
";

pub(crate) fn run(list: &str) -> snapbox::cmd::OutputAssert {
    let files = Files::new("function", &[("list.yaml", list)]);
    files.smp(&["fn"]).stdin(list.to_owned()).assert()
}

/// The list with a configuration of the function.
pub(crate) fn list(config: &str) -> String {
    let lines = config.lines().map(|line| format!("  {line}\n"));
    LIST.to_owned() + &lines.collect::<String>()
}

/// The list with these entries of patches.
pub(crate) fn list_with(entries: &str) -> String {
    list(&format!("{CONFIG}{entries}"))
}

pub(crate) fn with(entries: &str) -> snapbox::cmd::OutputAssert {
    run(&list_with(entries))
}

#[test]
fn objects_are_patched_and_all_else_stays() {
    let entries = "\
- target: {kind: Deployment}
  patch: |
    spec: {replicas: 3}
- patch: |
    apiVersion: v1
    kind: Service
    metadata: {name: web, namespace: back}
    spec: {type: NodePort}
- target: {name: web, labelSelector: '!app'}
  patch: '[{op: add, path: /metadata/labels, value: {app: web}}]'
";
    let text = list_with(entries);
    let files = Files::new("function_all", &[]);
    let output = printed(files.smp(&["fn"]).stdin(text.clone()));
    let expected = text
        .replacen("replicas: 1", "replicas: 3", 1)
        .replacen("ClusterIP", "NodePort", 1)
        .replacen("'apps/web.yaml'\n", "'apps/web.yaml'\n    labels:\n      app: web\n", 1)
        .replacen("namespace: back}", "namespace: back, labels: {app: web}}", 1);
    assert_eq!(output, expected);
}

#[test]
fn json() {
    let list = r#"{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList",
 "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}],
 "functionConfig": {"apiVersion": "v1", "kind": "ConfigMap", "data": {"patch": "data: {a: b}", "name": "a"}}}"#;
    run(list).code(0).stderr_eq("").stdout_eq(str![[r#"
{
 "apiVersion": "config.kubernetes.io/v1",
 "kind": "ResourceList",
 "items": [
  {
   "apiVersion": "v1",
   "kind": "ConfigMap",
   "metadata": {
    "name": "a"
   },
   "data": {
    "a": "b"
   }
  }
 ],
 "functionConfig": {
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "data": {
   "patch": "data: {a: b}",
   "name": "a"
  }
 }
}

"#]]);
}

#[test]
fn a_config_map() {
    let config = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: scale}
data:
  kind: Service
  patch: |
    metadata: {name: front}
    spec: {type: NodePort}
  allowNameChange: 'true'
";
    let output = run(&list(config)).code(0).stderr_eq("");
    let text = stdout(&output);
    assert!(
        text.contains("  metadata: {name: front,   namespace: back}\n  spec: {type: NodePort}")
    );
}

#[test]
fn removed_objects() {
    let entries = "- target: {kind: Deployment}\n  patch: '$patch: delete'\n";
    let output = with(entries).code(0).stderr_eq("");
    let text = stdout(&output);
    assert!(!text.contains("replicas") && text.contains("kind: Service"), "{text}");
}

#[test]
fn warnings_are_results() {
    let entries = "\
- target: {kind: Deployment}
  patch: |
    spec: {replica: 3}
- target: {kind: Pod}
  patch: 'spec: {}'
";
    with(entries).code(0).stdout_eq(str![[r#"
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web   # in front
    annotations:
      config.kubernetes.io/index: '1'
      config.kubernetes.io/path: 'web.yaml'
      internal.config.kubernetes.io/index: '1'
      internal.config.kubernetes.io/path: 'apps/web.yaml'
  spec:
    # two zones
    replicas: 1
    replica: 3
- apiVersion: v1
  kind: Service
  metadata: {name: web,   namespace: back}
  spec: {type: ClusterIP}
functionConfig:
  apiVersion: smp/v1
  kind: StrategicMergePatch
  metadata: {name: scale}
  patches:
  - target: {kind: Deployment}
    patch: |
      spec: {replica: 3}
  - target: {kind: Pod}
    patch: 'spec: {}'
results:
- message: "`DeploymentSpec` has no such field; did you mean replicas?"
  severity: warning
  resourceRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
  field:
    path: spec.replica
  file:
    path: apps/web.yaml
    index: 1
- message: the target matches no object (line 28 of <stdin>); regular expressions have to match the whole name, as web-.* does
  severity: warning

"#]]).stderr_eq(str![[r#"
warning: `DeploymentSpec` has no such field
 --> functionConfig.patches[0].patch of <stdin>:1:8
  |
1 | spec: {replica: 3}
  |        ^^^^^^^ spec.replica
  |
  = note: the patch is applied to every object of its target, here to apps/v1 Deployment web
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: the target matches no object
  --> <stdin>:28:5
   |
27 |       spec: {replica: 3}
28 |   - target: {kind: Pod}
   |     ^^^^^^ functionConfig.patches[1].target
   |
   = help: regular expressions have to match the whole name, as web-.* does

"#]]);
}

#[test]
fn results_of_others_stay() {
    let entries = "- target: {kind: Pod}\n  patch: 'spec: {}'\n";
    let list = list_with(entries) + "results:\n- message: before   # by another\n";
    let output = run(&list).code(0);
    let text = stdout(&output);
    let results = text.split_once("results:\n").expect("results").1;
    assert!(
        results.starts_with("- message: before   # by another\n- message: the target"),
        "{text}"
    );
}

/// By them the caller knows the file of an object.
#[test]
fn annotations_of_the_caller_stay() {
    let path = "internal.config.kubernetes.io/path: 'apps/web.yaml'";
    for entry in [
        "- target: {kind: Deployment}\n  patch: '{kind: Deployment, metadata: null}'\n",
        "- target: {kind: Deployment}\n  patch: '{kind: Deployment, metadata: {annotations: null}}'\n",
        "- target: {kind: Deployment}\n  patch: '{kind: Deployment, metadata: {annotations: {$patch: replace, a: b}}}'\n",
        "- target: {kind: Deployment}\n  patch: '[{op: replace, path: /metadata, value: {name: web}}]'\n",
    ] {
        let files = Files::new("function_annotations", &[]);
        let output = printed(files.smp(&["fn"]).stdin(list_with(entry)));
        for wanted in
            [path, "config.kubernetes.io/index: '1'", "config.kubernetes.io/path: 'web.yaml'"]
        {
            let unquoted = wanted.replace('\'', "\"");
            let plain = wanted.replace('\'', "");
            assert!(
                [wanted, &*unquoted, &*plain].iter().any(|it| output.contains(it)),
                "{entry}{output}"
            );
        }
    }
    // A patch may change them.
    let entry = "- target: {kind: Deployment}\n  patch: '{kind: Deployment, metadata: {annotations: {config.kubernetes.io/path: other.yaml}}}'\n";
    let files = Files::new("function_annotations_changed", &[]);
    let output = printed(files.smp(&["fn"]).stdin(list_with(entry)));
    assert!(output.contains("config.kubernetes.io/path: 'other.yaml'"), "{output}");
}
