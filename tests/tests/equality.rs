//! Equality by type: semantics value-12 and option-8.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use smp_core::schema::ScalarType;
use smp_core::{Equality, Options, changes, diff};

/// Pairs of texts with the answers of Go.
const PAIRS: &str = include_str!("../data/same_scalars.tsv");

fn pairs() -> impl Iterator<Item = (ScalarType, String, String, bool)> {
    PAIRS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [class, left, right, same] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let class = match class {
            "quantity" => ScalarType::Quantity,
            "time" => ScalarType::Time,
            "duration" => ScalarType::Duration,
            "bytes" => ScalarType::Bytes,
            other => panic!("{other}"),
        };
        let [left, right] = [left, right].map(|text| serde_json::from_str(text).unwrap());
        (class, left, right, same == "true")
    })
}

#[test]
fn texts_are_one_value_where_go_reads_one() {
    let mut counted = [0, 0];
    for (class, left, right, same) in pairs() {
        assert_eq!(class.is_same(&left, &right), same, "{class:?} {left:?} {right:?}");
        assert_eq!(class.is_same(&right, &left), same, "{class:?} {right:?} {left:?}");
        counted[usize::from(same)] += 1;
    }
    assert!(counted.iter().all(|count| *count > 200), "{counted:?}");
}

#[test]
fn spellings_of_one_value_are_no_difference() {
    let pod = smp_types::schema("v1", "Pod").unwrap();
    let document = |class, text: &str| {
        let text = serde_json::Value::from(text);
        match class {
            ScalarType::Quantity => {
                format!(r#"{{"spec":{{"overhead":{{"cpu":{text}}},"nodeName":"n"}}}}"#)
            }
            _ => format!(r#"{{"metadata":{{"creationTimestamp":{text}}}}}"#),
        }
    };
    let canonical = Options::default().equality(Equality::Canonical);
    let classes = [ScalarType::Quantity, ScalarType::Time];
    for (class, left, right, same) in pairs().filter(|pair| classes.contains(&pair.0)) {
        let (left, right) = (document(class, &left), document(class, &right));
        let patch = diff(&*left, &*right, pod, &canonical).unwrap();
        assert_eq!(patch.is_empty(), same, "{left} {right}");
        let found = changes(&*left, &*right, pod, &canonical).unwrap();
        assert_eq!(found.is_empty(), same, "{left} {right}");
        assert!(!diff(&*left, &*right, pod, &Options::default()).unwrap().is_empty());
    }
}
