//! Every valid form of a union.
#![deny(warnings)]
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
#[serde(rename_all = "camelCase")]
struct Strategy {
    #[patch(discriminator)]
    r#type: StrategyType,
    rolling_update: Option<RollingUpdate>,
    #[patch(value = "OnDelete", strategy = "replace")]
    delete: Option<Box<RollingUpdate>>,
    #[patch(leaf)]
    opaque: Option<std::time::Duration>,
    alias: Alias<u8>,
    boxed: Box<Option<String>>,
}

type Alias<T> = Option<T>;

#[derive(PatchSchema)]
enum StrategyType {
    RollingUpdate,
    OnDelete,
    Opaque,
    Alias,
    Boxed,
    // Names no member of the union.
    Recreate,
}

#[derive(PatchSchema)]
struct RollingUpdate {
    max_surge: Option<String>,
}

#[derive(PatchSchema)]
#[patch(exactly_one)]
struct EnvVar<T> {
    name: String,
    #[patch(discriminator)]
    kind: Option<String>,
    #[patch(union_member)]
    value: Option<T>,
    #[patch(union_member, value = "Source", leaf)]
    value_from: Option<String>,
    #[serde(flatten)]
    strategy: Strategy,
}

#[derive(PatchSchema)]
#[patch(union)]
#[serde(tag = "apiVersion")]
struct Single {
    http: Option<String>,
    #[serde(skip)]
    skipped: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum External<T> {
    EmptyDir {},
    HostPath { the_path: String, other: Option<Box<External<T>>> },
    #[patch(strategy = "merge", merge_key = "name")]
    Items(Vec<Item>),
    #[serde(rename = "free")]
    #[patch(leaf)]
    Leaf(std::time::Duration),
    Generic(T),
    #[serde(skip)]
    Skipped(std::time::Duration, u8),
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Item {
    name: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Recreate,
    Empty {},
    #[serde(rename_all = "camelCase")]
    RollingUpdate { rolling_update: Option<Item> },
    Other { other: String },
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Adjacent {
    None,
    Value(Item),
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum OnlyTag {
    None,
    Some,
}

#[derive(PatchSchema)]
struct Volume {
    name: String,
    #[serde(flatten)]
    source: Option<External<Item>>,
}

// Alternatives of several members, members that may be empty, and inactive members.
#[derive(PatchSchema)]
#[patch(union, exactly_one)]
#[serde(rename_all = "camelCase")]
struct Peer {
    ip_block: Option<String>,
    #[patch(value = "Selectors")]
    pod_selector: Option<String>,
    #[patch(value = "Selectors")]
    namespace_selector: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union, unenforced)]
struct Target {
    value: Option<i64>,
    percent: Option<i64>,
}

#[derive(PatchSchema)]
#[patch(allow_inactive_member)]
struct Lenient {
    #[patch(discriminator)]
    kind: Option<String>,
    #[patch(union_member, empty_is_unset)]
    value: Option<String>,
}

macro_rules! passed_on {
    ($name:ident, $member:ty) => {
        #[derive(PatchSchema)]
        #[patch(union)]
        struct $name {
            one: $member,
            other: $member,
        }
    };
}

passed_on!(PassedOn, Option<String>);

fn main() {
    let peer = &Peer::schema().root().unions()[0];
    assert_eq!(peer.named_by("Selectors").count(), 2);
    let lenient = &Lenient::schema().root().unions()[0];
    assert!(lenient.allows_inactive_member() && lenient.empty_is_unset("value"));
    assert!(!peer.allows_inactive_member() && !peer.empty_is_unset("ipBlock"));
    let strict = lenient.documented();
    assert!(!strict.allows_inactive_member() && !strict.empty_is_unset("value"));
    let target = &Target::schema().root().unions()[0];
    assert!(target.is_unenforced() && !target.documented().is_unenforced() && !peer.is_unenforced());
    let unions = |schema: &'static smp_core::Schema| schema.root().unions();
    assert_eq!(unions(Strategy::schema())[0].members().count(), 5);
    assert_eq!(unions(Strategy::schema())[0].value_of("delete"), Some("OnDelete"));
    assert_eq!(unions(EnvVar::<String>::schema()).len(), 2);
    assert_eq!(unions(Single::schema())[0].members().collect::<Vec<_>>(), [("http", "Http")]);
    assert!(unions(External::<Item>::schema())[0].exactly_one());
    assert_eq!(unions(External::<Item>::schema())[0].members().count(), 5);
    assert!(!unions(Volume::schema())[0].exactly_one());
    let internal = &unions(Internal::schema())[0];
    assert_eq!(internal.discriminator(), Some("type"));
    assert_eq!(internal.value_of("rollingUpdate"), Some("RollingUpdate"));
    assert_eq!(unions(Adjacent::schema())[0].value_of("value"), Some("Value"));
    assert!(unions(OnlyTag::schema()).is_empty());
}
