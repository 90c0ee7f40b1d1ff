//! [`migrate`]: from client-side apply to server-side apply.

use smp_core::Document;

use crate::entry::{Entry, ManagedFields};
use crate::error::Error;
use crate::manager::{Manager, Operation};

/// Turns the fields that a client-side manager wrote into fields that a manager applied. Otherwise the
/// first apply could not remove a field that the client-side manager set: it would stay, owned by both.
///
/// The entry of the applying manager, or else the first one of the client-side manager, gets the fields
/// of the client-side manager in the same version. All entries of updates by the client-side manager
/// for this subresource are dropped. `O(n log n)`.
///
/// # Errors
///
/// [`Error::ManagedFields`] for entries that can't be read.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{ManagedFields, migrate};
/// let object = Document::from_json(
///     r#"{"metadata":{"managedFields":[
///         {"manager":"kubectl-client-side-apply","operation":"Update","apiVersion":"v1",
///          "fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:x":{}}}}]}}"#,
/// )?;
/// let migrated = migrate(&object, "kubectl-client-side-apply", "kubectl", "")?;
/// let managed = ManagedFields::of(&migrated)?;
/// assert_eq!(managed.entries()[0].manager.to_string(), r#""kubectl""#);
/// # Ok::<(), smp_managed::Error>(())
/// ```
pub fn migrate<'d>(
    object: &Document<'d>,
    client_side: &str,
    applying: &str,
    subresource: &str,
) -> Result<Document<'d>, Error> {
    let mut managed = ManagedFields::of(object)?;
    let is_client_side = |entry: &Entry| {
        let writer = &entry.manager;
        writer.name == client_side
            && writer.operation == Operation::Update
            && writer.subresource == subresource
    };
    let acting = Manager::of_request(applying, Operation::Apply, "", subresource);
    let found =
        managed.get(&acting).or_else(|| managed.entries.iter().find(|it| is_client_side(it)));
    let Some(mut entry) = found.cloned() else { return Ok(object.clone()) };
    let same_version =
        |other: &&Entry| is_client_side(other) && other.api_version == entry.api_version;
    if let Some(other) = managed.entries.iter().find(same_version) {
        entry.fields = entry.fields.union(&other.fields);
    }
    entry.manager = acting;
    managed.entries.retain(|entry| !is_client_side(entry));
    managed.set(entry);
    managed.put_into(object.clone())
}
