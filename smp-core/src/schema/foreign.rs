//! [`PatchSchema`] for the types of the standard library, `serde_json` and
//! `indexmap`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::object_shape::ObjectShape;
use super::shape::{ScalarShape, TypeShape};
use super::PatchSchema;

macro_rules! scalars {
    ($($scalar:ident: $($ty:ty),*;)*) => {$($(
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::scalar(ScalarShape::$scalar);
        }
    )*)*};
}

scalars! {
    Boolean: bool;
    Float: f32, f64;
    Integer:
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize,
        core::num::NonZeroU8, core::num::NonZeroU16, core::num::NonZeroU32,
        core::num::NonZeroU64, core::num::NonZeroI8, core::num::NonZeroI16,
        core::num::NonZeroI32, core::num::NonZeroI64;
    String:
        char, String, Box<str>, Arc<str>, Rc<str>, Cow<'static, str>, &'static str,
        std::path::PathBuf,
        core::net::IpAddr, core::net::Ipv4Addr, core::net::Ipv6Addr, core::net::SocketAddr;
}

/// Free-form JSON.
impl PatchSchema for serde_json::Value {
    const SHAPE: TypeShape = TypeShape::ANY;
}

/// Types that are in JSON what they hold.
macro_rules! transparent {
    ($($wrapper:ident, $shape:expr;)*) => {$(
        impl<T: PatchSchema> PatchSchema for $wrapper<T> {
            const SHAPE: TypeShape = $shape;
            const OBJECT: &'static ObjectShape = T::OBJECT;
            const ELEMENT: &'static ObjectShape = T::ELEMENT;
        }
    )*};
}

transparent! {
    Option, T::SHAPE.or_null();
    Box, T::SHAPE;
    Rc, T::SHAPE;
    Arc, T::SHAPE;
}

macro_rules! lists {
    ($(impl<$item:ident $(, $rest:ident)*> for $list:ty;)*) => {$(
        impl<$item: PatchSchema $(, $rest: 'static)*> PatchSchema for $list {
            const SHAPE: TypeShape = TypeShape::list(&$item::SHAPE);
            const ELEMENT: &'static ObjectShape = $item::OBJECT;
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
            const SHAPE: TypeShape = TypeShape::map(&$value::SHAPE);
        }
    )*};
}

maps! {
    impl<K, V> for BTreeMap<K, V>;
    impl<K, V, S> for HashMap<K, V, S>;
    impl<K, V, S> for indexmap::IndexMap<K, V, S>;
}

impl PatchSchema for serde_json::Map<String, serde_json::Value> {
    const SHAPE: TypeShape = TypeShape::map(&TypeShape::ANY);
}
