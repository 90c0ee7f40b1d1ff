//! The schema model: [`Schema`], [`TypeRef`] and [`FieldRef`], as the engine reads them.

use std::sync::Arc;

use crate::key::ListMapKey;
use crate::presence::UnionPresence;
use crate::type_def::{AnyNulls, Field, ObjectType, ScalarType, TypeDef, TypeId, TypeKind};
use crate::union::Union;
use smp_rules::{ListType, MapType, Strategy};

/// A checked set of types with one root. Cloning is `O(1)`; the types are
/// shared, immutable and free of locks.
///
/// ```
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, Strategy, TypeKind};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let container = types.object(ObjectDef::new("Container").field("name", FieldDef::new(text)));
/// let containers = types.list(container);
/// let root = types.object(ObjectDef::new("PodSpec").field(
///     "containers",
///     FieldDef::new(containers).strategy(Strategy::MERGE).merge_key("name"),
/// ));
/// let schema = types.build(root)?;
/// let field = schema.root().field("containers").expect("a field of the type");
/// assert_eq!(field.merge_key(), Some("name"));
/// assert!(matches!(field.ty().kind(), TypeKind::List(_)));
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Schema {
    pub(crate) types: Arc<[Type]>,
    pub(crate) root: TypeId,
}

/// The root type of the schema.
impl<'s> From<&'s Schema> for TypeRef<'s> {
    fn from(schema: &'s Schema) -> Self {
        schema.root()
    }
}

impl Schema {
    /// The type of a whole document.
    #[must_use]
    #[inline]
    pub fn root(&self) -> TypeRef<'_> {
        TypeRef { types: &self.types, id: self.root }
    }

    /// The same types with another root; `None` if `root` is not a type of this schema.
    #[must_use]
    pub fn with_root(&self, root: TypeId) -> Option<Self> {
        (root.builder == self.root.builder).then_some(())?;
        self.types.get(root.index())?;
        Some(Self { types: Arc::clone(&self.types), root })
    }

    /// The object type with this name, if the schema has one. Use it to patch a part of a
    /// document with the type of that part. `O(t)` in the number of types.
    ///
    /// ```
    /// use smp_schema::{ObjectDef, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let root = types.object(ObjectDef::new("Root"));
    /// let schema = types.build(root)?;
    /// assert!(schema.object_named("Root").is_some());
    /// assert!(schema.object_named("Other").is_none());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn object_named(&self, name: &str) -> Option<TypeRef<'_>> {
        self.types
            .iter()
            .position(|ty| matches!(&ty.def, TypeDef::Object(object) if object.name == name))
            .and_then(|at| u32::try_from(at).ok())
            .map(|index| TypeRef { types: &self.types, id: TypeId { index, ..self.root } })
    }
}

/// A type of a [`Schema`]. `Copy`; every accessor is `O(1)`.
#[derive(Clone, Copy)]
pub struct TypeRef<'s> {
    types: &'s [Type],
    id: TypeId,
}

impl<'s> TypeRef<'s> {
    /// The id of this type, unique in its schema.
    #[must_use]
    #[inline]
    pub fn id(self) -> TypeId {
        self.id
    }

    /// The kind of this type.
    #[must_use]
    #[inline]
    pub fn kind(self) -> TypeKind<Self> {
        match self.def() {
            TypeDef::Scalar(_) => TypeKind::Scalar,
            TypeDef::Any(_) => TypeKind::Any,
            TypeDef::Object(_) => TypeKind::Object,
            TypeDef::List(element) => TypeKind::List(self.with(*element)),
            TypeDef::Map(value) => TypeKind::Map(self.with(*value)),
        }
    }

    /// The class of a scalar type; `None` for every other type.
    #[must_use]
    #[inline]
    pub fn scalar_type(self) -> Option<ScalarType> {
        match self.def() {
            TypeDef::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// The name of an object type.
    #[must_use]
    #[inline]
    pub fn name(self) -> Option<&'s str> {
        self.object().map(|object| object.name.as_str())
    }

    /// The field of an object type with this JSON name.
    #[must_use]
    #[inline]
    pub fn field(self, name: &str) -> Option<FieldRef<'s>> {
        let (position, name, def) = self.object()?.fields.get(name)?;
        Some(FieldRef { types: self.types, position, name, def })
    }

    /// The fields of an object type, in the order of their declaration; empty
    /// for every other type.
    #[inline]
    pub fn fields(self) -> impl Iterator<Item = FieldRef<'s>> {
        let types = self.types;
        self.object()
            .into_iter()
            .flat_map(|object| object.fields.iter())
            .enumerate()
            .map(move |(position, (name, def))| FieldRef { types, position, name, def })
    }

    /// The type of members that are not among the fields of an object type, if the type
    /// accepts such members (it flattens a map).
    #[must_use]
    #[inline]
    pub fn other_members(self) -> Option<TypeRef<'s>> {
        self.object()?.others.map(|id| self.with(id))
    }

    /// `x-kubernetes-map-type` of an object type: how server-side apply merges its objects, unless
    /// a field says otherwise. `granular` for every other type.
    #[must_use]
    #[inline]
    pub fn map_type(self) -> MapType {
        self.object().map(|object| object.map_type).unwrap_or_default()
    }

    /// The unions of an object type, including those of flattened types; empty for every other
    /// type.
    #[must_use]
    #[inline]
    pub fn unions(self) -> &'s [Union] {
        self.object().map_or(&[], |object| &object.unions)
    }

    /// The unions of an object type that are only validated, like `oneOf` in a definition; empty
    /// for every other type.
    #[must_use]
    #[inline]
    pub fn validated_unions(self) -> &'s [Union] {
        self.object().map_or(&[], |object| &object.validated)
    }

    /// Whether API servers drop the empty lists and maps of objects of this type:
    /// [`ObjectDef::drops_empty`](crate::ObjectDef::drops_empty).
    #[must_use]
    #[inline]
    pub fn drops_empty(self) -> bool {
        self.object().is_some_and(|object| object.drops_empty)
    }

    /// The kinds of unions in this type and in the types of all values inside it.
    #[must_use]
    #[inline]
    pub fn union_presence(self) -> UnionPresence {
        self.types.get(self.id.index()).map(|ty| ty.union_presence).unwrap_or_default()
    }

    /// Whether null is a value of this type and differs from an absent value.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let title = types.nullable(text);
    /// let root = types.object(ObjectDef::new("Page").field("title", FieldDef::new(title)));
    /// let schema = types.build(root)?;
    /// assert!(schema.root().field("title").unwrap().ty().is_nullable());
    /// assert!(schema.root().has_nulls() && !schema.root().is_nullable());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_nullable(self) -> bool {
        self.nulls().itself
    }

    /// Whether null is a value of this type or of a type inside it.
    #[must_use]
    #[inline]
    pub fn has_nulls(self) -> bool {
        self.nulls().anywhere
    }

    /// Whether the type is free-form JSON in which null members are values.
    #[must_use]
    #[inline]
    pub fn keeps_nulls(self) -> bool {
        matches!(self.def(), TypeDef::Any(AnyNulls::Values))
    }

    #[inline]
    fn nulls(self) -> Nulls {
        self.types.get(self.id.index()).map(|ty| ty.nulls).unwrap_or_default()
    }

    #[inline]
    fn object(self) -> Option<&'s ObjectType> {
        match self.def() {
            TypeDef::Object(object) => Some(object),
            _ => None,
        }
    }

    #[inline]
    fn def(self) -> &'s TypeDef<ObjectType> {
        // The builder has checked every id, so the default is never used. It avoids a panic.
        self.types.get(self.id.index()).map_or(&TypeDef::Any(AnyNulls::Absent), |ty| &ty.def)
    }

    #[inline]
    fn with(self, id: TypeId) -> Self {
        Self { types: self.types, id }
    }
}

/// Writes one line. Objects are written as their names, since types may be recursive.
impl core::fmt::Debug for TypeRef<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut ty = *self;
        for _ in 0..8 {
            ty = match ty.kind() {
                TypeKind::Object => return f.write_str(ty.name().unwrap_or_default()),
                TypeKind::Scalar => return f.write_str("scalar"),
                TypeKind::Any => return f.write_str("any"),
                TypeKind::List(element) => {
                    f.write_str("list of ")?;
                    element
                }
                TypeKind::Map(value) => {
                    f.write_str("map of ")?;
                    value
                }
            };
        }
        // A list may be a list of itself, so the text is cut off.
        f.write_str("…")
    }
}

/// A field of an object type. `Copy`; every accessor is `O(1)`.
#[derive(Clone, Copy)]
pub struct FieldRef<'s> {
    types: &'s [Type],
    position: usize,
    name: &'s str,
    def: &'s Field,
}

impl<'s> FieldRef<'s> {
    /// The position among the fields of the type, in the order of their declaration.
    #[must_use]
    #[inline]
    pub fn position(self) -> usize {
        self.position
    }

    /// The JSON name.
    #[must_use]
    #[inline]
    pub fn name(self) -> &'s str {
        self.name
    }

    /// The type of the value.
    #[must_use]
    #[inline]
    pub fn ty(self) -> TypeRef<'s> {
        TypeRef { types: self.types, id: self.def.ty }
    }

    /// The patch strategy.
    #[must_use]
    #[inline]
    pub fn strategy(self) -> Strategy {
        self.def.strategy
    }

    /// The one field that identifies an element in a patch
    /// (`patchMergeKey`, `x-kubernetes-patch-merge-key`).
    #[must_use]
    #[inline]
    pub fn merge_key(self) -> Option<&'s str> {
        self.def.merge_key.as_deref()
    }

    /// The fields that identify an element of the list
    /// (`x-kubernetes-list-map-keys`), with their defaults.
    #[must_use]
    #[inline]
    pub fn list_map_keys(self) -> &'s [ListMapKey] {
        &self.def.list_map_keys
    }

    /// `x-kubernetes-list-type`.
    #[must_use]
    #[inline]
    pub fn list_type(self) -> Option<ListType> {
        self.def.list_type
    }

    /// `x-kubernetes-map-type`: that of the field, or else that of its type.
    #[must_use]
    #[inline]
    pub fn map_type(self) -> MapType {
        self.def.map_type.unwrap_or_else(|| self.ty().map_type())
    }

    /// Whether every object has the field, as far as the schema knows.
    #[must_use]
    #[inline]
    pub fn is_required(self) -> bool {
        self.def.required
    }

    /// The only values of the field, if known.
    #[must_use]
    #[inline]
    pub fn one_of(self) -> Option<&'s [Box<str>]> {
        self.def.one_of.as_deref()
    }

    /// Whether documents have the field in one direction only.
    #[inline]
    pub(crate) fn is_one_way(self) -> bool {
        self.def.one_way
    }
}

impl core::fmt::Debug for FieldRef<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FieldRef")
            .field("name", &self.name)
            .field("ty", &self.ty())
            .field("strategy", &self.strategy())
            .field("merge_key", &self.merge_key())
            .finish_non_exhaustive()
    }
}

/// A type after checking. `union_presence` and `nulls` are precomputed, so that operations skip
/// types without unions, or without nulls that are values, in `O(1)`.
#[derive(Debug, Clone)]
pub(crate) struct Type {
    pub(crate) def: TypeDef<ObjectType>,
    pub(crate) union_presence: UnionPresence,
    pub(crate) nulls: Nulls,
}

/// The places where a type has null as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Nulls {
    pub(crate) itself: bool,
    /// Whether null is a value of the type or of a part of its values.
    pub(crate) anywhere: bool,
}
