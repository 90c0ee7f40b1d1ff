//! Type parameters, bounds, constants, recursion.
#![deny(warnings)]
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::marker::PhantomData;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct List<T = String>
where
    T: Clone,
{
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<T>,
    next: Option<Box<Self>>,
}

#[derive(PatchSchema, Clone)]
struct Named {
    name: String,
}

/// Neither parameter is part of the schema, so that neither needs a schema.
#[derive(PatchSchema)]
struct Marked<T, U> {
    name: String,
    #[serde(skip)]
    marker: PhantomData<T>,
    #[patch(leaf)]
    opaque: U,
}

struct NotDescribed;

#[derive(PatchSchema)]
struct Array<T, const N: usize> {
    #[patch(leaf)]
    items: [T; N],
    first: T,
}

trait Kind {
    type Spec;
}

impl Kind for Named {
    type Spec = Named;
}

/// Bounds that the derive can't find are given by the attribute.
#[derive(PatchSchema)]
#[patch(bound = "K: Kind + 'static, K::Spec: PatchSchema")]
struct Object<K: Kind> {
    spec: K::Spec,
}

#[derive(PatchSchema)]
struct Keyed<K: Ord, V> {
    map: BTreeMap<K, V>,
}

#[derive(PatchSchema)]
struct Newtype<T>(Vec<T>);

#[derive(PatchSchema)]
struct Flat<T> {
    name: String,
    #[serde(flatten)]
    rest: T,
}

#[derive(PatchSchema)]
struct Rest {
    path: String,
}

#[derive(PatchSchema)]
struct Props {
    #[patch(strategy = "merge", merge_key = "id")]
    all_of: Vec<Props>,
    #[patch(strategy = "merge", merge_key = "id")]
    any_of: Option<Vec<Box<Self>>>,
    properties: BTreeMap<String, Self>,
    id: String,
}

#[derive(PatchSchema)]
struct Ping {
    pong: Option<Box<Pong>>,
    name: String,
}

#[derive(PatchSchema)]
struct Pong {
    #[patch(strategy = "merge", merge_key = "name")]
    pings: Vec<Ping>,
}

fn main() {
    assert!(List::<Named>::schema().root().field("items").is_some());
    let marked = Marked::<NotDescribed, NotDescribed>::schema();
    assert!(marked.root().field("opaque").is_some());
    assert!(Array::<String, 3>::schema().root().field("first").is_some());
    assert!(Object::<Named>::schema().root().field("spec").is_some());
    assert!(Keyed::<String, Named>::schema().root().field("map").is_some());
    assert!(Newtype::<Named>::schema().root().field("items").is_none());
    assert!(Flat::<Rest>::schema().root().field("path").is_some());
    assert!(Flat::<BTreeMap<String, String>>::schema().root().other_members().is_some());
    assert!(Props::schema().root().field("all_of").is_some());
    assert!(Ping::schema().root().field("pong").is_some());
}
