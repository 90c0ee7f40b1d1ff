//! Files and texts that can't be read: the message, the place, what to do; nothing printed.

use snapbox::IntoData;
use snapbox::str;

use crate::errors::{EMPTY_PATCH, fails};
use crate::{Files, smp};

#[test]
fn malformed_yaml() {
    fails(
        "malformed_yaml",
        "kind: Pod\nmetadata: {name: a\nspec: {}\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: while parsing a flow mapping, did not find expected ',' or '}'
 --> in.yaml:3:5
  |
2 | metadata: {name: a
3 | spec: {}
  |     ^

"#]],
    );
}

/// Values indented too little: kubectl reads some of them, nobody reads the others. The message
/// names the remedy.
#[test]
fn values_that_are_not_indented_more_than_their_key() {
    fails(
        "quoted_continued",
        "kind: Pod\nspec:\n  a: \"b\n  c\"\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: invalid indentation in multiline quoted scalar; indent its lines more than its key
 --> in.yaml:4:3
  |
3 |   a: "b
4 |   c"
  |   ^

"#]],
    );
    fails(
        "block_beside_key",
        "kind: Pod\nspec:\n  a:\n  |\n   c\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: simple key expected ':'; indent a value more than its key
 --> in.yaml:4:3
  |
3 |   a:
4 |   |
  |   ^

"#]],
    );
    fails(
        "quoted_below_key",
        "kind: Pod\nspec:\n  a:\n  \"b\"\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: simple key expected ':'; indent a value more than its key
 --> in.yaml:4:3
  |
3 |   a:
4 |   "b"
  |   ^

"#]],
    );
}

#[test]
fn tabs_in_yaml() {
    fails(
        "tabs_in_yaml",
        "kind: Pod\nspec:\n\tx: 1\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: tabs disallowed within this context (block indentation)
 --> in.yaml:3:2
  |
2 | spec:
3 |     x: 1
  |     ^
  |
  = help: YAML is indented with spaces: write spaces in place of the tab

"#]],
    );
}

#[test]
fn infinite_number() {
    fails(
        "infinite_number",
        "kind: Pod\nspec: {x: .inf}\n",
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: JSON, and so Kubernetes, has no infinite numbers and no NaN; quote it to mean a string
 --> in.yaml:2:11
  |
1 | kind: Pod
2 | spec: {x: .inf}
  |           ^^^^

"#]],
    );
}

#[test]
fn alias_bomb() {
    let bomb = ["ab", "bc", "cd", "de", "ef", "fg"].map(|names| {
        let (before, name) = names.split_at(1);
        format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(", "))
    });
    let text = format!("a: &a [x, x, x, x, x, x, x, x, x, x]\n{}", bomb.concat());
    fails(
        "alias_bomb",
        &text,
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: aliases add more than 100000 parts, which is the limit; write the values in place of the aliases
 --> in.yaml:5:36
  |
4 | d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
5 | e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  |                                    ^^
  |
  = help: to allow more, use --limit aliased-parts=NUMBER

"#]],
    );
}

#[test]
fn too_deep() {
    let text = format!("kind: Pod\nx:\n  {}", "- ".repeat(200));
    fails(
        "too_deep",
        &text,
        EMPTY_PATCH,
        str![[r#"
error: invalid YAML: nested deeper than 128 levels, which is the limit
 --> in.yaml:3:257
  |
2 | ...
3 | ...- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - ...
  |                                                                    ^

"#]],
    );
}

#[test]
fn too_deep_to_print() {
    let json = format!(
        r#"{{"apiVersion":"v1","kind":"Pod","x":{}{}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    smp(&["patch", "-f", "-", "-p", "{}", "-o", "yaml"])
        .stdin(json)
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: cannot write the result: nested deeper than 128 levels, which is the limit
 |
 = note: in <stdin>
 = help: give the input as JSON on one line: such output may have any depth

"#]]);
}

#[test]
fn malformed_json() {
    smp(&["patch", "-f", "-", "-p", "{}"])
        .stdin("{\"kind\": \"Pod\",\n \"spec\": {\"a\": 1,}}\n")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: invalid JSON: key must be a string
 --> <stdin>:2:18
  |
1 | {"kind": "Pod",
2 |  "spec": {"a": 1,}}
  |                  ^

"#]]
            .raw(),
        );
}

#[test]
fn malformed_patch_on_the_command_line() {
    smp(&["patch", "-f", "deployment.yaml", "-p", "{\"spec\": {\"replicas\": 012}}"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: invalid JSON: invalid number
 --> <patch>:1:24
  |
1 | {"spec": {"replicas": 012}}
  |                        ^

"#]]
            .raw(),
        );
}

#[test]
fn not_utf8() {
    let files = Files::new("not_utf8", &[]);
    std::fs::write(files.0.join("in.yaml"), b"kind: Pod\nx: \xff\n").expect("a file");
    files.smp(EMPTY_PATCH).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: in.yaml is not UTF-8 text: invalid byte at offset 13, line 2
 |
 = help: convert it to UTF-8

"#]]);
}

#[test]
fn empty_input() {
    fails(
        "empty_input",
        "# nothing\n---\n",
        EMPTY_PATCH,
        str![[r#"
error: in.yaml holds no document
 |
 = help: it is empty, or has only comments in it

"#]],
    );
}

#[test]
fn empty_patch_file() {
    smp(&["patch", "-f", "deployment.yaml", "--patch-file", "-"])
        .stdin("")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: <stdin> holds no document
 |
 = help: it is empty, or has only comments in it

"#]]);
}

#[test]
fn missing_file() {
    smp(&["patch", "-f", "nowhere.yaml", "-p", "{}"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: cannot read nowhere.yaml: no such file

"#]],
    );
}

#[test]
fn directory() {
    let args = ["patch", "-f", "shop.yaml", "--patch-file", "."];
    smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read .: it is a directory
 |
 = help: give its files one by one

"#]]);
}

/// UTF-8 has no such text: the message names the place and what to write, for each type of patch.
#[test]
fn half_of_a_surrogate_pair() {
    const OBJECT: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let patch = r#"{"data": {"a": "x\ud800"}}"#;
    fails(
        "half_of_a_pair",
        OBJECT,
        &["patch", "-f", "in.yaml", "-p", patch],
        str![[r#"
error: `\ud800` is half of a surrogate pair, which is no character; write the whole pair, or `\ufffd`, which an API server stores instead
 --> <patch>:1:16
  |
1 | {"data": {"a": ***}}
  |                ^^^ data.a

"#]],
    );
    fails(
        "half_of_a_pair_merge",
        OBJECT,
        &["patch", "-f", "in.yaml", "--type", "merge", "-p", patch],
        str![[r#"
error: `\ud800` is half of a surrogate pair, which is no character; write the whole pair, or `\ufffd`, which an API server stores instead
 --> <patch>:1:16
  |
1 | {"data": {"a": ***}}
  |                ^^^ data.a

"#]],
    );
    fails(
        "half_of_a_pair_json",
        OBJECT,
        &[
            "patch",
            "-f",
            "in.yaml",
            "--type",
            "json",
            "-p",
            r#"[{"op": "add", "path": "/data", "value": {"a": "\udc00"}}]"#,
        ],
        str![[r#"
error: `\udc00` is half of a surrogate pair, which is no character; write the whole pair, or `\ufffd`, which an API server stores instead
 --> <patch>:1:48
  |
1 | [{"op": "add", "path": "/data", "value": ***}]
  |                                          ^^^ [0].value.a

"#]],
    );
}
