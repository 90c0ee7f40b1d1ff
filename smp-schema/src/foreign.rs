//! [`PatchSchema`] for the types of the standard library, `serde_json` and
//! `indexmap`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use crate::builder::SchemaBuilder;
use crate::describe::PatchSchema;
use crate::fields::{FieldNames, Kind};
use crate::model::TypeId;

macro_rules! scalars {
    ($($ty:ty),* $(,)?) => {$(
        impl PatchSchema for $ty {
            const KIND: Kind = Kind::Scalar;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                types.scalar()
            }
        }
    )*};
}

scalars!(
    bool,
    char,
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Cow<'static, str>,
    &'static str,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    f32,
    f64,
    core::num::NonZeroU8,
    core::num::NonZeroU16,
    core::num::NonZeroU32,
    core::num::NonZeroU64,
    core::num::NonZeroI8,
    core::num::NonZeroI16,
    core::num::NonZeroI32,
    core::num::NonZeroI64,
    std::path::PathBuf,
    core::net::IpAddr,
    core::net::Ipv4Addr,
    core::net::Ipv6Addr,
    core::net::SocketAddr,
);

/// Free-form JSON.
impl PatchSchema for serde_json::Value {
    const KIND: Kind = Kind::Any;
    fn describe(types: &mut SchemaBuilder) -> TypeId {
        types.any()
    }
}

/// Types that are in JSON what they hold.
macro_rules! transparent {
    ($($wrapper:ident, $optional:expr;)*) => {$(
        impl<T: PatchSchema> PatchSchema for $wrapper<T> {
            const KIND: Kind = T::KIND;
            const OPTIONAL: bool = $optional;
            const FIELDS: FieldNames = T::FIELDS;
            const ELEMENT: Option<Kind> = T::ELEMENT;
            const ELEMENT_FIELDS: FieldNames = T::ELEMENT_FIELDS;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                types.add::<T>()
            }
        }
    )*};
}

transparent! {
    Option, true;
    Box, T::OPTIONAL;
    Rc, T::OPTIONAL;
    Arc, T::OPTIONAL;
}

macro_rules! lists {
    ($(impl<$item:ident $(, $rest:ident)*> for $list:ty;)*) => {$(
        impl<$item: PatchSchema $(, $rest: 'static)*> PatchSchema for $list {
            const KIND: Kind = Kind::List;
            const ELEMENT: Option<Kind> = Some($item::KIND);
            const ELEMENT_FIELDS: FieldNames = $item::FIELDS;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                let element = types.add::<$item>();
                types.list(element)
            }
        }
    )*};
}

lists! {
    impl<T> for Vec<T>;
    impl<T> for VecDeque<T>;
    impl<T> for Box<[T]>;
    impl<T> for BTreeSet<T>;
    impl<T, S> for HashSet<T, S>;
}

macro_rules! maps {
    ($(impl<$key:ident, $value:ident $(, $rest:ident)*> for $map:ty;)*) => {$(
        impl<$key: 'static, $value: PatchSchema $(, $rest: 'static)*> PatchSchema for $map {
            const KIND: Kind = Kind::Map;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                let value = types.add::<$value>();
                types.map(value)
            }
        }
    )*};
}

maps! {
    impl<K, V> for BTreeMap<K, V>;
    impl<K, V, S> for HashMap<K, V, S>;
    impl<K, V, S> for indexmap::IndexMap<K, V, S>;
}

impl PatchSchema for serde_json::Map<String, serde_json::Value> {
    const KIND: Kind = Kind::Map;
    fn describe(types: &mut SchemaBuilder) -> TypeId {
        let value = types.any();
        types.map(value)
    }
}
