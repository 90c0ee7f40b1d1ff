//! The text that a patch does not change stays as it is written: comments, blank lines, quotes,
//! indentation, brackets, anchors; on standard output and in place.

use snapbox::IntoData;
use snapbox::str;

use crate::{Files, printed, smp};

const WEB: &str = "\
# The shop. Ask #shop before you change it.
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: shop}}   # short

spec:
    replicas: 2          # see the budget
    template:
        spec:
            containers:
                # The shop itself.
                -   name: web
                    image: 'shop:1.0'    # {\"$imagepolicy\": \"flux-system:shop\"}
                    args: [\"--port\", \"80\"]

                # Writes the log.
                -   name: log
                    image: \"log:1.0\"
                    env:
                    -   name: LEVEL
                        value: yes please
";

const PATCH: &str = "\
spec:
  replicas: 3
  template:
    spec:
      containers:
      - {name: web, image: 'shop:1.1'}
      - name: log
        env: [{name: LEVEL, $patch: delete}, {name: COLOR, value: \"on\"}]
";

#[test]
fn lines_that_a_patch_does_not_change_stay() {
    let files = Files::new("yaml_text", &[("web.yaml", WEB), ("patch.yaml", PATCH)]);
    let args = ["patch", "-f", "web.yaml", "--patch-file", "patch.yaml"];
    let out = printed(files.smp(&args));
    snapbox::assert_data_eq!(
        out.clone(),
        str![[r##"
# The shop. Ask #shop before you change it.
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: shop}}   # short

spec:
    replicas: 3          # see the budget
    template:
        spec:
            containers:
                # The shop itself.
                -   name: web
                    image: 'shop:1.1'    # {"$imagepolicy": "flux-system:shop"}
                    args: ["--port", "80"]

                # Writes the log.
                -   name: log
                    image: "log:1.0"
                    env:
                    -   name: COLOR
                        value: "on"

"##]]
        .raw()
    );
    files.smp(&args).arg("--in-place").assert().code(0).stdout_eq("");
    assert_eq!(std::fs::read_to_string(files.0.join("web.yaml")).expect("a file"), out);
    // Again, nothing changes.
    let args = ["patch", "-f", "web.yaml", "-p", "{}"];
    assert_eq!(printed(files.smp(&args)), out);
}

#[test]
fn documents_of_files_follow_each_other_with_one_marker_between() {
    let pod =
        |name: &str| format!("apiVersion: v1 # {name}\nkind: Pod\nmetadata: {{name: {name}}}");
    let files = Files::new(
        "yaml_text_files",
        &[
            ("a.yaml", &format!("\u{feff}# a\n{}", pod("a"))),
            ("b.yaml", &format!("\u{feff}# b\n---\n{}\n...\n# end\n", pod("b"))),
            ("c.yaml", &format!("%YAML 1.2\n---\n{}\n", pod("c"))),
            ("d.json", r#"{"apiVersion":"v1","kind":"Pod"}"#),
            ("e.yaml", &format!("{}\n---\n# nothing\n--- # f\n{}\n", pod("e"), pod("f"))),
        ],
    );
    let files_args = ["a.yaml", "b.yaml", "c.yaml", "d.json", "e.yaml"];
    let mut args = vec!["patch", "-p", "{}"];
    args.extend(files_args.iter().flat_map(|name| ["-f", name]));
    assert_eq!(
        printed(files.smp(&args)),
        format!(
            "\u{feff}# a\n{}\n# b\n---\n{}\n...\n# end\n...\n%YAML 1.2\n---\n{}\n---\napiVersion: v1\nkind: Pod\n---\n{}\n---\n# nothing\n--- # f\n{}\n",
            pod("a"),
            pod("b"),
            pod("c"),
            pod("e"),
            pod("f")
        )
    );
}

#[test]
fn an_alias_of_what_changes_is_written_out_with_a_warning() {
    let text = "apiVersion: v1\nkind: ConfigMap\ndata: &d {a: b}\nmetadata:\n  labels: *d\n";
    let assert = smp(&["patch", "-f", "-", "-p", "data: {a: c}"]).stdin(text).assert().code(0);
    assert
        .stdout_eq(
            "apiVersion: v1\nkind: ConfigMap\ndata: &d {a: c}\nmetadata:\n  labels: {a: b}\n",
        )
        .stderr_eq(
            str![[r#"
warning: the value is written in place of the alias
 --> <stdin>:5:11
  |
4 | metadata:
5 |   labels: *d
  |           ^^

"#]]
            .raw(),
        );
}

#[test]
fn items_of_a_list_are_edited_in_its_text() {
    let text = "\
apiVersion: v1
kind: List
items:
# first
- apiVersion: v1
  kind: Pod
  metadata:
    name: a   # one
- apiVersion: v1
  kind: Pod
  metadata: {name: b}
";
    let patch = "{kind: Pod, metadata: {name: b, labels: {x: z}}}";
    let out = printed(smp(&["patch", "-f", "-", "-p", patch]).stdin(text));
    assert_eq!(out, text.replace("{name: b}", "{name: b, labels: {x: z}}"));
}

#[test]
fn apply_and_normalize_keep_the_text_too() {
    let live = "apiVersion: v1\nkind: ConfigMap # c\ndata:\n  # old\n  a: 'b'\n  x: 'y'\n";
    let files = Files::new(
        "yaml_text_apply",
        &[
            ("live.yaml", live),
            ("old.yaml", "{apiVersion: v1, kind: ConfigMap, data: {a: b}}"),
            ("new.yaml", "{apiVersion: v1, kind: ConfigMap, data: {a: c}}"),
            ("pod.yaml", "apiVersion: v1\nkind: Pod # c\nspec:\n  # v\n  volumes: []\n"),
        ],
    );
    let args =
        ["apply", "--last-applied", "old.yaml", "--modified", "new.yaml", "--live", "live.yaml"];
    assert_eq!(printed(files.smp(&args)), live.replace("'b'", "'c'"));
    let anew = [&args[..], &["--reformat"]].concat();
    assert_eq!(
        printed(files.smp(&anew)),
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: c\n  x: \"y\"\n"
    );
    let text = "apiVersion: v1\nkind: Pod # c\nspec:\n  # v\n  volumes: []\n";
    assert_eq!(printed(files.smp(&["normalize", "pod.yaml"])), text);
}

#[test]
fn a_comment_behind_json() {
    let text = "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\"} # one\n";
    let files = Files::new("text_json_comment", &[("in.yaml", text), ("in", text)]);
    for file in ["in.yaml", "in"] {
        let output = files.smp(&["patch", "-f", file, "-p", "{}"]).assert().code(0);
        assert!(crate::stdout(&output).contains("\"kind\": \"ConfigMap\""), "{file}");
    }
}
