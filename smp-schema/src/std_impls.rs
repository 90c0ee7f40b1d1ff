//! [`PatchSchema`] for the types of the standard library, `serde_json` and
//! `indexmap`.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};
use core::time::Duration;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::const_checks;
use crate::describe::PatchSchema;
use crate::json_kind::JsonKind;
use crate::reflect::{ConvertError, ValueParts, ValuePartsMut};
use crate::same::same;
use crate::shape::{FieldShape, ObjectShape, TypeShape};
use crate::type_def::ScalarType;

// Functions are `#[inline]`, so that a program compiles only those that it uses.

macro_rules! scalars {
    ($($shape:expr => $same:ident: $($ty:ty),*;)*) => {$($(
        // An error about a different type should not list all these implementations.
        #[diagnostic::do_not_recommend]
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = $shape;

            #[inline]
            fn __inside(&self) -> ValueParts<'_> {
                scalar(self)
            }

            scalars!(@$same);
        }
    )*)*};
    (@exact) => {
        // Equal values have the same JSON.
        #[inline]
        fn __same(&self, other: &Self) -> bool {
            self == other
        }

        scalars!(@inexact);
    };
    (@inexact) => {
        #[inline]
        fn __to_value(&self) -> Result<Value, ConvertError> {
            Ok(serde_json::to_value(self)?)
        }

        #[inline]
        fn __from_value(value: Value) -> Result<Self, ConvertError> {
            Ok(Self::deserialize(&value)?)
        }
    };
    // Serde writes null for infinity and NaN, and can't read it back.
    (@float) => {
        #[inline]
        fn __same(&self, other: &Self) -> bool {
            self.to_bits() == other.to_bits() || same(self, other)
        }

        #[inline]
        fn __to_value(&self) -> Result<Value, ConvertError> {
            if self.is_finite() {
                Ok(serde_json::to_value(self)?)
            } else {
                Err(serde::de::Error::custom(format_args!("JSON has no number `{self}`")))
            }
        }

        #[inline]
        fn __from_value(value: Value) -> Result<Self, ConvertError> {
            let read = Self::deserialize(&value)?;
            if value.is_number() && !read.is_finite() {
                return Err(ConvertError::unexpected(&value, core::any::type_name::<Self>()));
            }
            Ok(read)
        }
    };
}

/// One level of a scalar that borrows nothing; strings are converted as a whole.
fn scalar(value: &impl Serialize) -> ValueParts<'static> {
    match serde_json::to_value(value) {
        Ok(Value::Bool(value)) => ValueParts::Bool(value),
        Ok(Value::Number(value)) => ValueParts::Number(value),
        _ => ValueParts::Whole,
    }
}

scalars! {
    TypeShape::scalar(ScalarType::Boolean) => exact: bool;
    TypeShape::scalar(ScalarType::Number) => float: f32, f64;
    // A `Number` may have a fraction.
    TypeShape::scalar(ScalarType::Number) => inexact: Number;
    TypeShape::integer(&(0, 0xff)) => exact: u8;
    TypeShape::integer(&(0, 0xffff)) => exact: u16;
    TypeShape::integer(&(0, 0xffff_ffff)) => exact: u32;
    TypeShape::integer(&(0, i64::MAX)) => exact: u64, u128, usize;
    TypeShape::integer(&(-0x80, 0x7f)) => exact: i8;
    TypeShape::integer(&(-0x8000, 0x7fff)) => exact: i16;
    TypeShape::integer(&(-0x8000_0000, 0x7fff_ffff)) => exact: i32;
    TypeShape::integer(&(1, 0xff)) => exact: NonZeroU8;
    TypeShape::integer(&(1, 0xffff)) => exact: NonZeroU16;
    TypeShape::integer(&(1, 0xffff_ffff)) => exact: NonZeroU32;
    TypeShape::integer(&(1, i64::MAX)) => exact: NonZeroU64, NonZeroU128, NonZeroUsize;
    TypeShape::scalar(ScalarType::Integer) => exact:
        i64, i128, isize,
        NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize;
    TypeShape::scalar(ScalarType::String) => inexact:
        char, std::path::PathBuf,
        IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6;
}

macro_rules! strings {
    ($($ty:ty: $read:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::STRING;

            #[inline]
            fn __inside(&self) -> ValueParts<'_> {
                ValueParts::String(self)
            }

            #[inline]
            fn __same(&self, other: &Self) -> bool {
                self == other
            }

            #[inline]
            fn __to_value(&self) -> Result<Value, ConvertError> {
                Ok(Value::String(String::from(&**self)))
            }

            #[inline]
            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                let read: fn(String) -> Result<Self, ConvertError> = $read;
                match value {
                    Value::String(text) => read(text),
                    other => Err(ConvertError::unexpected(&other, JsonKind::String.name())),
                }
            }
        }
    )*};
}

strings! {
    String: Ok;
    Box<str>: |text| Ok(text.into());
    Arc<str>: |text| Ok(text.into());
    Cow<'static, str>: |text| Ok(text.into());
    // Text that is read does not live that long, so it can't be borrowed.
    &'static str: |_| Err(ConvertError::Unknown);
}

/// Free-form JSON.
#[diagnostic::do_not_recommend]
impl PatchSchema for Value {
    const SHAPE: TypeShape = TypeShape::ANY;

    fn __inside(&self) -> ValueParts<'_> {
        match self {
            Self::Bool(value) => ValueParts::Bool(*value),
            Self::Number(number) => ValueParts::Number(number.clone()),
            Self::String(text) => ValueParts::String(text),
            // A JSON null is present, unlike a `None`.
            Self::Null | Self::Array(_) | Self::Object(_) => ValueParts::Json(self),
        }
    }

    fn __same(&self, other: &Self) -> bool {
        self == other
    }

    fn __to_value(&self) -> Result<Value, ConvertError> {
        Ok(self.clone())
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        Ok(value)
    }
}

/// Always null in JSON.
#[diagnostic::do_not_recommend]
impl PatchSchema for () {
    const SHAPE: TypeShape = TypeShape::ANY.or_null();

    fn __inside(&self) -> ValueParts<'_> {
        ValueParts::Null
    }

    crate::by_serde!();
}

/// Has the JSON of its content, or null.
impl<T: PatchSchema> PatchSchema for Option<T> {
    const SHAPE: TypeShape = T::SHAPE.or_null();
    const OBJECT: &'static ObjectShape = T::OBJECT;
    const ELEMENT: &'static ObjectShape = T::ELEMENT;

    const OPTIONAL: bool = true;

    fn __inside(&self) -> ValueParts<'_> {
        match self {
            Some(value) => value.__inside(),
            None => ValueParts::Null,
        }
    }

    fn __inside_mut(&mut self) -> ValuePartsMut<'_> {
        match self {
            Some(value) => value.__inside_mut(),
            None => ValuePartsMut::Whole,
        }
    }

    fn __same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(own), Some(other)) => own.__same(other),
            (None, None) => true,
            _ => false,
        }
    }

    fn __to_value(&self) -> Result<Value, ConvertError> {
        match self {
            Some(value) => value.__to_value(),
            None => Ok(Value::Null),
        }
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        if value.is_null() {
            return Ok(None);
        }
        match T::__from_value(value) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error),
        }
    }

    fn __keep(&mut self, before: &mut Self, json: &Value) {
        if let (Some(read), Some(before)) = (self, before) {
            read.__keep(before, json);
        }
    }
}

/// Wrappers with the JSON of their content, which the two functions access.
macro_rules! transparent {
    ($($wrapper:ident: $content:tt, $inside:expr, $inside_mut:expr $(, $keep:ident)?;)*) => {$(
        impl<T: PatchSchema> PatchSchema for $wrapper<T> {
            const SHAPE: TypeShape = T::SHAPE;
            const OBJECT: &'static ObjectShape = T::OBJECT;
            const ELEMENT: &'static ObjectShape = T::ELEMENT;
            const OPTIONAL: bool = T::OPTIONAL;

            fn __inside(&self) -> ValueParts<'_> {
                let inside: fn(&Self) -> ValueParts<'_> = $inside;
                inside(self)
            }

            fn __inside_mut(&mut self) -> ValuePartsMut<'_> {
                let inside: fn(&mut Self) -> ValuePartsMut<'_> = $inside_mut;
                inside(self)
            }

            fn __same(&self, other: &Self) -> bool {
                transparent!(self $content).__same(&transparent!(other $content))
            }

            fn __to_value(&self) -> Result<Value, ConvertError> {
                transparent!(self $content).__to_value()
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                match T::__from_value(value) {
                    Ok(value) => Ok(transparent!(new $wrapper $content)(value)),
                    Err(error) => Err(error),
                }
            }

            $(transparent!(@$keep);)?
        }
    )*};
    (@keep) => {
        fn __keep(&mut self, before: &mut Self, json: &Value) {
            (**self).__keep(before, json);
        }
    };
    ($self:ident deref) => { (**$self) };
    ($self:ident field) => { $self.0 };
    (new $wrapper:ident deref) => { $wrapper::new };
    (new $wrapper:ident field) => { $wrapper };
}

transparent! {
    Box: deref, |content| (**content).__inside(), |content| (**content).__inside_mut(), keep;
    Arc: deref, |content| whole_unless_scalar((**content).__inside()), |_| ValuePartsMut::Whole;
    Saturating: field, |content| content.0.__inside(), |content| content.0.__inside_mut();
    Wrapping: field, |content| content.0.__inside(), |content| content.0.__inside_mut();
}

/// One level of a shared value. Its parts can't be changed in place.
fn whole_unless_scalar(inside: ValueParts<'_>) -> ValueParts<'_> {
    match inside {
        ValueParts::Struct(_) | ValueParts::List(_) | ValueParts::Map(_) => ValueParts::Whole,
        other => other,
    }
}

/// Objects of two numbers, as serde writes them.
macro_rules! times {
    ($($ty:ident $name:literal: $seconds:literal $nanoseconds:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = const_checks::inline(Self::OBJECT);
            const OBJECT: &'static ObjectShape = &ObjectShape::new(
                $name,
                &[FieldShape::new($seconds, u64::SHAPE), FieldShape::new($nanoseconds, u32::SHAPE)],
            );

            crate::by_serde!();
        }
    )*};
}

times! {
    Duration "Duration": "secs" "nanos";
    SystemTime "SystemTime": "secs_since_epoch" "nanos_since_epoch";
}
