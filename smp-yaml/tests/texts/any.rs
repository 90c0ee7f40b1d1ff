//! Texts made of what YAML is made of, with anchors, aliases, merge keys and tags: whatever
//! is read can be edited.

use smp_core::Document;

use crate::is_noted;
use crate::random::change;
use crate::value::Value;

const PARTS: &[&str] = &[
    "\n",
    "\n",
    "\n  ",
    "\n  ",
    "\n    ",
    "\n- ",
    "\n  - ",
    "\r\n",
    " ",
    "a: ",
    "b: ",
    "c:",
    "d: 1",
    "- ",
    "- c",
    "- - ",
    "# d\n",
    " # d\n",
    "|\n  ",
    ">-\n  ",
    "k: |+\n  x\n",
    "'x'",
    "\"y\"",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "&a ",
    "*a",
    "&b ",
    "*b",
    "<<: *a",
    "<<: [*a, *b]",
    "? ",
    ": ",
    "text",
    "1",
    "0o7",
    "~",
    "!foo ",
    "!!str ",
    "{a: 1}",
    "[1, 2]",
    "a: &a {x: 1, y: [2]}\n",
    "b: *a\n",
    "c:\n  <<: *a\n",
    "---",
    "...",
    "é",
    "e: &b\n- 1\n- 2\n",
    "f: *b\n",
];

#[test]
fn whatever_is_read_can_be_edited() {
    let rounds: usize =
        std::env::var("SMP_YAML_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut edited, mut anew, mut parts) = (0, 0, 0);
    for _ in 0..rounds {
        let text: String = (0..rng.usize(1..14)).map(|_| PARTS[rng.usize(..PARTS.len())]).collect();
        let Ok(Some(tree)) = smp_yaml::parse(&text) else { continue };
        let Ok(json) = tree.to_json(&mut Vec::new()) else { continue };
        let old = Value::parse(json.as_str());
        let new = change(&old, &mut rng);
        let wanted = new.to_json();
        let document = Document::from_json(&wanted).unwrap();
        let result = smp_yaml::update(&tree, &json, &document)
            .unwrap_or_else(|error| panic!("{error}\n{text}\n{wanted}"));
        if new.is_null() {
            continue;
        }
        let again = smp_yaml::parse(&result.text).unwrap().unwrap();
        let found = again.to_json(&mut Vec::new()).unwrap();
        assert_eq!(Value::parse(found.as_str()), new, "{text}\n{}", result.text);
        edited += 1;
        parts += usize::from(is_noted(&result, "a part is written anew"));
        if is_noted(&result, "the document is written anew") {
            anew += 1;
            if std::env::var("SMP_YAML_SHOW").is_ok() {
                eprintln!("=== anew\n{text}\n--- {wanted}");
            }
        }
        if new == old {
            assert_eq!(result.text, text);
        }
    }
    eprintln!("{edited} edited, {anew} anew, {parts} in part");
    assert!(edited > rounds / 50 && anew * 20 < edited, "{anew} of {edited}");
}
