//! [`PatchSchema`]: how a Rust type says what a patch may do to it. Derived for
//! structs; implemented in `foreign` for the types of other crates.

use core::any::TypeId as RustType;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::object_shape::ObjectShape;
use super::shape::TypeShape;
use super::{Schema, SchemaBuilder, TypeId};
use crate::diff::{Overwrite, ThreeWay};
use crate::error::Error;
use crate::options::Options;
use crate::patch::Patch;
use crate::typed;

/// A Rust type whose patch metadata are known. Derive it:
/// `#[derive(PatchSchema)]`.
///
/// The constants are what the derive checks while compiling, and what the schema
/// is made of, once for each type.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use smp_core::PatchSchema;
/// #[derive(PatchSchema)]
/// struct Pod {
///     #[patch(strategy = "merge", merge_key = "name")]
///     containers: Vec<Container>,
/// }
/// #[derive(PatchSchema)]
/// struct Container {
///     name: String,
/// }
/// assert_eq!(Pod::schema().root().field("containers").unwrap().merge_key(), Some("name"));
/// # }
/// ```
///
/// By hand, a type that is no object is one line:
///
/// ```
/// use smp_core::{PatchSchema, ScalarShape, TypeShape};
///
/// struct Time(u64);
///
/// impl PatchSchema for Time {
///     const SHAPE: TypeShape = TypeShape::scalar(ScalarShape::String);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no patch schema",
    label = "patch metadata of `{Self}` are not known",
    note = "if the type is yours, derive `PatchSchema` for it",
    note = "if it is another crate's, mark the field `#[patch(leaf)]` to have it replaced as a whole, or hold it in a type of yours that implements `PatchSchema` by hand",
    note = "if it is a type parameter or an associated type, say in `#[patch(bound = \"…\")]` what it implements"
)]
pub trait PatchSchema: 'static {
    /// What the type is in JSON.
    const SHAPE: TypeShape;
    /// Its fields, if it is an object.
    const OBJECT: &'static ObjectShape = ObjectShape::NONE;
    /// The fields of its elements, if it is a list of objects.
    const ELEMENT: &'static ObjectShape = ObjectShape::NONE;

    /// Adds the type, and all that it reaches, to `types`: for types whose
    /// [`SHAPE`](Self::SHAPE) is [`TypeShape::object`]. Call it through
    /// [`SchemaBuilder::add`], which adds a type once. `O(n)` in the fields of
    /// types not yet there.
    fn describe(types: &mut SchemaBuilder) -> TypeId {
        types.add::<Self>()
    }

    /// The schema with this type as its root, built at the first call and
    /// shared from then on. `O(n)` in the reachable fields once, then `O(1)`.
    ///
    /// # Panics
    ///
    /// If an implementation by hand describes a type that
    /// [`SchemaBuilder::build`] refuses. What the derive accepts never is.
    #[must_use]
    fn schema() -> &'static Schema {
        shared_schema(RustType::of::<Self>(), &Self::SHAPE, core::any::type_name::<Self>())
    }

    /// Applies a patch with [`Options::default`].
    ///
    /// This and the other typed verbs cost two conversions through
    /// `serde_json::Value`, beside the operation itself: `O(n)` in the whole
    /// object, of which the operation is a small part (benches/RESULTS.md has
    /// both). Where that matters, keep the object as JSON text or as a `Value`
    /// and use the free functions with `T::schema().root()`.
    ///
    /// # Errors
    ///
    /// As [`Document::apply`](crate::Document::apply). A field of the patch
    /// that the type doesn't have is an
    /// [`UnknownField`](crate::ErrorKind::UnknownField), scalars included: it
    /// would be lost otherwise. A type that flattens a map keeps such fields.
    /// A Rust enum of which the patch sets another variant becomes that one,
    /// whatever [`Options::unions`] says, and is a
    /// [`Union`](crate::ErrorKind::Union) error where it isn't clear which.
    /// [`Typed`](crate::ErrorKind::Typed) if the result doesn't fit the type.
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use serde::{Deserialize, Serialize};
    /// use smp_core::{Patch, PatchSchema};
    ///
    /// #[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq)]
    /// struct Service {
    ///     name: String,
    ///     #[patch(strategy = "merge")]
    ///     finalizers: Vec<String>,
    /// }
    ///
    /// let live = Service { name: "web".into(), finalizers: vec!["a".into()] };
    /// let patch = Patch::from_json(r#"{"finalizers":["b"]}"#)?;
    /// let result = Service::strategic_merge(&live, &patch)?;
    /// assert_eq!(result.finalizers, ["b", "a"]);
    /// let back = Service::strategic_diff(&result, &live)?;
    /// assert_eq!(Service::strategic_merge(&result, &back)?, live);
    /// # }
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    fn strategic_merge(live: &Self, patch: &Patch) -> Result<Self, Error>
    where
        Self: Serialize + DeserializeOwned,
    {
        typed::merge_own(live, patch, Self::schema().root(), &Options::default())
    }

    /// Applies a patch. Errors and cost as
    /// [`strategic_merge`](Self::strategic_merge).
    fn strategic_merge_with(live: &Self, patch: &Patch, options: &Options) -> Result<Self, Error>
    where
        Self: Serialize + DeserializeOwned,
    {
        typed::merge_own(live, patch, Self::schema().root(), options)
    }

    /// `new` without the members of unions that were left behind, as
    /// [`Document::normalize`](crate::Document::normalize) says, with
    /// [`Options::default`]; `old` is what the object was, if it isn't new.
    ///
    /// # Errors
    ///
    /// [`Typed`](crate::ErrorKind::Typed) if a cleared member isn't optional in
    /// the type.
    fn strategic_normalize(old: Option<&Self>, new: &Self) -> Result<Self, Error>
    where
        Self: Serialize + DeserializeOwned,
    {
        typed::normalize(old, new, Self::schema().root(), &Options::default())
    }

    /// The patch that makes `modified` of `original`, with
    /// [`Options::default`]. Errors as [`Patch::diff`].
    fn strategic_diff(original: &Self, modified: &Self) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        typed::diff(original, modified, Self::schema().root(), &Options::default())
    }

    /// The patch that makes `modified` of `original`. Errors as
    /// [`Patch::diff`].
    fn strategic_diff_with(
        original: &Self,
        modified: &Self,
        options: &Options,
    ) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        typed::diff(original, modified, Self::schema().root(), options)
    }

    /// The patch that brings to `current` what changed from `original` to
    /// `modified`, with [`Options::default`]. Errors as [`Patch::three_way`].
    fn strategic_three_way(
        original: &Self,
        modified: &Self,
        current: &Self,
        overwrite: Overwrite,
    ) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        let settings = ThreeWay::default().overwrite(overwrite);
        let ty = Self::schema().root();
        typed::three_way(original, modified, current, ty, &settings, &Options::default())
    }

    /// The patch that brings to `current` what changed from `original` to
    /// `modified`. Errors as [`Patch::three_way`].
    fn strategic_three_way_with(
        original: &Self,
        modified: &Self,
        current: &Self,
        settings: &ThreeWay,
        options: &Options,
    ) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        typed::three_way(original, modified, current, Self::schema().root(), settings, options)
    }
}

/// One schema for each root type, leaked on purpose: there are as many as the
/// program has types.
fn shared_schema(key: RustType, shape: &TypeShape, name: &str) -> &'static Schema {
    static SCHEMAS: OnceLock<RwLock<HashMap<RustType, &'static Schema>>> = OnceLock::new();
    let schemas = SCHEMAS.get_or_init(RwLock::default);
    if let Some(schema) = schemas.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return schema;
    }
    // Built outside the lock: `describe` may be code of the caller.
    let schema = build_schema(shape, name);
    schemas
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(key)
        .or_insert_with(|| Box::leak(Box::new(schema)))
}

/// Builds the schema of a Rust type of that name.
///
/// # Panics
///
/// As [`PatchSchema::schema`].
#[expect(clippy::panic, reason = "documented: a hand-written implementation that is wrong")]
pub(super) fn build_schema(shape: &TypeShape, name: &str) -> Schema {
    let mut types = SchemaBuilder::new();
    let root = types.add_shape(shape);
    match types.build(root) {
        Ok(schema) => schema,
        Err(error) => panic!("the PatchSchema of `{name}` is wrong: {error}"),
    }
}
