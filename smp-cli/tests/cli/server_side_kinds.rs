//! Server-side apply of objects that are treated in a way of their own: Secrets, custom resources, objects
//! with unions, and the status of an object.

use std::fs;

use serde_json::{Value, json};
use snapbox::str;

use crate::server_side::{NOON, SCALE, WEB, files};
use crate::{Files, definition, printed, stderr, stdout};

#[test]
fn values_of_secrets_are_masked() {
    let secret = |value: &str| {
        format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: s}}\nstringData: {{x: {value}}}\n")
    };
    let files = Files::new(
        "server_side_secrets",
        &[("one.yaml", &secret("sesame")), ("two.yaml", &secret("barley"))],
    );
    let create = ["apply", "--server-side", "-f", "one.yaml", "--field-manager", "ci", NOON];
    let live = printed(files.smp(&create));
    assert!(live.contains("sesame"));
    fs::write(files.0.join("live.yaml"), live).expect("a file");
    let apply = ["apply", "--server-side", "-f", "two.yaml", "--live", "live.yaml"];
    let diff = ["diff", "--server-side", "live.yaml", "two.yaml"];
    for args in [
        &apply[..],
        &[&apply[..], &["--force-conflicts", "--diff"]].concat(),
        &[&apply[..], &["--force-conflicts", "--diff=fields"]].concat(),
        &diff,
        &[&diff[..], &["-o", "text"]].concat(),
        &[&create[..], &["--diff"]].concat(),
        &["owners", "live.yaml"],
        &["owners", "live.yaml", "-o", "json"],
    ] {
        let run = files.smp(args).assert();
        let all = stdout(&run) + &stderr(&run);
        assert!(!all.contains("sesame") && !all.contains("barley"), "{args:?}: {all}");
    }
    let run = files.smp(&apply).assert().code(2);
    assert!(stderr(&run).contains(r#""*** (before)" in the live object"#), "{}", stderr(&run));
    let run = files.smp(&[&apply[..], &["--show-secrets"]].concat()).assert().code(2);
    assert!(stderr(&run).contains(r#""sesame" in the live object, "barley" in"#));
}

#[test]
fn custom_resources_merge_by_their_definition() {
    let widget = |spec: &str| {
        format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: w}}\nspec: {spec}\n")
    };
    let properties = "\
spec:
  type: object
  properties:
    keyed:
      type: array
      x-kubernetes-list-type: map
      x-kubernetes-list-map-keys: [name]
      items: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
    plain:
      type: array
      items: {type: object, properties: {name: {type: string}}}
";
    let files = Files::new(
        "server_side_custom",
        &[
            ("crd.yaml", &definition("Widget", properties)),
            ("one.yaml", &widget("{keyed: [{name: a, size: 1}], plain: [{name: a}]}")),
            ("keyed.yaml", &widget("{keyed: [{name: b, size: 1}]}")),
            ("plain.yaml", &widget("{plain: [{name: b}]}")),
        ],
    );
    let args = ["apply", "--server-side", "--schema", "crd.yaml", NOON, "-f"];
    let live = printed(files.smp(&[&args[..], &["one.yaml", "--field-manager", "ci"]].concat()));
    fs::write(files.0.join("live.yaml"), live).expect("a file");
    let with_live = |file: &'static str| [&args[..], &[file, "--live", "live.yaml"]].concat();
    let keyed = printed(files.smp(&with_live("keyed.yaml")));
    assert!(
        keyed.contains("{name: a, size: 1}") && keyed.contains("{name: b, size: 1}"),
        "{keyed}"
    );
    let run = files.smp(&with_live("plain.yaml")).assert().code(2);
    assert!(stderr(&run).contains(r#"conflict with "ci": .spec.plain"#), "{}", stderr(&run));
    assert!(stderr(&run).contains(r#"[{"name":"a"}] in the live object"#), "{}", stderr(&run));
    // A built-in overlay is not what a server merges by.
    let rollout = "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: r}\n";
    fs::write(files.0.join("rollout.yaml"), rollout).expect("a file");
    let run = files.smp(&["apply", "--server-side", "-f", "rollout.yaml"]).assert().code(2);
    assert!(stderr(&run).contains("no schema for apiVersion"), "{}", stderr(&run));
}

#[test]
fn unions_are_normalized_on_request() {
    let strategy = |strategy: &str| {
        let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n";
        format!("{head}spec: {{strategy: {strategy}}}\n")
    };
    let files = Files::new(
        "server_side_unions",
        &[
            ("rolling.yaml", &strategy("{rollingUpdate: {maxSurge: 1}}")),
            ("recreate.yaml", &strategy("{type: Recreate}")),
            ("both.yaml", &strategy("{type: Recreate, rollingUpdate: {maxSurge: 1}}")),
        ],
    );
    let apply =
        |file: &'static str| ["apply", "--server-side", NOON, "--unions=normalize", "-f", file];
    let live = printed(files.smp(&apply("rolling.yaml")));
    assert!(live.contains("type: RollingUpdate") && live.contains(r#""f:type": {}"#), "{live}");
    fs::write(files.0.join("live.yaml"), live).expect("a file");
    let other = ["--live", "live.yaml", "--field-manager", "other"];
    let run = files.smp(&[&apply("recreate.yaml")[..], &other].concat()).assert().code(2);
    assert!(stderr(&run).contains(r#"conflict with "kubectl": .spec.strategy.type"#));
    let forced = [&apply("recreate.yaml")[..], &other, &["--force-conflicts"]].concat();
    let live = stdout(&files.smp(&forced).assert().code(0));
    assert!(!live.contains("maxSurge"), "{live}");
    let run = files.smp(&apply("both.yaml")).assert().code(2).stdout_eq("");
    assert!(stderr(&run).contains("both.yaml:4:"), "{}", stderr(&run));
}

#[test]
fn the_status_is_another_request() {
    let files = files("server_side_status");
    let status =
        format!("{}status: {{replicas: 2}}\n", SCALE.replace("replicas: 5", "replicas: 2"));
    fs::write(files.0.join("status.yaml"), status).expect("a file");
    let args = ["apply", "--server-side", "-f", "status.yaml", "--live", "live.yaml", NOON];
    let live = printed(files.smp(&args));
    assert!(!live.contains("\nstatus:") && live.contains("manager: kubectl"), "{live}");
    let live = printed(files.smp(&[&args[..], &["--subresource", "status"]].concat()));
    assert!(live.contains("\nstatus:\n  replicas: 2\n"), "{live}");
    assert!(live.contains("    subresource: status\n"), "{live}");
    fs::write(files.0.join("status-live.yaml"), live).expect("a file");
    let extract = ["extract", "status-live.yaml", "--field-manager", "kubectl", "--subresource"];
    snapbox::assert_data_eq!(
        printed(files.smp(&[&extract[..], &["status", "--reformat"]].concat())),
        str![[r#"
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
status:
  replicas: 2

"#]]
    );
}

/// A configuration of a status with metadata, for a live object without any.
fn status_of(kind: &str, rest: &str) -> [(&'static str, String); 2] {
    let head = format!("{kind}\nmetadata:\n  name: a\n");
    let metadata = "  annotations: {x: '1'}\n  labels: {x: '1'}\n";
    [("live.yaml", format!("{head}{rest}")), ("status.yaml", format!("{head}{metadata}{rest}"))]
}

/// The metadata that a server keeps in a request for the status.
#[test]
fn metadata_of_a_status() {
    let files = Files::new(
        "server_side_status_metadata",
        &[("crd.yaml", &definition("Widget", "status: {type: object}\n"))],
    );
    let args = ["apply", "--server-side", "-f", "status.yaml", "--live", "live.yaml", NOON];
    let args =
        [&args[..], &["--subresource=status", "--schema", "crd.yaml", "-o", "json"]].concat();
    let by = |manager: &'static str| [&args[..], &["--field-manager", manager]].concat();
    for (kind, kept) in [
        ("apiVersion: apps/v1\nkind: Deployment", &["annotations"][..]),
        ("apiVersion: apps/v1\nkind: StatefulSet", &["annotations", "labels"]),
        ("apiVersion: v1\nkind: Node", &["annotations", "labels"]),
        ("apiVersion: networking.k8s.io/v1\nkind: Ingress", &["annotations", "labels"]),
        ("apiVersion: storage.k8s.io/v1\nkind: VolumeAttachment", &[]),
        ("apiVersion: example.com/v1\nkind: Widget", &[]),
    ] {
        for (name, text) in status_of(kind, "") {
            fs::write(files.0.join(name), text).expect("a file");
        }
        let text = printed(files.smp(&by("one")));
        let object: Value = serde_json::from_str(&text).expect("JSON");
        let found = |name: &&str| object["metadata"].get(*name).is_some();
        let found: Vec<_> = ["annotations", "labels"].into_iter().filter(found).collect();
        assert_eq!(found, kept, "{text}");
        let entries = object["metadata"]["managedFields"].as_array();
        let of_status = entries.and_then(|all| all.iter().find(|it| it["subresource"] == "status"));
        let owned = |name: &&str| {
            of_status.is_some_and(|it| {
                !it["fieldsV1"]["f:metadata"][format!("f:{name}")]["f:x"].is_null()
            })
        };
        assert_eq!(["annotations", "labels"].into_iter().filter(owned).collect::<Vec<_>>(), kept);
        // Others hear of a conflict.
        fs::write(files.0.join("live.yaml"), &text).expect("a file");
        let [_, (_, status)] = status_of(kind, "");
        let status = status.replace("annotations: {x: '1'}", "annotations: {x: '2'}");
        fs::write(files.0.join("status.yaml"), status).expect("a file");
        let run = files.smp(&by("two")).assert();
        let is_conflict = stderr(&run).contains(r#"conflict with "one""#);
        assert_eq!(is_conflict, kept.contains(&"annotations"), "{kind}: {}", stderr(&run));
    }
}

/// A server checks all of a configuration, also what it leaves out then.
#[test]
fn unknown_fields_beside_the_part_that_is_applied() {
    let files = files("server_side_status_unknown");
    let status = SCALE.replace("replicas: 5", "replicsa: 5");
    for (text, options) in [
        (format!("{status}status: {{replicas: 2}}\n"), &["--subresource=status"][..]),
        (format!("{SCALE}status: {{replicsa: 2}}\n"), &["--force-conflicts"]),
    ] {
        fs::write(files.0.join("config.yaml"), text).expect("a file");
        let args = ["apply", "--server-side", "-f", "config.yaml", "--live", "live.yaml", NOON];
        let run = files.smp(&[&args[..], options].concat()).assert().code(2).stdout_eq("");
        assert!(
            stderr(&run).contains("replicsa: the schema has no such field"),
            "{}",
            stderr(&run)
        );
    }
    // A status in a request for the object is left out, also if it is another one.
    let config = WEB.replace("spec:\n  replicas", "status: {replicas: 7}\nspec:\n  replicas");
    fs::write(files.0.join("config.yaml"), config).expect("a file");
    let args = ["apply", "--server-side", "-f", "config.yaml", "--live", "live.yaml"];
    let args = [&args[..], &["--field-manager", "ci"]].concat();
    let live = fs::read_to_string(files.0.join("live.yaml")).expect("a file");
    assert_eq!(printed(files.smp(&args)), live);
}

/// The types of Kubernetes' own kinds have members that are there without anybody stating them.
#[test]
fn what_an_object_without_managers_has() {
    let budget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n";
    let files = Files::new(
        "server_side_blank",
        &[("live.yaml", &format!("{budget}spec: {{minAvailable: 1}}\n")), ("config.yaml", budget)],
    );
    let args = ["apply", "--server-side", "-f", "config.yaml", "--live", "live.yaml", NOON];
    let object = printed(files.smp(&[&args[..], &["-o", "json"]].concat()));
    let object: Value = serde_json::from_str(&object).expect("JSON");
    let entry = &object["metadata"]["managedFields"][0];
    assert_eq!(entry["manager"], "before-first-apply");
    assert_eq!(entry["fieldsV1"], json!({"f:spec": {"f:minAvailable": {}}}));
    assert!(object.get("status").is_none(), "{object}");
}
