//! Fields that serde leaves out: a merge accesses them, and takes their defaults from where serde does.
#![deny(warnings)]
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
struct Fields {
    #[serde(default)]
    number: u8,
    #[serde(default)]
    option: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    none: Option<u8>,
    #[serde(default, skip_serializing_if = "is_zero")]
    zero: Option<u8>,
}

/// The only leaf is one that serde doesn't read.
#[derive(PatchSchema, Serialize, Deserialize)]
struct Written {
    name: String,
    #[patch(leaf)]
    #[serde(skip_deserializing)]
    status: Status,
}

#[derive(Serialize, Default)]
struct Status {
    ready: bool,
}

/// A newtype that a function writes.
#[derive(PatchSchema, Serialize, Deserialize)]
struct Doubled(#[serde(serialize_with = "twice")] u8);

fn twice<S: serde::Serializer>(number: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(number.saturating_mul(2))
}

fn is_zero(number: &Option<u8>) -> bool {
    *number == Some(0)
}

fn main() {}
