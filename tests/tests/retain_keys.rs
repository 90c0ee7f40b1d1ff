//! The appendix of Retain Keys: the fields of its types have `retainKeys` with the overlays of the
//! documents, as far as the proposal supports it there.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};

use smp_core::schema::{FieldRef, TypeKind};
use smp_core::{Options, Schema, TypeRef, apply, diff};
use smp_openapi::overlays::retain_keys;
use smp_types::Catalogue;

/// The types of the appendix, by their names today. With `retainKeys`: those that are not inlined,
/// and the union in the elements of a merge list.
const SUPPORTED: [&str; 5] = [
    "Volume",
    "LifecycleHandler",
    "ContainerState",
    "SelfSubjectAccessReviewSpec",
    "DeploymentStrategy",
];

/// The others: their unions are inlined beside other fields, which the proposal does not support,
/// or they are elements of lists that are replaced as a whole.
const OTHERS: [&str; 5] = [
    "PersistentVolumeSpec",
    "Probe",
    "SubjectAccessReviewSpec",
    "NetworkPolicyPeer",
    "IngressRule",
];

fn documented(catalogue: Catalogue, api_version: &str, kind: &str) -> Schema {
    let removed = || catalogue.removed_schema(api_version, kind);
    let schema = catalogue.schema(api_version, kind).or_else(removed).expect("a kind").clone();
    let Some(overlay) = retain_keys(api_version, kind) else { return schema };
    let filled = overlay.fill(&schema, &|_: &str, _: &str| None::<Schema>, &[]);
    filled.expect("an overlay for the schema").schema
}

/// Every field with a type of the appendix in a kind, with whether it has `retainKeys`.
fn visit(
    ty: TypeRef<'_>,
    seen: &mut BTreeSet<String>,
    visitor: &mut impl FnMut(&str, FieldRef<'_>),
) {
    match ty.kind() {
        TypeKind::Object => {
            let name = ty.name().unwrap_or_default().to_owned();
            if !seen.insert(name.clone()) {
                return;
            }
            for field in ty.fields() {
                let mut inner = field.ty();
                while let TypeKind::List(element) | TypeKind::Map(element) = inner.kind() {
                    inner = element;
                }
                if let Some(name) = inner.name() {
                    visitor(name.rsplit('.').next().unwrap(), field);
                }
                visit(inner, seen, visitor);
            }
            seen.remove(&name);
        }
        TypeKind::List(inner) | TypeKind::Map(inner) => visit(inner, seen, visitor),
        TypeKind::Scalar | TypeKind::Any => {}
    }
}

#[test]
fn the_appendix_has_retain_keys() {
    for catalogue in Catalogue::all() {
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        let removed = catalogue.removed_kinds();
        let removed = removed.iter().map(|kind| (kind.api_version(), kind.kind()));
        for (api_version, kind) in catalogue.kinds().chain(removed) {
            if kind.ends_with("List") {
                continue;
            }
            let schema = documented(catalogue, api_version, kind);
            visit(schema.root(), &mut BTreeSet::new(), &mut |name, field| {
                let supported = SUPPORTED.contains(&name);
                if supported || OTHERS.contains(&name) {
                    assert_eq!(
                        field.strategy().retain_keys(),
                        supported,
                        "{api_version}/{kind} in {}: {} of the type {name}",
                        catalogue.version(),
                        field.name()
                    );
                    // The union in the elements of a merge list: they merge as before.
                    assert!(
                        name != "Volume" || field.strategy().is_merge(),
                        "{api_version}/{kind} in {}: {} does not merge",
                        catalogue.version(),
                        field.name()
                    );
                    *found.entry(name.to_owned()).or_default() += 1;
                }
            });
        }
        let all: BTreeSet<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(all, SUPPORTED.into_iter().chain(OTHERS).collect(), "{}", catalogue.version());
    }
}

/// A Go type for the value of an annotation.
#[test]
fn pod_signature_is_no_type() {
    for catalogue in Catalogue::all() {
        let mut types = catalogue.types();
        assert!(types.all(|(_, name)| name != "PodSignature"), "{}", catalogue.version());
    }
}

#[test]
fn each_example_of_the_proposal_works_for_its_kind() {
    let options = Options::documented();
    let pod = documented(Catalogue::NEWEST, "v1", "Pod");
    let live = r#"{"status":{"containerStatuses":[{"name":"web","state":{"running":{"startedAt":"2026-01-01T00:00:00Z"}}}]}}"#;
    let modified = r#"{"status":{"containerStatuses":[{"name":"web","state":{"terminated":{"exitCode":0}}}]}}"#;
    // The list of statuses is atomic: it is replaced.
    let patch = diff(live, modified, &pod, &options).expect("a patch");
    assert_eq!(apply(live, &patch, &pod, &options).expect("a result"), modified);

    let review =
        documented(Catalogue::NEWEST, "authorization.k8s.io/v1", "SelfSubjectAccessReview");
    let live = r#"{"spec":{"resourceAttributes":{"verb":"get"}}}"#;
    let modified = r#"{"spec":{"nonResourceAttributes":{"path":"/"}}}"#;
    let patch = diff(live, modified, &review, &options).expect("a patch");
    assert_eq!(
        patch.to_json(),
        r#"{"spec":{"$retainKeys":["nonResourceAttributes"],"nonResourceAttributes":{"path":"/"},"resourceAttributes":null}}"#
    );
    assert_eq!(apply(live, &patch, &review, &options).expect("a result"), modified);
}
