//! [`after_admission`]: entries that a change of the object after its operation has broken.

use smp_core::Document;

use crate::entry::ManagedFields;
use crate::error::Error;
use crate::object::{managed_fields, with_managed_fields};

/// The object after mutating admission, with the reason why its entries are those of before, if they
/// are: entries that can't be read any longer are put back, as on an API server, which answers with a
/// warning. `O(n)`.
///
/// # Errors
///
/// A document that is no object.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::after_admission;
/// let entry = r#"{"manager":"a","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1"}"#;
/// let before = format!(r#"{{"metadata":{{"managedFields":[{entry}]}}}}"#);
/// let after = before.replace("Apply", "Applied").replace("}}", r#"},"data":{}}"#);
/// let (before, after) = (Document::from_json(&before)?, Document::from_json(&after)?);
/// let (object, broken) = after_admission(&before, after)?;
/// assert_eq!(object.get("data"), Some(Document::from_json("{}")?));
/// assert_eq!(object.get("metadata"), before.get("metadata"));
/// assert!(broken.unwrap().to_string().contains("neither `Apply` nor `Update`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn after_admission<'d>(
    before: &Document<'d>,
    after: Document<'d>,
) -> Result<(Document<'d>, Option<Error>), Error> {
    match ManagedFields::of(&after) {
        Ok(_) => Ok((after, None)),
        Err(broken) => {
            let kept = managed_fields(before);
            Ok((with_managed_fields(after, kept)?, Some(broken)))
        }
    }
}
