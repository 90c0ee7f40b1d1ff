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
use crate::convert::to_value;
use crate::describe::PatchSchema;
use crate::reflect::{ConvertError, ValueParts, ValuePartsMut};
use crate::shape::{FieldShape, ObjectShape, TypeShape};
use crate::type_def::ScalarType;

// Functions are `#[inline]`, so that a program compiles only those that it uses.

macro_rules! scalars {
    ($($scalar:ident $same:ident: $($ty:ty = $form:literal),*;)*) => {$($(
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::scalar(ScalarType::$scalar);

            #[inline]
            fn __inside(&self) -> ValueParts<'_> {
                scalar(self)
            }

            scalars!(@$same);

            #[inline]
            fn __to_value(&self) -> Result<Value, ConvertError> {
                to_value(self)
            }

            #[inline]
            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                Self::deserialize(&value).map_err(|_| ConvertError::unexpected(&value, $form))
            }
        }
    )*)*};
    // Equal values have the same JSON.
    (@exact) => {
        #[inline]
        fn __same(&self, other: &Self) -> bool {
            self == other
        }
    };
    (@inexact) => {};
}

/// One level of a scalar that borrows nothing; strings are converted as a whole.
fn scalar(value: &impl Serialize) -> ValueParts<'static> {
    match serde_json::to_value(value) {
        Ok(Value::Null) => ValueParts::Null,
        Ok(Value::Bool(value)) => ValueParts::Bool(value),
        Ok(Value::Number(value)) => ValueParts::Number(value),
        _ => ValueParts::Whole,
    }
}

scalars! {
    Boolean exact: bool = "true or false";
    // A `serde_json::Number` may have a fraction.
    Number inexact: f32 = "a number", f64 = "a number", Number = "a number";
    Integer exact:
        u8 = "an unsigned 8-bit integer",
        u16 = "an unsigned 16-bit integer",
        u32 = "an unsigned 32-bit integer",
        u64 = "an unsigned 64-bit integer",
        u128 = "an unsigned 128-bit integer",
        usize = "an unsigned integer",
        i8 = "an 8-bit integer",
        i16 = "a 16-bit integer",
        i32 = "a 32-bit integer",
        i64 = "a 64-bit integer",
        i128 = "a 128-bit integer",
        isize = "an integer",
        NonZeroU8 = "an unsigned 8-bit integer other than 0",
        NonZeroU16 = "an unsigned 16-bit integer other than 0",
        NonZeroU32 = "an unsigned 32-bit integer other than 0",
        NonZeroU64 = "an unsigned 64-bit integer other than 0",
        NonZeroU128 = "an unsigned 128-bit integer other than 0",
        NonZeroUsize = "an unsigned integer other than 0",
        NonZeroI8 = "an 8-bit integer other than 0",
        NonZeroI16 = "a 16-bit integer other than 0",
        NonZeroI32 = "a 32-bit integer other than 0",
        NonZeroI64 = "a 64-bit integer other than 0",
        NonZeroI128 = "a 128-bit integer other than 0",
        NonZeroIsize = "an integer other than 0";
    String inexact:
        char = "a string of one character",
        std::path::PathBuf = "a string",
        IpAddr = "an IP address",
        Ipv4Addr = "an IPv4 address",
        Ipv6Addr = "an IPv6 address",
        SocketAddr = "an IP address with a port",
        SocketAddrV4 = "an IPv4 address with a port",
        SocketAddrV6 = "an IPv6 address with a port";
}

macro_rules! strings {
    ($($ty:ty: $read:expr;)*) => {$(
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
                    other => Err(ConvertError::unexpected(&other, "a string")),
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
    // Text that is read does not live that long.
    &'static str: |_| Err(ConvertError::Unknown);
}

/// Free-form JSON.
impl PatchSchema for Value {
    const SHAPE: TypeShape = TypeShape::ANY;

    fn __inside(&self) -> ValueParts<'_> {
        match self {
            Self::Null => ValueParts::Null,
            Self::Bool(value) => ValueParts::Bool(*value),
            Self::Number(number) => ValueParts::Number(number.clone()),
            Self::String(text) => ValueParts::String(text),
            Self::Array(_) | Self::Object(_) => ValueParts::Json(self),
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

    fn __inside(&self) -> ValueParts<'_> {
        self.as_ref().map_or(ValueParts::Null, T::__inside)
    }

    fn __inside_mut(&mut self) -> ValuePartsMut<'_> {
        self.as_mut().map_or(ValuePartsMut::Whole, T::__inside_mut)
    }

    fn __same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(own), Some(other)) => own.__same(other),
            (None, None) => true,
            _ => false,
        }
    }

    fn __to_value(&self) -> Result<Value, ConvertError> {
        self.as_ref().map_or(Ok(Value::Null), T::__to_value)
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        if value.is_null() { Ok(None) } else { T::__from_value(value).map(Some) }
    }

    fn __keep(&mut self, before: &mut Self, json: &Value) {
        if let (Some(read), Some(before)) = (self, before) {
            read.__keep(before, json);
        }
    }

    fn __absent() -> Option<Self> {
        Some(None)
    }
}

/// Wrappers with the JSON of their content, which is reached by the two functions.
macro_rules! transparent {
    ($($wrapper:ident: $content:tt, $inside:expr, $inside_mut:expr $(, $keep:ident)?;)*) => {$(
        impl<T: PatchSchema> PatchSchema for $wrapper<T> {
            const SHAPE: TypeShape = T::SHAPE;
            const OBJECT: &'static ObjectShape = T::OBJECT;
            const ELEMENT: &'static ObjectShape = T::ELEMENT;

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
                T::__from_value(value).map(transparent!(new $wrapper $content))
            }

            fn __absent() -> Option<Self> {
                T::__absent().map(transparent!(new $wrapper $content))
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
