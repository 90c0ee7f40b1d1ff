//! Inputs that are made to be slow. While a cost was quadratic, such inputs took
//! minutes or gigabytes.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::{Files, printed};

/// Far more than a busy machine needs, far less than a quadratic cost takes.
const LIMIT: Duration = Duration::from_secs(30);

#[test]
fn a_long_kind_gets_no_suggestions() {
    let object = format!("apiVersion: v1\nkind: {}\n", "x".repeat(1 << 17));
    let files = Files::new("cost_kind", &[("in.yaml", &object)]);
    let started = Instant::now();
    let output = files.smp(&["patch", "-f", "in.yaml", "-p", "{}"]).output().expect("it runs");
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(message.contains("no schema for apiVersion"), "no error");
    assert!(!message.contains("did you mean"));
}

#[test]
fn a_tree_ends_at_128_levels() {
    let types = 16_000;
    let mut api = r##"{"swagger": "2.0", "definitions": {"T0": {"properties": {"f": {"$ref": "#/definitions/T1"}},
        "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "T", "version": "v1"}]}"##
        .to_owned();
    for at in 1..types {
        let next = at + 1;
        let _ = write!(
            api,
            r##","T{at}":{{"properties":{{"f":{{"$ref":"#/definitions/T{next}"}}}}}}"##
        );
    }
    let _ = write!(api, r#","T{types}":{{"properties":{{"f":{{"type":"string"}}}}}}}}}}"#);
    let files = Files::new("cost_tree", &[("api.json", &api)]);
    let tree = printed(files.smp(&["explain", "T", "--recursive", "--schema", "api.json"]));
    assert!(tree.len() < 1 << 20, "{}", tree.len());
    assert!(tree.contains("fields below 128 levels are left out"), "{tree}");
    let args = ["explain", "T", "--recursive", "-o", "json", "--schema", "api.json"];
    let json = printed(files.smp(&args));
    assert!(json.len() < 1 << 20, "{}", json.len());
    assert_eq!(json.matches(r#""fieldsTooDeep": true"#).count(), 1, "{json}");
}

#[test]
fn a_kind_may_have_16_overlays() {
    let overlay = "apiVersion: v1\nkind: Pod\nfields: {spec.tolerations: {mergeKey: key}}\n";
    let overlays = |count: usize| vec![overlay; count].join("---\n");
    let files = Files::new(
        "cost_overlays",
        &[
            ("few.yaml", &overlays(16)),
            ("many.yaml", &overlays(17)),
            ("more.yaml", &overlays(2_000)),
        ],
    );
    printed(files.smp(&["explain", "Pod.spec.tolerations", "--schema", "few.yaml"]));
    for many in ["many.yaml", "more.yaml"] {
        let output = files.smp(&["explain", "Pod", "--schema", many]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(message.contains("there are more than 16 overlays for v1/Pod"), "{message}");
        assert!(message.contains("write their fields into one overlay"), "{message}");
    }
}

#[test]
fn many_patches_for_many_objects_are_matched_by_identity() {
    let count = 500;
    let (mut objects, mut patches) = (String::new(), String::new());
    for at in 0..count {
        let metadata = format!(r#""kind":"ConfigMap","metadata":{{"name":"c{at}"}}"#);
        let _ = writeln!(objects, r#"{{"apiVersion":"v1",{metadata}}}"#);
        let _ = writeln!(patches, r#"{{{metadata},"data":{{"a":"{at}"}}}}"#);
    }
    // A second patch for the last object, which is applied after the first.
    let _ = writeln!(
        patches,
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"c499"}},"data":{{"a":"x"}}}}"#
    );
    let files = Files::new("cost_patches", &[("in.json", &objects), ("patch.json", &patches)]);
    let started = Instant::now();
    let result = printed(files.smp(&["patch", "-f", "in.json", "--patch-file", "patch.json"]));
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
    assert_eq!(result.lines().count(), count);
    assert!(result.contains(r#"{"name":"c7"},"data":{"a":"7"}"#), "{result}");
    assert!(result.contains(r#"{"name":"c499"},"data":{"a":"x"}"#), "{result}");
}
