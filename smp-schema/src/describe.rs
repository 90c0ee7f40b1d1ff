//! [`PatchSchema`]: how a Rust type says what a patch may do to it. Derived for
//! structs; implemented in `foreign` for the types of other crates.

use core::any::TypeId as RustType;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::builder::SchemaBuilder;
use crate::fields::{FieldNames, Kind};
use crate::model::{Schema, TypeId};

/// A Rust type whose patch metadata are known. Derive it:
/// `#[derive(PatchSchema)]`.
///
/// The constants are what the derive checks while compiling; [`describe`]
/// builds the same facts for the engine, once for each type.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use smp_schema::PatchSchema;
/// #[derive(PatchSchema)]
/// #[patch(crate = "smp_schema")]
/// struct Pod {
///     #[patch(strategy = "merge", merge_key = "name")]
///     containers: Vec<Container>,
/// }
/// #[derive(PatchSchema)]
/// #[patch(crate = "smp_schema")]
/// struct Container {
///     name: String,
/// }
/// assert_eq!(Pod::schema().root().field("containers").unwrap().merge_key(), Some("name"));
/// # }
/// ```
///
/// [`describe`]: PatchSchema::describe
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no patch schema",
    label = "patch metadata of `{Self}` are not known",
    note = "derive `PatchSchema` for it, or mark the field `#[patch(leaf)]` to have it replaced as a whole"
)]
pub trait PatchSchema: 'static {
    /// What the type is in JSON.
    const KIND: Kind;
    /// Whether a value may be absent, and null in JSON.
    const OPTIONAL: bool = false;
    /// The names of its fields, if it is an object.
    const FIELDS: FieldNames = FieldNames::NONE;
    /// What its elements are, if it is a list.
    const ELEMENT: Option<Kind> = None;
    /// The names of its elements' fields, if it is a list of objects.
    const ELEMENT_FIELDS: FieldNames = FieldNames::NONE;

    /// Adds the type, and all that it reaches, to `types`. Call it through
    /// [`SchemaBuilder::add`], which knows the types that are there already.
    /// `O(n)` in the fields of types not yet there.
    fn describe(types: &mut SchemaBuilder) -> TypeId;

    /// The schema with this type as its root, built at the first call and
    /// shared from then on. `O(n)` in the reachable fields once, then `O(1)`.
    ///
    /// # Panics
    ///
    /// If a hand-written implementation describes a type that
    /// [`SchemaBuilder::build`] refuses. What the derive accepts never is.
    #[must_use]
    fn schema() -> &'static Schema {
        shared_schema::<Self>()
    }
}

/// One schema for each root type, leaked on purpose: there are as many as the
/// program has types.
fn shared_schema<T: PatchSchema + ?Sized>() -> &'static Schema {
    static SCHEMAS: OnceLock<RwLock<HashMap<RustType, &'static Schema>>> = OnceLock::new();
    let schemas = SCHEMAS.get_or_init(RwLock::default);
    let key = RustType::of::<T>();
    if let Some(schema) = schemas.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return schema;
    }
    // Built outside the lock: `describe` is code of the caller.
    let schema = build_schema::<T>();
    schemas
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(key)
        .or_insert_with(|| Box::leak(Box::new(schema)))
}

/// Builds the schema with `T` as its root. For derived code, which keeps the
/// result in a `static` of its own where the type isn't generic.
///
/// # Panics
///
/// As [`PatchSchema::schema`].
#[doc(hidden)]
#[must_use]
#[expect(clippy::panic, reason = "documented: a hand-written implementation that is wrong")]
pub fn build_schema<T: PatchSchema + ?Sized>() -> Schema {
    let mut types = SchemaBuilder::new();
    let root = types.add::<T>();
    match types.build(root) {
        Ok(schema) => schema,
        Err(error) => {
            panic!("the PatchSchema of `{}` is wrong: {error}", core::any::type_name::<T>())
        }
    }
}
