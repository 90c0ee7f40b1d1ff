//! [`PatchSchema`] for the types of the standard library, `serde_json` and
//! `indexmap`.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};
use core::time::Duration;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

use crate::const_checks;
use crate::describe::PatchSchema;
use crate::shape::{FieldShape, ObjectShape, ScalarShape, TypeShape};

macro_rules! scalars {
    ($($scalar:ident: $($ty:ty),*;)*) => {$($(
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::scalar(ScalarShape::$scalar);
        }
    )*)*};
}

scalars! {
    Boolean: bool;
    // A `serde_json::Number` may have a fraction.
    Float: f32, f64, serde_json::Number;
    Integer:
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize,
        NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, NonZeroI8,
        NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize;
    String:
        char, String, Box<str>, Arc<str>, Rc<str>, Cow<'static, str>, &'static str,
        std::path::PathBuf,
        IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6;
}

/// Free-form JSON.
impl PatchSchema for serde_json::Value {
    const SHAPE: TypeShape = TypeShape::ANY;
}

/// Always null in JSON.
impl PatchSchema for () {
    const SHAPE: TypeShape = TypeShape::ANY.or_null();
}

/// Wrappers with the JSON form of their content.
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
    Saturating, T::SHAPE;
    Wrapping, T::SHAPE;
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
    impl<T> for LinkedList<T>;
    impl<T> for Box<[T]>;
    impl<T> for Rc<[T]>;
    impl<T> for Arc<[T]>;
    impl<T> for BTreeSet<T>;
    impl<T, S> for HashSet<T, S>;
    impl<T, S> for indexmap::IndexSet<T, S>;
}

impl<T: PatchSchema + Clone> PatchSchema for Cow<'static, [T]> {
    const SHAPE: TypeShape = <Vec<T>>::SHAPE;
    const ELEMENT: &'static ObjectShape = T::OBJECT;
}

impl<T: PatchSchema, const N: usize> PatchSchema for [T; N] {
    const SHAPE: TypeShape = <Vec<T>>::SHAPE;
    const ELEMENT: &'static ObjectShape = T::OBJECT;
}

/// Tuples: in JSON, lists with elements of several types.
macro_rules! tuples {
    ($($($item:ident)*;)*) => {$(
        impl<$($item: 'static),*> PatchSchema for ($($item,)*) {
            const SHAPE: TypeShape = TypeShape::list(&TypeShape::ANY);
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
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

/// Objects of two numbers, as serde writes them.
macro_rules! times {
    ($($ty:ident $name:literal: $seconds:literal $nanoseconds:literal;)*) => {$(
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = const_checks::inline(Self::OBJECT);
            const OBJECT: &'static ObjectShape = &ObjectShape::new(
                $name,
                &[FieldShape::new($seconds, u64::SHAPE), FieldShape::new($nanoseconds, u32::SHAPE)],
            );
        }
    )*};
}

times! {
    Duration "Duration": "secs" "nanos";
    SystemTime "SystemTime": "secs_since_epoch" "nanos_since_epoch";
}
