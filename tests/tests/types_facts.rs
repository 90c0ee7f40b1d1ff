//! Every field of every schema of smp-types says what Kubernetes says: held
//! against the committed table always, and against the OpenAPI document where
//! it is at hand.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

mod types;

use std::collections::BTreeSet;

use smp_core::{FieldRef, ListType, TypeKind, TypeRef};
use types::{Fact, Shape, Types, shape};

#[test]
fn schemas_say_what_the_table_says() {
    let types = types::table();
    let kinds = types::kinds();
    let ours: BTreeSet<_> = smp_types::kinds().collect();
    assert_eq!(ours, kinds.keys().copied().collect(), "the kinds of the table");

    let mut comparison = Comparison::new(&types);
    for ((api_version, kind), ty) in kinds {
        comparison.kind(api_version, kind, ty);
    }
    let missing: Vec<_> =
        types.keys().filter(|ty| !comparison.seen.contains(ty.as_str())).collect();
    assert!(missing.is_empty(), "in the table, in no schema: {missing:?}");
    comparison.finish();
}

#[test]
fn schemas_say_what_the_document_says() {
    let Some((types, kinds)) = types::document() else { return };
    let mut comparison = Comparison::new(&types);
    for (api_version, kind) in smp_types::kinds() {
        let ty = &kinds[&(api_version.to_owned(), kind.to_owned())];
        comparison.kind(api_version, kind, ty);
    }
    comparison.finish();
}

#[test]
fn the_table_says_what_the_document_says() {
    let Some((document, _)) = types::document() else { return };
    for (ty, fields) in types::table() {
        assert_eq!(Some(&fields), document.get(&ty), "{ty}");
    }
}

/// Walks schemas beside the facts and gathers every difference.
struct Comparison<'t> {
    types: &'t Types,
    seen: BTreeSet<&'t str>,
    differences: Vec<String>,
}

impl<'t> Comparison<'t> {
    fn new(types: &'t Types) -> Self {
        Self { types, seen: BTreeSet::new(), differences: Vec::new() }
    }

    fn kind(&mut self, api_version: &str, kind: &str, ty: &str) {
        match (smp_types::schema(api_version, kind), self.types.get_key_value(ty)) {
            (Some(schema), Some((name, _))) => self.value(ty, name, schema.root()),
            _ => self.differences.push(format!("{api_version} {kind}: no schema or no facts")),
        }
    }

    fn value(&mut self, place: &str, expected: &'t str, found: TypeRef<'_>) {
        match (shape(expected), found.kind()) {
            (Shape::Scalar(_), TypeKind::Scalar) | (Shape::Any, TypeKind::Any) => {}
            (Shape::Object(name), TypeKind::Object) => self.object(name, found),
            (Shape::List(inner), TypeKind::List(found))
            | (Shape::Map(inner), TypeKind::Map(found)) => self.value(place, inner, found),
            _ => self.differences.push(format!("{place}: expected {expected}, found {found:?}")),
        }
    }

    fn object(&mut self, name: &'t str, found: TypeRef<'_>) {
        if found.name() != name.rsplit_once('.').map(|(_, last)| last) {
            self.differences.push(format!("{name}: the schema's type is {found:?}"));
        }
        if !self.seen.insert(name) {
            return;
        }
        if found.other_members().is_some() {
            self.differences.push(format!("{name}: the schema is open to unknown members"));
        }
        let Some(fields) = self.types.get(name) else {
            self.differences.push(format!("{name}: no facts"));
            return;
        };
        for extra in found.fields().filter(|field| !fields.contains_key(field.name())) {
            self.differences.push(format!("{name}.{}: only in the schema", extra.name()));
        }
        for (field, fact) in fields {
            match found.field(field) {
                Some(found) => self.field(&format!("{name}.{field}"), fact, found),
                None => self.differences.push(format!("{name}.{field}: not in the schema")),
            }
        }
    }

    fn field(&mut self, place: &str, fact: &'t Fact, found: FieldRef<'_>) {
        let keys = found.list_map_keys().iter().map(|key| match key.default() {
            Some(default) => format!("{}={default}", key.name()),
            None => key.name().to_owned(),
        });
        let list_type = match found.list_type() {
            Some(ListType::Atomic) => "atomic",
            Some(ListType::Set) => "set",
            Some(ListType::Map) => "map",
            None => "",
        };
        for (what, expected, found) in [
            ("strategy", &fact.strategy, found.strategy().to_string()),
            ("merge key", &fact.merge_key, found.merge_key().unwrap_or_default().to_owned()),
            ("list type", &fact.list_type, list_type.to_owned()),
            ("list map keys", &fact.list_map_keys, keys.collect::<Vec<_>>().join(",")),
        ] {
            if *expected != found {
                self.differences.push(format!("{place}: {what} is `{found}`, not `{expected}`"));
            }
        }
        self.value(place, &fact.value, found.ty());
    }

    fn finish(self) {
        assert!(self.differences.is_empty(), "{}", self.differences.join("\n"));
    }
}
