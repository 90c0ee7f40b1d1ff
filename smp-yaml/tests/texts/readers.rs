//! Other readers of YAML: where they read a text as it was meant, they read it so after an
//! edit. `PyYAML`, if `python3` has it; else the test does nothing. With `SMP_YAML_PAIRS`, the
//! texts and values are written to that file, one JSON list a line, for readers elsewhere;
//! `SMP_YAML_ROUNDS` says how many.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::laws::rounds;
use crate::random::{change, value};
use crate::style::text_of;
use smp_core::Document;

/// Reads lines of `[old text, old value, new text, new value]`, and prints the lines that
/// break the law, then the number of those that were looked at.
const PYTHON: &str = r#"
import json, sys, yaml
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
def read(text):
    try:
        return yaml.load(text, Loader)
    except Exception as error:
        return error
seen = 0
for line in sys.stdin:
    old, before, new, after = json.loads(line)
    if read(old) != before:
        continue
    seen += 1
    if read(new) != after:
        print("BROKEN", json.dumps([old, new, after]), repr(read(new)))
print("seen", seen)
"#;

/// Old and new texts and values, as JSON lists.
fn pairs(count: usize) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut lines = Vec::new();
    while lines.len() < count {
        let old = value(&mut rng, 0);
        let new = change(&old, &mut rng);
        let text = text_of(&old, &mut rng);
        let (before, after) = (old.to_json(), new.to_json());
        // For YAML 1.1, `1e3` is a string; so it is printed all the same.
        if old.is_null() || new.is_null() || [&before, &after].iter().any(|j| j.contains("1e3")) {
            continue;
        }
        let tree = smp_yaml::parse(&text).unwrap().unwrap();
        let json = tree.to_json(&mut Vec::new()).unwrap();
        let edited = smp_yaml::update(&tree, &json, &Document::from_json(&after).unwrap()).unwrap();
        let string = |text: &str| serde_json::Value::from(text).to_string();
        lines.push(format!("[{},{before},{},{after}]\n", string(&text), string(&edited.text)));
    }
    lines
}

#[test]
fn pyyaml_reads_what_was_meant() {
    let lines = pairs(rounds()).concat();
    if let Ok(file) = std::env::var("SMP_YAML_PAIRS") {
        std::fs::write(file, &lines).unwrap();
    }
    let found = Command::new("python3").args(["-c", "import yaml"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("not tried, since python3 has no PyYAML");
        return;
    }
    let mut python = Command::new("python3")
        .args(["-c", PYTHON])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(!output.contains("BROKEN"), "{output}");
    let seen: usize = output.trim().strip_prefix("seen ").unwrap().parse().unwrap();
    assert!(seen > rounds() / 3, "{seen}");
    eprintln!("{seen} read");
}
