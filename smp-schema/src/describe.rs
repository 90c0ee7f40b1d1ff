//! [`PatchSchema`]: the trait of Rust types with patch metadata. Derived for structs and
//! enums; implemented in `std_impls` for the types of other crates.

use core::any::{Any, TypeId as RustType};
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use serde_json::Value;

use crate::builder::SchemaBuilder;
use crate::keep::keep;
use crate::model::Schema;
use crate::reflect::{
    Access, ConvertError, Entries, FieldState, Reflect, ValueParts, ValuePartsMut, struct_value,
};
use crate::same::same;
use crate::shape::{Form, ObjectShape, TypeShape};
use crate::type_def::TypeId;

/// A Rust type with patch metadata. Derive it: `#[derive(PatchSchema)]`.
///
/// The derive checks the constants at compile time. The schema of a type is built from
/// them once, at run time.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use smp_schema::PatchSchema;
/// #[derive(PatchSchema)]
/// #[patch(crate = "smp_schema")]
/// struct Pod {
///     #[patch(strategy = "merge", merge_key = "name")]
///     containers: Vec<Container>,
/// }
/// #[derive(PatchSchema)]
/// #[patch(crate = "smp_schema")]
/// struct Container {
///     name: String,
/// }
/// assert_eq!(Pod::schema().root().field("containers").unwrap().merge_key(), Some("name"));
/// # }
/// ```
///
/// For a type that is not an object, an implementation by hand has one line:
///
/// ```
/// use smp_schema::{PatchSchema, ScalarType, TypeShape};
///
/// struct Time(u64);
///
/// impl PatchSchema for Time {
///     const SHAPE: TypeShape = TypeShape::scalar(ScalarType::String);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no patch schema",
    label = "patch metadata of `{Self}` are not known",
    note = "if the type is yours, derive `PatchSchema` for it",
    note = "if it is of k8s-openapi, enable the feature `k8s-openapi` of smp-core; a type that Kubernetes 1.37 doesn't have has no schema there",
    note = "if it is another crate's, mark the field `#[patch(leaf)]` to have it replaced as a whole, or hold it in a type of yours that implements `PatchSchema` by hand",
    note = "if it is a type parameter or an associated type, say in `#[patch(bound = \"…\")]` what it implements"
)]
pub trait PatchSchema: Send + Sync + 'static {
    /// The JSON form of the type.
    const SHAPE: TypeShape;
    /// Its fields, if it is an object whose fields are described by constants.
    #[doc(hidden)]
    const OBJECT: &'static ObjectShape = ObjectShape::NONE;
    /// The fields of its elements, if it is a list.
    #[doc(hidden)]
    const ELEMENT: &'static ObjectShape = ObjectShape::NONE;
    /// How the parts of its values are accessed.
    #[doc(hidden)]
    const ACCESS: Access = Access::Whole;
    /// Whether values are read and written field by field, never by serde. Then a field that is
    /// `None` is not written, and no operation converts a value as a whole.
    #[doc(hidden)]
    const FIELDWISE: bool = matches!(Self::ACCESS, Access::FieldwiseRead);

    /// The members that have a fixed value if present: the `apiVersion` and `kind` of a kind.
    #[doc(hidden)]
    const CONSTANTS: &'static [(&'static str, &'static str)] = &[];

    /// Whether the parts of its values may be accessed field by field.
    #[doc(hidden)]
    const IS_OPEN: bool = !matches!(Self::ACCESS, Access::Whole) || Self::FLATTENS;

    /// Whether its values have [`Fields`], which are compiled for such types only.
    #[doc(hidden)]
    const HAS_FIELDS: bool = Self::IS_OPEN;

    /// [`Reflect::is_optional`].
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    /// Whether the parts of its values may be accessed although it flattens some of them.
    #[doc(hidden)]
    const FLATTENS: bool = false;

    /// Adds the type, and all types that its fields use, to `types`: for types whose
    /// [`SHAPE`](Self::SHAPE) is [`TypeShape::object`]. Call it through
    /// [`SchemaBuilder::add`], which adds each type once. `O(n)` in the fields of
    /// types that are new to the builder.
    fn describe(types: &mut SchemaBuilder) -> TypeId {
        types.add::<Self>()
    }

    /// The schema with this type as its root, built at the first call and then shared.
    /// `O(n)` in the fields of all types in it at the first call, then `O(1)`.
    ///
    /// # Panics
    ///
    /// If an implementation by hand describes a type that
    /// [`SchemaBuilder::build`] refuses. A derived implementation never panics.
    #[must_use]
    fn schema() -> &'static Schema {
        shared_schema(RustType::of::<Self>(), &Self::SHAPE, core::any::type_name::<Self>())
    }

    /// The value as a trait object.
    #[doc(hidden)]
    fn __reflect(&self) -> &dyn Reflect
    where
        Self: Sized,
    {
        self
    }

    /// As `__reflect`, mutable.
    #[doc(hidden)]
    fn __reflect_mut(&mut self) -> &mut dyn Reflect
    where
        Self: Sized,
    {
        self
    }

    /// One level of the value.
    #[doc(hidden)]
    fn __inside(&self) -> ValueParts<'_>
    where
        Self: Sized,
    {
        if !Self::IS_OPEN || Self::FLATTENS && !self.__flattens() {
            return ValueParts::Whole;
        }
        ValueParts::Struct(self)
    }

    /// As `__inside`, mutable.
    #[doc(hidden)]
    fn __inside_mut(&mut self) -> ValuePartsMut<'_>
    where
        Self: Sized,
    {
        if !Self::IS_OPEN || Self::FLATTENS && !self.__flattens() {
            return ValuePartsMut::Whole;
        }
        ValuePartsMut::Struct(self)
    }

    /// [`Fields::field`].
    #[doc(hidden)]
    fn __field(&self, _at: usize) -> FieldState<'_>
    where
        Self: Sized,
    {
        FieldState::Closed
    }

    /// [`Fields::field_mut`].
    #[doc(hidden)]
    fn __field_mut(&mut self, _at: usize) -> Option<&mut dyn Reflect>
    where
        Self: Sized,
    {
        None
    }

    /// [`Fields::default_of`].
    #[doc(hidden)]
    fn __default_of(&self, _at: usize) -> Option<Box<dyn Any>>
    where
        Self: Sized,
    {
        None
    }

    /// [`Fields::has_default_leaf`].
    #[doc(hidden)]
    fn __has_default_leaf(&self, _at: usize) -> bool
    where
        Self: Sized,
    {
        true
    }

    /// [`Fields::read_leaf`].
    #[doc(hidden)]
    fn __read_leaf(&self, _at: usize, _: Value) -> Result<Box<dyn Any>, ConvertError>
    where
        Self: Sized,
    {
        Err(ConvertError::Unknown)
    }

    /// [`Fields::exchange_leaf`].
    #[doc(hidden)]
    fn __exchange_leaf(&mut self, _at: usize, _: &mut dyn Any)
    where
        Self: Sized,
    {
    }

    /// The members without a field that the value keeps, if any.
    #[doc(hidden)]
    fn __unknown_fields(&self) -> Option<&dyn Entries>
    where
        Self: Sized,
    {
        None
    }

    /// As `__unknown_fields`, mutable.
    #[doc(hidden)]
    fn __unknown_fields_mut(&mut self) -> Option<&mut dyn Reflect>
    where
        Self: Sized,
    {
        None
    }

    /// Whether the parts of all its flattened values can be accessed.
    #[doc(hidden)]
    fn __flattens(&self) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Whether it is certainly the same as another value: see `same`. `O(n)`.
    #[doc(hidden)]
    fn __same(&self, other: &Self) -> bool
    where
        Self: Sized,
    {
        same(self, other)
    }

    /// Moves parts that documents lack, such as fields that serde skips, from the value before a
    /// merge into this one, which was read from the merged JSON. `O(n)`.
    #[doc(hidden)]
    fn __keep(&mut self, before: &mut Self, json: &Value)
    where
        Self: Sized,
    {
        keep(self, before, json);
    }

    /// The value in JSON. `O(n)`.
    #[doc(hidden)]
    fn __to_value(&self) -> Result<Value, ConvertError>
    where
        Self: Sized,
    {
        match self.__inside() {
            ValueParts::Struct(fields) => struct_value(fields),
            _ => Err(ConvertError::Unknown),
        }
    }

    /// Reads a value from JSON. `O(n)`.
    #[doc(hidden)]
    fn __from_value(_: Value) -> Result<Self, ConvertError>
    where
        Self: Sized,
    {
        Err(ConvertError::Unknown)
    }
}

impl TypeShape {
    /// The object type that [`PatchSchema::describe`] of `T` adds: for an
    /// implementation by hand.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, PatchSchema, SchemaBuilder, TypeId, TypeShape};
    ///
    /// struct Widget;
    ///
    /// impl PatchSchema for Widget {
    ///     const SHAPE: TypeShape = TypeShape::object::<Self>();
    ///
    ///     fn describe(types: &mut SchemaBuilder) -> TypeId {
    ///         let name = FieldDef::new(types.scalar());
    ///         types.object(ObjectDef::new("Widget").field("name", name))
    ///     }
    /// }
    ///
    /// assert!(Widget::schema().root().field("name").is_some());
    /// ```
    #[must_use]
    pub const fn object<T: PatchSchema + ?Sized>() -> Self {
        Self::of(Form::Object(SchemaBuilder::describe_once::<T>))
    }
}

/// Adds the object type of a Rust type whose fields are those of its `OBJECT`.
pub fn describe<T: PatchSchema>(types: &mut SchemaBuilder) -> TypeId {
    types.add_object(RustType::of::<T>(), T::OBJECT)
}

/// The schema of one object type, in a `static`. (A generic type can't have one: its schema is
/// looked up by `TypeId`.)
pub struct SharedSchema(OnceLock<Schema>);

impl SharedSchema {
    /// A cell without a schema yet.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "written by the derive only")]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The schema of `T`, built at the first call. All calls must be for the same type.
    pub fn of<T: PatchSchema>(&'static self) -> &'static Schema {
        self.of_shape(&T::SHAPE, T::OBJECT.name)
    }

    /// As [`of`](Self::of). Not generic, so that it is compiled once, and not for each type.
    fn of_shape(&'static self, shape: &TypeShape, name: &str) -> &'static Schema {
        self.0.get_or_init(|| build_schema(shape, name))
    }
}

/// The schema of a root type. Schemas are leaked on purpose: there is at most one for each type of
/// the program.
pub(crate) fn shared_schema(key: RustType, shape: &TypeShape, name: &str) -> &'static Schema {
    static SCHEMAS: OnceLock<RwLock<HashMap<RustType, &'static Schema>>> = OnceLock::new();
    let schemas = SCHEMAS.get_or_init(RwLock::default);
    if let Some(schema) = schemas.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return schema;
    }
    // Built outside the lock: `describe` may be code of the caller.
    let schema = build_schema(shape, name);
    schemas
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(key)
        .or_insert_with(|| Box::leak(Box::new(schema)))
}

/// Builds the schema of a Rust type. `name` is for the message.
///
/// # Panics
///
/// As [`PatchSchema::schema`].
#[expect(clippy::panic, reason = "documented: a hand-written implementation that is wrong")]
fn build_schema(shape: &TypeShape, name: &str) -> Schema {
    let mut types = SchemaBuilder::new();
    let root = types.add_shape(shape);
    match types.build(root) {
        Ok(schema) => schema,
        Err(error) => panic!("the PatchSchema of `{name}` is wrong: {error}"),
    }
}
