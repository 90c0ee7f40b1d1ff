//! [`Member`]: how a member of an object is merged, by its schema and the options. Apply,
//! diff, compose and conflicts all start from it. The key of an element: semantics
//! option-4.

use core::hash::{Hash, Hasher};

use crate::directive::{Change, PatchObject};
use crate::document::{JsonKind, KeyValue, Node, Object, Scalar};
use crate::error::{Error, ErrorKind};
use crate::options::{MergeKeys, Options, UnknownFields};
use crate::path::Segment;
use smp_schema::{KeyDefault, ListMapKey, Strategy, TypeKind, TypeRef};

/// The metadata of one member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member<'s> {
    /// `None` for a field that is not in the schema.
    pub(crate) ty: Option<TypeRef<'s>>,
    pub(crate) strategy: Strategy,
    /// The position of the field in its type.
    pub(crate) position: Option<usize>,
    /// Whether null is a value of the member: semantics value-10.
    pub(crate) nullable: bool,
    keys: Keys<'s>,
    /// All list map keys, where elements are merged by a different key.
    unique: &'s [ListMapKey],
}

/// The values of the list map keys, which make an element unique for an API server; `None` for a key
/// without a scalar value.
pub(crate) type UniqueKey = Vec<Option<Scalar<'static>>>;

/// The fields that identify an element.
#[derive(Debug, Clone, Copy)]
enum Keys<'s> {
    None,
    One(&'s str),
    All(&'s [ListMapKey]),
}

/// How a list is merged.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ListMode<'s> {
    /// Replaced as a whole.
    Atomic,
    /// A set of scalars.
    Scalars,
    /// Objects with keys. Has the type of the elements.
    Objects(Option<TypeRef<'s>>),
}

impl<'s> Member<'s> {
    /// The path step to the element with this key: `[name="web"]`.
    pub(crate) fn segment(&self, key: &ElementKey<'_>) -> Segment {
        let values = key.parts().iter().map(Scalar::to_json);
        Segment::Key(self.key_names().map(str::to_owned).zip(values).collect())
    }

    /// The path step to an element of a patch list: its key, or its index if it has no valid key.
    pub(crate) fn segment_of_change(&self, object: &PatchObject, at: usize) -> Segment {
        self.key_of_change(object).map_or(Segment::Index(at), |key| self.segment(&key))
    }

    /// The key of an element of a patch list. `O(k)` in the keys.
    pub(crate) fn key_of_change<'p>(&self, object: &'p PatchObject) -> Result<ElementKey<'p>, Error>
    where
        's: 'p,
    {
        self.key(|name| match object.fields.get(name)?.value.as_ref()? {
            Change::Scalar(node) => Some(KeyValue::of(node)),
            other => Some(KeyValue::Other(other.kind())),
        })
    }

    /// The member `name` of an object of type `ty`. `ty` is `None` for an object that is
    /// not in the schema.
    pub(crate) fn of(ty: Option<TypeRef<'s>>, name: &str, options: &Options) -> Self {
        let plain = |ty: Option<TypeRef<'s>>| Self {
            nullable: ty.is_some_and(TypeRef::is_nullable),
            ..Self::element(ty)
        };
        let Some(object) = ty else { return plain(None) };
        match object.kind() {
            TypeKind::Any => Self { nullable: object.keeps_nulls(), ..plain(Some(object)) },
            TypeKind::Map(value) => plain(Some(value)),
            TypeKind::Scalar | TypeKind::List(_) => plain(None),
            TypeKind::Object => match object.field(name) {
                Some(field) => {
                    let all = field.list_map_keys();
                    let (keys, unique) = match (field.merge_key(), options.merge_keys) {
                        // Without a patch merge key, all list map keys together are the key.
                        (_, MergeKeys::ListMapKeys) | (None, _) if !all.is_empty() => {
                            (Keys::All(all), [].as_slice())
                        }
                        (Some(key), _) if all.iter().all(|other| other.name() == key) => {
                            (Keys::One(key), [].as_slice())
                        }
                        (Some(key), _) => (Keys::One(key), all),
                        _ => (Keys::None, [].as_slice()),
                    };
                    Self {
                        ty: Some(field.ty()),
                        strategy: field.strategy(),
                        position: Some(field.position()),
                        nullable: field.ty().is_nullable(),
                        keys,
                        unique,
                    }
                }
                None => plain(object.other_members()),
            },
        }
    }

    /// An element of a list whose elements are of this type.
    pub(crate) fn element(ty: Option<TypeRef<'s>>) -> Self {
        Self {
            ty,
            strategy: Strategy::NONE,
            position: None,
            nullable: false,
            keys: Keys::None,
            unique: &[],
        }
    }

    /// The type of the elements, if the member is a list.
    pub(crate) fn element_type(&self) -> Option<TypeRef<'s>> {
        match self.ty.map(TypeRef::kind) {
            Some(TypeKind::List(element)) => Some(element),
            Some(TypeKind::Any) => self.ty,
            _ => None,
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
    pub(crate) fn list_mode(&self, options: &Options) -> Result<ListMode<'s>, Error> {
        self.check_known(options)?;
        let element = match self.ty.map(TypeRef::kind) {
            Some(TypeKind::List(element)) => element,
            None | Some(TypeKind::Any) => return Ok(ListMode::Atomic),
            Some(TypeKind::Scalar) => return Err(not_a_list("a scalar")),
            Some(TypeKind::Object | TypeKind::Map(_)) => return Err(not_a_list("an object")),
        };
        if !self.strategy.is_merge() {
            return Ok(ListMode::Atomic);
        }
        Ok(match self.keys {
            Keys::None => ListMode::Scalars,
            Keys::One(_) | Keys::All(_) => ListMode::Objects(Some(element)),
        })
    }

    /// The names of the fields that identify an element.
    pub(crate) fn key_names(&self) -> impl Iterator<Item = &'s str> {
        let (one, all) = match self.keys {
            Keys::None => (None, [].as_slice()),
            Keys::One(key) => (Some(key), [].as_slice()),
            Keys::All(all) => (None, all),
        };
        one.into_iter().chain(all.iter().map(ListMapKey::name))
    }

    /// The key of an element; `get` returns its members. An error if a key field without
    /// default is missing, or if one is not a scalar. `O(k)` in the key fields.
    pub(crate) fn key<'n>(
        &self,
        get: impl Fn(&str) -> Option<KeyValue<'n>>,
    ) -> Result<ElementKey<'n>, Error>
    where
        's: 'n,
    {
        let scalar = |name: &str, value: Option<KeyValue<'n>>, default: Option<Scalar<'s>>| {
            let kind = match value {
                // A null counts as absent.
                None | Some(KeyValue::Scalar(Scalar::Null)) => None,
                Some(KeyValue::Scalar(scalar)) => return Ok(scalar),
                Some(KeyValue::Other(kind)) => Some(kind),
            };
            match (kind, default) {
                (None, Some(default)) => Ok(default),
                (None, None) => Err(Error::new(
                    ErrorKind::MergeKeyMissing,
                    format!("the element lacks the merge key {name:?}; add it"),
                )),
                (Some(kind), _) => Err(Error::new(
                    ErrorKind::MergeKeyMissing,
                    format!("the merge key {name:?} must be a scalar, found {}", kind.name()),
                )),
            }
        };
        match self.keys {
            // Not reached: only lists of objects have keys.
            Keys::None => Ok(ElementKey(KeyParts::Many(Vec::new()))),
            Keys::One(name) => {
                scalar(name, get(name), None).map(|key| ElementKey(KeyParts::One(key)))
            }
            Keys::All(all) => all
                .iter()
                .map(|key| scalar(key.name(), get(key.name()), default_of(key)))
                .collect::<Result<_, _>>()
                .map(|keys| ElementKey(KeyParts::Many(keys))),
        }
    }

    /// The name of the key field, if there is only one.
    pub(crate) fn single_key_name(&self) -> Option<&'s str> {
        match self.keys {
            Keys::One(name) => Some(name),
            Keys::None | Keys::All(_) => None,
        }
    }

    /// The key fields of an element with their values, without those that are null or missing.
    pub(crate) fn key_members<'n>(
        &self,
        element: &Node<'n>,
    ) -> Result<Vec<(&'s str, Node<'n>)>, Error> {
        let mut members = Vec::new();
        for name in self.key_names() {
            let member = element.member(name)?.filter(|key| !key.is_null());
            members.extend(member.map(|key| (name, key)));
        }
        Ok(members)
    }

    /// Whether elements with the same merge key may differ in a further list map key, as ports 53/UDP and
    /// 53/TCP do.
    pub(crate) fn has_unique_keys(&self) -> bool {
        !self.unique.is_empty()
    }

    /// The values of all list map keys of an element; empty unless they distinguish elements with the
    /// same merge key.
    pub(crate) fn unique_key(&self, element: &Node<'_>) -> UniqueKey {
        let value = |key: &ListMapKey| match element.key_value(key.name(), None) {
            None | Some(KeyValue::Scalar(Scalar::Null)) => default_of(key).map(Scalar::into_owned),
            Some(KeyValue::Scalar(value)) => Some(value.into_owned()),
            Some(KeyValue::Other(_)) => None,
        };
        self.unique.iter().map(value).collect()
    }

    /// The key of an element that is parsed.
    pub(crate) fn key_of<'n>(&self, element: &'n Object<'n>) -> Result<ElementKey<'n>, Error>
    where
        's: 'n,
    {
        self.key(|name| element.get(name).map(KeyValue::of))
    }

    /// The key of an element; `None` if it is not an object, or has no key. `position` is the
    /// [`key_position`](Self::key_position) of the list, if there are many elements.
    pub(crate) fn readable_key<'n>(
        &self,
        element: &'n Node<'n>,
        position: Option<usize>,
    ) -> Option<ElementKey<'n>>
    where
        's: 'n,
    {
        let is_object = element.kind() == JsonKind::Object;
        is_object.then(|| self.key(|name| element.key_value(name, position)).ok())?
    }

    /// The position of the merge key in the type of the elements, if there is only one key.
    pub(crate) fn key_position(&self) -> Option<usize> {
        match self.ty?.kind() {
            TypeKind::List(element) => Some(element.field(self.single_key_name()?)?.position()),
            _ => None,
        }
    }
}

/// The value of a key in an element that doesn't have the field.
fn default_of(key: &ListMapKey) -> Option<Scalar<'_>> {
    Some(match key.default()? {
        KeyDefault::String(text) => Scalar::String(text.into()),
        KeyDefault::Number(text) => Scalar::literal(text),
        KeyDefault::Bool(true) => Scalar::literal("true"),
        KeyDefault::Bool(false) => Scalar::literal("false"),
    })
}

fn not_a_list(expected: &str) -> Error {
    Error::new(ErrorKind::TypeMismatch, format!("the schema has {expected} here, found a list"))
}

/// The key of an element of a list: the values of its key fields.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ElementKey<'n>(KeyParts<'n>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyParts<'n> {
    One(Scalar<'n>),
    Many(Vec<Scalar<'n>>),
}

impl Hash for KeyParts<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::One(part) => part.hash(state),
            Self::Many(parts) => parts.iter().for_each(|part| part.hash(state)),
        }
    }
}

impl<'n> ElementKey<'n> {
    /// The key of an item of a list of scalars.
    pub(crate) fn of_scalar(item: Scalar<'n>) -> Self {
        Self(KeyParts::One(item))
    }

    /// The values, in the order of [`Member::key_names`].
    pub(crate) fn parts(&self) -> &[Scalar<'n>] {
        match &self.0 {
            KeyParts::One(part) => core::slice::from_ref(part),
            KeyParts::Many(parts) => parts,
        }
    }
}
