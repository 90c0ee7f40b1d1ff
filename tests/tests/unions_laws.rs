//! Laws of `normalize`, `validate_unions`, and applying with each of them, for unions in random
//! documents.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use std::sync::LazyLock;

use serde_json::Value;
use smp_core::{
    FieldDef, ObjectDef, Options, Schema, SchemaBuilder, Strategy, TypeRef, UnionDef, normalize,
};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{CHANGE, CHANGES, Make, ONE, PAIR};
use smp_tests::laws::unions::{self, broken};
use smp_tests::laws::{self, Outcome, Verdict};
use smp_tests::property::Inputs;
use smp_tests::valid::with_one_member;

/// A recursive type with two unions, one with a discriminator and one without. It contains
/// itself in every place where a value with unions can be.
static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut types = SchemaBuilder::new();
    let node = types.declare();
    let scalar = types.scalar();
    let (list, map) = (types.list(node), types.map(node));
    let keyed = || FieldDef::new(list).strategy(Strategy::MERGE).merge_key("name");
    let object = ObjectDef::new("Node")
        .field("name", FieldDef::new(scalar))
        .field("type", FieldDef::new(scalar))
        .field("a", FieldDef::new(scalar))
        .field("b", FieldDef::new(node))
        .field("c", FieldDef::new(scalar))
        .field("x", FieldDef::new(scalar))
        .field("y", keyed())
        .field("child", FieldDef::new(node))
        .field("keyed", keyed())
        .field("atomic", FieldDef::new(list))
        .field("map", FieldDef::new(map))
        .union(UnionDef::new().discriminator("type").members(["a", "b", "c"]))
        .union(UnionDef::new().members(["x", "y"]));
    types.define(node, object);
    types.build(node).unwrap()
});

/// Documents of the type, whose unions may be invalid.
fn documents<const N: usize>(make: Make<N>) -> Inputs<N> {
    let options = vec![Options::kubernetes(), Options::documented()];
    Inputs { schema: &SCHEMA, options, style: Style { null: 8, ..Style::VALID }, make }
}

/// Documents with many values that have another type than the schema says.
fn odd<const N: usize>(make: Make<N>) -> Inputs<N> {
    Inputs { style: Style { odd: 4, ..Style::VALID }, ..documents(make) }
}

smp_tests::laws! {
    normalizing_twice_is_normalizing_once: unions::normalized_twice_is_once, documents(PAIR);
    a_valid_object_stays_valid: unions::valid_stays_valid, documents(PAIR);
    at_most_one_member_remains_if_the_rules_decide: one_member_remains, documents(PAIR);
    normalizing_adds_only_discriminators: only_discriminators_are_added, documents(PAIR);
    applying_normalizes_its_result: unions::applying_normalizes, documents(CHANGE);
    text_and_values_are_normalized_alike: laws::forms::give_the_same, documents(OLD_AND_NEW);
    a_diff_leads_to_a_valid_modified: unions::diff_leads_to_valid, documents(PAIR);
    composing_is_succession_on_valid_objects: unions::composing_is_succession, documents(CHANGES_OF_ONE_MEMBER);
    values_of_other_types_do_not_fail: unions::normalized_twice_is_once, odd(PAIR);
    lint_finds_the_violations_of_the_new_object: unions::lint_finds_what_is_broken, documents(ONE);
}

/// A valid live object and two patches, each of which sets at most one member of each union.
const CHANGES_OF_ONE_MEMBER: Make<3> =
    |make, ty| CHANGES(make, ty).map(|document| with_one_member(document, ty));

/// A new object, a patch of it, and an old object.
const OLD_AND_NEW: Make<3> = smp_tests::generate::cases::CHANGE_AND_OTHER;

const TAGGED: [(&str, &str); 3] = [("a", "A"), ("b", "B"), ("c", "C")];

fn set<'m>(object: &Value, members: &[&'m str]) -> Vec<&'m str> {
    members.iter().copied().filter(|name| !object[*name].is_null()).collect()
}

/// Whether the rules determine the result of normalizing the unions of one object.
fn rules_decide(old: &Value, new: &Value) -> bool {
    let said =
        |object: &Value| object["type"].as_str().map(str::to_owned).filter(|s| !s.is_empty());
    let clear = |members: &[&str]| {
        let (before, now) = (set(old, members), set(new, members));
        now.len() <= 1 || now.iter().filter(|name| !before.contains(name)).count() == 1
    };
    let changed = said(new).is_some() && said(new) != said(old);
    (changed || clear(&["a", "b", "c"])) && clear(&["x", "y"])
}

fn one_member_remains(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let [old, new]: [Value; 2] = match texts.map(serde_json::from_str) {
        [Ok(old), Ok(new)] => [old, new],
        _ => return Ok(Verdict::NotApplicable),
    };
    if !rules_decide(&old, &new) {
        return Ok(Verdict::NotApplicable);
    }
    let result = normalize(Some(old), new, ty, options).map_err(|error| error.to_string())?;
    let members = set(&result, &["a", "b", "c"]);
    let value = |only| TAGGED.iter().find(|(name, _)| *name == only).map(|(_, value)| *value);
    let named = match members[..] {
        [] => true,
        [only] => result["type"].as_str() == value(only),
        _ => false,
    };
    if named && set(&result, &["x", "y"]).len() <= 1 && !broken(ty, options, &result).contains(".")
    {
        Ok(Verdict::Holds)
    } else {
        Err(format!("{result}"))
    }
}

fn only_discriminators_are_added(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    fn within(result: &Value, new: &Value) -> bool {
        match (result, new) {
            (Value::Object(result), Value::Object(new)) => result.iter().all(|(name, value)| {
                name == "type" || new.get(name).is_some_and(|new| within(value, new))
            }),
            (Value::Array(result), Value::Array(new)) => {
                result.len() == new.len()
                    && result.iter().zip(new).all(|(result, new)| within(result, new))
            }
            _ => result == new,
        }
    }
    let [old, new]: [Value; 2] = match texts.map(serde_json::from_str) {
        [Ok(old), Ok(new)] => [old, new],
        _ => return Ok(Verdict::NotApplicable),
    };
    for old in [None, Some(old)] {
        let result = normalize(old, new.clone(), ty, options).map_err(|error| error.to_string())?;
        if !within(&result, &new) {
            return Err(format!("{result} of {new}"));
        }
    }
    Ok(Verdict::Holds)
}
