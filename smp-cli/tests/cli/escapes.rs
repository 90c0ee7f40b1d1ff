//! No text of input acts on the terminal: controls (C0, DEL, C1), marks that change
//! the direction of text, and separators of lines are escaped in every message, those about
//! arguments too, and in the table of `smp explain`.

use crate::Files;

/// Escape, bell, carriage return, C1 CSI, right-to-left override, an isolate, a line
/// separator, a byte order mark, delete.
const EVIL: &str = "e\u{1b}[31mv\u{7}\u{9b}31m\u{202e}i\u{2066}\u{2028}\u{feff}l\u{7f}";

/// The text [`EVIL`] in JSON and in double quotes of YAML, with C0 controls escaped and all others
/// as they are.
const QUOTED: &str = "e\\u001b[31mv\\u0007\u{9b}31m\u{202e}i\u{2066}\u{2028}\u{feff}l\u{7f}";

fn assert_no_controls(text: &str, run: &str) {
    let found = text.chars().find(|&c| {
        c != '\n'
            && (c.is_control()
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}')
                || ('\u{2028}'..='\u{202e}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c))
    });
    assert_eq!(found, None, "{run}: {text:?}");
}

/// Runs the command. There must be a message, without controls in it, that has a part
/// of the text that was escaped.
fn check(files: &Files, args: &[&str]) {
    let run = args.join(" ");
    let output = files.smp(args).output().expect("the command runs");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!message.is_empty(), "{run}");
    assert_no_controls(&message, &run);
    assert!(message.contains("\\u{1b}") || message.contains("\\u{9b}"), "{run}: {message}");
}

const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\n";

#[test]
fn messages_about_objects_and_patches() {
    let object = |text: &str| format!("{DEPLOYMENT}{}", text.replace("EVIL", QUOTED));
    let files = Files::new(
        "escapes_objects",
        &[
            ("plain.yaml", DEPLOYMENT),
            ("kind.yaml", &format!("apiVersion: v1\nkind: \"{QUOTED}\"\n")),
            ("version.yaml", &format!("apiVersion: \"{QUOTED}\"\nkind: Pod\n")),
            ("twice.yaml", &object("\"EVIL\": 1\n\"EVIL\": 2\n")),
            ("wrong.yaml", &object("\"EVIL\": [}\n")),
            ("bare.yaml", &format!("a: {EVIL}\n")),
            ("alias.yaml", &object("a: [\"EVIL\", *x]\n")),
            ("wrong.json", &format!("{{\"{QUOTED}\": 1,}}")),
            ("list.yaml", &object("spec: {template: {spec: {containers: [{\"EVIL\": 1}]}}}\n")),
            ("scalar.yaml", &object("metadata: {labels: {\"EVIL\": {}}}\n")),
            ("named.yaml", &object("metadata: {name: \"EVIL\"}\n")),
            ("other.yaml", &object("metadata: {name: \"EVIL\"}\nspec: {replicas: 1}\n")),
            ("yes.yaml", &object("\"EVIL\": {a: yes}\n")),
        ],
    );
    for file in ["kind.yaml", "version.yaml", "twice.yaml", "wrong.yaml", "bare.yaml"] {
        check(&files, &["patch", "-f", file, "-p", "{spec: {replicas: 2}}"]);
    }
    for file in ["alias.yaml", "wrong.json", "yes.yaml"] {
        check(&files, &["patch", "-f", file, "-p", "{spec: {replicas: 2}}"]);
    }
    let containers = "{spec: {template: {spec: {containers: [{name: a}]}}}}";
    check(&files, &["patch", "-f", "list.yaml", "-p", containers]);
    for patch in [
        "{\"$patch\": \"EVIL\"}",
        "{\"EVIL\": {$patch: EVIL}}",
        "{$patch: delete, \"EVIL\": 1}",
        "{\"$setElementOrder/EVIL\": 1}",
        "{$retainKeys: [{\"EVIL\": 1}]}",
        "{spec: {template: {spec: {containers: [{\"EVIL\": 1}]}}}}",
        "{kind: \"EVIL\", metadata: {name: \"EVIL\"}}",
    ] {
        let patch = patch.replace("EVIL", QUOTED);
        check(&files, &["patch", "-f", "plain.yaml", "-p", &patch]);
    }
    for patch in [
        "[{\"op\": \"EVIL\"}]",
        "[{\"op\": \"remove\", \"path\": \"/EVIL\"}]",
        "[{\"op\": \"test\", \"path\": \"/kind\", \"value\": \"EVIL\"}]",
    ] {
        let patch = patch.replace("EVIL", QUOTED);
        check(&files, &["patch", "-f", "plain.yaml", "--type", "json", "-p", &patch]);
    }
    check(&files, &["diff", "named.yaml", "twice.yaml"]);
    check(&files, &["diff", "named.yaml", "kind.yaml"]);
    check(&files, &["patch", "-f", EVIL, "-p", "{}"]);
    check(&files, &["patch", "-f", "plain.yaml", "--patch-file", EVIL]);
    check(&files, &["explain", EVIL]);
    check(&files, &["explain", &format!("Pod.{EVIL}")]);
    check(&files, &["explain", "Pod", "--schema", EVIL]);
    check(&files, &["explain", "Pod", "--embed", EVIL]);
    check(&files, &["explain", "Pod", "--embed", &format!("{EVIL}=v1/Pod")]);
    let args = ["apply", "--last-applied", "named.yaml", "--modified", "other.yaml", "--live"];
    check(&files, &[args.as_slice(), &["plain.yaml", "--overwrite=unless-both-changed"]].concat());
}

#[test]
fn messages_about_several_objects() {
    let pod = |name: &str| format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: \"{name}\"}}\n");
    let twice = format!("{}---\n{}", pod(QUOTED), pod(QUOTED));
    let volumes = format!(
        "{}spec: {{volumes: [{{name: \"{QUOTED}\", emptyDir: {{}}, hostPath: {{path: /}}}}]}}\n",
        pod(QUOTED)
    );
    let list = format!("apiVersion: v1\nkind: List\nitems: [\"{QUOTED}\"]\n");
    let files = Files::new(
        "escapes_several",
        &[
            ("twice.yaml", &twice),
            ("one.yaml", &pod("a")),
            ("volumes.yaml", &volumes),
            ("list.yaml", &list),
            (EVIL, &pod("a")),
        ],
    );
    check(&files, &["diff", "twice.yaml", "one.yaml"]);
    check(&files, &["normalize", "--old", "twice.yaml", "one.yaml"]);
    check(&files, &["normalize", "volumes.yaml"]);
    check(&files, &["patch", "-f", "volumes.yaml", "-p", "{}", "--unions", "validate"]);
    check(&files, &["patch", "-f", "list.yaml", "-p", "{}"]);
    check(&files, &["patch", "-f", EVIL, "-p", "{spec: {x: 1}}", "--in-place"]);
    check(&files, &["patch", "-f", EVIL, "-f", EVIL, "-p", "{}", "--in-place"]);
}

#[test]
fn messages_about_schemas_and_the_table_of_explain() {
    let api = |field: &str| {
        r##"{"swagger": "2.0", "definitions": {"W": {
            "type": "object",
            "properties": {"EVIL": FIELD},
            "x-kubernetes-group-version-kind": [
                {"group": "example.com", "kind": "W", "version": "v1"}]
        }}}"##
            .replace("FIELD", field)
            .replace("EVIL", QUOTED)
    };
    let overlay = |path: &str, change: &str| {
        format!("apiVersion: example.com/v1\nkind: W\nfields: {{'{path}': {change}}}\n")
            .replace('\'', "\"")
            .replace("EVIL", EVIL)
    };
    let crd = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: W}
  versions:
  - name: v1
    schema: {openAPIV3Schema: {properties: {\"EVIL\": {type: \"EVIL\"}}}}
";
    let list = r#"{"type": "array", "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["EVIL"],
        "items": {"type": "object", "properties": {"EVIL": {"type": "string"}}}}"#;
    let files = Files::new(
        "escapes_schemas",
        &[
            ("good.json", &api(list)),
            ("type.json", &api(r#"{"type": "EVIL"}"#)),
            ("ref.json", &api(r##"{"$ref": "#/definitions/EVIL"}"##)),
            ("strategy.json", &api(r#"{"x-kubernetes-patch-strategy": "EVIL"}"#)),
            ("other.json", &api(r#"{"type": "object"}"#)),
            ("crd.yaml", &crd.replace("EVIL", QUOTED)),
            ("path.yaml", &overlay("EVIL", "{type: any}").replace(EVIL, QUOTED)),
            ("kind.yaml", &format!("kind: \"{QUOTED}\"\nfields: {{}}\n")),
            ("member.yaml", &format!("kind: W\nfields: {{a: {{\"{QUOTED}\": 1}}}}\n")),
        ],
    );
    for schema in ["type.json", "ref.json", "strategy.json", "crd.yaml", "kind.yaml", "member.yaml"]
    {
        check(&files, &["explain", "example.com/v1/W", "--schema", schema]);
    }
    let two = ["--schema", "good.json", "--schema", "other.json"];
    check(&files, &[["explain", "W"].as_slice(), &two].concat());
    let unknown = ["--schema", "other.json", "--schema", "path.yaml"];
    check(&files, &[["explain", "W.b"].as_slice(), &unknown].concat());

    for args in [["explain", "W"].as_slice(), &["explain", "W", "--recursive"]] {
        let args = [args, &["--schema", "good.json"]].concat();
        let output = files.smp(&args).output().expect("the command runs");
        let table = String::from_utf8(output.stdout).expect("UTF-8");
        assert_no_controls(&table, "the table");
        assert!(table.contains("\\u{1b}[31m") && table.contains("\\u{9b}31m"), "{table}");
    }
}

#[test]
fn messages_about_arguments() {
    let files = Files::new("escapes_arguments", &[("pod.yaml", "apiVersion: v1\nkind: Pod\n")]);
    let patch = ["patch", "-f", "pod.yaml", "-p", "{}"];
    let with = |more: [&'static str; 2]| [patch.as_slice(), &more].concat();
    check(&files, &with(["--type", EVIL]));
    check(&files, &with(["--max-bytes", EVIL]));
    check(&files, &with(["--", EVIL]));
    check(&files, &["patch", &format!("--{EVIL}")]);
    check(&files, &["explain", "Pod", "--output", EVIL]);
    check(&files, &[EVIL]);
}
