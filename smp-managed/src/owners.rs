//! [`owners`]: the managers of each field.

use std::collections::BTreeMap;

use crate::element::FieldPath;
use crate::entry::{Entry, ManagedFields};

/// The managers of each field, by path. Fields that nobody owns are left out. `O(n log n)` in the paths.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{ManagedFields, owners};
/// let object = Document::from_json(
///     r#"{"metadata":{"managedFields":[
///         {"manager":"a","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1",
///          "fieldsV1":{"f:data":{"f:x":{},"f:y":{}}}},
///         {"manager":"b","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1",
///          "fieldsV1":{"f:data":{"f:y":{}}}}]}}"#,
/// )?;
/// let managed = ManagedFields::of(&object)?;
/// let owners = owners(&managed).into_iter().map(|(path, entries)| {
///     let names: Vec<_> = entries.iter().map(|entry| entry.manager.name.as_str()).collect();
///     format!("{path} {}", names.join(" "))
/// });
/// assert_eq!(owners.collect::<Vec<_>>(), [".data.x a", ".data.y a b"]);
/// # Ok::<(), smp_managed::Error>(())
/// ```
#[must_use]
pub fn owners(managed: &ManagedFields) -> BTreeMap<FieldPath, Vec<&Entry>> {
    let mut owners: BTreeMap<FieldPath, Vec<&Entry>> = BTreeMap::new();
    for entry in managed.entries() {
        for path in entry.fields.paths() {
            owners.entry(path).or_default().push(entry);
        }
    }
    owners
}
