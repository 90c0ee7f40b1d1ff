//! [`SchemaBuilder`]: the only way to make a [`Schema`]. It checks what it builds.

use core::any::TypeId as RustType;
use core::sync::atomic::{AtomicU32, Ordering};
use std::collections::HashMap;

use crate::check::{self, Trust};
use crate::definition::ObjectDef;
use crate::limits::Limits;
use crate::mistakes::SchemaError;
use crate::model::{Nulls, Schema, Type};
use crate::names;
use crate::presence::presence;
use crate::slots::{Slot, Slots};
use crate::type_def::{AnyNulls, ScalarType, TypeDef, TypeId, TypeKind};

/// Collects types, then checks them all at once in [`build`](Self::build).
///
/// Types may refer to each other in any order, and to themselves: declare such a type first,
/// and define it later.
///
/// ```
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let tree = types.declare();
/// let (text, children) = (types.scalar(), types.list(tree));
/// types.define(
///     tree,
///     ObjectDef::new("Tree").field("name", FieldDef::new(text)).field(
///         "children",
///         FieldDef::new(children).strategy(Strategy::MERGE).merge_key("name"),
///     ),
/// );
/// let schema = types.build(tree)?;
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct SchemaBuilder {
    slots: Slots,
    /// Caches: each of these types is made only once.
    scalars: [Option<TypeId>; ScalarType::COUNT],
    any: Option<TypeId>,
    any_with_nulls: Option<TypeId>,
    nullables: HashMap<TypeId, TypeId, foldhash::fast::RandomState>,
    lists: HashMap<TypeId, TypeId, foldhash::fast::RandomState>,
    maps: HashMap<TypeId, TypeId, foldhash::fast::RandomState>,
    rust_types: HashMap<RustType, TypeId>,
    /// Types of the catalogue, by `apiVersion` and name.
    #[cfg(feature = "catalogue")]
    catalogued: HashMap<(&'static str, &'static str), TypeId, foldhash::fast::RandomState>,
    limits: Limits,
}

/// A builder without types, as [`SchemaBuilder::new`].
impl Default for SchemaBuilder {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self {
            slots: Slots::new(NEXT.fetch_add(1, Ordering::Relaxed)),
            scalars: [None; ScalarType::COUNT],
            any: None,
            any_with_nulls: None,
            nullables: HashMap::default(),
            lists: HashMap::default(),
            maps: HashMap::default(),
            rust_types: HashMap::new(),
            #[cfg(feature = "catalogue")]
            catalogued: HashMap::default(),
            limits: Limits::default(),
        }
    }
}

impl SchemaBuilder {
    /// A builder without types.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits. [`build`](Self::build) uses [`max_errors`](Limits::max_errors)
    /// only.
    ///
    /// ```
    /// use smp_schema::{Limits, SchemaBuilder};
    /// let mut types = SchemaBuilder::new().limits(Limits::default().max_errors(1));
    /// let (first, _) = (types.declare(), types.declare());
    /// let error = types.build(first).unwrap_err();
    /// assert_eq!(error.mistakes()[0].message, "type 0 is declared and never defined");
    /// assert_eq!(error.omitted(), 1);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The type of strings, numbers and booleans.
    pub fn scalar(&mut self) -> TypeId {
        self.scalar_of(ScalarType::Any)
    }

    /// The type of scalars of the kind `scalar`.
    pub fn scalar_of(&mut self, scalar: ScalarType) -> TypeId {
        let at = scalar as usize;
        if let Some(id) = self.scalars.get(at).copied().flatten() {
            return id;
        }
        let id = self.slots.push(Slot::Defined(TypeDef::Scalar(scalar)));
        if let Some(slot) = self.scalars.get_mut(at) {
            *slot = Some(id);
        }
        id
    }

    /// The type of free-form JSON.
    pub fn any(&mut self) -> TypeId {
        if let Some(id) = self.any {
            return id;
        }
        let id = self.slots.push(Slot::Defined(TypeDef::Any(AnyNulls::Absent)));
        self.any = Some(id);
        id
    }

    /// The type of free-form JSON in which a null member is a value and differs from an absent one:
    /// `x-kubernetes-preserve-unknown-fields`.
    ///
    /// ```
    /// use smp_schema::SchemaBuilder;
    /// let mut types = SchemaBuilder::new();
    /// let values = types.any_with_nulls();
    /// let schema = types.build(values)?;
    /// assert!(schema.root().keeps_nulls() && schema.root().has_nulls());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    pub fn any_with_nulls(&mut self) -> TypeId {
        if let Some(id) = self.any_with_nulls {
            return id;
        }
        let id = self.slots.push(Slot::Defined(TypeDef::Any(AnyNulls::Values)));
        self.any_with_nulls = Some(id);
        id
    }

    /// The same type with null as an additional value: a null field differs from an absent one. See
    /// [`TypeRef::is_nullable`](crate::TypeRef::is_nullable).
    pub fn nullable(&mut self, ty: TypeId) -> TypeId {
        if let Some(id) = self.nullables.get(&ty) {
            return *id;
        }
        let id = self.slots.push(Slot::Nullable(ty));
        self.nullables.insert(ty, id);
        // A nullable type is not made nullable again.
        self.nullables.insert(id, id);
        id
    }

    /// Whether null is a value of a type. `O(1)` for each alias.
    #[must_use]
    pub fn is_nullable(&self, id: TypeId) -> bool {
        !self.nullables.is_empty() && names::is_nullable(&self.slots, id)
    }

    /// The type of lists of `element`.
    pub fn list(&mut self, element: TypeId) -> TypeId {
        if let Some(id) = self.lists.get(&element) {
            return *id;
        }
        let id = self.slots.push(Slot::Defined(TypeDef::List(element)));
        self.lists.insert(element, id);
        id
    }

    /// The type of maps: objects with members of any name, all of type `value`.
    pub fn map(&mut self, value: TypeId) -> TypeId {
        if let Some(id) = self.maps.get(&value) {
            return *id;
        }
        let id = self.slots.push(Slot::Defined(TypeDef::Map(value)));
        self.maps.insert(value, id);
        id
    }

    /// A type to be defined later.
    pub fn declare(&mut self) -> TypeId {
        self.slots.push(Slot::Declared)
    }

    /// Defines a declared type as an object. A later definition replaces an
    /// earlier one. An id of another builder is ignored here;
    /// [`build`](Self::build) reports its use.
    pub fn define(&mut self, id: TypeId, object: ObjectDef) {
        self.set(id, Slot::Defined(TypeDef::Object(object)));
    }

    /// Defines a declared type as another name for `other`.
    pub fn define_alias(&mut self, id: TypeId, other: TypeId) {
        self.set(id, Slot::Alias(other));
    }

    /// An object type.
    pub fn object(&mut self, object: ObjectDef) -> TypeId {
        self.slots.push(Slot::Defined(TypeDef::Object(object)))
    }

    /// The kind of a type and the id of its definition, after following aliases;
    /// `None` for a type that has no definition yet. `O(1)` for each alias.
    ///
    /// ```
    /// use smp_schema::{ObjectDef, SchemaBuilder, TypeKind};
    /// let mut types = SchemaBuilder::new();
    /// let (name, text) = (types.declare(), types.scalar());
    /// assert!(types.resolve(name).is_none());
    /// types.define_alias(name, text);
    /// assert!(matches!(types.resolve(name), Some((id, TypeKind::Scalar)) if id == text));
    /// ```
    #[must_use]
    pub fn resolve(&self, id: TypeId) -> Option<(TypeId, TypeKind<TypeId>)> {
        names::resolve(&self.slots, id).ok().map(|(id, def)| (id, def.kind()))
    }

    /// The definition of an object type. Does not follow aliases.
    #[must_use]
    pub fn object_def(&self, id: TypeId) -> Option<&ObjectDef> {
        match self.slots.get(id)? {
            Slot::Defined(TypeDef::Object(object)) => Some(object),
            _ => None,
        }
    }

    /// The definition of an object type, mutable. Does not follow aliases.
    pub fn object_def_mut(&mut self, id: TypeId) -> Option<&mut ObjectDef> {
        match self.slots.get_mut(id)? {
            Slot::Defined(TypeDef::Object(object)) => Some(object),
            _ => None,
        }
    }

    /// The id for a Rust type. At the first call for this `key`, `define` defines it.
    pub(crate) fn once(&mut self, key: RustType, define: impl FnOnce(&mut Self, TypeId)) -> TypeId {
        if let Some(&id) = self.rust_types.get(&key) {
            return id;
        }
        let id = self.declare();
        self.rust_types.insert(key, id);
        define(self, id);
        id
    }

    /// The id of a type of the catalogue, if it was added.
    #[cfg(feature = "catalogue")]
    pub(crate) fn catalogued(&self, api_version: &str, name: &str) -> Option<TypeId> {
        self.catalogued.get(&(api_version, name)).copied()
    }

    /// Declares a type of the catalogue, which the caller must define.
    #[cfg(feature = "catalogue")]
    pub(crate) fn declare_catalogued(
        &mut self,
        api_version: &'static str,
        name: &'static str,
    ) -> TypeId {
        let id = self.declare();
        self.catalogued.insert((api_version, name), id);
        id
    }

    /// Whether a type is free-form JSON in which null members are values. `O(1)` for each alias.
    #[must_use]
    pub fn keeps_nulls(&self, id: TypeId) -> bool {
        matches!(names::resolve(&self.slots, id), Ok((_, TypeDef::Any(AnyNulls::Values))))
    }

    fn set(&mut self, id: TypeId, new: Slot) {
        if let Some(slot) = self.slots.get_mut(id) {
            *slot = new;
        }
    }

    /// Checks everything and makes the schema whose documents are of type
    /// `root`. `O(n)` in the number of types and fields.
    ///
    /// # Errors
    ///
    /// Every mistake, up to [`Limits::max_errors`]: a type that is declared and never
    /// defined, or that belongs to another builder; a cycle of aliases; two fields with
    /// the same name; a strategy or key on a type that cannot have it; a merge key that
    /// is not a field of the elements; a cycle of flattened types; a union without
    /// members, with a member that is not a field, with a discriminator that is not a
    /// scalar field, or with a field that another union also uses.
    pub fn build(self, root: TypeId) -> Result<Schema, SchemaError> {
        self.build_trusting(root, Trust::No)
    }

    /// As [`build`](Self::build), for types of the catalogue only.
    #[cfg(feature = "catalogue")]
    pub(crate) fn build_catalogued(self, root: TypeId) -> Result<Schema, SchemaError> {
        self.build_trusting(root, Trust::Catalogue)
    }

    fn build_trusting(self, root: TypeId, trust: Trust) -> Result<Schema, SchemaError> {
        let nullable: Vec<bool> = if self.nullables.is_empty() {
            Vec::new()
        } else {
            let slots = &self.slots;
            (0..slots.len()).map(|at| names::is_nullable(slots, slots.id(at))).collect()
        };
        let types = check::check(self.slots, root, &self.limits, trust)?;
        let presence = presence(&types, &nullable);
        let types = types.into_iter().zip(presence).enumerate().map(|(at, (def, presence))| {
            let itself = nullable.get(at).copied().unwrap_or_default();
            let nulls = Nulls { itself, anywhere: presence.nulls };
            Type { def, union_presence: presence.unions, nulls }
        });
        Ok(Schema { types: types.collect(), root })
    }
}
