//! [`keep_times`]: writes that change nothing but times.

use smp_core::{Document, View};

use crate::compare::equal;
use crate::error::Error;
use crate::members::members;
use crate::object::{managed_fields, with_managed_fields};

/// The object to store. If it differs from the live one only in times, it gets the live times, so that the
/// object stays as it is. An API server does the same. `O(n)`.
///
/// The operations of this crate return no such object by themselves. Other parts of a server can produce
/// one, such as defaults that undo a change.
///
/// # Errors
///
/// If a part of a document is not JSON.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::keep_times;
/// let at = |time: &str| format!(
///     r#"{{"metadata":{{"managedFields":[{{"manager":"a","operation":"Update","apiVersion":"v1",
///         "time":"{time}","fieldsType":"FieldsV1","fieldsV1":{{"f:data":{{}}}}}}]}},"data":{{}}}}"#
/// );
/// let (before, after) = (at("2024-02-29T12:00:00Z"), at("2024-02-29T12:00:01Z"));
/// let (before, after) = (Document::from_json(&before)?, Document::from_json(&after)?);
/// assert_eq!(keep_times(&before, after)?, before);
/// # Ok::<(), smp_managed::Error>(())
/// ```
pub fn keep_times<'d>(live: &Document<'d>, new: Document<'d>) -> Result<Document<'d>, Error> {
    let (Some(old), Some(entries)) = (managed_fields(live), managed_fields(&new)) else {
        return Ok(new);
    };
    let timeless = |entries: Document<'d>| -> Result<View<'d>, Error> {
        let View::List(entries) = entries.into_view()? else { return Ok(View::Null) };
        let entries = entries.into_iter().map(|entry| {
            let mut entry = members(Some(entry.into_view()?));
            entry.retain(|(name, _)| name != "time");
            Ok::<_, Error>(View::Object(entry).into())
        });
        Ok(View::List(entries.collect::<Result<_, _>>()?))
    };
    let without = |object: &Document<'d>| -> Result<View<'d>, Error> {
        Ok(with_managed_fields(object.clone(), None)?.into_view()?)
    };
    let same = equal(timeless(old.clone())?, timeless(entries)?)?
        && equal(without(live)?, without(&new)?)?;
    if same { with_managed_fields(new, Some(old)) } else { Ok(new) }
}
