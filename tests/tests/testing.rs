//! `assert_schema_matches`: finds types whose schema does not match their JSON.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smp_core::PatchSchema;
use smp_core::testing::{assert_schema_matches, schema_mismatches};

fn found<T>(value: &T) -> Vec<String>
where
    T: PatchSchema + Serialize + serde::de::DeserializeOwned,
{
    schema_mismatches(value).iter().map(ToString::to_string).collect()
}

#[derive(PatchSchema, Serialize, Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Every {
    host_name: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[patch(strategy = "merge", merge_key = "name")]
    ports: Vec<Port>,
    #[patch(strategy = "merge")]
    names: HashSet<String>,
    labels: BTreeMap<String, String>,
    by_number: HashMap<u16, Port>,
    #[serde(flatten)]
    source: Option<Source>,
    nested: Option<Box<Every>>,
    ratio: f64,
    #[serde(skip)]
    cache: usize,
}

#[derive(PatchSchema, Serialize, Deserialize, Default)]
struct Port {
    name: String,
    number: Option<u16>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Source {
    Empty {},
    Path { path: String },
}

#[test]
fn derived_schemas_match() {
    let port = |name: &str| Port { name: name.into(), number: Some(80) };
    let names = (0..20).map(|n| n.to_string()).collect();
    let value = Every {
        host_name: "a".into(),
        kind: Some("b".into()),
        ports: vec![port("x"), port("y")],
        names,
        labels: [("k".to_owned(), "v".to_owned())].into(),
        by_number: [(80, port("z"))].into(),
        source: Some(Source::Path { path: "/".into() }),
        nested: Some(Box::new(Every { source: Some(Source::Empty {}), ..Every::default() })),
        ratio: 0.5,
        cache: 3,
    };
    assert_schema_matches(&value);
    assert_schema_matches(&Every::default());
}

#[cfg(feature = "structs")]
#[test]
fn a_struct_of_smp_types_matches() {
    let object: smp_types::apps_v1::Deployment = serde_json::from_str(
        r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{
        "replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":{"spec":{"containers":[
        {"name":"c","image":"i","ports":[{"containerPort":80,"protocol":"TCP"}],
        "resources":{"limits":{"cpu":"1"}}}],"volumes":[{"name":"v","emptyDir":{}}]}}}}"#,
    )
    .unwrap();
    assert_schema_matches(&object);
}

/// Writes a field under another name, and a field that the schema lacks.
#[derive(PatchSchema, Deserialize)]
struct Renamed {
    port: u16,
}

impl Serialize for Renamed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("portNumber", &self.port)?;
        map.serialize_entry("more", &[1])?;
        map.end()
    }
}

#[test]
fn fields_with_other_names_are_found() {
    let found = found(&Renamed { port: 80 });
    assert_eq!(
        found[..3],
        [
            "more: serde writes [1]: `Renamed` has no such field",
            "portNumber: serde writes 80: `Renamed` has no such field",
            ".: serde can't read what it writes: missing field `port`",
        ]
    );
}

#[test]
fn what_a_merge_in_place_reads_is_compared() {
    assert_eq!(
        found(&Renamed { port: 80 })[3..],
        [
            "more: serde writes [1], and a merge in place reads nothing",
            "portNumber: serde writes 80, and a merge in place reads nothing",
            "port: serde writes nothing, and a merge in place reads 80",
        ]
    );
}

/// Leaves out a field that serde can't write.
#[derive(PatchSchema, Deserialize)]
struct Hidden {
    #[serde(default)]
    #[patch(leaf)]
    broken: Broken,
}

#[derive(Deserialize, Default)]
struct Broken;

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("cannot be written"))
    }
}

impl Serialize for Hidden {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }
}

#[test]
fn a_value_that_a_merge_in_place_cannot_read_is_found() {
    let found = found(&Hidden { broken: Broken });
    assert_eq!(found[0], ".: a merge in place can't read the value: broken: cannot be written");
}

/// A field of a type of which the derive doesn't know that serde writes it.
#[derive(PatchSchema, Serialize, Deserialize)]
struct Generic<T> {
    #[patch(leaf)]
    value: T,
}

#[test]
fn a_type_that_is_merged_as_a_whole_matches() {
    assert_schema_matches(&Generic { value: 1_u8 });
}

/// Serializes a list as a map.
mod as_map {
    use super::{Deserialize, Deserializer, Port, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(ports: &[Port], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(ports.iter().map(|port| (&port.name, port.number)))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Port>, D::Error> {
        let map: BTreeMap<String, Option<u16>> = Deserialize::deserialize(from)?;
        Ok(map.into_iter().map(|(name, number)| Port { name, number }).collect())
    }
}

#[derive(PatchSchema)]
struct ByHand {
    ports: Vec<Port>,
}

impl Serialize for ByHand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ports", &AsMap(&self.ports))?;
        map.end()
    }
}

struct AsMap<'p>(&'p [Port]);

impl Serialize for AsMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_map::serialize(self.0, serializer)
    }
}

impl<'d> Deserialize<'d> for ByHand {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            #[serde(with = "as_map")]
            ports: Vec<Port>,
        }
        Raw::deserialize(deserializer).map(|raw| Self { ports: raw.ports })
    }
}

#[test]
fn values_of_another_kind_are_found() {
    let found = found(&ByHand { ports: vec![Port { name: "b".into(), number: None }] });
    assert_eq!(found[0], r#"ports: serde writes {"b":null}: expected a list, found an object"#);
}

/// A merge key that is not written when it is empty, so that the element can't be identified.
#[derive(PatchSchema, Serialize, Deserialize)]
struct Keyed {
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<Item>,
}

#[derive(PatchSchema, Deserialize)]
struct Item {
    name: String,
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = (!self.name.is_empty()).then_some(("name", &self.name));
        serializer.collect_map(named)
    }
}

#[test]
fn a_missing_merge_key_is_found() {
    let items = vec![Item { name: "a".into() }, Item { name: String::new() }];
    let found = found(&Keyed { items });
    assert_eq!(
        found[0],
        r#"items[1]: serde writes {}: the element lacks the merge key "name"; add it"#
    );
}

#[test]
#[should_panic(expected = "portNumber: serde writes 80")]
fn the_assertion_fails() {
    assert_schema_matches(&Renamed { port: 80 });
}
