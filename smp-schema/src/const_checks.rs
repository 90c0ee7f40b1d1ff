//! Functions that the code written by the derive calls in constants: two make shapes, the others
//! are checks. A derive macro sees only the names of field types; the
//! checks see the types themselves, through the constants of
//! [`PatchSchema`](crate::PatchSchema).
//!
//! A check that fails panics in a constant. The compiler reports this as an error at the
//! attribute that is wrong (`#[track_caller]`). The rules are the same as in `check.rs`. No
//! check costs anything at run time.
//!
//! The functions take constants, not type parameters. So the compiler reports a field
//! type without a patch schema once, and not for each use.

#![expect(clippy::panic, reason = "a panic in a constant is a compile error, which is intended")]

use crate::builder::SchemaBuilder;
use crate::const_text::Message;
use crate::distinct::duplicate;
use crate::shape::{
    DefaultShape, FieldShape, Form, Metadata, ObjectShape, Place, TypeShape, UnionShape, same,
};
use crate::type_def::{ScalarType, TypeId};
use smp_rules::{FieldFacts, Kind, ListType, Part, Rule, UnionField};

/// The shape of an object type that `describe` adds to a builder.
#[must_use]
pub const fn object(describe: fn(&mut SchemaBuilder) -> TypeId) -> TypeShape {
    TypeShape::of(Form::Object(describe))
}

/// The shape of an object without a Rust type of its own: the fields of a variant.
#[must_use]
pub const fn inline(object: &'static ObjectShape) -> TypeShape {
    TypeShape::of(Form::Inline(object))
}

/// The type of a field, as the checks see it.
#[derive(Debug, Clone, Copy)]
pub struct TypeFacts {
    /// The type as written.
    pub text: &'static str,
    /// `PatchSchema::SHAPE`.
    pub shape: TypeShape,
    /// `PatchSchema::ELEMENT`.
    pub element: &'static ObjectShape,
}

/// Checks one part of the metadata of a field against its type, by the rules of [`smp_rules`]. Each
/// part is checked by a call of its own, so that the error points to its attribute.
#[track_caller]
pub const fn metadata(of: &TypeFacts, metadata: &Metadata, part: Part) {
    let element = match of.shape.element() {
        Some(element) => Some(element.kind()),
        None => None,
    };
    let facts = FieldFacts {
        kind: Some(of.shape.kind()),
        element,
        strategy: metadata.strategy,
        merge_key: metadata.merge_key.is_some(),
        list_map_keys: !metadata.list_map_keys.is_empty(),
        list_type: metadata.list_type,
    };
    let mut rules: &[Rule] = &Rule::ALL;
    while let [rule, rest @ ..] = rules {
        if let Some(message) = rule.violated_by(facts)
            && rule.part() as u8 == part as u8
        {
            fail(&["`", of.text, "`: ", message])
        }
        rules = rest;
    }
    if let Some(message) = refused_elements(of, facts, part) {
        fail(&["`", of.text, "`: ", message])
    }
}

/// Checks that a field with a map type is an object, a map, or free-form JSON.
#[track_caller]
pub const fn map_type(of: &TypeFacts) {
    if let Kind::Scalar | Kind::List = of.shape.kind() {
        fail(&["`", of.text, "`: a map type says how an object or a map merges; remove it"])
    }
}

/// The message about elements that can't be merged as the field says. These rules are for Rust
/// types.
const fn refused_elements(of: &TypeFacts, field: FieldFacts, part: Part) -> Option<&'static str> {
    let Some(element) = of.shape.element() else { return None };
    match (part, element.kind(), element.as_scalar()) {
        (Part::Strategy, _, Some(ScalarType::Number)) if field.strategy.is_merge() => Some(
            "numbers with a fraction are written in several ways, so they cannot be found in a \
             list to merge; remove the strategy",
        ),
        (Part::Strategy, Kind::Any, _)
            if field.strategy.is_merge() && !field.merge_key && !field.list_map_keys =>
        {
            Some(
                "elements of any form cannot be found in a list to merge, as objects need a merge \
                 key; remove the strategy, or add a key, which each element then has",
            )
        }
        (Part::ListType, Kind::Object | Kind::Map, _)
            if matches!(field.list_type, Some(ListType::Set)) =>
        {
            Some("a set has scalars; write `map` with list map keys, or `atomic`")
        }
        _ => None,
    }
}

/// Checks that a merge key is a string, integer or boolean field of every element.
#[track_caller]
pub const fn merge_key(of: &TypeFacts, key: &str) {
    list_key(of, key, "merge key");
}

/// Checks that a list map key is a string, integer or boolean field of every element, and
/// that its default has the same type.
#[track_caller]
pub const fn list_map_key(of: &TypeFacts, key: &str, default: Option<DefaultShape>) {
    list_key(of, key, "list map key");
    if let Some(default) = default
        && let Some(FieldFound { field, .. }) = find(of.element, key)
        && let Some(scalar) = field.shape.as_scalar()
    {
        let reason = match (scalar, default) {
            // `list_key` has refused a number with a fraction.
            (ScalarType::String, DefaultShape::String(text)) => {
                let Some(strings) = field.shape.strings() else { return };
                if contains(strings, text) {
                    return;
                }
                let message = Message::new()
                    .with(&["`", key, "` of the elements of `", of.text, "` is never `", text])
                    .with(&["`; it is "])
                    .with_choice(strings);
                panic!("{}", message.as_str())
            }
            (ScalarType::String, _) => "` is a string: write its default in quotes",
            (ScalarType::Integer, DefaultShape::Integer(number)) if field.shape.holds(number) => {
                return;
            }
            (ScalarType::Integer, DefaultShape::Integer(_)) => {
                "` cannot be this number: write a default that its Rust type can have"
            }
            (ScalarType::Boolean, DefaultShape::Boolean(_)) => return,
            (ScalarType::Integer, _) => "` is an integer: write its default without quotes",
            (ScalarType::Boolean, _) => "` is a boolean: its default is true or false",
            // `list_key` has refused a number with a fraction.
            _ => return,
        };
        fail(&["`", key, "` of the elements of `", of.text, reason])
    }
}

#[track_caller]
const fn list_key(of: &TypeFacts, key: &str, role: &str) {
    // If the type is not a list of objects, `metadata` reports the key.
    let Some(element) = of.shape.element() else { return };
    match element.kind() {
        Kind::Scalar | Kind::List | Kind::Any => {}
        // A map may have a member with this name, so it is allowed if the values of the map can
        // be keys.
        Kind::Map => {
            if let Some(value) = element.value() {
                value_is_key(of, value, role);
            }
        }
        Kind::Object => field_is_key(of, key, role),
    }
}

/// Checks that the values of a map can be keys, since each element has its key as one of its
/// values.
#[track_caller]
const fn value_is_key(of: &TypeFacts, value: &TypeShape, role: &str) {
    if !matches!(value.kind(), Kind::Any)
        && let Some(reason) = not_a_key(value)
    {
        let maps = ["the values in the maps of `", of.text, "` cannot be their "];
        let message = Message::new().with(&maps).with(&[role, ", because a value ", reason]);
        panic!("{}", message.as_str())
    }
}

#[track_caller]
const fn field_is_key(of: &TypeFacts, key: &str, role: &str) {
    let names = of.element;
    let Some(FieldFound { field, of_union }) = find(names, key) else {
        if names.is_open() {
            if let Some(value) = flattened_value(names) {
                value_is_key(of, value, role);
            }
            return;
        }
        if let Some(variant) = variant_with(names, key) {
            let inside = ["`", key, "` of the elements of `", of.text, "` is inside of `", variant];
            let message = Message::new()
                .with(&inside)
                .with(&["`, which is absent where another variant is set, so it cannot be their "])
                .with(&[role, "; move it to a struct that flattens the enum"]);
            panic!("{}", message.as_str())
        }
        let message = Message::new()
            .with(&["the elements of `", of.text, "` have no field `", key])
            .with(&["`, so it cannot be their ", role])
            .with_names(names, key);
        panic!("{}", message.as_str())
    };
    let reason = if let Some(reason) = not_a_key(&field.shape) {
        reason
    } else if let Some(of_union) = of_union {
        of_union.no_key()
    } else if matches!(field.place, Place::OneWay(_)) {
        "is skipped when serde writes or reads an element"
    } else {
        return;
    };
    let field = ["the field `", key, "` of the elements of `", of.text, "` "];
    let message = Message::new().with(&field).with(&[reason, ", so it cannot be their ", role]);
    panic!("{}", message.as_str())
}

/// Why values of this type can't identify elements; `None` if they can.
const fn not_a_key(shape: &TypeShape) -> Option<&'static str> {
    match (shape.kind(), shape.as_scalar()) {
        (_, Some(ScalarType::Number)) => {
            Some("is a number with a fraction, which may be written in several ways")
        }
        (Kind::Scalar, _) => None,
        (Kind::Any, _) => Some("is free-form or a leaf, and can be something else than a scalar"),
        _ => Some("is not a scalar"),
    }
}

/// A field of an object, or of an object that is flattened into it.
struct FieldFound {
    field: &'static FieldShape,
    /// Its role in a union, if it is part of one.
    of_union: Option<UnionField>,
}

/// The role of an object's own field in its union.
const fn in_union(object: &ObjectShape, name: &str) -> Option<UnionField> {
    if object.has_member(name) {
        return Some(UnionField::Member { required: false });
    }
    match object.union {
        Some(UnionShape { discriminator: Some(discriminator), .. })
            if same(discriminator, name) =>
        {
            Some(UnionField::Discriminator { string: Some(true) })
        }
        _ => None,
    }
}

const fn find(object: &ObjectShape, name: &str) -> Option<FieldFound> {
    let mut fields = object.fields;
    while let [field, rest @ ..] = fields {
        match field.place {
            Place::Named(named) | Place::OneWay(named) if same(named, name) => {
                return Some(FieldFound { field, of_union: in_union(object, name) });
            }
            Place::Flattened(inner) => {
                if let Some(found) = find(inner, name) {
                    return Some(found);
                }
            }
            _ => {}
        }
        fields = rest;
    }
    None
}

/// The shape of the values of the map that an object flattens.
const fn flattened_value(object: &ObjectShape) -> Option<&'static TypeShape> {
    let mut fields = object.fields;
    while let [field, rest @ ..] = fields {
        if let Place::Flattened(inner) = field.place {
            let value = match field.shape.value() {
                Some(value) => Some(value),
                None => flattened_value(inner),
            };
            if value.is_some() {
                return value;
            }
        }
        fields = rest;
    }
    None
}

/// The variant of an enum, flattened or not, that has a field of this name.
const fn variant_with(object: &ObjectShape, name: &str) -> Option<&'static str> {
    let mut fields = object.fields;
    while let [field, rest @ ..] = fields {
        match (field.place, field.shape.form) {
            (Place::Named(variant), Form::Inline(inner)) if inner.field(name).is_some() => {
                return Some(variant);
            }
            (Place::Flattened(inner), _) => {
                if let Some(variant) = variant_with(inner, name) {
                    return Some(variant);
                }
            }
            _ => {}
        }
        fields = rest;
    }
    None
}

const fn contains(mut strings: &[&str], text: &str) -> bool {
    while let [string, rest @ ..] = strings {
        if same(string, text) {
            return true;
        }
        strings = rest;
    }
    false
}

/// Checks that a flattened type is an object in JSON.
#[track_caller]
pub const fn flatten(of: &TypeFacts) {
    if matches!(of.shape.kind(), Kind::Scalar | Kind::List) {
        fail(&["`", of.text, "` is not an object in JSON, so it cannot be flattened"])
    }
}

/// Checks that no two fields of an object have the same JSON name, and that it flattens
/// at most one map.
#[track_caller]
pub const fn distinct_names(text: &str, object: &ObjectShape) {
    if flattened_maps(object) > 1 {
        fail(&["`", text, "` flattens two maps, which both keep each member; leave one out"])
    }
    if let Some(name) = duplicate(object) {
        fail(&["`", text, "` has two fields `", name, "`, one of them flattened; rename one"])
    }
}

const fn flattened_maps(object: &ObjectShape) -> usize {
    let mut count = 0_usize;
    let mut fields = object.fields;
    while let [field, rest @ ..] = fields {
        if let Place::Flattened(inner) = field.place {
            let map = matches!(field.shape.kind(), Kind::Map) as usize;
            count = count.saturating_add(map).saturating_add(flattened_maps(inner));
        }
        fields = rest;
    }
    count
}

/// Checks that the type of a union member is optional.
#[track_caller]
pub const fn union_member(of: &TypeFacts) {
    let member = UnionField::Member { required: !of.shape.is_optional() };
    if let Some(mistake) = member.mistake() {
        fail(&[mistake, ", `", of.text, "` cannot; write `Option<", of.text, ">`"])
    }
}

/// Checks that the content of an enum variant is not optional.
#[track_caller]
pub const fn union_variant(of: &TypeFacts) {
    if of.shape.is_optional() {
        fail(&[
            "`",
            of.text,
            "` can be null in JSON, and a null in a patch means that no variant is set; remove \
             the `Option`, and add a variant without content for this case",
        ])
    }
}

/// Checks that a discriminator is a string, and that its type allows the discriminated
/// value of each member. `members` has pairs of member and value.
#[track_caller]
pub const fn discriminator(of: &TypeFacts, mut members: &[(&str, &str)]) {
    let (string, strings) = match of.shape.as_scalar() {
        Some(ScalarType::String) => (Some(true), of.shape.strings()),
        Some(ScalarType::Any) => (None, None),
        _ => (Some(false), None),
    };
    if let Some(mistake) = (UnionField::Discriminator { string }).mistake() {
        fail(&[
            mistake,
            ", not `",
            of.text,
            "`; write `String`, `Option<String>`, or an enum whose variants carry no data",
        ])
    }
    let Some(strings) = strings else { return };
    while let [(member, value), rest @ ..] = members {
        if !contains(strings, value) {
            let message = Message::new()
                .with(&["`", of.text, "` is never `", value, "`, which is to name the member `"])
                .with(&[member, "`; write `value = \"…\"` on the member, with one of "])
                .with_choice(strings);
            panic!("{}", message.as_str())
        }
        members = rest;
    }
}

#[track_caller]
const fn fail(parts: &[&str]) -> ! {
    panic!("{}", Message::new().with(parts).as_str())
}
