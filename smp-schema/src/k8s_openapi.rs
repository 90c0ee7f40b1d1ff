//! [`PatchSchema`] for the types of the `k8s-openapi` crate (feature `k8s-openapi`), so that
//! they can be merged and be fields of derived types. Their schemas are those of the catalogue.
//!
//! A merge accesses the fields of a value one by one, as it does for derived types. New values
//! are read in this way, too: a program that merges a kind doesn't compile its `Serialize` and
//! `Deserialize` for that, and an error has the path of the value. Unknown members, which
//! `k8s-openapi` drops, are an error here, as for the types of this workspace.

use core::any::Any;
use core::marker::PhantomData;

use ::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1 as apiextensions;
use ::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use ::k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
use ::k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use ::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use ::k8s_openapi::{ByteString, List, ListableResource, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::builder::SchemaBuilder;
use crate::convert::read_fields;
use crate::definition::{FieldDef, ObjectDef};
use crate::describe::PatchSchema;
use crate::from_json::from_value;
use crate::lost::refuse_lost_value;
use crate::reflect::{ConvertError, FieldState, ValueParts};
use crate::shape::{FieldShape, Metadata, ObjectShape, Place, TypeShape};
use crate::to_json::to_value;
use crate::type_def::{ScalarType, TypeId};

/// Conversions by serde. They are inlined, so that a program compiles only those that it uses.
macro_rules! converted {
    () => {
        #[inline]
        fn __to_value(&self) -> Result<::serde_json::Value, $crate::reflect::ConvertError> {
            $crate::to_json::to_value(self)
        }

        #[inline]
        fn __from_value(json: ::serde_json::Value) -> Result<Self, $crate::reflect::ConvertError> {
            $crate::k8s_openapi::read(&json)
        }
    };
}

/// Compares values with `==`: equal values have the same JSON.
macro_rules! same {
    () => {
        #[inline]
        fn __same(&self, other: &Self) -> bool {
            self == other
        }
    };
}

/// Objects of the catalogue: their `apiVersion` in the catalogue, their module, and each type
/// with its fields. A field has its index, Rust name, JSON name and kind: `scalar` if it can be
/// a key, `time` for a required time, `leaf` if its type has no schema, `other` otherwise. A
/// resource writes `apiVersion` and `kind` before its fields.
macro_rules! objects {
    ($(
        $api_version:literal $($module:ident)::+ {
            $($name:ident $(($resource:ident))? {
                $($at:literal $field:ident $json:literal $kind:ident,)*
            })*
        }
    )*) => {$(const _: () = {
        use ::k8s_openapi::$($module)::+::*;

        $(impl $crate::describe::PatchSchema for $name {
            const SHAPE: $crate::shape::TypeShape = $crate::const_checks::object(Self::describe);
            const OBJECT: &'static $crate::shape::ObjectShape = &$crate::shape::ObjectShape::new(
                stringify!($name),
                &[
                    $($crate::k8s_openapi::$resource("apiVersion"),
                    $crate::k8s_openapi::$resource("kind"),)?
                    $($crate::k8s_openapi::$kind($json),)*
                ],
            );

            const ACCESS: $crate::reflect::Access = $crate::reflect::Access::FieldwiseRead;

            fn describe(
                types: &mut $crate::builder::SchemaBuilder,
            ) -> $crate::type_def::TypeId {
                $crate::catalogue::describe(types, $api_version, stringify!($name))
            }

            same!();

            #[inline]
            fn __from_value(json: ::serde_json::Value) -> Result<Self, $crate::reflect::ConvertError> {
                #[allow(unused_imports, reason = "for the types without a default")]
                use $crate::k8s_openapi::ReadBySerde as _;
                $crate::k8s_openapi::Reader::<Self>::read(json)
            }

            #[inline]
            fn __field(&self, at: usize) -> $crate::reflect::FieldState<'_> {
                match at {
                    $(0 => $crate::k8s_openapi::Written::<Self>::$resource("apiVersion"),
                    1 => $crate::k8s_openapi::Written::<Self>::$resource("kind"),)?
                    $($at => slot!($kind &self.$field),)*
                    _ => $crate::reflect::FieldState::Closed,
                }
            }

            #[inline]
            fn __field_mut(&mut self, at: usize) -> Option<&mut dyn $crate::reflect::Reflect> {
                match at {
                    $($at => reach_mut!($kind &mut self.$field),)*
                    _ => None,
                }
            }

            /// The value that `k8s-openapi` gives to a field that the object lacks.
            #[inline]
            fn __default_of(&self, at: usize) -> Option<Box<dyn ::core::any::Any>> {
                match at {
                    $($at => default_like!($kind &self.$field),)*
                    _ => None,
                }
            }

            #[inline]
            fn __read_leaf(
                &self,
                at: usize,
                json: ::serde_json::Value,
            ) -> Result<Box<dyn ::core::any::Any>, $crate::reflect::ConvertError> {
                let _ = json;
                match at {
                    $($at => read_leaf!($kind &self.$field, &json),)*
                    _ => Err($crate::reflect::ConvertError::Unknown),
                }
            }

            #[inline]
            fn __exchange_leaf(&mut self, at: usize, value: &mut dyn ::core::any::Any) {
                let _ = &value;
                match at {
                    $($at => exchange_leaf!($kind &mut self.$field, value),)*
                    _ => {}
                }
            }
        })*
    };)*};
}

macro_rules! slot {
    (leaf $field:expr) => {
        match $crate::to_json::to_value($field) {
            Ok(::serde_json::Value::Null) => $crate::reflect::FieldState::AbsentLeaf,
            written => $crate::reflect::FieldState::Leaf(written),
        }
    };
    ($kind:ident $field:expr) => {
        // `k8s-openapi` doesn't write fields that are `None`.
        $crate::reflect::slot($field, true)
    };
}

macro_rules! default_like {
    (time $field:expr) => {
        None
    };
    ($kind:ident $field:expr) => {
        Some($crate::k8s_openapi::default_like($field))
    };
}

macro_rules! reach_mut {
    (leaf $field:expr) => {
        None
    };
    ($kind:ident $field:expr) => {
        Some($field)
    };
}

macro_rules! read_leaf {
    (leaf $field:expr, $json:expr) => {
        $crate::k8s_openapi::read_like($field, $json)
    };
    ($kind:ident $field:expr, $json:expr) => {
        Err($crate::reflect::ConvertError::Unknown)
    };
}

macro_rules! exchange_leaf {
    (leaf $field:expr, $value:expr) => {
        $crate::reflect_impls::exchange_value($field, $value)
    };
    ($kind:ident $field:expr, $value:expr) => {{}};
}

// This module uses the macros above, so it must follow them.
mod types;

/// The members `apiVersion` and `kind`, which a resource writes without having fields for them.
struct Written<R>(PhantomData<R>);

impl<R: Resource> Written<R> {
    const API_VERSION: &'static &'static str = &R::API_VERSION;
    const KIND: &'static &'static str = &R::KIND;

    fn resource(name: &str) -> FieldState<'static> {
        FieldState::Fixed(if name == "kind" { Self::KIND } else { Self::API_VERSION })
    }
}

/// A field that a resource writes but doesn't read.
const fn resource(name: &'static str) -> FieldShape {
    FieldShape { place: Place::OneWay(name), shape: TypeShape::STRING, metadata: &Metadata::NONE }
}

/// A field whose type has no schema.
const fn leaf(name: &'static str) -> FieldShape {
    FieldShape::leaf(name)
}

/// The default value of the argument's type.
fn default_like<T: Default + 'static>(_: &T) -> Box<dyn Any> {
    Box::new(T::default())
}

/// Reads a value of the first argument's type.
fn read_like<T>(_: &T, json: &Value) -> Result<Box<dyn Any>, ConvertError>
where
    T: Serialize + DeserializeOwned + 'static,
{
    Ok(Box::new(read::<T>(json)?))
}

/// A field that can be a key.
const fn scalar(name: &'static str) -> FieldShape {
    FieldShape::new(name, TypeShape::SCALAR)
}

/// A required time.
const fn time(name: &'static str) -> FieldShape {
    FieldShape::new(name, TypeShape::scalar(ScalarType::Time))
}

/// A field that can't be a key. Constants don't describe the fields of its type.
const fn other(name: &'static str) -> FieldShape {
    FieldShape::new(name, TypeShape::ANY)
}

/// Reads values of a type: field by field if it has a default. Types with a required time have no
/// default, and are read by serde.
struct Reader<T>(PhantomData<T>);

impl<T: PatchSchema + Default> Reader<T> {
    #[inline]
    fn read(json: Value) -> Result<T, ConvertError> {
        read_fields(json)
    }
}

/// The fallback for types without a default: the compiler prefers the function of [`Reader`].
trait ReadBySerde<T> {
    fn read(json: Value) -> Result<T, ConvertError>;
}

impl<T: Serialize + DeserializeOwned> ReadBySerde<T> for Reader<T> {
    #[inline]
    fn read(json: Value) -> Result<T, ConvertError> {
        read(&json)
    }
}

/// Reads a value from JSON; an error if the type would drop a part of it.
fn read<T: Serialize + DeserializeOwned>(json: &Value) -> Result<T, ConvertError> {
    let value: T = from_value(json)?;
    let rewrite = |json: Value| to_value(&from_value::<T>(&json)?);
    refuse_lost_value(json, &to_value(&value)?, None, &rewrite)?;
    Ok(value)
}

/// Types without fields.
macro_rules! leaves {
    ($($shape:expr, $inside:ident: $($ty:ty),*;)*) => {$($(
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = $shape;

            fn __inside(&self) -> ValueParts<'_> {
                inside!($inside self)
            }

            same!();
            converted!();
        }
    )*)*};
}

macro_rules! inside {
    (number_or_text $value:ident) => {
        match $value {
            Self::Int(number) => ValueParts::Number((*number).into()),
            Self::String(text) => ValueParts::String(text),
        }
    };
    (text $value:ident) => {
        ValueParts::String(&$value.0)
    };
    (json $value:ident) => {
        $value.0.__inside()
    };
    (whole $value:ident) => {
        ValueParts::Whole
    };
}

leaves! {
    TypeShape::scalar(ScalarType::IntOrString), number_or_text: IntOrString;
    TypeShape::scalar(ScalarType::Quantity), text: Quantity;
    TypeShape::scalar(ScalarType::Bytes), whole: ByteString;
    TypeShape::scalar(ScalarType::Time), whole: meta::MicroTime, meta::Time;
    TypeShape::ANY, json:
        RawExtension, meta::FieldsV1, apiextensions::CustomResourceSubresourceStatus,
        apiextensions::JSON;
    TypeShape::ANY, whole:
        apiextensions::JSONSchemaPropsOrArray, apiextensions::JSONSchemaPropsOrBool,
        apiextensions::JSONSchemaPropsOrStringArray;
}

/// The server's answer to a request for all objects of a kind.
impl<T> PatchSchema for List<T>
where
    T: ListableResource + PatchSchema + Serialize + DeserializeOwned,
{
    const SHAPE: TypeShape = TypeShape::object::<Self>();
    const OBJECT: &'static ObjectShape = &ObjectShape::new(
        "List",
        &[scalar("apiVersion"), scalar("kind"), other("items"), other("metadata")],
    );

    fn describe(types: &mut SchemaBuilder) -> TypeId {
        let (text, item) = (types.scalar(), types.add::<T>());
        let (items, metadata) = (types.list(item), types.add::<meta::ListMeta>());
        let fields =
            [("apiVersion", text), ("items", items), ("kind", text), ("metadata", metadata)];
        let named = ObjectDef::new(T::LIST_KIND);
        types.object(
            fields.into_iter().fold(named, |list, (name, ty)| list.field(name, FieldDef::new(ty))),
        )
    }

    converted!();
}
