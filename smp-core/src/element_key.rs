//! [`ElementKey`]: the values that identify an element of a list, from the keys of its [`Site`].
//! Rules: semantics option-4.

use core::hash::{Hash, Hasher};

use crate::directive::{Change, PatchObject};
use crate::document::{JsonKind, KeyValue, Node, Object, Scalar};
use crate::error::{Error, ErrorKind};
use crate::path::Segment;
use crate::site::{Keys, Site};
use smp_schema::{KeyDefault, ListMapKey};

/// The values of the list map keys, which make an element unique for an API server; `None` for a key
/// without a scalar value.
pub(crate) type UniqueKey = Vec<Option<Scalar<'static>>>;

impl<'s> Site<'s> {
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

    /// The names of the fields that identify an element.
    pub(crate) fn key_names(&self) -> impl Iterator<Item = &'s str> {
        self.keys.names().map(|(name, _)| name)
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
            Keys::Merge { name, .. } => {
                scalar(name, get(name), None).map(|key| ElementKey(KeyParts::One(key)))
            }
            Keys::ListMap(all) => all
                .iter()
                .map(|key| scalar(key.name(), get(key.name()), default_of(key)))
                .collect::<Result<_, _>>()
                .map(|keys| ElementKey(KeyParts::Many(keys))),
        }
    }

    /// The name of the key field, if there is only one.
    pub(crate) fn single_key_name(&self) -> Option<&'s str> {
        match self.keys {
            Keys::Merge { name, .. } => Some(name),
            Keys::None | Keys::ListMap(_) => None,
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

    /// All list map keys, where they tell elements with the same merge key apart.
    fn unique(&self) -> &'s [ListMapKey] {
        match self.keys {
            Keys::Merge { unique, .. } => unique,
            Keys::None | Keys::ListMap(_) => &[],
        }
    }

    /// Whether elements with the same merge key may differ in a further list map key, as ports 53/UDP and
    /// 53/TCP do.
    pub(crate) fn has_unique_keys(&self) -> bool {
        !self.unique().is_empty()
    }

    /// The values of all list map keys of an element; empty unless they distinguish elements with the
    /// same merge key.
    pub(crate) fn unique_key(&self, element: &Node<'_>) -> UniqueKey {
        let value = |key: &ListMapKey| match element.key_value(key.name(), None) {
            None | Some(KeyValue::Scalar(Scalar::Null)) => default_of(key).map(Scalar::into_owned),
            Some(KeyValue::Scalar(value)) => Some(value.into_owned()),
            Some(KeyValue::Other(_)) => None,
        };
        self.unique().iter().map(value).collect()
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
        Some(self.element_type()?.field(self.single_key_name()?)?.position())
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

    /// The values, in the order of [`Site::key_names`].
    pub(crate) fn parts(&self) -> &[Scalar<'n>] {
        match &self.0 {
            KeyParts::One(part) => core::slice::from_ref(part),
            KeyParts::Many(parts) => parts,
        }
    }
}
