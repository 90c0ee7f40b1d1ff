//! Objects of API versions that Kubernetes does not serve any more.

use snapbox::str;

use crate::{Files, printed, smp, stderr};

const CRON_JOB: &str = "\
apiVersion: batch/v1beta1
kind: CronJob
metadata: {name: backup}
spec:
  schedule: 0 1 * * *
  jobTemplate:
    spec:
      template:
        spec:
          containers:
          - {name: backup, image: backup:1}
          - {name: log, image: log:1}
";

const DEPLOYMENT: &str = "\
apiVersion: extensions/v1beta1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
      - {name: web, image: web:1, ports: [{containerPort: 80}]}
      - {name: log, image: log:1}
";

/// A policy of a kind that no API version has any more.
const POLICY: &str = "\
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: {name: strict}
spec:
  hostPorts: [{min: 80, max: 80}]
";

const IMAGE: &str =
    "spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: log, image: log:2}]}}}}}";

fn files(test: &str) -> Files {
    let wanted = |text: &str| text.replace("log:1", "log:2");
    Files::new(
        test,
        &[
            ("cron.yaml", CRON_JOB),
            ("new-cron.yaml", &wanted(CRON_JOB)),
            ("web.yaml", DEPLOYMENT),
            ("new-web.yaml", &wanted(DEPLOYMENT)),
            ("policy.yaml", POLICY),
            ("label.yaml", "metadata: {labels: {a: b}}"),
        ],
    )
}

#[test]
fn a_patch_merges_by_the_keys_of_the_last_version_with_a_warning() {
    let files = files("removed_patch");
    let args = ["patch", "-f", "cron.yaml", "-p", IMAGE];
    let patched = files.smp(&args).assert().code(0).stderr_eq(str![[r#"
warning: batch/v1beta1 CronJob was removed in Kubernetes 1.25
 --> cron.yaml:1:13
  |
1 | apiVersion: batch/v1beta1
  |             ^^^^^^^^^^^^^
  |
  = help: use batch/v1

"#]]);
    patched.stdout_eq(CRON_JOB.replace("log:1", "\"log:2\""));
    let ignored = [&args[..], &["--validate=ignore"]].concat();
    files.smp(&ignored).assert().code(0).stderr_eq("");
    let quiet = [&args[..], &["-q"]].concat();
    files.smp(&quiet).assert().code(0).stderr_eq("");
}

#[test]
fn it_is_an_error_if_strict() {
    let files = files("removed_strict");
    let strict = ["patch", "-f", "cron.yaml", "-p", IMAGE, "--strict"];
    files.smp(&strict).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: batch/v1beta1 CronJob was removed in Kubernetes 1.25
 --> cron.yaml:1:13
  |
1 | apiVersion: batch/v1beta1
  |             ^^^^^^^^^^^^^
  |
  = help: use batch/v1

"#]]);
    let diff = ["diff", "web.yaml", "new-web.yaml", "--strict"];
    let errors = stderr(&files.smp(&diff).assert().code(2).stdout_eq(""));
    assert!(errors.contains("error: extensions/v1beta1 Deployment was removed"), "{errors}");
}

#[test]
fn it_is_told_once_for_a_document() {
    let files = files("removed_once");
    let other = "metadata: {labels: {a: b}}";
    let args = ["patch", "-f", "cron.yaml", "-p", IMAGE, "-p", other];
    let warnings = stderr(&files.smp(&args).assert().code(0));
    assert_eq!(warnings.matches("was removed").count(), 1, "{warnings}");
    let merge = ["patch", "-f", "cron.yaml", "--type", "merge", "-p", other];
    let warnings = stderr(&files.smp(&merge).assert().code(0));
    assert_eq!(warnings.matches("was removed").count(), 1, "{warnings}");
    // An object that no patch is for stays as it is, and nothing is said of it.
    let both = ["patch", "-f", "cron.yaml", "-f", "web.yaml", "-p", other, "--kind", "Deployment"];
    let warnings = stderr(&files.smp(&both).assert().code(0));
    assert!(warnings.contains("Deployment was") && !warnings.contains("CronJob"), "{warnings}");
}

#[test]
fn diffs_and_three_way_merges() {
    let files = files("removed_diff");
    let diff = files.smp(&["diff", "web.yaml", "new-web.yaml"]).assert().code(1);
    diff.stdout_eq(str![[r#"
spec:
  template:
    spec:
      $setElementOrder/containers:
      - name: web
      - name: log
      containers:
      - name: log
        image: log:2

"#]])
        .stderr_eq(str![[r#"
warning: extensions/v1beta1 Deployment was removed in Kubernetes 1.16
 --> new-web.yaml:1:13
  |
1 | apiVersion: extensions/v1beta1
  |             ^^^^^^^^^^^^^^^^^^
  |
  = help: use apps/v1

"#]]);
    let args =
        ["apply", "--last-applied", "web.yaml", "--modified", "new-web.yaml", "--live", "web.yaml"];
    let applied = files.smp(&args).assert().code(0);
    let warnings = stderr(&applied);
    assert_eq!(warnings.matches("use apps/v1").count(), 1, "{warnings}");
    applied.stdout_eq(DEPLOYMENT.replace("log:1", "\"log:2\""));
}

#[test]
fn other_commands_tell_it_too() {
    let files = files("removed_others");
    for args in [
        &["normalize", "cron.yaml"][..],
        &["compose", "cron.yaml", "new-cron.yaml"],
        &["conflicts", "cron.yaml", "cron.yaml"],
        &["compose", "--kind", "batch/v1beta1/CronJob", "label.yaml", "label.yaml"],
    ] {
        let warnings = stderr(&files.smp(args).assert().code(0));
        assert_eq!(warnings.matches("CronJob was removed").count(), 1, "{args:?}: {warnings}");
    }
    let strict = ["compose", "--strict", "cron.yaml", "new-cron.yaml"];
    files.smp(&strict).assert().code(2);
}

#[test]
fn kustomizations_functions_and_reports() {
    let kustomization = "patches:\n- path: patch.yaml\n";
    let patch =
        format!("apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {{name: backup}}\n{IMAGE}\n");
    let list = format!(
        "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n{}functionConfig:\n  \
         apiVersion: smp/v1\n  kind: StrategicMergePatch\n  metadata: {{name: a}}\n  \
         patches:\n  - patch: '{IMAGE}'\n    target: {{kind: CronJob}}\n",
        item(CRON_JOB)
    );
    let files = files("removed_kustomization");
    Files::new(
        "removed_kustomization",
        &[("k/kustomization.yaml", kustomization), ("k/patch.yaml", &patch), ("list.yaml", &list)],
    );
    for command in [
        files.smp(&["patch", "-f", "cron.yaml", "-k", "k"]),
        files.smp(&["fn"]).stdin(list.clone()),
        files.smp(&["patch", "-f", "cron.yaml", "-p", IMAGE, "--report", "json"]),
    ] {
        let run = command.assert().code(0);
        let messages = stderr(&run);
        assert!(messages.contains("CronJob was removed in Kubernetes 1.25"), "{messages}");
        let output = String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8");
        assert!(output.contains("backup:1") && output.contains("log:2"), "{output}");
    }
    let report = ["patch", "-f", "cron.yaml", "-p", IMAGE, "--report", "json"];
    let messages = stderr(&files.smp(&report).assert().code(0));
    assert!(messages.contains(r#""rule": "removed-kind""#), "{messages}");
}

/// An object as an item of a list.
fn item(text: &str) -> String {
    format!("- {}\n", text.trim_end().replace('\n', "\n  "))
}

#[test]
fn items_of_a_list_are_told_at_their_place() {
    let list =
        format!("apiVersion: v1\nkind: List\nitems:\n{}{}", item(CRON_JOB), item(DEPLOYMENT));
    let lone = "apiVersion: batch/v1beta1\nkind: CronJobList\nitems:\n- metadata: {name: a}\n";
    let files = Files::new("removed_list", &[("list.yaml", &list), ("jobs.yaml", lone)]);
    let patch = "metadata: {labels: {a: b}}";
    let run = files.smp(&["patch", "-f", "list.yaml", "-p", patch]).assert().code(0);
    let warnings = stderr(&run);
    for place in ["list.yaml:4:15", "list.yaml:16:15"] {
        assert!(warnings.contains(place), "{warnings}");
    }
    let run = files.smp(&["patch", "-f", "jobs.yaml", "-p", patch]).assert().code(0);
    let warnings = stderr(&run);
    assert!(warnings.contains("batch/v1beta1 CronJob was removed"), "{warnings}");
}

#[test]
fn a_kind_without_successor_and_one_of_a_version_that_is_built_in() {
    let files = files("removed_policy");
    let args = ["patch", "-f", "policy.yaml", "-p", "spec: {hostPorts: [{min: 90, max: 90}]}"];
    files.smp(&args).assert().code(0).stderr_eq(str![[r#"
warning: policy/v1beta1 PodSecurityPolicy was removed in Kubernetes 1.25
 --> policy.yaml:1:13
  |
1 | apiVersion: policy/v1beta1
  |             ^^^^^^^^^^^^^^
  |
  = help: no API version has this kind any more

"#]]);
    let address = "networking.k8s.io/v1beta1/IPAddress";
    smp(&["explain", address, "--kubernetes", "1.36"]).assert().code(0).stderr_eq("");
    smp(&["explain", address]).assert().code(0).stderr_eq(str![[r#"
warning: networking.k8s.io/v1beta1 IPAddress was removed in Kubernetes 1.37
 |
 = help: use networking.k8s.io/v1

"#]]);
}

#[test]
fn explain_and_kinds_know_them() {
    let text = smp(&["explain", "batch/v1beta1/CronJob.spec.jobTemplate"]).assert().code(0);
    text.stdout_eq(str![[r#"
KIND:          batch/v1beta1/CronJob
FIELD:         spec.jobTemplate
TYPE:          JobTemplateSpec
LAYER:         Kubernetes 1.24

FIELD     TYPE
metadata  ObjectMeta
spec      JobSpec

"#]])
        .stderr_eq(str![[r#"
warning: batch/v1beta1 CronJob was removed in Kubernetes 1.25
 |
 = help: use batch/v1

"#]]);
    for (name, kind) in [
        ("cronjob", "batch/v1/CronJob"),
        ("cj.v1beta1.batch", "batch/v1beta1/CronJob"),
        ("deploy.extensions.spec", "extensions/v1beta1/Deployment"),
        ("deploymentlist", "apps/v1/DeploymentList"),
    ] {
        let text = smp(&["explain", name, "-q"]).assert().code(0).get_output().stdout.clone();
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.starts_with(&format!("KIND:          {kind}\n")), "{name}: {text}");
    }
    let policies = smp(&["explain", "PodSecurityPolicy"]).assert().code(2).stdout_eq("");
    assert!(stderr(&policies).contains("several kinds are called"));
    let kinds = |args: &[&str]| printed(smp(&[&["kinds"], args].concat()));
    assert!(!kinds(&["--api-group", "batch"]).contains("v1beta1"));
    let all = kinds(&["--all", "--api-group", "batch"]);
    let is_removed = |line: &&str| line.starts_with("cronjobs ") && line.contains("v1beta1");
    let line = all.lines().find(is_removed).expect("a removed kind");
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!(words, ["cronjobs", "cj", "batch/v1beta1", "true", "CronJob", "Kubernetes", "1.24"]);
}

#[test]
fn an_overlay_can_be_for_a_removed_kind() {
    let overlay = "\
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
fields: {spec.hostPorts: {mergeKey: min}}
";
    let files = files("removed_overlay");
    Files::new("removed_overlay", &[("overlay.yaml", overlay)]);
    let patch = "spec: {hostPorts: [{min: 90, max: 90}]}";
    let args = ["patch", "-f", "policy.yaml", "-p", patch, "--schema", "overlay.yaml"];
    let text = files.smp(&args).assert().code(0).get_output().stdout.clone();
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("min: 80") && text.contains("min: 90"), "{text}");
}
