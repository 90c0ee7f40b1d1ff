//! `smp serve`: a server with the objects of files, and what has changed when it stops.
//!
//! `cargo test -p smp-cli serve -- --ignored` (needs Go) runs a real kubectl against it.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::{Value, json};
use snapbox::str;

use crate::kubectl::kubectl;
use crate::{Files, smp, stderr};

pub(crate) const SHOP: &str = "\
# The shop.
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  replicas: 2   # two are enough
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers:
      - name: shop
        image: shop:1   # pinned
      - name: log
        image: log:1
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: other}
data: {color: blue}
";

pub(crate) const WIDGETS: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, default: 3}
              tags: {type: array, items: {type: string}}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec: {tags: [a]}
";

/// A server under way.
pub(crate) struct Serving {
    child: Child,
    errors: BufReader<ChildStderr>,
    /// The file with its address.
    config: PathBuf,
    /// The address, with the token.
    url: String,
}

impl Serving {
    pub(crate) fn start(files: &Files, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_smp"))
            .args(["serve", "--from", "k8s"])
            .args(args)
            .current_dir(&files.0)
            .env("NO_COLOR", "1")
            .env_remove("CLICOLOR_FORCE")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut errors = BufReader::new(child.stderr.take().expect("standard error"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("a line");
        let config = line.trim().strip_prefix("export KUBECONFIG=");
        let config = PathBuf::from(config.expect(&line));
        let text = std::fs::read_to_string(&config).expect("the file of the line");
        let read: Value = serde_json::from_str(&text).expect("JSON, which is YAML");
        let url = read["clusters"][0]["cluster"]["server"].as_str().expect("an address").to_owned();
        Self { child, errors, config, url }
    }

    /// Sends a request; the code and the body of the answer.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        media_type: &str,
        body: &Value,
    ) -> (u16, Value) {
        ask(&self.url, method, path, media_type, body)
    }

    /// Stops it: exit status, standard output, and the rest of standard error.
    pub(crate) fn stop(mut self, signal: &str) -> (Option<i32>, String, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        let (mut shown, mut said) = (String::new(), String::new());
        let mut output = self.child.stdout.take().expect("standard output");
        output.read_to_string(&mut shown).expect("UTF-8");
        self.errors.read_to_string(&mut said).expect("UTF-8");
        let status = self.child.wait().expect("it ends");
        assert!(!self.config.exists(), "{} is still there", self.config.display());
        (status.code(), shown, said)
    }
}

fn ask(url: &str, method: &str, path: &str, media_type: &str, body: &Value) -> (u16, Value) {
    let address = url.strip_prefix("http://").expect("HTTP");
    let (host, prefix) = address
        .split_once('/')
        .map_or((address, String::new()), |(host, token)| (host, format!("/{token}")));
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(host).expect("the server listens");
    write!(
        stream,
        "{method} {prefix}{path} HTTP/1.0\r\nhost: {host}\r\nconnection: close\r\n\
         content-type: {media_type}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let code = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a code");
    (code, serde_json::from_str(body).unwrap_or(Value::Null))
}

#[test]
fn what_has_changed_is_a_diff_of_the_files() {
    let others = [
        ("k8s/shop.yaml", SHOP),
        ("k8s/widgets.yaml", WIDGETS),
        ("k8s/kustomization.yaml", "resources: [shop.yaml]\n"),
    ];
    let files = Files::new("serve_diff", &others);
    let serving = Serving::start(&files, &[]);
    let strategic = "application/strategic-merge-patch+json";
    let path = "/apis/apps/v1/namespaces/default/deployments/shop";
    let body = json!({"spec": {"replicas": 3, "template": {"spec": {
        "containers": [{"name": "shop", "image": "shop:2"}],
    }}}});
    assert_eq!(serving.ask("PATCH", path, strategic, &body).0, 200);
    let widget = "/apis/example.com/v1/namespaces/default/widgets/w";
    let body = json!({"spec": {"tags": ["a", "b"]}});
    let (code, answer) = serving.ask("PATCH", widget, "application/merge-patch+json", &body);
    assert_eq!((code, &answer["spec"]["size"]), (200, &json!(3)));
    let maps = "/api/v1/namespaces/default/configmaps";
    let new = json!({"metadata": {"name": "new"}, "data": {"a": "1"}});
    assert_eq!(serving.ask("POST", maps, "application/json", &new).0, 201);
    let old = "/api/v1/namespaces/other/configmaps/settings";
    assert_eq!(serving.ask("DELETE", old, "", &Value::Null).0, 200);
    let (code, shown, said) = serving.stop("-TERM");
    assert_eq!(code, Some(0), "{shown}{said}");
    assert!(said.contains("2 of 3 files would change"), "{said}");
    snapbox::assert_data_eq!(
        shown,
        str![[r#"
--- a/k8s/shop.yaml
+++ b/k8s/shop.yaml
@@ -3,18 +3,13 @@
 kind: Deployment
 metadata: {name: shop}
 spec:
-  replicas: 2   # two are enough
+  replicas: 3   # two are enough
   selector: {matchLabels: {app: shop}}
   template:
     metadata: {labels: {app: shop}}
     spec:
       containers:
       - name: shop
-        image: shop:1   # pinned
+        image: shop:2   # pinned
       - name: log
         image: log:1
----
-apiVersion: v1
-kind: ConfigMap
-metadata: {name: settings, namespace: other}
-data: {color: blue}
--- a/k8s/widgets.yaml
+++ b/k8s/widgets.yaml
@@ -22,4 +22,4 @@
 apiVersion: example.com/v1
 kind: Widget
 metadata: {name: w}
-spec: {tags: [a]}
+spec: {tags: [a, b]}
--- /dev/null
+++ b/k8s/default_configmap_new.yaml
@@ -0,0 +1,7 @@
+apiVersion: v1
+data:
+  a: "1"
+kind: ConfigMap
+metadata:
+  name: new
+  namespace: default

"#]]
    );
    for (name, text) in others {
        assert_eq!(std::fs::read_to_string(files.0.join(name)).expect("a file"), text, "{name}");
    }
}

#[test]
fn without_changes_nothing_is_printed() {
    let files =
        Files::new("serve_nothing", &[("k8s/shop.yaml", SHOP), ("k8s/widgets.yaml", WIDGETS)]);
    let serving = Serving::start(&files, &[]);
    assert_eq!(serving.ask("GET", "/version", "", &Value::Null).0, 200);
    let (code, shown, _) = serving.stop("-INT");
    assert_eq!((code, shown.as_str()), (Some(0), ""));
}

#[test]
fn the_address_has_a_token() {
    let files = Files::new("serve_token", &[("k8s/shop.yaml", SHOP)]);
    let serving = Serving::start(&files, &[]);
    let (address, token) = serving.url.rsplit_once('/').expect("a token");
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    assert_eq!(token.len(), 32);
    assert_eq!(ask(address, "GET", "/version", "", &Value::Null).0, 401);
    assert_eq!(ask(&format!("{address}/{token}0"), "GET", "/version", "", &Value::Null).0, 401);
    let mode = std::fs::metadata(&serving.config).expect("a file").permissions().mode();
    assert_eq!(mode & 0o077, 0, "others can read the token");
    let too_large = "x".repeat(4 << 20);
    let maps = "/api/v1/namespaces/default/configmaps";
    let body = json!({"metadata": {"name": "a"}, "data": {"a": too_large}});
    assert_eq!(serving.ask("POST", maps, "application/json", &body).0, 413);
    serving.stop("-TERM");
    let open = Serving::start(&files, &["--no-token"]);
    assert_eq!(open.url.matches('/').count(), 2, "{}", open.url);
    assert_eq!(open.ask("GET", "/version", "", &Value::Null).0, 200);
    open.stop("-TERM");
}

#[test]
fn what_cannot_be_served_is_an_error() {
    let unknown = "apiVersion: example.com/v1\nkind: Nothing\nmetadata: {name: a}\n";
    let files = Files::new("serve_unknown", &[("k8s/a.yaml", unknown), ("ok/shop.yaml", SHOP)]);
    let run = files.smp(&["serve", "--from", "k8s"]).assert().code(2);
    assert!(stderr(&run).contains("the server has no such kind"), "{}", stderr(&run));
    let run = files.smp(&["serve", "--from", "ok", "--listen", "192.0.2.1:1"]).assert().code(2);
    assert!(stderr(&run).contains("cannot serve at 192.0.2.1:1"), "{}", stderr(&run));
    smp(&["serve"]).assert().code(2);
}

#[test]
fn what_kubectl_notes_is_in_no_diff() {
    let files = Files::new("serve_annotation", &[("k8s/shop.yaml", SHOP)]);
    let serving = Serving::start(&files, &[]);
    let settings = "/api/v1/namespaces/other/configmaps/settings";
    let patch = json!({"metadata": {"annotations": {
        "kubectl.kubernetes.io/last-applied-configuration": "{}",
    }}});
    assert_eq!(serving.ask("PATCH", settings, "application/merge-patch+json", &patch).0, 200);
    assert_eq!(serving.stop("-TERM").1, "");
}

#[test]
fn an_object_that_cannot_be_served_is_shown() {
    let wrong = "apiVersion: v1\nkind: Endpoints\nmetadata: x\n";
    let files = Files::new("serve_wrong", &[("k8s/a.yaml", SHOP), ("k8s/b.yaml", wrong)]);
    let run = files.smp(&["serve", "--from", "k8s"]).assert().code(2);
    let said = stderr(&run);
    assert!(said.contains("metadata") && said.contains("k8s/b.yaml"), "{said}");
}

#[test]
fn names_of_properties_are_no_booleans() {
    let widgets = WIDGETS.replace(
        "size: {type",
        "n: {type: string}\n              on: {type: string}\n              size: {type",
    );
    let files = Files::new("serve_properties", &[("k8s/widgets.yaml", &widgets)]);
    let serving = Serving::start(&files, &[]);
    let widgets = "/apis/example.com/v1/namespaces/default/widgets/w";
    let patch = json!({"spec": {"n": "a", "on": "b"}});
    let (_, answer) = serving.ask("PATCH", widgets, "application/merge-patch+json", &patch);
    assert_eq!((&answer["spec"]["n"], &answer["spec"]["on"]), (&json!("a"), &json!("b")));
    let (_, _, said) = serving.stop("-TERM");
    assert!(!said.contains("read as"), "{said}");
}

#[test]
fn hosts_are_regular_expressions() {
    let files = Files::new("serve_hosts", &[("k8s/shop.yaml", SHOP)]);
    let serving = Serving::start(&files, &["--no-token", "--accept-hosts", "^example$"]);
    assert_eq!(serving.ask("GET", "/version", "", &Value::Null).0, 403);
    serving.stop("-TERM");
    let run = files.smp(&["serve", "--from", "k8s", "--no-token", "--accept-hosts", "("]);
    let run = run.assert().code(2);
    assert!(stderr(&run).contains("--accept-hosts: regex parse error"), "{}", stderr(&run));
}

/// The commands of kubectl that people use.
#[test]
#[ignore = "needs Go"]
#[expect(clippy::too_many_lines, reason = "one session, whose steps need the earlier ones")]
fn kubectl_works_with_it() {
    let directory = kubectl();
    let files =
        Files::new("serve_kubectl", &[("k8s/shop.yaml", SHOP), ("k8s/widgets.yaml", WIDGETS)]);
    let serving = Serving::start(&files, &[]);
    let command = |args: &[&str]| {
        let mut command = Command::new(directory.join("kubectl"));
        command
            .args(args)
            .current_dir(&files.0)
            .env("HOME", &files.0)
            .env("KUBECONFIG", &serving.config)
            .env("KUBECTL_EXTERNAL_DIFF", "diff -u")
            .env("NO_COLOR", "1");
        command
    };
    let run = |code: i32, args: &[&str]| -> String {
        let output = command(args).output().expect("kubectl runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (shown, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "kubectl {args:?}\n{shown}\n{said}");
        shown + &said
    };
    let write = |name: &str, text: &str| std::fs::write(files.0.join(name), text).expect("a file");

    assert!(run(0, &["get", "deployments", "-o", "name"]).contains("deployment.apps/shop"));
    assert!(run(0, &["get", "widgets", "-o", "name"]).contains("widget.example.com/w"));
    // Client-side apply, twice, and a diff.
    let changed = SHOP.replace("shop:1", "shop:2");
    write("shop.yaml", &SHOP.replace("other", "default"));
    let applied = run(0, &["apply", "-f", "shop.yaml"]);
    assert!(applied.contains("deployment.apps/shop configured"), "{applied}");
    assert!(run(0, &["apply", "-f", "shop.yaml"]).contains("deployment.apps/shop unchanged"));
    write("shop.yaml", &changed.replace("other", "default"));
    let diff = run(1, &["diff", "-f", "shop.yaml"]);
    assert!(
        diff.contains("-      - image: shop:1") && diff.contains("+      - image: shop:2"),
        "{diff}"
    );
    assert!(run(0, &["apply", "-f", "shop.yaml"]).contains("deployment.apps/shop configured"));
    // Server-side apply: a conflict, and force.
    write("shop.yaml", &changed.replace("shop:2", "shop:3").replace("other", "default"));
    let other = ["apply", "--server-side", "--field-manager", "other", "-f", "shop.yaml"];
    let conflict = run(1, &other);
    assert!(conflict.contains("conflict with \"kubectl-client-side-apply\""), "{conflict}");
    let forced: Vec<_> = other.iter().copied().chain(["--force-conflicts"]).collect();
    assert!(run(0, &forced).contains("deployment.apps/shop serverside-applied"));
    // The three kinds of patches.
    let patch = r#"{"spec":{"template":{"spec":{"containers":[{"name":"new","image":"new:1"}]}}}}"#;
    run(0, &["patch", "deployment", "shop", "-p", patch]);
    run(
        0,
        &[
            "patch",
            "deployment",
            "shop",
            "--type",
            "json",
            "-p",
            r#"[{"op":"replace","path":"/spec/replicas","value":4}]"#,
        ],
    );
    run(0, &["patch", "widget", "w", "--type", "merge", "-p", r#"{"spec":{"tags":["b"]}}"#]);
    let names = "jsonpath={.spec.replicas} {.spec.template.spec.containers[*].name}";
    assert_eq!(run(0, &["get", "deployment", "shop", "-o", names]), "4 new shop log");
    run(0, &["label", "deployment", "shop", "a=b"]);
    run(0, &["annotate", "deployment", "shop", "a=b"]);
    run(0, &["scale", "deployment", "shop", "--replicas", "3"]);
    run(0, &["set", "image", "deployment/shop", "shop=shop:4"]);
    // A watch, and a rollout that ends when a test has written the status.
    let mut watch = command(&["get", "deployments", "-w", "-o", "jsonpath={.status.replicas},"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("kubectl runs");
    let rollout = command(&["rollout", "status", "deployment/shop", "--timeout", "60s"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("kubectl runs");
    let status = r#"{"status":{"observedGeneration":99,"replicas":3,"updatedReplicas":3,"readyReplicas":3,"availableReplicas":3}}"#;
    run(
        0,
        &[
            "patch",
            "deployment",
            "shop",
            "--subresource",
            "status",
            "--type",
            "merge",
            "-p",
            status,
        ],
    );
    let ended = rollout.wait_with_output().expect("it ends");
    let shown = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success() && shown.contains("successfully rolled out"), "{shown}");
    let mut seen = Vec::new();
    let mut output = watch.stdout.take().expect("standard output");
    while !seen.contains(&b'3') {
        let mut byte = [0];
        assert_eq!(output.read(&mut byte).expect("a pipe"), 1, "the watch has ended");
        seen.push(byte[0]);
    }
    watch.kill().expect("it runs");
    watch.wait().expect("it ends");
    // What the server does not read, and the way around it.
    let refused = run(1, &["create", "configmap", "made", "--from-literal", "a=b"]);
    assert!(refused.contains("415") || refused.contains("media type"), "{refused}");
    let made = run(
        0,
        &["create", "configmap", "made", "--from-literal", "a=b", "--dry-run=client", "-o", "yaml"],
    );
    write("made.yaml", &made);
    run(0, &["create", "-f", "made.yaml"]);
    run(0, &["delete", "-f", "made.yaml"]);
    run(0, &["delete", "deployment", "shop"]);
    run(1, &["get", "deployment", "shop"]);
    let (code, shown, _) = serving.stop("-TERM");
    assert_eq!(code, Some(0));
    assert!(shown.contains("-kind: Deployment"), "{shown}");
}
