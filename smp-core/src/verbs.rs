//! The operations as free functions, on whatever form a document comes in:
//! JSON text gives JSON text, a `serde_json::Value` gives a `Value`.

use std::borrow::Cow;

use serde_json::Value;

use crate::apply::guided;
use crate::depth::check_length;
use crate::diff::ThreeWay;
use crate::document::{Document, utf8};
use crate::error::{Dispute, Error, Role};
use crate::options::Options;
use crate::patch::Patch;
use smp_schema::Limits;
use smp_schema::TypeRef;

mod sealed {
    pub trait Sealed {}
}

/// A form of JSON that the operations take: `&[u8]`, `&str`, `Value`, `&Value`.
pub trait Json<'a>: sealed::Sealed {
    /// The form of a result.
    type Output;

    /// Reads the document. `O(n)` for text, `O(1)` for values.
    #[doc(hidden)]
    fn document(self, limits: &Limits) -> Result<Document<'a>, Error>;

    /// Reads a document that is to be patched. `O(n)` for text, `O(1)` for
    /// values.
    #[doc(hidden)]
    fn live(self, patch: &Patch, ty: TypeRef<'_>, options: &Options) -> Result<Document<'a>, Error>
    where
        Self: Sized,
    {
        let _ = (patch, ty);
        self.document(&options.limits)
    }

    /// Reads a document that is to be compared, mostly with this other one.
    /// `O(n)` for text, `O(1)` for values.
    #[doc(hidden)]
    fn compared(
        self,
        with: Option<&Document<'_>>,
        ty: TypeRef<'_>,
        options: &Options,
    ) -> Result<Document<'a>, Error>
    where
        Self: Sized,
    {
        let _ = (with, ty);
        self.document(&options.limits)
    }

    /// Writes a result. `O(n)`.
    #[doc(hidden)]
    fn output(document: Document<'_>, limits: &Limits) -> Result<Self::Output, Error>;
}

macro_rules! json_text {
    ($($text:ty => $output:ty, $read:ident, $as_text:expr, $write:expr;)*) => {$(
        impl sealed::Sealed for $text {}
        impl<'a> Json<'a> for &'a $text
        where
            &'a $text: sealed::Sealed,
        {
            type Output = $output;
            fn document(self, limits: &Limits) -> Result<Document<'a>, Error> {
                check_length(self.as_ref(), limits)?;
                Document::$read(self)
            }
            fn live(
                self,
                patch: &Patch,
                ty: TypeRef<'_>,
                options: &Options,
            ) -> Result<Document<'a>, Error> {
                check_length(self.as_ref(), &options.limits)?;
                guided::read(($as_text)(self)?, &patch.root, ty, options)
            }
            fn compared(
                self,
                with: Option<&Document<'_>>,
                ty: TypeRef<'_>,
                options: &Options,
            ) -> Result<Document<'a>, Error> {
                check_length(self.as_ref(), &options.limits)?;
                crate::diff::guided::read(($as_text)(self)?, with, ty, options)
            }
            fn output(document: Document<'_>, _: &Limits) -> Result<$output, Error> {
                Ok(($write)(document.to_json()))
            }
        }
    )*};
}

impl<T: sealed::Sealed + ?Sized> sealed::Sealed for &T {}

json_text! {
    [u8] => Vec<u8>, from_slice, utf8, String::into_bytes;
    Vec<u8> => Vec<u8>, from_slice, |text| utf8(text), String::into_bytes;
    str => String, from_json, Ok, core::convert::identity;
    String => String, from_json, |text: &'a String| Ok(text.as_str()), core::convert::identity;
}

impl<const N: usize> sealed::Sealed for [u8; N] {}

impl<'a, const N: usize> Json<'a> for &'a [u8; N] {
    type Output = Vec<u8>;
    fn document(self, limits: &Limits) -> Result<Document<'a>, Error> {
        self.as_slice().document(limits)
    }
    fn live(
        self,
        patch: &Patch,
        ty: TypeRef<'_>,
        options: &Options,
    ) -> Result<Document<'a>, Error> {
        self.as_slice().live(patch, ty, options)
    }
    fn compared(
        self,
        with: Option<&Document<'_>>,
        ty: TypeRef<'_>,
        options: &Options,
    ) -> Result<Document<'a>, Error> {
        self.as_slice().compared(with, ty, options)
    }
    fn output(document: Document<'_>, _: &Limits) -> Result<Vec<u8>, Error> {
        Ok(document.to_json().into_bytes())
    }
}

impl sealed::Sealed for Value {}

impl Json<'static> for Value {
    type Output = Self;
    fn document(self, _: &Limits) -> Result<Document<'static>, Error> {
        Ok(self.into())
    }
    fn output(document: Document<'_>, limits: &Limits) -> Result<Self, Error> {
        document.into_value_within(limits)
    }
}

impl<'a> Json<'a> for &'a Value {
    type Output = Value;
    fn document(self, _: &Limits) -> Result<Document<'a>, Error> {
        Ok(self.into())
    }
    fn output(document: Document<'_>, limits: &Limits) -> Result<Value, Error> {
        document.into_value_within(limits)
    }
}

/// What can serve as a patch: a [`Patch`], or JSON that is parsed as one each
/// time.
pub trait AsPatch: sealed::Sealed {
    /// The patch. `O(1)` for a [`Patch`], else as [`Patch::from_slice`].
    #[doc(hidden)]
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error>;
}

impl sealed::Sealed for Patch {}

impl AsPatch for Patch {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        let _ = limits;
        Ok(Cow::Borrowed(self))
    }
}

impl AsPatch for Value {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        Patch::from_document_within(Document::from(self), limits).map(Cow::Owned)
    }
}

impl AsPatch for [u8] {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        text_patch(self, limits)
    }
}

impl AsPatch for Vec<u8> {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        text_patch(self, limits)
    }
}

impl<const N: usize> AsPatch for [u8; N] {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        text_patch(self.as_ref(), limits)
    }
}

impl AsPatch for str {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        text_patch(self.as_ref(), limits)
    }
}

impl AsPatch for String {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        text_patch(self.as_ref(), limits)
    }
}

fn text_patch(text: &[u8], limits: &Limits) -> Result<Cow<'static, Patch>, Error> {
    Patch::from_slice_within(text, limits).map(Cow::Owned)
}

impl<T: AsPatch + ?Sized> AsPatch for &T {
    fn as_patch(&self, limits: &Limits) -> Result<Cow<'_, Patch>, Error> {
        (**self).as_patch(limits)
    }
}

/// Applies a patch to a live object of type `ty`.
///
/// `O(n)` to check text that comes in and to write what goes out; apart from
/// that `O(p)` in the patch and the objects that it leads through. What it
/// doesn't touch comes out as it went in, byte by byte.
///
/// # Errors
///
/// See [`Document::apply`] and [`Patch::from_slice`].
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let leaf = types.scalar();
/// let container = types.object(
///     ObjectDef::new("Container")
///         .field("name", FieldDef::new(leaf))
///         .field("image", FieldDef::new(leaf)),
/// );
/// let list = types.list(container);
/// let containers = FieldDef::new(list).strategy(Strategy::MERGE).merge_key("name");
/// let root = types.object(ObjectDef::new("PodSpec").field("containers", containers));
/// let schema = types.build(root)?;
/// let result = smp_core::apply(
///     r#"{"containers":[{"name":"nginx","image":"nginx-1.0"},{"name":"log"}]}"#,
///     r#"{"containers":[{"name":"nginx","image":"nginx-1.1"}]}"#,
///     schema.root(),
///     &Options::default(),
/// )?;
/// assert_eq!(result, r#"{"containers":[{"name":"nginx","image":"nginx-1.1"},{"name":"log"}]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply<'a, L: Json<'a>>(
    live: L,
    patch: impl AsPatch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<L::Output, Error> {
    let patch = patch.as_patch(&options.limits)?;
    let live = live.live(&patch, ty, options).map_err(|error| error.about(Role::Live))?;
    L::output(live.apply(&patch, ty, options)?, &options.limits)
        .map_err(|error| error.about(Role::Result))
}

/// The patch that makes `modified` of `original`: [`Patch::diff`] on any form of
/// JSON. Costs and errors are the same.
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let patch = smp_core::diff(r#"{"a":1}"#, r#"{"a":2}"#, schema.root(), &Options::default())?;
/// assert_eq!(patch.to_json(), r#"{"a":2}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff<'o, 'm>(
    original: impl Json<'o>,
    modified: impl Json<'m>,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Patch, Error> {
    let original =
        original.compared(None, ty, options).map_err(|error| error.about(Role::Original))?;
    let modified = modified
        .compared(Some(&original), ty, options)
        .map_err(|error| error.about(Role::Modified))?;
    Patch::diff(&original, &modified, ty, options)
}

/// The patch that brings a user's change to an object that others changed too:
/// [`Patch::three_way`] on any form of JSON. Costs and errors are the same.
///
/// ```
/// use smp_core::{Options, SchemaBuilder, ThreeWay};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let patch = smp_core::three_way(
///     r#"{"a":1}"#, r#"{"a":2}"#, r#"{"a":1,"b":1}"#,
///     schema.root(), &ThreeWay::default(), &Options::default(),
/// )?;
/// assert_eq!(patch.to_json(), r#"{"a":2}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn three_way<'o, 'm, 'c>(
    original: impl Json<'o>,
    modified: impl Json<'m>,
    current: impl Json<'c>,
    ty: TypeRef<'_>,
    settings: &ThreeWay,
    options: &Options,
) -> Result<Patch, Error> {
    let original =
        original.compared(None, ty, options).map_err(|error| error.about(Role::Original))?;
    let modified = modified
        .compared(Some(&original), ty, options)
        .map_err(|error| error.about(Role::Modified))?;
    let current = current
        .compared(Some(&modified), ty, options)
        .map_err(|error| error.about(Role::Current))?;
    Patch::three_way(&original, &modified, &current, ty, settings, options)
}

/// One patch with the effect of `first` and then `second`: [`Patch::compose`] on
/// any form of JSON. Costs and errors are the same.
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let both =
///     smp_core::compose(r#"{"a":1}"#, r#"{"a":null}"#, schema.root(), &Options::default())?;
/// assert_eq!(both.to_json(), r#"{"a":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compose(
    first: impl AsPatch,
    second: impl AsPatch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Patch, Error> {
    let (first, second) = pair(&first, &second, &options.limits)?;
    first.compose(&second, ty, options)
}

/// Where two patches disagree: [`Patch::conflicts`] on any form of JSON. Costs
/// and errors are the same.
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let found =
///     smp_core::conflicts(r#"{"a":1}"#, r#"{"a":2}"#, schema.root(), &Options::default())?;
/// assert_eq!(found[0].path.to_string(), "a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conflicts(
    first: impl AsPatch,
    second: impl AsPatch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Vec<Dispute>, Error> {
    let (first, second) = pair(&first, &second, &options.limits)?;
    first.conflicts(&second, ty, options)
}

/// Clears the members of unions that were left behind, and writes
/// discriminators: [`Document::normalize`] on any form of JSON, the same for
/// both. Costs and errors are the same.
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let any = types.any();
/// let root = types.object(
///     ObjectDef::new("VolumeSource")
///         .field("emptyDir", FieldDef::new(any))
///         .field("hostPath", FieldDef::new(any))
///         .union(UnionDef::new().members(["emptyDir", "hostPath"])),
/// );
/// let schema = types.build(root)?;
/// let result = smp_core::normalize(
///     Some(r#"{"emptyDir":{}}"#),
///     r#"{"emptyDir":{},"hostPath":{"path":"/data"}}"#,
///     schema.root(),
///     &Options::default(),
/// )?;
/// assert_eq!(result, r#"{"hostPath":{"path":"/data"}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalize<'a, J: Json<'a>>(
    old: Option<J>,
    new: J,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<J::Output, Error> {
    let old = old
        .map(|old| old.document(&options.limits))
        .transpose()
        .map_err(|error| error.about(Role::Old))?;
    let new = new.document(&options.limits).map_err(|error| error.about(Role::New))?;
    let result = new.normalize(old.as_ref(), ty, options)?;
    J::output(result, &options.limits).map_err(|error| error.about(Role::Result))
}

/// Whether every union is as it should be: [`Document::validate_unions`] on any
/// form of JSON. Costs and errors are the same.
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let any = types.any();
/// let union = UnionDef::new().members(["httpGet", "exec"]).exactly_one();
/// let root = types.object(
///     ObjectDef::new("Handler")
///         .field("httpGet", FieldDef::new(any))
///         .field("exec", FieldDef::new(any))
///         .union(union),
/// );
/// let schema = types.build(root)?;
/// let validate = |json| smp_core::validate_unions(json, schema.root(), &Options::default());
/// assert!(validate(r#"{"exec":{"command":["ls"]}}"#).is_ok());
/// assert!(validate("{}").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate_unions<'n>(
    new: impl Json<'n>,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<(), Error> {
    new.document(&options.limits)
        .and_then(|new| new.validate_unions(ty, options))
        .map_err(|error| error.about(Role::New))
}

fn pair<'p>(
    first: &'p impl AsPatch,
    second: &'p impl AsPatch,
    limits: &Limits,
) -> Result<(Cow<'p, Patch>, Cow<'p, Patch>), Error> {
    let first = first.as_patch(limits).map_err(|error| error.about_instead(Role::FirstPatch))?;
    let second = second.as_patch(limits).map_err(|error| error.about_instead(Role::SecondPatch))?;
    Ok((first, second))
}
