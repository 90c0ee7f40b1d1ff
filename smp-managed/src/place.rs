//! [`Place`]: what the schema says about one place in an object.

use serde_json::{Number, Value};
use smp_core::schema::{FieldRef, KeyDefault, ListMapKey, MapType, ScalarType, TypeKind};
use smp_core::{ListType, TypeRef, View};

use crate::element::{Element, FieldName, value_of};

/// The type of a value and how server-side apply merges it. How a list or an object merges depends on its
/// field, so the type is not enough.
#[derive(Clone, Copy)]
pub(crate) struct Place<'s> {
    /// `None` for a field that the schema does not have.
    ty: Option<TypeRef<'s>>,
    list: ListRule<'s>,
    map: MapType,
}

/// The way in which a list merges.
#[derive(Clone, Copy)]
pub(crate) enum ListRule<'s> {
    Atomic,
    Set,
    Keyed(Keys<'s>),
}

/// The fields that identify an item of a list.
#[derive(Clone, Copy)]
pub(crate) enum Keys<'s> {
    ListMap(&'s [ListMapKey]),
    /// The merge key of a list that states no list type.
    Merge(&'s str),
}

/// The way in which a value is walked, by its type or, where any type is possible, by the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Map,
    List,
    Scalar,
    /// Null where any type is possible: walked as an object, but distinct from one.
    Any,
}

impl<'s> Place<'s> {
    /// A place that the schema does not know.
    pub(crate) const UNKNOWN: Self =
        Self { ty: None, list: ListRule::Atomic, map: MapType::Granular };

    /// The place of a whole object, of an element of a list, or of a value of a map.
    pub(crate) fn of(ty: TypeRef<'s>) -> Self {
        Self { ty: Some(ty), list: ListRule::Atomic, map: ty.map_type() }
    }

    /// The place of a field. A list without a list type merges as its patch strategy says.
    fn of_field(field: FieldRef<'s>) -> Self {
        let list = match (field.list_type(), field.merge_key()) {
            (Some(ListType::Atomic), _) => ListRule::Atomic,
            (Some(ListType::Map), _) => ListRule::Keyed(Keys::ListMap(field.list_map_keys())),
            (None, _) if !field.strategy().is_merge() => ListRule::Atomic,
            (None, Some(key)) => ListRule::Keyed(Keys::Merge(key)),
            (Some(ListType::Set), _) | (None, None) => ListRule::Set,
        };
        Self { ty: Some(field.ty()), list, map: field.map_type() }
    }

    pub(crate) fn kind(self) -> Option<TypeKind<TypeRef<'s>>> {
        self.ty.map(TypeRef::kind)
    }

    pub(crate) fn scalar_type(self) -> Option<ScalarType> {
        self.ty.and_then(TypeRef::scalar_type)
    }

    /// The place of a member; an unknown one if the type does not have it.
    pub(crate) fn member(self, name: &str) -> Self {
        self.member_or_field(name).0
    }

    /// The place of a member, and whether it is a field of an object type.
    pub(crate) fn member_or_field(self, name: &str) -> (Self, bool) {
        let Some(ty) = self.ty else { return (Self::UNKNOWN, false) };
        match ty.kind() {
            TypeKind::Object => match ty.field(name) {
                Some(field) => (Self::of_field(field), true),
                None => (ty.other_members().map_or(Self::UNKNOWN, Self::of), false),
            },
            TypeKind::Map(value) => (Self::of(value), false),
            TypeKind::Any => (self, false),
            TypeKind::List(_) | TypeKind::Scalar => (Self::UNKNOWN, false),
        }
    }

    /// The place of the elements of a list.
    pub(crate) fn element(self) -> Self {
        match self.kind() {
            Some(TypeKind::List(element)) => Self::of(element),
            _ => Self::UNKNOWN,
        }
    }

    pub(crate) fn is_known(self) -> bool {
        self.ty.is_some()
    }

    /// Whether an object here is replaced as a whole.
    pub(crate) fn is_atomic_map(self) -> bool {
        self.map == MapType::Atomic
    }

    /// Whether a list here is replaced as a whole.
    pub(crate) fn is_atomic_list(self) -> bool {
        matches!(self.list, ListRule::Atomic)
    }

    /// Whether every value here is owned as a whole.
    pub(crate) fn is_leaf(self) -> bool {
        match self.kind() {
            Some(TypeKind::Scalar) => true,
            Some(TypeKind::Object | TypeKind::Map(_)) => self.is_atomic_map(),
            Some(TypeKind::List(_)) => self.is_atomic_list(),
            Some(TypeKind::Any) | None => false,
        }
    }

    /// The way in which a value is walked here.
    pub(crate) fn form(self, view: &View<'_>) -> Form {
        match self.kind() {
            Some(TypeKind::Object | TypeKind::Map(_)) => Form::Map,
            Some(TypeKind::List(_)) => Form::List,
            Some(TypeKind::Any) => match view {
                View::Object(_) => Form::Map,
                View::List(_) => Form::List,
                View::Null => Form::Any,
                _ => Form::Scalar,
            },
            Some(TypeKind::Scalar) | None => Form::Scalar,
        }
    }

    /// Whether every item of the list has this field.
    fn requires_key(self, name: &str) -> bool {
        self.element().ty.and_then(|ty| ty.field(name)).is_some_and(FieldRef::is_required)
    }

    /// The path element of an item of a list that is not atomic; the error says what is wrong with the item.
    pub(crate) fn item(self, item: &View<'_>) -> Result<Element, String> {
        let keys = match self.list {
            ListRule::Keyed(keys) => keys,
            ListRule::Atomic | ListRule::Set => {
                return match item {
                    View::Object(_) | View::List(_) => {
                        Err("an item of a set is a scalar".to_owned())
                    }
                    View::Null => Err("null is no item of a set".to_owned()),
                    _ => Ok(Element::Value(
                        value_of(item.clone()).map_err(|error| error.to_string())?.into(),
                    )),
                };
            }
        };
        let View::Object(members) = item else {
            return Err("an item of a list with keys is an object".to_owned());
        };
        let mut found: Vec<(FieldName, Value)> = Vec::new();
        let mut last = None;
        for (name, default) in keys.names() {
            // Of several members with one name, the last counts.
            let member = members.iter().rev().find(|(member, _)| member == name);
            let value = match member {
                Some((_, value)) => value.view().and_then(value_of).map_err(|it| it.to_string())?,
                None => match default {
                    Some(default) => default_value(default),
                    None if self.requires_key(name) => {
                        return Err(format!(
                            "the item has no `{name}`, which is its key; state it"
                        ));
                    }
                    None => continue,
                },
            };
            found.extend(last.replace((name.into(), value)));
        }
        let Some(last) = last else {
            let names: Vec<_> = keys.names().map(|(name, _)| format!("`{name}`")).collect();
            return Err(format!("the item has no key; state {}", names.join(" or ")));
        };
        Ok(Element::of_keys(found, last))
    }
}

impl<'s> Keys<'s> {
    /// The names of the keys, with their defaults.
    fn names(self) -> impl Iterator<Item = (&'s str, Option<&'s KeyDefault>)> {
        let (keys, merge) = match self {
            Self::ListMap(keys) => (keys, None),
            Self::Merge(name) => (&[][..], Some((name, None))),
        };
        keys.iter().map(|key| (key.name(), key.default())).chain(merge)
    }
}

fn default_value(default: &KeyDefault) -> Value {
    match default {
        KeyDefault::String(text) => text.as_str().into(),
        KeyDefault::Number(text) => {
            text.parse::<Number>().map_or_else(|_| text.as_str().into(), Value::Number)
        }
        KeyDefault::Bool(value) => (*value).into(),
    }
}
