//! Cases for sections of `docs/deviations.md` that contain more than the section is about. The
//! section must explain the result, and none of the perturbed results.

use std::rc::Rc;

use serde_json::Value;

use super::Result;
use super::case::{Case, Op};
use super::examine::{examine, label};
use super::perturb::{perturbed, unnoticed};
use super::types::Type;
use crate::oracle::Oracle;

/// Section, operation, kind, documents in the order of [`Op::roles`].
type Row = (&'static str, Op, (&'static str, &'static str), &'static [&'static str]);

const CASES: &[Row] = &[
    (
        "numbers-keep-their-text",
        Op::Apply,
        ("apps/v1", "StatefulSet"),
        &[
            r#"{"spec": {"replicas": 2}, "status": {"replicas": 1, "updatedReplicas": 18446744073709551615}}"#,
            r#"{"spec": {"serviceName": "s"}, "status": {"replicas": 3}}"#,
        ],
    ),
    (
        "null-beside-directive",
        Op::Apply,
        ("v1", "Pod"),
        &[
            r#"{"metadata": {"name": "x", "finalizers": ["a", "b"], "ownerReferences": [{"uid": "o"}]}}"#,
            r#"{"metadata": {"$setElementOrder/finalizers": ["a"], "finalizers": null, "labels": {"a": "b"}}}"#,
        ],
    ),
    (
        "live-null-is-absent",
        Op::Apply,
        ("v1", "Pod"),
        &[
            r#"{"metadata": {"name": "x", "finalizers": null, "ownerReferences": [{"uid": "o"}]}}"#,
            r#"{"metadata": {"$setElementOrder/finalizers": ["a", "b"], "finalizers": ["a", "b"]}}"#,
        ],
    ),
    (
        "order-beside-replacement",
        Op::Apply,
        ("v1", "ServiceAccount"),
        &[
            r#"{"metadata": {"name": "x", "ownerReferences": {}}, "secrets": [{"name": "s"}, {"name": "t"}]}"#,
            r#"{"metadata": {"$setElementOrder/ownerReferences": [{"uid": "e"}, {"uid": "f"}],
            "ownerReferences": [{"uid": "e"}, {"uid": "f"}]}, "secrets": [{"name": "u"}]}"#,
        ],
    ),
    (
        "replace-marker-under-order",
        Op::Apply,
        ("v1", "PersistentVolume"),
        &[
            r#"{"metadata": {"name": "x", "finalizers": ["a"], "ownerReferences": [{"uid": "d"}]}}"#,
            r#"{"metadata": {"$setElementOrder/ownerReferences": [{"uid": "e"}, {"uid": "f"}],
            "ownerReferences": [{"uid": "e", "kind": "k"}, {"uid": "f"}, {"$patch": "replace"}]}}"#,
        ],
    ),
    (
        "deletion-of-other-type",
        Op::Apply,
        ("v1", "ConfigMap"),
        &[
            r#"{"data": {"k": "v"}, "metadata": {"finalizers": ["d", "e", "f"]}}"#,
            r#"{"metadata": {"$deleteFromPrimitiveList/finalizers": [2, "e"]}}"#,
        ],
    ),
    (
        "duplicates-keep-first",
        Op::Apply,
        ("v1", "ConfigMap"),
        &[
            r#"{"data": {"k": "v"}, "metadata": {"finalizers": ["d", "d", "b", "c"]}}"#,
            r#"{"metadata": {"finalizers": []}}"#,
        ],
    ),
    (
        "nulls-in-new-elements",
        Op::Apply,
        ("v1", "Service"),
        &[
            r#"{"metadata": {"name": "x", "ownerReferences": [{"uid": "d", "kind": "k"}]}}"#,
            r#"{"metadata": {"ownerReferences": [{"uid": "e", "kind": null, "name": "n"}]}}"#,
        ],
    ),
    (
        "directives-never-leak",
        Op::Apply,
        ("v1", "Pod"),
        &[
            r#"{"metadata": {"name": "x", "labels": {"a": "b"}}}"#,
            r#"{"spec": {"$retainKeys": ["hostname", "containers"], "hostname": "a",
            "containers": [{"name": "c", "image": "i"}]}}"#,
        ],
    ),
    // Elements with the same key that replace a list don't merge into each other.
    (
        "directives-never-leak",
        Op::Apply,
        ("v1", "Pod"),
        &[
            r#"{"metadata": {"name": "x"}, "spec": {"containers": []}}"#,
            r#"{"spec": {"containers": [{"name": "c", "$setElementOrder/env": []},
            {"name": "c", "image": null}, {"$patch": "replace"}]}}"#,
        ],
    ),
    (
        "empty-order-list",
        Op::Apply,
        ("v1", "Pod"),
        &[
            r#"{"metadata": {"name": "x", "ownerReferences": [{"uid": "a", "kind": "k"}, {"uid": "b"}]}}"#,
            r#"{"metadata": {"$setElementOrder/ownerReferences": [],
            "ownerReferences": [{"uid": "d"}, {"uid": "c"}]}}"#,
        ],
    ),
    (
        "empty-lists-in-order",
        Op::Apply,
        ("v1", "ServiceAccount"),
        &[
            r#"{"metadata": {"name": "x", "finalizers": []}, "secrets": [{"name": "s"}]}"#,
            r#"{"metadata": {"$setElementOrder/finalizers": [], "finalizers": []}, "secrets": [{"name": "t"}]}"#,
        ],
    ),
    // The second container merges into the result of the first.
    (
        "empty-lists-in-order",
        Op::Apply,
        ("v1", "Pod"),
        &[
            r#"{"metadata": {"name": "x"}, "spec": {"containers": [{"name": "c"}]}}"#,
            r#"{"metadata": {"$setElementOrder/finalizers": [], "finalizers": []},
            "spec": {"containers": [{"name": "c", "resources": {"limits": {"cpu": "1"}}},
            {"name": "c", "resources": {"limits": {"$retainKeys": []}}}]}}"#,
        ],
    ),
    (
        "free-form-merges",
        Op::Apply,
        ("apps/v1", "ControllerRevision"),
        &[
            r#"{"data": {"spec": {"a": 1, "l": [1, 2]}}, "revision": 1}"#,
            r#"{"data": {"spec": {"b": {"c": 2}, "l": [3]}}}"#,
        ],
    ),
    (
        "diff-law",
        Op::Diff,
        ("v1", "ServiceAccount"),
        &[
            r#"{"metadata": {"name": "x"}, "secrets": [{"name": "s"}]}"#,
            r#"{"metadata": {"name": "x"}, "secrets": [{"name": "a"}, {"name": "a", "namespace": "n"}]}"#,
        ],
    ),
    (
        "diff-refused",
        Op::Diff,
        ("v1", "ServiceAccount"),
        &[
            r#"{"metadata": {"name": "x", "ownerReferences": [{}]}, "secrets": [{"name": "s"}]}"#,
            r#"{"metadata": {"name": "x", "ownerReferences": [{"uid": "a"}]}, "secrets": [{"name": "s"}]}"#,
        ],
    ),
    (
        "patch-refused-by-its-maker",
        Op::Diff,
        ("v1", "ServiceAccount"),
        &[
            r#"{"metadata": {"name": "x"}, "secrets": [{"name": "0"}]}"#,
            r#"{"metadata": {"name": "x"}, "secrets": [{"name": "n"}, {"name": "0", "namespace": "k"}, {"name": "n"}]}"#,
        ],
    ),
    (
        "patch-refused-by-its-maker",
        Op::Threeway,
        ("v1", "Service"),
        &[
            r#"{"spec": {"ports": [{"port": 80}]}}"#,
            r#"{"spec": {"ports": [{"port": 80, "unknown": {}}, {"port": 80}]}}"#,
            r#"{"spec": {"ports": [{"port": 80, "unknown": {"name": []}}]}}"#,
        ],
    ),
    // A part that the user has removed is gone already.
    (
        "three-way-law",
        Op::Threeway,
        ("apps/v1", "Deployment"),
        &[
            r#"{"status": {"conditions": [{"type": "e"}]}}"#,
            r#"{"status": {"conditions": [{"type": "d", "status": "s"}]}}"#,
            r#"{"spec": {"replicas": 2}, "metadata": {"labels": {"a": "b"}}}"#,
        ],
    ),
    // The manifest is unchanged; others have added a port before it.
    (
        "irregular-lists",
        Op::Threeway,
        ("v1", "Service"),
        &[
            r#"{"spec": {"ports": [{"name": "a", "port": 1}, {"name": "dnst", "port": 53, "protocol": "TCP"}]}}"#,
            r#"{"spec": {"ports": [{"name": "a", "port": 1}, {"name": "dnst", "port": 53, "protocol": "TCP"}]}}"#,
            r#"{"spec": {"clusterIP": "None", "ports": [{"name": "dns", "port": 53, "protocol": "UDP"},
            {"name": "a", "port": 1}, {"name": "dnst", "port": 53, "protocol": "TCP"}]}}"#,
        ],
    ),
    (
        "compose-law",
        Op::Compose,
        ("apps/v1", "Deployment"),
        &[
            r#"{"metadata": {"labels": {"a": "b"}}}"#,
            r#"{"metadata": {"labels": null, "$patch": "delete"}, "spec": {"replicas": 1}}"#,
            r#"{"metadata": {"uid": "u"}, "spec": {"paused": true}}"#,
        ],
    ),
    (
        "compose-refused",
        Op::Compose,
        ("v1", "ServiceAccount"),
        &[
            r#"{"secrets": null, "metadata": {"labels": {"a": "b"}}}"#,
            r#"{"$setElementOrder/secrets": [], "metadata": {"labels": {"c": "d"}}}"#,
            r#"{"secrets": [{"name": "s"}]}"#,
        ],
    ),
    (
        "map-order",
        Op::Compose,
        ("v1", "ConfigMap"),
        &[
            r#"{"data": {"k": "v"}}"#,
            r#"{"metadata": {"$deleteFromPrimitiveList/finalizers": null, "finalizers": []}}"#,
            r#"{"metadata": {"name": "x"}}"#,
        ],
    ),
];

/// Checks every case. Returns the number of perturbed results that the run has noticed.
pub(super) fn check(oracle: &mut Oracle) -> Result<usize> {
    let (mut count, mut errors) = (0, Vec::new());
    for (id, op, (api_version, kind), docs) in CASES {
        let ty = Type::of_kind(api_version, kind).ok_or("no such kind")?;
        let docs = docs.iter().map(|text| serde_json::from_str(text));
        let docs = docs.collect::<std::result::Result<Vec<Value>, _>>()?;
        let case = Case::new(*op, Rc::new(ty), docs);
        match check_case(oracle, &case, id) {
            Ok(noticed) => count += noticed,
            Err(error) => errors.push(format!("{id}: {error}")),
        }
    }
    if errors.is_empty() { Ok(count) } else { Err(errors.join("\n").into()) }
}

/// Checks that the section explains the result of the case, and explains no perturbed result.
pub(super) fn check_case(oracle: &mut Oracle, case: &Case, id: &str) -> Result<usize> {
    for verdict in examine(oracle, std::slice::from_ref(case))? {
        let label = label(oracle, case, &verdict)?;
        // It is chance whether the order of Go's maps has an effect.
        if label != id && id != "map-order" {
            return Err(format!("the run says {label}: {verdict:?}").into());
        }
    }
    let Ok(ours) = case.ours() else { return Ok(0) };
    let perturbed = perturbed(case, &ours);
    let count = perturbed.len();
    match unnoticed(oracle, case, perturbed)?.first() {
        Some(one) => Err(format!("instead of {ours} it also explains {one}").into()),
        None => Ok(count),
    }
}
