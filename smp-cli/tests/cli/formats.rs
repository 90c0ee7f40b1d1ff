//! Data and their form that a patch leaves alone: strings, numbers, order, layout; in YAML and
//! JSON.

use std::fs;

use snapbox::IntoData;
use snapbox::str;

use crate::{Files, printed, smp};

fn through(input: &str, output: &str) -> String {
    printed(smp(&["patch", "-f", "-", "-p", "{}", "-o", output]).stdin(input.to_owned()))
}

/// Strings that one YAML reader or another takes for something else.
const STRINGS: &[&str] = &[
    "on",
    "y",
    "n",
    "no",
    "Yes",
    "off",
    "true",
    "FALSE",
    "1_000",
    "014",
    "08",
    "1e3",
    "0x1F",
    "0b1",
    "0o7",
    "null",
    "~",
    "",
    "2024-01-01",
    "2001-12-14t21:59:43.10-05:00",
    ".inf",
    "-.INF",
    ".nan",
    "nan",
    "=",
    "<<",
    " a",
    "a ",
    "\ta",
    "a\t",
    "a: b",
    "a #b",
    "#x",
    "*x",
    "&x",
    "!x",
    "-",
    "- a",
    "?",
    ":",
    "a:",
    "[",
    "]",
    "{",
    "}",
    ",",
    "@x",
    "`x",
    "%x",
    "|",
    ">",
    "it's",
    "\"q\"",
    "\\",
    "a\\nb",
    "1:30",
    "190:20:30",
    "http://x:80/",
    "---",
    "...",
    "--- a",
    "+1",
    "-1",
    ".5",
    "1.",
    "_1",
    "12e03",
    "é",
    "😀",
    "\u{7}",
    "\u{7f}",
    "\u{85}",
    "\u{feff}x",
    "a\u{2028}b",
    "\u{a0}x",
    "\u{0}",
];

/// Text of several lines, of every awkward shape.
const TEXTS: &[&str] = &[
    "a\nb",
    "a\nb\n",
    "a\nb\n\n",
    "\na\nb",
    "\n",
    " \n",
    "\n\n",
    "a\n\n\nb\n",
    " a\nb\n",
    "  a\n b",
    "a\n b\n",
    "a \nb \n",
    "a\tb\nc\n",
    "\ta\nb",
    "a\n\tb\n",
    "a\r\nb\r\n",
    "a\n---\nb\n",
    "---\na\n",
    "a\n...\n",
    "# a\nb\n",
    "- a\n- b\n",
    "key: value\nother: x\n",
    "a\n ",
    "é\nü\n",
    "😀\nx\n",
    "x\u{feff}y\nz\n",
    "a\u{85}b\nc\n",
];

#[test]
fn strings_come_back_as_the_same_strings() {
    let long = ["x".repeat(2_000), "word ".repeat(60)];
    let strings = || STRINGS.iter().chain(TEXTS).copied().chain(long.iter().map(String::as_str));
    let data: Vec<_> = strings()
        .enumerate()
        .map(|(at, text)| {
            let text = serde_json::Value::from(text);
            // As a value, as a key, and in lists at every kind of place.
            format!(r#""k{at}":{text},{text}:[{text},[{text}],{{"in":{text},{text}:1}}]"#)
        })
        .collect();
    let json = format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","data":{{{}}}}}"#, data.join(","));
    let yaml = through(&json, "yaml");
    let back = through(&yaml, "json");
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(value(&back), value(&json), "{yaml}");
}

#[test]
fn ambiguous_strings_are_quoted_and_texts_are_blocks() {
    let json = r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"on","b":"1_000","c":"014","d":"text\nof two lines\n","e":"no\nlast break","f":"  indented\n","g":"  indented\nmore\n\n","on":"80","plain":"just words"}}"#;
    smp(&["patch", "-f", "-", "-p", "{}", "-o", "yaml"])
        .stdin(json)
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(
            str![[r#"
apiVersion: v1
kind: ConfigMap
data:
  a: "on"
  b: "1_000"
  c: "014"
  d: |
    text
    of two lines
  e: |-
    no
    last break
  f: "  indented\n"
  g: |2+
      indented
    more

  "on": "80"
  plain: just words

"#]]
            .raw(),
        );
}

#[test]
fn numbers_keep_their_text() {
    let json = r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":1.0,"b":12345678901234567890123456789012345678901234567890,"c":1.50,"d":1E5,"e":-0,"f":18446744073709551616,"g":0.1000000000000000055511151231257827}}"#;
    assert_eq!(through(json, "json"), format!("{json}\n"));
    let yaml = through(json, "yaml");
    snapbox::assert_data_eq!(
        yaml.as_str(),
        str![[r#"
apiVersion: v1
kind: ConfigMap
data:
  a: 1.0
  b: 12345678901234567890123456789012345678901234567890
  c: 1.50
  d: 1E5
  e: -0
  f: 18446744073709551616
  g: 0.1000000000000000055511151231257827

"#]]
    );
    assert_eq!(through(&yaml, "yaml"), yaml);
    // Also where the patch has touched the object around them.
    let patch = r#"{"data":{"new":1.10}}"#;
    let patched = printed(smp(&["patch", "-q", "-f", "-", "-p", patch]).stdin(json));
    assert_eq!(patched, format!("{}\n", json.replace("7827}", r#"7827,"new":1.10}"#)));
}

#[test]
fn numbers_of_yaml_mean_what_kubectl_says() {
    let yaml = "\
apiVersion: v1
kind: ConfigMap
data: {a: 014, b: 0o14, c: 1_000, d: 0x1F, e: 0b11, f: +1, g: .5, h: 08, i: 1e3, j: 1:30, k: 2024-01-01}
";
    snapbox::assert_data_eq!(
        through(yaml, "json"),
        str![[r#"
{
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "data": {
        "a": 12,
        "b": 12,
        "c": 1000,
        "d": 31,
        "e": 3,
        "f": 1,
        "g": 0.5,
        "h": 8,
        "i": 1e3,
        "j": "1:30",
        "k": "2024-01-01"
    }
}

"#]]
    );
}

#[test]
fn words_that_others_read_as_booleans_stay_strings_with_a_warning() {
    smp(&["patch", "-f", "-", "-p", "{}"])
        .stdin("apiVersion: v1\nkind: Pod\nspec:\n  hostNetwork: yes\n  hostIPC: True\n  nodeName: 'on'\n")
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: "yes" is read as a string
 --> <stdin>:4:16
  |
3 | spec:
4 |   hostNetwork: yes
  |                ^^^ kubectl reads this as true
  |
  = help: write true for the boolean, or quote the string

"#]])
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
spec:
  hostNetwork: yes
  hostIPC: True
  nodeName: 'on'

"#]]);
}

#[test]
fn keys_keep_their_order_and_new_ones_follow() {
    let yaml = "kind: ConfigMap\nmetadata:\n  name: z\ndata:\n  z: '1'\n  a: '2'\napiVersion: v1\n";
    let out = printed(
        smp(&["patch", "-f", "-", "-p", "{data: {m: '3', z: '4'}, immutable: true}"]).stdin(yaml),
    );
    snapbox::assert_data_eq!(
        out,
        str![[r#"
kind: ConfigMap
metadata:
  name: z
data:
  z: '4'
  a: '2'
  m: "3"
apiVersion: v1
immutable: true

"#]]
    );
}

#[test]
fn json_lines_stay_lines() {
    let input = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\"}}\n\
                 {\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"b\"}}\n";
    let out = printed(smp(&["patch", "-f", "-", "-p", "type: Opaque"]).stdin(input));
    snapbox::assert_data_eq!(
        out,
        str![[r#"
{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"type":"Opaque"}
{"apiVersion":"v1","kind":"Secret","metadata":{"name":"b"},"type":"Opaque"}

"#]]
    );
}

#[test]
fn indented_json_stays_indented_as_it_was() {
    let input =
        "{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"Secret\",\n  \"data\": {},\n  \"x\": []\n}";
    let out = printed(smp(&["patch", "-f", "-", "-p", "type: Opaque"]).stdin(input));
    snapbox::assert_data_eq!(
        out,
        str![[r#"
{
  "apiVersion": "v1",
  "kind": "Secret",
  "data": {},
  "x": [],
  "type": "Opaque"
}

"#]]
    );
}

#[test]
fn aliases_and_merge_keys_stay_unless_the_text_is_written_anew() {
    let input = "\
apiVersion: v1
kind: ConfigMap
data: &data {a: '1', b: '2'}
binaryData:
  <<: *data
  b: '3'
metadata: {labels: *data}
";
    assert_eq!(through(input, "yaml"), input);
    let anew = ["patch", "-f", "-", "-p", "{}", "--reformat"];
    snapbox::assert_data_eq!(
        printed(smp(&anew).stdin(input)),
        str![[r#"
apiVersion: v1
kind: ConfigMap
data:
  a: "1"
  b: "2"
binaryData:
  b: "3"
  a: "1"
metadata:
  labels:
    a: "1"
    b: "2"

"#]]
    );
}

#[test]
fn a_byte_order_mark_and_empty_documents_are_no_documents() {
    let input = "\u{feff}---\n# nothing\n---\napiVersion: v1\nkind: Secret\n---\n";
    assert_eq!(through(input, "yaml"), input);
    let anew = ["patch", "-f", "-", "-p", "{}", "--reformat"];
    assert_eq!(printed(smp(&anew).stdin(input)), "apiVersion: v1\nkind: Secret\n");
    let json = "\u{feff}{\"apiVersion\":\"v1\",\"kind\":\"Secret\"}";
    assert_eq!(through(json, "yaml"), "apiVersion: v1\nkind: Secret\n");
}

#[test]
fn the_extension_says_which_format_it_is() {
    let text = "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", data: {}}";
    let files = Files::new("extension", &[("a.yaml", text)]);
    let out = printed(files.smp(&["patch", "-f", "a.yaml", "-p", "{}"]));
    assert_eq!(out, text);
    let out = printed(files.smp(&["patch", "-f", "a.yaml", "-p", "{}", "--reformat"]));
    assert_eq!(out, "apiVersion: v1\nkind: Secret\ndata: {}\n");
}

/// Each is shown at its place, which costs a look at the text: of many in one file
/// that would be the square of its size.
#[test]
fn of_very_many_warnings_the_first_are_shown() {
    let spec: Vec<_> = (0..1_000).map(|at| format!("f{at}: yes")).collect();
    let text = format!("apiVersion: v1\nkind: Pod\nspec: {{{}}}\n", spec.join(", "));
    let assert = smp(&["patch", "-f", "-", "-p", "{}"]).stdin(text).assert().code(0);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(said.matches("\"yes\" is read as a string").count(), 20, "{said}");
    assert!(said.ends_with("980 more like the 20 above are not shown\n"), "{said}");
}

/// kubectl takes a second one for a part of the first key.
#[test]
fn a_second_byte_order_mark_is_an_error_in_every_command() {
    const MARK: &str = "\u{feff}";
    let object = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n";
    let owned = [
        ("two.yaml", [MARK, MARK, object].concat()),
        ("later.yaml", [MARK, object, MARK, "---\n", object].concat()),
        ("inside.yaml", [object, "---\n", MARK, object].concat()),
        ("two.json", [MARK, MARK, r#"{"apiVersion":"v1","kind":"Pod"}"#].concat()),
    ];
    let texts = owned.each_ref().map(|(name, text)| (*name, text.as_str()));
    let files = Files::new("two_marks", &texts);
    fs::write(files.0.join("one.yaml"), object).expect("a file");
    for (name, text) in texts {
        for command in [
            &["patch", "-f", name, "-p", "{}"][..],
            &["patch", "-f", name, "-p", "metadata: {name: b}", "-i"],
            &["patch", "-f", "one.yaml", "--patch-file", name],
            &["patch", "-f", "one.yaml", "-p", text],
            &["check", name],
            &["diff", "one.yaml", name],
            &["diff", name, "one.yaml", "-o", "fields"],
            &["apply", "--server-side", "-f", name],
            &["apply", "--last-applied", name, "--modified", "one.yaml", "--live", "one.yaml"],
            &["owners", name],
            &["extract", name, "--field-manager", "m"],
            &["compose", "one.yaml", name],
            &["conflicts", name, "one.yaml"],
            &["explain", "Pod", "--schema", name],
            &["normalize", name],
            &["serve", "--from", name],
        ] {
            let run = files.smp(command).assert().code(2).stdout_eq("");
            let said = crate::stderr(&run);
            let words = ["byte order mark", "a BOM", "invalid JSON", "holds 2 documents"];
            let is_named = words.iter().any(|it| said.contains(it));
            assert!(is_named, "{command:?}: {said}");
        }
        files.smp(&["fn"]).stdin(text).assert().code(2).stdout_eq("");
        assert_eq!(fs::read_to_string(files.0.join(name)).expect("a file"), text);
        let merge = ["merge-file", "one.yaml", "one.yaml", name];
        if name == "two.yaml" {
            files.smp(&merge).assert().code(255);
        }
    }
    files.smp(&["patch", "-f", "later.yaml", "-p", "{}"]).assert().code(2).stderr_eq(str![[r#"
error: invalid YAML: a byte order mark within the file
..."#]]);
    files.smp(&["patch", "-f", "two.yaml", "-p", "{}"]).assert().code(2).stderr_eq(str![[r#"
error: invalid YAML: a second byte order mark, which is to be removed
..."#]]);
}
