//! Adds types to a [`SchemaBuilder`] from the shapes of Rust types.

use core::any::TypeId as RustType;

use crate::builder::SchemaBuilder;
use crate::definition::{FieldDef, ObjectDef};
use crate::describe::PatchSchema;
use crate::key::ListMapKey;
use crate::shape::{
    DefaultShape, FieldShape, Form, Metadata, ObjectShape, Place, TypeShape, UnionShape,
};
use crate::type_def::{ScalarType, TypeId};
use crate::union::UnionDef;

impl SchemaBuilder {
    /// Adds a Rust type, with all types that its fields use, at the first call for it;
    /// later calls return the same id. So a recursive type is added once. `O(n)` in its
    /// fields at the first call, then `O(1)`.
    ///
    /// ```
    /// use smp_schema::SchemaBuilder;
    /// let mut types = SchemaBuilder::new();
    /// assert_eq!(types.add::<Vec<String>>(), types.add::<Vec<String>>());
    /// ```
    pub fn add<T: PatchSchema + ?Sized>(&mut self) -> TypeId {
        self.add_shape(&T::SHAPE)
    }

    pub(crate) fn add_shape(&mut self, shape: &TypeShape) -> TypeId {
        match shape.form {
            Form::Scalar(scalar) => self.scalar_of(scalar),
            Form::OneOf(_) => self.scalar_of(ScalarType::String),
            Form::Any => self.any(),
            Form::List(element) => {
                let element = self.add_shape(element);
                self.list(element)
            }
            Form::Map(value) => {
                let value = self.add_shape(value);
                self.map(value)
            }
            Form::Object(describe) => describe(self),
            Form::Inline(object) => {
                let object = self.object_of(object);
                self.object(object)
            }
        }
    }

    /// Adds the type of a hand-written implementation.
    pub(crate) fn describe_once<T: PatchSchema + ?Sized>(&mut self) -> TypeId {
        self.once(RustType::of::<T>(), |types, id| {
            let described = T::describe(types);
            if described != id {
                types.define_alias(id, described);
            }
        })
    }

    /// Adds the object type of a Rust type.
    pub(crate) fn add_object(&mut self, key: RustType, object: &ObjectShape) -> TypeId {
        self.once(key, |types, id| {
            let object = types.object_of(object);
            types.define(id, object);
        })
    }

    fn object_of(&mut self, object: &ObjectShape) -> ObjectDef {
        let mut def = ObjectDef::new(object.name).map_type(object.map_type);
        for FieldShape { place, shape, metadata } in object.fields {
            let ty = self.add_shape(shape);
            def = match place {
                Place::Named(name) => def.field(*name, field_of(ty, metadata)),
                Place::OneWay(name) => {
                    def.field(*name, FieldDef { one_way: true, ..field_of(ty, metadata) })
                }
                Place::Flattened(_) if shape.is_optional() => def.flatten_optional(ty),
                Place::Flattened(_) => def.flatten(ty),
            };
        }
        match object.union {
            Some(union) => def.union(union_of(union)),
            None => def,
        }
    }
}

fn field_of(ty: TypeId, metadata: &Metadata) -> FieldDef {
    let mut field = FieldDef::new(ty).strategy(metadata.strategy);
    if let Some(key) = metadata.merge_key {
        field = field.merge_key(key);
    }
    for (name, default) in metadata.list_map_keys {
        let key = ListMapKey::new(*name);
        field = field.list_map_key(match *default {
            None => key,
            Some(DefaultShape::String(text)) => key.with_default(text),
            Some(DefaultShape::Integer(number)) => key.with_default(number),
            Some(DefaultShape::Boolean(value)) => key.with_default(value),
        });
    }
    if let Some(map_type) = metadata.map_type {
        field = field.map_type(map_type);
    }
    match metadata.list_type {
        Some(list_type) => field.list_type(list_type),
        None => field,
    }
}

fn union_of(union: &UnionShape) -> UnionDef {
    let mut def = UnionDef::new();
    def.exactly_one = union.exactly_one;
    def.allow_inactive_member = union.allow_inactive_member;
    def.unenforced = union.unenforced;
    def.rust_enum = union.rust_enum;
    if let Some(discriminator) = union.discriminator {
        def = def.discriminator(discriminator);
    }
    for (field, value) in union.members {
        def = def.member(*field, *value);
    }
    for field in union.empty_is_unset {
        def = def.empty_is_unset(*field);
    }
    def
}
