//! `smp patch --unions`: what people want to say, said with as few words.

use snapbox::str;

use crate::{Files, printed};

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: server
    image: server:1
    env:
    - name: PASSWORD
      value: secret
    - name: HOST
      value: db
    livenessProbe:
      periodSeconds: 5
      tcpSocket:
        port: 80
  volumes:
  - name: cache
    emptyDir:
      medium: Memory
  - name: config
    configMap:
      name: web
";

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 25%
";

const VOLUME: &str = "spec: {volumes: [{name: cache, hostPath: {path: /var/cache}}]}";

#[test]
fn a_volume_from_empty_dir_to_host_path() {
    let files = Files::new("unions_volume", &[("pod.yaml", POD)]);
    let patched = |unions| {
        let out =
            printed(files.smp(&["patch", "-f", "pod.yaml", "-p", VOLUME, "--unions", unions]));
        out.split_once("  volumes:\n").expect("volumes").1.to_owned()
    };
    for unions in ["normalize", "validate"] {
        assert_eq!(
            patched(unions),
            "  - name: cache\n    hostPath:\n      path: /var/cache\n  - name: config\n    \
             configMap:\n      name: web\n",
        );
    }
    // As a cluster has it, which then refuses the result.
    assert!(patched("ignore").contains("emptyDir"));
}

#[test]
fn a_strategy_from_rolling_update_to_recreate() {
    Files::new("unions_strategy", &[("deployment.yaml", DEPLOYMENT)])
        .smp(&["patch", "-f", "deployment.yaml", "--unions", "normalize"])
        .args(["-p", "spec: {strategy: {type: Recreate}}"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  strategy:
    type: Recreate

"#]]);
}

#[test]
fn a_variable_from_value_to_value_from_and_a_probe() {
    let patch = "\
spec:
  containers:
  - name: server
    env:
    - name: PASSWORD
      valueFrom:
        secretKeyRef: {name: db, key: password}
    livenessProbe:
      httpGet: {port: 80}
";
    Files::new("unions_variable", &[("pod.yaml", POD), ("patch.yaml", patch)])
        .smp(&["patch", "-f", "pod.yaml", "--patch-file", "patch.yaml", "--unions", "validate"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: server
    image: server:1
    env:
    - name: PASSWORD
      valueFrom:
        secretKeyRef:
          name: db
          key: password
    - name: HOST
      value: db
    livenessProbe:
      periodSeconds: 5
      httpGet:
        port: 80
  volumes:
  - name: cache
    emptyDir:
      medium: Memory
  - name: config
    configMap:
      name: web

"#]]);
}

#[test]
fn what_is_still_broken_is_reported_with_its_place() {
    let pods = format!(
        "{}---\n{}",
        POD.replace("    emptyDir", "    nfs: {path: /, server: a}\n    emptyDir"),
        POD.replace("server:1", "server:2")
            .replace("name: web", "name: other")
            .replace("      tcpSocket:\n        port: 80\n", "")
    );
    Files::new("unions_broken", &[("pods.yaml", &pods)])
        .smp(&["patch", "-f", "pods.yaml", "--unions", "validate"])
        .args(["-p", "metadata: {labels: {a: b}}"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: spec.volumes[name="cache"]: found `emptyDir` and `nfs`, expected at most one of the union's 30 members; remove all but one
  --> pods.yaml:20:5
   |
19 |   - name: cache
20 |     nfs: {path: /, server: a}
   |     ^^^

error: spec.containers[name="server"].livenessProbe: found no member of the union, expected `exec`, `grpc`, `httpGet` or `tcpSocket`; set one
  --> pods.yaml:40:5
   |
39 |       value: db
40 |     livenessProbe:
   |     ^^^^^^^^^^^^^

"#]]);
}

#[test]
fn one_patch_may_mend_what_another_left() {
    let patches = "\
kind: Pod
metadata: {name: web}
spec: {volumes: [{name: cache, hostPath: {path: /a}, nfs: {path: /, server: a}}]}
";
    let mending = "\
---
kind: Pod
metadata: {name: web}
spec: {volumes: [{name: cache, nfs: null, emptyDir: null}]}
";
    let both = format!("{patches}{mending}");
    let files = Files::new(
        "unions_mended",
        &[("pod.yaml", POD), ("one.yaml", patches), ("both.yaml", &both)],
    );
    // It contradicts itself, and is refused for that alone.
    let contradiction = str![[r#"
error: spec.volumes[name="cache"]: found `hostPath` and `nfs`, expected at most one of the union's 30 members; remove all but one
 --> both.yaml:3:54
  |
2 | metadata: {name: web}
3 | spec: {volumes: [{name: cache, hostPath: {path: /a}, nfs: {path: /, server: a}}]}
  |                                                      ^^^

"#]];
    let args = ["patch", "-f", "pod.yaml", "--unions", "validate", "--patch-file"];
    files.smp(&args).arg("both.yaml").assert().code(2).stdout_eq("").stderr_eq(contradiction);
    files.smp(&args).arg("one.yaml").assert().code(2).stdout_eq("");
    let args =
        ["patch", "-q", "-f", "pod.yaml", "--unions", "normalize", "--patch-file", "both.yaml"];
    assert!(printed(files.smp(&args)).contains("hostPath"));
}

#[test]
fn legal_combinations_stay() {
    let policy = "\
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
spec:
  podSelector: {}
  ingress:
  - from:
    - podSelector: {}
      namespaceSelector:
        matchLabels:
          team: web
    - ipBlock:
        cidr: 10.0.0.0/8
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  updateStrategy:
    type: OnDelete
    rollingUpdate:
      maxUnavailable: 1
  template:
    spec:
      securityContext:
        seccompProfile:
          type: Localhost
          localhostProfile: profile.json
      containers:
      - name: agent
        env:
        - name: HOST
          value: \"\"
          valueFrom:
            fieldRef:
              fieldPath: spec.nodeName
      volumes:
      - name: scratch
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  accessModes:
  - ReadWriteOnce
  capacity:
    storage: 1Gi
  local:
    path: /disk
";
    let files = Files::new("unions_legal", &[("all.yaml", policy)]);
    let args = ["patch", "-f", "all.yaml", "-p", "{}", "--unions", "validate"];
    assert_eq!(printed(files.smp(&args)), policy);
    assert_eq!(printed(files.smp(&["normalize", "all.yaml"])), policy);
    assert_eq!(printed(files.smp(&["normalize", "--old", "all.yaml", "all.yaml"])), policy);
}
