//! The unions that `#[derive(PatchSchema)]` describes, and their effect in operations on Rust
//! types.

#![allow(dead_code, reason = "only the schemas of some types are used")]
#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Patch, PatchSchema, StrategicMerge};

/// The example types of KEP-1027, as they are written there.
mod kep {
    use super::{Deserialize, PatchSchema, Serialize};

    #[derive(PatchSchema, Serialize, Deserialize, Default, Clone)]
    pub(super) struct TopLevelUnion {
        name: String,
        #[serde(flatten)]
        union: Union,
    }

    #[expect(clippy::struct_field_names, reason = "the names are those of the KEP")]
    #[derive(PatchSchema, Serialize, Deserialize, Default, Debug, PartialEq, Clone)]
    #[serde(rename_all = "camelCase")]
    #[patch(union)]
    pub(super) struct Union {
        #[patch(discriminator)]
        #[serde(default)]
        pub(super) union_type: String,
        pub(super) field_a: Option<i64>,
        pub(super) field_b: Option<i64>,
    }

    #[derive(PatchSchema, Serialize, Deserialize, Default, Clone)]
    pub(super) struct Union2 {
        #[patch(discriminator)]
        #[serde(default)]
        r#type: String,
        #[patch(union_member)]
        alpha: Option<i64>,
        #[patch(union_member)]
        beta: Option<i64>,
    }

    #[derive(PatchSchema, Serialize, Deserialize, Default, Clone)]
    pub(super) struct InlinedUnion {
        name: String,
        #[patch(union_member)]
        field1: Option<i64>,
        #[patch(union_member)]
        field2: Option<i64>,
        #[serde(flatten)]
        union: Union,
        #[serde(flatten)]
        union2: Union2,
    }
}

fn unions<T: PatchSchema>() -> Value {
    smp_openapi::unions_to_openapi(T::schema()).unwrap_or_default()
}

#[test]
fn the_types_of_the_kep_have_its_unions() {
    let union = json!({
        "discriminator": "unionType",
        "fields-to-discriminateBy": {"fieldA": "FieldA", "fieldB": "FieldB"},
    });
    let union2 = json!({
        "discriminator": "type",
        "fields-to-discriminateBy": {"alpha": "Alpha", "beta": "Beta"},
    });
    let own = json!({"fields-to-discriminateBy": {"field1": "Field1", "field2": "Field2"}});
    assert_eq!(unions::<kep::TopLevelUnion>(), json!([union]));
    assert_eq!(unions::<kep::Union2>(), json!([union2]));
    assert_eq!(unions::<kep::InlinedUnion>(), json!([own, union, union2]));
}

#[test]
fn values_are_normalized() {
    let old = kep::Union { field_a: Some(1), ..kep::Union::default() };
    let new = kep::Union { field_a: Some(1), field_b: Some(2), ..kep::Union::default() };
    let result = new.strategic_normalize(Some(&old)).unwrap();
    let expected =
        kep::Union { union_type: "FieldB".to_owned(), field_b: Some(2), ..kep::Union::default() };
    assert_eq!(result, expected);
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(rename_all = "camelCase")]
enum Source {
    EmptyDir {},
    HostPath {
        path: String,
        kind: Option<String>,
    },
    #[patch(strategy = "merge", merge_key = "name")]
    Projected(Vec<Item>),
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Item {
    name: String,
    value: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type")]
enum Strategy {
    Recreate,
    #[serde(rename_all = "camelCase")]
    RollingUpdate {
        rolling_update: Item,
    },
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type", content = "value")]
enum Target {
    Nothing,
    Item(Item),
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Pod {
    #[patch(strategy = "merge", merge_key = "name")]
    volumes: Vec<Volume>,
    field: Option<Source>,
    strategy: Option<Strategy>,
    target: Option<Target>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Volume {
    name: String,
    #[serde(flatten)]
    source: Source,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Maybe {
    name: String,
    #[serde(flatten)]
    source: Option<Source>,
}

fn pod() -> Value {
    json!({
        "volumes": [{"name": "a", "emptyDir": {}}, {"name": "b", "hostPath": {"path": "/b"}}],
        "field": {"projected": [{"name": "x", "value": "1"}]},
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"name": "r"}},
        "target": {"type": "Item", "value": {"name": "t"}},
    })
}

/// Applies a patch to a value with the options of Kubernetes, under which unions without Rust
/// enums are ignored.
fn merged<T>(live: Value, patch: &Value) -> Result<T, smp_core::Error>
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + PartialEq + core::fmt::Debug,
{
    let live: T = serde_json::from_value(live).unwrap();
    let result = T::strategic_merge(&live, &Patch::from_document(patch).unwrap())?;
    // The diff of live and result, applied to live, gives the result.
    let diff = T::strategic_diff(&live, &result).unwrap();
    assert_eq!(T::strategic_merge(&live, &diff).unwrap(), result, "by {diff}");
    Ok(result)
}

#[track_caller]
fn assert_merged(patch: &Value, change: impl FnOnce(&mut Pod)) {
    let mut expected: Pod = serde_json::from_value(pod()).unwrap();
    change(&mut expected);
    assert_eq!(merged::<Pod>(pod(), patch).unwrap(), expected);
}

#[test]
fn an_enum_becomes_the_variant_that_the_patch_sets() {
    assert_merged(&json!({"volumes": [{"name": "a", "hostPath": {"path": "/a"}}]}), |pod| {
        pod.volumes[0].source = Source::HostPath { path: "/a".into(), kind: None };
    });
    assert_merged(&json!({"volumes": [{"name": "b", "emptyDir": {}}]}), |pod| {
        pod.volumes[1].source = Source::EmptyDir {};
    });
    assert_merged(&json!({"field": {"emptyDir": {}}}), |pod| {
        pod.field = Some(Source::EmptyDir {});
    });
    assert_merged(&json!({"strategy": {"type": "Recreate"}}), |pod| {
        pod.strategy = Some(Strategy::Recreate);
    });
    assert_merged(&json!({"target": {"type": "Nothing"}}), |pod| {
        pod.target = Some(Target::Nothing);
    });
}

#[test]
fn the_same_variant_merges() {
    assert_merged(&json!({"volumes": [{"name": "b", "hostPath": {"kind": "Dir"}}]}), |pod| {
        let kind = Some("Dir".to_owned());
        pod.volumes[1].source = Source::HostPath { path: "/b".into(), kind };
    });
    assert_merged(&json!({"field": {"projected": [{"name": "y"}]}}), |pod| {
        let item = |name: &str, value: Option<&str>| Item {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        pod.field = Some(Source::Projected(vec![item("y", None), item("x", Some("1"))]));
    });
    assert_merged(&json!({"strategy": {"rollingUpdate": {"value": "v"}}}), |pod| {
        let item = Item { name: "r".into(), value: Some("v".into()) };
        pod.strategy = Some(Strategy::RollingUpdate { rolling_update: item });
    });
}

#[test]
fn a_tag_is_written_for_the_member_that_is_set() {
    let mut live = pod();
    live["strategy"] = json!({"type": "Recreate"});
    let result: Pod = merged(live, &json!({"strategy": {"rollingUpdate": {"name": "n"}}})).unwrap();
    let item = Item { name: "n".into(), value: None };
    assert_eq!(result.strategy, Some(Strategy::RollingUpdate { rolling_update: item }));
}

#[test]
fn results_that_fit_no_variant_are_errors() {
    let patch = json!({"volumes": [{"name": "a", "hostPath": {"path": "/"}, "projected": []}]});
    let error = merged::<Pod>(pod(), &patch).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Union);
    assert_eq!(error.violations()[0].path.to_string(), r#"volumes[name="a"]"#);
    assert_eq!(error.violations()[0].found, ["hostPath", "projected"]);

    let error = merged::<Pod>(pod(), &json!({"field": {"projected": null}})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Union);
    assert_eq!(error.violations()[0].allowed, ["emptyDir", "hostPath", "projected"]);

    let error = merged::<Pod>(pod(), &json!({"strategy": {"type": "Other"}})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Typed);
}

#[test]
fn an_optional_enum_may_be_absent() {
    let result: Maybe =
        merged(json!({"name": "a", "emptyDir": {}}), &json!({"emptyDir": null})).unwrap();
    assert_eq!(result.source, None);
    assert!(
        merged::<Volume>(json!({"name": "a", "emptyDir": {}}), &json!({"emptyDir": null})).is_err()
    );
}

#[test]
fn unions_without_enums_follow_the_options() {
    let live = json!({"unionType": "FieldA", "fieldA": 1});
    let result: kep::Union = merged(live, &json!({"fieldB": 2})).unwrap();
    assert_eq!((result.field_a, result.field_b), (Some(1), Some(2)));
}
