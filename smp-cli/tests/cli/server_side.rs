//! `smp apply --server-side`, `smp diff --server-side`.

use std::fs;

use snapbox::str;

use crate::{Files, printed, stderr, stdout};

pub(crate) const NOON: &str = "--time=2026-02-28T12:00:00Z";

pub(crate) const WEB: &str = "\
# The web server of the shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 2   # by hand
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: web:1
";

/// The configuration that an autoscaler would apply.
pub(crate) const SCALE: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec: {replicas: 5}
";

fn config_map(name: &str, data: &str) -> String {
    format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {data}\n")
}

/// Files, with `live.yaml` as it is after the first apply of `web.yaml` by `ci`.
pub(crate) fn files(test: &str) -> Files {
    let files = Files::new(test, &[("web.yaml", WEB), ("scale.yaml", SCALE)]);
    let create = ["apply", "--server-side", "-f", "web.yaml", "--field-manager", "ci", NOON];
    let live = printed(files.smp(&create));
    fs::write(files.0.join("live.yaml"), live).expect("a file");
    files
}

const BY_HPA: [&str; 8] =
    ["apply", "--server-side", "-f", "scale.yaml", "--live", "live.yaml", "--field-manager", "hpa"];

#[test]
fn an_object_is_created_and_keeps_its_comments() {
    let files = files("server_side_create");
    let live = fs::read_to_string(files.0.join("live.yaml")).expect("a file");
    let own = |line: &&str| WEB.lines().any(|it| it == *line);
    assert_eq!(live.lines().filter(own).collect::<Vec<_>>(), WEB.lines().collect::<Vec<_>>());
    snapbox::assert_data_eq!(
        printed(files.smp(&["apply", "--server-side", "-f", "scale.yaml", NOON, "-o", "json"])),
        str![[r#"
{
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {
        "name": "web",
        "namespace": "default",
        "managedFields": [
            {
                "manager": "kubectl",
                "operation": "Apply",
                "apiVersion": "apps/v1",
                "time": "2026-02-28T12:00:00Z",
                "fieldsType": "FieldsV1",
                "fieldsV1": {
                    "f:spec": {
                        "f:replicas": {}
                    }
                }
            }
        ]
    },
    "spec": {
        "replicas": 5
    }
}

"#]]
    );
    // The present time, without the option.
    let now = printed(files.smp(&["apply", "--server-side", "-f", "scale.yaml"]));
    assert!(now.contains("time: \"20"), "{now}");
}

#[test]
fn one_conflict() {
    let files = files("server_side_conflict");
    files.smp(&BY_HPA).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: Apply failed with 1 conflict: conflict with "ci": .spec.replicas
 --> scale.yaml:4:18
  |
3 | metadata: {name: web, namespace: default}
4 | spec: {replicas: 5}
  |                  ^
  |
  = note: 2 in the live object, 5 in the configuration; last change by this manager: 2026-02-28T12:00:00Z
  = help: if you intend to manage all of these fields, apply again with --force-conflicts
  = help: if you do not, remove those from the manifest that shall keep their current managers
  = help: to co-own fields, state the existing value; you become the manager if the others stop managing the field

"#]]);
    let run = files.smp(&[&BY_HPA[..], &["--force-conflicts", NOON]].concat()).assert().code(0);
    assert!(stdout(&run).contains("  replicas: 5   # by hand\n"));
    run.stderr_eq(str![[r#"
"ci" (last change: 2026-02-28T12:00:00Z) loses .spec.replicas to "hpa"

"#]]);
}

#[test]
fn several_conflicts_are_in_a_report() {
    let head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let files = Files::new(
        "server_side_conflicts",
        &[
            ("a.yaml", &format!("{head}data: {{x: '1', w: '1'}}\n")),
            ("b.yaml", &format!("{head}data: {{z: '1'}}\n")),
            ("c.yaml", &format!("{head}data: {{x: '2', w: '2', z: '2'}}\n")),
        ],
    );
    for (file, live) in [("a.yaml", None), ("b.yaml", Some("live.yaml"))] {
        let mut args = vec!["apply", "--server-side", "-f", file, "--field-manager", file, NOON];
        args.extend(live.iter().flat_map(|live| ["--live", live]));
        let live = printed(files.smp(&args));
        fs::write(files.0.join("live.yaml"), live).expect("a file");
    }
    let args = ["apply", "--server-side", "-f", "c.yaml", "--live", "live.yaml"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: Apply failed with 3 conflicts: conflicts with "a.yaml":
 --> c.yaml:4:19
  |
3 | metadata: {name: a}
4 | data: {x: '2', w: '2', z: '2'}
  |                   ^^^
  |
  = note: - .data.w: "1" in the live object, "2" in the configuration; last change by this manager: 2026-02-28T12:00:00Z
  = note: - .data.x: "1" in the live object, "2" in the configuration; last change by this manager: 2026-02-28T12:00:00Z
  = note: conflicts with "b.yaml":
  = note: - .data.z: "1" in the live object, "2" in the configuration; last change by this manager: 2026-02-28T12:00:00Z
  = help: if you intend to manage all of these fields, apply again with --force-conflicts
  = help: if you do not, remove those from the manifest that shall keep their current managers
  = help: to co-own fields, state the existing value; you become the manager if the others stop managing the field

"#]]);
    let run = files.smp(&[&args[..], &["--report", "json"]].concat()).assert().code(2);
    let report = stderr(&run);
    for part in ["\"conflict\"", "Apply failed with 3 conflicts", "- .data.z: ", "\"c.yaml\""] {
        assert!(report.contains(part), "{part}: {report}");
    }
    // A limit, as for other lists of mistakes.
    let run = files.smp(&[&args[..], &["--max-errors", "1"]].concat()).assert().code(2);
    assert!(stderr(&run).contains("and 3 more; correct those above first"), "{}", stderr(&run));
}

#[test]
fn a_preview_has_the_exit_status_of_kubectl_diff() {
    let files = files("server_side_preview");
    let forced = [&BY_HPA[..], &["--force-conflicts", NOON]].concat();
    files.smp(&[&forced[..], &["--diff"]].concat()).assert().code(1).stdout_eq(str![[r#"
--- live.yaml
+++ live.yaml
@@ -27,8 +27,9 @@
                 '.': {}
                 f:image: {}
                 f:name: {}
+  namespace: default
 spec:
-  replicas: 2   # by hand
+  replicas: 5   # by hand
   selector:
     matchLabels: {app: web}
   template:

"#]]);
    let fields = str![[r#"
apps/v1 Deployment web (live.yaml)
+ metadata.namespace: default
~ spec.replicas: 2 → 5
! "ci" (last change: 2026-02-28T12:00:00Z) loses .spec.replicas to "hpa"

"#]];
    let run = files.smp(&[&forced[..], &["--diff=fields"]].concat()).assert().code(1);
    run.stdout_eq(fields.clone());
    // A conflict is an error; the comparison says what is lost.
    files.smp(&[&BY_HPA[..], &["--diff"]].concat()).assert().code(2).stdout_eq("");
    let diff = ["diff", "--server-side", "live.yaml", "scale.yaml", "--field-manager", "hpa"];
    files.smp(&diff).assert().code(1).stdout_eq(fields).stderr_eq("");
    let run = files.smp(&[&diff[..], &["-o", "text"]].concat()).assert().code(1);
    assert!(stdout(&run).contains("+  replicas: 5   # by hand\n"));
    assert!(stderr(&run).contains("loses .spec.replicas to \"hpa\""));
    // The same once more changes nothing, not even a byte.
    let again = ["apply", "--server-side", "-f", "web.yaml", "--field-manager", "ci"];
    let again = [&again[..], &["--live", "live.yaml"]].concat();
    files.smp(&[&again[..], &["--diff"]].concat()).assert().code(0).stdout_eq("").stderr_eq("");
    let live = fs::read_to_string(files.0.join("live.yaml")).expect("a file");
    assert_eq!(printed(files.smp(&again)), live);
    let new = [&again[..6], &["--diff=fields"]].concat();
    let run = files.smp(&new).assert().code(1);
    assert!(stdout(&run).starts_with("apps/v1 Deployment web: added\n"), "{}", stdout(&run));
    let run = files.smp(&[&again[..6], &["--diff"]].concat()).assert().code(1);
    assert!(stdout(&run).starts_with("--- /dev/null\n+++ web.yaml\n"), "{}", stdout(&run));
}

#[test]
fn a_directory_changes_in_place() {
    let (a, b, other) = (config_map("a", "{x: '1'}"), config_map("b", "{x: '1'}"), WEB);
    let a2 = config_map("a", "{x: '2'}");
    let files = Files::new(
        "server_side_in_place",
        &[
            ("state/one.yaml", &format!("{other}---\n{a}# the end\n")),
            (
                "state/two.json",
                r#"{"apiVersion":"v1","kind":"List","items":[
{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b","namespace":"default"},"data":{"y":"1"}},
{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b","namespace":"shop"}}]}"#,
            ),
            ("new/a.yaml", &a2),
            ("new/b.yaml", &b),
            ("more.yaml", &config_map("c", "{x: '1'}")),
        ],
    );
    let args = ["apply", "--server-side", "-f", "new", "--live", "state", NOON];
    // The object had no managers: what it has is by another one.
    let run = files.smp(&args).assert().code(2).stdout_eq("");
    assert!(stderr(&run).contains(r#"conflict with "before-first-apply" using v1: .data.x"#));
    let forced = [&args[..], &["--force-conflicts"]].concat();
    let run = files.smp(&[&forced[..], &["-f", "more.yaml", "-i"]].concat()).assert().code(2);
    assert!(stderr(&run).contains("v1 ConfigMap c is not in LIVE"), "{}", stderr(&run));
    let read = |name: &str| fs::read_to_string(files.0.join(name)).expect("a file");
    assert!(!read("state/one.yaml").contains("managedFields"), "nothing is written");
    files.smp(&[&forced[..], &["-i"]].concat()).assert().code(0).stdout_eq("");
    let one = read("state/one.yaml");
    assert!(one.starts_with(WEB) && one.ends_with("# the end\n"), "{one}");
    assert!(one.contains("data: {x: '2'}\n") && one.contains("manager: kubectl,"), "{one}");
    let two = read("state/two.json");
    assert!(two.contains(r#""x": "1""#) || two.contains(r#""x":"1""#), "{two}");
    assert_eq!(two.matches("managedFields").count(), 1, "{two}");
    // Without -i the documents with these objects are printed, and new ones after them.
    let run = files.smp(&[&forced[..], &["-f", "more.yaml"]].concat()).assert().code(0);
    let text = stdout(&run);
    assert!(!text.contains("Deployment") && text.contains("name: c"), "{text}");
    assert_eq!(stderr(&run), "v1 ConfigMap c is not in LIVE: it is created\n");
}

#[test]
fn what_a_manager_does_not_state_any_longer_is_removed() {
    let first = config_map("a", "{x: '1', w: '1', z: '1'}");
    let files = Files::new(
        "server_side_removed",
        &[
            ("one.yaml", &first),
            ("other.yaml", &config_map("a", "{w: '1'}")),
            ("two.yaml", &config_map("a", "{x: '1'}")),
        ],
    );
    let mut args = vec!["apply", "--server-side", NOON];
    for (file, manager) in [("one.yaml", "ci"), ("other.yaml", "robot"), ("two.yaml", "ci")] {
        let run = [&args[..], &["-f", file, "--field-manager", manager]].concat();
        let live = printed(files.smp(&run));
        fs::write(files.0.join("live.yaml"), live).expect("a file");
        args.truncate(3);
        args.extend(["--live", "live.yaml"]);
    }
    let live = fs::read_to_string(files.0.join("live.yaml")).expect("a file");
    assert!(live.contains("data: {x: '1', w: '1'}"), "{live}");
}

#[test]
fn errors_have_a_place_and_a_remedy() {
    let files = files("server_side_errors");
    let object = |rest: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {rest}\n");
    for (name, text, expected) in [
        (
            "unknown.yaml",
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n".to_owned(),
            &["no schema for apiVersion", "--schema FILE"][..],
        ),
        ("nameless.yaml", object("{}"), &["the configuration has no metadata.name; state it"]),
        (
            "managed.yaml",
            object("{name: a, managedFields: []}"),
            &["metadata.managedFields must be nil in a configuration; remove it"],
        ),
        (
            "field.yaml",
            object("{name: a}\nextra: 1"),
            &[".extra: the schema has no such field", "field.yaml:4", "does not fit its schema"],
        ),
        ("type.yaml", SCALE.replace('5', "many"), &[".spec.replicas: expected", "type.yaml:4:18"]),
        ("twice.yaml", format!("{SCALE}---\n{SCALE}"), &["twice"]),
        (
            "twice-in-cluster.yaml",
            format!("{SCALE}---\n{}", SCALE.replace(", namespace: default", "")),
            &["apps/v1 Deployment web is twice in the objects to apply"],
        ),
    ] {
        fs::write(files.0.join(name), text).expect("a file");
        let run = files.smp(&["apply", "--server-side", "-f", name]).assert().code(2);
        assert!(!stderr(&run).contains("--type merge"), "{name}: {}", stderr(&run));
        for part in expected {
            assert!(stderr(&run).contains(part), "{name}: {part}: {}", stderr(&run));
        }
        run.stdout_eq("");
    }
    // Options of the other merge.
    for args in [
        &["apply", "--server-side"][..],
        &["apply", "--server-side", "-f", "web.yaml", "--last-applied", "web.yaml"],
        &["apply", "--server-side", "-f", "web.yaml", "--unions", "validate"],
        &["apply", "--server-side", "-f", "web.yaml", "-i"],
        &["apply", "--server-side", "-f", "web.yaml", "--time", "noon"],
        &["apply", "--server-side", "-f", "web.yaml", "-o", "patch"],
        &["apply", "--server-side", "-f", "web.yaml", "--subresource", "scale"],
        &["apply", "--server-side", "-f", "web.yaml", "--subresource", "status"],
        &["apply", "--field-manager", "a", "--last-applied", "a", "--modified", "a", "--live", "a"],
        &["diff", "--server-side", "web.yaml", "web.yaml", "--kind", "Pod"],
        &["diff", "--server-side", "web.yaml", "web.yaml", "-o", "json"],
    ] {
        files.smp(args).assert().code(2).stdout_eq("");
    }
}

/// Managers of which the second one can't be read.
const SECOND_ENTRY: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  managedFields:
  - {manager: m, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {}}
  - {manager: n, operation: Patch}
data: {x: '1'}
";

#[test]
fn managers_that_cannot_be_read() {
    let entry = |entry: &str| {
        let metadata = format!("{{name: a, managedFields: [{entry}]}}");
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {metadata}\ndata: {{x: '1'}}\n")
    };
    let of = |version: &str, fields: &str| {
        entry(&format!(
            "{{manager: m, operation: Update, apiVersion: {version}, fieldsType: FieldsV1, \
             fieldsV1: {fields}}}"
        ))
    };
    let files = Files::new(
        "server_side_unreadable",
        &[
            ("a.yaml", &config_map("a", "{x: '2'}")),
            ("operation.yaml", &entry("{manager: m, operation: Patch}")),
            ("text.yaml", &entry("nobody")),
            ("second.yaml", SECOND_ENTRY),
            ("fields.yaml", &of("v1", "{'k:{': {}}")),
            ("version.yaml", &of("v2", "{'f:data': {'f:x': {}}}")),
            ("unknown.yaml", &of("v1", "{'f:data': {'f:gone': {}}, 'f:spec': {'f:a': {}}}")),
        ],
    );
    let apply = |live: &'static str| ["apply", "--server-side", "-f", "a.yaml", "--live", live];
    for live in ["operation.yaml", "text.yaml", "fields.yaml"] {
        let run = files.smp(&apply(live)).assert().code(2).stdout_eq("");
        let message = stderr(&run);
        assert!(message.contains("error: metadata.managedFields: entry 0: "), "{message}");
        assert!(message.contains(&format!("{live}:3:")), "{message}");
        assert!(message.contains("without metadata.managedFields nobody manages"), "{message}");
        let run = files.smp(&["owners", live]).assert().code(2);
        assert!(stderr(&run).contains("entry 0: "));
    }
    let run = files.smp(&apply("second.yaml")).assert().code(2).stdout_eq("");
    assert!(stderr(&run).contains("second.yaml:7:5"), "{}", stderr(&run));
    let run = files.smp(&apply("version.yaml")).assert().code(2);
    assert!(stderr(&run).contains("--gone-version v2"), "{}", stderr(&run));
    let gone = [&apply("version.yaml")[..], &["--gone-version", "v2", NOON]].concat();
    let live = printed(files.smp(&gone));
    assert!(live.contains("data: {x: '2'}") && !live.contains("manager: m,"), "{live}");
    // A field that the object does not have stays with its manager, as on a server.
    let live = printed(files.smp(&apply("unknown.yaml")));
    assert!(live.contains("f:gone") && live.contains("f:spec"), "{live}");
}
