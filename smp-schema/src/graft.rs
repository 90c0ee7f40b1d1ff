//! Copies types of a finished schema into a builder.

use std::collections::HashMap;

use crate::builder::SchemaBuilder;
use crate::definition::{FieldDef, ObjectDef};
use crate::model::{FieldRef, TypeRef};
use crate::type_def::{TypeId, TypeKind};
use crate::union::UnionDef;

impl SchemaBuilder {
    /// Copies a type of a finished schema into this builder, with all types that it
    /// uses. `O(n)` in the fields of these types.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let meta = types.object(ObjectDef::new("ObjectMeta").field("name", FieldDef::new(text)));
    /// let meta = types.build(meta)?;
    ///
    /// let mut types = SchemaBuilder::new();
    /// let metadata = types.graft(meta.root());
    /// let root = ObjectDef::new("CronTab").field("metadata", FieldDef::new(metadata));
    /// let root = types.object(root);
    /// let schema = types.build(root)?;
    /// let metadata = schema.root().field("metadata").unwrap().ty();
    /// assert!(metadata.field("name").is_some());
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    pub fn graft(&mut self, ty: TypeRef<'_>) -> TypeId {
        let mut graft = Graft { types: self, known: HashMap::new(), open: Vec::new() };
        let root = graft.id(ty);
        while let Some((id, ty)) = graft.open.pop() {
            graft.define(id, ty);
        }
        root
    }
}

/// The state of a copy. A list of open types instead of recursion: types may be nested so
/// deeply that recursion would overflow the stack.
struct Graft<'b, 's> {
    types: &'b mut SchemaBuilder,
    known: HashMap<TypeId, TypeId>,
    open: Vec<(TypeId, TypeRef<'s>)>,
}

impl<'s> Graft<'_, 's> {
    fn id(&mut self, ty: TypeRef<'s>) -> TypeId {
        let id = self.not_null(ty);
        if ty.is_nullable() { self.types.nullable(id) } else { id }
    }

    /// The copy of a type, without null as a value.
    fn not_null(&mut self, ty: TypeRef<'s>) -> TypeId {
        match ty.kind() {
            TypeKind::Scalar => self.types.scalar_of(ty.scalar_type().unwrap_or_default()),
            TypeKind::Any if ty.keeps_nulls() => self.types.any_with_nulls(),
            TypeKind::Any => self.types.any(),
            TypeKind::Object | TypeKind::List(_) | TypeKind::Map(_) => {
                let (types, open) = (&mut *self.types, &mut self.open);
                *self.known.entry(ty.id()).or_insert_with(|| {
                    let id = types.declare();
                    open.push((id, ty));
                    id
                })
            }
        }
    }

    fn define(&mut self, id: TypeId, ty: TypeRef<'s>) {
        match ty.kind() {
            // `id` never adds these to the list.
            TypeKind::Scalar | TypeKind::Any => {}
            TypeKind::List(element) => {
                let element = self.id(element);
                let list = self.types.list(element);
                self.types.define_alias(id, list);
            }
            TypeKind::Map(value) => {
                let value = self.id(value);
                let map = self.types.map(value);
                self.types.define_alias(id, map);
            }
            TypeKind::Object => {
                let mut object = ObjectDef::new(ty.name().unwrap_or_default());
                for field in ty.fields() {
                    object = object.field(field.name(), self.field(field));
                }
                if let Some(others) = ty.other_members() {
                    let value = self.id(others);
                    let others = match others.kind() {
                        TypeKind::Any => value,
                        _ => self.types.map(value),
                    };
                    object = object.flatten(others);
                }
                object.drops_empty = ty.drops_empty();
                object.unions = ty.unions().iter().map(UnionDef::of).collect();
                object.map_type = ty.map_type();
                object.validated = ty.validated_unions().iter().map(UnionDef::of).collect();
                self.types.define(id, object);
            }
        }
    }

    fn field(&mut self, field: FieldRef<'s>) -> FieldDef {
        let mut def = FieldDef::new(self.id(field.ty())).strategy(field.strategy());
        def.merge_key = field.merge_key().map(str::to_owned);
        def.list_map_keys = field.list_map_keys().to_vec();
        def.list_type = field.list_type();
        let own = field.map_type();
        def.map_type = (own != field.ty().map_type()).then_some(own);
        def.required = field.is_required();
        def.one_of = field.one_of().map(Into::into);
        def.one_way = field.is_one_way();
        def
    }
}
