//! The merge of two versions, where a law found that one was lost.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails where it panics")]

use serde_json::json;
use smp_core::{MergeKeys, Options, merge};
use smp_tests::laws::{self, Verdict};

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

/// An element without a list map key may be any with its merge key. Whichever side has removed it, the
/// conflicts are the same.
#[test]
fn the_sides_can_be_exchanged_where_an_element_lacks_a_list_map_key() {
    let version = |constraints| {
        let spec = json!({"topologySpreadConstraints": constraints});
        json!({"spec": spec}).to_string()
    };
    let original = version(json!([{"topologyKey": "zone"}]));
    let removed = version(json!([]));
    let added = version(json!([
        {"topologyKey": "zone"},
        {"topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway"},
    ]));
    let options = Options::default();
    let pod = smp_types::schema("v1", "Pod").expect("a known kind").root();
    for sides in [[&*original, &*removed, &*added], [&*original, &*added, &*removed]] {
        laws_hold(sides, &options);
        assert_eq!(
            laws::three_way::conflicts_are_two_changes(pod, &options, sides),
            Ok(Verdict::Holds)
        );
    }
}

/// Two elements without a list map key, which nothing but their other members tells apart: that one side
/// removes them is no change of the other side.
#[test]
fn elements_that_lack_the_same_list_map_key_are_changed_by_one_side() {
    let version = |constraints| {
        let spec = json!({"topologySpreadConstraints": constraints});
        json!({"spec": spec}).to_string()
    };
    let (one, other) =
        (json!({"topologyKey": "zone"}), json!({"topologyKey": "zone", "maxSkew": 1}));
    let keyed = json!({"topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway"});
    let original = version(json!([one, other]));
    let none = version(json!([]));
    for options in [Options::default(), Options::default().merge_keys(MergeKeys::ListMapKeys)] {
        for left in [json!([one, other]), json!([one]), json!([other]), json!([other, keyed])] {
            let left = version(left);
            laws_hold([&original, &none, &left], &options);
            laws_hold([&original, &left, &none], &options);
        }
    }
}

/// Holds a merge of Pods to the laws: the original, and both sides.
fn laws_hold(sides: [&str; 3], options: &Options) {
    let pod = smp_types::schema("v1", "Pod").expect("a known kind").root();
    assert_eq!(laws::merge::is_symmetric(pod, options, sides), Ok(Verdict::Holds));
    assert_eq!(laws::three_way::conflicts_need_two(pod, options, sides), Ok(Verdict::Holds));
    assert_eq!(laws::three_way::settles(pod, options, sides), Ok(Verdict::Holds));
    assert_eq!(laws::three_way::leads_to_outcome(pod, options, sides), Ok(Verdict::Holds));
}
