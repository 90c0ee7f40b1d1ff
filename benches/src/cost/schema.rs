//! The types of hostile documents.

use smp_core::schema::ListMapKey;
use smp_core::{FieldDef, ObjectDef, Schema, SchemaBuilder, SchemaError, Strategy, UnionDef};

/// A type with one field of each kind, which contains itself: `child` and
/// `retained` as objects, `items` as a merge list.
///
/// # Errors
///
/// None: the schema is valid.
pub(super) fn thing() -> Result<Schema, SchemaError> {
    let mut types = SchemaBuilder::new();
    let (scalar, any) = (types.scalar(), types.any());
    let (scalars, anything, map) = (types.list(scalar), types.list(any), types.map(scalar));
    let thing = types.declare();
    let (things, by_name) = (types.list(thing), types.map(thing));
    let pair = types.object(
        ObjectDef::new("Pair")
            .field("port", FieldDef::new(scalar))
            .field("protocol", FieldDef::new(scalar))
            .field("value", FieldDef::new(scalar)),
    );
    let pairs = FieldDef::new(types.list(pair))
        .list_map_key(ListMapKey::new("port"))
        .list_map_key(ListMapKey::new("protocol").with_default("TCP"));
    let choice = UnionDef::new().discriminator("type").members(["one", "two"]);
    types.define(
        thing,
        ObjectDef::new("Thing")
            .field("name", FieldDef::new(scalar))
            .field("value", FieldDef::new(scalar))
            .field("map", FieldDef::new(map))
            .field("any", FieldDef::new(any))
            .field("child", FieldDef::new(thing))
            .field("retained", FieldDef::new(thing).strategy(Strategy::RETAIN_KEYS))
            .field("things", FieldDef::new(by_name))
            .field("items", FieldDef::new(things).strategy(Strategy::MERGE).merge_key("name"))
            .field("set", FieldDef::new(scalars).strategy(Strategy::MERGE))
            .field("atomic", FieldDef::new(anything))
            .field("pairs", pairs)
            .field("type", FieldDef::new(scalar))
            .field("one", FieldDef::new(any))
            .field("two", FieldDef::new(any))
            .union(choice),
    );
    types.build(thing)
}

/// A type with this number of lists of scalars.
pub(super) fn lists(n: usize, prefix: &str) -> Result<Schema, SchemaError> {
    let mut types = SchemaBuilder::new();
    let scalar = types.scalar();
    let list = types.list(scalar);
    let root = (0..n).fold(ObjectDef::new("Root"), |root, at| {
        root.field(format!("{prefix}{at}"), FieldDef::new(list))
    });
    let root = types.object(root);
    types.build(root)
}

/// A map of objects whose fields, `n` of them, are the members of one union.
pub(super) fn union(n: usize) -> Result<Schema, SchemaError> {
    let mut types = SchemaBuilder::new();
    let (scalar, any) = (types.scalar(), types.any());
    let names = || (0..n).map(super::text::plain);
    let union = UnionDef::new().members(names());
    let object = ObjectDef::new("Choice").field("type", FieldDef::new(scalar));
    let object = names().fold(object, |object, name| object.field(name, FieldDef::new(any)));
    let choice = types.object(object.union(union.discriminator("type")));
    let choices = types.map(choice);
    let root = types.object(ObjectDef::new("Root").field("choices", FieldDef::new(choices)));
    types.build(root)
}
