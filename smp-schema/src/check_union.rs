//! The checks of the unions of an object type: one function for each rule.

use std::collections::{HashMap, HashSet};

use crate::union::UnionDef;

/// What the checks need to know about a field of the object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldIs {
    Scalar,
    Other,
    Absent,
}

/// Every mistake in one union, without regard to other unions.
pub(crate) fn check_union(def: &UnionDef, field: impl Fn(&str) -> FieldIs) -> Vec<String> {
    let mut mistakes = Vec::new();
    has_members(def, &mut mistakes);
    members_are_fields(def, &field, &mut mistakes);
    discriminator_is_scalar(def, &field, &mut mistakes);
    members_are_distinct(def, &mut mistakes);
    values_are_not_empty(def, &mut mistakes);
    empty_is_unset_only_on_members(def, &mut mistakes);
    inactive_member_needs_discriminator(def, &mut mistakes);
    mistakes
}

/// Fields that are part of more than one union, as a member or as the discriminator.
/// Normalizing one of the unions could clear what the other one sets.
pub(crate) fn check_together(unions: &[&UnionDef]) -> Vec<String> {
    let mut claimed: HashMap<&str, usize> = HashMap::new();
    let mut mistakes = Vec::new();
    for (at, union) in unions.iter().enumerate() {
        for name in names(union) {
            let earlier = *claimed.entry(name).or_insert(at);
            if earlier != at {
                mistakes
                    .push(format!("`{name}` is in two unions; a field can be in one union only"));
            }
        }
    }
    mistakes
}

fn names(union: &UnionDef) -> impl Iterator<Item = &str> {
    union.discriminator.as_deref().into_iter().chain(union.members.iter().map(|(f, _)| f.as_str()))
}

fn has_members(def: &UnionDef, mistakes: &mut Vec<String>) {
    if def.members.is_empty() {
        mistakes.push("a union needs at least one member".to_owned());
    }
}

fn members_are_fields(
    def: &UnionDef,
    field: &impl Fn(&str) -> FieldIs,
    mistakes: &mut Vec<String>,
) {
    for (name, _) in &def.members {
        if field(name) == FieldIs::Absent {
            mistakes.push(format!("the member `{name}` of a union is not a field of the type"));
        }
    }
}

fn discriminator_is_scalar(
    def: &UnionDef,
    field: &impl Fn(&str) -> FieldIs,
    mistakes: &mut Vec<String>,
) {
    let Some(name) = &def.discriminator else { return };
    match field(name) {
        FieldIs::Scalar => {}
        FieldIs::Other => mistakes.push(format!(
            "the discriminator `{name}` must be a scalar, because it holds a string"
        )),
        FieldIs::Absent => {
            mistakes.push(format!("the discriminator `{name}` is not a field of the type"));
        }
    }
}

fn members_are_distinct(def: &UnionDef, mistakes: &mut Vec<String>) {
    let mut seen = HashSet::new();
    for (name, _) in &def.members {
        if def.discriminator.as_ref() == Some(name) {
            mistakes.push(format!("`{name}` is discriminator and member of one union"));
        }
        if !seen.insert(name) {
            mistakes.push(format!("`{name}` is a member of a union twice"));
        }
    }
}

fn values_are_not_empty(def: &UnionDef, mistakes: &mut Vec<String>) {
    for (name, value) in &def.members {
        if value.is_empty() {
            mistakes.push(format!(
                "the member `{name}` of a union has an empty discriminated value, which is also \
                 the value of a discriminator that is not set; give it another value"
            ));
        }
    }
}

fn empty_is_unset_only_on_members(def: &UnionDef, mistakes: &mut Vec<String>) {
    for name in &def.empty_is_unset {
        if !def.members.iter().any(|(member, _)| member == name) {
            mistakes.push(format!(
                "`{name}` counts as absent where it is empty, but is not a member of the union"
            ));
        }
    }
}

fn inactive_member_needs_discriminator(def: &UnionDef, mistakes: &mut Vec<String>) {
    if def.allow_inactive_member && def.discriminator.is_none() {
        mistakes.push(
            "a member of a union can only be inactive beside a discriminator; name one".to_owned(),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};

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
            "`T`: the discriminator `a` must be a scalar, because it holds a string",
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
