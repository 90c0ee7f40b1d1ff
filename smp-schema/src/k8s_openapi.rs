//! [`PatchSchema`] for the types of the `k8s-openapi` crate (feature `k8s-openapi`), so that
//! they can be merged and be fields of derived types. Their schemas are those of the catalogue.
//!
//! A value is converted as a whole, by serde. `k8s-openapi` drops what it doesn't know; here
//! that is an error, as it is for the types of this workspace.

use ::k8s_openapi::ListableResource;
use ::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1 as apiextensions;
use ::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use ::k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
use ::k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use ::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use ::k8s_openapi::{ByteString, List};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::builder::SchemaBuilder;
use crate::convert::refuse_lost_value;
use crate::definition::{FieldDef, ObjectDef};
use crate::describe::PatchSchema;
use crate::reach::Refusal;
use crate::shape::{FieldShape, ObjectShape, TypeShape};
use crate::type_def::TypeId;

/// Conversions by serde. They are inlined, so that a program builds those that it uses.
macro_rules! converted {
    () => {
        #[inline]
        fn __to_value(&self) -> Result<::serde_json::Value, $crate::reach::Refusal> {
            Ok(::serde_json::to_value(self)?)
        }

        #[inline]
        fn __from_value(json: ::serde_json::Value) -> Result<Self, $crate::reach::Refusal> {
            $crate::k8s_openapi::read(&json)
        }
    };
}

/// Objects of the catalogue: the `apiVersion` by which it has them, the module, and of each
/// type the fields. First those that are strings, integers or booleans and can be keys, then
/// the others.
macro_rules! objects {
    ($(
        $api_version:literal $($module:ident)::+ {
            $($name:ident [$($scalar:literal)*] [$($other:literal)*])*
        }
    )*) => {$(const _: () = {
        use ::k8s_openapi::$($module)::+::*;

        $(impl $crate::describe::PatchSchema for $name {
            const SHAPE: $crate::shape::TypeShape = $crate::const_checks::object(Self::describe);
            const OBJECT: &'static $crate::shape::ObjectShape = &$crate::shape::ObjectShape::new(
                stringify!($name),
                &[
                    $($crate::k8s_openapi::scalar($scalar),)*
                    $($crate::k8s_openapi::other($other),)*
                ],
            );

            fn describe(
                types: &mut $crate::builder::SchemaBuilder,
            ) -> $crate::type_def::TypeId {
                $crate::catalogue::describe(types, $api_version, stringify!($name))
            }

            converted!();
        })*
    };)*};
}

// Below the macros that it uses.
mod types;

/// A field that can be a key.
const fn scalar(name: &'static str) -> FieldShape {
    FieldShape::new(name, TypeShape::SCALAR)
}

/// A field that can't be a key. Its own fields are not known to constants.
const fn other(name: &'static str) -> FieldShape {
    FieldShape::new(name, TypeShape::ANY)
}

/// The value that this JSON has; an error if the type would drop a part of it.
fn read<T: Serialize + DeserializeOwned>(json: &Value) -> Result<T, Refusal> {
    let value = T::deserialize(json)?;
    refuse_lost_value(json, &serde_json::to_value(&value)?)?;
    Ok(value)
}

/// Types without fields.
macro_rules! leaves {
    ($($shape:ident: $($ty:ty),*;)*) => {$($(
        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::$shape;

            converted!();
        }
    )*)*};
}

leaves! {
    SCALAR: IntOrString;
    STRING: ByteString, Quantity, meta::MicroTime, meta::Time;
    ANY:
        RawExtension, meta::FieldsV1, apiextensions::CustomResourceSubresourceStatus,
        apiextensions::JSON, apiextensions::JSONSchemaPropsOrArray,
        apiextensions::JSONSchemaPropsOrBool, apiextensions::JSONSchemaPropsOrStringArray;
}

/// What the server answers to a request for all objects of a kind.
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
