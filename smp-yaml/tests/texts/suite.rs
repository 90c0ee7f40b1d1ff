//! The texts of the yaml-test-suite: `SMP_YAML_SUITE` is a folder with one folder for each case
//! (`in.yaml`, `in.json`, `error`). What is read is what the suite says, no change is no edit, and
//! texts have the values that edits give them.

use std::fs;

use crate::is_noted;
use crate::random::change;
use crate::value::Value;
use smp_core::Document;

#[test]
#[ignore = "needs SMP_YAML_SUITE"]
fn texts_of_the_suite_are_read_and_edited() {
    let folder = std::env::var("SMP_YAML_SUITE").expect("SMP_YAML_SUITE names the suite");
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut read, mut refused, mut edits) = (0, Vec::new(), 0);
    let (mut anew, mut parts) = (0, 0);
    let mut cases: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).collect();
    cases.sort_by_key(fs::DirEntry::file_name);
    for case in cases {
        let name = case.file_name().into_string().unwrap();
        let Ok(text) = fs::read_to_string(case.path().join("in.yaml")) else { continue };
        let is_error = case.path().join("error").exists();
        let tree = match smp_yaml::parse(&text) {
            Ok(Some(tree)) => tree,
            Ok(None) => continue,
            Err(error) => {
                if !is_error {
                    refused.push(format!("{name}: {error}"));
                }
                continue;
            }
        };
        let json = match tree.to_json(&mut Vec::new()) {
            Ok(json) => json,
            Err(error) => {
                if !is_error {
                    refused.push(format!("{name}: {error}"));
                }
                continue;
            }
        };
        if is_error {
            refused.push(format!("{name}: read, although it is an error"));
        }
        read += 1;
        let old = Value::parse(json.as_str());
        if let Ok(expected) = fs::read_to_string(case.path().join("in.json"))
            && let Ok(expected) = serde_json::from_str::<serde_json::Value>(&expected)
        {
            let found: serde_json::Value = serde_json::from_str(json.as_str()).unwrap();
            if found != expected {
                refused.push(format!("{name}: {found} and not {expected}"));
            }
        }
        let same = Document::from_json(json.as_str()).unwrap();
        assert_eq!(smp_yaml::update(&tree, &json, &same).unwrap().text, text, "{name}");
        for _ in 0..50 {
            let new = change(&old, &mut rng);
            let wanted = new.to_json();
            let document = Document::from_json(&wanted).unwrap();
            let edited = smp_yaml::update(&tree, &json, &document)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{text}\n{wanted}"));
            if new.is_null() {
                continue;
            }
            let again = smp_yaml::parse(&edited.text).unwrap().unwrap();
            let found = again.to_json(&mut Vec::new()).unwrap();
            assert_eq!(Value::parse(found.as_str()), new, "{name}\n{text}\n{}", edited.text);
            edits += 1;
            parts += usize::from(is_noted(&edited, "a part is written anew"));
            if is_noted(&edited, "the document is written anew") {
                anew += 1;
                eprintln!("=== {name}\n{text}\n--- {wanted}");
            }
        }
    }
    for line in &refused {
        eprintln!("{line}");
    }
    eprintln!("{read} read, {} otherwise", refused.len());
    eprintln!("{edits} edits, {anew} anew, {parts} in part");
    assert!(read > 200 && anew * 50 < edits);
}
