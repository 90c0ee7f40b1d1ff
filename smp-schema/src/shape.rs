//! [`TypeShape`]: what a Rust type is in JSON, as a constant. The derive checks
//! attributes by it while compiling, and [`SchemaBuilder`] makes types of it.

use smp_rules::Kind;

use crate::builder::SchemaBuilder;
use crate::describe::PatchSchema;
use crate::model::TypeId;
use crate::object_shape::ObjectShape;

/// What a scalar is in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarShape {
    /// A string, number or boolean: the type doesn't say which.
    Unknown,
    /// Any string.
    String,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// An integer.
    Integer,
    /// A number with a fraction.
    Float,
    /// `true` or `false`.
    Boolean,
}

/// What a Rust type is in JSON.
///
/// ```
/// use smp_schema::{Kind, PatchSchema, TypeShape};
/// const NAMES: TypeShape = <Option<Vec<String>> as PatchSchema>::SHAPE;
/// assert_eq!(NAMES.kind(), Kind::List);
/// assert!(NAMES.is_optional());
/// assert_eq!(NAMES.element().map(|element| element.kind()), Some(Kind::Scalar));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TypeShape {
    pub(crate) form: Form,
    optional: bool,
}

/// What a type is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Scalar(ScalarShape),
    Any,
    List(&'static TypeShape),
    Map(&'static TypeShape),
    /// A function adds the object type. The fields are not in the constant, since
    /// a type may contain itself.
    Object(fn(&mut SchemaBuilder) -> TypeId),
    /// An object without a Rust type of its own: the fields of a variant.
    Inline(&'static ObjectShape),
}

impl TypeShape {
    /// A string, number or boolean.
    pub const SCALAR: Self = Self::scalar(ScalarShape::Unknown);
    /// A string.
    pub const STRING: Self = Self::scalar(ScalarShape::String);
    /// Free-form JSON.
    pub const ANY: Self = Self::of(Form::Any);

    pub(crate) const fn of(form: Form) -> Self {
        Self { form, optional: false }
    }

    /// A scalar. `O(1)`.
    #[must_use]
    pub const fn scalar(scalar: ScalarShape) -> Self {
        Self::of(Form::Scalar(scalar))
    }

    /// A list of such elements. `O(1)`.
    #[must_use]
    pub const fn list(element: &'static Self) -> Self {
        Self::of(Form::List(element))
    }

    /// An object whose members are data, with such values. `O(1)`.
    #[must_use]
    pub const fn map(value: &'static Self) -> Self {
        Self::of(Form::Map(value))
    }

    /// The object type that [`PatchSchema::describe`] of `T` adds: for an
    /// implementation by hand. `O(1)`.
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

    /// The same where a value may be absent, and null in JSON. `O(1)`.
    #[must_use]
    pub const fn or_null(self) -> Self {
        Self { optional: true, ..self }
    }

    /// What the type is. `O(1)`.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.form {
            Form::Scalar(_) => Kind::Scalar,
            Form::Any => Kind::Any,
            Form::List(_) => Kind::List,
            Form::Map(_) => Kind::Map,
            Form::Object(_) | Form::Inline(_) => Kind::Object,
        }
    }

    /// Whether a value may be absent, and null in JSON. `O(1)`.
    #[must_use]
    pub const fn is_optional(&self) -> bool {
        self.optional
    }

    /// What the scalar is, if it is one. `O(1)`.
    #[must_use]
    pub const fn as_scalar(&self) -> Option<ScalarShape> {
        match self.form {
            Form::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// What the elements are, if it is a list. `O(1)`.
    #[must_use]
    pub const fn element(&self) -> Option<&'static Self> {
        match self.form {
            Form::List(element) => Some(element),
            _ => None,
        }
    }

    /// What the values are, if it is a map. `O(1)`.
    #[must_use]
    pub const fn value(&self) -> Option<&'static Self> {
        match self.form {
            Form::Map(value) => Some(value),
            _ => None,
        }
    }
}
