//! Every rule for schemas, with a schema that violates only this rule, and the message.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use smp_core::schema::{ListMapKey, TypeId, TypeKind};
use smp_core::{FieldDef, ListType, ObjectDef, SchemaBuilder, Strategy, UnionDef};

/// The types of the fields in these schemas.
struct Types {
    scalar: TypeId,
    any: TypeId,
    element: TypeId,
    /// An object that flattens `element`.
    outer: TypeId,
    scalars: TypeId,
    elements: TypeId,
    outers: TypeId,
    /// A list of free-form values.
    anys: TypeId,
    lists: TypeId,
    maps: TypeId,
}

impl Types {
    fn of(types: &mut SchemaBuilder) -> Self {
        let scalar = types.scalar();
        let any = types.any();
        let scalars = types.list(scalar);
        let element = ObjectDef::new("Element")
            .field("name", FieldDef::new(scalar))
            .field("free", FieldDef::new(any))
            .field("list", FieldDef::new(scalars));
        let element = types.object(element);
        let more = FieldDef::new(scalar);
        let outer = types.object(ObjectDef::new("Outer").flatten(element).field("more", more));
        let map = types.map(scalar);
        let open = types.object(ObjectDef::new("Open").flatten(any));
        Self {
            scalar,
            any,
            element,
            outer,
            scalars,
            elements: types.list(element),
            outers: types.list(outer),
            anys: types.list(open),
            lists: types.list(scalars),
            maps: types.list(map),
        }
    }
}

/// The messages for an object type.
fn mistakes(object: impl FnOnce(&Types) -> ObjectDef) -> Vec<String> {
    let mut types = SchemaBuilder::new();
    let known = Types::of(&mut types);
    let root = types.object(object(&known));
    match types.build(root) {
        Ok(_) => Vec::new(),
        Err(error) => {
            let mistakes: Vec<_> = error.mistakes().iter().map(ToString::to_string).collect();
            let text = format!("invalid schema: {}", mistakes.join("; "));
            assert_eq!(error.to_string(), text);
            mistakes
        }
    }
}

#[track_caller]
fn field(field: impl Fn(&Types) -> FieldDef, mistake: &[&str]) {
    let mistake: Vec<_> = mistake.iter().map(|it| format!("`Root.f`: {it}")).collect();
    assert_eq!(mistakes(|types| ObjectDef::new("Root").field("f", field(types))), mistake);
    // A type that flattens another type has the same mistakes.
    let flattens = |types: &Types| {
        ObjectDef::new("Root").field("f", field(types)).flatten_optional(types.element)
    };
    assert_eq!(mistakes(flattens), mistake);
}

const MERGE_RETAIN: Strategy = Strategy::MERGE.with_retain_keys();

#[test]
fn scalars_take_no_strategy() {
    field(|t| FieldDef::new(t.scalar), &[]);
    field(|t| FieldDef::new(t.scalar).strategy(Strategy::REPLACE), &[]);
    let merge = ["a scalar cannot merge; remove the strategy"];
    field(|t| FieldDef::new(t.scalar).strategy(Strategy::MERGE), &merge);
    let retain = ["a scalar has no keys to retain; remove the strategy"];
    field(|t| FieldDef::new(t.scalar).strategy(Strategy::RETAIN_KEYS), &retain);
}

#[test]
fn a_key_needs_a_merge_list() {
    field(|t| FieldDef::new(t.elements).strategy(Strategy::MERGE).merge_key("name"), &[]);
    let needs =
        ["a merge key has no effect without the strategy `merge`; add it, or remove the key"];
    field(|t| FieldDef::new(t.elements).merge_key("name"), &needs);
    field(|t| FieldDef::new(t.elements).list_map_key(ListMapKey::new("name")), &[]);
    let only = ["only a list has a merge key; remove it"];
    field(|t| FieldDef::new(t.element).strategy(Strategy::MERGE).merge_key("name"), &only);
    field(|t| FieldDef::new(t.scalar).merge_key("name"), &only);
    let only = ["only a list has list map keys; remove them"];
    field(|t| FieldDef::new(t.element).list_map_key(ListMapKey::new("name")), &only);
    field(|t| FieldDef::new(t.scalar).list_map_key(ListMapKey::new("name")), &only);
}

#[test]
fn a_list_type_suits_the_list_and_its_keys() {
    let typed = |ty, list_type| FieldDef::new(ty).list_type(list_type);
    let keyed = |ty, list_type| typed(ty, list_type).list_map_key(ListMapKey::new("name"));
    field(|t| typed(t.scalars, ListType::Set), &[]);
    field(|t| typed(t.elements, ListType::Atomic), &[]);
    field(|t| keyed(t.elements, ListType::Map), &[]);
    field(|t| typed(t.any, ListType::Atomic), &[]);
    let only = ["only a list has a list type; remove it"];
    field(|t| typed(t.scalar, ListType::Atomic), &only);
    field(|t| typed(t.element, ListType::Set), &only);
    let keys = ["a list of type `map` needs list map keys; add them"];
    field(|t| typed(t.elements, ListType::Map), &keys);
    let map = ["only a list of type `map` has list map keys; write `map`, or remove the keys"];
    field(|t| keyed(t.elements, ListType::Atomic), &map);
    field(|t| keyed(t.elements, ListType::Set), &map);
}

/// Ids of another builder are refused wherever a type is used, the root included.
#[test]
fn types_of_another_builder_are_refused() {
    let mut others = SchemaBuilder::new();
    let foreign = others.scalar();
    let foreign_object = others.object(ObjectDef::new("Other"));
    let build = |make: &dyn Fn(&mut SchemaBuilder) -> TypeId| {
        let mut types = SchemaBuilder::new();
        // Two types of this builder, so that the foreign ids have numbers that exist here, too.
        let (_, _) = (types.scalar(), types.any());
        let root = make(&mut types);
        types.build(root).unwrap_err().to_string()
    };
    let cases: [&dyn Fn(&mut SchemaBuilder) -> TypeId; 6] = [
        &|_| foreign,
        &|types| types.list(foreign),
        &|types| types.map(foreign),
        &|types| types.object(ObjectDef::new("Root").field("f", FieldDef::new(foreign))),
        &|types| types.object(ObjectDef::new("Root").flatten(foreign_object)),
        &|types| {
            let alias = types.declare();
            types.define_alias(alias, foreign);
            alias
        },
    ];
    for case in cases {
        let error = build(case);
        assert!(error.contains("type of another builder"), "{error}");
    }
    // Trying to define a foreign type changes nothing in this builder.
    let mut types = SchemaBuilder::new();
    let own = types.scalar();
    types.define(foreign_object, ObjectDef::new("Mine"));
    assert!(matches!(types.build(own).unwrap().root().kind(), TypeKind::Scalar));
}

#[test]
fn aliases_in_a_circle_are_named() {
    let mut types = SchemaBuilder::new();
    let (first, second) = (types.declare(), types.declare());
    types.define_alias(first, second);
    types.define_alias(second, first);
    let error = types.build(first).unwrap_err();
    let mistakes: Vec<_> = error.mistakes().iter().map(ToString::to_string).collect();
    assert_eq!(mistakes, ["type 0 is an alias of itself", "type 1 is an alias of itself"]);
}

#[test]
fn retaining_keys_needs_objects() {
    field(|t| FieldDef::new(t.element).strategy(Strategy::RETAIN_KEYS), &[]);
    field(|t| FieldDef::new(t.elements).strategy(MERGE_RETAIN).merge_key("name"), &[]);
    let beside = ["an atomic list is replaced as a whole and has no keys to retain; write \
                   `merge|retainKeys`"];
    field(|t| FieldDef::new(t.elements).strategy(Strategy::RETAIN_KEYS), &beside);
    let none = ["a list of scalars has no keys to retain; write `merge`"];
    field(|t| FieldDef::new(t.scalars).strategy(MERGE_RETAIN), &none);
}

#[test]
fn elements_that_merge_have_a_key() {
    let key = |def: FieldDef| def.list_map_key(ListMapKey::new("name"));
    field(|t| FieldDef::new(t.elements), &[]);
    field(|t| key(FieldDef::new(t.elements).strategy(Strategy::MERGE)), &[]);
    let needs = ["a list of objects needs a merge key to merge; add one, or list map keys"];
    field(|t| FieldDef::new(t.elements).strategy(Strategy::MERGE), &needs);
    field(|t| FieldDef::new(t.maps), &[]);
    field(|t| key(FieldDef::new(t.maps).strategy(Strategy::MERGE)), &[]);
    field(|t| FieldDef::new(t.maps).strategy(Strategy::MERGE), &needs);
    field(|t| FieldDef::new(t.scalars).strategy(Strategy::MERGE), &[]);
    field(
        |t| key(FieldDef::new(t.scalars)),
        &["a list of scalars has no list map keys; remove them"],
    );
    field(|t| FieldDef::new(t.lists), &[]);
    field(
        |t| FieldDef::new(t.lists).strategy(Strategy::MERGE),
        &["a list of lists cannot merge; remove the strategy"],
    );
}

#[test]
fn a_key_is_a_scalar_field_of_the_elements() {
    let keyed = |ty, key: &str| FieldDef::new(ty).strategy(Strategy::MERGE).merge_key(key);
    let no_field = |ty, role| {
        format!("the elements (`{ty}`) have no field `other`, so it cannot be their {role}")
    };
    let no_scalar = |ty| {
        format!(
            "the field `list` of the elements (`{ty}`) is not a scalar, so it cannot be their merge key"
        )
    };
    field(|t| keyed(t.elements, "free"), &[]);
    field(|t| keyed(t.elements, "list"), &[&no_scalar("Element")]);
    field(|t| keyed(t.elements, "other"), &[&no_field("Element", "merge key")]);
    // The key may also be a field of a type that the element type flattens.
    field(|t| keyed(t.outers, "name"), &[]);
    field(|t| keyed(t.outers, "more"), &[]);
    field(|t| keyed(t.outers, "list"), &[&no_scalar("Outer")]);
    field(|t| keyed(t.outers, "other"), &[&no_field("Outer", "merge key")]);
    field(|t| keyed(t.anys, "whatever"), &[]);
    let second = |t: &Types| {
        FieldDef::new(t.elements)
            .list_map_key(ListMapKey::new("name"))
            .list_map_key(ListMapKey::new("other"))
    };
    field(second, &[&no_field("Element", "list map key")]);
}

/// Normalizing would clear the key of an element, or change it.
#[test]
fn a_key_is_no_field_of_a_union() {
    let mistakes = |keyed: fn(FieldDef) -> FieldDef| {
        let mut types = SchemaBuilder::new();
        let text = types.scalar();
        let union = UnionDef::new().discriminator("type").members(["a", "b"]);
        let inner = ["type", "a", "b", "name"]
            .into_iter()
            .fold(ObjectDef::new("Inner"), |object, name| object.field(name, FieldDef::new(text)));
        let inner = types.object(inner.union(union));
        let element = types.object(ObjectDef::new("Element").flatten(inner));
        let list = types.list(element);
        let root = types.object(ObjectDef::new("Root").field("f", keyed(FieldDef::new(list))));
        types.build(root).map_or_else(|error| error.to_string(), |_| String::new())
    };
    assert_eq!(mistakes(|list| list.strategy(Strategy::MERGE).merge_key("name")), "");
    let message = mistakes(|list| list.strategy(Strategy::MERGE).merge_key("type"));
    assert!(
        message.contains(
            "the field `type` of the elements (`Element`) is the discriminator of a union, which \
             changes with its member, so it cannot be their merge key"
        ),
        "{message}"
    );
    let message = mistakes(|list| list.strategy(Strategy::MERGE).merge_key("a"));
    assert!(message.contains("is a member of a union, which is absent"), "{message}");
    let message = mistakes(|list| {
        ["name", "b"].map(ListMapKey::new).into_iter().fold(list, FieldDef::list_map_key)
    });
    assert!(message.contains("so it cannot be their list map key"), "{message}");
}

#[test]
fn types_that_flatten_each_other_in_a_circle() {
    let mut types = SchemaBuilder::new();
    let (first, second) = (types.declare(), types.declare());
    types.define(first, ObjectDef::new("First").flatten(second));
    types.define(second, ObjectDef::new("Second").flatten(first));
    let list = types.list(first);
    let field = FieldDef::new(list).strategy(Strategy::MERGE).merge_key("name");
    let root = types.object(ObjectDef::new("Root").field("f", field));
    let error = types.build(root).unwrap_err().to_string();
    assert!(
        error.contains(
            "the elements (`First`) have no field `name`, so it cannot be their merge key"
        ),
        "{error}"
    );
}

#[test]
fn a_field_is_defined_once() {
    let twice = |t: &Types| {
        let field = || FieldDef::new(t.scalar);
        ObjectDef::new("Root").field("f", field()).field("g", field()).field("f", field())
    };
    assert_eq!(mistakes(twice), ["`Root.f` is defined twice"]);
    let flattened =
        |t: &Types| ObjectDef::new("Root").field("more", FieldDef::new(t.scalar)).flatten(t.outer);
    assert_eq!(mistakes(flattened), ["`Root.more` is defined twice"]);
}

#[test]
fn a_type_is_flattened_once() {
    let twice = |t: &Types| ObjectDef::new("Root").flatten(t.element).flatten(t.element);
    assert_eq!(mistakes(twice), ["`Root` flattens `Element` again"]);
    // Flattening a type without fields twice adds no field twice.
    let mut types = SchemaBuilder::new();
    let nothing = types.object(ObjectDef::new("Nothing"));
    let root = types.object(ObjectDef::new("Root").flatten(nothing).flatten(nothing));
    types.build(root).unwrap();
}

#[test]
fn flattening_has_128_levels() {
    let build = |levels: usize| {
        let mut types = SchemaBuilder::new();
        let scalar = types.scalar();
        let last = types.object(ObjectDef::new("T0").field("f", FieldDef::new(scalar)));
        let root = (1..=levels).fold(last, |inner, level| {
            types.object(ObjectDef::new(format!("T{level}")).flatten(inner))
        });
        types.build(root)
    };
    build(128).unwrap();
    let error = build(129).unwrap_err().to_string();
    assert!(error.contains("`T0` is flattened more than 128 levels deep"), "{error}");
}

#[test]
fn a_value_of_a_union_is_not_empty() {
    let union = |value: &'static str| {
        move |t: &Types| {
            let member = FieldDef::new(t.any);
            let union = UnionDef::new().discriminator("kind").member("f", value);
            let kind = FieldDef::new(t.scalar);
            ObjectDef::new("Root").field("f", member).field("kind", kind).union(union)
        }
    };
    assert!(mistakes(union("F")).is_empty());
    let [mistake] = &mistakes(union(""))[..] else { panic!("one mistake") };
    assert!(mistake.contains("the member `f` of a union has an empty discriminated value"));
}
