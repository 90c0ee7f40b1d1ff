//! YAML is read as kubectl reads it. Where smp decides otherwise, there is a warning
//! that says what kubectl does. What kubectl gives was taken from the reader that it
//! uses, `sigs.k8s.io/yaml` 1.6.

use crate::{Files, smp};

/// Standard output as compact JSON, and standard error.
fn read(text: &str) -> (String, String) {
    let args = ["patch", "-f", "-", "-p", "{}", "--type", "merge", "-o", "json"];
    let output = smp(&args).stdin(text).output().expect("the command runs");
    let json: Result<serde_json::Value, _> = serde_json::from_slice(&output.stdout);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    (json.map_or_else(|_| "error".to_owned(), |json| json.to_string()), stderr)
}

#[test]
fn scalars_are_what_kubectl_reads() {
    for (text, json) in [
        ("a: nUll", r#"{"a":"nUll"}"#),
        ("a: NULL", r#"{"a":null}"#),
        ("a: !!null ''", r#"{"a":null}"#),
        ("a: tRue", r#"{"a":"tRue"}"#),
        ("a: yEs", r#"{"a":"yEs"}"#),
        ("a: True", r#"{"a":true}"#),
        ("a: !!bool yes", r#"{"a":true}"#),
        ("a: 1_", r#"{"a":1}"#),
        ("a: 0_8", r#"{"a":8}"#),
        ("a: 1__0", r#"{"a":10}"#),
        ("a: 1_0.5", r#"{"a":10.5}"#),
        ("a: _1", r#"{"a":"_1"}"#),
        ("a: '1_'", r#"{"a":"1_"}"#),
        ("a: |-\n  1_", r#"{"a":"1_"}"#),
        ("a: !!str 1_", r#"{"a":"1_"}"#),
        ("a: 0777", r#"{"a":511}"#),
        ("a: 1e400", r#"{"a":"1e400"}"#),
        ("a: '.inf'", r#"{"a":".inf"}"#),
        ("a: |-\n  .inf", r#"{"a":".inf"}"#),
        ("a: |\n  x\n  y", r#"{"a":"x\ny\n"}"#),
        ("a: |\n  x\n  y\n", r#"{"a":"x\ny\n"}"#),
        ("a: |+\n  x", r#"{"a":"x\n"}"#),
        ("a: >\n  x\n  y", r#"{"a":"x y\n"}"#),
        ("a: |\n  x\n  ", r#"{"a":"x\n"}"#),
        ("a: |\n  x\n# c", r#"{"a":"x\n"}"#),
        ("a: \"x\\n\"", r#"{"a":"x\n"}"#),
        ("a: |+\n  ", r#"{"a":"\n"}"#),
        ("a: .5e1_0", r#"{"a":5000000000}"#),
        ("a: !foo\nb: 1", r#"{"a":"","b":1}"#),
        ("a: !foo 8", r#"{"a":"8"}"#),
        ("a: !foo true", r#"{"a":"true"}"#),
        ("a: !foo &x yes\nb: *x", r#"{"a":"yes","b":"yes"}"#),
        ("a: [1.2.3.4, 001:db8::]", r#"{"a":["1.2.3.4","001:db8::"]}"#),
        ("a: [fe80::, b:]", r#"{"a":["fe80::","b:"]}"#),
        ("a: [1:]", r#"{"a":["1:"]}"#),
        ("a: [b: , 'c':, d: 1]", r#"{"a":[{"b":null},{"c":null},{"d":1}]}"#),
    ] {
        assert_eq!(read(text), (json.to_owned(), String::new()), "{text}");
    }
    for text in ["a: .inf", "a: -.INF", "a: .nan"] {
        let (json, stderr) = read(text);
        assert_eq!(json, "error", "{text}");
        assert!(stderr.contains("no infinite numbers and no NaN"), "{stderr}");
    }
}

#[test]
fn a_value_or_key_that_kubectl_reads_otherwise_has_a_warning() {
    for (text, json, warning) in [
        ("a: yes", r#"{"a":"yes"}"#, "kubectl reads this as true"),
        ("a: NO", r#"{"a":"NO"}"#, "kubectl reads this as false"),
        ("1.10: a", r#"{"1.10":"a"}"#, r#"kubectl reads this as "1.1""#),
        ("True: a", r#"{"True":"a"}"#, r#"kubectl reads this as "true""#),
        ("on: a", r#"{"on":"a"}"#, r#"kubectl reads this as "true""#),
        ("y: a", r#"{"y":"a"}"#, r#"kubectl reads this as "true""#),
        ("0777: a", r#"{"0777":"a"}"#, r#"kubectl reads this as "511""#),
        ("0x10: a", r#"{"0x10":"a"}"#, r#"kubectl reads this as "16""#),
        ("1_000: a", r#"{"1_000":"a"}"#, r#"kubectl reads this as "1000""#),
        ("1e3: a", r#"{"1e3":"a"}"#, r#"kubectl reads this as "1000""#),
        ("a: {b:, c: 1}", r#"{"a":{"b":null,"c":1}}"#, r#"kubectl reads this as "b:""#),
        ("a: {c: 1, b:}", r#"{"a":{"b":null,"c":1}}"#, r#"kubectl reads this as "b:""#),
        ("x: &x {a: 1}\nc: {a: 2, <<: *x}", r#"{"c":{"a":2},"x":{"a":1}}"#, r#"kubectl takes "a""#),
        (
            "x: &x {a: 1}\nc: {a: 2, <<: [{b: 1}, *x]}",
            r#"{"c":{"a":2,"b":1},"x":{"a":1}}"#,
            r#"kubectl takes "a""#,
        ),
        ("a: 1\na: 2", r#"{"a":2}"#, "the last value is taken, as by kubectl"),
        ("a: {1: b, 1: c}", r#"{"a":{"1":"c"}}"#, "the last value is taken, as by kubectl"),
        ("a: {1: b, '1': c}", r#"{"a":{"1":"c"}}"#, "the last value is taken, as by kubectl"),
        ("a: Pod\n!note a: X", r#"{"a":"X"}"#, "the last value is taken, as by kubectl"),
        ("a: &an:chor 1\nb: *an:chor", r#"{"a":1,"b":1}"#, "kubectl refuses this, or reads a part"),
        ("a: &é x", r#"{"a":"x"}"#, "kubectl refuses this, or reads a part"),
        ("a: x\u{2029} b", "{\"a\":\"x\u{2029} b\"}", "kubectl reads this as a line break"),
        ("a: x # \u{85} b", r#"{"a":"x"}"#, "kubectl reads this as a line break"),
    ] {
        let (found, stderr) = read(text);
        assert_eq!(found, json, "{text}: {stderr}");
        assert!(stderr.starts_with("warning: ") && stderr.contains(warning), "{text}: {stderr}");
        assert_eq!(stderr.matches("warning: ").count(), 1, "{text}: {stderr}");
    }
}

#[test]
fn what_is_alike_has_no_warning() {
    for text in [
        "'1.10': a",
        "\"on\": a",
        "!!str on: a",
        "1: a",
        "1.5: a",
        "x: &x {a: 1}\nc: {<<: *x, a: 2}",
        "x: &x {a: 1}\nc: {b: 2, <<: *x}",
        "a: {b: , c: 1}",
        "a: {'b':, c: 1}",
        "a: '<<'",
        "a: 1\n'<<': {a: 2}",
        "a: 1\n...\n",
        "a: &an-chor_1 1\nb: !!str &B 2\nc: &C [&D {}, *B]",
    ] {
        let (json, stderr) = read(text);
        assert_ne!(json, "error", "{text}");
        assert_eq!(stderr, "", "{text}");
    }
}

#[test]
fn a_document_after_the_end_marker_has_a_warning() {
    let pod = |name: &str| format!("apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\n");
    let text = format!("{}...\n# second\n{}...\n---\n{}", pod("a"), pod("b"), pod("c"));
    let files = Files::new("yaml_end_marker", &[("in.yaml", &text)]);
    let output = files.smp(&["patch", "-f", "in.yaml", "-p", "{}"]).output().expect("it runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        stderr,
        "\
warning: a document follows `...` without `---`
 --> in.yaml:7:1
  |
6 | # second
7 | apiVersion: v1
  | ^ kubectl ignores this document
  |
  = help: write --- between the documents
"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("kind: Pod").count(), 3);
}

#[test]
fn what_is_printed_is_read_as_it_was() {
    let texts = [
        "1_",
        "0_8",
        "1_0.5",
        "1__0",
        "0o7",
        "0x_f",
        "1e400",
        "1e3",
        ".5",
        ".inf",
        "yes",
        "yEs",
        "nUll",
        "null",
        "~",
        "",
        "<<",
        "=",
        "a:",
        "a: b",
        "- a",
        "!foo",
        "&a",
        "*a",
        "x\u{85}y",
        "x\u{2028}y",
        "\u{2029}",
        "on",
        "y",
        "0777",
        "1.10",
        "True",
        "...",
        "---",
        "a # b",
        "|",
        "1:30",
        "2001-01-01",
        "\u{feff}a",
        "a\u{9b}b",
        "a\n\u{85}\nb",
    ];
    let data: serde_json::Map<_, _> =
        texts.iter().map(|text| ((*text).to_owned(), (*text).into())).collect();
    let list: Vec<serde_json::Value> = texts.iter().map(|text| (*text).into()).collect();
    let object = serde_json::json!({"kind": "Pod", "data": data, "list": list});
    let args = ["patch", "-f", "-", "-p", "{}", "--type", "merge", "-o", "yaml"];
    let output = smp(&args).stdin(object.to_string()).output().expect("the command runs");
    let yaml = String::from_utf8(output.stdout).expect("UTF-8");
    let (json, stderr) = read(&yaml);
    assert_eq!(stderr, "", "{yaml}");
    assert_eq!(json, object.to_string(), "{yaml}");
}
