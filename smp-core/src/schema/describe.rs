//! [`PatchSchema`]: how a Rust type says what a patch may do to it. Derived for
//! structs; implemented here for the types of the standard library.

use core::any::TypeId as RustType;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::{FieldNames, Kind, Schema, SchemaBuilder, TypeId};

/// A Rust type whose patch metadata are known. Derive it:
/// `#[derive(PatchSchema)]`.
///
/// The constants are what the derive checks while compiling; [`describe`]
/// builds the same facts for the engine, once for each type.
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
/// [`describe`]: PatchSchema::describe
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no patch schema",
    label = "patch metadata of `{Self}` are not known",
    note = "derive `PatchSchema` for it, or mark the field `#[patch(leaf)]` to have it replaced as a whole"
)]
pub trait PatchSchema: 'static {
    /// What the type is in JSON.
    const KIND: Kind;
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

macro_rules! scalars {
    ($($ty:ty),* $(,)?) => {$(
        impl PatchSchema for $ty {
            const KIND: Kind = Kind::Scalar;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                types.scalar()
            }
        }
    )*};
}

scalars!(
    bool,
    char,
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Cow<'static, str>,
    &'static str,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    f32,
    f64,
    core::num::NonZeroU8,
    core::num::NonZeroU16,
    core::num::NonZeroU32,
    core::num::NonZeroU64,
    core::num::NonZeroI8,
    core::num::NonZeroI16,
    core::num::NonZeroI32,
    core::num::NonZeroI64,
    std::path::PathBuf,
    core::net::IpAddr,
    core::net::Ipv4Addr,
    core::net::Ipv6Addr,
    core::net::SocketAddr,
);

/// Free-form JSON.
impl PatchSchema for serde_json::Value {
    const KIND: Kind = Kind::Any;
    fn describe(types: &mut SchemaBuilder) -> TypeId {
        types.any()
    }
}

/// Types that are in JSON what they hold.
macro_rules! transparent {
    ($($wrapper:ident),*) => {$(
        impl<T: PatchSchema> PatchSchema for $wrapper<T> {
            const KIND: Kind = T::KIND;
            const FIELDS: FieldNames = T::FIELDS;
            const ELEMENT: Option<Kind> = T::ELEMENT;
            const ELEMENT_FIELDS: FieldNames = T::ELEMENT_FIELDS;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                types.add::<T>()
            }
        }
    )*};
}

transparent!(Option, Box, Rc, Arc);

macro_rules! lists {
    ($(impl<$item:ident $(, $rest:ident)*> for $list:ty;)*) => {$(
        impl<$item: PatchSchema $(, $rest: 'static)*> PatchSchema for $list {
            const KIND: Kind = Kind::List;
            const ELEMENT: Option<Kind> = Some($item::KIND);
            const ELEMENT_FIELDS: FieldNames = $item::FIELDS;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                let element = types.add::<$item>();
                types.list(element)
            }
        }
    )*};
}

lists! {
    impl<T> for Vec<T>;
    impl<T> for VecDeque<T>;
    impl<T> for Box<[T]>;
    impl<T> for BTreeSet<T>;
    impl<T, S> for HashSet<T, S>;
}

macro_rules! maps {
    ($(impl<$key:ident, $value:ident $(, $rest:ident)*> for $map:ty;)*) => {$(
        impl<$key: 'static, $value: PatchSchema $(, $rest: 'static)*> PatchSchema for $map {
            const KIND: Kind = Kind::Map;
            fn describe(types: &mut SchemaBuilder) -> TypeId {
                let value = types.add::<$value>();
                types.map(value)
            }
        }
    )*};
}

maps! {
    impl<K, V> for BTreeMap<K, V>;
    impl<K, V, S> for HashMap<K, V, S>;
    impl<K, V, S> for indexmap::IndexMap<K, V, S>;
}

impl PatchSchema for serde_json::Map<String, serde_json::Value> {
    const KIND: Kind = Kind::Map;
    fn describe(types: &mut SchemaBuilder) -> TypeId {
        let value = types.any();
        types.map(value)
    }
}
