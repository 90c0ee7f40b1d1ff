//! Access to the parts of a Rust value: its fields, elements and entries, one level at a time.
//! `smp_core` uses it to merge only the parts that a patch names; the others are neither
//! converted nor visited. The derive implements [`Fields`] for structs.

use core::any::Any;
use core::fmt;
use std::collections::HashSet;

use serde_json::{Map, Number, Value};

use crate::field_index::names;
use crate::json_kind::JsonKind;
use crate::shape::{ObjectShape, TypeShape};
use crate::text::shortened;

/// One level of a value.
pub enum ValueParts<'v> {
    /// The parts can't be accessed: the value is converted as a whole.
    Whole,
    /// The value is JSON.
    Json(&'v Value),
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(&'v str),
    /// The fields of a struct.
    Struct(&'v dyn Fields),
    /// The elements of a list.
    List(&'v dyn Items),
    /// The entries of a map.
    Map(&'v dyn Entries),
}

/// As [`ValueParts`], for changing the value.
pub enum ValuePartsMut<'v> {
    /// The parts can't be accessed: the value is replaced as a whole.
    Whole,
    /// The fields of a struct.
    Struct(&'v mut dyn Fields),
    /// The elements of a list.
    List(&'v mut dyn Items),
    /// The entries of a map.
    Map(&'v mut dyn Entries),
}

/// Why a value can't be converted to or from JSON.
#[derive(Debug)]
pub enum ConvertError {
    /// No conversion to JSON is known for the type.
    Unknown,
    /// The value is nested too deeply.
    TooDeep,
    /// The JSON does not fit the type. The steps lead to the place, the last one first.
    Json(serde_json::Error, Vec<Step>),
}

/// A step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To a member.
    Field(String),
    /// To an element.
    Index(usize),
}

impl ConvertError {
    /// The same refusal, with a step added to the front of its path.
    #[must_use]
    pub fn within(mut self, step: impl FnOnce() -> Step) -> Self {
        if let Self::Json(_, steps) = &mut self {
            steps.push(step());
        }
        self
    }

    /// The refusal of a value that does not fit the type: `expected a string, found 8`. `O(n)`.
    #[must_use]
    pub fn unexpected(value: &Value, expected: &str) -> Self {
        let found = match value {
            Value::String(text) => &Value::from(shortened(text)).to_string(),
            Value::Null | Value::Bool(_) | Value::Number(_) => &value.to_string(),
            Value::Array(_) | Value::Object(_) => JsonKind::of(value).name(),
        };
        serde::de::Error::custom(format_args!("expected {expected}, found {found}"))
    }
}

/// The message of an error of serde, in the words of [`ConvertError::unexpected`]. `O(n)`.
#[must_use]
pub fn message_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let mistake = ["invalid type: ", "invalid value: "].iter().find_map(|it| text.strip_prefix(it));
    let Some((found, expected)) = mistake.and_then(|it| it.rsplit_once(", expected ")) else {
        return text;
    };
    let quoted = found.split_once('`').and_then(|(_, value)| value.strip_suffix('`'));
    let found = match found {
        "map" => JsonKind::Object.name(),
        "sequence" => JsonKind::List.name(),
        _ => quoted.or_else(|| found.strip_prefix("string ")).unwrap_or(found),
    };
    format!("expected {expected}, found {}", shortened(found))
}

impl From<serde_json::Error> for ConvertError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error, Vec::new())
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("the type is not known to have a form in JSON"),
            Self::TooDeep => f.write_str("nested too deeply"),
            Self::Json(error, _) => f.write_str(&message_of(error)),
        }
    }
}

impl core::error::Error for ConvertError {}

impl serde::de::Error for ConvertError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        <serde_json::Error as serde::de::Error>::custom(message).into()
    }
}

/// A value of any type with a `PatchSchema`. The functions are few and short, because they are
/// compiled for each type of a field.
pub trait Reflect: Any + Sync {
    /// One level of the value.
    fn inside(&self) -> ValueParts<'_>;
    /// One level of the value, for changing it.
    fn inside_mut(&mut self) -> ValuePartsMut<'_>;
    /// The fields of its type.
    fn shape(&self) -> &'static ObjectShape;
    /// The JSON form of its type.
    fn type_shape(&self) -> &'static TypeShape;
    /// The value in JSON. `O(n)`.
    fn to_value(&self) -> Result<Value, ConvertError>;
    /// Whether it is certainly the same as another value of its type. Also `false` if the values
    /// can't be converted to JSON, so that the answer is unknown. `O(n)`.
    fn same_as(&self, other: &dyn Any) -> bool;
    /// Reads a new value of the same type. `O(n)`.
    fn read(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError>;
    /// Swaps the value with one of the same type.
    fn exchange(&mut self, value: &mut dyn Any);
    /// The fields of the value, even if its parts are not accessed one by one; `None` if it is not
    /// a struct.
    fn fields(&self) -> Option<&dyn Fields>;
    /// As [`fields`](Self::fields), for changing them.
    fn fields_mut(&mut self) -> Option<&mut dyn Fields>;
    /// Takes over the parts that documents lack from `before`, the value that this one replaces.
    /// `json` is the merged JSON that this value was read from.
    fn keep(&mut self, before: &mut dyn Any, json: &Value);
    /// Whether serde reads an absent value as null.
    fn is_optional(&self) -> bool;
}

/// How the parts of the values of a type are accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// As `PatchSchema::__inside` says; as a whole if the type doesn't implement it.
    Whole,
    /// By the fields of a struct, which serde reads as a whole.
    Fields,
    /// As `Fields`, and the struct is [`FieldwiseRead`](crate::convert::FieldwiseRead).
    FieldwiseRead,
}

/// The fields of a struct, by their index in [`ObjectShape::fields`]; `field_index` has the indices
/// of flattened fields. Every type with a `PatchSchema` implements it through its hidden functions
/// of the same names.
pub trait Fields: Any + Sync {
    /// The fields.
    fn shape(&self) -> &'static ObjectShape;

    /// The field.
    fn field(&self, at: usize) -> FieldState<'_>;

    /// The field, for changing it; `None` if it is [closed](FieldState::Closed), or if serde doesn't
    /// read it.
    fn field_mut(&mut self, at: usize) -> Option<&mut dyn Reflect>;

    /// The value of a field for documents that lack it, if serde has a default for it.
    fn default_of(&self, at: usize) -> Option<Box<dyn Any>>;

    /// Whether a leaf has the value that serde uses if a document lacks it, or serde has no such
    /// value. `O(n)`.
    fn has_default_leaf(&self, at: usize) -> bool;

    /// Reads a new value of a [leaf](FieldState::Leaf). `O(n)`.
    fn read_leaf(&self, at: usize, value: Value) -> Result<Box<dyn Any>, ConvertError>;

    /// As [`Reflect::exchange`], for a leaf.
    fn exchange_leaf(&mut self, at: usize, value: &mut dyn Any);

    /// The members that have a fixed value.
    fn constants(&self) -> &'static [(&'static str, &'static str)];

    /// The members without a field, and their index: that of the map that the struct flattens, or
    /// `UNKNOWN_FIELDS`. `O(n)` in the fields.
    fn flattened_map(&self) -> Option<(usize, &dyn Entries)>;
}

impl dyn Fields {
    /// The fixed value of the member with this name. `O(1)`.
    #[must_use]
    pub fn constant(&self, name: &str) -> Option<&'static str> {
        self.constants().iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
    }
}

/// The index of the members without a field that a struct keeps. Its schema does not have them, so
/// a patch that names one is refused; a patch that replaces the object removes them.
pub(crate) const UNKNOWN_FIELDS: usize = usize::MAX;

/// A field of a struct.
pub enum FieldState<'v> {
    /// A value that serde doesn't write, such as a `None`, so that documents lack the field.
    Absent(&'v dyn Reflect),
    /// A field that can't be converted by itself.
    Closed,
    /// A field that is replaced as a whole, or that has its own serde functions. This is its JSON.
    Leaf(Result<Value, ConvertError>),
    /// A leaf with a value that serde doesn't write.
    AbsentLeaf,
    /// The value of the field.
    Value(&'v dyn Reflect),
    /// The value of a field that serde doesn't read, so that no patch can set it.
    Fixed(&'v dyn Reflect),
}

/// The state of a field that can be accessed. `omits_none` if serde omits the field when it is
/// `None`.
#[must_use]
pub fn slot(field: &dyn Reflect, omits_none: bool) -> FieldState<'_> {
    if omits_none && matches!(field.inside(), ValueParts::Null) {
        FieldState::Absent(field)
    } else {
        FieldState::Value(field)
    }
}

/// Whether two states of a leaf are the same in documents, where null counts as absent.
#[must_use]
pub fn same_leaf(left: FieldState<'_>, right: FieldState<'_>) -> bool {
    let json = |state| match state {
        FieldState::Leaf(Ok(json)) => json,
        _ => Value::Null,
    };
    json(left) == json(right)
}

/// The elements of a list.
pub trait Items: Sync {
    /// The number of elements.
    fn count(&self) -> usize;

    /// The element at this index.
    fn item(&self, at: usize) -> Option<&dyn Reflect>;

    /// The element at this index, for changing it.
    fn item_mut(&mut self, at: usize) -> Option<&mut dyn Reflect>;

    /// Reads a new element. `O(n)`.
    fn read_item(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError>;

    /// Replaces the elements of the list with these. `O(n)`.
    fn arrange(&mut self, items: Vec<ItemSource>);
}

/// A list that is rearranged in place.
pub(crate) trait Rows: Items {
    /// Adds an element, as [`Items::read_item`] returns it, at the end.
    fn add(&mut self, item: Box<dyn Any>);

    /// Exchanges two elements.
    fn exchange_items(&mut self, one: usize, other: usize);

    /// Removes all elements from this index on.
    fn cut(&mut self, count: usize);
}

/// The origin of an element of the changed list.
pub enum ItemSource {
    /// The element that the list has at this index. No index occurs twice.
    Kept(usize),
    /// A new element, as [`Items::read_item`] returns it.
    New(Box<dyn Any>),
}

/// Replaces the elements of a list with these. `O(n)`.
pub(crate) fn arrange(list: &mut dyn Rows, sources: Vec<ItemSource>) {
    let before = list.count();
    let mut order = Vec::with_capacity(before.max(sources.len()));
    for source in sources {
        order.push(match source {
            ItemSource::Kept(at) => at,
            ItemSource::New(item) => {
                list.add(item);
                list.count().saturating_sub(1)
            }
        });
    }
    // Where each element is now, and which one is at each place.
    let mut places: Vec<usize> = (0..list.count()).collect();
    let mut elements = places.clone();
    for (to, &element) in order.iter().enumerate() {
        let Some(&from) = places.get(element) else { continue };
        list.exchange_items(from, to);
        let Some(&moved) = elements.get(to) else { continue };
        if let (Some(element), Some(place)) = (elements.get_mut(from), places.get_mut(moved)) {
            (*element, *place) = (moved, from);
        }
    }
    list.cut(order.len());
}

/// The entries of a map with strings as keys.
pub trait Entries: Sync {
    /// The value under this key, and the key as the map has it. `O(log n)`.
    fn entry(&self, key: &str) -> Option<(&str, &dyn Reflect)>;

    /// The value under this key, for changing it. `O(log n)`.
    fn entry_mut(&mut self, key: &str) -> Option<&mut dyn Reflect>;

    /// Visits each entry. `O(n)`.
    fn each<'v>(&'v self, visit: &mut dyn FnMut(&'v str, &'v dyn Reflect));

    /// Reads a new value. `O(n)`.
    fn read_entry(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError>;

    /// Adds an entry under a key that the map doesn't have, with a value of its type. `O(log n)`.
    fn add_entry(&mut self, key: String, value: Box<dyn Any>);

    /// Removes the entries of these keys. `O(n)`.
    fn remove_entries(&mut self, keys: &HashSet<String>);
}

/// Writes a struct by its fields. `O(n)`.
///
/// # Errors
///
/// If a field can't be written.
pub(crate) fn struct_value(fields: &dyn Fields) -> Result<Value, ConvertError> {
    let mut members = Map::new();
    for (at, name) in names(fields.shape()) {
        let value = match fields.field(at) {
            FieldState::Absent(_) | FieldState::AbsentLeaf => continue,
            FieldState::Leaf(value) => value,
            FieldState::Closed => Err(ConvertError::Unknown),
            FieldState::Value(value) | FieldState::Fixed(value) => value.to_value(),
        };
        let value = value.map_err(|error| error.within(|| Step::Field(name.to_owned())))?;
        members.insert(name.to_owned(), value);
    }
    if let Some((_, unknown)) = fields.flattened_map() {
        let mut failed = None;
        unknown.each(&mut |name, value| match value.to_value() {
            Ok(value) => {
                members.insert(name.to_owned(), value);
            }
            Err(error) => {
                failed.get_or_insert(error.within(|| Step::Field(name.to_owned())));
            }
        });
        failed.map_or(Ok(()), Err)?;
    }
    Ok(Value::Object(members))
}

/// Reads a list by its elements. `O(n)`.
///
/// # Errors
///
/// If the value is not a list, or an element can't be read.
pub(crate) fn read_items(into: &mut dyn Rows, value: Value) -> Result<(), ConvertError> {
    let Value::Array(items) = value else {
        return Err(ConvertError::unexpected(&value, JsonKind::List.name()));
    };
    for (at, item) in items.into_iter().enumerate() {
        let item = into.read_item(item).map_err(|error| error.within(|| Step::Index(at)))?;
        into.add(item);
    }
    Ok(())
}

/// Writes a list by its elements. `O(n)`.
///
/// # Errors
///
/// If an element can't be written.
pub(crate) fn list_value(items: &dyn Items) -> Result<Value, ConvertError> {
    let mut written = Vec::with_capacity(items.count());
    for (at, item) in (0..items.count()).filter_map(|at| Some((at, items.item(at)?))) {
        written.push(item.to_value().map_err(|error| error.within(|| Step::Index(at)))?);
    }
    Ok(Value::Array(written))
}
