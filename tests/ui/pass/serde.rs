//! serde's attributes, together with the derives of serde.
#![deny(warnings)]
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize};
use smp_core::schema::Kind;
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, rename = "io.k8s.Pod", tag = "kind")]
struct Pod {
    host_ip: String,
    #[serde(rename = "NODE")]
    node: String,
    #[serde(rename(serialize = "both", deserialize = "both"), alias = "old")]
    renamed: String,
    #[serde(rename(serialize = "half"))]
    half: String,
    r#type: String,
    #[serde(skip)]
    cache: PhantomData<()>,
    #[serde(skip_serializing)]
    only_read: String,
    #[serde(skip_deserializing)]
    only_written: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_empty")]
    #[patch(strategy = "merge", merge_key = "hostIp")]
    others: Vec<Other>,
    #[serde(with = "text")]
    #[patch(leaf)]
    opaque: Opaque,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase", deserialize = "camelCase"), default)]
#[derive(Default)]
struct Other {
    host_ip: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Volume {
    name: String,
    #[serde(flatten)]
    source: Option<Source>,
    #[serde(flatten)]
    extra: BTreeMap<String, serde_json::Value>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Source {
    path: String,
    #[serde(flatten)]
    deeper: Deeper,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Deeper {
    deep: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Holder {
    // The key is a field of a type that is flattened into a flattened type.
    #[patch(strategy = "merge", merge_key = "deep")]
    volumes: Vec<Volume>,
    // The type accepts members of any name, so the key may be one.
    #[patch(strategy = "merge", merge_key = "unknown")]
    open: Vec<Volume>,
    #[serde(flatten)]
    #[patch(leaf)]
    rest: Opaque,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(transparent)]
struct Volumes {
    volumes: Vec<Volume>,
    #[serde(skip)]
    marker: PhantomData<String>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(transparent)]
struct Uid<T>(String, PhantomData<T>);

/// Fields that only one direction skips do not change the JSON form of the type.
#[derive(PatchSchema)]
#[serde(transparent)]
struct Written {
    volumes: Vec<Volume>,
    #[serde(skip_serializing)]
    read: u8,
    #[serde(skip_deserializing)]
    written: u8,
    #[serde(default)]
    made: u8,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Names(Vec<String>);

#[derive(PatchSchema, Serialize, Deserialize)]
struct Seen {
    #[patch(strategy = "merge", merge_key = "name")]
    volumes: Volumes,
    #[patch(strategy = "merge")]
    names: Option<Names>,
    #[patch(strategy = "merge", merge_key = "name")]
    converted: Vec<Converted>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone)]
#[serde(try_from = "Wire", into = "Wire")]
struct Converted {
    name: (),
}

#[derive(PatchSchema)]
#[serde(from = "Vec<Wire>", into = "Vec< Wire >")]
struct Spaced {
    name: (),
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Wire {
    name: String,
}

impl TryFrom<Wire> for Converted {
    type Error = String;

    fn try_from(_: Wire) -> Result<Self, String> {
        Ok(Self { name: () })
    }
}

impl From<Converted> for Wire {
    fn from(_: Converted) -> Self {
        Self { name: String::new() }
    }
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
enum Phase {
    Running,
    #[serde(rename = "off", alias = "OFF")]
    Stopped,
    #[serde(skip)]
    Internal(PhantomData<()>),
    #[serde(other)]
    Unknown,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(untagged)]
#[patch(leaf)]
enum IntOrString {
    Int(i64),
    Text(String),
}

#[derive(PatchSchema)]
#[patch(leaf)]
struct Pair(u8, u8);

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(try_from = "String")]
#[patch(leaf)]
struct Quantity {
    #[serde(default)]
    amount: u64,
}

impl TryFrom<String> for Quantity {
    type Error = core::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Ok(Self { amount: text.parse()? })
    }
}

#[derive(Serialize, Deserialize)]
struct Opaque {}

mod text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(_: &super::Opaque, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str("")
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<super::Opaque, D::Error> {
        String::deserialize(from).map(|_| super::Opaque {})
    }
}

fn null_is_empty<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Other>, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

fn main() {
    // The rename of `half` for one direction is its Rust name.
    let names: Vec<_> = Pod::schema().root().fields().map(|field| field.name()).collect();
    assert_eq!(
        names,
        [
            "kind", "hostIp", "NODE", "both", "half", "type", "onlyRead", "onlyWritten", "others",
            "opaque"
        ]
    );
    assert_eq!(Pod::schema().root().name(), Some("io.k8s.Pod"));
    for shape in [Phase::SHAPE, IntOrString::SHAPE, Pair::SHAPE, Quantity::SHAPE, Uid::<()>::SHAPE] {
        assert_eq!(shape.kind(), Kind::Scalar);
    }
    assert!(Holder::schema().root().other_members().is_some());
    assert!(Seen::schema().root().field("volumes").is_some());
}
