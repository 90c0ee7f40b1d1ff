//! [`TypeShape`] and [`ObjectShape`]: what a Rust type is in JSON, and the fields of an
//! object type, as constants. Derived code is such constants: its assertions check
//! attributes by them, and [`SchemaBuilder`] makes types of them.
//!
//! The shape of a field doesn't hold the fields of its type, because a type may contain
//! itself.

use smp_rules::{Kind, ListType, Strategy};

use crate::builder::SchemaBuilder;
use crate::type_def::TypeId;

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

/// An object type.
#[derive(Debug, Clone, Copy)]
pub struct ObjectShape {
    /// The name that messages show.
    pub name: &'static str,
    /// The fields, in the order of declaration.
    pub fields: &'static [FieldShape],
    /// The union of some of the fields.
    pub union: Option<&'static UnionShape>,
}

/// A field of an object type.
#[derive(Debug, Clone, Copy)]
pub struct FieldShape {
    /// Where its value is.
    pub place: Place,
    /// What its value is.
    pub shape: TypeShape,
    /// What a patch may do to it.
    pub metadata: &'static Metadata,
}

/// Where the value of a field is.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// Under this JSON name.
    Named(&'static str),
    /// Under this JSON name, in one direction only: serde skips it when it writes,
    /// or when it reads.
    OneWay(&'static str),
    /// Its fields are among those of the object.
    Flattened(&'static ObjectShape),
}

/// What a patch may do to a field.
#[derive(Debug, Clone, Copy)]
pub struct Metadata {
    /// The patch strategy.
    pub strategy: Strategy,
    /// The field that tells the elements of a merge list apart.
    pub merge_key: Option<&'static str>,
    /// The fields that identify an element, each with its default.
    pub list_map_keys: &'static [(&'static str, Option<DefaultShape>)],
    /// How the API server's own merge treats the list.
    pub list_type: Option<ListType>,
}

/// The value of a list map key where it is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultShape {
    /// A string.
    String(&'static str),
    /// An integer.
    Integer(i64),
    /// `true` or `false`.
    Boolean(bool),
}

/// A union of fields of an object, by their JSON names.
#[derive(Debug, Clone, Copy)]
pub struct UnionShape {
    /// The field that names the member that is set.
    pub discriminator: Option<&'static str>,
    /// The members, each with its discriminated value.
    pub members: &'static [(&'static str, &'static str)],
    /// The members that are absent where they are empty.
    pub empty_is_unset: &'static [&'static str],
    /// Validation wants one member set.
    pub exactly_one: bool,
    /// A member may be set beside a discriminator that names none.
    pub allow_inactive_member: bool,
    /// The object is a Rust enum.
    pub rust_enum: bool,
}

impl Metadata {
    /// Nothing is said of the field.
    pub const NONE: Self =
        Self { strategy: Strategy::NONE, merge_key: None, list_map_keys: &[], list_type: None };
    /// The value is replaced as a whole.
    pub const REPLACE: Self = Self { strategy: Strategy::REPLACE, ..Self::NONE };
}

impl FieldShape {
    /// A field of which nothing but its type is known. `O(1)`.
    #[must_use]
    pub const fn new(name: &'static str, shape: TypeShape) -> Self {
        Self { place: Place::Named(name), shape, metadata: &Metadata::NONE }
    }

    /// A field whose value is replaced as a whole, whatever it is. `O(1)`.
    #[must_use]
    pub const fn leaf(name: &'static str) -> Self {
        Self { place: Place::Named(name), shape: TypeShape::ANY, metadata: &Metadata::REPLACE }
    }

    /// The fields of another object. `O(1)`.
    #[must_use]
    pub const fn flattened(shape: TypeShape, object: &'static ObjectShape) -> Self {
        Self { place: Place::Flattened(object), shape, metadata: &Metadata::NONE }
    }
}

impl ObjectShape {
    /// No fields: what every type has that is not an object.
    pub const NONE: &'static Self = &Self::new("", &[]);

    /// An object with these fields. `O(1)`.
    #[must_use]
    pub const fn new(name: &'static str, fields: &'static [FieldShape]) -> Self {
        Self { name, fields, union: None }
    }

    /// What the field with this name is, or `None`: own fields first, then those
    /// of flattened types. `O(n)`.
    ///
    /// ```
    /// use smp_schema::__private::{FieldShape, ObjectShape};
    /// use smp_schema::{Kind, PatchSchema};
    /// const NAME: FieldShape = FieldShape::new("name", String::SHAPE);
    /// const OBJECT: ObjectShape = ObjectShape::new("Named", &[NAME]);
    /// assert_eq!(OBJECT.field("name").map(|shape| shape.kind()), Some(Kind::Scalar));
    /// assert!(OBJECT.field("nmae").is_none());
    /// ```
    #[must_use]
    pub const fn field(&self, name: &str) -> Option<&'static TypeShape> {
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            if let Place::Named(named) | Place::OneWay(named) = field.place
                && same(named, name)
            {
                return Some(&field.shape);
            }
            fields = rest;
        }
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            if let Place::Flattened(inner) = field.place
                && let Some(found) = inner.field(name)
            {
                return Some(found);
            }
            fields = rest;
        }
        None
    }

    /// Whether this own field is a member of the object's union. `O(n)`.
    #[must_use]
    pub const fn has_member(&self, name: &str) -> bool {
        let Some(union) = self.union else { return false };
        let mut members = union.members;
        while let [(member, _), rest @ ..] = members {
            if same(member, name) {
                return true;
            }
            members = rest;
        }
        false
    }

    /// Whether it keeps members under any name, as with a flattened map. `O(n)`.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            if let Place::Flattened(inner) = field.place
                && (matches!(field.shape.kind(), Kind::Map | Kind::Any) || inner.is_open())
            {
                return true;
            }
            fields = rest;
        }
        false
    }

    /// The number of names, those of flattened types included. `O(n)`.
    #[must_use]
    pub const fn count(&self) -> usize {
        let mut count = 0_usize;
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            count = count.saturating_add(match field.place {
                Place::Named(_) | Place::OneWay(_) => 1,
                Place::Flattened(inner) => inner.count(),
            });
            fields = rest;
        }
        count
    }

    /// The name at this place of all names, in the order of declaration; those
    /// of a flattened type are where it is. `O(n)`.
    #[must_use]
    pub const fn name_at(&self, mut place: usize) -> Option<&'static str> {
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            match field.place {
                Place::Named(name) | Place::OneWay(name) => match place.checked_sub(1) {
                    None => return Some(name),
                    Some(further) => place = further,
                },
                Place::Flattened(inner) => match place.checked_sub(inner.count()) {
                    None => return inner.name_at(place),
                    Some(further) => place = further,
                },
            }
            fields = rest;
        }
        None
    }
}

/// String equality that a constant can use.
pub(crate) const fn same(left: &str, right: &str) -> bool {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    // From the end: names of one object tend to begin alike.
    while let ([left_rest @ .., l], [right_rest @ .., r]) = (left, right) {
        if *l != *r {
            return false;
        }
        (left, right) = (left_rest, right_rest);
    }
    true
}
