//! [`Site`]: a place in a document, resolved against the schema. All code that walks a document along
//! its schema goes down with it, by one of two sets of rules: those of patches, which follow the
//! [`Options`], and those of server-side apply, [`ListTypes`].

use crate::error::{Error, ErrorKind};
use crate::options::{MergeKeys, Options, UnknownFields};
use smp_schema::{
    FieldRef, KeyDefault, ListMapKey, ListType, MapType, Strategy, TypeKind, TypeRef,
};

/// The type of a value, and how it is merged. How a list or an object is merged depends on its field,
/// so the type is not enough.
#[derive(Debug, Clone, Copy)]
pub struct Site<'s> {
    /// `None` for a field that is not in the schema.
    pub ty: Option<TypeRef<'s>>,
    /// The position of the field in its type; `None` if the value is not that of a field.
    pub position: Option<usize>,
    /// Whether null is a value here: semantics value-10.
    pub nullable: bool,
    /// `merge` for a list that is merged, `replace` for an object that is not.
    pub strategy: Strategy,
    /// The fields that identify an element, if the value is a list.
    pub keys: Keys<'s>,
}

/// The fields that identify an element.
#[derive(Debug, Clone, Copy)]
pub enum Keys<'s> {
    /// A list of scalars, or a list that is replaced as a whole.
    None,
    /// The merge key.
    Merge {
        /// The name of the field.
        name: &'s str,
        /// All list map keys, where they tell elements with the same merge key apart.
        unique: &'s [ListMapKey],
    },
    /// All list map keys together.
    ListMap(&'s [ListMapKey]),
}

/// How a list is merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListRule {
    /// Replaced as a whole.
    Atomic,
    /// A set of scalars.
    Set,
    /// Objects with keys.
    Keyed,
}

/// The metadata that decides how values are merged.
pub trait MergeRules: Copy {
    /// The rules of the value of a field.
    fn field(self, field: FieldRef<'_>) -> (Strategy, Keys<'_>);

    /// The strategy of a value outside of a field: a whole document, an element, or a value of a map.
    fn value(self, ty: TypeRef<'_>) -> Strategy;
}

/// The rules of patches: strategies and merge keys.
impl MergeRules for &Options {
    #[inline]
    fn field(self, field: FieldRef<'_>) -> (Strategy, Keys<'_>) {
        let all = field.list_map_keys();
        let keys = match (field.merge_key(), self.merge_keys) {
            // Without a patch merge key, all list map keys together are the key.
            (_, MergeKeys::ListMapKeys) | (None, _) if !all.is_empty() => Keys::ListMap(all),
            (Some(name), _) if all.iter().all(|other| other.name() == name) => {
                Keys::Merge { name, unique: &[] }
            }
            (Some(name), _) => Keys::Merge { name, unique: all },
            _ => Keys::None,
        };
        (field.strategy(), keys)
    }

    #[inline]
    fn value(self, _: TypeRef<'_>) -> Strategy {
        Strategy::NONE
    }
}

/// The rules of server-side apply: list types and map types. A list without a list type merges as its
/// patch strategy says.
#[derive(Debug, Clone, Copy)]
pub struct ListTypes;

impl MergeRules for ListTypes {
    fn field(self, field: FieldRef<'_>) -> (Strategy, Keys<'_>) {
        let object = (of_map(field.map_type()), Keys::None);
        if matches!(field.ty().kind(), TypeKind::Object | TypeKind::Map(_)) {
            return object;
        }
        let keys = match (field.list_type(), field.merge_key()) {
            (Some(ListType::Atomic), _) => return object,
            (Some(ListType::Map), _) => Keys::ListMap(field.list_map_keys()),
            (None, _) if !field.strategy().is_merge() => return object,
            (None, Some(name)) => Keys::Merge { name, unique: &[] },
            (Some(ListType::Set), _) | (None, None) => Keys::None,
        };
        (Strategy::MERGE, keys)
    }

    fn value(self, ty: TypeRef<'_>) -> Strategy {
        of_map(ty.map_type())
    }
}

fn of_map(map_type: MapType) -> Strategy {
    match map_type {
        MapType::Atomic => Strategy::REPLACE,
        MapType::Granular => Strategy::NONE,
    }
}

impl<'s> Site<'s> {
    /// A place that the schema does not know.
    pub const UNKNOWN: Self = Self {
        ty: None,
        position: None,
        nullable: false,
        strategy: Strategy::NONE,
        keys: Keys::None,
    };

    /// A whole document, or an element of a list. `ty` is `None` if it is not in the schema.
    #[must_use]
    #[inline]
    pub fn of(ty: Option<TypeRef<'s>>, rules: impl MergeRules) -> Self {
        let strategy = ty.map_or(Strategy::NONE, |ty| rules.value(ty));
        Self { ty, strategy, ..Self::UNKNOWN }
    }

    /// The member `name` of an object of type `ty`. `ty` is `None` for an object that is
    /// not in the schema.
    #[must_use]
    pub fn member(ty: Option<TypeRef<'s>>, name: &str, rules: impl MergeRules) -> Self {
        let plain = |ty: Option<TypeRef<'s>>| Self {
            nullable: ty.is_some_and(TypeRef::is_nullable),
            ..Self::of(ty, rules)
        };
        let Some(object) = ty else { return Self::UNKNOWN };
        match object.kind() {
            TypeKind::Any => Self { nullable: object.keeps_nulls(), ..plain(Some(object)) },
            TypeKind::Map(value) => plain(Some(value)),
            TypeKind::Scalar | TypeKind::List(_) => Self::UNKNOWN,
            TypeKind::Object => match object.field(name) {
                Some(field) => {
                    let (strategy, keys) = rules.field(field);
                    Self {
                        ty: Some(field.ty()),
                        position: Some(field.position()),
                        nullable: field.ty().is_nullable(),
                        strategy,
                        keys,
                    }
                }
                None => plain(object.other_members()),
            },
        }
    }

    /// An element of the list.
    #[must_use]
    #[inline]
    pub fn element(&self, rules: impl MergeRules) -> Self {
        Self::of(self.element_type(), rules)
    }

    /// The type of the elements, if the value is a list.
    #[must_use]
    #[inline]
    pub fn element_type(&self) -> Option<TypeRef<'s>> {
        match self.ty.map(TypeRef::kind) {
            Some(TypeKind::List(element)) => Some(element),
            Some(TypeKind::Any) => self.ty,
            _ => None,
        }
    }

    /// How a list is merged here, if the type allows one.
    #[must_use]
    #[inline]
    pub fn list(&self) -> ListRule {
        match self.keys {
            _ if !self.strategy.is_merge() => ListRule::Atomic,
            Keys::None => ListRule::Set,
            Keys::Merge { .. } | Keys::ListMap(_) => ListRule::Keyed,
        }
    }

    /// An error if objects and lists in this member can't be merged, because the member is
    /// not in the schema.
    pub(crate) fn check_known(&self, options: &Options) -> Result<(), Error> {
        if self.ty.is_some() || options.unknown_fields == UnknownFields::Replace {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::UnknownField,
            "the schema has no such field, and an object or list of an unknown field cannot be \
             merged; correct the name",
        )
        .or_in_code("or merge unknown fields with `UnknownFields::Replace`"))
    }

    /// How a list in this member is merged. An error if the member is not a list in the schema.
    pub(crate) fn list_rule(&self, options: &Options) -> Result<ListRule, Error> {
        self.check_known(options)?;
        match self.ty.map(TypeRef::kind) {
            Some(TypeKind::List(_)) => Ok(self.list()),
            None | Some(TypeKind::Any) => Ok(ListRule::Atomic),
            Some(TypeKind::Scalar) => Err(not_a_list("a scalar")),
            Some(TypeKind::Object | TypeKind::Map(_)) => Err(not_a_list("an object")),
        }
    }
}

impl<'s> Keys<'s> {
    /// The names of the fields, with their defaults.
    pub fn names(self) -> impl Iterator<Item = (&'s str, Option<&'s KeyDefault>)> {
        let (one, all) = match self {
            Self::None => (None, [].as_slice()),
            Self::Merge { name, .. } => (Some((name, None)), [].as_slice()),
            Self::ListMap(all) => (None, all),
        };
        one.into_iter().chain(all.iter().map(|key| (key.name(), key.default())))
    }
}

fn not_a_list(expected: &str) -> Error {
    Error::new(ErrorKind::TypeMismatch, format!("the schema has {expected} here, found a list"))
}
