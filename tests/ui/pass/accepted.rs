//! Code that looks like a mistake, but is accepted.
#![deny(warnings)]
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use smp_core::schema::{KeyDefault, ScalarType, TypeKind};
use smp_core::PatchSchema;

/// Types of the user with names of the standard library.
mod own {
    use smp_core::PatchSchema;

    #[derive(PatchSchema)]
    pub struct String {
        name: ::std::string::String,
    }

    #[derive(PatchSchema)]
    pub struct Option<T> {
        items: Vec<T>,
        name: ::std::string::String,
    }

    #[derive(PatchSchema)]
    pub struct HashMap<K: 'static>(::std::vec::Vec<K>);

    #[derive(PatchSchema)]
    pub struct Object {
        #[patch(strategy = "retainKeys")]
        string: String,
        #[patch(strategy = "merge", merge_key = "name")]
        strings: Vec<String>,
        #[patch(strategy = "merge", merge_key = "name")]
        options: Vec<Option<u8>>,
        #[patch(strategy = "merge", merge_key = "name")]
        map: HashMap<String>,
    }

    #[derive(PatchSchema)]
    #[patch(union)]
    pub struct Union {
        #[patch(discriminator)]
        kind: bool_::String,
        member: ::std::option::Option<String>,
    }

    mod bool_ {
        #[derive(smp_core::PatchSchema)]
        pub enum String {
            Member,
        }
    }
}

/// The rule for one direction changes no name.
#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Renamed {
    name: String,
    #[serde(rename = "hostIp")]
    host_ip: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(deserialize = "lowercase"))]
enum Lower {
    #[serde(rename = "one")]
    One,
    #[serde(rename(serialize = "two"))]
    Two,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum OneContent {
    Nothing,
    Minimum(Limit),
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Limit {
    limit: u8,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum PairOrNothing {
    #[patch(leaf)]
    Pair(u8, u8),
    Nothing,
}

// The remedies for an enum whose variants have several contents.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Contents {
    Number(u8),
    Text(String),
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct HoldsContents {
    #[patch(leaf)]
    one: Contents,
    #[patch(leaf)]
    several: Vec<Contents>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Externally {
    Number(u8),
    Text(String),
    Nothing {},
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Tuples {
    #[patch(leaf)]
    Pair(u8, u8),
    Object {},
}

trait Resource {
    type Spec;
    type Status;
}

/// The associated types need a schema, their parameter does not.
#[derive(PatchSchema)]
struct Associated<R: Resource> {
    spec: R::Spec,
    #[patch(strategy = "merge", merge_key = "limit")]
    all: Vec<Option<<R as Resource>::Status>>,
}

struct Widget;

impl Resource for Widget {
    type Spec = String;
    type Status = Limit;
}

#[derive(PatchSchema)]
struct Service {
    #[patch(list_map_keys("port" = 80, "offset" = -1, "tls" = false, "protocol" = "TCP"))]
    #[patch(list_type = "map")]
    ports: Vec<Port>,
    #[patch(list_map_keys("any" = 80))]
    others: Vec<Port>,
}

#[derive(PatchSchema)]
struct Port {
    port: u16,
    offset: Option<i8>,
    tls: bool,
    protocol: Protocol,
    any: IntOrString,
}

#[derive(PatchSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Protocol {
    Tcp,
    Udp,
}

#[derive(PatchSchema)]
#[patch(leaf)]
struct IntOrString;

/// Only some values of the discriminator name a member.
#[derive(PatchSchema)]
#[patch(union)]
struct Backend {
    #[patch(discriminator)]
    kind: Option<Kind>,
    #[patch(value = "service")]
    service: Option<String>,
    #[patch(value = "resource-ref")]
    resource: Option<String>,
}

#[derive(PatchSchema)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Service,
    ResourceRef,
    Nothing,
}

/// A type that is also read from unknown strings.
#[derive(PatchSchema, Serialize, Deserialize)]
enum Open {
    Known,
    #[serde(other)]
    Unknown,
}

macro_rules! with_fragments {
    ($name:ident, $path:path, $expr:expr, $key:literal, $default:literal) => {
        #[derive(PatchSchema)]
        #[patch(crate = $path)]
        struct $name {
            #[patch(list_map_keys($key = $default))]
            ports: Vec<Port>,
        }

        const _: () = {
            #[derive(PatchSchema)]
            #[patch(crate = $expr)]
            struct Other {
                #[patch(strategy = "merge", merge_key = $key)]
                ports: Vec<Port>,
            }
        };
    };
}

with_fragments!(Fragments, ::smp_core, ::smp_core, "port", 80);

fn main() {
    assert!(own::Object::schema().root().field("strings").is_some());
    assert_eq!(own::Union::schema().root().unions().len(), 1);
    assert!(Renamed::schema().root().field("hostIp").is_some());
    assert_eq!(Lower::SHAPE.strings(), Some(&["one", "two"][..]));
    let value = OneContent::schema().root().field("value").expect("a field").ty();
    assert!(value.field("limit").is_some());
    let value = PairOrNothing::schema().root().field("value").expect("a field").ty();
    assert!(matches!(value.kind(), TypeKind::Any));
    for pair in [OneContent::schema(), PairOrNothing::schema()] {
        assert_eq!(pair.root().unions()[0].discriminator(), Some("type"));
    }
    assert_eq!(Externally::schema().root().unions()[0].members().count(), 3);
    assert!(HoldsContents::schema().root().field("several").is_some());
    assert!(Tuples::schema().root().field("Pair").is_some());
    assert!(Associated::<Widget>::schema().root().field("all").is_some());
    let ports = Service::schema().root().field("ports").expect("a field");
    let defaults: Vec<_> = ports.list_map_keys().iter().map(|key| key.default().cloned()).collect();
    let expected = [80.into(), (-1).into(), false.into(), "TCP".into()];
    assert_eq!(defaults, expected.map(Some::<KeyDefault>));
    assert_eq!(Backend::schema().root().unions()[0].value_of("resource"), Some("resource-ref"));
    assert_eq!(Open::SHAPE.as_scalar(), Some(ScalarType::Any));
    assert!(Fragments::schema().root().field("ports").is_some());
}
