//! The schemas of types of the standard library, `serde_json` and `indexmap` match the JSON
//! that serde writes.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use core::num::{NonZeroI128, NonZeroU128, NonZeroUsize, Saturating, Wrapping};
use std::borrow::Cow;
use std::collections::{BTreeMap, LinkedList, VecDeque};
use std::net::{SocketAddrV4, SocketAddrV6};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use serde_json::{Number, Value};
use smp_core::schema::{ScalarType, TypeKind, TypeShape};
use smp_core::{PatchSchema, TypeRef};

/// Whether a JSON value fits this type.
fn fits(value: &Value, ty: TypeRef<'_>) -> bool {
    match (value, ty.kind()) {
        (Value::String(_) | Value::Number(_) | Value::Bool(_), TypeKind::Scalar)
        | (_, TypeKind::Any) => true,
        (Value::Array(items), TypeKind::List(element)) => {
            items.iter().all(|item| fits(item, element))
        }
        (Value::Object(members), TypeKind::Map(value)) => {
            members.values().all(|member| fits(member, value))
        }
        (Value::Object(members), TypeKind::Object) => {
            members.len() == ty.fields().count()
                && members.iter().all(|(name, member)| {
                    ty.field(name).is_some_and(|field| fits(member, field.ty()))
                })
        }
        _ => false,
    }
}

/// Asserts that the schema matches the JSON that serde writes, that the constants match the
/// schema, and that the value can be converted by itself: otherwise a merge would convert the
/// object that contains it.
#[track_caller]
fn assert_described<T: PatchSchema + Serialize>(value: &T) {
    let written = serde_json::to_value(value).unwrap();
    assert!(fits(&written, T::schema().root()), "{written}");
    assert_eq!(value.__to_value().unwrap(), written);
    let scalar = match &written {
        Value::String(_) => Some(ScalarType::String),
        Value::Bool(_) => Some(ScalarType::Boolean),
        Value::Number(number) if number.is_f64() => Some(ScalarType::Number),
        Value::Number(_) => Some(ScalarType::Integer),
        _ => None,
    };
    assert_eq!(T::SHAPE.as_scalar(), scalar, "{written}");
}

#[test]
fn scalars() {
    assert_described(&true);
    assert_described(&'c');
    assert_described(&0.5_f32);
    assert_described(&i128::MIN.to_string());
    assert_described(&Wrapping(3_u8));
    assert_described(&Saturating(-3_i64));
    assert_described(&NonZeroUsize::MAX);
    assert_described(&NonZeroU128::MIN);
    assert_described(&NonZeroI128::MIN.to_string());
    assert_described(&"127.0.0.1:80".parse::<SocketAddrV4>().unwrap());
    assert_described(&"[::1]:80".parse::<SocketAddrV6>().unwrap());
    assert_described(&Number::from_f64(0.5).unwrap());
}

#[test]
fn lists() {
    assert_described(&[1_u8, 2]);
    assert_described(&[[true; 2]; 2]);
    assert_described(&LinkedList::from(["a"]));
    assert_described(&VecDeque::from([0.5]));
    assert_described(&Cow::<'static, [u8]>::Borrowed(&[1]));
    assert_described(&indexmap::IndexSet::<&str>::from(["a"]));
    assert_described(&(1_u8,));
    assert_described(&(1_u8, "a", [true], (), BTreeMap::from([("b".to_owned(), 1)])));
    for shape in [<Arc<[u8]>>::SHAPE, <Box<[u8]>>::SHAPE] {
        assert_eq!(shape.element().and_then(TypeShape::as_scalar), Some(ScalarType::Integer));
    }
}

#[test]
fn objects() {
    assert_described(&Duration::new(1, 2));
    assert_described(&SystemTime::now());
    assert_described(&vec![Some(Duration::ZERO)]);
    assert_described(&BTreeMap::from([("a".to_owned(), Wrapping(1_u8))]));
}

#[test]
fn null() {
    assert_described(&());
    assert!(<()>::SHAPE.is_optional());
}

/// Lists whose elements are of standard types: the merge keys are members that serde
/// writes.
#[test]
fn keys_are_found_in_elements() {
    #[derive(PatchSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Times {
        #[patch(strategy = "merge", merge_key = "secs")]
        durations: Vec<Duration>,
        #[patch(strategy = "merge", merge_key = "secs_since_epoch")]
        times: Vec<SystemTime>,
    }
    let durations = Times::schema().root().field("durations").unwrap();
    assert_eq!(durations.merge_key(), Some("secs"));
}
