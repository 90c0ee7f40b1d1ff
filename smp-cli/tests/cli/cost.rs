//! Inputs that are made to be slow: the limits that they meet, and what is printed. Their cost is
//! held by `cargo xtask cost` and by the budgets of instructions.

use std::fmt::Write as _;

use crate::{Files, printed};

#[test]
fn a_long_kind_gets_no_suggestions() {
    let object = format!("apiVersion: v1\nkind: {}\n", "x".repeat(1 << 17));
    let files = Files::new("cost_kind", &[("in.yaml", &object)]);
    let output = files.smp(&["patch", "-f", "in.yaml", "-p", "{}"]).output().expect("it runs");
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
        assert!(message.contains("to allow more, use --limit overlays=NUMBER"), "{message}");
    }
    let more = ["explain", "Pod.spec.tolerations", "--schema", "many.yaml", "--limit"];
    printed(files.smp(&[&more[..], &["overlays=17"]].concat()));
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
    let result = printed(files.smp(&["patch", "-f", "in.json", "--patch-file", "patch.json"]));
    assert_eq!(result.lines().count(), count);
    assert!(result.contains(r#"{"name":"c7"},"data":{"a":"7"}"#), "{result}");
    assert!(result.contains(r#"{"name":"c499"},"data":{"a":"x"}"#), "{result}");
}

/// Standard output and the messages of a run with this status.
fn ends(files: &Files, args: &[&str], code: i32) -> (String, String) {
    let output = files.smp(args).output().expect("it runs");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{message}");
    (String::from_utf8(output.stdout).expect("UTF-8"), message)
}

#[test]
fn an_element_that_a_patch_names_many_times_meets_its_limit_soon() {
    let count = 20_000;
    let variable = |at: usize, value: &str| format!(r#"{{"name":"E{at}","value":"{value}"}}"#);
    let pod = |containers: &[String]| {
        let containers = containers.join(",");
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"p"}},"spec":{{"containers":[{containers}]}}}}"#
        )
    };
    let container = |env: &str| format!(r#"{{"name":"web","image":"a","env":[{env}]}}"#);
    let live = (0..count).map(|at| variable(at, "v")).collect::<Vec<_>>().join(",");
    let patch: Vec<_> = (0..count).map(|at| container(&variable(at, "w"))).collect();
    let files = Files::new(
        "cost_element",
        &[("in.json", &pod(&[container(&live)])), ("patch.json", &pod(&patch))],
    );
    let args = ["patch", "-f", "in.json", "--patch-file", "patch.json"];
    let (_, message) = ends(&files, &args, 2);
    assert!(message.contains("names this element more than 1000 times"), "{message}");
}

#[test]
fn many_renamed_objects_are_merged() {
    let file = |prefix: &str, value: &str| {
        let object = |at: usize| {
            format!(
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {prefix}{at}}}\ndata: {{a: {value}{at}}}\n"
            )
        };
        (0..5_000).map(object).collect::<Vec<_>>().join("---\n")
    };
    let files = Files::new(
        "cost_renamed",
        &[
            ("base.yaml", &file("a", "x")),
            ("ours.yaml", &file("b", "y")),
            ("theirs.yaml", &file("c", "z")),
        ],
    );
    let (_, message) = ends(&files, &["merge-file", "base.yaml", "ours.yaml", "theirs.yaml"], 1);
    assert!(message.contains("conflict in ConfigMap a0: metadata.name"), "{message}");
}

#[test]
fn many_warnings_on_one_line_are_counted() {
    let operation = |at: usize| format!(r#"{{"op":"add","path":"/data/k{at}"}}"#);
    let operations = (0..9_000).map(operation).collect::<Vec<_>>().join(",");
    let object = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{}}"#;
    let patch = format!("[{operations}]");
    let files = Files::new("cost_warnings", &[("in.json", object), ("patch.json", &patch)]);
    let args = ["patch", "-f", "in.json", "--type", "json", "--patch-file", "patch.json"];
    let (_, message) = ends(&files, &args, 0);
    assert_eq!(message.matches("warning: ").count(), 21, "{message}");
    assert!(message.contains("8980 more like the 20 above are not shown"), "{message}");
}

#[test]
fn a_file_that_a_kustomization_names_many_times_is_read_once() {
    let data = (0..2_000).map(|at| format!("  k{at}: v\n")).collect::<Vec<_>>().concat();
    let patch = format!("kind: ConfigMap\ndata:\n{data}");
    let entries = "- {path: p.yaml, target: {kind: Secret}}\n".repeat(2_000);
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let files = Files::new(
        "cost_kustomization",
        &[
            ("in.yaml", object),
            ("k/p.yaml", &patch),
            ("k/kustomization.yaml", &format!("patches:\n{entries}")),
        ],
    );
    // One copy of the patch fits, and 2,000 of them don't.
    let args = ["patch", "-f", "in.yaml", "-k", "k", "--max-memory", "20000000"];
    let (result, message) = ends(&files, &args, 0);
    assert_eq!(result, object);
    assert!(message.contains("1980 more like the 20 above are not shown"), "{message}");

    let args = ["patch", "-f", "in.yaml", "-k", "k", "--max-memory", "100000"];
    let (result, message) = ends(&files, &args, 2);
    assert_eq!(result, "");
    let title = "the run needs more than 100000 bytes of memory, which is the limit";
    assert!(message.contains(title), "{message}");
    assert!(message.contains("to allow more, use --max-memory BYTES"), "{message}");
}

#[test]
fn targets_are_found_by_names_labels_and_kinds() {
    let (mut objects, mut entries) = (String::new(), String::new());
    let count = 500;
    for at in 0..count {
        let metadata = format!("{{name: o{at}, labels: {{l: v{at}}}}}");
        let _ = writeln!(objects, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {metadata}");
        let _ = writeln!(entries, "- {{target: {{name: o{at}}}, patch: 'data: {{a: \"{at}\"}}'}}");
        let _ = writeln!(
            entries,
            "- {{target: {{kind: ConfigMap, labelSelector: l=v{at}}}, patch: 'data: {{b: \"{at}\"}}'}}"
        );
    }
    let files = Files::new(
        "cost_targets",
        &[("in.yaml", &objects), ("k/kustomization.yaml", &format!("patches:\n{entries}"))],
    );
    // Each entry is compared with its object, no entry with another one; one that fits counts 25
    // times.
    let limit = format!("matches={}", 25 * 2 * count);
    let args = ["patch", "-f", "in.yaml", "-k", "k", "-o", "json", "--limit", &limit];
    let (result, _) = ends(&files, &args, 0);
    assert!(result.contains("\"a\": \"499\",\n        \"b\": \"499\""), "{result}");
    let (_, message) =
        ends(&files, &["patch", "-f", "in.yaml", "-k", "k", "--limit", "matches=9"], 2);
    assert!(message.contains("more than 9 comparisons of objects with targets"), "{message}");
    assert!(message.contains("use --limit matches=NUMBER"), "{message}");
}

#[test]
fn later_targets_find_what_patches_have_changed() {
    let entries = "\
patches:
- {target: {name: web}, patch: 'metadata: {labels: {tier: front}}'}
- {target: {labelSelector: tier=front}, patch: 'data: {a: found}'}
- {target: {labelSelector: tier=front}, patch: 'metadata: {labels: {tier: null}}'}
- {target: {labelSelector: tier=front}, patch: 'data: {b: lost}'}
- {target: {name: web}, patch: 'metadata: {name: api}', options: {allowNameChange: true}}
- {target: {name: api}, patch: 'data: {c: by the new name}'}
- {target: {name: web}, patch: 'data: {d: by the old name}'}
";
    let object = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"web\"}}";
    let files =
        Files::new("cost_changed", &[("in.json", object), ("k/kustomization.yaml", entries)]);
    let result = printed(files.smp(&["patch", "-f", "in.json", "-k", "k", "-q"]));
    let data = r#""data":{"a":"found","c":"by the new name","d":"by the old name"}"#;
    assert!(result.contains(data) && result.contains(r#""name":"api""#), "{result}");
}

#[test]
fn many_patches_for_one_object_meet_a_limit() {
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {}\n";
    let patch = |at| format!("kind: ConfigMap\nmetadata: {{name: a}}\ndata: {{k{at}: v}}\n");
    let patches = (0..300).map(patch).collect::<Vec<_>>().join("---\n");
    let list =
        |at| format!("kind: ConfigMap\nmetadata: {{name: a, finalizers: [example.com/f{at}]}}\n");
    let lists = (0..300).map(list).collect::<Vec<_>>().join("---\n");
    // The limit is of each item, not of the list.
    let item = |at| format!("- {{apiVersion: v1, kind: ConfigMap, metadata: {{name: b{at}}}}}\n");
    let items = (0..300).map(item).collect::<String>();
    let list = format!("apiVersion: v1\nkind: List\nitems:\n{items}");
    let files = Files::new(
        "cost_one_object",
        &[
            ("in.yaml", object),
            ("patch.yaml", &patches),
            ("lists.yaml", &lists),
            ("list.yaml", &list),
        ],
    );
    // Patches that have no list and remove nothing cost what they change.
    for patch_type in ["strategic", "merge"] {
        let args = ["patch", "-f", "in.yaml", "--patch-file", "patch.yaml", "--type", patch_type];
        let limited = [&args[..], &["--limit", "patched-bytes=1000000"]].concat();
        let (result, _) = ends(&files, &limited, 0);
        assert!(result.contains("k299: v"), "{result}");
    }
    let args = ["patch", "-f", "in.yaml", "--patch-file", "lists.yaml"];
    let (result, _) = ends(&files, &args, 0);
    assert!(result.contains("example.com/f299"), "{result}");
    let limited = [&args[..], &["--limit", "patched-bytes=1000000"]].concat();
    let (result, message) = ends(&files, &limited, 2);
    assert_eq!(result, "");
    let title = "needs more than 1000000 bytes that the patches for one object look at";
    assert!(message.contains(title), "{message}");
    assert!(message.contains("the object is v1 ConfigMap a"), "{message}");
    assert!(message.contains("use --limit patched-bytes=NUMBER"), "{message}");
    let args = ["patch", "-f", "list.yaml", "-p", "data: {a: b}", "--limit", "patched-bytes=100"];
    ends(&files, &args, 0);
}

#[test]
fn a_pattern_of_file_names_has_any_directories_many_times() {
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let deep = "a/".repeat(200) + "x.yaml";
    let files = Files::new("cost_pattern", &[(&deep, object), ("a/b/x.yaml", object)]);
    let pattern = "**/a/**/a/**/a/**/a/**/a/**/x.yaml";
    let (result, _) = ends(&files, &["patch", "-p", "data: {a: b}", "-f", pattern], 0);
    assert_eq!(result.matches("kind: ConfigMap").count(), 1, "{result}");
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_are_followed_once() {
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let files = Files::new("cost_links", &[("t/in/x.yaml", object)]);
    for link in ["a", "b", "in/c"] {
        let to = if link == "in/c" { ".." } else { "." };
        let link = files.0.join("t").join(link);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(to, link).expect("a link");
    }
    let args = ["patch", "-p", "data: {a: b}", "-f", "t/**/*.yaml"];
    let (result, _) = ends(&files, &args, 0);
    assert_eq!(result.matches("kind: ConfigMap").count(), 1, "{result}");
}

#[test]
fn messages_about_many_parts_of_one_text_cost_no_search_each() {
    // Each target could have a message, and each patch is a text in the kustomization.
    let entry = "- {target: {kind: Secret, name: x}, patch: 'data: {a: b}'}\n";
    let files = Files::new(
        "cost_masked",
        &[
            ("in.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
            ("k/kustomization.yaml", &format!("patches:\n{}", entry.repeat(20_000))),
        ],
    );
    let (_, message) = ends(&files, &["patch", "-f", "in.yaml", "-k", "k"], 0);
    assert!(message.contains("19980 more like the 20 above are not shown"), "{message}");
}
