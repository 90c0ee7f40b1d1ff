//! The names of an object that was renamed, and the index of targets.

use core::cell::OnceCell;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use smp_core::{Document, View};

use crate::identity::{Identity, Lookup};

/// The fields of metadata that selectors look at.
pub(super) const LABELS: &str = "labels";
pub(super) const ANNOTATIONS: &str = "annotations";

/// The names and namespaces that an object has had, and its present identity.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    present: Identity,
    pub(super) own: HashSet<String>,
    pub(super) namespaces: HashSet<String>,
    /// The labels and annotations that it has now, read for the first selector that asks.
    labels: OnceCell<HashMap<String, String>>,
    annotations: OnceCell<HashMap<String, String>>,
}

impl Names {
    pub(crate) fn of(identity: Identity) -> Self {
        let mut all = Self::default();
        all.push(identity);
        all
    }

    pub(crate) fn present(&self) -> &Identity {
        &self.present
    }

    /// Adds the identity that the object has now.
    pub(crate) fn push(&mut self, identity: Identity) {
        self.own.insert(identity.name.clone().unwrap_or_default());
        self.namespaces.insert(identity.effective_namespace().to_owned());
        self.present = identity;
    }

    /// Forgets the labels and annotations, which may have changed.
    pub(crate) fn forget_metadata(&mut self) {
        (self.labels, self.annotations) = (OnceCell::new(), OnceCell::new());
    }

    /// The labels or the annotations of the object, which has these names.
    pub(super) fn labels(&self, object: &impl Lookup, field: &str) -> &HashMap<String, String> {
        let known = if field == ANNOTATIONS { &self.annotations } else { &self.labels };
        known.get_or_init(|| in_metadata(object, field).into_iter().collect())
    }
}

/// A property by which targets are looked up: a target matches only objects that have one of its
/// anchors.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Anchor {
    Name(String),
    Namespace(String),
    Kind(String),
    /// The API group, and the version without it.
    Group(String),
    Version(String),
    /// A label or an annotation: the field of metadata, the name and the value.
    Label(&'static str, String, String),
    /// The anchor that every object has.
    Any,
}

impl Anchor {
    /// The field of metadata, if it is a label or an annotation.
    pub(crate) fn field(&self) -> Option<&'static str> {
        match self {
            Self::Label(field, ..) => Some(field),
            _ => None,
        }
    }

    /// The anchors of an object, with labels and annotations from these fields of metadata.
    pub(crate) fn of(
        present: &Identity,
        object: &impl Lookup,
        fields: &HashSet<&'static str>,
    ) -> impl Iterator<Item = Self> {
        let own = [
            Self::Name(present.name.clone().unwrap_or_default()),
            Self::Namespace(present.effective_namespace().to_owned()),
            Self::Kind(present.kind.clone().unwrap_or_default()),
            Self::Group(present.group().to_owned()),
            Self::Version(present.version().to_owned()),
            Self::Any,
        ];
        let labels = fields.iter().flat_map(|field| {
            let members = in_metadata(object, field).into_iter();
            members.map(move |(name, value)| Self::Label(field, name, value))
        });
        own.into_iter().chain(labels)
    }
}

/// The labels or the annotations of an object. A value that is not a string counts as its JSON text.
fn in_metadata(object: &impl Lookup, field: &str) -> Vec<(String, String)> {
    let found = object.get_in(&["metadata", field]);
    let members = match found.as_ref().map(Document::view) {
        Some(Ok(View::Object(members))) => members,
        _ => Vec::new(),
    };
    let members = members.into_iter().map(|(name, value)| {
        (name.into_owned(), value.as_str().map_or_else(|| value.to_json(), Cow::into_owned))
    });
    members.collect()
}
