//! Optional keys: keys that elements may leave out. Such a key is used only if every element in
//! all documents of an operation has it, each with a different value. Otherwise the list merges
//! as its definition says.

use std::collections::HashSet;

use foldhash::quality::RandomState;
use serde_json::Value;

use super::KnownKind;
use crate::overlay::{Overlay, PathStep, steps_of};

/// The name of the directive. An element with `$patch: replace` needs no key.
const PATCH: &str = "$patch";

/// A list where an optional key is missing, or is not unique.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MissingKey {
    /// The path of the list in the overlay, such as `spec.http`.
    pub path: String,
    /// The key.
    pub key: String,
    /// The index of the document among those that were given.
    pub document: usize,
    /// The index of the element in its list.
    pub element: usize,
}

impl KnownKind {
    /// The fields whose elements may leave the key out, by path.
    pub fn optional_keys(&self) -> impl Iterator<Item = &str> {
        self.optional_keys.iter().map(String::as_str)
    }

    /// The optional keys that can't be used in an operation on these documents (objects and
    /// patches): those that an element lacks, or that two elements of a list share. Each is
    /// reported once, with the first such element. `O(n)` in the lists.
    ///
    /// ```
    /// use serde_json::json;
    /// let known = smp_openapi::overlays::for_kind("networking.istio.io", "VirtualService").unwrap();
    /// let object = json!({"spec": {"http": [{"name": "v1"}, {"route": []}]}});
    /// let patch = json!({"spec": {"http": [{"name": "v1"}]}});
    /// let missing = known.missing_keys(&[&object, &patch]);
    /// assert_eq!((missing[0].path.as_str(), missing[0].element), ("spec.http", 1));
    /// assert!(known.missing_keys(&[&patch]).is_empty());
    /// ```
    #[must_use]
    pub fn missing_keys(&self, documents: &[&Value]) -> Vec<MissingKey> {
        let missing = self.optional_keys.iter().filter_map(|path| {
            let key = self.overlay.merge_key(path)?;
            let steps = steps_of(path)?;
            documents.iter().enumerate().find_map(|(document, value)| {
                let element = first_without(value, &steps, key)?;
                let (path, key) = (path.clone(), key.to_owned());
                Some(MissingKey { path, key, document, element })
            })
        });
        missing.collect()
    }

    /// Whether a document has elements in the lists at a path of the overlay. `O(n)` in the lists.
    #[must_use]
    pub fn has_elements(&self, path: &str, document: &Value) -> bool {
        steps_of(path).is_some_and(|steps| any_element(document, &steps))
    }

    /// The changes without the keys that are missing. `O(n)` in the overlay.
    ///
    /// ```
    /// use serde_json::json;
    /// let known = smp_openapi::overlays::for_kind("keda.sh", "ScaledObject").unwrap();
    /// let object = json!({"spec": {"triggers": [{"type": "cpu"}]}});
    /// let overlay = known.overlay_without(&known.missing_keys(&[&object]));
    /// assert_eq!(overlay.changed_fields().count(), 0);
    /// ```
    #[must_use]
    pub fn overlay_without(&self, missing: &[MissingKey]) -> Overlay {
        self.overlay.without(|path| missing.iter().any(|it| it.path == path))
    }
}

/// Whether a list that the steps lead to has elements.
fn any_element(value: &Value, steps: &[PathStep]) -> bool {
    match (steps, value) {
        ([], Value::Array(elements)) => !elements.is_empty(),
        ([PathStep::Field(name), rest @ ..], Value::Object(members)) => {
            members.get(name).is_some_and(|member| any_element(member, rest))
        }
        ([PathStep::Inside, rest @ ..], Value::Array(elements)) => {
            elements.iter().any(|element| any_element(element, rest))
        }
        ([PathStep::Inside, rest @ ..], Value::Object(members)) => {
            members.values().any(|member| any_element(member, rest))
        }
        _ => false,
    }
}

/// The first element, in all lists that the steps lead to, that lacks the key or shares it with
/// another element.
fn first_without(value: &Value, steps: &[PathStep], key: &str) -> Option<usize> {
    match (steps, value) {
        ([], Value::Array(elements)) => {
            let mut seen = HashSet::with_hasher(RandomState::default());
            elements.iter().position(|element| {
                if element.get(PATCH).is_some_and(|directive| directive == "replace") {
                    return false;
                }
                let deleted = element.get(PATCH).is_some();
                match element.get(key) {
                    Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => true,
                    Some(own) => !deleted && !seen.insert(own.to_string()),
                }
            })
        }
        ([PathStep::Field(name), rest @ ..], Value::Object(members)) => {
            first_without(members.get(name)?, rest, key)
        }
        ([PathStep::Inside, rest @ ..], Value::Array(elements)) => {
            elements.iter().find_map(|element| first_without(element, rest, key))
        }
        ([PathStep::Inside, rest @ ..], Value::Object(members)) => {
            members.values().find_map(|member| first_without(member, rest, key))
        }
        _ => None,
    }
}
