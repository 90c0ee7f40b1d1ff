//! [`after_admission`]: puts back entries that a later change of the object has broken.

use smp_core::Document;

use crate::entry::ManagedFields;
use crate::error::Error;
use crate::object::{managed_fields, with_managed_fields};

/// The object after mutating admission. If its entries can't be read any longer, the previous ones are put
/// back, and the reason is returned. An API server does the same, and answers with a warning. `O(n)`.
///
/// # Errors
///
/// If a document is not an object.
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
