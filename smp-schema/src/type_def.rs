//! [`TypeId`] and [`TypeKind`], and the definitions of types in a builder and after
//! checking.

use indexmap::IndexMap;
use smp_rules::{ListType, MapType, Strategy};

use crate::json_kind::JsonKind;
use crate::key::ListMapKey;
use crate::union::Union;

/// Identifies a type in its [`Schema`](crate::Schema), or in the
/// [`SchemaBuilder`](crate::SchemaBuilder) that makes it. Types of two builders are
/// never equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId {
    pub(crate) index: u32,
    pub(crate) builder: u32,
}

impl TypeId {
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }
}

/// The kind of a type. `T` is the type of elements or values: a
/// [`TypeRef`](crate::TypeRef) in a schema, a [`TypeId`] in a builder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeKind<T> {
    /// A string, number or boolean, or a type that keeps its text (quantity,
    /// int-or-string, time).
    Scalar,
    /// Free-form JSON: objects merge member by member, lists are atomic.
    Any,
    /// An object with named fields.
    Object,
    /// A list with elements of one type.
    List(T),
    /// A map: an object with members of any name, all of one type.
    Map(T),
}

/// The class of a scalar type: its values, and which spellings are the same value. It has no effect
/// on merges. It is used to check patches, and to compare values as their types do.
///
/// ```
/// use smp_schema::{ScalarType, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let replicas = types.scalar_of(ScalarType::Integer);
/// let schema = types.build(replicas)?;
/// assert_eq!(schema.root().scalar_type(), Some(ScalarType::Integer));
/// assert_eq!(ScalarType::Integer.expected(), "an integer");
/// assert_eq!(ScalarType::Int32.integers(), Some((-2_147_483_648, 2_147_483_647)));
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ScalarType {
    /// Any scalar, or one of an unknown class.
    #[default]
    Any,
    /// Strings.
    String,
    /// Integers of any size, or of an unknown size.
    Integer,
    /// Numbers, with or without a fraction.
    Number,
    /// `true` and `false`.
    Boolean,
    /// Quantities such as `100m`: strings, and numbers.
    Quantity,
    /// Integers of 32 bits.
    Int32,
    /// Integers of 64 bits.
    Int64,
    /// Strings and integers: ports that may be names.
    IntOrString,
    /// Strings: points in time in RFC 3339 (`format: date-time`).
    Time,
    /// Strings: lengths of time, such as `1h30m` (`format: duration`).
    Duration,
    /// Strings: bytes in base64 (`format: byte`).
    Bytes,
}

impl ScalarType {
    /// The number of variants.
    pub(crate) const COUNT: usize = Self::Bytes as usize + 1;

    /// The values in words, for messages.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Any => "a scalar",
            Self::String | Self::Time | Self::Duration | Self::Bytes => JsonKind::String.name(),
            Self::Integer | Self::Int32 | Self::Int64 => "an integer",
            Self::Number => JsonKind::Number.name(),
            Self::Boolean => JsonKind::Bool.name(),
            Self::Quantity => "a string or a number",
            Self::IntOrString => "a string or an integer",
        }
    }

    /// The smallest and the largest integer, for classes of integers with a fixed size.
    #[must_use]
    pub const fn integers(self) -> Option<(i64, i64)> {
        match self {
            Self::Int32 => Some((i32::MIN as i64, i32::MAX as i64)),
            Self::Int64 => Some((i64::MIN, i64::MAX)),
            _ => None,
        }
    }
}

/// The meaning of a null member of free-form JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnyNulls {
    /// The member is absent.
    Absent,
    /// Null is a value, at all levels.
    Values,
}

/// The definition of a type. `O` is the definition of an object: an `ObjectDef`
/// before checking, an [`ObjectType`] after.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TypeDef<O> {
    Scalar(ScalarType),
    Any(AnyNulls),
    Object(O),
    List(TypeId),
    Map(TypeId),
}

impl<O> TypeDef<O> {
    pub(crate) fn as_ref(&self) -> TypeDef<&O> {
        match self {
            Self::Scalar(scalar) => TypeDef::Scalar(*scalar),
            Self::Any(nulls) => TypeDef::Any(*nulls),
            Self::Object(object) => TypeDef::Object(object),
            Self::List(element) => TypeDef::List(*element),
            Self::Map(value) => TypeDef::Map(*value),
        }
    }

    pub(crate) fn kind(&self) -> TypeKind<TypeId> {
        match self {
            Self::Scalar(_) => TypeKind::Scalar,
            Self::Any(_) => TypeKind::Any,
            Self::Object(_) => TypeKind::Object,
            Self::List(element) => TypeKind::List(*element),
            Self::Map(value) => TypeKind::Map(*value),
        }
    }
}

/// An object type after checking. `fields` and `unions` include those of flattened types.
#[derive(Debug, Clone)]
pub(crate) struct ObjectType {
    pub(crate) name: String,
    pub(crate) fields: FieldMap,
    pub(crate) others: Option<TypeId>,
    pub(crate) unions: Vec<Union>,
    /// Unions that are validated but never normalized.
    pub(crate) validated: Vec<Union>,
    pub(crate) map_type: MapType,
    pub(crate) drops_empty: bool,
}

/// Fields by name, in order.
pub(crate) type FieldsByName = IndexMap<String, Field, foldhash::quality::RandomState>;

/// The fields of an object type, for searching.
#[derive(Debug, Clone)]
pub(crate) struct FieldMap {
    by_name: FieldsByName,
    /// The [`head`] of each name, for types with few fields. Comparing heads is faster than hashing
    /// a name.
    heads: Option<Box<[u16]>>,
}

/// Up to this many fields are searched one by one.
const LINEAR_SEARCH_MAX: usize = 64;

/// Length and first byte of a name. Most names of one type differ in it.
fn head(name: &str) -> u16 {
    let first = name.as_bytes().first().copied().unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "names with equal heads are compared")]
    u16::from_le_bytes([name.len() as u8, first])
}

impl FieldMap {
    /// `O(n)`.
    pub(crate) fn new(by_name: FieldsByName) -> Self {
        let heads = || by_name.keys().map(|name| head(name)).collect();
        Self { heads: (by_name.len() <= LINEAR_SEARCH_MAX).then(heads), by_name }
    }

    /// The field with this name, with its position.
    pub(crate) fn get(&self, name: &str) -> Option<(usize, &str, &Field)> {
        let Some(heads) = &self.heads else {
            let (at, own, field) = self.by_name.get_full(name)?;
            return Some((at, own, field));
        };
        let head = head(name);
        heads.iter().enumerate().filter(|(_, other)| **other == head).find_map(|(at, _)| {
            let (own, field) = self.by_name.get_index(at)?;
            (own == name).then_some((at, own.as_str(), field))
        })
    }

    /// Names and fields, in the order of their declaration.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Field)> {
        self.by_name.iter()
    }
}

/// A field after checking.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) ty: TypeId,
    pub(crate) strategy: Strategy,
    pub(crate) merge_key: Option<String>,
    pub(crate) list_map_keys: Vec<ListMapKey>,
    pub(crate) list_type: Option<ListType>,
    pub(crate) map_type: Option<MapType>,
    pub(crate) required: bool,
    pub(crate) one_of: Option<Box<[Box<str>]>>,
    pub(crate) one_way: bool,
}
