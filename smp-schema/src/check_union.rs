//! The checks of the unions of an object type: one function for each rule.

use std::collections::{HashMap, HashSet};

use smp_rules::UnionField;

use crate::text::shortened;
use crate::union::UnionDef;

/// The facts about a field of the object that the checks depend on.
#[derive(Clone, Copy)]
pub(crate) struct FieldInUnion<'f> {
    /// Whether its values are strings; `None` if unknown.
    pub(crate) string: Option<bool>,
    pub(crate) required: bool,
    /// The only allowed values, if known.
    pub(crate) one_of: Option<&'f [Box<str>]>,
}

/// A mistake in a union.
#[derive(Debug)]
pub(crate) struct UnionMistake {
    /// The member or discriminator, if the mistake is about one.
    pub(crate) field: Option<String>,
    pub(crate) message: String,
}

impl UnionMistake {
    fn new(message: impl Into<String>) -> Self {
        Self { field: None, message: message.into() }
    }

    fn about(field: &str, message: String) -> Self {
        Self { field: Some(field.to_owned()), message }
    }
}

/// Every mistake in one union, without regard to other unions.
pub(crate) fn check_union<'f>(
    def: &UnionDef,
    field: impl Fn(&str) -> Option<FieldInUnion<'f>>,
) -> Vec<UnionMistake> {
    let mut mistakes = Vec::new();
    has_members(def, &mut mistakes);
    members_are_optional_fields(def, &field, &mut mistakes);
    discriminator_is_string(def, &field, &mut mistakes);
    values_are_those_of_discriminator(def, &field, &mut mistakes);
    members_are_distinct(def, &mut mistakes);
    values_are_not_empty(def, &mut mistakes);
    empty_is_unset_only_on_members(def, &mut mistakes);
    inactive_member_needs_discriminator(def, &mut mistakes);
    mistakes
}

/// Fields that are part of more than one union, as a member or as the discriminator, each with the
/// position of the later union. Normalizing one of the unions could clear what the other sets.
pub(crate) fn check_together(unions: &[&UnionDef]) -> Vec<(usize, UnionMistake)> {
    let mut claimed: HashMap<&str, usize> = HashMap::new();
    let mut mistakes = Vec::new();
    for (at, union) in unions.iter().enumerate() {
        for name in union.fields() {
            let earlier = *claimed.entry(name).or_insert(at);
            if earlier != at {
                let message =
                    format!("`{name}` is in two unions; a field can be in one union only");
                mistakes.push((at, UnionMistake::about(name, message)));
            }
        }
    }
    mistakes
}

fn has_members(def: &UnionDef, mistakes: &mut Vec<UnionMistake>) {
    if def.members.is_empty() {
        mistakes.push(UnionMistake::new("a union needs at least one member"));
    }
}

fn members_are_optional_fields<'f>(
    def: &UnionDef,
    field: &impl Fn(&str) -> Option<FieldInUnion<'f>>,
    mistakes: &mut Vec<UnionMistake>,
) {
    for (name, _) in &def.members {
        let Some(facts) = field(name) else {
            let message = format!("the member `{name}` of a union is not a field of the type");
            mistakes.push(UnionMistake::about(name, message));
            continue;
        };
        // The variants of a Rust enum are alternatives, so required content is allowed.
        let required = facts.required && !def.rust_enum;
        if let Some(mistake) = (UnionField::Member { required }).mistake() {
            let message = format!("{mistake}, and `{name}` is required; make it optional");
            mistakes.push(UnionMistake::about(name, message));
        }
    }
}

fn discriminator_is_string<'f>(
    def: &UnionDef,
    field: &impl Fn(&str) -> Option<FieldInUnion<'f>>,
    mistakes: &mut Vec<UnionMistake>,
) {
    let Some(name) = &def.discriminator else { return };
    let message = match field(name) {
        None => format!("the discriminator `{name}` is not a field of the type"),
        Some(FieldInUnion { string, .. }) => {
            let Some(mistake) = (UnionField::Discriminator { string }).mistake() else { return };
            format!("{mistake}, and `{name}` is not; name a string field")
        }
    };
    mistakes.push(UnionMistake::about(name, message));
}

fn values_are_those_of_discriminator<'f>(
    def: &UnionDef,
    field: &impl Fn(&str) -> Option<FieldInUnion<'f>>,
    mistakes: &mut Vec<UnionMistake>,
) {
    let Some(one_of) = def.discriminator.as_deref().and_then(|name| field(name)?.one_of) else {
        return;
    };
    for (member, message) in values_outside(def, one_of) {
        mistakes.push(UnionMistake::about(member, message));
    }
}

/// The members that the discriminator can never name if its only values are `one_of`, each with a
/// message. `O(n)` in members and values.
#[must_use]
pub fn values_outside<'u>(def: &'u UnionDef, one_of: &[Box<str>]) -> Vec<(&'u str, String)> {
    const SHOWN: usize = 12;
    let Some(discriminator) = &def.discriminator else { return Vec::new() };
    let known: HashSet<&str> = one_of.iter().map(|value| &**value).collect();
    let mut choice = String::new();
    for (at, value) in one_of.iter().take(SHOWN).enumerate() {
        let last = at.saturating_add(1) == one_of.len();
        choice.push_str(match at {
            0 => "",
            _ if last => " or ",
            _ => ", ",
        });
        choice.extend(["`", &shortened(value), "`"]);
    }
    if one_of.len() > SHOWN {
        choice.push_str(", …");
    }
    let outside = def.members.iter().filter(|(_, value)| !known.contains(value.as_str()));
    let outside = outside.map(|(field, value)| {
        let message = format!(
            "`{discriminator}` is never `{value}`, which is to name the member `{field}`; it is \
             {choice}"
        );
        (field.as_str(), message)
    });
    outside.collect()
}

fn members_are_distinct(def: &UnionDef, mistakes: &mut Vec<UnionMistake>) {
    let mut seen = HashSet::new();
    for (name, _) in &def.members {
        if def.discriminator.as_ref() == Some(name) {
            let message = format!("`{name}` is discriminator and member of one union");
            mistakes.push(UnionMistake::about(name, message));
        }
        if !seen.insert(name) {
            let message = format!("`{name}` is a member of a union twice");
            mistakes.push(UnionMistake::about(name, message));
        }
    }
}

fn values_are_not_empty(def: &UnionDef, mistakes: &mut Vec<UnionMistake>) {
    for (name, value) in &def.members {
        if value.is_empty() {
            let message = format!(
                "the member `{name}` of a union has an empty discriminated value, which is also \
                 the value of a discriminator that is not set; give it another value"
            );
            mistakes.push(UnionMistake::about(name, message));
        }
    }
}

fn empty_is_unset_only_on_members(def: &UnionDef, mistakes: &mut Vec<UnionMistake>) {
    for name in &def.empty_is_unset {
        if !def.members.iter().any(|(member, _)| member == name) {
            let message = format!(
                "`{name}` counts as absent where it is empty, but is not a member of the union"
            );
            mistakes.push(UnionMistake::about(name, message));
        }
    }
}

fn inactive_member_needs_discriminator(def: &UnionDef, mistakes: &mut Vec<UnionMistake>) {
    if def.allow_inactive_member && def.discriminator.is_none() {
        mistakes.push(UnionMistake::new(
            "a member of a union can only be inactive beside a discriminator; name one",
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::{FieldDef, ObjectDef, ScalarType, SchemaBuilder, UnionDef};

    fn mistakes(unions: Vec<UnionDef>) -> Vec<String> {
        let mut types = SchemaBuilder::new();
        let (scalar, any) = (types.scalar(), types.any());
        let mut object = ObjectDef::new("T")
            .field("type", FieldDef::new(scalar))
            .field("a", FieldDef::new(any))
            .field("b", FieldDef::new(scalar));
        for union in unions {
            object = object.union(union);
        }
        let inner = types.object(object);
        let root = types.object(ObjectDef::new("Outer").flatten(inner));
        types.build(root).map_or_else(
            |error| error.mistakes().iter().map(ToString::to_string).collect(),
            |_| Vec::new(),
        )
    }

    #[test]
    fn one_member_is_enough() {
        assert!(mistakes(vec![UnionDef::new().members(["a"])]).is_empty());
        assert!(
            mistakes(vec![UnionDef::new().discriminator("type").members(["a", "b"])]).is_empty()
        );
    }

    #[test]
    fn every_mistake_is_reported_where_it_is() {
        let unions = vec![
            UnionDef::new().discriminator("a"),
            UnionDef::new().discriminator("kind").member("x", "X").member("b", "X"),
            UnionDef::new().member("a", "A").empty_is_unset("c").allow_inactive_member(),
            UnionDef::new().discriminator("type").member("type", "").member("b", "B"),
        ];
        let found = mistakes(unions);
        for expected in [
            "`T`: a union needs at least one member",
            "`T`: a discriminator is a string, and `a` is not; name a string field",
            "`T`: the discriminator `kind` is not a field of the type",
            "`T`: the member `x` of a union is not a field of the type",
            "`T`: `c` counts as absent where it is empty, but is not a member of the union",
            "`T`: a member of a union can only be inactive beside a discriminator; name one",
            "`T`: `type` is discriminator and member of one union",
            "`T`: `b` is in two unions; a field can be in one union only",
            "`Outer`: `b` is in two unions; a field can be in one union only",
        ] {
            assert!(found.iter().any(|mistake| mistake == expected), "{expected} in {found:#?}");
        }
    }

    #[test]
    fn a_union_has_optional_members_and_a_string_that_can_name_them() {
        let mistakes = |change: fn(&mut SchemaBuilder, &mut [FieldDef; 3])| {
            let mut types = SchemaBuilder::new();
            let (text, any) = (types.scalar_of(ScalarType::String), types.any());
            let mut fields = [FieldDef::new(text), FieldDef::new(any), FieldDef::new(any)];
            change(&mut types, &mut fields);
            let [kind, a, b] = fields;
            let object = ObjectDef::new("T").field("type", kind).field("a", a).field("b", b);
            let other = UnionDef::new().members(["b"]);
            let union = UnionDef::new().discriminator("type").member("a", "A");
            let root = types.object(object.union(other).union(union));
            types.build(root).map_or_else(|error| error.mistakes().to_vec(), |_| Vec::new())
        };
        assert!(mistakes(|_, _| {}).is_empty());
        assert!(mistakes(|_, [kind, ..]| *kind = kind.clone().one_of(["A", "Nothing"])).is_empty());
        assert!(mistakes(|_, [kind, ..]| *kind = kind.clone().required()).is_empty());
        for (change, field, message) in [
            (
                (|types: &mut SchemaBuilder, [kind, ..]: &mut [FieldDef; 3]| {
                    kind.ty = types.scalar_of(ScalarType::Int64);
                }) as fn(&mut SchemaBuilder, &mut [FieldDef; 3]),
                "type",
                "`T`: a discriminator is a string, and `type` is not; name a string field",
            ),
            (
                |_, [_, a, _]| *a = a.clone().required(),
                "a",
                "`T`: a member of a union can be absent, and `a` is required; make it optional",
            ),
            (
                |_, [kind, ..]| *kind = kind.clone().one_of(["X", "Y", "Z"]),
                "a",
                "`T`: `type` is never `A`, which is to name the member `a`; it is `X`, `Y` or `Z`",
            ),
        ] {
            let found = mistakes(change);
            let [mistake] = &found[..] else { panic!("{found:#?}") };
            assert_eq!(mistake.message, message);
            assert_eq!((mistake.field.as_deref(), mistake.union), (Some(field), Some(1)));
        }
    }

    #[test]
    fn unions_of_flattened_types_are_included() {
        let mut types = SchemaBuilder::new();
        let any = types.any();
        let source = types.object(
            ObjectDef::new("Source")
                .field("a", FieldDef::new(any))
                .union(UnionDef::new().members(["a"]).exactly_one()),
        );
        let plain = types.object(ObjectDef::new("Plain").flatten(source));
        let optional = types.object(ObjectDef::new("Optional").flatten_optional(source));
        let root = types.object(
            ObjectDef::new("Root")
                .field("plain", FieldDef::new(plain))
                .field("optional", FieldDef::new(optional))
                .field("any", FieldDef::new(any)),
        );
        let root = types.build(root).unwrap();
        let of = |name| root.root().field(name).unwrap().ty();
        assert!(of("plain").unions()[0].exactly_one());
        assert!(!of("optional").unions()[0].exactly_one());
        assert!(root.root().unions().is_empty() && root.root().union_presence().any);
        assert!(!of("any").union_presence().any);
    }
}
