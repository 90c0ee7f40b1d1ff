//! Other readers of YAML: where they read a text as it was meant, they read it so after an
//! edit: `PyYAML` and ruamel.yaml, and that of Kubernetes, by `tests/oracle/yaml`. `SMP_YAML_PYTHON` is a
//! Python that has both. `SMP_YAML_ROUNDS` says how many texts they read, `SMP_YAML_SEED` which.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::laws::rounds;
use crate::random::{change, value};
use crate::style::text_of;
use smp_core::Document;

/// Reads lines of `[old text, old value, new text, new value]`, and prints the lines that
/// break the law, then the number of those that were looked at. `read` is above it. Texts that are not
/// read as they were meant go to standard error.
const PYTHON: &str = r#"
import json, sys
def value(text):
    try:
        return read(text)
    except Exception as error:
        return error
seen = 0
for line in sys.stdin:
    old, before, new, after = json.loads(line)
    if value(old) != before:
        print("UNLIKE", json.dumps([old, before]), repr(value(old)), file=sys.stderr)
        continue
    seen += 1
    if value(new) != after:
        print("BROKEN", json.dumps([old, new, after]), repr(value(new)))
print("seen", seen)
"#;

const PYYAML: &str = r#"
import yaml
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
def read(text): return yaml.load(text, Loader)
"#;

const RUAMEL: &str = r#"
import ruamel.yaml
def read(text): return ruamel.yaml.YAML(typ="safe", pure=True).load(text)
"#;

/// Old and new texts and values, as JSON lists.
fn pairs(count: usize) -> Vec<String> {
    let seed = std::env::var("SMP_YAML_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut rng = fastrand::Rng::with_seed(seed.unwrap_or(5));
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
#[ignore = "needs SMP_YAML_PYTHON"]
fn readers_of_python_read_what_was_meant() {
    let python = std::env::var_os("SMP_YAML_PYTHON").expect("SMP_YAML_PYTHON names a Python");
    let lines = pairs(rounds()).concat();
    for (module, read) in [("PyYAML", PYYAML), ("ruamel.yaml", RUAMEL)] {
        let program = format!("{read}{PYTHON}");
        hold(Command::new(&python).args(["-c", &program]), &lines, module);
    }
}

#[test]
#[ignore = "needs Go"]
fn the_reader_of_kubernetes_reads_what_was_meant() {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/oracle");
    let mut go = Command::new("go");
    let lines = pairs(rounds()).concat();
    hold(go.args(["run", "./yaml"]).current_dir(oracle), &lines, "sigs.k8s.io/yaml");
}

/// Gives the lines to a reader, which must not find one that breaks the law.
fn hold(reader: &mut Command, lines: &str, name: &str) {
    let mut reader = reader.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = reader.stdin.take().unwrap();
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = reader.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(!output.contains("BROKEN"), "{name}: {output}");
    let seen: usize = output.trim().strip_prefix("seen ").unwrap().parse().unwrap();
    assert!(seen > rounds() / 3, "{name}: {seen}");
    eprintln!("{name}: {seen} of {} read", rounds());
}
