//! Unions in every command that makes or changes objects: the option is spelt the same, and a union
//! that is wrong in what a user writes is a warning by default.

use snapbox::cmd::Command;
use snapbox::str;

use crate::{Files, printed, widget, widget_definition};

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: cache
    emptyDir: {}
";

fn files(test: &str) -> Files {
    let both = POD.replace("emptyDir: {}", "emptyDir: {}\n    hostPath:\n      path: /a");
    Files::new(
        test,
        &[
            ("pod.yaml", POD),
            ("both.yaml", &both),
            ("empty.yaml", ""),
            ("crd.yaml", &widget_definition()),
            ("a.yaml", &widget("{type: A, a: {}}")),
            ("ab.yaml", &widget("{type: A, a: {}, b: 1}")),
            ("b.yaml", &widget("{type: A, b: 1}")),
        ],
    )
}

fn patch(files: &Files, args: &[&str]) -> Command {
    files.smp(&["patch", "-f"]).args(args)
}

const SCHEMA: [&str; 2] = ["--schema", "crd.yaml"];

#[test]
fn every_type_of_patch_is_normalized() {
    let files = files("unions_types");
    let merge = r#"{"spec": {"b": 1}}"#;
    let json = r#"[{"op": "add", "path": "/spec/b", "value": 1}]"#;
    for (patch_type, text) in [("strategic", merge), ("merge", merge), ("json", json)] {
        for unions in
            [["--unions", "normalize"], ["--unions", "validate"], ["--dialect", "documented"]]
        {
            let args = ["a.yaml", "--type", patch_type, "-p", text];
            let out = printed(patch(&files, &args).args(SCHEMA).args(unions));
            assert!(out.ends_with("spec: {type: B, b: 1}\n"), "{patch_type}: {out}");
        }
    }
    let volumes =
        r#"{"spec": {"volumes": [{"name": "cache", "emptyDir": {}, "hostPath": {"path": "/a"}}]}}"#;
    let args = ["pod.yaml", "--type", "merge", "-p", volumes, "--unions", "normalize"];
    patch(&files, &args).assert().code(0).stderr_eq(str![[r#"
warning: spec.volumes[name="cache"]: found `emptyDir` and `hostPath`, expected at most one of the union's 30 members; remove all but one
 --> <patch>:1:69
  |
1 | {"spec": {"volumes": [{"name": "cache", "emptyDir": {}, "hostPath": {"path": "/a"}}]}}
  |                                                                     ^

"#]]).stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: cache
    hostPath:
      path: /a

"#]]);
}

#[test]
fn a_kind_that_is_not_known_has_no_unions() {
    let files = files("unions_unknown");
    let args = ["a.yaml", "--type", "merge", "-p", r#"{"spec": {"b": 1}}"#];
    patch(&files, &args).assert().code(0).stderr_eq("");
    patch(&files, &args).args(["--dialect", "documented"]).assert().code(0).stderr_eq(str![[r#"
warning: example.com/v1 Widget w: no schema says which fields exclude each other
 |
 = help: --schema names the file with the definition of the kind; or --unions ignore

"#]]);
    patch(&files, &args).args(["--unions", "validate"]).assert().code(2).stderr_eq(str![[r#"
error: example.com/v1 Widget w: no schema says which fields exclude each other
 |
 = help: --schema names the file with the definition of the kind; or --unions ignore

"#]]);
}

#[test]
fn a_patch_that_sets_two_fields_is_warned_about() {
    let files = files("unions_warned");
    for patch_type in ["strategic", "merge"] {
        let args = ["a.yaml", "--type", patch_type, "-p", "spec: {type: A, b: 1}"];
        patch(&files, &args).args(SCHEMA).assert().code(0).stderr_eq(str![[r#"
warning: spec: `type` is "A", which names `a`, found `b`; remove it, or correct the discriminator
 --> <patch>:1:20
  |
1 | spec: {type: A, b: 1}
  |                    ^
warning: spec: found `a` and `b`, expected at most one, and `type` is "A", which names `a`; remove all but that one
 --> a.yaml:4:1
  |
3 | metadata: {name: w}
4 | spec: {type: A, a: {}}
  | ^^^^
  |
  = help: with --unions normalize, the patch removes the field that was set before

"#]]);
        patch(&files, &args).args(SCHEMA).arg("--strict").assert().code(2).stderr_eq(str![[r#"
error: spec: `type` is "A", which names `a`, found `b`; remove it, or correct the discriminator
 --> <patch>:1:20
  |
1 | spec: {type: A, b: 1}
  |                    ^

error: spec: found `a` and `b`, expected at most one, and `type` is "A", which names `a`; remove all but that one
 --> a.yaml:4:1
  |
3 | metadata: {name: w}
4 | spec: {type: A, a: {}}
  | ^^^^
  |
  = help: with --unions normalize, the patch removes the field that was set before

"#]]);
        patch(&files, &args)
            .args(SCHEMA)
            .args(["--unions", "ignore"])
            .assert()
            .code(0)
            .stderr_eq("");
    }
}

#[test]
fn a_json_patch_that_breaks_a_union_is_warned_about() {
    let files = files("unions_json");
    let json = r#"[{"op": "add", "path": "/spec/volumes/0/hostPath", "value": {"path": "/a"}}]"#;
    let args = ["pod.yaml", "--type", "json", "-p", json];
    patch(&files, &args).assert().code(0).stderr_eq(str![[r#"
warning: spec.volumes[name="cache"]: found `emptyDir` and `hostPath`, expected at most one of the union's 30 members; remove all but one
 --> pod.yaml:7:5
  |
6 |   volumes:
7 |   - name: cache
  |     ^
  |
  = help: with --unions normalize, the patch removes the field that was set before

"#]]);
}

fn diff(files: &Files, modified: &str) -> Command {
    files.smp(&["diff", "a.yaml", modified]).args(SCHEMA)
}

#[test]
fn a_diff_checks_and_normalizes_modified() {
    let files = files("unions_diff");
    files.smp(&["diff", "pod.yaml", "both.yaml"]).assert().code(1).stderr_eq(str![[r#"
warning: spec.volumes[name="cache"]: found `emptyDir` and `hostPath`, expected at most one of the union's 30 members; remove all but one
 --> both.yaml:9:5
  |
8 |     emptyDir: {}
9 |     hostPath:
  |     ^^^^^^^^

"#]]);
    files.smp(&["diff", "both.yaml", "both.yaml"]).assert().code(0).stderr_eq("");
    let strict = ["diff", "pod.yaml", "both.yaml", "--strict"];
    files.smp(&strict).assert().code(2).stdout_eq("");
    let changed = |patch_type: &str| {
        let args = ["--type", patch_type, "--unions", "normalize", "-q", "-o", "json"];
        diff(&files, "ab.yaml").args(args).assert().code(1)
    };
    changed("merge").stdout_eq(str![[r#"
{
    "spec": {
        "type": "B",
        "b": 1,
        "a": null
    }
}

"#]]);
    changed("json").stdout_eq(str![[r#"
[
    {
        "op": "add",
        "path": "/spec/b",
        "value": 1
    },
    {
        "op": "replace",
        "path": "/spec/type",
        "value": "B"
    },
    {
        "op": "remove",
        "path": "/spec/a"
    }
]

"#]]);
}

fn apply(files: &Files, [last, modified, live]: [&str; 3]) -> Command {
    files
        .smp(&["apply", "--last-applied", last, "--modified", modified, "--live", live])
        .args(SCHEMA)
}

#[test]
fn apply_checks_modified_and_normalizes_custom_resources() {
    let files = files("unions_apply");
    apply(&files, ["pod.yaml", "both.yaml", "pod.yaml"]).assert().code(0).stderr_eq(str![[r#"
warning: spec.volumes[name="cache"]: found `emptyDir` and `hostPath`, expected at most one of the union's 30 members; remove all but one
 --> both.yaml:9:5
  |
8 |     emptyDir: {}
9 |     hostPath:
  |     ^^^^^^^^

"#]]);
    let strict = ["--strict"];
    apply(&files, ["both.yaml", "both.yaml", "pod.yaml"]).args(strict).assert().code(2);
    // The type is that of clusters: a JSON merge patch.
    let documented = ["--dialect", "documented", "-q"];
    let out = printed(apply(&files, ["a.yaml", "ab.yaml", "a.yaml"]).args(documented));
    assert!(out.ends_with("spec: {type: B, b: 1}\n"), "{out}");
    let out = printed(apply(&files, ["a.yaml", "b.yaml", "a.yaml"]).args(documented));
    assert!(out.ends_with("spec: {type: B, b: 1}\n"), "{out}");
}

#[test]
fn apply_creates_an_object_that_live_lacks() {
    let files = files("unions_create");
    let created = || apply(&files, ["empty.yaml", "pod.yaml", "empty.yaml"]);
    created()
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
v1 Pod web is not in empty.yaml: it is created

"#]])
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: cache
    emptyDir: {}

"#]]);
    created().arg("--diff=fields").assert().code(0).stdout_eq(str![[r#"
v1 Pod web: added
+ apiVersion: v1
+ kind: Pod
+ metadata:
+   name: web
+ spec:
+   volumes:
+   - name: cache
+     emptyDir: {}

"#]]);
    created().args(["-o", "patch"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: v1 Pod web is not in empty.yaml
 --> pod.yaml:1:1
  |
1 | apiVersion: v1
  | ^
  |
  = help: no patch creates an object; without -o patch, the object is printed

"#]]);
    // A union that is wrong in a new object.
    let args = ["--dialect", "documented"];
    apply(&files, ["empty.yaml", "b.yaml", "pod.yaml"]).args(args).assert().code(2).stderr_eq(
        str![[r#"
example.com/v1 Widget w is not in pod.yaml: it is created
error: spec: `type` is "A", which names `a`, found `b`; remove it, or correct the discriminator
 --> b.yaml:4:20
  |
3 | metadata: {name: w}
4 | spec: {type: A, b: 1}
  |                    ^
  |
  = note: modified does not say which field of these unions is meant

"#]],
    );
}

#[test]
fn normalize_has_the_option_too() {
    let files = files("unions_normalize");
    let args = ["normalize", "--old", "a.yaml", "ab.yaml", "--schema", "crd.yaml", "--unions"];
    let out = printed(files.smp(&args).arg("normalize"));
    assert!(out.ends_with("spec: {type: B, b: 1}\n"), "{out}");
    files.smp(&args).arg("ignore").assert().code(2).stderr_eq(str![[r#"
error: with --unions ignore there is nothing to normalize
 |
 = help: leave it out; normalize and validate are the same here

"#]]);
}

#[test]
fn one_of_is_validated_and_changes_nothing() {
    let one_of = widget_definition().replace(
        "            x-kubernetes-unions:\n            - discriminator: type\n              \
         fields-to-discriminateBy: {a: A, b: B}\n",
        "            oneOf: [{required: [a]}, {required: [b]}]\n",
    );
    let files =
        Files::new("unions_one_of", &[("crd.yaml", &one_of), ("a.yaml", &widget("{a: {}}"))]);
    let patched = |text, unions| {
        let args = ["a.yaml", "--type", "merge", "--unions", unions, "-p", text];
        patch(&files, &args).args(SCHEMA).assert()
    };
    patched("spec: {b: 1}", "normalize")
        .code(0)
        .stderr_eq(str![[r#"
warning: spec: found `a` and `b`, expected at most one of `a` or `b`; remove all but one
 --> a.yaml:4:1
  |
3 | metadata: {name: w}
4 | spec: {a: {}}
  | ^^^^

"#]])
        .stdout_eq(str![[r#"
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec: {a: {}, b: 1}

"#]]);
    patched("spec: {b: 1}", "validate").code(2).stdout_eq("").stderr_eq(str![[r#"
error: spec: found `a` and `b`, expected at most one of `a` or `b`; remove all but one
 --> a.yaml:4:1
  |
3 | metadata: {name: w}
4 | spec: {a: {}}
  | ^^^^

"#]]);
    patched("spec: {a: null}", "validate").code(2).stdout_eq("").stderr_eq(str![[r#"
error: spec: found no member of the union, expected `a` or `b`; set one
 --> a.yaml:4:1
  |
3 | metadata: {name: w}
4 | spec: {a: {}}
  | ^^^^

"#]]);
    patched("spec: {a: null, b: 1}", "validate").code(0).stderr_eq("");
}

/// What is not read of a definition is said where unions are validated, and nowhere else.
#[test]
fn a_one_of_that_is_not_read_is_told_with_validate() {
    let one_of = widget_definition().replace(
        "            x-kubernetes-unions:\n            - discriminator: type\n              \
         fields-to-discriminateBy: {a: A, b: B}\n",
        "            oneOf: [{required: [a]}, {required: [b, type]}]\n",
    );
    let files = Files::new(
        "unions_one_of_unread",
        &[("crd.yaml", &one_of), ("a.yaml", &format!("{0}---\n{0}", widget("{a: {}}")))],
    );
    for patch_type in ["merge", "strategic"] {
        let patched = |unions| {
            let args = ["a.yaml", "--type", patch_type, "--unions", unions, "-p", "spec: {b: 1}"];
            patch(&files, &args).args(SCHEMA).assert().code(0)
        };
        patched("normalize").stderr_eq("");
        patched("validate").stderr_eq(str![[r#"
warning: this oneOf is not checked: it is read only if each branch requires one field of its own and says nothing else
  --> crd.yaml:22:13
   |
21 |               b: {type: integer}
22 |             oneOf: [{required: [a]}, {required: [b, type]}]
   |             ^^^^^ /spec/versions/0/schema/openAPIV3Schema/properties/spec/oneOf

"#]]);
    }
}

/// A value that names no member may be meant, such as `Nothing`. Beside a member that the change sets,
/// it is a mistake.
#[test]
fn what_a_value_without_a_member_clears_is_told() {
    let live = widget("{type: A, a: {}}");
    let files = Files::new(
        "unions_unnamed",
        &[
            ("definition.yaml", &widget_definition()),
            ("live.yaml", &live),
            ("nothing.yaml", &widget("{type: Nothing}")),
            ("applied.yaml", &widget("{type: A}")),
        ],
    );
    let options = ["--schema=definition.yaml", "--unions=normalize"];
    let cleared = widget("{type: Nothing}");
    for kind in ["merge", "strategic"] {
        let args = ["patch", "--type", kind, "-f", "live.yaml", "-p", "spec: {type: Nothing}"];
        files.smp(&args).args(options).assert().code(0).stderr_eq("").stdout_eq(cleared.as_str());
    }
    let args = [
        "apply",
        "--type=strategic",
        "--last-applied=applied.yaml",
        "--modified=nothing.yaml",
        "--live=live.yaml",
    ];
    files.smp(&args).args(options).assert().code(0).stderr_eq("").stdout_eq(cleared.as_str());

    let json = r#"[{"op": "replace", "path": "/spec", "value": {"type": "Other", "b": 1}}]"#;
    let args = ["patch", "--type=json", "-f", "live.yaml", "-p", json];
    files
        .smp(&args)
        .args(options)
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: spec: `type` is "Other", which names no member, found `b`; remove it, or correct the discriminator
 --> live.yaml:4:1
  |
3 | metadata: {name: w}
4 | spec: {type: A, a: {}}
  | ^^^^
  |
  = help: normalizing removes the field, or changes the discriminator; if the value should name it, correct the union in the definition, or with an overlay

"#]])
        .stdout_eq(widget("{type: Other}"));
    files.smp(&args).args(options).arg("--strict").assert().code(2).stdout_eq("");
}

/// Two members of a union, in what the user writes or in what a patch leaves.
#[test]
fn strict_makes_it_an_error_in_every_command() {
    let volume = "spec: {volumes: [{name: cache, hostPath: {path: /a}}]}";
    let host = POD.replace("emptyDir: {}", "hostPath:\n      path: /a");
    let both = POD.replace("emptyDir: {}", "emptyDir: {}\n    hostPath:\n      path: /a");
    // A diff retains no keys here, so that a three-way merge leaves both.
    let probed = |probe: &str| {
        let pod = POD.split_once("  volumes:").map_or(POD, |(head, _)| head);
        format!(
            "{pod}  containers:\n  - name: a\n    image: a\n    livenessProbe: {{{probe}: {{port: 80}}}}\n"
        )
    };
    let files = Files::new(
        "unions_strict",
        &[
            ("pod.yaml", POD),
            ("host.yaml", &host),
            ("both.yaml", &both),
            ("old.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n"),
            ("http.yaml", &probed("httpGet")),
            ("tcp.yaml", &probed("tcpSocket")),
            ("k/pod.yaml", POD),
            (
                "k/kustomization.yaml",
                &format!(
                    "resources: [pod.yaml]\npatches:\n- target: {{kind: Pod}}\n  patch: |\n    {volume}\n"
                ),
            ),
        ],
    );
    let check = |args: &[&str], status: i32| {
        let usual = files.smp(args).assert().code(status);
        let told = crate::stderr(&usual);
        let is_told = |told: &str, severity| {
            told.starts_with(severity) && told.contains("expected at most one of")
        };
        assert!(is_told(&told, "warning: spec."), "{args:?}: {told}");
        let strict = files.smp(args).arg("--strict").assert().code(2).stdout_eq("");
        let told = crate::stderr(&strict);
        assert!(is_told(&told, "error: spec."), "{args:?}: {told}");
        assert!(!told.contains("warning: "), "{args:?}: {told}");
        files.smp(args).args(["--unions", "ignore"]).assert().code(status).stderr_eq("");
    };
    check(&["patch", "-f", "pod.yaml", "-p", volume], 0);
    check(&["patch", "-k", "k"], 0);
    check(&["check", "both.yaml"], 0);
    check(&["compose", "both.yaml", "both.yaml"], 0);
    check(&["diff", "pod.yaml", "both.yaml"], 1);
    check(&["diff", "pod.yaml", "both.yaml", "--for", "kustomize"], 1);
    check(&["apply", "--last-applied=old.yaml", "--modified=tcp.yaml", "--live=http.yaml"], 0);
    check(&["apply", "--server-side", "-f", "both.yaml"], 0);
    check(&["apply", "--server-side", "-f", "both.yaml", "--live", "old.yaml"], 0);
    check(&["apply", "--server-side", "-f", "host.yaml", "--live", "pod.yaml"], 0);
    check(&["diff", "--server-side", "pod.yaml", "host.yaml"], 1);
    check(&["diff", "--server-side", "old.yaml", "both.yaml"], 1);
}
