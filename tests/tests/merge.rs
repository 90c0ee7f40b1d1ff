//! The merge of two versions, where a law found that one was lost.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails where it panics")]

use serde_json::json;
use smp_core::{Options, merge};

/// One side removes the list map key of an element, and the other one changes it: both changed it.
#[test]
fn a_list_map_key_that_one_side_removes_and_the_other_changes_is_a_conflict() {
    let version = |condition| {
        let status = json!({"volumeHealth": [{"healthConditions": [condition]}]});
        json!({"status": status}).to_string()
    };
    let original = version(json!({"reason": "x", "status": "d"}));
    let removed = version(json!({"status": "d"}));
    let changed = version(json!({"reason": "c", "status": "d"}));
    for (ours, theirs) in [(&removed, &changed), (&changed, &removed)] {
        let pod = smp_types::schema("v1", "Pod").expect("a known kind");
        let merged = merge(&original, ours, theirs, pod, &Options::default()).unwrap();
        let places: Vec<_> = merged.conflicts.iter().map(ToString::to_string).collect();
        let place = "status.volumeHealth[0].healthConditions[status=\"d\"].reason";
        assert_eq!(places, [place]);
        assert_eq!(
            [merged.ours.to_json(), merged.theirs.to_json()],
            [ours, theirs].map(Clone::clone)
        );
    }
}
