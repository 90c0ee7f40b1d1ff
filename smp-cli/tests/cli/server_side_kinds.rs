//! Server-side apply of objects that are treated in a way of their own: Secrets, custom resources, objects
//! with unions, and the status of an object.

use std::fs;

use snapbox::str;

use crate::server_side::{NOON, SCALE, files};
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
