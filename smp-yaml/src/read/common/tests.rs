//! The texts that this reader reads, and its agreement with the parser: [`parse`] compares the two.

use super::read;
use crate::read::parse;

const MANIFEST: &str = r#"# The shop.
---
apiVersion: apps/v1
kind: Deployment   # one
metadata:
  name: web

  labels: {app: web, "tier": 'front', n: [1, 2, {x: -1}]}
  annotations:
    note: "a \"quoted\" text: with \\ and \n"
    'it''s': |
      line one

        indented #no comment
      last
    folded: >-
        some words
        and more

        more
    empty:
spec:
    replicas: 2
    selector: {}
    template:
        spec:
            containers:
            # about web
            - name: web
              image: nginx:1.25#x
              args: ["--port", '80', a:b]
              env:
                -   name: A
                    value: -
                -   name: B
            -
              name: log
              command:
              - - sh
                - -c
              -
              - |+
                echo

            tolerations: []
            url: http://a.b/c?d=e&f
"#;

#[test]
fn common_forms_are_read() {
    let text = MANIFEST.replace("value: -\n", "value: -x\n");
    assert!(read(&text).is_some());
    for text in [
        "a: 1",
        "a:",
        "- a\n- b",
        "-\n-\n",
        "--- # c\na : 1\n",
        "a:\n- b\n-\nc:\n",
        "'a': \"\"\n\"b\" : ''\n",
        "a: |\n  b",
        "a: >+\n\n  b\n\n\n",
        "a: [{}, []]\n",
        "é: ü # ö\n",
        "  a: 1\n  b: 2\n",
    ] {
        assert!(read(text).is_some(), "{text}");
        assert!(parse(text).unwrap().is_some(), "{text}");
    }
}

#[test]
fn other_forms_are_left_to_the_parser() {
    for text in [
        "",
        "a",
        "'a'",
        "[a]",
        "a: &x 1",
        "a: *x",
        "a: !t 1",
        "? a",
        "a: b\n  c",
        "a: 'b\n  c'",
        "a: |2\n  b",
        "a: [b,\n  c]",
        "a: [b: c]",
        "a:\tb",
        "a: 1\r\n",
        "%YAML 1.2\n---\na: 1",
        "a: 1\n---\nb: 1",
        "a: 1\n...\n",
        "\u{feff}a: 1",
        "a: \"\\u0041\"",
        "a: b: c",
        "a: - b",
        " a: 1\nb: 2",
        "a:\n  b: 1\n c: 2",
        "- a\nb: 1",
        "a: 1\n- b",
        "a: 'b' c",
        "a: 'b'#c",
        "a: |x\n  b",
        "a: |\nb: 1",
        "a: {b: 1",
        "a: {b}",
        "a: `b`",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
    let long = format!("{}: 1", "a".repeat(1_001));
    assert!(read(&long).is_none());
}

/// Fragments that are put into the text at random.
const PARTS: &[&str] = &[
    "\n", "\n", "\n\n", "\n ", " ", "  ", "    ", "- ", "-", ": ", ":", "#", " # c", "'", "\"",
    "[", "]", "{", "}", ",", "|", ">", "|\n", ">-\n", "|+\n", "---\n", "...\n", "&a ", "*a", "!t ",
    "? ", "<<: ", "x", "é", "\t", "\\", "a: ", "\u{85}", "\u{2028}", "\r\n", "%", "@", "~", "''",
];

#[test]
fn changed_texts_are_read_as_the_parser_reads_them() {
    let rounds: usize =
        std::env::var("SMP_YAML_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(4_000);
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut known, mut valid) = (0, 0);
    for _ in 0..rounds {
        // Some lines of the text, with some changes.
        let lines: Vec<&str> = MANIFEST.split_inclusive('\n').collect();
        let from = rng.usize(..lines.len());
        let mut text = lines[from..rng.usize(from..=lines.len().min(from + 12))].concat();
        for _ in 0..rng.usize(1..4) {
            let places: Vec<usize> =
                (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let at = places[rng.usize(..places.len())];
            if rng.usize(..3) == 0 {
                let end = places.iter().find(|end| **end > at).copied().unwrap_or(at);
                text.replace_range(at..end, "");
            } else {
                text.insert_str(at, PARTS[rng.usize(..PARTS.len())]);
            }
        }
        known += usize::from(read(&text).is_some());
        valid += usize::from(parse(&text).is_ok_and(|tree| tree.is_some()));
    }
    assert!(known * 4 > valid && known < valid, "{known} of {valid}");
}
