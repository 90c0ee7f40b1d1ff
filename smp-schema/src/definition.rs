//! [`ObjectDef`] and [`FieldDef`]: definitions of objects and their fields, as given to
//! the builder, before they are checked.

use crate::key::ListMapKey;
use crate::type_def::TypeId;
use crate::union::UnionDef;
use smp_rules::{ListType, MapType, Strategy};

/// The definition of an object type. See [`SchemaBuilder::object`](crate::SchemaBuilder::object).
#[derive(Debug, Clone)]
pub struct ObjectDef {
    pub(crate) name: String,
    pub(crate) members: Vec<Member>,
    pub(crate) unions: Vec<UnionDef>,
    /// Unions that are validated but never normalized.
    pub(crate) validated: Vec<UnionDef>,
    pub(crate) map_type: MapType,
    pub(crate) drops_empty: bool,
}

/// A member of the definition of an object type.
#[derive(Debug, Clone)]
pub enum Member {
    /// A field and its JSON name.
    Field(String, FieldDef),
    /// All fields of another type: [`ObjectDef::flatten`].
    Flattened(TypeId),
    /// All fields of another type whose values may be absent:
    /// [`ObjectDef::flatten_optional`].
    FlattenedOptional(TypeId),
}

impl ObjectDef {
    /// An object type without fields. The name is used in messages and by
    /// [`Schema::object_named`](crate::Schema::object_named). `O(n)` in the name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            members: Vec::new(),
            unions: Vec::new(),
            validated: Vec::new(),
            map_type: MapType::Granular,
            drops_empty: false,
        }
    }

    /// The name of the type.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The fields and flattened types, in the order of declaration.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The unions of this object; not those of flattened types.
    #[must_use]
    pub fn unions(&self) -> &[UnionDef] {
        &self.unions
    }

    /// Adds a union that is only validated, like `oneOf` in a definition: an object has at most one
    /// of its members, or exactly one. A field may be part of several such unions, and also of a
    /// [`union`](Self::union).
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let source = ObjectDef::new("Source")
    ///     .field("url", FieldDef::new(text))
    ///     .field("path", FieldDef::new(text))
    ///     .validated_union(UnionDef::new().members(["url", "path"]).exactly_one());
    /// let source = types.object(source);
    /// let schema = types.build(source)?;
    /// assert!(schema.root().validated_unions()[0].exactly_one());
    /// assert!(schema.root().unions().is_empty());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn validated_union(mut self, union: UnionDef) -> Self {
        self.validated.push(union);
        self
    }

    /// Sets how server-side apply merges objects of this type, unless a field says otherwise.
    /// Strategic merge patches are not affected.
    ///
    /// ```
    /// use smp_schema::{FieldDef, MapType, ObjectDef, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let selector = ObjectDef::new("Selector").field("name", FieldDef::new(text));
    /// let selector = types.object(selector.map_type(MapType::Atomic));
    /// let schema = types.build(selector)?;
    /// assert_eq!(schema.root().map_type(), MapType::Atomic);
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn map_type(mut self, map_type: MapType) -> Self {
        self.map_type = map_type;
        self
    }

    /// Declares that API servers drop the empty lists and maps of such objects, as they do in all
    /// of Kubernetes' own types, which they read into Go structs. Custom resources keep theirs.
    ///
    /// ```
    /// use smp_schema::{ObjectDef, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let root = types.object(ObjectDef::new("PodSpec").drops_empty());
    /// assert!(types.build(root)?.root().drops_empty());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn drops_empty(mut self) -> Self {
        self.drops_empty = true;
        self
    }

    /// The unions of this object, mutable.
    pub fn unions_mut(&mut self) -> &mut Vec<UnionDef> {
        &mut self.unions
    }

    /// The fields and flattened types, mutable.
    ///
    /// ```
    /// use smp_schema::{FieldDef, Member, ObjectDef, SchemaBuilder, Strategy};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let args = types.list(text);
    /// let mut container = ObjectDef::new("Container").field("args", FieldDef::new(args));
    /// if let [Member::Field(_, field)] = container.members_mut().as_mut_slice() {
    ///     field.strategy = Strategy::MERGE;
    /// }
    /// let container = types.object(container);
    /// assert!(types.build(container)?.root().field("args").unwrap().strategy().is_merge());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    pub fn members_mut(&mut self) -> &mut Vec<Member> {
        &mut self.members
    }

    /// Adds a field under its JSON name. `O(n)` in the name.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, field: FieldDef) -> Self {
        self.members.push(Member::Field(name.into(), field));
        self
    }

    /// Adds all fields of another object type, like Go's inlined structs and
    /// serde's `flatten`. If the other type is a map or free-form, the object accepts
    /// members that are not among its fields.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let (text, any) = (types.scalar(), types.any());
    /// let source = types.object(ObjectDef::new("Source").field("path", FieldDef::new(text)));
    /// let volume = types.object(ObjectDef::new("Volume").flatten(source).flatten(any));
    /// let schema = types.build(volume)?;
    /// assert!(schema.root().field("path").is_some());
    /// assert!(schema.root().other_members().is_some());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn flatten(mut self, ty: TypeId) -> Self {
        self.members.push(Member::Flattened(ty));
        self
    }

    /// As [`flatten`](Self::flatten), for a type whose fields may all be absent. Its
    /// unions then require at most one member, even those that are
    /// [`exactly_one`](UnionDef::exactly_one) in the type itself.
    #[must_use]
    pub fn flatten_optional(mut self, ty: TypeId) -> Self {
        self.members.push(Member::FlattenedOptional(ty));
        self
    }

    /// Adds a union of fields of this object, its own or flattened ones. Unions of flattened types
    /// are included without this.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let any = types.any();
    /// let source = types.object(
    ///     ObjectDef::new("VolumeSource")
    ///         .field("emptyDir", FieldDef::new(any))
    ///         .field("hostPath", FieldDef::new(any))
    ///         .union(UnionDef::new().members(["emptyDir", "hostPath"])),
    /// );
    /// let volume = types.object(ObjectDef::new("Volume").flatten(source));
    /// let schema = types.build(volume)?;
    /// assert_eq!(schema.root().unions().len(), 1);
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn union(mut self, union: UnionDef) -> Self {
        self.unions.push(union);
        self
    }
}

/// The definition of a field: its type and its patch metadata.
///
/// ```
/// use smp_schema::{FieldDef, ListMapKey, ListType, ObjectDef, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let leaf = types.scalar();
/// let port = types.object(
///     ObjectDef::new("Port")
///         .field("containerPort", FieldDef::new(leaf))
///         .field("protocol", FieldDef::new(leaf)),
/// );
/// let ports = types.list(port);
/// let field = FieldDef::new(ports)
///     .strategy(Strategy::MERGE)
///     .merge_key("containerPort")
///     .list_type(ListType::Map)
///     .list_map_key(ListMapKey::new("containerPort"))
///     .list_map_key(ListMapKey::new("protocol").with_default("TCP"));
/// let root = types.object(ObjectDef::new("Container").field("ports", field));
/// assert!(types.build(root).is_ok());
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FieldDef {
    /// The type of the value.
    pub ty: TypeId,
    /// The patch strategy.
    pub strategy: Strategy,
    /// The field that identifies an element in a patch.
    pub merge_key: Option<String>,
    /// The fields that identify an element of the list.
    pub list_map_keys: Vec<ListMapKey>,
    /// How server-side apply merges the list.
    pub list_type: Option<ListType>,
    /// How server-side apply merges the object or map, if not as its type says.
    pub map_type: Option<MapType>,
    /// Whether every object has the field. Such a field cannot be a member of a union.
    pub required: bool,
    /// The only values of the field, if known. The values by which a discriminator names members
    /// must be among them.
    pub one_of: Option<Box<[Box<str>]>>,
    /// Whether documents have the field in one direction only: serde skips it when writing or when
    /// reading.
    pub(crate) one_way: bool,
}

impl FieldDef {
    /// A field of this type, without strategy or keys.
    #[must_use]
    pub fn new(ty: TypeId) -> Self {
        Self {
            ty,
            strategy: Strategy::NONE,
            merge_key: None,
            list_map_keys: Vec::new(),
            list_type: None,
            map_type: None,
            required: false,
            one_of: None,
            one_way: false,
        }
    }

    /// Whether the field has no patch metadata.
    pub(crate) fn has_no_metadata(&self) -> bool {
        self.strategy == Strategy::NONE
            && self.merge_key.is_none()
            && self.list_map_keys.is_empty()
            && self.list_type.is_none()
            && self.map_type.is_none()
    }

    /// Sets the patch strategy.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Sets the field that identifies an element in a patch. `O(n)` in the name.
    #[must_use]
    pub fn merge_key(mut self, name: impl Into<String>) -> Self {
        self.merge_key = Some(name.into());
        self
    }

    /// Adds one of the fields that identify an element of the list.
    #[must_use]
    pub fn list_map_key(mut self, key: ListMapKey) -> Self {
        self.list_map_keys.push(key);
        self
    }

    /// Declares that every object has the field. Such a field cannot be a member of a union.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sets the only values of the field, which are strings. A discriminator can name members only
    /// by these values. `O(n)` in the values.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let (text, any) = (types.scalar(), types.any());
    /// let root = types.object(
    ///     ObjectDef::new("Limit")
    ///         .field("type", FieldDef::new(text).one_of(["Queue", "Reject"]))
    ///         .field("queuing", FieldDef::new(any))
    ///         .union(UnionDef::new().discriminator("type").members(["queuing"])),
    /// );
    /// let error = types.build(root).unwrap_err().to_string();
    /// assert!(error.contains("`type` is never `Queuing`"), "{error}");
    /// ```
    #[must_use]
    pub fn one_of<V: Into<Box<str>>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.one_of = Some(values.into_iter().map(Into::into).collect());
        self
    }

    /// Sets how server-side apply merges the list.
    #[must_use]
    pub fn list_type(mut self, list_type: ListType) -> Self {
        self.list_type = Some(list_type);
        self
    }

    /// Sets how server-side apply merges the object or map, overriding its type.
    #[must_use]
    pub fn map_type(mut self, map_type: MapType) -> Self {
        self.map_type = Some(map_type);
        self
    }
}
