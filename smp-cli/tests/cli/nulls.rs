//! Null in custom resources: where the definition keeps it, it is not the same as an absent field.

use serde_json::Value;
use snapbox::cmd::OutputAssert;
use snapbox::str;

use crate::{Files, definition, printed, stderr};

const PROPERTIES: &str = "\
spec:
  type: object
  properties:
    title: {type: string, nullable: true}
    size: {type: integer}
    rows:
      type: array
      items: {type: object, properties: {note: {type: string, nullable: true}}}
    config: {type: object, x-kubernetes-preserve-unknown-fields: true}
";

fn page(spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Page\nmetadata: {{name: a}}\nspec: {spec}\n")
}

fn files(test: &str, original: &str, modified: &str) -> Files {
    Files::new(
        test,
        &[
            ("crd.yaml", &definition("Page", PROPERTIES)),
            ("old.yaml", &page(original)),
            ("new.yaml", &page(modified)),
        ],
    )
}

fn diff(files: &Files, options: &[&str]) -> OutputAssert {
    let args = ["diff", "old.yaml", "new.yaml", "--schema", "crd.yaml"];
    files.smp(&[&args[..], options].concat()).assert()
}

#[test]
fn a_null_that_is_removed() {
    let files = files("nulls_removed", "{title: null, size: 1}", "{size: 1}");
    for options in [&["--type", "auto", "-q"][..], &["--type", "merge"], &["-q"]] {
        diff(&files, options).code(1).stderr_eq("").stdout_eq("spec:\n  title: null\n");
    }
    // Also if the definition is not known: a cluster has a null only where it is kept.
    let unknown = ["diff", "old.yaml", "new.yaml", "--type", "merge"];
    files.smp(&unknown).assert().code(1).stderr_eq("").stdout_eq("spec:\n  title: null\n");
    let json = diff(&files, &["--type", "json", "-o", "json"]).code(1);
    assert!(crate::stdout(&json).contains(r#""op": "remove""#));
    diff(&files, &["-o", "fields"]).code(1).stdout_eq(str![[r#"
example.com/v1 Page a
- spec.title: null

"#]]);
    let patch = ["patch", "-f", "old.yaml", "-p", "spec: {title: null}", "--schema", "crd.yaml"];
    assert_eq!(printed(files.smp(&patch)), page("{size: 1}"));
}

#[test]
fn a_null_that_is_set() {
    let files = files("nulls_set", "{size: 1}", "{title: null, size: 2}");
    diff(&files, &["--type", "auto"])
        .code(1)
        .stdout_eq(str![[r#"
- op: replace
  path: /spec/size
  value: 2
- op: add
  path: /spec/title
  value: null

"#]])
        .stderr_eq(str![[r#"
example.com/v1 Page a: JSON patch, since no JSON merge patch sets spec.title to null

"#]]);
    diff(&files, &["--type", "merge"]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: no JSON merge patch sets a field to null, because null removes it
 --> new.yaml:4:15
  |
3 | metadata: {name: a}
4 | spec: {title: null, size: 2}
  |               ^^^^ spec.title
  |
  = note: by its definition, Page keeps null here: it is not the same as no field
  = help: for a patch that sets it, use --type json; or leave the field out

"#]]);
    diff(&files, &["-q", "--type", "strategic"]).code(1).stdout_eq(str![[r#"
spec:
  $patch: replace
  title: null
  size: 2

"#]]);
    diff(&files, &["-o", "fields"]).code(1).stdout_eq(str![[r#"
example.com/v1 Page a
  spec
+   title: null
~   size: 1 → 2

"#]]);
}

#[test]
fn a_null_of_a_kind_that_is_not_known() {
    let files = files("nulls_unknown", "{size: 1}", "{size: 1, config: {a: null}}");
    let args = ["diff", "old.yaml", "new.yaml", "--type", "merge"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: no JSON merge patch sets a field to null, because null removes it
 --> new.yaml:4:29
  |
3 | metadata: {name: a}
4 | spec: {size: 1, config: {a: null}}
  |                             ^^^^ spec.config.a
  |
  = note: the kind is not known: null may differ from no field
  = help: for a patch that sets it, use --type json; or leave the field out
  = help: --schema names the file with the definition of the kind

"#]]);
    // The metadata of every object are known.
    let labels = page("{size: 1}").replace("name: a", "name: a, labels: null");
    let files = Files::new(
        "nulls_unknown_metadata",
        &[("old.yaml", &page("{size: 1}")), ("new.yaml", &labels)],
    );
    files.smp(&args).assert().code(0).stderr_eq("").stdout_eq("{}\n");
}

#[test]
fn a_null_that_counts_as_absent() {
    let files = files("nulls_absent", "{size: null, rows: []}", "{config: null, rows: []}");
    for options in [&["--type", "auto", "-q"][..], &["--type", "merge"], &["-q"]] {
        diff(&files, options).code(0).stderr_eq("").stdout_eq("{}\n");
    }
    diff(&files, &["-o", "fields"]).code(0).stdout_eq("");
}

#[test]
fn a_null_in_a_list_or_in_what_is_new() {
    for (test, old, new, path) in [
        ("nulls_list", "{rows: [{note: a}]}", "{rows: [{note: null}]}", "spec.rows[0].note"),
        ("nulls_new_list", "{}", "{rows: [{}, {note: null}]}", "spec.rows[1].note"),
        ("nulls_new", "{}", "{config: {a: {b: null}}}", "spec.config.a.b"),
    ] {
        let files = files(test, old, new);
        let message = stderr(&diff(&files, &["--type", "merge"]).code(2).stdout_eq(""));
        assert!(message.contains(path), "{message}");
        let patch = diff(&files, &["--type", "auto", "-q", "-o", "json"]).code(1);
        let patch = crate::stdout(&patch);
        let apply = ["patch", "-f", "old.yaml", "--type", "json", "-o", "json", "-p", &patch];
        let (result, modified) = (printed(files.smp(&apply)), page(new));
        let read = |text: &str| -> serde_json::Value {
            let args = ["patch", "-f", "-", "-o", "json", "--type", "merge", "-p", "{}"];
            let output = printed(files.smp(&args).stdin(text.to_owned()));
            serde_json::from_str(&output).expect("JSON")
        };
        assert_eq!(read(&result), read(&modified));
    }
    let files = files("nulls_list_removed", "{rows: [{note: null}]}", "{rows: [{}]}");
    diff(&files, &["--type", "merge"]).code(1).stdout_eq("spec:\n  rows:\n  - {}\n");
}

#[test]
fn several_objects_have_no_json_patch() {
    let two = |spec: &str| page(spec) + "---\n" + &page(spec).replace("name: a", "name: b");
    let files = Files::new(
        "nulls_several",
        &[
            ("crd.yaml", &definition("Page", PROPERTIES)),
            ("old.yaml", &two("{}")),
            ("new.yaml", &two("{title: null}")),
        ],
    );
    let message = stderr(&diff(&files, &["--type", "auto"]).code(2).stdout_eq(""));
    assert!(message.contains("spec.title"), "{message}");
}

#[test]
fn a_three_way_merge() {
    let files = Files::new(
        "nulls_three_way",
        &[
            ("crd.yaml", &definition("Page", PROPERTIES)),
            ("last.yaml", &page("{title: null, size: 1}")),
            ("modified.yaml", &page("{size: 1}")),
            ("live.yaml", &page("{title: null, size: 1, config: {others: null}}")),
        ],
    );
    let apply = ["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml"];
    let apply = [&apply[..], &["--live", "live.yaml", "-q"]].concat();
    for options in [
        &["--schema", "crd.yaml", "--type", "strategic"][..],
        &["--schema", "crd.yaml"],
        &["--type", "merge"],
    ] {
        let patch = [options, &["-o", "patch"]].concat();
        assert_eq!(printed(files.smp(&apply).args(patch)), "spec:\n  title: null\n");
        let object = page("{size: 1, config: {others: null}}");
        assert_eq!(printed(files.smp(&apply).args(options)), object);
    }
    // A null that the manifest has removes nothing that is null already.
    let same = ["apply", "--last-applied", "last.yaml", "--modified", "last.yaml", "-q"];
    let same = [&same[..], &["--live", "live.yaml", "-o", "patch"]].concat();
    assert_eq!(printed(files.smp(&same)), "{}\n");
}

/// As `kubectl apply`, whose JSON merge patch leaves out the null members of objects inside of lists. A list
/// that is the same in the live object is in no patch.
#[test]
fn a_three_way_merge_sets_no_null() {
    let manifest =
        "{rows: [{note: null}, {note: a}], config: {x: [{y: null, z: [{w: null}, null]}]}}";
    let without = r#"{"rows":[{},{"note":"a"}],"config":{"x":[{"z":[{},null]}]}}"#;
    let partly = r#"{"rows":[{},{"note":"a"}],"config":{"x":[{"y":null,"z":[{"w":null},null]}]}}"#;
    let same = r#"{"rows":[{"note":null},{"note":"a"}],"config":{"x":[{"y":null,"z":[{"w":null},null]}]}}"#;
    let files = Files::new(
        "nulls_three_way_set",
        &[
            ("crd.yaml", &definition("Page", PROPERTIES)),
            ("last.yaml", &page("{}")),
            ("modified.yaml", &page(manifest)),
            ("empty.yaml", &page("{}")),
            ("rows.yaml", &page(&manifest.replace("note: a", "note: b"))),
            ("same.yaml", &page(manifest)),
            ("none.yaml", ""),
        ],
    );
    let apply = ["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml", "-q"];
    let apply = [&apply[..], &["--output=json", "--live"]].concat();
    for options in [&["--schema", "crd.yaml"][..], &["--type", "merge"]] {
        for (live, expected) in [
            ("empty.yaml", without),
            ("none.yaml", without),
            ("rows.yaml", partly),
            ("same.yaml", same),
        ] {
            let run = [&apply[..], &[live], options].concat();
            let object: Value = serde_json::from_str(&printed(files.smp(&run))).expect("an object");
            let expected: Value = serde_json::from_str(expected).expect("JSON");
            assert_eq!(object["spec"], expected, "{live} {options:?}");
        }
    }
    let patch =
        [&apply[..5], &["--live", "same.yaml", "--schema", "crd.yaml", "-o", "patch", "-q"]];
    assert_eq!(printed(files.smp(&patch.concat())), "{}\n");
    let patch =
        [&apply[..5], &["--live", "empty.yaml", "--schema", "crd.yaml", "-o", "patch", "-q"]];
    let patch = printed(files.smp(&patch.concat()));
    assert!(patch.contains("rows:\n  - {}\n  - note: a\n"), "{patch}");
}
