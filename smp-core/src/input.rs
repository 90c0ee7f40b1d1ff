//! The input forms of documents and patches: JSON text, `serde_json::Value`,
//! [`Document`], [`Patch`].

use std::borrow::Cow;

use serde_json::Value;

use crate::depth::check_length;
use crate::document::Document;
use crate::error::{Error, Role};
use crate::patch::Patch;
use smp_schema::Limits;

pub(crate) mod sealed {
    use std::borrow::Cow;

    use crate::document::Document;
    use crate::error::Error;
    use crate::patch::Patch;
    use smp_schema::Limits;

    pub trait ToDocument<'a> {
        fn to_document(self, limits: &Limits) -> Result<Cow<'a, Document<'a>>, Error>;
    }

    pub trait ToPatch {
        fn to_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error>;
    }
}

/// A document that an operation reads: text (`&[u8]`, `&Vec<u8>`, `&str`, `&String`), which is parsed at
/// each call, as far as the operation needs it; a [`Value`] or a reference to one; a [`Document`] or a
/// reference to one. Implemented in this crate only.
///
/// ```
/// use smp_core::{Document, DocumentInput, Error, Options, Schema, SchemaBuilder, changes};
///
/// fn differ<'a, 'b>(
///     before: impl DocumentInput<'a>,
///     after: impl DocumentInput<'b>,
///     schema: &Schema,
/// ) -> Result<bool, Error> {
///     Ok(!changes(before, after, schema, &Options::default())?.is_empty())
/// }
///
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let (text, value) = (r#"{"replicas": 2}"#, serde_json::json!({"replicas": 2}));
/// assert!(!differ(text, &value, &schema)?);
/// assert!(differ(Document::from_json(text)?, b"{}", &schema)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DocumentInput<'a>: sealed::ToDocument<'a> {}

/// The format of a document that an operation reads and returns: text gives text, a [`Value`]
/// gives a [`Value`]. Implemented in this crate only.
///
/// ```
/// use smp_core::{DocumentFormat, Error, Options, Schema, SchemaBuilder, apply};
///
/// fn scaled<'a, D: DocumentFormat<'a>>(live: D, schema: &Schema) -> Result<D::Output, Error> {
///     apply(live, r#"{"replicas":2}"#, schema, &Options::default())
/// }
///
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// assert_eq!(scaled(r#"{"replicas":1}"#, &schema)?, r#"{"replicas":2}"#);
/// let live = serde_json::json!({"replicas": 1});
/// assert_eq!(scaled(live, &schema)?, serde_json::json!({"replicas": 2}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DocumentFormat<'a>: DocumentInput<'a> {
    /// The form of a result.
    type Output;

    /// Writes a result. `O(n)`.
    #[doc(hidden)]
    fn output(document: Document<'_>, limits: &Limits) -> Result<Self::Output, Error>;
}

macro_rules! text {
    ($($text:ty => $output:ty, $read:expr, $write:expr;)*) => {$(
        impl<'a> sealed::ToDocument<'a> for &'a $text {
            fn to_document(self, limits: &Limits) -> Result<Cow<'a, Document<'a>>, Error> {
                check_length(self.as_ref(), limits)?;
                ($read)(self).map(Cow::Owned)
            }
        }

        impl<'a> DocumentInput<'a> for &'a $text {}

        impl<'a> DocumentFormat<'a> for &'a $text {
            type Output = $output;
            fn output(document: Document<'_>, _: &Limits) -> Result<$output, Error> {
                Ok(($write)(document.to_json()))
            }
        }

        impl sealed::ToPatch for $text {
            fn to_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
                Patch::from_slice_within(self.as_ref(), limits).map(Cow::Owned)
            }
        }

        impl PatchInput for $text {}
    )*};
}

text! {
    [u8] => Vec<u8>, Document::from_slice, String::into_bytes;
    Vec<u8> => Vec<u8>, Document::from_slice, String::into_bytes;
    str => String, Document::from_json, core::convert::identity;
    String => String, Document::from_json, core::convert::identity;
}

impl<'a, const N: usize> sealed::ToDocument<'a> for &'a [u8; N] {
    fn to_document(self, limits: &Limits) -> Result<Cow<'a, Document<'a>>, Error> {
        self.as_slice().to_document(limits)
    }
}

impl<'a, const N: usize> DocumentInput<'a> for &'a [u8; N] {}

impl<'a, const N: usize> DocumentFormat<'a> for &'a [u8; N] {
    type Output = Vec<u8>;
    fn output(document: Document<'_>, _: &Limits) -> Result<Vec<u8>, Error> {
        Ok(document.to_json().into_bytes())
    }
}

impl sealed::ToDocument<'static> for Value {
    fn to_document(self, _: &Limits) -> Result<Cow<'static, Document<'static>>, Error> {
        Ok(Cow::Owned(self.into()))
    }
}

impl DocumentInput<'static> for Value {}

impl DocumentFormat<'static> for Value {
    type Output = Self;
    fn output(document: Document<'_>, limits: &Limits) -> Result<Self, Error> {
        document.limits(*limits).into_value()
    }
}

impl<'a> sealed::ToDocument<'a> for &'a Value {
    fn to_document(self, _: &Limits) -> Result<Cow<'a, Document<'a>>, Error> {
        Ok(Cow::Owned(self.into()))
    }
}

impl<'a> DocumentInput<'a> for &'a Value {}

impl<'a> DocumentFormat<'a> for &'a Value {
    type Output = Value;
    fn output(document: Document<'_>, limits: &Limits) -> Result<Value, Error> {
        document.limits(*limits).into_value()
    }
}

impl<'a> sealed::ToDocument<'a> for Document<'a> {
    fn to_document(self, _: &Limits) -> Result<Cow<'a, Document<'a>>, Error> {
        Ok(Cow::Owned(self))
    }
}

impl<'a> DocumentInput<'a> for Document<'a> {}

impl<'a> sealed::ToDocument<'a> for &'a Document<'_> {
    fn to_document(self, _: &Limits) -> Result<Cow<'a, Document<'a>>, Error> {
        Ok(Cow::Borrowed(self))
    }
}

impl<'a> DocumentInput<'a> for &'a Document<'_> {}

/// A patch that an operation reads: a [`Patch`], or text or a [`Value`], which is parsed at each
/// call. Implemented in this crate only.
///
/// ```
/// use smp_core::{Error, Options, Patch, PatchInput, Schema, SchemaBuilder, apply};
///
/// fn created(patch: impl PatchInput, schema: &Schema) -> Result<String, Error> {
///     apply("{}", patch, schema, &Options::default())
/// }
///
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let text = r#"{"replicas":2}"#;
/// assert_eq!(created(text, &schema)?, text);
/// assert_eq!(created(Patch::from_json(text)?, &schema)?, text);
/// assert_eq!(created(serde_json::json!({"replicas": 2}), &schema)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PatchInput: sealed::ToPatch {}

impl sealed::ToPatch for Patch {
    fn to_patch(&self, _: &Limits) -> Result<Cow<'_, Patch>, Error> {
        Ok(Cow::Borrowed(self))
    }
}

impl PatchInput for Patch {}

impl sealed::ToPatch for Value {
    fn to_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        Patch::from_document(Document::from(self).limits(*limits)).map(Cow::Owned)
    }
}

impl PatchInput for Value {}

impl<const N: usize> sealed::ToPatch for [u8; N] {
    fn to_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        Patch::from_slice_within(self, limits).map(Cow::Owned)
    }
}

impl<const N: usize> PatchInput for [u8; N] {}

impl<T: sealed::ToPatch + ?Sized> sealed::ToPatch for &T {
    fn to_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        (**self).to_patch(limits)
    }
}

impl<T: PatchInput + ?Sized> PatchInput for &T {}

/// Reads both patches of an operation on two patches.
pub(crate) fn pair<'p>(
    first: &'p impl PatchInput,
    second: &'p impl PatchInput,
    limits: &Limits,
) -> Result<(Cow<'p, Patch>, Cow<'p, Patch>), Error> {
    let first = first.to_patch(limits).map_err(|error| error.about_instead(Role::FirstPatch))?;
    let second = second.to_patch(limits).map_err(|error| error.about_instead(Role::SecondPatch))?;
    Ok((first, second))
}
