//! [`Owners`]: an index of objects by uid, and of the objects that name them as owners.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::Value;

use crate::object::text;
use crate::store::{Key, Shelf};

/// An index of the store.
#[derive(Debug, Default)]
pub(crate) struct Owners {
    places: HashMap<String, (Shelf, Key)>,
    dependents: HashMap<String, BTreeSet<(Shelf, Key)>>,
}

impl Owners {
    /// Records a write.
    pub(crate) fn changed(
        &mut self,
        shelf: &Shelf,
        key: &Key,
        before: Option<&Value>,
        after: Option<&Value>,
    ) {
        let place = || (Arc::clone(shelf), key.clone());
        for uid in before.map(owner_uids).into_iter().flatten() {
            if let Some(places) = self.dependents.get_mut(uid) {
                places.remove(&place());
                if places.is_empty() {
                    self.dependents.remove(uid);
                }
            }
        }
        for uid in after.map(owner_uids).into_iter().flatten() {
            self.dependents.entry(uid.to_owned()).or_default().insert(place());
        }
        let uid = |it: Option<&Value>| it.map(|it| text(it, "/metadata/uid").to_owned());
        let (old, new) = (uid(before), uid(after));
        if let Some(old) = old.filter(|it| Some(it) != new.as_ref()) {
            self.places.remove(&old);
        }
        if let Some(new) = new {
            self.places.insert(new, place());
        }
    }

    /// Whether an object with this uid exists.
    pub(crate) fn has(&self, uid: &str) -> bool {
        self.places.contains_key(uid)
    }

    /// The place of an object in the store.
    pub(crate) fn place(&self, uid: &str) -> Option<(Shelf, Key)> {
        self.places.get(uid).cloned()
    }

    /// The objects that name an object as an owner.
    pub(crate) fn dependents(&self, uid: &str) -> Vec<(Shelf, Key)> {
        self.dependents.get(uid).into_iter().flatten().cloned().collect()
    }
}

/// The uids of the owners of an object.
pub(crate) fn owner_uids(object: &Value) -> impl Iterator<Item = &str> {
    references(object).map(|it| text(it, "/uid"))
}

/// The references to owners.
pub(crate) fn references(object: &Value) -> impl Iterator<Item = &Value> {
    let list = object.pointer("/metadata/ownerReferences").and_then(Value::as_array);
    list.into_iter().flatten()
}
