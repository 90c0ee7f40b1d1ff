//! [`Place`]: what server-side apply needs to know about one place in an object.

use serde_json::{Number, Value};
use smp_core::schema::{Base, FieldRef, KeyDefault, ScalarType, TypeKind};
use smp_core::{ListRule, ListTypes, Site, TypeRef, View};

use crate::element::{Element, FieldName, value_of};

/// A place by the rules of server-side apply.
#[derive(Clone, Copy)]
pub(crate) struct Place<'s>(Site<'s>);

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
    pub(crate) const UNKNOWN: Self = Self(Site::UNKNOWN);

    /// The place of a whole object.
    pub(crate) fn of(ty: TypeRef<'s>) -> Self {
        Self(Site::of(Some(ty), ListTypes))
    }

    pub(crate) fn kind(self) -> Option<TypeKind<TypeRef<'s>>> {
        self.0.ty.map(TypeRef::kind)
    }

    pub(crate) fn scalar_type(self) -> Option<ScalarType> {
        self.0.ty.and_then(TypeRef::scalar_type)
    }

    /// The place of a member; an unknown one if the type does not have it.
    pub(crate) fn member(self, name: &str) -> Self {
        Self(Site::member(self.0.ty, name, ListTypes))
    }

    /// The place of the elements of a list.
    pub(crate) fn element(self) -> Self {
        Self(self.0.element(ListTypes))
    }

    /// Whether the schema has the place.
    pub(crate) fn is_known(self) -> bool {
        self.0.ty.is_some()
    }

    /// Whether the place is a field of an object type.
    pub(crate) fn is_field(self) -> bool {
        self.0.position.is_some()
    }

    /// Whether an object here is replaced as a whole.
    pub(crate) fn is_atomic_map(self) -> bool {
        self.0.strategy.base() == Base::Replace
    }

    /// Whether a list here is replaced as a whole.
    pub(crate) fn is_atomic_list(self) -> bool {
        self.0.list() == ListRule::Atomic
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
        self.0.element_type().and_then(|ty| ty.field(name)).is_some_and(FieldRef::is_required)
    }

    /// The path element of an item of a list that is not atomic; the error says what is wrong with the item.
    pub(crate) fn item(self, item: &View<'_>) -> Result<Element, String> {
        if self.0.list() != ListRule::Keyed {
            return match item {
                View::Object(_) | View::List(_) => Err("an item of a set is a scalar".to_owned()),
                View::Null => Err("null is no item of a set".to_owned()),
                _ => Ok(Element::Value(
                    value_of(item.clone()).map_err(|error| error.to_string())?.into(),
                )),
            };
        }
        let View::Object(members) = item else {
            return Err("an item of a list with keys is an object".to_owned());
        };
        let mut found: Vec<(FieldName, Value)> = Vec::new();
        let mut last = None;
        for (name, default) in self.0.keys.names() {
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
            let names: Vec<_> = self.0.keys.names().map(|(name, _)| format!("`{name}`")).collect();
            return Err(format!("the item has no key; state {}", names.join(" or ")));
        };
        Ok(Element::of_keys(found, last))
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
