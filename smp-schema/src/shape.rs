//! [`TypeShape`] and [`ObjectShape`]: constants that describe the JSON form of a Rust type
//! and the fields of an object type. The derive writes such constants; the checks of
//! `const_checks` read them at compile time, and [`SchemaBuilder`] builds types from them.
//!
//! The shape of a field does not include the fields of its type, because a type may
//! contain itself.

use smp_rules::{Kind, ListType, MapType, Strategy};

use crate::builder::SchemaBuilder;
use crate::type_def::{ScalarType, TypeId};

/// The JSON form of a Rust type.
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
    /// The smallest and the largest integer, within 64 bits.
    range: Option<&'static (i64, i64)>,
}

/// The kind of a type and the shapes of its parts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Scalar(ScalarType),
    /// A string that is one of these.
    OneOf(&'static [&'static str]),
    Any,
    List(&'static TypeShape),
    Map(&'static TypeShape),
    /// An object type, added by a function. The fields are not in the constant, since
    /// a type may contain itself.
    Object(fn(&mut SchemaBuilder) -> TypeId),
    /// An object without a Rust type of its own: the fields of a variant.
    Inline(&'static ObjectShape),
}

impl TypeShape {
    /// A string, number or boolean.
    pub const SCALAR: Self = Self::scalar(ScalarType::Any);
    /// A string.
    pub const STRING: Self = Self::scalar(ScalarType::String);
    /// Free-form JSON.
    pub const ANY: Self = Self::of(Form::Any);

    pub(crate) const fn of(form: Form) -> Self {
        Self { form, optional: false, range: None }
    }

    /// A scalar.
    #[must_use]
    pub const fn scalar(scalar: ScalarType) -> Self {
        Self::of(Form::Scalar(scalar))
    }

    /// An integer from the first to the second number.
    pub(crate) const fn integer(range: &'static (i64, i64)) -> Self {
        Self { range: Some(range), ..Self::scalar(ScalarType::Integer) }
    }

    /// A string that is one of these.
    #[must_use]
    pub const fn one_of(strings: &'static [&'static str]) -> Self {
        Self::of(Form::OneOf(strings))
    }

    /// A list of elements of this shape.
    #[must_use]
    pub const fn list(element: &'static Self) -> Self {
        Self::of(Form::List(element))
    }

    /// A map: an object with members of any name, with values of this shape.
    #[must_use]
    pub const fn map(value: &'static Self) -> Self {
        Self::of(Form::Map(value))
    }

    /// The same shape for optional values, which may be absent, or null in JSON.
    #[must_use]
    pub const fn or_null(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The kind of the type.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.form {
            Form::Scalar(_) | Form::OneOf(_) => Kind::Scalar,
            Form::Any => Kind::Any,
            Form::List(_) => Kind::List,
            Form::Map(_) => Kind::Map,
            Form::Object(_) | Form::Inline(_) => Kind::Object,
        }
    }

    /// Whether values are optional: may be absent, or null in JSON.
    #[must_use]
    pub const fn is_optional(&self) -> bool {
        self.optional
    }

    /// The type of the scalar, if it is one.
    #[must_use]
    pub const fn as_scalar(&self) -> Option<ScalarType> {
        match self.form {
            Form::Scalar(scalar) => Some(scalar),
            Form::OneOf(_) => Some(ScalarType::String),
            _ => None,
        }
    }

    /// Whether the type has this integer; `true` if it has no range.
    pub(crate) const fn holds(&self, number: i64) -> bool {
        match self.range {
            Some((min, max)) => *min <= number && number <= *max,
            None => true,
        }
    }

    /// The possible strings, if the type has only certain strings.
    #[must_use]
    pub const fn strings(&self) -> Option<&'static [&'static str]> {
        match self.form {
            Form::OneOf(strings) => Some(strings),
            _ => None,
        }
    }

    /// The shape of the elements, if it is a list.
    #[must_use]
    pub const fn element(&self) -> Option<&'static Self> {
        match self.form {
            Form::List(element) => Some(element),
            _ => None,
        }
    }

    /// The shape of the values, if it is a map.
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
    /// The name in messages.
    pub name: &'static str,
    /// The fields, in the order of declaration.
    pub fields: &'static [FieldShape],
    /// The union of some of the fields.
    pub union: Option<&'static UnionShape>,
    /// How server-side apply merges the object, unless a field says otherwise.
    pub map_type: MapType,
}

/// A field of an object type.
#[derive(Debug, Clone, Copy)]
pub struct FieldShape {
    /// The place of its value in the object.
    pub place: Place,
    /// The JSON form of its value.
    pub shape: TypeShape,
    /// Its patch metadata.
    pub metadata: &'static Metadata,
}

/// The place of the value of a field in the object.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// Under this JSON name.
    Named(&'static str),
    /// Under this JSON name, in one direction only: serde skips it when it writes,
    /// or when it reads.
    OneWay(&'static str),
    /// Flattened: the fields of its type are fields of the object.
    Flattened(&'static ObjectShape),
}

/// The patch metadata of a field.
#[derive(Debug, Clone, Copy)]
pub struct Metadata {
    /// The patch strategy.
    pub strategy: Strategy,
    /// The merge key: the field that identifies an element of a merge list.
    pub merge_key: Option<&'static str>,
    /// The fields that identify an element, each with its default.
    pub list_map_keys: &'static [(&'static str, Option<DefaultShape>)],
    /// How server-side apply merges the list.
    pub list_type: Option<ListType>,
    /// How server-side apply merges the object or map.
    pub map_type: Option<MapType>,
}

/// The default of a list map key, for elements without the field.
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
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub struct UnionShape {
    /// The discriminator: the field whose value names the member that is set.
    pub discriminator: Option<&'static str>,
    /// The members, each with its discriminated value.
    pub members: &'static [(&'static str, &'static str)],
    /// The members for which an empty value counts as absent.
    pub empty_is_unset: &'static [&'static str],
    /// Whether validation requires one member to be set.
    pub exactly_one: bool,
    /// Whether a member may be set while the discriminator names none.
    pub allow_inactive_member: bool,
    /// Whether API servers don't enforce the union.
    pub unenforced: bool,
    /// Whether the object is a Rust enum.
    pub rust_enum: bool,
}

impl Metadata {
    /// No metadata.
    pub const NONE: Self = Self {
        strategy: Strategy::NONE,
        merge_key: None,
        list_map_keys: &[],
        list_type: None,
        map_type: None,
    };
    /// Metadata of a value that is replaced as a whole.
    pub const REPLACE: Self = Self { strategy: Strategy::REPLACE, ..Self::NONE };
}

impl FieldShape {
    /// A field without metadata.
    #[must_use]
    pub const fn new(name: &'static str, shape: TypeShape) -> Self {
        Self { place: Place::Named(name), shape, metadata: &Metadata::NONE }
    }

    /// A field of any type, whose value is replaced as a whole.
    #[must_use]
    pub const fn leaf(name: &'static str) -> Self {
        Self { place: Place::Named(name), shape: TypeShape::ANY, metadata: &Metadata::REPLACE }
    }

    /// A flattened field, with the fields of another object.
    #[must_use]
    pub const fn flattened(shape: TypeShape, object: &'static ObjectShape) -> Self {
        Self { place: Place::Flattened(object), shape, metadata: &Metadata::NONE }
    }
}

impl ObjectShape {
    /// No fields: for types that are not objects.
    pub const NONE: &'static Self = &Self::new("", &[]);

    /// No fields, for tuples. Their schemas don't have the types of their parts.
    pub const TUPLE: &'static Self = &Self::new("tuple", &[]);

    /// An object with these fields.
    #[must_use]
    pub const fn new(name: &'static str, fields: &'static [FieldShape]) -> Self {
        Self { name, fields, union: None, map_type: MapType::Granular }
    }

    /// The shape of the field with this name, or `None`. Own fields come first, then those
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

    /// Whether the object's own field of this name is a member of its union. `O(n)`.
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

    /// Whether it accepts members of any name, because it flattens a map. `O(n)`.
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

    /// The number of fields, including those of flattened types. `O(n)`.
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

    /// The name of the field at this index, in the order of declaration. The fields of a
    /// flattened type are in its place. `O(n)`.
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

/// String equality for constants.
pub(crate) const fn same(left: &str, right: &str) -> bool {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    // Compared from the end, since names of one object often begin with the same letters.
    while let ([left_rest @ .., l], [right_rest @ .., r]) = (left, right) {
        if *l != *r {
            return false;
        }
        (left, right) = (left_rest, right_rest);
    }
    true
}
