//! `--kubernetes` and `SMP_KUBERNETES`: the version whose kinds are built in.

use snapbox::cmd::OutputAssert;
use snapbox::str;

use crate::{Files, definition, printed, smp, stderr};

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: web:1}]
";

/// Fields of 1.37, of 1.35 only and of 1.36, and one that no version has.
const PATCH: &str = "\
spec:
  evictionResponders: [{name: web.example.com}]
  workloadRef: {name: shop}
  hostNam: web
  schedulingGroup: {podGroupName: web}
  containers:
  - name: web
    volumeMounts: [{name: data, mountPath: /data, bindMountOptions: [noexec]}]
";

fn files(test: &str) -> Files {
    Files::new(test, &[("pod.yaml", POD), ("patch.yaml", PATCH)])
}

/// Applies the patch.
fn patched(files: &Files, options: &[&str]) -> OutputAssert {
    let args = ["patch", "-f", "pod.yaml", "--patch-file", "patch.yaml"];
    files.smp(&[&args, options].concat()).assert()
}

#[test]
fn warnings_follow_the_version() {
    let files = files("kubernetes_warnings");
    let result = str![[r#"
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: web:1, volumeMounts: [{name: data, mountPath: /data, bindMountOptions: [noexec]}]}]
  evictionResponders: [{name: web.example.com}]
  workloadRef:
    name: shop
  hostNam: web
  schedulingGroup:
    podGroupName: web

"#]];
    let older = patched(&files, &["--kubernetes", "1.34"]);
    older.code(0).stdout_eq(result.clone()).stderr_eq(str![[r#"
warning: `PodSpec` has no such field
 --> patch.yaml:2:3
  |
1 | spec:
2 |   evictionResponders: [{name: web.example.com}]
  |   ^^^^^^^^^^^^^^^^^^ spec.evictionResponders
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.34
  = help: Kubernetes has this field since 1.37
warning: `PodSpec` has no such field
 --> patch.yaml:3:3
  |
2 |   evictionResponders: [{name: web.example.com}]
3 |   workloadRef: {name: shop}
  |   ^^^^^^^^^^^ spec.workloadRef
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.34
  = help: Kubernetes has this field in 1.35
warning: `PodSpec` has no such field
 --> patch.yaml:4:3
  |
3 |   workloadRef: {name: shop}
4 |   hostNam: web
  |   ^^^^^^^ spec.hostNam
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.34
  = help: did you mean hostname?
warning: `PodSpec` has no such field
 --> patch.yaml:5:3
  |
4 |   hostNam: web
5 |   schedulingGroup: {podGroupName: web}
  |   ^^^^^^^^^^^^^^^ spec.schedulingGroup
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.34
  = help: Kubernetes has this field since 1.36
warning: `VolumeMount` has no such field
 --> patch.yaml:8:51
  |
7 |   - name: web
8 |     volumeMounts: [{name: data, mountPath: /data, bindMountOptions: [noexec]}]
  |                                                   ^^^^^^^^^^^^^^^^ spec.containers[0].volumeMounts[0].bindMountOptions
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.34
  = help: Kubernetes has this field since 1.37

"#]]);
    let of_1_35 = stderr(&patched(&files, &["--kubernetes", "1.35"]).code(0));
    assert!(!of_1_35.contains("spec.workloadRef"), "{of_1_35}");
    patched(&files, &[]).code(0).stdout_eq(result).stderr_eq(str![[r#"
warning: `PodSpec` has no such field
 --> patch.yaml:3:3
  |
2 |   evictionResponders: [{name: web.example.com}]
3 |   workloadRef: {name: shop}
  |   ^^^^^^^^^^^ spec.workloadRef
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.37
  = help: Kubernetes has this field in 1.35
warning: `PodSpec` has no such field
 --> patch.yaml:4:3
  |
3 |   workloadRef: {name: shop}
4 |   hostNam: web
  |   ^^^^^^^ spec.hostNam
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Pod web
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean hostname?
warning: the patch adds this object without `priority`, which it must have
 --> patch.yaml:2:24
  |
1 | spec:
2 |   evictionResponders: [{name: web.example.com}]
  |                        ^ spec.evictionResponders[0]

"#]]);
}

#[test]
fn an_unknown_field_of_another_version_is_an_error_if_strict() {
    let run = patched(&files("kubernetes_strict"), &["--kubernetes", "1.34", "--strict"]);
    let errors = stderr(&run.code(2));
    assert!(errors.contains("error") && errors.contains("this field since 1.36"), "{errors}");
}

#[test]
fn an_object_in_an_unknown_field_of_another_version() {
    let pod = POD.replace("spec:\n", "spec:\n  schedulingGroup: {podGroupName: web}\n");
    let files = Files::new("kubernetes_object", &[("pod.yaml", &pod)]);
    let patch = "spec: {schedulingGroup: {podGroupName: other}}";
    let args = ["patch", "-f", "pod.yaml", "-p", patch, "-q"];
    files.smp(&args).assert().code(0).stderr_eq("");
    let args = [&args[..], &["--kubernetes", "1.35"]].concat();
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the schema has no such field, and an object or list of an unknown field cannot be merged; correct the name
 --> <patch>:1:8
  |
1 | spec: {schedulingGroup: {podGroupName: other}}
  |        ^^^^^^^^^^^^^^^ spec.schedulingGroup
  |
  = note: the schema is that of Kubernetes 1.35
  = help: Kubernetes has this field since 1.36
  = help: to merge it all the same, use --unknown-fields replace

"#]]);
}

#[test]
fn metadata_of_a_custom_resource_are_of_the_version() {
    let definition = definition("Runner", "size: {type: integer}");
    let object = "apiVersion: example.com/v1\nkind: Runner\nmetadata: {name: a}\n";
    let patch = "{metadata: {label: {a: b}}, size: 1, sise: 2}";
    let files =
        Files::new("kubernetes_metadata", &[("crd.yaml", &definition), ("object.yaml", object)]);
    let args = ["patch", "-f", "object.yaml", "-p", patch, "--schema", "crd.yaml"];
    files.smp(&args).assert().code(0).stderr_eq(str![[r#"
warning: `ObjectMeta` has no such field
 --> <patch>:1:13
  |
1 | {metadata: {label: {a: b}}, size: 1, sise: 2}
  |             ^^^^^ metadata.label
  |
  = note: the patch has no kind, so it is applied to every object, here to example.com/v1 Runner a
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean labels?
warning: `Runner` has no such field
 --> <patch>:1:38
  |
1 | {metadata: {label: {a: b}}, size: 1, sise: 2}
  |                                      ^^^^ sise
  |
  = note: the patch has no kind, so it is applied to every object, here to example.com/v1 Runner a
  = help: did you mean size?

"#]]);
}

#[test]
fn new_objects_are_checked_by_the_version() {
    let wanted = POD.replace("spec:\n", "spec:\n  schedulingGroup: {podGroupName: web}\n");
    let files = Files::new("kubernetes_diff", &[("pod.yaml", POD), ("wanted.yaml", &wanted)]);
    files
        .smp(&["diff", "pod.yaml", "wanted.yaml", "--kubernetes", "1.34"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
spec:
  schedulingGroup:
    podGroupName: web

"#]])
        .stderr_eq(str![[r#"
warning: `PodSpec` has no such field
 --> wanted.yaml:5:3
  |
4 | spec:
5 |   schedulingGroup: {podGroupName: web}
  |   ^^^^^^^^^^^^^^^ spec.schedulingGroup
  |
  = note: the schema is that of Kubernetes 1.34
  = help: Kubernetes has this field since 1.36

"#]]);
    files.smp(&["diff", "pod.yaml", "wanted.yaml"]).assert().code(1).stderr_eq("");
}

#[test]
fn explain_shows_the_field_of_the_version() {
    let claims = "Pod.status.nodeAllocatableResourceClaimStatuses";
    for (version, merge) in
        [("1.36", "LIST TYPE:     atomic"), ("1.37", "MERGE KEY:     resourceClaimName")]
    {
        let text = printed(smp(&["explain", claims, "--kubernetes", version]));
        assert!(text.contains(&format!("Kubernetes {version}")), "{text}");
        assert!(text.contains(merge), "{text}");
    }
    for (field, version, shown) in [
        (
            "Pod.spec.schedulingGroup",
            "1.34",
            str![[r#"
error: spec has no field "schedulingGroup"
 |
 = note: the schema is that of Kubernetes 1.34
 = help: Kubernetes has this field since 1.36

"#]],
        ),
        (
            "v1/PodSpec.containers.volumeMounts.bindMountOptions",
            "1.34",
            str![[r#"
error: containers.volumeMounts has no field "bindMountOptions"
 |
 = note: the schema is that of Kubernetes 1.34
 = help: Kubernetes has this field since 1.37

"#]],
        ),
        (
            "Pod.spec.workloadRef",
            "1.37",
            str![[r#"
error: spec has no field "workloadRef"
 |
 = note: the schema is that of Kubernetes 1.37
 = help: Kubernetes has this field in 1.35

"#]],
        ),
        (
            "Pod.spec.nosuch",
            "1.34",
            str![[r#"
error: spec has no field "nosuch"
 |
 = note: the schema is that of Kubernetes 1.34
 = help: its fields are activeDeadlineSeconds, affinity, automountServiceAccountToken, containers, dnsConfig, dnsPolicy, enableServiceLinks, ephemeralContainers, hostAliases, hostIPC, hostNetwork, hostPID, hostUsers, hostname, hostnameOverride, imagePullSecrets, initContainers, nodeName, nodeSelector, os, overhead, preemptionPolicy, priority, priorityClassName, readinessGates, resourceClaims, resources, restartPolicy, runtimeClassName, schedulerName, schedulingGates, securityContext, serviceAccount, serviceAccountName, setHostnameAsFQDN, shareProcessNamespace, subdomain, terminationGracePeriodSeconds, tolerations, topologySpreadConstraints and 1 more

"#]],
        ),
    ] {
        let args = ["explain", field, "--kubernetes", version];
        smp(&args).assert().code(2).stdout_eq("").stderr_eq(shown);
    }
}

#[test]
fn kinds_of_one_version_only() {
    let class = "storage.k8s.io/v1beta1/VolumeAttributesClass";
    let args = ["explain", class, "--kubernetes", "v1.36.4"];
    smp(&args).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
KIND:          storage.k8s.io/v1beta1/VolumeAttributesClass
TYPE:          VolumeAttributesClass
LAYER:         Kubernetes 1.36

FIELD       TYPE
apiVersion  string
driverName  string
kind        string
metadata    ObjectMeta
parameters  map of string

"#]]);
    smp(&["explain", class]).assert().code(0).stderr_eq(str![[r#"
warning: storage.k8s.io/v1beta1 VolumeAttributesClass was removed in Kubernetes 1.37
 |
 = help: use storage.k8s.io/v1

"#]]);
    let object = "apiVersion: scheduling.k8s.io/v1beta1\nkind: Workload\nmetadata: {name: a}\n";
    let files = Files::new("kubernetes_kinds", &[("workload.yaml", object)]);
    let args = ["patch", "-f", "workload.yaml", "-p", "metadata: {labels: {a: b}}"];
    files.smp(&args).assert().code(0).stderr_eq("");
    let args = [&args[..], &["--kubernetes", "1.36"]].concat();
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: no schema for apiVersion "scheduling.k8s.io/v1beta1", kind "Workload"
 --> workload.yaml:1:13
  |
1 | apiVersion: scheduling.k8s.io/v1beta1
  |             ^^^^^^^^^^^^^^^^^^^^^^^^^ this kind is unknown
  |
  = help: Kubernetes has this kind since 1.37
  = help: choose one of them with --kubernetes

"#]]);
}

#[test]
fn the_environment_has_the_version_unless_the_option_has_one() {
    let field = ["explain", "Pod.spec.schedulingGroup"];
    smp(&field).env("SMP_KUBERNETES", "v1.36").assert().code(0).stderr_eq("");
    smp(&field).env("SMP_KUBERNETES", "").assert().code(0).stderr_eq("");
    smp(&field).env("SMP_KUBERNETES", "1.34").assert().code(2).stdout_eq("");
    let chosen = [&field[..], &["--kubernetes", "1.36"]].concat();
    smp(&chosen).env("SMP_KUBERNETES", "1.34").assert().code(0).stderr_eq("");
    smp(&chosen).env("SMP_KUBERNETES", "nonsense").assert().code(0).stderr_eq("");
}

#[test]
fn a_version_that_is_not_built_in() {
    let field = ["explain", "Pod.spec"];
    let args = [&field[..], &["--kubernetes", "1.20\u{1b}[31m"]].concat();
    smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value '1.20/u{1b}[31m' for '--kubernetes <VERSION>'
  [possible values: 1.34, 1.35, 1.36, 1.37]

For more information, try '--help'.

"#]]);
    smp(&field)
        .env("SMP_KUBERNETES", "1.20\u{1b}[31m")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the schemas of Kubernetes "1.20/u{1b}[31m" are not built in; those of 1.34, 1.35, 1.36, 1.37 are
 |
 = note: it is named by SMP_KUBERNETES

"#]]);
}

#[test]
fn a_custom_resource_embeds_types_of_the_version() {
    let template = "template: {type: object, x-kubernetes-preserve-unknown-fields: true}";
    let runner = definition("Runner", template);
    let files = Files::new("kubernetes_embed", &[("crd.yaml", &runner)]);
    let embed = ["--schema", "crd.yaml", "--embed", "template=v1/PodTemplateSpec"];
    let field = ["explain", "Runner.template.spec.schedulingGroup"];
    let args = [&field[..], &embed[..]].concat();
    files.smp(&args).assert().code(0).stderr_eq("");
    let args = [&args[..], &["--kubernetes", "1.34"]].concat();
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: template.spec has no field "schedulingGroup"
 |
 = help: its fields are activeDeadlineSeconds, affinity, automountServiceAccountToken, containers, dnsConfig, dnsPolicy, enableServiceLinks, ephemeralContainers, hostAliases, hostIPC, hostNetwork, hostPID, hostUsers, hostname, hostnameOverride, imagePullSecrets, initContainers, nodeName, nodeSelector, os, overhead, preemptionPolicy, priority, priorityClassName, readinessGates, resourceClaims, resources, restartPolicy, runtimeClassName, schedulerName, schedulingGates, securityContext, serviceAccount, serviceAccountName, setHostnameAsFQDN, shareProcessNamespace, subdomain, terminationGracePeriodSeconds, tolerations, topologySpreadConstraints and 1 more

"#]]);
}
