//! The laws of edits, on random documents in random styles: the text has the value that it
//! is to have; lines that no edit is about are the same; no change is no edit.

use crate::is_noted;
use crate::random::{change, value};
use crate::style::text_of;
use crate::value::Value;
use smp_core::Document;

/// The number of random texts.
pub(crate) fn rounds() -> usize {
    std::env::var("SMP_YAML_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000)
}

/// The value of a text as JSON.
fn read(text: &str) -> String {
    let tree = smp_yaml::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let tree = tree.unwrap_or_else(|| panic!("no content\n{text}"));
    tree.to_json(&mut Vec::new()).unwrap_or_else(|error| panic!("{error}\n{text}")).into_string()
}

#[test]
fn the_new_text_has_the_new_value() {
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut anew, mut parts, mut edited) = (0, 0, 0);
    for _ in 0..rounds() {
        let old = value(&mut rng, 0);
        let text = text_of(&old, &mut rng);
        if old.is_null() {
            continue;
        }
        assert_eq!(Value::parse(&read(&text)), old, "{text}");
        let new = change(&old, &mut rng);
        let json = new.to_json();
        let tree = smp_yaml::parse(&text).unwrap().unwrap();
        let before = tree.to_json(&mut Vec::new()).unwrap();
        let document = Document::from_json(&json).unwrap();
        let result = smp_yaml::update(&tree, &before, &document)
            .unwrap_or_else(|error| panic!("{error}\n{text}\n{json}"));
        if new.is_null() {
            continue;
        }
        assert_eq!(Value::parse(&read(&result.text)), new, "{text}\n{}", result.text);
        edited += 1;
        parts += usize::from(is_noted(&result, "a part is written anew"));
        if is_noted(&result, "the document is written anew") {
            anew += 1;
            if std::env::var("SMP_YAML_SHOW").is_ok() {
                eprintln!("=== anew: {:?}\n{text}\n--- {json}", result.notes);
            }
        }
        if new == old {
            assert_eq!(result.text, text);
        }
    }
    eprintln!("{edited} edited, {anew} of them anew, {parts} in part");
    // Not more than one of a thousand.
    assert!((anew + parts) * 1_000 <= edited, "{anew} and {parts} of {edited}");
}

#[test]
fn other_lines_stay() {
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..rounds() {
        // A member with a marker in its value changes; no other line may.
        let mut old = Value::Object(
            (0..rng.usize(1..6)).map(|at| (format!("key{at}"), value(&mut rng, 1))).collect(),
        );
        let Value::Object(members) = &mut old else { continue };
        let at = rng.usize(..members.len());
        members[at].1 = Value::String("marker1".to_owned());
        let text = text_of(&old, &mut rng);
        assert_eq!(Value::parse(&read(&text)), old, "{text}");
        let mut new = old.clone();
        let Value::Object(members) = &mut new else { continue };
        members[at].1 = Value::String("marker2".to_owned());
        let tree = smp_yaml::parse(&text).unwrap().unwrap();
        let before = tree.to_json(&mut Vec::new()).unwrap();
        let json = new.to_json();
        let result =
            smp_yaml::update(&tree, &before, &Document::from_json(&json).unwrap()).unwrap();
        assert_eq!(result.text, text.replace("marker1", "marker2"));
    }
}
