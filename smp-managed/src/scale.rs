//! [`ScaleEntries`]: converts entries of an object to those of its subresource `scale`, and back.

use std::collections::BTreeMap;

use crate::element::{Element, FieldPath};
use crate::entry::{Entry, ManagedFields};
use crate::manager::Manager;
use crate::set::FieldSet;

/// The version of a `Scale` and of its entries.
const SCALE: &str = "autoscaling/v1";

/// Where each version of a kind has the number of replicas, which its subresource `scale` shows and sets. A
/// write of the subresource is an operation on a `Scale` with the entries of [`of_scale`](Self::of_scale).
/// [`of_parent`](Self::of_parent) turns the resulting entries back into those of the object.
///
/// ```
/// use smp_managed::{Entry, FieldPath, ManagedFields, ScaleEntries, FieldSet};
/// use smp_core::Document;
/// let deployment = Document::from_json(
///     r#"{"metadata":{"managedFields":[{"manager":"a","operation":"Apply","apiVersion":"apps/v1",
///         "fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:paused":{},"f:replicas":{}}}}]}}"#,
/// )?;
/// let scale = ScaleEntries::new().version("apps/v1", ".spec.replicas");
/// let parent = ManagedFields::of(&deployment)?;
/// let of_scale = scale.of_scale(&parent);
/// assert_eq!(of_scale.entries()[0].api_version, "autoscaling/v1");
///
/// // Nobody owns the replicas of the scale any longer: the manager keeps the rest.
/// let left = scale.of_parent(&parent, &ManagedFields::default(), "apps/v1");
/// assert_eq!(left.entries()[0].fields.to_fields_v1(), r#"{"f:spec":{"f:paused":{}}}"#);
/// # Ok::<(), smp_managed::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ScaleEntries {
    /// `None` for a version without the subresource.
    versions: BTreeMap<String, Option<FieldPath>>,
}

impl ScaleEntries {
    /// Starts without versions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a version with the place of its replicas: names with dots before them, such as
    /// `.spec.replicas`, as definitions of custom resources write it. If the place is empty, the version
    /// has no such subresource.
    #[must_use]
    pub fn version(mut self, api_version: impl Into<String>, replicas: &str) -> Self {
        let names = replicas.split('.').filter(|name| !name.is_empty());
        let path = FieldPath(names.map(Element::field).collect());
        self.versions.insert(api_version.into(), (!path.0.is_empty()).then_some(path));
        self
    }

    /// The entries of the object that own its replicas, as entries of its scale. `O(n)`.
    #[must_use]
    pub fn of_scale(&self, parent: &ManagedFields) -> ManagedFields {
        let entries = parent.entries().iter().filter(|entry| {
            self.replicas(&entry.api_version).is_some_and(|path| entry.fields.contains(path))
        });
        ManagedFields::from_entries(entries.map(|entry| of_version(entry, SCALE, in_scale())))
    }

    /// The entries of the object after a write of its scale in a version of the object. As on an API
    /// server, entries of versions that were not [added](Self::version) are dropped; an update that keeps
    /// the replicas is split into two entries, and the one with the replicas has no time; a new entry has
    /// no time either. `O(n)`.
    #[must_use]
    pub fn of_parent(
        &self,
        parent: &ManagedFields,
        scale: &ManagedFields,
        api_version: &str,
    ) -> ManagedFields {
        let mut left = scale.clone();
        let mut entries = Vec::new();
        for entry in parent.entries() {
            let Some(path) = self.versions.get(&entry.api_version) else { continue };
            let owned = path.as_ref().filter(|path| entry.fields.contains(path));
            let fields = match owned {
                Some(path) if left.remove(&entry.manager).is_none() => {
                    entry.fields.difference(&FieldSet::from_paths([path.clone()]))
                }
                _ => entry.fields.clone(),
            };
            if !fields.is_empty() {
                entries.push(Entry { fields, ..entry.clone() });
            }
        }
        let replicas = FieldSet::from_paths(self.replicas(api_version).cloned());
        let has_replicas = |entry: &&Entry| !entry.fields.intersection(&in_scale()).is_empty();
        for entry in left.entries().iter().filter(has_replicas) {
            let mut entry = entry.clone();
            entry.time = parent.get(&entry.manager).and_then(|entry| entry.time);
            entries.push(of_version(&entry, api_version, replicas.clone()));
        }
        ManagedFields { entries }
    }

    fn replicas(&self, api_version: &str) -> Option<&FieldPath> {
        self.versions.get(api_version)?.as_ref()
    }
}

/// The replicas of a scale.
fn in_scale() -> FieldSet {
    FieldSet::from_paths([FieldPath(vec![Element::field("spec"), Element::field("replicas")])])
}

/// The entry in a different version, with different fields.
fn of_version(entry: &Entry, api_version: &str, fields: FieldSet) -> Entry {
    let Manager { name, operation, subresource, .. } = &entry.manager;
    let manager = Manager::of_request(name, *operation, api_version, subresource);
    Entry { manager, api_version: api_version.to_owned(), time: entry.time, fields }
}
